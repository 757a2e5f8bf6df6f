"""Disabled controls say why."""

from PySide6.QtWidgets import QWidget

from attnstudio.ui.control_row import describe


def set_reason(widget: QWidget, reason: str | None) -> None:
    """Disable a control and say why, to the eye and to a screen reader; enable it again with None."""
    if reason == widget.property("reason"):
        return
    if widget.property("reason") is None:
        widget.setProperty("usual", (widget.toolTip(), widget.accessibleDescription()))
    widget.setProperty("reason", reason)
    widget.setEnabled(reason is None)
    if reason is not None:
        describe(widget, reason)
        return
    tip, description = widget.property("usual")
    widget.setToolTip(tip)
    widget.setAccessibleDescription(description)
