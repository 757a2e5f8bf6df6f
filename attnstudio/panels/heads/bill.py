"""The bill: how many scores a layer computes, for this input and for known sizes."""

from dataclasses import dataclass
from functools import cache

from attnstudio.core.cost import FLOAT16, FLOAT32, cache_bytes, score_count
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.words import KEY_HEADS, SCORES, grouped, in_bytes
from attnstudio.state.counted import counted
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
HERE = T("heads", "this layer, {heads} × {T_q} × {T_k}")
CHOSEN = T("heads", "this layer at T = {tokens}, {heads} × {tokens}²")
SCORES_SIZE = T("heads", "{scores}, {size} in float32")
EIGHT_HEADS = T("heads", "8 heads at T = 512")
ONE_HEAD = T("heads", "one head at T = 512")
LONG_HEAD = T("heads", "one head at T = 8,192")
WIDTHS = {"GPT-2 small": (12, 64), "GPT-3": (96, 128)}
KEPT_SCORES = T("heads", "GPT-2 small, scores kept for training at T = 1,024")
KEPT_SIZE = T("heads", "{size}; its 124 M weights in 16 bits: {weights}")
CACHE = T("heads", "GPT-2 small, keys and values kept, 16 bits")
CACHE_SIZE = T("heads", "{token} bytes a token, {size} at T = 1,024")
GPT2_LAYERS, GPT2_WEIGHTS, GPT2_T = 12, 124_439_808, 1024
GROUPED = T("heads", "grouped-query attention")
HEADS_SHARE = T("heads", "{heads} query heads share {key_heads}: as many scores, fewer keys and values")


@dataclass(frozen=True)
class Bill:
    """Scores of one layer and one sequence: `tokens` in words, their count and their bytes in float32."""

    line: Message
    count: int

    @property
    def size(self) -> int:
        """Bytes of the scores in float32."""
        return self.count * FLOAT32


def bill_of(scenario: HeadsScenario) -> Bill:
    """Return the bill of the layer on the screen, for its input or for the chosen number of tokens."""
    pack, tokens = scenario.data.pack, scenario.bill_tokens
    if tokens:
        line = Message(CHOSEN, {"tokens": grouped(tokens), "heads": pack.n_heads})
        return Bill(line, score_count(tokens, tokens, pack.n_heads))
    line = Message(HERE, {"heads": pack.n_heads, "T_q": pack.T_q, "T_k": pack.T_k})
    return Bill(line, score_count(pack.T_q, pack.T_k, pack.n_heads))


def bill_lines(scenario: HeadsScenario) -> tuple[tuple[Message, Message], ...]:
    """Return the lines of the bill: what is counted, and what it comes to."""
    bill, data = bill_of(scenario), scenario.data
    lines = ((bill.line, _scores(bill.count)), *_known_sizes())
    if data.n_key_heads == data.pack.n_heads:
        return lines
    shared = kept(HEADS_SHARE, heads=data.pack.n_heads, key_heads=counted(data.n_key_heads, KEY_HEADS))
    return (*lines, (kept(GROUPED), shared))


@cache
def _known_sizes() -> tuple[tuple[Message, Message], ...]:
    sizes = ((EIGHT_HEADS, 512, 8), (ONE_HEAD, 512, 1), (LONG_HEAD, 8192, 1))
    lines = [(Message(what), _scores(score_count(tokens, tokens, heads))) for what, tokens, heads in sizes]
    for name, (heads, d_k) in WIDTHS.items():
        lines.append((Message(name), Message(f"{heads} × {d_k} = {grouped(heads * d_k)}")))
    heads, d_k = WIDTHS["GPT-2 small"]
    scores = in_bytes(score_count(GPT2_T, GPT2_T, heads, GPT2_LAYERS) * FLOAT16)
    weights = in_bytes(round(GPT2_WEIGHTS * FLOAT16 / 2**20) * 2**20)
    lines.append((Message(KEPT_SCORES), Message(KEPT_SIZE, {"size": scores, "weights": weights})))
    token, whole = (cache_bytes(tokens, heads * d_k, GPT2_LAYERS) for tokens in (1, GPT2_T))
    lines.append((Message(CACHE), Message(CACHE_SIZE, {"token": grouped(token), "size": in_bytes(whole)})))
    return tuple(lines)


def _scores(count: int) -> Message:
    return Message(SCORES_SIZE, {"scores": counted(count, SCORES), "size": in_bytes(count * FLOAT32)})
