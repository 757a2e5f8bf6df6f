"""attnstudio examples: the examples that ship."""

from collections.abc import Sequence

from attnstudio.commands.arguments import Parser, example_names


def run(given: Sequence[str]) -> int:
    """Print the names of the examples, one a line."""
    Parser("attnstudio examples", "List the examples that ship, one name a line.").parse_args(given)
    for name in example_names():
        print(name)
    return 0
