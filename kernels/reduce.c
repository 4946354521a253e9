/* reduce.c — ReduceSum, -Mean, -Max, -Min, -Prod, -L1, -L2, -LogSum, -LogSumExp, -SumSquare, and ReduceSumInteger of
 * com.microsoft: sums of bytes in 32 bits.
 *
 * Neighbouring dims that are all reduced, or all kept, are one. Then either the innermost dim is
 * reduced, and results are made one by one from runs of neighbouring elements, or it is kept, and
 * up to REDUCE_WIDTH neighbouring results are made together, row by row. Where short runs have other
 * reduced dims above them, each of their elements is such a result first, and these are then merged.
 * Tasks are ranges of results. The order of operations depends on shapes only: a run goes into REDUCE_LANES
 * accumulators by turns, which are merged as a tree after each REDUCE_BLOCK elements; rows are
 * merged after each REDUCE_ROWS.
 *
 *   floats      sums and products are doubles, rounded once at the end
 *   integers    sums and products wrap modulo 2^64, then the low bits are taken; a mean is cut off
 *               towards zero; L2, LogSum, LogSumExp are computed as doubles and cut off, saturating
 *   NaN         is the maximum and the minimum, as numpy's
 *   no element  sums 0, product 1, maximum the lowest and minimum the highest value, logarithms
 *               -inf, mean NaN (integers: 0)
 *
 * ReduceLogSumExp of -inf only is -inf, of some +inf is +inf, as the formula's limit is; (numpy's
 * -inf - -inf would give NaN). Source: ONNX Reduce*, since_version 1, 11, 12, 13, 18, 20; the sum
 * that is rescaled at each new maximum: Milakov and Gimelshein, "Online normalizer calculation for
 * softmax", 2018, arXiv:1805.02867. ReduceSumInteger:
 * onnxruntime docs/ContribOperators.md. */
#include "base/math.h"
#include "kernels/axes.h"
#include "kernels/half.h"

/* ---- Operators ---- */

typedef struct reduce_params {
    int32_t keepdims;
    int32_t noop_with_empty_axes; /* 1: no axes means none, not all */
} reduce_params;

static const cm_field reduce_fields[] = {CM_F_I32(reduce_params, keepdims, 1),
                                         CM_F_I32(reduce_params, noop_with_empty_axes, 0)};

/* ReduceSumInteger, whose axes are an attribute. */
typedef struct reduce_integer_params {
    reduce_params common;
    int32_t axes[CM_MAX_RANK], n_axes; /* none: all axes */
} reduce_integer_params;

static const cm_field reduce_integer_fields[] = {
    {"keepdims", CM_FIELD_I32, 1, offsetof(reduce_integer_params, common.keepdims), 1, 0, NULL},
    CM_F_OWN(reduce_integer_params, common.noop_with_empty_axes), CM_F_I32S(reduce_integer_params, axes)};

/* The set of axes that the attribute names; 0 for an empty list. Errors: E_SHAPE as cm_axes_of_tensor. */
static cameo_status reduce_integer_axes(const reduce_integer_params *p, uint32_t rank, uint32_t *axes, cameo_error *e) {
    size_t n = (size_t)p->n_axes;
    int32_t copy[CM_MAX_RANK];
    memcpy(copy, p->axes, sizeof copy);
    cm_tensor t = {.dtype = CAMEO_INT32, .rank = 1, .n = n, .dims = &n, .data = copy};
    return cm_axes_of_tensor(&t, rank, axes, NULL, e);
}

/* What the elements of shape tensors go through; start of an empty reduction. */
typedef struct reduce_elem_op {
    cm_dim (*op)(cm_dims *t, cm_dim a, cm_dim b);
    bool has_start;
    cm_dim start;
} reduce_elem_op;

static uint32_t reduce_all(uint32_t rank) { return (UINT32_C(1) << rank) - 1; }

/* Index of the result that element j of x goes into. */
static size_t reduce_result(const cm_avalue *x, uint32_t axes, size_t j) {
    size_t at = 0;
    size_t step = 1;
    for (uint32_t d = x->rank; d-- > 0;) {
        size_t dim = (size_t)x->dims[d];
        if ((axes >> d & 1) == 0) {
            at += j % dim * step;
            step *= dim;
        }
        j /= dim;
    }
    return at;
}

/* Result number i, from elements that are known; CM_DIM_UNKNOWN where it is not. */
static cm_dim reduce_elem(cm_shape *s, uint32_t axes, size_t n_x, size_t i,
                          const reduce_elem_op *o) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim result = o->has_start ? o->start : CM_DIM_UNKNOWN;
    bool first = true;
    for (size_t j = 0; j < n_x; j++) {
        cm_dim d;
        if (reduce_result(x, axes, j) != i) continue;
        if (!cm_avalue_elem(x, j, &d)) return CM_DIM_UNKNOWN;
        result = first ? d : o->op(s->dims, result, d);
        first = false;
        if (!cm_dim_is_known(result)) return CM_DIM_UNKNOWN;
    }
    bool narrow = x->dtype == CAMEO_INT32 && cm_dim_is_const(result);
    return narrow && (result < INT32_MIN || result > INT32_MAX) ? CM_DIM_UNKNOWN : result;
}

/* Follows small int32 and int64 tensors. */
static void reduce_elems(cm_shape *s, uint32_t axes, const reduce_elem_op *o) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n_x, n;
    if (s->n_out == 0 || (x->dtype != CAMEO_INT32 && x->dtype != CAMEO_INT64)) return;
    if (!cm_avalue_count(x, &n_x) || n_x > CM_MAX_ELEMS) return;
    if (!cm_avalue_count(&s->out[0], &n)) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t i = 0; elem != NULL && i < n; i++) elem[i] = reduce_elem(s, axes, n_x, i, o);
}

/* The output where the axes are not known: its rank, if their number is. */
static cameo_status reduce_shape_unknown(cm_shape *s) {
    const reduce_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *axes = cm_shape_in(s, 1);
    size_t n;
    if (p->keepdims) return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
    bool counted = cm_avalue_count(axes, &n) && n > 0 && n <= x->rank;
    return cm_shape_out(s, 0, x->dtype, counted ? x->rank - (uint32_t)n : CM_RANK_UNKNOWN, NULL);
}

