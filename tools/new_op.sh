#!/bin/sh
# tools/new_op.sh NAME [FILE] — the places of a new operator that CONTRIBUTING.md lists: lines where the alphabet has
# them, and the files, which compile, refuse to compute, and whose test fails until the kernel is written.
#   NAME   as ir/ops.def has it: CumSum, Binarizer (ai.onnx.ml), ms_CDist (com.microsoft)
#   FILE   of kernels/FILE.c; default: NAME in small letters, cum_sum. A file that is there gets no lines: the family's.
# ir/schema.def must have the operator; of com.microsoft: write its line into ir/ops.def, then tools/gen_schema.py.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

say() { echo "tools/new_op.sh: $*" >&2; }
[ $# = 1 ] || [ $# = 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
name=$1
bare=${name#ms_}
file=${2:-$(echo "$bare" | sed 's/\([a-z0-9]\)\([A-Z]\)/\1_\2/g' | tr '[:upper:]' '[:lower:]')}
case $name in ms_*) domain=ms ;; *) domain='[a-z]*' ;; esac

# Domain and oldest version; attributes and inputs of the newest.
schema=$(sed -n "s/^CM_SCHEMA(\($domain\), $bare, \([0-9]*\), .*/\1 \2/p" ir/schema.def)
case $name in ms_*) ;; *) schema=$(echo "$schema" | grep -v '^ms ' || true) ;; esac
if [ -z "$schema" ]; then
    say "ir/schema.def has no $name; tools/gen_schema.py makes it, after a line of com.microsoft in ir/ops.def"
    exit 1
fi
domain=$(echo "$schema" | head -n 1 | cut -d' ' -f1)
since=$(echo "$schema" | head -n 1 | cut -d' ' -f2)
newest=$(echo "$schema" | tail -n 1 | cut -d' ' -f2)
# An operator of com.microsoft has its line before it has a schema, others have it of this script.
places=ir/ops.def
case $name in ms_*) places="providers/cpu/cpu.def kernels/bodies.c" ;; esac
if grep -Eq "^ *(CM_OP\([a-z]*, |CM_ROWS?[A-Z0-9_]*\(|BODY(_LONG)?\()$name," $places; then
    say "$(echo $places | sed 's/ / or /') has $name already"
    exit 1
