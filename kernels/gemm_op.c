/* gemm_op.c — Gemm and MatMul.
 *
 *   Gemm    y = clamp(alpha * A * B + beta * C)   A [M][K] or, with transA, [K][M]; B [K][N] or,
 *           with transB, [N][K]; C broadcasts to [M][N]; C is not looked at where beta is 0
 *   MatMul  numpy's matmul: leading dims broadcast; a 1-D A is a row, a 1-D B a column, and the dim
 *           that this adds is left out of the result
 *
 * Both become `batch` products of one size. f32 and f64 go through matrix-product prims (constant B of f32
 * packed, else read where it lies; it may be of halves, CM_ROWF_HALVES), the other dtypes through plain loops,
 * 16 columns at a time: sums in order of K, in f32 (f16, bf16) or modulo 2^32 and 2^64 (integers).
 * Source: ONNX Gemm, since_version 1, 6, 7, 9, 11, 13 (C of 1 and 6 broadcasts like that of 7, as
 * the models of that time expect with and without the attribute); MatMul, since_version 1, 9,
 * 13. */
#include "kernels/gemm_op.h"

#include "kernels/activation.h"
#include "kernels/matmul_dims.h"

/* ---- Gemm: attributes and shape ---- */

static const cm_field gemm_op_gemm_fields[] = {
    CM_F_F32(cm_gemm_params, alpha, 1.0f), CM_F_F32(cm_gemm_params, beta, 1.0f),
    CM_F_I32(cm_gemm_params, transA, 0),   CM_F_I32(cm_gemm_params, transB, 0),
    CM_F_OWN(cm_gemm_params, activation),
};

/* C [.., ..] broadcasts to [m][n]. */
static cameo_status gemm_op_check_c(const cm_shape *s, const cm_dim *out) {
    const cm_avalue *c = cm_shape_in(s, 2);
    if (c->kind == CAMEO_KIND_NONE || c->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(c->rank <= 2, s->e, CAMEO_E_SHAPE, "C has rank %u, want at most 2", c->rank);
    for (uint32_t i = 0; i < c->rank; i++) {
        cm_dim want = out[2 - c->rank + i];
        bool fits = c->dims[i] == 1 || cm_dim_equal(s->dims, c->dims[i], want) != CM_NO;
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "dim %u of C is %lld, want 1 or %lld", i,
                 CM_LL(c->dims[i]), CM_LL(want));
    }
    return CAMEO_OK;
}

static cameo_status gemm_op_gemm_shape(cm_shape *s) {
    const cm_gemm_params *q = s->params;
    const cm_avalue *a = cm_shape_in(s, 0);
    const cm_avalue *b = cm_shape_in(s, 1);
    cm_dim out[2] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
    cm_dim depth[2] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
    bool fits = (a->rank == 2 || a->rank == CM_RANK_UNKNOWN) &&
                (b->rank == 2 || b->rank == CM_RANK_UNKNOWN);
    CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "A has rank %u, B %u, want 2", a->rank, b->rank);
    if (a->rank == 2) {
        out[0] = a->dims[q->transA != 0];
        depth[0] = a->dims[q->transA == 0];
    }
    if (b->rank == 2) {
        out[1] = b->dims[q->transB == 0];
        depth[1] = b->dims[q->transB != 0];
    }
    CM_CHECK(cm_shape_equal(s, depth[0], depth[1]), s->e, CAMEO_E_SHAPE, "A has depth %lld, B %lld",
             CM_LL(depth[0]), CM_LL(depth[1]));
    CM_TRY(gemm_op_check_c(s, out));
    return cm_shape_out(s, 0, a->dtype, 2, out);
}

static uint64_t gemm_op_gemm_cost(const cm_shape *s) {
    const cm_gemm_params *q = s->params;
    uint64_t n = cm_cost_mul((uint64_t)s->out[0].dims[0], (uint64_t)s->out[0].dims[1]);
    n = cm_cost_mul(n, (uint64_t)cm_shape_in(s, 0)->dims[q->transA == 0]);
    return cm_cost_add(n, cm_shape_cost_rows(&s->out[0], 1, CM_MATMUL_ROW));
}

const cm_op cm_op_Gemm = {.id = CM_OP_Gemm,
                          .n_fields = sizeof gemm_op_gemm_fields / sizeof *gemm_op_gemm_fields,
                          .params_size = sizeof(cm_gemm_params),
                          .fields = gemm_op_gemm_fields,
                          .shape = gemm_op_gemm_shape,
                          .cost = gemm_op_gemm_cost};

