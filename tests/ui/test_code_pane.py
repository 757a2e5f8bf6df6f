"""The Code tab: follows the document while it is seen, lights the pointed stage, is copied, read and enlarged."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from real_window import opened, scene_of, settle

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.code_lines import CodeForm, CodeLine
from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.code_pane import CodePane
from attnstudio.ui.code_view import CodeView
from attnstudio.ui.document import Document
from attnstudio.ui.theme import Look, look

pytestmark = pytest.mark.usefixtures("qapp")

NARROW = 280  # pixels at 100 %, as narrow as the pane becomes
LOOKS = [Look("light", 80), Look("light"), Look("dark", 150), Look("projector"), Look("light", 250)]


class Counting:
    """The code of the catalog, and how often it was asked for."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, *asked: Any) -> tuple[CodeForm, ...]:
        self.times += 1
        return catalog.code(*asked)


def document_of(panel: str = "attention", scenario: Any = None) -> Document:
    return Document(scene_of(panel, scenario or catalog.panel_named(panel).scenario()), catalog.compute, catalog.cover)


@pytest.fixture
def code() -> Counting:
    return Counting()


@pytest.fixture
def pane(code: Counting) -> Iterator[CodePane]:
    document = document_of()
    made = CodePane(document, code)
    document.setParent(made)
    made.resize(NARROW, 600)
    made.show()
    settle()
    yield made
    made.hide()
    made.deleteLater()


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look.name} {look.zoom}")
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Look]:
    theme.apply(qapp, request.param)
    yield request.param
    theme.apply(qapp, Look())


def lines(view: CodeView) -> list[str]:
    """Return the paragraphs of a view as they are copied."""
    return view.toPlainText().split("\n")


def test_first_is_what_the_screen_shows_with_the_exact_shapes(pane: CodePane) -> None:
    assert pane.chooser.currentText() == "What the screen shows"
    assert lines(pane.view)[0] == "# query: (T_q, d_k) = (1, 4)"
    assert "scores = query @ key.T  # (T_q, T_k) = (1, 3)" in lines(pane.view)
    assert [pane.chooser.itemText(i) for i in range(1, 4)] == ["Hard lookup", "Soft lookup", "Attention with mask"]


def test_the_lines_change_with_the_document_and_the_chosen_form_stays(pane: CodePane) -> None:
    pane.chooser.setFocus()
    QTest.keyClick(pane.chooser, Qt.Key.Key_Down)
    QTest.keyClick(pane.chooser, Qt.Key.Key_Down)
    assert pane.chooser.currentText() == "Soft lookup"
    pane._document.edit("attention", temperature=0.5)
    assert pane.chooser.currentText() == "Soft lookup"
    assert any("(logits - largest) / 0.5" in line for line in lines(pane.view))
    pane._document.open_panel("scaling")
    assert pane.chooser.currentText() == "Samples of q·k"


def test_a_drag_of_a_number_writes_nothing_anew_and_one_of_the_temperature_only_its_line(pane: CodePane) -> None:
    changes: list[tuple[int, int, int]] = []
    pane.view.document().contentsChange.connect(lambda *change: changes.append(change))
    tensors = pane._document.scenario("attention").tensors
    pane._document.edit("attention", tensors=tensors.with_cell("key", 0, 0, 0.5))
    assert changes == []
    pane._document.edit("attention", temperature=0.5)
    pane._document.edit("attention", temperature=0.51)
    block = pane.view.document().findBlock(changes[-1][0])
    assert changes
    assert {pane.view.document().findBlock(at).blockNumber() for at, _, _ in changes} == {block.blockNumber()}
    assert "/ 0.51" in block.text()


def test_a_hidden_pane_asks_for_no_code_and_is_right_when_it_is_seen_again(pane: CodePane, code: Counting) -> None:
    pane.hide()
    before = code.times
    pane._document.edit("attention", divide_by="one")
    assert code.times == before
    pane.show()
    assert code.times == before + 1
    assert "logits = scores  # (T_q, T_k) = (1, 3)" in lines(pane.view)


def test_the_reader_stays_at_a_place_while_lines_change(pane: CodePane) -> None:
    pane.resize(NARROW, 200)
    settle()
    bar = pane.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    pane._document.edit("attention", base="2")
    settle()
    assert bar.value() == before > 0
    pane._document.edit("attention", causal="top-left")  # a line more
    settle()
    assert bar.value() == before


