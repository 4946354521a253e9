/* matmul_view.c — MatMulView, Cameo's own: MatMul whose B is read where it lies, in another order of dims.
 *
 *   y = MatMul(a, b), b = Transpose(Gather(x, index, axis), at)      either of the two may be missing
 *
 * Dim `repeated` of b may be one of x of which each index comes `repeat` times in turn, as decoders repeat the heads of
 * keys and values that several heads of queries share.
 *
 * ir/rewrite/opt_state.c makes it of a MatMul that reads the past of a decoder, another input, or what few rows are
 * multiplied with: no step copies those. The bits are those of MatMul with a b that was copied, but with `lanes`, where
 * few rows are dot products with the columns of b as they lie. f32 only; x is dense as every tensor is.
 * Source: ONNX MatMul 13, Gather 13, Transpose 21, Expand 13. */
#include "kernels/matmul_dims.h"

typedef struct matmul_view_params {
    int32_t at[CM_MAX_RANK]; /* dim d of b is dim at[d] of x */
    int32_t n_at;            /* rank of b */
    int32_t axis;            /* a dim of x that b does not have; -1: none */
    int32_t index;           /* on that axis; < 0: from its end */
    int32_t repeat;          /* times that each index of dim `repeated` of b comes; 1: b has the dims of x */
    int32_t repeated;        /* not one of the last two */
    int32_t lanes;           /* 1: sums of a few rows need not have the order of the depth */
} matmul_view_params;

/* Rows that are multiplied one by one, with a part of b that stays in a cache for all of them. */
#define MATMUL_VIEW_FEW ((size_t)8)
/* Bytes of b of a task with few rows, and of a part of it: half of a first-level cache. */
#define MATMUL_VIEW_TASK ((size_t)1 << 17)
#define MATMUL_VIEW_PART ((size_t)1 << 14)
/* Columns of a task where rows of b are added up, if there are fewer than so many products: memory is read in pieces of
 * two cache lines and more. */
#define MATMUL_VIEW_COLUMNS ((size_t)32)
#define MATMUL_VIEW_PRODUCTS ((size_t)8)

static const cm_field matmul_view_fields[] = {CM_F_I32S(matmul_view_params, at),
                                              CM_F_I32(matmul_view_params, axis, -1),
                                              CM_F_I32(matmul_view_params, index, 0),
                                              CM_F_I32(matmul_view_params, repeat, 1),
                                              CM_F_I32(matmul_view_params, repeated, 0),
                                              CM_F_I32(matmul_view_params, lanes, 0)};

/* ---- shape ---- */

/* The params name each dim of an x of this rank once. */
static cameo_status matmul_view_check(const matmul_view_params *p, uint32_t rank, cameo_error *e) {
    CM_CHECK(p->axis >= -1 && p->axis < CM_MAX_RANK, e, CAMEO_E_SHAPE, "axis is %d", (int)p->axis);
    uint32_t seen = p->axis < 0 ? 0 : UINT32_C(1) << p->axis;
    for (int32_t d = 0; d < p->n_at; d++) {
        bool fits = p->at[d] >= 0 && p->at[d] < CM_MAX_RANK && (seen >> p->at[d] & 1) == 0;
        CM_CHECK(fits, e, CAMEO_E_SHAPE, "dim %d of B is dim %d of its source", (int)d,
                 (int)p->at[d]);
        seen |= UINT32_C(1) << p->at[d];
    }
    CM_CHECK(rank <= CM_MAX_RANK && seen == (UINT32_C(1) << rank) - 1, e, CAMEO_E_SHAPE,
             "B's source has rank %u, want %d", rank, (int)p->n_at + (p->axis >= 0));
    bool repeats = p->repeat == 1 || (p->repeat > 1 && p->repeated >= 0 && p->repeated < p->n_at - 2);
    CM_CHECK(repeats, e, CAMEO_E_SHAPE, "dim %d of B is repeated %d times", (int)p->repeated, (int)p->repeat);
    return CAMEO_OK;
}

/* What Gather says of an index that the axis has not. */
static cameo_status matmul_view_check_index(const matmul_view_params *p, int64_t dim,
                                            cameo_error *e) {
    CM_CHECK(p->index >= -dim && p->index < dim, e, CAMEO_E_SHAPE,
             "index %d at position 0 is out of range for an axis of %lld", (int)p->index,
             CM_LL(dim));
    return CAMEO_OK;
}

