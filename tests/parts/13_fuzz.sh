#!/bin/sh
# Each fuzz target on every file that once broke something or is broken on purpose, under sanitizers;
# then, where clang has libFuzzer, a short run from a fixed seed. FUZZ_RUNS=N changes its length.
cd "$(dirname "$0")/../.." && . tests/part.sh

fuzz_targets=$(ls fuzz/fuzz_*.c 2> /dev/null | sed 's/.*fuzz_\(.*\)\.c/\1/')
if [ -z "$fuzz_targets" ]; then
    skip "fuzz targets" "no fuzz/fuzz_*.c"
    part_end
fi
check_run "replay programs" make -s -j2 replay
# libFuzzer leaves a finding behind in build/fuzz.
if echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -fsanitize=fuzzer -x c - -o build/has_fuzzer 2> /dev/null; then
    check_run "fuzzers" make -s -j2 fuzz
    fuzzers=yes
else
    skip "fuzzers" "no clang with libFuzzer"
    fuzzers=no
fi

mkdir -p build/bad
if have python3; then check_run "tests/bad/gen_bad.py" python3 tests/bad/gen_bad.py build/bad; fi
for target in $fuzz_targets; do
    files=$(ls -d examples/digits/digits.onnx tests/regress build/bad "fuzz/corpus/$target" 2> /dev/null)
    if [ -n "$files" ]; then
        check_run "replay $target" "build/asan/fuzz_$target" $files
    fi
    if [ $fuzzers = yes ]; then
        rm -rf "build/fuzz/new_$target" && mkdir "build/fuzz/new_$target"
        check_run "fuzz $target" "build/fuzz/fuzz_$target" -seed=1 -runs="${FUZZ_RUNS:-20000}" \
            -max_total_time="${FUZZ_SECONDS:-6}" -artifact_prefix="build/fuzz/found_$target." \
            -verbosity=0 -timeout=60 -dict=fuzz/onnx.dict \
            $(ls -d "build/fuzz/new_$target" build/bad "fuzz/corpus/$target" 2> /dev/null)
    fi
done
part_end
