"""The Document: the one Scene of the application, its undo history, and the Result of the open panel."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from attnstudio.state.fields import Scenario, exchanged
from attnstudio.state.figures import Result
from attnstudio.state.history import Gesture, History, Moment, Source
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.computed import Compute, Cover, Refine, computed
from attnstudio.ui.refinement import Refinement

if TYPE_CHECKING:
    from attnstudio.state.locks import Locks


class Document(QObject):
    """Holds the Scene; every change of it goes through here, is computed first, and is told once.

    Parameters
    ----------
    scene : Scene
        What is shown first, unmodified.
    compute : callable (panel name, Scenario) -> Result
        Called before anything is committed: what it raises leaves the Document as it was.
    cover : callable (panel name, Result, names of stages) -> Result
        Returns the Result without the numbers of these stages; called likewise, and only where some are covered.
    parent : QObject, optional
    refine : callable (panel name, Scenario) -> iterator of Results, optional
        Goes on in the worker where a Result is not final; what it yields takes the place of the Result.

    Notes
    -----
    Every method that changes the Scene raises RuntimeError while `changed` is being told. History is a row of moments;
    fields declared not undoable (selections) and the open panel amend the present moment instead of adding one. An edit
    of what is locked changes nothing, and `refused` tells why.
    """

    changed = Signal()  # once per change, when `scene` and `result` are both new; and when the worker has a new Result
    held = Signal()  # other locks
    refused = Signal(object)  # Message: why a change was not taken

    def __init__(
        self, scene: Scene, compute: Compute, cover: Cover, parent: QObject | None = None, *,
        refine: Refine | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._compute, self._cover = compute, cover
        self.learner_seed: Callable[[], int] = int  # 0 for nobody; by which panels draw what is the learner's own
        self._telling = False
        self._history = History((Moment(scene, Source(scene, saved=scene)),))
        self._locks: Locks | None = None
        self._live, self._pinned = computed(scene, compute, cover)
        self._refinement = Refinement(refine, self)
        self._refinement.came.connect(self._take)
        self._refinement.ended.connect(self._worked)
        self._refinement.follow((self._live, self._pinned))

    @property
    def scene(self) -> Scene:
        return self._history.scene

    @property
    def result(self) -> Result:
        """All of the open panel, what is covered too: to judge guesses by, and for the presenter."""
        return self._live.result

    @property
    def shown(self) -> Result:
        """What the open panel shows; `result` itself where nothing is covered."""
        return self._live.shown

    @property
    def pinned_result(self) -> Result | None:
        """What is pinned on the open panel, under the same covers; None without a pin."""
        return None if self._pinned is None else self._pinned.shown

    @property
    def computing(self) -> bool:
        """Whether the worker is at a better Result."""
        return self._refinement.busy

    @property
    def path(self) -> Path | None:
        """The file that Save writes."""
        return self._history.now.source.path

    @property
    def start(self) -> Scene:
        """The Scene as it was opened, which Reset goes back to."""
        return self._history.now.source.start

    @property
    def modified(self) -> bool:
        """True where work would be lost on closing; selections and the open panel are no work."""
        return bool(self._history.unsaved)

    @property
    def unsaved(self) -> tuple[Moment, ...]:
        """The work that would be: of the present, then of what a lesson or an example was opened over."""
        return self._history.unsaved

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def state(self, panel: str) -> PanelState:
        return self.scene.panels[panel]

    def scenario(self, panel: str) -> Scenario:
        return self.scene.panels[panel].scenario

    def edit(self, panel: str, **changes: Any) -> None:
        """Change fields of a panel's Scenario; until `end_gesture`, edits of the same fields are one undo step.

        Raises
        ------
        ValueError
            If a value is not allowed; nothing has changed then.
        """
        before = self.state(panel)
        after = exchanged(before, {"scenario": before.scenario.with_changes(**changes)})
        self._change_if_free(panel, after, (panel, frozenset(changes)))

    def edit_state(self, panel: str, **changes: Any) -> None:
        """Change what is covered, the orientation or what is pinned; each call is one undo step.

        Raises
        ------
        ValueError
            If a value is not allowed; nothing has changed then.
        """
        self._change_if_free(panel, replace(self.state(panel), **changes), None)

    def hold(self, locks: "Locks | None") -> None:
        """Take no edit that is locked, from now on; Reset, undo, redo and whatever is loaded are never locked."""
        if locks != self._locks:
            self._locks = locks
            self.held.emit()

    def locks_on(self, panel: str) -> "Locks | None":
        """Return what is locked on a panel; None where nothing is."""
        return self._locks if self._locks is not None and self._locks.panel == panel else None

    @property
    def in_gesture(self) -> bool:
        """Whether the next edit of the same fields belongs to the present undo step."""
        return self._history.gesture is not None

    def end_gesture(self) -> None:
        """Make the next edit an undo step of its own."""
        self._history = self._history._replace(gesture=None)

    def take_back(self) -> None:
        """Let the step that was made last be as if it had not been: what could be done again before it can be again."""
        self._go_to(self._history.taken_back())

    def undo(self) -> None:
        """Go back one step and open the panel that it had changed; without a step nothing happens."""
        self._go_to(self._history.back())

    def redo(self) -> None:
        """Do again what was undone, its panel open."""
        self._go_to(self._history.forward())

    def reset(self) -> None:
        """Bring the open panel back to how it was loaded, as an undo step."""
        self._change(self.scene.open_panel, self.start.panels[self.scene.open_panel], None)

    def open_panel(self, name: str) -> None:
        """Show another panel: no undo step."""
        if name != self.scene.open_panel:
            self._settle(self._history.amended(replace(self.scene, open_panel=name)))

    def load(self, scene: Scene, path: Path | None = None, *, unsaved: bool = False) -> None:
        """Start anew from a Scene that was read: no history, unmodified; `unsaved` if it is newer than its file."""
        self._settle(History((Moment(scene, Source(scene, saved=None if unsaved else scene, path=path)),)))

    def load_as_edit(self, scene: Scene, *, practice: bool = False) -> None:
        """Show a Scene as an undo step, as examples do; it has no file, and Reset goes to its start.

        Closing goes on asking for work that was unsaved before. `practice`: what is changed on the open panel is no
        work, until it is saved.
        """
        practised = scene.open_panel if practice else ""
        source = Source(scene, scene, practised=practised, behind=next(iter(self.unsaved), None))
        self._settle(self._history.pushed(Moment(scene, source)))

    def end_practice(self) -> None:
        """Take all changes from now on as work; those that were none stay none."""
        self._history.end_practice()
        self.end_gesture()

    def mark_saved(self, path: Path, work: Moment | None = None) -> None:
        """Say that the Scene as it is now stands in a file, which ends the care for what is behind; or one behind."""
        self._check_quiet()
        (work or self._history.now).mark_saved(path)
        if work is None:
            self._history.now.source.behind = None
        self._settle(self._history._replace(gesture=None))

    def _change_if_free(self, panel: str, after: PanelState, gesture: Gesture | None) -> None:
        locks = self.locks_on(panel)
        refusal = None if locks is None else locks.refusal(self.state(panel), after)
        if refusal is None:
            self._change(panel, after, gesture)
        else:
            self.refused.emit(refusal)

    def _change(self, panel: str, after: PanelState, gesture: Gesture | None) -> None:
        self._go_to(self._history.edited(panel, after, gesture))

    def _go_to(self, history: History) -> None:
        """Settle a history that is another one."""
        if history is not self._history:
            self._settle(history)

    def _check_quiet(self) -> None:
        if self._telling:
            raise RuntimeError("A Document cannot be changed while it tells of a change.")

    def _settle(self, history: History) -> None:
        """Commit a history once its present is computed, then tell it."""
        self._check_quiet()
        self._live, self._pinned = computed(history.scene, self._compute, self._cover, (self._live, self._pinned))
        self._history = history
        self._refinement.follow((self._live, self._pinned))
        self._tell()

    def _take(self, news: list[tuple[Scenario, Result]]) -> None:
        """Show Results of the worker: no undo step, since they are of the same Scenarios."""
        for scenario, result in news:
            if self._live.scenario is scenario:
                self._live = self._live.refined(result, self._cover)
            if self._pinned is not None and self._pinned.scenario is scenario:
                self._pinned = self._pinned.refined(result, self._cover)
        self._tell()

    def _worked(self) -> None:
        if not self._live.final:  # an error has ended the work
            self._tell()

    def _tell(self) -> None:
        self._telling = True
        try:
            self.changed.emit()
        finally:
            self._telling = False
