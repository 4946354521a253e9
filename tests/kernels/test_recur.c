/* test_recur.c — the slots of a recurrent step (kernels/prim/recur.h) beside doubles, and how the steps of a layer are
 * divided into tasks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/kernels/harness.h"

static double recur_number(uint32_t *rng) {
    *rng = *rng * 1664525U + 1013904223U;
    return (double)(*rng >> 8) / (1 << 23) - 1;
}

/* ---- product ---- */

enum { ROWS = 17, DEPTH = 37, COLS = 300, PADDED = 320 };

static float product_x[ROWS * (DEPTH + 3)], product_r[COLS * DEPTH], product_y[ROWS * PADDED + 1];
static float product_bias[PADDED];

/* Rows and columns of every tile: each sum beside doubles, what a row gives alone and from the last panel on, and what
 * lies behind. */
static void check_product(const cm_prims *p, size_t rows, size_t depth, size_t cols, const float *packed) {
    static float alone[PADDED];
    size_t ld = DEPTH + 3;
    cm_recur_rows_args a = {.rows = rows, .depth = depth, .cols = cols, .x = product_x, .ld_x = ld, .b = packed};
    a.y = product_y;
    a.ld_y = PADDED;
    a.bias = rows % 2 != 0 ? product_bias : NULL;
    for (size_t i = 0; i < ROWS * PADDED + 1; i++) product_y[i] = 7;
    p->recur_rows(&a);
    CHECK(product_y[rows * PADDED] == 7);
    for (size_t i = 0; i < rows; i++) {
        cm_recur_rows_args one = a;
        one.rows = 1;
        one.x = product_x + i * ld;
        one.y = alone;
        one.back = true;
        p->recur_rows(&one);
        CHECK_MSG(memcmp(alone, product_y + i * PADDED, cols * sizeof(float)) == 0, "%s: row %zu of %zu, %zu columns",
                  p->name, i, rows, cols);
        for (size_t j = 0; j < cols; j++) {
            double got = (double)product_y[i * PADDED + j], sum = a.bias == NULL ? 0 : (double)a.bias[j];
            double size = fabs(sum);
            for (size_t l = 0; l < depth; l++) {
                double product = (double)product_x[i * ld + l] * (double)product_r[j * depth + l];
                sum += product;
                size += fabs(product);
            }
            bool near = fabs(got - sum) <= (double)(depth + 1) * ldexp(size, -23);
            CHECK_MSG(near, "%s: %zu rows, %zu deep: %g, want %g", p->name, rows, depth, got, sum);
        }
    }
}

void test_recur_rows_variants(void) {
    static const size_t cols[] = {0, 1, 8, 17, 32, 63, 96, 129, 192, COLS};
    uint32_t rng = 1;
    float *packed = malloc(PADDED * DEPTH * sizeof *packed);
    for (size_t i = 0; i < sizeof product_x / sizeof *product_x; i++) product_x[i] = (float)recur_number(&rng);
    for (size_t i = 0; i < PADDED; i++) product_bias[i] = (float)recur_number(&rng);
    for (size_t i = 0; i < COLS * DEPTH; i++) product_r[i] = (float)recur_number(&rng);
    for (uint64_t features = test_features();; features &= features - 1) {
        const cm_prims *p = cm_prims_select(features);
        for (size_t i = 0; i < 10 * (ROWS + 1); i++) {
            size_t depth = i % 5 == 4 ? 1 : DEPTH;
            cm_gemm_f32_args g = cm_gemm_f32_args_init(1, cols[i % 10], depth);
            g.b = product_r;
            g.rs_b = 1;
            g.cs_b = depth;
            cm_gemm_f32_pack_b(&g, p->gemm_f32_fmt, packed);
            check_product(p, i / 10, depth, cols[i % 10], packed);
        }
        if (features == 0) break;
    }
    free(packed);
}

/* ---- cells ---- */

enum { UNITS = 40, LSTM_CELL = 0, GRU_RESET, GRU_UPDATE, GRU_LINEAR, CELLS };

