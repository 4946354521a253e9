/* test_builder.c — graphs made with the public builder: they run as loaded ones do, with inputs and outputs
 * found or set by hand; payloads stay where they are; each mistake has its error; formats of the
 * caller. tests/parts/47_builder.sh does the same with all models of ONNX's tests. */
#include "base/port.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/rebuild.h"

#include <stdlib.h>

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t builder_memory[1 << 16];
static _Alignas(CAMEO_MEMORY_ALIGN) float builder_weights[4096];

static cameo_builder *builder_new(size_t size, const cameo_builder_options *options) {
    cameo_builder *b = NULL;
    cameo_memory m = {builder_memory, size};
    return cameo_builder_create(m, options, &b, NULL) == CAMEO_OK ? b : NULL;
}

/* Texts between commas, in static memory; the next but one call uses it again. */
static size_t builder_split(const char *text, const char **names) {
    static char copies[2][256];
    static int turn;
    char *c = copies[turn = !turn];
    size_t n = 0;
    if (text == NULL) return 0;
    snprintf(c, sizeof copies[0], "%s", text);
    for (;;) {
        names[n++] = c;
        c = strchr(c, ',');
        if (c == NULL) return n;
        *c++ = 0;
    }
}

static cameo_status builder_add(cameo_builder *b, const char *op_type, const char *in,
                                const char *out) {
    const char *ins[8], *outs[8];
    cameo_node node = {.op_type = op_type, .inputs = ins, .outputs = outs};
    node.n_inputs = builder_split(in, ins);
    node.n_outputs = builder_split(out, outs);
    return cameo_builder_node(b, &node);
}

static cameo_status builder_float(cameo_builder *b, const char *name, int64_t dim) {
    cameo_type type = cameo_tensor_type(name, CAMEO_FLOAT, 1, &dim);
    return cameo_builder_value(b, &type);
}

static cameo_status builder_int(cameo_builder *b, const char *name, int64_t v) {
    return cameo_builder_attr(b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_INT, .i = v});
}

static cameo_status builder_constant(cameo_builder *b, const char *name, float *data, int64_t n) {
    cameo_tensor t = {CAMEO_FLOAT, 1, {n}, data, (size_t)n * sizeof *data};
    return cameo_builder_init(b, name, &t);
}

static cameo_host *builder_host(cameo_builder *b, cameo_error *e) {
    cameo_host *h = NULL;
    const void *bytes;
    size_t size;
    cameo_options options = {.external = cameo_builder_external, .external_ctx = b, .n_threads = 1};
    if (cameo_builder_finish(b, e) != CAMEO_OK) return NULL;
    if (cameo_builder_get_bytes(b, &bytes, &size) != CAMEO_OK) return NULL;
    return cameo_host_load(bytes, size, &options, &h, e) == CAMEO_OK ? h : NULL;
}

static cameo_value builder_in(const char *name, float *data, int64_t n) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {n}, data, (size_t)n * sizeof *data};
    return v;
}

static bool builder_input_is(const cameo_model *m, uint32_t i, const char *name) {
    cameo_type type;
    cameo_model_get_input(m, i, &type);
    return type.name.n == strlen(name) && memcmp(type.name.p, name, type.name.n) == 0;
}

static bool builder_output_is(const cameo_model *m, uint32_t i, const char *name) {
    cameo_type type;
    cameo_model_get_output(m, i, &type);
    return type.name.n == strlen(name) && memcmp(type.name.p, name, type.name.n) == 0;
}

/* The digits, call by call from the tables of the loaded file, inputs and outputs found: the same bits. */
void test_builder_digits(void) {
    static float images[20 * 64];
    cameo_host *loaded = NULL, *built = NULL;
    rebuild_memory texts;
    cameo_value out[2] = {{0}, {0}};
    cameo_error e = {0};
    size_t n_test;
    uint8_t *test = exact_read_file("examples/digits/digits_test.bin", &n_test);
    CHECK(test != NULL && n_test >= 20 * 65);
    for (int i = 0; i < 20 * 64; i++) images[i] = (float)test[i / 64 * 65 + i % 64] / 16.0f;
    free(test);
    CHECK(cameo_host_load_file("examples/digits/digits.onnx", NULL, &loaded, &e) == CAMEO_OK);
    cameo_builder *b = builder_new(
        sizeof builder_memory, &(cameo_builder_options){.ir_version = 8, .data_name = "weights"});
    rebuild_model(cameo_host_get_model(loaded), REBUILD_FIND_INPUTS | REBUILD_FIND_OUTPUTS, b,
                  &texts);
    built = builder_host(b, &e);
    CHECK_MSG(built != NULL, "%s", e.msg);
    cameo_value in = {.kind = CAMEO_KIND_TENSOR};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 4, {20, 1, 8, 8}, images, sizeof images};
    CHECK(cameo_host_run(loaded, &in, 1, &out[0], 1, &e) == CAMEO_OK);
    CHECK(cameo_host_run(built, &in, 1, &out[1], 1, &e) == CAMEO_OK);
    CHECK_INT(out[1].tensor.bytes, 20 * 10 * sizeof(float));
    CHECK(memcmp(out[0].tensor.data, out[1].tensor.data, out[0].tensor.bytes) == 0);
    cameo_host_release(loaded, &out[0], 1);
    cameo_host_release(built, &out[1], 1);
    cameo_host_free(loaded);
    cameo_host_free(built);
    rebuild_free(&texts);
}

/* Weights of 16 KiB in a builder of 4 KiB: the session reads them where they are. */
void test_builder_payload_stays(void) {
    if (CM_BIG_ENDIAN) {
        check_skip("payloads are turned around here");
        return;
    }
    cameo_error e = {0};
    float x[4096];
    for (int i = 0; i < 4096; i++) x[i] = builder_weights[i] = (float)i;
    cameo_builder *b = builder_new(4096, &(cameo_builder_options){.data_name = "w"});
    CHECK(b != NULL);
    (void)cameo_builder_opset(b, "", 21);
    (void)builder_float(b, "x", 4096);
    (void)builder_constant(b, "w", builder_weights, 4096);
    (void)builder_add(b, "Add", "x,w", "y");
    cameo_host *h = builder_host(b, &e);
    CHECK_MSG(h != NULL, "%s", e.msg);
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(h), &info);
    CHECK_INT(info.weights_bytes, sizeof builder_weights);
    CHECK_INT(info.copied_bytes + info.packed_bytes + info.folded_bytes, 0);
    cameo_value in = builder_in("x", x, 4096), out = {0};
    CHECK(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK);
    CHECK(((const float *)out.tensor.data)[4095] == 2.0f * 4095.0f);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
}

