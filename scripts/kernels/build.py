"""Native libraries from numba's unoptimised code: for each target the same bytes everywhere."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np

from patience.engines.native import OTHER_KINDS, PART, manifest, sources_hash, symbol
from scripts.kernels.kinds import kernel_named, returned_by, types_of


class Target(NamedTuple):
    """A machine as LLVM and the linker name it."""

    triple: str
    processor: str
    linker: str


TARGETS = {
    "darwin-arm64.dylib": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "darwin-x86_64.dylib": Target("x86_64-apple-macosx10.15.0", "x86-64-v2", "x86_64-macos.10.15"),
    "linux-arm64.so": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu.2.28"),
    "linux-x86_64-v1.so": Target("x86_64-unknown-linux-gnu", "x86-64", "x86_64-linux-gnu.2.28"),
    "linux-x86_64-v2.so": Target("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-gnu.2.28"),
    "linux-x86_64-v3.so": Target("x86_64-unknown-linux-gnu", "x86-64-v3", "x86_64-linux-gnu.2.28"),
    "win32-x86_64.dll": Target("x86_64-pc-windows-gnu", "x86-64-v2", "x86_64-windows-gnu"),
}

# How numpy numbers integers of four and eight bytes where C's long has four.
_NUMBERS_ON_WINDOWS = {"i4": 7, "u4": 8, "i8": 9, "u8": 10}

# Whether an object is an array of a kind, by the fields of PyArrayObject, which numpy keeps as they
# are for extensions. A kind is the number of dimensions in the upper half, and that of the dtype.
_IS_KIND = """
define i1 @is_kind(ptr %object, ptr %arrays, i64 %kind, i32 %flags) noinline {
  %type_at = getelementptr i8, ptr %object, i64 8
  %type = load ptr, ptr %type_at
  %is_array = icmp eq ptr %type, %arrays
  br i1 %is_array, label %array, label %other
array:
  %dimensions_at = getelementptr i8, ptr %object, i64 24
  %dimensions = load i32, ptr %dimensions_at
  %dtype_at = getelementptr i8, ptr %object, i64 56
  %dtype = load ptr, ptr %dtype_at
  %number_at = getelementptr i8, ptr %dtype, i64 28
  %number = load i32, ptr %number_at
  %flags_at = getelementptr i8, ptr %object, i64 64
  %has = load i32, ptr %flags_at
  %high = zext i32 %dimensions to i64
  %low = zext i32 %number to i64
  %shifted = shl i64 %high, 32
  %found = or i64 %shifted, %low
  %is_of_kind = icmp eq i64 %found, %kind
  %wanted = and i32 %has, %flags
  %has_flags = icmp eq i32 %wanted, %flags
  %is = and i1 %is_of_kind, %has_flags
  ret i1 %is
other:
  ret i1 false
}
"""

# Reads a kernel's arguments from a block. numba passes a place for the result, one for an error,
# then the arguments; what it returns is 0 unless there is an error.
_WRAPPER = """
declare i1 @is_kind(ptr, ptr, i64, i32)
declare i32 @"{inner}"(ptr, ptr{types})
define i32 @{name}(ptr %block, ptr %place) {{
  %error = alloca ptr
  %arrays = load ptr, ptr %block
{checks}  br i1 %ok{last}, label %call, label %other
call:
{loads}  %status = call i32 @"{inner}"(ptr %place, ptr %error{values})
  ret i32 %status
other:
  ret i32 {other}
}}
"""
_CONTIGUOUS, _ALIGNED = 0x1, 0x100  # numpy's flags


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
        module, function = kernel_named(name)
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
    whole = _parsed(_IS_KIND, target, machine)
    for kernel in kernels:
        code = _parsed(kernel.code, target, machine)
        types = [str(each.type) for each in code.get_function(kernel.inner).arguments][2:]
        whole.link_in(code)
        whole.link_in(_parsed(_wrapper(kernel, types, target), target, machine))
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


def _wrapper(kernel: Compiled, types: list[str], target: Target) -> str:
    checks, loads, ok = "  %ok0 = icmp eq i1 true, true\n", "", 0
    values: list[str] = []

    def load(of: str, offset: int) -> None:
        nonlocal loads
        n, each = len(values), types[len(values)]
        loads += f"  %at{n} = getelementptr i8, ptr {of}, i64 {offset}\n"
        loads += f"  %v{n} = load {each}, ptr %at{n}\n"
        values.append(f"{each} %v{n}")

    place = 8  # in the block, behind the type of arrays
    for name, closing, dtype, layout, size, _ in PART.findall(kernel.kinds):
        if name or closing:
            continue
        if not dtype:
            load("%block", place)
        else:
            array, dimensions = f"%array{place}", int(size)
            flags = _ALIGNED | (_CONTIGUOUS if layout == "C" else 0)
            kind = dimensions << 32 | _number(dtype, target)
            checks += f"""  %at_{place} = getelementptr i8, ptr %block, i64 {place}
  {array} = load ptr, ptr %at_{place}
  %is{place} = call i1 @is_kind(ptr {array}, ptr %arrays, i64 {kind}, i32 {flags})
  %ok{ok + 1} = and i1 %ok{ok}, %is{place}
