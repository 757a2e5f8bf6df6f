"""What a hand does on the panel, as edits of its Scenario."""

from attnstudio.panels.heads.declarations import SEED, SENTENCES
from attnstudio.panels.heads.same_words import on_sentence
from attnstudio.panels.heads.scenario import HeadsScenario, randomised
from attnstudio.ui.document import Document


class Gestures:
    """Edits one panel of a Document."""

    def __init__(self, document: Document, name: str) -> None:
        self._document, self._name = document, name

    @property
    def _scenario(self) -> HeadsScenario:
        scenario = self._document.scenario(self._name)
        assert isinstance(scenario, HeadsScenario)
        return scenario

    def _set(self, **fields: object) -> None:
        """Set some fields in one step."""
        self._document.edit(self._name, **fields)
        self._document.end_gesture()

    def choose_head(self, head: int) -> None:
        """Show another head of the layer large."""
        self._set(head=head)

    def choose(self, layer: int, head: int) -> None:
        """Show another head large, by the place of its layer, and bring it in sight."""
        self._set(layer=layer, head=head, first_head=self._in_sight(head))

    def _in_sight(self, head: int) -> int:
        heads = self._scenario.in_sight
        return self._scenario.first_head if head in heads else head

    def scroll(self, first: int) -> None:
        """Begin the grid with another head."""
        self._document.edit(self._name, first_head=first)

    def ask(self, query: int) -> None:
        """Have another word ask."""
        self._document.edit(self._name, selected_query=query)

    def pick(self, query: int, key: int) -> None:
        """Select a pair of words."""
        self._document.edit(self._name, selected_query=query, selected_key=key)

    def move_sentence(self, by: int) -> None:
        """Show the same head on the next sentence, or the one before, round the ends."""
        names = list(SENTENCES)
        self.read(names[(names.index(self._scenario.sentence) + by) % len(names)])

    def show_sentence(self, index: int) -> None:
        """Show the same head on another sentence."""
        self.read(list(SENTENCES)[index])

    def read(self, sentence: str) -> None:
        """Show the same head, and the same words where they occur, on a sentence."""
        self._set(**on_sentence(self._scenario, sentence))

    def toggle(self, field: str) -> None:
        """Turn a switch."""
        self._set(**{field: not getattr(self._scenario, field)})

    def randomise(self) -> None:
        """Draw a toy model of other random numbers."""
        drawn = randomised(self._scenario, SEED.after(self._scenario.seed))
        self._set(source=drawn.source, seed=drawn.seed)

    def toggle_pin(self) -> None:
        """Keep the present Scenario as A, or let go of the one that is kept."""
        pinned = self._document.state(self._name).pinned
        self._document.edit_state(self._name, pinned=None if pinned is not None else self._scenario)