static cameo_status builder_collect(void *ctx, const void *bytes, size_t size) {
    cameo_string *s = ctx;
    char *p = realloc((void *)(uintptr_t)s->p, s->n + size);
    if (p == NULL) return CAMEO_E_NOMEM;
    memcpy(p + s->n, bytes, size);
    *s = (cameo_string){p, s->n + size};
    return CAMEO_OK;
}

/* Without a data_name the pieces together are a file, weights and all. */
void test_builder_one_file(void) {
    if (CM_BIG_ENDIAN) {
        check_skip("payloads are turned around here");
        return;
    }
    cameo_error e = {0};
    cameo_string file = {NULL, 0}, data = {NULL, 0};
    const void *bytes;
    size_t size;
    cameo_host *h = NULL;
    float x[4096];
    for (int i = 0; i < 4096; i++) x[i] = builder_weights[i] = (float)i;
    cameo_builder *b = builder_new(4096, NULL);
    (void)cameo_builder_opset(b, "ai.onnx", 13);
    (void)builder_float(b, "x", -1);
    (void)builder_constant(b, "w", builder_weights, 4096);
    (void)builder_add(b, "Add", "x,w", "y");
    CHECK(cameo_builder_write(b, builder_collect, &file) == CAMEO_E_ARG); /* not finished */
    CHECK_MSG(cameo_builder_finish(b, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(cameo_builder_get_bytes(b, &bytes, &size) == CAMEO_E_ARG); /* in pieces */
    CHECK(cameo_builder_write(b, builder_collect, &file) == CAMEO_OK);
    CHECK(cameo_builder_write_data(b, builder_collect, &data) == CAMEO_OK && data.n == 0);
    CHECK(file.n > sizeof builder_weights && file.n < sizeof builder_weights + 200);
    CHECK(cameo_host_load(file.p, file.n, NULL, &h, &e) == CAMEO_OK);
    cameo_value in = builder_in("x", x, 4096), out = {0};
    CHECK(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK);
    CHECK(((const float *)out.tensor.data)[4095] == 2.0f * 4095.0f);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    free((void *)(uintptr_t)file.p);
}

/* y = cond ? x + w : x * k, where w, an initializer of the main graph, and x are names from outside;
 * the branch that nothing else mentions x in makes it an input. Both branches have an own "r", as has
 * no graph around them. */
static void builder_make_if(cameo_builder *b) {
    static float two[2] = {2, 3};
    cameo_type cond = cameo_tensor_type("cond", CAMEO_BOOL, 0, NULL);
    (void)cameo_builder_opset(b, "", 17);
    (void)cameo_builder_value(b, &cond);
    (void)builder_float(b, "x", 2);
    (void)builder_constant(b, "w", two, 2);
    (void)builder_add(b, "If", "cond", "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Add", "x,w", "r");
    (void)cameo_builder_end(b);
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "else_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_constant(b, "k", two, 2);
    (void)builder_add(b, "Mul", "x,k", "r");
    (void)cameo_builder_end(b);
    (void)builder_add(b, "Neg", "y", "z");
}

void test_builder_subgraph(void) {
    cameo_error e = {0};
    float x[2] = {10, 20};
    uint8_t cond = 1;
    cameo_builder *b = builder_new(sizeof builder_memory, NULL);
    builder_make_if(b);
    cameo_host *h = builder_host(b, &e);
    CHECK_MSG(h != NULL, "%s", e.msg);
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(cameo_host_get_model(h), &info);
    CHECK_INT(info.n_inputs, 2);
    CHECK_INT(info.n_outputs, 1);
    CHECK_INT(info.ir_version, 10);
    CHECK(builder_input_is(cameo_host_get_model(h), 0, "cond"));
    CHECK(builder_input_is(cameo_host_get_model(h), 1, "x"));
    CHECK(builder_output_is(cameo_host_get_model(h), 0, "z"));
    cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, builder_in("x", x, 2)}, out = {0};
    in[0].tensor = (cameo_tensor){CAMEO_BOOL, 0, {0}, &cond, 1};
    CHECK(cameo_host_run(h, in, 2, &out, 1, &e) == CAMEO_OK);
    CHECK(((float *)out.tensor.data)[0] == -12 && ((float *)out.tensor.data)[1] == -23);
    cond = 0;
    CHECK(cameo_host_run(h, in, 2, &out, 1, &e) == CAMEO_OK);
    CHECK(((float *)out.tensor.data)[0] == -20 && ((float *)out.tensor.data)[1] == -60);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
}

/* A Loop whose body has inputs and outputs set by hand: x doubled three times. */
void test_builder_loop(void) {
    cameo_error e = {0};
    float x[1] = {1.5f};
    int64_t trips = 3;
    uint8_t go = 1;
    cameo_tensor m = {CAMEO_INT64, 0, {0}, &trips, 8}, c = {CAMEO_BOOL, 0, {0}, &go, 1};
    cameo_type i = cameo_tensor_type("i", CAMEO_INT64, 0, NULL), stop = {.name = {"again", 5}};
    cameo_type cond = cameo_tensor_type("c", CAMEO_BOOL, 0, NULL), v = {.name = {"v", 1}};
    cameo_builder *b = builder_new(sizeof builder_memory, NULL);
    (void)cameo_builder_opset(b, "", 13);
    (void)builder_float(b, "x", 1);
    (void)cameo_builder_init(b, "trips", &m);
    (void)cameo_builder_init(b, "go", &c);
    (void)builder_add(b, "Loop", "trips,go,x", "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "body", .type = CAMEO_ATTR_GRAPH});
    (void)cameo_builder_input(b, &i);
    (void)cameo_builder_input(b, &cond);
    (void)cameo_builder_input(b, &v);
    (void)builder_float(b, "v", 1);
    (void)builder_add(b, "Identity", "c", "again");
    (void)builder_add(b, "Add", "v,v", "next");
    (void)cameo_builder_output(b, &stop);
    v.name.p = "next";
    v.name.n = 4;
    (void)cameo_builder_output(b, &v);
    (void)cameo_builder_end(b);
    cameo_host *h = builder_host(b, &e);
    CHECK_MSG(h != NULL, "%s", e.msg);
    cameo_value in = builder_in(NULL, x, 1), out = {0};
    CHECK_MSG(cameo_host_run(h, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(((float *)out.tensor.data)[0] == 12);
    cameo_host_release(h, &out, 1);
    cameo_host_free(h);
}

/* mine.Scaled(a) = a * slope, slope an attribute with a default: called with it and without. */
void test_builder_function(void) {
    cameo_error e = {0};
    float x[2] = {3, -1};
    const char *in = "a", *out_name = "r", *in_name = "x";
    cameo_builder *b = builder_new(sizeof builder_memory, NULL);
    (void)cameo_builder_opset(b, "", 18);
    (void)cameo_builder_opset(b, "mine", 1);
    (void)cameo_builder_metadata(b, "key", "text");
    (void)cameo_builder_function(b, &(cameo_function){.domain = "mine",
                                                      .name = "Scaled",
                                                      .inputs = &in,
                                                      .n_inputs = 1,
                                                      .outputs = &out_name,
                                                      .n_outputs = 1});
    (void)cameo_builder_opset(b, "", 18);
    (void)cameo_builder_attr(b,
                             &(cameo_attr){.name = "slope", .type = CAMEO_ATTR_FLOAT, .f = 4.0f});
    (void)builder_add(b, "Constant", NULL, "s");
    (void)cameo_builder_attr(
        b, &(cameo_attr){.name = "value_float", .type = CAMEO_ATTR_FLOAT, .ref = "slope"});
    (void)builder_add(b, "Mul", "a,s", "r");
    (void)cameo_builder_end(b);
    (void)builder_float(b, "x", 2);
    for (int i = 0; i < 2; i++) {
        const char *result = i == 0 ? "four" : "half";
        (void)cameo_builder_node(b, &(cameo_node){.op_type = "Scaled",
                                                  .domain = "mine",
                                                  .inputs = &in_name,
                                                  .n_inputs = 1,
                                                  .outputs = &result,
                                                  .n_outputs = 1});
    }
    (void)cameo_builder_attr(b,
                             &(cameo_attr){.name = "slope", .type = CAMEO_ATTR_FLOAT, .f = 0.5f});
    cameo_host *h = builder_host(b, &e);
    CHECK_MSG(h != NULL, "%s", e.msg);
    cameo_value v = builder_in("x", x, 2), out[2] = {{0}};
    CHECK_MSG(cameo_host_run(h, &v, 1, out, 2, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(((float *)out[0].tensor.data)[0] == 12 && ((float *)out[0].tensor.data)[1] == -4);
    CHECK(((float *)out[1].tensor.data)[0] == 1.5f && ((float *)out[1].tensor.data)[1] == -0.5f);
    cameo_host_release(h, out, 2);
    cameo_host_free(h);
}

/* Below IR version 4 initializers are inputs, too; from then on only if they are set by hand. */
void test_builder_initializers_as_inputs(void) {
    float two[2] = {2, 2}, x[2] = {1, 5};
    for (int64_t version = 3; version <= 4; version++) {
        cameo_error e = {0};
        cameo_builder *b =
            builder_new(sizeof builder_memory, &(cameo_builder_options){.ir_version = version});
        (void)cameo_builder_opset(b, "", 8);
        (void)builder_constant(b, "k", two, 2);
        (void)builder_constant(b, "j", two, 2);
        cameo_type k = cameo_tensor_type("k", CAMEO_FLOAT, 1, (int64_t[]){2});
        cameo_type in = cameo_tensor_type("x", CAMEO_FLOAT, 1, (int64_t[]){2});
        (void)cameo_builder_input(b, &in);
        (void)cameo_builder_input(b, &k);
        (void)builder_add(b, "Mul", "x,k", "t");
        (void)builder_add(b, "Mul", "t,j", "y");
        cameo_host *h = builder_host(b, &e);
        CHECK_MSG(h != NULL, "%s", e.msg);
        cameo_model_info info = {.size = sizeof info};
        cameo_model_get_info(cameo_host_get_model(h), &info);
        CHECK_INT(info.n_inputs, 1);
        CHECK_INT(info.n_defaults, version == 3 ? 0 : 1);
        const void *bytes;
        size_t size, n = 0;
        CHECK(cameo_builder_get_bytes(b, &bytes, &size) == CAMEO_OK);
        const uint8_t *p = bytes;
        for (size_t i = 0; i + 3 < size; i++) { /* ValueInfoProto in field 11, name of one byte */
            n += p[i] == 0x5a && p[i + 2] == 0x0a && p[i + 3] == 1;
        }
        CHECK_INT(n, version == 3 ? 3 : 2);
        cameo_value v = builder_in("x", x, 2), out = {0};
        CHECK(cameo_host_run(h, &v, 1, &out, 1, &e) == CAMEO_OK);
        CHECK(((float *)out.tensor.data)[1] == 20);
        cameo_host_release(h, &out, 1);
        cameo_host_free(h);
    }
}

/* Attributes of the kinds that no operator above has: they are decoded, two graphs in one among them. */
void test_builder_attribute_kinds(void) {
    cameo_error e = {0};
    float data[2] = {1, 2};
    int64_t at[1] = {3};
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t model_memory[1 << 16], work[1 << 16];
    cameo_tensor t = {CAMEO_FLOAT, 1, {2}, data, sizeof data};
    cameo_sparse s = {.values = {CAMEO_FLOAT, 1, {1}, data, 4}, .rank = 1, .dims = {9}};
    cameo_type types[2] = {{.kind = CAMEO_KIND_SEQUENCE, .dtype = CAMEO_INT8}, {.rank = 0}};
    types[1] = cameo_tensor_type("", CAMEO_FLOAT, 0, NULL);
    cameo_tensor tensors[2] = {t, t};
    cameo_string texts[2] = {{"a", 1}, {NULL, 0}};
    s.indices = (cameo_tensor){CAMEO_INT64, 1, {1}, at, sizeof at};
    const cameo_attr attrs[] = {
        {.name = "f", .type = CAMEO_ATTR_FLOAT, .f = 1},
        {.name = "s", .type = CAMEO_ATTR_STRING, .s = {"x", 1}},
        {.name = "t", .type = CAMEO_ATTR_TENSOR, .tensors = &t},
        {.name = "fs", .type = CAMEO_ATTR_FLOATS, .floats = data, .n = 2},
        {.name = "is", .type = CAMEO_ATTR_INTS, .ints = at, .n = 1},
        {.name = "ss", .type = CAMEO_ATTR_STRINGS, .strings = texts, .n = 2},
        {.name = "ts", .type = CAMEO_ATTR_TENSORS, .tensors = tensors, .n = 2},
        {.name = "st", .type = CAMEO_ATTR_SPARSE_TENSOR, .sparses = &s},
        {.name = "sts", .type = CAMEO_ATTR_SPARSE_TENSORS, .sparses = &s, .n = 1},
        {.name = "tp", .type = CAMEO_ATTR_TYPE_PROTO, .types = types},
        {.name = "tps", .type = CAMEO_ATTR_TYPE_PROTOS, .types = types, .n = 2},
        {.name = "none", .type = CAMEO_ATTR_GRAPHS},
    };
    cameo_builder *b = builder_new(sizeof builder_memory, NULL);
    (void)cameo_builder_opset(b, "", 20);
    (void)builder_float(b, "x", 2);
    (void)builder_add(b, "Thing", "x", "y");
    for (size_t i = 0; i < sizeof attrs / sizeof *attrs; i++) {
        CHECK_INT(cameo_builder_attr(b, &attrs[i]), CAMEO_OK);
    }
    cameo_attr graphs = {.name = "graphs", .type = CAMEO_ATTR_GRAPHS, .n = 2};
    (void)cameo_builder_attr(b, &graphs);
    for (int i = 0; i < 2; i++) {
        (void)builder_add(b, "Neg", "x", "inner"); /* the same name in both: they are apart */
        (void)cameo_builder_end(b);
    }
    (void)builder_int(b, "i", 7); /* the node is still open */
    CHECK_MSG(cameo_builder_finish(b, &e) == CAMEO_OK, "%s", e.msg);
    const void *bytes;
    size_t size;
    cameo_model *m = NULL;
    CHECK(cameo_builder_get_bytes(b, &bytes, &size) == CAMEO_OK);
    CHECK_MSG(cameo_model_create((cameo_memory){model_memory, sizeof model_memory},
                                 (cameo_memory){work, sizeof work}, bytes, size, NULL, &m,
                                 &e) == CAMEO_OK,
              "%s", e.msg);
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(m, &info);
    CHECK_INT(info.n_nodes, 3);
    CHECK_INT(info.n_inputs, 1);
}

/* ---- mistakes ---- */

static void builder_wrong_twice(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)builder_add(b, "Abs", "x", "y");
}
static void builder_wrong_init(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)builder_constant(b, "y", builder_weights, 2);
}
static void builder_wrong_order(cameo_builder *b) {
    (void)builder_add(b, "Neg", "y", "z");
    (void)builder_add(b, "Abs", "x", "y");
}
static void builder_wrong_outer(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)builder_add(b, "If", "x", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Abs", "x", "y");
}
static void builder_wrong_missing(cameo_builder *b) {
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_input(b, &x);
    (void)builder_add(b, "Add", "x,other", "y");
}
static void builder_wrong_captured(cameo_builder *b) {
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_input(b, &x);
    (void)builder_add(b, "If", "x", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Abs", "deep", "r");
    (void)cameo_builder_end(b);
}
static void builder_wrong_output(cameo_builder *b) {
    cameo_type y = cameo_tensor_type("nowhere", CAMEO_FLOAT, 0, NULL);
    (void)builder_float(b, "x", 2);
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_output(b, &y);
}
static void builder_wrong_outputs(cameo_builder *b) {
    cameo_type y = {.name = {"y", 1}};
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_output(b, &y);
    (void)cameo_builder_output(b, &y);
}
static void builder_wrong_inputs(cameo_builder *b) {
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_input(b, &x);
    (void)cameo_builder_input(b, &x);
}
static void builder_wrong_type(cameo_builder *b) {
    (void)builder_float(b, "x", 3);
    (void)builder_float(b, "x", 4);
}
static void builder_wrong_untyped(cameo_builder *b) { (void)builder_add(b, "Neg", "u", "y"); }
static void builder_wrong_empty(cameo_builder *b) { (void)builder_float(b, "x", 3); }
static void builder_wrong_attr(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)builder_int(b, "axis", 0);
    (void)builder_int(b, "axis", 1);
}
static void builder_wrong_alone(cameo_builder *b) { (void)builder_int(b, "axis", 0); }
static void builder_wrong_closed(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)builder_constant(b, "w", builder_weights, 2);
    (void)builder_int(b, "axis", 0);
}
static void builder_wrong_ref(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "axis", .type = CAMEO_ATTR_INT, .ref = "a"});
}
static void builder_wrong_kind(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "axis"});
}
static void builder_wrong_rank(cameo_builder *b) {
    cameo_type type = {.kind = CAMEO_KIND_TENSOR, .has_shape = true, .rank = 9};
    (void)builder_add(b, "Optional", NULL, "y");
    (void)cameo_builder_attr(
        b, &(cameo_attr){.name = "type", .type = CAMEO_ATTR_TYPE_PROTO, .types = &type});
}
static void builder_wrong_end(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_end(b);
}
static void builder_wrong_open(cameo_builder *b) {
    (void)builder_add(b, "If", "x", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
}
static void builder_wrong_domain(cameo_builder *b) {
    (void)cameo_builder_node(b, &(cameo_node){.op_type = "Thing", .domain = "theirs"});
}
static void builder_wrong_late(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_opset(b, "late", 1);
}
static void builder_wrong_opset(cameo_builder *b) { (void)cameo_builder_opset(b, "ai.onnx", 2); }
static void builder_wrong_tensor(cameo_builder *b) {
    cameo_tensor t = {CAMEO_FLOAT, 1, {3}, builder_weights, 4};
    (void)cameo_builder_init(b, "w", &t);
}
static void builder_wrong_function(cameo_builder *b) {
    const char *a = "a", *r = "r";
    (void)cameo_builder_function(
        b,
        &(cameo_function){.name = "F", .inputs = &a, .outputs = &r, .n_inputs = 1, .n_outputs = 1});
    (void)cameo_builder_opset(b, "", 18);
    (void)builder_add(b, "Add", "a,free", "r");
    (void)cameo_builder_end(b);
}
static void builder_wrong_finished(cameo_builder *b) {
    (void)builder_float(b, "x", 2);
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_finish(b, NULL);
    (void)builder_add(b, "Neg", "y", "z");
}

static void builder_wrong_metadata(cameo_builder *b) {
    (void)cameo_builder_metadata(b, "author", "one");
    (void)cameo_builder_metadata(b, "author", "two");
}
static void builder_wrong_nothing(cameo_builder *b) { (void)builder_add(b, "Neg", NULL, NULL); }
static void builder_wrong_functions(cameo_builder *b) {
    const char *a = "a";
    for (int i = 0; i < 3; i++) { /* the second has an overload of its own */
        (void)cameo_builder_function(b, &(cameo_function){.name = "F",
                                                          .overload = i == 1 ? "other" : NULL,
                                                          .inputs = &a,
                                                          .outputs = &a,
                                                          .n_inputs = 1,
                                                          .n_outputs = 1});
        (void)cameo_builder_end(b);
    }
}
/* A body defines what is an input, since a node of the graph around it has read it. */
static void builder_wrong_read(cameo_builder *b) {
    (void)builder_float(b, "x", 2);
    (void)builder_add(b, "Neg", "x", "y");
    (void)builder_add(b, "If", "y", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Abs", "y", "x");
}
static void builder_wrong_own(cameo_builder *b) {
    (void)builder_add(b, "If", "x", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Abs", "z", "r");
    (void)cameo_builder_end(b);
}

/* A body within a body defines what becomes an input, or an initializer, of the main graph behind them. */
static void builder_nested(cameo_builder *b) {
    (void)builder_add(b, "If", "x", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "If", "x", "r");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "else_branch", .type = CAMEO_ATTR_GRAPH});
    (void)builder_add(b, "Abs", "x", "deep");
    (void)cameo_builder_end(b);
    (void)cameo_builder_end(b);
    (void)builder_float(b, "x", 2);
    (void)builder_float(b, "deep", 2);
}
static void builder_wrong_inner_init(cameo_builder *b) {
    builder_nested(b);
    (void)builder_constant(b, "deep", builder_weights, 2);
}
static void builder_wrong_inner_input(cameo_builder *b) {
    builder_nested(b);
    (void)builder_add(b, "Neg", "deep", "y");
}

static void builder_wrong_inner_opset(cameo_builder *b) {
    const char *a = "a";
    (void)cameo_builder_function(
        b, &(cameo_function){.name = "F", .inputs = &a, .outputs = &a, .n_inputs = 1, .n_outputs = 1});
    (void)cameo_builder_opset(b, "", 18);
    (void)builder_add(b, "If", "a", "z");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH});
    (void)cameo_builder_opset(b, "", 18);
}
static void builder_wrong_node_opset(cameo_builder *b) {
    const char *a = "a";
    (void)cameo_builder_function(
        b, &(cameo_function){.name = "F", .inputs = &a, .outputs = &a, .n_inputs = 1, .n_outputs = 1});
    (void)cameo_builder_opset(b, "", 18);
    (void)builder_add(b, "Neg", "a", "r");
    (void)cameo_builder_opset(b, "other", 1);
}
static void builder_wrong_version(cameo_builder *b) { (void)cameo_builder_opset(b, "theirs", 0); }
static void builder_wrong_large_version(cameo_builder *b) {
    (void)cameo_builder_opset(b, "theirs", (int64_t)INT32_MAX + 1);
}
static void builder_wrong_late_metadata(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_metadata(b, "author", "one");
}
static void builder_wrong_function_metadata(cameo_builder *b) {
    const char *a = "a";
    (void)cameo_builder_function(
        b, &(cameo_function){.name = "F", .inputs = &a, .outputs = &a, .n_inputs = 1, .n_outputs = 1});
    (void)cameo_builder_metadata(b, "author", "one");
}
static void builder_wrong_unnamed(cameo_builder *b) {
    (void)cameo_builder_value(b, &(cameo_type){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT});
}
static void builder_wrong_unnamed_init(cameo_builder *b) { (void)builder_constant(b, "", builder_weights, 2); }
static void builder_wrong_unnamed_attr(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)builder_int(b, "", 0);
}
static void builder_wrong_value_rank(cameo_builder *b) {
    cameo_type type = {.name = {"x", 1}, .kind = CAMEO_KIND_TENSOR, .has_shape = true, .rank = CAMEO_MAX_RANK + 1};
    (void)cameo_builder_value(b, &type);
}
static void builder_wrong_op_type(cameo_builder *b) { (void)builder_add(b, "", "x", "y"); }
static void builder_wrong_large_kind(cameo_builder *b) {
    (void)builder_add(b, "Softmax", "x", "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "axis", .type = (cameo_attr_type)15});
}
static void builder_wrong_late_function(cameo_builder *b) {
    (void)builder_add(b, "Neg", "x", "y");
    (void)cameo_builder_function(b, &(cameo_function){.name = "F"});
}
static void builder_wrong_function_in_function(cameo_builder *b) {
    (void)cameo_builder_function(b, &(cameo_function){.name = "F"});
    (void)cameo_builder_function(b, &(cameo_function){.name = "G"});
}
static void builder_wrong_unnamed_function(cameo_builder *b) { (void)cameo_builder_function(b, &(cameo_function){0}); }
static void builder_wrong_function_input(cameo_builder *b) {
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_function(b, &(cameo_function){.name = "F"});
    (void)cameo_builder_input(b, &x);
}
static void builder_wrong_function_output(cameo_builder *b) {
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_function(b, &(cameo_function){.name = "F"});
    (void)cameo_builder_output(b, &x);
}
static void builder_wrong_function_init(cameo_builder *b) {
    (void)cameo_builder_function(b, &(cameo_function){.name = "F"});
    (void)builder_constant(b, "w", builder_weights, 2);
}
static void builder_wrong_sparse_rank(cameo_builder *b) {
    cameo_sparse s = {.rank = CAMEO_MAX_RANK + 1};
    (void)builder_add(b, "Constant", NULL, "y");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "v", .type = CAMEO_ATTR_SPARSE_TENSOR, .sparses = &s});
}

