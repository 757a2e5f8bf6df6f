"""Names of queries and keys, and the words of captions."""

from attnstudio.state.tensors import TensorPack
from attnstudio.state.token_names import named, subscript


def vector_name(role: str, i: int, count: int) -> str:
    """Return the symbol of a vector: q, k₂, v₃."""
    letter = role[0]
    return letter if count == 1 and letter == "q" else f"{letter}{subscript(i + 1)}"


def query_labels(pack: TensorPack) -> tuple[str, ...]:
    """Return the label of each query."""
    return named(pack.query_tokens, "q", pack.T_q)


def key_labels(pack: TensorPack) -> tuple[str, ...]:
    """Return the label of each key."""
    return named(pack.key_tokens, "k", pack.T_k)


def value_labels(pack: TensorPack) -> tuple[str, ...]:
    """Return the label of each value: the token of its key."""
    return named(pack.key_tokens, "v", pack.T_k)
