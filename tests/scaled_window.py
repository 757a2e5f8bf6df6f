"""Opens the window as the system scales it, as large as the screen is, and prints what is wrong with its texts."""

import json
import sys

from real_window import opened
from recording import texts
from shown_scenes import SCENES
from text_faults import faults, ways

from attnstudio.app import create_app


def main() -> None:
    app = create_app()
    screen = app.primaryScreen().availableGeometry()
    found, counts = [], []
    for scene in ("worked example", "causal toy sentence"):
        with opened(SCENES[scene](), size=(screen.width(), screen.height())) as window:
            for way in ways(window):
                marks = texts(window)
                counts.append(len(marks))
                found += [f"{scene}, {way}: {fault}" for fault in faults(marks)]
            ratio = window.devicePixelRatio()
    json.dump({"ratio": ratio, "texts": min(counts), "faults": found}, sys.stdout)


if __name__ == "__main__":
    main()
