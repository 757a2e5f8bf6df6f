"""A file with several heads shows each by itself: nothing is averaged, in no stage, table or script."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.files.tables import csv_bytes
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.scene import PanelState

WEIGHTS = np.array([[[1.0, 0.0]], [[0.0, 1.0]]])  # head 0 puts all on key 0, head 1 on key 1
VECTORS = {
    "q": np.ones((2, 1, 1)),
    "k": np.array([[[1e3], [0.0]], [[0.0], [1e3]]]),
    "v": np.array([[[1.0], [2.0]], [[3.0], [4.0]]]),
}


@pytest.mark.parametrize("arrays", [{"weights": WEIGHTS}, VECTORS], ids=["weights alone", "q, k and v"])
@pytest.mark.parametrize("head", [0, 1])
def test_a31_a_head_of_a_file_has_its_own_weights_and_no_mean_of_heads_is_anywhere(
    tmp_path: Path, arrays: dict[str, Any], head: int
) -> None:
    np.savez(tmp_path / "a.npz", **arrays)
    scenario = catalog.open_file(tmp_path / "a.npz").scene.panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    assert scenario.tensors.n_heads == 2
    shown = scenario.with_changes(head=head)
    result = catalog.compute("attention", shown)
    assert result.matrices["weights"].values.tolist() == WEIGHTS[head].tolist()
    lines = csv_bytes(result).decode("utf-8-sig").splitlines()
    table = [row for row in csv.DictReader(lines) if row["stage"] == "weights"]
    assert [float(row["value"]) for row in table] == WEIGHTS[head].ravel().tolist()
    script = catalog.script("attention", PanelState(shown), "numpy")
    assert f"ead {head} of 2, counted from 0" in script
    assert 0.5 not in [number for matrix in result.matrices.values() for number in matrix.values.ravel()]
    titles = [str(matrix.title).lower() for matrix in result.matrices.values()]
    assert not any("mean" in title or "average" in title for title in titles)
