#!/bin/sh
# Makes docs/OPERATORS.md, or the file that is given, of what passed (`make operators`): a few minutes. What is
# collected lies in build/operators; lines.txt there has each version and dtype of each operator with its checks.
# PYTHON needs numpy, ml_dtypes and onnx 1.23, whose schemas reach opset 28. Status 1: something failed, and the file
# is as it was.
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C

: "${PYTHON:=python3}"
page=${1:-docs/OPERATORS.md}
models=${CAMEO_SHARED:-../shared}/models
out=build/operators
tab=$(printf '\t')
rm -rf $out
mkdir -p $out

make -s -j2 build/cameo build/debug/unit || exit 1
build/cameo ops > $out/claimed.txt
build/cameo ops --markdown > $out/summary.md

build/debug/unit --passed $out/unit.txt > $out/unit.log || { tail -n 20 $out/unit.log; exit 1; }

tests/fetch_onnx.sh || exit 1
cache=build/cache/onnx
build/cameo test --opt none --passed $out/onnx.txt $cache/node $cache/simple $cache/pytorch-converted \
    $cache/pytorch-operator > $out/onnx.log

: > $out/models.txt
if [ -f "$models/models.json" ]; then
    "$PYTHON" tests/onnx/cases.py models "$models" > $out/models.list || exit 1
    while IFS=$tab read -r model data rtol of_max; do
        build/cameo test --model "$model" --data "$data" --rtol "$rtol" --atol-of-max "$of_max" --timeout 120 \
            --opt none --passed $out/models.txt >> $out/models.log
    done < $out/models.list
fi

for archive in ms ml; do
    rm -rf $out/$archive && mkdir -p $out/$archive
    tar -xJf tests/$archive/cases.tar.xz -C $out/$archive || exit 1
    build/cameo test --opt none --passed $out/$archive.txt $out/$archive > $out/$archive.log
done

"$PYTHON" tests/onnx/matrix.py $cache/node $out/claimed.txt $out/matrix || exit 1
build/cameo test --quiet --opt none --passed $out/matrix.txt $out/matrix > $out/matrix.log || {
    grep -E '^(FAIL|ERROR)' $out/matrix.log
    exit 1
}

"$PYTHON" tests/onnx/operators_page.py $out || exit 1
cp $out/page.md "$page"
sed -n '/ lines:/p' "$page"
