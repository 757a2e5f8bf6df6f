"""What single heads of the shipped models often do, how well that was measured, and where it fails.

Figures without a note can be seen on the sentences that ship; those of "sentences written afterwards" were measured on
6 to 20 sentences that did not choose the head.
"""

from typing import NamedTuple

from attnstudio.state.message import QT_TRANSLATE_NOOP

T = QT_TRANSLATE_NOOP


class HeadLabel(NamedTuple):
    """A short name, the evidence for it, and its known failures ("" where none is known)."""

    short: str
    evidence: str
    failure: str = ""


_SMOLLM2 = {
    "18.8": HeadLabel(
        T("heads", "sink (first token)"),
        T("heads", "1.00 on the start token, in every row of all twelve sentences. 186 of the model's 270 heads give "
                   "it more than half."),
        T("heads", "It says nothing of the words: such a head rests."),
    ),
    "16.0": HeadLabel(
        T("heads", "previous token"),
        T("heads", "0.77 on the token before, mean of twelve sentences; 0.04 without rotary positions."),
        T("heads", "A quarter of the weight goes elsewhere, most of it to the start token."),
    ),
    "1.2": HeadLabel(
        T("heads", "previous token (early layer)"),
        T("heads", "0.74 on the token before, mean of twelve sentences."),
    ),
    "11.1": HeadLabel(
        T("heads", "previous token"),
        T("heads", "0.68 on the token before, mean of twelve sentences."),
    ),
    "11.6": HeadLabel(
        T("heads", "itself"),
        T("heads", "0.79 on the token itself, mean of twelve sentences."),
    ),
    "8.1": HeadLabel(
        T("heads", "same word earlier"),
        T("heads", "dog → dog 0.74, ball → ball 0.72, bank → bank 0.70; else “the” or the start token."),
        T("heads", "Small words fare worse: “the” looks at an earlier “the” with 0.35 or less in the dog sentence."),
    ),
    "10.1": HeadLabel(
        T("heads", "object → its verb or preposition"),
        T("heads", "mat → on 0.96, ball → dropped 0.88, her → thanked 0.92. On sentences written afterwards: its verb "
                   "in 12 of 12 (0.79), its preposition in 6 of 6 (0.72)."),
    ),
    "11.7": HeadLabel(
        T("heads", "word → its modifier just before (mixed)"),
        T("heads", "On sentences written afterwards: the adjective in 8 of 8 (0.45)."),
        T("heads", "Mixed with the previous token, which it gives 0.44 whatever that is."),
    ),
    "13.8": HeadLabel(
        T("heads", "verb and pronoun → subject"),
        T("heads", "it → cat 0.62 (mat 0.03), left → man 0.81, are → keys 0.71. On sentences written afterwards: the "
                   "subject in 8 of 8 (0.78), the pronoun's noun in 16 of 20 (0.51)."),
        T("heads", "In “Anna gave Tom the book and he …” it puts “he” on the start token 0.51, Anna 0.26, Tom 0.19."),
    ),
    "9.4": HeadLabel(
        T("heads", "weak: looks back at nouns"),
        T("heads", "steep → hill 0.31 (horse 0.02)."),
        T("heads", "lazy → horse only 0.11; it gives it → cat 0.48 and is no pronoun head."),
    ),
    "15.7": HeadLabel(
        T("heads", "pronoun → name (partly)"),
        T("heads", "he → Tom 0.58. On 20 sentences written afterwards the name is strongest in 80 % (0.38)."),
        T("heads", "Milder than 13.8, and the start token takes much."),
    ),
    "16.5": HeadLabel(
        T("heads", "pronoun → name (partly)"),
        T("heads", "it → cat 0.48. On 20 sentences written afterwards the name is strongest in 90 % (0.44)."),
        T("heads", "mat still gets 0.16."),
    ),
    "17.5": HeadLabel(
        T("heads", "induction: what came next last time"),
        T("heads", "Paris and Rome: the → capital 0.97, is → the 0.88, capital → of 0.78, of → France 0.68."),
        T("heads", "Where nothing was seen before it rests on the start token, and often even where it was: the second "
                   "“bank” gives the “of” after the first 0.35."),
    ),
    "4.2": HeadLabel(
        T("heads", "weak: adjective → fitting noun"),
        T("heads", "wide → street 0.44."),
        T("heads", "tired → animal only 0.12; on sentences written afterwards the right noun won 8 of 12 times."),
    ),
    "0.4": HeadLabel(
        T("heads", "diffuse"),
        T("heads", "Entropy 0.83 of the largest possible, mean of twelve sentences."),
    ),
    "11.2": HeadLabel(
        T("heads", "diffuse"),
        T("heads", "Entropy 0.85 of the largest possible, mean of twelve sentences."),
    ),
}  # fmt: skip
_MINILM = {
    "0.2": HeadLabel(
        T("heads", "previous token (exact)"),
        T("heads", "1.00 on the token before, rounded, in every row of all twelve sentences."),
        T("heads", "It does not care what the words mean."),
    ),
    "1.8": HeadLabel(
        T("heads", "next token"),
        T("heads", "0.65 on the token after, mean of twelve sentences; was → tired 0.98."),
    ),
    "2.8": HeadLabel(
        T("heads", "modifier → its noun"),
        T("heads", "the → mat 0.85. On sentences written afterwards: the noun of 7 of 8 adjectives (0.40)."),
        T("heads", "An adjective without a noun after it, as “lazy”, falls back on [CLS]: 0.82."),
    ),
    "2.9": HeadLabel(
        T("heads", "same word, else [CLS]"),
        T("heads", "dog → dog 0.91, ball → ball 0.71, is → is 0.66."),
        T("heads", "[CLS] gets 0.78 of all, mean of twelve sentences."),
    ),
    "2.0": HeadLabel(
        T("heads", "object → its verb"),
        T("heads", "Tom → gave 0.53. On sentences written afterwards: the verb in 9 of 12 (0.42)."),
        T("heads", "The other three times another word was stronger."),
    ),
    "2.3": HeadLabel(
        T("heads", "subject → verb (weak)"),
        T("heads", "On sentences written afterwards the verb was strongest in 8 of 8, with only 0.23."),
        T("heads", "Most of the weight goes elsewhere."),
    ),
    "1.3": HeadLabel(
        T("heads", "pronoun → name (weak)"),
        T("heads", "he → Tom 0.44, her → Anna 0.38. On sentences written afterwards: the name in 80 %, with only "
                   "0.32."),
        T("heads", "One time in five another word was stronger."),
    ),
    "3.1": HeadLabel(
        T("heads", "word → subject / topic noun"),
        T("heads", "missing → keys 0.89, are → keys 0.73, it → cat 0.49 (mat 0.14). On sentences written afterwards: "
                   "the pronoun's noun in 65 % (0.43)."),
        T("heads", "“too tired” → “too wide” moves it → animal from 0.64 to 0.27, yet street gets only 0.13. A "
                   "tendency, not a rule."),
    ),
    "3.11": HeadLabel(
        T("heads", "punctuation and [SEP]"),
        T("heads", "0.38 on full stops and commas in sentences written for it; [SEP] 0.22 in the cat sentence."),
        T("heads", "No sentence here has punctuation inside."),
    ),
    "4.5": HeadLabel(
        T("heads", "sink [CLS]"),
        T("heads", "0.84 on [CLS], mean of twelve sentences; it → [CLS] 0.79 in the cat sentence."),
        T("heads", "The value there is tiny, so a large weight passes on little: see “Is it an explanation?”."),
    ),
    "0.3": HeadLabel(
        T("heads", "diffuse"),
        T("heads", "Entropy 0.89 of the largest possible, mean of twelve sentences."),
    ),
}  # fmt: skip
LABELS = {"minilm": _MINILM, "smollm2": _SMOLLM2}
EARNED = {
    "previous": T("heads", "here: previous token"),
    "next": T("heads", "here: next token"),
    "first": T("heads", "here: first token"),
    "itself": T("heads", "here: itself"),
    "same": T("heads", "here: same word before"),
}
ENOUGH = 0.5  # mean weight from which a pattern names a head that has no label


def label_of(source: str, name: str) -> HeadLabel | None:
    """Return what is known of a head, by its source and its name "layer.head"."""
    return LABELS.get(source, {}).get(name)


def short_label(source: str, name: str, measured: dict[str, float]) -> str:
    """Return what a head often does, else the pattern that it shows on this sentence, else ""."""
    known = label_of(source, name)
    if known is not None:
        return known.short
    pattern = max(EARNED, key=lambda name: measured.get(name, 0.0))
    return EARNED[pattern] if measured.get(pattern, 0.0) >= ENOUGH else ""
