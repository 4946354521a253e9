/* matmul_nbits.c — com.microsoft.MatMulNBits: a matrix product whose B is stored in 2, 4 or 8 bits, block by block
 * of its depth.
 *
 *   y[m][n] = sum over k < K of a[m][k] * (q[n][k] - zero[n][g]) * scale[n][g] + bias[n]
 *   g = k / block_size, or g_idx[k]
 *
 * B is [N][blocks][block_size * bits / 8] bytes, elements from the low bits on; zero points are packed in the same
 * way, each column's in bytes of its own, or are numbers of the dtype of a; absent they are 2^(bits - 1). Panels of
 * B are made of it as the tasks of the f32 product need them; what is narrower is converted on the way in and out.
 * Up to four rows of f32 are dot products with the columns as they lie, where the CPU has vectors (slot nbits_dot).
 * accuracy_level 4 allows a in 8 bits, with a scale for each block: few rows are integer products with the columns as
 * they lie (slot nbits_q8), more rows with the words of some columns side by side (nbits_tile; of 8 bits only f32). The
 * other levels compute in f32.
 * g_idx is hostile: E_SHAPE. Source: onnxruntime com.microsoft.MatMulNBits, version 1. */
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct nbits_params {
    int32_t k, n, bits, block_size, accuracy_level;
} nbits_params;

static const cm_field nbits_fields[] = {
    {"K", CM_FIELD_I32, 1, offsetof(nbits_params, k), 0, 0, NULL},
    {"N", CM_FIELD_I32, 1, offsetof(nbits_params, n), 0, 0, NULL},
    CM_F_I32(nbits_params, bits, 4),
    CM_F_I32(nbits_params, block_size, 0),
    CM_F_I32(nbits_params, accuracy_level, 0)};

enum { NBITS_ROWS = 4, NBITS_COLUMNS = 16 }; /* of a thin product: at most; of a task */
enum { NBITS_Q8_MOST = 32, NBITS_TILE_MB = 128, NBITS_LEVEL_INT8 = 4 };
/* Products in 8 bits: rows at most without tiles, since panels in f32 pay for more; rows of a task with tiles; the
 * accuracy_level that allows them. */
enum { NBITS_A, NBITS_B, NBITS_SCALES, NBITS_ZEROS, NBITS_GROUPS, NBITS_BIAS };

static cameo_status nbits_parse(const cm_parse *p, void *params) {
    const nbits_params *q = params;
    int64_t prepacked;
    CM_TRY(cm_attr_i64(p, "weight_prepacked", 0, &prepacked));
    CM_CHECK(prepacked == 0, p->e, CAMEO_E_UNSUPPORTED, "unsupported: weight_prepacked");
    CM_CHECK(q->bits == 2 || q->bits == 4 || q->bits == 8, p->e, CAMEO_E_UNSUPPORTED,
             "unsupported: %d bits", (int)q->bits);
    CM_CHECK(q->k >= 1 && q->n >= 1 && q->block_size >= 8 &&
                 (q->block_size & (q->block_size - 1)) == 0,
             p->e, CAMEO_E_SHAPE, "K is %d, N %d, block_size %d", (int)q->k, (int)q->n,
             (int)q->block_size);
    return CAMEO_OK;
}

static cameo_status nbits_shape(cm_shape *s) {
    const nbits_params *p = s->params;
    const cm_avalue *a = cm_shape_in(s, NBITS_A);
    if (a->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, a->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(a->rank >= 1 && cm_shape_equal(s, a->dims[a->rank - 1u], p->k), s->e, CAMEO_E_SHAPE,
             "the last dim of A is not K, which is %d", (int)p->k);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < a->rank; d++) dims[d] = d + 1 < a->rank ? a->dims[d] : p->n;
    return cm_shape_out(s, 0, a->dtype, a->rank, dims);
}

