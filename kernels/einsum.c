/* einsum.c — Einsum: products of operands, summed over the labels that the result does not have.
 *
 * The equation becomes tokens once. With the ranks at hand every axis of every operand gets the number
 * of a loop: those of the result first, in its order, then those that are summed, in the order in
 * which they appear. An axis of 1 meets any other length, as in numpy; a label that an operand has
 * twice is its diagonal. Labels that neither side of a product shares cost what they multiply to:
 * operands are not joined two by two. Sums of floats are double and rounded once; integers wrap. Processors with
 * vectors take two operands of f32 or f64 as matrix products.
 * bfloat16, which the standard does not have, is for bodies of operators.
 * Source: ONNX Einsum, since_version 12; the order of implicit results as numpy.einsum's. */
#include "kernels/move.h"

enum {
    EINSUM_LETTERS = 52, /* A..Z, a..z: in the order that implicit results have */
    EINSUM_ELLIPSIS = 52,
    EINSUM_COMMA,
    EINSUM_ARROW,
    EINSUM_LABELS = EINSUM_LETTERS + CM_MAX_RANK, /* those of an ellipsis last */
    EINSUM_MAX_TOKENS = 120,
    EINSUM_MAX_IN = 8,
    EINSUM_MAX_LOOPS = 24
};

typedef struct einsum_params {
    int32_t n_in; /* operands */
    int32_t n;    /* tokens */
    int32_t token[EINSUM_MAX_TOKENS];
} einsum_params;

static const cm_field einsum_fields[] = {CM_F_OWN(einsum_params, n_in), CM_F_OWN(einsum_params, n),
                                         CM_F_OWN(einsum_params, token)};

/* The token at s[*at], which it passes; -1: none is there. */
static int32_t einsum_token(cm_str s, size_t *at) {
    size_t left = s.n - *at;
    const char *p = s.p + *at;
    char c = *p;
    *at += 1;
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c == ',') return EINSUM_COMMA;
    if (c == '-' && left >= 2 && p[1] == '>') {
        *at += 1;
        return EINSUM_ARROW;
    }
    if (c == '.' && left >= 3 && p[1] == '.' && p[2] == '.') {
        *at += 2;
        return EINSUM_ELLIPSIS;
    }
    return -1;
}

/* What the order of the tokens must be. Errors: E_MALFORMED. */
static cameo_status einsum_check(const cm_parse *p, const einsum_params *q) {
    uint32_t terms = 1, ellipses = 0;
    bool used[EINSUM_LETTERS] = {false}, out[EINSUM_LETTERS] = {false};
    bool arrow = false;
    for (int32_t i = 0; i < q->n; i++) {
        int32_t t = q->token[i];
        bool again = t == EINSUM_ARROW && arrow;
        CM_CHECK(!again && (t != EINSUM_COMMA || !arrow), p->e, CAMEO_E_MALFORMED,
                 "equation has more than one result");
        if (t == EINSUM_COMMA) terms++;
        if (t == EINSUM_ARROW) arrow = true;
        ellipses = t == EINSUM_ELLIPSIS ? ellipses + 1 : t >= EINSUM_COMMA ? 0 : ellipses;
        CM_CHECK(ellipses <= 1, p->e, CAMEO_E_MALFORMED,
                 "a term of equation has more than one ellipsis");
        if (t >= EINSUM_LETTERS) continue;
        CM_CHECK(!arrow || (used[t] && !out[t]), p->e, CAMEO_E_MALFORMED,
                 "a letter of the result is not in equation once");
        (arrow ? out : used)[t] = true;
    }
    CM_CHECK(terms == p->n_in, p->e, CAMEO_E_MALFORMED, "equation has %u terms for %u operands",
             terms, p->n_in);
    CM_CHECK(terms <= EINSUM_MAX_IN, p->e, CAMEO_E_LIMIT, "%u operands, at most %d are handled",
             terms, EINSUM_MAX_IN);
    return CAMEO_OK;
}

