#!/bin/sh
# The deepest stack of loading and running on a Cortex-M4 is within its bounds, no cycle of calls, no frame of unknown size,
# no call through a pointer whose targets are not known (tests/stack.py). The bounds are those of one compiler.
cd "$(dirname "$0")/../.." && . tests/part.sh

arm=${ARM_PREFIX:-arm-none-eabi-}
if ! have "${arm}gcc" || ! have "${PYTHON:-python3}"; then
    skip "stack" "no ${arm}gcc or no ${PYTHON:-python3}"
    part_end
fi
case $("${arm}gcc" -dumpversion) in
12.2.*) ;;
*)
    skip "stack" "its bounds are for gcc 12.2, not $("${arm}gcc" -dumpversion)"
    part_end
    ;;
esac
if said=$(make -j2 PYTHON="${PYTHON:-python3}" stack 2>&1); then pass; else fail "the stack" "$(printf '%s\n' "$said" | tail -n 30)"; fi
printf '%s\n' "$said" | sed -n 's/^ *\([0-9]* bytes  cameo_[a-z_]*\).*/NOTE \1/p'
part_end
