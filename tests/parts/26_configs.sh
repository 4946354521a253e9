#!/bin/sh
# Every switch of base/config.h compiles without a warning: a switch that nobody builds is broken. CONFIGS: which, those
# of one pass joined by commas. By default all are on in one pass, file by file; tests/rare/26_configs_alone.sh takes each
# alone, with all files read as one.
cd "$(dirname "$0")/../.." && . tests/part.sh

strict="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I. -fsyntax-only"
for config in ${CONFIGS:-CAMEO_NO_ERRMSG=1,CAMEO_PORTABLE=1,CAMEO_ALIGN=8,CAMEO_SMALL_STACK=1,CAMEO_MAX_RANK=12 CAMEO_FROZEN=1}; do
    if [ $config = CAMEO_FROZEN=1 ]; then
        # A frozen program prepares nothing: it compiles the files that docs/FIRMWARE.md lists.
        sources=$(ls $(awk '/^```/ {if (on) exit; on = $0 == "```files"; next} on && !/^-D/' docs/FIRMWARE.md))
    else
        sources=$(core_sources)
    fi
    if [ -n "${CONFIGS:-}" ]; then
        core_sources | as_one_file build/config.c
        sources=build/config.c
    fi
    said=$(printf '%s\n' "$sources" | xargs -P 2 -n 8 "${CC:-cc}" $strict -D$(echo "$config" | sed 's/,/ -D/g') 2>&1)
    check_empty "$config" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
done
part_end
