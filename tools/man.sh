#!/bin/sh
# Writes the options of the man page, packaging/cameo.1.in, anew out of what `cameo help COMMAND` tells: an option that
# several commands describe with the same words stands once, under the names of all of them.
# usage: tools/man.sh [CAMEO]   prints the page; `make man` puts it in its place
cd "$(dirname "$0")/.." || exit 1
cameo=${1:-build/cameo}
page=packaging/cameo.1.in
sed '/^\.SH OPTIONS/q' $page
for command in $("$cameo" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    echo "command $command"
    "$cameo" help "$command" || exit 1
done | awk '
    function roff(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        return text ~ /^[.\047]/ ? "\\&" text : text
    }
    function keep() {
        if (option != "") {
            key = option "\n" text
            if (!(key in by)) order[n++] = key
            by[key] = by[key] (key in by && by[key] != "" ? ", " : "") command
        }
        option = text = ""
    }
    /^command / { keep(); command = $2; next }
    /^  -/ {
        keep()
        # "  --name ARGUMENT   text": two blanks end the option.
        line = substr($0, 3)
        at = match(line, /   *[^ ]/)
        option = at ? substr(line, 1, at - 1) : line
        text = at ? substr(line, at) : ""
        sub(/^ */, "", text)
        next
    }
    /^   / && option != "" { sub(/^ */, ""); text = text (text == "" ? "" : "\n") $0; next }
    { keep() }
    END {
        keep()
        for (i = 0; i < n; i++) if (!(by[order[i]] in seen)) { seen[by[order[i]]] = 1; group[m++] = by[order[i]] }
        for (g = 0; g < m; g++) {
            print ".SS " (group[g] ~ /,/ ? "Of the commands " : "Of cameo ") group[g]
            for (i = 0; i < n; i++) {
                if (by[order[i]] != group[g]) continue
                k = split(order[i], part, "\n")
                print ".TP\n.B " roff(part[1])
                for (j = 2; j <= k; j++) print roff(part[j])
            }
        }
    }'
sed -n '/^\.SH EXIT STATUS/,$p' $page
