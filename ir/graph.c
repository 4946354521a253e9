/* graph.c — reading the graph tables. See graph.h. */
#include "ir/graph.h"

#include "base/dtype.h"

const uint8_t *cm_pending_bytes(cm_pending *p) {
    if (!p->filled) p->fill(p);
    p->filled = true;
    return p->bytes;
}

cm_pending *cm_payload_pending(const cm_payload *p) {
    cm_pending *pending = p->segment == CM_SEG_PENDING ? (cm_pending *)(uintptr_t)p->off : NULL;
    return pending == NULL || pending->filled ? NULL : pending;
}

bool cm_payload_is_computed(const cm_payload *p) {
    return p->segment == CM_SEG_MEMORY || p->segment == CM_SEG_PENDING;
}

const uint8_t *cm_payload_bytes(const cm_tables *t, const cm_payload *p) {
    switch (p->segment) {
    case CM_SEG_FILE: return t->bytes + p->off;
    case CM_SEG_MODEL: return t->pool + p->off;
    case CM_SEG_MEMORY: return (const uint8_t *)(uintptr_t)p->off;
    case CM_SEG_PENDING: return cm_pending_bytes((cm_pending *)(uintptr_t)p->off);
    case CM_SEG_EXTERNAL:
        CM_ASSERT(p->blob < t->blob.n);
        return t->blob.row[p->blob].data == NULL ? NULL : t->blob.row[p->blob].data + p->off;
    default: return NULL;
    }
}

bool cm_payload_is_little(const cm_payload *p) {
    return p->segment == CM_SEG_FILE || p->segment == CM_SEG_EXTERNAL;
}

bool cm_payload_is_swapped(const cm_payload *p, cameo_dtype dtype) {
    return CM_BIG_ENDIAN && cm_payload_is_little(p) && cm_dtype_swap_width(dtype) > 1;
}

int64_t cm_opset_find(const cm_tables *t, cm_chain opsets, cm_str domain) {
    if (cm_str_eq(domain, CM_STR("ai.onnx"))) domain = (cm_str){NULL, 0};
    int64_t version = 0; /* of several the last one, which strict reading has refused */
    CM_EACH(id, t->opset, opsets) {
        if (cm_str_eq(t->opset.row[id].domain, domain)) version = t->opset.row[id].version;
    }
    return version;
}

static void graph_describe_shape(const cm_tables *t, const cm_type_proto *p, cameo_type *type) {
    type->dtype = (cameo_dtype)p->dtype;
    type->has_shape = p->has_shape;
    type->rank = p->dims.n;
    for (uint32_t i = 0; i < p->dims.n && i < CAMEO_MAX_RANK; i++) {
        const cm_dim_proto *dim = &t->dim.row[p->dims.first + i];
        type->dims[i] = dim->value;
        type->dim_params[i] = (cameo_string){dim->param.p, dim->param.n};
    }
}

/* An element's row lies behind its owner's, so the walk ends. */
void cm_type_describe(const cm_tables *t, cm_id id, cm_str name, cameo_type *type) {
    memset(type, 0, sizeof *type);
    type->name = (cameo_string){name.p, name.n};
    if (id == CM_NONE) return;
    const cm_type_proto *p = &t->type.row[id];
    type->kind = (cameo_kind)p->kind;
    if (p->elem != CM_NONE) type->elem_kind = (cameo_kind)t->type.row[p->elem].kind;
    for (; p->elem != CM_NONE; p = &t->type.row[p->elem]) {
        if (p->kind == CAMEO_KIND_MAP) type->key_dtype = (cameo_dtype)p->dtype;
    }
    if (p->kind == CAMEO_KIND_TENSOR) graph_describe_shape(t, p, type);
}
