/* bench_conv.c — speed of Conv of f32 on one core, with channels in front of the spatial axes (plain) and behind them
 * (last), weights packed, as GFLOP/s and, channels last, as a fraction of what independent multiply-adds reach on the
 * same core. Processor time of the thread, best of the rounds.
 *
 *   bench_conv [word]     only the lines whose name contains the word */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "bench/peak.h"
#include "kernels/conv.h"
#include "providers/provider.h"

#define BENCH_SECONDS 0.12
#define BENCH_ROUNDS 4

/* GFLOP/s of AVX2; 0 where there is none. */
static double peak(void) { return (cm_cpu_detect() & CM_CPU_AVX2_FMA) != 0 ? peak_of("avx2") : 0; }

static void *must_alloc(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (p == NULL) exit(1);
    memset(p, 0, bytes);
    return p;
}

typedef struct bench_case {
    const char *name;
    uint32_t n, axes; /* spatial axes: 1 to 3, each of size `in` */
    uint32_t c, m, group, in, kernel, stride, dilation, pad;
} bench_case;

/* A node with its operands, for one layout. */
typedef struct bench_node {
    cm_conv_params params;
    size_t x_dims[CM_MAX_RANK], w_dims[CM_MAX_RANK], y_dims[CM_MAX_RANK], b_dims[1];
    cm_tensor value[4];
    cm_id in[3], out[1];
    cm_kctx k;
    cm_setup setup;
    const cm_row *row;
    double flops;
} bench_node;

static void bench_tensor(cm_tensor *t, uint32_t rank, const size_t *dims, uint32_t seed) {
    *t = (cm_tensor){.dims = dims,
                     .rank = (uint8_t)rank,
                     .dtype = CAMEO_FLOAT,
                     .kind = CAMEO_KIND_TENSOR,
                     .n = 1};
    for (uint32_t i = 0; i < rank; i++) t->n *= dims[i];
    float *p = must_alloc(t->n * sizeof *p);
    for (size_t i = 0; i < t->n; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (float)(seed >> 8) / 8388608.0f - 1.0f;
    }
    t->data = p;
}

static void bench_dims(bench_node *b, const bench_case *c, bool last) {
    uint32_t rank = c->axes + 2, at = last ? 1 : 2, channel = last ? rank - 1 : 1;
    size_t out = (c->in + 2 * c->pad - (c->kernel - 1) * c->dilation - 1) / c->stride + 1;
    cm_window_attrs *w = &b->params.window;
    b->flops = 2.0 * c->n * c->m * (c->c / c->group);
    for (uint32_t i = 0; i < c->axes; i++) {
        b->x_dims[at + i] = c->in;
        b->y_dims[at + i] = out;
        b->w_dims[2 + i] = c->kernel;
        w->kernel_shape[i] = (int32_t)c->kernel;
        w->strides[i] = (int32_t)c->stride;
        w->dilations[i] = (int32_t)c->dilation;
        w->pads[i] = w->pads[i + c->axes] = (int32_t)c->pad;
        b->flops *= (double)(out * c->kernel);
    }
    w->n_kernel_shape = w->n_strides = w->n_dilations = (int32_t)c->axes;
    w->n_pads = 2 * (int32_t)c->axes;
    b->x_dims[0] = b->y_dims[0] = c->n;
    b->x_dims[channel] = c->c;
    b->y_dims[channel] = b->w_dims[0] = b->b_dims[0] = c->m;
    b->w_dims[1] = c->c / c->group;
    b->params.group = (int32_t)c->group;
    b->params.channels_last = last;
    b->params.activation.fn = CM_ACTIVATION_RELU;
}

static const cm_row *bench_select(bench_node *b, uint64_t features) {
    cm_avalue av[4];
    const cm_avalue *in[3] = {&av[0], &av[1], &av[2]};
    memset(av, 0, sizeof av);
    for (int i = 0; i < 4; i++) {
        av[i].kind = CAMEO_KIND_TENSOR;
        av[i].dtype = CAMEO_FLOAT;
        av[i].rank = b->value[i].rank;
        av[i].n_elem = CM_NONE;
        for (uint32_t a = 0; a < av[i].rank; a++) av[i].dims[a] = (cm_dim)b->value[i].dims[a];
    }
    cm_row_query q = {&cm_op_Conv, &b->params, 3, 1, in, &av[3], 6};
    return cm_cpu_select(&cameo_ops_all, &q, features);
}

