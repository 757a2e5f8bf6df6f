"""The part of a Heads script that measures: what each head mostly looks at, and the weight by distance."""

import numpy as np

from attnstudio.files.scripts import token_list
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.figures import cells_by_distance, signed
from attnstudio.panels.heads.findings import MEASURES, first_position
from attnstudio.panels.heads.script_parts import MEASURES as FUNCTIONS
from attnstudio.panels.heads.script_parts import Checks
from attnstudio.state.arrays import Array
from attnstudio.state.token_names import shown_token

WANTED = {
    "previous": "at(-1)",
    "next": "at(1)",
    "same": "same",
    "first": "({lib}.arange(T_k) == 0) & ({lib}.arange(T_q)[:, None] >= 0)",
    "itself": "at(0)",
}
SAME = {
    "numpy": "np.tril(np.array([[a == b for b in words] for a in words]), -1)",
    "torch": "torch.tril(torch.tensor([[a == b for b in words] for a in words]), -1)",
}


def add_findings(checks: Checks, result: HeadsResult, heads: range) -> None:
    """Add all measures of the heads in sight, the row of the map, and the weight by distance."""
    made, scenario = checks.made, result.scenario
    data, sight = scenario.data, scenario.in_sight
    made.section("What the heads mostly look at.")
    made.add(f"start = {first_position(data)}  # position among the keys of the first query")
    if not np.isnan(result.matrices["statistics"].values[:, MEASURES.index("same")]).all():
        words = tuple(shown_token(token) for token in data.pack.key_tokens)
        made.add(f"words = {token_list(words)}", f"same = {SAME[made.library]}  # an equal word before")
    made.add(*checks.lines(FUNCTIONS))
    places = [head for head in sight if head in heads]
    for column, name in enumerate(MEASURES):
        values = result.matrices["statistics"].values[[head - sight.start for head in places], column]
        _measure(checks, result, name, places, heads, values)
    _pair(checks, result, places, heads)
    _distances(checks, result)


def _measure(checks: Checks, result: HeadsResult, name: str, places: list[int], heads: range, values: Array) -> None:
    """Add one measure of some heads, and where it is looked for the same as part of the map."""
    made = checks.made
    known = [head - heads.start for head, value in zip(places, values.tolist(), strict=True) if not np.isnan(value)]
    if not known:
        made.note(f"{name}: nothing to measure.")
        return
    values = values[~np.isnan(values)]
    if name == "entropy_share":
        made.add(f"entropy = entropy_share({_chosen(known, len(heads))})")
        checks.array("statistics", "entropy", values, "entropy")
        return
    made.add(f"wanted = {WANTED[name].format(lib=made.lib)}")
    pack = result.scenario.data.pack
    if result.scenario.data.has_start and pack.T_q == pack.T_k:
        made.add("wanted[0] = False  # the start token is no word")
    made.add(f"on_{name} = mean_on({_chosen(known, len(heads))}, wanted)")
    checks.array("statistics", f"on_{name}", values, "share")
    if name == result.scenario.find:
        found = result.matrices["map"].values[result.scenario.layer_index, [heads.start + place for place in known]]
        made.add(f"found = on_{name}  # in the map")
        checks.array("map", "found", found, "share")


def _chosen(known: list[int], count: int) -> str:
    return "all_weights" if known == list(range(count)) else f"all_weights[{known}]"


def _pair(checks: Checks, result: HeadsResult, places: list[int], heads: range) -> None:
    scenario = result.scenario
    if scenario.find != "pair":
        return
    values = result.matrices["map"].values[scenario.layer_index, places]
    known = [head - heads.start for head, value in zip(places, values.tolist(), strict=True) if not np.isnan(value)]
    if known:
        checks.made.add(f"found = {_chosen(known, len(heads))}[:, query_place, key_place]  # the chosen pair")
        checks.array("map", "found", values[~np.isnan(values)], "share")


def _distances(checks: Checks, result: HeadsResult) -> None:
    made, matrix = checks.made, result.matrices.get("distance")
    if matrix is None:
        return
    known = [value for value in cells_by_distance(result.scenario).values if signed(value) in matrix.column_labels]
    made.section("Mean weight of the large head by distance from query to key.")
    made.add("counted = shown & True")
    if result.scenario.data.has_start:
        made.add("counted[:, 0] = False  # the start token is no word")
    made.add(f"distances = {known}")
    made.add(f"distance = {made.lib}.stack([mean_on(weights, counted & at(place)) for place in distances])")
    checks.array("weights", "distance", matrix.values[0], "share")
