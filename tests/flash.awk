#!/usr/bin/awk -f
# From a linker map: bytes in read-only memory by where they come from. -v library=NAME.a -v model=NAME.o
# give the two that are told from the rest. Prints "LIBRARY MODEL COMPILER OTHER".
function hex(s,    n, i) {
    n = 0
    s = tolower(substr(s, 3))
    for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return n
}
/^Linker script and memory map/ {on = 1}
/^\.(data|bss)/ {on = 0}
on && match($0, /0x[0-9a-f]+ +0x[0-9a-f]+ +[^ ]+$/) {
    split(substr($0, RSTART), field, / +/)
    size = hex(field[2])
    file = field[3]
    if (index(file, library "(")) sum["library"] += size
    else if (file ~ "/" model "$") sum["model"] += size
    else if (file ~ /libgcc\.a\(/) sum["compiler"] += size
    else if (file ~ /\.o$/) sum["other"] += size
}
END {printf "%d %d %d %d\n", sum["library"], sum["model"], sum["compiler"], sum["other"]}
