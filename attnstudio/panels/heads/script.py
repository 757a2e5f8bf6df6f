"""The Heads panel as a script: one layer computed again from its queries, keys and values, and all that is found."""

from collections.abc import Set as AbstractSet

import numpy as np

from attnstudio.core.masks import causal_mask
from attnstudio.files.scripts import Library, Script, all_allowed, causal_line, forbidden_line, masked, token_list
from attnstudio.panels.heads.bill import bill_of
from attnstudio.panels.heads.compute import HeadsResult, compute
from attnstudio.panels.heads.found_script import add_findings
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.script_data import Held, held, tolerances
from attnstudio.panels.heads.script_parts import EFFECTS, PROJECTED, SOFTMAX, TOY, TURNED, TURNED_START, Checks
from attnstudio.panels.heads.toy import MOST_B, MOST_T
from attnstudio.state.arrays import Array

TITLE = "Heads of one layer: every stage computed again, and compared with the screen of attnstudio."
DIVISORS = {"one": "1", "sqrt_d_k": "d_k**0.5", "d_k": "d_k", "sqrt_d_model": "({n_heads} * d_k) ** 0.5"}


def script(scenario: HeadsScenario, library: Library, covered: AbstractSet[str] = frozenset()) -> str:
    """Return a script that needs nothing but NumPy or PyTorch.

    Parameters
    ----------
    scenario : HeadsScenario
    library : {"numpy", "torch"}
        NumPy draws a toy model again by its seed; for PyTorch its numbers are written out.
    covered : set of str
        Stages whose numbers are withheld: they are computed, but not compared.

    Raises
    ------
    ValueError
        In words, where there are too many numbers for a script, or where stored weights are covered.
    """
    result, of = compute(scenario), held(scenario)
    stages = result.stages
    if stages is None and {"statistics", "weights"} & covered:
        raise ValueError("the weights are covered, and there is nothing else to write into a script")
    made = Script(library, np.dtype(np.float64) if stages is None else stages.query.dtype, TITLE)
    errors = tolerances(scenario, of, np.dtype(made.dtype_name))
    checks = Checks(made, covered, errors)
    _say_data(made, scenario, of)
    if stages is None:
        _stored(checks, result, of)
    else:
        _vectors(checks, result, of)
        _attend(checks, result)
    add_findings(checks, result, of.heads)
    if stages is not None:
        _effects(checks, result)
        _join(checks, result, of)
    _bill(checks, scenario)
    return made.text()


def _say_data(made: Script, scenario: HeadsScenario, of: Held) -> None:
    pack = scenario.data.pack
    stored = next(array.dtype for array in (pack.query, pack.weights) if array is not None)
    made.section(f"Data: {pack.origin.badge()}. Stored as {stored}, computed in {made.dtype_name}.")
    made.note(f"Layer {scenario.layer_number}, head {scenario.head_index} of {pack.n_heads}, counted from 0.")
    if len(of.heads) < pack.n_heads:
        made.note("The layer has too many numbers for a script: this head stands alone.")
    made.note("Rows ask (queries), columns are asked (keys).")
    for name, tokens in (("query_tokens", pack.query_tokens), ("key_tokens", pack.key_tokens)):
        if tokens:
            made.add(f"{name} = {token_list(tokens)}")
    made.add(
        f"T_q, T_k, heads = {pack.T_q}, {pack.T_k}, {len(of.heads)}",
        f"head = {scenario.head_index - of.heads.start}  # the large one",
        f"query_place, key_place = {scenario.query_index}, {scenario.key_index}  # the selected pair",
    )
    if pack.has_vectors:
        made.add(f"d_k, d_v, key_heads = {pack.d_k}, {pack.d_v}, {of.key_heads}")


def _vectors(checks: Checks, result: HeadsResult, of: Held) -> None:
    """Add queries, keys and values of the layer: drawn again, or as they are stored."""
    made, scenario, toy = checks.made, result.scenario, result.scenario.data.toy
    if toy is None:
        for role, array in of.arrays.items():
            _add_array(made, role, array)
        if scenario.positions_undone:
            _turn_back(checks, scenario)
            made.add("query, key = turned_back(query), turned_back(key)")
    else:
        made.add("d_model = heads * d_k")
        if made.library == "numpy":
            made.note(f"Drawn with NumPy {np.__version__}; another version may draw other numbers, which then differ.")
            item = min(scenario.batch_item, scenario.B - 1)
            made.add(f"seed = {toy.seed}", *checks.lines(TOY, most_B=MOST_B, most_T=MOST_T, item=item))
        else:
            arrays = {"x": result.matrices["x"].values} | {w: getattr(toy, w) for w in ("w_q", "w_k", "w_v", "w_o")}
            made.add(*(f"{name} = {made.array(array)}" for name, array in arrays.items()))
        made.add(*PROJECTED)
        for role in ("query", "key", "value"):
            name = f"projected_{role}"
            checks.array("concat", name, result.matrices[name].values, "projected")
    if of.key_heads < len(of.heads):
        made.note("Groups of query heads share a key and value head.")
        repeat = "np.repeat({0}, heads // key_heads, axis=0)"
        if made.library == "torch":
            repeat = "{0}.repeat_interleave(heads // key_heads, dim=0)"
        made.add(*(f"{role} = {repeat.format(role)}" for role in ("key", "value")))


def _add_array(made: Script, name: str, array: Array) -> None:
    flat = made.array(array.reshape(-1, array.shape[-1]))
    made.add(f"{name} = {flat}.reshape({array.shape})")


