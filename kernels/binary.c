/* binary.c — operations on two tensors with broadcasting, element by element: Add.
 *
 * An operator is one line in BINARY_OPS, one BINARY_OP, one in ir/ops.def, and a row per dtype in
 * providers/cpu.def (setup: cm_binary_setup, run: cm_<op>_<dtype>_run). The walk over the broadcast
 * dims is shared; a leaf is three loops over one innermost row: both operands advance, or one of
 * them stands still. Adjacent dims that broadcast alike are one, so tensors of the same shape and
 * scalar operands are a single row. Source: ONNX docs/Broadcasting.md.
 *
 * Integers wrap around, as numpy's. f16 and bf16 compute in float and round once. */
#include "kernels/kernel.h"

/* X(op, value for a and b): arithmetic goes through BINARY_W. */
#define BINARY_OPS(X) X(add, (BINARY_C)((BINARY_W)a + (BINARY_W)b))

/* ---- Operators ---- */

/* Until since_version 6 an axis told which dims of input 0 input 1 covers. */
typedef struct cm_binary_params {
    int32_t axis; /* of input 0, that dim 0 of input 1 lies on; < 0: the last dims, as numpy */
} cm_binary_params;

static const cm_field binary_fields[] = {CM_F_I32(cm_binary_params, axis, -1)};

static cameo_status binary_parse(const cm_parse *p, void *params) {
    cm_binary_params *q = params;
    if (p->since >= 7) q->axis = -1;
    return CAMEO_OK;
}

/* How many dims of size 1 input 1 gets at its end: rank_0 - axis - rank_1. */
static cameo_status binary_padding(const void *params, uint32_t rank_0, uint32_t rank_1,
                                   uint32_t *padding, cameo_error *e) {
    int32_t axis = ((const cm_binary_params *)params)->axis;
    *padding = 0;
    if (axis < 0) return CAMEO_OK;
    CM_CHECK(rank_1 <= rank_0 && (uint32_t)axis <= rank_0 - rank_1, e, CAMEO_E_SHAPE,
             "axis is %d, but inputs have ranks %u and %u", (int)axis, rank_0, rank_1);
    *padding = rank_0 - (uint32_t)axis - rank_1;
    return CAMEO_OK;
}

typedef cm_dim binary_dim_op(cm_dims *t, cm_dim a, cm_dim b);

/* Follows int32 and int64 elements, of which shapes are made, through the operation. Each input has
 * as many elements as the output, or one. A result beyond the dtype would wrap: unknown. */
static void binary_elems(cm_shape *s, binary_dim_op *op) {
    const cm_avalue *a = cm_shape_in(s, 0);
    const cm_avalue *b = cm_shape_in(s, 1);
    size_t n_a, n_b, n;
    if (s->n_out == 0 || (a->dtype != CAMEO_INT32 && a->dtype != CAMEO_INT64)) return;
    if (!cm_avalue_count(a, &n_a) || !cm_avalue_count(b, &n_b)) return;
    if (!cm_avalue_count(&s->out[0], &n)) return;
    if ((n_a != n && n_a != 1) || (n_b != n && n_b != 1)) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t i = 0; elem != NULL && i < n; i++) {
        cm_dim x, y;
        if (!cm_avalue_elem(a, n_a == 1 ? 0 : i, &x)) continue;
        if (!cm_avalue_elem(b, n_b == 1 ? 0 : i, &y)) continue;
        cm_dim r = op(s->dims, x, y);
        bool narrow = a->dtype == CAMEO_INT32 && cm_dim_is_const(r);
        bool wraps = r == CM_DIM_BAD || (narrow && (r < INT32_MIN || r > INT32_MAX));
        if (!wraps) elem[i] = r;
    }
}

