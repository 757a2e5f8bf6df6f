"""Lists with bars: what stands in a row, how it is chosen, and what becomes of long texts and of a cover."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnstudio.state.figures import Matrix, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.labels import Box
from attnstudio.ui.row_list import RowListView
from attnstudio.ui.row_list_plan import ListRow, RowList, plan_list, rows_of
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")
LEFT = Qt.MouseButton.LeftButton


def ranking(count: int = 5, *, covered: bool = False) -> RowList:
    values = np.full(count, np.nan) if covered else 1 / np.arange(1.0, count + 1)
    matrix = Matrix(
        "ranking", Message("best heads"), "weight", frozen_float(values[:, None]),
        tuple(f"{i}.0" for i in range(count)), ("α",), Message("head"), Message("measure"), (0.0, 1.0), 2,
        covered=covered,
    )  # fmt: skip
    return rows_of(matrix, selected=1)


def rows_in_sight(view: RowListView) -> list[int]:
    plan = view.plan()
    return [] if plan is None else [row.at for row in plan.rows]


@pytest.fixture
def view() -> Iterator[RowListView]:
    shown = RowListView("choose")
    shown.resize(220, 200)
    shown.show_rows(ranking())
    shown.show()
    yield shown
    shown.deleteLater()


def test_a_list_in_another_order_starts_at_its_top_and_the_same_one_stays_where_it_was_scrolled(
    view: RowListView,
) -> None:
    view.resize(220, 90)
    long = ranking(20)
    view.show_rows(long._replace(selected=19))
    scrolled = rows_in_sight(view)
    view.show_rows(long._replace(selected=18, rows=tuple(row._replace(text="0.00") for row in long.rows)))
    assert rows_in_sight(view) == scrolled
    view.show_rows(long._replace(selected=1, rows=long.rows[::-1]))
    assert view.cell_box(0) is not None


def test_a_bar_is_as_long_as_its_share_of_the_largest_possible_number() -> None:
    plan = plan_list(ranking(), Box(0, 0, 300, 200), Look(), 0)
    shares = [row.bar.width / row.track.width for row in plan.rows if row.bar is not None and row.track is not None]
    assert np.allclose(shares, [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    assert [label.text for row in plan.rows for label in row.texts] == ["1.00", "0.50", "0.33", "0.25", "0.20"]
    assert plan.rows[1].label.bold
    assert plan.rows[1].label.text == "1.0"


def test_a_row_without_a_number_has_no_text_and_no_bar() -> None:
    matrix = Matrix("trials", Message("all"), "weight", frozen_float([[np.nan]]), ("a",), ("α",), Message(""),
                    Message(""), (0.0, 1.0), 2)  # fmt: skip
    assert rows_of(matrix).rows == (ListRow(rows_of(matrix).rows[0].label, "", 0.0),)


def test_rows_that_have_no_room_are_counted_and_reached_by_the_keys(view: RowListView) -> None:
    view.resize(220, 90)
    view.show_rows(ranking(20))
    plan = view.plan()
    assert plan is not None
    assert plan.more is not None
    assert plan.more.text == f"{20 - len(plan.rows)} more"
    chosen = list[int]()
    view.chosen.connect(chosen.append)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert chosen == [19]
    view.show_rows(ranking(20)._replace(selected=19))
    assert view.cell_box(19) is not None
    assert view.cell_box(0) is None


def test_a_click_and_the_arrow_keys_choose_a_row(view: RowListView) -> None:
    chosen = list[int]()
    view.chosen.connect(chosen.append)
    box = view.cell_box(3)
    assert box is not None
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(*(round(x) for x in box.centre)))
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert chosen == [3, 2, 0]
    view.show_rows(ranking()._replace(selected=None))
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert chosen[-1] == 0


def test_a_list_that_is_only_read_is_scrolled_and_chooses_nothing() -> None:
    shown = RowListView("read", choosing=False)
    shown.resize(220, 60)
    shown.show_rows(ranking(20))
    chosen = list[int]()
    shown.chosen.connect(chosen.append)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    plan = shown.plan()
    assert plan is not None
    assert (plan.rows[0].at, chosen) == (1, [])
    shown.deleteLater()


def test_a_label_that_leaves_no_room_for_a_bar_stands_over_it_and_a_long_text_wraps() -> None:
    area = Box(0, 0, 160, 400)
    long = RowList("all", "weight", (ListRow("a sentence of many words", "0.50", 0.5),))
    row = plan_list(long, area, Look(), 0).rows[0]
    assert row.track is not None
    assert row.track.top > row.label.box.top + row.label.box.height / 2
    bill = RowList("bill", "score", (ListRow("GPT-2", "so many numbers that no line of this list can hold them all"),))
    texts = plan_list(bill, area, Look(), 0).rows[0].texts
    assert len(texts) > 1
    assert all(label.box.left >= area.left for label in texts)


def test_of_covered_rows_labels_alone_are_shown_and_said(view: RowListView) -> None:
    view.show_rows(ranking(covered=True))
    plan = view.plan()
    assert plan is not None
    assert all(row.bar is None and row.texts == () for row in plan.rows)
    assert "covered" in view.cell_words(0)
    assert "1.00" not in view.summary()
