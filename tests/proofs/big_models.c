/* big_models.c — writes models of 16 to 40 MB, each all but one weight, for tests/parts/49_memory.sh: what becomes of
 * the weight must not lie in memory beside it.
 *
 *   conv     BatchNormalization(Conv(x, w)): w is scaled, then packed
 *   deconv   BatchNormalization(ConvTranspose(x, w)): the same, packed in another order
 *   product  MatMul(x, w) + c of 8 rows: w is packed by the first run
 *   tied     MatMul(Gather(w, i), Transpose(w)) of one row: w is read where it lies
 *   lstm     LSTM(x, ones, w) of four steps: w, which is R, is packed together with W
 *
 *   big_models DIR     writes DIR/NAME.onnx */
#include <stdio.h>
#include <stdlib.h>

#include "include/cameo.h"

#define BIG_CHANNELS 512

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t big_memory[1 << 17];
static float *big_floats; /* weights of the model; all others are ones */
static float big_ones[4096];

static cameo_tensor big_tensor(float *data, uint32_t rank, const int64_t *dims) {
    cameo_tensor t = {.dtype = CAMEO_FLOAT, .rank = rank, .data = data, .bytes = sizeof *data};
    for (uint32_t i = 0; i < rank; i++) {
        t.dims[i] = dims[i];
        t.bytes *= (size_t)dims[i];
    }
    return t;
}

/* Small numbers of both signs, none of them repeated soon. */
static void big_init(cameo_builder *b, const char *name, uint32_t rank, const int64_t *dims) {
    cameo_tensor t = big_tensor(NULL, rank, dims);
    uint32_t seed = 1;
    big_floats = malloc(t.bytes);
    if (big_floats == NULL) exit(2);
    for (size_t i = 0; i < t.bytes / sizeof(float); i++) {
        seed = seed * 1664525u + 1013904223u; /* Numerical Recipes, 2nd ed., 7.1 */
        big_floats[i] = ((float)(seed >> 8) - 8388608.0f) * 0x1p-30f;
    }
    t.data = big_floats;
    (void)cameo_builder_init(b, name, &t);
}

static void big_row(cameo_builder *b, const char *name, int64_t n) {
    cameo_tensor t = big_tensor(big_ones, 1, &n);
    (void)cameo_builder_init(b, name, &t);
}

static void big_input(cameo_builder *b, const char *name, cameo_dtype dtype, uint32_t rank,
                      const int64_t *dims) {
    cameo_type type = cameo_tensor_type(name, dtype, rank, dims);
    (void)cameo_builder_input(b, &type);
}

static void big_output(cameo_builder *b, uint32_t rank, const int64_t *dims) {
    cameo_type type = cameo_tensor_type("y", CAMEO_FLOAT, rank, dims);
    (void)cameo_builder_output(b, &type);
}

static void big_node(cameo_builder *b, const char *op_type, const char *in0, const char *in1,
                     const char *out) {
    const char *inputs[] = {in0, in1};
    cameo_node node = {.op_type = op_type, .inputs = inputs, .outputs = &out, .n_outputs = 1};
    node.n_inputs = in1 == NULL ? 1 : 2;
    (void)cameo_builder_node(b, &node);
}

static void big_ints(cameo_builder *b, const char *name, size_t n, const int64_t *v) {
    (void)cameo_builder_attr(
        b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_INTS, .ints = v, .n = n});
}

static void big_batchnorm(cameo_builder *b) {
    static const char *const inputs[] = {"h", "scale", "shift", "mean", "var"}, *const out = "y";
    for (int i = 1; i < 5; i++) big_row(b, inputs[i], BIG_CHANNELS);
    cameo_node node = {.op_type = "BatchNormalization", .inputs = inputs, .n_inputs = 5};
    node.outputs = &out;
    node.n_outputs = 1;
    (void)cameo_builder_node(b, &node);
}

