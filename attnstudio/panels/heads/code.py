"""The Heads panel as a few lines of NumPy: one head, and for a whole layer projections, attention and the way back."""

from typing import NamedTuple

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.code_lines import CodeForm, CodeLine, divided, given, shape, softmax_lines
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed

T = QT_TRANSLATE_NOOP
SCREEN = Message(T("heads", "What the screen shows"))
UNDO = Message(T("heads", "Undo rotary positions"))
PROJECTIONS = Message(T("heads", "Projections and cut"))
ATTEND = Message(T("heads", "Attention in every head"))
JOIN = Message(T("heads", "Join the heads"))
ONE_HEAD = T(
    "heads", "Head {name} alone. The largest logit of a row is always subtracted here, so that nothing overflows."
)
CAST = T("heads", 'The screen computes in {dtype}: begin with query.astype("{dtype}"), and likewise key and value.')
TURNED = Message(T("heads", "query and key are without their rotary positions: the form “Undo rotary positions” takes "
                            "them away."))  # fmt: skip
HIDDEN = Message(T("heads", "The first token is hidden, so the others share its weight. The output on the screen stays "
                            "that of the real weights."))  # fmt: skip
AS_STORED = Message(T("heads", "Without Q and K the weights can be looked at, not computed again."))
LIKEWISE = Message(T("heads", "Likewise for key. Vector t was turned t times as far as vector 1."))
CUT = Message(T("heads", "A head is a slice of the components: the cut computes nothing. All sequences of the batch go "
                         "through at once; the screen shows one."))  # fmt: skip
REAL_WEIGHTS = Message(T("heads", "With the first token too: it is hidden only where weights are shown."))
SHARED = T("heads", "{group} query heads share a key and value head, which is repeated for each of them.")
MASKED = "masked_logits = np.where(allowed, logits, -np.inf)"
NO_W_O = Message(T("heads", "Only a toy model has its W_o here; a file ends with the heads side by side."))


class _Layer(NamedTuple):
    """The sizes of a layer, and its axes before the tokens: batch and heads of a toy, heads of a file."""

    lead: dict[str, int]
    key_lead: dict[str, int]
    T_q: int
    T_k: int
    d_k: int
    d_v: int
    n_heads: int

    @classmethod
    def of(cls, scenario: HeadsScenario) -> "_Layer":
        data = scenario.data
        pack, shared = data.pack, data.n_key_heads < data.pack.n_heads
        batch = {"B": scenario.B} if data.toy else {}
        lead = batch | {"h": pack.n_heads}
        key_lead = batch | {"h_kv": data.n_key_heads} if shared else lead
        return cls(lead, key_lead, pack.T_q, pack.T_k, pack.d_k, pack.d_v, pack.n_heads)

    @property
    def group(self) -> int:
        """How many query heads share a key head."""
        return self.n_heads // (self.key_lead.get("h_kv") or self.n_heads)

    @property
    def pairs(self) -> dict[str, int]:
        return {"T_q": self.T_q, "T_k": self.T_k}

    def operands(self, *, one_head: bool) -> tuple[CodeLine, ...]:
        """Return the lines that name query, key and value of one head, or of all."""
        lead: dict[str, int] = {} if one_head else self.lead
        key_lead = {} if one_head else self.key_lead
        return (
            given("query", shape(**lead, T_q=self.T_q, d_k=self.d_k)),
            given("key", shape(**key_lead, T_k=self.T_k, d_k=self.d_k)),
            given("value", shape(**key_lead, T_k=self.T_k, d_v=self.d_v)),
        )


def forms(scenario: HeadsScenario, result: HeadsResult) -> tuple[CodeForm, ...]:
    """Return the code of the panel; the first form does what the screen shows of one head."""
    data = scenario.data
    if not data.pack.has_vectors:
        return (_stored(scenario),)
    layer = _Layer.of(scenario)
    made = [_one_head(scenario, layer, _cast(result, data.pack.whole("query").dtype.name))]
    if scenario.positions_undone:
        made.append(_undo(scenario, layer))
    if data.toy is not None:
        made.append(_projections(scenario, layer))
    if data.pack.lead:
        made += [_attend(scenario, layer), _join(layer, toy=data.toy is not None)]
    return tuple(made)


