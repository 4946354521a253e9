#!/bin/sh
# The unit tests at -O2 without sanitizers: what a sanitizer's larger frames and checks may hide.
cd "$(dirname "$0")/../.." && . tests/part.sh

check_run "build" make_variant debug unit
check_warnings debug
build/debug/unit > build/debug/unit.txt 2>&1
check_log "unit tests" build/debug/unit.txt
part_end
