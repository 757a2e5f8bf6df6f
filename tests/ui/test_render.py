"""Pictures in files: PNG, and SVG and PDF with real text and shapes, which show what the screen shows."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matrices import FONTS
from pictures import pdf_texts, pixels, redrawn, streams
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QPoint, QSize
from PySide6.QtGui import QFontDatabase, QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from attnstudio import catalog
from attnstudio.commands.render import PICTURES
from attnstudio.exchange.pictures import TooSmall, picture_of
from attnstudio.files.examples import examples
from attnstudio.state.scene import Scene
from attnstudio.state.tensors import TensorPack
from attnstudio.ui import theme
from attnstudio.ui.document import Document
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_cells import picture as cells_of
from attnstudio.ui.matrix_cells import writing_of
from attnstudio.ui.render import FORMATS, MAKER, Caption, laid_out, pdf, picture, png, svg
from attnstudio.ui.theme import Look

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = [each.name for each in examples()]
SIZE = (1440, 900)
NO_CAPTION = Caption()


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, Look())
    yield
    theme.apply(qapp, Look())


@contextmanager
def panel_on(scene: Scene, look: Look = Look(), size: tuple[int, int] = SIZE) -> Iterator[QWidget]:  # noqa: B008
    """Show the open panel of a scene as pictures have it."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, look)
    panel = catalog.panel_named(scene.open_panel).view(Document(scene, catalog.compute, catalog.cover), controls=False)
    try:
        laid_out(panel, QSize(*size))
        yield panel
    finally:
        panel.hide()
        panel.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def scene_with(tokens: tuple[str, ...]) -> Scene:
    """Return the scene of self-attention between tokens."""
    vectors = np.random.default_rng(0).standard_normal((3, len(tokens), 4)).round(1)
    pack = TensorPack(query=vectors[0], key=vectors[1], value=vectors[2], query_tokens=tokens, key_tokens=tokens)
    scene = catalog.start_scene()
    state = scene.panels["attention"]
    scenario = state.scenario.with_changes(tensors=pack)
    return scene.with_panel("attention", type(state)(scenario))


def texts(data: bytes) -> list[str]:
    """Return the texts of an SVG file."""
    return ["".join(text.itertext()) for text in ET.fromstring(data).iter(f"{SVG}text")]


def off(data: bytes, shown: QImage) -> tuple[float, float]:
    """Return by how much an SVG file looks other than a picture, and the share of pixels that are quite others."""
    apart = np.abs(pixels(redrawn(data)) - pixels(shown)).max(axis=2)
    return float(apart.mean()), float((apart > 128).mean())


@dataclass(frozen=True)
class Drawn:
    """What files of an example hold, and what they are to hold."""

    svg: bytes
    off: tuple[float, float]
    pdf: bytes
    numbers: Counter[str]
    texts: tuple[Counter[str], ...]


@cache
def drawn(name: str) -> Drawn:
    """Draw an example in the light theme, and larger once more."""
    with panel_on(catalog.open_example(name).scene) as panel:
        data, document = svg(panel, NO_CAPTION), pdf(panel, NO_CAPTION)
        apart = off(data, picture(panel))
        laid_out(panel, QSize(1920, 1080))
        numbers = Counter(
            static.text()
            for view in panel.findChildren(MatrixView)
            if view.isVisibleTo(panel)
            for written in cells_of(view.matrix, view.places(), writing_of(view.matrix, view.places())).texts.values()
            for _, _, static in written
        )
        found = Counter(texts(svg(panel, NO_CAPTION))), Counter(pdf_texts(pdf(panel, NO_CAPTION)))
    return Drawn(data, apart, document, numbers, found)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("look", ["light", "projector"])
def test_the_svg_of_every_example_is_text_and_shapes_that_look_as_on_the_screen(name: str, look: str) -> None:
    if look == "light":
        data, apart = drawn(name).svg, drawn(name).off
    else:
        with panel_on(catalog.open_example(name).scene, Look(look)) as panel:
            data = svg(panel, NO_CAPTION)
            apart = off(data, picture(panel))
    assert not re.search(rb"<(image|pattern)\b", data)
    assert {family.split(",")[0] for family in re.findall(r'font-family="([^"]*)"', data.decode())} == {"DejaVu Sans"}
    mean, others = apart
    assert mean < 2  # edges of letters alone differ, by the version of Qt; without text it would be 2.6 at least
    assert others < 0.001


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_number_in_the_cells_on_the_screen_is_a_text_of_svg_and_pdf(name: str) -> None:
    for found in drawn(name).texts:
        assert drawn(name).numbers <= found


