"""``python -m scripts.tune``."""

import sys

from scripts.common import execute
from scripts.tune.commands import main

if __name__ == "__main__":
    sys.exit(execute(main))
