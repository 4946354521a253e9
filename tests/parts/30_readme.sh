#!/bin/sh
# The first C example of README.md is a program that compiles, runs and succeeds as it stands.
cd "$(dirname "$0")/../.." && . tests/part.sh

if ! grep -q '^```c$' README.md 2> /dev/null; then
    skip "README example" "no C example in README.md"
    part_end
fi
mkdir -p build/readme
awk '/^```/ {if (on) exit; on = $0 == "```c"; next} on' README.md > build/readme/example.c
check_run "library" make -s -j2 build/libcameo.a
check_run "README example compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -Iinclude \
    build/readme/example.c build/libcameo.a -lpthread -o build/readme/example
check_run "README example runs" build/readme/example
part_end
