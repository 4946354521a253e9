#!/bin/sh
# The proof of inference (tests/proofs/contain.c): every value of ONNX's test models and of real models is what
# inference says of it.
cd "$(dirname "$0")/../.." && . tests/part.sh

shared=${CAMEO_SHARED:-../shared}
tests/fetch_onnx.sh > /dev/null 2>&1
onnx=build/cache/onnx
check_run "prover" make -s -j2 build/debug/contain
for set in node simple pytorch-converted pytorch-operator; do
    [ -d "$onnx/$set" ] || { skip "inference over $set" "ONNX's test data is not there"; continue; }
    build/debug/contain "$onnx/$set" > build/contain_$set.txt 2>&1
    check_log "inference over $set" build/contain_$set.txt
done
if [ -d "$shared/models" ]; then
    set --
    for model in "$shared"/models/*.onnx; do
        data=$shared/models/cases/$(basename "$model" .onnx)/test_data_set_0
        if [ -d "$data" ]; then set -- "$@" --model "$model" "$data"; fi
    done
    build/debug/contain "$@" > build/contain_models.txt 2>&1
    check_log "inference over real models" build/contain_models.txt
else
    skip "inference over real models" "no folder $shared/models"
fi
part_end