static uint64_t nbits_cost(const cm_shape *s) {
    const nbits_params *p = s->params;
    const cm_avalue *a = cm_shape_in(s, NBITS_A);
    uint64_t n = (uint64_t)p->n;
    for (uint32_t d = 0; d < a->rank; d++) n = cm_cost_mul(n, (uint64_t)a->dims[d]);
    return n;
}

const cm_op cm_op_ms_MatMulNBits = {.id = CM_OP_ms_MatMulNBits,
                                    .n_fields = 5,
                                    .params_size = sizeof(nbits_params),
                                    .fields = nbits_fields,
                                    .parse = nbits_parse,
                                    .shape = nbits_shape,
                                    .cost = nbits_cost};

typedef struct nbits_sizes {
    size_t m, n, k;
    size_t block, blocks; /* elements of one; of a column */
    size_t line;          /* bytes of a column of B */
    size_t zero_line;     /* of packed zero points */
    uint32_t bits;
    bool wide; /* operands are f32: no copies */
} nbits_sizes;

static nbits_sizes nbits_sizes_of(const cm_kctx *k) {
    const nbits_params *p = k->params;
    nbits_sizes z = {.n = (size_t)p->n,
                     .k = (size_t)p->k,
                     .block = (size_t)p->block_size,
                     .bits = (uint32_t)p->bits};
    z.m = cm_in(k, NBITS_A)->n / z.k;
    z.blocks = z.k / z.block + (z.k % z.block != 0);
    z.line = z.blocks * (z.block * z.bits / 8);
    z.zero_line = (z.blocks * z.bits + 7) / 8;
    z.wide = cm_in(k, NBITS_A)->dtype == CAMEO_FLOAT;
    return z;
}

/* Can slots read the columns as they lie? */
static bool nbits_is_plain(const cm_kctx *k, const nbits_sizes *z) {
    const cm_tensor *zeros = cm_in(k, NBITS_ZEROS);
    if (zeros != NULL && zeros->dtype != CAMEO_UINT8 && zeros->dtype != CAMEO_FLOAT) return false;
    return z->wide && CM_PRIM(k, nbits_lanes) != 0 && cm_in(k, NBITS_GROUPS) == NULL &&
           cm_in(k, NBITS_SCALES)->dtype == CAMEO_FLOAT && z->block * z->bits % 32 == 0;
}

/* More rows in 8 bits than nbits_q8 is best for, by slot nbits_tile. */
static bool nbits_is_tile(const cm_kctx *k, const nbits_sizes *z) {
    return z->m > NBITS_ROWS && z->bits != 8 && CM_PRIM(k, nbits_tile_columns) != 0;
}

/* A product with a in 8 bits, by slot nbits_q8. */
static bool nbits_is_q8(const cm_kctx *k, const nbits_sizes *z) {
    const cm_tensor *zeros = cm_in(k, NBITS_ZEROS);
    return ((const nbits_params *)k->params)->accuracy_level == NBITS_LEVEL_INT8 && nbits_is_plain(k, z) &&
           (z->m <= NBITS_Q8_MOST || nbits_is_tile(k, z)) && (zeros == NULL || zeros->dtype == CAMEO_UINT8);
}

/* Few rows of f32: their product reads each column of B once. */
static bool nbits_is_thin(const nbits_sizes *z) { return z->wide && z->m <= NBITS_ROWS; }

/* Such a product where the columns are multiplied as they lie, by slot nbits_dot. */
static bool nbits_is_dot(const cm_kctx *k, const nbits_sizes *z) {
    return nbits_is_thin(z) && nbits_is_plain(k, z);
}

/* Words, scales and zero points of the columns of a tile, side by side. */
typedef struct nbits_side {
    int32_t *words;      /* [n_words][columns] */
    float *scale, *zero; /* [blocks][columns]; zero: times the scale */
    size_t n_words, columns;
} nbits_side;

static nbits_side nbits_side_at(const cm_kctx *k, const nbits_sizes *z, void *room) {
    nbits_side side = {.words = room, .columns = CM_PRIM(k, nbits_tile_columns)};
    side.n_words = (z->k * z->bits + 31) / 32;
    side.scale = (float *)(side.words + side.n_words * side.columns);
    side.zero = side.scale + z->blocks * side.columns;
    return side;
}

