/* nonzero.c — NonZero: the positions of the elements that are not zero, in row-major order. Their
 * number is known only after a look at the data: tasks count, one task allocates the output, tasks
 * write. Source: ONNX NonZero 9, 13; a scalar gives [0][n], unlike numpy. */
#include "kernels/move.h"

/* Bits that make a number of `dtype` differ from zero: all but the sign, where -0 exists. The
 * formats without -0 use its pattern for NaN. */
static uint64_t nonzero_mask(uint8_t dtype) {
    switch (dtype) {
    case CAMEO_FLOAT: return UINT32_C(0x7fffffff);
    case CAMEO_FLOAT16:
    case CAMEO_BFLOAT16: return 0x7fff;
    case CAMEO_DOUBLE:
    case CAMEO_COMPLEX128: return UINT64_C(0x7fffffffffffffff);
    case CAMEO_COMPLEX64: return UINT64_C(0x7fffffff7fffffff);
    case CAMEO_FLOAT8E4M3FN:
    case CAMEO_FLOAT8E5M2: return 0x7f;
    case CAMEO_FLOAT4E2M1: return 7;
    default: return UINT64_MAX;
    }
}

/* Whether element i of x is not zero; a string: not empty. mask is nonzero_mask of its dtype. */
static bool nonzero_test(const cm_tensor *x, uint64_t mask, size_t i) {
    const uint8_t *p = x->data;
    if (x->dtype == CAMEO_STRING) return cm_tensor_str(x, i).n > 0;
    if (x->dtype == CAMEO_FLOAT8E8M0) return true; /* a power of two or NaN */
    switch (cm_move_bits(x)) {
    case 2: return cm_u2_get(p, i) != 0;
    case 4: return (cm_u4_get(p, i) & mask) != 0;
    case 8: return (p[i] & mask) != 0;
    case 16: return (cm_load_u16(p + i * 2) & mask) != 0;
    case 32: return (cm_load_u32(p + i * 4) & mask) != 0;
    case 64: return ((uint64_t)cm_load_i64(p + i * 8) & mask) != 0;
    default:
        return ((uint64_t)cm_load_i64(p + i * 16) & mask) != 0 ||
               ((uint64_t)cm_load_i64(p + i * 16 + 8) & mask) != 0;
    }
}

/* How many elements are not zero, where inference knows all of them. */
static bool nonzero_known(const cm_avalue *x, cm_dim *count) {
    size_t n;
    cm_dim total = 0;
    int64_t v;
    if (!cm_avalue_count(x, &n) || n > CM_MAX_ELEMS) return false;
    for (size_t i = 0; i < n; i++) {
        if (!cm_avalue_i64(x, i, &v)) return false;
        total += v != 0;
    }
    *count = total;
    return true;
}

/* The positions of the `count` elements that are not zero: their shape is declared. */
static void nonzero_elems(cm_shape *s, const cm_avalue *x, size_t count) {
    cm_dim *elem = cm_shape_out_elems(s, 0, x->rank * count);
    size_t at = 0;
    int64_t v = 0;
    for (size_t i = 0; elem != NULL && at < count; i++) {
        if (!cm_avalue_i64(x, i, &v) || v == 0) continue;
        size_t left = i;
        for (uint32_t d = x->rank; d-- > 0; left /= (size_t)x->dims[d])
            elem[d * count + at] = (cm_dim)(left % (size_t)x->dims[d]);
        at++;
    }
}

static cameo_status nonzero_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[2] = {x->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : x->rank, CM_DIM_UNKNOWN};
    bool known = nonzero_known(x, &dims[1]);
    if (!known) dims[1] = cm_shape_decided(s, 0, cm_avalue_count_dim(s->dims, x));
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 2, dims));
    if (known) nonzero_elems(s, x, (size_t)dims[1]);
    return CAMEO_OK;
}

/* Scratch: the count of each task, then where its part of the output begins */
cameo_status cm_nonzero_setup(const cm_kctx *k, cm_setup *s) {
    uint32_t n_tasks = cm_task_count(cm_in(k, 0)->n, CM_MOVE_ITEMS);
    CM_CHECK(!cm_ckd_mul(n_tasks, sizeof(size_t), &s->scratch), k->e, CAMEO_E_SHAPE,
             "too many elements for memory");
    s->n_phases = 3;
    s->phase[0].n_tasks = n_tasks;
    s->phase[1].n_tasks = 1;
    s->phase[2].n_tasks = n_tasks;
    return CAMEO_OK;
}

/* Elements of which the answers are kept at a time. */
#define NONZERO_CHUNK ((size_t)(CAMEO_SMALL_STACK ? 64 : 256))

