/* schema_dump.c — prints every fact of the schema tables through their accessors, in the form of
 * `tools/gen_schema.py --dump`, for 31_schema.sh to compare. */
#include <inttypes.h>
#include <stdio.h>

#include "ir/graph.h"
#include "ir/schema.h"

static void dump_text(cm_str s) { printf("%.*s", (int)s.n, s.p); }

static void dump_formal(const cm_formal *f) {
    static const char *const option[] = {"SINGLE", "OPTIONAL", "VARIADIC", "MIXED"};
    const cm_types *t = cm_formal_get_types(f);
    printf("  %s %u %x %x %x %x %x\n", option[cm_formal_get_option(f)],
           (unsigned)cm_formal_get_var(f), (unsigned)t->tensors, (unsigned)t->sequences,
           (unsigned)t->optionals, (unsigned)t->optional_sequences, (unsigned)t->maps);
}

static void dump_attr(const cm_schema_attr *a) {
    printf("  ");
    dump_text(cm_schema_attr_name(a));
    printf(" %d %d", cm_schema_attr_type(a), cm_schema_attr_required(a));
    for (uint32_t i = 0; i < cm_schema_n_defaults(a); i++) {
        switch (cm_schema_attr_type(a)) {
        case CM_ATTR_INT:
        case CM_ATTR_INTS:
            printf(" %" PRId64, cm_schema_default_int(a, i));
            break;
        case CM_ATTR_FLOAT:
        case CM_ATTR_FLOATS:
            printf(" %08x", (unsigned)cm_f32_bits(cm_schema_default_float(a, i)));
            break;
        default:
            printf(" '");
            dump_text(cm_schema_default_string(a, i));
            printf("'");
        }
    }
    printf("\n");
}

int main(void) {
    const char *const domains[] = {"", "ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training",
                                   "com.microsoft", "onnxruntime"};
    for (size_t i = 0; i < sizeof domains / sizeof domains[0]; i++)
        printf("domain '%s' %" PRId64 "\n", domains[i],
               cm_schema_newest(cm_str_from_c(domains[i])));
    for (uint32_t i = 0; i < cm_schema_count(); i++) {
        const cm_schema *s = cm_schema_get(i);
        printf("'");
        dump_text(cm_schema_domain(s));
        printf("' ");
        dump_text(cm_schema_op_type(s));
        printf(" %d %d in %d %d out %d %d\n", s->since_version, s->deprecated, s->min_in, s->max_in,
               s->min_out, s->max_out);
        for (uint32_t k = 0; k < s->n_in; k++) dump_formal(cm_schema_input(s, k));
        for (uint32_t k = 0; k < s->n_out; k++) dump_formal(cm_schema_output(s, k));
        for (uint32_t k = 0; k < s->n_attrs; k++) dump_attr(cm_schema_get_attr(s, k));
    }
    return 0;
}
