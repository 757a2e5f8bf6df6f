"""Faults that bit users of other programs, tried on the window; each is named by its case."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from random_events import LEFT, PLAIN, move
from real_window import opened, settle
from running_app import run

from attnstudio import catalog
from attnstudio.state.figures import Result
from attnstudio.ui import theme
from attnstudio.ui.slider import NumberSlider
from attnstudio.ui.theme import Look, contrast
from attnstudio.ui.top_bar import ElidedLabel
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")


class Paints(QObject):
    """Counts what is painted in the application."""

    def __init__(self) -> None:
        super().__init__()
        self.by_kind: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.by_kind[type(watched).__name__] += 1
        return False


@contextmanager
def counted() -> Iterator[Counter[str]]:
    app, paints = QApplication.instance(), Paints()
    assert app is not None
    app.installEventFilter(paints)
    try:
        yield paints.by_kind
    finally:
        app.removeEventFilter(paints)


def let_pass(milliseconds: int) -> None:
    """Let the event loop run with nobody doing anything."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def temperature(window: MainWindow) -> NumberSlider:
    return next(s for s in window.findChildren(NumberSlider) if s.accessibleName() == "Temperature")


@pytest.fixture
def heads(tmp_path: Path) -> Path:
    """A file of 8 heads over 256 tokens."""
    numbers = np.random.default_rng(0).standard_normal((3, 8, 256, 16)).astype(np.float32)
    np.savez(tmp_path / "heads.npz", q=numbers[0], k=numbers[1], v=numbers[2])
    return tmp_path / "heads.npz"


def test_q05_an_idle_window_paints_nothing_and_its_view_stays() -> None:
    with opened() as window:
        let_pass(50)
        places = [(widget, widget.geometry()) for widget in window.findChildren(QWidget)]
        with counted() as paints:
            let_pass(400)
        assert paints == Counter()
        assert [(widget, widget.geometry()) for widget, _ in places] == places


