#!/usr/bin/awk -f
# Sums the output of `size libcameo.a` by folder; the arguments are the library's sources.
BEGIN {
    for (i = 1; i < ARGC; i++) {
        n = split(ARGV[i], part, "/")
        object = part[n]
        sub(/\.c$/, ".o", object)
        folder[object] = substr(ARGV[i], 1, length(ARGV[i]) - length(part[n]) - 1)
    }
    ARGC = 1
    printf "%10s %8s %8s  folder\n", "text", "data", "bss"
}
$1 ~ /^[0-9]+$/ {
    f = folder[$6]
    if (!(f in text)) order[n_folders++] = f
    text[f] += $1; data[f] += $2; bss[f] += $3
    all_text += $1; all_data += $2; all_bss += $3
}
END {
    for (i = 0; i < n_folders; i++) {
        f = order[i]
        printf "%10d %8d %8d  %s\n", text[f], data[f], bss[f], f
    }
    printf "%10d %8d %8d  all\n", all_text, all_data, all_bss
}
