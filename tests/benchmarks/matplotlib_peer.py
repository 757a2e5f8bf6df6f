"""The stages of the Attention panel drawn by matplotlib, in a process of its own that test_slider_speed.py starts.

Every line of its input is a number for the slider of the first key's first component; it answers each with a line: the
milliseconds of the drawing. What it draws is computed before, untimed, by a Document of its own.
"""

import os
import sys
import time

os.environ |= {"QT_API": "pyside6", "QT_QPA_PLATFORM": "offscreen"}

import numpy as np
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure
from PySide6.QtWidgets import QApplication

from attnstudio import catalog
from attnstudio.panels.attention.scenario import with_component
from attnstudio.ui.document import Document

STAGES = ("query", "key", "scores", "logits", "masked_logits", "weights", "value", "output")

# whether rows and columns have labels, as on the panel
LABELS = {
    name: (name in ("query", "weights", "value"), name not in ("query", "key", "value", "output")) for name in STAGES
}


class Peer:
    """The same stages drawn by matplotlib."""

    def __init__(self, result) -> None:
        figure = Figure(figsize=(11.6, 7.8), dpi=100, layout="none")
        self.canvas = FigureCanvasQTAgg(figure)
        grid = figure.add_gridspec(3, 8)
        self.images = {name: self._matrix(figure.add_subplot(grid[0, i]), result.matrices[name], name == "key",
                                          LABELS[name])
                       for i, name in enumerate(STAGES)}  # fmt: skip
        below = [figure.add_subplot(grid[1:, a:b]) for a, b in ((0, 2), (2, 3), (3, 4), (4, 5), (6, 8))]
        self.dial = self._dial(below[0], result.figures["dial"])
        self.bars = [self._bars(axes, bars) for axes, bars in zip(below[1:4], result.figures["bars"], strict=True)]
        self.plane = self._plane(below[4], result.figures["plane"])
        self.canvas.show()
        self.show(result)

    def _matrix(self, axes, matrix, turned, shown):
        values = matrix.values.T if turned else matrix.values
        image = axes.imshow(values, vmin=matrix.limits[0], vmax=matrix.limits[1])
        axes.set_title(f"{matrix.title}\n{matrix.subtitle}")
        rows, columns = shown
        axes.set_yticks(range(matrix.shape[0]) if rows else [], matrix.row_labels if rows else [])
        axes.set_xticks(range(matrix.shape[1]) if columns else [], matrix.column_labels if columns else [])
        texts = [axes.text(j, i, "", ha="center", va="center") for i, j in np.ndindex(values.shape)]
        return image, texts

    def _bars(self, axes, bars):
        axes.set_title(str(bars.title))
        drawn = axes.bar(range(len(bars.values)), bars.values)
        axes.set_xticks(range(len(bars.labels)), bars.labels)
        axes.set_yticks([0, 1])
        axes.set_xlabel(str(bars.caption))
        return drawn, [axes.text(i, 0, "", ha="center") for i in range(len(bars.values))]

    def _dial(self, axes, dial):
        axes.set_axis_off()
        axes.set_title(f"Key dial: angle and length to {dial.query_label}")
        arrows = axes.quiver([0.0] * 4, [0.0] * 4, [1.0] * 4, [0.0] * 4, angles="xy", scale_units="xy", scale=1)
        (shadow,) = axes.plot([0, 1], [0, 0], linestyle="--")
        return arrows, shadow, [axes.text(0, 0, "") for _ in range(5)]

    def _plane(self, axes, plane):
        axes.set_title("Output: a mix of the values")
        axes.set_xlabel(str(plane.component_titles[0]))
        axes.set_ylabel(str(plane.component_titles[1]))
        values, output = axes.scatter(*plane.points.T), axes.scatter(*plane.output)
        axes.fill(*plane.points[list(plane.hull)].T, alpha=0.2)
        return values, output, [axes.text(x, y, "") for x, y in (*plane.points, plane.output)]

    def show(self, result) -> None:
        for name, (image, texts) in self.images.items():
            matrix = result.matrices[name]
            values = matrix.values.T if name == "key" else matrix.values
            image.set_data(values)
            for text, value in zip(texts, values.ravel(), strict=True):
                text.set_text(f"{value:.{matrix.digits}f}")
        dial, (arrows, shadow, texts) = result.figures["dial"], self.dial
        x, y = dial.lengths * np.cos(np.radians(dial.angles)), dial.lengths * np.sin(np.radians(dial.angles))
        x, y = np.nan_to_num(x), np.nan_to_num(y)
        arrows.set_UVC([dial.query_length, *x], [0, *y])
        shadow.set_data([x[0], x[0]], [0, y[0]])
        for text, at, reading in zip(texts, ((dial.query_length, 0), *zip(x, y, strict=True), (0, -1)),
                                     (dial.query_label, *dial.readings, dial.caption), strict=True):  # fmt: skip
            text.set_position(at)
            text.set_text(str(reading))
        for (drawn, texts), bars in zip(self.bars, result.figures["bars"], strict=True):
            for bar, text, value in zip(drawn, texts, bars.values, strict=True):
                bar.set_height(value)
                text.set_y(value)
                text.set_text(f"{value:.3f}")
        values, output, texts = self.plane
        plane = result.figures["plane"]
        values.set_sizes(600 * plane.weights)
        output.set_offsets([plane.output])
        texts[-1].set_position(plane.output)
        for text, weight in zip(texts, (*plane.weights, 1.0), strict=True):
            text.set_text(f"{weight:.3f}")
        self.canvas.draw()
        QApplication.processEvents()


def main() -> None:
    application = QApplication([])
    document = Document(catalog.start_scene(), catalog.compute, catalog.cover)
    peer = Peer(document.result)
    for line in sys.stdin:
        tensors = with_component(document.scenario("attention"), "key", 0, 0, float(line))
        document.edit("attention", tensors=tensors)
        start = time.perf_counter()
        peer.show(document.result)
        print(1000 * (time.perf_counter() - start), flush=True)
    application.quit()


if __name__ == "__main__":
    main()
