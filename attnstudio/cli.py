"""The command line: which command runs, and how what goes wrong is told."""

import importlib
import io
import os
import sys
from collections.abc import Sequence

from attnstudio.commands.arguments import UserFault
from attnstudio.files.faults import FileFault

COMMANDS = {
    name: f"attnstudio.commands.{name}" for name in ("render", "export", "grade", "examples", "check")
}  # imported when it runs: `run` takes the arguments and returns the exit status
OPEN = "attnstudio.commands.open"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process by default.

    Returns
    -------
    int
        Exit status: 0, or 1 after one message on stderr, or after the report of `check`.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without √ still gets the rest
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout:
            sys.stdout.flush()
    except (UserFault, FileFault, FileNotFoundError) as fault:
        print(f"attnstudio: {fault}", file=sys.stderr)
        return 1
    except MemoryError:
        print("attnstudio: this needs more memory than is free", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read the output has closed it, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _run(given: Sequence[str]) -> int:
    named = COMMANDS.get(given[0]) if given else None
    command = importlib.import_module(named or OPEN)
    try:
        status: int = command.run(given[1:] if named else given)
    except SystemExit as done:  # argparse ends --help and --version like this
        return int(done.code or 0)
    return status
