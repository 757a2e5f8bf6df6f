"""Numbers above bars and key labels below them: all where they fit, fewer where they do not, never two on one place."""

import math
from collections.abc import Iterator, Sequence

from attnstudio.ui.labels import Box, Label, Pen, pen
from attnstudio.ui.theme import Look


def centred(text: str, centre: float, top: float, writing: Pen, bold: bool = False) -> Label:
    """Return a label in the middle of a column."""
    half = writing.width(text) / 2
    return Label(text, Box(centre - half, top, centre + half, top + writing.height), bold)


def stacked(
    lines: Sequence[str], centre: float, top: float, bounds: tuple[float, float], writing: Pen, bold: bool = False
) -> tuple[Label, ...]:
    """Return centred lines below each other, moved sideways where they would leave their bounds."""
    rows = (centred(line, centre, top + i * writing.height, writing, bold) for i, line in enumerate(lines))
    return tuple(_shifted(row, bounds) for row in rows)


def numbers(
    texts: Sequence[str],
    boxes: Sequence[Box],
    downward: Sequence[bool],
    room: Box,
    selected: int | None,
    hatched: Sequence[bool],
    look: Look,
) -> list[Label | None]:
    """Place a number at the end of each bar.

    A number may stand a line farther out where its neighbour is in the way. Where not all have a place, only those of
    the selected bar and of the hatched ones stay: some numbers without the others would only puzzle.
    """
    placed: list[Label | None] = [None] * len(texts)
    kept = [i for i in range(len(texts)) if i == selected or hatched[i]]
    kept.sort(key=lambda i: i != selected)
    others = [i for i in range(len(texts)) if i not in kept and texts[i]]
    for i in kept:
        placed[i] = _number(i, texts[i], boxes, downward[i], room, i == selected, look, placed) if texts[i] else None
    if any(placed[i] is None for i in kept if texts[i] and i != selected):
        return [label if i == selected else None for i, label in enumerate(placed)]
    few = list(placed)
    for i in others:
        placed[i] = _number(i, texts[i], boxes, downward[i], room, False, look, placed)
        if placed[i] is None:
            return few
    return placed


def _number(
    i: int,
    text: str,
    boxes: Sequence[Box],
    downward: bool,
    room: Box,
    selected: bool,
    look: Look,
    placed: Sequence[Label | None],
) -> Label | None:
    writing = pen(look, "small", selected)
    for half_lines in range(24 if selected else 3):
        reach = half_lines * writing.height / 2 + look.px(1)
        top = boxes[i].bottom + reach if downward else boxes[i].top - reach - writing.height
        label = _shifted(centred(text, boxes[i].centre[0], top, writing, selected), (room.left, room.right))
        if not room.contains(label.box):
            return None
        wide = _widened(label.box, look.px(2))
        bodies = any(label.box.overlaps(box) for j, box in enumerate(boxes) if j != i)
        if not bodies and not any(other is not None and wide.overlaps(other.box) for other in placed):
            return label
    return None


def _widened(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top, box.right + by, box.bottom)


def rows_needed(labels: Sequence[str], pitch: float, look: Look) -> int:
    """Return 2 where key labels fit only when every other one stands a line lower."""
    widest = max((pen(look).width(label) for label in labels), default=0.0) + look.px(2)
    return 2 if pitch < widest <= 2 * pitch else 1


def key_labels(
    texts: Sequence[str], columns: Sequence[Box], room: Box, selected: int | None, rows: int, look: Look
) -> list[Label | None]:
    """Place key labels under their columns; the selected one has the first right to its place."""
    placed: list[Label | None] = [None] * len(texts)
    most = max(float(look.px(54)), rows * columns[0].width - look.px(4)) if columns else 0.0
    for i in _order(texts, columns, selected, rows, most, look):
        writing = pen(look, "small", i == selected)
        text = writing.elided(texts[i], most)
        top = room.bottom + look.px(3) + (i % rows) * writing.height
        label = _shifted(centred(text, columns[i].centre[0], top, writing, i == selected), (room.left, room.right))
        wide = _widened(label.box, look.px(2))
        if not any(other is not None and wide.overlaps(other.box) for other in placed):
            placed[i] = label
    return placed


def _order(
    texts: Sequence[str], columns: Sequence[Box], selected: int | None, rows: int, most: float, look: Look
) -> Iterator[int]:
    """Yield the selected key, then every key, or every second, third, … so that an even row of labels fits."""
    if selected is not None and 0 <= selected < len(texts):
        yield selected
    if columns:
        writing = pen(look)
        widest = max(min(most, writing.width(text)) for text in texts)
        pitch = rows * columns[0].width
        step = 1 if pitch >= widest + look.px(2) else math.ceil((widest + look.px(6)) / pitch)
        yield from (i for i in range(0, len(texts), step) if i != selected)


def _shifted(label: Label, bounds: tuple[float, float]) -> Label:
    """Move a label that would stick out of its group sideways."""
    by = max(0.0, bounds[0] - label.box.left) - max(0.0, label.box.right - bounds[1])
    return label._replace(box=label.box._replace(left=label.box.left + by, right=label.box.right + by)) if by else label