/* ---- MatMul: attributes and shape ---- */

static const cm_field gemm_op_matmul_fields[] = {
    CM_F_OWN(cm_gemm_params, alpha),      CM_F_OWN(cm_gemm_params, beta),
    CM_F_OWN(cm_gemm_params, transA),     CM_F_OWN(cm_gemm_params, transB),
    CM_F_OWN(cm_gemm_params, activation),
};

static cameo_status gemm_op_matmul_parse(const cm_parse *p, void *params) {
    cm_gemm_params *q = params;
    (void)p;
    q->alpha = q->beta = 1.0f;
    return CAMEO_OK;
}

static cameo_status gemm_op_matmul_shape(cm_shape *s) {
    return cm_matmul_shape(s, 0, 1, cm_shape_in(s, 0)->dtype);
}

static uint64_t gemm_op_matmul_cost(const cm_shape *s) { return cm_matmul_cost(s, 0); }

const cm_op cm_op_MatMul = {.id = CM_OP_MatMul,
                            .n_fields =
                                sizeof gemm_op_matmul_fields / sizeof *gemm_op_matmul_fields,
                            .params_size = sizeof(cm_gemm_params),
                            .fields = gemm_op_matmul_fields,
                            .parse = gemm_op_matmul_parse,
                            .shape = gemm_op_matmul_shape,
                            .cost = gemm_op_matmul_cost};

/* ---- sizes ---- */

static void gemm_op_sizes_gemm(const cm_kctx *k, cm_matmul_sizes *z) {
    const cm_gemm_params *q = k->params;
    const cm_tensor *a = cm_in(k, 0);
    const cm_tensor *b = cm_in(k, 1);
    const cm_tensor *c = cm_in(k, 2);
    z->m = a->dims[q->transA != 0];
    z->k = a->dims[q->transA == 0];
    z->n = b->dims[q->transB == 0];
    z->rs_a = q->transA ? 1 : z->k;
    z->cs_a = q->transA ? z->m : 1;
    z->rs_b = q->transB ? 1 : z->n;
    z->cs_b = q->transB ? z->k : 1;
    z->batch = 1;
    if (c == NULL || c->rank == 0) return;
    size_t columns = c->dims[c->rank - 1];
    if (columns != 1) z->cs_c = 1;
    if (c->rank == 2 && c->dims[0] != 1) z->rs_c = columns;
}

static cm_matmul_sizes gemm_op_sizes_of(const cm_kctx *k) {
    cm_matmul_sizes z;
    memset(&z, 0, sizeof z);
    if (k->op->id == CM_OP_Gemm) {
        gemm_op_sizes_gemm(k, &z);
    } else {
        z = cm_matmul_sizes_of(cm_in(k, 0), cm_in(k, 1), true);
    }
    return z;
}

/* p is NULL only for a tensor without elements, of which nothing is read. */
static const uint8_t *gemm_op_at(const void *p, size_t n, size_t size) {
    return p == NULL ? NULL : (const uint8_t *)p + n * size;
}

/* ---- f32 ---- */

/* Constant B, one for all products, and more than one row to multiply with it: a single row reads B
 * once, where it lies. */
bool cm_gemm_op_accept_packed(const cm_row_query *q) {
    const cm_gemm_params *p = q->params;
    const cm_avalue *a = q->in[0];
    size_t n;
    if (!cm_avalue_count(q->in[1], &n) || q->in[1]->rank != 2) return false;
    if (a->rank == CM_RANK_UNKNOWN) return true;
    if (q->op->id == CM_OP_Gemm) return a->dims[p->transA != 0] != 1;
    for (uint32_t i = 0; i + 1 < a->rank; i++) {
        if (a->dims[i] != 1) return true;
    }
    return false;
}

static cm_gemm_elem gemm_op_elem(const cm_tensor *b) {
#if CM_GEMM_HALVES
    return b->dtype == CAMEO_FLOAT16 ? CM_GEMM_F16 : b->dtype == CAMEO_BFLOAT16 ? CM_GEMM_BF16 : CM_GEMM_F32;
#else
    (void)b;
    return CM_GEMM_F32;
#endif
}

