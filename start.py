"""Set attnstudio up in the folder .venv and start it. Needs a 64-bit Python 3.11 or newer, and nothing else.

    python3 start.py [ARGUMENT ...]        start the app with these arguments (--help lists them)
    python3 start.py test [ARGUMENT ...]   run the tests with these arguments of pytest
    python3 start.py setup                 only set up, for both
    python3 start.py --wheels DIR ...      any of these, with packages from a folder instead of the internet;
                                           to fill it: python3 -m pip download -d DIR ".[dev]" hatchling editables

The first start takes a minute and 0.4 GB of disk; later ones are immediate and need no internet. On Debian and Ubuntu,
root gets missing system libraries installed; everyone else is told the line to run.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "attnstudio-ready"


def refuse_unsuitable_python() -> None:
    """Exit in words on a Python that cannot run the app. This file keeps to syntax that such a Python understands."""
    bits = 64 if sys.maxsize > 2**32 else 32
    if sys.version_info < (3, 11) or bits == 32:
        found = "{} with {} bits".format(platform.python_version(), bits)
        sys.exit("attnstudio needs Python 3.11 or newer with 64 bits; {} is {}.".format(sys.executable, found))


def run(*command: object, failure: str) -> None:
    """Run a command, its output on stderr since stdout is the app's; exit with `failure` if it fails."""
    if subprocess.run([str(part) for part in command], cwd=str(ROOT), stdout=2, check=False).returncode:
        sys.exit(failure)


def has_module(name: str) -> bool:
    """Say whether this Python has a module, also if it was installed a moment ago."""
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None


def install_system_packages() -> None:
    """Install what Qt and pip need on Debian and its relatives; elsewhere the app says what it misses."""
    if sys.platform != "linux" or not shutil.which("apt-get"):
        return
    from attnstudio.preflight import missing_packages

    packages = missing_packages()
    if not has_module("ensurepip") and not has_module("pip"):
        packages.append("python{}.{}-venv".format(*sys.version_info))
    if not packages:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    by_hand = "sudo apt-get update && sudo " + " ".join(install)
    if os.geteuid() != 0:
        sys.exit("attnstudio needs some packages of the system. Run this line, then start again:\n" + by_hand)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    subprocess.run(["apt-get", "update"], stdout=2, check=False)
    run(*install, failure="Installing packages of the system failed (see above). The line was:\n" + by_hand)


def set_up(kind: str, *pip_options: str) -> None:
    """Make .venv ready for "app" or "dev": at once if the stamp fits, anew if half-made, moved or of another Python."""
    place = "{} {} {}".format(sys.implementation.cache_tag, platform.machine(), VENV)
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = STAMP.read_text("utf-8").splitlines() if STAMP.exists() and PYTHON.exists() else []
    if stamp in ([place, digest, kind], [place, digest, "dev"]):
        return
    install_system_packages()
    print("Setting up attnstudio in {} (once) ...".format(VENV), file=sys.stderr)
    own_pip = has_module("ensurepip")
    if stamp[:1] != [place]:
        options = [] if own_pip else ["--without-pip"]
        run(sys.executable, "-m", "venv", "--clear", *options, VENV, failure="Could not make {}.".format(VENV))
    kind = "dev" if "dev" in stamp else kind
    pip = [PYTHON, "-m", "pip"] if own_pip else [sys.executable, "-m", "pip", "--python", PYTHON]
    install = ["install", "--disable-pip-version-check", *pip_options, "--editable", ".[dev]" if kind == "dev" else "."]
    run(*pip, *install, failure="Could not install the packages (see above). Offline: python3 start.py --wheels DIR")
    STAMP.write_text("\n".join([place, digest, kind]), "utf-8")


def main(*arguments: str) -> int:
    """Set up, then become the app or the tests."""
    refuse_unsuitable_python()
    pip_options = ()  # type: tuple[str, ...]
    if arguments[:1] == ("--wheels",):
        if not arguments[1:] or not Path(arguments[1]).is_dir():
            sys.exit("start.py --wheels needs a folder of packages.")
        pip_options = ("--no-index", "--find-links", str(Path(arguments[1]).resolve()))
        arguments = arguments[2:]
    word = arguments[0] if arguments[:1] in (("setup",), ("test",)) else "app"
    set_up("app" if word == "app" else "dev", *pip_options)
    if word == "setup":
        return 0
    command = [str(PYTHON), "-m", "attnstudio", *arguments]
    if word == "test":
        os.chdir(str(ROOT))
        # all cores, tests of a file on the same one, which shares what they look at; named tests run in this process
        every_test = ("-n", "auto", "--dist", "worksteal") if not arguments[1:] else ()
        command = [str(PYTHON), "-m", "pytest", *every_test, *arguments[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
