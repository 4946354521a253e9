#!/bin/sh
# The unit tests.
cd "$(dirname "$0")/../.." && make -j2 build/debug/unit > /dev/null && exec build/debug/unit
