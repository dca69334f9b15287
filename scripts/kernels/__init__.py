"""The build of the kernels' native libraries: numba's unoptimised code, compiled for each target."""
