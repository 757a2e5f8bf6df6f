"""The field of a number that answers a question: what is typed and cannot be taken stays in it."""

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.guess_field import GUESSED, GuessField

T = QT_TRANSLATE_NOOP


class AnswerField(GuessField):
    """A number that is none until one is typed; every key that writes something writes here."""

    declared = GUESSED._replace(
        label=T("lessons", "Your answer"),
        help=T("lessons", "Type a number, or a fraction such as 4/7; Enter has it checked."),
    )
    empty = T("lessons", "Empty: type a number, or a fraction such as 4/7; Enter has it checked.")
    letters_are_keys = False
    _kept = ""  # what was typed and refused

    def commit(self) -> bool:
        """Take what is being typed, if anything is; False where it was refused, and stands as it was typed."""
        return super().commit() and self.refusal is None

    def textFromValue(self, value: float) -> str:
        return super().textFromValue(value) if self.refusal is None else self._kept

    def _refuse(self, text: str) -> None:
        self._kept = text
        super()._refuse(text)

    def _forgive(self) -> None:
        over = self.refusal is not None
        super()._forgive()
        if over:
            self.lineEdit().setModified(True)  # it is judged anew
