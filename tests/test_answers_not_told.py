"""What is asked is not told: where a step covers weights or asks for a number, nothing else on the screen gives it."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from reachable import inside
from taught import ASKED, LESSONS, STEPS, At, begun
from test_teaching_pages import MYTHS, PLAYLISTS

from attnstudio import catalog
from attnstudio.state.figures import Result
from attnstudio.state.lesson import Step
from attnstudio.state.locks import Free
from attnstudio.state.message import Message, format_number
from attnstudio.state.quantities import Quantity, measured
from attnstudio.state.quantity_measures import Moment

TAUGHT: dict[At, Step] = {
    **STEPS,
    **{("myths", step.name): step for step in MYTHS.steps},
    **{(f"playlist of {panel}", step.name): step for panel, one in PLAYLISTS.items() for step in one.steps},
}
GUESSED = [at for at, step in TAUGHT.items() if "weights" in step.state.covered]
OTHER_COUNTS = {"disagreeing_rows"}  # of another thing: a whole number may be the same by chance
GIVEN = ("query", "key", "value", "x", "w_q", "w_k", "w_v", "w_o", "concat", "joined")
OWN_QUERY = ("step-by-step", "your-own-query")  # the learner's: whatever is asked, its output is covered
by = pytest.mark.parametrize


def shown(step: Step) -> Result:
    """Return what is on the screen as a step begins."""
    return catalog.cover(step.panel, catalog.final(step.panel, begun(step)), step.state.covered)


def row(step: Step) -> np.ndarray:
    """Return the weights of the selected row, as they are under their cover."""
    weights = catalog.final(step.panel, begun(step)).matrices["weights"].values
    return np.asarray(weights[min(getattr(begun(step), "selected_query", 0), len(weights) - 1)])


def numbers(result: Result, without: tuple[str, ...] = GIVEN) -> list[float]:
    """Return all numbers on the screen but those of some matrices: cells, bars, points, and what the panel measures."""
    cells = [matrix.values for name, matrix in result.matrices.items() if name not in without]
    drawn = [part for part in inside(tuple(result.figures.values())) if isinstance(part, float | np.ndarray)]
    named = [number for name, number in result.quantities.items() if name not in OTHER_COUNTS]
    kinds = [np.asarray(part, dtype=float).ravel() for part in (*cells, *drawn, named)]
    return [float(number) for number in np.concatenate(kinds) if np.isfinite(number)]


def texts(result: Result) -> str:
    """Return all that stands there in words: captions, notices, and what else a panel says."""
    more = (getattr(result, name, ()) for name in ("grid", "lines", "bill", "figures"))
    parts = [*result.captions.values(), *result.notices, *(part for one in more for part in inside(one))]
    return "\n".join(str(part) for part in parts if isinstance(part, Message | str))


def written(weights: np.ndarray) -> Iterator[str]:
    """Yield how weights are written; with two digits, which many numbers share, the largest alone."""
    for weight in weights.tolist():
        yield format_number(weight, 3)
    yield from (format_number(largest, 2) for largest in np.sort(weights)[-1:].tolist())


@by("at", GUESSED, ids="/".join)
def test_where_weights_are_covered_nothing_else_gives_those_of_the_selected_row(at: At) -> None:
    step = TAUGHT[at]
    result, secret = shown(step), row(step)
    secret = secret[(secret > 1e-9) & (secret < 1 - 1e-9)]
    found = np.array(numbers(result))
    assert not [weight for weight in secret if np.isclose(found, weight, rtol=0, atol=1e-9).any()]
    assert not set(re.findall(r"\d+\.\d+", texts(result))) & set(written(secret))


@by("at", [at for at in GUESSED if TAUGHT[at].panel == "heads"], ids="/".join)
def test_the_pair_that_is_selected_and_what_is_said_of_the_head_do_not_give_the_guess_away(at: At) -> None:
    step = TAUGHT[at]
    result, scenario = shown(step), step.state.scenario
    assert getattr(scenario, "selected_key") != int(row(step).argmax())  # noqa: B009
    grid = getattr(result, "grid")  # noqa: B009
    assert not str(next(one for one in grid.heads if one.head == grid.selected).label)
    assert "label" not in result.captions


def test_a_head_that_is_not_covered_in_its_ranking_or_effects_would_give_it_away() -> None:
    step = TAUGHT["playlist of heads", "pronoun"]
    result = catalog.cover("heads", catalog.final("heads", step.state.scenario), frozenset({"weights"}))
    wanted = row(step)[step.state.scenario.selected_key]  # type: ignore[attr-defined]
    assert np.isclose(numbers(result), wanted, rtol=0, atol=1e-9).any()


@by("at", ASKED, ids="/".join)
def test_a_number_that_is_asked_for_can_neither_be_seen_nor_be_brought_to_the_screen(at: At) -> None:
    step, question = STEPS[at], ASKED[at]
    of_its_own = (Free("tensors", "query"),) if at == OWN_QUERY else ()
    assert step.free == of_its_own or (step.free is None and step.state.covered)  # what covers locks all
    result = shown(step)
    if isinstance(question.answer, Quantity):
        moment = Moment(begun(step), result)
        assert isinstance(measured(question.answer, moment, moment), Message)
        return
    shades = ("projected_query", "projected_key", "projected_value", "logits", "scores", "masked_logits", "exp")
    found = np.array(numbers(result, (*GIVEN, *shades)))
    assert not (np.abs(found - question.answer) <= 1e-3 * question.answer).any()
    plain = format_number(question.answer, 0) if question.answer == int(question.answer) else f"{question.answer:.3f}"
    assert not re.search(rf"(?<![\d.,-]){re.escape(plain)}(?![\d.,])", texts(result))


@by("name", LESSONS)
def test_no_page_before_tells_a_number_that_is_asked_for(name: str) -> None:
    told = ""
    for step in LESSONS[name].steps:
        question = ASKED.get((name, step.name))
        if question is not None and not isinstance(question.answer, Quantity) and question.answer % 1:
            assert f"{question.answer:.3f}" not in told, step.name
        told += step.text
