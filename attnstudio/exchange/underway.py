"""What is said of work with one file that takes a while: how far it is, and a button that cancels it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.notices import NoticeBar, Offer

PATIENCE = 0.3  # seconds until anything is said: nothing flashes for what is soon done
LOOK_EVERY = 100  # milliseconds
CANCEL = QT_TRANSLATE_NOOP("attnstudio", "Cancel")


class Underway(QObject):
    """Shows one notice while work goes on.

    Parameters
    ----------
    notices : NoticeBar
    key : str
        Of the notice.
    words : (str, str)
        Templates with the `name` of the file: before anything is known, and with how many `percent` are done.
    cancel : callable
        What the button of the notice does.
    parent : QObject
    """

    def __init__(
        self, notices: NoticeBar, key: str, words: tuple[str, str], cancel: Callable[[], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._notices, self._key, self._words, self._cancel = notices, key, words, cancel
        self._name = ""
        self._share: Callable[[], float] = float
        self._looking = QTimer(self)
        self._looking.setObjectName(key)
        self._looking.timeout.connect(self._show)

    def begin(self, name: str, share: Callable[[], float]) -> None:
        """Follow work with the file of a name; `share` returns how much of it is done, from 0 to 1."""
        self._name, self._share = name, share
        self._looking.start(round(1000 * PATIENCE))

    def end(self) -> None:
        """Say nothing of it any more."""
        self._looking.stop()
        self._notices.put_away(self._key)

    def _show(self) -> None:
        working, progress = self._words
        if self._looking.interval() != LOOK_EVERY:
            self._looking.start(LOOK_EVERY)
            offers: list[Offer] = [(CANCEL, self._cancel)]
            words = Message(working, {"name": self._name})
            self._notices.show_message(self._key, words, error=False, offers=offers)
        if (share := self._share()) > 0:
            self._notices.retell(self._key, Message(progress, {"name": self._name, "percent": int(100 * share)}))
