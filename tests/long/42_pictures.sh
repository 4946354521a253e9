#!/bin/sh
# The page of `cameo graph` for a model of 1,427 nodes with subgraphs and functions, in a browser: texts fit their boxes,
# boxes fold and unfold, what is searched is shown, a screenshot has its size. The boxes and lines of all models at hand.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
dir=build/pictures
rm -rf $dir
mkdir -p $dir
check_run "build/cameo" make -s -j2 build/cameo
"$PYTHON" -c 'import onnx' 2> /dev/null || { skip "pictures" "no onnx for $PYTHON"; part_end; }
models=${CAMEO_SHARED:-../shared}/models
[ -d "$models" ] || skip "pictures of real models" "no $models"
run_python() {
    "$PYTHON" "$@" > $dir/python.txt 2>&1 || echo "FAIL $1 ended badly" >> $dir/python.txt
    part_passed=$((part_passed + $(grep -c '^ok ' $dir/python.txt)))
    sed -n 's/^FAIL //p' $dir/python.txt > $dir/python_bad.txt
    while read -r line; do fail "$line"; done < $dir/python_bad.txt
    grep -e '^NOTE' -e '^Traceback' -A 12 $dir/python.txt
}
find tests/emul tests/ml examples "$models" -maxdepth 2 -name '*.onnx' > $dir/models.txt
# shellcheck disable=SC2046
run_python tests/command/graph_check.py build/cameo $dir $(cat $dir/models.txt)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
    run_python tests/command/browser_check.py build/cameo "$browser" $dir
else
    skip "the page in a browser" "no chromium"
fi
part_end
