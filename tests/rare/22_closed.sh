#!/bin/sh
# All branches and conditions (MC/DC) of the folders that Makefile's MCDC_CLOSED names are shown by a program that checks what
# comes out, or have a reason beside the code that still holds (tests/mcdc.py).
cd "$(dirname "$0")/../.." && . tests/part.sh

llvm=${LLVM:--19}
if ! have "clang$llvm" || ! have "llvm-cov$llvm" || ! have "llvm-profdata$llvm"; then
    skip "branches and conditions" "no clang$llvm, llvm-cov$llvm or llvm-profdata$llvm"
    part_end
fi
if said=$(make -s -j2 LLVM="$llvm" mcdc-closed 2>&1); then pass; else fail "branches and conditions" "$(printf '%s\n' "$said" |
    grep -e '^open: ' -e failed -e FAIL)"; fi
printf '%s\n' "$said" | sed -n 's/^ *\([0-9.]*%.*[a-z]\)$/NOTE \1/p'
part_end
