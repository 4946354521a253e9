#!/bin/sh
# Each fuzz target on every file that once broke something or is broken on purpose, under sanitizers.
cd "$(dirname "$0")/../.." && . tests/part.sh

check_run "replay programs" make -s -j2 replay
check_warnings asan
rm -rf build/replay && mkdir -p build/replay
if have python3; then check_run "tests/bad/gen_bad.py" python3 tests/bad/gen_bad.py build/replay; fi
for target in $(fuzz_targets); do
    files=$(ls -d examples/digits/digits.onnx tests/regress build/replay "fuzz/corpus/$target" 2> /dev/null)
    check_run "replay $target" "build/asan/fuzz_$target" $files
done
part_end
