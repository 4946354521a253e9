#!/bin/sh
# What onnx or onnxruntime infer of real models, Cameo infers, too (tests/onnx/inference_table.py).
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
if [ ! -d "$shared/models" ]; then skip "the table of inference" "no folder $shared/models" && part_end; fi
if ! "$PYTHON" -c 'import onnx, onnxruntime, sympy' 2> /dev/null; then
    skip "the table of inference" "$PYTHON lacks onnx, onnxruntime or sympy" && part_end
fi
check_run "build/cameo" make -s -j2 build/cameo
check_run "the table of inference" "$PYTHON" tests/onnx/inference_table.py build/cameo "$shared"
part_end