def test_copy_takes_the_whole_form_as_python_and_says_so(pane: CodePane) -> None:
    said: list[Message] = []
    pane.announced.connect(said.append)
    QTest.mouseClick(pane.copy_button, Qt.MouseButton.LeftButton)
    text = QApplication.clipboard().text()
    assert text == str(pane.view.form)
    compile(text, "copied", "exec")
    assert "largest logit" not in text  # the note is no code
    assert [str(each) for each in said] == ["Copied as Python with NumPy: What the screen shows."]


def test_selected_lines_are_copied_with_plain_spaces_and_cannot_be_changed(pane: CodePane) -> None:
    pane.view.selectAll()
    pane.view.copy()
    assert "\N{NO-BREAK SPACE}" not in QApplication.clipboard().text()
    assert "scores = query @ key.T  # (T_q, T_k) = (1, 3)" in QApplication.clipboard().text()
    before = pane.view.toPlainText()
    QTest.keyClicks(pane.view, "abc")
    QTest.keyClick(pane.view, Qt.Key.Key_Delete)
    assert pane.view.toPlainText() == before
    QTest.keyClick(pane.view, Qt.Key.Key_Tab)
    assert not pane.view.hasFocus()


def marks(view: CodeView, colour: str) -> set[int]:
    """Return the paragraphs at whose left edge there is a colour."""
    image = view.viewport().grab().toImage()
    wanted = look().colour(colour).rgb()
    found = set()
    for i in range(len(view.form.lines)):
        box = view._box(view.document().findBlockByNumber(i))
        y = int(box.center().y() * image.devicePixelRatio())
        if 0 <= y < image.height() and image.pixel(1, y) == wanted:
            found.add(i)
    return found


def test_a_lit_line_has_a_bar_and_an_arrow_not_only_another_ground(pane: CodePane) -> None:
    bare = pane.view.viewport().grab().toImage()
    pane.view.light("masked_logits")
    lit = [i for i, line in enumerate(pane.view.form.lines) if line.stage == "masked_logits"]
    assert marks(pane.view, "accent") == set(lit) == {5}
    pane.view.light("")
    assert marks(pane.view, "accent") == set()
    assert pane.view.viewport().grab().toImage() == bare
    pane.view.light("masked_logits")
    box = pane.view._box(pane.view.document().findBlockByNumber(lit[0]))
    arrow = pane.view.viewport().grab(QRect(5, int(box.top()), 10, int(box.height()))).toImage()
    assert has(arrow, look().colour("accent").rgb())


def has(image: QImage, rgb: int) -> bool:
    return any(image.pixel(x, y) == rgb for x in range(image.width()) for y in range(image.height()))


def test_a_screen_reader_hears_the_form_its_lines_and_which_are_lit(pane: CodePane) -> None:
    interface = QAccessible.queryAccessibleInterface(pane.view)
    assert interface.text(QAccessible.Text.Name) == "Code: What the screen shows"
    text = interface.textInterface()
    assert text is not None
    assert text.characterCount() == len(pane.view.toPlainText())
    start = pane.view.toPlainText().index("scores =")
    assert text.text(start, start + 22) == "scores = query @ key.T"
    pane.view.light("scores")
    assert interface.text(QAccessible.Text.Description).endswith("scores = query @ key.T")
    assert QAccessible.queryAccessibleInterface(pane.chooser).text(QAccessible.Text.Description)


def test_the_keyboard_goes_from_line_to_line(pane: CodePane) -> None:
    pane.view.setFocus()
    pane.view.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClick(pane.view, Qt.Key.Key_Down)
    assert pane.view.textCursor().blockNumber() == 1


def test_a_line_that_is_lit_out_of_sight_is_brought_in(pane: CodePane) -> None:
    pane.resize(NARROW, 180)
    settle()
    pane.view.light("output")
    settle()
    last = pane.view.document().findBlockByNumber(len(pane.view.form.lines) - 1)
    assert pane.view.viewport().rect().contains(pane.view._box(last).toAlignedRect().adjusted(0, 2, 0, -2))
    pane.view.light("scores")
    settle()
    assert pane.view._box(pane.view.document().findBlockByNumber(3)).top() >= 0


