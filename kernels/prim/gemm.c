/* gemm.c — block loops, packing and the portable kernel of the f32 matrix product. See gemm.h. */
#include "kernels/prim/gemm.h"

#include "base/bytes.h"
#include "base/ckd.h"

/* Multiply-adds of one task: at most about GEMM_TASK_MAX, and about a GEMM_TASK_SHARE-th of the product if that is more
 * than GEMM_TASK_MIN: two or three tasks for each of 16 threads. */
#define GEMM_TASK_MAX ((size_t)1 << 27)
#define GEMM_TASK_MIN ((size_t)1 << 21)
#define GEMM_TASK_SHARE 32

/* Sizes below which a block of C is better divided along the other side: B is packed or fetched once for each row of
 * blocks, A for each column. */
#define GEMM_ROWS_GOOD 96
#define GEMM_COLS_GOOD 128

/* Columns of a task of vector times matrix: shorter runs of a row waste memory's bursts. */
#define GEMM_RUN_MIN 1024
#define GEMM_RUN_MAX 4096

/* Operands are split by variants of this processor alone (kernels/x86/amx_split.h). */
#define GEMM_SPLIT (CM_ARCH_X86 && !CAMEO_FROZEN)
/* Split formats: the least rows, columns and depth; elements of C of a task, since splitting costs as much as
 * multiplying where it serves 64 of the other side. */
#define GEMM_SPLIT_LEAST_ROWS 64 /* a panel is split as slowly as it is multiplied by some 40 */
#define GEMM_SPLIT_LEAST 32
#define GEMM_SPLIT_AREA ((size_t)128 * 256)

/* Columns of the portable register tile; it has 4 rows. */
#define GEMM_NR 8
/* Lanes of the portable dot product. */
#define GEMM_LANES 8

static size_t gemm_div_up(size_t a, size_t b) {
    CM_ASSERT(b != 0);
    return a / b + (a % b != 0);
}
static size_t gemm_round_up(size_t a, size_t b) { return gemm_div_up(a, b) * b; }

static size_t gemm_mr(cm_gemm_fmt fmt) {
    static const uint8_t mr_of[] = {
#define X(name, mr, nr) mr,
        CM_GEMM_FMT_LIST(X)
#undef X
    };
    return mr_of[fmt];
}

static size_t gemm_nr(cm_gemm_fmt fmt) {
    static const uint8_t nr_of[] = {
#define X(name, mr, nr) nr,
        CM_GEMM_FMT_LIST(X)
#undef X
    };
    return nr_of[fmt];
}

/* src + n elements, alignment 1. */
static const void *gemm_at(const void *src, size_t n) {
    return (const uint8_t *)src + n * sizeof(float);
}

/* The type of B; a constant where no variant has halves. */
static cm_gemm_elem gemm_elem(const cm_gemm_f32_args *g) { return CM_GEMM_HALVES ? g->elem_b : CM_GEMM_F32; }

/* Bytes of an element. */
static size_t gemm_size(cm_gemm_elem elem) { return elem == CM_GEMM_F32 ? sizeof(float) : sizeof(uint16_t); }

cm_gemm_f32_args cm_gemm_f32_args_init(size_t m, size_t n, size_t k) {
    return (cm_gemm_f32_args){.m = m,
                              .n = n,
                              .k = k,
                              .rs_a = k,
                              .cs_a = 1,
                              .rs_b = n,
                              .cs_b = 1,
                              .ldc = n,
                              .rs_d = n,
                              .cs_d = 1,
                              .alpha = 1.0f,
                              .beta = 1.0f};
}

/* --- The grid of tasks ---------------------------------------------------------------------- */

typedef struct gemm_grid {
    size_t mb, nb;         /* size of a block of C */
    size_t n_rows, n_cols; /* blocks */
} gemm_grid;

/* Is a product large enough for operands that are split? Known from dims alone, as bits depend on it. */
static bool gemm_splits(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    return GEMM_SPLIT && fmt == CM_GEMM_FMT_F32_12X32_SPLIT && m >= GEMM_SPLIT_LEAST_ROWS && n >= GEMM_SPLIT_LEAST &&
           k >= GEMM_SPLIT_LEAST;
}

/* Most rows of a block. */
static size_t gemm_mb(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    return gemm_splits(m, n, k, fmt) ? CM_GEMM_SPLIT_MB : CM_GEMM_MB;
}

/* Halves a block, in whole units. */
static size_t gemm_halve(size_t size, size_t unit) { return gemm_round_up(size / 2, unit); }

/* Blocks of equal size, in whole units. */
static size_t gemm_balance(size_t total, size_t size, size_t unit) {
    return gemm_round_up(gemm_div_up(total, gemm_div_up(total, size)), unit);
}

/* A vector times a matrix, k deep: all that is long enough is a run of whole lines of memory. */
static size_t gemm_run(size_t n, size_t area) {
    size_t run = cm_min_size(cm_max_size(area, GEMM_RUN_MIN), GEMM_RUN_MAX);
    return gemm_round_up(cm_min_size(run, n), CM_GEMM_NU);
}

/* The padding of a single row or column to a whole panel does not count as work, since such products are not padded.
 * m, n >= 1. */