static const struct {
    void (*make)(cameo_builder *b);
    cameo_status status;
    const char *says;
} builder_wrongs[] = {
    {builder_wrong_twice, CAMEO_E_ARG, "\"y\" is defined twice: it is an output of a node"},
    {builder_wrong_init, CAMEO_E_ARG, "\"y\" is defined twice"},
    {builder_wrong_order, CAMEO_E_ARG, "\"y\" is read before the node that produces it"},
    {builder_wrong_outer, CAMEO_E_ARG, "\"y\" is defined in a graph around this one"},
    {builder_wrong_missing, CAMEO_E_MISSING, "\"other\" is needed, but is no input"},
    {builder_wrong_captured, CAMEO_E_MISSING, "\"deep\" is needed, but is no input"},
    {builder_wrong_output, CAMEO_E_MISSING, "output \"nowhere\" is no output of a node"},
    {builder_wrong_outputs, CAMEO_E_ARG, "output \"y\" is given twice"},
    {builder_wrong_inputs, CAMEO_E_ARG, "\"x\" is defined twice: it is an input"},
    {builder_wrong_type, CAMEO_E_ARG, "\"x\" is given two types"},
    {builder_wrong_untyped, CAMEO_E_MISSING, "input \"u\" has no type"},
    {builder_wrong_empty, CAMEO_E_MISSING, "graph \"main\" has no output"},
    {builder_wrong_attr, CAMEO_E_ARG, "attribute \"axis\" is given twice"},
    {builder_wrong_alone, CAMEO_E_ARG, "attribute \"axis\" has no node"},
    {builder_wrong_closed, CAMEO_E_ARG, "attribute \"axis\" has no node"},
    {builder_wrong_ref, CAMEO_E_ARG, "outside a function"},
    {builder_wrong_kind, CAMEO_E_ARG, "has type 0, want 1..14"},
    {builder_wrong_rank, CAMEO_E_ARG, "a type has rank 9"},
    {builder_wrong_end, CAMEO_E_ARG, "no subgraph or function is open"},
    {builder_wrong_open, CAMEO_E_ARG, "\"then_branch\" is not ended"},
    {builder_wrong_domain, CAMEO_E_MISSING, "Thing: there is no opset of domain \"theirs\""},
    {builder_wrong_late, CAMEO_E_ARG, "an opset behind"},
    {builder_wrong_opset, CAMEO_E_ARG, "domain \"\" has an opset already"},
    {builder_wrong_tensor, CAMEO_E_ARG, "contradicts its type or dims"},
    {builder_wrong_function, CAMEO_E_MISSING, "\"free\" is needed"},
    {builder_wrong_finished, CAMEO_E_ARG, "the builder is finished"},
    {builder_wrong_metadata, CAMEO_E_ARG, "metadata \"author\" is given twice"},
    {builder_wrong_nothing, CAMEO_E_ARG, "Neg: a node with neither inputs nor outputs"},
    {builder_wrong_functions, CAMEO_E_ARG, "function \"F\" is given twice"},
    {builder_wrong_read, CAMEO_E_ARG, "\"x\" is defined in a graph around this one"},
    {builder_wrong_inner_init, CAMEO_E_ARG, "\"deep\" is defined in subgraph \"else_branch\""},
    {builder_wrong_inner_input, CAMEO_E_ARG, "\"deep\" is defined in subgraph \"else_branch\""},
    {builder_wrong_own, CAMEO_E_ARG, "\"z\" is read in a subgraph of the node that produces it"},
    {builder_wrong_inner_opset, CAMEO_E_ARG, "an opset inside a subgraph"},
    {builder_wrong_node_opset, CAMEO_E_ARG, "an opset inside a node"},
    {builder_wrong_version, CAMEO_E_ARG, "opset version 0 of domain \"theirs\""},
    {builder_wrong_large_version, CAMEO_E_ARG, "opset version 2147483648 of domain \"theirs\""},
    {builder_wrong_late_metadata, CAMEO_E_ARG, "metadata behind the first call for the graph"},
    {builder_wrong_function_metadata, CAMEO_E_ARG, "metadata behind the first call for the graph"},
    {builder_wrong_unnamed, CAMEO_E_ARG, "a value has no name"},
    {builder_wrong_unnamed_init, CAMEO_E_ARG, "a value has no name"},
    {builder_wrong_unnamed_attr, CAMEO_E_ARG, "an attribute has no name"},
    {builder_wrong_value_rank, CAMEO_E_ARG, "the type of \"x\" has rank 9, want at most 8"},
    {builder_wrong_op_type, CAMEO_E_ARG, "a node has no op_type"},
    {builder_wrong_large_kind, CAMEO_E_ARG, "has type 15, want 1..14"},
    {builder_wrong_late_function, CAMEO_E_ARG, "a function inside another, or behind the first call"},
    {builder_wrong_function_in_function, CAMEO_E_ARG, "a function inside another, or behind the first call"},
    {builder_wrong_unnamed_function, CAMEO_E_ARG, "a function has no name"},
    {builder_wrong_function_input, CAMEO_E_ARG, "a function's inputs are given with its name"},
    {builder_wrong_function_output, CAMEO_E_ARG, "a function's outputs are given with its name"},
    {builder_wrong_function_init, CAMEO_E_ARG, "a function has no initializers: use Constant"},
    {builder_wrong_sparse_rank, CAMEO_E_ARG, "a sparse tensor has rank 9"},
};

