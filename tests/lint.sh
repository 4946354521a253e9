#!/bin/sh
# What static analysers and valgrind find; a tool that is missing is a skip. Arguments choose:
#   tests/lint.sh [fanalyzer] [tidy] [cppcheck] [valgrind]      without any: all four
# What each is not asked stands here, and in .clang-tidy, with the reason. A single exception stands in
# the source, as NOLINT with its reason. Takes half an hour; tests/long/70_lint.sh runs it.
cd "$(dirname "$0")/.." && . tests/part.sh
[ $# != 0 ] || set -- fanalyzer tidy cppcheck valgrind

# for_sources COMMAND: what COMMAND, a line for sh, prints of each source, its $1. Two run at a time.
for_sources() { { lib_sources; ls tools/*.c; } | xargs -P2 -n1 sh -c "$1" sh | sort; }

# gcc -fanalyzer, with calls followed inside a file. CAMEO_ANALYZE shows it what cm_fail returns.
#   use-of-uninitialized-value in kernels/dropout.c: gcc 12 does not see that two loops with the same
#     end, in a row, write and read the same elements.
#   null-dereference, null-argument, in kernels/, drops.c, str.h: gcc 12 does not know that a required
#     input is there (cm_in gives NULL for optional ones; ir/import/parse.c has counted the operands), that a
#     sticky arena was asked (cm_arena_status), or that an empty text is not read. In ir/rewrite/opt_transpose.c
#     a table of n > 0 rows has rows; pb/builder_scope.c asks its arena by cm_builder_room; in
#     runtime/run/run.c a Concat has params.
lint_fanalyzer() {
    have gcc || { skip "gcc -fanalyzer" "no gcc"; return; }
    said=$(for_sources 'off=-Wno-analyzer-null-argument
        case $1 in
        kernels/* | runtime/session/drops.c | ir/rewrite/opt_transpose.c | pb/builder_scope.c | runtime/run/run.c)
            off="$off -Wno-analyzer-null-dereference" ;;
        esac
        [ $1 != kernels/dropout.c ] || off="$off -Wno-analyzer-use-of-uninitialized-value"
        gcc -std=c11 -O1 -I. -fanalyzer $off -DCAMEO_DEBUG=1 -DCAMEO_ANALYZE=1 -c "$1" \
            -o /dev/null 2>&1 | grep -E "(warning|error):"')
    check_empty "gcc -fanalyzer" "$said"
}

# clang-tidy: .clang-tidy says what it is asked.
lint_tidy() {
    have clang-tidy || { skip "clang-tidy" "no clang-tidy"; return; }
    said=$(for_sources 'clang-tidy --quiet "$1" -- -std=c11 -I. -DCAMEO_DEBUG=1 2> /dev/null |
        grep -E "(warning|error):"')
    check_empty "clang-tidy" "$said"
}

# cppcheck looks at each file alone.
#   unusedStructMember: members that another file reads.
#   preprocessorErrorDirective: base/config.h includes the file that CAMEO_CONFIG_H names.
#   unreadVariable in pb/onnx.c, ir/infer/dim_algebra.c: read through a pointer that was kept; a last step.
#   knownConditionTrueFalse in ir/infer/dim_algebra.c, pb/wire.c, runtime/session/drops.c: what a callee or a
#     hostile length gives is not followed. In pb/onnx_write.c: swapped only on big-endian targets. In
#     kernels/reduce.c: CAMEO_SMALL_STACK, which is 1 where __STDC_HOSTED__ is not defined.
#   uninitvar, unassignedVariable in kernels/move.c, kernels/cast_string.c, runtime/run/run.c: filled by a
#     loop over the rank, through a pointer, and a shell that is written only, while sizes are counted.
#     In kernels/grid_sample.c: a loop over the two or three axes fills them.
#   CastIntegerToAddressAtReturn in kernels/activation.h: it takes an entry of the table of stages for a number.
#   nullPointer, ctunullpointer, variableScope in kernels/: a required input is there (ir/import/parse.c has
#     counted the operands); operands stand side by side, also those that only one branch reads.
#   arrayIndexThenCheck in runtime/plan/place.c: no array is indexed there.
#   duplicateValueTernary in kernels/einsum_tmpl.h: -0.0 is not 0.
#   objectIndex in kernels/svm.c: without classes there is one result.
#   unknownEvaluationOrder in kernels/*_tmpl.h: a comma, between assignment and use, is an order.
#   internalAstError: version 2.10 cannot read a compound literal behind a question mark.
lint_cppcheck() {
    have cppcheck || { skip "cppcheck" "no cppcheck"; return; }
    off=
    for id in missingIncludeSystem unusedStructMember preprocessorErrorDirective internalAstError \
        unreadVariable:pb/onnx.c unreadVariable:ir/infer/dim_algebra.c \
        knownConditionTrueFalse:ir/infer/dim_algebra.c knownConditionTrueFalse:pb/wire.c \
        knownConditionTrueFalse:runtime/session/drops.c knownConditionTrueFalse:pb/onnx_write.c \
        knownConditionTrueFalse:kernels/reduce.c \
        uninitvar:kernels/grid_sample.c CastIntegerToAddressAtReturn:kernels/activation.h uninitvar:kernels/move.c uninitvar:runtime/run/run.c \
        unassignedVariable:kernels/cast_string.c arrayIndexThenCheck:runtime/plan/place.c \
        duplicateValueTernary:kernels/einsum_tmpl.h objectIndex:kernels/svm.c \
        'unknownEvaluationOrder:kernels/*_tmpl.h' 'nullPointer:kernels/*' \
        'ctunullpointer:kernels/*' 'variableScope:kernels/*'; do
        off="$off --suppress=$id"
    done
    check_empty "cppcheck" "$(cppcheck -j2 --std=c11 --enable=warning,performance,portability,style \
        --inline-suppr -I. -D__x86_64__=1 -D__GNUC__=12 $off -q \
        --template='{file}:{line}: {id}: {message}' base pb ir kernels providers runtime tools 2>&1)"
}

# valgrind's memcheck over the unit tests, and the command over models. Left out of the unit tests,
# because they take minutes each under valgrind and do nothing but compute: sweeps of math functions.
# And the rounding of casts: valgrind 3.19 converts 64-bit integers to float by way of double.
lint_valgrind() {
    have valgrind || { skip "valgrind" "no valgrind"; return; }
    check="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible"
    mkdir -p build
    if ! make -s -j2 build/debug/unit build/cameo > build/lint_make.txt 2>&1; then
        fail "build" "$(tail -n 20 build/lint_make.txt)"
        return
    fi
    words=$(sed -n 's/^TEST(\([a-z]*\), \(test_[a-z0-9_]*\)).*/\1\/\2/p' tests/suites.def |
        grep -vE '^(base/test_math|kernels/test_cast_rounding)')
    check_run "valgrind unit" $check build/debug/unit $words
    digits=examples/digits/digits.onnx
    for command in info check plan run; do
        check_run "valgrind cameo $command" $check build/cameo $command $digits
    done
    for test in build/cache/onnx/node/test_relu build/cache/onnx/node/test_loop11 \
        build/cache/onnx/node/test_if_seq build/cache/onnx/node/test_string_concat \
        build/cache/onnx/node/test_sequence_insert_at_back; do
        [ ! -d $test ] || check_run "valgrind cameo test $test" $check build/cameo test $test
    done
}

for tool; do lint_$tool; done
part_end