/* The output without these axes. */
static cameo_status reduce_shape_known(cm_shape *s, uint32_t axes, int dtype) {
    const reduce_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t rank = 0;
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) {
        if ((axes >> d & 1) == 0)
            dims[rank++] = x->dims[d];
        else if (p->keepdims)
            dims[rank++] = 1;
    }
    return cm_shape_out(s, 0, dtype, rank, dims);
}

/* o: what happens to elements of shape tensors; may be NULL. */
static cameo_status reduce_shape(cm_shape *s, const reduce_elem_op *o) {
    const reduce_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axes = 0;
    bool known = true;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    if (cm_shape_has(s, 1)) {
        CM_TRY(cm_axes_of_value(cm_shape_in(s, 1), x->rank, &axes, NULL, &known, s->e));
    }
    if (!known) return reduce_shape_unknown(s);
    if (axes == 0 && !p->noop_with_empty_axes) axes = reduce_all(x->rank);
    CM_TRY(reduce_shape_known(s, axes, x->dtype));
    if (o != NULL) reduce_elems(s, axes, o);
    return CAMEO_OK;
}

#define REDUCE_BEGIN 16 /* elements that take as long as the beginning of a row of the input, or one of the result */

static uint64_t reduce_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t rows = x->rank == 0 ? 0 : cm_shape_cost_rows(x, x->rank - 1u, REDUCE_BEGIN);
    return cm_cost_add(cm_shape_cost(x, 1), cm_cost_add(rows, cm_shape_cost(&s->out[0], REDUCE_BEGIN)));
}

static cm_dim reduce_dim_add(cm_dims *t, cm_dim a, cm_dim b) { return cm_dim_add(t, a, b); }
static cm_dim reduce_dim_mul(cm_dims *t, cm_dim a, cm_dim b) { return cm_dim_mul(t, a, b); }
static cm_dim reduce_dim_max(cm_dims *t, cm_dim a, cm_dim b) { return cm_dim_max(t, a, b); }
static cm_dim reduce_dim_min(cm_dims *t, cm_dim a, cm_dim b) { return cm_dim_min(t, a, b); }

static const reduce_elem_op reduce_elem_add = {reduce_dim_add, true, 0};
static const reduce_elem_op reduce_elem_mul = {reduce_dim_mul, true, 1};
static const reduce_elem_op reduce_elem_max = {reduce_dim_max, false, 0};
static const reduce_elem_op reduce_elem_min = {reduce_dim_min, false, 0};

#define REDUCE_OP(op_type, elem_op)                                                              \
    static cameo_status reduce_shape_##op_type(cm_shape *s) { return reduce_shape(s, elem_op); } \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                                        \
                                   .n_fields = 2,                                                \
                                   .params_size = sizeof(reduce_params),                         \
                                   .fields = reduce_fields,                                      \
                                   .shape = reduce_shape_##op_type,                              \
                                   .cost = reduce_cost};

REDUCE_OP(ReduceL1, NULL)
REDUCE_OP(ReduceL2, NULL)
REDUCE_OP(ReduceLogSum, NULL)
REDUCE_OP(ReduceLogSumExp, NULL)
REDUCE_OP(ReduceMax, &reduce_elem_max)
REDUCE_OP(ReduceMean, NULL)
REDUCE_OP(ReduceMin, &reduce_elem_min)
REDUCE_OP(ReduceProd, &reduce_elem_mul)
REDUCE_OP(ReduceSum, &reduce_elem_add)
REDUCE_OP(ReduceSumSquare, NULL)

static cameo_status reduce_integer_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    int dtype = x->dtype == CAMEO_UINT8 ? CAMEO_UINT32 : CAMEO_INT32;
    uint32_t axes = 0;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(reduce_integer_axes(s->params, x->rank, &axes, s->e));
    return reduce_shape_known(s, axes == 0 ? reduce_all(x->rank) : axes, dtype);
}

const cm_op cm_op_ms_ReduceSumInteger = {.id = CM_OP_ms_ReduceSumInteger,
                                         .n_fields = 3,
                                         .params_size = sizeof(reduce_integer_params),
                                         .fields = reduce_integer_fields,
                                         .shape = reduce_integer_shape,
                                         .cost = reduce_cost};

/* ---- The walk ---- */

#define REDUCE_WIDTH 32 /* results that are made together */
#define REDUCE_STRIP (CAMEO_SMALL_STACK ? REDUCE_WIDTH : 256) /* and by slots, which read longer pieces of rows */
#define REDUCE_SHORT (REDUCE_WIDTH / 2) /* runs of at most so many elements are columns where others lie above them */
#define REDUCE_LANES 8
#define REDUCE_BLOCK ((size_t)1024) /* elements of a run between two merges; a multiple of lanes */
#define REDUCE_ROWS ((size_t)128)   /* rows between two merges */

/* A sum of exponentials: of e^(x - max). */
typedef struct reduce_exps {
    double max, sum;
} reduce_exps;

/* Accumulators of one kind. */
typedef union reduce_accs {
    double f64[REDUCE_STRIP];
    float f32[REDUCE_STRIP];
    int8_t i8[REDUCE_WIDTH];
    uint8_t u8[REDUCE_WIDTH];
    int32_t i32[REDUCE_WIDTH];
    uint32_t u32[REDUCE_WIDTH];
    int64_t i64[REDUCE_WIDTH];
    uint64_t u64[REDUCE_WIDTH];
    reduce_exps exps[REDUCE_WIDTH];
} reduce_accs;

/* x [rows][n] into accumulators [rows]. */
typedef void reduce_rows_fn(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n);
/* x [rows][step], of which the first `width` columns count, into accumulators [width]. */
typedef void reduce_columns_fn(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t step, size_t width);
/* y [width] from accumulators of n elements each. */
typedef void reduce_finish_fn(const cm_kctx *k, void *y, const void *acc, size_t n, size_t width);

