#!/bin/sh
# `cameo optimize`: what it writes of the example, of small real models and of some of ONNX's tests is read by
# the checker, by onnxruntime and by Cameo, with equal results (tests/onnx/optimized.py). All of them:
# tests/long/41_optimize_all.sh.
cd "$(dirname "$0")/../.." && . tests/part.sh

: "${PYTHON:=python3}"
models=${CAMEO_SHARED:-../shared}/models
make -j2 build/cameo > /dev/null || { fail "build/cameo builds"; part_end; }

# Without anything else: written twice, the second file is the first.
mkdir -p build/optimized
check_run "the example is written" build/cameo optimize examples/digits/digits.onnx build/optimized/a.onnx
check_run "what was written is written" build/cameo optimize build/optimized/a.onnx build/optimized/b.onnx
check_run "nothing is left to optimise" cmp build/optimized/a.onnx build/optimized/b.onnx
check_empty "an error leaves no file" "$(build/cameo optimize tests/bad build/optimized/c.onnx 2> /dev/null
    ls build/optimized | grep '^c')"

# What is no regular file is written to, and stays what it is.
to_pipe() {
    rm -f build/optimized/pipe
    mkfifo build/optimized/pipe
    cat build/optimized/pipe > build/optimized/piped.onnx &
    build/cameo optimize examples/digits/digits.onnx build/optimized/pipe || return
    wait $!
    [ -p build/optimized/pipe ] && cmp build/optimized/a.onnx build/optimized/piped.onnx
}
check_run "a pipe" to_pipe

# Of one model and of two there are differences, or not.
same() { build/cameo diff "$1" "$2" > build/optimized/diff.txt; }
check_run "a model is the same as itself" same build/optimized/a.onnx build/optimized/b.onnx
check_empty "and nothing is printed" "$(cat build/optimized/diff.txt)"

# Cut in two, the second part continues what the first one began; the cut value can be seen in the whole.
digits=examples/digits/digits.onnx
run_parts() {
    set -e
    rm -rf build/optimized/whole build/optimized/first build/optimized/second
    build/cameo extract $digits build/optimized/first.onnx --outputs pool1
    build/cameo extract $digits build/optimized/second.onnx --inputs pool1 --outputs relu2,probability
    build/cameo run $digits --dim batch=2 --add-output pool1 --add-output relu2 --outputs build/optimized/whole
    build/cameo run build/optimized/first.onnx --dim batch=2 --outputs build/optimized/first
    cp build/optimized/first/output_0.pb build/optimized/first/input_0.pb
    build/cameo run build/optimized/second.onnx --inputs build/optimized/first --outputs build/optimized/second
    build/cameo compare build/optimized/first/output_0.pb build/optimized/whole/output_1.pb
    build/cameo compare build/optimized/second/output_0.pb build/optimized/whole/output_2.pb
    build/cameo compare build/optimized/second/output_1.pb build/optimized/whole/output_0.pb
}
check_run "two parts give what the whole gives" run_parts
if build/cameo diff $digits build/optimized/second.onnx > build/optimized/diff.txt; then
    fail "a part is not the whole"
else
    part_status=$?
    check_empty "status 1, nodes gone, none new" "$([ $part_status = 1 ] || echo "status $part_status"
        grep -c '^- node' build/optimized/diff.txt | grep -v '^3$'
        grep '^+ node' build/optimized/diff.txt)"
fi
check_empty "a part names what it lacks" "$(build/cameo extract $digits build/optimized/x.onnx --inputs gemm_b \
    --outputs score 2>&1 | grep -v '"image", which is not')"

# What is written of files that strict reading refuses, and compatible reading repairs, is read strictly. M03 means an
# opset that nobody knows, L11 has more metadata than strict reading looks at, M01 no output.
if python3 tests/bad/gen_bad.py build/bad > /dev/null 2>&1; then
    strictly() {
        for name in $(sed -n 's/^BAD(\([^,]*\), compatible, RUN, OK,.*/\1/p' tests/bad/expected.def) K_M16_50000_inputs; do
            for level in none all; do
                case $name in M03_opset_new | K_L11_metadata | K_M01_empty_graph | M01_no_outputs) continue ;; esac
                rm -f build/optimized/d.onnx
                build/cameo optimize --opt $level "build/bad/$name.onnx" build/optimized/d.onnx > /dev/null 2>&1 || continue
                build/cameo check --strict build/optimized/d.onnx > build/optimized/strict.txt 2>&1 ||
                    { echo "$name at level $level"; cat build/optimized/strict.txt; }
            done
        done
    }
    check_empty "what was repaired is read strictly" "$(strictly)"
else
    skip "what was repaired is read strictly" "no python3"
fi

if ! "$PYTHON" -c 'import onnx, onnxruntime' 2> /dev/null; then
    skip "files that others read" "$PYTHON lacks onnx or onnxruntime" && part_end
fi
list=build/optimized/list.txt
: > $list
if [ -f "$models/models.json" ]; then
    "$PYTHON" tests/onnx/cases.py models "$models" |
        grep -E 'sci_180|acasxu|silero_vad_v5|magika|mnist_dynamic|zipmap|crop_resize|qlstm|functions|bf16_matmul|gpr_scan' >> $list
else
    skip "real models" "no folder $models"
fi
tests/fetch_onnx.sh > /dev/null 2>&1
for test in averagepool_2d_same_upper clip_default_min constant_pad loop11 loop16_seq_none if_seq optional_get_element \
    reduce_mean_default_axes_keepdims_example scan_sum scan9_sum sequence_map_add_2_sequences split_variable_parts_1d_opset13 \
    split_variable_parts_1d_opset18 squeeze top_k upsample_nearest ai_onnx_ml_tree_ensemble_set_membership \
    ai_onnx_ml_label_encoder_string_int lstm_with_peepholes layer_normalization_2d_axis0_expanded gelu_default_1_expanded \
    center_crop_pad_crop_expanded affine_grid_2d_expanded string_split_basic einsum_batch_matmul cast_FLOAT_to_STRING \
    quantizelinear_axis resize_upsample_sizes_nearest batchnorm_example gru_seq_length nonzero_example; do
    folder=build/cache/onnx/node/test_$test
    if [ -d $folder ]; then printf '%s/model.onnx\t%s\t1e-3\t1e-4\n' $folder $folder >> $list; fi
done
if [ ! -s $list ]; then skip "files that others read" "no models" && part_end; fi
check_run "files that others read" sh -c "'$PYTHON' tests/onnx/optimized.py build/cameo build/optimized < $list"
part_end
