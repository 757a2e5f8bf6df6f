"""What a hand does on the panel, as edits of its Scenario."""

from attnstudio.panels.attention.faults import NONE
from attnstudio.panels.attention.moves import QUERY, with_point, with_tip
from attnstudio.panels.attention.scenario import AttentionScenario, drawn_again, toggled, with_component, with_entry
from attnstudio.ui.document import Document


class Gestures:
    """Edits one panel of a Document."""

    def __init__(self, document: Document, name: str) -> None:
        self._document, self._name = document, name
        self._turned: AttentionScenario | None = None  # as it was before an arrow was moved
        self._painted = False  # whether the last stroke over a mask was taken

    @property
    def _scenario(self) -> AttentionScenario:
        scenario = self._document.scenario(self._name)
        assert isinstance(scenario, AttentionScenario)
        return scenario

    def end(self) -> None:
        """End a gesture: what comes next is another undo step."""
        self._turned = None
        self._document.end_gesture()

    def edit_cell(self, role: str, i: int, j: int, value: float) -> None:
        """Set a number of a query, key or value."""
        self._edit(tensors=with_component(self._scenario, role, i, j, value))

    def move_tip(self, index: int, angle: float, length: float) -> None:
        """Move an arrow of the dial; always the arrow as it was, since one along the query has lost its plane."""
        self._turned = self._turned or self._scenario
        self._edit(tensors=with_tip(self._turned, index, angle, length, whole_ticks=True))

    def place_tip(self, index: int, angle: float, length: float) -> None:
        """Let an arrow of the dial end exactly where it was typed to, or stepped to by a key."""
        self._turned = self._turned or self._scenario
        self._edit(tensors=with_tip(self._turned, index, angle, length))

    def move_point(self, index: int, x: float, y: float) -> None:
        """Move a value in the plane."""
        self._edit(tensors=with_point(self._scenario, index, x, y))

    def paint_mask(self, i: int, j: int) -> None:
        """Forbid a pair of query and key, or allow it again."""
        cells = self._scenario.custom
        self._edit(custom=toggled(cells, i, j, (i, j) not in cells))
        self._painted = self._scenario.custom is not cells

    def take_back_paint(self) -> None:
        """Let what was painted last be as if it had not been; what was selected with it stays so."""
        if not self._painted:
            return
        scenario = self._scenario
        self._document.take_back()
        self._edit(selected_query=scenario.selected_query, selected_key=scenario.selected_key)

    def choose(self, role: str, index: int) -> None:
        """Select a vector; the dial's query is that of the row that is selected already."""
        entry = {} if index == QUERY else with_entry(self._scenario.with_changes(role=role), index)
        self._edit(role=role, **entry)

    def pick(self, stage: str, i: int, j: int) -> None:
        """Select what a cell belongs to."""
        if stage in ("query", "key", "value"):
            self.choose(stage, i)
        elif stage == "output":
            self._edit(selected_query=i)
        else:
            self._edit(selected_query=i, selected_key=j)

    def randomise(self) -> None:
        """Draw other random numbers."""
        scenario = drawn_again(self._scenario)
        self._edit(tensors=scenario.tensors, seed=scenario.seed)
        self.end()

    def toggle_base(self) -> None:
        """Exchange eˣ and 2ˣ."""
        self._edit(base="e" if self._scenario.base == "2" else "2")
        self.end()

    @property
    def breaking(self) -> bool:
        """Whether a fault is on or to be found."""
        return self._scenario.breaking

    def toggle_fault(self) -> None:
        """Hide a fault that is to be found, or make everything right again."""
        if self.breaking:
            self._edit(fault=NONE, hide_fault=False)
            self.end()
        else:
            self.hide_another()

    def hide_another(self) -> None:
        """Hide another fault that is to be found."""
        from attnstudio.panels.attention.finding import another  # seldom wanted

        drawn = another(self._scenario, self._document.learner_seed())
        self._edit(fault=drawn.fault, hide_fault=True)
        self.end()

    def toggle_pin(self) -> None:
        """Keep the present Scenario as A, or let go of the one that is kept."""
        pinned = self._document.state(self._name).pinned
        self._document.edit_state(self._name, pinned=None if pinned is not None else self._scenario)

    def _edit(self, **changes: object) -> None:
        self._document.edit(self._name, **changes)
