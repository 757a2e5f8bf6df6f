"""What scripts of all panels have in common: numbers as text of NumPy or PyTorch, and checks against the screen."""

import base64
import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnstudio.core.masks import diagonal_start
from attnstudio.files.number_text import written

Library = Literal["numpy", "torch"]
Array = npt.NDArray[Any]
WIDTH = 116  # characters of a line
MOST_WRITTEN = 256  # numbers of an array, or pairs, that are written out; more numbers stand in base64
MOST_NUMBERS = 150_000  # in a script
FLOORS = {"float64": 1e-12, "float32": 1e-6}  # the least tolerances of comparisons with the screen
ALIAS = {"numpy": "np", "torch": "torch"}
FLAGS = {"numpy": "bool", "torch": "torch.bool"}
_IMPORT = {"numpy": "import numpy as np", "torch": "import torch"}
_UNPACK = {
    "numpy": 'np.frombuffer(base64.b64decode(text), dtype="<f{size}").reshape(shape)',
    "torch": "torch.frombuffer(bytearray(base64.b64decode(text)), dtype=torch.{dtype}).reshape(shape)",
}
_CHECK = '''\
def check(name, computed, shown, tolerance):
    """Compare with the numbers on the screen; −∞ is only like −∞."""
    assert computed.shape == shown.shape, f"{name}: shape {tuple(computed.shape)}, not {tuple(shown.shape)}"
    assert LIB.allclose(computed, shown, rtol=0, atol=tolerance), f"{name}: computed\\n{computed}\\nbut shown\\n{shown}"
    print(f"{name} {tuple(computed.shape)}: as on the screen, to {tolerance}")'''

_CHECK_NUMBER = '''
def check_number(name, computed, shown, tolerance):
    """Compare one number with the one on the screen."""
    assert abs(float(computed) - shown) <= tolerance, f"{name}: computed {computed}, but shown {shown}"
    print(f"{name}: {shown} as on the screen, to {tolerance}")
'''


class Script:
    """Lines of a script, gathered in their order.

    Parameters
    ----------
    library : {"numpy", "torch"}
    dtype : dtype
        What is computed in: float64 or float32.
    title : str
        Its docstring.
    """

    def __init__(self, library: Library, dtype: np.dtype[Any], title: str) -> None:
        self.library: Library = library
        self.lib = ALIAS[library]
        self._dtype = dtype
        self._title = title
        self._lines: list[str] = []
        self._numbers = 0
        self._packs = False
        self._single = False

    @property
    def dtype_name(self) -> str:
        return self._dtype.name

    def add(self, *lines: str) -> None:
        """Add lines."""
        self._lines += lines

    def note(self, *sentences: str) -> None:
        """Add comments, each on lines of its own."""
        for sentence in sentences:
            self._lines += textwrap.wrap(
                one_line(sentence), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
            )

    def withhold(self, name: str) -> None:
        """Say why what was computed under a name is compared with nothing."""
        self.note(f"{name.replace('_', ' ')}: covered on the screen, and so not compared.")

    def section(self, *sentences: str) -> None:
        """Begin a new part."""
        self.add("")
        self.note(*sentences)

    def array(self, values: Array) -> str:
        """Return an array of numbers of the script's type as an expression, exact to the last bit.

        Raises
        ------
        ValueError
            In words, where the script would hold too many numbers.
        """
        self._numbers += values.size
        if self._numbers > MOST_NUMBERS:
            raise ValueError(
                f"these are more than the {MOST_NUMBERS:,} numbers that a script can hold; take the .npz file of the "
                "numbers into a script of your own, or look at fewer tokens"
            )
        values = values.astype(self._dtype)
        if values.size > MOST_WRITTEN:
            return self._packed(values)
        make = "np.array" if self.library == "numpy" else "torch.tensor"
        return f"{make}({self._list(values)}, dtype={self.lib}.{self._dtype.name})"

    def check(self, name: str, values: Array, tolerance: float) -> None:
        """Add the comparison of what was computed under a name with the numbers of the screen."""
        self.add(f'check("{name}", {name}, {self.array(values)}, {tolerance:.0e})')

    def check_number(self, name: str, value: float, tolerance: float, computed: str) -> None:
        """Add the comparison of one number."""
        self._single = True
        self.add(f'check_number("{name}", {computed}, {float(value)!r}, {tolerance:.0e})')

    def text(self) -> str:
        """Return the whole script."""
        lib, size = self.lib, self._dtype.itemsize
        parts = [f'"""{self._title}"""', ""]
        parts += [*(["import base64", ""] if self._packs else []), _IMPORT[self.library], "", ""]
        parts += [_CHECK.replace("LIB", lib), "", *([_CHECK_NUMBER] if self._single else [])]
        if self._packs:
            unpack = _UNPACK[self.library].format(size=size, dtype=self._dtype.name)
            parts += ["", "def packed(shape, text):", '    """Return the numbers that stand in base64."""']
            parts += [f"    return {unpack}", ""]
        return "\n".join([*parts, *self._lines, ""])

    def _packed(self, values: Array) -> str:
        self._packs = True
        raw = values.astype(self._dtype.newbyteorder("<")).tobytes()
        text = "\n".join(textwrap.wrap(base64.b64encode(raw).decode(), WIDTH))
        return f'packed({values.shape}, """\n{text}\n""")'

    def _list(self, values: Array) -> str:
        """Return nested lists, a row a line."""
        if values.ndim == 1:
            return filled("[", map(self._number, values.tolist()), "]")
        rows = [filled("    [", map(self._number, row), "],") for row in values.tolist()]
        if len(rows) == 1 and len(rows[0]) < WIDTH - 40:
            return f"[{rows[0].strip().removesuffix(',')}]"
        return "[\n" + "\n".join(rows) + "\n]"

    def _number(self, number: float) -> str:
        if math.isfinite(number):
            return written(number, self._dtype)
        return f"{self.lib}.nan" if math.isnan(number) else f"{'-' if number < 0 else ''}{self.lib}.inf"


