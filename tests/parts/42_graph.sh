#!/bin/sh
# Pictures and what a terminal sees: `cameo graph` as SVG and as a page (every box and line, no overlap, hostile names),
# `plan --svg` and `--json`, `profile --html`, `bench --compare`, progress and colours.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
dir=build/graph
digits=examples/digits/digits.onnx
rm -rf $dir
mkdir -p $dir

check_says "a colour that there is not" 2 'did you mean "operator"' build/cameo graph $digits -o $dir/a.svg --colour operators
check_says "times from nowhere" 2 "--colour time wants --profile FILE" build/cameo graph $digits -o $dir/a.svg --colour time
check_says "no file" 1 "No such file" build/cameo graph $digits -o $dir/none/a.html
printf '{"a": [1, 2' > $dir/broken.json
check_says "broken JSON" 1 "is no JSON: byte 11" build/cameo bench --compare $dir/broken.json $dir/broken.json
echo '{"runs": 5}' > $dir/other.json
check_says "a profile that is none" 1 'has no "nodes"' build/cameo graph $digits -o $dir/a.svg --profile $dir/other.json
check_says "other JSON" 1 'it has no "median_ms"' build/cameo bench --compare $dir/other.json $dir/other.json
check_says "one file" 2 "--compare wants two files" build/cameo bench --compare $dir/other.json
check_says "plan as JSON with steps" 2 "--json has all buffers" build/cameo plan $digits --json --steps
check_says "a drawing nowhere" 1 "cannot write" build/cameo plan $digits --dim batch=1 --svg $dir/none/plan.svg
check_says "a page nowhere" 1 "cannot write" build/cameo profile $digits --html $dir/none/profile.html
check_run "an empty plan is drawn" build/cameo plan $digits --svg $dir/free.svg
if cc -shared -fPIC -Iinclude examples/plugin/plugin.c examples/plugin/ops.c -o $dir/plugin.so 2> $dir/said; then
    check_run "colours by provider" build/cameo graph $digits -o $dir/provider.svg --plugin $dir/plugin.so \
        --providers host,cpu --colour provider
else
    skip "colours by provider" "no shared objects"
fi

# Second opinions by Python: each line a check.
run_python() {
    "$PYTHON" "$@" > $dir/python.txt 2>&1 || echo "FAIL $1 ended badly" >> $dir/python.txt
    part_passed=$((part_passed + $(grep -c '^ok ' $dir/python.txt)))
    sed -n 's/^FAIL //p' $dir/python.txt > $dir/python_bad.txt
    while read -r line; do fail "$line"; done < $dir/python_bad.txt
    if grep -q '^Traceback' $dir/python.txt; then tail -n 12 $dir/python.txt; fi
}
run_python tests/command/seen_check.py build/cameo $dir
if "$PYTHON" -c 'import onnx' 2> /dev/null; then
    run_python tests/command/graph_check.py build/cameo $dir $digits tests/emul/control.onnx
else
    skip "boxes and lines of pictures" "no onnx for $PYTHON"
fi
part_end
