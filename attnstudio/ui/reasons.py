"""Disabled controls say why."""

from PySide6.QtWidgets import QWidget

from attnstudio.ui.control_row import describe

OWN, LESSON = "own", "lesson"  # who has a reason: what is shown, or the step of a lesson


def set_reason(widget: QWidget, reason: str | None, by: str = OWN) -> None:
    """Disable a control and say why, to the eye and to a screen reader; with None there is no such reason any more.

    Of two reasons the own one is said. All parts of the control say it, since it is a part that is pointed at.
    """
    before: dict[str, str] = widget.property("reasons") or {}
    if reason == before.get(by):
        return
    reasons = {who: words for who, words in {**before, by: reason}.items() if words is not None}
    widget.setProperty("reasons", reasons)
    widget.setEnabled(not reasons)
    tell_parts(widget)


def tell_parts(widget: QWidget) -> None:
    """Let all parts of a control say why it is off, if it is; those that were added since do not know yet."""
    for part in (widget, *widget.findChildren(QWidget)):
        if part is widget or part.accessibleDescription():
            _say(part, _reason_of(part))


def _reason_of(part: QWidget) -> str | None:
    """Return the reason of the nearest of the widgets around a part, itself included; around an enabled one is none."""
    around: QWidget | None = part
    while around is not None and not around.isEnabled():
        reasons: dict[str, str] = around.property("reasons") or {}
        if reasons:
            return reasons[OWN if OWN in reasons else LESSON]
        around = around.parentWidget()
    return None


def _say(part: QWidget, reason: str | None) -> None:
    before = part.property("reason")
    if before is None and reason is None:
        return
    if before is None or part.accessibleDescription() != before:  # described anew meanwhile
        part.setProperty("usual", (part.toolTip(), part.accessibleDescription()))
    part.setProperty("reason", reason)
    if reason is not None:
        describe(part, reason)
        return
    tip, description = part.property("usual")
    part.setToolTip(tip)
    part.setAccessibleDescription(description)
