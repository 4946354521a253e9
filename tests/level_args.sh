#!/bin/sh
# Arguments of build/debug/levels, one a line, for the models in a list of tests/onnx/cases.py that have at most
# MOST bytes: level_args.sh MOST LIST
tab=$(printf '\t')
while IFS=$tab read -r model data rtol of_max; do
    [ "$(wc -c < "$model")" -le "$1" ] || continue
    printf '%s\n' --tolerance "$rtol" "$of_max" --model "$model" "$data/test_data_set_0"
done < "$2"