static gemm_grid gemm_grid_of(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    size_t total, depth = cm_max_size(k, 1);
    if (cm_ckd_mul(m, n, &total) || cm_ckd_mul(total, depth, &total)) total = SIZE_MAX;
    size_t target = cm_min_size(cm_max_size(total / GEMM_TASK_SHARE, GEMM_TASK_MIN), GEMM_TASK_MAX);
    size_t area = cm_max_size(target / depth, 1);
    if (gemm_splits(m, n, k, fmt)) area = cm_max_size(area, GEMM_SPLIT_AREA);
    gemm_grid g;
    g.mb = gemm_round_up(cm_min_size(m, gemm_mb(m, n, k, fmt)), CM_GEMM_MU);
    g.nb = n >= CM_GEMM_NB ? CM_GEMM_NB : gemm_round_up(n, CM_GEMM_NU);
    if (m == 1) {
        g.nb = gemm_run(n, area);
        area = SIZE_MAX;
    } else if (n == 1) {
        area *= CM_GEMM_NU;
    }
    while (g.mb * g.nb > area && (g.mb > CM_GEMM_MU || g.nb > CM_GEMM_NU)) {
        bool cols = g.nb > GEMM_COLS_GOOD || (g.nb > CM_GEMM_NU && g.mb <= GEMM_ROWS_GOOD);
        if (cols || g.mb <= CM_GEMM_MU) {
            g.nb = gemm_halve(g.nb, CM_GEMM_NU);
        } else {
            g.mb = gemm_halve(g.mb, CM_GEMM_MU);
        }
    }
    g.mb = gemm_balance(m, g.mb, CM_GEMM_MU);
    g.nb = gemm_balance(n, g.nb, CM_GEMM_NU);
    g.n_rows = gemm_div_up(m, g.mb);
    g.n_cols = gemm_div_up(n, g.nb);
    return g;
}

/* The count cannot overflow: there are no more tasks than elements of C. */
size_t cm_gemm_f32_tasks(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    if (m == 0 || n == 0) return 0;
    gemm_grid g = gemm_grid_of(m, n, k, fmt);
    return g.n_rows * g.n_cols;
}

/* Depth blocks are of equal size: k = 257 is 129 + 128, not 256 + 1. */
size_t cm_gemm_f32_depth(size_t k) {
    return k == 0 ? 1 : gemm_div_up(k, gemm_div_up(k, CM_GEMM_KC));
}

/* Scratch: packed block of A [mb][kc], one panel of B [kc][nr], sums of one tile or of a vector;
 * each part a multiple of 64 bytes so that the next one is aligned. */
#define GEMM_ALIGN_F32 16

static size_t gemm_scratch_a(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    size_t most = gemm_mb(m, n, k, fmt), rows = cm_min_size(cm_min_size(m, most) + gemm_mr(fmt) - 1, most);
    return gemm_round_up(rows * cm_min_size(k, CM_GEMM_KC), GEMM_ALIGN_F32);
}

static size_t gemm_scratch_b(size_t k, cm_gemm_fmt fmt) {
    return gemm_round_up(gemm_nr(fmt) * cm_min_size(k, CM_GEMM_KC), GEMM_ALIGN_F32);
}

/* Bytes: the split rows of a block, and what a panel takes. */
static size_t gemm_scratch_split(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    if (!gemm_splits(m, n, k, fmt)) return 0;
    return CM_GEMM_SPLIT_ROWS(cm_min_size(m, CM_GEMM_SPLIT_MB), cm_min_size(k, CM_GEMM_KC)) + CM_GEMM_SPLIT_PANEL;
}

size_t cm_gemm_f32_scratch(size_t m, size_t n, size_t k, cm_gemm_fmt fmt) {
    if (m == 0 || n == 0) return 0;
    size_t vec = gemm_round_up(cm_min_size(cm_max_size(m, n), GEMM_RUN_MAX), GEMM_ALIGN_F32);
    size_t acc = cm_max_size(gemm_mr(fmt) * gemm_nr(fmt), vec);
    size_t own = (gemm_scratch_a(m, n, k, fmt) + gemm_scratch_b(k, fmt) + acc) * sizeof(float);
    return own + gemm_scratch_split(m, n, k, fmt);
}

/* --- Packing --------------------------------------------------------------------------------- */

static cameo_status gemm_pack_size(size_t k, size_t n, size_t w, size_t *size) {
    size_t s;
    if (cm_ckd_add(n, w - 1, &s) || cm_ckd_mul(s / w * w, k, &s) ||
        cm_ckd_mul(s, sizeof(float), &s)) {
        return CAMEO_E_LIMIT;
    }
    *size = s;
    return CAMEO_OK;
}

cameo_status cm_gemm_f32_pack_a_size(size_t m, size_t k, cm_gemm_fmt fmt, size_t *size) {
    return gemm_pack_size(k, m, gemm_mr(fmt), size);
}

cameo_status cm_gemm_f32_pack_b_size(size_t k, size_t n, cm_gemm_fmt fmt, size_t *size) {
    return gemm_pack_size(k, n, gemm_nr(fmt), size);
}

void cm_gemm_f32_pack_portable(const void *src, size_t ks, size_t js, const cm_gemm_panel *p) {
    for (size_t l = 0; l < p->kc; l++) {
        float *dst = p->dst + l * p->w;
        for (size_t j = 0; j < p->nj; j++) dst[j] = cm_load_f32(gemm_at(src, l * ks + j * js));
        for (size_t j = p->nj; j < p->w; j++) dst[j] = 0.0f;
    }
}

