#!/bin/sh
# `cameo edit` and models as text: what is written against onnx, its checker and onnxruntime
# (tests/command/edit_check.py), every error of both with its place.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=${CAMEO_PYTHON:-python3}}"
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
dir=build/edit
digits=examples/digits/digits.onnx
rm -rf $dir
mkdir -p $dir

# says STATUS TEXT COMMAND ...: the exit status, and a text in what it says.
says() { check_says "\"$2\"" "$@"; }

# text_says PLACE-AND-ERROR TEXT: the error of a model that is this text.
text_says() {
    printf '%s' "$2" > $dir/bad.onnxtxt
    says 4 "CAMEO_E_MALFORMED: $1" build/cameo check $dir/bad.onnxtxt
}
head='<ir_version: 10, opset_import: ["" : 21]>
'
text_says "line 1, column 2: want ir_version, opset_import" '<version: 10> g () => () {}'
text_says "line 1, column 14: want a number" '<ir_version: x> g () => () {}'
text_says "line 1, column 14: want a whole number" '<ir_version: 1.5> g () => () {}'
text_says "line 1, column 14: the number does not fit 64 bits" '<ir_version: 9223372036854775808> g () => () {}'
text_says "line 1, column 17: want a string in quotes" '<opset_import: [ai : 21]> g () => () {}'
text_says "line 1, column 17: a string has no closing quote" '<opset_import: ["ai : 21]> g () => () {}'
text_says "line 1, column 13: want ':'" '<ir_version 10> g () => () {}'
text_says "line 1, column 16: want '['" '<opset_import: 21> g () => () {}'
text_says "line 2, column 1: want a name" "$head() => () {}"
text_says "line 2, column 7: want '=>' between inputs and outputs" "${head}g () = () {}"
text_says "line 2, column 8: want an element type" "${head}g (map(flo, float) x) => () {}"
text_says "line 2, column 13: the nodes have no closing '}'" "${head}g () => () {"
text_says "line 2, column 19: want an operator" "${head}g () => () { y =  (x) }"
text_says "line 2, column 22: want the rest of an operator's name" "${head}g () => () { y = ai. (x) }"
text_says "line 2, column 21: want an overload" "${head}g () => () { y = F: (x) }"
text_says "line 2, column 23: want ')'" "${head}g () => () { y = F (x }"
text_says "line 2, column 24: no type of attributes" "${head}g () => () { y = F <a: bool = 1> (x) }"
text_says "line 2, column 30: the value is not of the attribute's type" "${head}g () => () { y = F <a: int = 1.5> (x) }"
text_says "line 2, column 26: an empty list wants its type" "${head}g () => () { y = F <a = []> (x) }"
text_says "line 2, column 31: a list for an attribute of one value" "${head}g () => () { y = F <a: int = [1]> (x) }"
text_says "line 2, column 26: a reference cannot stand in a list" "${head}g () => () { y = F <a = [@b]> (x) }"
text_says "line 2, column 25: the number is too large for a float" "${head}g () => () { y = F <a = 1e39> (x) }"
text_says "line 2, column 19: every dim of a tensor with elements is a number" "${head}g () => () <float[N] w = {1}> {}"
text_says "line 2, column 13: a tensor wants a tensor's type" "${head}g () => () <seq(float) w = {1}> {}"
text_says "line 2, column 26: want '{' and the tensor's elements" "${head}g () => () <float[1] w = 1> {}"
text_says "line 2, column 26: the number does not fit 32 bits" "${head}g () => () <int8[1] w = {3000000000}> {}"
text_says "line 3, column 2: want domain, overload, doc_string or opset_import" "${head}g () => () {}
<ir_version: 10> f () => () {}"
types=$(awk 'BEGIN {for (i = 0; i < 200; i++) printf "seq("}')
printf '%sg (%sfloat x) => () {}' "$head" "$types" > $dir/deep.onnxtxt
says 4 "CAMEO_E_LIMIT: graphs and types are nested more than" build/cameo check $dir/deep.onnxtxt
cat > $dir/model.txt << 'END'
# A model, by its first line that is no comment.
<ir_version: 10, opset_import: ["" : 21]>
g (float[2] x) => (float[2] y) <float[2] w = {1, -2.5e0}> { y = Add (x, w) }
END
says 0 "x: float32 [2]" build/cameo run $dir/model.txt
says 0 "Add" build/cameo info $dir/model.txt --nodes
build/cameo check - < $dir/model.txt > $dir/said 2>&1
check_run "text on standard input" test $? = 0