def _one_head(scenario: HeadsScenario, layer: _Layer, notes: list[Message]) -> CodeForm:
    pairs, masked = shape(**layer.pairs), scenario.shown_allowed is not None
    hiding = []
    if scenario.hide_first:
        everywhere = [f"allowed = np.ones({(layer.T_q, layer.T_k)}, bool)"] if scenario.allowed is None else []
        hiding = [*everywhere, "allowed[:, 0] = False"]
        notes = [HIDDEN, *notes]
    by = divided(scenario.divide_by, "query.shape[1]", layer.n_heads)
    lines = (
        *layer.operands(one_head=True),
        *_given_mask(scenario, pairs),
        *(CodeLine(line, pairs, "weights") for line in hiding),
        CodeLine(f"logits = query @ key.T{by}", pairs, "weights"),
        *([CodeLine(MASKED, pairs, "weights")] if masked else []),
        *softmax_lines("masked_logits" if masked else "logits", layer.pairs, temperature=scenario.temperature,
                       empty=_empty_rows(scenario, shown=True)),
        *([] if hiding else [CodeLine("output = weights @ value", shape(T_q=layer.T_q, d_v=layer.d_v), "weights")]),
    )  # fmt: skip
    name = scenario.data.head_name(scenario.layer_index, scenario.head_index)
    return CodeForm("screen", SCREEN, lines, _noted(scenario, [Message(ONE_HEAD, {"name": name}), *notes]))


def _undo(scenario: HeadsScenario, layer: _Layer) -> CodeForm:
    theta, halves = scenario.data.pack.rope_theta, scenario.data.rope_pairs == "halves"
    T_q, d_k = layer.T_q, layer.d_k
    half, query = f"(T_q, d_k/2) = {(T_q, d_k // 2)}", shape(T_q=T_q, d_k=d_k)
    a, b = (f"query[:, :{d_k // 2}]", f"query[:, {d_k // 2}:]") if halves else ("query[:, 0::2]", "query[:, 1::2]")
    together = "np.concatenate(pair, axis=1)" if halves else f"np.stack(pair, axis=2).reshape({T_q}, {d_k})"
    lines = (
        given("query", query),
        CodeLine(f"speed = {theta!r} ** (-np.arange(0, {d_k}, 2) / {d_k})", f"(d_k/2,) = {(d_k // 2,)}"),
        CodeLine(f"angle = np.arange({T_q})[:, None] * speed", half),
        CodeLine("cos, sin = np.cos(angle), np.sin(angle)"),
        CodeLine(f"a, b = {a}, {b}"),
        CodeLine("pair = a * cos + b * sin, b * cos - a * sin"),
        CodeLine(f"query = {together}", query),
    )
    return CodeForm("undo", UNDO, lines, LIKEWISE)


def _projections(scenario: HeadsScenario, layer: _Layer) -> CodeForm:
    """Return the way of a toy from X to its heads."""
    B, tokens, width, d_k = scenario.B, layer.T_q, scenario.data.d_model, layer.d_k
    h, h_kv = (list(lead)[-1] for lead in (layer.lead, layer.key_lead))
    wide = {"query": (h, layer.lead[h]), "key": (h_kv, layer.key_lead[h_kv]), "value": (h_kv, layer.key_lead[h_kv])}
    lines = [given("x", shape(B=B, T=tokens, d_model=width))]
    for role, (axis, heads) in wide.items():
        lines.append(given(f"W_{role[0]}", shape(d_model=width, **{f"{axis}*d_k": heads * d_k})))
    for role, (axis, heads) in wide.items():
        projected = shape(B=B, T=tokens, **{f"{axis}*d_k": heads * d_k})
        lines.append(CodeLine(f"{role} = x @ W_{role[0]}", projected, "concat"))
    for role, (axis, heads) in wide.items():
        cut = f"{role} = {role}.reshape({B}, {tokens}, {heads}, {d_k}).swapaxes(1, 2)"
        lines.append(CodeLine(cut, shape(B=B, **{axis: heads}, T=tokens, d_k=d_k), "concat"))
    return CodeForm("projections", PROJECTIONS, tuple(lines), CUT)