static void big_conv(cameo_builder *b) {
    big_input(b, "x", CAMEO_FLOAT, 4, (int64_t[]){1, 1536, 3, 3});
    big_init(b, "w", 4, (int64_t[]){BIG_CHANNELS, 1536, 3, 3});
    big_node(b, "Conv", "x", "w", "h");
    big_batchnorm(b);
    big_output(b, 4, (int64_t[]){1, BIG_CHANNELS, 1, 1});
}

static void big_deconv(cameo_builder *b) {
    big_input(b, "x", CAMEO_FLOAT, 4, (int64_t[]){1, 1024, 2, 2});
    big_init(b, "w", 4, (int64_t[]){1024, BIG_CHANNELS, 4, 4});
    big_node(b, "ConvTranspose", "x", "w", "h");
    big_ints(b, "strides", 2, (int64_t[]){2, 2});
    big_batchnorm(b);
    big_output(b, 4, (int64_t[]){1, BIG_CHANNELS, 6, 6});
}

static void big_product(cameo_builder *b) {
    big_input(b, "x", CAMEO_FLOAT, 3, (int64_t[]){1, 8, 2048});
    big_init(b, "w", 2, (int64_t[]){2048, 4096});
    big_row(b, "c", 4096);
    big_node(b, "MatMul", "x", "w", "h");
    big_node(b, "Add", "h", "c", "y");
    big_output(b, 3, (int64_t[]){1, 8, 4096});
}

static void big_tied(cameo_builder *b) {
    big_input(b, "i", CAMEO_INT64, 2, (int64_t[]){1, 1});
    big_init(b, "w", 2, (int64_t[]){16384, 512});
    big_node(b, "Gather", "w", "i", "x");
    big_node(b, "Transpose", "w", NULL, "t");
    big_node(b, "MatMul", "x", "t", "y");
    big_output(b, 3, (int64_t[]){1, 1, 16384});
}

static void big_lstm(cameo_builder *b) {
    static const char *const inputs[] = {"x", "ones", "w"}, *const out = "y";
    cameo_tensor ones = big_tensor(big_ones, 3, (int64_t[]){1, 4096, 1});
    cameo_node node = {.op_type = "LSTM", .inputs = inputs, .n_inputs = 3, .outputs = &out, .n_outputs = 1};
    big_input(b, "x", CAMEO_FLOAT, 3, (int64_t[]){4, 1, 1});
    (void)cameo_builder_init(b, "ones", &ones);
    big_init(b, "w", 3, (int64_t[]){1, 4096, 1024});
    (void)cameo_builder_node(b, &node);
    big_output(b, 4, (int64_t[]){4, 1, 1, 1024});
}

static cameo_status big_put(void *ctx, const void *bytes, size_t n) {
    return fwrite(bytes, 1, n, ctx) == n ? CAMEO_OK : CAMEO_E_IO;
}

static bool big_write(const char *folder, const char *name, void (*make)(cameo_builder *b)) {
    char path[1024];
    cameo_error e = {0};
    cameo_builder *b = NULL;
    cameo_memory memory = {big_memory, sizeof big_memory};
    (void)snprintf(path, sizeof path, "%s/%s.onnx", folder, name);
    FILE *f = fopen(path, "wb");
    bool ok = f != NULL && cameo_builder_create(memory, NULL, &b, &e) == CAMEO_OK;
    if (ok) {
        (void)cameo_builder_opset(b, "", 17);
        make(b);
        ok = cameo_builder_finish(b, &e) == CAMEO_OK &&
             cameo_builder_write(b, big_put, f) == CAMEO_OK;
    }
    free(big_floats);
    big_floats = NULL;
    if (f != NULL && fclose(f) != 0) ok = false;
    if (!ok) fprintf(stderr, "%s: not written %s\n", path, e.msg);
    return ok;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: big_models DIR\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof big_ones / sizeof *big_ones; i++) big_ones[i] = 1.0f;
    bool ok = big_write(argv[1], "conv", big_conv) && big_write(argv[1], "deconv", big_deconv) &&
              big_write(argv[1], "product", big_product) && big_write(argv[1], "tied", big_tied) &&
              big_write(argv[1], "lstm", big_lstm);
    return ok ? 0 : 1;
}
