#!/bin/sh
# What onnx or onnxruntime infer of real models, Cameo infers, too (tests/onnx/inference_table.py); ONNX's node tests
# and tests/ms with free dims run to what was inferred (tests/onnx/free_dims.py, tests/proofs/contain.c).
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
if ! "$PYTHON" -c 'import onnx, onnxruntime, sympy' 2> /dev/null; then
    skip "the table of inference" "$PYTHON lacks onnx, onnxruntime or sympy" && part_end
fi
check_run "build/cameo" make -s -j2 build/cameo build/debug/contain
if [ -d "$shared/models" ]; then
    check_run "the table of inference" "$PYTHON" tests/onnx/inference_table.py build/cameo "$shared"
else
    skip "the table of inference" "no folder $shared/models"
fi
tests/fetch_onnx.sh > /dev/null 2>&1
rm -rf build/inference_ms && mkdir -p build/inference_ms
check_run "tests/ms: the cases unpack" tar -xJf tests/ms/cases.tar.xz -C build/inference_ms
for cases in build/cache/onnx/node build/inference_ms; do
    [ -d "$cases" ] || { skip "node tests with free dims" "ONNX's test data is not there" && continue; }
    out=build/free_dims_$(basename "$cases")
    rm -rf "$out"
    check_run "$cases with free dims" "$PYTHON" tests/onnx/free_dims.py build/cameo "$cases" "$out"
    build/debug/contain "$out"/* > "$out.txt" 2>&1
    check_log "$cases with free dims contain what runs give" "$out.txt"
done
part_end
