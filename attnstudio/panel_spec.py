"""One panel of the catalog: what the rail shows, and where its parts are; its modules are imported when used."""

import importlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from attnstudio.state.fields import Scenario
from attnstudio.state.scene import PanelState

if TYPE_CHECKING:
    from attnstudio.state.code_lines import CodeForm
    from attnstudio.state.description import Description
    from attnstudio.state.figures import Result
    from attnstudio.state.tensors import TensorPack
    from attnstudio.ui.document import Document
    from attnstudio.ui.panel import Panel


class PanelSpec(NamedTuple):
    """One panel: what the rail shows and where its parts are.

    Parameters
    ----------
    name : str
        As in scene files and on the command line.
    title, glyph : str
        What the rail shows; the glyph is one character of the shipped fonts.
    folder : str
        Package with the modules below.
    scenario_at, compute_at, cover_at, describe_at, randomiser_at, script_at, code_at, view_at : str
        "module:name" in that package: the Scenario class; Scenario to Result; Result and names of stages to the Result
        without their numbers; Result and PanelState to Description; Scenario and seed to Scenario; Scenario, library
        and covered stages to the text of a script; Scenario and Result to the forms of its code; the Panel class.
    opener_at : str
        Likewise, where the panel shows files of tensors: TensorPack to Scenario.
    refine_at : str
        Likewise, where computing takes long: Scenario to an iterator of better and better Results, the last one final.
    """

    name: str
    title: str
    glyph: str
    folder: str
    scenario_at: str
    compute_at: str
    cover_at: str
    describe_at: str
    randomiser_at: str
    script_at: str
    code_at: str
    view_at: str
    opener_at: str = ""
    refine_at: str = ""

    @property
    def scenario(self) -> type[Scenario]:
        found: type[Scenario] = self._resolve(self.scenario_at)
        return found

    def prepare(self) -> None:
        """Import what computes and covers the panel; that of its view comes with the window."""
        for place in (self.compute_at, self.cover_at):
            self._resolve(place)

    def start(self) -> PanelState:
        """Return the panel as it opens, at its defaults."""
        return PanelState(self.scenario())

    def compute(self, scenario: Scenario) -> "Result":
        """Return all that the panel shows for a Scenario."""
        result: Result = self._resolve(self.compute_at)(scenario)
        return result

    def refine(self, scenario: Scenario) -> "Iterator[Result]":
        """Return the Results that follow the one of `compute`, each better than the last."""
        return iter(self._resolve(self.refine_at)(scenario) if self.refine_at else ())

    def cover(self, result: "Result", names: frozenset[str]) -> "Result":
        """Return a Result of the panel without the numbers of some stages."""
        shown: Result = self._resolve(self.cover_at)(result, names)
        return shown

    def describe(self, result: "Result", state: PanelState) -> "Description":
        """Return the panel in words, from the Result that it shows."""
        description: Description = self._resolve(self.describe_at)(result, state)
        return description

    def opened(self, tensors: "TensorPack", **stated: Any) -> Scenario:
        """Return the Scenario that shows tensors with the masks and rotary pairs that came with them."""
        scenario: Scenario = self._resolve(self.opener_at)(tensors, **stated)
        return scenario

    def randomised(self, scenario: Scenario, seed: int) -> Scenario:
        """Return the Scenario with random numbers in place of its own."""
        changed: Scenario = self._resolve(self.randomiser_at)(scenario, seed)
        return changed

    def script(self, state: PanelState, library: str) -> str:
        """Return a script that computes again what the panel shows and compares it; covered stages are left out."""
        return str(self._resolve(self.script_at)(state.scenario, library, state.covered))

    def code(self, scenario: Scenario, result: "Result") -> "tuple[CodeForm, ...]":
        """Return a few lines that do what the panel shows, in several forms; the first is the screen's."""
        forms: tuple[CodeForm, ...] = self._resolve(self.code_at)(scenario, result)
        return forms

    def view(self, document: "Document", **options: Any) -> "Panel":
        """Build the panel's widget on a document."""
        build: Callable[..., Panel] = self._resolve(self.view_at)
        return build(document, self.name, **options)

    def _resolve(self, place: str) -> Any:
        return _found(f"{self.folder}.{place}")


@cache
def _found(place: str) -> Any:
    module, name = place.split(":")
    return getattr(importlib.import_module(module), name)
