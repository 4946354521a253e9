#!/bin/sh
# `cameo freeze`: models become C that gives the same bits as the unfrozen model on the host and on FREEZE_ON (m4):
# user-mode emulation, s390x (big-endian) and armhf (32 bits); emulated boards, m4, m0, and m4-quiet without texts.
# A frozen static model links exactly the kernels that it names. Prints RAM and flash. On m4 also the unfrozen path:
# decoder, prepare, plan, run.
cd "$(dirname "$0")/../.." && . tests/part.sh && . tests/firmware_core.sh
export LC_ALL=C # one order for sort and comm

: "${FREEZE_ON:=m4}"
wanted() { case " $FREEZE_ON " in *" $1 "*) ;; *) false ;; esac; }
out=build/freeze
strict="-std=c11 -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla -Werror -I."
emul="tests/emul/images.c tests/emul/board.c"
# range: digits for 1 to 4 images, a plan whose steps are open. packed: static, elements of 4 bits.
# columns: static, Softmax whose blocks of columns are dealt to tasks.
models='digits nonzero control range custom packed columns'
arm=${ARM_PREFIX:-arm-none-eabi-}

# One number after the other, as C: od's columns with commas.
numbers() { od -An -v -tu1 "$1" | sed 's/^ *//; s/ \{1,\}/,/g; s/$/,/'; }
# custom: operators of the caller, one of them open; they come as a plugin, and in firmware as source.
custom_ops=examples/plugin/ops.c
plugin=$out/plugin.so
model_file() { case $1 in digits | range) echo examples/digits/digits.onnx ;; *) echo "tests/emul/$1.onnx" ;; esac; }
results() { grep -v '^#' "$1"; }
note_of() { sed -n "s/^# $2 //p" "$1"; }

mkdir -p $out
if ! make -s -j2 build/cameo build/libcameo.a > $out/make.txt 2>&1; then
    fail "build" "$(tail -n 20 $out/make.txt)"
    part_end
fi
od -An -v -tu1 -w65 examples/digits/digits_test.bin | sed 's/^ */{/; s/ \{1,\}/, /g; s/$/},/' > $out/records.inc
check_run "a plugin" "${CC:-cc}" -shared -fPIC -Iinclude examples/plugin/plugin.c $custom_ops -o $plugin
for m in $models; do
    numbers "$(model_file $m)" > $out/$m.inc
    case $m in
    digits) dims='--dim batch=1' ;;
    range) dims='--dim batch=1..4' ;;
    custom) dims="--plugin $plugin" ;;
    *) dims= ;;
    esac
    check_run "freeze $m" build/cameo freeze "$(model_file $m)" -o $out/$m --name frozen $dims
done

# defines MODEL FLAG ...: what the two programs need to know of a model.
defines() {
    case $1 in digits) batch=1 ;; range) batch=4 ;; *) batch=0 ;; esac
    [ "$1" != custom ] || echo -DEMUL_OPS -Iinclude
    echo "-I$out/$1 -DEMUL_RECORDS=\"$out/records.inc\" -DEMUL_MODEL=\"$out/$1.inc\" -DEMUL_BATCH=$batch"
}

# hosted TARGET MODEL PROGRAM LIBRARY RUNNER COMPILER FLAGS: compiles with a C library, runs.
hosted() {
    exe=$out/$2/$3.$1
    sources="tests/emul/$3_main.c $emul tests/emul/board_host.c"
    [ "$3" = unfrozen ] || sources="$sources $out/$2/frozen.c"
    [ "$2" != custom ] || sources="$sources $custom_ops"
    # shellcheck disable=SC2046
    if ! said=$($6 $strict $7 $(defines "$2" | sed 's/"/\\"/g; s/\\//g') $sources "$4" -lpthread -o "$exe" 2>&1); then
        fail "$2 $3 on $1 compiles" "$said"
        return 1
    fi
    $5 "$exe" > "$exe.txt" 2>&1
    part_status=$?
    [ $part_status = 0 ] || fail "$2 $3 on $1 runs" "$(cat "$exe.txt")"
    return $part_status
}

# same WHAT FILE MODEL: the results are those of the unfrozen model on this host.
same() {
    if results "$2" | cmp -s - "$out/$3/want.txt"; then pass; else fail "$1: other bits" "$(diff "$2" "$out/$3/want.txt")"; fi
}

