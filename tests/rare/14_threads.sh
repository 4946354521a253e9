#!/bin/sh
# Runs, plans and hosts under the thread sanitizer.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! echo 'int main(void) { return 0; }' | ${CC:-cc} -fsanitize=thread -x c - -o /dev/null 2> /dev/null; then
    skip "thread sanitizer" "${CC:-cc} has none"
    part_end
fi
check_run "build" make_variant tsan unit prove
check_run "runs, plans and hosts" build/tsan/unit test_plan test_run test_program test_host
if [ -d build/cache/onnx/node ]; then
    said=$(build/tsan/prove build/cache/onnx/node/test_softmax_axis_1 build/cache/onnx/node/test_basic_conv* \
        build/cache/onnx/node/test_maxpool_2d* build/cache/onnx/node/test_gemm*)
    check_empty "2 and 7 workers" "$(printf '%s\n' "$said" | grep -v ' passed, ')"
fi
part_end