/* One operator on one dtype. */
typedef struct reduce_leaf {
    size_t size;        /* bytes of an element */
    size_t result_size; /* of a result */
    size_t acc_size;    /* and of an accumulator */
    size_t width;       /* most results at a time */
    bool axes_in_params;
    void (*clear)(void *acc, size_t width);
    reduce_rows_fn *rows;
    reduce_columns_fn *columns;
    reduce_rows_fn *fold; /* rows of accumulators into accumulators; NULL: not to be had */
    reduce_finish_fn *finish;
} reduce_leaf;

/* The dims after joining, innermost first. */
typedef struct reduce_loop {
    uint32_t n_kept, n_reduced;
    size_t kept[CM_MAX_RANK], kept_step[CM_MAX_RANK]; /* steps in elements of x */
    size_t reduced[CM_MAX_RANK], reduced_step[CM_MAX_RANK];
    size_t count;     /* elements of one result */
    bool inner_stays; /* the innermost dim is kept */
} reduce_loop;

/* The axes of this execution. Errors: E_SHAPE. */
static cameo_status reduce_axes(const cm_kctx *k, const reduce_leaf *f, uint32_t *axes) {
    const reduce_params *p = k->params;
    uint32_t rank = cm_in(k, 0)->rank;
    const cm_tensor *t = f->axes_in_params ? NULL : cm_in(k, 1);
    *axes = 0;
    if (f->axes_in_params) CM_TRY(reduce_integer_axes(k->params, rank, axes, k->e));
    if (t != NULL) CM_TRY(cm_axes_of_tensor(t, rank, axes, NULL, k->e));
    if (*axes == 0 && !p->noop_with_empty_axes) *axes = reduce_all(rank);
    return CAMEO_OK;
}

static void reduce_loop_add(reduce_loop *l, size_t dim, size_t step, bool reduced, bool joins) {
    uint32_t *n = reduced ? &l->n_reduced : &l->n_kept;
    size_t *dims = reduced ? l->reduced : l->kept;
    if (joins) {
        dims[*n - 1] *= dim;
        return;
    }
    dims[*n] = dim;
    (reduced ? l->reduced_step : l->kept_step)[*n] = step;
    (*n)++;
}

/* Errors: E_SHAPE bad axes, or the output has other dims than they give. */
static cameo_status reduce_loop_init(const cm_kctx *k, const reduce_leaf *f, reduce_loop *l) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    uint32_t axes;
    CM_TRY(reduce_axes(k, f, &axes));
    *l = (reduce_loop){.count = 1};
    size_t step = 1;
    size_t results = 1;
    bool any = false;
    bool last = false;
    for (uint32_t d = x->rank; d-- > 0;) {
        bool reduced = (axes >> d & 1) != 0;
        if (reduced)
            l->count *= x->dims[d];
        else
            results *= x->dims[d];
        if (x->dims[d] != 1) {
            if (!any) l->inner_stays = !reduced;
            reduce_loop_add(l, x->dims[d], step, reduced, any && last == reduced);
            any = true;
            last = reduced;
        }
        step *= x->dims[d];
    }
    CM_CHECK(results == y->n, k->e, CAMEO_E_SHAPE, "axes leave %zu elements, the output has %zu",
             results, y->n);
    return CAMEO_OK;
}

/* Element of x at position i of these dims. */
static size_t reduce_offset(uint32_t n, const size_t *dims, const size_t *steps, size_t i) {
    size_t off = 0;
    for (uint32_t g = 0; g < n; g++) {
        off += i % dims[g] * steps[g];
        i /= dims[g];
    }
    return off;
}

/* Results of a task: from dims alone, since axes may be known only when tasks run. */
static size_t reduce_per_task(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    size_t n = 4 * CM_TASK_ITEMS / cm_max_size(1, x->n / cm_max_size(1, y->n));
    bool inner_stays = x->rank > 0 && y->rank > 0 && y->dims[y->rank - 1] > 1 &&
                       y->dims[y->rank - 1] == x->dims[x->rank - 1];
    if (!inner_stays) return cm_max_size(1, n);
    return cm_max_size(REDUCE_WIDTH, n / REDUCE_WIDTH * REDUCE_WIDTH);
}

/* One phase over the results. Scratch: none. */
cameo_status cm_reduce_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, reduce_per_task(k));
    return CAMEO_OK;
}

/* Results [at, at + width): runs of the innermost reduced dim. Where there is no other dim, the runs of all results lie
 * one behind the other. */
static void reduce_runs(const cm_kctx *k, const reduce_leaf *f, const reduce_loop *l, const uint8_t *x, uint8_t *y,
                        size_t at, size_t width) {
    reduce_accs acc;
    size_t run = l->n_reduced > 0 ? l->reduced[0] : 1;
    size_t runs = l->count == 0 ? 0 : l->count / run;
    f->clear(&acc, width);
    if (runs == 1 && l->n_kept <= 1) {
        f->rows(k, &acc, x + at * run * f->size, width, run);
        runs = 0;
    }
    for (size_t i = 0; i < width && runs > 0; i++) {
        size_t base = reduce_offset(l->n_kept, l->kept, l->kept_step, at + i);
        for (size_t r = 0; r < runs; r++) {
            size_t off = base;
            if (runs > 1) off += reduce_offset(l->n_reduced - 1, l->reduced + 1, l->reduced_step + 1, r);
            f->rows(k, (uint8_t *)&acc + i * f->acc_size, x + off * f->size, 1, run);
        }
    }
    f->finish(k, y + at * f->result_size, &acc, l->count, width);
}

/* Results [at, at + width), which lie within one row of the innermost kept dim, each of `run` neighbouring columns: 1
 * where the innermost dim is kept, else that dim, and (run + 1) * width accumulators have room. */