/* Each mistake has its status and names what is wrong; it sticks, and nothing can be had any more. */
void test_builder_mistakes(void) {
    for (size_t i = 0; i < sizeof builder_wrongs / sizeof *builder_wrongs; i++) {
        cameo_error e = {0};
        const void *bytes;
        size_t size;
        cameo_builder *b = builder_new(sizeof builder_memory, NULL);
        CHECK(b != NULL);
        (void)cameo_builder_opset(b, "", 17);
        builder_wrongs[i].make(b);
        CHECK_INT(cameo_builder_finish(b, &e), builder_wrongs[i].status);
        CHECK_MSG(CAMEO_NO_ERRMSG || strstr(e.msg, builder_wrongs[i].says) != NULL,
                  "%zu: \"%s\", want \"%s\"", i, e.msg, builder_wrongs[i].says);
        CHECK_INT(builder_add(b, "Neg", "p", "q"), builder_wrongs[i].status);
        CHECK(cameo_builder_alloc(b, 1) == NULL);
        CHECK_INT(cameo_builder_get_bytes(b, &bytes, &size), CAMEO_E_ARG);
    }
}

/* What no reader would take: IR versions that nobody knows, a model without an opset. */
void test_builder_versions(void) {
    static const int64_t wrong[] = {-1, 1, 2, 15};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(builder_new(sizeof builder_memory,
                          &(cameo_builder_options){.ir_version = wrong[i]}) == NULL);
    }
    cameo_builder *b =
        builder_new(sizeof builder_memory, &(cameo_builder_options){.ir_version = 14});
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 0, NULL);
    cameo_error e = {0};
    CHECK(b != NULL);
    CHECK_INT(cameo_builder_input(b, &x), CAMEO_OK);
    CHECK_INT(cameo_builder_output(b, &x), CAMEO_OK);
    CHECK_INT(cameo_builder_finish(b, &e), CAMEO_E_MISSING);
    CHECK_STR(e.msg, "the model has no opset");
}

