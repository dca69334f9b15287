"""``python -m scripts.bench``."""

import sys

from scripts.bench.commands import main
from scripts.common import execute

if __name__ == "__main__":
    sys.exit(execute(main))
