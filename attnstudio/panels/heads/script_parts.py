"""Lines of a Heads script that are the same whatever the numbers are, for NumPy and for PyTorch."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from attnstudio.files.scripts import Library, Script
from attnstudio.state.arrays import Array

WORDS: Mapping[Library, Mapping[str, str]] = {
    "numpy": {
        "keys": "axis=-1", "kept": "axis=-1, keepdims=True", "biggest": "max(axis=-1, keepdims=True)", "axis": "axis",
        "flags": "bool", "joined": "concatenate", "whole": "", "double": '.astype("float64")',
    },
    "torch": {
        "keys": "dim=-1", "kept": "dim=-1, keepdim=True", "biggest": "amax(dim=-1, keepdim=True)", "axis": "dim",
        "flags": "torch.bool", "joined": "cat", "whole": ", dtype=torch.float64", "double": ".to(torch.float64)",
    },
}  # fmt: skip

SOFTMAX = (
    "",
    "",
    "def softmax(logits):",
    '    """Return e^x over its sum, along the keys; 0 where a query has no key."""',
    "    largest = logits.{biggest}",
    "    largest = {lib}.where(largest > -{lib}.inf, largest, {lib}.zeros_like(largest))",
    "    exp = {lib}.exp(logits - largest)",
    "    total = exp.sum({kept})",
    "    return exp / {lib}.where(total > 0, total, {lib}.ones_like(total))",
    "",
    "",
)
TURNED = {
    "adjacent": (
        "    a, b = x[..., 0::2], x[..., 1::2]",
        "    pairs = {lib}.stack([a * cos + b * sin, b * cos - a * sin], {axis}=-1)",
        "    return pairs.reshape(x.shape)",
    ),
    "halves": (
        "    a, b = x[..., : d_k // 2], x[..., d_k // 2 :]",
        "    return {lib}.{joined}([a * cos + b * sin, b * cos - a * sin], {axis}=-1)",
    ),
}
TURNED_START = (
    "",
    "",
    "def turned_back(x):",
    '    """Undo rotary positions: row t was turned t times."""',
    "    frequencies = {theta!r} ** (-{lib}.arange(0, d_k, 2{whole}) / d_k)",
    "    angles = {lib}.arange(x.shape[-2])[:, None] * frequencies",
    "    cos, sin = {lib}.cos(angles){single}, {lib}.sin(angles){single}",
)
MEASURES = (
    "",
    "",
    "def at(offset):",
    '    """Return the cells of each query and the key so many places after it."""',
    "    return {lib}.arange(T_k) == {lib}.arange(T_q)[:, None] + start + offset",
    "",
    "",
    "def mean_on(weights, wanted):",
    '    """Return the mean weight on the wanted keys, over the rows that have some and another choice."""',
    "    others = (shown & ~wanted & ~at(0)).any({keys})",
    "    rows = {lib}.where(wanted, weights, {lib}.zeros_like(weights)).sum({keys})[..., wanted.any({keys}) & others]",
    "    return {lib}.nansum(rows, {keys}) / (~{lib}.isnan(rows)).sum({keys})",
    "",
    "",
    "def entropy_share(weights):",
    '    """Return the mean over the rows with a choice of the entropy, as a share of the largest possible."""',
    "    count = shown.sum({keys})",
    "    weights, count = weights[..., count > 1, :], count[count > 1]",
    "    entropy = abs((weights * {lib}.log({lib}.where(weights > 0, weights, {lib}.ones_like(weights)))).sum({keys}))",
    "    rows = entropy / {lib}.log(count{number})",
    "    return {lib}.nansum(rows, {keys}) / (~{lib}.isnan(rows)).sum({keys})",
    "",
    "",
)
EFFECTS = (
    "row, v = masked_logits[query_place]{double} / {temperature!r}, value[head]{double}",
    "alpha = softmax(row)",
    "z = alpha @ v",
    "lengths = (v**2).sum({keys}) ** 0.5",
    "silenced = ((z - (z - alpha[:, None] * v)) ** 2).sum({keys}) ** 0.5",
    "without = {lib}.where({lib}.eye(T_k, dtype={flags}), -{lib}.inf, row)  # a row without each key",
    "forbidden = ((z - softmax(without) @ v) ** 2).sum({keys}) ** 0.5",
    "effects = {lib}.stack([alpha, alpha * lengths, silenced, forbidden], {axis}=1){single}",
)
TOY = (
    "",
    "",
    "def normal(part, *shape):",
    '    """Return the numbers of one part of the toy: each has its own stream."""',
    "    return np.random.default_rng((seed, part)).standard_normal(shape)",
    "",
    "",
    "x = normal(0, {most_B}, {most_T}, d_model)[{item}, :T_q]  # (T, d_model), one sequence of the batch",
    "w_q, w_k, w_v, w_o = (normal(part, d_model, d_model) / d_model**0.5 for part in (1, 2, 3, 4))",
    "w_k, w_v = w_k[:, : key_heads * d_k], w_v[:, : key_heads * d_k]  # (d_model, key heads × d_k)",
)
PROJECTED = (
    "projected_query, projected_key, projected_value = x @ w_q, x @ w_k, x @ w_v",
    "query = projected_query.reshape(T_q, heads, d_k).swapaxes(0, 1)  # (heads, T, d_k)",
    "key = projected_key.reshape(T_k, key_heads, d_k).swapaxes(0, 1)  # (key heads, T, d_k)",
    "value = projected_value.reshape(T_k, key_heads, d_k).swapaxes(0, 1)",
)


class Checks:
    """A script with what its checks need: which stages are covered, and how far numbers may lie apart."""

    def __init__(self, made: Script, covered: AbstractSet[str], errors: Mapping[str, float]) -> None:
        self.made = made
        self._covered = covered
        self._errors = errors

    def lines(self, templates: tuple[str, ...], **values: Any) -> list[str]:
        """Return lines as the library of the script says them."""
        made = self.made
        single = made.dtype_name == "float32"
        cast = {"numpy": '.astype("float32")', "torch": ".to(torch.float32)"}[made.library] if single else ""
        number = f".to(torch.{made.dtype_name})" if made.library == "torch" else ""
        words = {**WORDS[made.library], "lib": made.lib, "single": cast, "number": number, **values}
        return [line.format(**words) for line in templates]

    def array(self, stage: str, name: str, values: Array, kind: str) -> None:
        """Add the comparison of what was computed under a name; of a covered stage the reason why there is none."""
        if not self._is_covered(stage, name):
            self.made.check(name, values, self._errors[kind])

    def number(self, stage: str, name: str, value: float, kind: str, computed: str) -> None:
        """Add the comparison of one number likewise."""
        if not self._is_covered(stage, name):
            self.made.check_number(name, value, self._errors[kind], computed)

    def _is_covered(self, stage: str, name: str) -> bool:
        if stage in self._covered:
            self.made.withhold(name)
        return stage in self._covered
