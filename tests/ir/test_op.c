#include "ir/op.h"

#include "ir/schema.h"
#include "tests/check.h"

typedef struct op_line {
    const char *domain, *op_type;
    const cm_op *op;
    uint32_t id;
    int since, flags;
} op_line;

#define OP_DOMAIN_onnx ""
#define OP_DOMAIN_ml "ai.onnx.ml"
#define OP_DOMAIN_ort "onnxruntime"
#define OP_DOMAIN_preview "ai.onnx.preview"
#define OP_DOMAIN_ms "com.microsoft"
#define OP_DOMAIN_training "ai.onnx.preview.training"
#define OP_DOMAIN_cameo "cameo"

static const op_line op_lines[] = {
#define CM_OP(domain, op_type, file, since, flags) \
    {OP_DOMAIN_##domain, #op_type, &cm_op_##op_type, CM_OP_##op_type, since, flags},
#include "ir/ops.def"
#undef CM_OP
};

/* Each line of ir/ops.def says what its object says: identity and flags; the fields lie within the
 * params. */
void test_op_objects(void) {
    for (size_t i = 0; i < sizeof op_lines / sizeof *op_lines; i++) {
        const op_line *l = &op_lines[i];
        CHECK_MSG(l->op->id == l->id, "%s: the object has another id", l->op_type);
        CHECK_MSG(l->op->flags == l->flags, "%s: flags are %d in ops.def, %d in its object",
                  l->op_type, l->flags, l->op->flags);
        CHECK_MSG(l->op->shape != NULL || (l->flags & (CM_OPF_CONTROL | CM_OPF_BODY)), "%s has no shape rule",
                  l->op_type);
        CHECK_MSG(l->op->params_size % 4 == 0, "%s: params of %d bytes", l->op_type,
                  l->op->params_size);
        for (int f = 0; f < l->op->n_fields; f++) {
            const cm_field *field = &l->op->fields[f];
            CHECK_MSG(field->off + 4 * field->max <= l->op->params_size,
                      "%s: %s lies outside of the params", l->op_type, field->name);
        }
    }
}

/* Lines are sorted by op_type, and `since` is a since_version that ONNX's schemas have. */
void test_op_lines(void) {
    for (size_t i = 0; i < sizeof op_lines / sizeof *op_lines; i++) {
        const op_line *l = &op_lines[i];
        const op_line *before = i == 0 ? NULL : &op_lines[i - 1];
        if (before != NULL && strcmp(before->domain, l->domain) == 0) {
            CHECK_MSG(strcmp(before->op_type, l->op_type) < 0, "%s stands behind %s", l->op_type,
                      before->op_type);
        }
        if (strncmp(l->domain, "com.", 4) == 0 || strcmp(l->domain, "onnxruntime") == 0 ||
            strcmp(l->domain, "cameo") == 0)
            continue;
        const cm_schema *s =
            cm_schema_find(cm_str_from_c(l->domain), cm_str_from_c(l->op_type), l->since);
        CHECK_MSG(s != NULL && s->since_version == l->since, "%s has no since_version %d",
                  l->op_type, l->since);
    }
}
