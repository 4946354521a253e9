/* gpt2.c — see gpt2.h. */
#include "gpt2.h"

#include <stdio.h>

enum { MANY_NAMES = 64 }; /* more than a layer has in use at a time */

typedef struct gpt2 {
    const gpt2_sizes *z;
    cameo_builder *b;
    float *weights; /* those that are left */
    uint32_t chance;
    int layer;
    int n_names;
    char names[MANY_NAMES][32]; /* of the newest calls of own */
} gpt2;

/* The name of a value of this layer. */
static const char *own(gpt2 *g, const char *what) {
    char *name = g->names[g->n_names++ % MANY_NAMES];
    snprintf(name, sizeof g->names[0], "%s_%d", what, g->layer);
    return name;
}

/* ---- nodes ---- */

static void add(gpt2 *g, const char *op_type, const char *out, size_t n_in, const char *const *in) {
    cameo_node node = {.op_type = op_type, .inputs = in, .n_inputs = n_in, .outputs = &out, .n_outputs = 1};
    (void)cameo_builder_node(g->b, &node);
}

static void add1(gpt2 *g, const char *op_type, const char *a, const char *out) {
    add(g, op_type, out, 1, (const char *[]){a});
}

static void add2(gpt2 *g, const char *op_type, const char *a, const char *b, const char *out) {
    add(g, op_type, out, 2, (const char *[]){a, b});
}

static void set_int(gpt2 *g, const char *name, int64_t i) {
    (void)cameo_builder_attr(g->b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_INT, .i = i});
}

static void transpose(gpt2 *g, const char *x, const char *out, const int64_t perm[4]) {
    add1(g, "Transpose", x, out);
    (void)cameo_builder_attr(g->b, &(cameo_attr){"perm", CAMEO_ATTR_INTS, .n = 4, .ints = perm});
}

/* ---- constants ---- */

static float root_of(float x) {
    float root = x > 1 ? x : 1;
    for (int i = 0; i < 40; i++) root = (root + x / root) / 2; /* Newton's method */
    return root;
}

/* Weights [rows][columns] (rows 0: [columns]), from center - spread to center + spread. */
static void weights(gpt2 *g, const char *name, int64_t rows, int64_t columns, float center, float spread) {
    cameo_tensor t = {CAMEO_FLOAT, rows == 0 ? 1 : 2, {rows == 0 ? columns : rows, columns}, g->weights, 0};
    size_t n = (size_t)((rows == 0 ? 1 : rows) * columns);
    for (size_t i = 0; i < n; i++) {
        g->chance = g->chance * 1664525u + 1013904223u;
        g->weights[i] = center + spread * ((float)(g->chance >> 8) / 8388608.0f - 1.0f);
    }
    t.bytes = n * sizeof(float);
    g->weights += n;
    (void)cameo_builder_init(g->b, name, &t);
}

static void integers(gpt2 *g, const char *name, uint32_t n, int64_t *v) {
    (void)cameo_builder_init(g->b, name, &(cameo_tensor){CAMEO_INT64, 1, {n}, v, n * sizeof *v});
}

/* ---- layers ---- */

/* out = x w + bias */
static void linear(gpt2 *g, const char *what, const char *x, int64_t rows, int64_t columns, const char *out) {
    char w[32], bias[32], product[32];
    snprintf(w, sizeof w, "%s_w_%d", what, g->layer);
    snprintf(bias, sizeof bias, "%s_b_%d", what, g->layer);
    snprintf(product, sizeof product, "%s_p_%d", what, g->layer);
    weights(g, w, rows, columns, 0, root_of(3.0f / (float)rows)); /* sums of inputs of variance 1 have it, too */
    weights(g, bias, 0, columns, 0, 0.1f);
    add2(g, "MatMul", x, w, product);
    add2(g, "Add", product, bias, out);
}

static void normalize(gpt2 *g, const char *what, const char *x, const char *out) {
    char scale[32], bias[32];
    snprintf(scale, sizeof scale, "%s_scale_%d", what, g->layer);
    snprintf(bias, sizeof bias, "%s_bias_%d", what, g->layer);
    weights(g, scale, 0, g->z->width, 1, 0.1f);
    weights(g, bias, 0, g->z->width, 0, 0.1f);
    add(g, "LayerNormalization", out, 3, (const char *[]){x, scale, bias});
}

/* present = the past and what x [1][1][width] is as heads. */
static void join(gpt2 *g, const char *x, const char *past, const char *present) {
    const gpt2_sizes *z = g->z;
    const int64_t dims[4] = {1, z->heads, -1, z->width / z->heads};
    cameo_type before = cameo_tensor_type(past, CAMEO_FLOAT, 4, dims);
    cameo_type after = cameo_tensor_type(present, CAMEO_FLOAT, 4, dims);
    before.dim_params[2] = (cameo_string){"past", 4};
    after.dim_params[2] = (cameo_string){"all", 3};
    (void)cameo_builder_input(g->b, &before);
    (void)cameo_builder_output(g->b, &after);
    char apart[32], heads[32];
    snprintf(apart, sizeof apart, "%s_apart", x);
    snprintf(heads, sizeof heads, "%s_heads", x);
    add2(g, "Reshape", x, "to_heads", apart);
    transpose(g, apart, heads, (int64_t[]){0, 2, 1, 3});
    add2(g, "Concat", past, heads, present);
    set_int(g, "axis", 2);
}