static cameo_status einsum_parse(const cm_parse *p, void *params) {
    einsum_params *q = params;
    cm_str s;
    CM_TRY(cm_attr_str(p, "equation", (cm_str){NULL, 0}, &s));
    for (size_t at = 0; at < s.n;) {
        size_t begin = at;
        if (s.p[at] == ' ') {
            at++;
            continue;
        }
        CM_CHECK(q->n < EINSUM_MAX_TOKENS, p->e, CAMEO_E_LIMIT,
                 "equation is longer than %d characters", EINSUM_MAX_TOKENS);
        int32_t token = einsum_token(s, &at);
        CM_CHECK(token >= 0, p->e, CAMEO_E_MALFORMED, "equation is wrong at character %zu", begin);
        q->token[q->n++] = token;
    }
    q->n_in = (int32_t)p->n_in;
    return einsum_check(p, q);
}

/* Which loop every axis belongs to. */
typedef struct einsum_form {
    uint32_t n_loops, n_out;                  /* the loops of the result come first */
    uint8_t loop[EINSUM_MAX_IN][CM_MAX_RANK]; /* label at first, then loop */
} einsum_form;

/* Labels of the axes of operand `in`, whose term ends before token `end`. `width`: dims of the
 * longest ellipsis; 0 at first. Errors: E_SHAPE the rank does not fit. */
static cameo_status einsum_term(const einsum_params *p, int32_t begin, int32_t end, uint32_t rank,
                                uint32_t width, uint8_t *label, uint32_t *own, cameo_error *e) {
    uint32_t letters = 0, axis = 0;
    bool open = false;
    for (int32_t i = begin; i < end; i++) {
        if (p->token[i] == EINSUM_ELLIPSIS)
            open = true;
        else
            letters++;
    }
    CM_CHECK(open ? rank >= letters : rank == letters, e, CAMEO_E_SHAPE,
             "an operand of rank %u has %u letters in equation", rank, letters);
    *own = rank - letters;
    for (int32_t i = begin; i < end; i++) {
        if (p->token[i] != EINSUM_ELLIPSIS) {
            label[axis++] = (uint8_t)p->token[i];
            continue;
        }
        for (uint32_t j = 0; j < *own; j++) {
            label[axis++] = (uint8_t)(EINSUM_LETTERS + (width > *own ? width - *own : 0) + j);
        }
    }
    return CAMEO_OK;
}

/* Labels of all operands. Errors: E_SHAPE. */
static cameo_status einsum_labels(const einsum_params *p, const uint32_t *rank, uint32_t *width,
                                  einsum_form *f, cameo_error *e) {
    *width = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t in = 0;
        int32_t begin = 0;
        for (int32_t i = 0; i <= p->n; i++) {
            bool ends = i == p->n || p->token[i] == EINSUM_ARROW;
            if (!ends && p->token[i] != EINSUM_COMMA) continue;
            uint32_t own = 0;
            CM_TRY(einsum_term(p, begin, i, rank[in], *width, f->loop[in], &own, e));
            if (pass == 0 && own > *width) *width = own;
            in++;
            begin = i + 1;
            if (ends) break;
        }
    }
    return CAMEO_OK;
}

/* The labels of the result, in order; their number. */
static uint32_t einsum_result(const einsum_params *p, uint32_t width, uint8_t *label) {
    uint32_t n = 0;
    uint32_t count[EINSUM_LETTERS] = {0};
    int32_t arrow = 0;
    while (arrow < p->n && p->token[arrow] != EINSUM_ARROW) {
        if (p->token[arrow] < EINSUM_LETTERS) count[p->token[arrow]]++;
        arrow++;
    }
    if (arrow == p->n) {
        for (uint32_t j = 0; j < width; j++) label[n++] = (uint8_t)(EINSUM_LETTERS + j);
        for (uint32_t c = 0; c < EINSUM_LETTERS; c++) {
            if (count[c] == 1) label[n++] = (uint8_t)c;
        }
        return n;
    }
    for (int32_t i = arrow + 1; i < p->n; i++) {
        uint32_t more = p->token[i] == EINSUM_ELLIPSIS ? width : 1;
        for (uint32_t j = 0; j < more; j++) label[n++] = (uint8_t)((uint32_t)p->token[i] + j);
    }
    return n;
}

