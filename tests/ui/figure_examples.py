"""Data of the worked example and of awkward states, for the tests of the three figures."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QAccessible, QImage, QPainter
from PySide6.QtWidgets import QApplication

from attnstudio.state.figures import Bars, Dial, Points, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.figure import FigureView
from attnstudio.ui.labels import Box
from attnstudio.ui.theme import Look, apply, load_fonts

SIZES = ((200, 150), (300, 200), (320, 280), (430, 300))
THEMES = ("light", "dark", "projector")
FONTS = Path(__file__).parents[2] / "resources" / "fonts"


@contextmanager
def dressed(app: QApplication, theme: str) -> Iterator[None]:
    """Give the application a theme for a while."""
    load_fonts(FONTS)
    apply(app, Look(theme))
    try:
        yield
    finally:
        apply(app, Look())


def bars(values: object, kind: str = "weight", limits: tuple[float, float] = (0, 1), **more: object) -> Bars:
    array = frozen_float(values)
    labels = tuple(f"k{i + 1}" for i in range(array.size))
    given = {"labels": labels, "digits": 3, "title": Message(kind)} | more
    return Bars(kind=kind, values=array, limits=limits, **given)  # type: ignore[arg-type]


def worked_bars() -> tuple[Bars, ...]:
    return (
        bars([1.0, 0.0, 0.5], "score", (0, 1), digits=1, title=Message("logits")),
        bars([2.718, 1.0, 1.649], "exp", (0, 2.718), caption=Message("sum 5.367")),
        bars([0.506, 0.186, 0.307], "weight", caption=Message("sum 1"), title=Message("weights")),
    )


def points(values: object, weights: object, output: tuple[float, float], hull: tuple[int, ...]) -> Points:
    places = frozen_float(values)
    labels = tuple(f"v{i + 1}" for i in range(len(places)))
    label = Message(f"z = [{output[0]:.2f}, {output[1]:.2f}]")
    titles = (Message("component 1"), Message("component 2"))
    return Points(places, frozen_float(weights), labels, hull, output, label, titles, 2)


def worked_points() -> Points:
    return points([[2, 0], [0, 2], [1, 1]], [0.506, 0.186, 0.307], (1.32, 0.68), (0, 1))


def triangle() -> Points:
    return points([[2, 0], [0, 2], [2, 2]], [0.5, 0.2, 0.3], (1.6, 1.0), (0, 2, 1))


def dial(query: float, lengths: list[float], angles: list[float], selected: int = 0, **more: object) -> Dial:
    labels = tuple(f"k{i + 1}" for i in range(len(lengths)))
    readings = tuple(Message(f"{k} {a:.0f}°, q·{k} = 1") for k, a in zip(labels, angles, strict=True))
    shadows = [0.0 if math.isnan(a) else n * math.cos(math.radians(a)) for n, a in zip(lengths, angles, strict=True)]
    return Dial(
        query, frozen_float(lengths), frozen_float(angles), frozen_float(shadows), labels, readings, "q", selected,
        **more,  # type: ignore[arg-type]
    )  # fmt: skip


def worked_dial(selected: int = 0) -> Dial:
    root = math.sqrt(2)
    return dial(root, [root, root, root], [0.0, 90.0, 60.0], selected)


def painted(view: FigureView, size: tuple[int, int]) -> QImage:
    """Paint a view on a picture of its own; it need not be shown."""
    view.resize(QSize(*size))
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        view.paint(painter)
    return image


def summary(view: FigureView) -> str:
    """Return what a screen reader says of a figure."""
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found.text(QAccessible.Text.Description)


def overlapping(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """Return the pairs that overlap by more than rounding."""
    inner = [box.inset(0.01) for box in boxes]
    return [(a, b) for i, a in enumerate(inner) for b in inner[:i] if a.overlaps(b)]


finite = st.floats(-1e6, 1e6, allow_nan=False)
anything = st.one_of(finite, st.sampled_from([math.nan, math.inf, -math.inf]))
sizes = st.tuples(st.integers(40, 500), st.integers(30, 400))


def rows(of: st.SearchStrategy[float], most: int = 20) -> st.SearchStrategy[np.ndarray]:
    return st.lists(of, min_size=1, max_size=most).map(np.array)
