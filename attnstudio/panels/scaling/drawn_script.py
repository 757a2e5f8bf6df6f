"""The part of a Scaling script that draws: with NumPy the very numbers of the screen, with PyTorch others like them."""

import numpy as np

from attnstudio.core.score_samples import CHUNK
from attnstudio.files.scripts import Script
from attnstudio.panels.scaling.samples import SCORES
from attnstudio.panels.scaling.scenario import ScalingScenario

STREAMS = (
    "", "", "def streams(count, *place):", '    """Return independent generators; each place of a seed has its own."""',
    "    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=place)).spawn(count)", "", "",
)  # fmt: skip
COMPONENTS = {
    "numpy": {
        "normal": ("    drawn = first.standard_normal((rows, n_keys + 1, size))",),
        "uniform": ("    drawn = 12**0.5 * (first.random((rows, n_keys + 1, size)) - 0.5)",),
        "signs": (
            "    words = first.integers(0, 2**64, (rows, n_keys + 1, -(-size // 64)), np.uint64)  # a bit a component",
            "    drawn = 2.0 * np.unpackbits(words.view(np.uint8), axis=2, count=size) - 1",
        ),
    },
    "torch": {
        "normal": ("    drawn = torch.randn(rows, n_keys + 1, size, generator=first, dtype=torch.float64)",),
        "uniform": (
            "    drawn = torch.rand(rows, n_keys + 1, size, generator=first, dtype=torch.float64)",
            "    drawn = 12**0.5 * (drawn - 0.5)",
        ),
        "signs": (
            "    drawn = torch.randint(0, 2, (rows, n_keys + 1, size), generator=first)",
            "    drawn = 2.0 * drawn.to(torch.float64) - 1",
        ),
    },
}  # fmt: skip
COPIED = {
    "numpy": "    copied = second.random(keys.shape) < abs(correlation)",
    "torch": "    copied = torch.rand(keys.shape, generator=second, dtype=torch.float64) < abs(correlation)",
}
NORMAL_LAW = (
    "own, along, rest = streams(3, {place})",
    "own = own.standard_normal((n_keys, n_rows)).T  # (n_rows, n_keys)",
    "along = along.standard_normal(n_rows)  # the query along (1, …, 1)",
    "rest = rest.chisquare(d_k - 1, n_rows) if d_k > 1 else np.zeros(n_rows)  # its squared length across",
    "shift = mean * d_k**0.5",
    "squares = (shift + along) ** 2 + rest  # squared lengths of the queries",
    "common = shift * (shift + along) + correlation * (shift * along + along**2 + rest)  # to all keys of a query",
    "all_scores = common[:, None] + ((1 - correlation**2) * squares[:, None]) ** 0.5 * own",
)
SIGNS_LAW = (
    "odds = np.log(max(1 + correlation, 1e-300)) - np.log(max(1 - correlation, 1e-300))",
    "alike = np.arange(1.0, d_k + 1)  # components of a key that are those of its query: a binomial number",
    "logs = np.cumsum(np.log(alike[::-1] / alike) + odds)  # of its chances, over the chance of none",
    "sums = np.cumsum(np.exp(np.concatenate([[0.0], logs]) - max(0.0, logs.max())))",
    "uniform = streams(1, {place})[0].random((n_keys, n_rows)).T  # (n_rows, n_keys)",
    'all_scores = 2.0 * np.searchsorted(sums / sums[-1], uniform, side="right") - d_k',
)
SHIFTED_SIGNS_LAW = (
    "same, (ups, beside_ups, beside_downs) = (1 + correlation) / 2, streams(3, {place})",
    "plus = ups.binomial(d_k, 0.5, n_rows)  # components of the query that are +1",
    "beside_plus = 2.0 * beside_ups.binomial(plus, same, (n_keys, n_rows)) - plus",
    "beside_minus = 2.0 * beside_downs.binomial(d_k - plus, 1 - same, (n_keys, n_rows)) - (d_k - plus)",
    "common = mean * (mean * d_k + 2.0 * plus - d_k)",
    "all_scores = (common + (mean + 1) * beside_plus + (mean - 1) * beside_minus).T  # (n_rows, n_keys)",
)
LITERAL = (
    "parts = []",
    "for start in range(0, n_rows, {step}):",
    "    query, keys = vectors(first, second, min({step}, n_rows - start), d_k)",
    '    parts.append({lib}.einsum("rnd,rd->rn", keys, query))',
    "all_scores = {lib}.{joined}(parts)  # (n_rows, n_keys)",
)
MEASURES = {
    "numpy": (
        "", "def measures(logits):", '    """Return what softmax makes of rows."""',
        "    exp = np.exp(logits - logits.max(axis=1, keepdims=True))",
        "    weights = exp / exp.sum(axis=1, keepdims=True)",
        "    largest = weights.max(axis=1)",
        "    entropies = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1)",
        "    squares, cubes = (weights**2).sum(axis=1), (weights**3).sum(axis=1)",
        "    gradients = np.maximum(squares - 2 * cubes + squares**2, 0) ** 0.5  # ‖diag(α) − α αᵀ‖",
        "    return {", '        "spread": logits.std(),', '        "max_weight": largest.mean(),',
        '        "entropy_share": (entropies / np.log(n_keys)).mean(),',
        '        "frozen_share": (largest > 0.99).mean(),', '        "gradient": np.median(gradients),', "    }", "",
    ),
    "torch": (
        "", "def measures(logits):", '    """Return what softmax makes of rows."""',
        "    weights = torch.softmax(logits, dim=1)", "    largest = weights.amax(dim=1)",
        "    entropies = torch.special.entr(weights).sum(dim=1)",
        "    return {", '        "spread": logits.std(unbiased=False),', '        "max_weight": largest.mean(),',
        '        "entropy_share": (entropies / torch.log(torch.tensor(float(n_keys)))).mean(),',
        '        "frozen_share": (largest > 0.99).to(torch.float64).mean(),', "    }", "",
    ),
}  # fmt: skip