def all_allowed(made: Script) -> str:
    """Return the line that begins a mask in which every query may attend to every key."""
    return f"allowed = {made.lib}.ones((T_q, T_k), dtype={FLAGS[made.library]})  # True = may attend"


def diagonal(made: Script, T_q: int, T_k: int, corner: str) -> str:
    """Return the expression of where each query stands among the keys: the first of both, or the last, side by side."""
    place, start = f"{made.lib}.arange(T_q)[:, None]", diagonal_start(T_q, T_k, corner)
    return f"({place} {'+' if start > 0 else '-'} {abs(start)})" if start else place


def causal_line(made: Script, T_q: int, T_k: int, corner: str) -> str:
    """Return the line that hides the keys that follow a query."""
    return f"allowed &= {made.lib}.arange(T_k) <= {diagonal(made, T_q, T_k, corner)}  # causal, {corner}"


def forbidden_line(made: Script, forbidden: npt.NDArray[np.bool_], what: str) -> str:
    """Return the line that hides pairs of query and key; few of them are written out by row and column."""
    rows, columns = (axis.tolist() for axis in np.nonzero(forbidden))
    if len(rows) <= MOST_WRITTEN:
        return f"allowed[{rows}, {columns}] = False  # {what}: rows, columns"
    return f"allowed &= {made.array(forbidden.astype(float))} == 0  # {what}"


def masked(made: Script, logits: str, allowed: str, number: str) -> str:
    """Return the expression of logits with a number where a pair is not allowed."""
    if made.library == "numpy":
        return f"np.where({allowed}, {logits}, {number})"
    return f"{logits}.masked_fill(~{allowed}, {number})"


def filled(start: str, items: Iterable[str], end: str) -> str:
    """Return items between commas on as few lines as will do."""
    indent = " " * (len(start) - len(start.lstrip()) + 1)
    text = start + ", ".join(items) + end
    if len(text) <= WIDTH:
        return text
    return "\n".join(textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False))


def token_list(tokens: Sequence[str]) -> str:
    """Return tokens as a list, letter for letter."""
    return "[" + ", ".join(map(ascii if any(not t.isprintable() for t in tokens) else repr, tokens)) + "]"


def one_line(text: str) -> str:
    """Return text that can stand in a comment: without line breaks and characters that cannot be seen."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def at_least(bound: float, floor: float) -> float:
    """Return a tolerance of one digit that is not below an error bound, nor below a floor."""
    if bound <= floor:
        return floor
    power = 10.0 ** math.floor(math.log10(bound))
    return float(f"{math.ceil(bound / power * (1 - 1e-9)) * power:.0e}")
