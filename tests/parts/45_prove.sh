#!/bin/sh
# The proofs that hold for every model (tests/proofs/prove.c) over ONNX's test data and real models; but for those of PROVE_SLOW,
# half of the time of all, which tests/rare/45_prove_slow.sh takes.
cd "$(dirname "$0")/../.." && . tests/part.sh

shared=${CAMEO_SHARED:-../shared}
tests/fetch_onnx.sh > /dev/null 2>&1
onnx=build/cache/onnx
slow='microsoft_Windows-Machine-Learning__squeezenet_fp16 microsoft_DNS-Challenge__dnsmos_sig_bak_ovr'
: "${PROVE_SLOW:=no}"
check_run "prover" make -s -j2 build/debug/prove
# prove NAME ARGUMENT ...: in the background; the result is looked at below.
prove() {
    name=$1
    shift
    build/debug/prove "$@" > "build/prove_$name.txt" 2>&1
}
judge() {
    check_empty "proofs over $1" "$(grep '^FAIL' "build/prove_$1.txt")"
    check_empty "proofs over $1 came to an end" "$(tail -n 1 "build/prove_$1.txt" | grep -v ' passed, ')"
    echo "$1: $(tail -n 1 "build/prove_$1.txt")"
}
if [ -d "$shared/models" ]; then
    set --
    for model in "$shared"/models/*.onnx; do
        name=$(basename "$model" .onnx)
        case " $slow " in *" $name "*) is=yes ;; *) is=no ;; esac
        data=$shared/models/cases/$name/test_data_set_0
        if [ $is = "$PROVE_SLOW" ] && [ -d "$data" ]; then set -- "$@" --model "$model" "$data"; fi
    done
    prove models "$@" &
fi
sets='node simple pytorch-converted pytorch-operator'
[ "$PROVE_SLOW" = no ] || sets=
for set in $sets; do
    [ ! -d "$onnx/$set" ] || prove $set "$onnx/$set"
done
wait
for set in $sets; do
    if [ -d "$onnx/$set" ]; then judge $set; else skip "proofs over $set" "ONNX's test data is not there"; fi
done
if [ -d "$shared/models" ]; then judge models; else skip "proofs over real models" "no folder $shared/models"; fi
part_end