/* out = softmax(q K^T / sqrt(depth)) V; K, V the presents. */
static void attend(gpt2 *g, const char *q, const char *out) {
    add2(g, "Reshape", q, "to_heads", own(g, "q_apart"));
    transpose(g, own(g, "q_apart"), own(g, "q_heads"), (int64_t[]){0, 2, 1, 3});
    transpose(g, own(g, "present_key"), own(g, "keys"), (int64_t[]){0, 1, 3, 2});
    add2(g, "MatMul", own(g, "q_heads"), own(g, "keys"), own(g, "scores"));
    add2(g, "Div", own(g, "scores"), "root", own(g, "scaled"));
    add1(g, "Softmax", own(g, "scaled"), own(g, "shares"));
    set_int(g, "axis", -1);
    add2(g, "MatMul", own(g, "shares"), own(g, "present_value"), own(g, "sums"));
    transpose(g, own(g, "sums"), own(g, "turned"), (int64_t[]){0, 2, 1, 3});
    add2(g, "Reshape", own(g, "turned"), "to_row", out);
}

/* x += attention(x); out = x + mlp(x) */
static void block(gpt2 *g, const char *x, const char *out) {
    int64_t w = g->z->width;
    normalize(g, "norm1", x, own(g, "n1"));
    linear(g, "qkv", own(g, "n1"), w, 3 * w, own(g, "qkv"));
    const char *parts[3] = {own(g, "q"), own(g, "k"), own(g, "v")};
    cameo_node split = {.op_type = "Split", .outputs = parts, .n_outputs = 3, .n_inputs = 1};
    split.inputs = (const char *[]){own(g, "qkv")};
    (void)cameo_builder_node(g->b, &split);
    set_int(g, "axis", 2);
    set_int(g, "num_outputs", 3);
    join(g, own(g, "k"), own(g, "past_key"), own(g, "present_key"));
    join(g, own(g, "v"), own(g, "past_value"), own(g, "present_value"));
    attend(g, own(g, "q"), own(g, "attended"));
    linear(g, "project", own(g, "attended"), w, w, own(g, "projected"));
    add2(g, "Add", x, own(g, "projected"), own(g, "middle"));
    normalize(g, "norm2", own(g, "middle"), own(g, "n2"));
    linear(g, "up", own(g, "n2"), w, 4 * w, own(g, "wide"));
    add1(g, "Gelu", own(g, "wide"), own(g, "bent"));
    linear(g, "down", own(g, "bent"), 4 * w, w, own(g, "narrow"));
    add2(g, "Add", own(g, "middle"), own(g, "narrow"), out);
}

/* ---- the network ---- */

size_t gpt2_n_weights(const gpt2_sizes *z) {
    size_t w = (size_t)z->width, layer = 12 * w * w + 13 * w; /* linear: w * 3w, w * w, w * 4w, 4w * w */
    return (size_t)z->layers * layer + ((size_t)z->words * 2 + (size_t)z->context + 2) * w + (size_t)z->words;
}

void gpt2_build(const gpt2_sizes *z, float *room, cameo_builder *b) {
    gpt2 g = {.z = z, .b = b, .weights = room, .chance = 1};
    float root = root_of((float)z->width / (float)z->heads);
    cameo_type token = cameo_tensor_type("token", CAMEO_INT64, 2, (int64_t[]){1, 1});
    cameo_type position = cameo_tensor_type("position", CAMEO_INT64, 1, (int64_t[]){1});
    cameo_type logits = cameo_tensor_type("logits", CAMEO_FLOAT, 3, (int64_t[]){1, 1, z->words});
    (void)cameo_builder_opset(b, "", 20);
    (void)cameo_builder_input(b, &token);
    (void)cameo_builder_input(b, &position);
    (void)cameo_builder_output(b, &logits);
    (void)cameo_builder_init(b, "root", &(cameo_tensor){CAMEO_FLOAT, 0, {0}, &root, sizeof root});
    integers(&g, "to_heads", 4, (int64_t[]){0, 0, z->heads, z->width / z->heads});
    integers(&g, "to_row", 3, (int64_t[]){0, 0, z->width});
    weights(&g, "words", z->words, z->width, 0, 1);
    weights(&g, "positions", z->context, z->width, 0, 1);
    add2(&g, "Gather", "words", "token", "word");
    add2(&g, "Gather", "positions", "position", "place");
    add2(&g, "Add", "word", "place", "x_0");
    for (g.layer = 0; g.layer < (int)z->layers; g.layer++) {
        char next[32];
        snprintf(next, sizeof next, "x_%d", g.layer + 1);
        block(&g, own(&g, "x"), next);
    }
    normalize(&g, "norm", own(&g, "x"), "last");
    linear(&g, "head", "last", z->width, z->words, "logits");
}