static void reduce_some(const cm_kctx *k, const reduce_leaf *f, const reduce_loop *l, const uint8_t *x, uint8_t *y,
                        size_t at, size_t width, size_t run) {
    reduce_accs acc;
    uint32_t g = l->inner_stays ? 0 : 1; /* the reduced dim whose elements are the rows */
    size_t base = reduce_offset(l->n_kept, l->kept, l->kept_step, at);
    size_t rows = l->n_reduced > g ? l->reduced[g] : 1;
    size_t step = l->n_reduced > g ? l->reduced_step[g] : 0;
    size_t blocks = l->count == 0 ? 0 : l->count / run / rows;
    f->clear(&acc, width * run);
    for (size_t b = 0; b < blocks; b++) {
        size_t off = base;
        if (blocks > 1) {
            off += reduce_offset(l->n_reduced - 1 - g, l->reduced + 1 + g, l->reduced_step + 1 + g, b);
        }
        f->columns(k, &acc, x + off * f->size, rows, step, width * run);
    }
    uint8_t *result = (uint8_t *)&acc;
    if (run > 1) {
        result += width * run * f->acc_size;
        f->clear(result, width);
        f->fold(k, result, &acc, width, run);
    }
    f->finish(k, y + at * f->result_size, result, l->count, width);
}

/* The results of tasks [begin, end). Errors: E_SHAPE as reduce_loop_init. */
static cameo_status reduce_walk(const cm_kctx *k, uint32_t begin, uint32_t end,
                                const reduce_leaf *f) {
    reduce_loop l;
    CM_TRY(reduce_loop_init(k, f, &l));
    const uint8_t *x = cm_in(k, 0)->data;
    uint8_t *y = cm_out(k, 0)->data;
    size_t per_task = reduce_per_task(k);
    size_t last = cm_min_size(cm_out(k, 0)->n, end * per_task);
    size_t run = l.inner_stays ? 1 : l.reduced[0];
    bool folds = !l.inner_stays && f->fold != NULL && l.n_reduced > 1 && l.count > 0 && run <= REDUCE_SHORT;
    for (size_t at = begin * per_task; at < last;) {
        size_t width = cm_min_size(folds ? f->width / (run + 1) : f->width, last - at);
        if (l.inner_stays || folds) {
            width = cm_min_size(width, l.kept[0] - at % l.kept[0]);
            reduce_some(k, f, &l, x, y, at, width, run);
        } else {
            reduce_runs(k, f, &l, x, y, at, width);
        }
        at += width;
    }
    return CAMEO_OK;
}

/* ---- Arithmetic ---- */

/* A double as an integer of `bits` bits: cut off towards zero, saturating; NaN gives 0. */
static int64_t reduce_to_signed(double v, int bits) {
    double end = bits == 32 ? 2147483648.0 : 9223372036854775808.0;
    if (v >= end) return bits == 32 ? INT32_MAX : INT64_MAX;
    if (v < -end) return bits == 32 ? INT32_MIN : INT64_MIN;
    return v == v ? (int64_t)v : 0;
}
static uint64_t reduce_to_unsigned(double v, int bits) {
    double end = bits == 32 ? 4294967296.0 : 18446744073709551616.0;
    if (v >= end) return bits == 32 ? UINT32_MAX : UINT64_MAX;
    return v > 0 ? (uint64_t)v : 0;
}

/* Two's complement without overflow. */
static int64_t reduce_signed(uint64_t v) {
    return v > INT64_MAX ? -(int64_t)(UINT64_MAX - v) - 1 : (int64_t)v;
}
static uint64_t reduce_mean_signed(uint64_t sum, size_t n) {
    int64_t v = reduce_signed(sum);
    uint64_t size = v < 0 ? 0 - sum : sum;
    uint64_t mean = n == 0 ? 0 : size / n;
    return v < 0 ? 0 - mean : mean;
}
static uint64_t reduce_mean_unsigned(uint64_t sum, size_t n) { return n == 0 ? 0 : sum / n; }

static CM_NOINLINE reduce_exps reduce_exps_add(reduce_exps a, double v) {
    if (v == a.max)
        a.sum += 1;
    else if (v < a.max)
        a.sum += cm_exp(v - a.max);
    else
        a = (reduce_exps){v, v > a.max ? a.sum * cm_exp(a.max - v) + 1 : v};
    return a;
}
static CM_NOINLINE reduce_exps reduce_exps_merge(reduce_exps a, reduce_exps b) {
    if (a.max == b.max) return (reduce_exps){a.max, a.sum + b.sum};
    if (a.max > b.max) return (reduce_exps){a.max, a.sum + b.sum * cm_exp(b.max - a.max)};
    if (a.max < b.max) return (reduce_exps){b.max, b.sum + a.sum * cm_exp(a.max - b.max)};
    return (reduce_exps){CM_NAN_F64, CM_NAN_F64};
}

/* ---- Leaves ----
 * KIND(name, type of accumulator, start, a with element v, a with accumulator b) */
#define REDUCE_KINDS_ORDER(KIND)                                                  \
    KIND(high, REDUCE_C, REDUCE_LOWEST, REDUCE_HIGHER(a, v), REDUCE_HIGHER(a, b)) \
    KIND(low, REDUCE_C, REDUCE_HIGHEST, REDUCE_LOWER(a, v), REDUCE_LOWER(a, b))
#define REDUCE_KINDS_SUM(KIND)                                                              \
    KIND(add, REDUCE_W, 0, a + (REDUCE_W)v, a + b)                                          \
    KIND(abs, REDUCE_W, 0, a + REDUCE_ABS(v), a + b)                                        \
    KIND(square, REDUCE_W, 0, a + (REDUCE_W)v * (REDUCE_W)v, a + b)                         \
    KIND(mul, REDUCE_W, 1, a *(REDUCE_W)v, a *b)
#define REDUCE_KINDS_EXPS(KIND)                                                             \
    KIND(exps, reduce_exps, ((reduce_exps){-CM_INF_F64, 0}), reduce_exps_add(a, (double)v), \
         reduce_exps_merge(a, b))

