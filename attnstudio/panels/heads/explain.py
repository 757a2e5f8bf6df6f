"""The arithmetic of one cell, written out, and the cells it came from."""

from attnstudio.panels.heads import explain_findings, explain_head
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.state.arithmetic import result_of
from attnstudio.state.figures import Explanation
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

PLAIN = QT_TRANSLATE_NOOP("heads", "{row_title} {row}, {column_title} {column}: {value}")
WRITERS = explain_head.WRITERS | explain_findings.WRITERS


def explain(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    """Return how cell (i, j) of a matrix was made.

    Parameters
    ----------
    result : HeadsResult
    stage : str
        A key of `result.matrices`.
    i, j : int
        Row and column, query-first.

    Returns
    -------
    Explanation
        The arithmetic with enough digits to redo it, and its operands; of what was given, or is covered, the cell.
    """
    matrix = result.matrices[stage]
    found = None if matrix.covered or stage not in WRITERS else WRITERS[stage](result, stage, i, j)
    if found is not None:
        return found
    values = {"row_title": matrix.row_title, "row": matrix.row_labels[i], "column_title": matrix.column_title,
              "column": Message(matrix.column_labels[j]), "value": result_of(float(matrix.values[i, j]))}  # fmt: skip
    return Explanation(Message(PLAIN, values))
