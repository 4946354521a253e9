#!/bin/sh
# The core on bare metal: every file of the library but runtime/os_*.c and host.c compiles for a Cortex-M4 (CPUS names
# others that make_variant knows) without a C library, has no writable data, and calls only four mem functions and compiler helpers.
cd "$(dirname "$0")/../.." && . tests/part.sh

arm=${ARM_PREFIX:-arm-none-eabi-}
if ! have "${arm}gcc"; then
    skip "freestanding on ${CPUS:-cortex-m4}" "no ${arm}gcc"
    part_end
fi

# What these processors cannot do in one instruction, by the names of the ARM run-time ABI
# (IHI 0043: floating point, 64-bit integers, division, mem functions) and of libgcc.
helpers='mem(cpy|move|set|cmp)|__aeabi_mem(cpy|move|set|clr)[48]?'
helpers="$helpers|__aeabi_[df](add|sub|rsub|mul|div|cmp(eq|lt|le|ge|gt|un))"
helpers="$helpers|__aeabi_c[df]r?cmp(eq|le)"
helpers="$helpers|__aeabi_([df]2u?[il]z|u?[il]2[df]|f2d|d2f|[df]2h|h2f)"
helpers="$helpers|__aeabi_(lmul|u?ldivmod|u?idiv(mod)?|ll?sl|llsr|lasr|u?lcmp)"
helpers="$helpers|__(popcount|clz|ctz|bswap)[sd]i2|__gnu_thumb1_case_(s|u)(qi|hi|i)"

for cpu in ${CPUS:-cortex-m4}; do
    core=build/$cpu/core.a
    check_run "$cpu: compiles" make_variant "$cpu" core.a
    [ -f "$core" ] || continue
    "${arm}size" "$core" > "build/$cpu/size.txt"
    check_empty "$cpu: no writable data" \
        "$(awk '$2 + $3 > 0 && NR > 1 {print $6 ": data " $2 ", bss " $3}' "build/$cpu/size.txt")"
    awk -v cpu="$cpu" 'NR > 1 {n += $1}
        END {print cpu ": " n " bytes of code and constants"}' "build/$cpu/size.txt"
    "${arm}nm" -g --defined-only "$core" | awk 'NF == 3 {print $3}' > "build/$cpu/defined.txt"
    check_empty "$cpu: no foreign symbol" "$("${arm}nm" -uA "$core" | awk '{print $NF, "in", $1}' |
        awk 'NR == FNR {ours[$1] = 1; next} !($1 in ours)' "build/$cpu/defined.txt" - |
        grep -vE "^($helpers) ")"
done
part_end