def _attend(scenario: HeadsScenario, layer: _Layer) -> CodeForm:
    pairs = layer.lead | layer.pairs
    heads_axis, masked = len(layer.lead) - 1, scenario.allowed is not None
    notes = [Message(SHARED, {"group": layer.group})] if layer.group > 1 else []
    notes += [REAL_WEIGHTS] if scenario.hide_first else []
    repeated = [
        CodeLine(
            f"{role} = np.repeat({role}, {layer.group}, axis={heads_axis})", shape(**layer.lead, T_k=layer.T_k, **last)
        )
        for role, last in (("key", {"d_k": layer.d_k}), ("value", {"d_v": layer.d_v}))
    ]
    by = divided(scenario.divide_by, f"query.shape[{len(layer.lead) + 1}]", layer.n_heads)
    lines = (
        *layer.operands(one_head=False),
        *_given_mask(scenario, shape(**layer.pairs)),
        *(repeated if layer.group > 1 else []),
        CodeLine(f"logits = query @ key.mT{by}", shape(**pairs), "statistics"),
        *([CodeLine(MASKED, shape(**pairs), "statistics")] if masked else []),
        *softmax_lines("masked_logits" if masked else "logits", pairs, temperature=scenario.temperature,
                       empty=_empty_rows(scenario, shown=False), stage="statistics"),
        CodeLine("output = weights @ value", shape(**layer.lead, T_q=layer.T_q, d_v=layer.d_v), "statistics"),
    )  # fmt: skip
    return CodeForm("attend", ATTEND, lines, _noted(scenario, notes))


def _join(layer: _Layer, *, toy: bool) -> CodeForm:
    h, T_q, d_v = layer.n_heads, layer.T_q, layer.d_v
    batch = {axis: size for axis, size in layer.lead.items() if axis == "B"}
    axes, sizes = ("1, 2" if toy else "0, 1"), (*batch.values(), T_q, h * d_v)
    concat = shape(**batch, T_q=T_q, **{"h*d_v": h * d_v})
    lines = (
        given("output", shape(**layer.lead, T_q=T_q, d_v=d_v)),
        *([given("W_o", shape(**{"h*d_v": h * d_v}, d_model=h * d_v))] if toy else []),
        CodeLine(f"concat = output.swapaxes({axes}).reshape{sizes}", concat, "concat"),
        *([CodeLine("joined = concat @ W_o", shape(**batch, T_q=T_q, d_model=h * d_v), "concat")] if toy else []),
    )
    return CodeForm("join", JOIN, lines, NO_TEXT if toy else NO_W_O)


def _given_mask(scenario: HeadsScenario, pairs: str) -> tuple[CodeLine, ...]:
    return () if scenario.allowed is None else (given("allowed", pairs, "True = may attend"),)


def _empty_rows(scenario: HeadsScenario, *, shown: bool) -> bool:
    """Return whether some word may look nowhere."""
    allowed = scenario.shown_allowed if shown else scenario.allowed
    return allowed is not None and not bool(allowed.any(axis=1).all())


def _cast(result: HeadsResult, stored: str) -> list[Message]:
    """Say in which type the screen computes, where the numbers are stored in another."""
    dtype = stored if result.stages is None else result.stages.query.dtype.name
    return [] if dtype == stored else [Message(CAST, {"dtype": dtype})]


def _noted(scenario: HeadsScenario, notes: list[Message]) -> Message:
    notes = [*notes, TURNED] if scenario.positions_undone else notes
    return listed(notes, " ") if notes else NO_TEXT


def _stored(scenario: HeadsScenario) -> CodeForm:
    """Return what can be done with weights without Q and K: their sums, and hiding the first key."""
    pack = scenario.data.pack
    pairs, rows = shape(T_q=pack.T_q, T_k=pack.T_k), shape(T_q=pack.T_q, **{"1": 1})
    hiding = (
        CodeLine("weights[:, 0] = 0", pairs, "weights"),
        CodeLine("total = np.nansum(weights, axis=1, keepdims=True)", rows, "weights"),
        CodeLine("weights = weights / np.where(total > 0, total, 1)", pairs, "weights"),
    )
    lines = (
        given("weights", pairs),
        *(hiding if scenario.hide_first else ()),
        CodeLine("row_sums = np.nansum(weights, axis=1)", shape(T_q=pack.T_q), "weights"),
    )
    return CodeForm("screen", SCREEN, lines, AS_STORED)
