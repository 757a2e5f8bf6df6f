"""Find a head: what is looked for, the ranking, and what must be known of it."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.view.refusals import NO_OTHERS
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import describe
from attnstudio.ui.document import Document
from attnstudio.ui.note_text import NoteText
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.row_list import RowListView
from attnstudio.ui.row_list_plan import rows_of
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
LOOKS_AT = T("heads", "looks at")
TIP = T("heads", "The heads that look there most, the best first; click one, or walk with the arrow keys")
TRY = T("heads", "Try on the other sentences")
TRY_TIP = T("heads", "Measure the head that is shown on all twelve sentences (T)")


class FindView(QWidget):
    """What is looked for, the best heads in order, the button that tries one elsewhere, and a warning."""

    chosen = Signal(int, int)  # place of a layer, and a head

    def __init__(self, document: Document, name: str, *, controls: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        specs: Any = HeadsScenario.specs()
        self.ranking = RowListView(said(TIP))
        self._ranked: tuple[tuple[int, int], ...] = ()
        self._warning = NoteText(3)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.wanted = ChoiceControl(specs["find"], combo=True)
        self.wanted.set_label(said(LOOKS_AT))  # the title of the card comes before
        self.try_all = QPushButton(said(TRY))
        self.try_all.setCheckable(True)
        describe(self.try_all, said(TRY_TIP))
        self._column.addWidget(self.wanted)
        self._column.addWidget(self.ranking, 1)
        self._column.addWidget(self.try_all)
        self._column.addWidget(self._warning)
        for control in (self.wanted, self.try_all):
            control.setVisible(controls)
        self.ranking.stand_on("card")
        follow_locks(self.try_all, document, name, "try_all")
        bind(self.wanted, document, name, "find")
        self.try_all.clicked.connect(lambda on: document.edit(name, try_all=on))
        self.try_all.clicked.connect(document.end_gesture)
        self.ranking.chosen.connect(self._choose)

    def _choose(self, row: int) -> None:
        if self._ranked:  # of a covered ranking nobody knows which head it is
            self.chosen.emit(*self._ranked[row])

    def show_result(self, result: HeadsResult, *, warned: bool) -> None:
        """Show the ranking, the head that is large lit in it; `warned`: with what must be known of it."""
        scenario = result.scenario
        here, self._ranked = (scenario.layer_index, scenario.head_index), result.ranked
        selected = self._ranked.index(here) if here in self._ranked else None
        self.ranking.show_rows(rows_of(result.matrices["ranking"], selected=selected))
        self.try_all.setChecked(scenario.try_all)
        set_reason(self.try_all, None if scenario.data.shipped else said(NO_OTHERS))
        self._warning.show_text(told(result.captions["warning"]))
        self._warning.setVisible(warned)