/* The form for operands of these ranks. Errors: E_SHAPE, E_LIMIT. */
static cameo_status einsum_form_of(const einsum_params *p, const uint32_t *rank, einsum_form *f,
                                   cameo_error *e) {
    uint8_t result[EINSUM_LABELS];
    uint8_t loop[EINSUM_LABELS];
    uint32_t width;
    *f = (einsum_form){0};
    CM_TRY(einsum_labels(p, rank, &width, f, e));
    f->n_out = f->n_loops = einsum_result(p, width, result);
    CM_CHECK(f->n_out <= CM_MAX_RANK, e, CAMEO_E_LIMIT,
             "the result has rank %u, at most %d is handled", f->n_out, CM_MAX_RANK);
    memset(loop, 0xff, sizeof loop);
    for (uint32_t i = 0; i < f->n_out; i++) loop[result[i]] = (uint8_t)i;
    for (int32_t in = 0; in < p->n_in; in++) {
        for (uint32_t d = 0; d < rank[in]; d++) {
            uint8_t label = f->loop[in][d];
            if (loop[label] == 0xff) {
                CM_CHECK(f->n_loops < EINSUM_MAX_LOOPS, e, CAMEO_E_LIMIT,
                         "more than %d different labels", EINSUM_MAX_LOOPS);
                loop[label] = (uint8_t)f->n_loops++;
            }
            f->loop[in][d] = loop[label];
        }
    }
    return CAMEO_OK;
}

/* *d becomes the length of a loop of *d and of an axis of `axis`. Errors: E_SHAPE. */
static cameo_status einsum_join(const cm_shape *s, cm_dim axis, cm_dim *d) {
    cm_avalue pair[2] = {{.kind = CAMEO_KIND_TENSOR, .rank = 1, .dims = {*d}},
                         {.kind = CAMEO_KIND_TENSOR, .rank = 1, .dims = {axis}}};
    const cm_avalue *in[2] = {&pair[0], &pair[1]};
    cm_shape joined = *s;
    uint32_t rank;
    joined.in = in;
    joined.n_in = 2;
    return cm_shape_broadcast(&joined, 0, 2, &rank, d);
}

/* The loops' lengths; false where a rank is not known. */
static cameo_status einsum_dims(const cm_shape *s, einsum_form *f, cm_dim *dims, bool *known) {
    const einsum_params *p = s->params;
    uint32_t n_in = (uint32_t)p->n_in;
    uint32_t rank[EINSUM_MAX_IN] = {0};
    *known = false;
    for (uint32_t in = 0; in < n_in; in++) {
        CM_CHECK(cm_shape_has(s, in), s->e, CAMEO_E_MISSING, "operand %u is absent", in);
        rank[in] = cm_shape_in(s, in)->rank;
        if (rank[in] == CM_RANK_UNKNOWN) return CAMEO_OK;
    }
    CM_TRY(einsum_form_of(p, rank, f, s->e));
    for (uint32_t i = 0; i < f->n_loops; i++) dims[i] = 1;
    for (uint32_t in = 0; in < n_in; in++) {
        for (uint32_t d = 0; d < rank[in]; d++) {
            CM_TRY(einsum_join(s, cm_shape_in(s, in)->dims[d], &dims[f->loop[in][d]]));
        }
    }
    *known = true;
    return CAMEO_OK;
}

static cameo_status einsum_shape(cm_shape *s) {
    einsum_form f;
    cm_dim dims[EINSUM_MAX_LOOPS];
    bool known;
    int dtype = cm_shape_in(s, 0)->dtype;
    CM_TRY(einsum_dims(s, &f, dims, &known));
    if (!known) return cm_shape_out(s, 0, dtype, CM_RANK_UNKNOWN, NULL);
    return cm_shape_out(s, 0, dtype, f.n_out, dims);
}