/* OP(leaf, kind, type of accumulator, see `fold` of reduce_leaf, result of accumulator a of n elements) */
#define REDUCE_OPS_ORDER(OP)                                                                \
    OP(max, high, REDUCE_C, REDUCE_LEAF_ROWS(high), REDUCE_STORE((REDUCE_W)a))              \
    OP(min, low, REDUCE_C, REDUCE_LEAF_ROWS(low), REDUCE_STORE((REDUCE_W)a))
#define REDUCE_OPS_SUM(OP)                                                                  \
    OP(sum, add, REDUCE_W, REDUCE_SUMS, REDUCE_STORE(a))                                    \
    OP(mean, add, REDUCE_W, REDUCE_SUMS, REDUCE_STORE(REDUCE_MEAN(a, n)))                   \
    OP(logsum, add, REDUCE_W, REDUCE_SUMS, REDUCE_STORE_REAL(cm_log(REDUCE_REAL(a))))       \
    OP(l1, abs, REDUCE_W, REDUCE_SUMS, REDUCE_STORE(a))                                     \
    OP(sumsquare, square, REDUCE_W, REDUCE_SUMS, REDUCE_STORE(a))                           \
    OP(l2, square, REDUCE_W, REDUCE_SUMS, REDUCE_STORE_REAL(cm_sqrt(REDUCE_REAL(a))))       \
    OP(prod, mul, REDUCE_W, REDUCE_PRODUCTS, REDUCE_STORE(a))                               \
    OP(logsumexp, exps, reduce_exps, NULL, REDUCE_STORE_REAL(a.max + cm_log(a.sum)))

#define REDUCE_ALL_KINDS(KIND) REDUCE_KINDS_ORDER(KIND) REDUCE_KINDS_SUM(KIND) REDUCE_KINDS_EXPS(KIND)
#define REDUCE_ALL_OPS(OP) REDUCE_OPS_ORDER(OP) REDUCE_OPS_SUM(OP)
#define REDUCE_SAME(v) (v)
#define REDUCE_HIGHER_INT(a, v) ((v) > (a) ? (v) : (a))
#define REDUCE_LOWER_INT(a, v) ((v) < (a) ? (v) : (a))
#define REDUCE_HIGHER_FLOAT(a, v) ((v) > (a) || (v) != (v) ? (v) : (a))
#define REDUCE_LOWER_FLOAT(a, v) ((v) < (a) || (v) != (v) ? (v) : (a))

/* Floats. */
#define REDUCE_KINDS REDUCE_ALL_KINDS
#define REDUCE_OPS REDUCE_ALL_OPS
#define REDUCE_W double
static void reduce_rows_add_f64(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n);
static void reduce_rows_mul_f64(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n);
#define REDUCE_SUMS reduce_rows_add_f64
#define REDUCE_PRODUCTS reduce_rows_mul_f64
#define REDUCE_HIGHER REDUCE_HIGHER_FLOAT
#define REDUCE_LOWER REDUCE_LOWER_FLOAT
#define REDUCE_ABS(v) cm_fabs((double)v)
#define REDUCE_MEAN(a, n) ((a) / (double)(n))
#define REDUCE_REAL(a) (a)
#define REDUCE_STORE_REAL REDUCE_STORE

/* The kinds of f32 that slots compute: LINE(kind of the lists, kind of the slots). */
#define REDUCE_SLOT_KINDS(LINE)  \
    LINE(high, CM_REDUCE_MAX)    \
    LINE(low, CM_REDUCE_MIN)     \
    LINE(add, CM_REDUCE_SUM)     \
    LINE(abs, CM_REDUCE_ABS)     \
    LINE(square, CM_REDUCE_SQUARE)
#if !CAMEO_FROZEN /* frozen builds have the portable variants alone, and only those that they use */
/* reduce_<name>_rows_<kind> and its columns: the slots of dtype for one kind. */
#define REDUCE_SLOT_LEAVES(name, dtype, kind, slot_kind)                                                              \
    static void reduce_##name##_rows_##kind(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n) {      \
        CM_PRIM(k, reduce_rows_##dtype)(slot_kind, acc, x, rows, n);                                                  \
    }                                                                                                                 \
    static void reduce_##name##_columns_##kind(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t step,  \
                                               size_t width) {                                                        \
        CM_PRIM(k, reduce_columns_##dtype)(slot_kind, acc, x, rows, step, width);                                     \
    }
#define REDUCE_SLOT(kind, slot_kind) REDUCE_SLOT_LEAVES(slot, f32, kind, slot_kind)
REDUCE_SLOT_KINDS(REDUCE_SLOT)
#define reduce_slot_rows_mul reduce_rows_mul_f32
#define reduce_slot_columns_mul reduce_columns_mul_f32

/* Elements of which exponentials are kept at a time. */
#define REDUCE_EXPS ((size_t)(CAMEO_SMALL_STACK ? 64 : 256))
static void reduce_rows_exps_f32(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t n);
static void reduce_columns_exps_f32(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t step,
                                    size_t width);

/* Sums of e^(x - maximum) where there are vectors and room: maximum, difference, function and sum are slots and stages.
 * Pieces whose maximum is no finite number are left to the portable code. */
static void reduce_slot_rows_exps(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t n) {
    if (CAMEO_SMALL_STACK || k->prims->features == 0) {
        reduce_rows_exps_f32(k, acc, from, rows, n);
        return;
    }
    const float *x = from;
    reduce_exps *total = acc;
    for (size_t r = 0; r < rows; r++, x += n) {
        for (size_t at = 0, count; at < n; at += count) {
            float e[REDUCE_EXPS], max = -CM_INF_F32;
            double sum = 0;
            count = cm_min_size(REDUCE_EXPS, n - at);
            CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_MAX, &max, x + at, 1, count);
            if (!(max > -CM_INF_F32 && max < CM_INF_F32)) {
                reduce_rows_exps_f32(k, &total[r], x + at, 1, count);
                continue;
            }
            CM_STAGE(k, sub)(&(cm_stage_args){.a = x + at, .b = &max, .a_step = 1}, e, count);
            CM_STAGE(k, exp)(&(cm_stage_args){.a = e, .a_step = 1}, e, count);
            CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_SUM, &sum, e, 1, count);
            total[r] = reduce_exps_merge(total[r], (reduce_exps){(double)max, sum});
        }
    }
}