/* In memory that is too small by any amount it fails with E_NOMEM, and writes nothing behind the end. */
void test_builder_every_size(void) {
    bool done = false;
    size_t failures = 0;
    for (size_t size = 0; !done && size < sizeof builder_memory; size += 8) {
        exact_memory m;
        cameo_builder *b = NULL;
        cameo_error e = {0};
        CHECK(exact_memory_new(size, &m));
        cameo_status status = cameo_builder_create(m.m, NULL, &b, &e);
        if (status == CAMEO_OK) {
            builder_make_if(b);
            status = cameo_builder_finish(b, &e);
        }
        CHECK(exact_memory_intact(&m));
        exact_memory_free(&m);
        done = status == CAMEO_OK;
        CHECK_INT(status, done ? CAMEO_OK : CAMEO_E_NOMEM);
        failures += !done;
    }
    CHECK(done && failures > 100);
}

/* ---- formats of the caller ---- */

/* "NEG n": n floats in, their negatives out, with a constant of 400 KB in memory of the builder. */
static cameo_status builder_recognise(void *ctx, const void *bytes, size_t size, cameo_error *e) {
    (*(int *)ctx)++;
    if (size == 5 && memcmp(bytes, "ASK", 3) == 0) { /* "ASK t": with a text; else without */
        return ((const char *)bytes)[4] == 't' ? cameo_fail(e, CAMEO_E_IO, "no list of formats")
                                               : (cameo_status)(((const char *)bytes)[4] - '5');
    }
    return size >= 4 && memcmp(bytes, "NEG ", 4) == 0 ? CAMEO_OK : CAMEO_DECLINED;
}

