"""Scenarios of the Scaling panel that are quick to compute, and those in which something is otherwise."""

from hypothesis import strategies as st
from scenario_strategies import values_of

from attnstudio.panels.scaling.scenario import ScalingScenario

SPECS = ScalingScenario.specs()
OTHERS = {  # the least and the most of everything, and each way to draw
    "default": {},
    "smallest": {"d_k": 1, "n_keys": 2, "pairs": 100},
    "one": {"divide_by": "one"},
    "d_k": {"divide_by": "d_k", "d_k": 1024},
    "d_model": {"divide_by": "sqrt_d_model", "n_heads": 96},
    "many keys": {"n_keys": 64, "d_k": 1024, "pairs": 2_000},
    "mean": {"mean": 1.0},
    "correlated": {"correlation": 0.5, "mean": -3.0},
    "equal": {"correlation": 1.0},
    "opposed": {"correlation": -1.0, "mean": 0.3},
    "signs": {"distribution": "signs"},
    "equal signs": {"distribution": "signs", "correlation": 1.0},
    "signs with a mean": {"distribution": "signs", "mean": 1.0, "d_k": 7},
    "uniform": {"distribution": "uniform", "pairs": 600},
    "literal": {"way": "literal", "d_k": 5, "pairs": 600},
    "literal signs": {"way": "literal", "distribution": "signs", "pairs": 600, "correlation": 0.5},
    "textbook": {"textbook": True},
    "frozen textbook": {"textbook": True, "score_1": 1000.0, "score_2": -1000.0},
    "by the logits": {"gradient": "logits"},
    "another row": {"selected_row": 12, "seed": 0},
}


def quick() -> st.SearchStrategy[ScalingScenario]:
    """Return a strategy for any Scenario with few pairs."""
    fields = {name: values_of(spec) for name, spec in SPECS.items()} | {"pairs": st.integers(100, 300)}
    return st.builds(ScalingScenario, **fields)
