#!/bin/sh
# Time is linear in the size of a file: every command over some hundred families of models of up to a megabyte and of twice that
# (tests/proofs/gen_families.py, linear.py). On a machine slower than a core of 3 GHz: LINEAR_SLOWER=3.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have python3; then
    skip "linear" "no python3" && part_end
fi
check_run "build/cameo" make -s -j2 build/cameo
check_run "tests/proofs/gen_families.py" python3 tests/proofs/gen_families.py build/families
said=$(python3 tests/proofs/linear.py build/cameo build/families --slower "${LINEAR_SLOWER:-1}")
status=$?
echo "$said"
if [ $status = 0 ]; then pass; else fail "linear" "$(printf '%s\n' "$said" | grep FAIL)"; fi
part_end
