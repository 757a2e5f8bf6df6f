"""Hypothesis strategies for packs of tensors."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnstudio.state.origin import Origin
from attnstudio.state.tensors import TensorPack

DTYPES = [np.float64, np.float32, np.float16, np.int8, np.int64, np.uint16]
WORDS = st.text(max_size=6)


def numbers(dtype, missing=False):
    kind = np.dtype(dtype).kind
    if kind != "f":
        return hnp.from_dtype(np.dtype(dtype), min_value=0 if kind == "u" else -100, max_value=100)
    width = np.dtype(dtype).itemsize * 8
    limit = 64_000.0 if width == 16 else 1e6
    plain = st.floats(-limit, limit, width=width)
    return plain | st.just(float("nan")) if missing else plain


@st.composite
def _words(draw, T_q, T_k, lead):
    kind = draw(st.sampled_from(["toy", "random", "real", "file"]))
    return {
        "query_tokens": draw(st.just(()) | st.tuples(*[WORDS] * T_q)),
        "key_tokens": draw(st.just(()) | st.tuples(*[WORDS] * T_k)),
        "layers": tuple(draw(st.lists(st.integers(0, 99), min_size=lead[0], max_size=lead[0])))
        if len(lead) == 2
        else (),
        "origin": Origin(kind, draw(WORDS), draw(st.none() | st.integers(0, 99)), draw(st.booleans())),
        "scale": draw(st.none() | st.floats(1e-3, 10)),
        "rope_theta": draw(st.none() | st.floats(1, 1e6)),
    }


@st.composite
def vector_packs(draw):
    """Return a strategy for packs with query, key and value."""
    T_q, T_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    lead = draw(st.sampled_from([(), (2,), (4,), (3, 2)]))
    shared = (*lead[:-1], lead[-1] // draw(st.sampled_from([1, 2]))) if lead else ()
    shapes = {"query": (*lead, T_q, d_k), "key": (*shared, T_k, d_k), "value": (*shared, T_k, d_v)}
    arrays = {}
    for role, shape in shapes.items():
        dtype = draw(st.sampled_from(DTYPES))
        arrays[role] = draw(hnp.arrays(dtype, shape, elements=numbers(dtype)))
    return TensorPack(**arrays, **draw(_words(T_q, T_k, lead)))


@st.composite
def weight_packs(draw):
    """Return a strategy for packs of weights alone, with missing numbers."""
    T_q, T_k = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    lead = draw(st.sampled_from([(), (2,), (3, 2)]))
    dtype = draw(st.sampled_from(DTYPES))
    weights = draw(hnp.arrays(dtype, (*lead, T_q, T_k), elements=numbers(dtype, missing=True)))
    return TensorPack(weights=weights, **draw(_words(T_q, T_k, lead)))


def packs():
    """Return a strategy for any pack."""
    return vector_packs() | weight_packs()