/* What takes the portable loops is this much slower than a matrix product. */
#define EINSUM_SLOW 1024

/* A multiplication for each operand and turn of the innermost loop; two operands that share a sum are a product. */
static uint64_t einsum_cost(const cm_shape *s) {
    einsum_form f;
    cm_dim dims[EINSUM_MAX_LOOPS];
    bool known;
    uint64_t n = (uint64_t)((const einsum_params *)s->params)->n_in;
    bool quick = n == 2;
    if (einsum_dims(s, &f, dims, &known) != CAMEO_OK || !known) return UINT64_MAX;
    for (uint32_t i = 0; i < f.n_loops; i++) {
        if (!cm_dim_is_const(dims[i]) || dims[i] < 0) return UINT64_MAX;
        n = cm_cost_mul(n, (uint64_t)dims[i]);
    }
    int dtype = cm_shape_in(s, 0)->dtype;
    quick = (quick && f.n_loops > f.n_out) || dtype != CAMEO_FLOAT;
    return quick ? n : cm_cost_mul(n, EINSUM_SLOW);
}

const cm_op cm_op_Einsum = {.id = CM_OP_Einsum,
                            .n_fields = 3,
                            .params_size = sizeof(einsum_params),
                            .fields = einsum_fields,
                            .parse = einsum_parse,
                            .shape = einsum_shape,
                            .cost = einsum_cost};

/* Loops over the result's elements, and inside over what is summed. */
typedef struct einsum_work {
    uint32_t n_in, n_out, n_loops;
    size_t dims[EINSUM_MAX_LOOPS];
    size_t stride[EINSUM_MAX_IN][EINSUM_MAX_LOOPS]; /* elements; 0: the operand has one only */
    size_t sum;                                     /* products that are summed for one element */
    size_t per_task;                                /* elements of the result */
} einsum_work;

/* Errors: E_SHAPE operands do not go together; E_LIMIT. */
static cameo_status einsum_work_of(const cm_kctx *k, einsum_work *w) {
    einsum_form f;
    uint32_t rank[EINSUM_MAX_IN] = {0};
    *w = (einsum_work){.n_in = (uint32_t)((const einsum_params *)k->params)->n_in, .sum = 1};
    for (uint32_t in = 0; in < w->n_in; in++) rank[in] = cm_in(k, in)->rank;
    CM_TRY(einsum_form_of(k->params, rank, &f, k->e));
    w->n_out = f.n_out;
    w->n_loops = f.n_loops;
    for (uint32_t i = 0; i < f.n_loops; i++) w->dims[i] = 1;
    for (uint32_t in = 0; in < w->n_in; in++) {
        size_t stride = 1;
        for (uint32_t d = rank[in]; d-- > 0;) {
            size_t n = cm_in(k, in)->dims[d];
            uint32_t i = f.loop[in][d];
            CM_CHECK(w->dims[i] == 1 || n == 1 || n == w->dims[i], k->e, CAMEO_E_SHAPE,
                     "axes of %zu and %zu have one label", w->dims[i], n);
            if (n != 1) {
                w->dims[i] = n;
                w->stride[in][i] += stride;
            }
            stride *= n;
        }
    }
    for (uint32_t i = f.n_out; i < f.n_loops; i++) {
        CM_CHECK(!cm_ckd_mul(w->sum, w->dims[i], &w->sum), k->e, CAMEO_E_LIMIT,
                 "a sum of too many products");
    }
    w->per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, w->sum));
    return CAMEO_OK;
}

/* One phase over the elements of the result. Worker scratch: an einsum_work. */
cameo_status cm_einsum_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *y = cm_out(k, 0);
    einsum_work w;
    CM_TRY(einsum_work_of(k, &w));
    bool fits = y->rank == w.n_out;
    for (uint32_t d = 0; fits && d < w.n_out; d++) fits = y->dims[d] == w.dims[d];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "the result does not have the dims of its labels");
    cm_setup_simple(s, y->n, w.per_task);
    s->worker_scratch = sizeof w;
    return CAMEO_OK;
}

