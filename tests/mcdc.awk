#!/usr/bin/awk -f
# Makes a table by folder of what llvm-cov's report says of files: lines, branches and conditions (MC/DC) that were shown.
function share(all, missed) { return all == 0 ? "      -" : sprintf("%6.2f%%", 100 * (all - missed) / all) }
$1 ~ /\.[ch]$/ && NF == 16 {
    folder = $1
    sub(/\/[^\/]*$/, "", folder)
    n = split("8 9 11 12 14 15", column, " ")
    for (i = 1; i <= n; i++) {
        of[folder, i] += $column[i]
        of["all", i] += $column[i]
    }
    if (!(folder in seen)) order[++n_folders] = folder
    seen[folder] = 1
}
END {
    if (n_folders == 0) { print "llvm-cov reported no file"; exit 1 }
    order[++n_folders] = "all"
    print "  lines branches   MC/DC"
    for (f = 1; f <= n_folders; f++) {
        name = order[f]
        printf "%s  %s %s  %s\n", share(of[name, 1], of[name, 2]), share(of[name, 3], of[name, 4]), share(of[name, 5], of[name, 6]), name
    }
}
