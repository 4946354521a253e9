#!/bin/sh
# Counts, and lists what does not pass and why, over everything at hand that has reference outputs: ONNX's own
# tests, the real models of ../shared/models and the large architectures of ../shared/zoo. Known failures count
# as failures here. Arguments choose sets: node simple pytorch-converted pytorch-operator light models zoo. light
# wants a PYTHON with numpy and onnx, the zoo onnxruntime as well; each of its models is rebuilt and removed again.
cd "$(dirname "$0")/.." || exit 1

: "${PYTHON:=python3}"
shared=${CAMEO_SHARED:-../shared}
out=build/conformance
tab=$(printf '\t')
sets=${*:-node simple pytorch-converted pytorch-operator light models zoo}
rm -rf $out
mkdir -p $out

# judge SET MODEL DATA RTOL OF_MAX: a line to the log of the set.
judge() {
    build/cameo test --model "$2" --data "$3" --rtol "$4" --atol-of-max "$5" --timeout 600 2>&1 |
        grep -E '^(PASS|FAIL|UNSUPPORTED|ERROR) ' >> $out/$1.txt ||
        echo "ERROR $(basename "$2" .onnx) cameo test said nothing" >> $out/$1.txt
}

run_models() {
    "$PYTHON" tests/onnx/cases.py models "$shared/models" > $out/models.list || return
    while IFS=$tab read -r model data rtol of_max; do
        judge models "$model" "$data" "$rtol" "$of_max"
    done < $out/models.list
}

run_light() {
    tests/fetch_onnx.sh > /dev/null 2>&1 && [ -d build/cache/onnx/light ] || return
    "$PYTHON" tests/onnx/cases.py light build/cache/onnx/light $out/light > $out/light.list || return
    while IFS=$tab read -r model data rtol of_max; do
        judge light "$model" "$data" "$rtol" "$of_max"
    done < $out/light.list
    rm -rf $out/light
}

run_zoo() {
    "$PYTHON" tests/onnx/cases.py zoo "$shared/zoo" > $out/zoo.list || return
    while IFS=$tab read -r name _ rtol of_max; do
        if "$PYTHON" "$shared/zoo/hydrate.py" $out/zoo "$name" --cases > $out/hydrate.log 2>&1; then
            judge zoo "$out/zoo/$name.onnx" "$out/zoo/cases/$name" "$rtol" "$of_max"
        else
            echo "ERROR $name hydrate.py: $(tail -n 1 $out/hydrate.log)" >> $out/zoo.txt
        fi
        rm -rf $out/zoo
    done < $out/zoo.list
}

for set in $sets; do
    case $set in
    models) [ ! -f "$shared/models/models.json" ] || run_models ;;
    light) run_light ;;
    zoo) [ ! -f "$shared/zoo/zoo.json" ] || run_zoo ;;
    *) tests/fetch_onnx.sh > /dev/null 2>&1 && build/cameo test build/cache/onnx/"$set" > $out/$set.txt 2>&1 ;;
    esac
done

for set in $sets; do
    [ -s $out/$set.txt ] || { echo "$set: not here"; continue; }
    awk -v set="$set" '
        $1 == "PASS" {passed++}
        $1 == "FAIL" || $1 == "UNSUPPORTED" || $1 == "ERROR" {
            count[$1]++
            reason = $0
            sub(/^[A-Z]+ [^ ]+ (CAMEO_E_[A-Z]+: )?(unsupported: )?/, "", reason)
            list = list "  " $1 " " $2 ": " reason "\n"
        }
        END {
            printf "%s: %d passed, %d failed, %d unsupported, %d errors\n%s", set, passed,
                count["FAIL"], count["UNSUPPORTED"], count["ERROR"], list
        }' $out/$set.txt
done > $out/report.txt
cat $out/report.txt
echo
grep -E '^[a-z-]+: ' $out/report.txt
