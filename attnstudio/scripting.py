"""For scripts and notebooks: tensors of one's own in the window, or in a scene file."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from attnstudio import catalog, preflight
from attnstudio.files.tensor_links import SCENE_SUFFIX
from attnstudio.state.origin import Origin
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensors import TensorPack

if TYPE_CHECKING:
    from attnstudio.window import MainWindow

Array = npt.NDArray[Any]
CAUSAL = (False, True, "top-left", "bottom-right")


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
    RuntimeError
        In one sentence, where there is no screen.
    """
    opening = catalog.Opening(_scene(query, key, value, **options))
    fault = preflight.check_display()
    if fault:
        raise RuntimeError(fault)
    from attnstudio import app
    from attnstudio.ui.settings import SettingsFile, config_folder

    start = app.Start(opening, theme)
    if not _qt_loop_runs():
        app.run(start)
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
        causal : bool, "top-left" or "bottom-right"; True is top-left.
        mask : bool array (T_q, T_k), True = may attend.
        scale : float, what the model multiplies scores by.
        model, title : str, where the numbers are from, and what the scene is called.

    Raises
    ------
    ValueError
        Naming the argument, what was expected and what came.
    FileFault
        If the file cannot be written; an older one is then as it was.
    """
    target = Path(path)
    if not target.name.endswith(SCENE_SUFFIX):
        raise ValueError(f"path: expected a name that ends in {SCENE_SUFFIX}, got {target.name!r}")
    scene = _scene(query, key, value, **options)
    from attnstudio.files.scenes import write_scene

    write_scene(scene, target)


def _scene(
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
) -> Scene:
    """Return the scene that shows tensors; arguments as for `save_scene`."""
    given = {"query": query, "key": key, "value": value, "weights": weights}
    given = {name: tensor for name, tensor in given.items() if tensor is not None}
    arrays: dict[str, Any] = {name: _without_batch(name, _array(name, tensor), batch) for name, tensor in given.items()}
    sure = batch is not None or any(isinstance(tensor, list | tuple) for tensor in given.values())
    pack = TensorPack(
        **arrays,
        query_tokens=_words("query_tokens", tokens if query_tokens is None else query_tokens),
        key_tokens=_words("key_tokens", tokens if key_tokens is None else key_tokens),
        layers=_layers(arrays, layers, sure=sure),
        origin=Origin("real", model) if model else Origin("file", _caller()),
        scale=scale,
    )
    if causal not in CAUSAL:
        raise ValueError(f"causal: expected True, False, 'top-left' or 'bottom-right', got {causal!r}")
    corner = causal if isinstance(causal, str) else "top-left" if causal else "off"
    spec = catalog.PANELS[0]
    masks = {"causal": corner, "custom": _blocked(mask, (pack.T_q, pack.T_k))}
    scenario = spec.opened(pack).with_changes(**masks)
    return Scene(
        spec.name, {**catalog.start_scene().panels, spec.name: PanelState(scenario)}, title or pack.origin.name
    )


def _array(name: str, given: Any) -> Array:
    """Return a tensor of any library as an array; a list of them is one a layer."""
    if isinstance(given, list | tuple) and given and all(hasattr(part, "shape") for part in given):
        parts = [_array(f"{name}[{i}]", part) for i, part in enumerate(given)]
        shapes = {part.shape for part in parts}
        if len(shapes) > 1:
            raise ValueError(
                f"{name}: expected the same shape in every layer, got {', '.join(map(str, sorted(shapes)))}"
            )
        return np.stack(parts)
    try:
        array = np.asarray(_on_this_side(given))
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name}: expected an array of numbers, got {type(given).__name__} ({error})") from None
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name}: expected an array of real numbers, got {type(given).__name__} of type {array.dtype}")
    return array


def _on_this_side(given: Any) -> Any:
    """Return a tensor of PyTorch as one that NumPy takes: it may be on a device, have gradients or be bfloat16."""
    if not hasattr(given, "detach"):
        return given
    given = given.detach()
    return (given.float() if str(given.dtype).endswith("bfloat16") else given).cpu().numpy()


def _without_batch(name: str, array: Array, batch: Any) -> Array:
    """Return one item of a batch, whose axis is the one before that of the heads."""
    if batch is None:
        return array
    axis = 1 if array.ndim == 5 else 0
    if array.ndim not in (3, 4, 5):
        shape = f"got shape {array.shape}"
        raise ValueError(f"{name}: expected 3 to 5 axes, (layers, batch, heads, tokens, components) at most, {shape}")
    size = array.shape[axis]
    if isinstance(batch, bool) or not isinstance(batch, int | np.integer) or not 0 <= batch < size:
        raise ValueError(f"batch: expected a whole number from 0 to {size - 1}, an item of {name}, got {batch!r}")
    taken: Array = np.take(array, batch, axis=axis)
    return taken


def _layers(arrays: Mapping[str, Array], layers: Sequence[int] | None, *, sure: bool) -> tuple[int, ...]:
    """Return the number of each layer, where it is said or certain that the first of 4 axes is layers."""
    if layers is not None:
        return tuple(map(int, layers))
    four = next(((name, array.shape) for name, array in arrays.items() if array.ndim == 4), None)
    if four is None:
        return ()
    name, shape = four
    if not sure:
        raise ValueError(
            f"{name}: shape {shape} has 4 axes, and nothing says what the first is; add batch=0 to take the first item "
            f"of a batch, or layers=range({shape[0]})"
        )
    return tuple(range(shape[0]))


def _words(name: str, tokens: Sequence[str] | None) -> tuple[str, ...]:
    if isinstance(tokens, str):
        raise ValueError(f"{name}: expected a list of tokens, got one text, {tokens!r}")
    return () if tokens is None else tuple(str(token) if isinstance(token, np.str_) else token for token in tokens)


def _blocked(mask: Any, shape: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """Return the pairs that a mask forbids."""
    if mask is None:
        return frozenset()
    array = np.asarray(_on_this_side(mask))
    if array.dtype != bool or array.shape != shape:
        problem = f"got type {array.dtype} and shape {array.shape}"
        raise ValueError(f"mask: expected a Boolean array of shape {shape}, True = may attend, {problem}")
    return frozenset((int(i), int(j)) for i, j in np.argwhere(~array))


def _caller() -> str:
    """Return the name of the script that runs."""
    name = Path(*sys.argv[:1]).name
    return name if name.endswith(".py") and "ipykernel" not in name else "notebook"


def _qt_loop_runs() -> bool:
    """Say whether IPython runs the event loop of Qt."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return str(getattr(shell, "active_eventloop", "")).startswith("qt")
