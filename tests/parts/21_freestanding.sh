#!/bin/sh
# The core on bare metal: every file of the library but runtime/os_*.c compiles for Cortex-M0 and M4 without
# a C library, has no writable data, and calls nothing but four mem functions and the compiler's helpers.
cd "$(dirname "$0")/../.." && . tests/part.sh

arm=${ARM_PREFIX:-arm-none-eabi-}
if ! have "${arm}gcc"; then
    skip "freestanding on Cortex-M0 and M4" "no ${arm}gcc"
    part_end
fi

flags="-std=c11 -O2 -Wall -Wextra -Werror -ffreestanding -nostdlib -mthumb -I."
# 64-bit and floating-point arithmetic that the processor lacks, by the names of the ARM run-time ABI
# (RTABI 4.1 to 4.3) and of libgcc.
helpers='mem(cpy|move|set|cmp)|__aeabi_(u?[il]2[df]|[df]2u?[il]z|[df](add|sub|rsub|mul|div|cmp[a-z]+)|[df]2[hfd]|h2f(_alt)?|u?l?i?div(mod)?|u?ldivmod|lmul|ll?sl|llsr|lasr|u?lcmp|mem(cpy|move|set|clr)[48]?)|__(popcount|clz|ctz|bswap)[sd]i2|__u?(div|mod)di3|__gnu_thumb1_case_[a-z]+'

# on_cpu NAME FLAG ...: compiles the core into build/arm/NAME, two files at a time, and looks at the objects.
on_cpu() {
    cpu=$1
    shift
    out=build/arm/$cpu
    rm -rf "$out"
    mkdir -p "$out"
    check_run "$cpu: compiles" sh -c 'out=$1; shift; core=$1; shift
        printf "%s\n" $core | xargs -P 2 -n 8 sh -c "cd \"\$0\" && exec \"\$@\"" "$out" "$@" -c' \
        sh "$out" "$(core_sources | sed "s|^|$PWD/|")" "${arm}gcc" $flags "-I$PWD" "$@"
    sizes=$("${arm}size" "$out"/*.o | awk 'NR > 1 && $2 + $3 > 0 {print $6 ": data " $2 ", bss " $3}')
    check_empty "$cpu: no writable data" "$sizes"
    "${arm}nm" --defined-only -g "$out"/*.o | awk 'NF == 3 {print $3}' | sort -u > "$out/defined.txt"
    "${arm}nm" -u -A "$out"/*.o | awk '{print $NF, $1}' | sort -u |
        awk 'NR == FNR {ours[$1] = 1; next} !($1 in ours)' "$out/defined.txt" - |
        grep -vE "^($helpers) " > "$out/foreign.txt"
    check_empty "$cpu: no foreign symbol" "$(cat "$out/foreign.txt")"
    # Double precision that slips into single-precision code costs hundreds of cycles on these parts.
    "${arm}size" -t "$out"/*.o | tail -n 1 | awk -v cpu="$cpu" '{print "NOTE " cpu ": " $1 " bytes of code and constants"}'
}

on_cpu cortex-m0 -mcpu=cortex-m0 -mfloat-abi=soft
on_cpu cortex-m4 -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16
part_end