for m in $models; do
    hosted host $m unfrozen build/libcameo.a '' "${CC:-cc}" -O2 && pass || continue
    results $out/$m/unfrozen.host.txt > $out/$m/want.txt
    hosted host $m frozen build/libcameo.a '' "${CC:-cc}" -O2 && same "$m frozen on the host" $out/$m/frozen.host.txt $m
done
check_empty "three images each" "$(for m in $models; do [ "$(wc -l < $out/$m/want.txt)" = 3 ] || echo "$m"; done)"

# An operator without the symbols that frozen code would name, and one that nobody brings, are refused.
sed 's/"example_repeat_shape"/NULL/' $custom_ops > $out/nameless.c
check_run "a plugin without a symbol" "${CC:-cc}" -shared -fPIC -Iinclude -Iexamples/plugin \
    examples/plugin/plugin.c $out/nameless.c -o $out/nameless.so
said=$(build/cameo freeze tests/emul/custom.onnx -o $out/none --plugin $out/nameless.so 2>&1)
if [ $? = 3 ] && [ ! -e $out/none ] && echo "$said" | grep -q 'Repeat has no shape_symbol'; then pass; else
    fail "an operator without a symbol is refused" "$said"
fi
said=$(build/cameo freeze tests/emul/custom.onnx -o $out/none 2>&1)
if [ $? = 3 ] && echo "$said" | grep -q 'no operator example:Leaky'; then pass; else
    fail "an operator that nobody brings is refused" "$said"
fi
# A free dim without a number is refused with its name, and nothing is written.
said=$(build/cameo freeze examples/digits/digits.onnx -o $out/none 2>&1)
if [ $? = 2 ] && [ ! -e $out/none ] && echo "$said" | grep -q 'give --dim batch=N'; then pass; else
    fail "a free dim is refused" "$said"
fi
# So is one without a name, with its input.
said=$(build/cameo freeze examples/digits/digits.onnx -o $out/none --input-type 'image=float32[?,1,8,8]' 2>&1)
if [ $? = 2 ] && [ ! -e $out/none ] && echo "$said" | grep -q 'free dim image:0: give --dim image:0=N'; then pass; else
    fail "a free dim without a name is refused" "$said"
fi
# The program of docs/FIRMWARE.md, with the names that it uses and only the files that it lists.
recipe() {
    awk '/^```/ {if (on) exit; on = $0 == "```c"; next} on' docs/FIRMWARE.md > $out/main.c
    files=$(awk '/^```/ {if (on) exit; on = $0 == "```files"; next} on' docs/FIRMWARE.md)
    build/cameo freeze examples/digits/digits.onnx -o $out/recipe --dim batch=1 &&
        # shellcheck disable=SC2086
        ${CC:-cc} $strict -O0 -I$out/recipe $out/main.c $out/recipe/digits.c $files -o $out/recipe/main &&
        $out/recipe/main
}
check_run "the recipe of docs/FIRMWARE.md" recipe

# That for C++, by each compiler that there is; its header has nothing of the library but cameo.h.
awk '/^```/ {if (on) exit; on = $0 == "```c++"; next} on' docs/FIRMWARE.md > $out/main.cpp
for cxx in g++ clang++; do
    for std in c++11 c++20; do
        if ! have $cxx; then
            skip "the recipe for $std" "no $cxx"
            continue
        fi
        check_run "the recipe for $std by $cxx compiles" $cxx -std=$std -Wall -Wextra -Wpedantic -Werror -I. \
            -I$out/recipe -c $out/main.cpp -o $out/main.o
        check_run "digits.c compiles" ${CC:-cc} $strict -I$out/recipe -c $out/recipe/digits.c -o $out/digits.o
        check_run "the recipe for $std by $cxx links" $cxx $out/main.o $out/digits.o build/libcameo.a -o $out/main_cpp
        check_run "the recipe for $std by $cxx runs" $out/main_cpp
    done
done
check_empty "C++ sees no header of the library but cameo.h" \
    "$(g++ -std=c++11 -I. -I$out/recipe -MM $out/main.cpp 2> /dev/null | tr ' ' '\n' | grep '\.h$' |
        grep -v -e '^include/cameo.h$' -e '/digits.h$')"

