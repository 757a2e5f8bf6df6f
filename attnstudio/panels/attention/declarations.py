"""The fields of the Attention panel, each declared once."""

from attnstudio.panels.attention.faults import FAULTS
from attnstudio.state.fields import Choice, Indices, Number, Switch, Whole
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.state.tensor_field import Tensors

TENSORS = Tensors(
    label=QT_TRANSLATE_NOOP("attention", "Numbers"),
    help=QT_TRANSLATE_NOOP("attention", "The query, key and value vectors."),
    most_tokens=256, most_components=256,
)  # fmt: skip
LAYER = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Layer"),
    help=QT_TRANSLATE_NOOP("attention", "Which layer of the model, by its place in this data set, counted from 0."),
    low=0, high=511,
)  # fmt: skip
HEAD = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Head"),
    help=QT_TRANSLATE_NOOP("attention", "Which head of the layer, counted from 0."),
    low=0, high=511,
)  # fmt: skip
DIVIDE_BY = Choice(
    label=QT_TRANSLATE_NOOP("attention", "Divide by"),
    help=QT_TRANSLATE_NOOP("attention", "What the scores are divided by before the mask and softmax."),
    options=(("one", "1"), ("sqrt_d_k", "√d_k"), ("d_k", "d_k")),
)
TEMPERATURE = Number(
    label=QT_TRANSLATE_NOOP("attention", "Temperature"),
    help=QT_TRANSLATE_NOOP("attention", "Divides the masked logits: small sharpens softmax, large flattens it."),
    low=0.05, high=20.0, step=0.01, log=True,
)  # fmt: skip
BASE = Choice(
    label=QT_TRANSLATE_NOOP("attention", "Base"),
    help=QT_TRANSLATE_NOOP("attention", "e is softmax; 2 gives the same by hand: 2ˣ in place of eˣ."),
    options=(("e", "eˣ"), ("2", "2ˣ")),
)
CAUSAL = Choice(
    label=QT_TRANSLATE_NOOP("attention", "Causal"),
    help=QT_TRANSLATE_NOOP("attention", "No query sees a later key. The corner is where the diagonal starts; with as "
                                        "many queries as keys both corners are the same."),
    options=(("off", QT_TRANSLATE_NOOP("attention", "off")), ("top-left", QT_TRANSLATE_NOOP("attention", "top-left")),
             ("bottom-right", QT_TRANSLATE_NOOP("attention", "bottom-right"))),
)  # fmt: skip
PADDING = Indices(
    label=QT_TRANSLATE_NOOP("attention", "Padding"),
    help=QT_TRANSLATE_NOOP("attention", "Keys that only fill up the sequence: no query may look at them."),
)
WINDOW = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Window"),
    help=QT_TRANSLATE_NOOP("attention", "Each query sees only keys fewer than this many places away; 0 is off."),
    low=0, high=4096,
)  # fmt: skip
CUSTOM = Indices(
    label=QT_TRANSLATE_NOOP("attention", "Custom"),
    help=QT_TRANSLATE_NOOP("attention", "Pairs of query and key that are forbidden: paint them in the masked logits."),
    axes=2,
)  # fmt: skip
MASK_AS = Choice(
    label=QT_TRANSLATE_NOOP("attention", "How it is applied"),
    help=QT_TRANSLATE_NOOP("attention", "−∞ before softmax gives hidden keys the weight 0, and the rest sums to 1. Two "
                                        "mistakes put 0 there: before softmax hidden keys keep weight, after it the "
                                        "rest no longer sums to 1."),
    options=(("before", QT_TRANSLATE_NOOP("attention", "−∞ before softmax")),
             ("zero_before", QT_TRANSLATE_NOOP("attention", "0 before softmax (mistake)")),
             ("zero_after", QT_TRANSLATE_NOOP("attention", "0 after softmax (mistake)"))),
)  # fmt: skip
FAULT = Choice(
    label=QT_TRANSLATE_NOOP("attention", "Fault"),
    help=QT_TRANSLATE_NOOP("attention", "What the code does wrong, on purpose: the right attention stands beside it."),
    options=tuple((name, words.name) for name, words in FAULTS.items()),
)
HIDE_FAULT = Switch(
    label=QT_TRANSLATE_NOOP("attention", "Hide the fault"),
    help=QT_TRANSLATE_NOOP("attention", "Nothing names the fault any more: it is to be found from the picture."),
)
QUERY = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Query"),
    help=QT_TRANSLATE_NOOP("attention", "The query whose row the figures show."),
    low=0, high=4095, undoable=False,
)  # fmt: skip
KEY = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Key"),
    help=QT_TRANSLATE_NOOP("attention", "The key and value that the sliders move."),
    low=0, high=4095, undoable=False,
)  # fmt: skip
ROLE = Choice(
    label=QT_TRANSLATE_NOOP("attention", "Vector"),
    help=QT_TRANSLATE_NOOP("attention", "Which vector of the entry the sliders move."),
    options=(("query", QT_TRANSLATE_NOOP("attention", "query")), ("key", QT_TRANSLATE_NOOP("attention", "key")),
             ("value", QT_TRANSLATE_NOOP("attention", "value"))),
    undoable=False,
)  # fmt: skip
SEED = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Seed"),
    help=QT_TRANSLATE_NOOP("attention", "The same seed gives the same random numbers."),
    low=0, high=999_999,
)  # fmt: skip
SHOWN = Whole(
    label=QT_TRANSLATE_NOOP("attention", "Shown component"),
    help=QT_TRANSLATE_NOOP("attention", "Which component of the values an axis of the plane shows."),
    low=0, high=4095, undoable=False,
)  # fmt: skip
