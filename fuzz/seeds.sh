#!/bin/sh
# Makes the seed corpus build/corpus/seeds, one for all targets: the digits model, the fixtures of
# tests/bad (where python3 is), every regression, and, where they can be had, ONNX's backend tests
# and the real models of ../shared/models, up to 16 KiB each. Prints the number of files.
#   fuzz/seeds.sh && build/fuzz/fuzz_load -dict=fuzz/onnx.dict build/corpus/load build/corpus/seeds
cd "$(dirname "$0")/.." || exit 1

out=build/corpus/seeds
rm -rf "$out"
mkdir -p "$out"
cp examples/digits/digits.onnx "$out/digits.onnx"

if python3 tests/bad/gen_bad.py build/bad > /dev/null 2>&1; then
    find build/bad -name '*.onnx' -size -32 -exec cp {} "$out" \;
fi
find tests/regress -type f -size -32 -exec cp {} "$out" \; 2> /dev/null

# add_all FOLDER PREFIX: files called model.onnx get the name of their folder.
add_all() {
    find "$1" -name '*.onnx' -size -32 2> /dev/null | while read -r file; do
        cp "$file" "$out/$2_$(echo "${file#"$1"/}" | tr '/' '_')"
    done
}
if tests/fetch_onnx.sh > /dev/null 2>&1; then add_all build/cache/onnx onnx; fi
add_all "${CAMEO_SHARED:-../shared}/models" model

ls "$out" | wc -l