def test_the_numbers_of_the_worked_example_are_texts_in_every_figure() -> None:
    with panel_on(catalog.open_example("worked-example").scene) as panel:
        for found in (texts(svg(panel, NO_CAPTION)), pdf_texts(pdf(panel, NO_CAPTION))):
            for text in ("0.506", "2.718", "1.649", "sum 5.367", "k₃ 60°, q·k₃ = 1", "z = [1.32, 0.68]"):
                assert text in found, text


def test_equal_words_carry_their_position_in_rows_and_columns() -> None:
    with panel_on(catalog.open_example("toy-sentence").scene) as panel:
        found = Counter(texts(svg(panel, NO_CAPTION)))
    assert "the" not in found
    assert min(found["the₁"], found["the₅"]) > 8  # rows and columns of the matrices, bars, dial, plane


def test_an_svg_has_the_size_title_and_description_it_was_asked_for_and_is_the_same_twice() -> None:
    caption = Caption("α <b> & “β”", "real & true")
    with panel_on(catalog.start_scene(), size=(801, 603)) as panel:
        data = svg(panel, caption)
        assert data == svg(panel, caption)
    root = ET.fromstring(data)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("801", "603", "0 0 801 603")
    assert root.findtext(f"{SVG}title") == caption.title
    assert root.findtext(f"{SVG}desc") == caption.description
    assert redrawn(data).size() == QSize(801, 603)


def test_a_png_says_its_title() -> None:
    with panel_on(catalog.start_scene(), size=(640, 480)) as panel:
        image = QImage.fromData(QByteArray(png(panel, Caption("α & β", "γ"))))
        assert image == picture(panel)
    assert [image.text(name) for name in ("Title", "Description", "Software")] == ["α & β", "γ", MAKER]


@pytest.mark.parametrize("size", [(801, 603), (802, 601), (1440, 900), (1123, 794)])
def test_a_pdf_is_one_page_of_exactly_the_size_with_title_and_creator(size: tuple[int, int]) -> None:
    with panel_on(catalog.start_scene(), size=size) as panel:
        data = pdf(panel, Caption("α & β"))
    left, bottom, right, top = map(float, re.search(rb"/MediaBox \[([-\d. ]+)\]", data)[1].split())  # type: ignore[index]
    assert (right - left, top - bottom) == (size[0] * 0.75, size[1] * 0.75)
    assert f"0.750000000 0 0 -0.750000000 0 {top:g} cm".encode() in streams(data)  # the picture begins at the top
    assert len(re.findall(rb"/Type /Page\b", data)) == 1
    assert b"\xfe\xff" + "α & β".encode("utf-16-be") in data
    assert MAKER.encode("utf-16-be") in data


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_pdf_of_every_example_has_real_text_in_embedded_fonts_and_no_bitmap(name: str) -> None:
    data = drawn(name).pdf
    assert not re.search(rb"/Subtype\s*/Image|/Pattern\s*<<\s*/", data)
    fonts = re.findall(rb"/BaseFont /(\S+)", data)
    assert set(fonts) == {b"DejaVuSans", b"DejaVuSans-Bold"}
    assert data.count(b"/FontFile2") == data.count(b"/ToUnicode") == 2
    assert len(re.findall(rb"\bTj\b|\bTJ\b", streams(data))) > 50


def test_a_pdf_tells_no_time_and_is_the_same_twice_but_not_for_another_scene() -> None:
    files = []
    for name in ("worked-example", "worked-example", "paper"):
        with panel_on(catalog.open_example(name).scene, size=(800, 600)) as panel:
            files.append(pdf(panel, NO_CAPTION))
    assert files[0] == files[1]
    assert not re.search(rb"D:20\d\d|20\d\d-\d\d-\d\dT", files[0])
    names = [re.findall(rb"/ID \[ <(\w+)> <(\w+)> \]", data)[0] for data in files]
    assert names[0][0] == names[0][1] != names[2][0]
    assert b"uuid:" + bytes.fromhex(names[0][0].decode()) in files[0]


