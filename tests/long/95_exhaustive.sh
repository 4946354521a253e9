#!/bin/sh
# Every function of f32 with one operand over all 2^32 numbers, each variant of this processor: the bounds of
# tests/kernels/stage_cases.h hold, and what promises the portable bits has them.
cd "$(dirname "$0")/../.." && . tests/part.sh

make -s -j2 build/stage_exhaustive > build/exhaustive_make.txt 2>&1 ||
    { fail "build/stage_exhaustive builds" "$(tail -n 20 build/exhaustive_make.txt)" && part_end; }
for stage in $(sed -n 's/^CM_STAGE_DEF(\([a-z_]*\), 1).*/\1/p' kernels/prim/stages.def); do
    check_run "$stage" build/stage_exhaustive "$stage"
done
part_end
