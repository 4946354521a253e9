#!/bin/sh
# What onnx or onnxruntime infer of real models, Cameo infers, too (tests/onnx/inference_table.py); ONNX's node tests
# with free dims run to what was inferred (tests/onnx/free_dims.py, tests/proofs/contain.c).
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
if [ -d build/cache/onnx/node ]; then
    rm -rf build/free_dims
    check_run "node tests with free dims" \
        "$PYTHON" tests/onnx/free_dims.py build/cameo build/cache/onnx/node build/free_dims
    build/debug/contain build/free_dims/* > build/contain_free_dims.txt 2>&1
    check_log "node tests with free dims contain what runs give" build/contain_free_dims.txt
else
    skip "node tests with free dims" "ONNX's test data is not there"
fi
part_end