/* Phase 0 rounds rows of a, phase 1 multiplies: columns, or tiles in blocks of rows. */
static cameo_status nbits_setup_q8(const cm_kctx *k, const nbits_sizes *z, cm_setup *s) {
    uint64_t row = cm_nbits_q8_bytes(z->k, z->blocks, z->bits);
    bool fits = row <= SIZE_MAX && !cm_ckd_mul((size_t)row, z->m, &s->scratch) && z->m <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu rows of %zu are too many", z->m, z->k);
    s->n_phases = 2;
    s->phase[0].n_tasks = (uint32_t)z->m;
    s->phase[1].n_tasks = z->m != 0 ? cm_task_count(z->n, NBITS_COLUMNS) : 0;
    if (!nbits_is_tile(k, z)) return CAMEO_OK;
    size_t columns = CM_PRIM(k, nbits_tile_columns), words = (z->k * z->bits + 31) / 32, tasks;
    fits = !cm_ckd_mul(words + 2 * z->blocks, columns * sizeof(float), &s->worker_scratch) &&
           !cm_ckd_mul(cm_task_count(z->m, NBITS_TILE_MB), cm_task_count(z->n, columns), &tasks) && tasks <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu x %zu results are too many", z->m, z->n);
    s->phase[1].n_tasks = (uint32_t)tasks;
    return CAMEO_OK;
}

/* Phase 0 brings the rows of a into the order of the dot products, phase 1 multiplies. A task has room for the zero
 * points of CM_NBITS_COLUMNS columns. */
static cameo_status nbits_setup_dot(const cm_kctx *k, const nbits_sizes *z, cm_setup *s) {
    size_t row = cm_nbits_spread_size(z->k, z->bits, CM_PRIM(k, nbits_lanes)), n;
    bool fits = !cm_ckd_mul(row, z->m * sizeof(float), &s->scratch) &&
                !cm_ckd_mul(z->blocks, CM_NBITS_COLUMNS * sizeof(float), &s->worker_scratch) &&
                !cm_ckd_add(z->n, NBITS_COLUMNS, &n);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "K of %zu exceeds the address space", z->k);
    s->n_phases = 2;
    s->phase[0].n_tasks = z->m != 0;
    s->phase[1].n_tasks = z->m != 0 ? cm_task_count(z->n, NBITS_COLUMNS) : 0;
    return CAMEO_OK;
}

