"""Names of tokens and components, as labels show them."""

from collections import Counter
from functools import lru_cache

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SHOWN = {"<|endoftext|>": "start", "\n": "⏎", " ": "␣", "": "∅"}


class BrokenLabel(str):
    """A label that shows line breaks by a sign.

    Parameters
    ----------
    text : str
    whole : str
        The label with the breaks themselves, for files that can have them.
    """

    whole: str

    def __new__(cls, text: str, whole: str) -> "BrokenLabel":
        label = super().__new__(cls, text)
        label.whole = whole
        return label


def subscript(number: int) -> str:
    """Return a number in subscript digits."""
    return str(number).translate(_SUBSCRIPTS)


def shown_token(token: str) -> str:
    """Return a token as it can be read in a label: the space before a word is left out, white space gets a sign."""
    if token in _SHOWN:
        return _SHOWN[token]
    return token.removeprefix(" ").replace("\n", "⏎") or "␣"


@lru_cache(maxsize=256)
def named(tokens: tuple[str, ...], letter: str, count: int) -> tuple[str, ...]:
    """Return one label for each vector: its token, equal ones with their position, or a letter with an index."""
    if not tokens:
        return (letter,) if count == 1 and letter == "q" else tuple(f"{letter}{subscript(i + 1)}" for i in range(count))
    shown = [shown_token(token) for token in tokens]
    often = Counter(shown)
    ends = [subscript(i + 1) if often[word] > 1 else "" for i, word in enumerate(shown)]
    return tuple(
        BrokenLabel(word + end, token.removeprefix(" ") + end) if "\n" in token else word + end
        for token, word, end in zip(tokens, shown, ends, strict=True)
    )


@lru_cache(maxsize=256)
def component_labels(count: int) -> tuple[str, ...]:
    """Return the label of each component of a vector."""
    return tuple(str(j + 1) for j in range(count))
