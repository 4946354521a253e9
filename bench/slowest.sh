#!/bin/sh
# The operators that take the most time over several models, one thread; each model's time counts as 1, so that
# large ones do not drown the others. OPTIONS="--portable" measures the portable kernels.
#   bench/slowest.sh MODEL.onnx ...
cd "$(dirname "$0")/.." || exit 1

for model; do
    # shellcheck disable=SC2086
    build/cameo profile "$model" --runs 1 $OPTIONS 2> /dev/null | awk 'NR > 1 {print $2, $1, $4}'
done | awk '
    {share[$3] += $1; ms[$3] += $2; n[$3]++; sum += $1}
    END {for (op in share) printf "%6.2f %10.1f %5d  %s\n", 100 * share[op] / sum, ms[op], n[op], op}' |
    sort -rn | awk 'BEGIN {print "   share         ms models  operator"} NR <= 10'
