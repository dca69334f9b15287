"""Many runs: puzzles x settings x seeds, here or on a cluster, resumed where they stopped."""
