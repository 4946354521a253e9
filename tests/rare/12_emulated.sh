#!/bin/sh
# The unit tests on other processors, under qemu-user: a 64-bit one with NEON, one with 32-bit size_t,
# and a big-endian one. EMULATED="aarch64 ..." chooses; FILTER chooses tests.
cd "$(dirname "$0")/../.." && . tests/part.sh

# qemu keeps a table of the mappings that a process has made, and the tests of the runtime make many: it grew to 17 GB. They
# are run in pieces, the last of these tests not at all. What else is left out takes long and is about amounts, not about
# the processor.
slow='-large -random_expressions -print_random -read_random -f32_sweep -16_bits -cumsum_tasks
    -gemm_same_bits -gemm_op_edges -gemm_random -gemm_callback -gru_sizes -lstm_sizes -lp_norm_dtypes
    -random_distributions -scatter_tasks -gemm_vector -gemm_op_matmul -qlinearmatmul_sizes
    -matmulinteger_sizes -f64_sweep -onehot_tasks -conv_last_wino -gemm_lazy
    -convtranspose_point -partition_every_call_fails
    -stops_within_a_task -late_threads -late_stopped -interrupt_transform'
# What compares vector variants with the portable one: there is no other where the processor has no vectors.
vectors='-resize_random -conv_last_random -conv_last_thin -conv_last_lanes -conv_last_tiles -conv_few
    -convtranspose_lines'
started=

# on_target NAME COMPILER QEMU [WORDS]: builds, and starts the tests without those that WORDS leave out in the background.
on_target() {
    case " ${EMULATED:-$1} " in *" $1 "*) ;; *) return ;; esac
    if ! have "$2" || ! have "$3"; then
        skip "unit tests on $1" "no $2 or no $3"
        return
    fi
    if ! said=$(make_variant "$1" unit 2>&1); then
        fail "unit tests on $1 compile" "$(printf '%s\n' "$said" | tail -n 30)"
        return
    fi
    for piece in ${FILTER:-rest runtime/test_c runtime/test_p}; do
        [ "$piece" != rest ] || piece='-runtime/test_c -runtime/test_p'
        "$3" "build/$1/unit" $slow $4 $piece
        echo "status $?"
    done > "build/$1/unit.txt" 2>&1 &
    started="$started $1"
}

on_target aarch64 aarch64-linux-gnu-gcc qemu-aarch64
on_target armhf arm-linux-gnueabihf-gcc qemu-arm "$vectors"
on_target s390x s390x-linux-gnu-gcc qemu-s390x "$vectors"
wait
for target in $started; do
    said=$(cat "build/$target/unit.txt")
    if printf '%s\n' "$said" | grep -q '^status [1-9]'; then
        fail "unit tests on $target" "$(printf '%s\n' "$said" | grep -v '^  SKIP' | tail -n 30)"
    else
        pass
    fi
    echo "NOTE $target: $(printf '%s\n' "$said" | awk '/^unit: / {p += $2; f += $4; s += $6}
        END {printf "%d passed, %d failed, %d skipped", p, f, s}')"
done
part_end
