#!/bin/sh
# Peak memory of load + prepare + one run in a fresh process, beside what it has to be: weights + plan + 5 % + 5 MB.
# Weights are the model file, plan is the memory of the run: activations, scratch, tables. Every free dim is 1. Inputs are
# the caller's and in the peak only: the last ratio is that of the peak without them. What the process has before the
# model is loaded (the command, its shared libraries that decode images) does not count.
#   bench/memory_table.sh [--threads N] MODEL.onnx ...      models below 10 MB are left out
cd "$(dirname "$0")/.." || exit 1
threads=1
if [ "$1" = --threads ]; then threads=$2; shift 2; fi

for model; do
    bytes=$(wc -c < "$model")
    [ "$bytes" -gt 10000000 ] || continue
    build/cameo bench "$model" --runs 1 --warmup 0 --threads "$threads" 2> /dev/null |
        awk -v weights="$bytes" -v model="$(basename "$model" .onnx)" '
            /^run_bytes/ {run = $2}
            /^start_rss_bytes/ {start = $2}
            /^peak_rss_bytes/ {rss = $2 - start}
            /^input_bytes/ {inputs = $2}
            END {if (rss > 0) print weights, run, rss, (weights + run) * 1.05 + 5e6, inputs, model}'
done | awk '
    BEGIN {printf "%9s %9s %9s %9s %6s %9s %6s\n", "weights", "plan", "peak RSS", "limit", "ratio", "inputs", "ratio"}
    {
        without = $3 - $5
        printf "%9.1f %9.1f %9.1f %9.1f %6.3f %9.1f %6.3f  %s\n", $1 / 1e6, $2 / 1e6, $3 / 1e6, $4 / 1e6, $3 / $4, \
            $5 / 1e6, without / $4, $6
        n++; over += $3 > $4; own += without > $4
    }
    END {printf "%d models, %d above the limit, %d without the inputs of the caller (MB)\n", n, over, own}'
