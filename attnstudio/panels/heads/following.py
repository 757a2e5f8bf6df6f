"""Which columns of the matrices of all heads belong to one of them: what is lit while a head is followed."""

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.state.figures import Operand

OF_QUERY_HEADS = ("projected_query", "w_q", "concat")
OF_KEY_HEADS = ("projected_key", "projected_value", "w_k", "w_v")


def followed(result: HeadsResult, head: int) -> tuple[Operand, ...]:
    """Return the columns of one head in every matrix that holds all of them.

    Heads that share keys and values have theirs lit together.
    """
    data = result.scenario.data
    if not 0 <= head < data.pack.n_heads:
        return ()
    shared = data.pack.shared_head(head)
    widths = {"concat": data.pack.d_v}
    lit = []
    for names, index in ((OF_QUERY_HEADS, head), (OF_KEY_HEADS, head if shared is None else shared)):
        for name in names:
            width = widths.get(name, data.pack.d_k)
            if name in result.matrices and width:
                lit.append(Operand(name, None, index * width, (index + 1) * width - 1))
    return tuple(lit)
