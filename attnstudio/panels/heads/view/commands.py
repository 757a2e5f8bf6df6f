"""What a person can do on the Heads panel, as one table."""

from attnstudio.panels.heads.stages import STAGES
from attnstudio.panels.heads.view.titles import TITLES
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.actions import ActionSpec

T = QT_TRANSLATE_NOOP
ENLARGE = T("heads", "Let this stage fill the panel; again brings the others back")
ENLARGE_FIGURE = T("heads", "Let this figure fill the panel; again brings the others back")
READINGS = T("heads", "All that is said of this stage, over the panel; again puts it away")
PIN = T("heads", "Keep the present result as A, to see B beside it; again lets go of A")
PREDICT = T("heads", "Cover all stages, so that everyone can guess first; again reveals them")
NEXT = T("heads", "Reveal the next covered stage; with nothing covered, go to the next stage")
PREVIOUS = T("heads", "Cover the stage revealed last; with nothing covered, go to the one before")
KEYS = (*"67890", *(f"Alt+{digit}" for digit in "5678904"))  # of the displays: what the stages leave, and some more
SWITCHES = {  # fields that are turned on and off
    "try_all": (T("heads", "&Try on the other sentences"),
                T("heads", "Measure the head that is shown on all twelve sentences, or no longer"), "T"),
    "every_word": (T("heads", "&Lines of all words"),
                   T("heads", "Thin lines from every word, or from the selected one alone"), "L"),
    "hide_first": (T("heads", "&Hide the first token"),
                   T("heads", "Leave out the start or [CLS] column and rescale the rest, or no longer"), "H"),
    "darken": (T("heads", "&Darken by row maximum"),
               T("heads", "The largest weight of each row is darkest, or weight 1 is"), "D"),
    "undo_positions": (T("heads", "&Undo rotary positions"),
                       T("heads", "Turn queries and keys back to where no word stands anywhere, or no longer"), "U"),
}  # fmt: skip

ACTIONS = (
    ActionSpec("randomise", T("heads", "Draw a &toy model"),
               T("heads", "A toy model of other random numbers, from the next seed"), ("Ctrl+D",)),
    ActionSpec("predict", T("heads", "&Predict: cover all"), PREDICT, ("P",), short=T("heads", "Predict"),
               checkable=True),
    ActionSpec("next", T("heads", "Reveal the &next stage"), NEXT, ("N",)),
    ActionSpec("previous", T("heads", "Cover the last stage a&gain"), PREVIOUS, ("Shift+N",)),
    ActionSpec("pin", T("heads", "Pin &A|B"), PIN, ("A",), short=T("heads", "Pin A|B"), checkable=True),
    ActionSpec("readings", T("heads", "&What the numbers say"), READINGS, ("W",), checkable=True),
    ActionSpec("next_sentence", T("heads", "Next &sentence"),
               T("heads", "Show the same head on the next sentence"), ("S",)),
    ActionSpec("previous_sentence", T("heads", "Sentence be&fore"),
               T("heads", "Show the same head on the sentence before"), ("Shift+S",)),
    *(ActionSpec(field, text, tip, (key,), checkable=True) for field, (text, tip, key) in SWITCHES.items()),
    *(ActionSpec(stage.name, stage.title, ENLARGE, (str(i),)) for i, stage in enumerate(STAGES, 1)),
    *(ActionSpec(name, title, ENLARGE_FIGURE, (key,)) for (name, title), key in zip(TITLES.items(), KEYS, strict=True)),
)  # fmt: skip
TIPS = {spec.name: spec.tip for spec in ACTIONS}
