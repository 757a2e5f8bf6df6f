"""Axes: which of the leading ones is a batch, which item of it is meant, and weights that lie the other way round."""

from collections.abc import Mapping

from attnstudio.files.asking import TEXTS, Asking
from attnstudio.files.roles import MOST_AXES
from attnstudio.state.arrays import Array, check_fit
from attnstudio.state.counted import TOKENS, counted
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.questions import Choice, Question

AXES = "expected 2 axes (tokens, components), 3 with heads or 4 with layers and heads, none of them empty"
MOST_ITEMS = 4096  # of a batch
HEADS_FIRST = QT_TRANSLATE_NOOP("files", "Read as {heads} heads of {tokens}. The file does not say which axis is which: if it is the other way round, swap the two axes in the file, or add its tokens.")  # fmt: skip # noqa: E501


def right_axes(array: Array) -> bool:
    """Whether an array has as many axes as can be told apart."""
    return 2 <= array.ndim <= MOST_AXES and 0 not in array.shape


class Axes:
    """Settles the leading axes of the arrays of a file.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        By role.
    names : mapping of str to str
        What messages call each of them.
    layers : tuple of int, optional
        The numbers of the layers, where the file states them.
    asking : Asking
    """

    def __init__(
        self, arrays: Mapping[str, Array], names: Mapping[str, str], layers: tuple[int, ...] | None, asking: Asking
    ) -> None:
        self.arrays, self.names, self.asking = dict(arrays), names, asking
        self.layers = layers or ()
        self.stated = layers is not None
        self.faults: list[Fault] = []
        self.notices: list[Message] = []

    def settle(self) -> None:
        """Leave at most a layer and a head axis in `arrays`, and the numbers of the layers in `layers`."""
        most = max(array.ndim for array in self.arrays.values())
        if most <= 3 or (most == 4 and self.stated):
            return
        role, array = next((role, array) for role, array in self.arrays.items() if array.ndim == most)
        first = self._first_axis(role, array)
        if first is None:
            return
        batch = 0 if first == "batch" else 1
        if most == 4 and batch:
            self.layers = tuple(range(array.shape[0]))
            return
        if most == 5 and not self.stated:
            self.layers = tuple(range(array.shape[1 - batch]))
        self._take_item(role, batch)

    def _first_axis(self, role: str, array: Array) -> str | None:
        """Return what the first axis is: "batch" or "layers", or None while that is open."""
        if array.ndim == 5 and self.stated and array.shape[:2].count(len(self.layers)) == 1:
            return "layers" if array.shape[0] == len(self.layers) else "batch"
        size = array.shape[0]
        alike = size == 1 and all(each.ndim == 4 for each in self.arrays.values())
        if alike and "first_axis" not in self.asking.answers:
            return "batch"  # as a single layer it has the same numbers
        problem = (
            f"shape {array.shape} has {array.ndim} axes, and nothing says what the first, of size {size:,}, holds. "
            "If they are layers, add an array `layers` with the number of each; if not, save one of them"
        )
        return self.asking.known("first_axis", Fault(self.names[role], problem), size=size)

    def _take_item(self, role: str, axis: int) -> None:
        most = self.arrays[role].ndim
        sizes = {name: array.shape[axis] for name, array in self.arrays.items() if array.ndim == most}
        size = sizes[role]
        for other, got in sizes.items():
            if got != size:
                self.faults.append(Fault(self.names[other], f"expected a batch of size {size}, got {got}"))
        item = self._item(role, size)
        if item is None or self.faults:
            return
        for name in sizes:
            self.arrays[name] = self.arrays[name][(slice(None),) * axis + (item,)]

    def _item(self, role: str, size: int) -> int | None:
        if size == 1:
            return 0
        if size > MOST_ITEMS:
            self.faults.append(
                Fault(self.names[role], f"expected a batch of at most {MOST_ITEMS:,} items, got {size:,}")
            )
            return None
        choices = tuple(Choice(str(i), Message("{i}", {"i": i})) for i in range(size))
        problem = f"it is a batch of {size:,} items, and nothing says which of them is meant; save one of them"
        fault = Fault(self.names[role], problem)
        answer = self.asking.answer(Question("batch", Message(TEXTS["batch"]), choices, fault=fault))
        return None if answer is None else int(answer)

    def turn(self, query_tokens: int, key_tokens: int) -> None:
        """Ask about weights whose tokens fit the other way round, and transpose them where that is the answer."""
        weights = self.arrays.get("weights")
        if weights is None or query_tokens == key_tokens or weights.shape[-2:] != (key_tokens, query_tokens):
            return
        problem = (
            f"{query_tokens:,} query and {key_tokens:,} key tokens do not fit shape {weights.shape}: the axes look "
            "swapped: queries come before keys; transpose the array"
        )
        if self.asking.known("axes", Fault(self.names["weights"], problem), "key first") == "key first":
            self.arrays["weights"] = weights.swapaxes(-1, -2)

    def part_heads(self, counts: Mapping[str, int]) -> None:
        """Put the axis of the heads before that of the tokens, where these tell that it is not; ask about that.

        Parameters
        ----------
        counts : mapping of str to int
            How many tokens the file states for the queries and the keys, 0 where it states none.
        """
        if any(array.ndim < 3 for array in self.arrays.values()):
            return
        swapped = {role: array.swapaxes(-3, -2) for role, array in self.arrays.items()}
        role, array = next(iter(self.arrays.items()))
        if not _fits(swapped, counts):
            return
        fits = _fits(self.arrays, counts)
        if not fits and any(counts.values()):
            problem = (
                f"shape {array.shape} fits with the tokens before the heads, not behind them: the axes look swapped: "
                "heads come before tokens; swap the two axes"
            )
            fault = Fault(self.names[role], problem)
            if self.asking.known("heads", fault, "tokens first") == "tokens first":
                self.arrays = swapped
        elif fits and role != "weights" and array.shape[-3] > 1:
            heads, tokens = array.shape[-3:-1]
            self.notices.append(Message(HEADS_FIRST, {"heads": heads, "tokens": counted(tokens, TOKENS)}))


def _fits(arrays: Mapping[str, Array], counts: Mapping[str, int]) -> bool:
    """Whether arrays fit the tokens that are stated, and one another."""
    queries = arrays.get("query", arrays.get("weights"))
    if queries is None or counts["query"] not in (0, queries.shape[-2]):
        return False
    if "weights" in arrays:
        return counts["key"] in (0, queries.shape[-1])
    if counts["key"] not in (0, arrays["key"].shape[-2]):
        return False
    try:
        check_fit(arrays["query"], arrays["key"], arrays["value"])
    except Faults:
        return False
    return True
