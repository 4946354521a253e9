#!/bin/sh
# The rules of docs/LOADING.md beside onnx: strict reading refuses what onnx.checker refuses and accepts what it accepts; what
# defaults, bodies, functions, external data and overrides compute is what numpy computes.
# CAMEO_PYTHON: a Python that has the onnx package.
cd "$(dirname "$0")/../.." && . tests/part.sh

python=${CAMEO_PYTHON:-python3}
dir=build/loading
rm -rf $dir
mkdir -p $dir
if ! "$python" -c 'import onnx' 2> /dev/null; then skip "loading beside onnx" "$python has no onnx package" && part_end; fi
make -s -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
for script in strict runs; do
    "$python" tests/onnx/loading_$script.py > $dir/$script.txt 2>&1
    check_log "loading_$script" $dir/$script.txt
done
part_end
