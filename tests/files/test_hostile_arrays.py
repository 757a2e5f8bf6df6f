"""Files that lie, break off or attack: one plain message, no program run, no memory taken."""

import io
import os
import pickle
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from attnstudio.files.faults import FileFault
from attnstudio.files.tensors import read_tensors

FLAT = 8 * 2**20  # bytes
ARRAYS = {"q": np.eye(4), "k": np.eye(4), "v": np.eye(4)}


def refused(path):
    """Return why a file is refused, which may take neither a second nor memory."""
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(FileFault) as caught:
        read_tensors(path)
    seconds, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(caught.value).startswith(f"{path}: ")
    assert seconds < 1
    assert peak < FLAT
    return str(caught.value).removeprefix(f"{path}: ")


def npy(array):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array)
    return buffer.getvalue()


def header(text, version=1):
    length = len(text).to_bytes(2 if version == 1 else 4, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode("latin-1")


def described(descr="'<f4'", order="False", shape="(2, 2)", version=1):
    return header(f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n", version)


class Marker:
    """Makes a file when it is unpickled."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return Path.touch, (Path(self.path),)


@pytest.mark.parametrize("name", ["a.npy", "a.npz", "a.safetensors"])
def test_f01_an_object_array_is_refused_and_nothing_in_it_runs(tmp_path, name):
    marker = tmp_path / "ran"
    objects = np.array([Marker(marker)], dtype=object)
    np.save(tmp_path / "x.npy", objects, allow_pickle=True)
    (tmp_path / "x.npy").rename(tmp_path / name)
    assert refused(tmp_path / name).startswith("object arrays are not accepted")
    with (tmp_path / name).open("wb") as file:
        np.savez(file, allow_pickle=True, q=objects, k=np.eye(2), v=np.eye(2))
    assert refused(tmp_path / name).startswith("q: object arrays are not accepted")
    with (tmp_path / name).open("wb") as file:
        np.savez(file, allow_pickle=True, evil=objects)
    assert "got evil (object arrays are not accepted" in refused(tmp_path / name)
    assert not marker.exists()


def test_f01_good_arrays_beside_an_object_array_still_load(tmp_path):
    marker = tmp_path / "ran"
    np.savez(tmp_path / "a.npz", allow_pickle=True, evil=np.array([Marker(marker)], dtype=object), **ARRAYS)
    opened = read_tensors(tmp_path / "a.npz")
    assert opened.tensors.T_q == 4
    assert "evil (object arrays are not accepted" in str(opened.notices[0])
    assert not marker.exists()


def test_f01_a_dict_in_a_npy_and_a_bare_pickle_are_refused(tmp_path):
    np.save(tmp_path / "a.npy", {"q": 1}, allow_pickle=True)
    assert "object arrays are not accepted" in refused(tmp_path / "a.npy")
    (tmp_path / "b.npy").write_bytes(pickle.dumps({"q": 1}))
    assert refused(tmp_path / "b.npy") == "the file is incomplete or not a .npy"


@pytest.mark.parametrize("length", [0, 5, 60, -8])
def test_f05_a_file_that_breaks_off_is_called_incomplete(tmp_path, length):
    (tmp_path / "a.npy").write_bytes(npy(np.eye(4))[:length])
    assert "incomplete" in refused(tmp_path / "a.npy")


def test_f05_the_missing_bytes_are_counted(tmp_path):
    (tmp_path / "a.npy").write_bytes(npy(np.eye(4))[:-8])
    assert refused(tmp_path / "a.npy") == (
        "it is incomplete: its header promises 128 bytes of numbers, shape (4, 4) of float64, and 120 are there"
    )


def test_f06_a_header_that_promises_too_much_is_refused_at_once(tmp_path):
    (tmp_path / "a.npy").write_bytes(described(shape="(200000, 200000)") + b"\0" * 4)
    assert "expected at most 2,147,483,648 bytes of numbers" in refused(tmp_path / "a.npy")
    (tmp_path / "a.npy").write_bytes(described(shape="(20000, 20000)") + b"\0" * 4)
    assert "its header promises 1,600,000,000 bytes" in refused(tmp_path / "a.npy")
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("q.npy", described(shape="(20000, 20000)") + b"\0" * 4)
    assert refused(tmp_path / "a.npz").startswith("q: it is incomplete: its header promises 1,600,000,000 bytes")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (described(version=2) + b" " * 8, "it is incomplete"),
        (header("{'descr': '<f4'," + " " * 20_000 + "}", 2), "expected a header of at most 10,000 bytes, got 20,017"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "expected a header of at most 10,000 bytes, got 4,294,967,295"),
        (b"\x93NUMPY\x09\x00" + b" " * 90, "the file is incomplete or not a .npy"),
        (header("{}"), "its header is damaged: expected descr, fortran_order and shape"),
        (header("{1: "), "its header is damaged"),
        (header("(" * 9000), "its header is damaged"),
        (header("__import__('os').system('true')"), "its header is damaged"),
        (header("5"), "its header is damaged"),
        (header("{'descr': '\\d', 'fortran_order': False, 'shape': ()}"), "a type that NumPy does not know"),
        (described(order="1"), "its header is damaged"),
        (described("'|O'"), "object arrays are not accepted"),
        (described("'O'"), "object arrays are not accepted"),
        (described("[('a', '<f4')]"), "expected plain numbers, got records"),
        (described("'<f3'"), "its header names a type that NumPy does not know, '<f3'"),
        (described("'f4,O'"), "its header names a type that NumPy does not know"),
        (described("None"), "its header names a type that NumPy does not know"),
        (described("'<U0'", shape="(10**3,)"), "its header is damaged"),
        (described("'<U0'", shape="(1000000000000,)"), "expected at most 2,147,483,648 bytes"),
        (described(shape="(True, 2)"), "its header gives a shape that is impossible"),
        (described(shape="(-1, 2)"), "its header gives a shape that is impossible"),
        (described(shape="(99999999999999999999, 0)"), "its header gives a shape that is impossible"),
        (described(shape="(1099511627775, 0)"), "none of them empty"),
        (described(shape="[2, 2]"), "its header gives a shape that is impossible"),
        (described(shape="(" + "1, " * 40 + ")"), "expected at most 8 axes, got 40"),
        (described() + b"\0" * 17, "it holds more than one array: its header promises 16 bytes"),
    ],
)  # fmt: skip
def test_f07_f17_a_header_that_is_too_long_or_wrong_is_refused(tmp_path, content, said):
    (tmp_path / "a.npy").write_bytes(content)
    assert said in refused(tmp_path / "a.npy")


def test_f08_an_array_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("q.npy", "w", force_zip64=True) as q:
        q.write(described("'|i1'", shape="(70000000,)"))
        for _ in range(70):
            q.write(bytes(1_000_000))
    assert refused(path).startswith("q: it unpacks from ")
    honest = path.read_bytes()
    sizes = struct.pack("<I", 70_000_000 + len(described("'|i1'", shape="(70000000,)")))
    path.write_bytes(honest.replace(sizes, struct.pack("<I", 4_000_000_000)))
    assert "expected at most 2,147,483,648 bytes in all arrays, the file promises 4,000,000,000" in refused(path)


ENTRY = "<4s4B4HL2L5H2L"


def directory(count):
    """Return the directory of an archive of empty members, and where it starts."""
    names = [f"{i:06}.npy".encode() for i in range(count)]
    entries = (struct.pack(ENTRY, b"PK\x01\x02", *[20, 0] * 2, *[0] * 7, len(name), *[0] * 6) + name for name in names)
    return b"".join(entries)


def test_f08_a_hundred_thousand_arrays_are_refused_by_their_number(tmp_path):
    entries = directory(100_000)
    large = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 100_000, 100_000, len(entries), 4)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, 4 + len(entries), 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    (tmp_path / "a.npz").write_bytes(b"PK\x03\x04" + entries + large + locator + end)
    assert len(zipfile.ZipFile(tmp_path / "a.npz").infolist()) == 100_000
    assert refused(tmp_path / "a.npz") == "expected at most 10,000 arrays, got 100,000"
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 10_001, 10_001, 59 * 10_001, 4, 0)
    (tmp_path / "a.npz").write_bytes(b"PK\x03\x04" + directory(10_001) + end)
    assert refused(tmp_path / "a.npz") == "expected at most 10,000 arrays, got 10,001"


def test_f08_a_directory_that_hides_its_number_is_refused_by_its_length(tmp_path):
    entries = directory(60_000)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(entries), 4, 0)
    (tmp_path / "a.npz").write_bytes(b"PK\x03\x04" + entries + end)
    assert len(zipfile.ZipFile(tmp_path / "a.npz").infolist()) == 60_000
    assert "its directory is said to take" in refused(tmp_path / "a.npz")


def test_f09_sizes_that_lie_are_refused(tmp_path):
    entry = struct.pack(
        ENTRY, b"PK\x01\x02", 20, 0, 20, 0, 0, 0, 0, 0, 0, 4_294_967_294, 4_294_967_294, 5, 0, 0, 0, 0, 0, 0
    )
    entry += b"q.npy"
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, 2 * len(entry), 36, 0)
    path = tmp_path / "a.npz"
    path.write_bytes(b"PK\x03\x04" + bytes(32) + 2 * entry + end)
    assert path.stat().st_size == 160
    said = refused(path)
    assert "q: it is said to take 4,294,967,294 bytes of a file that has 160" in said
    assert "q: it stands in the file twice" in said


def _with_byte_changed(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 0x55
    path.write_bytes(data)


def test_f27_a_wrong_check_sum_names_the_array(tmp_path):
    np.savez(tmp_path / "a.npz", **ARRAYS)
    at = (tmp_path / "a.npz").read_bytes().index(np.eye(4).tobytes()) + 8
    _with_byte_changed(tmp_path / "a.npz", at)
    assert refused(tmp_path / "a.npz").startswith("q: it is damaged (Bad CRC-32")


def test_f27_a_bad_array_of_another_name_is_named_and_the_good_ones_open(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        for name, array in ARRAYS.items():
            archive.writestr(f"{name}.npy", npy(array))
        archive.writestr("extra.npy", header("{broken"))
    opened = read_tensors(tmp_path / "a.npz")
    assert opened.tensors.T_k == 4
    assert "extra (its header is damaged" in str(opened.notices[0])


def test_archives_that_numpy_would_not_write_are_refused(tmp_path):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("q.npy", npy(np.eye(2)))
    assert refused(path) == "q: it is packed in a way that NumPy does not use"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("q.npy", npy(np.eye(2)))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert refused(path) == "q: it is locked with a password"


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
def test_f05_an_archive_that_breaks_off_is_called_incomplete(tmp_path, kept):
    np.savez(tmp_path / "a.npz", **ARRAYS)
    data = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "a.npz").write_bytes(data[: int(len(data) * kept)])
    assert refused(tmp_path / "a.npz").startswith("the file is incomplete or not a .npz")


def test_a_large_good_file_takes_little_more_memory_than_its_numbers(tmp_path):
    weights = np.full((4, 1024, 1024), 1 / 1024, np.float32)
    np.save(tmp_path / "a.npy", weights)
    tracemalloc.start()
    read_tensors(tmp_path / "a.npy")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * weights.nbytes


def test_the_message_of_a_missing_file_has_no_traceback_and_no_python(tmp_path):
    said = refused(tmp_path / "gone.npz")
    assert said == "there is no such file or folder"
    assert os.sep not in said