/* Output 0: dtype of input 0, broadcast dims; op (may be NULL) says what it does to elements. */
static cameo_status binary_shape(cm_shape *s, binary_dim_op *op) {
    const cm_avalue *a = cm_shape_in(s, 0);
    cm_avalue b = *cm_shape_in(s, 1);
    CM_CHECK(a->dtype == b.dtype || a->dtype == 0 || b.dtype == 0, s->e, CAMEO_E_TYPE,
             "inputs are %s and %s, want the same", cameo_dtype_name((cameo_dtype)a->dtype),
             cameo_dtype_name((cameo_dtype)b.dtype));
    if (a->rank != CM_RANK_UNKNOWN && b.rank != CM_RANK_UNKNOWN) {
        uint32_t padding = 0;
        CM_TRY(binary_padding(s->params, a->rank, b.rank, &padding, s->e));
        for (uint32_t i = 0; i < padding; i++) b.dims[b.rank++] = 1;
    }
    const cm_avalue *in[2] = {a, &b};
    cm_shape padded = *s;
    padded.in = in;
    padded.n_in = 2;
    uint32_t rank = CM_RANK_UNKNOWN;
    cm_dim dims[CM_MAX_RANK];
    CM_TRY(cm_shape_broadcast(&padded, 0, 2, &rank, dims));
    CM_TRY(cm_shape_out(s, 0, a->dtype, rank, dims));
    if (op != NULL) binary_elems(s, op);
    return CAMEO_OK;
}

static cm_dim binary_dim_add(cm_dims *t, cm_dim a, cm_dim b) { return cm_dim_add(t, a, b); }

/* ONNX Add, since_version 1, 6, 7, 13, 14. The attribute broadcast of versions 1 and 6 is not
 * looked at: equal shapes, which its absence promises, broadcast to themselves. */
#define BINARY_OP(op_type, dim_op)                                                              \
    static cameo_status binary_shape_##op_type(cm_shape *s) { return binary_shape(s, dim_op); } \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                                       \
                                   .flags = CM_OPF_INPLACE,                                     \
                                   .n_fields = 1,                                               \
                                   .params_size = sizeof(cm_binary_params),                     \
                                   .fields = binary_fields,                                     \
                                   .parse = binary_parse,                                       \
                                   .shape = binary_shape_##op_type};

BINARY_OP(Add, binary_dim_add)

/* ---- Kernels ---- */

/* How one row of the innermost dim is read. */
typedef enum binary_row { BINARY_BOTH, BINARY_SCALAR_1, BINARY_SCALAR_0 } binary_row;

/* y[i], i < n, of one row; x0 and x1 are elements 0 of their rows or single elements. */
typedef void binary_row_fn(void *y, const void *x0, const void *x1, size_t n, binary_row row);

/* The collapsed dims, outermost first; a step of 0 elements broadcasts. */
typedef struct binary_loop {
    uint32_t rank; /* >= 1 */
    size_t dim[CM_MAX_RANK];
    size_t step[2][CM_MAX_RANK];
} binary_loop;

/* Dim d of the output as input i has it: 1 where it has none. */
static size_t binary_in_dim(const cm_tensor *t, uint32_t d, uint32_t rank, uint32_t padding) {
    uint32_t missing = rank - t->rank - padding;
    return d < missing || d >= missing + t->rank ? 1 : t->dims[d - missing];
}

/* Appends one output dim, joined to the one before where both inputs go on alike. */
static void binary_loop_add(binary_loop *l, size_t dim, const bool moves[2]) {
    if (dim == 1) return;
    uint32_t last = l->rank - 1;
    bool joins =
        l->rank > 0 && (l->step[0][last] != 0) == moves[0] && (l->step[1][last] != 0) == moves[1];
    if (joins) {
        l->dim[last] *= dim;
        return;
    }
    l->dim[l->rank] = dim;
    for (int i = 0; i < 2; i++) l->step[i][l->rank] = moves[i];
    l->rank++;
}

