"""A slider for a whole number."""

from PySide6.QtCore import Signal

from attnstudio.ui.controls import NumberControl


class WholeSlider(NumberControl):
    """A NumberControl that tells of whole numbers, as a Whole field wants them."""

    edited = Signal(int)
