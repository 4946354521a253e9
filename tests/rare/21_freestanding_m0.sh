#!/bin/sh
# The core on the smallest of the bare processors (tests/parts/21_freestanding.sh).
CPUS=cortex-m0 exec "$(dirname "$0")/../parts/21_freestanding.sh"