/* Bytes of an element of B. */
static size_t gemm_op_size(const cm_tensor *b) {
    return gemm_op_elem(b) == CM_GEMM_F32 ? sizeof(float) : sizeof(uint16_t);
}

/* B as it lies, K x N by its strides. */
static cm_gemm_f32_args gemm_op_args_b(const cm_kctx *k) {
    const cm_gemm_params *q = k->params;
    const cm_tensor *b = cm_in(k, 1);
    size_t rows = b->dims[0], columns = b->dims[1];
    cm_gemm_f32_args g =
        cm_gemm_f32_args_init(0, q->transB ? rows : columns, q->transB ? columns : rows);
    if (CM_GEMM_HALVES) g.elem_b = gemm_op_elem(b);
    g.rs_b = q->transB ? 1 : columns;
    g.cs_b = q->transB ? columns : 1;
    g.b = b->data;
    return g;
}

/* Format CM_FORMAT_GEMM_B, or GEMM_B_LAZY. Errors: E_LIMIT the size does not fit. */
cameo_status cm_gemm_op_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    cm_gemm_f32_args g = gemm_op_args_b(k);
    cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
    size_t size;
    (void)in;
    CM_TRY(cm_gemm_f32_pack_b_size(g.k, g.n, fmt, &size));
    if (gemm_op_elem(cm_in(k, 1)) != CM_GEMM_F32) size /= 2;
    if (cm_pack_how(k).lazy) CM_TRY(cm_gemm_lazy_size(size, &size));
    *bytes = size;
    return CAMEO_OK;
}

void cm_gemm_op_pack(const cm_kctx *k, uint32_t in, void *dst) {
    cm_gemm_f32_args g = gemm_op_args_b(k);
    cm_packing how = cm_pack_how(k);
    (void)in;
    if (how.lazy) {
        cm_gemm_lazy_init(dst, &g, how.spent, how.spent_ctx);
    } else {
        size_t begin, end;
        cm_pack_units(k, cm_gemm_f32_b_pieces(&g), &begin, &end);
        g.fill = CM_PRIM(k, gemm_f32_pack);
        cm_gemm_f32_pack_b_pieces(&g, CM_PRIM(k, gemm_f32_fmt), begin, end, dst, how.spent, how.spent_ctx);
    }
}

/* How a single row times a large B is cut: such a product is bound by memory, so that tasks are pieces of B that lie in
 * one piece. Where rows of B are added up that is a depth block of all columns, whose sums wait in scratch until they
 * are added in their order, in a phase of its own: the bits of one task. A depth of one block is cut into a few runs of
 * columns, as is a B of which columns are contiguous. Portable products are not cut: firmware, whose plan a host made
 * with portable prims alone, has no code for it. */
typedef struct gemm_op_cut {
    size_t parts; /* of the depth; 0: it is not cut */
    size_t cols;  /* of a task; 0: they are not cut */
    size_t room;  /* bytes for sums, for any row count */
} gemm_op_cut;

/* Multiply-adds of a B that is cut, at least: some 8 us of one thread; and of a task where columns are contiguous. */
#define GEMM_OP_CUT ((size_t)1 << 17)
#define GEMM_OP_LANES ((size_t)1 << 18)
/* Where the depth is one block: columns of a task, at least, and tasks of up to GEMM_OP_WIDE columns, at most. */
#define GEMM_OP_RUN ((size_t)384)
#define GEMM_OP_RUNS ((size_t)4)
/* From so many columns on, tasks of columns are many enough and long runs of memory; most parts. */
#define GEMM_OP_WIDE ((size_t)4096)
#define GEMM_OP_PARTS ((size_t)32)

