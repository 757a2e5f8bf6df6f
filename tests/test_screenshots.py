"""The first screen in every theme, and other panels in light, look as they were last looked at, but for a little."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from real_window import opened

from attnstudio import catalog
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

FOLDER = Path(__file__).parent / "screenshots"
SIZES = {"light": (1440, 900), "dark": (1280, 720), "projector": (1280, 720)}
STEP = 24  # of 255, by which a colour may be off: edges of letters differ between versions of Qt
SHARE = 0.004  # of the pixels that may be off by more


def pixels(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return raw[:, : image.width(), :3].astype(int)


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.usefixtures("qapp")
def test_first_screen(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with opened(size=SIZES[name], look=Look(name)) as window:
        compare(window, f"window_{name}", request, tmp_path)


@pytest.mark.usefixtures("qapp")
def test_the_scaling_panel_as_it_opens(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with opened(catalog.open_example("scaling").scene, size=SIZES["light"]) as window:
        compare(window, "scaling_light", request, tmp_path)


@pytest.mark.usefixtures("qapp")
def test_the_heads_panel_on_smollm2(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with opened(catalog.open_example("heads-smollm2").scene, size=SIZES["light"]) as window:
        compare(window, "heads_light", request, tmp_path)


def compare(window: MainWindow, name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Fail where a window does not look as its kept picture does, or make that anew where it is asked for."""
    kept, got = FOLDER / f"{name}.png", window.grab().toImage()
    if request.config.getoption("--refresh-screenshots"):
        assert got.save(str(kept))
    expected = QImage(str(kept))
    assert not expected.isNull(), f"{kept} is missing: run pytest --refresh-screenshots and look at it"
    assert got.size() == expected.size()
    off = np.abs(pixels(got) - pixels(expected)).max(axis=2) > STEP
    if off.mean() > SHARE:
        got.save(str(tmp_path / "got.png"))
        difference = QImage(got.size(), QImage.Format.Format_Grayscale8)
        difference.fill(0)
        for y, x in np.argwhere(off).tolist():
            difference.setPixel(x, y, 0xFFFFFF)
        difference.save(str(tmp_path / "difference.png"))
        pytest.fail(f"{off.mean():.2%} of the pixels differ; see {kept}, and got.png and difference.png in {tmp_path}")
