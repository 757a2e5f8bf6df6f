"""Where on the panel something is shown that a lesson points at."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel


def place_of(panel: "AttentionPanel", name: str) -> QWidget | None:
    """Return what shows a matrix, a figure, or a field that has no control of its own; None where nothing does."""
    places: dict[str, QWidget] = {
        **panel.matrices, **panel.figures, "exp": panel.bars, "custom": panel.matrices["masked_logits"],
        "value_x": panel.plane, "value_y": panel.plane,
    }  # fmt: skip
    if (side := panel.side) is not None:
        side.sizes.make()
        places |= {
            "tensors": side.sliders, "seed": side.sizes.seed, "layer": side.source, "head": side.source,
            "selected_query": side.entry, "selected_key": side.entry,
        }  # fmt: skip
    return places.get(name)
