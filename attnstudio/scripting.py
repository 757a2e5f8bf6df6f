"""For scripts and notebooks: tensors of one's own in the window, or in a scene file."""

import inspect
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnstudio import catalog, preflight
from attnstudio.script_arguments import array_of, blocked_by, corner_of, layers_of, scale_of, without_batch, words_of
from attnstudio.state.collector import collector_at_rest
from attnstudio.state.origin import Origin, check_text
from attnstudio.state.scene import SCENE_SUFFIX
from attnstudio.state.tensors import TensorPack

if TYPE_CHECKING:
    from attnstudio.window import MainWindow


def open_window(
    query: Any = None, key: Any = None, value: Any = None, *, theme: str | None = None, **options: Any
) -> "MainWindow | None":
    """Show tensors in the window, and wait until it is closed.

    Parameters
    ----------
    query, key, value, **options
        As for `save_scene`.
    theme : {"light", "dark", "projector"}, optional

    Returns
    -------
    MainWindow or None
        In IPython whose Qt loop runs (`%gui qt`), the window at once: it is open for as long as it is kept.

    Raises
    ------
    ValueError
        Naming the argument, what was expected and what came.
    TypeError
        Naming an option that there is not.
    RuntimeError
        In one sentence, where there is no screen.
    """
    opening = _opening(query, key, value, **_known(options))
    fault = preflight.check_display()
    if fault:
        raise RuntimeError(fault)
    from attnstudio import app
    from attnstudio.ui.settings import SettingsFile, config_folder
    from attnstudio.ui.theme import NAMES

    if theme is not None and theme not in NAMES:
        raise ValueError(f"theme: expected one of {', '.join(NAMES)}, got {theme!r}")
    start = app.Start(opening, theme)
    if not _qt_loop_runs():
        with collector_at_rest() as shown:
            app.run(start, shown)
        return None
    window = app.build_window(app.create_app(), start, SettingsFile(config_folder()))
    window.start(full_screen=False)
    return window


def save_scene(path: str | Path, query: Any = None, key: Any = None, value: Any = None, **options: Any) -> None:
    """Write a scene file that shows tensors.

    Parameters
    ----------
    path : str or Path
        Ends in .attn.json.
    query, key, value : array or tensor
        (tokens, components), or with axes for (heads, …) or (layers, heads, …) before them: anything that NumPy takes,
        tensors of PyTorch on any device, or a list with one of these for each layer.
    **options
        weights : array or tensor, without query, key and value: attention weights, (T_q, T_k) or with heads and layers.
        tokens : list of str, one a token; query_tokens and key_tokens where these differ.
        batch : int, which item to take where the arrays have an axis for a batch, before that of the heads.
        layers : list of int, the number of each layer, where the first of 4 axes is layers; counted from 0 by default.
        causal : bool, "top-left" or "bottom-right"; with as many queries as keys True is both.
        mask : bool array (T_q, T_k), True = may attend.
        scale : float, what the model multiplies scores by.
        model, title : str, where the numbers are from, and what the scene is called.
        panel : "attention" or "heads", the panel in front; by default the first of those that can show the numbers.

    Raises
    ------
    ValueError
        Naming the argument, what was expected and what came.
    TypeError
        Naming an option that there is not.
    FileFault
        If the file cannot be written; an older one is then as it was.
    """
    target = Path(path)
    if not target.name.endswith(SCENE_SUFFIX):
        raise ValueError(f"path: expected a name that ends in {SCENE_SUFFIX}, got {target.name!r}")
    scene = _opening(query, key, value, **_known(options)).scene
    from attnstudio.files.scenes import write_scene

    write_scene(scene, target)


def _known(options: dict[str, Any]) -> dict[str, Any]:
    """Return options once all are known; TypeError names one that is not."""
    known = [name for name, given in inspect.signature(_opening).parameters.items() if given.kind == given.KEYWORD_ONLY]
    if unknown := [name for name in options if name not in known]:
        raise TypeError(f"{unknown[0]}: there is no such option; the options are {', '.join(known)}")
    return options


def _opening(
    query: Any,
    key: Any,
    value: Any,
    *,
    weights: Any = None,
    tokens: Sequence[str] | None = None,
    query_tokens: Sequence[str] | None = None,
    key_tokens: Sequence[str] | None = None,
    batch: int | None = None,
    layers: Sequence[int] | None = None,
    causal: bool | str = False,
    mask: Any = None,
    scale: float | None = None,
    model: str = "",
    title: str = "",
    panel: str | None = None,
) -> catalog.Opening:
    """Return the scene that shows tensors, and which panel cannot; arguments as for `save_scene`."""
    for name, text in (("model", model), ("title", title)):
        check_text(text, name)
    given = {"query": query, "key": key, "value": value, "weights": weights}
    given = {name: tensor for name, tensor in given.items() if tensor is not None}
    arrays: dict[str, Any] = {
        name: without_batch(name, array_of(name, tensor), batch) for name, tensor in given.items()
    }
    sure = batch is not None or any(isinstance(tensor, list | tuple) for tensor in given.values())
    pack = TensorPack(
        **arrays,
        query_tokens=words_of("query_tokens", tokens if query_tokens is None else query_tokens),
        key_tokens=words_of("key_tokens", tokens if key_tokens is None else key_tokens),
        layers=layers_of(arrays, layers, sure=sure),
        origin=Origin("real", model) if model else Origin("file", _caller()),
        scale=scale_of(scale),
    )
    stated = {"causal": corner_of(causal, pack), "blocked": blocked_by(mask, (pack.T_q, pack.T_k))}
    opening = catalog.tensor_scene(pack, stated, panel=_panel(panel))
    return opening._replace(scene=replace(opening.scene, title=title or pack.origin.name))


def _panel(name: str | None) -> str | None:
    try:
        return None if name is None else catalog.panel_named(name).name
    except ValueError as error:
        raise ValueError(f"panel: {error}") from None


def _caller() -> str:
    """Return the name of the script that runs."""
    name = Path(*sys.argv[:1]).name
    return name if name.endswith(".py") and "ipykernel" not in name else "notebook"


def _qt_loop_runs() -> bool:
    """Say whether IPython runs the event loop of Qt."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return str(getattr(shell, "active_eventloop", "")).startswith("qt")
