"""The Attention panel as a few lines of NumPy: what the screen shows, a hard and a soft lookup, and the masks."""

from attnstudio.core.masks import combine_masks, diagonal_start
from attnstudio.panels.attention.code_broken import Broken, Sizes, has_empty
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.scenario import AttentionScenario, mask_way, may_attend
from attnstudio.state.code_lines import CodeForm, CodeLine, divided, given, shape, softmax_lines
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed

T = QT_TRANSLATE_NOOP
SCREEN = Message(T("attention", "What the screen shows"))
HARD = Message(T("attention", "Hard lookup"))
SOFT = Message(T("attention", "Soft lookup"))
MASKED = Message(T("attention", "Attention with mask"))
LARGEST = Message(T("attention", "The largest logit of a row is always subtracted here, so that nothing overflows. The "
                                 "screen subtracts it only where a logit is beyond ±30; the weights are the "
                                 "same."))  # fmt: skip
CAST = T("attention", 'The screen computes in {dtype}: begin with query.astype("{dtype}"), and likewise key and value.')
TO_BE_FOUND = Message(T("attention", "A fault of the screen is to be found: these lines do what is right."))
AS_STORED = Message(T("attention", "Without Q and K the weights can be looked at, not computed again."))
AS_DICTIONARY = Message(T("attention", "As a dictionary does: the key that fits best gives its value, the others count "
                                       "for nothing. The screen mixes the values instead; the lower the temperature, "
                                       "the nearer it comes to this."))  # fmt: skip
ONE_QUERY = Message(T("attention", "The selected query alone: every key gives a share of its value."))
WITHOUT_MASK = Message(T("attention", "The mask of the screen is left out here."))
NO_MASK = Message(T("attention", "No mask is on: this is what a causal one would do."))
RIGHT_WAY = Message(T("attention", "This is the right way; the screen shows a mistake on purpose."))
WRITTEN_OUT = 4  # pairs of a custom mask
PAINTED = "allowed &= ~painted"


def forms(scenario: AttentionScenario, result: AttentionResult) -> tuple[CodeForm, ...]:
    """Return the code of the panel; the first form does what the screen shows now.

    While a fault of the screen is to be found, it is the code of the right attention beside it.
    """
    pack = scenario.tensors
    if not pack.has_vectors:
        return (_stored(scenario),)
    notes = _cast(scenario, result)
    if scenario.hide_fault:
        scenario, notes = scenario.beside or scenario, (TO_BE_FOUND, *notes)
    sizes = Sizes(pack.T_q, pack.T_k, pack.d_k, pack.d_v)
    return _screen(scenario, sizes, notes), _hard(scenario, sizes), _soft(scenario, sizes), _with_mask(scenario, sizes)


def _screen(scenario: AttentionScenario, sizes: Sizes, notes: tuple[Message, ...]) -> CodeForm:
    wrong, pairs = Broken(scenario, sizes), shape(**sizes.pairs)
    lines = (
        *wrong.operands(),
        *wrong.mask(),
        CodeLine("scores = query @ key.T", pairs, "scores"),
        wrong.logits(),
        wrong.masked_logits(),
        *wrong.weights(),
        CodeLine("output = weights @ value", sizes.output, "output"),
    )
    return CodeForm("screen", SCREEN, lines, listed([*wrong.notes, LARGEST, *notes], " "))


def _hard(scenario: AttentionScenario, sizes: Sizes) -> CodeForm:
    lines = (
        *sizes.operands,
        CodeLine(f"q = query[{scenario.query_index}]", shape(d_k=sizes.d_k)),
        CodeLine("scores = key @ q", shape(T_k=sizes.T_k), "scores"),
        CodeLine("best = scores.argmax()", shape(), "weights"),
        CodeLine("output = value[best]", shape(d_v=sizes.d_v), "output"),
    )
    return CodeForm("hard", HARD, lines, AS_DICTIONARY)