/* Fills one panel of A (rows) or B (columns) from wherever the operand lies. */
static void gemm_fill_a(const cm_gemm_f32_args *g, cm_gemm_pack_fn *pack, const cm_gemm_panel *p) {
    if (g->pack_a != NULL) {
        g->pack_a(g->pack_a_ctx, p);
    } else {
        pack(gemm_at(g->a, p->j0 * g->rs_a + p->k0 * g->cs_a), g->cs_a, g->rs_a, p);
    }
}

static const void *gemm_raw_b(const cm_gemm_f32_args *g, const cm_gemm_panel *p) {
    return (const uint8_t *)g->b + (p->k0 * g->rs_b + p->j0 * g->cs_b) * gemm_size(gemm_elem(g));
}

static void gemm_fill_b(const cm_gemm_f32_args *g, cm_gemm_pack_fn *pack, const cm_gemm_panel *p) {
    if (g->pack_b != NULL) {
        g->pack_b(g->pack_b_ctx, p);
    } else {
        pack(gemm_raw_b(g, p), g->rs_b, g->cs_b, p);
    }
}

#if CM_GEMM_HALVES
/* A panel of halves as they are, [kc][w]; p->dst is not looked at. */
static void gemm_fill_halves(const cm_gemm_f32_args *g, const cm_gemm_panel *p, uint16_t *dst) {
    const uint8_t *src = gemm_raw_b(g, p);
    for (size_t l = 0; l < p->kc; l++, dst += p->w) {
        const uint8_t *from = src + l * g->rs_b * sizeof *dst;
        if (g->cs_b == 1) {
            memcpy(dst, from, p->nj * sizeof *dst);
        } else {
            for (size_t j = 0; j < p->nj; j++) dst[j] = cm_load_u16(from + j * g->cs_b * sizeof *dst);
        }
        for (size_t j = p->nj; j < p->w; j++) dst[j] = 0;
    }
}

/* Depth steps of a panel of halves that are gathered before they are widened. */
#define GEMM_HALVES 16

/* A panel of halves as floats. */
static void gemm_widen_b(const cm_gemm_f32_args *g, const cm_gemm_f32_isa *isa, const cm_gemm_panel *p) {
    uint16_t part[GEMM_HALVES * CM_GEMM_NU];
    CM_ASSERT(p->w <= CM_GEMM_NU);
    for (size_t l = 0; l < p->kc; l += GEMM_HALVES) {
        cm_gemm_panel steps = *p;
        steps.k0 += l;
        steps.kc = cm_min_size(GEMM_HALVES, p->kc - l);
        gemm_fill_halves(g, &steps, part);
        isa->widen[g->elem_b](part, p->dst + l * p->w, steps.kc * p->w);
    }
}
#endif

static cm_gemm_pack_fn *gemm_fill(const cm_gemm_f32_args *g) {
    return g->fill != NULL ? g->fill : cm_gemm_f32_pack_portable;
}

void cm_gemm_f32_pack_a_depth(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t k0, size_t kc,
                              float *dst) {
    size_t mr = gemm_mr(fmt);
    for (size_t i = 0; i < g->m && kc != 0; i += mr) {
        float *to = dst + i * g->k + k0 * mr;
        cm_gemm_panel p = {k0, kc, i, cm_min_size(mr, g->m - i), mr, to};
        gemm_fill_a(g, gemm_fill(g), &p);
    }
}

void cm_gemm_f32_pack_a(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, float *dst) {
    cm_gemm_f32_pack_a_depth(g, fmt, 0, g->k, dst);
}

/* Depth [k0, k0 + kc) of the panels at columns [begin, end). */
static void gemm_pack_b_range(const cm_gemm_f32_args *g, cm_gemm_pack_fn *pack, size_t nr,
                              size_t k0, size_t kc, size_t begin, size_t end, void *dst) {
    for (size_t j = begin; j < end && kc != 0; j += nr) {
        size_t at = j * g->k + k0 * nr;
        cm_gemm_panel p = {k0, kc, j, cm_min_size(nr, g->n - j), nr, NULL};
#if CM_GEMM_HALVES
        if (g->elem_b != CM_GEMM_F32) {
            gemm_fill_halves(g, &p, (uint16_t *)dst + at);
            continue;
        }
#endif
        p.dst = (float *)dst + at;
        gemm_fill_b(g, pack, &p);
    }
}

size_t cm_gemm_f32_b_panels(size_t n, cm_gemm_fmt fmt) { return gemm_div_up(n, gemm_nr(fmt)); }

void cm_gemm_f32_pack_b_part(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t begin, size_t end,
                             void *dst) {
    size_t nr = gemm_nr(fmt);
    gemm_pack_b_range(g, gemm_fill(g), nr, 0, g->k, begin * nr, end * nr, dst);
}

void cm_gemm_f32_pack_b(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, void *dst) {
    cm_gemm_f32_pack_b_part(g, fmt, 0, cm_gemm_f32_b_panels(g->n, fmt), dst);
}

/* B as it lies: lines of its rows or, `turned`, of its columns. */
typedef struct gemm_pieces {
    bool turned;
    size_t lines, line; /* bytes of one */
    size_t step;        /* lines of a piece: whole panels where they are columns */
} gemm_pieces;

static gemm_pieces gemm_pieces_of(const cm_gemm_f32_args *g) {
    bool turned = g->cs_b != 1;
    gemm_pieces p = {turned, turned ? g->n : g->k, (turned ? g->k : g->n) * gemm_size(gemm_elem(g)), 0};
    p.step = gemm_round_up(CM_GEMM_PIECE / cm_max_size(1, p.line) + 1, turned ? CM_GEMM_NU : 1);
    return p;
}

