/* expand_const.c — Constant nodes and sparse initializers become initializers. See ir.h. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/import/link.h"

/* ---- sparse tensors ---- */

/* Element k of values to element `at` of dense. */
static void expand_const_put(const cm_ir *ir, const cm_tensor_proto *values, size_t k,
                             uint8_t *dense, size_t at) {
    const uint8_t *from = cm_payload_bytes(&ir->t, &values->payload);
    uint32_t bits = cameo_dtype_bits((cameo_dtype)values->dtype);
    if (bits == 4) {
        cm_u4_set(dense, at, cm_u4_get(from, k));
    } else if (bits == 2) {
        cm_u2_set(dense, at, cm_u2_get(from, k));
    } else if (cm_payload_is_swapped(&values->payload, (cameo_dtype)values->dtype)) {
        cm_copy_swapped(dense + at * (bits / 8), from + k * (bits / 8), bits / 8,
                        cm_dtype_swap_width((cameo_dtype)values->dtype));
    } else {
        memcpy(dense + at * (bits / 8), from + k * (bits / 8), bits / 8);
    }
}

cameo_status cm_ir_densify(cm_ir *ir, cm_id sparse, cameo_error *problem, cm_id *tensor) {
    cm_sparse_proto s = ir->t.sparse.row[sparse];
    int64_t n_elem = 0;
    size_t n;
    size_t size;
    /* Linking has proven this already, but the bytes of external data are not ours to vouch for. */
    CM_TRY(cm_sparse_check(&ir->t, &s, &n_elem, problem));
    cm_tensor_proto values = ir->t.tensor.row[s.values];
    CM_CHECK(values.dtype != CAMEO_STRING, problem, CAMEO_E_UNSUPPORTED,
             "unsupported: a sparse tensor of strings");
    bool fits = !cm_ckd_size((uint64_t)n_elem, &n) &&
                cm_dtype_bytes((cameo_dtype)values.dtype, n, &size) == CAMEO_OK;
    CM_CHECK(fits, problem, CAMEO_E_LIMIT,
             "a sparse tensor has more elements than memory can hold");
    uint64_t left = ir->limits.fold_bytes - ir->folded_bytes;
    CM_CHECK(size <= left, problem, CAMEO_E_LIMIT,
             "a sparse tensor takes %zu bytes, %llu are left (limits.fold_bytes)", size,
             CM_LLU(left));
    ir->folded_bytes += size;
    uint8_t *dense = cm_arena_alloc(ir->work, size, 16);
    if (dense == NULL) return cm_ir_nomem(ir);
    for (size_t k = 0; k < values.n_elem; k++) {
        int64_t at = cm_sparse_position(&ir->t, &s, k, n_elem);
        if (at >= 0) expand_const_put(ir, &values, k, dense, (size_t)at);
    }
    int64_t dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < s.dims.n; i++) dims[i] = ir->t.ints.row[s.dims.first + i];
    return cm_ir_add_tensor(ir, values.dtype, s.dims.n, dims, dense, size, tensor);
}

/* ---- Constant ---- */

cameo_status cm_ir_add_strings(cm_ir *ir, const cm_str *s, size_t n, uint32_t rank, cm_id *tensor) {
    size_t bytes = 0;
    size_t size;
    for (size_t i = 0; i < n; i++) {
        CM_CHECK(!cm_ckd_add(bytes, s[i].n, &bytes) && bytes <= UINT32_MAX, ir->e, CAMEO_E_LIMIT,
                 "a constant has more than 4 GiB of text");
    }
    CM_CHECK(!cm_ckd_mul(n + 1, sizeof(uint32_t), &size) && !cm_ckd_add(size, bytes, &size), ir->e,
             CAMEO_E_LIMIT, "a constant has more strings than memory can hold");
    uint32_t *off = cm_arena_alloc(ir->work, size, 8);
    if (off == NULL) return cm_ir_nomem(ir);
    char *text = (char *)(off + n + 1);
    for (size_t i = 0; i < n; i++) {
        off[i + 1] = off[i] + (uint32_t)s[i].n;
        if (s[i].n != 0) memcpy(text + off[i], s[i].p, s[i].n);
    }
    int64_t dim = (int64_t)n;
    return cm_ir_add_tensor(ir, CAMEO_STRING, rank, &dim, off, size, tensor);
}

/* n numbers of `size` bytes each as a tensor. */
static cameo_status expand_const_numbers(cm_ir *ir, int dtype, const void *from, size_t n,
                                         size_t size, uint32_t rank, cm_id *tensor) {
    int64_t dim = (int64_t)n;
    void *data = cm_arena_alloc_n(ir->work, n, size, 8);
    if (data == NULL) return cm_ir_nomem(ir);
    if (n != 0) memcpy(data, from, n * size);
    return cm_ir_add_tensor(ir, dtype, rank, &dim, data, n * size, tensor);
}

