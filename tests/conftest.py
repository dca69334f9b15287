from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# The same examples in every CI run; no deadline, as machines differ.
settings.register_profile(
    "patience",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patience")

# No test sees the lexicons that a developer has added.
os.environ["XDG_DATA_HOME"] = os.path.join(os.devnull, "none")

# No test reads or keeps a developer's token of the page.
os.environ["XDG_STATE_HOME"] = os.path.join(os.devnull, "none")

# A shell that starts the tests in the background has children ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
