"""Stored cases of other programs: an index in JSON beside one .npz of arrays."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Case:
    """One stored run: what went in, what came out, and how closely the origin compares it."""

    name: str
    operator: str
    attributes: dict[str, Any]
    inputs: dict[str, np.ndarray]
    expected: dict[str, np.ndarray]
    dtype: str
    rtol: float
    atol: float

    def __str__(self) -> str:
        return self.name


def stored_cases(index: str, arrays: str) -> list[Case]:
    """Read all cases of an index."""
    with np.load(DATA / arrays, allow_pickle=False) as opened:
        content = {name: opened[name] for name in opened.files}
    return [
        Case(
            name=entry["name"],
            operator=entry.get("op") or entry["fn"],
            attributes=entry["attributes"],
            inputs={name: content[array["key"]] for name, array in entry["inputs"].items()},
            expected={
                name: content[array["key"]] for name, array in {**entry["outputs"], **entry.get("grads", {})}.items()
            },
            dtype=next(iter(entry["inputs"].values()))["dtype"],
            rtol=entry["rtol"],
            atol=entry["atol"],
        )
        for entry in json.loads((DATA / index).read_text(encoding="utf-8"))["cases"]
    ]
