"""What a file calls its words: the arrays besides Q, K, V and weights that say how these are meant."""

from collections.abc import Iterable

from attnstudio.state.faults import Fault, Faults

WORDS = (
    "tokens", "query_tokens", "key_tokens", "layers", "scale", "causal", "rope_theta", "rope_pairs", "model",
    "sentence", "licence", "source", "mask", "mask_true", "bias",
)  # fmt: skip
OTHERS = {
    "mask": ("attn_mask", "attention_mask", "causal_mask", "key_padding_mask", "padding_mask", "src_mask"),
    "bias": ("attn_bias", "attention_bias", "additive_mask"),
    "causal": ("is_causal",),
}
_MEANT = {name: name for name in WORDS} | {other: word for word, others in OTHERS.items() for other in others}


def word_of(name: str) -> str | None:
    """Return the word that an array of this name is, in letters of whatever size; None where it is none."""
    return _MEANT.get(name.lower())


def word_names(names: Iterable[str]) -> dict[str, str]:
    """Return the name that each word has among those of a file.

    Raises
    ------
    Faults
        Naming arrays that would be the same word: nothing tells which of them is meant.
    """
    found: dict[str, list[str]] = {}
    for name in names:
        if word := word_of(name):
            found.setdefault(word, []).append(name)
    twice = [Fault("", f"expected one array for {word}, got {' and '.join(n)}") for word, n in found.items() if n[1:]]
    if twice:
        raise Faults(twice)
    return {word: name for word, (name,) in found.items()}
