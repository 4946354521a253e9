#!/bin/sh
# Every malformed model of tests/bad, in both ways of reading, through the exact API between guard bytes: the stage that
# refuses it, the status, the message and its place are those of tests/bad/expected.def. tests/rare/60_bad_asan.sh does
# the same under sanitizers.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${BAD_VARIANT:=debug}"
if ! have python3; then
    skip "malformed models" "no python3"
    part_end
fi
if ! said=$(python3 tests/bad/gen_bad.py "build/bad_$BAD_VARIANT" 2>&1); then
    fail "tests/bad/gen_bad.py" "$said"
    part_end
fi
echo "$said"
if ! said=$(make -s -j2 "build/$BAD_VARIANT/bad" 2>&1); then
    fail "build/$BAD_VARIANT/bad" "$(printf '%s\n' "$said" | tail -n 30)"
    part_end
fi
exec "build/$BAD_VARIANT/bad" "build/bad_$BAD_VARIANT"
