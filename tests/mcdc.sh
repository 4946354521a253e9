#!/bin/sh
# mcdc.sh — branches and conditions (MC/DC) of the library that programs show which check what comes out, folder by
# folder: unit tests, malformed models, models that fail at every level, random graphs, memory that does not suffice, and
# the fuzz targets on files; with ONNX's own tests, where tests/fetch_onnx.sh has put them. A program that fails is an
# error.
#   tests/mcdc.sh VERSION           runs them; VERSION of llvm's commands: "-19", or "" for those without one
#   tests/mcdc.sh VERSION --open F  lists, as of the last time, what nothing showed in files whose path contains F
#   tests/mcdc.sh VERSION --closed FOLDER ...
#                                   runs those of build/closed, which count in these folders alone; fails where something
#                                   in them is neither shown nor has a reason, or a reason is no longer true
# tests/mcdc.py has what is counted, and how a reason is written. `make mcdc` and `make mcdc-closed` build the programs.
set -eu
cd "$(dirname "$0")/.."
llvm=$1
shift
out=build/mcdc
programs='bad faults levels random_graphs prove fuzz_load fuzz_twoparse fuzz_run fuzz_oom fuzz_wire fuzz_value
    fuzz_export fuzz_edit fuzz_own fuzz_graph fuzz_host'
if [ "${1:-}" = --open ]; then exec python3 tests/mcdc.py --open "$2" "$PWD" $out/all.json; fi
closed=
if [ "${1:-}" = --closed ]; then
    shift
    closed=$(echo "$*" | tr ' ' ,)
    out=build/closed
    programs='bad faults fuzz_load fuzz_twoparse fuzz_wire fuzz_value fuzz_edit'
fi

# run NAME PROGRAM ARGUMENT ...: into its profile, to which the processes that it starts add theirs.
run() {
    name=$1 program=$2
    shift 2
    rm -f $out/$name.*.profraw
    LLVM_PROFILE_FILE=$out/$name.%m.profraw $out/$program "$@" > $out/$name.txt 2>&1 ||
        { echo "$name failed:"; tail -n 30 $out/$name.txt; return 1; }
    "llvm-profdata$llvm" merge -sparse $out/$name.*.profraw -o $out/$name.profdata
    rm -f $out/$name.*.profraw
    echo "$name: $(tail -n 1 $out/$name.txt)"
}

rm -rf $out/files $out/*.profdata
mkdir -p $out/files/node
python3 tests/bad/gen_bad.py $out/files/bad > $out/gen_bad.txt
python3 tests/proofs/gen_failing.py $out/files/failing > $out/gen_failing.txt
node=build/cache/onnx/node
for model in $node/*/model.onnx; do
    [ ! -f "$model" ] || cp "$model" "$out/files/node/$(basename "$(dirname "$model")").onnx"
done
models="examples/digits/digits.onnx tests/emul/control.onnx tests/emul/nonzero.onnx tests/emul/packed.onnx"

# shellcheck disable=SC2086
run unit unit ${closed:+-kernels/} & unit=$!
run bad bad $out/files/bad
# shellcheck disable=SC2086
run sizes faults --sizes $models
run edit fuzz_edit fuzz/corpus/edit
for target in load twoparse wire value; do
    # shellcheck disable=SC2086
    run $target fuzz_$target $models tests/regress fuzz/corpus $out/files/bad $out/files/node
done
if [ -z "$closed" ]; then
    run failing levels --failing $out/files/failing/*.onnx
    run random random_graphs 1 300
    for target in export own graph host; do run $target fuzz_$target fuzz/corpus/$target; done
    for target in run oom; do
        # shellcheck disable=SC2086
        run $target fuzz_$target $models tests/regress fuzz/corpus $out/files/bad $out/files/node
    done
    if [ -d $node ]; then run prove prove $node; else echo "prove: left out, ONNX's tests are not there"; fi
fi
wait $unit

"llvm-profdata$llvm" merge -sparse $out/*.profdata -o $out/all.profdata
objects=
for program in $programs; do objects="$objects -object $out/$program"; done
# shellcheck disable=SC2086
"llvm-cov$llvm" export -instr-profile=$out/all.profdata $out/unit $objects > $out/all.json 2> $out/export.txt
if [ -n "$closed" ]; then exec python3 tests/mcdc.py --closed "$closed" "$PWD" $out/all.json; fi
python3 tests/mcdc.py "$PWD" $out/all.json
# Clang counts no decision in which another one is an operand of something else than && and ||.
echo "decisions that clang does not count: $(find $out -name '*.said' -exec cat {} + | grep -c 'unsupported MC/DC')"
