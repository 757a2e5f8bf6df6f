"""The style sheet of the plain widgets: buttons, chips, fields, menus."""

from typing import Protocol

from PySide6.QtGui import QColor


class Palette(Protocol):
    """The part of a Look that the style sheet needs."""

    def px(self, pixels: float) -> int: ...
    def colour(self, name: str) -> QColor: ...


_SHEET = """
QToolTip {{ background: {card}; color: {text}; border: 1px solid {outline}; padding: {p3}px; }}
QPushButton, QToolButton {{ background: {field}; color: {text}; border: 1px solid {outline}; border-radius: {p5}px; }}
QPushButton, QToolButton[words="true"] {{ padding: {p4}px {p10}px; }}
QToolButton {{ padding: {p2}px; }}
QPushButton:hover, QToolButton:hover {{ background: {pressed}; }}
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {{ background: {pressed};
    border-color: {accent}; color: {text}; font-weight: bold; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {accent}; }}
QPushButton:focus, QToolButton[words="true"]:focus {{ padding: {p4m}px {p10m}px; }}
QToolButton:focus {{ padding: {p2m}px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {muted}; border-color: {border}; background: {window}; }}
QToolButton::menu-indicator {{ image: none; }}
QFileDialog QToolButton, QFileDialog QToolButton:hover, QFileDialog QToolButton:pressed,
QFileDialog QToolButton:disabled {{ background: {paper}; }}
QPushButton[chip="true"] {{ padding: {p3}px {p6}px; }}
QPushButton[primary="true"]:enabled {{ border-color: {accent}; background: {pressed}; font-weight: bold; }}
QPushButton[role="query"]:checked {{ border: 2px solid {query}; color: {query}; }}
QPushButton[role="key"]:checked {{ border: 2px solid {key}; color: {key}; }}
QPushButton[role="value"]:checked {{ border: 2px solid {value}; color: {value}; }}
QAbstractSpinBox, QLineEdit, QComboBox {{ background: {field}; color: {text}; border: 1px solid {outline};
    border-radius: {p4}px; padding: {p2}px {p4}px; selection-background-color: {accent}; }}
QAbstractSpinBox:focus, QLineEdit:focus, QComboBox:focus {{ border: 2px solid {accent}; }}
QAbstractSpinBox:disabled, QComboBox:disabled {{ color: {muted}; background: {window}; }}
QComboBox QAbstractItemView {{ background: {card}; color: {text}; border: 1px solid {outline}; }}
QTextEdit[code="true"] {{ background: {field}; color: {text}; border: 2px solid {border}; border-radius: {p4}px;
    selection-background-color: {accent}; }}
QTextEdit[code="true"]:focus {{ border-color: {accent}; }}
QGroupBox {{ border: none; margin: 0; }}
QRadioButton {{ border: 1px solid transparent; border-radius: {p4}px; padding: {p2}px; spacing: {p6}px; }}
QRadioButton:focus {{ border-color: {accent}; background: {pressed}; }}
QRadioButton::indicator {{ width: {p10}px; height: {p10}px; border: 1px solid {outline}; border-radius: {p5}px;
    background: {field}; }}
QRadioButton::indicator:checked {{ border-color: {accent}; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5,
    fx: 0.5, fy: 0.5, stop: 0 {accent}, stop: 0.5 {accent}, stop: 0.6 {field}, stop: 1 {field}); }}
QToolButton[tab="true"] {{ padding: 0 {p8}px; color: {accent}; border-color: {accent}; font-weight: bold; }}
QToolButton[tab="true"]:focus {{ padding: 0 {p8m}px; }}
QProgressBar {{ background: {field}; border: 1px solid {outline}; border-radius: {p4}px; min-height: {p8}px;
    max-height: {p8}px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: {p3}px; }}
QMenu {{ background: {card}; color: {text}; border: 1px solid {outline}; padding: {p4}px; }}
QMenu::item {{ padding: {p5}px {p18}px; border-radius: {p4}px; }}
QMenu::item:selected {{ background: {pressed}; color: {text}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: {p4}px; }}
QMenuBar {{ background: {card}; color: {text}; }}
QMenuBar::item {{ padding: {p4}px {p8}px; background: transparent; }}
QMenuBar::item:selected {{ background: {pressed}; }}
QStatusBar {{ background: {card}; color: {muted}; border-top: 1px solid {border}; }}
QScrollArea {{ border: none; }}
QScrollBar:vertical {{ background: transparent; width: {p10}px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {outline}; border-radius: {p3}px; min-height: {p18}px; margin: {p2}px; }}
QScrollBar:horizontal {{ background: transparent; height: {p10}px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {outline}; border-radius: {p3}px; min-width: {p18}px; margin: {p2}px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
    border: none; width: 0; height: 0; }}
QLabel[tone="muted"] {{ color: {muted}; }}
QLabel[tone="error"] {{ color: {error}; }}
"""


def style_sheet(look: Palette) -> str:
    """Return the application's style sheet in the colours and sizes of a look."""
    names = ("window", "card", "border", "outline", "text", "muted", "field", "pressed", "accent", "query", "key",
             "value", "error")  # fmt: skip
    colours = {name: look.colour(name).name() for name in names}
    colours["paper"] = colours["field" if look.colour("field").lightnessF() > 0.5 else "muted"]  # Qt's arrows are black
    sizes = {f"p{n}": max(1, look.px(n)) for n in (2, 3, 4, 5, 6, 8, 10, 18)}
    inner = {f"p{n}m": max(0, look.px(n) - 1) for n in (2, 4, 8, 10)}  # a thicker border takes a pixel from the padding
    return _SHEET.format(**colours, **sizes, **inner)
