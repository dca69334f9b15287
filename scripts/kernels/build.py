"""Native libraries from numba's unoptimised code: for each target the same bytes everywhere."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from patience.engines.ahead import SOURCES, manifest, sources_hash, symbol
from scripts.kernels.kinds import returned_by, types_of


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

# Reads a kernel's arguments from a block. numba passes a place for the result, one for an error, then
# the arguments; what it returns is 0 unless there is an error.
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

    kernel: str  # its name in the manifest
    kinds: str  # of its arguments
    name: str  # in the libraries
    inner: str  # in the code
    returned: str
    code: str


def compile_all() -> list[Compiled]:
    """Return all kernels of the manifest, compiled by numba for no processor in particular."""
    found = []
    for name, listed in manifest()["kernels"].items():
        place, _, function = name.rpartition(".")
        inner = ".kernels" if f"{place.replace('.', '/')}/kernels.py" in SOURCES else ""
        module = import_module(f"patience.engines.{place}{inner}")
        compiler = getattr(module, function)
        for at, (kinds, *_) in enumerate(listed):
            types = types_of(kinds, module)
            compiler.compile(types)
            made = compiler.overloads[types]
            result, inner_name = made.signature.return_type, made.fndesc.llvm_func_name
            found.append(
                Compiled(name, kinds, symbol(name, at), inner_name, returned_by(result),
                         made.library.get_llvm_str())
            )  # fmt: skip
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


def build_all(folder: Path) -> dict[str, Any]:
    """Build the libraries for all targets in a folder; return the manifest."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    compiled = compile_all()
    listed: dict[str, list[Any]] = {}
    for kernel in compiled:
        listed.setdefault(kernel.kernel, []).append([kernel.kinds, kernel.returned])
    return {
        "sources": sources_hash(),
        "versions": {name: version(name) for name in ("numba", "llvmlite", "ziglang")},
        "libraries": {name: build(compiled, TARGETS[name], folder / name) for name in TARGETS},
        "kernels": listed,
    }