static gemm_op_cut gemm_op_cut_of(const cm_kctx *k, const cm_matmul_sizes *z) {
    gemm_op_cut cut = {0, 0, 0};
#if CAMEO_FROZEN
    (void)k;
    (void)z;
#else
    const cm_gemm_params *q = k->params;
    int format = cm_in(k, 1)->format;
    bool raw = format == CM_FORMAT_PLAIN || format == CM_FORMAT_GEMM_B_LAZY;
    if (k->prims->features == 0) return cut;
    if (z->batch != 1 || z->m == 0 || z->k == 0 || z->n < GEMM_OP_CUT / z->k || !raw) return cut;
    size_t depth = cm_gemm_f32_depth(z->k), parts = z->k / depth + (z->k % depth != 0);
    bool lanes = z->rs_b == 1 && z->cs_b != 1;
    if (!lanes) cut.room = cm_min_size(z->n, GEMM_OP_WIDE) * cm_min_size(parts, GEMM_OP_PARTS) * sizeof(float);
    if (z->m != 1) return cut;
    if (lanes && format == CM_FORMAT_PLAIN && z->cs_a == 1) {
        size_t cols = cm_min_size(z->n / 2, GEMM_OP_LANES / z->k);
        cut.cols = cm_max_size(CM_GEMM_NU, cols / CM_GEMM_NU * CM_GEMM_NU);
    } else if (!lanes && parts == 1 && z->n >= 2 * GEMM_OP_RUN) {
        size_t run = cm_min_size(GEMM_OP_WIDE, cm_max_size(GEMM_OP_RUN, z->n / GEMM_OP_RUNS)), runs = z->n / run;
        cut.cols = ((z->n - 1) / runs / CM_GEMM_NU + 1) * CM_GEMM_NU;
    } else if (!lanes && z->n < GEMM_OP_WIDE && parts > 1 && parts <= GEMM_OP_PARTS && q->alpha == 1.0f) {
        cut.parts = parts;
    }
#endif
    return cut;
}

/* B packed or as it lies. Scratch: one worker's of the matrix product, at most 0.5 MiB.
 * Errors: E_LIMIT more than 2^32 - 1 tasks. */
cameo_status cm_gemm_op_f32_setup(const cm_kctx *k, cm_setup *s) {
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    size_t n;
    bool fits = !cm_ckd_mul(z.batch, cm_gemm_f32_tasks(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt)), &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", z.batch,
             z.m, z.n);
    gemm_op_cut cut = gemm_op_cut_of(k, &z);
    if (cut.cols != 0) n = z.n / cut.cols + (z.n % cut.cols != 0);
    s->n_phases = cut.parts != 0 ? 2 : 1;
    s->phase[0].n_tasks = (uint32_t)(cut.parts != 0 ? cut.parts : n);
    s->phase[1].n_tasks = cut.parts != 0;
    s->scratch = cut.room;
    s->worker_scratch = cm_gemm_f32_scratch(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* A row of C is a bias per column if it needs no factor. */
static void gemm_op_epilogue(const cm_kctx *k, const cm_matmul_sizes *z, cm_gemm_f32_args *g) {
    const cm_gemm_params *q = k->params;
    const cm_tensor *c = cm_in(k, 2);
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    g->clamp = clamp.on;
    g->lo = clamp.lo;
    g->hi = clamp.hi;
    g->stage = cm_activation_stage(k, &q->activation);
    g->stage_imm = q->activation.imm;
    g->alpha = q->alpha;
    if (c == NULL || q->beta == 0.0f) return;
    if (q->beta == 1.0f && z->rs_c == 0 && z->cs_c == 1) {
        g->bias_kind = CM_GEMM_BIAS_COL;
        g->bias = c->data;
        return;
    }
    g->d = c->data;
    g->rs_d = z->rs_c;
    g->cs_d = z->cs_c;
    g->beta = q->beta;
}

#if !CAMEO_FROZEN
static void gemm_op_product(const cm_kctx *k, const cm_gemm_f32_args *g) {
    size_t n = cm_gemm_f32_tasks(g->m, g->n, g->k, CM_PRIM(k, gemm_f32_fmt));
    for (size_t t = 0; t < n; t++) CM_PRIM(k, gemm_f32)(g, t, k->worker_scratch);
}

static const void *gemm_op_raw(const cm_tensor *b) {
    return b->format == CM_FORMAT_PLAIN ? b->data : ((const cm_gemm_lazy *)b->data)->raw;
}

/* The sums of one part of the depth. */
static void gemm_op_part(const cm_kctx *k, const cm_matmul_sizes *z, size_t part) {
    size_t depth = cm_gemm_f32_depth(z->k), l = part * depth;
    cm_gemm_f32_args g = cm_gemm_f32_args_init(1, z->n, cm_min_size(depth, z->k - l));
    g.a = gemm_op_at(cm_in(k, 0)->data, l * z->cs_a, sizeof(float));
    g.cs_a = z->cs_a;
    g.b = gemm_op_at(gemm_op_raw(cm_in(k, 1)), l * z->rs_b, gemm_op_size(cm_in(k, 1)));
    g.elem_b = gemm_op_elem(cm_in(k, 1));
    g.rs_b = z->rs_b;
    g.c = (float *)(void *)k->scratch + part * z->n;
    gemm_op_product(k, &g);
}

/* The sums of all parts, each as a product with 1: as a product of the whole depth adds up its blocks. */
static void gemm_op_sum(const cm_kctx *k, const cm_matmul_sizes *z, size_t parts) {
    static const float one = 1;
    cm_gemm_f32_args end = cm_gemm_f32_args_init(1, z->n, 1);
    gemm_op_epilogue(k, z, &end);
    for (size_t part = 0; part < parts; part++) {
        cm_gemm_f32_args g = cm_gemm_f32_args_init(1, z->n, 1);
        if (part == 0) g = end;
        if (part != 0) g.d = cm_out(k, 0)->data;
        g.clamp = end.clamp && part + 1 == parts;
        g.lo = end.lo;
        g.hi = end.hi;
        g.stage = part + 1 == parts ? end.stage : NULL;
        g.stage_imm = end.stage_imm;
        g.a = &one;
        g.b = (const float *)(const void *)k->scratch + part * z->n;
        g.c = cm_out(k, 0)->data;
        gemm_op_product(k, &g);
    }
}

/* Some columns. */
static void gemm_op_columns(const cm_kctx *k, const cm_matmul_sizes *z, size_t j, size_t n) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(1, n, z->k);
    gemm_op_epilogue(k, z, &g);
    if (g.bias != NULL) g.bias = gemm_op_at(g.bias, j, sizeof(float));
    if (g.d != NULL) g.d = gemm_op_at(g.d, j * g.cs_d, sizeof(float));
    g.a = cm_in(k, 0)->data;
    g.cs_a = z->cs_a;
    g.b = gemm_op_at(gemm_op_raw(cm_in(k, 1)), j * z->cs_b, gemm_op_size(cm_in(k, 1)));
    g.elem_b = gemm_op_elem(cm_in(k, 1));
    g.rs_b = z->rs_b;
    g.cs_b = z->cs_b;
    g.c = (float *)cm_out(k, 0)->data + j;
    gemm_op_product(k, &g);
}

