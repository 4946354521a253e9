#!/bin/sh
# The unit tests on other processors, under qemu-user: a 64-bit one with NEON, one with 32-bit size_t,
# and a big-endian one. EMULATED="aarch64 ..." chooses; FILTER chooses tests.
cd "$(dirname "$0")/../.." && . tests/part.sh

# What takes long and is about amounts, not about the processor; the last makes so many mappings that qemu, which keeps a
# table of each, grew to 14 GB.
slow='-large -random_expressions -print_random -read_random -f32_sweep -16_bits -cumsum_tasks
    -gemm_same_bits -gemm_op_edges -gemm_random -gemm_callback -gru_sizes -lstm_sizes -lp_norm_dtypes
    -random_distributions -scatter_tasks -gemm_vector -gemm_op_matmul -qlinearmatmul_sizes
    -matmulinteger_sizes -f64_sweep -onehot_tasks -conv_last_wino -gemm_lazy
    -convtranspose_point -partition_every_call_fails'
# What compares vector variants with the portable one: there is no other where the processor has no vectors.
vectors='-resize_random -conv_last_random -conv_last_thin -conv_last_lanes -conv_few'
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
    { "$3" "build/$1/unit" $slow $4 $FILTER > "build/$1/unit.txt" 2>&1; echo "status $?" >> "build/$1/unit.txt"; } &
    started="$started $1"
}

on_target aarch64 aarch64-linux-gnu-gcc qemu-aarch64
on_target armhf arm-linux-gnueabihf-gcc qemu-arm "$vectors"
on_target s390x s390x-linux-gnu-gcc qemu-s390x "$vectors"
wait
for target in $started; do
    said=$(cat "build/$target/unit.txt")
    case $said in *"status 0") pass ;; *) fail "unit tests on $target" "$(printf '%s\n' "$said" | tail -n 30)" ;; esac
    echo "NOTE $target: $(printf '%s\n' "$said" | grep '^unit: ')"
done
part_end
