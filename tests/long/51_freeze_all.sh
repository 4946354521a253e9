#!/bin/sh
# Every case of tests/ms and tests/ml and every node test of ONNX as C of `cameo freeze`: it computes what the unfrozen
# model does, in the memory that its plan names (tests/proofs/frozen_case.c). Only ImageDecoder, an operator of the command,
# is refused.
cd "$(dirname "$0")/../.." && . tests/part.sh

tests/fetch_onnx.sh > /dev/null 2>&1
out=build/frozen_cases
rm -rf $out && mkdir -p $out/ms $out/ml
check_run "programs" make -s -j2 build/cameo build/debug/frozen_case
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
elif ! ${CC:-cc} -std=c11 -O0 -w -shared -fPIC -I. "$to/frozen.c" -o "$to/frozen.so" > "$to/cc.txt" 2>&1; then
    echo "FAIL $model: $(grep -m 1 error "$to/cc.txt")"
else
    build/debug/frozen_case "$model" "$data" "$to/frozen.so" 2> /dev/null || [ $? -le 2 ] || echo "FAIL $model: crashed"
fi
rm -rf "$to"
END
for set in ms ml node; do
    folder=$out/$set
    [ $set != node ] || folder=build/cache/onnx/node
    [ -d $folder ] || { skip "frozen $set" "ONNX's test data is not there"; continue; }
    for case in $folder/*; do echo "$case $out"; done | xargs -P 2 -n 2 sh $out/one.sh > $out/$set.txt
    check_empty "frozen $set" "$(grep '^FAIL' $out/$set.txt)"
    check_empty "frozen $set: all" "$(grep -v '^PASS' $out/$set.txt | grep -v 'operator ImageDecoder')"
    echo "$set: $(cut -d ' ' -f 1 $out/$set.txt | sort | uniq -c | tr -s ' \n' ' ')"
done
part_end