/* The tensor that an attribute of Constant stands for; CM_NONE: it is none of those. */
static cameo_status expand_const_attr(cm_ir *ir, const cm_attr *a, cameo_error *problem,
                                      cm_id *tensor) {
    static const struct {
        const char *name;
        int32_t type;
    } known[] = {{"value", CM_ATTR_TENSOR},        {"sparse_value", CM_ATTR_SPARSE_TENSOR},
                 {"value_float", CM_ATTR_FLOAT},   {"value_floats", CM_ATTR_FLOATS},
                 {"value_int", CM_ATTR_INT},       {"value_ints", CM_ATTR_INTS},
                 {"value_string", CM_ATTR_STRING}, {"value_strings", CM_ATTR_STRINGS}};
    size_t k = 0;
    *tensor = CM_NONE;
    while (k < sizeof known / sizeof *known && !cm_str_is(a->name, known[k].name)) k++;
    if (k == sizeof known / sizeof *known) return CAMEO_OK;
    CM_CHECK(a->type == known[k].type, problem, CAMEO_E_TYPE, "attribute %s has type %d, want %d",
             known[k].name, (int)a->type, (int)known[k].type);
    switch (a->type) {
    case CM_ATTR_TENSOR: *tensor = a->row; return CAMEO_OK;
    case CM_ATTR_SPARSE_TENSOR: return cm_ir_densify(ir, a->row, problem, tensor);
    case CM_ATTR_FLOAT:
        return expand_const_numbers(ir, CAMEO_FLOAT, &a->f, 1, sizeof a->f, 0, tensor);
    case CM_ATTR_INT:
        return expand_const_numbers(ir, CAMEO_INT64, &a->i, 1, sizeof a->i, 0, tensor);
    case CM_ATTR_STRING: return cm_ir_add_strings(ir, &a->s, 1, 0, tensor);
    case CM_ATTR_FLOATS:
        return expand_const_numbers(ir, CAMEO_FLOAT, ir->t.floats.row + a->list.first, a->list.n,
                                    sizeof(float), 1, tensor);
    case CM_ATTR_INTS:
        return expand_const_numbers(ir, CAMEO_INT64, ir->t.ints.row + a->list.first, a->list.n,
                                    sizeof(int64_t), 1, tensor);
    default: return cm_ir_add_strings(ir, ir->t.strs.row + a->list.first, a->list.n, 1, tensor);
    }
}

static cameo_status expand_const_node(cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_id out = cm_ir_out(ir, node, 0);
    cm_id tensor = CM_NONE;
    CM_EACH(id, ir->t.attr, ir->t.node.row[node].attrs) {
        cm_attr a = ir->t.attr.row[id];
        cm_id found;
        CM_TRY(expand_const_attr(ir, &a, problem, &found));
        if (found == CM_NONE) continue;
        CM_CHECK(tensor == CM_NONE, problem, CAMEO_E_MALFORMED,
                 "a Constant with more than one value");
        tensor = found;
    }
    CM_CHECK(tensor != CM_NONE, problem, CAMEO_E_MALFORMED, "a Constant without value");
    if (out != CM_NONE) cm_ir_set_init(ir, out, tensor);
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

cameo_status cm_ir_expand_consts(cm_ir *ir) {
    cameo_status first = CAMEO_OK;
    for (cm_id node = ir->fresh; node < ir->t.node.n; node++) {
        const cm_node *n = &ir->t.node.row[node];
        if (n->dead || !cm_str_is(n->op_type, "Constant") || cm_domain_normal(n->domain).n != 0)
            continue;
        cameo_error problem = {0};
        cameo_status status = expand_const_node(ir, node, &problem);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (status != CAMEO_OK && problem.status == CAMEO_OK) return status;
        status = cm_ir_problem(ir, node, &problem);
        if (first == CAMEO_OK) first = status;
    }
    for (cm_id v = ir->fresh == 0 ? 0 : ir->t.value.n; v < ir->t.value.n; v++) {
        if (ir->t.value.row[v].sparse == CM_NONE || ir->t.value.row[v].init != CM_NONE) continue;
        cameo_error problem = {0};
        cm_id tensor = CM_NONE;
        cameo_status status = cm_ir_densify(ir, ir->t.value.row[v].sparse, &problem, &tensor);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (status != CAMEO_OK && problem.status == CAMEO_OK) return status;
        uint8_t kind = ir->t.value.row[v].kind;
        if (status == CAMEO_OK) cm_ir_set_init(ir, v, tensor);
        ir->t.value.row[v].kind = kind; /* of an input it is the default */
        status = cm_ir_problem(ir, CM_NONE, &problem);
        if (first == CAMEO_OK) first = status;
    }
    return first;
}
