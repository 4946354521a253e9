#!/bin/sh
# What `cameo optimize` writes at each level, of all real models, the zoo and ONNX's node tests, is read by the
# checker, by onnxruntime and by Cameo, with equal results (tests/onnx/optimized.py).
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
if ! "$PYTHON" -c 'import onnx, onnxruntime' 2> /dev/null; then
    skip "files that others read" "$PYTHON lacks onnx or onnxruntime" && part_end
fi
check_run "build/cameo" make -s -j2 build/cameo
mkdir -p build/optimized

# judge WHAT LIST: a pass, or the complaints of optimized.py but for those that known_optimized.txt has.
judge() {
    log=build/optimized/$1.txt
    "$PYTHON" tests/onnx/optimized.py build/cameo build/optimized < "$2" > "$log" 2>&1
    tail -n 1 "$log"
    check_run "$1: counts" grep -Eq '^[1-9][0-9]* models, ' "$log"
    check_empty "$1" "$(sed '$d' "$log" | grep -v -F -f build/optimized/known.txt)"
}

sed '/^#/d; /^$/d; s/  .*//' tests/onnx/known_optimized.txt > build/optimized/known.txt
if [ -f "$shared/models/models.json" ]; then
    "$PYTHON" tests/onnx/cases.py models "$shared/models" > build/optimized/models.tsv
    judge models build/optimized/models.tsv
else
    skip "real models" "no folder $shared/models"
fi
# The zoo, model by model: it takes gigabytes. CAMEO_ZOO is a folder where hydrate.py has put them already.
zoo=${CAMEO_ZOO:-build/optimized/zoo}
tab=$(printf '\t')
"$PYTHON" tests/onnx/cases.py zoo "$shared/zoo" > build/optimized/zoo.txt 2> /dev/null ||
    { skip "the zoo" "no $shared/zoo/zoo.json"; : > build/optimized/zoo.txt; }
while IFS=$tab read -r name data rtol of_max; do
    if [ -z "${CAMEO_ZOO:-}" ]; then
        rm -rf "$zoo"
        "$PYTHON" "$shared/zoo/hydrate.py" "$zoo" "$name" --cases > build/optimized/hydrate.txt 2>&1 ||
            { skip "$name" "hydrate.py cannot make it"; continue; }
    fi
    printf '%s\t%s\t%s\t%s\n' "$zoo/$name.onnx" "$zoo/cases/$data" "$rtol" "$of_max" > build/optimized/zoo.tsv
    judge "$name" build/optimized/zoo.tsv
done < build/optimized/zoo.txt
if tests/fetch_onnx.sh > /dev/null 2>&1; then
    for folder in build/cache/onnx/node/*; do
        printf '%s/model.onnx\t%s\t1e-3\t1e-4\n' "$folder" "$folder"
    done > build/optimized/node.tsv
    judge node build/optimized/node.tsv
else
    skip "ONNX's node tests" "tests/fetch_onnx.sh has none"
fi
part_end
