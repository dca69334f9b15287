"""The build of the kernels' native libraries: numba's code, compiled for each target by LLVM."""
