#!/bin/sh
# Where clang has libFuzzer: a short run of each fuzz target from a fixed seed. FUZZ_RUNS=N and FUZZ_SECONDS=N
# change its length.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -fsanitize=fuzzer -x c - -o build/has_fuzzer 2> /dev/null; then
    skip "fuzzers" "no clang with libFuzzer" && part_end
fi
check_run "fuzzers" make -s -j2 fuzz
rm -rf build/fuzz_bad && mkdir -p build/fuzz_bad
if have python3; then check_run "tests/bad/gen_bad.py" python3 tests/bad/gen_bad.py build/fuzz_bad; fi
# libFuzzer leaves a finding behind in build/fuzz.
for target in $(fuzz_targets); do
    rm -rf "build/fuzz/new_$target" && mkdir "build/fuzz/new_$target"
    dict=fuzz/onnx.dict
    if [ -f "fuzz/$target.dict" ]; then dict=fuzz/$target.dict; fi
    check_run "fuzz $target" "build/fuzz/fuzz_$target" -seed=1 -runs="${FUZZ_RUNS:-20000}" \
        -max_total_time="${FUZZ_SECONDS:-6}" -artifact_prefix="build/fuzz/found_$target." \
        -verbosity=0 -timeout=60 -dict="$dict" \
        $(ls -d "build/fuzz/new_$target" build/fuzz_bad "fuzz/corpus/$target" 2> /dev/null)
done
part_end
