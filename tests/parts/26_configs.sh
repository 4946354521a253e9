#!/bin/sh
# Every switch of base/config.h compiles without a warning: a switch that nobody builds is broken.
cd "$(dirname "$0")/../.." && . tests/part.sh

strict="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I. -fsyntax-only"
for config in CAMEO_NO_ERRMSG=1 CAMEO_PORTABLE=1 CAMEO_ALIGN=8 CAMEO_FROZEN=1; do
    # A frozen program prepares nothing: it has no use for most of runtime/.
    left_out='^$'
    [ $config != CAMEO_FROZEN=1 ] || left_out='^runtime/'
    said=$(core_sources | grep -v "$left_out" | xargs -P 2 -n 8 "${CC:-cc}" $strict -D$config 2>&1)
    check_empty "$config" "$(printf '%s\n' "$said" | grep -E 'error|warning')"
done
part_end
