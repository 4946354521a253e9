#!/bin/sh
# Frozen models on a big-endian processor, a 32-bit one, the smallest board, and without texts (tests/parts/50_freeze.sh).
FREEZE_ON="s390x armhf m0 m4-quiet" exec "$(dirname "$0")/../parts/50_freeze.sh"
