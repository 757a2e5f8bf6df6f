"""attnstudio render: a picture of a scene, without a screen."""

import argparse
import re
from collections.abc import Sequence

from attnstudio import preflight
from attnstudio.commands.arguments import THEMES, Parser, UserFault, opened, output, theme, whole, with_options
from attnstudio.ui.picture_sizes import LARGEST, SMALLEST

PICTURES = (".png", ".svg", ".pdf")
ZOOM_RANGE = (80, 250)  # percent
EPILOG = """\
examples:
  attnstudio render worked-example -o picture.png
  attnstudio render lesson.attn.json -o slide.svg --size 1920x1080 --theme projector
  attnstudio render toy-sentence -o weights.pdf --stage weights
  attnstudio render head.npz -o handout.pdf --size 1123x794
"""


def run(given: Sequence[str]) -> int:
    """Write the picture."""
    options = _parser().parse_args(given)
    scene = with_options(opened(options.scene, options.panel), options).scene
    fault = preflight.check_offscreen()
    if fault:
        raise UserFault(fault)
    from attnstudio import app
    from attnstudio.exchange.pictures import TooSmall
    from attnstudio.ui.theme import Look

    try:
        app.render(scene, options.output, options.size, Look(options.theme, options.zoom), options.stage)
    except TooSmall as error:
        raise UserFault(f"--size: {error}") from None
    except ValueError as error:
        raise UserFault(f"--stage: {error}") from None
    return 0


def _parser() -> Parser:
    parser = Parser("attnstudio render", "Make a picture of a scene, without a screen.", EPILOG)
    parser.add_argument("-o", dest="output", metavar="OUT.png|.svg|.pdf", type=output(*PICTURES), required=True,
                        help="the picture to write")  # fmt: skip
    parser.add_scene()
    parser.add_argument("--stage", metavar="NAME", help="the stage or figure that fills the picture")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH", help="in pixels, 1440x900 by default")
    parser.add_argument("--theme", type=theme, default="light", help=f"{', '.join(THEMES)}; light by default")
    parser.add_argument(
        "--zoom", type=whole(*ZOOM_RANGE), default=100, metavar="PERCENT", help="size of text, 80 to 250"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"(\d{1,6})[x×](\d{1,6})", text)
    width, height = (int(parts[1]), int(parts[2])) if parts else (0, 0)
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        low, high = (f"{w}x{h}" for w, h in (SMALLEST, LARGEST))
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT from {low} to {high}, got {text!r}")
    return width, height
