"""What a Scene shows: the Results of its open panel, computed and covered no more often than they change."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.scene import Scene

Compute = Callable[[str, Scenario], Result]
Cover = Callable[[str, Result, frozenset[str]], Result]
Refine = Callable[[str, Scenario], Iterator[Result]]


class Computed(NamedTuple):
    """The Result of a Scenario of one panel: whole, and as it is shown under covers."""

    panel: str
    scenario: Scenario
    covered: frozenset[str]
    result: Result
    shown: Result

    @property
    def final(self) -> bool:
        """False where `refine` would go on."""
        return self.result.progress >= 1

    def refined(self, result: Result, cover: Cover) -> "Computed":
        """Return the same with a Result of more work."""
        shown = cover(self.panel, result, self.covered) if self.covered else result
        return self._replace(result=result, shown=shown)


Known = Sequence[Computed | None]


def computed(scene: Scene, compute: Compute, cover: Cover, known: Known = ()) -> tuple[Computed, Computed | None]:
    """Return what the open panel shows, and what stands beside it: what is pinned, else what its Scenario asks for.

    Parameters
    ----------
    scene : Scene
    compute, cover : callable
        As of a Document.
    known : sequence of (Computed or None)
        What has been computed before: it is used again wherever it fits.
    """
    panel, state = scene.open_panel, scene.panels[scene.open_panel]

    def of(scenario: Scenario, known: Known) -> Computed:
        same = [one for one in known if one is not None and one.panel == panel and one.scenario is scenario]
        fitting = next((one for one in same if one.covered == state.covered), None)
        if fitting is not None:
            return fitting
        result = same[0].result if same else compute(panel, scenario)
        shown = cover(panel, result, state.covered) if state.covered else result
        return Computed(panel, scenario, state.covered, result, shown)

    live = of(state.scenario, known)
    aside = state.pinned or _known_beside(state.scenario, known)
    return live, None if aside is None else of(aside, (live, *known))


def _known_beside(scenario: Scenario, known: Known) -> Scenario | None:
    """Return what a Scenario is shown beside, as the very object that a Result is known of where there is one."""
    beside = scenario.beside
    if beside is None:
        return None
    return next((one.scenario for one in known if one is not None and one.scenario == beside), beside)
