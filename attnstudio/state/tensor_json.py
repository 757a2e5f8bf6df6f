"""The JSON form of tensors: rows of numbers that people can read, exact to the last bit."""

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from attnstudio.state.arrays import LARGEST, Array
from attnstudio.state.faults import Fault, Faults, shortened
from attnstudio.state.fields import expected, plain_number

if TYPE_CHECKING:
    from attnstudio.state.tensors import TensorPack

ARRAYS = ("query", "key", "value", "weights")
TOKENS = ("query_tokens", "key_tokens")
NUMBERS = ("scale", "rope_theta")
WORDS = ("origin", *TOKENS, "layers", *NUMBERS)
DTYPES = ("float16", "float32", "float64", *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)))
MOST_AXES = 4
MOST_FAULTS = 5  # of one array
MOST_UNKNOWN = 1_000


def words_json(pack: "TensorPack") -> dict[str, Any]:
    """Return all that a pack says besides its arrays; what has its default is left out."""
    origin = pack.origin
    out: dict[str, Any] = {"origin": {"kind": origin.kind}}
    out["origin"] |= {"name": origin.name} if origin.name else {}
    out["origin"] |= {"seed": origin.seed} if origin.seed is not None else {}
    out["origin"] |= {"edited": True} if origin.edited else {}
    out |= {name: list(items) for name in (*TOKENS, "layers") if (items := getattr(pack, name))}
    return out | {name: number for name in NUMBERS if (number := getattr(pack, name)) is not None}


def array_json(array: Array) -> Any:
    """Return the rows of an array; a type other than float64 is stated beside them."""
    rows = _rows(array)
    return rows if array.dtype == np.float64 else {"dtype": array.dtype.name, "values": rows}


def _rows(array: Array) -> Any:
    return [_rows(part) for part in array] if array.ndim else _number(array[()])


def _number(value: Any) -> int | float | None:
    """Return the shortest number that comes back as `value` in its own type; None for a missing one."""
    if value.dtype.kind != "f":
        return int(value)
    if math.isnan(value):
        return None
    short = float(str(value))
    if value.dtype.type(short) != value:
        short = float(value)
    negative_zero = short == 0 and math.copysign(1, short) < 0
    return int(short) if short.is_integer() and not negative_zero else short


def array_from_json(raw: Any, *, missing_allowed: bool = False) -> Array:
    """Return the array that `raw` stands for.

    Parameters
    ----------
    raw : list, or dict of dtype and values
        Nested rows of numbers, the innermost last axis first.
    missing_allowed : bool
        True where null may stand for a missing number, which becomes NaN.

    Raises
    ------
    Faults
        Naming the first places where a number, a row or the type is wrong.
    """
    outer, dtype = "", np.dtype(np.float64)
    if isinstance(raw, dict):
        outer, dtype, raw = "values", _dtype(raw), raw["values"]
    faults = shortened(_faults(raw, _shape(raw), dtype, missing_allowed), MOST_FAULTS)
    if faults:
        raise Faults(fault.within(outer) for fault in faults)
    return np.array(raw, dtype=dtype)


def _dtype(raw: Mapping[str, Any]) -> np.dtype[Any]:
    if set(raw) != {"dtype", "values"}:
        raise expected("rows of numbers, or an object of dtype and values", raw)
    if raw["dtype"] not in DTYPES:
        raise Faults([Fault("dtype", str(expected(f"one of {', '.join(DTYPES)}", raw["dtype"])))])
    dtype: np.dtype[Any] = np.dtype(raw["dtype"])
    return dtype


def _shape(raw: Any) -> tuple[int, ...]:
    sizes: list[int] = []
    while isinstance(raw, list) and len(sizes) <= MOST_AXES:
        sizes.append(len(raw))
        raw = raw[0] if raw else None
    return tuple(sizes)


