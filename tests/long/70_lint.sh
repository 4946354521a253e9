#!/bin/sh
# Static analysers and valgrind.
exec "$(dirname "$0")/../lint.sh"
