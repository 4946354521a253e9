#!/bin/sh
# Looking into a model by the command: `cameo info --nodes` says what onnx.load reads, and the text of `cameo print` is the
# model again when onnx.parser reads it: ONNX's node tests, real models, those of tests/ms and tests/ml.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
dir=build/look
digits=examples/digits/digits.onnx
rm -rf $dir
mkdir -p $dir

check_says "a node with its attributes and type" 0 \
    'Conv "conv1" (image, conv1_w, conv1_b) kernel_shape=[3, 3] pads=[1, 1, 1, 1] -> conv1: float32[batch, 8, 8, 8]' \
    build/cameo info $digits --nodes
check_says "two ways at once" 2 "want --nodes or --values" build/cameo info $digits --nodes --values
check_says "types that cannot be inferred" 0 "types are those that the file declares" \
    build/cameo info tests/emul/custom.onnx --nodes
check_says "a body, indented" 0 "    then_branch () -> (" build/cameo info tests/emul/control.onnx --nodes
check_says "larger data stay in the file" 0 '["location": "digits.onnx", "offset": "609", "length": "288"]' build/cameo print $digits
check_says "a limit of elements" 0 'conv1_b = ["location"' build/cameo print $digits --max-elements 4
check_says "no file to write" 1 "No such file" build/cameo print $digits -o $dir/none/text
check_says "no number" 2 "--max-elements" build/cameo print $digits --max-elements many
check_run "a file" build/cameo print $digits --inline -o $dir/digits.txt
build/cameo print $digits --inline > $dir/stdout.txt
check_run "the same on stdout" cmp $dir/digits.txt $dir/stdout.txt

check_says "an edge with its type" 0 'n2 -> n3 [label="pool1\nfloat32[batch, 8, 4, 4]"];' build/cameo graph $digits
check_says "a box with attributes and constants" 0 \
    'n7 [label="Gemm\ngemm\ntransB = 1\ngemm_w float32[10, 64]\ngemm_b float32[10]"];' \
    build/cameo graph $digits
check_says "a dim that is bound" 0 'label="image\nfloat32[2, 1, 8, 8]"' build/cameo graph $digits --dim batch=2
check_says "a subgraph" 0 'label="Loop loop: body";' build/cameo graph tests/emul/control.onnx
check_says "its output leads to its node" 0 'o1_0 -> n6 [style=dashed];' build/cameo graph tests/emul/control.onnx
check_says "another ending" 2 "want a file that ends in .svg, .html, .dot or .gv" build/cameo graph $digits -o $dir/digits.png
check_says "no picture to write" 1 "No such file" build/cameo graph $digits -o $dir/none/digits.dot
check_run "a picture" build/cameo graph $digits -o $dir/digits.dot
build/cameo graph $digits > $dir/stdout.dot
check_run "the same picture on stdout" cmp $dir/digits.dot $dir/stdout.dot
if have dot; then
    check_run "Graphviz draws it" dot -Tsvg -o $dir/digits.svg $dir/digits.dot
else
    skip "Graphviz draws it" "no dot"
fi

if ! "$PYTHON" -c 'import onnx, onnx.parser, sys; sys.exit(tuple(map(int, onnx.__version__.split(".")[:2])) < (1, 22))'; then
    skip "what onnx reads" "no onnx 1.22 or later for $PYTHON"
    part_end
fi
set -- tests/ms tests/ml tests/emul examples/digits
if tests/fetch_onnx.sh > $dir/fetch.txt 2>&1; then
    set -- "$@" build/cache/onnx/node build/cache/onnx/simple build/cache/onnx/pytorch-converted
else
    skip "ONNX's tests" "$(tail -n 1 $dir/fetch.txt)"
fi
models=${CAMEO_SHARED:-../shared}/models
if [ -d "$models" ]; then set -- "$@" "$models"; else skip "real models" "no $models"; fi
"$PYTHON" tests/command/look_check.py build/cameo "$@" > $dir/python.txt 2>&1 ||
    echo "FAIL look_check.py ended badly" >> $dir/python.txt
part_passed=$((part_passed + $(grep -c '^ok ' $dir/python.txt)))
sed -n 's/^FAIL //p' $dir/python.txt > $dir/python_bad.txt
while read -r line; do fail "$line"; done < $dir/python_bad.txt
if grep -q '^Traceback' $dir/python.txt; then tail -n 12 $dir/python.txt; fi
grep '^told ' $dir/python.txt
part_end
