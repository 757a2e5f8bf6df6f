"""One export: what is written, step by step, away from the window; only a picture is painted by the window."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from attnstudio import catalog
from attnstudio.files.atomic import write_whole
from attnstudio.files.faults import FileFault, whole_file_fault
from attnstudio.files.scenes import n_numbers, write_scene
from attnstudio.files.tables import csv_parts, n_parts
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.scene import SCENE_SUFFIX, Scene
from attnstudio.ui.export_sheet import PICTURES, Wanted

AT_ONCE = 20_000  # numbers that are written before anyone notices
ENDINGS = {"png": ".png", "svg": ".svg", "pdf": ".pdf", "csv": ".csv", "numpy": ".py", "torch": ".py",
           "scene": SCENE_SUFFIX}  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """A Scenario of the open panel, and what is known of its Result."""

    scenario: Scenario
    result: Result


class ExportJob:
    """Writes one file; both threads know how far it is.

    Parameters
    ----------
    path : Path
    wanted : Wanted
    scene : Scene
    shown : sequence of Shown
        What the picture or the table is of: the Scenario of the open panel, and after it the one that is pinned.
    """

    def __init__(self, path: Path, wanted: Wanted, scene: Scene, shown: list[Shown]) -> None:
        self.path, self.wanted, self.scene, self.shown = path, wanted, scene, shown
        self.share = 0.0

    @property
    def quick(self) -> bool:
        """Whether all of it can be done at once."""
        if self.wanted.kind in PICTURES:
            return self._final
        if self.wanted.kind == "scene":
            return n_numbers(self.scene) <= AT_ONCE
        return self._final and sum(matrix.values.size for matrix in self.shown[0].result.matrices.values()) <= AT_ONCE

    @property
    def _final(self) -> bool:
        return all(one.result.progress >= 1 for one in self.shown)

    def steps(self) -> Iterator["ExportJob | FileFault | None"]:
        """Make Results final and write the file; yield nothing on the way, and then the job or what is wrong."""
        try:
            yield from self._finished()
            if self.wanted.kind == "scene":
                write_scene(self.scene, self.path)
            elif self.wanted.kind not in PICTURES:
                content = bytearray()
                for part in self._content():
                    content += part
                    yield None
                write_whole(self.path, bytes(content))
        except FileFault as fault:
            yield fault
        else:
            yield self

    def paint(self) -> None:
        """Write the picture: what is painted belongs to the thread of the window."""
        from attnstudio.exchange.pictures import picture_of

        wanted, ending = self.wanted, ENDINGS[self.wanted.kind]
        try:
            data = picture_of(self.scene, ending, wanted.size, wanted.look, part=wanted.part, compute=self._result)
        except ValueError as error:  # it says why there is no such picture
            raise whole_file_fault(self.path, str(error)) from None
        write_whole(self.path, data)

    def _finished(self) -> Iterator[None]:
        """Go on with the Results that are not final."""
        for i, one in enumerate(self.shown if self.wanted.kind in (*PICTURES, "csv") else ()):
            if one.result.progress >= 1:
                continue
            for result in catalog.refine(self.scene.open_panel, one.scenario):
                self.shown[i] = replace(one, result=result)
                self.share = (i + result.progress) / len(self.shown)
                yield None

    def _content(self) -> Iterator[bytes]:
        scene, wanted = self.scene, self.wanted
        state = scene.panels[scene.open_panel]
        if wanted.kind != "csv":
            try:
                yield catalog.script(scene.open_panel, state, wanted.kind).encode()
            except ValueError as error:  # it says why there is no such script
                raise whole_file_fault(self.path, str(error)) from None
            return
        result = catalog.cover(scene.open_panel, self.shown[0].result, state.covered)
        if wanted.part is not None and wanted.part in result.matrices:
            result = replace(result, matrices={wanted.part: result.matrices[wanted.part]})
        count = n_parts(result)
        for i, part in enumerate(csv_parts(result), 1):
            self.share = i / count
            yield part

    def _result(self, panel: str, scenario: Scenario) -> Result:
        known = (one.result for one in self.shown if panel == self.scene.open_panel and one.scenario is scenario)
        return next(known, None) or catalog.final(panel, scenario)
