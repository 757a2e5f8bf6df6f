"""Start attnstudio with `python -m attnstudio`."""

import sys

from attnstudio.cli import main

if __name__ == "__main__":
    sys.exit(main())
