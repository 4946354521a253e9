#!/bin/sh
# The unit tests with the core's assertions, without sanitizers (tests/rare/11_asan.sh has those).
cd "$(dirname "$0")/../.." && . tests/part.sh

check_run "build" make_variant debug unit
build/debug/unit > build/debug/unit.txt 2>&1
check_log "unit tests" build/debug/unit.txt
part_end
