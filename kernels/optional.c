/* optional.c — Optional, OptionalGetElement, OptionalHasElement. An optional is a block of the run's
 * dynamic heap with no item or one, a tensor or a sequence; the executor's services make it.
 * Source: ONNX Optional 15, OptionalGetElement 15, 18, OptionalHasElement 15, 18 (a tensor or a
 * sequence counts as an optional that holds it; no input as one that is empty). */
#include "kernels/kernel.h"

#include "base/dtype.h"

typedef struct optional_params {
    int32_t elem_kind, dtype; /* of the attribute type; used where there is no input */
} optional_params;

/* Errors: E_MISSING neither input nor type; E_TYPE a type that no optional here has. */
static cameo_status optional_parse(const cm_parse *p, void *params) {
    optional_params *c = params;
    const cm_attr *a = cm_attr_find(p, "type");
    if (p->n_in > 0) return CAMEO_OK;
    CM_CHECK(a != NULL && a->type == CM_ATTR_TYPE_PROTO && a->row != CM_NONE, p->e, CAMEO_E_MISSING,
             "neither an input nor attribute type");
    const cm_type_proto *t = &p->t->type.row[a->row];
    c->elem_kind = t->kind;
    if (t->kind == CAMEO_KIND_SEQUENCE && t->elem != CM_NONE) t = &p->t->type.row[t->elem];
    CM_CHECK(t->kind == CAMEO_KIND_TENSOR && !t->sparse && cm_dtype_is_known(t->dtype), p->e,
             CAMEO_E_TYPE, "attribute type is neither a tensor nor a sequence of tensors");
    c->dtype = t->dtype;
    return CAMEO_OK;
}

static cameo_status optional_shape(cm_shape *s) {
    const optional_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_avalue y = *x;
    CM_CHECK(x->kind != CAMEO_KIND_OPTIONAL && x->kind != CAMEO_KIND_MAP &&
                 !(x->kind == CAMEO_KIND_SEQUENCE && x->elem_kind == CAMEO_KIND_MAP),
             s->e, CAMEO_E_TYPE, "input 0 is neither a tensor nor a sequence of tensors");
    y.kind = CAMEO_KIND_OPTIONAL;
    y.elem_kind = x->kind;
    if (x->kind == CAMEO_KIND_NONE) {
        y.elem_kind = (uint8_t)p->elem_kind;
        y.dtype = (uint8_t)p->dtype;
        y.rank = CM_RANK_UNKNOWN;
    }
    y.n_elem = CM_NONE;
    y.elem = NULL;
    y.data = NULL;
    if (s->n_out > 0) s->out[0] = y;
    return CAMEO_OK;
}

static cameo_status optional_has_shape(cm_shape *s) {
    return cm_shape_out(s, 0, CAMEO_BOOL, 0, NULL);
}

static cameo_status optional_get_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (s->n_out == 0) return CAMEO_OK;
    cm_avalue y = *x;
    if (x->kind == CAMEO_KIND_OPTIONAL) {
        y.kind = x->elem_kind == CAMEO_KIND_SEQUENCE ? CAMEO_KIND_SEQUENCE : CAMEO_KIND_TENSOR;
        y.elem_kind = x->elem_kind == CAMEO_KIND_SEQUENCE ? CAMEO_KIND_TENSOR : CAMEO_KIND_NONE;
    }
    s->out[0] = y;
    return CAMEO_OK;
}

cameo_status cm_optional_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* cm_optional_run — y = an optional that holds the input, or an empty one without input.
 * Errors: E_NOMEM. */
cameo_status cm_optional_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const optional_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    if (begin >= end) return CAMEO_OK;
    return k->services->opt_out(k, 0, x == NULL ? p->elem_kind : x->kind,
                                x == NULL ? p->dtype : x->dtype, x);
}

/* cm_optional_has_run — y = whether the optional holds something, a bool scalar. */
cameo_status cm_optional_has_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    if (begin >= end) return CAMEO_OK;
    bool has = x != NULL && (x->kind != CAMEO_KIND_OPTIONAL || k->services->seq_len(k, x) > 0);
    *(uint8_t *)cm_out(k, 0)->data = has;
    return CAMEO_OK;
}

/* cm_optional_get_run — y = what the optional holds. Errors: E_SHAPE it is empty; E_NOMEM. */
cameo_status cm_optional_get_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    if (begin >= end) return CAMEO_OK;
    if (x->kind != CAMEO_KIND_OPTIONAL) return k->services->out_share(k, 0, 0);
    CM_CHECK(k->services->seq_len(k, x) > 0, k->e, CAMEO_E_SHAPE, "the optional is empty");
    cm_tensor item;
    k->services->seq_item(k, x, 0, &item);
    return k->services->out_set(k, 0, &item);
}

static const cm_field optional_fields[] = {CM_F_OWN(optional_params, elem_kind),
                                           CM_F_OWN(optional_params, dtype)};
const cm_op cm_op_Optional = {.id = CM_OP_Optional,
                              .flags = CM_OPF_DYNAMIC,
                              .n_fields = 2,
                              .params_size = sizeof(optional_params),
                              .fields = optional_fields,
                              .parse = optional_parse,
                              .shape = optional_shape};
const cm_op cm_op_OptionalGetElement = {
    CM_OP_OptionalGetElement, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, optional_get_shape, NULL};
const cm_op cm_op_OptionalHasElement = {CM_OP_OptionalHasElement, 0,   0, 0, NULL, NULL,
                                        optional_has_shape,       NULL};
