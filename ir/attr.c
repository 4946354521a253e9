/* attr.c — a node's attributes for parse functions, and params structs from their field lists. See
 * op.h. Attribute names are unique within a node (check proves it); the first match counts. */
#include "ir/op.h"

const cm_attr *cm_attr_find(const cm_parse *p, const char *name) {
    CM_EACH(id, p->t->attr, p->node->attrs) {
        if (cm_str_is(p->t->attr.row[id].name, name)) return &p->t->attr.row[id];
    }
    return NULL;
}

/* The attribute in *a, NULL where absent. Errors: E_TYPE it is of another type than `type`. */
static cameo_status attr_get(const cm_parse *p, const char *name, int32_t type, const cm_attr **a) {
    const cm_attr *found = cm_attr_find(p, name);
    CM_CHECK(found == NULL || found->type == type, p->e, CAMEO_E_TYPE,
             "attribute %s has type %d, want %d", name, (int)found->type, (int)type);
    *a = found;
    return CAMEO_OK;
}

cameo_status cm_attr_i64(const cm_parse *p, const char *name, int64_t def, int64_t *v) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, name, CM_ATTR_INT, &a));
    *v = a != NULL ? a->i : def;
    return CAMEO_OK;
}

cameo_status cm_attr_f32(const cm_parse *p, const char *name, float def, float *v) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, name, CM_ATTR_FLOAT, &a));
    *v = a != NULL ? a->f : def;
    return CAMEO_OK;
}

cameo_status cm_attr_str(const cm_parse *p, const char *name, cm_str def, cm_str *v) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, name, CM_ATTR_STRING, &a));
    *v = a != NULL ? a->s : def;
    return CAMEO_OK;
}

cameo_status cm_attr_i64s(const cm_parse *p, const char *name, const int64_t **v, size_t *n) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, name, CM_ATTR_INTS, &a));
    *n = a != NULL ? a->list.n : 0;
    *v = *n != 0 ? p->t->ints.row + a->list.first : NULL;
    return CAMEO_OK;
}

cameo_status cm_attr_f32s(const cm_parse *p, const char *name, const float **v, size_t *n) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, name, CM_ATTR_FLOATS, &a));
    *n = a != NULL ? a->list.n : 0;
    *v = *n != 0 ? p->t->floats.row + a->list.first : NULL;
    return CAMEO_OK;
}

static cameo_status attr_to_i32(const cm_parse *p, const char *name, int64_t v, int32_t *out) {
    CM_CHECK(v >= INT32_MIN && v <= INT32_MAX, p->e, CAMEO_E_LIMIT,
             "attribute %s is %lld, which does not fit in 32 bits", name, CM_LL(v));
    *out = (int32_t)v;
    return CAMEO_OK;
}

static cameo_status attr_field_i32(const cm_parse *p, const cm_field *f, int32_t *out) {
    int64_t v = 0;
    CM_TRY(cm_attr_i64(p, f->name, f->i, &v));
    return attr_to_i32(p, f->name, v, out);
}

/* out[0 .. max) are the numbers, out[max] is how many. */
static cameo_status attr_field_i32s(const cm_parse *p, const cm_field *f, int32_t *out) {
    const int64_t *v = NULL;
    size_t n = 0;
    CM_TRY(cm_attr_i64s(p, f->name, &v, &n));
    CM_CHECK(n <= f->max, p->e, CAMEO_E_LIMIT,
             "attribute %s has %zu numbers, at most %d are handled", f->name, n, (int)f->max);
    for (size_t i = 0; i < n; i++) CM_TRY(attr_to_i32(p, f->name, v[i], &out[i]));
    out[f->max] = (int32_t)n;
    return CAMEO_OK;
}

static cameo_status attr_field_enum(const cm_parse *p, const cm_field *f, int32_t *out) {
    const cm_attr *a = NULL;
    CM_TRY(attr_get(p, f->name, CM_ATTR_STRING, &a));
    if (a == NULL || a->s.n == 0) { /* empty: strict reading has refused it */
        *out = f->i;
        return CAMEO_OK;
    }
    int32_t choice = 0;
    for (const char *at = f->choices;; choice++) {
        size_t n = 0;
        while (at[n] != 0 && at[n] != ',') n++;
        if (cm_str_eq(a->s, (cm_str){at, n})) {
            *out = choice;
            return CAMEO_OK;
        }
        if (at[n] == 0) break;
        at += n + 1;
    }
    return CM_FAIL(p->e, CAMEO_E_UNSUPPORTED, "attribute %s is \"%.*s\", want one of %s", f->name,
                   CM_STR_ARG(a->s), f->choices);
}

const void *cm_params_field(const cm_op *op, const void *params, const char *name) {
    for (uint32_t i = 0; params != NULL && i < op->n_fields; i++) {
        if (cm_str_is(cm_str_from_c(op->fields[i].name), name))
            return (const uint8_t *)params + op->fields[i].off;
    }
    return NULL;
}

cameo_status cm_params_parse(const cm_parse *p, void *params) {
    for (uint32_t i = 0; i < p->op->n_fields; i++) {
        const cm_field *f = &p->op->fields[i];
        void *at =
            (uint8_t *)params + f->off; /* params structs are aligned and made of 4-byte units */
        switch (f->kind) {
        case CM_FIELD_I32: CM_TRY(attr_field_i32(p, f, at)); break;
        case CM_FIELD_F32: CM_TRY(cm_attr_f32(p, f->name, f->f, at)); break;
        case CM_FIELD_I32S: CM_TRY(attr_field_i32s(p, f, at)); break;
        case CM_FIELD_ENUM: CM_TRY(attr_field_enum(p, f, at)); break;
        default: break; /* CM_FIELD_OWN */
        }
    }
    return CAMEO_OK;
}
