"""Where a class starts to guess at a stage."""

from attnstudio.panels.heads.scenario import HeadsScenario


def row_of(stage: str | None, scenario: HeadsScenario) -> int:
    """Return the row of a stage that is guessed at first: what is selected."""
    heads = scenario.in_sight
    rows = {
        "statistics": scenario.head_index - heads.start if scenario.head_index in heads else 0,
        "map": scenario.layer_index,
        "effects": scenario.key_index,
    }
    return rows.get(stage or "", scenario.query_index)
