"""Counts with their words: 1 row, 2 rows."""

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
Words = tuple[str, str]  # for one, and for any other number

BYTES: Words = T("counts", "{count:,} byte"), T("counts", "{count:,} bytes")
CHALLENGES: Words = T("counts", "{count:,} challenge"), T("counts", "{count:,} challenges")
COLUMNS: Words = T("counts", "{count:,} column"), T("counts", "{count:,} columns")
COMPONENTS: Words = T("counts", "{count:,} component"), T("counts", "{count:,} components")
DIGITS: Words = T("counts", "{count:,} digit"), T("counts", "{count:,} digits")
HEADS: Words = T("counts", "{count:,} head"), T("counts", "{count:,} heads")
KEYS: Words = T("counts", "{count:,} key"), T("counts", "{count:,} keys")
LAYERS: Words = T("counts", "{count:,} layer"), T("counts", "{count:,} layers")
NUMBERS: Words = T("counts", "{count:,} number"), T("counts", "{count:,} numbers")
QUERIES: Words = T("counts", "{count:,} query"), T("counts", "{count:,} queries")
QUESTIONS: Words = T("counts", "{count:,} question"), T("counts", "{count:,} questions")
ROWS: Words = T("counts", "{count:,} row"), T("counts", "{count:,} rows")
TASKS: Words = T("counts", "{count:,} task"), T("counts", "{count:,} tasks")
THERE: Words = T("counts", "{count:,} is there"), T("counts", "{count:,} are there")
TOKENS: Words = T("counts", "{count:,} token"), T("counts", "{count:,} tokens")
BOTH = T("counts", "{queries} and {keys}")


def counted(count: int, words: Words) -> Message:
    """Return a number with its word: "1 row", "2 rows"."""
    return kept(words[count != 1], count=count)


def queries_and_keys(T_q: int, T_k: int) -> Message:
    """Return how many queries and keys there are: "1 query and 5 keys"."""
    return kept(BOTH, queries=counted(T_q, QUERIES), keys=counted(T_k, KEYS))
