/* split.c — Split: pieces of a tensor along an axis. The input is rows, one for each index of the
 * dims before the axis; each output takes one contiguous piece of every row.
 * Source: ONNX Split, since_version 1 (axis is required, split may be an input), 2, 11, 13 (split is
 * an input), 18 (num_outputs, a smaller last piece). */
#include "kernels/move.h"

typedef struct split_params {
    int32_t axis;
} split_params;

static cameo_status split_parse(const cm_parse *p, void *params) {
    (void)params;
    int64_t n;
    CM_TRY(cm_attr_i64(p, "num_outputs", 0, &n));
    bool given = p->since >= 18 && cm_attr_find(p, "num_outputs") != NULL;
    bool sizes = p->n_in > 1;
    CM_CHECK(p->since < 18 || given != sizes, p->e, given ? CAMEO_E_MALFORMED : CAMEO_E_MISSING,
             "want either input split or attribute num_outputs");
    CM_CHECK(!given || n == (int64_t)p->n_out, p->e, CAMEO_E_SHAPE,
             "num_outputs is %lld, the node has %u outputs", CM_LL(n), p->n_out);
    return CAMEO_OK;
}

/* Size of piece i, given by input 1; unknown where that is not known. Split 1 has it in the dtype
 * of the data. */
static cameo_status split_given(const cm_shape *s, uint32_t i, cm_dim *d) {
    const cm_avalue *v = cm_shape_in(s, 1);
    int64_t n;
    double real;
    if (cm_avalue_f64(v, i, &real)) {
        CM_CHECK(real >= 0 && real < 9e15, s->e, CAMEO_E_SHAPE, "split[%u] is not in [0, 9e15]", i);
        *d = (cm_dim)real;
    } else if (cm_avalue_i64(v, i, &n)) {
        CM_CHECK(n >= 0, s->e, CAMEO_E_SHAPE, "split[%u] is %lld, want >= 0", i, CM_LL(n));
        *d = n;
    } else if (!cm_avalue_elem(v, i, d)) {
        *d = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

/* Size of piece i of equal ones: ceil(dim / n), the last what is left.
 * Errors: E_SHAPE before 18 dim must divide; the last piece must not be negative. */
static cameo_status split_equal(const cm_shape *s, cm_dim dim, uint32_t i, cm_dim *d) {
    cm_dim n = s->n_out;
    cm_dim size = cm_dim_div_ceil(s->dims, dim, n);
    if (s->since < 18) {
        CM_CHECK(cm_shape_equal(s, cm_dim_mul(s->dims, size, n), dim), s->e, CAMEO_E_SHAPE,
                 "%lld elements do not divide by %u outputs",
                 cm_dim_is_const(dim) ? CM_LL(dim) : -1, s->n_out);
    }
    *d = size;
    if (i + 1 == s->n_out) {
        *d = cm_dim_sub(s->dims, dim, cm_dim_mul(s->dims, size, n - 1));
        CM_CHECK(cm_dim_le(s->dims, 0, *d) != CM_NO, s->e, CAMEO_E_SHAPE,
                 "%lld elements are too few for %u outputs", cm_dim_is_const(dim) ? CM_LL(dim) : -1,
                 s->n_out);
    }
    return CAMEO_OK;
}

/* The elements [first, first + n) of x, where one row is all of it. */
static void split_elems(cm_shape *s, uint32_t out, uint32_t axis, size_t first) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n, n_x;
    for (uint32_t d = 0; d < axis; d++) {
        if (x->dims[d] != 1) return;
    }
    if (!cm_avalue_count(x, &n_x) || !cm_avalue_count(&s->out[out], &n)) return;
    cm_dim *elem = cm_shape_out_elems(s, out, n);
    for (size_t j = 0; elem != NULL && j < n; j++) {
        if (!cm_avalue_elem(x, first + j, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
}

static cameo_status split_shape(cm_shape *s) {
    const split_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis = 0;
    cm_dim sum = 0;
    cm_dim dims[CM_MAX_RANK];
    bool known = x->rank != CM_RANK_UNKNOWN, numbers = true; /* numbers: all sizes are */
    size_t n_given;
    if (known) CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    if (cm_shape_has(s, 1) && cm_avalue_count(cm_shape_in(s, 1), &n_given)) {
        CM_CHECK(n_given == s->n_out, s->e, CAMEO_E_SHAPE, "split has %zu sizes for %u outputs",
                 n_given, s->n_out);
    }
    for (uint32_t d = 0; known && d < x->rank; d++) dims[d] = x->dims[d];
    for (uint32_t i = 0; i < s->n_out; i++) {
        if (!known) {
            CM_TRY(cm_shape_out(s, i, x->dtype, CM_RANK_UNKNOWN, NULL));
            continue;
        }
        if (cm_shape_has(s, 1)) {
            CM_TRY(split_given(s, i, &dims[axis]));
            if (dims[axis] == CM_DIM_UNKNOWN) dims[axis] = cm_shape_decided(s, 0, x->dims[axis]);
        } else
            CM_TRY(split_equal(s, x->dims[axis], i, &dims[axis]));
        CM_TRY(cm_shape_out(s, i, x->dtype, x->rank, dims));
        size_t first;
        size_t inner = 1;
        for (uint32_t d = axis + 1; d < x->rank; d++) {
            inner *= cm_dim_is_const(x->dims[d]) ? (size_t)x->dims[d] : 0;
        }
        bool placed = cm_dim_is_const(sum) && !cm_ckd_mul((size_t)sum, inner, &first);
        if (placed) split_elems(s, i, axis, first);
        numbers = numbers && cm_dim_is_const(dims[axis]);
        sum = cm_dim_add(s->dims, sum, dims[axis]);
    }
    CM_CHECK(!known || !numbers || cm_dim_is_const(sum), s->e, CAMEO_E_SHAPE,
             "the sizes of split have a sum that does not fit in 64 bits");
    CM_CHECK(!known || cm_shape_equal(s, sum, x->dims[axis]), s->e, CAMEO_E_SHAPE,
             "the sizes of split have sum %lld, the axis has %lld",
             cm_dim_is_const(sum) ? CM_LL(sum) : -1,
             cm_dim_is_const(x->dims[axis]) ? CM_LL(x->dims[axis]) : -1);
    return CAMEO_OK;
}

static const cm_field split_fields[] = {CM_F_I32(split_params, axis, 0)};
const cm_op cm_op_Split = {CM_OP_Split,  0,           1,           sizeof(split_params),
                           split_fields, split_parse, split_shape, NULL};

static uint32_t split_axis(const cm_kctx *k) {
    const split_params *p = k->params;
    return (uint32_t)(p->axis < 0 ? p->axis + cm_in(k, 0)->rank : p->axis);
}

/* Elements of one row of t. */
static size_t split_row(const cm_kctx *k, const cm_tensor *t) {
    return cm_move_count(t->dims, split_axis(k), t->rank);
}

/* The first task of output i and the one behind its last, of outputs one behind the other. */
static uint32_t split_tasks(const cm_kctx *k, uint32_t i) {
    const cm_tensor *y = cm_out(k, i);
    return y == NULL ? 0 : cm_task_count(y->n, CM_MOVE_ITEMS);
}

/* Elements of a row of x before output i's piece. Every output is a part of x, wanted or not: those
 * that are not wanted take what the sizes say, so they must be the result of the shape rule. */
static cameo_status split_check(const cm_kctx *k) {
    const split_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    for (uint32_t i = 0; i < k->n_out; i++) {
        const cm_tensor *y = cm_out(k, i);
        if (y == NULL) continue;
        CM_CHECK(y->rank == x->rank, k->e, CAMEO_E_SHAPE, "output %u has rank %u, want %u", i,
                 (unsigned)y->rank, (unsigned)x->rank);
        for (uint32_t d = 0; d < x->rank; d++) {
            CM_CHECK(d == axis ? y->dims[d] <= x->dims[d] : y->dims[d] == x->dims[d], k->e,
                     CAMEO_E_SHAPE, "dim %u of output %u is %zu, of the input %zu", d, i,
                     y->dims[d], x->dims[d]);
        }
    }
    return CAMEO_OK;
}

/* An output, and the index on the axis where its piece begins. */
typedef struct split_place {
    uint32_t out;
    size_t first;
} split_place;

/* Moves a place on to that of output `out`, from an earlier one or from zero. Sizes come from input 1 where given, so
 * that outputs that are not wanted count. Errors: E_SHAPE it does not lie within the axis. */
static cameo_status split_walk(const cm_kctx *k, split_place *at, uint32_t out) {
    const cm_tensor *sizes = cm_in(k, 1);
    size_t dim = cm_in(k, 0)->dims[split_axis(k)];
    size_t equal = dim / k->n_out + (dim % k->n_out != 0);
    size_t sum = at->first;
    for (uint32_t i = at->out; i <= out; i++) {
        size_t n = cm_min_size(equal, dim - sum);
        if (sizes != NULL && sizes->dtype == CAMEO_INT64) {
            CM_CHECK(i < sizes->n, k->e, CAMEO_E_SHAPE, "split has %zu sizes for %u outputs",
                     sizes->n, k->n_out);
            int64_t given = cm_move_index(sizes, i);
            CM_CHECK(given >= 0 && (uint64_t)given <= dim - sum, k->e, CAMEO_E_SHAPE,
                     "split[%u] is %lld, %zu are left", i, CM_LL(given), dim - sum);
            n = (size_t)given;
        } else if (sizes != NULL) {
            n = cm_out(k, i) == NULL ? 0 : cm_out(k, i)->dims[split_axis(k)];
        }
        if (i < out) {
            CM_CHECK(n <= dim - sum, k->e, CAMEO_E_SHAPE, "the outputs exceed the axis of %zu",
                     dim);
            sum += n;
            continue;
        }
        CM_CHECK(n == cm_out(k, i)->dims[split_axis(k)] && n <= dim - sum, k->e, CAMEO_E_SHAPE,
                 "split[%u] is %zu, the output has %zu", i, n, cm_out(k, i)->dims[split_axis(k)]);
    }
    *at = (split_place){out, sum};
    return CAMEO_OK;
}

/* Tasks where there are more outputs than this: every task has to walk over the outputs before its own. */
#define SPLIT_MAX_TASKS 64u

/* Outputs of a task, 0: a task has a piece of one output. */
static uint32_t split_group(const cm_kctx *k) {
    return k->n_out <= SPLIT_MAX_TASKS ? 0 : (k->n_out - 1) / SPLIT_MAX_TASKS + 1;
}

/* The tasks of each output in turn, or those of groups of outputs. */
cameo_status cm_split_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(split_check(k));
    uint32_t n = 0;
    if (split_group(k) != 0) {
        cm_setup_simple(s, k->n_out, split_group(k));
        return CAMEO_OK;
    }
    for (uint32_t i = 0; i < k->n_out; i++) {
        uint32_t more = split_tasks(k, i);
        CM_CHECK(more <= UINT32_MAX - n, k->e, CAMEO_E_LIMIT, "too many tasks");
        n += more;
    }
    s->n_phases = 1;
    s->phase[0].n_tasks = n;
    return CAMEO_OK;
}

/* Elements [at, stop) of the output at a place. */
static void split_copy(const cm_kctx *k, const split_place *place, size_t at, size_t stop) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, place->out);
    size_t row = split_row(k, y);
    size_t row_x = split_row(k, x);
    size_t skip = place->first * cm_move_count(x->dims, split_axis(k) + 1, x->rank);
    while (at < stop) {
        size_t column = at % row;
        size_t n = cm_min_size(row - column, stop - at);
        size_t from = at / row * row_x + skip + column;
        cm_move_flat(cm_move_bits(y), y->data, at, x->data, from, n);
        at += n;
    }
}

/* The outputs of groups [begin, end). */
static cameo_status split_run_groups(const cm_kctx *k, uint32_t begin, uint32_t end) {
    split_place place = {0, 0};
    uint32_t group = split_group(k);
    size_t stop = cm_min_size(k->n_out, (size_t)end * group);
    for (size_t i = (size_t)begin * group; i < stop; i++) {
        if (cm_out(k, (uint32_t)i) == NULL) continue;
        CM_TRY(split_walk(k, &place, (uint32_t)i));
        split_copy(k, &place, 0, cm_out(k, (uint32_t)i)->n);
    }
    return CAMEO_OK;
}

/* cm_split_run — y_i[r][...] = x[r][first_i + ...] for each row r.
 *   x      [rows][row] of any dtype but string, at any alignment
 *   y_i    [rows][row_i] of the same dtype
 * Errors: E_SHAPE the sizes of split are not those of the outputs. */
cameo_status cm_split_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    uint32_t before = 0;
    split_place place = {0, 0};
    if (split_group(k) != 0) return split_run_groups(k, begin, end);
    for (uint32_t i = 0; i < k->n_out && before < end; i++) {
        uint32_t n = split_tasks(k, i);
        uint32_t from = begin > before ? begin - before : 0;
        for (uint32_t t = from; t < n && t < end - before; t++) {
            size_t at, stop;
            cm_move_range(cm_out(k, i)->n, t, &at, &stop);
            CM_TRY(split_walk(k, &place, i));
            split_copy(k, &place, at, stop);
        }
        before += n;
    }
    return CAMEO_OK;
}

cameo_status cm_split_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(split_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* cm_split_string_run — the same for strings; the outputs are allocated here. */
cameo_status cm_split_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    split_place place = {0, 0};
    if (begin >= end) return CAMEO_OK;
    for (uint32_t i = 0; i < k->n_out; i++) {
        const cm_tensor *y = cm_out(k, i);
        if (y == NULL) continue;
        cm_strided v;
        CM_TRY(split_walk(k, &place, i));
        cm_strided_dense(&v, x->rank, x->dims);
        v.first = place.first * v.stride[split_axis(k)];
        v.dims[split_axis(k)] = y->dims[split_axis(k)];
        CM_TRY(cm_strings_emit_strided(k, i, &v, x));
    }
    return CAMEO_OK;
}
