#!/bin/sh
# The planner beside its lower bound: activations of each model, every free dim bound to one number, over the most
# bytes in use at one step. Models whose sizes the data decide are left out.
#   bench/plan_table.sh [--dim N] MODEL.onnx ...      N (1) for every free dim
cd "$(dirname "$0")/.." || exit 1
size=1
if [ "$1" = --dim ]; then size=$2; shift 2; fi

for model; do
    dims=$(build/cameo plan "$model" 2> /dev/null | sed -n 's/^dim \([^ ]*\) .*free:.*/--dim \1='"$size"'/p')
    # shellcheck disable=SC2086
    build/cameo plan "$model" $dims 2> /dev/null | awk -v model="$(basename "$model" .onnx)" '
        /^activation_bytes/ {activation = $2}
        /^bound_bytes/ {bound = $2}
        /^dynamic_bytes/ {dynamic = $2 != 0}
        END {if (bound > 0 && !dynamic) print activation, bound, activation / bound, model}'
done | awk '
    {
        printf "%12d %12d %8.4f  %s\n", $1, $2, $3, $4
        sum += log($3); n++
        if ($3 > worst) {worst = $3; which = $4}
    }
    END {
        if (n > 0) printf "%d models: geometric mean %.4f, worst %.4f (%s)\n", n, exp(sum / n), worst, which
    }'
