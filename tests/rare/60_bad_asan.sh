#!/bin/sh
# tests/parts/60_bad.sh under the address and undefined-behaviour sanitizers.
BAD_VARIANT=asan exec "$(dirname "$0")/../parts/60_bad.sh"
