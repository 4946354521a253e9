#!/bin/sh
# tests/parts/45_prove.sh over the real models that take long with portable kernels.
PROVE_SLOW=yes exec "$(dirname "$0")/../parts/45_prove.sh"
