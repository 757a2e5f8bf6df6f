"""Scenes of earlier versions, brought up to the one that is written now, a version at a time."""

from collections.abc import Callable, Mapping
from typing import Any

UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # by the version that each one reads


def upgraded(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """Return what a scene file holds as `version` has it; a version that nothing is known of is left as it is.

    Each upgrade gets the object of the file before anything in it was checked, and returns another one of the version
    after its own; what it does not understand it leaves for the reader to name.
    """
    while type(at := raw.get("version")) is int and at < version and at in UPGRADES:
        raw = {**UPGRADES[at](raw), "version": at + 1}
    return raw
