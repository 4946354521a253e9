#!/bin/sh
# DFT, STFT and windows of many sizes, axes and types against scipy (tests/onnx/signal_oracle.py). SEED=N: other cases.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
said=$("$PYTHON" -c 'import numpy, onnx, scipy' 2>&1) || { skip "signals against scipy" "$said" && part_end; }
check_run "build/cameo" make -s -j2 build/cameo
rm -rf build/signal && mkdir -p build/signal
check_run "tests/onnx/signal_oracle.py" "$PYTHON" tests/onnx/signal_oracle.py build/signal "${SEED:-1}"
build/cameo test build/signal > build/signal.txt 2>&1
check_empty "results are scipy's" "$(grep -v '^PASS' build/signal.txt | grep -v ' 0 failed, 0 unsupported, 0 errors$')"
check_run "420 cases" test "$(grep -c '^PASS' build/signal.txt)" = 420
tail -n 1 build/signal.txt
part_end
