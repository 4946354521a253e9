#!/bin/sh
# The measuring programs of bench/ come to an end and say what they promise: figures are of no interest here.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
if ! "$PYTHON" -c 'import numpy, onnx, onnxruntime' 2> /dev/null; then
    skip "bench/operators.py, bench/models.py" "no $PYTHON with numpy, onnx and onnxruntime"
    part_end
fi
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
dir=build/bench_check
rm -rf $dir
mkdir -p $dir/shared/models/cases/digits/test_data_set_0
cp examples/digits/digits.onnx $dir/shared/models
cp docs/BENCHMARKS.md $dir/page.md

# Operators: rows in a file, a second call that has nothing left to do, results that are compared.
operators() { "$PYTHON" bench/operators.py --rounds 1 --seconds 0.001 --check "$@"; }
check_run "operators.py" operators --only 'relu 8,topk 1 of 128,scaler' --json $dir/rows.json --page $dir/page.md
check_run "operators.py --missing" operators --only 'relu 8,topk 1 of 128,scaler' --json $dir/rows.json --missing \
    --cameo $dir/none --page $dir/page.md
cat > $dir/wrong.sh <<'END'
#!/bin/sh
# Other inputs for `run` than those that it is told.
[ "$1" = run ] && exec build/cameo run "$2" --seed 3 --outputs "$6" --quiet
exec build/cameo "$@"
END
chmod +x $dir/wrong.sh
operators --only 'relu 8' --cameo $dir/wrong.sh > $dir/wrong.txt 2>&1
check_run "operators.py --check sees wrong results" grep -q DIFFERS $dir/wrong.txt
operators --only 'relu 8' > $dir/right.txt 2>&1
check_empty "operators.py --check passes right ones" "$(grep -E 'DIFFERS|Error' $dir/right.txt)"

# Models: a folder as ../shared, with the example in it.
"$PYTHON" - $dir <<'END'
import json, sys
import numpy as np
from onnx import numpy_helper
folder = sys.argv[1] + "/shared/models"
with open(folder + "/models.json", "w", encoding="utf-8") as f:
    json.dump([{"name": "digits", "group": "cnn", "file": "digits.onnx"}], f)
with open(folder + "/cases/digits/test_data_set_0/input_0.pb", "wb") as f:
    f.write(numpy_helper.from_array(np.ones((3, 1, 8, 8), np.float32)).SerializeToString())
END
check_run "models.py" "$PYTHON" bench/models.py --shared $dir/shared --rounds 2 --seconds 0.01 --threads 1 --peers "" \
    --json $dir/models.json --page $dir/page.md --svg $dir/models.svg
check_run "what they wrote" "$PYTHON" - $dir <<'END'
import json, sys, xml.etree.ElementTree
folder = sys.argv[1]
rows = json.load(open(folder + "/rows.json"))["rows"]
assert [r["op"] for r in rows] == ["Relu", "TopK", "Scaler"], rows
assert all(r["cameo_us"] > 0 and r["ort_us"] > 0 and r["bound_us"] > 0 and r["differs"] == "" for r in rows), rows
row, = json.load(open(folder + "/models.json"))["rows"]
assert row["model"] == "digits" and row["ratio"]["cameo"] == 1 and row["ratio"]["onnxruntime"] > 0, row
assert 0 < row["bound"] and row["rest"], row
page = open(folder + "/page.md").read()
assert page.count("| digits | cnn |") == 1 and page.count("| TopK | 1 |") == 1, page
assert "digits" in "".join(xml.etree.ElementTree.parse(folder + "/models.svg").getroot().itertext())
END
part_end
