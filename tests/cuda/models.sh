# models.sh — what parts cuda_all and cuda_gpu share, who source it behind tests/part.sh and define cuda, which runs the
# command with the CUDA provider first: ONNX's backend tests, and the models of ../shared/models that have reference outputs.

# cuda_backend_tests LOGS: all of ONNX's backend tests; logs go to that folder.
cuda_backend_tests() {
    tests/fetch_onnx.sh > /dev/null 2>&1 || { skip "ONNX's tests" "they cannot be had" && return; }
    for set in node simple pytorch-converted pytorch-operator; do
        log=$1/$set.txt
        cuda test build/cache/onnx/$set > $log 2>&1
        check_empty "$set: the provider is never dropped" "$(grep 'is not used' $log)"
        judged=$(awk -f tests/judge.awk tests/onnx/known_failures.txt $log)
        check_empty "$set" "$(echo "$judged" | sed -n 's/^bad //p' | grep -v 'is listed')"
        counts=$(echo "$judged" | sed -n 's/^counts //p')
        echo "$set: ${counts%% *} passed"
        part_passed=$((part_passed + ${counts%% *}))
    done
}

# cuda_models LOGS BYTES: the models of at most so many bytes.
cuda_models() {
    shared=${CAMEO_SHARED:-../shared}
    larger=0
    if ! [ -f "$shared/models/models.json" ] ||
        ! "${PYTHON:-python3}" tests/onnx/cases.py models "$shared/models" > "$1/models.tsv"; then
        skip "real models" "no folder $shared/models, or no Python with numpy and onnx" && return
    fi
    while IFS=$(printf '\t') read -r model data rtol of_max; do
        if [ "$(wc -c < "$model")" -gt "$2" ]; then larger=$((larger + 1)) && continue; fi
        check_run "$(basename "$model")" cuda test --model "$model" --data "$data" --rtol "$rtol" \
            --atol-of-max "$of_max" --timeout 600
    done < "$1/models.tsv"
    [ "$larger" = 0 ] || skip "$larger real models" "above $2 bytes"
}