static cameo_status matmul_view_shape(cm_shape *s) {
    const matmul_view_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 1);
    cm_avalue b = *x;
    const cm_avalue *in[2] = {cm_shape_in(s, 0), &b};
    cm_shape part = *s;
    for (uint32_t i = 0; i < 2; i++) { /* a file may name the operator: it has no schema */
        const cm_avalue *v = cm_shape_in(s, i);
        CM_CHECK(v->kind == CAMEO_KIND_TENSOR && v->dtype == CAMEO_FLOAT, s->e, CAMEO_E_TYPE,
                 "operand %u is no float tensor", i);
    }
    if (x->rank != CM_RANK_UNKNOWN) {
        CM_TRY(matmul_view_check(p, x->rank, s->e));
        b.rank = (uint8_t)p->n_at;
        for (int32_t d = 0; d < p->n_at; d++) b.dims[d] = x->dims[p->at[d]];
        if (p->repeat > 1) b.dims[p->repeated] = cm_dim_mul(s->dims, b.dims[p->repeated], p->repeat);
        if (p->axis >= 0 && cm_dim_is_const(x->dims[p->axis]))
            CM_TRY(matmul_view_check_index(p, x->dims[p->axis], s->e));
    }
    part.in = in;
    part.n_in = 2;
    return cm_matmul_shape(&part, 0, 1, in[0]->dtype);
}

static uint64_t matmul_view_cost(const cm_shape *s) { return cm_matmul_cost(s, 0); }

const cm_op cm_op_MatMulView = {.id = CM_OP_MatMulView,
                                .n_fields = sizeof matmul_view_fields / sizeof *matmul_view_fields,
                                .params_size = sizeof(matmul_view_params),
                                .fields = matmul_view_fields,
                                .shape = matmul_view_shape,
                                .cost = matmul_view_cost};

/* ---- sizes ---- */

/* How the products are cut into tasks: each has up to `cols` columns of `group` products, which read one b. */
typedef struct matmul_view_grid {
    bool few; /* rows one by one; else tasks are those of the matrix product */
    size_t group, cols, n_cols;
    size_t n; /* tasks, if few */
} matmul_view_grid;

/* Dim d of the products becomes two: that of x, and the times that it is repeated. */
static void matmul_view_repeat(cm_matmul_sizes *z, uint32_t d, size_t times) {
    for (uint32_t i = z->rank++; i > d; i--) {
        z->dims[i] = z->dims[i - 1];
        z->a[i] = z->a[i - 1];
        z->b[i] = z->b[i - 1];
    }
    z->dims[d] /= times;
    z->dims[d + 1] = times;
    z->a[d] *= times;
    z->b[d + 1] = 0;
}

/* Products of a and b; strides of b are those of x. *begin: elements of x before b's first. */
static cm_matmul_sizes matmul_view_sizes(const cm_kctx *k, size_t *begin) {
    const matmul_view_params *p = k->params;
    const cm_tensor *x = cm_in(k, 1);
    size_t dims[CM_MAX_RANK] = {0}, step[CM_MAX_RANK] = {0}, n = 1;
    cm_tensor b = *x;
    for (uint32_t d = x->rank; d-- > 0; n *= x->dims[d]) step[d] = n;
    for (int32_t d = 0; d < p->n_at; d++) dims[d] = x->dims[p->at[d]];
    dims[p->repeated] *= (size_t)p->repeat;
    b.dims = dims;
    b.rank = (uint8_t)p->n_at;
    cm_matmul_sizes z = cm_matmul_sizes_of(cm_in(k, 0), &b, true);
    uint32_t lead = b.rank < 2 ? 0 : b.rank - 2u, rank = z.rank;
    for (uint32_t i = 0; i < rank && i < lead; i++) {
        uint32_t d = rank - 1 - i, from = lead - 1 - i;
        z.b[d] = dims[from] == 1 ? 0 : step[p->at[from]];
    }
    if (p->repeat > 1 && rank != 0) matmul_view_repeat(&z, rank - lead + (uint32_t)p->repeated, (size_t)p->repeat);
    z.rs_b = step[p->at[lead]];
    z.cs_b = b.rank == 1 ? 1 : step[p->at[lead + 1]];
    *begin = 0;
    if (p->axis >= 0) {
        int64_t dim = (int64_t)x->dims[p->axis], index = p->index;
        *begin = (size_t)(index < 0 ? index + dim : index) * step[p->axis];
    }
    return z;
}

