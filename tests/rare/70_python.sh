#!/bin/sh
# The Python package: a source distribution, and a wheel that comes out of it alone; in a fresh virtual environment the
# wheel is installed, and the package's tests pass. Programs that were written for onnxruntime give the same with Cameo once
# one import is changed; those are run by PYTHON, which has what they want or has them skipped.
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
try_pip numpy onnx==1.22.0 ml_dtypes 'setuptools>=70' wheel build ||
    give_up "pip cannot have numpy, onnx, ml_dtypes, setuptools, build: $(tail -n 1 "$dir/pip.txt")"
try_pip onnxruntime || echo "NOTE no onnxruntime: fewer comparisons"
try_pip matplotlib || echo "NOTE no matplotlib: nothing is plotted"
try_pip pillow || echo "NOTE no Pillow: ImageDecoder decodes nothing"

# What is proven are the package and its results; -O1 compiles in half the time. The wheel is built from the source
# distribution, out of the tree's sight, so that what is missing there is missed.
export CFLAGS=-O1
began=$(date +%s)
if ! "$py" -m build --no-isolation -o "$dir" python > "$dir/build.txt" 2>&1; then
    fail "python -m build python" "$(tail -n 30 "$dir/build.txt")"
    part_end
fi
pass
echo "python -m build: $(($(date +%s) - began)) s"
mkdir "$dir/sdist" && tar -C "$dir/sdist" --strip-components 1 -xzf "$dir"/cameo-*.tar.gz
lib_sources > "$dir/here.txt"
check_empty "sources in the source distribution" "$(cd "$dir/sdist/core" && lib_sources | diff - "$dir/here.txt")"
check_run "the wheel is of the limited API" ls "$dir"/cameo-*-cp311-abi3-*.whl
if ! "$py" -m pip install --no-deps "$dir"/cameo-*.whl > "$dir/install.txt" 2>&1; then
    fail "pip install of the wheel" "$(tail -n 30 "$dir/install.txt")"
    part_end
fi
pass
check_empty "warnings of the extension" "$(cc -std=c11 -fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion -I. \
    "-I$("$py" -c 'import sysconfig; print(sysconfig.get_path("include"))')" python/src/cameo/*.c 2>&1)"
check_empty "symbols that the extension shows" "$(
    nm -D --defined-only "$dir"/venv/lib/python3*/site-packages/cameo/_cameo*.so | grep -v ' PyInit__cameo$')"
# Types: of the package itself, and as a program sees them.
if try_pip mypy; then
    check_run "mypy finds nothing in the package" "$dir/venv/bin/mypy" --strict --cache-dir "$dir/mypy" -p cameo
    cat > "$dir/typed.py" << 'END'
import cameo

session = cameo.InferenceSession("model.onnx", cameo.SessionOptions())
names: list[str] = [a.name for a in session.get_inputs()]
total: int = session.get_memory({"batch": 8}).total


async def compute() -> list[str]:
    return await session.run_async(None, {"x": [1.0]})
END
    check_run "and in a program" "$dir/venv/bin/mypy" --strict --cache-dir "$dir/mypy" "$dir/typed.py"
    echo 'wrong: str = session.get_memory().total' >> "$dir/typed.py"
    check_run "but what is wrong" sh -c "! '$dir/venv/bin/mypy' --strict --cache-dir '$dir/mypy' '$dir/typed.py'"
else
    echo "NOTE no mypy: types are not checked"
fi
awk '/^```/ {on = $0 == "```python" && ++n == 1; next} on' README.md > "$dir/readme.py"
check_says "README's program" 0 "a vertical stroke looks like a 1" "$py" "$dir/readme.py"
check_run "python -m cameo" "$py" -m cameo run examples/digits/digits.onnx --quiet

# ONNX's backend tests, for cameo.backend: the archive that the command is tested with, else what the onnx package has.
if said=$(tests/fetch_onnx.sh); then export CAMEO_ONNX_TESTS="$PWD/build/cache/onnx"; else echo "NOTE $said"; fi
# Each test counts. They take half a minute: one that waits for ever is a failure.
(cd python/tests && timeout 600 "$py" -W error::ResourceWarning -m unittest -v) > "$dir/tests.txt" 2>&1
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
    echo "$(grep -cE '^test_.*OnnxBackend' "$dir/tests.txt") of these are ONNX's backend tests"
fi

mkdir "$dir/package" "$dir/programs" && ln -s "$dir"/venv/lib/python3*/site-packages/cameo "$dir/package/cameo"
for program in tabular text image; do
    source=python/tests/programs/$program.py
    if said=$("$PYTHON" -c "import onnxruntime, $(sed -n 's/^Needs: \(.*\)"""$/\1/p' $source)" 2>&1); then
        check_run "$program: with one import changed" env PYTHONPATH="$dir/package" "$PYTHON" \
            python/tests/programs/compare.py $source "$dir/programs"
    else
        skip "$program: with one import changed" "$PYTHON: $(echo "$said" | tail -n 1)"
    fi
done
part_end
