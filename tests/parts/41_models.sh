#!/bin/sh
# Real models of ../shared/models (or CAMEO_SHARED/models) with inputs and outputs, judged by the
# tolerances of models.json. Refused models are skips; what is wrong otherwise must stand in
# tests/onnx/known_failures.txt.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
models=${CAMEO_SHARED:-../shared}/models
if [ ! -f "$models/models.json" ]; then skip "real models" "no folder $models" && part_end; fi
have "$PYTHON" || { skip "real models" "no $PYTHON to read models.json" && part_end; }
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }

"$PYTHON" tests/onnx/cases.py models "$models" > build/models_list.txt || {
    fail "models.json"
    part_end
}

log=build/models.txt
: > $log
tab=$(printf '\t')
while IFS=$tab read -r model data rtol of_max; do
    build/cameo test --model "$model" --data "$data" --rtol "$rtol" --atol-of-max "$of_max" \
        --timeout 120 2>&1 | grep -E '^(PASS|FAIL|UNSUPPORTED|ERROR) ' >> $log ||
        echo "ERROR $(basename "$model" .onnx) cameo test said nothing" >> $log
done < build/models_list.txt

judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt $log)
echo "$judged" | sed -n 's/^bad //p' > build/models_bad.txt
while read -r line; do fail "$line"; done < build/models_bad.txt
set -- $(echo "$judged" | sed -n 's/^counts //p')
part_passed=$1
part_skipped=$(($2 + $3))
if [ "$2" != 0 ]; then echo "NOTE of $2 the expected results are not given; tests/onnx/known_failures.txt says why"; fi
if [ "$3" != 0 ]; then
    echo "SKIP $3 models: operators or types that are not supported yet ($log)"
fi

# The planner meets the lower bound, but for what alignment costs small models.
cut -f 1 build/models_list.txt | xargs bench/plan_table.sh > build/plan_table.txt
check_run "a table of plans" grep -Eq '^[1-9][0-9]+ models: ' build/plan_table.txt
check_empty "activations within 5 % of the lower bound" \
    "$(awk 'NF == 4 && $1 > 65536 && $3 > 1.05' build/plan_table.txt)"
part_end
