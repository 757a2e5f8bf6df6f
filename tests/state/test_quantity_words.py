"""Quantities in words: labels of the screen, no name of code, and numbers as people write them."""

import re

import pytest

from attnstudio import catalog
from attnstudio.state.challenges import Condition
from attnstudio.state.quantities import Quantity, quantity_from_text
from attnstudio.state.quantity_measures import INDEXED, OF_NAMED, WHOLE, Moment
from attnstudio.state.quantity_words import OF_ROW, OF_SCALING, OF_TWO, quantity_words, value_words

GLUE = "\N{NO-BREAK SPACE}"
SYMBOLS = ("d_k", "d_model")  # as they stand on the screen


def begun(example, panel="attention", **changes):
    scenario = catalog.open_example(example).scene.panels[panel].scenario.with_changes(**changes)
    return Moment(scenario, catalog.final(panel, scenario))


WORKED, TOY = begun("worked-example"), begun("toy-sentence")
REAL, SCALING = begun("heads-minilm", "heads", selected_key=0), begun("scaling", "scaling")


@pytest.mark.parametrize(
    ("text", "now", "words"),
    [
        ("weight[q,2]", WORKED, "the weight of k₂"), ("weight[it,cat]", REAL, "the weight of “cat” for “it”"),
        ("weight[it,[CLS]]", REAL, "the weight of “[CLS]” for “it”"),
        ("weight", REAL, "the weight of “[CLS]” for “it”"),
        ("weight[mat,5]", TOY, "the weight of “the₅” for “mat”"),
        ("weight[sat,the5]", TOY, "the weight of “the₅” for “sat”"),
        ("output[q,2]", WORKED, "component 2 of the output"),
        ("output[q,1]", TOY, "component 1 of the output for “sat”"),
        ("key[k,1]", WORKED, "component 1 of the key of k₁"), ("jacobian_norm[q]", WORKED, "the norm of the Jacobian"),
        ("leak[the1]", TOY, "the leak of “the₁”"), ("angle[q,3]", WORKED, "the angle between q and k₃"),
        ("length[q]", WORKED, "the length of the query"), ("length[v2]", WORKED, "the length of value 2"),
        ("void_rows", TOY, "the number of rows without any key"),
        ("score_bytes", REAL, "the number of bytes of the scores"),
        ("changed(masked_logits)", TOY, "the largest change of the masked logits"),
        ("touched(mask_as)", TOY, "the number of changes to “How it is applied”"), ("d_model", REAL, "d_model"),
        ("raw_spread", SCALING, "the spread of q·k"), ("max_weight", SCALING, "the mean largest weight"),
        ("raw_max_weight", SCALING, "the mean largest weight without dividing"),
        ("max_weight", TOY, "the largest weight"),
        ("weight[q,2]", None, "the weight of key 2 for the query"),
        ("weight[it,cat]", None, "the weight of “cat” for “it”"),
        ("weight[nobody,cat]", TOY, "the weight of “cat” for “nobody”"), ("my_own_one", TOY, "my own one"),
    ],
)  # fmt: skip
def test_a_quantity_is_called_as_it_is_read_on_the_screen(text, now, words):
    assert str(quantity_from_text(text).words(now)) == words


@pytest.mark.parametrize("now", [TOY, REAL, SCALING, None], ids=["attention", "heads", "scaling", "nothing shown"])
def test_every_name_of_the_vocabulary_has_words_without_a_name_of_code(now):
    measured_here = () if now is None else now.result.quantities
    texts = [f"{name}[{','.join('2' for _ in axes)}]" for name, axes in INDEXED.items() if name != "length"]
    for text in (*texts, "length[k2]", *(f"{name}(weights)" for name in OF_NAMED), *WHOLE, "touched", *measured_here):
        words = str(quantity_from_text(text).words(now)).replace("“[CLS]”", "")  # a label, as it stands on the screen
        assert words in SYMBOLS or not re.search(r"_|\[", words), text
        assert words in SYMBOLS or (words != text.replace("_", " ") and words.startswith(("the ", "component "))), text


def test_a_name_without_words_is_at_least_no_name_of_code():
    for quantity in (Quantity("my_own"), Quantity("my_own", ("1",)), Quantity("my_own", of="that_one")):
        assert str(quantity.words(TOY)) == "my own"


def test_all_with_one_or_two_indices_are_named():
    assert {*OF_TWO, *OF_ROW, "length"} == {*INDEXED}


@pytest.mark.parametrize("name", OF_SCALING)
def test_what_two_panels_measure_under_one_name_is_called_as_on_the_panel_in_front(name):
    assert str(quantity_words(name, (), "", SCALING)) == OF_SCALING[name]


@pytest.mark.parametrize(
    ("name", "value", "digits", "text"),
    [
        ("score_bytes", 1152.0, 3, "1,152"), ("score_bytes", 1_073_740_672.0, 2, "1,073,740,672"),
        ("weight", 0.2014, 3, "0.201"),
        ("entropy_share", 0.79412, 3, f"79.4{GLUE}%"), ("raw_frozen_share", 0.5603, 2, f"56{GLUE}%"),
        ("angle", 135.0, 3, "135°"),
        ("score", -1234.0, 3, "−1,234"), ("void_rows", 0.0, 3, "0"), ("masked_logit", float("-inf"), 3, "−∞"),
    ],
)  # fmt: skip
def test_values_are_written_with_their_units_and_in_groups_of_digits(name, value, digits, text):
    assert value_words(name, value, digits) == text


def test_a_goal_is_said_in_words_and_kept_in_the_notation_of_lesson_files():
    bill = Condition(quantity_from_text("score_bytes"), "near", 2**30, 10_737_418)
    assert str(bill.words()) == "the number of bytes of the scores within 10,737,418 of 1,073,741,824"
    assert bill.notation == "score_bytes within 1.07×10⁷ of 1.07×10⁹"
    assert str(bill.reading(REAL, REAL).words()).startswith("Now the number of bytes of the scores is ")
    one = Condition(quantity_from_text("void_rows"), "near", 1)
    assert str(one.words()) == "the number of rows without any key exactly 1"
    assert str(one.reading(TOY, TOY).words()) == "Now the number of rows without any key is 0, 1 to go"
    two = Condition(quantity_from_text("weight[q,1]"), "near", 10, 0.5, over=quantity_from_text("weight[q,2]"))
    assert str(two.reading(WORKED, WORKED).words()) == (
        "Now the weight of k₁ divided by the weight of k₂ is 2.72, 6.8 to go"
    )


def test_where_there_is_no_number_a_learner_reads_no_list_of_names():
    reading = Condition(quantity_from_text("score_gain"), "above", 1).reading(TOY, TOY)
    assert "no quantity score_gain is shown here" in str(reading.value)  # for who writes the lesson
    assert str(reading.words()) == "the gain by the scores has no number now"