/* flags[i] = is element at + i of x not zero? n <= NONZERO_CHUNK */
static void nonzero_flags(const cm_kctx *k, size_t at, size_t n, uint8_t *flags) {
    const cm_tensor *x = cm_in(k, 0);
    uint64_t mask = nonzero_mask(x->dtype);
    cm_loop_fn *loop = x->dtype == CAMEO_FLOAT   ? CM_LOOP(k, f32_bool)
                       : x->dtype == CAMEO_BOOL  ? CM_LOOP(k, not_zero_8)
                       : x->dtype == CAMEO_INT32 ? CM_LOOP(k, i32_bool)
                       : x->dtype == CAMEO_INT64 ? CM_LOOP(k, i64_bool)
                                                 : NULL;
    size_t size = cm_move_bits(x) / 8;
    if (loop != NULL && (uintptr_t)x->data % size == 0) {
        loop(&(cm_loop_args){.a = (const uint8_t *)x->data + at * size, .a_step = 1}, flags, n);
        return;
    }
    for (size_t i = 0; i < n; i++) flags[i] = nonzero_test(x, mask, at + i);
}

static void nonzero_count(const cm_kctx *k, uint32_t t) {
    uint8_t flags[NONZERO_CHUNK];
    size_t at, stop, n, count = 0;
    cm_move_range(cm_in(k, 0)->n, t, &at, &stop);
    for (; at < stop; at += n) {
        n = cm_min_size(NONZERO_CHUNK, stop - at);
        nonzero_flags(k, at, n, flags);
        for (size_t i = 0; i < n; i++) count += flags[i];
    }
    ((size_t *)(void *)k->scratch)[t] = count;
}

/* Turns the counts into positions and allocates y. */
static cameo_status nonzero_alloc(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    size_t *count = (size_t *)(void *)k->scratch;
    uint32_t n_tasks = cm_task_count(x->n, CM_MOVE_ITEMS);
    size_t total = 0;
    for (uint32_t t = 0; t < n_tasks; t++) {
        size_t here = count[t];
        count[t] = total;
        total += here;
    }
    size_t bytes;
    bool over = cm_ckd_mul(total, x->rank, &bytes) || cm_ckd_mul(bytes, sizeof(int64_t), &bytes);
    CM_CHECK(!over, k->e, CAMEO_E_SHAPE, "too many elements for memory");
    return k->services->out_alloc(k, 0, 2, (size_t[]){x->rank, total}, bytes);
}

/* Elements [at, at + n) of x, all in one row, of which the first has these indices: to columns of y from `column` on.
 * Returns how many those are. The last index of every element is written down, and counts if the element does. */
static size_t nonzero_piece(const cm_kctx *k, size_t at, size_t n, const size_t *index, size_t column) {
    const cm_tensor *x = cm_in(k, 0);
    int64_t *y = cm_out(k, 0)->data, found[NONZERO_CHUNK + 1];
    uint8_t flags[NONZERO_CHUNK];
    size_t columns = cm_out(k, 0)->dims[1], count = 0;
    nonzero_flags(k, at, n, flags);
    for (size_t i = 0; i < n; i++) {
        found[count] = (int64_t)i;
        count += flags[i];
    }
    for (uint32_t d = 0; d < x->rank && count > 0; d++) {
        int64_t *to = y + d * columns + column, first = (int64_t)index[d];
        if (d + 1 < x->rank) cm_move_fill(64, to, 0, &first, count);
        for (size_t i = 0; i < count && d + 1 == x->rank; i++) to[i] = first + found[i];
    }
    return count;
}

static void nonzero_write(const cm_kctx *k, uint32_t t) {
    const cm_tensor *x = cm_in(k, 0);
    size_t column = ((const size_t *)(const void *)k->scratch)[t];
    size_t index[CM_MAX_RANK] = {0};
    size_t at, stop, n;
    cm_move_range(x->n, t, &at, &stop);
    if (x->n == 0) return;
    size_t rest = at;
    for (uint32_t d = x->rank; d-- > 0;) {
        index[d] = rest % x->dims[d];
        rest /= x->dims[d];
    }
    uint32_t last = x->rank > 0 ? x->rank - 1u : 0;
    for (; at < stop; at += n) {
        n = x->rank == 0 ? 1 : cm_min_size(cm_min_size(NONZERO_CHUNK, x->dims[last] - index[last]), stop - at);
        column += nonzero_piece(k, at, n, index, column);
        index[last] += n;
        for (uint32_t d = x->rank; d-- > 0 && index[d] == x->dims[d];) {
            index[d] = 0;
            if (d > 0) index[d - 1]++;
        }
    }
}

/* cm_nonzero_run — y[d][c] = index on axis d of the c-th element of x that is not zero.
 *   x    any dtype and rank, any alignment; NaN is not zero, -0 is
 *   y    [rank][count] int64, allocated in phase 1
 * Errors: E_NOMEM, E_SHAPE. */
cameo_status cm_nonzero_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    for (uint32_t t = begin; t < end; t++) {
        if (phase == 0)
            nonzero_count(k, t);
        else if (phase == 1)
            CM_TRY(nonzero_alloc(k));
        else
            nonzero_write(k, t);
    }
    return CAMEO_OK;
}

/* Each may be one, whose place is written for each axis. */
static uint64_t nonzero_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_shape_cost(x, 1 + (uint64_t)x->rank) / 4;
}

const cm_op cm_op_NonZero = {CM_OP_NonZero, CM_OPF_DYNAMIC, 0, 0, NULL, NULL, nonzero_shape, nonzero_cost};
