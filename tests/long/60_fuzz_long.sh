#!/bin/sh
# Ten minutes of fuzzing for each target, or FUZZ_SECONDS.
FUZZ_RUNS=-1 FUZZ_SECONDS="${FUZZ_SECONDS:-600}" exec "$(dirname "$0")/../rare/13_fuzz.sh"
