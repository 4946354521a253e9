#!/bin/sh
# The CUDA provider without a GPU: on a driver of the tests (tests/support/fake_driver.c), which runs the kernels that the
# host's compiler made, models give what the CPU gives, and a sample of ONNX's tests passes. tests/long/61_cuda_all.sh
# takes all of them, and sanitizers. A build without CUDA has nothing of it.
cd "$(dirname "$0")/../.." && . tests/part.sh

case $("${CXX:-c++}" --version 2> /dev/null) in
*clang* | *"Free Software Foundation"*) ;;
*) skip "the CUDA provider" "no C++ compiler that the kernels' launcher knows" && part_end ;;
esac
check_run "build" make_variant cudafake check_provider cameo
LD_LIBRARY_PATH=build/cudafake build/cudafake/check_provider > build/cudafake/check_provider.txt 2>&1
check_log "provider" build/cudafake/check_provider.txt

# The driver of the tests has the functions that the provider loads, and no other.
check_empty "entry points" "$({
    sed -n 's/^ *X([a-z_]*, \(cu[A-Za-z0-9_]*\),.*/\1/p' providers/cuda/cuda_driver.h
    nm -D --defined-only build/cudafake/libcuda.so.1 | awk '$3 ~ /^cu[A-Z]/ {print $3}'
} | sort | uniq -u)"

cuda() { LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo "$@" --providers cuda,cpu; }
if tests/fetch_onnx.sh > /dev/null 2>&1; then
    sample=$(ls -d build/cache/onnx/node/* | awk 'NR % 6 == 1')
    cuda test $sample > build/cudafake/sample.txt 2>&1
    check_empty "the provider is never dropped" "$(grep 'is not used' build/cudafake/sample.txt)"
    judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt build/cudafake/sample.txt)
    check_empty "ONNX's tests" "$(echo "$judged" | sed -n 's/^bad //p' | grep -v 'is listed')"
    set -- $(echo "$judged" | sed -n 's/^counts //p')
    if [ "${1:-0}" -ge 250 ]; then part_passed=$((part_passed + $1)); else fail "$1 ONNX tests pass"; fi
    # What had a kernel and no rule for some time: each is computed on the device.
    for name in attention_4d_gqa_with_past_and_present attention_3d_causal scatternd scatter_elements_with_axis \
        rotary_embedding_3d_input nonmaxsuppression_two_classes; do
        cuda test build/cache/onnx/node/test_$name --log debug > build/cudafake/node.txt 2>&1
        check_run "$name on the device" grep -q "cuda computes [ANRS][a-zA-Z]* " build/cudafake/node.txt
    done
else
    skip "ONNX's tests" "they cannot be had"
fi

# Products of integers and of weights of a few bits: cases of com.microsoft, in whose expansions those of ai.onnx stand.
ms=build/cudafake/ms
mkdir -p $ms && tar -xJf tests/ms/cases.tar.xz -C $ms
cuda test $ms/*matmulnbits* $ms/*matmulinteger* $ms/*qlinearconv* > build/cudafake/ms.txt 2>&1
check_log "products of com.microsoft" build/cudafake/ms.txt
check_run "MatMulNBits is computed on the device" sh -c "LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo test \
    $ms/ms_matmulnbits_4_32 --providers cuda,cpu --log debug 2>&1 | grep -q 'cuda computes MatMulNBits'"

# Real decoders whose past stays on the device, beside a session that is given it anew.
models=${CAMEO_SHARED:-../shared}/models
attention=$models/onnxruntime_onnxruntime-qnn__gpt2_attention_past.onnx
gpt2=$models/onnxruntime_onnxruntime-qnn__gpt2_past_tiny.onnx
if [ -f "$attention" ] && [ -f "$gpt2" ]; then
    check_run "prover of decoders" make_variant cudafake decode
    decode() { LD_LIBRARY_PATH=build/cudafake build/cudafake/decode "$@"; }
    check_run "an attention layer of gpt2" decode "$attention" 40 past=present
    set --
    for layer in 0 1 2 3 4 5 6 7 8 9 10 11; do set -- "$@" "past_$layer=present_$layer"; done
    check_run "gpt2 of 12 layers" decode "$gpt2" 8 --dim batch_size=3 "$@" # its table of positions has 8 rows
else
    skip "decoders" "no models in $models"
fi

# A whole network: everything but the views is computed on the device, and it reads the same digits.
digits=examples/digits/digits.onnx
cuda run $digits --log debug > build/cudafake/digits.txt 2>&1
check_empty "nodes of digits.onnx on the CPU" "$(grep -E 'cpu computes' build/cudafake/digits.txt |
    grep -vE ' (Reshape|Flatten|Squeeze|Unsqueeze|Shape) ')"
check_run "the device is listed" sh -c 'LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo providers | grep -q "^cuda:0"'
LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo run $digits --providers cuda:1,cpu --log debug \
    > build/cudafake/second.txt 2>&1
check_run "the second device computes the same" cmp build/cudafake/digits.txt build/cudafake/second.txt
check_run "the second device is listed" sh -c 'LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo providers |
    grep -q "^cuda:1"'

LD_LIBRARY_PATH=build/cudafake build/cudafake/cameo run $digits --providers cuda-tf32,cpu --log debug \
    > build/cudafake/tf32.txt 2>&1
check_run "TF32 computes on the device" grep -q "cuda computes Conv" build/cudafake/tf32.txt
check_run "TF32 rounds operands" sh -c '! cmp -s build/cudafake/digits.txt build/cudafake/tf32.txt'
# bench/cuda.py on the driver of the tests: its figures mean nothing.
if "${PYTHON:-python3}" -c 'import numpy, onnx' 2> /dev/null; then
    LD_LIBRARY_PATH=build/cudafake "${PYTHON:-python3}" bench/cuda.py --cameo build/cudafake/cameo --products 16 --rounds 1 \
        --seconds 0.01 $digits > build/cudafake/bench.txt 2>&1
    check_run "bench/cuda.py" test "$(grep -c ' ms' build/cudafake/bench.txt)" = 7
else
    skip "bench/cuda.py" "no Python with numpy and onnx"
fi

# Who builds without CUDA has nothing of it.
check_run "build/debug" make_variant debug libcameo.a
check_empty "symbols of a build without CUDA" "$(nm -A build/debug/libcameo.a 2> /dev/null | grep -i cuda)"

tools/cuda_operators.sh > build/cudafake/operators.md
check_empty "the operators in docs/CUDA.md (tools/cuda_operators.sh)" \
    "$(sed -n '/^| operator |/,/^$/p' docs/CUDA.md | sed '/^$/d' | diff - build/cudafake/operators.md)"
check_empty "providers/cuda/cuda.def is sorted" \
    "$(sed -n 's/^CM_CUDA_RULE(\([A-Za-z0-9_]*\),.*/\1/p' providers/cuda/cuda.def | LC_ALL=C sort -uc 2>&1)"
part_end
