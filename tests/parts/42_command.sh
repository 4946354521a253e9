#!/bin/sh
# The command line: help, exit statuses, inputs of every form, JSON, the comparer.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }
dir=build/command
digits=examples/digits/digits.onnx
rm -rf $dir
mkdir -p $dir

# status WANTED WHAT COMMAND ...: the exit status; what it says goes to $dir/said.
status() {
    wanted=$1 what=$2
    shift 2
    got=0
    "$@" > $dir/said 2>&1 || got=$?
    if [ $got = "$wanted" ]; then
        pass
    else
        fail "$what: status $got, want $wanted" "$(cat $dir/said)"
    fi
}

# says TEXT: the last command's words contain TEXT.
says() {
    if grep -qF -- "$1" $dir/said; then pass; else fail "no \"$1\" is said" "$(cat $dir/said)"; fi
}

status 2 "cameo alone" build/cameo
says "usage: cameo COMMAND"
status 0 "cameo --help" build/cameo --help
status 0 "cameo --version" build/cameo --version
status 2 "an unknown command" build/cameo fly
says 'no command "fly"'
status 2 "a mistyped command" build/cameo rnu
says 'no command "rnu", did you mean "run"?'
status 2 "a mistyped option" build/cameo run $digits --dmi=batch=2
says 'no option --dmi=batch=2, did you mean "--dim"? There are: --input, '
for command in $(build/cameo --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    status 0 "cameo $command --help" build/cameo "$command" --help
    says "usage: cameo $command"
    status 2 "cameo $command --no-such-option" build/cameo "$command" --no-such-option
done

# Plugins: their operators and their device.
plugin=$dir/plugin.so
check_run "a plugin" "${CC:-cc}" -shared -fPIC -Iinclude examples/plugin/plugin.c examples/plugin/ops.c -o $plugin
custom=tests/emul/custom.onnx
status 3 "a model with operators that nobody brings" build/cameo run $custom
status 0 "the same with a plugin" build/cameo run $custom --plugin $plugin
status 0 "a device of a plugin" build/cameo run $digits --plugin $plugin --providers host,cpu --outputs $dir/host
status 0 "the plan of a model with a device" build/cameo plan $digits --plugin $plugin --providers host,cpu --dim batch=2
says "pinned_bytes"
status 0 "without it" build/cameo run $digits --outputs $dir/cpu
status 0 "the same results" build/cameo compare $dir/host/output_0.pb $dir/cpu/output_0.pb
for wrong in "--providers host" "--providers cpu,host" "--plugin $plugin --providers ghost" \
    "--plugin $plugin --providers cpu,host" "--plugin $plugin --plugin $plugin" "--plugin $dir/none.so"; do
    # shellcheck disable=SC2086
    status 2 "$wrong" build/cameo run $digits $wrong
done
: > $dir/empty.c
check_run "a shared object" "${CC:-cc}" -shared -fPIC $dir/empty.c -o $dir/empty.so
status 2 "a shared object that is no plugin" build/cameo run $digits --plugin $dir/empty.so
says "exports no cameo_plugin_2"

# What the model is taken to be.
status 0 "the whole model and an inner value" build/cameo run $digits --add-output pool1 --outputs $dir/whole
status 0 "the part behind it" build/cameo run $digits --from pool1 --to probability \
    --input pool1=$dir/whole/output_1.pb --outputs $dir/part
says "input pool1: float32 [1, 8, 4, 4]"
status 0 "gives the same" build/cameo compare $dir/part/output_0.pb $dir/whole/output_0.pb --rtol 0 --atol 0
status 0 "other dims of an input" build/cameo run $digits --input-type 'image=float32[3,1,8,8]'
says "output probability: float32 [3, 10]"
status 4 "dims that do not fit" build/cameo check $digits --input-type 'image=[n,2,8,8]'
says CAMEO_E_SHAPE
status 4 "a dtype that does not fit" build/cameo run $digits --input-type image=float64
says CAMEO_E_TYPE
status 0 "another version" build/cameo run $digits --opset ai.onnx=13
status 0 "weights as parameters" build/cameo run $digits --weights parameters --log info
status 4 "a part that needs more" build/cameo run $digits --from pool1 --add-output conv1
says "the part needs input \"image\""
status 0 "an input as constant" build/cameo run $digits --from pool1 --bind pool1=$dir/whole/output_1.pb \
    --outputs $dir/bound
status 0 "gives the same" build/cameo compare $dir/bound/output_0.pb $dir/whole/output_0.pb --rtol 1e-5
status 2 "a constant of no input" build/cameo run $digits --bind q=$dir/whole/output_1.pb
says "which is no input"
for wrong in "--bind image" "--bind image=$dir/none.npy" "--bind image=$dir/none" "--from nowhere" "--to nowhere" "--add-output nowhere" "--add-output probability" \
    "--input-type image=float" "--input-type image=[1,2" "--input-type float32" "--input-type q=float32" \
    "--opset elsewhere=3" "--opset 0" "--opset x" "--weights none"; do
    # shellcheck disable=SC2086
    status 2 "$wrong" build/cameo run $digits $wrong
done

# Statuses.
printf '\377\377\377not a model' > $dir/bad.onnx
: > $dir/empty.onnx
# ir_version 8, opset 17, a graph with the node y = NoSuchOperator(x).
printf '\010\010\072\075\012\026\012\001x\022\001y"\016NoSuchOperator\022\001g' > $dir/op.onnx
printf 'Z\017\012\001x\022\012\012\010\010\001\022\004\012\002\010\001' >> $dir/op.onnx
printf 'b\017\012\001y\022\012\012\010\010\001\022\004\012\002\010\001B\002\020\021' >> $dir/op.onnx
for command in info check run bench plan; do
    status 2 "$command without a model" build/cameo $command
    status 1 "$command of a missing file" build/cameo $command $dir/missing.onnx
    status 4 "$command of no model" build/cameo $command $dir/bad.onnx
    status 2 "two models for $command" build/cameo $command $digits $digits
done
for command in check run bench plan; do
    status 3 "$command of an unknown operator" build/cameo $command $dir/op.onnx
    says unsupported
done
status 0 "info of an unknown operator" build/cameo info $dir/op.onnx
says NoSuchOperator
status 0 "info --values" build/cameo info $digits --values
says "input      image: float32[batch, 1, 8, 8]"
says "node       probability: float32[batch, 10]"
# Initializers that are inputs have a default, unless nobody may replace them.
cat > $dir/default.onnxtxt << 'END'
<ir_version: 10, opset_import: ["" : 21]>
g (float[2] x, float[2] w) => (float[2] y) <float[2] w = {1, 2}> { y = Add (x, w) }
END
for weights in declared parameters; do
    status 0 "info --weights $weights" build/cameo info $dir/default.onnxtxt --weights $weights
    says "default    w: float32[2]"
done
status 0 "info --weights frozen" build/cameo info $dir/default.onnxtxt --weights frozen
check_empty "info --weights frozen lists no default" "$(grep "^default " $dir/said)"
status 0 "info --weights frozen --json" build/cameo info $dir/default.onnxtxt --weights frozen --json
says '"defaults": []'
# Files that are something else say so.
kinds='lfs:version_https://git-lfs.github.com/spec/v1:a_pointer_of_Git_LFS
tflite:\034\000\000\000TFL3\024\000:no_loader_for_.tflite
ort:\040\000\000\000ORTM\000:no_loader_for_.ort
pt:PK\003\004\024\000:an_archive
gz:\037\213\010\000:an_archive
h5:\211HDF\r\n\032\n\000:no_loader_for_.h5
safetensors:\002\000\000\000\000\000\000\000{}:no_loader_for_.safetensors
pbtxt:ir_version__8\ngraph:text
html:<!DOCTYPE_html>:a_page_of_HTML
json:{"model"_1}:JSON
txt:not_a_model:not_ONNX
npy:\223NUMPY\001:no_loader_for_.npy'
for kind in $kinds; do
    bytes=${kind#*:} text=${kind##*:}
    # shellcheck disable=SC2059
    printf "$(printf '%s' "${bytes%:*}" | tr _ ' ')" > $dir/other.onnx
    for command in info run; do
        status 3 "$command of ${kind%%:*}" build/cameo $command $dir/other.onnx
        says "not ONNX"
        says "$(echo "$text" | tr _ ' ')"
    done
done
status 3 "info --values of an unknown operator" build/cameo info $dir/op.onnx --values
says unsupported
# An input that is declared as a scalar, and a value of rank 1.
printf '\010\010:*\012\013\012\001x\022\001y"\003Neg\022\001g' > $dir/scalar.onnx
printf 'Z\013\012\001x\022\006\012\004\010\001\022\000b\013\012\001y\022\006\012\004\010\001\022\000B\004\012\000\020\021' >> $dir/scalar.onnx
printf '\010\002\020\001B\001xJ\010\000\000\200?\000\000\000@' > $dir/two.pb
status 0 "a value of rank 1 for a scalar" build/cameo run $dir/scalar.onnx --input x=$dir/two.pb
says 'input "x" is declared as a scalar, its value has rank 1: read so'
says 'output y: float32 [2] : -1 -2'
status 1 "a value of rank 1 for a scalar, strict" build/cameo run --strict $dir/scalar.onnx --input x=$dir/two.pb
says 'input x: rank 1, want 0'
status 0 "check" build/cameo check $digits
status 0 "check --strict" build/cameo check $digits --strict
status 2 "--opt fast" build/cameo run $digits --opt fast
status 2 "--no-rewrite of an unknown one" build/cameo run $digits --no-rewrite dead,fastest
says 'no rewrite "fastest", want some of dead, identity'
status 2 "--providers cuda" build/cameo run $digits --providers cuda,cpu
says 'no provider "cuda"'
status 2 "--dim batch" build/cameo run $digits --dim batch
status 2 "--input nothing=x" build/cameo run $digits --input nothing=x.npy
status 1 "--input of a missing file" build/cameo run $digits --input image=$dir/missing.npy
status 1 "--inputs of a missing folder" build/cameo run $digits --inputs $dir/missing
status 2 "plan of an unknown dim" build/cameo plan $digits --dim height=3
status 2 "run with an unknown dim" build/cameo run $digits --dim height=3
says '--dim names "height", which is no dim of the model; there is: batch'
status 2 "a mistyped dim" build/cameo plan $digits --dim bacth=1..3
says 'did you mean "batch"?'
status 2 "a mistyped input" build/cameo run $digits --input imgae=x.npy
says 'no input "imgae", did you mean "image"?'
status 2 "a mistyped value" build/cameo run $digits --to scoer
says '--to names "scoer", which is no value of the main graph, did you mean "score"? There are: image, conv1'
status 2 "a mistyped rewrite" build/cameo run $digits --no-rewrite actvation
says 'no rewrite "actvation"'
# A free dim without a name is called by its input and its position.
unnamed='--input-type image=float32[?,1,8,8]'
# shellcheck disable=SC2086
{
    status 0 "a dim without a name" build/cameo run $digits $unnamed --dim image:0=3
    says "output probability: float32 [3, 10]"
    status 0 "a range of a dim without a name" build/cameo plan $digits $unnamed --dim image:0=1..3
    says "dim image:0      1..3"
    status 0 "freeze with a dim without a name" build/cameo freeze $digits -o $dir/frozen $unnamed --dim image:0=3
    status 0 "freeze with its range" build/cameo freeze $digits -o $dir/frozen $unnamed --dim image:0=1..3
    status 2 "freeze without it" build/cameo freeze $digits -o $dir/frozen $unnamed
    says "free dim image:0: give --dim image:0=N"
    status 2 "a dim that there is not" build/cameo run $digits $unnamed --dim image:1=3
    says '"image:1", which is 1, not free'
    status 2 "a dim of no input" build/cameo plan $digits $unnamed --dim imag:0=1..3
    says 'no free dim named imag:0, did you mean "image:0"?'
}
status 1 "test of an empty folder" build/cameo test $dir
says "no folder there holds a model.onnx"
status 1 "test of no name" build/cameo test --model $digits --data $dir --only xyz --only abc
says 'none of 1 tests has "xyz" or another --only in its name'
status 2 "test --model alone" build/cameo test --model $digits

# Runs: seeds, outputs, options.
for way in a: b: c:--portable d:"--opt none" e:"--threads 1" f:"--cpu-mask-off all"; do
    status 0 "run $way" build/cameo run $digits --seed 7 --dim batch=3 \
        --outputs $dir/${way%%:*} ${way#*:}
    says "float32 [3, 10]"
done
rm -f $dir/pipe
mkfifo $dir/pipe
for command in info check run; do
    status 1 "$command of a FIFO" timeout 10 build/cameo $command $dir/pipe
    says "is not a regular file"
    status 1 "$command of a device" timeout 10 build/cameo $command /dev/zero
    says "is not a regular file"
done
status 0 "the service preset" build/cameo run $digits --limits service --quiet
status 1 "a cost limit" build/cameo run $digits --max-cost 10 --quiet
says "limit --max-cost of 10 is reached"
status 4 "a memory limit" build/cameo run $digits --max-memory 4K --quiet
says "bytes of model memory, the limit is 4096"
status 4 "a limit of nodes" build/cameo check $digits --max-nodes 1
status 1 "no time" build/cameo run $digits --max-seconds 0 --quiet
says "stopped by --max-seconds"
status 2 "no such preset" build/cameo run $digits --limits none
status 2 "no number of bytes" build/cameo run $digits --max-memory 4X

check_run "equal seeds, equal outputs" cmp $dir/a/output_0.pb $dir/b/output_0.pb
check_run "other options, near outputs" build/cameo compare $dir/c/output_0.pb $dir/a/output_0.pb
check_run "--opt none, near outputs" build/cameo compare $dir/d/output_0.pb $dir/a/output_0.pb
check_run "one thread, equal outputs" cmp $dir/e/output_0.pb $dir/a/output_0.pb
check_run "--cpu-mask-off all is --portable" cmp $dir/f/output_0.pb $dir/c/output_0.pb
status 0 "another seed" build/cameo run $digits --seed 8 --dim batch=3 --outputs $dir/g --quiet
status 1 "another seed, other outputs" build/cameo compare $dir/g/output_0.pb $dir/a/output_0.pb
says differ
status 0 "profile" build/cameo profile $digits --runs 1
says Conv
status 0 "profile of a model whose data decide sizes" build/cameo profile tests/emul/control.onnx --runs 1 --steps
status 0 "plan" build/cameo plan $digits --dim batch=2
says activation_bytes
status 0 "plan of a model with branches" build/cameo plan tests/emul/control.onnx
says bound_bytes
status 0 "plan with its steps" build/cameo plan tests/emul/control.onnx --steps
check_empty "each step is there, loops go back" "$(awk '
    / drop  / {drop++}
    / loop  / {loop++}
    / next  / {back += $NF + 0 < $1 + 0}
    END {if (!drop || !loop || back != loop) print drop + 0, loop + 0, back + 0}' $dir/said)"
status 0 "plan with the steps of a device" build/cameo plan $digits --plugin $plugin --providers host,cpu --dim batch=2 --steps
says "device      of host "
says "transfer    of host "
status 0 "plan of a range" build/cameo plan $digits --dim batch=1..4
says "1..4"
status 0 "bench" build/cameo bench $digits --runs 3
says median_ms
status 0 "ops" build/cameo ops
says "ai.onnx Conv 11 float32"
status 0 "ops of one operator" build/cameo ops conv
check_empty "only its lines" "$(grep -v '^ai.onnx Conv [0-9]* b*float' $dir/said)"
status 0 "ops of one operator of a domain" build/cameo ops com.microsoft:Pad --summary
check_empty "only its line" "$(sed 1d $dir/said)"
status 0 "ops of the command's own operator" build/cameo ops imagedecoder
says "ai.onnx ImageDecoder 20 uint8"
status 1 "ops of no operator" build/cameo ops Cnov
says 'no operator "Cnov", did you mean "Conv"?'
status 0 "ops --summary" build/cameo ops --summary
says "operators of ai.onnx"
status 0 "providers" build/cameo providers
says cpu

if ! have "$PYTHON"; then skip "JSON, .npy, the comparer" "no $PYTHON"; part_end; fi
"$PYTHON" tests/command/command_check.py build/cameo $dir > $dir/python.txt 2>&1 ||
    echo "FAIL command_check.py ended badly" >> $dir/python.txt
part_passed=$((part_passed + $(grep -c '^ok ' $dir/python.txt)))
sed -n 's/^FAIL //p' $dir/python.txt > $dir/python_bad.txt
while read -r line; do fail "$line"; done < $dir/python_bad.txt
if grep -q '^Traceback' $dir/python.txt; then tail -n 12 $dir/python.txt; fi
part_end