static void gemm_pack_b_piece(const cm_gemm_f32_args *g, const cm_gemm_f32_isa *isa, size_t piece,
                              void *dst, cm_spent_fn *spent, void *ctx) {
    gemm_pieces p = gemm_pieces_of(g);
    size_t at = piece * p.step, n = cm_min_size(p.step, p.lines - at), nr = gemm_nr(isa->fmt);
    if (p.turned) {
        gemm_pack_b_range(g, isa->pack, nr, 0, g->k, at, at + n, dst);
    } else {
        gemm_pack_b_range(g, isa->pack, nr, at, n, 0, g->n, dst);
    }
    if (spent != NULL) spent(ctx, (const uint8_t *)g->b + at * p.line, n * p.line);
}

size_t cm_gemm_f32_b_pieces(const cm_gemm_f32_args *g) {
    gemm_pieces p = gemm_pieces_of(g);
    return gemm_div_up(p.lines, p.step);
}

void cm_gemm_f32_pack_b_pieces(const cm_gemm_f32_args *g, cm_gemm_fmt fmt, size_t begin, size_t end, void *dst,
                               cm_spent_fn *spent, void *spent_ctx) {
    const cm_gemm_f32_isa isa = {.fmt = fmt, .pack = gemm_fill(g)};
    for (size_t i = begin; i < end; i++) gemm_pack_b_piece(g, &isa, i, dst, spent, spent_ctx);
}

#define GEMM_LAZY_HEAD gemm_round_up(sizeof(cm_gemm_lazy), 64)

cameo_status cm_gemm_lazy_size(size_t packed, size_t *size) {
    size_t s;
    if (cm_ckd_add(packed, GEMM_LAZY_HEAD, &s)) return CAMEO_E_LIMIT;
    *size = s;
    return CAMEO_OK;
}

void cm_gemm_lazy_init(cm_gemm_lazy *z, const cm_gemm_f32_args *g, cm_spent_fn *spent,
                       void *spent_ctx) {
    gemm_pieces p = gemm_pieces_of(g);
    memset(z, 0, GEMM_LAZY_HEAD);
    z->raw = g->b;
    z->raw_size = p.lines * p.line;
    z->spent = spent;
    z->spent_ctx = spent_ctx;
    z->n_pieces = (uint32_t)cm_gemm_f32_b_pieces(g);
}

void *cm_gemm_lazy_panels(cm_gemm_lazy *z) { return (uint8_t *)z + GEMM_LAZY_HEAD; }

/* --- Block loops ----------------------------------------------------------------------------- */

/* One task's view of the product. */
typedef struct gemm_job {
    const cm_gemm_f32_isa *isa;
    const cm_gemm_f32_args *g;
    size_t i0, j0, rows, cols; /* block of C */
    size_t k0, kc;             /* depth block */
    float *a, *b, *acc;        /* scratch */
#if GEMM_SPLIT
    uint8_t *split; /* split rows, and room for a panel behind them; NULL: operands are not split */
#endif
} gemm_job;

/* Rows whole pages apart meet in a few sets of the caches, where they push each other out: they are copied, if columns
 * are so many that the copy does not matter. */
#define GEMM_PAGE ((size_t)4096)
#define GEMM_PAGE_COLS 256

/* How the tiles of a task reach A. Rows that are contiguous along the depth are read as they are: transposing them into
 * panels would cost much more than it saves. */
typedef enum gemm_a_way {
    GEMM_A_PACKED, /* panels that were there before */
    GEMM_A_PANELS, /* panels in scratch */
    GEMM_A_ROWS,   /* rows copied to scratch, [rows][kc], because they are not aligned */
    GEMM_A_DIRECT  /* rows where they lie; only those that fill no tile are copied */
} gemm_a_way;

static gemm_a_way gemm_a_way_of(const gemm_job *job) {
    const cm_gemm_f32_args *g = job->g;
    if (g->packed_a != NULL) return GEMM_A_PACKED;
    if (g->pack_a != NULL || g->cs_a != 1) return GEMM_A_PANELS;
    bool aligned = (uintptr_t)g->a % sizeof(float) == 0;
    bool crowded = g->rs_a * sizeof(float) % GEMM_PAGE == 0 && job->rows > 8 && job->cols >= GEMM_PAGE_COLS;
    return aligned && !crowded && !CAMEO_FROZEN ? GEMM_A_DIRECT : GEMM_A_ROWS; /* firmware has one way less */
}

/* Rows [begin, rows) of the block to scratch, and zeros up to whole tiles. */
static void gemm_copy_rows(const gemm_job *job, size_t begin) {
    const cm_gemm_f32_args *g = job->g;
    size_t rows = job->rows - begin, row = job->kc * sizeof(float);
    size_t padded = gemm_round_up(rows, gemm_mr(job->isa->fmt));
    for (size_t i = 0; i < rows; i++) {
        memcpy(job->a + i * job->kc, gemm_at(g->a, (job->i0 + begin + i) * g->rs_a + job->k0), row);
    }
    memset(job->a + rows * job->kc, 0, (padded - rows) * row);
}

/* Rows of the block that full tiles cover. A few rows above a full tile are better split into two of some size. */
static size_t gemm_full_rows(size_t rows, size_t mr) {
    size_t full = rows / mr * mr, left = rows - full;
    return !CAMEO_FROZEN && left != 0 && left <= mr / 3 && full != 0 ? full - mr : full;
}

