#!/bin/sh
# Peak memory of load, prepare and one run in a fresh process: at most weights + plan + 5 % + 5 MB. Models of one large
# weight each, which must not lie in memory beside what becomes of it (tests/proofs/big_models.c).
cd "$(dirname "$0")/../.." && . tests/part.sh

if [ "$(uname -s)" != Linux ]; then
    skip "peak memory" "which pages leave memory was measured on Linux only"
    part_end
fi
check_run "models" make -s -j2 build/cameo build/release/big_models
folder=build/big_models
rm -rf $folder && mkdir -p $folder
check_run "models are written" build/release/big_models $folder
bench/memory_table.sh $folder/*.onnx > build/big_models.txt
check_empty "peak memory" "$(grep -q '^5 models, 0 above' build/big_models.txt || cat build/big_models.txt)"
rm -rf $folder
part_end
