"""attnstudio [FILE]: the window."""

from collections.abc import Callable, Sequence
from pathlib import Path

import attnstudio
from attnstudio import catalog, preflight
from attnstudio.commands.arguments import THEMES, Parser, UserFault, opened, opened_lesson, theme, with_options
from attnstudio.state.collector import collector_at_rest

LESSON = ".toml"
EPILOG = """\
commands:
  attnstudio [FILE]              open the window (to open a file called like a command, write ./render)
  attnstudio render              make a picture of a scene (PNG, SVG or PDF), without a screen
  attnstudio export              write the numbers of a scene (CSV), a script that proves them (Python), or the scene
  attnstudio grade               judge scenes that were handed in by the challenges of a lesson (CSV)
  attnstudio examples            list the examples, one name a line
  attnstudio check               say what is wrong with files

examples:
  attnstudio                     the worked example
  attnstudio lesson.attn.json    a scene that was saved
  attnstudio head.npz            query, key and value of one's own
  attnstudio --seed 7            random numbers
  attnstudio --lesson lookup     the first lesson
  attnstudio render worked-example -o picture.png --size 1920x1080
  attnstudio export worked-example -o proof.py
"""


def run(given: Sequence[str]) -> int:
    """Show the window until it is closed."""
    with collector_at_rest() as shown:
        return _run(given, shown)


def _run(given: Sequence[str], shown: Callable[[], object]) -> int:
    options = _parser().parse_args(given)
    start = catalog.Opening(catalog.start_scene())
    file, lesson = options.file, options.lesson
    if file is not None and Path(file).suffix.lower() == LESSON:
        file, lesson = None, lesson or file
    opening = with_options(start if file is None else opened(file, options.panel), options)
    taught = None if lesson is None else opened_lesson(lesson)
    catalog.panel_named(opening.scene.open_panel).prepare()  # before Qt, which reads the source of all that comes later
    fault = preflight.check_display()
    if fault:
        raise UserFault(fault)
    from attnstudio import app

    return app.run(app.Start(opening, options.theme, options.fullscreen, options.fresh, taught), shown)


def _parser() -> Parser:
    parser = Parser("attnstudio", "See what attention does: every stage of softmax(QKᵀ/√d_k + M)V, live.", EPILOG)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a scene, tensors, a lesson, or the name of an example")
    parser.add_shared()
    parser.add_argument("--lesson", metavar="NAME|FILE", help="open a lesson beside the panel, such as lookup")
    parser.add_argument("--theme", type=theme, help=f"{', '.join(THEMES)}; as the last run left it by default")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--fresh", action="store_true", help="leave out what the last run left: place, theme, text size"
    )
    parser.add_argument("--version", action="version", version=f"attnstudio {attnstudio.__version__}")
    return parser
