"""The fields of the Scaling panel, each declared once."""

from attnstudio.state.fields import Choice, Number, Switch, Whole
from attnstudio.state.log_whole import LogWhole
from attnstudio.state.message import QT_TRANSLATE_NOOP

D_K = LogWhole(
    label=QT_TRANSLATE_NOOP("scaling", "d_k"),
    help=QT_TRANSLATE_NOOP("scaling", "Components of each query and key: so many products are added up in q·k."),
    low=1, high=1024,
)  # fmt: skip
N_KEYS = Whole(
    label=QT_TRANSLATE_NOOP("scaling", "Keys per query"),
    help=QT_TRANSLATE_NOOP("scaling", "How many keys one query is compared with: so many weights are in a row."),
    low=2, high=64,
)  # fmt: skip
PAIRS = LogWhole(
    label=QT_TRANSLATE_NOOP("scaling", "Random pairs"),
    help=QT_TRANSLATE_NOOP("scaling", "How many pairs of a query and a key are drawn. More pairs, smaller errors."),
    low=100, high=100_000, per_doubling=4,
)  # fmt: skip
DISTRIBUTION = Choice(
    label=QT_TRANSLATE_NOOP("scaling", "Components"),
    help=QT_TRANSLATE_NOOP("scaling", "How the components are drawn, always with variance 1: normal, uniform from "
                                      "−1.73 to 1.73, or +1 and −1 with equal chances."),
    options=(("normal", QT_TRANSLATE_NOOP("scaling", "normal")), ("uniform", QT_TRANSLATE_NOOP("scaling", "uniform")),
             ("signs", "±1")),
)  # fmt: skip
CORRELATION = Number(
    label=QT_TRANSLATE_NOOP("scaling", "Correlation"),
    help=QT_TRANSLATE_NOOP("scaling", "Of each component of a key with that of its query: 0 for independent ones, "
                                      "1 for k = q, −1 for k = −q."),
    low=-1.0, high=1.0, step=0.05, fine=0.01,
)  # fmt: skip
MEAN = Number(
    label=QT_TRANSLATE_NOOP("scaling", "Mean"),
    help=QT_TRANSLATE_NOOP("scaling", "Of every component of queries and keys."),
    low=-3.0, high=3.0, step=0.1, fine=0.01,
)  # fmt: skip
DIVIDE_BY = Choice(
    label=QT_TRANSLATE_NOOP("scaling", "Divide by"),
    help=QT_TRANSLATE_NOOP("scaling", "What the scores q·k are divided by before softmax. d_model is the width of all "
                                      "heads together, h · d_k."),
    options=(("one", "1"), ("sqrt_d_k", "√d_k"), ("d_k", "d_k"), ("sqrt_d_model", "√d_model")),
)  # fmt: skip
N_HEADS = Whole(
    label=QT_TRANSLATE_NOOP("scaling", "Heads h"),
    help=QT_TRANSLATE_NOOP("scaling", "How many heads share d_model = h · d_k; it counts only where √d_model divides."),
    low=1, high=96,
)  # fmt: skip
WAY = Choice(
    label=QT_TRANSLATE_NOOP("scaling", "Drawn"),
    help=QT_TRANSLATE_NOOP("scaling", "From the known law of q·k, at once; or component by component, all of them "
                                      "multiplied and added up, which takes longer and gives the same to chance."),
    options=(("law", QT_TRANSLATE_NOOP("scaling", "from the law")),
             ("literal", QT_TRANSLATE_NOOP("scaling", "component by component"))),
)  # fmt: skip
GRADIENT = Choice(
    label=QT_TRANSLATE_NOOP("scaling", "Gradient"),
    help=QT_TRANSLATE_NOOP("scaling", "Of the weights α by the query: ‖∂α/∂q‖, which contains the factor 1/divisor; or "
                                      "by the logits: ‖diag(α) − α αᵀ‖, which does not."),
    options=(("query", QT_TRANSLATE_NOOP("scaling", "by the query")),
             ("logits", QT_TRANSLATE_NOOP("scaling", "by the logits"))),
)  # fmt: skip
TEXTBOOK = Switch(
    label=QT_TRANSLATE_NOOP("scaling", "Textbook row"),
    help=QT_TRANSLATE_NOOP("scaling", "Three scores set by hand in place of a random row: [8, 4, 0] to begin with."),
)  # fmt: skip
TEXTBOOK_SCORES = tuple(
    Number(label=label, help=QT_TRANSLATE_NOOP("scaling", "One score q·k of the textbook row, before it is divided."),
           low=-40.0, high=40.0, step=0.5, fine=0.1, typed_low=-1000.0, typed_high=1000.0)
    for label in (QT_TRANSLATE_NOOP("scaling", "Score of k₁"), QT_TRANSLATE_NOOP("scaling", "Score of k₂"),
                  QT_TRANSLATE_NOOP("scaling", "Score of k₃"))
)  # fmt: skip
SEED = Whole(
    label=QT_TRANSLATE_NOOP("scaling", "Seed"),
    help=QT_TRANSLATE_NOOP("scaling", "The same seed gives the same random numbers."),
    low=0, high=999_999,
)  # fmt: skip
ROW = Whole(
    label=QT_TRANSLATE_NOOP("scaling", "Row"),
    help=QT_TRANSLATE_NOOP("scaling", "Which random row is shown, counted from 0."),
    low=0, high=999, undoable=False,
)  # fmt: skip