/* Task t of a product that is cut. */
static void gemm_op_cut_task(const cm_kctx *k, const cm_matmul_sizes *z, const gemm_op_cut *cut, uint32_t phase,
                             uint32_t t) {
    if (phase == 1) {
        gemm_op_sum(k, z, cut->parts);
    } else if (cut->parts != 0) {
        gemm_op_part(k, z, t);
    } else {
        gemm_op_columns(k, z, t * cut->cols, cm_min_size(cut->cols, z->n - t * cut->cols));
    }
}
#endif

cameo_status cm_gemm_op_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    const cm_tensor *b = cm_in(k, 1);
    cm_gemm_f32_args g = cm_gemm_f32_args_init(z.m, z.n, z.k);
    size_t tasks = cm_gemm_f32_tasks(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    (void)phase;
#if !CAMEO_FROZEN
    gemm_op_cut cut = gemm_op_cut_of(k, &z);
    if (cut.parts != 0 || cut.cols != 0) {
        for (uint32_t t = begin; t < end; t++) gemm_op_cut_task(k, &z, &cut, phase, t);
        return CAMEO_OK;
    }
#endif
    g.rs_a = z.rs_a;
    g.cs_a = z.cs_a;
    g.rs_b = z.rs_b;
    g.cs_b = z.cs_b;
    if (CM_GEMM_HALVES) g.elem_b = gemm_op_elem(b);
    gemm_op_epilogue(k, &z, &g);
    for (uint32_t t = begin; t < end; t++) {
        size_t product = t / tasks, at_a, at_b;
        cm_matmul_offsets(&z, product, &at_a, &at_b);
        g.a = gemm_op_at(cm_in(k, 0)->data, at_a, sizeof(float));
        if (b->format == CM_FORMAT_PLAIN) {
            g.b = gemm_op_at(b->data, at_b, gemm_op_size(b));
        } else {
            g.packed_b = b->data;
        }
#if !CAMEO_FROZEN
        if (b->format == CM_FORMAT_GEMM_B_LAZY) {
            g.lazy_b = b->data;
            g.b = g.lazy_b->raw;
            g.packed_b = cm_gemm_lazy_panels(b->data);
        }
#endif
        g.c = (float *)cm_out(k, 0)->data + product * z.m * z.n;
        CM_PRIM(k, gemm_f32)(&g, t % tasks, k->worker_scratch);
    }
    return CAMEO_OK;
}

