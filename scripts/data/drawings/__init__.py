"""Draw how the engines work, from what they really do: ``python -m scripts.data.drawings``.

Each drawing is a module that returns a `Drawing`; ``__main__`` lists them and writes them to
``docs/pictures``. ``python -m scripts.data.drawings NAME`` draws one.
"""
