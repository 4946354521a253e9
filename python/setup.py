"""Builds the extension of the package `cameo` out of Cameo's own sources.

Which files belong to the library, and how they are compiled, only the Makefile at the root of the tree says: it makes
build/python/libcameo.a, which the extension is linked with, and the command, which the package carries. A source
distribution has a copy of the tree's sources in the folder `core`.

CFLAGS (default -O2), CC and AR are honoured, and MAKE, MAKEFLAGS too.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
CORE = HERE / "core"
ROOT = CORE if CORE.is_dir() else HERE.parent
VARIANT = "python"


def version():
    text = (ROOT / "include" / "cameo.h").read_text(encoding="utf-8")
    return re.search(r'^#define CAMEO_VERSION "(.*)"', text, re.M).group(1)


def n_processors():
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make(*arguments):
    """Runs the Makefile of the tree and returns what it printed."""
    flags = os.environ.get("CFLAGS", "-O2") + " -fPIC"
    # The command in the package decodes no images: libraries for that are not on every computer that a wheel serves.
    environment = dict(os.environ, CAMEO_IMAGES="none")
    # Nobody changes a source of the package and builds again: few objects of many sources each are made sooner.
    # Warnings are what the tree's own tests look at; finding them costs a compiler a few percent of its time.
    command = [os.environ.get("MAKE", "make"), "-s", f"-j{n_processors()}", "-C", str(ROOT),
               f"VARIANT={VARIANT}", f"CFLAGS={flags}", "WARNINGS=", "PIECES=1", *arguments]
    return subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True).stdout


class BuildExt(build_ext):
    def build_extension(self, ext):
        library, command = f"build/{VARIANT}/libcameo.a", f"build/{VARIANT}/cameo"
        make(library, command)
        ext.extra_objects = [str(ROOT / library)]
        ext.depends = [str(ROOT / library), str(ROOT / "include" / "cameo.h")]
        super().build_extension(ext)
        folder = Path(self.get_ext_fullpath(ext.name)).parent / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / command, folder / "cameo")


class Sdist(sdist):
    """Adds the sources of library and command as the folder `core`."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        tops = sorted({name.split("/")[0] for name in make("print-sources").split()})
        target = Path(base_dir) / "core"
        for top in [*tops, "include"]:
            for path in sorted((ROOT / top).rglob("*")):
                if path.suffix in (".c", ".h", ".def", ".sh"):
                    copy = target / path.relative_to(ROOT)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, copy)
        for name in ("Makefile", "LICENSE"):
            shutil.copy2(ROOT / name, target / name)


def link_flags():
    # Nothing of the library is visible outside of the extension, so that another copy in the process does no harm.
    if sys.platform == "darwin":
        return ["-Wl,-exported_symbol,_PyInit__cameo"]
    return ["-Wl,--exclude-libs,ALL"]


setup(
    version=version(),
    ext_modules=[Extension(
        "cameo._cameo", sorted(f"src/cameo/{path.name}" for path in (HERE / "src" / "cameo").glob("*.c")),
        include_dirs=[os.path.relpath(ROOT, HERE)], libraries=["pthread"],
        extra_compile_args=["-std=c11", "-fvisibility=hidden", "-Werror=implicit-function-declaration"],
        extra_link_args=link_flags(), py_limited_api=True)],
    cmdclass={"build_ext": BuildExt, "sdist": Sdist},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
