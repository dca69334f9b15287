"""Native libraries from numba's unoptimised code: one for each target, the same bytes everywhere."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from patience.engines.ahead import sources_hash, symbol
from scripts.kernels.listing import dispatchers, returned_by, types_of


class Target(NamedTuple):
    """A machine as LLVM and the linker name it."""

    triple: str
    processor: str
    linker: str


TARGETS = {
    "linux-x86_64-v1.so": Target("x86_64-unknown-linux-gnu", "x86-64", "x86_64-linux-gnu.2.28"),
    "linux-x86_64-v2.so": Target("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-gnu.2.28"),
    "linux-x86_64-v3.so": Target("x86_64-unknown-linux-gnu", "x86-64-v3", "x86_64-linux-gnu.2.28"),
}

# Wrapper of a kernel: reads its arguments from a block. numba passes a place for the result, one for
# an exception, then the arguments; it returns 0 unless an exception is raised.
_WRAPPER = """
declare i32 @"{inner}"(ptr, ptr{types})
define i32 @{name}(ptr %block, ptr %place) {{
  %error = alloca ptr
{loads}  %status = call i32 @"{inner}"(ptr %place, ptr %error{values})
  ret i32 %status
}}
"""


class Compiled(NamedTuple):
    """A kernel for certain kinds of arguments, as numba leaves it."""

    name: str
    inner: str  # the function in the code
    code: str
    returned: str


def compile_all(listed: Mapping[str, Any]) -> list[Compiled]:
    """Return all kernels, compiled by numba for no processor in particular."""
    found = []
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for name, compiler in sorted(dispatchers().items()):
        for at, kinds in enumerate(listed[name]):
            types = types_of(kinds, compiler.py_func.__module__)
            compiler.compile(types)
            made = compiler.overloads[types]
            returned = returned_by(made.signature.return_type)
            code = made.library.get_llvm_str()
            found.append(Compiled(symbol(name, at), made.fndesc.llvm_func_name, code, returned))
    return found


def build(kernels: list[Compiled], target: Target, path: Path) -> str:
    """Write the library of all kernels for a target; return its hash."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, opt=3, reloc="pic"
    )
    whole = _parsed("", target, machine)
    for kernel in kernels:
        code = _parsed(kernel.code, target, machine)
        types = [str(each.type) for each in code.get_function(kernel.inner).arguments][2:]
        whole.link_in(code)
        whole.link_in(_parsed(_wrapper(kernel, types), target, machine))
    _keep_only(whole, {kernel.name for kernel in kernels})
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_interleaving = True
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    whole.verify()
    _link(machine.emit_object(whole), target, path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _parsed(code: str, target: Target, machine: Any) -> Any:
    """Return code, made for this machine, for another."""
    lines = [line for line in code.splitlines() if not line.startswith("target ")]
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n'
    return llvm.parse_assembly(head + "\n".join(lines))


def _wrapper(kernel: Compiled, types: list[str]) -> str:
    loads = "".join(
        f"  %at{i} = getelementptr i64, ptr %block, i32 {i}\n  %v{i} = load {each}, ptr %at{i}\n"
        for i, each in enumerate(types)
    )
    return _WRAPPER.format(
        inner=kernel.inner,
        name=kernel.name,
        types="".join(f", {each}" for each in types),
        loads=loads,
        values="".join(f", {each} %v{i}" for i, each in enumerate(types)),
    )


def _keep_only(module: Any, names: set[str]) -> None:
    """Export these functions, and nothing else."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"


def _link(code: bytes, target: Target, path: Path) -> None:
    made = path.with_suffix(".o")
    made.write_bytes(code)
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target.linker, "-shared", "-s"]
    command += ["-Wl,-z,defs"] if "linux" in target.linker else []
    subprocess.run([*command, str(made), "-o", str(path), "-lm"], check=True)
    made.unlink()


def build_all(listed: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Build the libraries for all targets in a folder; return the manifest."""
    kernels = compile_all(listed)
    return {
        "sources": sources_hash(),
        "versions": {name: version(name) for name in ("numba", "llvmlite", "ziglang")},
        "libraries": {name: build(kernels, TARGETS[name], folder / name) for name in TARGETS},
        "kernels": {
            name: [[kinds, next(found).returned] for kinds in all_kinds]
            for found in [iter(kernels)]
            for name, all_kinds in sorted(listed.items())
        },
    }