# user TARGET COMPILER QEMU FLAGS: in user mode, with the library that tests/rare/12_emulated.sh builds.
user() {
    wanted "$1" || return
    if ! have "$2" || ! have "$3"; then
        skip "frozen models on $1" "no $2 or no $3"
        return
    fi
    if ! said=$(make_variant "$1" libcameo.a 2>&1); then
        fail "library for $1" "$(printf '%s\n' "$said" | tail -n 20)"
        return
    fi
    for m in $models; do
        for program in frozen unfrozen; do
            hosted "$1" $m $program "build/$1/libcameo.a" "$3" "$2" "-O1 -DCAMEO_DEBUG=1 -static $4" &&
                same "$m $program on $1" "$out/$m/$program.$1.txt" $m
        done
    done
}
user s390x s390x-linux-gnu-gcc qemu-s390x -fexcess-precision=fast
user armhf arm-linux-gnueabihf-gcc qemu-arm

# ---- boards ----

if ! have "${arm}gcc" || ! have qemu-system-arm; then
    skip "frozen models on boards" "no ${arm}gcc or no qemu-system-arm"
    part_end
fi

# board BOARD MACHINE ROM RAM MODEL PROGRAM LIBRARY CPU_FLAGS...: links, runs; leaves .elf, .map, .txt.
board() {
    b=$1 machine=$2 rom=$3 ram=$4 m=$5 program=$6 library=$7
    shift 7
    exe=$out/$m/$program.$b
    sources="tests/emul/${program}_main.c $emul tests/emul/board_arm.c"
    [ $program = unfrozen ] || sources="$sources $out/$m/frozen.c"
    [ $m != custom ] || sources="$sources $custom_ops"
    objects=
    for source in $sources; do
        object=$exe.$(basename "$source" .c).o
        # shellcheck disable=SC2046
        if ! said=$(${arm}gcc $strict -Os "$@" $(defines $m) -fno-tree-loop-distribute-patterns -c "$source" \
            -o "$object" 2>&1); then
            fail "$m $program for $b compiles: $source" "$said"
            return 1
        fi
        objects="$objects $object"
    done
    if ! said=$(${arm}gcc "$@" -nostdlib -Wl,--gc-sections,--defsym=rom_size="$rom",--defsym=ram_size="$ram" \
        -Wl,-Map="$exe.map" -T tests/emul/board_arm.ld $objects "$library" -lgcc -o "$exe.elf" 2>&1); then
        fail "$m $program for $b links" "$said"
        return 1
    fi
    timeout 120 qemu-system-arm -M "$machine" -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel "$exe.elf" > "$exe.txt" 2>&1 < /dev/null
    part_status=$?
    [ $part_status = 0 ] || fail "$m $program on $b runs: status $part_status" "$(cat "$exe.txt")"
    return $part_status
}

# The kernels in a binary are those that the frozen source names, and nothing else of the library is there
# that a static model has no use for.
exactly() {
    ${arm}nm "$out/digits/frozen.$1.elf" | awk '$3 ~ /^(cm|cameo)_/ {print $3}' | sort -u > $out/digits/symbols.$1
    sed -n 's/^cm_run_fn \(.*\);/\1/p' $out/digits/frozen.c | sort -u > $out/digits/leaves
    check_empty "$1: kernels linked are those that are named" \
        "$(comm -12 $out/all_leaves $out/digits/symbols.$1 | diff $out/digits/leaves -)"
    check_empty "$1: a static model links no setup, shape, operator, heap or service" \
        "$(grep -E '_(setup|shape|parse|cost|pack|pack_size)$|^cm_(op_[A-Z]|heap|dim|shape|run_(dynamic|services|box|alias))' \
            $out/digits/symbols.$1)"
}

