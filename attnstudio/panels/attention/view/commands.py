"""What a person can do on the Attention panel, as one table."""

from attnstudio.panels.attention.stages import FIGURES, STAGES
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.actions import ActionSpec

ENLARGE = QT_TRANSLATE_NOOP("attention", "Let this stage fill the panel; again brings the others back")
ENLARGE_FIGURE = QT_TRANSLATE_NOOP("attention", "Let this figure fill the panel; again brings the others back")
PIN = QT_TRANSLATE_NOOP("attention", "Keep the present result as A, to see B beside it; again lets go of A")
BREAK = QT_TRANSLATE_NOOP("attention", "Hide a fault in this attention and set the right one beside it; again mends it")
PREDICT = QT_TRANSLATE_NOOP("attention", "Cover all stages, so that everyone can guess first; again reveals them")
NEXT = QT_TRANSLATE_NOOP("attention", "Reveal the next covered stage; with nothing covered, go to the next stage")
PREVIOUS = QT_TRANSLATE_NOOP("attention", "Cover the stage revealed last; with nothing covered, go to the one before")

ACTIONS = (
    ActionSpec("randomise", QT_TRANSLATE_NOOP("attention", "&Randomise"),
               QT_TRANSLATE_NOOP("attention", "New random numbers of the same sizes, from the next seed"), ("Ctrl+D",)),
    ActionSpec("base", QT_TRANSLATE_NOOP("attention", "&2ˣ in place of eˣ"),
               QT_TRANSLATE_NOOP("attention", "Softmax with powers of 2, as on paper"), ("Ctrl+B",), checkable=True),
    ActionSpec("break_it", QT_TRANSLATE_NOOP("attention", "Brea&k it: find the fault"), BREAK, ("Shift+B",),
               short=QT_TRANSLATE_NOOP("attention", "Break it"), checkable=True),
    ActionSpec("predict", QT_TRANSLATE_NOOP("attention", "&Predict: cover all"), PREDICT, ("P",),
               short=QT_TRANSLATE_NOOP("attention", "Predict"), checkable=True),
    ActionSpec("next", QT_TRANSLATE_NOOP("attention", "Reveal the &next stage"), NEXT, ("N",)),
    ActionSpec("previous", QT_TRANSLATE_NOOP("attention", "Cover the last stage a&gain"), PREVIOUS, ("Shift+N",)),
    ActionSpec("pin", QT_TRANSLATE_NOOP("attention", "Pin &A|B"), PIN, ("A",),
               short=QT_TRANSLATE_NOOP("attention", "Pin A|B"), checkable=True),
    *(ActionSpec(stage.name, stage.title, ENLARGE, (str(i),)) for i, stage in enumerate(STAGES, 1)),
    *(ActionSpec(name, title, ENLARGE_FIGURE, (str(i),))
      for i, (name, title) in enumerate(FIGURES.items(), len(STAGES) + 1)),
)  # fmt: skip
