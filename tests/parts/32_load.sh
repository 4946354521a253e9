#!/bin/sh
# Every model of ONNX's backend tests, and of a folder of real models if there is one, loads in exactly
# the measured bytes and not in one less, and holds what the onnx package reads in it.
# CAMEO_PYTHON: a Python that has the onnx package.
cd "$(dirname "$0")/../.." && . tests/part.sh

python=${CAMEO_PYTHON:-python3}
real=${CAMEO_SHARED:-../shared}/models
mkdir -p build/load
check_run "library" make -s -j2 build/libcameo.a
check_run "load_dump compiles" ${CC:-cc} -std=c11 -O1 -I. -Wall -Wextra tests/pb/load_dump.c \
    build/libcameo.a -lpthread -lm -o build/load/load_dump
tests/fetch_onnx.sh > build/load/fetch.txt 2>&1
find build/cache/onnx "$real" -name '*.onnx' 2> /dev/null | sort > build/load/models.txt
if [ ! -s build/load/models.txt ]; then
    skip "models load" "no models: $(tail -n 1 build/load/fetch.txt)"
    part_end
fi
build/load/load_dump < build/load/models.txt > build/load/got.txt
check_empty "models load, exactly" "$(grep -aE '	(CAMEO_E|cannot)| (writes|works) ' build/load/got.txt)"
if "$python" -c 'import onnx' 2> /dev/null; then
    check_run "models hold what onnx reads" "$python" tests/pb/compare_load.py < build/load/got.txt
else
    skip "models hold what onnx reads" "$python has no onnx package"
fi
echo "$(wc -l < build/load/got.txt | tr -d ' ') models loaded"
part_end