def test_q20_a_drag_computes_and_paints_once_a_move_and_leaves_nothing_to_do(
    heads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[float] = []
    real = catalog.compute

    def compute(panel: str, scenario: object) -> Result:
        computed.append(scenario.temperature)  # type: ignore[attr-defined]
        return real(panel, scenario)  # type: ignore[arg-type]

    monkeypatch.setattr(catalog, "compute", compute)
    with opened() as window:
        window.files.open_path(heads)
        settle()
        slider, weights = temperature(window), window._views["attention"].matrices["weights"]
        middle, seen = slider.height() // 2, 0
        computed.clear()
        QTest.mousePress(slider, LEFT, PLAIN, QPoint(8, middle))
        settle()
        for x in range(8, slider.width() - 8, 2):
            before = len(computed)
            with counted() as paints:
                move(slider, QPoint(x, middle), Qt.MouseButton.LeftButton)
                QApplication.processEvents()
            changed = len(computed) - before
            assert changed <= 1
            assert paints["MatrixView"] <= len(window._views["attention"].matrices) * changed
            assert weights.matrix is window.document.shown.matrices["weights"]
            seen += changed
        QTest.mouseRelease(slider, LEFT, PLAIN, QPoint(slider.width() - 8, middle))
        settle()
        assert seen > 5
        assert computed[-1] == window.document.scenario("attention").temperature
        at_release = len(computed)
        with counted() as paints:
            let_pass(300)
        assert len(computed) == at_release
        assert paints["MatrixView"] == 0
        window.document.undo()
        assert not window.document.can_undo


BREAKS = """
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from attnstudio.ui.slider import NumberSlider
real, broken = catalog.compute, []
def compute(panel, scenario):
    if broken:
        raise RuntimeError("the compute step failed")
    return real(panel, scenario)
catalog.compute = compute
"""


def test_q22_a_fault_from_slider_menu_shortcut_and_thread_is_told_once_and_work_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "kept.attn.json"
    found = run(
        BREAKS
        + f"""
from pathlib import Path
def act(shown):
    QApplication.processEvents()  # shortcuts are for the active window
    document = shown.document
    document.edit("attention", base="2")
    document.end_gesture()
    scene = document.scene
    broken.append(True)
    slider = next(s for s in shown.findChildren(NumberSlider) if s.accessibleName() == "Temperature")
    QTest.keyClick(slider, Qt.Key.Key_Right)
    edit = next(a.menu() for a in shown.menuBar().actions() if a.text() == "&Edit")
    next(a for a in edit.actions() if a.objectName() == "reset").trigger()
    QTest.keyClick(shown, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    thread = threading.Thread(target=catalog.compute, args=("attention", document.scenario("attention")))
    thread.start(); thread.join()
    QApplication.processEvents()
    told, same = list(shown.notices.texts), document.scene is scene
    broken.clear()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    went_on = document.scenario("attention").temperature > 1.0
    shown.files._save_chosen(Path({str(kept)!r}), lambda: None)
    return [told, same, went_on]
once_shown(act)
""",
        tmp_path,
    )
    told, same, went_on = found
    assert len(told) == 1
    assert "the compute step failed" in told[0]
    assert "4 times" in told[0]
    assert (same, went_on) == (True, True)
    assert json.loads(kept.read_text())["panels"]["attention"]["scenario"]["base"] == "2"
    log = (tmp_path / "data" / "attnstudio" / "log.txt").read_text()
    assert log.count("Traceback (most recent call last)") == 1


def test_q23_a_window_closed_right_after_opening_a_large_file_is_gone_and_leaves_nothing(heads: Path) -> None:
    before = sorted(heads.parent.iterdir())
    for _ in range(20):
        with opened(size=(700, 500)) as window:
            window.files.open_path(heads)
            assert window.close()
            assert not window.isVisible()
    assert sorted(heads.parent.iterdir()) == before


def test_q24_a_window_on_a_screen_that_is_unplugged_comes_back_to_one_that_is_there(qapp: QApplication) -> None:
    with opened() as window:
        screen = window.screen()
        window.setGeometry(5000, -3000, 900, 600)
        qapp.screenRemoved.emit(screen)
        assert screen.availableGeometry().contains(window.geometry())
        window.setGeometry(20, 60, 700, 500)
        qapp.screenRemoved.emit(screen)
        assert window.geometry() == QRect(20, 60, 700, 500)


def test_q24_the_projector_view_fills_the_screen_that_the_window_is_on_and_returns_there(tmp_path: Path) -> None:
    screens = [
        {"name": name, "x": x, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1}
        for name, x, width, height in (("laptop", 0, 1366, 768), ("beamer", 1366, 1920, 1080))
    ]
    (tmp_path / "screens.json").write_text(json.dumps({"screens": screens}))
    code = """
def act(shown):
    shown.setGeometry(1500, 100, 1000, 700)
    QApplication.processEvents()
    shown.actions_by_name["project"].trigger()
    QApplication.processEvents()
    filled = [shown.screen().name(), shown.width(), shown.height()]
    shown.actions_by_name["leave"].trigger()
    QApplication.processEvents()
    return [filled, shown.screen().name(), list(shown.geometry().getRect())]
once_shown(act)
"""
    platform = f"offscreen:configfile={tmp_path / 'screens.json'}"
    filled, back, place = run(code, tmp_path, QT_QPA_PLATFORM=platform)
    assert filled == ["beamer", 1920, 1080]
    assert (back, place) == ("beamer", [1500, 100, 1000, 700])


def test_q25_a_maximised_window_comes_back_maximised_from_the_projector_view() -> None:
    with opened() as window:
        window.showMaximized()
        settle()
        for _ in range(2):
            window.actions_by_name["project"].trigger()
            assert window.isFullScreen()
            assert window.settings.maximised
            QTest.keyClick(window, Qt.Key.Key_Escape)
            assert window.isMaximized()


def cut_off(window: QWidget) -> list[str]:
    """Return the texts of labels and buttons that are wider than their place and do not end in …"""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QLabel | QAbstractButton):
            continue
        text = widget.text().replace("&", "")
        wraps = isinstance(widget, ElidedLabel) or (isinstance(widget, QLabel) and widget.wordWrap())
        wide = max((widget.fontMetrics().horizontalAdvance(line) for line in text.splitlines()), default=0)
        glyph_alone = getattr(widget, "compact", False)
        if text and not wraps and not glyph_alone and wide > widget.width() + 1:
            found.append(text)
        if widget.fontMetrics().height() > widget.height() + 1 and text:
            found.append(text)
    return found


