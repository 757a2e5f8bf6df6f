"""Lines of widgets: one that is wider than a line fills it."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget

from attnstudio.ui.flow import FlowLayout


class Box(QLabel):
    def sizeHint(self):
        return QSize(100, 20)


def test_a_widget_wider_than_the_line_fills_it_and_is_as_tall_as_its_words_need(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    flow = FlowLayout(page)
    long, short = QLabel("many words " * 20), Box()
    long.setWordWrap(True)
    for widget in (Box(), long, short):
        flow.addWidget(widget)
    page.resize(150, flow.heightForWidth(150))
    page.show()
    assert long.width() <= 150
    assert long.height() == long.heightForWidth(long.width())
    assert short.geometry().top() > long.geometry().bottom()
    assert page.rect().contains(short.geometry())