/* Where the operands of element `at` of the result begin. */
static void einsum_begin(const einsum_work *w, size_t at, size_t *off) {
    for (uint32_t in = 0; in < w->n_in; in++) off[in] = 0;
    for (uint32_t i = w->n_out; i-- > 0;) {
        size_t index = at % w->dims[i];
        at /= w->dims[i];
        for (uint32_t in = 0; in < w->n_in; in++) off[in] += index * w->stride[in][i];
    }
}

/* The next turn of the summed loops but the innermost; false after the last one. */
static bool einsum_next(const einsum_work *w, size_t *index, size_t *off) {
    for (uint32_t i = w->n_loops; i-- > w->n_out + 1;) {
        uint32_t loop = i - 1;
        bool wraps = ++index[loop] == w->dims[loop];
        if (wraps) index[loop] = 0;
        for (uint32_t in = 0; in < w->n_in; in++) {
            off[in] += w->stride[in][loop];
            if (wraps) off[in] -= w->stride[in][loop] * w->dims[loop];
        }
        if (!wraps) return true;
    }
    return false;
}

#define EINSUM_SAME(v) (v)
#define EINSUM_F32(v) ((float)(v))

#define EINSUM_DTYPE f32
#define EINSUM_T float
#define EINSUM_S double
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE EINSUM_F32
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE f64
#define EINSUM_T double
#define EINSUM_S double
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE EINSUM_SAME
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE f16
#define EINSUM_T uint16_t
#define EINSUM_S double
#define EINSUM_LOAD cm_f16_to_f32
#define EINSUM_STORE cm_f16_from_f64
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE bf16
#define EINSUM_T uint16_t
#define EINSUM_S double
#define EINSUM_LOAD cm_bf16_to_f32
#define EINSUM_STORE cm_bf16_from_f64
#include "kernels/einsum_tmpl.h"

/* Sums of products modulo 2^n are the same bits for both signs, and in any wider type. */
#define EINSUM_DTYPE u8
#define EINSUM_T uint8_t
#define EINSUM_S uint32_t
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE(v) ((uint8_t)(v))
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE u16
#define EINSUM_T uint16_t
#define EINSUM_S uint32_t
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE(v) ((uint16_t)(v))
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE u32
#define EINSUM_T uint32_t
#define EINSUM_S uint32_t
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE EINSUM_SAME
#include "kernels/einsum_tmpl.h"

#define EINSUM_DTYPE u64
#define EINSUM_T uint64_t
#define EINSUM_S uint64_t
#define EINSUM_LOAD EINSUM_SAME
#define EINSUM_STORE EINSUM_SAME
#include "kernels/einsum_tmpl.h"

/* ---- Two operands of f32 or f64 as matrix products ----
 * Loops of the result that only one operand has are rows or columns of a product, loops that are summed its depth; all
 * others make more products. The innermost loop of the result, which belongs to one operand alone, gives the
 * columns. */

/* A loop with the step of operand a, of b, and of the result (none where it is summed). */
typedef struct einsum_axis {
    size_t dim, a, b, c;
} einsum_axis;

typedef struct einsum_product {
    uint32_t in_a, in_b;        /* operands: rows are those of in_a, columns those of in_b */
    einsum_axis rows, columns, depth;
    uint32_t n_batch, n_more;   /* loops over products, and over products that are added up */
    einsum_axis batch[CM_MAX_RANK], more[EINSUM_MAX_LOOPS];
    size_t products, sums;      /* their numbers */
    size_t tasks;               /* of one product, by the prim */
    size_t group;               /* of those in one task */
} einsum_product;

/* Appends loop i unless it has one turn; joins it to the one before where all steps go on alike. */
static void einsum_axis_add(const einsum_work *w, const einsum_product *p, uint32_t i, size_t c, einsum_axis *axes,
                            uint32_t *n) {
    einsum_axis x = {w->dims[i], w->stride[p->in_a][i], w->stride[p->in_b][i], c};
    if (x.dim == 1) return;
    einsum_axis *inner = &axes[*n - (*n > 0)];
    if (*n > 0 && x.a == inner->a * inner->dim && x.b == inner->b * inner->dim && x.c == inner->c * inner->dim) {
        inner->dim *= x.dim;
        return;
    }
    axes[(*n)++] = x;
}