static cameo_status builder_build(void *ctx, const void *bytes, size_t size, cameo_builder *b,
                                  cameo_error *e) {
    enum { n = 100000 };
    const char *text = bytes;
    (void)ctx;
    if (size < 5 || text[size - 1] < '0' || text[size - 1] > '9') {
        return cameo_fail(e, CAMEO_E_MALFORMED, "no number");
    }
    float *big = cameo_builder_alloc(b, n * sizeof *big);
    if (big == NULL) return CAMEO_E_NOMEM;
    big[n - 1] = 5;
    (void)cameo_builder_opset(b, "", 13);
    (void)builder_float(b, "x", text[size - 1] - '0');
    (void)builder_add(b, "Neg", "x", "y");
    (void)builder_constant(b, "big", big, n);
    return builder_add(b, "Abs", "big", "z");
}

/* Two loaders that know the content: the first wants a figure of at least 5. */
static cameo_status builder_build_large(void *ctx, const void *bytes, size_t size, cameo_builder *b, cameo_error *e) {
    (void)cameo_builder_opset(b, "", 13); /* what was built before is forgotten */
    if (((const char *)bytes)[size - 1] < '5') return CAMEO_DECLINED;
    if (((const char *)bytes)[size - 1] == '5') return CAMEO_PENDING;
    return cameo_fail(ctx == NULL ? NULL : e, CAMEO_E_IO, "mine");
}

