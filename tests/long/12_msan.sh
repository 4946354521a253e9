#!/bin/sh
# The unit tests under clang's memory sanitizer: no result and no branch depends on memory that nobody wrote.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! have clang || ! echo 'int main(void) { return 0; }' | clang -fsanitize=memory -x c - -o /dev/null 2> /dev/null; then
    skip "memory sanitizer" "no clang that has one"
    part_end
fi
check_run "build" make -s -j2 msan-build
check_run "unit tests" build/msan/unit
part_end