/* Takes the longest of the axes out, of those that only a has if `rows`; one of one turn if there is none. */
static einsum_axis einsum_axis_take(einsum_axis *axes, uint32_t *n, bool rows) {
    uint32_t best = *n;
    for (uint32_t i = 0; i < *n; i++) {
        if (rows && axes[i].b != 0) continue;
        if (best == *n || axes[i].dim > axes[best].dim) best = i;
    }
    if (best == *n) return (einsum_axis){1, 0, 0, 0};
    einsum_axis x = axes[best];
    *n -= 1;
    for (uint32_t i = best; i < *n; i++) axes[i] = axes[i + 1];
    return x;
}

static bool einsum_is_f64(const cm_kctx *k) { return cm_in(k, 0)->dtype == CAMEO_DOUBLE; }

/* False where matrix products do not serve. */
static bool einsum_product_of(const cm_kctx *k, const einsum_work *w, einsum_product *p) {
    size_t c = 1;
    *p = (einsum_product){.in_a = 0, .in_b = 1, .products = 1, .sums = 1};
    if (w->sum < 2) return false;
    for (uint32_t i = 0; i < w->n_out; i++) {
        if (w->dims[i] > 1) p->in_b = w->stride[1][i] != 0; /* the innermost decides */
        if (w->dims[i] == 0) return false;
    }
    p->in_a = 1 - p->in_b;
    for (uint32_t i = w->n_out; i-- > 0; c *= w->dims[i]) einsum_axis_add(w, p, i, c, p->batch, &p->n_batch);
    for (uint32_t i = w->n_loops; i-- > w->n_out;) einsum_axis_add(w, p, i, 0, p->more, &p->n_more);
    if (p->n_batch == 0 || p->batch[0].a != 0) return false;
    p->columns = p->batch[0];
    p->n_batch--;
    for (uint32_t i = 0; i < p->n_batch; i++) p->batch[i] = p->batch[i + 1];
    p->rows = einsum_axis_take(p->batch, &p->n_batch, true);
    p->depth = einsum_axis_take(p->more, &p->n_more, false);
    if (p->columns.dim < 4 || p->columns.dim * p->rows.dim < 16) return false;
    for (uint32_t i = 0; i < p->n_batch; i++) p->products *= p->batch[i].dim;
    for (uint32_t i = 0; i < p->n_more; i++) p->sums *= p->more[i].dim;
    p->tasks = einsum_is_f64(k)
                   ? cm_gemm_f64_tasks(p->rows.dim, p->columns.dim, p->depth.dim)
                   : cm_gemm_f32_tasks(p->rows.dim, p->columns.dim, p->depth.dim, CM_PRIM(k, gemm_f32_fmt));
    p->group = p->tasks > 1 ? 1 : cm_max_size(1, 32 * CM_TASK_ITEMS / p->columns.dim / p->rows.dim / w->sum);
    return true;
}

/* Are there two operands? */
bool cm_einsum_accept_product(const cm_row_query *q) { return q->n_in == 2; }

/* One phase over the products' tasks; over the elements of the result where products do not serve.
 * Worker scratch: the matrix product's. Errors: as cm_einsum_setup; E_LIMIT more than 2^32 - 1 tasks. */
