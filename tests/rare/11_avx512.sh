#!/bin/sh
# The variants for AVX-512 and VNNI on a processor that has AVX2: compiled into pairs of 8 lanes (tests/support/avx512,
# with SIMDe, package libsimde-dev), unit tests of kernels and ONNX's node tests choose them as on a processor that has them.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! grep -qw avx2 /proc/cpuinfo || ! grep -qw fma /proc/cpuinfo; then
    skip "variants for AVX-512" "the processor has no AVX2"
    part_end
fi
if ! echo '#include <simde/x86/avx512.h>' | ${CC:-cc} -E -x c - > build/avx512.said 2>&1; then
    skip "variants for AVX-512" "no headers of SIMDe"
    part_end
fi
check_run "build" make_variant avx512 unit cameo
build/avx512/unit kernels > build/avx512/unit.txt 2>&1
check_log "unit tests of kernels" build/avx512/unit.txt
if [ -d build/cache/onnx/node ]; then
    build/avx512/cameo test build/cache/onnx/node > build/avx512/node.txt 2>&1
    judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt build/avx512/node.txt)
    check_empty "node tests" "$(echo "$judged" | sed -n 's/^bad //p')"
else
    skip "node tests" "no build/cache/onnx/node"
fi
part_end
