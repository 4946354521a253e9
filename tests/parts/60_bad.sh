#!/bin/sh
# Every malformed model of tests/bad, in both ways of reading, through the exact API under sanitizers:
# the stage that refuses it, the status, the message and its place are those of tests/bad/expected.def.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have python3; then
    skip "malformed models" "no python3"
    part_end
fi
if ! said=$(python3 tests/bad/gen_bad.py build/bad 2>&1); then
    fail "tests/bad/gen_bad.py" "$said"
    part_end
fi
echo "NOTE $said"
if ! said=$(make -s -j2 build/asan/bad 2>&1); then
    fail "build/asan/bad" "$(printf '%s\n' "$said" | tail -n 30)"
    part_end
fi
exec build/asan/bad build/bad
