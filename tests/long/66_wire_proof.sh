#!/bin/sh
# A proof of the reader of protobuf's wire format (pb/wire.c), for messages of any size and any sequence of calls, by
# Frama-C's plug-in WP and CVC4: no access out of bounds, no signed overflow, no shift too far, no sum of sizes that
# wraps, every loop ends, every reader stays within its message. tests/proofs/wire_contracts.h says what is promised.
# For four kinds of machines: 64, 32 and 16 bits little-endian, 32 bits big-endian. About a minute each.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have frama-c || ! have cvc4 || ! have why3; then
    skip "proof of pb/wire.c" "no frama-c (packages frama-c-base, cvc4)"
    part_end
fi
mkdir -p build/proof
why3 -C build/proof/why3.conf config detect > build/proof/why3.txt 2>&1

# These put bytes together by shifts. That no bit is lost in them is a matter of bits, not of ranges, and left to the tests.
bits=cm_load_le32,cm_load_le64,wire_read_long_varint
readers=$(sed -n 's/^\(static \)\{0,1\}[a-z0-9_]* \**\(\(cm\|wire\)_[a-z0-9_]*\)(.*;$/\2/p' tests/proofs/wire_contracts.h | sort -u)
readers=$(echo "$readers" | grep -v -e wire_read_long_varint | paste -sd, -)

# prove MACHINE FILE FUNCTIONS OPTIONS: prints the goals that were not proven, and fails unless all were. The macro names keep
# base/port.h from what Frama-C does not read, vectors and compare-and-exchange, neither of which readers use.
# shellcheck disable=SC2086
prove() {
    WHY3CONFIG=$PWD/build/proof/why3.conf frama-c -machdep "$1" \
        -cpp-extra-args="-I. -Iinclude -D'vector_size(n)=' -D__ARM_ARCH_6M__ -D__FLT_EVAL_METHOD__=0 -include tests/proofs/wire_contracts.h" \
        -wp -wp-rte -wp-prover cvc4 -wp-timeout 20 -wp-par 2 $4 -wp-fct "$3" "$2" > build/proof/wp.txt 2>&1
    sed -n 's/^\[wp\] Proved goals: *\([0-9]*\) \/ \([0-9]*\)$/\1 \2/p' build/proof/wp.txt > build/proof/goals.txt
    read -r proved goals < build/proof/goals.txt || { tail -n 5 build/proof/wp.txt; return 1; }
    grep '^\[wp\] \[.*Goal' build/proof/wp.txt | grep -v Valid
    [ "$proved" = "$goals" ] && [ "$goals" -gt 0 ]
}

for machine in gcc_x86_64 gcc_x86_32 gcc_x86_16 ppc_32; do
    check_run "readers, $machine" prove $machine pb/wire.c "$readers" -warn-unsigned-overflow
    check_run "bytes put together, $machine" prove $machine pb/wire.c $bits ""
done

# The proof can fail: a length that is checked for one byte less than is read.
sed 's/r->end - r->pos < 4/r->end - r->pos < 3/' pb/wire.c > build/proof/wire_wrong.c
if prove gcc_x86_64 build/proof/wire_wrong.c wire_read_fixed32 "" > build/proof/wrong.txt; then
    fail "a wrong check of a length was proven"
else
    check_run "which goal fails" grep -q wire_read_fixed32 build/proof/wrong.txt
fi
part_end
