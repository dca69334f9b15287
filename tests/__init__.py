"""The tests; a package, so that its modules can share helpers."""
