"""How the panel writes numbers and names."""

import math

from attnstudio.panels.heads.declarations import FIND
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.counted import Words
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, format_significant, kept

FINDS = dict(FIND.options)
KEY_HEADS: Words = (
    QT_TRANSLATE_NOOP("heads", "{count} key and value head"), QT_TRANSLATE_NOOP("heads", "{count} key and value heads"),
)  # fmt: skip
SCORES: Words = QT_TRANSLATE_NOOP("heads", "{count:,} score"), QT_TRANSLATE_NOOP("heads", "{count:,} scores")
NOTHING = QT_TRANSLATE_NOOP("heads", "no value")


def divisor_text(scenario: HeadsScenario) -> str:
    """Return what the scores are divided by with its number: 1, √32, 32 or √384."""
    d_k, width = scenario.data.pack.d_k, scenario.data.d_model
    return {"one": "1", "sqrt_d_k": f"√{d_k}", "d_k": str(d_k), "sqrt_d_model": f"√{width}"}[scenario.divide_by]


def share(value: float) -> str:
    """Write a weight, or a mean of weights, as the panel does in sentences: two digits."""
    return format_number(value, 2)


def effect(value: float) -> str:
    """Write a length to two digits after the point, or to two significant ones where it is small."""
    return format_number(value, 2) if value >= 0.095 or value == 0 else format_significant(value, 2)


def grouped(count: int) -> str:
    """Write a large whole number."""
    return f"{count:,}"


def in_bytes(count: int) -> str:
    """Write a number of bytes in the largest unit of which there is at least one."""
    power = min(4, int(math.log2(count) // 10)) if count else 0
    unit = ("bytes", "KiB", "MiB", "GiB", "TiB")[power]
    value = count / 1024**power
    digits = 0 if power == 0 or value == int(value) else 2
    return f"{format_number(value, digits)} {unit}"


def found_words(scenario: HeadsScenario) -> Message:
    """Say what is looked for: a pattern, or the chosen pair with its words."""
    if scenario.find != "pair":
        return kept(FINDS[scenario.find])
    return Message("{query} → {key}", pair_words(scenario))


def pair_words(scenario: HeadsScenario) -> dict[str, str]:
    """Return the selected query and key as they are read."""
    data = scenario.data
    return {"query": data.query_labels[scenario.query_index], "key": data.key_labels[scenario.key_index]}