static void gemm_pack_block_a(const gemm_job *job) {
    size_t mr = gemm_mr(job->isa->fmt);
    for (size_t i = 0; i < job->rows; i += mr) {
        cm_gemm_panel p = {job->k0,     job->kc,
                           job->i0 + i, cm_min_size(mr, job->rows - i),
                           mr,          job->a + i * job->kc};
        gemm_fill_a(job->g, job->isa->pack, &p);
    }
}

#if !CAMEO_FROZEN /* frozen weights are packed whole */

/* Iterations that a task waits for pieces that others pack: about as long as one takes. Else it would read all of the
 * raw bytes once more. */
#define GEMM_SPINS 16384

/* Raw bytes that tasks read once more leave memory again. */
static void gemm_forget_raw(cm_gemm_lazy *z) {
    cm_atomic_store(&z->reread, 0);
    if (z->spent != NULL) z->spent(z->spent_ctx, z->raw, z->raw_size);
}

/* All of packed_b is there: it was, or the pieces that nobody had claimed have been filled now. */
static bool gemm_is_packed(const gemm_job *job) {
    cm_gemm_lazy *z = job->g->lazy_b;
    if (z == NULL) return true;
    if (cm_atomic_load(&z->n_filled) == z->n_pieces) {
        if (cm_atomic_load(&z->reread) != 0) gemm_forget_raw(z);
        return true;
    }
    while (cm_atomic_load(&z->n_claimed) < z->n_pieces) {
        uint32_t piece = cm_atomic_add(&z->n_claimed, 1);
        if (piece >= z->n_pieces) break;
        gemm_pack_b_piece(job->g, job->isa, piece, cm_gemm_lazy_panels(z), z->spent, z->spent_ctx);
        if (cm_atomic_add(&z->n_filled, 1) + 1 == z->n_pieces) gemm_forget_raw(z);
    }
    for (int i = 0; i < GEMM_SPINS && cm_atomic_load(&z->n_filled) != z->n_pieces; i++)
        cm_cpu_pause();
    return cm_atomic_load(&z->n_filled) == z->n_pieces;
}

#else
static bool gemm_is_packed(const gemm_job *job) { return job->g->packed_b != NULL; }
#endif

/* The panel of B at column j of the block, packed beforehand or now. Of halves, as floats in scratch or, direct, as it
 * is. */
static const void *gemm_panel_b(const gemm_job *job, bool packed, bool direct, size_t j, size_t cols) {
    const cm_gemm_f32_args *g = job->g;
    size_t nr = gemm_nr(job->isa->fmt), col = job->j0 + j;
    const size_t at = col * g->k + job->k0 * nr;
    cm_gemm_panel p = {job->k0, job->kc, col, cols, nr, job->b};
#if CM_GEMM_HALVES
    if (g->elem_b != CM_GEMM_F32) {
        if (direct) return (const uint16_t *)g->packed_b + at;
        if (packed) {
            job->isa->widen[g->elem_b]((const uint16_t *)g->packed_b + at, job->b, job->kc * nr);
        } else {
            gemm_widen_b(g, job->isa, &p);
        }
        return job->b;
    }
#else
    (void)direct;
#endif
    if (packed) return (const float *)g->packed_b + at;
    gemm_fill_b(g, job->isa->pack, &p);
    return job->b;
}

/* The rows of tile i of the block, its depth and its operand A. */
typedef struct gemm_rows {
    gemm_a_way way;
    size_t full; /* rows in full tiles */
} gemm_rows;

/* Makes A of one depth block ready. */
static gemm_rows gemm_begin_a(const gemm_job *job) {
    size_t mr = gemm_mr(job->isa->fmt);
    gemm_rows r = {gemm_a_way_of(job), 0};
    if (r.way == GEMM_A_PANELS) gemm_pack_block_a(job);
    if (r.way == GEMM_A_PACKED || r.way == GEMM_A_PANELS) {
        r.full = job->rows / mr * mr;
        return r;
    }
    r.full = gemm_full_rows(job->rows, mr);
    size_t begin = r.way == GEMM_A_ROWS ? 0 : r.full;
    if (begin < job->rows) gemm_copy_rows(job, begin);
    return r;
}

/* The tile at row i of the block: its rows and where its A lies. */
static void gemm_tile_a(const gemm_job *job, const gemm_rows *r, size_t i, cm_gemm_f32_tile *t) {
    const cm_gemm_f32_args *g = job->g;
    size_t mr = gemm_mr(job->isa->fmt), left = job->rows - i;
    t->i0 = job->i0 + i;
    t->rows = i < r->full ? mr : left > mr && !CAMEO_FROZEN ? mr - mr / 3 : left;
    if (r->way == GEMM_A_PACKED) {
        t->a = g->packed_a + t->i0 * g->k + job->k0 * mr;
    } else if (!CAMEO_FROZEN && r->way == GEMM_A_DIRECT && i < r->full) {
        t->a = (const float *)g->a + t->i0 * g->rs_a + job->k0;
        t->a_row = g->rs_a;
        return;
    } else {
        t->a = job->a + (i - (!CAMEO_FROZEN && r->way == GEMM_A_DIRECT ? r->full : 0)) * job->kc;
    }
    t->a_row = t->a_step == 1 ? job->kc : 1;
}

#if !CAMEO_FROZEN
/* Depth up to which the panels of B in a block take 64 KiB. */
#define GEMM_SHALLOW 32