/* Bytes for NBITS_COLUMNS columns. K is below 2^31. */
static size_t nbits_room(const nbits_sizes *z) {
    return (z->k * NBITS_COLUMNS * sizeof(float) + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN;
}

/* Phase 0 multiplies, phase 1 converts results that are not f32. Errors: E_SHAPE dims that do not fit to K, N;
 * E_LIMIT. */
cameo_status cm_matmul_nbits_setup(const cm_kctx *k, cm_setup *s) {
    nbits_sizes z = nbits_sizes_of(k);
    const cm_tensor *a = cm_in(k, NBITS_A), *zeros = cm_in(k, NBITS_ZEROS),
                    *bias = cm_in(k, NBITS_BIAS);
    const cm_tensor *groups = cm_in(k, NBITS_GROUPS);
    size_t want, tasks = cm_gemm_f32_tasks(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    CM_CHECK(a->rank >= 1 && a->dims[a->rank - 1u] == z.k, k->e, CAMEO_E_SHAPE,
             "the last dim of A is not %zu", z.k);
    bool fits = !cm_ckd_mul(z.n, z.line, &want) && cm_in(k, NBITS_B)->n == want &&
                cm_in(k, NBITS_SCALES)->n == z.n * z.blocks;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE,
             "B has %zu bytes, %zu scales, want %zu blocks of %zu for %zu columns",
             cm_in(k, NBITS_B)->n, cm_in(k, NBITS_SCALES)->n, z.blocks, z.block, z.n);
    fits =
        zeros == NULL || zeros->n == z.n * (zeros->dtype == CAMEO_UINT8 ? z.zero_line : z.blocks);
    CM_CHECK(fits && (bias == NULL || bias->n == z.n) && (groups == NULL || groups->n >= z.k), k->e,
             CAMEO_E_SHAPE, "zero points, g_idx or bias do not fit to %zu columns of %zu blocks",
             z.n, z.blocks);
    CM_CHECK(tasks <= UINT32_MAX, k->e, CAMEO_E_LIMIT, "%zu x %zu are too many tasks", z.m, z.n);
    if (nbits_is_q8(k, &z)) return nbits_setup_q8(k, &z, s);
    if (nbits_is_dot(k, &z)) return nbits_setup_dot(k, &z, s);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)tasks;
    s->worker_scratch = cm_gemm_f32_scratch(z.m, z.n, z.k, CM_PRIM(k, gemm_f32_fmt));
    if (nbits_is_thin(&z)) {
        CM_CHECK(z.k <= SIZE_MAX / NBITS_COLUMNS / 8, k->e, CAMEO_E_LIMIT,
                 "K of %zu exceeds the address space", z.k);
        s->phase[0].n_tasks = cm_task_count(z.n, NBITS_COLUMNS);
        s->worker_scratch =
            nbits_room(&z) + cm_gemm_f32_scratch(z.m, NBITS_COLUMNS, z.k, CM_PRIM(k, gemm_f32_fmt));
    }
    if (z.wide) return CAMEO_OK;
    fits = !cm_ckd_mul(z.m, z.n, &want) && !cm_ckd_mul(want, sizeof(float), &s->scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu x %zu results exceed the address space", z.m, z.n);
    s->n_phases = 2;
    s->phase[1].n_tasks = cm_task_count(want, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Scale and zero point of block g of column j. */
static void nbits_group(const cm_kctx *k, const nbits_sizes *z, size_t j, size_t g, float *scale,
                        float *zero) {
    const cm_tensor *scales = cm_in(k, NBITS_SCALES), *zeros = cm_in(k, NBITS_ZEROS);
    *scale = cm_dtype_load_f32((cameo_dtype)scales->dtype, scales->data, j * z->blocks + g);
    if (zeros == NULL) {
        *zero = (float)(1u << (z->bits - 1));
    } else if (zeros->dtype == CAMEO_UINT8) {
        *zero = (float)cm_nbits_get((const uint8_t *)zeros->data + j * z->zero_line, g, z->bits);
    } else {
        *zero = cm_dtype_load_f32((cameo_dtype)zeros->dtype, zeros->data, j * z->blocks + g);
    }
}

/* Elements [k0, k0 + n) of a column, all of one block, to dst in steps of w. */
static void nbits_unpack(const uint8_t *column, const nbits_sizes *z, size_t k0, size_t n,
                         float scale, float zero, float *dst, size_t w) {
    if (z->bits == 4 && n % 2 == 0 && k0 % 2 == 0) {
        float value[16];
        const uint8_t *from = column + k0 / 2;
        for (int q = 0; q < 16; q++) value[q] = ((float)q - zero) * scale;
        for (size_t l = 0; l < n; l += 2) {
            uint8_t pair = from[l / 2];
            dst[l * w] = value[pair & 15];
            dst[(l + 1) * w] = value[pair >> 4];
        }
    } else if (z->bits == 8) {
        for (size_t l = 0; l < n; l++) dst[l * w] = ((float)column[k0 + l] - zero) * scale;
    } else {
        for (size_t l = 0; l < n; l++)
            dst[l * w] = ((float)cm_nbits_get(column, k0 + l, z->bits) - zero) * scale;
    }
}

/* Elements [k0, k0 + n) of column j to dst in steps of w. */
static void nbits_column(const cm_kctx *k, const nbits_sizes *z, size_t j, size_t k0, size_t n,
                         float *dst, size_t w) {
    const int32_t *groups = cm_in(k, NBITS_GROUPS) == NULL ? NULL : cm_in(k, NBITS_GROUPS)->data;
    const uint8_t *column = (const uint8_t *)cm_in(k, NBITS_B)->data + j * z->line;
    for (size_t l = 0, part; l < n; l += part) {
        size_t at = k0 + l;
        float scale, zero;
        part = groups != NULL ? 1 : cm_min_size(n - l, z->block - at % z->block);
        nbits_group(k, z, j, groups != NULL ? (size_t)groups[at] : at / z->block, &scale, &zero);
        nbits_unpack(column, z, at, part, scale, zero, dst + l * w, w);
    }
}

static cm_nbits_matrix nbits_matrix(const cm_kctx *k, const nbits_sizes *z) {
    const cm_tensor *zeros = cm_in(k, NBITS_ZEROS);
    cm_nbits_matrix b = {.q = cm_in(k, NBITS_B)->data,
                         .scale = cm_in(k, NBITS_SCALES)->data,
                         .line = z->line,
                         .zero_line = z->zero_line,
                         .blocks = z->blocks,
                         .block = z->block,
                         .bits = z->bits};
    if (zeros != NULL && zeros->dtype == CAMEO_UINT8) b.zero = zeros->data;
    if (zeros != NULL && zeros->dtype == CAMEO_FLOAT) b.zero_f32 = zeros->data;
    return b;
}

static void nbits_pack_b(const void *ctx, const cm_gemm_panel *panel) {
    const cm_kctx *k = ctx;
    nbits_sizes z = nbits_sizes_of(k);
    if (nbits_is_plain(k, &z)) {
        cm_nbits_matrix b = nbits_matrix(k, &z);
        CM_PRIM(k, nbits_panel)(&b, panel);
        return;
    }
    for (size_t j = 0; j < panel->nj; j++)
        nbits_column(k, &z, panel->j0 + j, panel->k0, panel->kc, panel->dst + j, panel->w);
    for (size_t l = 0; l < panel->kc; l++) {
        for (size_t j = panel->nj; j < panel->w; j++) panel->dst[l * panel->w + j] = 0;
    }
}

static void nbits_pack_a(const void *ctx, const cm_gemm_panel *panel) {
    const cm_kctx *k = ctx;
    const cm_tensor *a = cm_in(k, NBITS_A);
    size_t depth = nbits_sizes_of(k).k;
    for (size_t l = 0; l < panel->kc; l++) {
        for (size_t j = 0; j < panel->w; j++) {
            float *to = panel->dst + l * panel->w + j;
            *to = j >= panel->nj ? 0
                                 : cm_dtype_load_f32((cameo_dtype)a->dtype, a->data,
                                                     (panel->j0 + j) * depth + panel->k0 + l);
        }
    }
}

/* Columns [task * NBITS_COLUMNS, ...) of a product of few rows: they are unpacked as they lie, since panels would be
 * read once. */
static void nbits_thin(const cm_kctx *k, const nbits_sizes *z, cm_gemm_f32_args g, uint32_t task) {
    size_t first = task * NBITS_COLUMNS;
    float *columns = (float *)(void *)k->worker_scratch;
    g.n = cm_min_size(NBITS_COLUMNS, z->n - first);
    for (size_t j = 0; j < g.n; j++) nbits_column(k, z, first + j, 0, z->k, columns + j * z->k, 1);
    g.pack_b = NULL;
    g.b = columns;
    g.rs_b = 1;
    g.cs_b = z->k;
    g.ldc = z->n;
    g.c += first;
    if (g.bias != NULL) g.bias = (const float *)g.bias + first;
    size_t tasks = cm_gemm_f32_tasks(g.m, g.n, g.k, CM_PRIM(k, gemm_f32_fmt));
    for (size_t t = 0; t < tasks; t++)
        CM_PRIM(k, gemm_f32)(&g, t, k->worker_scratch + nbits_room(z));
}

/* Zero points of column j as floats, in `room` where they are packed; NULL: there are none. */
static const float *nbits_zeros(const cm_kctx *k, const nbits_sizes *z, size_t j, float *room) {
    const cm_tensor *zeros = cm_in(k, NBITS_ZEROS);
    if (zeros == NULL) return NULL;
    if (zeros->dtype == CAMEO_FLOAT) return (const float *)zeros->data + j * z->blocks;
    const uint8_t *line = (const uint8_t *)zeros->data + j * z->zero_line;
    size_t first = zeros->dtype == CAMEO_UINT8 && z->bits == 4 ? z->blocks / 2 * 2 : 0;
    for (size_t g = 0; g < first; g += 2) {
        room[g] = (float)(line[g / 2] & 15);
        room[g + 1] = (float)(line[g / 2] >> 4);
    }
    for (size_t g = first; g < z->blocks; g++)
        room[g] = zeros->dtype == CAMEO_UINT8 ? (float)cm_nbits_get(line, g, z->bits)
                                              : cm_dtype_load_f32((cameo_dtype)zeros->dtype, zeros->data,
                                                                  j * z->blocks + g);
    return room;
}

/* Columns [first, first + n) of all rows, n <= CM_NBITS_COLUMNS. */
static void nbits_dot_columns(const cm_kctx *k, const nbits_sizes *z, size_t first, size_t n) {
    const cm_tensor *bias = cm_in(k, NBITS_BIAS);
    float *room = (float *)(void *)k->worker_scratch, y[CM_NBITS_COLUMNS];
    size_t row = cm_nbits_spread_size(z->k, z->bits, CM_PRIM(k, nbits_lanes));
    cm_nbits_dot_args g = {.size = (z->k * z->bits + 31) / 32 * 4,
                           .blocks = z->blocks,
                           .block_words = z->block * z->bits / 32,
                           .bits = z->bits,
                           .ahead = cm_nbits_ahead(z->line) * z->line,
                           .lanes = CM_PRIM(k, nbits_lanes)};
    for (size_t c = 0; c < CM_NBITS_COLUMNS; c++) {
        size_t j = first + cm_min_size(c, n - 1);
        g.q[c] = (const uint8_t *)cm_in(k, NBITS_B)->data + j * z->line;
        g.scale[c] = (const float *)cm_in(k, NBITS_SCALES)->data + j * z->blocks;
        g.zero[c] = nbits_zeros(k, z, j, room + c * z->blocks);
    }
    for (size_t i = 0; i < z->m; i++) {
        float *to = (float *)cm_out(k, 0)->data + i * z->n + first;
        g.a = (const float *)(const void *)k->scratch + i * row;
        CM_PRIM(k, nbits_dot)(&g, y);
        for (size_t c = 0; c < n; c++) to[c] = y[c] + (bias != NULL ? ((const float *)bias->data)[first + c] : 0.0f);
    }
}

static void nbits_run_dot(const cm_kctx *k, const nbits_sizes *z, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t lanes = CM_PRIM(k, nbits_lanes), row = cm_nbits_spread_size(z->k, z->bits, lanes);
    for (size_t i = 0; phase == 0 && i < z->m; i++)
        cm_nbits_spread((const float *)cm_in(k, NBITS_A)->data + i * z->k, z->k, z->bits, lanes,
                        (float *)(void *)k->scratch + i * row);
    if (phase == 0) return;
    for (size_t j = (size_t)begin * NBITS_COLUMNS, n; j < cm_min_size(z->n, (size_t)end * NBITS_COLUMNS); j += n) {
        n = cm_min_size(CM_NBITS_COLUMNS, z->n - j);
        nbits_dot_columns(k, z, j, n);
    }
}

static cm_nbits_q8_row nbits_q8_row(const cm_kctx *k, const nbits_sizes *z, size_t i) {
    size_t size = (size_t)cm_nbits_q8_bytes(z->k, z->blocks, z->bits);
    return cm_nbits_q8_row_at((uint8_t *)k->scratch + i * size, z->k, z->blocks, z->bits);
}

/* Columns [first, end) of all rows. */
static void nbits_q8_columns(const cm_kctx *k, const nbits_sizes *z, size_t first, size_t end) {
    const cm_tensor *bias = cm_in(k, NBITS_BIAS);
    cm_nbits_matrix b = nbits_matrix(k, z);
    cm_nbits_q8_args g = {.b = &b, .size = (z->k * z->bits + 31) / 32 * 4, .lanes = CM_PRIM(k, nbits_lanes)};
    for (; first < end; first += g.n) {
        g.first = first;
        g.n = cm_min_size(NBITS_COLUMNS, end - first);
        for (size_t i = 0; i < z->m; i++) {
            float *to = (float *)cm_out(k, 0)->data + i * z->n + first;
            g.a = nbits_q8_row(k, z, i);
            CM_PRIM(k, nbits_q8)(&g, to);
            for (size_t c = 0; bias != NULL && c < g.n; c++) to[c] += ((const float *)bias->data)[first + c];
        }
    }
}

/* Columns [first, first + columns) as far as there are; the last one is repeated. */
static void nbits_fill_side(const cm_kctx *k, const nbits_sizes *z, size_t first, const nbits_side *side) {
    cm_nbits_matrix b = nbits_matrix(k, z);
    for (size_t c = 0; c < side->columns; c++) {
        size_t j = cm_min_size(first + c, z->n - 1);
        const uint8_t *q = b.q + j * b.line;
        for (size_t w = 0; w < side->n_words; w++) memcpy(side->words + w * side->columns + c, q + w * 4, 4);
        for (size_t g = 0; g < z->blocks; g++) {
            float scale = b.scale[j * b.blocks + g];
            side->scale[g * side->columns + c] = scale;
            side->zero[g * side->columns + c] = scale * cm_nbits_zero(&b, j, g);
        }
    }
}

/* Columns [first, ...) of a tile, rows [row, end). */
static void nbits_tile_rows(const cm_kctx *k, const nbits_sizes *z, size_t first, size_t row, size_t end) {
    const cm_tensor *bias = cm_in(k, NBITS_BIAS);
    float y[CM_NBITS_TILE_ROWS * CM_NBITS_TILE_COLUMNS];
    nbits_side side = nbits_side_at(k, z, k->worker_scratch);
    nbits_fill_side(k, z, first, &side);
    cm_nbits_tile_args g = {.words = side.words, .scale = side.scale, .zero = side.zero, .n_words = side.n_words};
    g.block_words = z->block * z->bits / 32;
    g.columns = side.columns;
    g.bits = z->bits;
    size_t n = cm_min_size(side.columns, z->n - first);
    for (size_t i = row, rows; i < end; i += rows) {
        rows = cm_min_size(CM_NBITS_TILE_ROWS, end - i);
        for (size_t r = 0; r < CM_NBITS_TILE_ROWS; r++) g.a[r] = nbits_q8_row(k, z, i + cm_min_size(r, rows - 1));
        CM_PRIM(k, nbits_tile)(&g, y);
        for (size_t r = 0; r < rows; r++) {
            float *to = (float *)cm_out(k, 0)->data + (i + r) * z->n + first;
            for (size_t c = 0; c < n; c++)
                to[c] = y[r * side.columns + c] + (bias != NULL ? ((const float *)bias->data)[first + c] : 0.0f);
        }
    }
}

static void nbits_run_tile(const cm_kctx *k, const nbits_sizes *z, uint32_t begin, uint32_t end) {
    size_t columns = CM_PRIM(k, nbits_tile_columns);
    uint32_t across = cm_task_count(z->n, columns);
    for (uint32_t t = begin; t < end; t++) {
        size_t row = t / across * (size_t)NBITS_TILE_MB;
        nbits_tile_rows(k, z, t % across * columns, row, cm_min_size(z->m, row + NBITS_TILE_MB));
    }
}

static void nbits_run_q8(const cm_kctx *k, const nbits_sizes *z, uint32_t phase, uint32_t begin, uint32_t end) {
    bool tile = nbits_is_tile(k, z);
    size_t lanes = CM_PRIM(k, nbits_lanes);
    for (size_t i = begin; phase == 0 && i < end; i++) {
        cm_nbits_q8_row to = nbits_q8_row(k, z, i);
        CM_PRIM(k, nbits_round)((const float *)cm_in(k, NBITS_A)->data + i * z->k, z->k, z->block, z->bits,
                                tile ? 1u : lanes, &to);
    }
    if (phase == 1 && tile) nbits_run_tile(k, z, begin, end);
    if (phase == 1 && !tile)
        nbits_q8_columns(k, z, (size_t)begin * NBITS_COLUMNS, cm_min_size(z->n, (size_t)end * NBITS_COLUMNS));
}

static cameo_status nbits_multiply(const cm_kctx *k, const nbits_sizes *z, uint32_t begin,
                                   uint32_t end) {
    const cm_tensor *groups = cm_in(k, NBITS_GROUPS), *bias = cm_in(k, NBITS_BIAS);
    cm_gemm_f32_args g = cm_gemm_f32_args_init(z->m, z->n, z->k);
    for (size_t i = 0; groups != NULL && i < z->k; i++) {
        int32_t at = ((const int32_t *)groups->data)[i];
        CM_CHECK(at >= 0 && (size_t)at < z->blocks, k->e, CAMEO_E_SHAPE,
                 "g_idx[%zu] is %d, want 0..%zu", i, (int)at, z->blocks - 1);
    }
    g.a = z->wide ? cm_in(k, NBITS_A)->data : NULL;
    g.pack_a = z->wide ? NULL : nbits_pack_a;
    g.pack_b = nbits_pack_b;
    g.pack_a_ctx = g.pack_b_ctx = k;
    g.b = NULL;
    g.fill = CM_PRIM(k, gemm_f32_pack);
    g.c = z->wide ? cm_out(k, 0)->data : (void *)k->scratch;
    if (z->wide && bias != NULL) {
        g.bias_kind = CM_GEMM_BIAS_COL;
        g.bias = bias->data;
    }
    for (uint32_t t = begin; t < end; t++) {
        if (nbits_is_thin(z)) {
            nbits_thin(k, z, g, t);
        } else {
            CM_PRIM(k, gemm_f32)(&g, t, k->worker_scratch);
        }
    }
    return CAMEO_OK;
}

cameo_status cm_matmul_nbits_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    nbits_sizes z = nbits_sizes_of(k);
    const cm_tensor *y = cm_out(k, 0), *bias = cm_in(k, NBITS_BIAS);
    double part[CM_LANE_ITEMS];
    if (nbits_is_q8(k, &z)) {
        nbits_run_q8(k, &z, phase, begin, end);
        return CAMEO_OK;
    }
    if (nbits_is_dot(k, &z)) {
        nbits_run_dot(k, &z, phase, begin, end);
        return CAMEO_OK;
    }
    if (phase == 0) return nbits_multiply(k, &z, begin, end);
    for (size_t i = begin * CM_TASK_ITEMS, n; i < cm_min_size(y->n, end * CM_TASK_ITEMS); i += n) {
        n = cm_min_size(CM_LANE_ITEMS, cm_min_size(y->n, end * CM_TASK_ITEMS) - i);
        for (size_t j = 0; j < n; j++) {
            part[j] = (double)((const float *)(const void *)k->scratch)[i + j];
            if (bias != NULL)
                part[j] +=
                    (double)cm_dtype_load_f32((cameo_dtype)bias->dtype, bias->data, (i + j) % z.n);
        }
        cm_lane_store_f64(y->dtype, y->data, i, n, part, rounding);
    }
    return CAMEO_OK;
}
