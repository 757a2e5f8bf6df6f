"""What scripts and notebooks pass, as what a scene needs; each refusal names the argument and what came."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.state.counted import queries_and_keys
from attnstudio.state.fields import SHORT
from attnstudio.state.tensors import TensorPack

Array = npt.NDArray[Any]
CORNERS = ("top-left", "bottom-right")


def corner_of(causal: Any, pack: TensorPack) -> str:
    """Return where the diagonal of a causal mask starts, "" without one."""
    causal = bool(causal) if isinstance(causal, np.bool_) else causal
    if not (isinstance(causal, bool) or (isinstance(causal, str) and causal in CORNERS)):
        raise ValueError(f"causal: expected True, False, 'top-left' or 'bottom-right', got {_got(causal)}")
    if causal is True and pack.T_q != pack.T_k:
        problem = f"with {queries_and_keys(pack.T_q, pack.T_k)} True does not say in which corner the diagonal starts"
        raise ValueError(f"causal: expected 'top-left' or 'bottom-right': {problem}")
    return causal if isinstance(causal, str) else "top-left" if causal else ""


def scale_of(given: Any) -> float | None:
    """Return the scale as a number of Python, whatever type of number it was."""
    if given is None:
        return None
    if (
        isinstance(given, bool | np.bool_)
        or not isinstance(given, int | float | np.number)
        or isinstance(given, complex)
    ):
        raise ValueError(f"scale: expected a number above 0, got {_got(given)}")
    return float(given)


def _got(given: Any) -> str:
    """Return what was given, in few words."""
    shape = getattr(given, "shape", ())
    return f"{type(given).__name__} of shape {tuple(shape)}" if shape else SHORT.repr(given)


def array_of(name: str, given: Any) -> Array:
    """Return a tensor of any library as an array; a list of them is one a layer."""
    if isinstance(given, list | tuple) and given and all(part is None for part in given):
        raise ValueError(
            f"{name}: expected an array for each layer, got {len(given)} times None: fused attention gives no weights; "
            'load the model with attn_implementation="eager"'
        )
    if isinstance(given, list | tuple) and given and all(hasattr(part, "shape") for part in given):
        parts = [array_of(f"{name}[{i}]", part) for i, part in enumerate(given)]
        shapes = {part.shape for part in parts}
        if len(shapes) > 1:
            raise ValueError(
                f"{name}: expected the same shape in every layer, got {', '.join(map(str, sorted(shapes)))}"
            )
        return np.stack(parts)
    array = _as_array(name, given, "an array of numbers")
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name}: expected an array of real numbers, got {type(given).__name__} of type {array.dtype}")
    return array


def _as_array(name: str, given: Any, wanted: str) -> Array:
    """Return what NumPy makes of a tensor; ValueError where it makes nothing of it."""
    try:
        return np.asarray(_on_this_side(given))
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name}: expected {wanted}, got {type(given).__name__} ({error})") from None


def _on_this_side(given: Any) -> Any:
    """Return a tensor of PyTorch as one that NumPy takes: it may be on a device, have gradients or be bfloat16."""
    if not hasattr(given, "detach"):
        return given
    given = given.detach()
    return (given.float() if str(given.dtype).endswith("bfloat16") else given).cpu().numpy()


def without_batch(name: str, array: Array, batch: Any) -> Array:
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


def layers_of(arrays: Mapping[str, Array], layers: Sequence[int] | None, *, sure: bool) -> tuple[int, ...]:
    """Return the number of each layer, where it is said or certain that the first of 4 axes is layers."""
    if layers is not None:
        return _layer_numbers(layers)
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


def _layer_numbers(layers: Any) -> tuple[int, ...]:
    numbers: list[Any] = list(layers) if isinstance(layers, Iterable) and not isinstance(layers, str) else [None]
    if any(isinstance(number, bool) or not isinstance(number, int | np.integer) for number in numbers):
        raise ValueError(f"layers: expected a list of whole numbers, one for each layer, got {_got(layers)}")
    return tuple(map(int, numbers))


def words_of(name: str, tokens: Sequence[str] | None) -> tuple[str, ...]:
    """Return tokens; the pack refuses those that are no texts."""
    if isinstance(tokens, str):
        raise ValueError(f"{name}: expected a list of tokens, got one text, {tokens!r}")
    if tokens is not None and not isinstance(tokens, Iterable):
        raise ValueError(f"{name}: expected a list of tokens, got {_got(tokens)}")
    return () if tokens is None else tuple(str(token) if isinstance(token, np.str_) else token for token in tokens)


def blocked_by(mask: Any, shape: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """Return the pairs that a mask forbids."""
    if mask is None:
        return frozenset()
    wanted = f"a Boolean array of shape {shape}, True = may attend"
    array = _as_array("mask", mask, wanted)
    if array.dtype != bool or array.shape != shape:
        raise ValueError(f"mask: expected {wanted}, got type {array.dtype} and shape {array.shape}")
    return frozenset((int(i), int(j)) for i, j in np.argwhere(~array))
