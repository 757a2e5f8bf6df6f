"""attnstudio [FILE]: the window."""

from collections.abc import Sequence

import attnstudio
from attnstudio import catalog, preflight
from attnstudio.commands.arguments import THEMES, Parser, UserFault, opened, theme, with_options

EPILOG = """\
commands:
  attnstudio [FILE]              open the window (to open a file called like a command, write ./render)
  attnstudio render              make a picture of a scene (PNG, SVG or PDF), without a screen
  attnstudio export              write the numbers of a scene (CSV), a script that proves them (Python), or the scene
  attnstudio examples            list the examples, one name a line
  attnstudio check               say what is wrong with files

examples:
  attnstudio                     the worked example
  attnstudio lesson.attn.json    a scene that was saved
  attnstudio head.npz            query, key and value of one's own
  attnstudio --seed 7            random numbers
  attnstudio render worked-example -o picture.png --size 1920x1080
  attnstudio export worked-example -o proof.py
"""


def run(given: Sequence[str]) -> int:
    """Show the window until it is closed."""
    options = _parser().parse_args(given)
    start = catalog.Opening(catalog.start_scene())
    opening = with_options(start if options.file is None else opened(options.file, options.panel), options)
    fault = preflight.check_display()
    if fault:
        raise UserFault(fault)
    from attnstudio import app

    return app.run(app.Start(opening, options.theme, options.fullscreen, options.fresh))


def _parser() -> Parser:
    parser = Parser("attnstudio", "See what attention does: every stage of softmax(QKᵀ/√d_k + M)V, live.", EPILOG)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a scene, tensors, or the name of an example")
    parser.add_shared()
    parser.add_argument("--theme", type=theme, help=f"{', '.join(THEMES)}; as the last run left it by default")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--fresh", action="store_true", help="leave out what the last run left: place, theme, text size"
    )
    parser.add_argument("--version", action="version", version=f"attnstudio {attnstudio.__version__}")
    return parser
