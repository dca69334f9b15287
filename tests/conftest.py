from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The same examples in every CI run; no deadline, as machines differ and kernels compile once.
settings.register_profile(
    "patience",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patience")
