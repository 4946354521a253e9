#!/bin/sh
# Estimators of scikit-learn, XGBoost, LightGBM and CatBoost as their converters write them: a sample, tests/ml/cases.tar.xz,
# of what tests/long/92_estimators.sh makes. Each computes what onnxruntime and the estimator do, is proven (exact memory,
# pauses, workers), and holds what inference says.
cd "$(dirname "$0")/../.." && . tests/part.sh

rm -rf build/ml && mkdir -p build/ml
check_run "the cases unpack" tar -xJf tests/ml/cases.tar.xz -C build/ml
check_run "programs" make -s -j2 build/cameo build/debug/prove build/debug/contain
build/cameo test build/ml > build/ml.txt 2>&1
check_empty "results are the estimators'" "$(grep -v '^PASS' build/ml.txt | grep -v ' 0 failed, 0 unsupported, 0 errors$')"
check_run "60 estimators" test "$(grep -c '^PASS' build/ml.txt)" -ge 60
for tool in prove contain; do
    build/debug/$tool build/ml > build/ml_$tool.txt 2>&1
    check_log "$tool" build/ml_$tool.txt
done
# Repeated weights of a leaf: compatible reading keeps the first, strict reading adds them up.
check_run "strict reading adds repeated weights up" grep -q '^FAIL ml_tree_paths ' <<END
$(build/cameo test --strict --only tree_paths build/ml 2>&1)
END
tail -n 1 build/ml.txt
part_end
