#!/bin/sh
# The operators of the CUDA provider as a table, out of its match table: docs/CUDA.md has it, tests/parts/61_cuda.sh compares.
cd "$(dirname "$0")/.." || exit 1
echo '| operator | what the device computes |'
echo '|---|---|'
{
    echo '#define CM_CUDA_RULE(op_type, match, launch, code, host_inputs, note) RULE op_type note'
    echo '#include "providers/cuda/cuda.def"'
} | "${CC:-cc}" -std=c11 -I. -E -P -x c - |
    sed -n 's/^RULE \([A-Za-z0-9_]*\) *"\(.*\)" *$/| \1 | \2 |/p' | sed 's/"  *"//g; s/""//g'
