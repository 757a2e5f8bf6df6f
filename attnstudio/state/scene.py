"""Scene: everything needed to come back to the same screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Self

from attnstudio.state.fields import Scenario

Orientation = Literal["rows", "columns"]


@dataclass(frozen=True)
class PanelState:
    """One panel: its Scenario, the stages covered, whether queries are rows or columns, and what is pinned."""

    scenario: Scenario
    covered: frozenset[str] = frozenset()
    orientation: Orientation = "rows"
    pinned: Scenario | None = None


@dataclass(frozen=True)
class Scene:
    """All panels' states and which one is open."""

    open_panel: str
    panels: Mapping[str, PanelState]
    title: str = ""
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "panels", MappingProxyType(dict(self.panels)))
        if self.open_panel not in self.panels:
            raise ValueError(f"open_panel: expected one of {', '.join(self.panels)}, got {self.open_panel!r}")

    def __hash__(self) -> int:
        return hash((self.open_panel, self.title, tuple(self.panels)))

    def with_panel(self, name: str, state: PanelState) -> Self:
        """Return a Scene in which panel `name` has this state."""
        return replace(self, panels={**self.panels, name: state})
