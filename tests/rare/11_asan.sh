#!/bin/sh
# The unit tests under the address and undefined-behaviour sanitizers, those of kernels/ beside the others.
cd "$(dirname "$0")/../.." && make -j2 build/asan/unit > /dev/null || exit 1

build/asan/unit kernels/ > build/asan/kernels.txt 2>&1 &
build/asan/unit -kernels/ > build/asan/others.txt 2>&1
others=$?
wait $!
kernels=$?
cat build/asan/kernels.txt build/asan/others.txt
[ $kernels = 0 ] && [ $others = 0 ] || echo "FAIL status $kernels of the kernels' tests, $others of the others"
awk '/^unit: / {p += $2; f += $4; s += $6; n++} END {
    printf "%d passed, %d failed, %d skipped\n", p, f + 2 - n, s
    exit f + 2 - n > 0
}' build/asan/kernels.txt build/asan/others.txt