def test_the_table_of_a_pdf_still_tells_where_every_part_begins() -> None:
    with panel_on(catalog.start_scene(), size=(801, 603)) as panel:
        data = pdf(panel, Caption("title"))
    start = int(re.search(rb"startxref\n(\d+)", data)[1])  # type: ignore[index]
    assert data[start:].startswith(b"xref")
    places = re.findall(rb"^(\d{10}) 00000 n", data[start:], re.MULTILINE)
    for number, place in enumerate(map(int, places), 1):
        assert data[place:].startswith(b"%d 0 obj" % number)


HOSTILE = ("<b>&amp;", "a\x01\x08b", "]]>", "\"'", "\ufffe", "\x1b[31m", "<!--", "é", "\u202eabc", "𝔸", "\t")


def test_no_token_can_break_the_xml_of_an_svg() -> None:
    with panel_on(scene_with(HOSTILE)) as panel:
        found = texts(svg(panel, Caption("\x00<\x1f>\ud800", "\ufffe&")))
    for whole in ("<b>&amp;", "]]>", "\"'", "<!--"):
        assert whole in found, whole


@settings(max_examples=60)
@given(st.text(st.characters(), min_size=1, max_size=12))
@example("\x00\x0b\x0c\x0e\x7f\x85\ufffe\uffff")
@example("&lt;<>&\"'")
def test_any_text_gives_an_svg_that_can_be_read(text: str) -> None:
    label = QLabel(text)
    label.resize(300, 30)
    root = ET.fromstring(svg(label, Caption(text, text)))
    assert root.find(f"{SVG}title") is not None


def test_the_command_knows_the_same_kinds_of_files() -> None:
    assert tuple(FORMATS) == PICTURES


@pytest.mark.parametrize(
    ("name", "size", "zoom"),
    [("real-cat-smollm2", (320, 240), 100), ("worked-example", (640, 480), 250), ("cross-attention", (400, 300), 200)],
)
def test_a_picture_without_room_is_refused_with_the_least_size_that_has_it(
    name: str, size: tuple[int, int], zoom: int
) -> None:
    scene, look = catalog.open_example(name).scene, Look(zoom=zoom)
    with pytest.raises(TooSmall) as refused:
        picture_of(scene, ".png", size, look)
    said = str(refused.value)
    assert said.startswith(f"{size[0]}x{size[1]} is too small at a zoom of {zoom} %; ")
    least = tuple(map(int, said.rpartition(" ")[2].split("x")))
    assert picture_of(scene, ".png", least, look)
    smaller = QSize(least[0] - 10, -(-size[1] * (least[0] - 10) // size[0]))
    with panel_on(scene, look, (smaller.width(), smaller.height())) as panel:
        assert panel.crowded
    with panel_on(scene, look, least) as panel:
        places = [view.geometry() for view in panel.formula.matrices]
        assert all(panel.formula.rect().contains(place) for place in places)
        assert not any(a.intersects(b) for a, b in combinations(places, 2))


def test_a_small_picture_has_no_empty_box_for_the_arithmetic() -> None:
    for size, zoom in (((640, 360), 100), ((480, 360), 100), ((960, 645), 250)):
        with panel_on(catalog.start_scene(), Look(zoom=zoom), size) as panel:
            drawn = texts(svg(panel, NO_CAPTION))
            assert not panel.reading.text
            at = panel.reading.mapTo(panel, QPoint(theme.look().px(6), panel.reading.height() // 2))
            shown = pixels(picture(panel))[at.y(), at.x(), ::-1].tolist()
            note = look_colour("note")
            assert (shown == note) == any("rows ask" in text for text in drawn)


def look_colour(name: str) -> list[int]:
    colour = theme.look().colour(name)
    return [colour.red(), colour.green(), colour.blue()]


def test_fonts_are_loaded_once_since_a_pdf_with_the_same_ones_loaded_again_has_other_bytes(monkeypatch):
    again = []
    monkeypatch.setattr(QFontDatabase, "addApplicationFont", again.append)
    theme.load_fonts(FONTS)
    assert again == []
