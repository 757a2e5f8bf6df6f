"""Code beside the screen: a few lines of NumPy that do what is shown, with the exact shapes of their arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import Message

COMMENT = "# "
NUMBER = "one number"
WRONG = "wrong! "


@dataclass(frozen=True)
class CodeLine:
    """One line of code.

    Parameters
    ----------
    text : str
        A statement of Python on one line; or a comment that names an array which is there before.
    shape : str
        Of the array that the line makes, as `shape` writes it; "" where it makes none.
    stage : str
        The stage of the panel that it computes: it is lit while that is pointed at.
    wrong : bool
        Whether it is a mistake that is shown on purpose; it says so.
    """

    text: str
    shape: str = ""
    stage: str = ""
    wrong: bool = False

    @property
    def is_comment(self) -> bool:
        return self.text.startswith(COMMENT)

    @property
    def remark(self) -> str:
        """What stands behind the statement: the shape as a comment."""
        comment = "" if self.is_comment or not self.shape else COMMENT
        return f"{comment}{WRONG if self.wrong else ''}{self.shape}"

    def __str__(self) -> str:
        return f"{self.text}{self.between}{self.remark}"

    @property
    def between(self) -> str:
        """What parts statement and remark."""
        return "" if not self.shape else " " if self.is_comment else "  "


@dataclass(frozen=True)
class CodeForm:
    """One way to write down what happens on the screen.

    Parameters
    ----------
    name : str
        Unique on its panel.
    title : Message
    lines : tuple of CodeLine
        They run one after the other in plain Python with NumPy as `np`, once the arrays that the comments name exist.
    note : Message
        Where it differs from the screen.
    """

    name: str
    title: Message
    lines: tuple[CodeLine, ...]
    note: Message = NO_TEXT

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def given(name: str, shape: str, remark: str = "") -> CodeLine:
    """Return the line that names an array which is there before."""
    return CodeLine(f"{COMMENT}{name}{f', {remark}' if remark else ''}:", shape)


@lru_cache(maxsize=1024)  # asked for at every move of a slider
def shape(**sizes: int) -> str:
    """Return the axes of an array and their sizes: "(T_q, d_k) = (1, 4)"."""
    if not sizes:
        return NUMBER
    comma = "," if len(sizes) == 1 else ""
    return f"({', '.join(sizes)}{comma}) = {tuple(sizes.values())}"


def divided(way: str, d_k: str, n_heads: int = 1) -> str:
    """Return what is written behind scores to divide them: by 1, `d_k`, its root, or the root of all heads' width."""
    by = {"one": "", "sqrt_d_k": f"np.sqrt({d_k})", "d_k": d_k, "sqrt_d_model": f"np.sqrt({n_heads} * {d_k})"}[way]
    return f" / {by}" if by else ""


def softmax_lines(
    logits: str, sizes: Mapping[str, int], *, temperature: float = 1.0, base: str = "e", empty: bool = False,
    kept: str = "", stage: str = "weights", wrong_axis: bool = False,
) -> tuple[CodeLine, ...]:  # fmt: skip
    """Return softmax of every row written out: the largest logit of each is subtracted first, so nothing overflows.

    Parameters
    ----------
    logits : str
        Name of the array.
    sizes : mapping of str to int
        Its axes and their sizes, the keys last.
    temperature : float
        Divides the logits; 1 is not written.
    base : {"e", "2"}
    empty : bool
        Whether some rows have no finite logit: their weights are 0 then.
    kept : str
        Name of an array that is True where weights stay, while the others become 0, which is a mistake; "" for none.
    stage : str
        That they belong to.
    wrong_axis : bool
        Whether they run over the queries, which is a mistake: of every column.
    """
    axis = len(sizes) - (2 if wrong_axis else 1)
    along = f"axis={axis}, keepdims=True" if len(sizes) > 1 else ""
    largest, total = f"{logits}.max({along})", f"exp.sum({along})"
    if empty:
        largest, total = f"np.nan_to_num({largest})", f"{total}.clip(1)"
    exponent = f"({logits} - largest) / {temperature!r}" if temperature != 1 else f"{logits} - largest"
    power = f"2.0 ** ({exponent})" if base == "2" else f"np.exp({exponent})"
    ones = shape(**dict(("1", 1) if i == axis else each for i, each in enumerate(sizes.items()))) if along else NUMBER
    numerator = f"exp * {kept}" if kept else "exp"
    return (
        CodeLine(f"largest = {largest}", ones, stage, wrong_axis),
        CodeLine(f"exp = {power}", shape(**sizes), stage),
        CodeLine(f"weights = {numerator} / {total}", shape(**sizes), stage, wrong_axis or bool(kept)),
    )