cameo_status cm_einsum_product_setup(const cm_kctx *k, cm_setup *s) {
    einsum_work w;
    einsum_product p;
    size_t n;
    CM_TRY(cm_einsum_setup(k, s));
    CM_TRY(einsum_work_of(k, &w));
    if (!einsum_product_of(k, &w, &p)) return CAMEO_OK;
    bool fits = !cm_ckd_mul(p.products, p.tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", p.products, p.rows.dim,
             p.columns.dim);
    s->phase[0].n_tasks = cm_task_count(n, p.group);
    s->worker_scratch = CM_GEMM_F64_SCRATCH;
    if (einsum_is_f64(k)) return CAMEO_OK;
    s->worker_scratch = cm_gemm_f32_scratch(p.rows.dim, p.columns.dim, p.depth.dim, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK; /* the loops' einsum_work is not needed */
}

/* Adds the steps of position `at` of the axes to the offsets of a, b and c. */
static void einsum_axis_seek(const einsum_axis *axes, uint32_t n, size_t at, size_t *a, size_t *b, size_t *c) {
    for (uint32_t i = 0; i < n; i++) {
        size_t index = at % axes[i].dim;
        at /= axes[i].dim;
        *a += index * axes[i].a;
        *b += index * axes[i].b;
        *c += index * axes[i].c;
    }
}

/* Task `task` of the product at off [3] in operand a, operand b and the result, added to what is there if `add`. */
static void einsum_product_f32(const cm_kctx *k, const einsum_product *p, const size_t *off, bool add, size_t task) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(p->rows.dim, p->columns.dim, p->depth.dim);
    g.a = (const float *)cm_in(k, p->in_a)->data + off[0];
    g.b = (const float *)cm_in(k, p->in_b)->data + off[1];
    g.c = (float *)cm_out(k, 0)->data + off[2];
    g.rs_a = p->rows.a;
    g.cs_a = p->depth.a;
    g.rs_b = p->depth.b;
    g.cs_b = p->columns.b;
    g.ldc = g.rs_d = p->rows.dim > 1 ? p->rows.c : p->columns.dim;
    g.cs_d = 1;
    g.d = add ? g.c : NULL;
    g.beta = add ? 1.0f : 0.0f;
    CM_PRIM(k, gemm_f32)(&g, task, k->worker_scratch);
}
static void einsum_product_f64(const cm_kctx *k, const einsum_product *p, const size_t *off, bool add, size_t task) {
    double *c = (double *)cm_out(k, 0)->data + off[2];
    cm_gemm_f64_args g = {.m = p->rows.dim, .n = p->columns.dim, .k = p->depth.dim, .alpha = 1, .beta = 1,
                          .rs_a = p->rows.a, .cs_a = p->depth.a, .rs_b = p->depth.b, .cs_b = p->columns.b,
                          .a = (const double *)cm_in(k, p->in_a)->data + off[0],
                          .b = (const double *)cm_in(k, p->in_b)->data + off[1],
                          .c = c, .rs_c = p->rows.c, .cs_c = 1, .d = add ? c : NULL, .rs_d = p->rows.c, .cs_d = 1};
    CM_PRIM(k, gemm_f64)(&g, task, k->worker_scratch);
}

/* cm_einsum_product_run — cm_einsum_f32_run and cm_einsum_f64_run by matrix products (kernels/prim/gemm.h and
 * gemm_f64.h): sums of f32 are floats. */
cameo_status cm_einsum_product_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    einsum_work w;
    einsum_product p;
    CM_TRY(einsum_work_of(k, &w));
    bool product = einsum_product_of(k, &w, &p), f64 = einsum_is_f64(k);
    if (!product) return f64 ? cm_einsum_f64_run(k, phase, begin, end) : cm_einsum_f32_run(k, phase, begin, end);
    size_t last = cm_min_size(p.products * p.tasks, end * p.group);
    for (size_t t = begin * p.group; t < last; t++) {
        size_t off[3] = {0}, at[3];
        einsum_axis_seek(p.batch, p.n_batch, t / p.tasks, &off[0], &off[1], &off[2]);
        for (size_t i = 0; i < p.sums; i++) { /* each sum is added to those before it */
            memcpy(at, off, sizeof at);
            einsum_axis_seek(p.more, p.n_more, i, &at[0], &at[1], &at[2]);
            (f64 ? einsum_product_f64 : einsum_product_f32)(k, &p, at, i > 0, t % p.tasks);
        }
    }
    return CAMEO_OK;
}