def test_type_is_the_shipped_monospaced_one_at_18_pixels_for_the_projector(dressed: Look, pane: CodePane) -> None:
    font = pane.view.document().findBlockByNumber(3).begin().fragment().charFormat().font()
    assert font.families()[0] == "DejaVu Sans Mono"
    assert font.pixelSize() == dressed.px(12)
    assert not dressed.projector or font.pixelSize() >= 18
    assert len({round(theme.text_width(font, letter)) for letter in "iMw1."}) == 1


def test_at_every_zoom_no_line_is_cut_at_the_width_of_the_pane(dressed: Look, pane: CodePane) -> None:
    pane.resize(dressed.px(NARROW), 700)
    settle()
    assert pane.width() == dressed.px(NARROW)
    page, room = pane.view.document(), pane.view.viewport().width()
    for i in range(page.blockCount()):
        layout = page.findBlockByNumber(i).layout()
        for j in range(layout.lineCount()):
            assert layout.position().x() + layout.lineAt(j).naturalTextRect().right() <= room + 1
    assert pane.view.horizontalScrollBar().maximum() == 0


def test_the_size_of_a_remark_stays_together_on_the_next_line(pane: CodePane) -> None:
    layout = pane.view.document().findBlockByNumber(3).layout()
    text = pane.view.document().findBlockByNumber(3).text()
    rows = [text[(row := layout.lineAt(j)).textStart() :][: row.textLength()] for j in range(layout.lineCount())]
    assert [row.replace("\N{NO-BREAK SPACE}", " ").strip() for row in rows] == [
        "scores = query @ key.T",
        "# (T_q, T_k) = (1, 3)",
    ]


def test_another_theme_writes_the_lines_in_its_colours(qapp: QApplication, pane: CodePane) -> None:
    try:
        theme.apply(qapp, Look("dark"))
        settle()
        shown = pane.view.document().findBlockByNumber(3).begin().fragment().charFormat()
        assert shown.foreground().color() == look().colour("text")
    finally:
        theme.apply(qapp, Look())


def test_a_panel_without_the_form_that_was_chosen_shows_its_first(pane: CodePane) -> None:
    form = CodeForm("one", Message("One"), (CodeLine("a = 1"),))
    pane.show_forms((form,))
    assert lines(pane.view) == ["a = 1"]
    assert pane.chooser.count() == 1


@pytest.mark.parametrize(
    ("scenario", "matrix", "stage"),
    [
        (AttentionScenario(), "scores", "scores"),
        (AttentionScenario(), "query", "scores"),
        (AttentionScenario(), "value", "output"),
        (AttentionScenario(), "weights", "weights"),
        (HeadsScenario(source="toy"), "projected_query", "concat"),
        (HeadsScenario(source="toy"), "weights", "weights"),
        (catalog.panel_named("scaling").scenario(), "logits", "weights"),
        (catalog.panel_named("scaling").scenario(textbook=True), "jacobian", "weights"),
    ],
)
def test_pointing_at_a_cell_lights_the_lines_of_its_stage(scenario: Any, matrix: str, stage: str) -> None:
    name = next(spec.name for spec in catalog.PANELS if isinstance(scenario, spec.scenario))
    with opened(scene_of(name, scenario)) as window:
        panel = window._open_view()
        pane = CodePane(window.document, catalog.code)
        try:
            pane.follow_panel(panel)
            pane.show()
            panel._point(matrix, (0, 0))
            assert panel.pointed == stage
            assert all(line.stage == stage for line in pane.view.lit)
            assert name != "attention" or pane.view.lit
            panel._point(matrix, None)
            assert panel.pointed == ""
            assert pane.view.lit == ()
        finally:
            pane.hide()
            pane.deleteLater()


def test_the_stage_that_has_the_keyboard_or_fills_the_panel_is_pointed_at() -> None:
    with opened() as window:
        panel, heard = window._open_view(), []
        panel.pointing.connect(heard.append)
        panel.matrices["weights"].setFocus()
        settle()
        assert panel.pointed == "weights"
        panel.strip.setFocus()
        panel.strip.go(0)
        settle()
        assert panel.pointed == "scores"
        panel.enlarge("output")
        settle()
        assert panel.pointed == "output"
        panel.strip.setFocus()
        window.setFocus()
        settle()
        assert heard[-1] == "output"
        panel.enlarge("output")
        window.setFocus()
        settle()
        assert heard[-1] == ""