/* Sums of exponentials over rows, for each of `width` columns. */
static void reduce_slot_columns_exps(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t step,
                                     size_t width) {
    const float *x = from;
    reduce_exps *total = acc;
    float e[REDUCE_WIDTH], max[REDUCE_WIDTH];
    double sum[REDUCE_WIDTH] = {0};
    bool finite = !CAMEO_SMALL_STACK && k->prims->features != 0;
    for (size_t c = 0; c < width; c++) max[c] = -CM_INF_F32;
    if (finite) CM_PRIM(k, reduce_columns_f32)(CM_REDUCE_MAX, max, x, rows, step, width);
    for (size_t c = 0; c < width; c++) finite = finite && max[c] > -CM_INF_F32 && max[c] < CM_INF_F32;
    if (!finite) {
        reduce_columns_exps_f32(k, acc, from, rows, step, width);
        return;
    }
    for (size_t r = 0; r < rows; r++) {
        CM_STAGE(k, sub)(&(cm_stage_args){.a = x + r * step, .b = max, .a_step = 1, .b_step = 1}, e, width);
        CM_STAGE(k, exp)(&(cm_stage_args){.a = e, .a_step = 1}, e, width);
        CM_PRIM(k, reduce_columns_f32)(CM_REDUCE_SUM, sum, e, 1, width, width);
    }
    for (size_t c = 0; c < width; c++) total[c] = reduce_exps_merge(total[c], (reduce_exps){(double)max[c], sum[c]});
}
#define REDUCE_F32_ROWS(kind) reduce_slot_rows_##kind
#define REDUCE_F32_COLUMNS(kind) reduce_slot_columns_##kind
#define REDUCE_LEAF_ROWS REDUCE_F32_ROWS
#define REDUCE_LEAF_COLUMNS REDUCE_F32_COLUMNS
#define REDUCE_LEAF_WIDTH(kind) reduce_slot_width_##kind
enum {
    reduce_slot_width_high = REDUCE_STRIP,
    reduce_slot_width_low = REDUCE_STRIP,
    reduce_slot_width_add = REDUCE_STRIP,
    reduce_slot_width_abs = REDUCE_STRIP,
    reduce_slot_width_square = REDUCE_STRIP,
    reduce_slot_width_mul = REDUCE_WIDTH,
    reduce_slot_width_exps = REDUCE_WIDTH
};
#else
#define REDUCE_F32_ROWS(kind) reduce_rows_##kind##_f32
#define REDUCE_F32_COLUMNS(kind) reduce_columns_##kind##_f32
#endif
#define REDUCE_DTYPE f32
#define REDUCE_T float
#define REDUCE_C float
#define REDUCE_LOWEST (-CM_INF_F32)
#define REDUCE_HIGHEST CM_INF_F32
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (float)
#include "kernels/reduce_tmpl.h"
#if !CAMEO_FROZEN
#undef REDUCE_SLOT
#undef REDUCE_EXPS
#endif

#define REDUCE_SLOT_ROWS(kind, slot_kind) \
    case slot_kind: reduce_rows_##kind##_f32(NULL, acc, x, rows, n); break;
void cm_reduce_rows_f32_portable(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t n) {
    switch (kind) { REDUCE_SLOT_KINDS(REDUCE_SLOT_ROWS) }
}
#define REDUCE_SLOT_COLUMNS(kind, slot_kind) \
    case slot_kind: reduce_columns_##kind##_f32(NULL, at, x + c, rows, step, n); break;
void cm_reduce_columns_f32_portable(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t step,
                                    size_t width) {
    size_t size = kind >= CM_REDUCE_MAX ? sizeof(float) : sizeof(double);
    for (size_t c = 0; c < width; c += REDUCE_WIDTH) {
        size_t n = cm_min_size(REDUCE_WIDTH, width - c);
        uint8_t *at = (uint8_t *)acc + c * size;
        switch (kind) { REDUCE_SLOT_KINDS(REDUCE_SLOT_COLUMNS) }
    }
}
#undef REDUCE_SLOT_ROWS
#undef REDUCE_SLOT_COLUMNS

#if !CAMEO_FROZEN
#define REDUCE_SLOT_F64(kind, slot_kind) REDUCE_SLOT_LEAVES(f64, f64, kind, slot_kind)
REDUCE_SLOT_KINDS(REDUCE_SLOT_F64)
#define reduce_f64_rows_mul reduce_rows_mul_f64
#define reduce_f64_columns_mul reduce_columns_mul_f64
#define reduce_f64_rows_exps reduce_rows_exps_f64
#define reduce_f64_columns_exps reduce_columns_exps_f64
#define REDUCE_LEAF_ROWS(kind) reduce_f64_rows_##kind
#define REDUCE_LEAF_COLUMNS(kind) reduce_f64_columns_##kind
#define REDUCE_LEAF_WIDTH(kind) reduce_slot_width_##kind
#endif
#define REDUCE_DTYPE f64
#define REDUCE_T double
#define REDUCE_C double
#define REDUCE_LOWEST (-CM_INF_F64)
#define REDUCE_HIGHEST CM_INF_F64
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE REDUCE_SAME
#include "kernels/reduce_tmpl.h"
#if !CAMEO_FROZEN
#undef REDUCE_SLOT_F64
#undef reduce_f64_rows_mul
#undef reduce_f64_columns_mul
#undef reduce_f64_rows_exps
#undef reduce_f64_columns_exps
#endif

#define REDUCE_SLOT_ROWS(kind, slot_kind) \
    case slot_kind: reduce_rows_##kind##_f64(NULL, acc, x, rows, n); break;
void cm_reduce_rows_f64_portable(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t n) {
    switch (kind) { REDUCE_SLOT_KINDS(REDUCE_SLOT_ROWS) }
}
#define REDUCE_SLOT_COLUMNS(kind, slot_kind) \
    case slot_kind: reduce_columns_##kind##_f64(NULL, acc + c, x + c, rows, step, n); break;
