"""Numbers whose bits were flipped, so that NumPy would warn of them, are refused or shown without a raw warning."""

import itertools
import warnings

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import write_scene
from attnstudio.state.arrays import frozen

BITS = {
    np.float16: (np.uint16, 0x7C01),
    np.float32: (np.uint32, 0x7F800001),
    np.float64: (np.uint64, (0x7FF << 52) + 1),
}


def signalling(shape, kind, order="="):
    """Return equal weights of which the first is a NaN that signals."""
    array = np.full(shape, 1 / shape[-1], kind)
    unsigned, bits = BITS[kind]
    array.view(unsigned)[(0,) * len(shape)] = bits
    return array if order == "=" else array.byteswap().view(array.dtype.newbyteorder(order))


@pytest.fixture(autouse=True)
def every_warning_is_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


CASES = list(itertools.product(BITS, "=>"))


@pytest.mark.parametrize(("kind", "order"), CASES)
@pytest.mark.parametrize("name", ["q", "v", "bias", "mask", "scale"])
def test_a_signalling_number_is_refused_in_words_alone(tmp_path, kind, order, name):
    arrays = {each: np.ones((4, 4), kind) for each in "qkv"}
    arrays[name] = signalling((1,), kind, order).reshape(()) if name == "scale" else signalling((4, 4), kind, order)
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(FileFault, match=f"a.npz: {name}.*expected .*nan"):
        catalog.open_file(tmp_path / "a.npz")


@pytest.mark.parametrize(("kind", "order"), CASES)
def test_weights_with_a_signalling_number_open_with_it_missing(tmp_path, kind, order):
    np.savez(tmp_path / "a.npz", weights=signalling((2, 4, 4), kind, order))
    opening = catalog.open_file(tmp_path / "a.npz")
    assert any("missing (NaN)" in str(notice) for notice in opening.notices)
    for panel in ("attention", "heads"):
        state = opening.scene.panels[panel]
        result = catalog.final(panel, state.scenario)
        catalog.describe(panel, result, state)
        assert np.isnan(result.matrices["weights"].values[0, 0])
    write_scene(opening.scene, tmp_path / "a.attn.json")
    assert catalog.open_file(tmp_path / "a.attn.json").scene == opening.scene


def test_weights_that_are_whole_are_not_copied():
    weights = np.full((2, 2), 0.5)
    weights.flags.writeable = False
    assert np.shares_memory(frozen(weights, "weights", nan_allowed=True), weights)
