"""The same words in another sentence: where a pair of words is found again."""

from collections.abc import Sequence

from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.token_names import shown_token


def on_sentence(scenario: HeadsScenario, sentence: str) -> dict[str, object]:
    """Return the fields that show a sentence, the selected pair on the same words where both occur in it.

    Of words that occur more than once, the same one in their order is meant, or the last.
    """
    fields: dict[str, object] = {"sentence": sentence}
    if not scenario.data.shipped:
        return fields
    here, there = scenario.data.pack, scenario.with_changes(sentence=sentence).data.pack
    query = _found(here.query_tokens, scenario.query_index, there.query_tokens)
    key = _found(here.key_tokens, scenario.key_index, there.key_tokens)
    if query is None or key is None:
        return fields
    return fields | {"selected_query": query, "selected_key": key}


def places_of(word: str, tokens: Sequence[str]) -> list[int]:
    """Return where a word stands, written large or small."""
    return [i for i, token in enumerate(tokens) if shown_token(token).lower() == shown_token(word).lower()]


def _found(tokens: Sequence[str], at: int, others: Sequence[str]) -> int | None:
    places = places_of(tokens[at], others)
    return places[min(places_of(tokens[at], tokens).index(at), len(places) - 1)] if places else None
