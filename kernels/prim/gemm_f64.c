/* gemm_f64.c — block loops and the portable kernel of the f64 matrix product. See gemm_f64.h. */
#include "kernels/prim/gemm_f64.h"

#include "base/ckd.h"

#define GEMM_F64_NR CM_GEMM_F64_NR
#define GEMM_F64_TASK ((size_t)1 << 21) /* multiply-adds of a task */
#define GEMM_F64_FEW 4 /* up to so many rows are multiplied one by one, where B lies */
#define GEMM_F64_IN_PLACE 12 /* up to so many rows are multiplied with panels of B where it lies */

/* How a product is cut: a task has `rows` and `cols`, a multiple of the panel. */
typedef struct gemm_f64_grid {
    size_t rows, cols, row_blocks, col_blocks;
} gemm_f64_grid;

static gemm_f64_grid gemm_f64_grid_of(size_t m, size_t n, size_t k) {
    gemm_f64_grid g = {0};
    if (m == 0 || n == 0) return g;
    size_t panel = GEMM_F64_TASK / GEMM_F64_NR / cm_max_size(1, k); /* rows of a task of one panel */
    g.rows = cm_min_size(cm_min_size(m, CM_GEMM_F64_MB), cm_max_size(GEMM_F64_IN_PLACE, panel));
    g.cols = cm_min_size(cm_max_size(1, panel / g.rows) * GEMM_F64_NR, CM_GEMM_F64_NB);
    g.row_blocks = m / g.rows + (m % g.rows != 0);
    g.col_blocks = n / g.cols + (n % g.cols != 0);
    return g;
}

/* C^T = B^T * A^T: where few columns would leave panels empty. */
static bool gemm_f64_turns(size_t m, size_t n) { return n < GEMM_F64_NR && m > n; }

size_t cm_gemm_f64_tasks(size_t m, size_t n, size_t k) {
    gemm_f64_grid g = gemm_f64_turns(m, n) ? gemm_f64_grid_of(n, m, k) : gemm_f64_grid_of(m, n, k);
    return g.row_blocks * g.col_blocks;
}

static cm_gemm_f64_args gemm_f64_turned(const cm_gemm_f64_args *g) {
    cm_gemm_f64_args t = *g;
    t.m = g->n;
    t.n = g->m;
    t.a = g->b;
    t.rs_a = g->cs_b;
    t.cs_a = g->rs_b;
    t.b = g->a;
    t.rs_b = g->cs_a;
    t.cs_b = g->rs_a;
    t.rs_c = g->cs_c;
    t.cs_c = g->rs_c;
    t.rs_d = g->cs_d;
    t.cs_d = g->rs_d;
    return t;
}

/* Row i of C, columns [j, j + n), from sums, which may be that row. */
static void gemm_f64_end(const cm_gemm_f64_args *g, size_t i, size_t j, size_t n, const double *sum) {
    for (size_t at = 0; at < n; at++) {
        double v = g->alpha * sum[at];
        if (g->d != NULL) v += g->beta * g->d[i * g->rs_d + (j + at) * g->cs_d];
        if (g->clamp) v = v < g->lo ? g->lo : v;
        if (g->clamp) v = v > g->hi ? g->hi : v;
        g->c[i * g->rs_c + (j + at) * g->cs_c] = v;
    }
}

/* The panel of B at depth l, column j, with n columns, at dst [kc][NR]. */
static void gemm_f64_pack(const cm_gemm_f64_isa *isa, const cm_gemm_f64_args *g, size_t l, size_t kc, size_t j,
                          size_t n, double *dst) {
    const double *b = g->b + l * g->rs_b + j * g->cs_b;
    if (n < GEMM_F64_NR) memset(dst, 0, kc * GEMM_F64_NR * sizeof *dst);
    if (g->rs_b == 1) {
        isa->transpose(b, g->cs_b, dst, GEMM_F64_NR, kc, n);
        return;
    }
    for (size_t r = 0; r < kc; r++, b += g->rs_b, dst += GEMM_F64_NR) {
        if (g->cs_b == 1 && n == GEMM_F64_NR) {
            memcpy(dst, b, GEMM_F64_NR * sizeof *dst);
        } else {
            for (size_t c = 0; c < n; c++) dst[c] = b[c * g->cs_b];
        }
    }
}

/* Rows [i, i + rows) of C, columns [j, j + n). Rows of A are copied where several panels need them: as they lie they
 * may share few places of a cache. */