def _turn_back(checks: Checks, scenario: HeadsScenario) -> None:
    data = scenario.data
    made = checks.made
    made.add(*checks.lines(TURNED_START, theta=data.pack.rope_theta))
    made.add(*checks.lines(TURNED[data.rope_pairs]), "", "")


def _attend(checks: Checks, result: HeadsResult) -> None:
    """Add logits, mask, softmax and output of all heads; of the large one they are compared."""
    made, scenario, matrices = checks.made, result.scenario, result.matrices
    made.add(*checks.lines(SOFTMAX))
    made.section("Logits of the large head; those of the others are computed with them.")
    by = DIVISORS[scenario.divide_by].format(n_heads=scenario.data.pack.n_heads)
    made.add(f"all_logits = query @ key.swapaxes(1, 2) / {by}  # (heads, T_q, T_k)", "logits = all_logits[head]")
    checks.array("weights", "logits", matrices["logits"].values, "logit")
    _allowed(checks, scenario)
    minus = f"-{made.lib}.inf"
    made.add(f"all_masked = {masked(made, 'all_logits', 'allowed', minus)}", "masked_logits = all_masked[head]")
    checks.array("weights", "masked_logits", matrices["masked_logits"].values, "logit")
    made.section("Softmax, and the mix of the values.")
    warm = "" if scenario.temperature == 1 else f" / {scenario.temperature!r}"
    made.add(f"all_weights = softmax(all_masked{warm})")
    made.add("all_outputs = all_weights @ value  # (heads, T_q, d_v)", "output = all_outputs[head]")
    checks.array("weights", "output", matrices["output"].values, "output")
    if scenario.hide_first:
        made.note("As they are shown: without the first token, rescaled. The output stays that of the real weights.")
        made.add(f"all_weights = softmax({masked(made, 'all_logits', 'shown', minus)}{warm})")
    made.add("weights = all_weights[head]")
    checks.array("weights", "weights", matrices["weights"].values, "share")
    for name, computed in (("weight", "weights[query_place, key_place]"), ("max_weight", "weights[query_place].max()")):
        checks.number("weights", name, result.quantities[name], "share", computed)


def _allowed(checks: Checks, scenario: HeadsScenario) -> None:
    """Add where a query may look, and where it may as it is shown."""
    made, data = checks.made, scenario.data
    sizes = data.pack.T_q, data.pack.T_k
    forbidden = np.zeros(sizes, bool)
    if scenario.allowed is not None:
        forbidden = ~scenario.allowed
    corner = "top-left" if scenario.mask == "causal" and data.own_causal == "off" else data.own_causal
    made.section("Mask: True = may attend." if forbidden.any() else "Mask: none is on.")
    made.add(all_allowed(made))
    if forbidden.any() and corner != "off" and (data.pack.has_vectors or scenario.mask == "own"):
        made.add(causal_line(made, *sizes, corner))
        forbidden &= causal_mask(*sizes, corner)
    if forbidden.any():
        made.add(forbidden_line(made, forbidden, "pairs that are forbidden"))
    made.add("shown = allowed & True")
    if scenario.hide_first:
        made.add("shown[:, 0] = False  # the first token is hidden")


def _stored(checks: Checks, result: HeadsResult, of: Held) -> None:
    """Add weights without Q and K: they are looked at, not computed again."""
    made, scenario = checks.made, result.scenario
    made.note("Without Q and K the weights can be looked at, not computed again.")
    _add_array(made, "all_weights", of.arrays["weights"])
    if scenario.hide_first:
        made.note("The first key is hidden, and the rest rescaled.")
        made.add("all_weights[..., 0] = 0", *checks.lines((
            "total = {lib}.nansum(all_weights, {kept})",
            "all_weights = all_weights / {lib}.where(total > 0, total, {lib}.ones_like(total))",
        )))  # fmt: skip
    _allowed(checks, scenario)
    made.add("weights = all_weights[head]", *checks.lines(("row_sums = {lib}.nansum(weights, {keys})",)))
    checks.array("weights", "row_sums", np.nansum(result.matrices["weights"].values, axis=1), "share")


def _effects(checks: Checks, result: HeadsResult) -> None:
    checks.made.section("Is it an explanation? What each key does to the output of the selected query.")
    checks.made.add(*checks.lines(EFFECTS, temperature=result.scenario.temperature))
    checks.array("effects", "effects", result.matrices["effects"].values, "effect")


def _join(checks: Checks, result: HeadsResult, of: Held) -> None:
    made, matrices = checks.made, result.matrices
    if "concat" not in matrices or len(of.heads) < result.scenario.data.pack.n_heads:
        return
    made.section("The heads side by side again.")
    made.add("concat = all_outputs.swapaxes(0, 1).reshape(T_q, heads * d_v)")
    checks.array("concat", "concat", matrices["concat"].values, "output")
    if "joined" in matrices:
        made.add("joined = concat @ w_o")
        checks.array("concat", "joined", matrices["joined"].values, "joined")


def _bill(checks: Checks, scenario: HeadsScenario) -> None:
    pack, tokens = scenario.data.pack, scenario.bill_tokens
    computed = f"{pack.n_heads} * {tokens}**2" if tokens else f"{pack.n_heads} * T_q * T_k"
    checks.made.section("The bill: scores of the layer.")
    checks.made.check_number("scores", bill_of(scenario).count, 0.5, computed)