/* ---- f64 ---- */

#define GEMM_OP_F64_ITEMS ((size_t)1 << 18) /* multiply-adds of a task, at least where it has whole products */

/* Tasks of the prim, of which a product has `tasks`, that one task of the operator does. */
static size_t gemm_op_f64_per_task(const cm_matmul_sizes *z, size_t tasks) {
    return tasks > 1 ? 1 : GEMM_OP_F64_ITEMS / cm_max_size(1, z->m * z->n) / cm_max_size(1, z->k) + 1;
}

/* One phase over the tasks of all products. Worker scratch: the prim's. Errors: E_LIMIT more than 2^32 - 1 tasks. */
cameo_status cm_gemm_op_f64_setup(const cm_kctx *k, cm_setup *s) {
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    size_t n, tasks = cm_gemm_f64_tasks(z.m, z.n, z.k);
    bool fits = !cm_ckd_mul(z.batch, tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", z.batch, z.m, z.n);
    cm_setup_simple(s, n, gemm_op_f64_per_task(&z, tasks));
    s->worker_scratch = CM_GEMM_F64_SCRATCH;
    return CAMEO_OK;
}

cameo_status cm_gemm_op_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_gemm_params *q = k->params;
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    const cm_tensor *d = q->beta == 0.0f ? NULL : cm_in(k, 2);
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    cm_gemm_f64_args g = {.m = z.m, .n = z.n, .k = z.k, .rs_a = z.rs_a, .cs_a = z.cs_a, .rs_b = z.rs_b, .cs_b = z.cs_b,
                          .rs_c = z.n, .cs_c = 1, .alpha = (double)q->alpha, .d = d == NULL ? NULL : d->data,
                          .rs_d = z.rs_c, .cs_d = z.cs_c, .beta = (double)q->beta, .clamp = clamp.on,
                          .lo = (double)clamp.lo, .hi = (double)clamp.hi};
    size_t tasks = cm_gemm_f64_tasks(z.m, z.n, z.k), per_task = gemm_op_f64_per_task(&z, tasks);
    size_t last = cm_min_size(z.batch * tasks, end * per_task);
    (void)phase;
    for (size_t t = begin * per_task; t < last; t++) {
        size_t at_a, at_b;
        cm_matmul_offsets(&z, t / tasks, &at_a, &at_b);
        g.a = (const double *)(const void *)gemm_op_at(cm_in(k, 0)->data, at_a, sizeof(double));
        g.b = (const double *)(const void *)gemm_op_at(cm_in(k, 1)->data, at_b, sizeof(double));
        g.c = (double *)cm_out(k, 0)->data + t / tasks * z.m * z.n;
        CM_PRIM(k, gemm_f64)(&g, t % tasks, k->worker_scratch);
    }
    return CAMEO_OK;
}

/* ---- the other dtypes ---- */

/* Columns that are summed up together. */
#define GEMM_OP_BLOCK 16
/* Multiply-adds of a task. */
#define GEMM_OP_TASK ((size_t)1 << 18)

/* Blocks of 1 x GEMM_OP_BLOCK results, and how many of them a task computes. */
typedef struct gemm_op_blocks {
    size_t per_row, n, per_task;
} gemm_op_blocks;

static bool gemm_op_blocks_of(const cm_matmul_sizes *z, gemm_op_blocks *b) {
    size_t rows;
    b->per_row = z->n / GEMM_OP_BLOCK + (z->n % GEMM_OP_BLOCK != 0);
    b->per_task = cm_max_size(1, GEMM_OP_TASK / GEMM_OP_BLOCK / cm_max_size(1, z->k));
    return cm_ckd_mul(z->batch, z->m, &rows) || cm_ckd_mul(rows, b->per_row, &b->n) ||
           b->n / b->per_task >= UINT32_MAX;
}

/* Scratch: none. Errors: E_LIMIT more than 2^32 - 1 tasks. */
cameo_status cm_gemm_op_setup(const cm_kctx *k, cm_setup *s) {
    cm_matmul_sizes z = gemm_op_sizes_of(k);
    gemm_op_blocks b;
    CM_CHECK(!gemm_op_blocks_of(&z, &b), k->e, CAMEO_E_LIMIT,
             "%zu products of %zu x %zu are too many tasks", z.batch, z.m, z.n);
    cm_setup_simple(s, b.n, b.per_task);
    return CAMEO_OK;
}

