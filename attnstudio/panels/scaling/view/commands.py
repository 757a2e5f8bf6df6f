"""What a person can do on the Scaling panel, as one table."""

from attnstudio.panels.scaling.stages import STAGES
from attnstudio.panels.scaling.view.displays import TITLES
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.actions import ActionSpec

ENLARGE = QT_TRANSLATE_NOOP("scaling", "Let this stage fill the panel; again brings the others back")
ENLARGE_FIGURE = QT_TRANSLATE_NOOP("scaling", "Let this figure fill the panel; again brings the others back")
READINGS = QT_TRANSLATE_NOOP("scaling", "All that is said of this stage, over the panel; again puts it away")
PIN = QT_TRANSLATE_NOOP("scaling", "Keep the present result as A, to see B beside it; again lets go of A")
PREDICT = QT_TRANSLATE_NOOP("scaling", "Cover all stages, so that everyone can guess first; again reveals them")
NEXT = QT_TRANSLATE_NOOP("scaling", "Reveal the next covered stage; with nothing covered, go to the next stage")
PREVIOUS = QT_TRANSLATE_NOOP("scaling", "Cover the stage revealed last; with nothing covered, go to the one before")
KEYS = (*"567890", *(f"Alt+{digit}" for digit in "56789"))  # of the displays: what the stages leave, and some more

ACTIONS = (
    ActionSpec("randomise", QT_TRANSLATE_NOOP("scaling", "&Draw again"),
               QT_TRANSLATE_NOOP("scaling", "Other random numbers, from the next seed"), ("Ctrl+D",)),
    ActionSpec("textbook", QT_TRANSLATE_NOOP("scaling", "&Textbook row"),
               QT_TRANSLATE_NOOP("scaling", "Three scores set by hand in place of a random row"), ("Ctrl+B",),
               checkable=True),
    ActionSpec("predict", QT_TRANSLATE_NOOP("scaling", "&Predict: cover all"), PREDICT, ("P",),
               short=QT_TRANSLATE_NOOP("scaling", "Predict"), checkable=True),
    ActionSpec("next", QT_TRANSLATE_NOOP("scaling", "Reveal the &next stage"), NEXT, ("N",)),
    ActionSpec("previous", QT_TRANSLATE_NOOP("scaling", "Cover the last stage a&gain"), PREVIOUS, ("Shift+N",)),
    ActionSpec("pin", QT_TRANSLATE_NOOP("scaling", "Pin &A|B"), PIN, ("A",),
               short=QT_TRANSLATE_NOOP("scaling", "Pin A|B"), checkable=True),
    ActionSpec("readings", QT_TRANSLATE_NOOP("scaling", "&What the numbers say"), READINGS, ("W",), checkable=True),
    *(ActionSpec(stage.name, stage.title, ENLARGE, (str(i),)) for i, stage in enumerate(STAGES, 1)),
    *(ActionSpec(name, title, ENLARGE_FIGURE, (KEYS[i],))
      for i, (name, title) in enumerate(TITLES.items())),
)  # fmt: skip
