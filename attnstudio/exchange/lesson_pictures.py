"""The images of lessons: the formulas that ship, and nothing else."""

from PySide6.QtGui import QColor, QImage

from attnstudio.files.formulas import SCHEME, formulas, in_words
from attnstudio.ui.formula_images import formula_image


class FormulaPictures:
    """Formulas by their addresses."""

    def known(self, address: str) -> bool:
        return address.startswith(SCHEME) and address.removeprefix(SCHEME) in formulas()

    def drawn(self, address: str, letters: float, colour: QColor, ratio: float, widest: float) -> QImage:
        return formula_image(formulas()[address.removeprefix(SCHEME)].path, letters, colour, ratio, widest)

    def in_words(self, markdown: str) -> str:
        return in_words(markdown)