static void bench_begin(bench_node *b, const bench_case *c, bool last, uint64_t features) {
    uint32_t rank = c->axes + 2;
    memset(b, 0, sizeof *b);
    bench_dims(b, c, last);
    bench_tensor(&b->value[0], rank, b->x_dims, 1);
    bench_tensor(&b->value[1], rank, b->w_dims, 2);
    bench_tensor(&b->value[2], 1, b->b_dims, 3);
    bench_tensor(&b->value[3], rank, b->y_dims, 4);
    for (uint32_t i = 0; i < 3; i++) b->in[i] = i;
    b->out[0] = 3;
    b->k = (cm_kctx){.op = &cm_op_Conv,
                     .params = &b->params,
                     .values = b->value,
                     .in_ids = b->in,
                     .out_ids = b->out,
                     .n_in = 3,
                     .n_out = 1,
                     .since = 11,
                     .prims = cm_prims_select(features)};
    b->row = bench_select(b, features);
    if (b->row->pack != NULL && b->row->pack->in == 1) {
        size_t size;
        if (b->row->pack->size(&b->k, 1, &size) != CAMEO_OK) exit(1);
        float *packed = must_alloc(size);
        b->row->pack->pack(&b->k, 1, packed);
        free(b->value[1].data);
        b->value[1].data = packed;
        b->value[1].format = b->row->pack->format;
    }
    if (b->row->setup(&b->k, &b->setup) != CAMEO_OK) exit(1);
    b->k.scratch = must_alloc(b->setup.scratch);
    b->k.worker_scratch = must_alloc(b->setup.worker_scratch);
}

static void bench_run(const bench_node *b) {
    for (uint32_t p = 0; p < b->setup.n_phases; p++) {
        for (uint32_t t = 0; t < b->setup.phase[p].n_tasks; t++) {
            if (b->row->run(&b->k, p, t, t + 1) != CAMEO_OK) exit(1);
        }
    }
}

/* GFLOP/s. */
static double bench_rate(const bench_node *b) {
    double best = 0;
    bench_run(b);
    for (int r = 0; r < BENCH_ROUNDS; r++) {
        double t0 = now(), t1;
        int runs = 0;
        do {
            bench_run(b);
            runs++;
            t1 = now();
        } while (t1 - t0 < BENCH_SECONDS / BENCH_ROUNDS);
        double rate = b->flops * runs / (t1 - t0) * 1e-9;
        if (rate > best) best = rate;
    }
    return best;
}

static void bench_end(bench_node *b) {
    for (int i = 0; i < 4; i++) free(b->value[i].data);
    free(b->k.scratch);
    free(b->k.worker_scratch);
}

