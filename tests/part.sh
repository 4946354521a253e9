# part.sh — what the scripts of tests/parts share: counting. A part calls pass, fail or skip once
# for each thing that it proves, and part_end last. Sourced with the tree's root as directory.
part_passed=0 part_failed=0 part_skipped=0

pass() { part_passed=$((part_passed + 1)); }

# fail WHAT [DETAILS]: of the details, lines of text, the first 40 are printed, indented.
fail() {
    part_failed=$((part_failed + 1))
    echo "FAIL $1"
    if [ -n "${2:-}" ]; then printf '%s\n' "$2" | sed 's/^/  /; 40q'; fi
}

# skip WHAT REASON
skip() {
    part_skipped=$((part_skipped + 1))
    echo "SKIP $1: $2"
}

# check_empty WHAT TEXT: passes if TEXT, a list of complaints, is empty.
check_empty() { if [ -z "$2" ]; then pass; else fail "$1" "$2"; fi; }

# check_run WHAT COMMAND ...: passes if the command succeeds, else prints the end of what it said.
check_run() {
    part_what=$1
    shift
    if part_said=$("$@" 2>&1); then
        pass
    else
        fail "$part_what" "$(printf '%s\n' "$part_said" | tail -n 30)"
    fi
}

# check_log WHAT FILE: a program's output, whose last line counts; passes if it came to that and nothing failed.
check_log() {
    check_empty "$1" "$(grep '^FAIL' "$2")"
    if tail -n 1 "$2" | grep -q ' passed, '; then pass; else fail "$1 came to an end" "$(tail -n 5 "$2")"; fi
    echo "$1: $(tail -n 1 "$2")"
}

have() { command -v "$1" > /dev/null 2>&1; }

# Sources of the library; the core is what must compile without an operating system.
lib_sources() {
    ls base/*.c pb/*.c ir/*.c ir/*/*.c kernels/*.c kernels/*/*.c providers/*/*.c runtime/*.c runtime/*/*.c 2> /dev/null
}
core_sources() { lib_sources | grep -v -e '/os_' -e '/host\.c'; }
# os_posix.c first: it chooses the system's interface before any header.
os_sources() { lib_sources | grep -e '/os_' -e '/host\.c' | sort -r; }

part_end() {
    echo "$part_passed passed, $part_failed failed, $part_skipped skipped"
    [ "$part_failed" = 0 ]
    exit
}
