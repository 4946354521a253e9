# layers.awk — the rules of docs/ARCHITECTURE.md that can be read off the text of the sources.
# One complaint per line: "RULE FILE:LINE: WHAT". Arguments: every .c, .h, .def and .cu of the tree.
BEGIN {
    # A folder may include itself, the public headers, and:
    may["base"] = ""
    may["ir"] = "base"
    may["pb"] = "ir base"
    may["kernels"] = "ir base"
    may["providers"] = "kernels ir base"
    may["runtime"] = "providers kernels pb ir base"
    split("stdint.h stddef.h stdbool.h limits.h float.h stdarg.h", names, " ")
    for (i in names) freestanding[names[i]] = 1
    # The instruction-set headers, each in its own folder only.
    isa["immintrin.h"] = isa["cpuid.h"] = "kernels/x86"
    isa["arm_neon.h"] = isa["arm_mve.h"] = isa["arm_acle.h"] = "kernels/arm"
    isa["riscv_vector.h"] = "kernels/riscv"
    extensions = "(__attribute__|__builtin_|__extension__|__typeof|__asm|__int128|__auto_type|" \
                 "(^|[^A-Za-z0-9_])(typeof|asm)[^A-Za-z0-9_]|__GNUC__|__clang__|[(] *[{])"
}

FNR == 1 {
    n = split(FILENAME, part, "/")
    top = part[1]
    base = part[n]
    folder = substr(FILENAME, 1, length(FILENAME) - length(base) - 1)
    if (base in seen) complain("unique-name", "also " seen[base])
    if (top in may || top == "tools") seen[base] = FILENAME
    in_comment = 0
}

function complain(rule, what) { print rule " " FILENAME ":" FNR ": " what }

# The line without comments and string texts; block comments may span lines.
function code_of(line,    out, at) {
    out = ""
    while (line != "") {
        if (in_comment) {
            at = index(line, "*/")
            if (at == 0) return out
            line = substr(line, at + 2)
            in_comment = 0
        } else if (match(line, /\/\*|\/\/|"([^"\\]|\\.)*"/)) {
            out = out substr(line, 1, RSTART - 1)
            if (substr(line, RSTART, 2) == "//") return out
            in_comment = substr(line, RSTART, 2) == "/*"
            if (!in_comment) out = out "\"\""
            line = substr(line, RSTART + RLENGTH)
        } else {
            return out line
        }
    }
    return out
}

function included_ours(path,    target) {
    target = path
    sub(/\/.*/, "", target)
    if (index(path, "/") == 0) complain("include-path", "\"" path "\" does not start at the root")
    else if (system("test -f " path) != 0) complain("include-path", "\"" path "\" does not exist")
    else if (path !~ /^include\/cameo(_cuda)?\.h$/ && index(" " top " " may[top] " ", " " target " ") == 0)
        complain("layer", top " must not include " path)
}

function included_system(path) {
    if (path in freestanding || base ~ /^os_/) return
    if (FILENAME == "base/port.h" && path == "string.h") return
    if (path in isa) {
        if (folder != isa[path]) complain("isa-header", "<" path "> outside " isa[path])
    } else {
        complain("system-header", "<" path "> is not a freestanding header")
    }
}

top in may {
    line = $0
    if (!in_comment && match(line, /^ *# *include *["<][^">]*/)) {
        path = substr(line, RSTART, RLENGTH)
        quote = path
        sub(/^ *# *include */, "", path)
        quote = substr(path, 1, 1)
        if (quote == "\"") included_ours(substr(path, 2)); else included_system(substr(path, 2))
    }
    if (FILENAME != "base/port.h" && base !~ /\.cu$/ && match(code_of(line), extensions))
        complain("extension", "compiler extension: " $0)
}

# What an application sees: examples use the public header, headers beside them, and nothing else of ours.
top == "examples" && /^ *# *include *"[^"]*\// && !/"include\/cameo\.h"/ {
    complain("public-only", $0)
}
