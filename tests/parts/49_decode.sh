#!/bin/sh
# The proof of states (tests/proofs/decode.c): real decoders whose past lies in one buffer give the bits of those that get it
# anew in each step, copy nothing and leave the past alone.
cd "$(dirname "$0")/../.." && . tests/part.sh

models=${CAMEO_SHARED:-../shared}/models
attention=$models/onnxruntime_onnxruntime-qnn__gpt2_attention_past.onnx
gpt2=$models/onnxruntime_onnxruntime-qnn__gpt2_past_tiny.onnx
if [ ! -f "$attention" ] || [ ! -f "$gpt2" ]; then skip "decoders" "no models in $models" && part_end; fi
check_run "prover" make -s -j2 build/debug/decode
set --
for layer in 0 1 2 3 4 5 6 7 8 9 10 11; do set -- "$@" "past_$layer=present_$layer"; done

# decodes NAME [ARGUMENT ...]: the line that decode prints begins with ok.
decodes() {
    name=$1 && shift
    said=$(build/debug/decode "$@" 2> /dev/null | tail -n 1)
    check_empty "$name" "$(printf '%s\n' "${said:-FAIL}" | grep -v '^ok ')"
}
decodes "an attention layer of gpt2, 500 steps" "$attention" 500 past=present
decodes "of three sequences" "$attention" 40 --dim batch=3 past=present
decodes "not optimised" "$attention" 10 --opt none --copies past=present
decodes "gpt2 of 12 layers" "$gpt2" 8 --dim batch_size=3 "$@" # its table of positions has 8 rows
decodes "gpt2, not optimised" "$gpt2" 8 --opt none --copies "$@"

# The example decodes with a small network, and what it writes is a model.
small="--layers 2 --width 64 --heads 4 --words 100 --steps 20"
mkdir -p build/decode_example
check_run "examples/decode" make -s build/gpt2
# shellcheck disable=SC2086
check_run "examples/decode decodes" build/gpt2 $small --past 10 --threads 2
# shellcheck disable=SC2086
check_run "examples/decode writes" build/gpt2 $small --write build/decode_example
check_run "what it writes is checked" build/cameo check build/decode_example/gpt2.onnx
part_end
