/* gelu.c — a rewrite of one's own: the five nodes in which exporters write GELU become one operator of this program.
 *
 *     cc -Iinclude examples/rewrite/gelu.c build/libcameo.a -lpthread -lm -o gelu && ./gelu
 *
 * The model is made here, too: y = 0.5 * x * (1 + erf(x / sqrt(2))). It is run with the rewrite and without; the
 * program prints how often the rewrite was applied, and how far apart the results are. */
#include <math.h>
#include <stdio.h>

#include "cameo.h"

enum { N = 1000 };

/* ---- the operator ---- */

static cameo_status gelu_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT || x.rank == UINT32_MAX)
        return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no float32 tensor of known rank");
    for (uint32_t i = 0; i < x.rank; i++) x.dims[i] = CAMEO_DIM_OF(0, i); /* free dims stay what they are */
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

static cameo_status gelu_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    const float *from = x.data;
    float *to = y.data;
    for (size_t i = 0; i < x.bytes / sizeof *from; i++) to[i] = 0.5f * from[i] * (1 + erff(from[i] * 0.70710678f));
    return CAMEO_OK;
}

static const cameo_op gelu_op = {.size = sizeof(cameo_op),
                                 .domain = "example",
                                 .op_type = "Gelu",
                                 .shape = gelu_shape,
                                 .run = gelu_run};

/* ---- the rewrite ---- */

#define NAMES(...) ((const char *const[]){__VA_ARGS__})

static cameo_status gelu_build(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                               cameo_error *e) {
    (void)ctx, (void)graph, (void)m, (void)e;
    cameo_builder_opset(b, "example", 1);
    return cameo_builder_node(b, &(cameo_node){.op_type = "Gelu", .domain = "example", .inputs = NAMES("x"),
                                               .n_inputs = 1, .outputs = NAMES("y"), .n_outputs = 1});
}

#define NODE2(op, a, b, out) \
    {.op_type = op, .inputs = NAMES(a, b), .n_inputs = 2, .outputs = NAMES(out), .n_outputs = 1}

static int run(const void *bytes, size_t size, bool fused, const float *x, float *y) {
    /* Operands of Add and Mul may stand in either order; equal names are equal values. */
    const cameo_node nodes[] = {
        NODE2("Div", "x", "root", "d"),
        {.op_type = "Erf", .inputs = NAMES("d"), .n_inputs = 1, .outputs = NAMES("e"), .n_outputs = 1},
        NODE2("Add", "e", "one", "a"),
        NODE2("Mul", "x", "a", "m"),
        NODE2("Mul", "m", "half", "y"),
    };
    const cameo_match_constant constants[] = {
        {.name = "root", .value = 1.4142135, .tolerance = 1e-4}, /* some write it in half precision */
        {.name = "one", .value = 1},
        {.name = "half", .value = 0.5}};
    const cameo_rewrite gelu = {.size = sizeof gelu, .name = "example_gelu", .nodes = nodes,
                                .n_nodes = sizeof nodes / sizeof *nodes, .constants = constants, .n_constants = 3,
                                .build = gelu_build};
    const cameo_op *ops[] = {&gelu_op};
    const cameo_rewrite *rewrites[] = {&gelu};
    const cameo_options options = {.custom_ops = ops, .n_custom_ops = 1, .rewrites = rewrites, .n_rewrites = fused,
                                   .n_threads = 1};
    cameo_host *net = NULL;
    cameo_error e = {0};
    cameo_tensor in = {.dtype = CAMEO_FLOAT, .rank = 1, .dims = {N}, .data = (void *)x, .bytes = N * sizeof *x};
    cameo_value inputs[] = {{.kind = CAMEO_KIND_TENSOR, .tensor = in}}, outputs[] = {{.kind = CAMEO_KIND_TENSOR}};
    outputs[0].tensor = (cameo_tensor){.data = y, .bytes = N * sizeof *y};
    if (cameo_host_load(bytes, size, &options, &net, &e) != CAMEO_OK ||
        cameo_host_run(net, inputs, 1, outputs, 1, &e) != CAMEO_OK) {
        fprintf(stderr, "%s: %s\n", cameo_status_name(e.status), e.msg);
        return -1;
    }
    uint32_t index = 0; /* those of the caller come behind the library's */
    while (cameo_rewrite_name(index) != NULL) index++;
    int applied = (int)cameo_host_count_rewrite(net, index);
    cameo_host_free(net);
    return applied;
}

/* ---- a model as exporters write it ---- */

static void make(cameo_builder *b) {
    static float numbers[] = {1.41421354f, 1, 0.5f};
    static const char *const names[] = {"sqrt2", "1", "0.5"};
    const cameo_node nodes[] = {
        NODE2("Div", "X", "sqrt2", "t1"),
        {.op_type = "Erf", .inputs = NAMES("t1"), .n_inputs = 1, .outputs = NAMES("t2"), .n_outputs = 1},
        NODE2("Add", "t2", "1", "t3"),
        NODE2("Mul", "X", "t3", "t4"),
        NODE2("Mul", "t4", "0.5", "Y"),
    };
    const cameo_type x = cameo_tensor_type("X", CAMEO_FLOAT, 1, (const int64_t[]){-1});
    cameo_builder_opset(b, "", 17);
    cameo_builder_value(b, &x);
    for (int i = 0; i < 3; i++)
        cameo_builder_init(b, names[i], &(cameo_tensor){.dtype = CAMEO_FLOAT, .data = &numbers[i], .bytes = 4});
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) cameo_builder_node(b, &nodes[i]);
}

int main(void) {
    static _Alignas(CAMEO_MEMORY_ALIGN) unsigned char memory[1 << 14];
    static float x[N], fused[N], plain[N];
    const cameo_builder_options options = {.data_name = "weights"};
    cameo_builder *b = NULL;
    const void *bytes = NULL;
    size_t size = 0;
    for (int i = 0; i < N; i++) x[i] = (float)(i - N / 2) / 100;
    if (cameo_builder_create((cameo_memory){memory, sizeof memory}, &options, &b, NULL) != CAMEO_OK) return 1;
    make(b);
    if (cameo_builder_finish(b, NULL) != CAMEO_OK || cameo_builder_get_bytes(b, &bytes, &size) != CAMEO_OK) return 1;
    int applied = run(bytes, size, true, x, fused);
    if (run(bytes, size, false, x, plain) != 0) return 1;
    float apart = 0;
    for (int i = 0; i < N; i++) apart = fmaxf(apart, fabsf(fused[i] - plain[i]));
    printf("applied %d time(s), largest difference %.1e\n", applied, (double)apart);
    return applied == 1 && apart < 1e-5f ? 0 : 1;
}
