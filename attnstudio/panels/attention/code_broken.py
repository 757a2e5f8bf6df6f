"""The lines of the Attention code in which a mistake can be: right, or as wrong as on the screen."""

from typing import NamedTuple

import numpy as np

from attnstudio.core.masks import combine_masks
from attnstudio.panels.attention.broken import active, padded_queries
from attnstudio.panels.attention.faults import FAULTS, NONE, RATE
from attnstudio.panels.attention.scenario import WAYS, AttentionScenario, mask_way, may_attend
from attnstudio.state.code_lines import CodeLine, divided, given, shape, softmax_lines
from attnstudio.state.figures import Flags
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

T = QT_TRANSLATE_NOOP
ON_PURPOSE = T("attention", "Wrong on purpose: {does}")
OF_WAYS = {way: fault for fault, way in WAYS.items()}


class Sizes(NamedTuple):
    """The sizes of one head, and how its shapes are written."""

    T_q: int
    T_k: int
    d_k: int
    d_v: int

    @property
    def pairs(self) -> dict[str, int]:
        return {"T_q": self.T_q, "T_k": self.T_k}

    @property
    def shapes(self) -> dict[str, str]:
        return {
            "query": shape(T_q=self.T_q, d_k=self.d_k),
            "key": shape(T_k=self.T_k, d_k=self.d_k),
            "value": shape(T_k=self.T_k, d_v=self.d_v),
        }

    @property
    def operands(self) -> tuple[CodeLine, ...]:
        return tuple(given(role, of) for role, of in self.shapes.items())

    @property
    def output(self) -> str:
        return shape(T_q=self.T_q, d_v=self.d_v)


class Broken:
    """Writes the lines of an attention as the screen computes it."""

    def __init__(self, scenario: AttentionScenario, sizes: Sizes) -> None:
        self._scenario, self._sizes, self._pairs = scenario, sizes, shape(**sizes.pairs)
        self._way, self._masks = mask_way(scenario), may_attend(scenario)
        self._fault = OF_WAYS.get(self._way) or active(scenario)

    @property
    def notes(self) -> list[Message]:
        """What is wrong."""
        return [Message(ON_PURPOSE, {"does": Message(FAULTS[self._fault].does)})] if self._fault != NONE else []

    def operands(self) -> tuple[CodeLine, ...]:
        """Return what query, key and value are: of this head, or what a reshape without transpose makes of all."""
        if self._fault != "split":
            return self._sizes.operands
        pack, head = self._scenario.tensors, self._scenario.head_index
        wholes, cuts = [], []
        for role, of in self._sizes.shapes.items():
            array = pack.whole(role)
            heads, tokens, width = array.shape[-3:]
            axes = ("T_q" if role == "query" else "T_k", "h*d_v" if role == "value" else "h*d_k")
            wholes.append(given(f"all_{role}", shape(**dict(zip(axes, (tokens, heads * width), strict=True)))))
            cut = f"{role} = all_{role}.reshape({heads}, {tokens}, {width})[{pack.place(array, 0, head)[-1]}]"
            cuts.append(CodeLine(cut, of, "scores", wrong=True))
        return (*wholes, *cuts)

    def mask(self) -> tuple[CodeLine, ...]:
        """Return where a query may look; padding on the wrong axis is laid on here."""
        there = given("allowed", self._pairs, "True = may attend")
        if self._fault != "padding":
            return (there,) if self._masks else ()
        begun = there
        if set(self._masks) == {"padding"}:
            begun = CodeLine(f"allowed = np.ones({self._sizes[:2]}, bool)", self._pairs, "masked_logits")
        rows = f"allowed[{padded_queries(self._scenario)}, :] = False"
        return (begun, CodeLine(rows, self._pairs, "masked_logits", wrong=True))

    def logits(self) -> CodeLine:
        """Return how scores are divided."""
        ways = {"no_scale": "one", "d_model": "sqrt_d_model"}
        way = ways.get(self._fault, self._scenario.divide_by)
        by = divided(way, "query.shape[1]", self._scenario.tensors.n_heads)
        return CodeLine(f"logits = scores{by}", self._pairs, "logits", self._fault in ways)

    def masked_logits(self) -> CodeLine:
        """Return how the mask is applied."""
        masking = "logits"
        if self._masks and self._way != "zero_after":
            allowed = "allowed.T" if self._fault == "transposed" else "allowed"
            masking = f"np.where({allowed}, logits, {'0' if self._way == 'zero_before' else '-np.inf'})"
        wrong = self._fault in ("zero", "transposed")
        return CodeLine(f"masked_logits = {masking}", self._pairs, "masked_logits", wrong)

    def weights(self) -> tuple[CodeLine, ...]:
        """Return softmax, and what comes after it."""
        averaged = self._fault == "averaged"
        name, sizes = "masked_logits", self._sizes.pairs
        if averaged:
            name, sizes = "all_logits", {"h": self._scenario.tensors.n_heads} | sizes
        softmax = softmax_lines(
            name, sizes, temperature=self._scenario.temperature, base=self._scenario.base, empty=self._has_empty(),
            kept="allowed" if self._way == "zero_after" else "", wrong_axis=self._fault == "axis",
        )  # fmt: skip
        if averaged:
            masked = given("all_logits", shape(**sizes), "masked, of every head")
            mean = CodeLine("weights = weights.mean(axis=0)", self._pairs, "weights", wrong=True)
            return (masked, *softmax, mean)
        if self._fault == "dropout":
            drawn = f"kept = np.random.default_rng({self._scenario.seed}).random({self._sizes[:2]}) >= {RATE!r}"
            dropped = f"weights = weights * kept / {1 - RATE!r}"
            return (*softmax, *(CodeLine(line, self._pairs, "weights", wrong=True) for line in (drawn, dropped)))
        return softmax

    def _has_empty(self) -> bool:
        """Return whether softmax meets rows, or along the wrong axis columns, in which everything is masked."""
        if self._way != "before":
            return False
        if self._fault == "padding":
            return bool(padded_queries(self._scenario)) or has_empty(self._others())
        allowed = combine_masks(*self._masks.values())
        turned = allowed is not None and self._fault in ("transposed", "axis")
        return has_empty(np.transpose(allowed) if turned and allowed is not None else allowed)

    def _others(self) -> Flags | None:
        return combine_masks(*(mask for name, mask in self._masks.items() if name != "padding"))


def has_empty(allowed: Flags | None) -> bool:
    """Return whether a mask leaves a query without a key."""
    return allowed is not None and not bool(allowed.any(axis=1).all())