/* alpha * sum + beta * c, clamped; c is 0 without C. */
static float gemm_op_end_f32(const cm_gemm_params *q, float sum, float c) {
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    return cm_clamp_f32(clamp, q->alpha * sum + q->beta * c);
}
static double gemm_op_end_f64(const cm_gemm_params *q, double sum, double c) {
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    return cm_clamp_f64(clamp, (double)q->alpha * sum + (double)q->beta * c);
}

/* With factors other than 1 integers go through double, as in ONNX's reference implementation, and
 * saturate. 64-bit bounds are the doubles inside the range. */
static double gemm_op_end_int(const cm_gemm_params *q, double sum, double c, double lo, double hi) {
    double x = gemm_op_end_f64(q, sum, c);
    if (x != x) return 0;
    return x < lo ? lo : x > hi ? hi : x;
}
#define GEMM_OP_FACTORS(q) ((q)->alpha != 1.0f || (q)->beta != 1.0f || (q)->activation.fn != CM_ACTIVATION_NONE)
#define GEMM_OP_END_INT(name, T, U, lo, hi)                                 \
    static T name(const cm_gemm_params *q, U sum, U c) {                    \
        if (!GEMM_OP_FACTORS(q)) return (T)(U)(sum + c);                    \
        return (T)gemm_op_end_int(q, (double)(T)sum, (double)(T)c, lo, hi); \
    }
GEMM_OP_END_INT(gemm_op_end_i32, int32_t, uint32_t, -2147483648.0, 2147483647.0)
GEMM_OP_END_INT(gemm_op_end_u32, uint32_t, uint32_t, 0.0, 4294967295.0)
GEMM_OP_END_INT(gemm_op_end_i64, int64_t, uint64_t, -9223372036854775808.0, 9223372036854774784.0)
GEMM_OP_END_INT(gemm_op_end_u64, uint64_t, uint64_t, 0.0, 18446744073709549568.0)

#define GEMM_OP_SAME(x) (x)

#define GEMM_OP_DTYPE f16
#define GEMM_OP_T uint16_t
#define GEMM_OP_C float
#define GEMM_OP_LOAD cm_f16_to_f32
#define GEMM_OP_STORE cm_f16_from_f32
#define GEMM_OP_END gemm_op_end_f32
#include "kernels/gemm_op_tmpl.h"

#define GEMM_OP_DTYPE bf16
#define GEMM_OP_T uint16_t
#define GEMM_OP_C float
#define GEMM_OP_LOAD cm_bf16_to_f32
#define GEMM_OP_STORE cm_bf16_from_f32
#define GEMM_OP_END gemm_op_end_f32
#include "kernels/gemm_op_tmpl.h"

#define GEMM_OP_DTYPE i32
#define GEMM_OP_T int32_t
#define GEMM_OP_C uint32_t
#define GEMM_OP_LOAD (uint32_t)
#define GEMM_OP_STORE GEMM_OP_SAME
#define GEMM_OP_END gemm_op_end_i32
#include "kernels/gemm_op_tmpl.h"

#define GEMM_OP_DTYPE u32
#define GEMM_OP_T uint32_t
#define GEMM_OP_C uint32_t
#define GEMM_OP_LOAD GEMM_OP_SAME
#define GEMM_OP_STORE GEMM_OP_SAME
#define GEMM_OP_END gemm_op_end_u32
#include "kernels/gemm_op_tmpl.h"

#define GEMM_OP_DTYPE i64
#define GEMM_OP_T int64_t
#define GEMM_OP_C uint64_t
#define GEMM_OP_LOAD (uint64_t)
#define GEMM_OP_STORE GEMM_OP_SAME
#define GEMM_OP_END gemm_op_end_i64
#include "kernels/gemm_op_tmpl.h"

#define GEMM_OP_DTYPE u64
#define GEMM_OP_T uint64_t
#define GEMM_OP_C uint64_t
#define GEMM_OP_LOAD GEMM_OP_SAME
#define GEMM_OP_STORE GEMM_OP_SAME
#define GEMM_OP_END gemm_op_end_u64
#include "kernels/gemm_op_tmpl.h"
