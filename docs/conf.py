"""How Sphinx builds the site: ``scripts/docs``."""

from __future__ import annotations

from patience.version import program_version

project = "patience"
author = "the patience maintainers"
copyright = author
version = release = program_version()

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc", "sphinx_click"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "patience"
html_static_path = ["static"]
html_css_files = ["theme.css"]

# Some links lead to files beside docs/; tests/test_guides.py checks all of them.
suppress_warnings = ["myst.xref_missing"]

# Pages are plain Markdown first: links to headings are those that other readers make too.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
numpydoc_show_class_members = False
