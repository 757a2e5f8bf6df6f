"""What makes Results final that are not: the work of a panel that takes long, done by the worker."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.ui.computed import Computed, Refine
from attnstudio.ui.worker import Worker


class Refinement(QObject):
    """Has the worker go on with what is shown and not final.

    Parameters
    ----------
    refine : callable (panel name, Scenario) -> iterator of Results, optional
        None leaves all as it is.
    parent : QObject
    """

    came = Signal(object)  # pairs of a Scenario and its newest Result
    ended = Signal()

    def __init__(self, refine: Refine | None, parent: QObject) -> None:
        super().__init__(parent)
        self._refine = refine
        self._scenarios: list[Scenario] = []  # that the worker is at
        self._worker = Worker(self)
        self._worker.came.connect(self.came)
        self._worker.ended.connect(self.ended)

    @property
    def busy(self) -> bool:
        """Whether better Results are on their way."""
        return self._worker.busy

    def follow(self, shown: Sequence[Computed | None]) -> None:
        """Work on what is shown now; what the worker is at already goes on."""
        unfinished = [one for one in shown if one is not None and not one.final]
        scenarios = [one.scenario for one in unfinished]
        if self._refine is None or not unfinished:
            self._worker.stop()
        elif not self.busy or list(map(id, scenarios)) != list(map(id, self._scenarios)):
            self._worker.start(_steps(unfinished, self._refine))
        self._scenarios = scenarios


def _steps(unfinished: Sequence[Computed], refine: Refine) -> Iterator[list[tuple[Scenario, Result]]]:
    """Yield all that has been found, since what was yielded before may never be handed on."""
    done: list[tuple[Scenario, Result]] = []
    for one in unfinished:
        result = one.result
        for result in refine(one.panel, one.scenario):
            yield [*done, (one.scenario, result)]
        done.append((one.scenario, result))
