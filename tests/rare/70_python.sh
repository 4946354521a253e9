#!/bin/sh
# The Python package: pip builds and installs it into a fresh virtual environment, its tests pass there; a wheel comes out
# of a source distribution alone.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
dir=$PWD/build/python_check
rm -rf "$dir" && mkdir -p "$dir"
give_up() {
    skip "the package cameo" "$1"
    part_end
}
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || give_up "no $PYTHON of version 3.11"
"$PYTHON" -c 'import os, sysconfig; open(sysconfig.get_path("include") + os.sep + "Python.h")' 2> /dev/null ||
    give_up "no headers of Python (python3-dev)"
"$PYTHON" -m venv "$dir/venv" > "$dir/venv.txt" 2>&1 || give_up "no virtual environment (python3-venv)"
unset PYTHONPATH
py=$dir/venv/bin/python

# Registries are slow at times.
try_pip() {
    "$py" -m pip install -q --disable-pip-version-check "$@" > "$dir/pip.txt" 2>&1 ||
        { sleep 10 && "$py" -m pip install -q --disable-pip-version-check "$@" > "$dir/pip.txt" 2>&1; }
}
try_pip numpy onnx==1.22.0 ml_dtypes 'setuptools>=70' wheel ||
    give_up "pip cannot have numpy, onnx, ml_dtypes, setuptools: $(tail -n 1 "$dir/pip.txt")"
try_pip onnxruntime || echo "NOTE no onnxruntime: fewer comparisons"

# What is proven are the package and its results; -O1 compiles in half the time.
export CFLAGS=-O1
if ! "$py" -m pip install --no-build-isolation --no-deps ./python > "$dir/install.txt" 2>&1; then
    fail "pip install ./python" "$(tail -n 30 "$dir/install.txt")"
    part_end
fi
pass
check_empty "warnings of the extension" "$(cc -std=c11 -fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion -I. \
    "-I$("$py" -c 'import sysconfig; print(sysconfig.get_path("include"))')" python/src/cameo/*.c 2>&1)"
check_empty "symbols that the extension shows" "$(
    nm -D --defined-only "$dir"/venv/lib/python3*/site-packages/cameo/_cameo*.so | grep -v ' PyInit__cameo$')"
check_run "python -m cameo" "$py" -m cameo run examples/digits/digits.onnx --quiet

# ONNX's backend tests, for cameo.backend: the archive that the command is tested with, else what the onnx package has.
if said=$(tests/fetch_onnx.sh); then export CAMEO_ONNX_TESTS="$PWD/build/cache/onnx"; else echo "NOTE $said"; fi
# Each test counts. They take seconds: one that waits for ever is a failure.
(cd python/tests && timeout 300 "$py" -W error::ResourceWarning -m unittest -v) > "$dir/tests.txt" 2>&1
ran=$(sed -n 's/^Ran \([0-9]*\) tests\{0,1\} in .*/\1/p' "$dir/tests.txt")
if [ -z "$ran" ]; then
    fail "the tests come to an end" "$(tail -n 30 "$dir/tests.txt")"
else
    bad=$(grep -cE '^(FAIL|ERROR|UNEXPECTED SUCCESS): ' "$dir/tests.txt")
    [ "$bad" = 0 ] || fail "python/tests" "$(sed -n '/^=====/,$p' "$dir/tests.txt")"
    # "OK (skipped=9, expected failures=2)"; log lines may stand between a test's name and its result.
    count() { sed -n "\$s/.*$1=\([0-9]*\).*/\1/p" "$dir/tests.txt" | grep . || echo 0; }
    left=$(count skipped)
    known=$(count 'expected failures')
    grep -E '\.\.\. skipped ' "$dir/tests.txt" | sed 's/.*skipped/skipped:/' | sort | uniq -c | sed 's/^/NOTE /'
    [ "$known" = 0 ] || echo "NOTE $known known failures, listed in tests/onnx/known_failures.txt"
    part_passed=$((part_passed + ran - bad - left - known))
    # Not all pass without decoders of images.
    echo "$(grep -cE '^test_.*OnnxBackend' "$dir/tests.txt") of these are ONNX's backend tests"
fi

# The source distribution is complete: what it lists is all that a build reads. Compiling is proven above.
sdist() { (cd python && "$py" -c 'import setuptools.build_meta as b, sys; b.build_sdist(sys.argv[1])' "$dir"); }
check_run "a source distribution" sdist
mkdir "$dir/sdist" && tar -C "$dir/sdist" --strip-components 1 -xzf "$dir"/cameo-*.tar.gz
lib_sources > "$dir/here.txt"
check_empty "sources in the source distribution" "$(cd "$dir/sdist/core" && lib_sources | diff - "$dir/here.txt")"
check_run "it compiles alone" make -s -j2 -C "$dir/sdist/core" CFLAGS='-O0 -fsyntax-only' VARIANT=syntax \
    build/syntax/runtime/host.o build/syntax/tools/main.o build/syntax/providers/cpu/cpu_select.o
part_end