void cm_reduce_columns_f64_portable(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t step,
                                    size_t width) {
    for (size_t c = 0; c < width; c += REDUCE_WIDTH) {
        size_t n = cm_min_size(REDUCE_WIDTH, width - c);
        switch (kind) { REDUCE_SLOT_KINDS(REDUCE_SLOT_COLUMNS) }
    }
}
#undef REDUCE_SLOT_ROWS
#undef REDUCE_SLOT_COLUMNS
#undef REDUCE_SLOT_KINDS

/* ---- f16 and bf16 ----
 * Pieces become floats, which the functions of f32 reduce; results are doubles, rounded once. Pieces have the same
 * length on every target, so that sums have the same bits. */

#define REDUCE_HALF ((size_t)128) /* elements of a piece of rows; a piece of columns is a part of one row */

static void reduce_half_rows(const cm_kctx *k, reduce_rows_fn *fn, size_t acc_size, uint8_t *acc, const uint16_t *x,
                             size_t rows, size_t n) {
    float piece[REDUCE_HALF];
    size_t some = n == 0 ? rows : cm_max_size(1, REDUCE_HALF / n); /* rows of a piece */
    for (size_t r = 0, count; r < rows; r += count) {
        count = cm_min_size(some, rows - r);
        for (size_t at = 0, part; at < n; at += part) {
            part = cm_min_size(REDUCE_HALF, n - at);
            cm_half_widen(k, cm_in(k, 0)->dtype, x + r * n + at, piece, count * part);
            fn(k, acc + r * acc_size, piece, count, part);
        }
    }
}
static void reduce_half_columns(const cm_kctx *k, reduce_columns_fn *fn, void *acc, const uint16_t *x, size_t rows,
                                size_t step, size_t width) {
    float piece[REDUCE_WIDTH];
    for (size_t row = 0; row < rows; row++) {
        cm_half_widen(k, cm_in(k, 0)->dtype, x + row * step, piece, width);
        fn(k, acc, piece, 1, width, width);
    }
}
/* Sums of exponentials, one by one: their accumulators are many bytes on the stack. */
static void reduce_rows_exps_half(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t n) {
    const uint16_t *x = from;
    reduce_exps *total = acc;
    for (size_t r = 0; r < rows; r++, x += n) {
        for (size_t i = 0; i < n; i++) {
            total[r] = reduce_exps_add(total[r], (double)cm_half_to_f32(cm_in(k, 0)->dtype, x[i]));
        }
    }
}
static void reduce_columns_exps_half(const cm_kctx *k, void *acc, const void *from, size_t rows, size_t step,
                                     size_t width) {
    reduce_exps *total = acc;
    for (size_t row = 0; row < rows; row++) {
        const uint16_t *x = (const uint16_t *)from + row * step;
        for (size_t c = 0; c < width; c++) {
            total[c] = reduce_exps_add(total[c], (double)cm_half_to_f32(cm_in(k, 0)->dtype, x[c]));
        }
    }
}
static void reduce_half_finish(const cm_kctx *k, reduce_finish_fn *fn, uint16_t *y, const void *acc, size_t n,
                               size_t width) {
    double result[REDUCE_WIDTH];
    fn(k, result, acc, n, width);
    for (size_t c = 0; c < width; c++) y[c] = cm_half_from_f64(cm_out(k, 0)->dtype, result[c]);
}

/* Maxima and minima have floats as accumulators, all else what f64 has. */
static void reduce_finish_widened(const cm_kctx *k, void *to, const void *acc, size_t n, size_t width) {
    double *y = to;
    const float *from = acc;
    (void)k;
    (void)n;
    for (size_t c = 0; c < width; c++) y[c] = (double)from[c];
}
#define REDUCE_HALF_KIND(kind, acc_type, start, with, merge)                                                         \
    static void reduce_rows_##kind##_half(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n) {       \
        reduce_half_rows(k, REDUCE_F32_ROWS(kind), sizeof(acc_type), acc, x, rows, n);                               \
    }                                                                                                                \
    static void reduce_columns_##kind##_half(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t step,   \
                                             size_t width) {                                                         \
        reduce_half_columns(k, REDUCE_F32_COLUMNS(kind), acc, x, rows, step, width);                                 \
    }
#define REDUCE_HALF_OP(op, kind, acc_type, fold, results)                                                            \
    static void reduce_finish_##op##_half(const cm_kctx *k, void *y, const void *acc, size_t n, size_t width) {      \
        reduce_half_finish(k, results, y, acc, n, width);                                                            \
    }                                                                                                                \
    /* y = op over the axes of x; see the head of reduce.c. Errors: E_SHAPE bad axes. */                             \
    cameo_status cm_reduce_##op##_half_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {         \
        static const reduce_leaf leaf = {sizeof(uint16_t), sizeof(uint16_t), sizeof(acc_type), REDUCE_WIDTH, false,  \
                                         reduce_clear_##kind##_f32, reduce_rows_##kind##_half,                       \
                                         reduce_columns_##kind##_half, fold, reduce_finish_##op##_half};             \
        (void)phase;                                                                                                 \
        return reduce_walk(k, begin, end, &leaf);                                                                    \
    }
#define REDUCE_HALF_ORDER(op, kind, acc_type, fold, result) \
    REDUCE_HALF_OP(op, kind, acc_type, REDUCE_F32_ROWS(kind), reduce_finish_widened)
