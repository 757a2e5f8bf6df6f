"""Counts with their words: 1 row, 2 rows."""

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
Words = tuple[str, str]  # for one, and for any other number

COLUMNS: Words = T("counts", "{count:,} column"), T("counts", "{count:,} columns")
COMPONENTS: Words = T("counts", "{count:,} component"), T("counts", "{count:,} components")
DIGITS: Words = T("counts", "{count:,} digit"), T("counts", "{count:,} digits")
HEADS: Words = T("counts", "{count:,} head"), T("counts", "{count:,} heads")
KEYS: Words = T("counts", "{count:,} key"), T("counts", "{count:,} keys")
LAYERS: Words = T("counts", "{count:,} layer"), T("counts", "{count:,} layers")
NUMBERS: Words = T("counts", "{count:,} number"), T("counts", "{count:,} numbers")
QUERIES: Words = T("counts", "{count:,} query"), T("counts", "{count:,} queries")
ROWS: Words = T("counts", "{count:,} row"), T("counts", "{count:,} rows")
TOKENS: Words = T("counts", "{count:,} token"), T("counts", "{count:,} tokens")
BOTH = T("counts", "{queries} and {keys}")


def counted(count: int, words: Words) -> Message:
    """Return a number with its word: "1 row", "2 rows"."""
    return kept(words[count != 1], count=count)


def queries_and_keys(T_q: int, T_k: int) -> Message:
    """Return how many queries and keys there are: "1 query and 5 keys"."""
    return kept(BOTH, queries=counted(T_q, QUERIES), keys=counted(T_k, KEYS))
