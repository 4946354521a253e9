#!/bin/sh
# tools/new_op.sh: in a copy of the tree that lacks two operators, which ir/schema.def has, it brings back their lines where
# the alphabet has them, and files that compile; what it cannot do it says.
cd "$(dirname "$0")/../.." && . tests/part.sh

tree=build/new_op
rm -rf $tree && mkdir -p $tree/tests $tree/tools
cp -r base ir kernels providers include $tree
cp -r tests/kernels tests/suites.def tests/check.h tests/support $tree/tests
cp tools/new_op.sh $tree/tools
cp CHANGELOG.md $tree
# Det of ai.onnx without attributes, NGramRepeatBlock of com.microsoft with one.
for file in det ngram_repeat; do
    rm -f $tree/kernels/$file.c $tree/tests/kernels/test_$file.c
    sed -i "/^TEST(kernels, test_$file/d" $tree/tests/suites.def
done
# That of com.microsoft has its line, without which ir/schema.def would not have it.
sed -i '/^CM_OP(onnx, Det,/d' $tree/ir/ops.def
# Rows of several lines end with a ')' of their own.
awk '/^CM_ROW[A-Z0-9_]*\((Det|ms_NGramRepeatBlock),/ {skip = 1} !skip {print} skip && /\)$/ {skip = 0}' \
    providers/cpu/cpu.def > $tree/providers/cpu/cpu.def
check_empty "the copy lacks them" "$(grep -h '^CM_OP(onnx, Det,' $tree/ir/ops.def)$(grep -hE '[(](Det|ms_NGramRepeatBlock),' $tree/providers/cpu/cpu.def)"

keys() { sed -n "$2" "$1" | uniq; }
in_tree() { (cd $tree && tools/new_op.sh "$@" 2>&1); }
check_run "an operator of ai.onnx" in_tree Det
check_run "an operator of com.microsoft in a file of another name" in_tree ms_NGramRepeatBlock ngram_repeat
for domain in onnx ms; do
    check_empty "the lines of $domain in ir/ops.def are sorted" \
        "$(keys $tree/ir/ops.def "s/^CM_OP($domain, \([A-Za-z0-9_]*\),.*/\1/p" | LC_ALL=C sort -uc 2>&1)"
done
check_empty "providers/cpu/cpu.def is sorted" \
    "$(keys $tree/providers/cpu/cpu.def 's/^ *CM_ROWS*[A-Z0-9_]*(\([A-Za-z0-9_]*\),.*/\1/p' | LC_ALL=C sort -uc 2>&1)"
# What the tree says of them, but for the column of the file.
line() { grep -E "^CM_OP\([a-z]*, $2," "$1/ir/ops.def" | tr -s ' '; }
for name in Det ms_NGramRepeatBlock; do
    if [ "$(line . $name)" = "$(line $tree $name)" ]; then pass; else
        fail "the line of $name" "$(line . $name; line $tree $name)"
    fi
done
check_run "the changelog has a line" grep -qx -e '- NGramRepeatBlock.' $tree/CHANGELOG.md
for file in det ngram_repeat; do
    check_run "tests/suites.def lists test_$file" grep -qx "TEST(kernels, test_${file}_numbers)" $tree/tests/suites.def
    for source in kernels/$file.c tests/kernels/test_$file.c; do
        check_run "$source compiles" sh -c "cd $tree && ${CC:-cc} -std=c11 -I. -Wall -Wextra -Wconversion -Wshadow -Werror \
            -fsyntax-only $source"
    done
done
check_run "gen_det.py is Python" "${PYTHON:-python3}" -c "import ast; ast.parse(open('$tree/tests/kernels/gen_det.py').read())"
check_run "an operator of com.microsoft has no generator of vectors" test ! -e $tree/tests/kernels/gen_ngram_repeat.py
check_run "the attribute is a field" grep -q 'CM_F_I32(ngram_repeat_params, ngram_size, 0)' $tree/kernels/ngram_repeat.c
check_run "the table of operators compiles" sh -c "cd $tree && ${CC:-cc} -std=c11 -I. -Wall -Werror -fsyntax-only \
    providers/cpu/cpu_all.c"

# refused STATUS TEXT ARGUMENT ...: with that status and text, and nothing changed.
refused() {
    wanted=$1 text=$2
    shift 2
    before=$(cksum $tree/ir/ops.def $tree/providers/cpu/cpu.def $tree/CHANGELOG.md $tree/tests/suites.def)
    said=$(in_tree "$@")
    if [ $? = "$wanted" ] && echo "$said" | grep -q "$text" &&
        [ "$before" = "$(cksum $tree/ir/ops.def $tree/providers/cpu/cpu.def $tree/CHANGELOG.md $tree/tests/suites.def)" ]; then
        pass
    else
        fail "new_op.sh $* is refused" "$said"
    fi
}
refused 1 "ir/ops.def has Det already" Det
refused 1 "providers/cpu/cpu.def or kernels/bodies.c has ms_NGramRepeatBlock already" ms_NGramRepeatBlock
refused 1 "providers/cpu/cpu.def or kernels/bodies.c has ms_BiasGelu already" ms_BiasGelu
refused 1 "ir/schema.def has no Nonsense" Nonsense
refused 1 "ir/schema.def has no ms_Nonsense" ms_Nonsense
refused 2 "tools/new_op.sh NAME"
part_end
