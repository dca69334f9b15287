"""Let ``python -m patience`` run the command line."""

from patience.cli import main

main()
