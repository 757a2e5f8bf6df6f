"""The undo history: a row of moments, one of which is the present."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from attnstudio.state.scene import PanelState, Scene

DEEPEST = 500  # undo steps kept
Gesture = tuple[str, frozenset[str]]  # a panel, and the fields that are edited on it


@dataclass
class Source:
    """What a stretch of history grew from: where Reset goes, the Scene on disk (None: never saved) and its file."""

    start: Scene
    saved: Scene | None
    path: Path | None = None
    practised: str = ""  # the panel whose changes are no work
    behind: "Moment | None" = None  # with work that was unsaved when this was opened over it


class Moment(NamedTuple):
    """A Scene, its source, and the panel that the step to it changed (None: all may have changed)."""

    scene: Scene
    source: Source
    panel: str | None = None

    @property
    def modified(self) -> bool:
        """Whether it holds work that is not on disk."""
        saved, practised = self.source.saved, self.source.practised
        if saved is self.scene:  # as at the start, where the panels that are not open have no state yet
            return False
        return saved is None or any(
            not same_work(state, saved.panels[name]) for name, state in self.scene.panels.items() if name != practised
        )

    def mark_saved(self, path: Path) -> None:
        """Say that it stands in a file, which is that of all that grew from the same source."""
        self.source.saved, self.source.path, self.source.practised = self.scene, path, ""


class History(NamedTuple):
    """A row of moments and which of them is the present; what changes it returns another one.

    Parameters
    ----------
    moments : tuple of Moment
        From the oldest on, one more than there are steps.
    at : int
        Index of the present one.
    gesture : Gesture, optional
        Whose edits belong to the present step, until the gesture ends.
    undone : tuple of Moment, optional
        What could be done again before the present step was made; None where that is no longer the last change.
    """

    moments: tuple[Moment, ...]
    at: int = 0
    gesture: Gesture | None = None
    undone: tuple[Moment, ...] | None = None

    @property
    def now(self) -> Moment:
        return self.moments[self.at]

    @property
    def scene(self) -> Scene:
        return self.now.scene

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.moments) - 1

    @property
    def unsaved(self) -> tuple[Moment, ...]:
        """The moments whose work is not on disk: the present one, then those that others were opened over."""
        found, moment = list[Moment](), self.now
        while True:
            if moment.modified:
                found.append(moment)
            if moment.source.behind is None:
                return tuple(found)
            moment = moment.source.behind

    def end_practice(self) -> None:
        """Take what is changed from now on as work, in every moment; changes that were none stay none."""
        for moment in (*self.moments, self.now):  # of one source the present counts
            source = moment.source
            if source.practised and source.saved is not None:
                state = moment.scene.panels[source.practised]
                source.saved = source.saved.with_panel(source.practised, state)
        for moment in self.moments:
            moment.source.practised = ""

    def edited(self, panel: str, after: PanelState, gesture: Gesture | None) -> "History":
        """Return it with another state of a panel: as a step, or as part of the present one; itself where none is new.

        A gesture that comes back to where it began leaves no step, and what could be done again before it can be again.
        """
        before, scene = self.scene.panels[panel], self.scene.with_panel(panel, after)
        if same_work(before, after):
            return self if after == before else self.amended(scene)
        if gesture is None or gesture != self.gesture:
            return self.pushed(Moment(scene, self.now.source, panel), gesture)
        start = self.moments[self.at - 1]
        if same_work(after, start.scene.panels[panel]):
            start = start._replace(scene=scene)
            return History((*self.moments[: self.at - 1], start, *(self.undone or ())), self.at - 1)
        return self.amended(scene)._replace(gesture=gesture)

    def amended(self, scene: Scene) -> "History":
        """Return it with another Scene in the present moment; a gesture ends."""
        now = self.now._replace(scene=scene)
        return self._replace(moments=(*self.moments[: self.at], now, *self.moments[self.at + 1 :]), gesture=None)

    def pushed(self, moment: Moment, gesture: Gesture | None = None) -> "History":
        """Return it with one more step, after which nothing can be done again."""
        moments = (*self.moments[: self.at + 1], moment)[-DEEPEST - 1 :]
        return History(moments, len(moments) - 1, gesture, self.moments[self.at + 1 :])

    def taken_back(self) -> "History":
        """Return it as if the step that was made last had not been; itself where that was not the last change."""
        return self if self.undone is None else History((*self.moments[: self.at], *self.undone), self.at - 1)

    def back(self) -> "History":
        """Return it one step back, the panel open that the step had changed; itself without a step."""
        return self._gone_to(self.at - 1, self.now.panel) if self.can_undo else self

    def forward(self) -> "History":
        """Return it with the step made again that was undone, its panel open; itself without one."""
        return self._gone_to(self.at + 1, self.moments[self.at + 1].panel) if self.can_redo else self

    def _gone_to(self, at: int, panel: str | None) -> "History":
        there = History(self.moments, at)
        if panel is None or panel == there.scene.open_panel:
            return there
        return there.amended(replace(there.scene, open_panel=panel))


def same_work(a: PanelState, b: PanelState) -> bool:
    """Return whether two states of a panel differ in selections at most."""
    if a is b or (a.covered, a.orientation, a.pinned) != (b.covered, b.orientation, b.pinned):
        return a is b
    specs = a.scenario.specs()
    return not any(specs[name].undoable for name in a.scenario.differences(b.scenario))
