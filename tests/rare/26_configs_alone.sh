#!/bin/sh
# Each switch of base/config.h alone (tests/parts/26_configs.sh).
CONFIGS='CAMEO_NO_ERRMSG=1 CAMEO_PORTABLE=1 CAMEO_ALIGN=8 CAMEO_SMALL_STACK=1 CAMEO_MAX_RANK=12' exec "$(dirname "$0")/../parts/26_configs.sh"