"""
            ok += 1
            loads += f"  %shape_at{place} = getelementptr i8, ptr {array}, i64 32\n"
            loads += f"  %shape{place} = load ptr, ptr %shape_at{place}\n"
            loads += f"  %strides_at{place} = getelementptr i8, ptr {array}, i64 40\n"
            loads += f"  %strides{place} = load ptr, ptr %strides_at{place}\n"
            loads += f"  %n{place}_0 = add i64 1, 0\n"
            for i in range(dimensions):
                loads += f"""  %d_at{place}_{i} = getelementptr i64, ptr %shape{place}, i64 {i}
  %d{place}_{i} = load i64, ptr %d_at{place}_{i}
  %n{place}_{i + 1} = mul i64 %n{place}_{i}, %d{place}_{i}
"""
            values += ["ptr null", "ptr null", f"i64 %n{place}_{dimensions}"]
            values.append(f"i64 {np.dtype(dtype).itemsize}")
            load(array, 16)
            for i in range(dimensions):
                load(f"%shape{place}", 8 * i)
            for i in range(dimensions):
                load(f"%strides{place}", 8 * i)
        place += 8
    return _WRAPPER.format(
        inner=kernel.inner,
        name=kernel.name,
        types="".join(f", {each}" for each in types),
        checks=checks,
        last=ok,
        loads=loads,
        other=OTHER_KINDS,
        values="".join(f", {each}" for each in values),
    )


def _number(dtype: str, target: Target) -> int:
    """Return the number that numpy gives a dtype."""
    number: int = np.dtype(dtype).num
    return _NUMBERS_ON_WINDOWS.get(dtype, number) if "windows" in target.triple else number


def _keep_only(module: Any, names: set[str]) -> None:
    """Export these functions, and nothing else."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"
        elif each.name in names and "windows" in module.triple:
            each.storage_class = "dllexport"


def _link(code: bytes, target: Target, path: Path) -> None:
    made = path.with_suffix(".o")
    made.write_bytes(code)
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target.linker, "-shared", "-s"]
    command += ["-Wl,-z,defs"] if "linux" in target.linker else []
    command += [f"-Wl,-install_name,{path.name}"] if "macos" in target.linker else []
    # For macOS zig leaves some unused bytes as memory has them: others where its cache is cold.
    for _ in range(2 if "macos" in target.linker else 1):
        subprocess.run([*command, str(made), "-o", str(path), "-lm"], check=True)
    if "windows" in target.linker:
        _remove_time(path)
    for also in (made, path.with_suffix(".lib")):
        also.unlink(missing_ok=True)


def _remove_time(path: Path) -> None:
    """Clear when a library for Windows was linked, in its header."""
    code = bytearray(path.read_bytes())
    at = int.from_bytes(code[60:64], "little") + 8
    code[at : at + 4] = bytes(4)
    path.write_bytes(code)


def versions() -> dict[str, str]:
    """Return the versions of all that decides the bytes of a library."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {name: version(name) for name in ("numba", "llvmlite", "ziglang")}


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
        "versions": versions(),
        "libraries": {name: build(compiled, TARGETS[name], folder / name) for name in TARGETS},
        "kernels": listed,
    }