/* Products with the same b that follow one another. */
static size_t matmul_view_group(const cm_matmul_sizes *z) {
    size_t n = 1;
    for (uint32_t d = z->rank; d-- > 0 && z->b[d] == 0;) n *= z->dims[d];
    return n;
}

static matmul_view_grid matmul_view_grid_of(const cm_kctx *k, const cm_matmul_sizes *z) {
    const matmul_view_params *p = k->params;
    matmul_view_grid g = {.group = 1, .cols = z->n};
    bool dots = p->lanes != 0 && z->rs_b == 1 && z->cs_a == 1, sums = z->cs_b == 1 && z->m == 1;
    g.few = z->m <= MATMUL_VIEW_FEW && z->n > 1 && z->k != 0 && z->batch != 0 && z->m != 0 && (dots || sums);
    if (!g.few) return g;
    g.group = matmul_view_group(z);
    size_t n = z->batch / g.group;
    if (dots) {
        g.cols = cm_min_size(z->n, cm_max_size(16, MATMUL_VIEW_TASK / sizeof(float) / z->k));
    } else if (n < MATMUL_VIEW_PRODUCTS) {
        g.cols = cm_min_size(z->n, MATMUL_VIEW_COLUMNS);
    }
    g.n_cols = (z->n + g.cols - 1) / g.cols;
    g.few = !cm_ckd_mul(n, g.n_cols, &g.n) && g.n <= UINT32_MAX;
    return g;
}

/* Bytes of one column of b, with what follows it aligned; false: more than memory has. */
static bool matmul_view_column(const cm_matmul_sizes *z, size_t *bytes) {
    return !cm_ckd_mul(z->k, sizeof(float), bytes) && !cm_ckd_align(*bytes, CAMEO_ALIGN, bytes);
}

/* Scratch: one worker's of the matrix product and a column of b.
 * Errors: E_LIMIT more than 2^32 - 1 tasks; E_SHAPE an index out of range. */