#define REDUCE_HALF_SUM(op, kind, acc_type, fold, result) \
    REDUCE_HALF_OP(op, kind, acc_type, fold, reduce_finish_##op##_f64)
#define REDUCE_C float
REDUCE_KINDS_ORDER(REDUCE_HALF_KIND)
REDUCE_KINDS_SUM(REDUCE_HALF_KIND)
REDUCE_OPS_ORDER(REDUCE_HALF_ORDER)
REDUCE_OPS_SUM(REDUCE_HALF_SUM)
#undef REDUCE_C
#undef REDUCE_F32_ROWS
#undef REDUCE_F32_COLUMNS
#undef reduce_slot_rows_mul
#undef reduce_slot_columns_mul
#undef REDUCE_HALF_KIND
#undef REDUCE_HALF_OP
#undef REDUCE_HALF_ORDER
#undef REDUCE_HALF_SUM
#undef REDUCE_HALF

#undef REDUCE_W
#undef REDUCE_SUMS
#undef REDUCE_PRODUCTS
#undef REDUCE_HIGHER
#undef REDUCE_LOWER
#undef REDUCE_ABS
#undef REDUCE_MEAN
#undef REDUCE_REAL
#undef REDUCE_STORE_REAL

/* Integers. */
#define REDUCE_W uint64_t
static void reduce_rows_add_u64(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n);
static void reduce_rows_mul_u64(const cm_kctx *k, void *acc, const void *x, size_t rows, size_t n);
#define REDUCE_SUMS reduce_rows_add_u64
#define REDUCE_PRODUCTS reduce_rows_mul_u64
#define REDUCE_HIGHER REDUCE_HIGHER_INT
#define REDUCE_LOWER REDUCE_LOWER_INT
#define REDUCE_ABS(v) ((v) < 0 ? 0 - (uint64_t)(v) : (uint64_t)(v))
#define REDUCE_MEAN reduce_mean_signed
#define REDUCE_REAL(a) ((double)reduce_signed(a))

#define REDUCE_DTYPE i32
#define REDUCE_T int32_t
#define REDUCE_C int32_t
#define REDUCE_LOWEST INT32_MIN
#define REDUCE_HIGHEST INT32_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (int32_t)(uint32_t)
#define REDUCE_STORE_REAL(v) (int32_t) reduce_to_signed(v, 32)
#include "kernels/reduce_tmpl.h"
#undef REDUCE_STORE_REAL

#define REDUCE_DTYPE i64
#define REDUCE_T int64_t
#define REDUCE_C int64_t
#define REDUCE_LOWEST INT64_MIN
#define REDUCE_HIGHEST INT64_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (int64_t)
#define REDUCE_STORE_REAL(v) reduce_to_signed(v, 64)
#include "kernels/reduce_tmpl.h"
#undef REDUCE_STORE_REAL
#undef REDUCE_ABS
#undef REDUCE_MEAN
#undef REDUCE_REAL

#define REDUCE_ABS(v) ((uint64_t)(v))
#define REDUCE_MEAN reduce_mean_unsigned
#define REDUCE_REAL(a) ((double)(a))

#define REDUCE_DTYPE u32
#define REDUCE_T uint32_t
#define REDUCE_C uint32_t
#define REDUCE_LOWEST 0
#define REDUCE_HIGHEST UINT32_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (uint32_t)
#define REDUCE_STORE_REAL(v) (uint32_t) reduce_to_unsigned(v, 32)
#include "kernels/reduce_tmpl.h"
#undef REDUCE_STORE_REAL

#define REDUCE_DTYPE u64
#define REDUCE_T uint64_t
#define REDUCE_C uint64_t
#define REDUCE_LOWEST 0
#define REDUCE_HIGHEST UINT64_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE REDUCE_SAME
#define REDUCE_STORE_REAL(v) reduce_to_unsigned(v, 64)
#include "kernels/reduce_tmpl.h"
#undef REDUCE_STORE_REAL
#undef REDUCE_ABS
#undef REDUCE_MEAN
#undef REDUCE_REAL
#undef REDUCE_KINDS
#undef REDUCE_OPS

/* Bytes: maximum and minimum only. */
#define REDUCE_KINDS REDUCE_KINDS_ORDER
#define REDUCE_OPS REDUCE_OPS_ORDER

#define REDUCE_DTYPE i8
#define REDUCE_T int8_t
#define REDUCE_C int8_t
#define REDUCE_LOWEST INT8_MIN
#define REDUCE_HIGHEST INT8_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (int8_t)(uint8_t)
#include "kernels/reduce_tmpl.h"

#define REDUCE_DTYPE u8
#define REDUCE_T uint8_t
#define REDUCE_C uint8_t
#define REDUCE_LOWEST 0
#define REDUCE_HIGHEST UINT8_MAX
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (uint8_t)
#include "kernels/reduce_tmpl.h"

#define REDUCE_TRUTH(v) ((v) != 0)

#define REDUCE_DTYPE truth
#define REDUCE_T uint8_t
#define REDUCE_C uint8_t
#define REDUCE_LOWEST 0
#define REDUCE_HIGHEST 1
#define REDUCE_LOAD REDUCE_TRUTH
#define REDUCE_STORE (uint8_t)
#include "kernels/reduce_tmpl.h"

/* Bytes whose sums have 32 bits. */
#undef REDUCE_KINDS
#undef REDUCE_OPS
#define REDUCE_KINDS(KIND) KIND(add, REDUCE_W, 0, a + (REDUCE_W)v, a + b)
#define REDUCE_OPS(OP) OP(sum, add, REDUCE_W, REDUCE_SUMS, REDUCE_STORE(a))
#define REDUCE_AXES_IN_PARAMS true

#define REDUCE_DTYPE i8_i32
#define REDUCE_T int8_t
#define REDUCE_Y int32_t
#define REDUCE_C int8_t
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (int32_t)(uint32_t)
#include "kernels/reduce_tmpl.h"

#define REDUCE_DTYPE u8_u32
#define REDUCE_T uint8_t
#define REDUCE_Y uint32_t
#define REDUCE_C uint8_t
#define REDUCE_LOAD REDUCE_SAME
#define REDUCE_STORE (uint32_t)
#include "kernels/reduce_tmpl.h"

#undef REDUCE_AXES_IN_PARAMS

#undef REDUCE_W
#undef REDUCE_SUMS
#undef REDUCE_PRODUCTS
#undef REDUCE_HIGHER
#undef REDUCE_LOWER
#undef REDUCE_KINDS
#undef REDUCE_OPS
