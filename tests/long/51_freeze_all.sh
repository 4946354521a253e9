#!/bin/sh
# Every case of tests/ms and tests/ml, every node test of ONNX and the smaller real models as C of `cameo freeze`: it
# computes what the unfrozen model does, in the memory that its plan names (tests/proofs/frozen_case.c), with the core that
# firmware has (CAMEO_FROZEN). Only ImageDecoder, an operator of the command, is refused. SETS="ms ml node real" chooses.
cd "$(dirname "$0")/../.." && . tests/part.sh && . tests/firmware_core.sh

tests/fetch_onnx.sh > /dev/null 2>&1
out=build/frozen_cases
shared=${CAMEO_SHARED:-../shared}
rm -rf $out && mkdir -p $out/ms $out/ml
check_run "programs" make -s -j2 build/cameo build/debug/frozen_case
check_run "the core of firmware" firmware_core firmware '-DCAMEO_FROZEN=1 -O1 -fPIC -ffunction-sections -fdata-sections'
for set in ms ml; do check_run "$set: the cases unpack" tar -xJf tests/$set/cases.tar.xz -C $out/$set; done
cat > $out/one.sh << 'END'
# one.sh CASE_DIR OUT_DIR: PASS, FAIL, SKIP or REFUSED, the model and why.
model=$1/model.onnx to=$2/$(basename "$1").frozen
for data in "$1"/test_data_set_*; do break; done
mkdir -p "$to"
set --
if build/debug/frozen_case "$model" "$data" > "$to/options.txt" 2> /dev/null; then
    while IFS= read -r option; do set -- "$@" "$option"; done < "$to/options.txt"
fi
if ! build/cameo freeze "$model" -o "$to" --name frozen --log none "$@" > "$to/said.txt" 2>&1; then
    echo "REFUSED $model: $(tail -n 1 "$to/said.txt")"
elif ! ${CC:-cc} -std=c11 -O0 -w -shared -fPIC -DCAMEO_FROZEN=1 -I. -I"$to" -Wl,-Bsymbolic,-z,defs,--gc-sections \
    "$to/frozen.c" tests/proofs/frozen_run.c build/firmware/core.a -o "$to/frozen.so" > "$to/cc.txt" 2>&1; then
    echo "FAIL $model: $(grep -m 1 -e error -e undefined "$to/cc.txt")"
else
    build/debug/frozen_case "$model" "$data" "$to/frozen.so" 2> /dev/null || [ $? -le 2 ] || echo "FAIL $model: crashed"
fi
rm -rf "$to"
END
# Real models of less than 2 MB: their weights become text for the compiler.
if [ -d "$shared/models" ]; then
    find "$shared/models" -name '*.onnx' -size -2000k | while IFS= read -r model; do
        name=$(basename "$model" .onnx)
        data=$shared/models/cases/$name/test_data_set_0
        [ -d "$data" ] || continue
        mkdir -p "$out/real/$name"
        ln -s "$(realpath "$model")" "$out/real/$name/model.onnx"
        ln -s "$(realpath "$data")" "$out/real/$name/test_data_set_0"
    done
fi
for set in ${SETS:-ms ml node real}; do
    folder=$out/$set
    [ $set != node ] || folder=build/cache/onnx/node
    [ -d $folder ] || { skip "frozen $set" "its test data is not there"; continue; }
    for case in $folder/*; do echo "$case $out"; done | xargs -P 2 -n 2 sh $out/one.sh > $out/$set.txt
    check_empty "frozen $set" "$(grep '^FAIL' $out/$set.txt)"
    check_empty "frozen $set: all" "$(grep -v '^PASS' $out/$set.txt | grep -v 'operator ImageDecoder')"
    echo "$set: $(cut -d ' ' -f 1 $out/$set.txt | sort | uniq -c | tr -s ' \n' ' ')"
done
part_end
