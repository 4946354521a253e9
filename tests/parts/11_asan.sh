#!/bin/sh
# The unit tests under the address and undefined-behaviour sanitizers.
cd "$(dirname "$0")/../.." && make -j2 build/asan/unit > /dev/null && exec build/asan/unit