/* What a cell reads and writes, as floats and as what they should become. */
typedef struct cell_state {
    float sum[4][UNITS], xw[4][UNITS], extra[UNITS], kept[UNITS + 1], h[UNITS], next[UNITS + 1];
    double want_kept[UNITS], want_next[UNITS];
} cell_state;

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static void expect_cell(cell_state *s, int cell) {
    for (size_t u = 0; u < UNITS; u++) {
        double g[4], kept = (double)s->kept[u], h = (double)s->h[u], next = (double)s->next[u];
        for (int i = 0; i < 4; i++) g[i] = (double)s->sum[i][u] + (double)s->xw[i][u];
        double linear = (double)s->xw[2][u] + sigmoid(g[1]) * ((double)s->sum[2][u] + (double)s->extra[u]);
        s->want_kept[u] = cell == LSTM_CELL   ? sigmoid(g[2]) * kept + sigmoid(g[0]) * tanh(g[3])
                          : cell == GRU_RESET ? sigmoid(g[0])
                                              : kept;
        s->want_next[u] = cell == LSTM_CELL    ? sigmoid(g[1]) * tanh(s->want_kept[u])
                          : cell == GRU_RESET  ? sigmoid(g[1]) * h
                          : cell == GRU_UPDATE ? (1 - kept) * tanh(g[2]) + kept * next
                                               : (1 - sigmoid(g[0])) * tanh(linear) + sigmoid(g[0]) * h;
    }
}

static cm_recur_cell_args cell_args(cell_state *s, size_t first, size_t units) {
    cm_recur_cell_args a = {.units = units, .xw = s->xw[0] + first, .ld_xw = UNITS, .extra = s->extra + first};
    for (int i = 0; i < 4; i++) a.sum[i] = s->sum[i] + first;
    a.kept = s->kept + first;
    a.h = s->h + first;
    a.next = s->next + first;
    return a;
}

/* Every variant and number of units: beside doubles, nothing behind the end, and the bits of two calls for parts. */
void test_recur_cells_variants(void) {
    uint32_t rng = 1;
    for (size_t round = 0; round < CELLS * UNITS; round++) {
        int cell = (int)(round % CELLS);
        size_t units = round / CELLS + 1, cut = units / 3;
        cell_state from;
        float *numbers = (float *)(void *)&from;
        for (size_t i = 0; i < sizeof from / sizeof *numbers; i++) numbers[i] = 4 * (float)recur_number(&rng);
        expect_cell(&from, cell);
        for (uint64_t features = test_features();; features &= features - 1) {
            const cm_prims *p = cm_prims_select(features);
            cm_recur_cell_fn *const fn[] = {p->lstm_cell, p->gru_reset, p->gru_update, p->gru_linear};
            cell_state s = from, parts = from;
            cm_recur_cell_args whole = cell_args(&s, 0, units);
            cm_recur_cell_args low = cell_args(&parts, 0, cut), high = cell_args(&parts, cut, units - cut);
            fn[cell](&whole);
            fn[cell](&low);
            fn[cell](&high);
            CHECK_MSG(memcmp(&s, &parts, sizeof s) == 0, "%s: cell %d, %zu units", p->name, cell, units);
            for (size_t u = 0; u <= UNITS; u++) {
                if (u >= units) {
                    CHECK(s.kept[u] == from.kept[u] && s.next[u] == from.next[u]);
                    continue;
                }
                double kept = fabs((double)s.kept[u] - from.want_kept[u]);
                double next = fabs((double)s.next[u] - from.want_next[u]);
                CHECK_MSG(kept <= 4e-6 && next <= 4e-6, "%s: cell %d, unit %zu of %zu: off by %g and %g", p->name, cell,
                          u, units, kept, next);
            }
            if (features == 0) break;
        }
    }
}

/* ---- tasks ---- */

cm_setup_fn cm_lstm_setup;

/* What a layer of one unit and one input asks for: its steps are many and take about as long as 4096 multiply-adds
 * each, so that a task takes at most a thousand of them. */
void test_recur_thin_tasks(void) {
    size_t x[] = {100000, 1, 1}, w[] = {1, 4, 1}, y[] = {100000, 1, 1, 1};
    float data[4] = {0};
    cm_tensor values[4] = {{.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 3, .dims = x, .n = 100000}};
    for (size_t i = 1; i < 4; i++) values[i] = values[0];
    for (size_t i = 1; i < 3; i++) values[i].dims = w, values[i].n = 4, values[i].data = data;
    values[3].rank = 4;
    values[3].dims = y;
    const cm_id ids[] = {0, 1, 2, 3};
    uint32_t params[HARNESS_PARAMS] = {0};
    cameo_error e = {0};
    cm_kctx k = {.op = &cm_op_LSTM, .params = params, .values = values, .in_ids = ids, .out_ids = ids + 3, .e = &e};
    cm_setup s = {0};
    k.n_in = 3;
    k.n_out = 1;
    k.prims = cm_prims_select(0);
    CHECK_INT(cm_lstm_setup(&k, &s), CAMEO_OK);
    CHECK_INT(s.n_phases, 4);
    CHECK_INT(s.phase[2].n_tasks, 1);
    CHECK_MSG(s.phase[2].repeat >= 97 && s.phase[2].repeat <= 100, "%u iterations", s.phase[2].repeat);
}