static const bench_case cases[] = {
    /* name           n axes   c    m  group  in kernel stride dilation pad */
    {"3x3 16", 1, 2, 16, 16, 1, 112, 3, 1, 1, 1},
    {"3x3 16-64", 1, 2, 16, 64, 1, 55, 3, 1, 1, 1},
    {"3x3 32-16", 1, 2, 32, 16, 1, 112, 3, 1, 1, 1},
    {"3x3 128-32", 1, 2, 128, 32, 1, 56, 3, 1, 1, 1},
    {"3x3 128-32 14", 1, 2, 128, 32, 1, 14, 3, 1, 1, 1},
    {"3x3 512 14", 1, 2, 512, 512, 1, 14, 3, 1, 1, 1},
    {"3x3 512 28", 1, 2, 512, 512, 1, 28, 3, 1, 1, 1},
    {"3x3 32", 1, 2, 32, 32, 1, 112, 3, 1, 1, 1},
    {"3x3 18", 1, 2, 18, 18, 1, 56, 3, 1, 1, 1},
    {"3x3 36", 1, 2, 36, 36, 1, 28, 3, 1, 1, 1},
    {"3x3 56", 1, 2, 56, 56, 1, 28, 3, 1, 1, 1},
    {"3x3 256 13", 1, 2, 256, 256, 1, 13, 3, 1, 1, 1},
    {"3x3 64", 1, 2, 64, 64, 1, 56, 3, 1, 1, 1},
    {"3x3 128", 1, 2, 128, 128, 1, 28, 3, 1, 1, 1},
    {"3x3 256", 1, 2, 256, 256, 1, 14, 3, 1, 1, 1},
    {"3x3 512", 1, 2, 512, 512, 1, 7, 3, 1, 1, 1},
    {"3x3 64 large", 1, 2, 64, 64, 1, 128, 3, 1, 1, 1},
    {"3x3 s2", 1, 2, 128, 128, 1, 56, 3, 2, 1, 1},
    {"3x3 d2", 1, 2, 64, 96, 1, 40, 3, 1, 2, 2},
    {"5x5 48", 1, 2, 48, 64, 1, 28, 5, 1, 1, 2},
    {"1x1 16-96", 1, 2, 16, 96, 1, 112, 1, 1, 1, 0},
    {"1x1 96-24", 1, 2, 96, 24, 1, 56, 1, 1, 1, 0},
    {"1x1 64-256", 1, 2, 64, 256, 1, 56, 1, 1, 1, 0},
    {"1x1 256-64", 1, 2, 256, 64, 1, 56, 1, 1, 1, 0},
    {"1x1 1024-256", 1, 2, 1024, 256, 1, 14, 1, 1, 1, 0},
    {"1x1 2048-512", 1, 2, 2048, 512, 1, 7, 1, 1, 1, 0},
    {"1x1 192-1152 7", 1, 2, 192, 1152, 1, 7, 1, 1, 1, 0},
    {"1x1 1152-192 7", 1, 2, 1152, 192, 1, 7, 1, 1, 1, 0},
    {"1x1 112-672 14", 1, 2, 112, 672, 1, 14, 1, 1, 1, 0},
    {"1x1 960-240 1", 1, 2, 960, 240, 1, 1, 1, 1, 1, 0},
    {"1x1 s2", 1, 2, 256, 512, 1, 56, 1, 2, 1, 0},
    {"first 7x7", 1, 2, 3, 64, 1, 224, 7, 2, 1, 3},
    {"first 3x3", 1, 2, 3, 32, 1, 224, 3, 2, 1, 1},
    {"first 3x3 1", 1, 2, 1, 64, 1, 224, 3, 1, 1, 1},
    {"last 3x3 3", 1, 2, 64, 3, 1, 128, 3, 1, 1, 1},
    {"last 9x9 1", 1, 2, 32, 1, 1, 128, 9, 1, 1, 4},
    {"1-D 80-384", 1, 1, 80, 384, 1, 1500, 3, 1, 1, 1},
    {"1-D 1-64 k10", 1, 1, 1, 512, 1, 16000, 10, 5, 1, 0},
    {"3-D 32", 1, 3, 32, 32, 1, 24, 3, 1, 1, 1},
    {"group 32x4", 1, 2, 128, 128, 32, 56, 3, 1, 1, 1},
    {"group 16x8",    1, 2,  128,  128,  16,  56, 3, 1, 1, 1},
    {"group 50x8 14", 1, 2,  400,  400,  50,  14, 3, 1, 1, 1},
    {"group 32x16", 1, 2, 512, 512, 32, 14, 3, 1, 1, 1},
    {"group 8x32", 1, 2, 256, 256, 8, 28, 3, 1, 1, 1},
    {"group 4x64 1", 1, 2, 256, 256, 4, 28, 1, 1, 1, 0},
    {"dw 3x3 32", 1, 2, 32, 32, 32, 112, 3, 1, 1, 1},
    {"dw 3x3 96 s2", 1, 2, 96, 96, 96, 112, 3, 2, 1, 1},
    {"dw 3x3 144", 1, 2, 144, 144, 144, 56, 3, 1, 1, 1},
    {"dw 3x3 960", 1, 2, 960, 960, 960, 7, 3, 1, 1, 1},
    {"dw 5x5 240", 1, 2, 240, 240, 240, 14, 5, 1, 1, 2},
    {"dw 7x7 96", 1, 2, 96, 96, 96, 56, 7, 1, 1, 3},
    {"dw 1-D k31", 1, 1, 256, 256, 256, 500, 31, 1, 1, 15},
    {"dw 3-D 64", 1, 3, 64, 64, 64, 16, 3, 1, 1, 1},
    {"dw x2", 1, 2, 64, 128, 64, 56, 3, 1, 1, 1},
};

int main(int argc, char **argv) {
    uint64_t features = cm_cpu_detect();
    double top = peak();
    printf("%.1f GFLOP/s peak (AVX2)\n%-16s %9s %9s %6s %6s\n", top, "", "plain", "last", "ratio",
           "peak");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double rate[2];
        if (argc > 1 && strstr(cases[i].name, argv[1]) == NULL) continue;
        for (int last = 0; last < 2; last++) {
            bench_node b;
            bench_begin(&b, &cases[i], last != 0, features);
            rate[last] = bench_rate(&b);
            bench_end(&b);
        }
        printf("%-16s %9.1f %9.1f %6.2f %5.0f%%\n", cases[i].name, rate[0], rate[1],
               rate[1] / rate[0], top > 0 ? 100 * rate[1] / top : 0);
        fflush(stdout);
    }
    return 0;
}
