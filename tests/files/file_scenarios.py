"""A Scenario with a field of every kind, to test scene files without any panel."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from hypothesis import strategies as st
from tensor_strategies import packs

from attnstudio.state.fields import Choice, Indices, Number, Scenario, Switch, Whole, declared
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensor_field import Tensors
from attnstudio.state.tensors import TensorPack

NUMBERS = Tensors(label="Numbers", help="")
START = TensorPack(query=np.eye(2, 3), key=np.eye(4, 3), value=np.eye(4, 2))


@dataclass(frozen=True)
class Sample(Scenario):
    """A field of every kind."""

    stages: ClassVar = ("scores", "weights", "output")

    tensors: TensorPack = declared(NUMBERS, START)
    temperature: float = declared(Number(label="Temperature", help="", low=0.05, high=20.0, log=True), 1.0)
    heads: int = declared(Whole(label="Heads", help="", low=1, high=12), 1)
    divide_by: str = declared(Choice(label="Divide by", help="", options=(("one", "1"), ("d_k", "d_k"))), "one")
    bold: bool = declared(Switch(label="Bold", help=""), False)
    padding: frozenset[int] = declared(Indices(label="Padding", help=""), frozenset())
    custom: frozenset[tuple[int, int]] = declared(Indices(label="Custom", help="", axes=2), frozenset())


SCENARIOS = {"left": Sample, "right": Sample}
SCENE = Scene("left", {"left": PanelState(Sample())}, title="A scene")


def sample_scenarios():
    """Return a strategy for Scenarios."""
    indices = st.integers(0, 30)
    return st.builds(
        Sample,
        tensors=packs(),
        temperature=st.floats(0.05, 20),
        heads=st.integers(1, 12),
        divide_by=st.sampled_from(["one", "d_k"]),
        bold=st.booleans(),
        padding=st.frozensets(indices, max_size=4),
        custom=st.frozensets(st.tuples(indices, indices), max_size=4),
    )


@st.composite
def scenes(draw):
    """Return a strategy for scenes of one panel or two."""
    states = st.builds(
        PanelState,
        scenario=sample_scenarios(),
        covered=st.frozensets(st.sampled_from(Sample.stages)),
        orientation=st.sampled_from(["rows", "columns"]),
        pinned=st.none() | sample_scenarios(),
    )
    names = draw(st.sampled_from([("left",), ("left", "right")]))
    return Scene(draw(st.sampled_from(names)), {name: draw(states) for name in names}, draw(st.text(max_size=20)))
