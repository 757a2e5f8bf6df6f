"""The fields of the Heads panel, each declared once."""

from attnstudio.state.fields import Choice, Indices, Number, Switch, Whole
from attnstudio.state.log_whole import LogWhole
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.state.tensor_field import Tensors

SENTENCES = {
    "cat_tired": "The cat sat on the mat because it was tired",
    "cat_mat": "the cat sat on the mat",
    "street_tired": "The animal didn't cross the street because it was too tired",
    "street_wide": "The animal didn't cross the street because it was too wide",
    "hill_steep": "The horse did not climb the hill because it was too steep",
    "hill_lazy": "The horse did not climb the hill because it was too lazy",
    "keys": "The keys that the man left on the table are missing",
    "anna_book": "Anna gave Tom the book and he thanked her",
    "dog_ball": "The dog chased the ball and then the dog dropped the ball",
    "bank": "She sat on the bank of the river and counted the money from the bank",
    "paris": "Paris is the capital of France and Rome is the capital of Italy",
    "trophy": "The trophy does not fit in the suitcase because it is too big",
}  # not translated: the models read English

SOURCE = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Source"),
    help=QT_TRANSLATE_NOOP("heads", "Where the heads come from: a toy model of random numbers, one of two trained "
                                    "models, or a file of your own."),
    options=(("toy", QT_TRANSLATE_NOOP("heads", "toy model")), ("minilm", "MiniLM"), ("smollm2", "SmolLM2"),
             ("own", QT_TRANSLATE_NOOP("heads", "own data"))),
)  # fmt: skip
SENTENCE = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Sentence"),
    help=QT_TRANSLATE_NOOP("heads", "What the trained model reads. Its words may be cut into several tokens."),
    options=tuple(SENTENCES.items()),
)
TENSORS = Tensors(
    label=QT_TRANSLATE_NOOP("heads", "Numbers"),
    help=QT_TRANSLATE_NOOP("heads", "Own queries, keys and values, or attention weights alone."),
    most_tokens=512, most_components=256,
)  # fmt: skip
ROPE_PAIRS = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Rotary pairs"),
    help=QT_TRANSLATE_NOOP("heads", "Which components of own data were turned together: neighbours (0, 1), (2, 3) or "
                                    "the halves (0, d/2), (1, d/2 + 1)."),
    options=(("adjacent", QT_TRANSLATE_NOOP("heads", "neighbours")), ("halves", QT_TRANSLATE_NOOP("heads", "halves"))),
)  # fmt: skip
OWN_CAUSAL = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Stated as causal"),
    help=QT_TRANSLATE_NOOP("heads", "Whether own data was computed under a causal mask, and the corner in which its "
                                    "diagonal starts."),
    options=(("off", QT_TRANSLATE_NOOP("heads", "no")), ("top-left", QT_TRANSLATE_NOOP("heads", "top-left")),
             ("bottom-right", QT_TRANSLATE_NOOP("heads", "bottom-right"))),
)  # fmt: skip
BLOCKED = Indices(
    label=QT_TRANSLATE_NOOP("heads", "Stated mask"),
    help=QT_TRANSLATE_NOOP("heads", "Pairs of query and key that own data forbids."),
    axes=2,
)
LAYER = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Layer"),
    help=QT_TRANSLATE_NOOP("heads", "Which layer, by its place in this data set, counted from 0."),
    low=0, high=511,
)  # fmt: skip
HEAD = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Head"),
    help=QT_TRANSLATE_NOOP("heads", "Which head of the layer is shown large, counted from 0."),
    low=0, high=511,
)  # fmt: skip
FIRST_HEAD = Whole(
    label=QT_TRANSLATE_NOOP("heads", "First head in sight"),
    help=QT_TRANSLATE_NOOP("heads", "The head that the grid begins with; only those in sight are computed."),
    low=0, high=511, undoable=False,
)  # fmt: skip
BATCH = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Batch B"),
    help=QT_TRANSLATE_NOOP("heads", "How many sequences go through the toy model side by side."),
    low=1, high=4,
)  # fmt: skip
TOKENS = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Tokens T"),
    help=QT_TRANSLATE_NOOP("heads", "How many tokens each sequence of the toy model has."),
    low=2, high=16,
)  # fmt: skip
N_HEADS = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Heads h"),
    help=QT_TRANSLATE_NOOP("heads", "How many heads the toy model has; d_model = h · d_k."),
    low=1, high=16,
)  # fmt: skip
D_K = Whole(
    label=QT_TRANSLATE_NOOP("heads", "d_k"),
    help=QT_TRANSLATE_NOOP("heads", "Components of a query, key and value of one head; d_model = h · d_k."),
    low=1, high=64,
)  # fmt: skip
SHARING = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Keys and values"),
    help=QT_TRANSLATE_NOOP("heads", "How many query heads share a key and value head (grouped-query attention); where "
                                    "that does not divide h, the largest number that divides both does."),
    options=(("none", QT_TRANSLATE_NOOP("heads", "each its own")), ("2", QT_TRANSLATE_NOOP("heads", "2 share")),
             ("4", QT_TRANSLATE_NOOP("heads", "4 share")), ("all", QT_TRANSLATE_NOOP("heads", "all share one"))),
)  # fmt: skip
SEED = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Seed"),
    help=QT_TRANSLATE_NOOP("heads", "The same seed gives the same random numbers."),
    low=0, high=999_999,
)  # fmt: skip
BATCH_ITEM = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Sequence"),
    help=QT_TRANSLATE_NOOP("heads", "Which sequence of the batch is shown, counted from 0."),
    low=0, high=3,
)  # fmt: skip
DIVIDE_BY = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Divide by"),
    help=QT_TRANSLATE_NOOP("heads", "What the scores of every head are divided by. √d_k is right: a head's product has "
                                    "d_k terms, not d_model."),
    options=(("one", "1"), ("sqrt_d_k", "√d_k"), ("d_k", "d_k"), ("sqrt_d_model", "√d_model")),
)  # fmt: skip
TEMPERATURE = Number(
    label=QT_TRANSLATE_NOOP("heads", "Temperature"),
    help=QT_TRANSLATE_NOOP("heads", "Divides the masked logits: small sharpens softmax, large flattens it."),
    low=0.05, high=20.0, step=0.01, log=True,
)  # fmt: skip
MASK = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Mask"),
    help=QT_TRANSLATE_NOOP("heads", "The mask that comes with the heads, of their training or of the file, none at "
                                    "all, or no later key."),
    options=(("own", QT_TRANSLATE_NOOP("heads", "its own")), ("off", QT_TRANSLATE_NOOP("heads", "off")),
             ("causal", QT_TRANSLATE_NOOP("heads", "causal"))),
)  # fmt: skip
UNDO_POSITIONS = Switch(
    label=QT_TRANSLATE_NOOP("heads", "Undo rotary positions"),
    help=QT_TRANSLATE_NOOP("heads", "Turns queries and keys back, so that the head no longer knows where words stand."),
)
HIDE_FIRST = Switch(
    label=QT_TRANSLATE_NOOP("heads", "Hide the first token"),
    help=QT_TRANSLATE_NOOP("heads", "Leaves out the start or [CLS] column and rescales the rest to sum 1."),
)
DARKEN = Switch(
    label=QT_TRANSLATE_NOOP("heads", "Darken by row maximum"),
    help=QT_TRANSLATE_NOOP("heads", "The largest weight of each row is darkest; the numbers stay."),
)
EVERY_WORD = Switch(
    label=QT_TRANSLATE_NOOP("heads", "Lines of all words"),
    help=QT_TRANSLATE_NOOP("heads", "Thin lines from every word, not only from the selected one."),
)
FIND = Choice(
    label=QT_TRANSLATE_NOOP("heads", "Find a head that looks at"),
    help=QT_TRANSLATE_NOOP("heads", "Ranks the heads of all layers by what is computed for this sentence."),
    options=(("previous", QT_TRANSLATE_NOOP("heads", "the previous word")),
             ("next", QT_TRANSLATE_NOOP("heads", "the next word")),
             ("same", QT_TRANSLATE_NOOP("heads", "the same word before")),
             ("first", QT_TRANSLATE_NOOP("heads", "the first token")),
             ("itself", QT_TRANSLATE_NOOP("heads", "itself")),
             ("pair", QT_TRANSLATE_NOOP("heads", "the chosen pair"))),
)  # fmt: skip
TRY_ALL = Switch(
    label=QT_TRANSLATE_NOOP("heads", "Try on the other sentences"),
    help=QT_TRANSLATE_NOOP("heads", "Measures the head that is shown on all twelve sentences."),
)
QUERY = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Query"),
    help=QT_TRANSLATE_NOOP("heads", "The word that asks."),
    low=0, high=511, undoable=False,
)  # fmt: skip
KEY = Whole(
    label=QT_TRANSLATE_NOOP("heads", "Key"),
    help=QT_TRANSLATE_NOOP("heads", "The word that is asked."),
    low=0, high=511, undoable=False,
)  # fmt: skip
BILL_TOKENS = LogWhole(
    label=QT_TRANSLATE_NOOP("heads", "Tokens of the bill"),
    help=QT_TRANSLATE_NOOP("heads", "For how many tokens the scores are counted; 0 for those of this input."),
    low=0, high=131_072,
)  # fmt: skip