/* All tiles of the block, B packed: tile by tile along the rows of C. A product without much depth writes more than it
 * reads, and memory takes long pieces of a few rows sooner than short pieces of many. */
static void gemm_rows_first(const gemm_job *job, const gemm_rows *r, cm_gemm_f32_tile *t) {
    size_t nr = gemm_nr(job->isa->fmt);
    for (size_t i = 0; i < job->rows; i += t->rows) {
        gemm_tile_a(job, r, i, t);
        for (size_t j = 0; j < job->cols; j += nr) {
            t->j0 = job->j0 + j;
            t->cols = cm_min_size(nr, job->cols - j);
            t->b = gemm_panel_b(job, true, true, j, t->cols);
            job->isa->tile(job->g, t);
        }
    }
}
#endif

#if GEMM_SPLIT
/* Splits all rows of the block; false: some number cannot be split, or operands are not. */
static bool gemm_split_rows(const gemm_job *job, const gemm_rows *r, cm_gemm_f32_tile *t) {
    if (job->split == NULL) return false;
    for (size_t i = 0; i < job->rows; i += t->rows) {
        gemm_tile_a(job, r, i, t);
        if (!job->isa->split(t, i, job->split)) return false;
    }
    return true;
}

/* All rows of the block and one panel of B; false: by tiles. */
static bool gemm_split_panel(const gemm_job *job, const cm_gemm_f32_tile *t) {
    cm_gemm_f32_tile all = *t;
    all.i0 = job->i0;
    all.rows = job->rows;
    return job->isa->panel(job->g, &all, job->split, job->split + CM_GEMM_SPLIT_ROWS(job->rows, job->kc));
}
#endif

/* Tiles of a block up to which their panels of halves are widened by each of them. */
#define GEMM_DIRECT 2

/* Adds one depth block to the block of C. */
static void gemm_depth_block(const gemm_job *job) {
    const cm_gemm_f32_args *g = job->g;
    const cm_gemm_f32_isa *isa = job->isa;
    size_t mr = gemm_mr(isa->fmt), nr = gemm_nr(isa->fmt);
    bool packed_b = g->packed_b != NULL && gemm_is_packed(job);
    const bool direct = packed_b && (gemm_elem(g) == CM_GEMM_F32 || job->rows <= GEMM_DIRECT * mr);
    gemm_rows r = gemm_begin_a(job);
    cm_gemm_f32_tile t = {.kc = job->kc, .acc = job->acc, .ld_acc = nr};
    t.a_step = r.way == GEMM_A_PACKED || r.way == GEMM_A_PANELS ? mr : 1;
    t.elem = direct ? gemm_elem(g) : CM_GEMM_F32;
    t.first = job->k0 == 0;
    t.last = job->k0 + job->kc == g->k;
#if GEMM_SPLIT
    bool split = gemm_split_rows(job, &r, &t);
#elif !CAMEO_FROZEN
    const bool split = false;
#endif
#if !CAMEO_FROZEN
    if (direct && job->kc <= GEMM_SHALLOW && !split) {
        gemm_rows_first(job, &r, &t);
        return;
    }
    /* The next panel is asked for in as many parts, by as many tiles: B that comes from memory comes evenly. */
    const size_t parts = job->rows <= mr ? 1 : job->rows <= 3 * mr ? 2 : 4;
#endif
    for (size_t j = 0; j < job->cols; j += nr) {
        t.j0 = job->j0 + j;
        t.cols = cm_min_size(nr, job->cols - j);
        t.b = gemm_panel_b(job, packed_b, direct, j, t.cols);
#if !CAMEO_FROZEN
        const size_t next = direct && j + nr < job->cols ? nr * g->k : 0;
        t.ahead = next;
        t.pace = next != 0 ? nr / parts : 0;
#endif
#if GEMM_SPLIT
        if (split && gemm_split_panel(job, &t)) continue;
#endif
        for (size_t i = 0; i < job->rows; i += t.rows) {
            gemm_tile_a(job, &r, i, &t);
            isa->tile(g, &t);
#if !CAMEO_FROZEN
            t.ahead += t.pace * job->kc;
            if (t.ahead == next + nr * job->kc) t.ahead = t.pace = 0;
#endif
        }
    }
#if !CAMEO_FROZEN
    if (g->lazy_b != NULL && !packed_b) cm_atomic_store(&g->lazy_b->reread, 1);
#endif
}

/* Without depth the sums are 0 and only the epilogue remains. */
static void gemm_no_depth(const gemm_job *job) {
    size_t nr = gemm_nr(job->isa->fmt);
    for (size_t j = 0; j < nr; j++) job->acc[j] = 0.0f;
    for (size_t i = 0; i < job->rows; i++) {
        for (size_t j = 0; j < job->cols; j += nr) {
            cm_gemm_f32_tile t = {.i0 = job->i0 + i, .j0 = job->j0 + j, .rows = 1};
            t.cols = cm_min_size(nr, job->cols - j);
            t.acc = job->acc;
            t.ld_acc = nr;
            t.first = t.last = true;
            job->isa->store(job->g, &t);
        }
    }
}

/* --- Matrix times vector --------------------------------------------------------------------- */

typedef enum gemm_vec_kind { GEMM_VEC_NO, GEMM_VEC_N, GEMM_VEC_T } gemm_vec_kind;