static cameo_status builder_load_two(const char *text, const char *format, bool both, cameo_host **h, cameo_error *e) {
    int calls = 0;
    cameo_loader large = {.size = sizeof large, .name = "large", .ctx = &calls, .recognise = builder_recognise,
                          .build = builder_build_large};
    cameo_loader neg = large;
    neg.name = "neg";
    neg.build = builder_build;
    const cameo_loader *list[] = {&large, &neg};
    cameo_options options = {.loaders = list, .n_loaders = both ? 2 : 1, .format = format, .n_threads = 1};
    return cameo_host_load(text, strlen(text), &options, h, e);
}

void test_builder_loader_declines(void) {
    cameo_host *h = NULL;
    cameo_error e = {0};
    CHECK_INT(builder_load_two("NEG 7", NULL, true, &h, &e), CAMEO_E_IO);
    CHECK_STR(e.msg, "large: mine");
    e = (cameo_error){0};
    CHECK_INT(builder_load_two("NEG 5", NULL, true, &h, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "large: the loader returned 1");
    CHECK_MSG(builder_load_two("NEG 3", NULL, true, &h, &e) == CAMEO_OK, "%s", e.msg);
    cameo_host_free(h);
    CHECK_INT(builder_load_two("NEG 3", NULL, false, &h, &e), CAMEO_E_UNSUPPORTED); /* as ONNX */
    CHECK(strstr(e.msg, "not ONNX: text") != NULL);
    CHECK_INT(builder_load_two("NEG 3", "large", true, &h, &e), CAMEO_E_UNSUPPORTED);
    CHECK_STR(e.msg, "large: the file is not of this format");
}

static cameo_status builder_load(const char *text, const char *format, int *calls, cameo_host **h,
                                 cameo_error *e) {
    cameo_loader loader = {.size = sizeof loader,
                           .name = "neg",
                           .extension = ".onnx",
                           .ctx = calls,
                           .recognise = builder_recognise,
                           .build = builder_build};
    const cameo_loader *list[] = {&loader};
    cameo_options options = {.loaders = list, .n_loaders = 1, .format = format, .n_threads = 1};
    *calls = 0;
    if (text[0] == '/') return cameo_host_load_file(text + 1, &options, h, e);
    return cameo_host_load(text, strlen(text), &options, h, e);
}

/* What `recognise` fails with ends the load, with the loader's name and its words. */
void test_builder_loader_asked(void) {
    static const struct {
        const char *text;
        cameo_status status;
        const char *says;
    } cases[] = {{"ASK t", CAMEO_E_IO, "neg: no list of formats"},
                 {"ASK 4", CAMEO_E_ARG, "neg: the loader failed"},
                 {"ASK 3", CAMEO_E_NOMEM, "neg: the loader failed"},
                 {"ASK 6", CAMEO_E_ARG, "neg: the loader returned 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cameo_host *h = NULL;
        cameo_error e = {0};
        int calls;
        CHECK_INT(builder_load(cases[i].text, NULL, &calls, &h, &e), cases[i].status);
        CHECK_STR(e.msg, cases[i].says);
        CHECK_INT(calls, 1);
    }
    cameo_host *h = NULL;
    const cameo_loader *none[] = {NULL};
    const cameo_options options[] = {{.n_loaders = 1}, {.loaders = none, .n_loaders = 1}};
    for (int i = 0; i < 2; i++) CHECK_INT(cameo_host_load("NEG 3", 5, &options[i], &h, NULL), CAMEO_E_ARG);
}

/* A program that wants no session calls its loader itself, and looks into the model that it built. */
void test_builder_loader_alone(void) {
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 20], model_memory[1 << 14], work[1 << 14];
    const cameo_builder_options named = {.data_name = "data"};
    cameo_options options = {.external = cameo_builder_external};
    cameo_error e = {0};
    cameo_builder *b;
    cameo_model *model;
    cameo_node_view n = {0};
    cameo_tensor_view t = {0};
    const void *bytes;
    size_t size;
    CHECK(cameo_builder_create((cameo_memory){memory, sizeof memory}, &named, &b, NULL) == CAMEO_OK);
    CHECK(builder_build(NULL, "NEG 3", 5, b, &e) == CAMEO_OK);
    CHECK_MSG(cameo_builder_finish(b, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(cameo_builder_get_bytes(b, &bytes, &size) == CAMEO_OK);
    options.external_ctx = b;
    CHECK_MSG(cameo_model_create((cameo_memory){model_memory, sizeof model_memory}, (cameo_memory){work, sizeof work},
                                 bytes, size, &options, &model, &e) == CAMEO_OK,
              "%s", e.msg);
    CHECK(cameo_model_view_node(model, 0, &n, NULL) == CAMEO_OK);
    CHECK(n.op_type.n == 3 && memcmp(n.op_type.p, "Neg", 3) == 0);
    CHECK(cameo_model_view_tensor(model, 0, &t, NULL) == CAMEO_OK && t.n_elem == 100000);
    /* As in a file: the lowest byte of 5.0f first. */
    CHECK(memcmp((const float *)t.data + 99999, "\0\0\xa0\x40", 4) == 0);
}

/* By content, by extension (which ONNX's own here is), by order of the caller. */
void test_builder_loader(void) {
    cameo_host *h = NULL;
    cameo_error e = {0};
    float x[3] = {1, 2, 3};
    int calls;
    CHECK_MSG(builder_load("NEG 3", NULL, &calls, &h, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_INT(calls, 1);
    cameo_value in = builder_in("x", x, 3), out[2] = {{0}};
    CHECK(cameo_host_run(h, &in, 1, out, 2, &e) == CAMEO_OK);
    CHECK(((float *)out[0].tensor.data)[2] == -3 && ((float *)out[1].tensor.data)[99999] == 5);
    cameo_host_release(h, out, 2);
    cameo_host_free(h);
    CHECK_INT(builder_load("NEG x", NULL, &calls, &h, &e), CAMEO_E_MALFORMED);
    CHECK_STR(e.msg, "neg: no number");
    e = (cameo_error){0};
    CHECK_INT(builder_load("NEG 3", "onnx", &calls, &h, &e), CAMEO_E_UNSUPPORTED);
    CHECK_INT(calls, 0);
    e = (cameo_error){0};
    CHECK_INT(builder_load("NEG 3", "other", &calls, &h, &e), CAMEO_E_ARG);
    CHECK(strstr(e.msg, "no loader for format \"other\"") != NULL);
    e = (cameo_error){0};
    CHECK_INT(builder_load("something", NULL, &calls, &h, &e), CAMEO_E_UNSUPPORTED); /* as ONNX */
    CHECK_INT(calls, 1);
    CHECK_INT(builder_load("something 2", "neg", &calls, &h, NULL), CAMEO_OK);
    CHECK_INT(calls, 0);
    cameo_host_free(h);
    e = (cameo_error){0};
    CHECK_INT(builder_load("/examples/digits/digits.onnx", NULL, &calls, &h, &e),
              CAMEO_E_MALFORMED);
    CHECK_STR(e.msg, "neg: no number");
    CHECK_INT(builder_load("/examples/digits/digits.onnx", "onnx", &calls, &h, NULL), CAMEO_OK);
    cameo_host_free(h);
}
