"""What attention costs: numbers of scores, and bytes of scores and of a cache of keys and values."""

from attnstudio.core.arrays import whole_number

FLOAT32, FLOAT16 = 4, 2  # bytes of a number


def score_count(T_q: int, T_k: int, n_heads: int = 1, n_layers: int = 1) -> int:
    """Return how many scores are computed for one sequence: n_layers · n_heads · T_q · T_k.

    Raises
    ------
    ValueError
        If a size is negative or not whole.
    """
    sizes = {"T_q": T_q, "T_k": T_k, "n_heads": n_heads, "n_layers": n_layers}
    count = 1
    for name, size in sizes.items():
        count *= whole_number(name, size, 0)
    return count


def cache_bytes(T: int, d_model: int, n_layers: int, number_bytes: int = FLOAT16) -> int:
    """Return the bytes of the keys and values that are kept of T tokens: 2 · n_layers · d_model · T numbers.

    Raises
    ------
    ValueError
        If a size is negative or not whole.
    """
    return 2 * score_count(T, d_model, n_layers) * whole_number("number_bytes", number_bytes, 1)
