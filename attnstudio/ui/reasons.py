"""Disabled controls say why."""

from PySide6.QtWidgets import QWidget

from attnstudio.ui.control_row import hint


def set_reason(widget: QWidget, reason: str | None) -> None:
    """Disable a control and say why, to the eye and to a screen reader; enable it again with None."""
    if reason == widget.property("reason"):
        return
    if widget.property("reason") is None:
        widget.setProperty("usual", widget.toolTip())
    widget.setProperty("reason", reason)
    widget.setEnabled(reason is None)
    widget.setToolTip(widget.property("usual") if reason is None else hint(reason))
    widget.setAccessibleDescription(reason or "")