def _faults(raw: Any, shape: tuple[int, ...], dtype: np.dtype[Any], missing_allowed: bool) -> Iterator[Fault]:
    """Yield the faults of nested rows whose first entries have this shape."""
    if not shape or len(shape) > MOST_AXES:
        yield Fault("", str(expected("rows of numbers with 2 to 4 axes", raw)))
    elif not isinstance(raw, list) or len(raw) != shape[0]:
        what = "numbers" if len(shape) == 1 else "rows"
        got = f"{len(raw)}" if isinstance(raw, list) else str(expected("", raw)).rpartition("got ")[2]
        yield Fault("", f"expected {shape[0]} {what} as in the first, got {got}")
    elif len(shape) > 1:
        for i, part in enumerate(raw):
            yield from (fault.within(f"[{i}]") for fault in _faults(part, shape[1:], dtype, missing_allowed))
    else:
        for i, number in enumerate(raw):
            if not (number is None and missing_allowed and dtype.kind == "f") and (problem := _problem(number, dtype)):
                yield Fault(f"[{i}]", problem)


def _problem(number: Any, dtype: np.dtype[Any]) -> str | None:
    """Say what keeps `number` out of an array of this type, if anything does."""
    try:
        size = abs(plain_number(number))
    except ValueError as error:
        return str(error)
    if dtype.kind != "f" and isinstance(number, float):
        return str(expected(f"a whole number ({dtype})", number))
    limits: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    if size > LARGEST or not limits.min <= number <= limits.max:
        return str(expected(f"a number of at most 10⁶ in size that {dtype} can hold", number))
    return None


def pack_fields(raw: Any, arrays: Mapping[str, Array] | None = None) -> dict[str, Any]:
    """Return the arguments of the TensorPack that `raw` stands for, `origin` as arguments of its own.

    Parameters
    ----------
    raw : dict
        As `words_json` writes it, and the arrays too where `arrays` is not given.
    arrays : mapping of str to ndarray, optional
        Arrays that were read elsewhere.

    Raises
    ------
    Faults
        With every fault and its place.
    """
    if not isinstance(raw, dict):
        raise expected("an object with query, key and value, or with weights", raw)
    known = (*WORDS, *(() if arrays is not None else ARRAYS))
    unknown = islice((n for n in raw if n not in known), MOST_UNKNOWN)
    faults = [Fault(n, f"no such entry; the entries are {', '.join(known)}") for n in unknown]
    out: dict[str, Any] = dict(arrays or {})
    for name in (n for n in known if n in raw):
        try:
            out[name] = _entry(name, raw[name])
        except Faults as error:
            faults += [fault.within(name) for fault in error.faults]
        except ValueError as error:
            faults.append(Fault(name, str(error)))
    if faults:
        raise Faults(faults)
    return out


def _entry(name: str, raw: Any) -> Any:
    if name in ARRAYS:
        return array_from_json(raw, missing_allowed=name == "weights")
    if name in NUMBERS:
        return plain_number(raw)
    if name == "origin":
        return _origin(raw)
    kind, one, all_ = (str, "text", "texts") if name in TOKENS else (int, "a whole number", "whole numbers")
    if not isinstance(raw, list):
        raise expected(f"a list of {all_}", raw)
    wrong = ((i, each) for i, each in enumerate(raw) if not isinstance(each, kind) or isinstance(each, bool))
    faults = shortened((Fault(f"[{i}]", str(expected(one, each))) for i, each in wrong), MOST_FAULTS)
    if faults:
        raise Faults(faults)
    return tuple(raw)


def _origin(raw: Any) -> dict[str, Any]:
    types = {"kind": str, "name": str, "seed": int, "edited": bool}
    if not isinstance(raw, dict) or not set(raw) <= set(types):
        raise expected(f"an object of {', '.join(types)}", raw)
    for name, value in raw.items():
        if type(value) is not types[name]:
            raise Faults([Fault(name, str(expected(f"a value of type {types[name].__name__}", value)))])
    return raw
