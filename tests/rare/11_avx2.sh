#!/bin/sh
# The unit tests of kernels as a processor without AVX-512 and VNNI runs them: variants, rows and forms of weights that
# processors with these never choose.
cd "$(dirname "$0")/../.." && . tests/part.sh

check_run "build" make_variant debug unit
CAMEO_TEST_CPU=avx2 build/debug/unit kernels > build/debug/unit_avx2.txt 2>&1
check_log "kernels by AVX2" build/debug/unit_avx2.txt
part_end
