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

# check_says WHAT STATUS TEXT COMMAND ...: the exit status, and a text in what the command says.
check_says() {
    part_what=$1 part_wanted=$2 part_text=$3
    shift 3
    part_got=0
    part_said=$("$@" 2>&1) || part_got=$?
    if [ $part_got != "$part_wanted" ]; then
        fail "$part_what: status $part_got, want $part_wanted" "$part_said"
    elif printf '%s\n' "$part_said" | grep -qF -- "$part_text"; then
        pass
    else
        fail "$part_what: no \"$part_text\" is said" "$part_said"
    fi
}

# make_variant NAME TARGET ...: build/NAME/TARGET, with flags that all parts share, so that no object is compiled twice.
make_variant() {
    variant=$1
    shift
    targets=
    for target; do targets="$targets build/$variant/$target"; done
    arm=${ARM_PREFIX:-arm-none-eabi-}
    other="-O1 -DCAMEO_DEBUG=1"
    bare="-O1 -Werror -ffreestanding -mthumb -mcpu=$variant"
    # shellcheck disable=SC2086
    case $variant in
    tsan) make -s -j2 VARIANT=tsan CFLAGS='-O1 -g -DCAMEO_DEBUG=1 -fsanitize=thread' $targets ;;
    aarch64) make -s -j2 VARIANT=aarch64 CC=aarch64-linux-gnu-gcc CFLAGS="$other" LDFLAGS=-static $targets ;;
    armhf) make -s -j2 VARIANT=armhf CC=arm-linux-gnueabihf-gcc CFLAGS="$other -DCAMEO_SMALL_STACK=1" LDFLAGS=-static $targets ;;
    win_debug)
        make -s -j2 VARIANT=win_debug CC=x86_64-w64-mingw32-gcc-posix AR=x86_64-w64-mingw32-ar CFLAGS="$other" \
            LDFLAGS=-static $targets ;;
    s390x)
        make -s -j2 VARIANT=s390x CC=s390x-linux-gnu-gcc CFLAGS="$other -fexcess-precision=fast" LDFLAGS=-static \
            $targets ;;
    cortex-m0) make -s -j2 VARIANT=$variant CC="${arm}gcc" AR="${arm}ar" CFLAGS="$bare -mfloat-abi=soft" $targets ;;
    cortex-m4)
        make -s -j2 VARIANT=$variant CC="${arm}gcc" AR="${arm}ar" CFLAGS="$bare -mfloat-abi=hard -mfpu=fpv4-sp-d16" \
            $targets ;;
    *) make -s -j2 $targets ;;
    esac
}

# check_warnings VARIANT: the compiler had nothing to say of any object of build/VARIANT.
check_warnings() {
    check_empty "warnings of build/$1" "$(find "build/$1" -name '*.said' -size +0 | while read -r said; do
        source=${said#"build/$1/"}
        if [ -f "${source%.said}.c" ]; then cat "$said"; fi
    done)"
}

fuzz_targets() { ls fuzz/fuzz_*.c | sed 's/.*fuzz_\(.*\)\.c/\1/'; }

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
core_sources() { lib_sources | grep -v -e '/os_' -e '/host\.c' -e '^providers/cuda/'; }
# os_posix.c first: it chooses the system's interface before any header.
os_sources() {
    echo runtime/os_posix.c
    lib_sources | grep -e '/os_' -e '/host\.c' | grep -v os_posix
}
# as_one_file FILE: a source that includes those of standard input, in their order. A compiler reads it several times faster
# than each alone, since it reads headers once.
as_one_file() { sed 's/.*/#include "&"/' > "$1"; }

part_end() {
    echo "$part_passed passed, $part_failed failed, $part_skipped skipped"
    [ "$part_failed" = 0 ]
    exit
}