static void gemm_f64_block(const cm_gemm_f64_isa *isa, const cm_gemm_f64_args *g, size_t i, size_t rows, size_t j,
                           size_t n, double *scratch) {
    double *lines = scratch + (size_t)CM_GEMM_F64_KC * GEMM_F64_NR, *acc = lines + CM_GEMM_F64_MB * CM_GEMM_F64_KC;
    bool copied = g->cs_a == 1 && n > GEMM_F64_NR && rows > GEMM_F64_FEW;
    for (size_t l = 0; l == 0 || l < g->k; l += CM_GEMM_F64_KC) {
        const double *a = g->a + i * g->rs_a + l * g->cs_a;
        cm_gemm_f64_panel p = {.rows = rows, .kc = cm_min_size(CM_GEMM_F64_KC, g->k - l), .first = l == 0, .acc = acc};
        for (size_t r = 0; copied && r < rows; r++) {
            memcpy(lines + r * CM_GEMM_F64_KC, a + r * g->rs_a, p.kc * sizeof *lines);
        }
        p.a = copied ? lines : a;
        p.a_row = copied ? CM_GEMM_F64_KC : g->rs_a;
        p.a_step = copied ? 1 : g->cs_a;
        for (size_t at = 0; at < n; at += GEMM_F64_NR, p.acc += rows * GEMM_F64_NR) {
            bool in_place = g->cs_b == 1 && n - at >= GEMM_F64_NR && rows <= GEMM_F64_IN_PLACE;
            p.b = in_place ? g->b + l * g->rs_b + j + at : scratch;
            p.b_step = in_place ? g->rs_b : GEMM_F64_NR;
            if (!in_place) gemm_f64_pack(isa, g, l, p.kc, j + at, cm_min_size(GEMM_F64_NR, n - at), scratch);
            isa->panel(&p);
        }
    }
    for (size_t at = 0; at < n; at += GEMM_F64_NR, acc += rows * GEMM_F64_NR) {
        bool vectors = n - at >= GEMM_F64_NR && g->cs_c == 1 && (g->d == NULL || g->cs_d == 1);
        for (size_t r = 0; r < rows; r++) {
            const double *sum = acc + r * GEMM_F64_NR;
            if (vectors) isa->end(g, i + r, j + at, sum);
            if (!vectors) gemm_f64_end(g, i + r, j + at, cm_min_size(GEMM_F64_NR, n - at), sum);
        }
    }
}

/* Row i of C, columns [j, j + n), where B lies; C has contiguous rows. */
static void gemm_f64_row(const cm_gemm_f64_isa *isa, const cm_gemm_f64_args *g, size_t i, size_t j, size_t n) {
    double *c = g->c + i * g->rs_c + j;
    cm_gemm_f64_vec v = {g->k, n, g->a + i * g->rs_a, g->cs_a, g->b + j * g->cs_b, g->cs_b, c};
    if (g->cs_b == 1) {
        v.b_step = g->rs_b;
        memset(c, 0, n * sizeof *c);
        isa->sum(&v);
    } else {
        isa->dot(&v);
    }
    if (g->alpha != 1 || g->d != NULL || g->clamp) gemm_f64_end(g, i, j, n, c);
}

void cm_gemm_f64_run(const cm_gemm_f64_isa *isa, const cm_gemm_f64_args *args, size_t task, void *scratch) {
    cm_gemm_f64_args g = gemm_f64_turns(args->m, args->n) ? gemm_f64_turned(args) : *args;
    gemm_f64_grid grid = gemm_f64_grid_of(g.m, g.n, g.k);
    size_t i = task / grid.col_blocks * grid.rows, j = task % grid.col_blocks * grid.cols;
    size_t rows = cm_min_size(grid.rows, g.m - i), end = j + cm_min_size(grid.cols, g.n - j);
    bool lies = g.cs_b == 1 || (g.rs_b == 1 && g.cs_a == 1);
    if (g.m <= GEMM_F64_FEW && g.cs_c == 1 && g.c != g.d && lies && g.k > 0) {
        for (size_t r = i; r < i + rows; r++) gemm_f64_row(isa, &g, r, j, end - j);
        return;
    }
    gemm_f64_block(isa, &g, i, rows, j, end - j, scratch);
}

static void gemm_f64_panel(const cm_gemm_f64_panel *p) {
    for (size_t i = 0; i < p->rows; i++) {
        double *acc = p->acc + i * GEMM_F64_NR, sum[GEMM_F64_NR];
        const double *a = p->a + i * p->a_row, *b = p->b;
        for (size_t j = 0; j < GEMM_F64_NR; j++) sum[j] = p->first ? 0 : acc[j];
        for (size_t l = 0; l < p->kc; l++, a += p->a_step, b += p->b_step) {
            for (size_t j = 0; j < GEMM_F64_NR; j++) sum[j] += *a * b[j];
        }
        for (size_t j = 0; j < GEMM_F64_NR; j++) acc[j] = sum[j];
    }
}

static void gemm_f64_sum(const cm_gemm_f64_vec *v) {
    for (size_t l = 0; l < v->kc; l++) {
        double x = v->x[l * v->x_step];
        const double *b = v->b + l * v->b_step;
        for (size_t j = 0; j < v->n; j++) v->y[j] += x * b[j];
    }
}

static void gemm_f64_dot(const cm_gemm_f64_vec *v) {
    for (size_t j = 0; j < v->n; j++) {
        double sum = 0;
        for (size_t l = 0; l < v->kc; l++) sum += v->x[l] * v->b[j * v->b_step + l];
        v->y[j] = sum;
    }
}

static void gemm_f64_end_panel(const cm_gemm_f64_args *g, size_t i, size_t j, const double *sum) {
    gemm_f64_end(g, i, j, GEMM_F64_NR, sum);
}

static const cm_gemm_f64_isa gemm_f64_isa = {gemm_f64_panel, gemm_f64_end_panel, gemm_f64_sum, gemm_f64_dot,
                                             cm_transpose_64_portable};

void cm_gemm_f64_portable(const cm_gemm_f64_args *g, size_t task, void *scratch) {
    cm_gemm_f64_run(&gemm_f64_isa, g, task, scratch);
}

#undef GEMM_F64_NR