/* The vector and the matrix of a product with m == 1 or n == 1. Columns of `v` are columns of C
 * when m == 1, rows of C when n == 1. */
static gemm_vec_kind gemm_vec_of(const cm_gemm_f32_args *g, cm_gemm_f32_vec *v) {
    bool raw = g->a != NULL && g->b != NULL && g->pack_a == NULL && g->pack_b == NULL;
    if (!raw || (g->m != 1 && g->n != 1)) return GEMM_VEC_NO;
    CM_ASSERT(gemm_elem(g) == CM_GEMM_F32 || g->n != 1);
    size_t rs, cs; /* of the matrix: along the depth, from result to result */
    if (g->m == 1) {
        v->x = g->a, v->xs = g->cs_a, v->b = g->b, rs = g->rs_b, cs = g->cs_b;
    } else {
        v->x = g->b, v->xs = g->rs_b, v->b = g->a, rs = g->cs_a, cs = g->rs_a;
    }
    bool runs = rs == 1 && v->xs == 1; /* both operands contiguous along the depth */
    if (cs == 1 && !(runs && g->m == g->n)) {
        v->bs = rs;
        return GEMM_VEC_N;
    }
    v->bs = cs;
    /* Lanes would not give the bits of the panels that lazy_b stands for. */
    return runs && g->lazy_b == NULL ? GEMM_VEC_T : GEMM_VEC_NO;
}

static void gemm_vec_run(const gemm_job *job, gemm_vec_kind kind, const cm_gemm_f32_vec *whole) {
    const cm_gemm_f32_args *g = job->g;
    const cm_gemm_elem elem = gemm_elem(g);
    bool row = g->m == 1;
    cm_gemm_f32_vec v = *whole;
    size_t r0 = row ? job->j0 : job->i0;
    v.n = row ? job->cols : job->rows;
    v.y = job->acc;
    cm_gemm_f32_tile t = {.i0 = job->i0, .j0 = job->j0, .rows = job->rows, .cols = job->cols};
    t.acc = job->acc;
    t.ld_acc = job->cols;
    t.first = t.last = true;
    if (kind == GEMM_VEC_T) {
        v.kc = g->k;
        v.b = (const uint8_t *)whole->b + r0 * v.bs * gemm_size(elem);
        job->isa->gemv_t[elem](&v);
        job->isa->store(g, &t);
        return;
    }
    size_t depth = cm_gemm_f32_depth(g->k);
    for (size_t k0 = 0; k0 < g->k; k0 += depth) {
        v.kc = cm_min_size(depth, g->k - k0);
        v.x = gemm_at(whole->x, k0 * v.xs);
        v.b = (const uint8_t *)whole->b + (k0 * v.bs + r0) * gemm_size(elem);
        job->isa->gemv_n[elem](&v);
        t.first = k0 == 0;
        t.last = k0 + v.kc == g->k;
        job->isa->store(g, &t);
    }
}

/* --- A task ------------------------------------------------------------------------------------ */

#if !CAMEO_FROZEN /* frozen programs have no activation but a clamp here */
/* C = stage(C) over the block, which has its final sums. */
static void gemm_apply_stage(const gemm_job *job) {
    const cm_gemm_f32_args *g = job->g;
    for (size_t i = 0; i < job->rows; i++) {
        float *c = g->c + (job->i0 + i) * g->ldc + job->j0;
        const float *b = g->stage_b == NULL ? NULL : g->stage_b + job->i0 + i;
        g->stage(&(cm_stage_args){.a = c, .a_step = 1, .b = b, .imm = g->stage_imm}, c, job->cols);
    }
}
#endif

static void gemm_block(gemm_job *job) {
    const cm_gemm_f32_args *g = job->g;
    cm_gemm_f32_vec v = {.kc = 0};
    if (g->k == 0) {
        gemm_no_depth(job);
        return;
    }
    gemm_vec_kind kind = gemm_vec_of(g, &v);
    if (kind != GEMM_VEC_NO) {
        gemm_vec_run(job, kind, &v);
        return;
    }
    size_t depth = cm_gemm_f32_depth(g->k);
    for (job->k0 = 0; job->k0 < g->k; job->k0 += depth) {
        job->kc = cm_min_size(depth, g->k - job->k0);
        gemm_depth_block(job);
    }
}

void cm_gemm_f32_run(const cm_gemm_f32_isa *isa, const cm_gemm_f32_args *g, size_t task,
                     void *scratch) {
    gemm_grid grid = gemm_grid_of(g->m, g->n, g->k, isa->fmt);
    gemm_job job = {.isa = isa, .g = g, .a = scratch};
    job.b = job.a + gemm_scratch_a(g->m, g->n, g->k, isa->fmt);
    job.acc = job.b + gemm_scratch_b(g->k, isa->fmt);
#if GEMM_SPLIT
    if (gemm_splits(g->m, g->n, g->k, isa->fmt))
        job.split = (uint8_t *)scratch + cm_gemm_f32_scratch(g->m, g->n, g->k, isa->fmt) -
                    gemm_scratch_split(g->m, g->n, g->k, isa->fmt);
#endif
    job.i0 = task % grid.n_rows * grid.mb;
    job.j0 = task / grid.n_rows * grid.nb;
    job.rows = cm_min_size(grid.mb, g->m - job.i0);
    job.cols = cm_min_size(grid.nb, g->n - job.j0);
    gemm_block(&job);
#if !CAMEO_FROZEN
    if (g->stage != NULL) gemm_apply_stage(&job);
#endif
}