/* The loop of k's tensors. Errors: E_SHAPE the inputs do not broadcast to the output. */
static cameo_status binary_loop_init(const cm_kctx *k, binary_loop *l) {
    const cm_tensor *y = cm_out(k, 0);
    const cm_tensor *x[2] = {cm_in(k, 0), cm_in(k, 1)};
    uint32_t padding[2] = {0, 0};
    CM_TRY(binary_padding(k->params, x[0]->rank, x[1]->rank, &padding[1], k->e));
    *l = (binary_loop){0};
    for (int i = 0; i < 2; i++) {
        CM_CHECK(x[i]->rank + padding[i] <= y->rank, k->e, CAMEO_E_SHAPE,
                 "input %d has rank %u, the output %u", i, (unsigned)x[i]->rank, (unsigned)y->rank);
    }
    for (uint32_t d = 0; d < y->rank; d++) {
        bool moves[2];
        for (int i = 0; i < 2; i++) {
            size_t dim = binary_in_dim(x[i], d, y->rank, padding[i]);
            CM_CHECK(dim == y->dims[d] || dim == 1, k->e, CAMEO_E_SHAPE,
                     "dim %u of the output is %zu, of input %d %zu", d, y->dims[d], i, dim);
            moves[i] = dim != 1;
        }
        CM_CHECK(moves[0] || moves[1] || y->dims[d] == 1, k->e, CAMEO_E_SHAPE,
                 "dim %u of the output is %zu, of both inputs 1", d, y->dims[d]);
        binary_loop_add(l, y->dims[d], moves);
    }
    if (l->rank == 0) {
        *l = (binary_loop){.rank = 1, .dim = {1}, .step = {{1}, {1}}};
    }
    /* 0 and 1 become steps in elements: what lies inside. */
    for (int i = 0; i < 2; i++) {
        size_t step = 1;
        for (uint32_t d = l->rank; d-- > 0;) {
            bool moves = l->step[i][d] != 0;
            l->step[i][d] = moves ? step : 0;
            if (moves) step *= l->dim[d];
        }
    }
    return CAMEO_OK;
}

/* One phase over the output's elements. Scratch: none. Errors: E_SHAPE as binary_loop_init. */
cameo_status cm_binary_setup(const cm_kctx *k, cm_setup *s) {
    binary_loop l;
    CM_TRY(binary_loop_init(k, &l));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Calls fn for each piece of a row in the elements of tasks [begin, end). size: bytes of an
 * element. */
static cameo_status binary_walk(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size,
                                binary_row_fn *fn) {
    binary_loop l;
    CM_TRY(binary_loop_init(k, &l));
    const uint8_t *x0 = cm_in(k, 0)->data;
    const uint8_t *x1 = cm_in(k, 1)->data;
    uint8_t *y = cm_out(k, 0)->data;
    size_t at = begin * CM_TASK_ITEMS;
    size_t last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    uint32_t inner = l.rank - 1;
    binary_row row = l.step[1][inner] == 0   ? BINARY_SCALAR_1
                     : l.step[0][inner] == 0 ? BINARY_SCALAR_0
                                             : BINARY_BOTH;
    while (at < last) {
        size_t off[2] = {0, 0};
        size_t rest = at;
        size_t column = at % l.dim[inner];
        for (uint32_t d = l.rank; d-- > 0; rest /= l.dim[d]) {
            size_t index = rest % l.dim[d];
            off[0] += index * l.step[0][d];
            off[1] += index * l.step[1][d];
        }
        size_t n = cm_min_size(l.dim[inner] - column, last - at);
        fn(y + at * size, x0 + off[0] * size, x1 + off[1] * size, n, row);
        at += n;
    }
    return CAMEO_OK;
}

#define BINARY_SAME(v) (v)

/* Integers. */
#define BINARY_DTYPE i8
#define BINARY_T int8_t
#define BINARY_C int8_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u8
#define BINARY_T uint8_t
#define BINARY_C uint8_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i16
#define BINARY_T int16_t
#define BINARY_C int16_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u16
#define BINARY_T uint16_t
#define BINARY_C uint16_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i32
#define BINARY_T int32_t
#define BINARY_C int32_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u32
#define BINARY_T uint32_t
#define BINARY_C uint32_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i64
#define BINARY_T int64_t
#define BINARY_C int64_t
#define BINARY_W uint64_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u64
#define BINARY_T uint64_t
#define BINARY_C uint64_t
#define BINARY_W uint64_t
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE f16
#define BINARY_T uint16_t
#define BINARY_C float
#define BINARY_W float
#define BINARY_LOAD cm_f16_to_f32
#define BINARY_STORE cm_f16_from_f32
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE bf16
#define BINARY_T uint16_t
#define BINARY_C float
#define BINARY_W float
#define BINARY_LOAD cm_bf16_to_f32
#define BINARY_STORE cm_bf16_from_f32
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE f32
#define BINARY_T float
#define BINARY_C float
#define BINARY_W float
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE f64
#define BINARY_T double
#define BINARY_C double
#define BINARY_W double
#define BINARY_LOAD BINARY_SAME
#define BINARY_STORE BINARY_SAME
#include "kernels/binary_tmpl.h"