says 2 "want a model and the file to write" build/cameo edit $digits
says 2 "--rename is \"x\", want OLD=NEW" build/cameo edit $digits $dir/a.onnx --rename x
says 2 'the model has no value "imag", did you mean "image"' build/cameo edit $digits $dir/a.onnx --rename imag=x
says 2 'the model has no node "con1", did you mean "conv1"' build/cameo edit $digits $dir/a.onnx --rename-node con1=x
says 2 'want NODE<NAME = VALUE, ...>' build/cameo edit $digits $dir/a.onnx --set-attr conv1
says 2 'the model has no node "con1", did you mean "conv1"' build/cameo edit $digits $dir/a.onnx --set-attr 'con1<a = 1>'
says 2 '--set-attr, line 1, column 6: want a number' build/cameo edit $digits $dir/a.onnx --set-attr 'conv1<a = >'
says 2 "want nothing behind '>'" build/cameo edit $digits $dir/a.onnx --set-attr 'conv1<a = 1> b'
says 4 '"none"' build/cameo edit $digits $dir/a.onnx --set-attr 'conv1<g = g () => (y) { y = Neg (none) }>'
says 4 'pool1' build/cameo edit $digits $dir/a.onnx --rename conv1=pool1
says 2 'the model has no dim "bath", did you mean "batch"' build/cameo edit $digits $dir/a.onnx --set-dim bath=2
says 2 '"2x" is no dim' build/cameo edit $digits $dir/a.onnx --set-dim batch=2x
says 2 'image:7: no such axis is declared' build/cameo edit $digits $dir/a.onnx --set-dim image:7=2
says 2 '--metadata is "x", want KEY=VALUE' build/cameo edit $digits $dir/a.onnx --metadata x
says 2 'no metadata "x"' build/cameo edit $digits $dir/a.onnx --remove-metadata x
says 2 'want the name of a file' build/cameo edit $digits $dir/a.onnx --external a/b
says 2 '--convert-opset is "x"' build/cameo edit $digits $dir/a.onnx --convert-opset x
says 2 'do not change the file' build/cameo edit $digits $dir/a.onnx --from conv1
says 1 "No such file" build/cameo edit $digits $dir/none/a.onnx
check_empty "an error leaves no file" "$(ls $dir | grep '^a')"
check_run "external data of a model that goes to another folder" build/cameo edit $digits $dir/far.onnx --external far.bin
says 0 "probability: float32 [1, 10]" build/cameo run $dir/far.onnx
cp $digits $dir/own.onnx
check_run "the file itself can be written" build/cameo edit $dir/own.onnx $dir/own.onnx --strip-docs

if ! "$PYTHON" -c 'import onnx, onnx.parser, onnxruntime
raise SystemExit(tuple(map(int, onnx.__version__.split(".")[:2])) < (1, 22))' 2> $dir/python; then
    skip "what onnx reads" "no onnx 1.22 or later, or no onnxruntime, for $PYTHON"
    part_end
fi
set -- $(find tests/ms tests/ml tests/emul examples/digits build/cache/onnx/node "${CAMEO_SHARED:-../shared}/models" \
    -name '*.onnx' -size -400k 2> /dev/null | sort | awk 'NR % 20 == 0')
"$PYTHON" tests/command/edit_check.py build/cameo $dir "$@" > $dir/python.txt 2>&1 ||
    echo "FAIL edit_check.py ended badly" >> $dir/python.txt
part_passed=$((part_passed + $(grep -c '^ok ' $dir/python.txt)))
sed -n 's/^FAIL //p' $dir/python.txt > $dir/python_bad.txt
while read -r line; do fail "$line"; done < $dir/python_bad.txt
if grep -q '^Traceback' $dir/python.txt; then tail -n 12 $dir/python.txt; fi
part_end
