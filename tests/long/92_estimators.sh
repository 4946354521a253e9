#!/bin/sh
# Fitted estimators and pipelines of scikit-learn, XGBoost, LightGBM and CatBoost, converted by their converters: each
# computes what onnxruntime does and what the estimator itself answers, as it is, not optimised and by portable kernels
# (tests/ml/estimators.py, whose notes say what a converter refuses or converts into something else).
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
wanted='sklearn, skl2onnx, onnxmltools, xgboost, lightgbm, catboost, pandas, onnxruntime'
said=$("$PYTHON" -c "import $wanted" 2>&1) || { skip "estimators" "$PYTHON: $(echo "$said" | tail -n 1)" && part_end; }
check_run "programs" make -s -j2 build/cameo build/debug/prove build/debug/contain
rm -rf build/estimators
"$PYTHON" tests/ml/estimators.py build/estimators > build/estimators_made.txt 2>&1
grep '^NOTE' build/estimators_made.txt
made=$(sed -n 's/^\([0-9]*\) estimators, .*/\1/p' build/estimators_made.txt)
if [ "${made:-0}" -ge 250 ]; then pass; else fail "250 estimators are made" "$(tail -n 5 build/estimators_made.txt)"; fi
for way in "" "--opt none" "--portable"; do
    # shellcheck disable=SC2086
    build/cameo test $way build/estimators > build/estimators.txt 2>&1
    check_empty "estimators${way:+ with $way}" "$(grep -E '^(FAIL|ERROR)' build/estimators.txt)"
    unsupported=$(grep -c '^UNSUPPORTED' build/estimators.txt)
    if [ "$unsupported" != 0 ]; then skip "$unsupported estimators" "$(grep -m 1 '^UNSUPPORTED' build/estimators.txt)"; fi
    check_run "they came to an end" grep -q '^[1-9][0-9]* passed' build/estimators.txt
done
for tool in prove contain; do
    build/debug/$tool build/estimators > build/estimators_$tool.txt 2>&1
    check_log "$tool" build/estimators_$tool.txt
done
part_end