fi
rows=$(awk -v head="CM_SCHEMA($domain, $bare, $newest, " '
    /^CM_SCHEMA\(/ {on = index($0, head) == 1; next}
    on {gsub(/[(),]/, " "); print $1, $3, $4, $5}' ir/schema.def)
attrs=$(echo "$rows" | awk '$1 == "CM_SCHEMA_ATTR" {print $3 == "INT" ? "i" : $3 == "FLOAT" ? "f" : "o", $2}')
n_in=$(echo "$rows" | grep -c CM_SCHEMA_IN || true)

# insert FILE KEY_OF_A_LINE TEXT: before the first line whose key is above $name; else at the end of the group.
insert() {
    awk -v name="$name" -v key="$2" -v text="$3" '
        {line[NR] = $0}
        match($0, key) {
            k = substr($0, RSTART, RLENGTH); sub(/^[^(]*\(([a-z]*, )?/, "", k); sub(/,.*/, "", k)
            last = NR
            if (!at && k > name) at = NR
        }
        END {
            if (!at) at = last + 1
            for (i = 1; i <= NR; i++) {if (i == at) print text; print line[i]}
            if (at > NR) print text
        }' "$1" > "$1.new" && mv "$1.new" "$1"
}

grep -q "^CM_OP([a-z]*, $name," ir/ops.def || insert ir/ops.def "^CM_OP[(]$domain, [A-Za-z0-9_]*," \
    "$(printf 'CM_OP(%s, %-26s %-15s %-3s 0)' "$domain" "$name," "$file," "$since,")"
insert providers/cpu/cpu.def '^ *CM_ROWS?[A-Z0-9_]*[(][A-Za-z0-9_]*,' \
    "CM_ROW($name, CM_T_ANY, CM_T_ANY, CM_T_ANY, 0, 0, NULL, cm_${file}_setup, cm_${file}_run)
"
awk -v text="- $bare." '{print} $0 == "### op" && !done {print text; done = 1}' CHANGELOG.md > CHANGELOG.md.new
mv CHANGELOG.md.new CHANGELOG.md
echo "ir/ops.def, providers/cpu/cpu.def, CHANGELOG.md: a line each"
if [ -e "kernels/$file.c" ]; then
    echo "kernels/$file.c is there: $name is yours to add, and its tests"
    exit 0
fi

# ---- the operator ----

fields=$(echo "$attrs" | awk -v f="$file" '
    $1 == "i" {printf "%s    CM_F_I32(%s_params, %s, 0)", n++ ? ",\n" : "", f, $2}
    $1 == "f" {printf "%s    CM_F_F32(%s_params, %s, 0)", n++ ? ",\n" : "", f, $2}')
n_fields=$(echo "$attrs" | grep -c '^[if] ' || true)
{
    echo "/* $file.c — $bare: WHAT IT COMPUTES."
    echo " * Source: $(echo "$domain" | sed 's/onnx/ONNX/; s/^ms$/com.microsoft/') $bare, since_version $since. */"
    echo '#include "kernels/kernel.h"'
    echo
    if [ "$n_fields" != 0 ]; then
        echo "typedef struct ${file}_params {"
        echo "$attrs" | awk '$1 == "i" {print "    int32_t " $2 ";"} $1 == "f" {print "    float " $2 ";"}'
        echo "} ${file}_params;"
        echo
        echo "/* The defaults are those of the text, not 0; a required attribute needs none. */"
        echo "static const cm_field ${file}_fields[] = {"
        echo "$fields};"
        echo
    fi
    echo "$attrs" | awk '$1 == "o" {print "/* Attribute " $2 ": CM_F_I32S for a list, CM_F_ENUM for a text, parse for others. */\n"}'
    echo "static cameo_status ${file}_shape(cm_shape *s) { return cm_shape_out_like(s, 0, 0); } /* to begin with */"
    echo
    echo "const cm_op cm_op_$name = {.id = CM_OP_$name,"
    if [ "$n_fields" != 0 ]; then
        echo "    .n_fields = $n_fields, .params_size = sizeof(${file}_params), .fields = ${file}_fields,"
    fi
    echo "    .shape = ${file}_shape};"
    echo
    echo "/* Scratch: none. */"
    echo "cameo_status cm_${file}_setup(const cm_kctx *k, cm_setup *s) {"
    echo "    cm_setup_simple(s, cm_in(k, 0)->n, CM_TASK_ITEMS);"
    echo "    return CAMEO_OK;"
    echo "}"
    echo
    echo "/* Items [begin * CM_TASK_ITEMS, end * CM_TASK_ITEMS) of the output. */"
    echo "cameo_status cm_${file}_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {"
    echo "    (void)phase, (void)begin, (void)end;"
    echo "    return CM_FAIL(k->e, CAMEO_E_UNSUPPORTED, \"$bare is not written yet\");"
    echo "}"
} > "kernels/$file.c"

# ---- its tests ----

{
    echo "/* test_$file.c — $bare against SOMETHING ELSE THAN CAMEO: numbers of a generator, the text, a formula. */"
    echo '#include "tests/kernels/harness.h"'
    echo
    echo "static harness h;"
    echo
    echo "/* It fails until kernels/$file.c computes something and this says what. */"
    echo "void test_${file}_numbers(void) {"
    echo "    float x[] = {1, -2, 3};"
    echo "    harness_begin(&h, &cm_op_$name, $since);"
    i=0
    while [ $i -lt "$n_in" ]; do
        echo "    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), x);"
        i=$((i + 1))
    done
    echo "    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){0, 0, 0});"
    echo "    CHECK(harness_run(&h));"
    echo "}"
} > "tests/kernels/test_$file.c"
# tests/kernels/vectors.py knows ai.onnx only.
gen=
if [ "$domain" = onnx ]; then
    gen="tests/kernels/gen_$file.py, "
    cat > "tests/kernels/gen_$file.py" <<END
#!/usr/bin/env python3
"""Writes tests/kernels/${file}_vectors.h: $bare of small tensors as onnx.reference computes them.

    python3 tests/kernels/gen_$file.py > tests/kernels/${file}_vectors.h

Needs numpy, onnx and ml_dtypes.
"""
import numpy as np
import vectors

rng = np.random.default_rng(1)
out = vectors.Vectors("$file")
for dtype in (np.float32, np.float64):
    out.case("$bare", $newest, np.dtype(dtype).name, [rng.normal(size=(2, 3)).astype(dtype)], by="reference")
out.end()
END
fi
awk -v text="TEST(kernels, test_${file}_numbers)" '
    {line[NR] = $0} /^TEST\(kernels, / {last = NR}
    END {for (i = 1; i <= NR; i++) {print line[i]; if (i == last) print text}}' tests/suites.def > tests/suites.def.new
mv tests/suites.def.new tests/suites.def
echo "kernels/$file.c, tests/kernels/test_$file.c, ${gen}tests/suites.def"
echo "then: make build/debug/unit && build/debug/unit $file; CONTRIBUTING.md has the rest"