def define_vectors(made: Script, scenario: ScalingScenario) -> None:
    """Add the function that draws queries and keys, and before it NumPy's streams."""
    rho = scenario.correlation
    if made.library == "numpy":
        made.section(f"Drawn with NumPy {np.__version__}; another version may draw other numbers, which then differ.")
        made.add(*STREAMS)
    else:
        made.add("")
    made.add(
        "def vectors(first, second, rows, size):", '    """Draw queries (rows, size) and keys (rows, n_keys, size)."""'
    )
    made.add(*COMPONENTS[made.library][scenario.distribution], "    query, keys = drawn[:, :1], drawn[:, 1:]")
    if rho and scenario.distribution == "normal":
        made.add("    keys = correlation * query + (1 - correlation**2) ** 0.5 * keys")
    elif rho:
        sign = "" if rho > 0 else "-"
        made.add(COPIED[made.library], f"    keys = {made.lib}.where(copied, {sign}query, keys)")
    made.add("    return query[:, 0] + mean, keys + mean", "")


def draw_rows(made: Script, scenario: ScalingScenario) -> None:
    """Add the drawing of all rows of scores."""
    step = max(1, CHUNK // ((scenario.n_keys + 1) * scenario.d_k))
    if made.library == "torch":
        made.section("All rows, drawn by PyTorch: other numbers than the screen's, alike but for chance.")
        define_vectors(made, scenario)
        made.add("", "first = second = torch.Generator().manual_seed(seed)")
        made.add(*(line.format(step=step, lib="torch", joined="cat") for line in LITERAL))
    elif scenario.drawn_literally:
        made.section("All rows: the same numbers as on the screen, component by component.")
        made.add(f"first, second = streams(2, {SCORES})")
        made.add(*(line.format(step=step, lib="np", joined="concatenate") for line in LITERAL))
    else:
        made.section("All rows: the same numbers as on the screen, from the law of q·k for given queries.",
                     "‖∂α/∂q‖ needs the keys, and is compared for the one row alone.")  # fmt: skip
        shifted = SHIFTED_SIGNS_LAW if scenario.mean else SIGNS_LAW
        law = NORMAL_LAW if scenario.distribution == "normal" else shifted
        made.add(*(line.format(place=SCORES) for line in law))


def define_measures(made: Script) -> None:
    """Add the function that measures rows of logits."""
    made.add("", *MEASURES[made.library])