@pytest.mark.parametrize("zoom", [100, 125, 150, 200, 250])
@pytest.mark.parametrize("size", [(960, 540), (1366, 768)])
@pytest.mark.parametrize("name", ["light", "projector"])
def test_q26_no_text_is_cut_off_in_any_size_of_type(size: tuple[int, int], name: str, zoom: int) -> None:
    with opened(size=size, look=Look(name, zoom)) as window:
        assert (window.width(), window.height()) == size
        assert cut_off(window) == []
        area = window.frame.area
        panel, bars = window._views["attention"], (area.horizontalScrollBar(), area.verticalScrollBar())
        assert panel.width() <= area.viewport().width() + bars[0].maximum()
        assert panel.height() <= area.viewport().height() + bars[1].maximum()
        assert bars[0].maximum() == 0  # what has no room is below, never beside as well


@pytest.mark.parametrize("name", ["heads", "scaling"])
def test_q26_other_panels_too_scroll_in_one_direction_alone(name: str) -> None:
    scene = replace(catalog.start_scene(), open_panel=name)
    with opened(scene, size=(960, 540), look=Look("projector", 250)) as window:
        area, panel = window.frame.area, window._views[name]
        assert area.horizontalScrollBar().maximum() == 0
        assert panel.width() == area.viewport().width()
        assert panel.height() == area.viewport().height() + area.verticalScrollBar().maximum()


SCALED = """
def act(shown):
    from attnstudio.ui.theme import look
    QApplication.processEvents()
    area = shown.screen().availableGeometry()
    buttons = [b for b in (*shown.top_bar.buttons, shown.top_bar.more) if b.isVisible()]
    inside = all(shown.top_bar.rect().contains(b.geometry()) for b in buttons)
    whole = all(b.width() >= b.minimumSizeHint().width() for b in buttons)
    return [shown.devicePixelRatio(), area.contains(shown.geometry()), inside, whole, look().font().pixelSize()]
once_shown(act)
"""


@pytest.mark.parametrize(("scale", "dots"), [("1", 96), ("1.25", 96), ("1.5", 96), ("2", 96), ("1", 144)])
def test_q26_a_scaled_screen_holds_the_window_and_its_buttons_and_type_is_scaled_once(
    tmp_path: Path, scale: str, dots: int
) -> None:
    screen = {"name": "small", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "dpr": 1}
    (tmp_path / "screens.json").write_text(json.dumps({"screens": [screen]}))
    platform = f"offscreen:configfile={tmp_path / 'screens.json'}"
    found = run(SCALED, tmp_path, QT_QPA_PLATFORM=platform, QT_SCALE_FACTOR=scale, QT_FONT_DPI=str(dots))
    assert found == [float(scale) * dots / 96, True, True, True, 13]


def test_q27_window_panel_and_figures_change_together_when_the_theme_does_while_running() -> None:
    with opened() as window:
        for name in ("dark", "light", "projector", "dark"):
            window.actions_by_name[name].trigger()
            settle()
            image, style = window.grab().toImage(), theme.look()
            view = window._views["attention"]
            for widget, ground in (
                (window.top_bar, "card"),
                (view, "window"),
                (view.dial, "card"),
                (view.strip, "card"),
            ):
                place = widget.mapTo(window, QPoint(1, 1))
                assert image.pixelColor(place).name() == style.colour(ground).name(), (name, widget)


@pytest.mark.parametrize("name", theme.NAMES)
def test_q27_every_text_of_plain_widgets_reads_well_also_what_is_off_links_and_tooltips(name: str) -> None:
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    pairs = (
        (group.Active, role.WindowText, role.Window), (group.Active, role.Text, role.Base),
        (group.Active, role.ButtonText, role.Button), (group.Active, role.ToolTipText, role.ToolTipBase),
        (group.Active, role.PlaceholderText, role.Base), (group.Active, role.Link, role.Base),
        (group.Active, role.LinkVisited, role.Base), (group.Active, role.HighlightedText, role.Highlight),
        (group.Disabled, role.WindowText, role.Window), (group.Disabled, role.Text, role.Base),
        (group.Disabled, role.ButtonText, role.Button),
    )  # fmt: skip
    with opened(look=Look(name)) as window:
        for widget in (window, window.top_bar.buttons[0], window.menuBar(), temperature(window)):
            palette = widget.palette()
            for which, front, ground in pairs:
                ratio = contrast(palette.color(which, front), palette.color(which, ground))
                assert ratio >= 4.5, (widget, which, front)
