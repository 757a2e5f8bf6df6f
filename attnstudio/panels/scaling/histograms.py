"""The two histograms: the same shares on the same axis, before and after the scores are divided."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from attnstudio.core.score_laws import Components, ScoreLaw, score_law
from attnstudio.panels.scaling.samples import Sample, rows_of
from attnstudio.panels.scaling.words import significant
from attnstudio.state.figures import Array, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, kept
from attnstudio.state.plots import Axis, Histogram, Line, Style, edge_decimals, rounded_up

PER_SPREAD = 4  # bins in one standard deviation
REACH = 18.5  # bins on either side of the mean: 4.6 standard deviations
STEPS = np.linspace(-REACH / PER_SPREAD, REACH / PER_SPREAD, 121)  # (m,), of a normal curve, in standard deviations
BELL = np.exp(-(STEPS**2) / 2) / math.sqrt(2 * math.pi)  # (m,)
TALLEST = 0.12  # share of the fullest bin of a normal law, with room above it
SAME = 1e-9

BIN = "{low} … {high}"
BINS = Message(QT_TRANSLATE_NOOP("scaling", "bin"))
SHARES = Message(QT_TRANSLATE_NOOP("scaling", "share"))
SHARE_OF_BIN = Message(QT_TRANSLATE_NOOP("scaling", "share per bin"))
NORMAL = QT_TRANSLATE_NOOP("scaling", "normal curve, mean {mean}, spread {spread}")
TEXTBOOK = QT_TRANSLATE_NOOP("scaling", "normal curve if Var(q·k) = d_k")
COLUMNS = (QT_TRANSLATE_NOOP("scaling", "share"), QT_TRANSLATE_NOOP("scaling", "normal curve"))
WIDTH = QT_TRANSLATE_NOOP("scaling", "Bins {width} wide")
NARROWER = QT_TRANSLATE_NOOP("scaling", "Bins {width} wide, {raw} undivided: same heights")
OUTSIDE = QT_TRANSLATE_NOOP("scaling", "{text}; {share} % lie beyond")


@dataclass(frozen=True, eq=False)
class Bins:
    """Shares of the scores in bins of equal width, and their law."""

    edges: Array  # (bins + 1,)
    shares: Array  # (bins,)
    outside: tuple[float, float]
    law: ScoreLaw

    @cached_property
    def expected(self) -> Array:
        """The shares of a normal law of the same mean and variance, (bins,)."""
        return frozen_float(np.diff([_normal_share(edge, self.law) for edge in self.edges.tolist()]))


@lru_cache(maxsize=16)
def bins_of(sample: Sample) -> Bins:
    """Return the histogram of the scores of a sample: all of its bins lie around the mean of the law."""
    law = score_law(sample.source.components, sample.d_k)
    start, width, count = _layout(sample, law)
    scores = rows_of(sample).scores
    places = (scores.ravel(order="K") - start) / width + 1
    held = np.clip(places, 0, count + 1).astype(np.intp)
    counts = np.bincount(held, minlength=count + 2) / scores.size  # (count + 2,)
    edges = start + width * np.arange(count + 1)  # (count + 1,)
    outside = (float(counts[0]), float(counts[-1]))
    return Bins(frozen_float(edges), frozen_float(counts[1:-1]), outside, law)


def _layout(sample: Sample, law: ScoreLaw) -> tuple[float, float, int]:
    """Return where the bins start, how wide and how many they are; the edges fall between the scores there can be."""
    components, reach = sample.source.components, law.spread * REACH / PER_SPREAD
    step = _step(components)
    if not step:
        width = law.spread / PER_SPREAD or 0.25  # all scores the same: a bin around them is enough
        return law.mean - REACH * width, width, round(2 * REACH)
    width = step * max(1, round(law.spread / PER_SPREAD / step))
    one = sample.d_k * (components.mean + 1) ** 2  # a score there can be
    start = one + step * (math.floor((law.mean - reach - one) / step) - 0.5)
    return start, width, math.ceil((law.mean + reach - start) / width + 0.5)


def _step(components: Components) -> float:
    """Return the smallest step between scores of ±1 with a mean in hundredths; 0 where they lie denser."""
    hundredths = round(100 * components.mean)
    if components.distribution != "signs" or abs(100 * components.mean - hundredths) > SAME:
        return 0.0
    return math.gcd(2 * hundredths + 200, 400) / 100


def _normal_share(x: float, law: ScoreLaw) -> float:
    """Return the share of a normal law below x."""
    if not law.spread:
        return float(x > law.mean)
    return 0.5 * math.erfc((law.mean - x) / (law.spread * math.sqrt(2)))


def histogram(sample: Sample, divisor: float, style: Style, title: Message, axis: Axis) -> Histogram:
    """Return the histogram of the scores over a divisor, with the normal curve of the stated variance."""
    bins = bins_of(sample)
    law = score_law(sample.source.components, sample.d_k)
    return Histogram(
        title=title,
        style=style,
        edges=frozen_float(bins.edges / divisor),
        shares=bins.shares,
        outside=bins.outside,
        lines=_lines(sample, law, bins, divisor),
        x_axis=axis,
        y_axis=_share_axis(rounded_up(max(TALLEST, float(bins.shares.max())))),
        caption=_caption(bins, divisor),
    )


def _caption(bins: Bins, divisor: float) -> Message:
    """Say how wide bins are: each is divided with its scores and holds as many, so heights tell of no spread."""
    raw = float(bins.edges[1] - bins.edges[0])
    widths = {"width": significant(raw / divisor, 2), "raw": significant(raw, 2)}
    text = Message(WIDTH if divisor == 1 else NARROWER, widths)
    beyond = sum(bins.outside)
    return Message(OUTSIDE, {"text": text, "share": significant(100 * beyond, 2)}) if beyond else text


def common_axis(sample: Sample, divisor: float, title: Message) -> Axis:
    """Return the axis that both histograms share: it reaches from end to end of either, and contains 0."""
    edges = bins_of(sample).edges
    ends = [0.0, *(end / by for end in (float(edges[0]), float(edges[-1])) for by in (1.0, divisor))]
    return Axis(title, (min(ends), max(ends)))


def table(bins: Bins, divisor: float, name: str, title: Message) -> Matrix:
    """Return a histogram as a table: a row for each bin."""
    numbers = bins.edges / divisor  # (bins + 1,)
    decimals = edge_decimals(numbers)
    edges = [format_number(edge, decimals) for edge in numbers.tolist()]
    values = frozen_float(np.stack([bins.shares, bins.expected], axis=1))  # (bins, 2)
    return Matrix(
        name=name,
        title=title,
        kind="weight",
        values=values,
        row_labels=tuple(BIN.format(low=low, high=high) for low, high in pairwise(edges)),
        column_labels=COLUMNS,
        row_title=BINS,
        column_title=SHARES,
        limits=(0.0, 1.0),
        digits=4,
    )


@lru_cache(maxsize=16)
def _share_axis(top: float) -> Axis:
    return Axis(SHARE_OF_BIN, (0.0, top))


def _lines(sample: Sample, law: ScoreLaw, bins: Bins, divisor: float) -> tuple[Line, ...]:
    """Return the normal curve of the stated variance, and where that is not the textbook's, the textbook's too."""
    width = float(bins.edges[1] - bins.edges[0])
    lines = []
    if law.spread:
        label = kept(NORMAL, mean=significant(law.mean / divisor, 4), spread=significant(law.spread / divisor, 4))
        lines.append(_normal_line(label, law.mean, law.spread, width, divisor))
    if not sample.source.components.textbook:
        lines.append(_normal_line(kept(TEXTBOOK), 0.0, math.sqrt(sample.d_k), width, divisor))
    return tuple(lines)


def _normal_line(label: Message, mean: float, spread: float, width: float, divisor: float) -> Line:
    return Line(label, frozen_float((mean + spread * STEPS) / divisor), frozen_float(width / spread * BELL))
