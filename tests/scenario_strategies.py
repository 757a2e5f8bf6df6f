"""Any Scenario, made from what its fields declare: later panels need no strategy of their own."""

from typing import Any

from hypothesis import strategies as st
from tensor_strategies import packs

from attnstudio.state.fields import Choice, Field, Indices, Number, Scenario, Switch, Whole
from attnstudio.state.tensor_field import Tensors

PLACES = st.integers(0, 6)  # a few are beyond the small packs: they must be ignored


def values_of(spec: Field) -> st.SearchStrategy[Any]:
    """Return a strategy for all values that a field takes."""
    match spec:
        case Number():
            return st.floats(spec.allowed_low, spec.allowed_high)
        case Whole():
            return st.integers(spec.low, min(spec.high, spec.low + 6)) | st.integers(spec.low, spec.high)
        case Choice():
            return st.sampled_from([word for word, _ in spec.options])
        case Switch():
            return st.booleans()
        case Indices(axes=1):
            return st.frozensets(PLACES, max_size=4)
        case Indices():
            return st.frozensets(st.tuples(*[PLACES] * spec.axes), max_size=6)
        case Tensors():
            return packs()
        case _:
            raise TypeError(f"no strategy for a field of kind {type(spec).__name__}")


def scenarios(kind: type[Scenario]) -> st.SearchStrategy[Any]:
    """Return a strategy for every Scenario of a panel."""
    return st.builds(kind, **{name: values_of(spec) for name, spec in kind.specs().items()})