cameo_status cm_matmul_view_setup(const cm_kctx *k, cm_setup *s) {
    const matmul_view_params *p = k->params;
    size_t begin, n, column;
    CM_TRY(matmul_view_check(p, cm_in(k, 1)->rank, k->e));
    if (p->axis >= 0) CM_TRY(matmul_view_check_index(p, (int64_t)cm_in(k, 1)->dims[p->axis], k->e));
    cm_matmul_sizes z = matmul_view_sizes(k, &begin);
    matmul_view_grid grid = matmul_view_grid_of(k, &z);
    bool fits = !cm_ckd_mul(z.batch, cm_gemm_f32_tasks(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt)), &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", z.batch,
             z.m, z.n);
    CM_CHECK(matmul_view_column(&z, &column) && column <= SIZE_MAX / 2, k->e, CAMEO_E_LIMIT,
             "a depth of %zu exceeds the address space", z.k);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)(grid.few ? grid.n : n);
    s->worker_scratch = column + cm_gemm_f32_scratch(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* ---- run: few rows ---- */

/* Row i of a task's: of a, of the result. */
typedef struct matmul_view_row {
    const float *a;
    float *y;
} matmul_view_row;

static matmul_view_row matmul_view_row_of(const cm_kctx *k, const cm_matmul_sizes *z, size_t first, size_t i) {
    size_t product = first + i / z->m, row = i % z->m, at_a, at_b;
    cm_matmul_offsets(z, product, &at_a, &at_b);
    return (matmul_view_row){(const float *)cm_in(k, 0)->data + at_a + row * z->rs_a,
                             (float *)cm_out(k, 0)->data + (product * z->m + row) * z->n};
}

/* Depth [k0, k0 + g->k) of columns [j0, j0 + g->n) for all rows of the products from `first` on. */
static void matmul_view_part(const cm_kctx *k, const cm_matmul_sizes *z, size_t group, size_t first, size_t k0,
                             size_t j0, cm_gemm_f32_args *g) {
    for (size_t i = 0; i < group * z->m; i++) {
        matmul_view_row r = matmul_view_row_of(k, z, first, i);
        size_t n = cm_gemm_f32_tasks(1, g->n, g->k, CM_PRIM(k, gemm_f32_fmt));
        g->a = r.a + k0 * z->cs_a;
        g->c = r.y + j0;
        g->d = k0 == 0 ? NULL : g->c;
        for (size_t t = 0; t < n; t++) CM_PRIM(k, gemm_f32)(g, t, k->worker_scratch);
    }
}

/* Dot products go through columns in parts, sums of rows through depth blocks, as the matrix product would: each part
 * of b meets all rows before the next one is read. */
static void matmul_view_few(const cm_kctx *k, const cm_matmul_sizes *z, const matmul_view_grid *grid, size_t begin,
                            uint32_t task) {
    size_t first = task / grid->n_cols * grid->group, j = task % grid->n_cols * grid->cols, at_a, at_b;
    size_t end = cm_min_size(z->n, j + grid->cols), depth = z->k, step = end - j;
    if (z->cs_b == 1) {
        depth = cm_gemm_f32_depth(depth);
    } else if (grid->group * z->m > 1) {
        step = cm_min_size(step, cm_max_size(8, MATMUL_VIEW_PART / sizeof(float) / z->k));
    }
    cm_matmul_offsets(z, first, &at_a, &at_b);
    const float *b = (const float *)cm_in(k, 1)->data + begin + at_b;
    for (; j < end; j += step) {
        for (size_t k0 = 0; k0 < z->k; k0 += depth) {
            cm_gemm_f32_args g = cm_gemm_f32_args_init(1, cm_min_size(step, end - j), cm_min_size(depth, z->k - k0));
            g.cs_a = z->cs_a;
            g.b = b + k0 * z->rs_b + j * z->cs_b;
            g.rs_b = z->rs_b;
            g.cs_b = z->cs_b;
            g.cs_d = 1;
            g.beta = 1;
            matmul_view_part(k, z, grid->group, first, k0, j, &g);
        }
    }
}

/* ---- run: the matrix product ---- */

/* Where a product's b lies. */
typedef struct matmul_view_b {
    const float *p;
    size_t rs, cs;
    cm_gemm_pack_fn *fill;
} matmul_view_b;

static void matmul_view_pack(const void *ctx, const cm_gemm_panel *panel) {
    const matmul_view_b *b = ctx;
    b->fill(b->p + panel->k0 * b->rs + panel->j0 * b->cs, b->rs, b->cs, panel);
}

/* How the product reads b, so that it adds up in the order in which it would add up a copy (gemm.h tells where that
 * depends on strides): one column is copied, and a row is multiplied with panels, unless b has rows in one piece. */
static void matmul_view_read(const matmul_view_b *b, const cm_matmul_sizes *z, float *column,
                             cm_gemm_f32_args *g) {
    g->b = b->p;
    g->rs_b = b->rs;
    g->cs_b = b->cs;
    g->pack_b = NULL;
    if (b->p == NULL) return;
    if (z->n == 1) {
        for (size_t l = 0; l < z->k; l++) column[l] = b->p[l * b->rs];
        g->b = column;
        g->rs_b = g->cs_b = 1;
    } else if (z->m == 1 && b->cs != 1) {
        g->pack_b = matmul_view_pack;
        g->pack_b_ctx = b;
    }
}

static void matmul_view_product(const cm_kctx *k, const cm_matmul_sizes *z, size_t first, size_t tasks, uint32_t t) {
    const float *a = cm_in(k, 0)->data, *x = cm_in(k, 1)->data;
    cm_gemm_f32_args g = cm_gemm_f32_args_init(z->m, z->n, z->k);
    size_t product = t / tasks, at_a, at_b, column = 0;
    if (!matmul_view_column(z, &column)) return; /* not after setup */
    cm_matmul_offsets(z, product, &at_a, &at_b);
    g.rs_a = z->rs_a;
    g.cs_a = z->cs_a;
    g.a = a == NULL ? NULL : a + at_a;
    matmul_view_b b = {x == NULL ? NULL : x + first + at_b, z->rs_b, z->cs_b, CM_PRIM(k, gemm_f32_pack)};
    matmul_view_read(&b, z, (float *)(void *)k->worker_scratch, &g);
    g.c = (float *)cm_out(k, 0)->data + product * z->m * z->n;
    CM_PRIM(k, gemm_f32)(&g, t % tasks, k->worker_scratch + column);
}

cameo_status cm_matmul_view_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t first;
    cm_matmul_sizes z = matmul_view_sizes(k, &first);
    matmul_view_grid grid = matmul_view_grid_of(k, &z);
    size_t tasks = cm_gemm_f32_tasks(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        if (grid.few) {
            matmul_view_few(k, &z, &grid, first, t);
        } else {
            matmul_view_product(k, &z, first, tasks, t);
        }
    }
    return CAMEO_OK;
}
