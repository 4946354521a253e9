#!/bin/sh
# Cost is time, and every run can be stopped: operators at shapes and values that make them work hard take 0.05 to 2 ns of
# processor time for a unit of cost (but for two that are known to be dearer), and ask at least every 20 ms whether they may go on (tests/proofs/bounded.c). On a machine
# slower than a core of 3 GHz: BOUNDED_SLOWER=3. Loading and preparing are held to 40 ms at level all: a weight is packed at
# once, 16 MB of it in 35 ms.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have python3; then
    skip "bounded" "no python3" && part_end
fi
check_run "build/release/bounded" make -s -j2 build/release/bounded
check_run "tests/proofs/gen_costly.py" python3 tests/proofs/gen_costly.py build/costly
slower=${BOUNDED_SLOWER:-1}
bounded() {
    said=$(build/release/bounded --gap $((20 * slower)) "$@" 2>&1)
    status=$?
    echo "$said"
    if [ $status = 0 ]; then pass; else fail "bounded $*" "$(printf '%s\n' "$said" | grep -E '!|FAIL')"; fi
}
# Arguments beyond 1e5 take another way, and threads of a regular expression more than their instructions.
known="build/costly/Sin_huge.onnx build/costly/Regex_one_string.onnx"
# shellcheck disable=SC2046,SC2086
bounded --prepare-gap $((20 * slower)) --most $((60 * slower)) $known
# shellcheck disable=SC2046
bounded --prepare-gap $((20 * slower)) --least 0.05 --most $((2 * slower)) \
    $(ls build/costly/*.onnx | grep -v -E 'Sin_huge|Regex_|Large_')
# shellcheck disable=SC2046
bounded --prepare-gap $((20 * slower)) $(ls build/costly/Large_*.onnx)
# shellcheck disable=SC2046
bounded --prepare-gap $((40 * slower)) --opt 0 $(ls build/costly/Large_*.onnx)
part_end
