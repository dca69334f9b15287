"""Let ``python -m patience`` run the command line."""

from patience.cli import main

if __name__ == "__main__":  # a worker process of a batch imports this module, too
    main()
