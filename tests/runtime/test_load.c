/* test_load.c — model_measure and model_create: exact memory, arguments, what a model tells. */
#include "tests/pb/model_builder.h"

static mb load_b;

static void load_build(void) {
    mb_begin(&load_b, 8);
    mb_io(&load_b, 11, "x");
    mb_io(&load_b, 11, "d");
    mb_init(&load_b, "d", 1);
    mb_init(&load_b, "k", 2);
    mb_node(&load_b, "Add", "x,d", "a");
    mb_node(&load_b, "Mul", "a,k", "y");
    mb_io(&load_b, 12, "y");
    mb_close(&load_b);
    mb_open(&load_b, 14);
    mb_str(&load_b, 1, "author");
    mb_str(&load_b, 2, "nobody");
    mb_close(&load_b);
    mb_str(&load_b, 2, "builder");
    mb_int(&load_b, 5, -1);
}

/* Works in the measured bytes, writes nothing behind them, fails cleanly in fewer. */
void test_load_exact(void) {
    load_build();
    CHECK_INT(mb_load(&load_b, NULL), CAMEO_OK);
    size_t n = load_b.model_bytes, w = load_b.work_bytes;
    memset(load_b.memory, 0xEE, sizeof load_b.memory);
    memset(load_b.work, 0xEE, sizeof load_b.work);
    CHECK_INT(mb_load(&load_b, NULL), CAMEO_OK);
    for (size_t i = n; i < n + 64; i++) CHECK_INT(load_b.memory[i], 0xEE);
    for (size_t i = w; i < w + 64; i++) CHECK_INT(load_b.work[i], 0xEE);
    for (size_t short_by = 1; short_by <= n; short_by++) {
        cameo_memory memory = {load_b.memory, n - short_by}, work = {load_b.work, w};
        CHECK_INT(
            cameo_model_create(memory, work, load_b.buf, load_b.w.pos, NULL, &load_b.model, NULL),
            CAMEO_E_NOMEM);
    }
    for (size_t short_by = 1; short_by <= w; short_by++) {
        cameo_memory memory = {load_b.memory, n}, work = {load_b.work, w - short_by};
        CHECK_INT(
            cameo_model_create(memory, work, load_b.buf, load_b.w.pos, NULL, &load_b.model, NULL),
            CAMEO_E_NOMEM);
    }
}

void test_load_arguments(void) {
    load_build();
    CHECK_INT(mb_load(&load_b, NULL), CAMEO_OK);
    cameo_memory memory = {load_b.memory + 1, load_b.model_bytes};
    cameo_memory work = {load_b.work, load_b.work_bytes};
    CHECK_INT(cameo_model_create(memory, work, load_b.buf, load_b.w.pos, NULL, &load_b.model, NULL),
              CAMEO_E_ARG);
    memory.base = NULL;
    CHECK_INT(cameo_model_create(memory, work, load_b.buf, load_b.w.pos, NULL, &load_b.model, NULL),
              CAMEO_E_ARG);
    size_t n;
    CHECK_INT(cameo_model_measure(NULL, 0, NULL, &n, &n, &load_b.error), CAMEO_E_MALFORMED);
    CHECK_INT(load_b.error.offset, 0);
}

static bool load_is(cameo_string s, const char *text) {
    return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

void test_load_info(void) {
    load_build();
    CHECK_INT(mb_load(&load_b, NULL), CAMEO_OK);
    cameo_model_info info = {0};
    cameo_model_get_info(load_b.model, &info);
    CHECK_INT(info.size, sizeof info);
    CHECK_INT(info.ir_version, 8);
    CHECK_INT(info.model_version, -1);
    CHECK(load_is(info.producer_name, "builder") && load_is(info.graph_name, "g"));
    CHECK_INT(info.n_inputs, 1);
    CHECK_INT(info.n_defaults, 1);
    CHECK_INT(info.n_outputs, 1);
    CHECK_INT(info.n_nodes, 2);
    CHECK_INT(info.n_opsets, 1);
    CHECK_INT(info.n_metadata, 1);
    CHECK_INT(info.n_parameters, 2);
    cameo_string a, b, c;
    int64_t version;
    cameo_model_get_opset(load_b.model, 0, &a, &version);
    CHECK(a.n == 0 && version == 17);
    cameo_model_get_metadata(load_b.model, 0, &a, &b);
    CHECK(load_is(a, "author") && load_is(b, "nobody"));
    cameo_model_get_node(load_b.model, 1, &a, &b, &c);
    CHECK(load_is(a, "y") && load_is(b, "Mul") && c.n == 0);
    cameo_type type;
    cameo_model_get_input(load_b.model, 0, &type);
    CHECK(load_is(type.name, "x") && type.kind == CAMEO_KIND_TENSOR && type.dtype == CAMEO_FLOAT);
    CHECK(type.has_shape && type.rank == 1 && type.dims[0] == 2);
    cameo_model_get_input(load_b.model, 1, &type);
    CHECK(load_is(type.name, "d"));
    cameo_model_get_output(load_b.model, 0, &type);
    CHECK(load_is(type.name, "y"));
}