/* --- The portable kernel ---------------------------------------------------------------------- */

static float gemm_epilogue_f32(const cm_gemm_f32_args *g, size_t i, size_t j, float x) {
    x *= g->alpha;
    if (g->bias_kind == CM_GEMM_BIAS_COL) x += cm_load_f32(gemm_at(g->bias, j));
    if (g->bias_kind == CM_GEMM_BIAS_ROW) x += cm_load_f32(gemm_at(g->bias, i));
    if (g->d != NULL) x += g->beta * cm_load_f32(gemm_at(g->d, i * g->rs_d + j * g->cs_d));
    return x;
}

/* The first depth block brings bias and d, so C itself holds the partial sums, and d
 * may be C; the last one brings the clamp. */
void cm_gemm_f32_store_portable(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    for (size_t i = 0; i < t->rows; i++) {
        const float *acc = t->acc + i * t->ld_acc;
        float *c = g->c + (t->i0 + i) * g->ldc + t->j0;
        for (size_t j = 0; j < t->cols; j++) {
            float x = t->first ? gemm_epilogue_f32(g, t->i0 + i, t->j0 + j, acc[j])
                               : c[j] + acc[j] * g->alpha;
            if (t->last && g->clamp) {
                x = x < g->lo ? g->lo : x;
                x = x > g->hi ? g->hi : x;
            }
            c[j] = x;
        }
    }
}

#define GEMM_ROWS(X) X(0) X(1) X(2) X(3)
#define GEMM_ZERO(i) cm_f32x4 c##i##0 = {0, 0, 0, 0}, c##i##1 = {0, 0, 0, 0};
#define GEMM_STEP(i)               \
    {                              \
        float s = a[(i)*row];      \
        cm_f32x4 x = {s, s, s, s}; \
        c##i##0 += x * b0;         \
        c##i##1 += x * b1;         \
    }
#define GEMM_PUT(i)                                                 \
    memcpy(&t->acc[(size_t)(i)*GEMM_NR], &c##i##0, sizeof c##i##0); \
    memcpy(&t->acc[(size_t)(i)*GEMM_NR + 4], &c##i##1, sizeof c##i##1);

static void gemm_tile_portable(const cm_gemm_f32_args *g, const cm_gemm_f32_tile *t) {
    const float *a = t->a, *b = t->b;
    size_t row = t->a_row, step = t->a_step;
    GEMM_ROWS(GEMM_ZERO)
    for (size_t l = 0; l < t->kc; l++, a += step, b += GEMM_NR) {
        cm_f32x4 b0, b1;
        memcpy(&b0, b, sizeof b0);
        memcpy(&b1, b + 4, sizeof b1);
        GEMM_ROWS(GEMM_STEP)
    }
    GEMM_ROWS(GEMM_PUT)
    cm_gemm_f32_store_portable(g, t);
}

/* y[j] += x * b[j], in vectors and then one by one. */
static void gemm_axpy_portable(float x, const void *b, float *y, size_t n) {
    cm_f32x4 xs = {x, x, x, x};
    size_t j = 0;
    for (; j + 4 <= n; j += 4) {
        cm_f32x4 bs, ys;
        memcpy(&bs, gemm_at(b, j), sizeof bs);
        memcpy(&ys, y + j, sizeof ys);
        ys += xs * bs;
        memcpy(y + j, &ys, sizeof ys);
    }
    for (; j < n; j++) y[j] += x * cm_load_f32(gemm_at(b, j));
}

static void gemm_gemv_n_portable(const cm_gemm_f32_vec *v) {
    for (size_t j = 0; j < v->n; j++) v->y[j] = 0.0f;
    for (size_t l = 0; l < v->kc; l++) {
        gemm_axpy_portable(cm_load_f32(gemm_at(v->x, l * v->xs)), gemm_at(v->b, l * v->bs), v->y,
                           v->n);
    }
}

static float gemm_dot_portable(const void *x, const void *b, size_t k) {
    float acc[GEMM_LANES] = {0.0f};
    size_t l = 0;
    for (; k - l >= GEMM_LANES; l += GEMM_LANES) {
        for (size_t i = 0; i < GEMM_LANES; i++) {
            acc[i] += cm_load_f32(gemm_at(x, l + i)) * cm_load_f32(gemm_at(b, l + i));
        }
    }
    for (size_t i = 0; l < k; i++, l++) {
        acc[i] += cm_load_f32(gemm_at(x, l)) * cm_load_f32(gemm_at(b, l));
    }
    return ((acc[0] + acc[4]) + (acc[2] + acc[6])) + ((acc[1] + acc[5]) + (acc[3] + acc[7]));
}

static void gemm_gemv_t_portable(const cm_gemm_f32_vec *v) {
    for (size_t j = 0; j < v->n; j++) {
        v->y[j] = gemm_dot_portable(v->x, gemm_at(v->b, j * v->bs), v->kc);
    }
}

void cm_gemm_f32_portable(const cm_gemm_f32_args *g, size_t task, void *scratch) {
    static const cm_gemm_f32_isa isa = {
        .fmt = CM_GEMM_FMT_F32_4X8,        .tile = gemm_tile_portable,     .store = cm_gemm_f32_store_portable,
        .pack = cm_gemm_f32_pack_portable, .gemv_n = {gemm_gemv_n_portable}, .gemv_t = {gemm_gemv_t_portable},
    };
    cm_gemm_f32_run(&isa, g, task, scratch);
}