# frozen_board BOARD MACHINE ROM RAM CPU FLAGS
frozen_board() {
    wanted "$1" || return
    b=$1 machine=$2 rom=$3 ram=$4
    shift 4
    flags="-ffreestanding -ffunction-sections -fdata-sections -DCAMEO_FROZEN=1 -mthumb $*"
    library=build/frozen-$b/core.a
    if ! said=$(firmware_core frozen-$b "-Os -Werror $flags" CC="${arm}gcc" AR="${arm}ar" 2>&1); then
        fail "$b: the library for frozen models compiles" "$(printf '%s\n' "$said" | tail -n 20)"
        return
    fi
    check_empty "$b: no writable data" "$(${arm}size "$library" | awk 'NR > 1 && $2 + $3 > 0')"
    for m in $models; do
        # Four images do not fit into 16 KB; the board without texts is there for its figure.
        case $b:$m in m0:range | m0:packed | m0:columns | *-quiet:[!d]*) continue ;; esac
        # shellcheck disable=SC2086
        board $b $machine $rom $ram $m frozen "$library" $flags || continue
        same "$m frozen on $b" "$out/$m/frozen.$b.txt" $m
        note "$b" $m "$(tests/flash.awk -v library=core.a -v model=frozen.$b.frozen.o "$out/$m/frozen.$b.map")" \
            "$(note_of "$out/$m/frozen.$b.txt" run)" "$(note_of "$out/$m/frozen.$b.txt" stack)"
    done
    exactly $b
}

# Most bytes of library code in digits on the M4, for the compiler that the figure was taken with: more operators
# must not make it grow.
most_digits=19588

note() {
    # shellcheck disable=SC2086
    set -- "$1" "$2" $3 "$4" "$5"
    case $1:$2:$(${arm}gcc -dumpversion) in
    m4:digits:12.2.*)
        check_empty "digits on the M4 has not grown" "$(echo "$3" | tr -d , | awk -v most=$most_digits '$1 > most')" ;;
    esac
    echo "$1 $2: flash: library $3, model and weights $4, compiler's arithmetic $5; RAM: run $7, stack $8"
}

"${CC:-cc}" -std=c11 -I. -E providers/cpu/cpu_all.c | grep -Eo '"cm_[a-z0-9_]+_run"' | tr -d '"' | sort -u > $out/all_leaves
check_empty "the kernel table names leaves" "$([ "$(wc -l < $out/all_leaves)" -gt 20 ] || echo none)"
frozen_board m4 mps2-an386 4M 4M -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16
frozen_board m4-quiet mps2-an386 4M 4M -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 -DCAMEO_NO_ERRMSG=1
frozen_board m0 microbit 256K 16K -mcpu=cortex-m0 -mfloat-abi=soft

# The commands of docs/FIRMWARE.md for a whole program, with the library in place of its sources, and the size that the
# document gives.
if [ -f build/frozen-m4/core.a ]; then
    awk '/^```/ {if (on) exit; on = $0 == "```sh"; next} on' docs/FIRMWARE.md |
        sed -e "s|-Ifirmware|-I$out/recipe|; s| main.c firmware/| $out/main.c $out/recipe/|; s|digits.elf|$out/digits.elf|" |
        sed "s|arm-none-eabi-|$arm|" > $out/board.sh
    said=$(files=build/frozen-m4/core.a timeout 60 sh -ec ". $out/board.sh" 2>&1)
    part_status=$?
    if [ $part_status = 0 ]; then pass; else fail "the board of docs/FIRMWARE.md: status $part_status" "$said"; fi
    case $(${arm}gcc -dumpversion) in
    12.2.*)
        set -- $(printf '%s\n' "$said" | tail -n 1)
        check_run "docs/FIRMWARE.md gives the size of the whole program: $1, $3" grep -q \
            "$(printf '%s bytes of flash and %s of memory' "$1" "$3" | sed -E 's/([0-9]+)([0-9]{3})/\1,\2/g')" docs/FIRMWARE.md ;;
    esac
fi

# The whole library on a board, as 21_freestanding.sh has it.
wanted m4 || part_end
flags="-ffreestanding -mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16"
if said=$(make_variant cortex-m4 core.a 2>&1); then
    for m in $models; do
        # shellcheck disable=SC2086
        board m4 mps2-an386 4M 4M $m unfrozen build/cortex-m4/core.a $flags || continue
        same "$m unfrozen on m4" "$out/$m/unfrozen.m4.txt" $m
        echo "m4 $m unfrozen: model $(note_of $out/$m/unfrozen.m4.txt model)," \
            "session $(note_of $out/$m/unfrozen.m4.txt session), plan $(note_of $out/$m/unfrozen.m4.txt plan)," \
            "run $(note_of $out/$m/unfrozen.m4.txt run), work to prepare $(note_of $out/$m/unfrozen.m4.txt work), stack $(note_of $out/$m/unfrozen.m4.txt stack)"
    done
else
    fail "the whole library for m4 compiles" "$(printf '%s\n' "$said" | tail -n 20)"
fi
part_end
