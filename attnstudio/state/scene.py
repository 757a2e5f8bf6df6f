"""Scene: everything needed to come back to the same screen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Self, get_args

from attnstudio.state.deferred import DeferredEach
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import Scenario, exchanged, expected

SCENE_SUFFIX = ".attn.json"  # of the file of a Scene
Orientation = Literal["rows", "columns"]


@dataclass(frozen=True)
class PanelState:
    """One panel: its Scenario, the stages covered, whether queries are rows or columns, and what is pinned.

    Raises
    ------
    Faults
        If the panel has no such stage, there is no such orientation, or what is pinned is no Scenario of this panel.
    """

    scenario: Scenario
    covered: frozenset[str] = frozenset()
    orientation: Orientation = "rows"
    pinned: Scenario | None = None

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise Faults(faults)

    def _faults(self) -> Iterator[Fault]:
        stages = self.scenario.stages
        if not isinstance(self.covered, frozenset):
            yield Fault("covered", str(expected("a set of stages", self.covered)))
        elif not self.covered.issubset(stages):
            unknown = sorted(map(str, self.covered.difference(stages)))
            yield Fault("covered", f"expected stages of {', '.join(stages) or 'none'}, got {', '.join(unknown)}")
        if self.orientation not in get_args(Orientation):
            yield Fault("orientation", str(expected("rows or columns", self.orientation)))
        if self.pinned is not None and type(self.pinned) is not type(self.scenario):
            kind = type(self.scenario).__name__
            yield Fault("pinned", f"expected a Scenario of this panel ({kind}), got {type(self.pinned).__name__}")


@dataclass(frozen=True)
class Scene:
    """All panels' states and which one is open."""

    open_panel: str
    panels: Mapping[str, PanelState]
    title: str = ""
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        panels = self.panels if isinstance(self.panels, DeferredEach) else dict(self.panels)
        object.__setattr__(self, "panels", MappingProxyType(panels))
        if self.open_panel not in self.panels:
            raise ValueError(f"open_panel: expected one of {', '.join(self.panels)}, got {self.open_panel!r}")

    def __hash__(self) -> int:
        return hash((self.open_panel, self.title, tuple(self.panels)))

    def with_panel(self, name: str, state: PanelState) -> Self:
        """Return a Scene in which panel `name` has this state."""
        panels = self.panels | {name: state}  # type: ignore[operator]  # see above: of a dict, or of what is deferred
        return exchanged(self, {"panels": MappingProxyType(panels)})