def _soft(scenario: AttentionScenario, sizes: Sizes) -> CodeForm:
    notes = [ONE_QUERY, *([WITHOUT_MASK] if may_attend(scenario) else [])]
    lines = (
        *sizes.operands,
        CodeLine(f"q = query[{scenario.query_index}]", shape(d_k=sizes.d_k)),
        CodeLine("scores = key @ q", shape(T_k=sizes.T_k), "scores"),
        CodeLine(f"logits = scores{divided(scenario.divide_by, 'q.size')}", shape(T_k=sizes.T_k), "logits"),
        *softmax_lines("logits", {"T_k": sizes.T_k}, temperature=scenario.temperature, base=scenario.base),
        CodeLine("output = weights @ value", shape(d_v=sizes.d_v), "output"),
    )
    return CodeForm("soft", SOFT, lines, listed(notes, " "))


def _with_mask(scenario: AttentionScenario, sizes: Sizes) -> CodeForm:
    on, pairs = may_attend(scenario), shape(**sizes.pairs)
    broken = scenario.breaking or mask_way(scenario) != "before"
    masks = [_mask_line(scenario, name) for name in on] or [_causal_line(sizes.T_q, sizes.T_k, "top-left")]
    begun = [f"allowed = np.ones({sizes[:2]}, bool)"] if on and "causal" not in on else []
    lines = (
        *sizes.operands,
        *([given("painted", pairs, "True = forbidden by hand")] if PAINTED in masks else []),
        *(CodeLine(line, pairs, "masked_logits") for line in (*begun, *masks)),
        CodeLine(f"logits = query @ key.T{divided(scenario.divide_by, 'query.shape[1]')}", pairs, "logits"),
        CodeLine("masked_logits = np.where(allowed, logits, -np.inf)", pairs, "masked_logits"),
        *softmax_lines("masked_logits", sizes.pairs, temperature=scenario.temperature, base=scenario.base,
                       empty=has_empty(combine_masks(*on.values()))),
        CodeLine("output = weights @ value", sizes.output, "output"),
    )  # fmt: skip
    return CodeForm("mask", MASKED, lines, NO_MASK if not on else RIGHT_WAY if broken else NO_TEXT)


def _mask_line(scenario: AttentionScenario, name: str) -> str:
    T_q, T_k = scenario.tensors.T_q, scenario.tensors.T_k
    if name == "causal":
        return _causal_line(T_q, T_k, scenario.causal)
    if name == "padding":
        return f"allowed[:, {sorted(key for key in scenario.padding if key < T_k)}] = False"
    if name == "window":
        start = diagonal_start(T_q, T_k, "top-left" if scenario.causal == "off" else scenario.causal)
        beside = f"np.arange({T_q})[:, None]{f' - {start}' if start else ''}"
        return f"allowed &= abs(np.arange({T_k}) - {beside}) < {scenario.window}"
    cells = sorted((i, j) for i, j in scenario.custom if i < T_q and j < T_k)
    if len(cells) > WRITTEN_OUT:
        return PAINTED
    return f"allowed[{[i for i, _ in cells]}, {[j for _, j in cells]}] = False"


def _causal_line(T_q: int, T_k: int, corner: str) -> str:
    start = diagonal_start(T_q, T_k, corner)
    return f"allowed = np.tri({T_q}, {T_k}{f', {start}' if start else ''}, dtype=bool)"


def _cast(scenario: AttentionScenario, result: AttentionResult) -> tuple[Message, ...]:
    """Say in which type the screen computes, where the numbers are stored in others."""
    stored = {scenario.tensors.whole(role).dtype for role in ("query", "key", "value")}
    dtype = None if result.stages is None else result.stages.query.dtype
    return () if dtype is None or stored == {dtype} else (Message(CAST, {"dtype": dtype.name}),)


def _stored(scenario: AttentionScenario) -> CodeForm:
    """Return what can be done with weights without Q and K: their sums."""
    T_q, T_k = scenario.tensors.T_q, scenario.tensors.T_k
    lines = (
        given("weights", shape(T_q=T_q, T_k=T_k)),
        CodeLine("row_sums = np.nansum(weights, axis=1)", shape(T_q=T_q), "weights"),
    )
    return CodeForm("screen", SCREEN, lines, AS_STORED)
