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

# A line for each model that has data: file, folder of the data, rtol, tolerance relative to the
# maximum.
"$PYTHON" - "$models" > build/models_list.txt << 'END' || { fail "models.json"; part_end; }
import glob, json, os, sys

root = sys.argv[1]
rows = {m["file"]: m for m in json.load(open(os.path.join(root, "models.json")))}
quantized = {"QLinearConv", "QuantizeLinear", "DynamicQuantizeLinear", "MatMulInteger",
             "ConvInteger"}
for model in sorted(glob.glob(os.path.join(root, "**", "*.onnx"), recursive=True)):
    file = os.path.relpath(model, root)
    if file.split(os.sep)[0] == "cases":
        continue
    row = rows.get(file) or rows.get(os.path.basename(file)) or {}
    cases = os.path.join(root, "cases")
    data = os.path.join(cases, os.path.splitext(os.path.basename(file))[0])
    if not glob.glob(data + "/test_data_set_*"):
        data = os.path.join(cases, file.split(os.sep)[0])
    if not glob.glob(data + "/test_data_set_*"):
        continue
    rtol, of_max = 1e-3, 5e-2 if quantized & set(row.get("ops", {})) else 1e-4
    if row.get("tol"):
        rtol, of_max = row["tol"]
    print(model, data, rtol, of_max, sep="\t")
END

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
if [ "$2" != 0 ]; then echo "NOTE $2 known failures, listed in tests/onnx/known_failures.txt"; fi
if [ "$3" != 0 ]; then
    echo "SKIP $3 models: operators or types that are not supported yet ($log)"
fi
part_end
