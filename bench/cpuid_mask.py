"""A copy of the installed ONNX Runtime that sees a processor with AVX2 alone, to measure Cameo with AVX2 beside it.

usage: python bench/cpuid_mask.py DIR        then: python bench/models.py --ort-avx2 DIR ...

ONNX Runtime has no option that keeps it from using AVX-512 and VNNI. In the copy each instruction `cpuid` of its library is
replaced by `ud2`, an illegal instruction of the same length, and DIR/cpuid_mask.so (bench/cpuid_mask.c), which is preloaded,
answers those without these features. The library asks while it starts, so that runs are not slower. Linux on x86-64, with
objdump and cc. By hand:

    LD_PRELOAD=DIR/cpuid_mask.so PYTHONPATH=DIR python ...
"""
import glob
import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys

CPUID, UD2 = b"\x0f\xa2", b"\x0f\x0b"


def cpuid_addresses(library):
    said = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], stdout=subprocess.PIPE, check=True, text=True).stdout
    return [int(m[1], 16) for m in re.finditer(r"^\s*([0-9a-f]+):\s+cpuid\b", said, re.M)]


def segments(data):
    """Address, place in the file and bytes of each loaded segment of an ELF file of 64 bits."""
    at, = struct.unpack_from("<Q", data, 32)
    n, = struct.unpack_from("<H", data, 56)
    for i in range(n):
        kind, _, offset, address, _, size = struct.unpack_from("<IIQQQQ", data, at + 56 * i)
        if kind == 1:
            yield address, offset, size


def replace_cpuid(library):
    """Returns how many there were."""
    with open(library, "rb") as f:
        data = bytearray(f.read())
    found = cpuid_addresses(library)
    for address in found:
        begin, offset, _ = next(s for s in segments(data) if s[0] <= address < s[0] + s[2])
        at = address - begin + offset
        if data[at:at + 2] != CPUID:
            sys.exit(f"{library}: no cpuid at {address:#x}")
        data[at:at + 2] = UD2
    with open(library, "wb") as f:
        f.write(data)
    return len(found)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = sys.argv[1]
    copy = os.path.join(folder, "onnxruntime")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.dirname(importlib.util.find_spec("onnxruntime").origin), copy)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cpuid_mask.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", os.path.join(folder, "cpuid_mask.so")], check=True)
    libraries = glob.glob(os.path.join(copy, "capi", "onnxruntime_pybind11_state*.so"))
    for library in libraries:
        print(f"{library}: {replace_cpuid(library)} cpuid replaced")
    if not libraries:
        sys.exit("onnxruntime has no library here that this script knows")


if __name__ == "__main__":
    main()
