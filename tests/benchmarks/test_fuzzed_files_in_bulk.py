"""50,000 broken files, other ones than those of the tests, opened in one process whose memory stays small."""

import json
import subprocess
import sys
from pathlib import Path

FILES = 50_000
MOST_MEMORY = 512  # MB
RUN = """
import json, resource, sys
from collections import Counter
from pathlib import Path
from fuzzed_files import outcome
seen = Counter(outcome(Path(sys.argv[1]), seed) for seed in range(2**33, 2**33 + int(sys.argv[2])))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seen": seen, "peak": peak}))
"""


def test_50_000_broken_files_raise_nothing_but_the_files_own_fault_and_take_little_memory(tmp_path):
    tests = Path(__file__).resolve().parents[1]
    paths = [str(tests.parent), str(tests), str(tests / "files")]
    script = f"import sys; sys.path[:0] = {paths!r}\n{RUN}"
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), str(FILES)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    result = json.loads(run.stdout)
    print(result)
    assert sum(result["seen"].values()) == FILES
    assert result["peak"] < MOST_MEMORY
