/* test_onnx_write.c — messages written with pb/onnx_write.h are read back by the decoder, which has
 * tests of its own; payloads stay where they are; counting and writing agree.
 * tests/parts/47_builder.sh has the reference checker and onnxruntime read such files. */
#include "pb/onnx_write.h"

#include "base/bytes.h"
#include "tests/pb/model_builder.h"

static mb onnx_write_b;

static const uint8_t onnx_write_raw[] = {1,    0,    0,    0,    0,    0,    0,    0,
                                         0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

static void onnx_write_tensors(cm_writer *w, cm_far *far, cameo_error *e) {
    cameo_tensor t = {CAMEO_INT64, 1, {2}, (void *)(uintptr_t)onnx_write_raw, 16};
    cm_onnx_place place = {.little = true, .far = far};
    cameo_string text[] = {{"ab", 2}, {NULL, 0}, {"c", 1}};
    cameo_tensor s = {CAMEO_STRING, 1, {3}, text, sizeof text};
    (void)!cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &t, CM_STR("far"), &place, e);
    (void)!cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &s, CM_STR("text"), NULL, e);
    place = (cm_onnx_place){.location = CM_STR("w.bin"), .offset = UINT64_C(12345678901)};
    t.data = NULL;
    (void)!cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &t, CM_STR("ext"), &place, e);
}

static void onnx_write_types(cm_writer *w) {
    cameo_type x = {.name = {"x", 1},
                    .kind = CAMEO_KIND_TENSOR,
                    .dtype = CAMEO_FLOAT,
                    .has_shape = true,
                    .rank = 3,
                    .dims = {-1, 7, -1}};
    x.dim_params[0] = (cameo_string){"batch", 5};
    cm_onnx_write_info(w, CM_ONNX_GRAPH_INPUT, &x);
    x.name = (cameo_string){"seq", 3};
    x.kind = CAMEO_KIND_OPTIONAL;
    x.elem_kind = CAMEO_KIND_SEQUENCE;
    cm_onnx_write_info(w, CM_ONNX_GRAPH_INPUT, &x);
    x = (cameo_type){.name = {"map", 3},
                     .kind = CAMEO_KIND_MAP,
                     .key_dtype = CAMEO_STRING,
                     .dtype = CAMEO_DOUBLE,
                     .has_shape = true};
    cm_onnx_write_info(w, CM_ONNX_GRAPH_INPUT, &x);
    x = (cameo_type){.name = {"any", 3}};
    cm_onnx_write_info(w, CM_ONNX_GRAPH_VALUE, &x);
}

static void onnx_write_attrs(cm_writer *w) {
    static const float floats[] = {0.5f, -2.0f};
    static const int64_t ints[] = {-1, 300};
    const cm_str strs[] = {CM_STR("p"), {NULL, 0}};
    size_t a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("f"), CM_ATTR_FLOAT);
    cm_onnx_write_float(w, -1.5f);
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("i"), CM_ATTR_INT);
    cm_onnx_write_int(w, INT64_MIN);
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("s"), CM_ATTR_STRING);
    cm_onnx_write_string(w, CM_STR("SAME"));
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("fs"), CM_ATTR_FLOATS);
    cm_onnx_write_floats(w, floats, 2);
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("is"), CM_ATTR_INTS);
    cm_onnx_write_ints(w, ints, 2);
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("ss"), CM_ATTR_STRINGS);
    cm_onnx_write_strings(w, strs, 2);
    cm_writer_end(w, a);
}

/* A node with every kind of attribute, a subgraph with a far payload inside among them. */
static void onnx_write_node(cm_writer *w, cm_far *far, cameo_error *e) {
    const cm_str in[] = {CM_STR("x"), {NULL, 0}, CM_STR("far")}, out[] = {CM_STR("y")};
    cm_onnx_node node = {.op_type = CM_STR("Thing"),
                         .domain = CM_STR("mine"),
                         .name = CM_STR("n"),
                         .inputs = in,
                         .n_inputs = 3,
                         .outputs = out,
                         .n_outputs = 1};
    size_t n = cm_onnx_write_node(w, CM_ONNX_GRAPH_NODE, &node);
    onnx_write_attrs(w);
    size_t a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("g"), CM_ATTR_GRAPH);
    size_t g = cm_writer_begin(w, CM_ONNX_ATTR_GRAPH);
    cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("body"));
    cameo_tensor t = {CAMEO_UINT8, 1, {16}, (void *)(uintptr_t)onnx_write_raw, 16};
    cm_onnx_place place = {.far = far};
    (void)!cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &t, CM_STR("inner"), &place, e);
    cm_writer_end(w, g);
    cm_writer_end(w, a);
    a = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("tp"), CM_ATTR_TYPE_PROTO);
    cm_onnx_write_type(w, CM_ONNX_ATTR_TYPE,
                       &(cameo_type){.kind = CAMEO_KIND_SEQUENCE, .dtype = CAMEO_INT32});
    cm_writer_end(w, a);
    cm_writer_end(w, n);
}

static void onnx_write_model(cm_writer *w, cm_far *far, cameo_error *e) {
    cm_onnx_head head = {.ir_version = 10,
                         .model_version = -3,
                         .producer_name = CM_STR("p"),
                         .producer_version = CM_STR("v"),
                         .domain = CM_STR("d"),
                         .doc_string = CM_STR("doc")};
    cm_onnx_write_head(w, &head);
    cm_onnx_write_opset(w, CM_ONNX_MODEL_OPSET, (cm_str){NULL, 0}, 21);
    cm_onnx_write_opset(w, CM_ONNX_MODEL_OPSET, CM_STR("mine"), 3);
    cm_onnx_write_prop(w, CM_ONNX_MODEL_PROP, CM_STR("k"), CM_STR("val"));
    size_t g = cm_writer_begin(w, CM_ONNX_MODEL_GRAPH);
    cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("main"));
    onnx_write_types(w);
    onnx_write_tensors(w, far == NULL ? NULL : &far[0], e);
    onnx_write_node(w, far == NULL ? NULL : &far[1], e);
    cm_onnx_write_info(w, CM_ONNX_GRAPH_OUTPUT, &(cameo_type){.name = {"y", 1}});
    cm_writer_end(w, g);
}

static cameo_status onnx_write_external(void *ctx, cameo_string location, uint64_t offset,
                                        uint64_t length, const void **data, size_t *size) {
    (void)ctx;
    if (location.n != 5 || memcmp(location.p, "w.bin", 5) != 0) return CAMEO_E_IO;
    if (offset != UINT64_C(12345678901) || length != 16) return CAMEO_E_IO;
    *data = onnx_write_raw;
    *size = 16;
    return CAMEO_OK;
}

static const cm_attr *onnx_write_attr(const mb *b, const char *name) {
    for (cm_id i = 0; i < b->model->t.attr.n; i++) {
        if (cm_str_is(b->model->t.attr.row[i].name, name)) return &b->model->t.attr.row[i];
    }
    return NULL;
}

static void onnx_write_check_attrs(const mb *b) {
    const cm_tables *t = &b->model->t;
    CHECK(onnx_write_attr(b, "f")->f == -1.5f);
    CHECK(onnx_write_attr(b, "i")->i == INT64_MIN);
    CHECK(cm_str_is(onnx_write_attr(b, "s")->s, "SAME"));
    const cm_attr *a = onnx_write_attr(b, "fs");
    CHECK(a->list.n == 2 && t->floats.row[a->list.first + 1] == -2.0f);
    a = onnx_write_attr(b, "is");
    CHECK(a->list.n == 2 && t->ints.row[a->list.first] == -1);
    CHECK_INT(t->ints.row[a->list.first + 1], 300);
    a = onnx_write_attr(b, "ss");
    CHECK(a->list.n == 2 && cm_str_is(t->strs.row[a->list.first], "p"));
    a = onnx_write_attr(b, "tp");
    CHECK(a->n_rows == 1 && t->type.row[a->row].kind == CAMEO_KIND_SEQUENCE);
    CHECK_INT(t->type.row[t->type.row[a->row].elem].dtype, CAMEO_INT32);
    a = onnx_write_attr(b, "g");
    CHECK(a->n_rows == 1 && cm_str_is(t->graph.row[a->row].name, "body"));
}

static void onnx_write_check_types(const mb *b) {
    cameo_type type;
    cameo_model_get_input(b->model, 0, &type);
    CHECK_INT(type.rank, 3);
    CHECK(type.dims[0] == -1 && type.dims[1] == 7 && type.dims[2] == -1);
    CHECK(type.dim_params[0].n == 5 && type.dim_params[2].n == 0);
    cameo_model_get_input(b->model, 1, &type);
    CHECK(type.kind == CAMEO_KIND_OPTIONAL && type.elem_kind == CAMEO_KIND_SEQUENCE);
    CHECK(type.dtype == CAMEO_FLOAT && type.rank == 3 && type.dims[1] == 7);
    cameo_model_get_input(b->model, 2, &type);
    CHECK(type.kind == CAMEO_KIND_MAP && type.key_dtype == CAMEO_STRING);
    CHECK(type.dtype == CAMEO_DOUBLE && type.has_shape && type.rank == 0);
    cameo_model_get_output(b->model, 0, &type);
    CHECK_INT(type.kind, CAMEO_KIND_NONE);
}

static void onnx_write_check_model(const mb *b) {
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(b->model, &info);
    CHECK_INT(info.ir_version, 10);
    CHECK_INT(info.model_version, -3);
    CHECK_INT(info.n_opsets, 2);
    CHECK_INT(info.n_metadata, 1);
    CHECK_INT(info.n_inputs, 3);
    CHECK_INT(info.n_outputs, 1);
    const cm_tables *t = &b->model->t;
    for (cm_id i = 0; i < t->tensor.n; i++) {
        const cm_tensor_proto *p = &t->tensor.row[i];
        if (p->dtype == CAMEO_STRING) continue;
        CHECK_INT(p->payload.size, 16);
        CHECK(memcmp(cm_payload_bytes(t, &p->payload), onnx_write_raw, 16) == 0);
    }
    CHECK_INT(t->tensor.n, 4);
}

/* Every message once, copied whole: decoded to what was written. */
void test_onnx_write_decoded(void) {
    mb *b = &onnx_write_b;
    cameo_options options = {.external = onnx_write_external};
    cameo_error e = {0};
    mb_reset(b);
    onnx_write_model(&b->w, NULL, &e);
    CHECK_INT(b->w.status, CAMEO_OK);
    CHECK_INT(b->w.far_size, 0);
    CHECK_MSG(mb_load(b, &options) == CAMEO_OK, "%s", b->error.msg);
    onnx_write_check_model(b);
    onnx_write_check_types(b);
    onnx_write_check_attrs(b);
}

/* With far payloads the pieces put together are the same bytes; the payloads are the caller's. */
void test_onnx_write_far(void) {
    mb *b = &onnx_write_b;
    cameo_error e = {0};
    uint8_t near[4096], whole[4096];
    cm_far rows[2], unused;
    mb_reset(b);
    onnx_write_model(&b->w, NULL, &e);
    cm_writer count = cm_writer_init(NULL, 0);
    onnx_write_model(&count, rows, &e);
    CHECK_INT(count.pos, b->w.pos);
    CHECK_INT(count.far_size, 32);
    cm_writer w = cm_writer_init(near, count.pos - count.far_size);
    onnx_write_model(&w, rows, &e);
    CHECK_INT(w.status, CAMEO_OK);
    CHECK_INT(w.pos, b->w.pos);
    size_t n = 0, n_far = 0;
    cm_writer_piece at = {0};
    while (cm_writer_next(&w, &at)) {
        n_far += at.p == onnx_write_raw;
        CHECK(n + at.n <= sizeof whole);
        memcpy(whole + n, at.p, at.n);
        n += at.n;
    }
    CHECK_INT(n, w.pos);
    CHECK_INT(n_far, 2);
    CHECK(memcmp(whole, b->buf, n) == 0);
    w = cm_writer_init(near, count.pos - count.far_size - 1);
    onnx_write_model(&w, rows, &e);
    CHECK_INT(w.status, CAMEO_E_NOMEM);
    CHECK_INT(w.pos - w.far_size, count.pos - count.far_size);
    w = cm_writer_init(near, sizeof near);
    cm_writer_far(&w, near, SIZE_MAX, &unused);
    cm_writer_far(&w, near, 1, &unused);
    CHECK_INT(w.status, CAMEO_E_LIMIT);
}

/* Far payloads at the ends of messages, empty ones, and bodies whose length grows by their size. */
void test_onnx_write_far_edges(void) {
    static const uint8_t payload[40000];
    uint8_t near[64], whole[41000], copied[41000];
    static const size_t sizes[] = {0, 1, 127, 128, 16383, 16384, 20000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cm_far rows[3];
        cm_writer far = cm_writer_init(near, sizeof near);
        cm_writer plain = cm_writer_init(copied, sizeof copied);
        for (int k = 0; k < 2; k++) {
            cm_writer *w = k == 0 ? &far : &plain;
            cm_writer_far(w, payload, 3, k == 0 ? &rows[0] : NULL);
            size_t outer = cm_writer_begin(w, 1);
            size_t inner = cm_writer_begin(w, 2);
            cm_writer_far(w, payload, sizes[i], k == 0 ? &rows[1] : NULL);
            cm_writer_end(w, inner);
            cm_writer_far(w, payload, sizes[i], k == 0 ? &rows[2] : NULL);
            cm_writer_end(w, outer);
        }
        cm_writer_piece at = {0};
        size_t n = 0;
        while (cm_writer_next(&far, &at)) {
            CHECK(n + at.n <= sizeof whole);
            memcpy(whole + n, at.p, at.n);
            n += at.n;
        }
        CHECK_INT(far.status, CAMEO_OK);
        CHECK_INT(n, plain.pos);
        CHECK(memcmp(whole, copied, n) == 0);
    }
}

/* Tensors that contradict themselves are refused. */
void test_onnx_write_wrong_tensor(void) {
    float data[2] = {0};
    const cameo_tensor wrong[] = {
        {CAMEO_FLOAT, 1, {2}, data, 4}, {CAMEO_FLOAT, 1, {-1}, data, 8},
        {CAMEO_FLOAT, 9, {1}, data, 4}, {(cameo_dtype)99, 1, {2}, data, 8},
        {CAMEO_FLOAT, 1, {2}, NULL, 8}, {CAMEO_FLOAT, 2, {INT64_MAX, 4}, data, 8},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cm_writer w = cm_writer_init(NULL, 0);
        cameo_error e = {0};
        CHECK_INT(cm_onnx_write_tensor(&w, 5, &wrong[i], CM_STR("t"), NULL, &e), CAMEO_E_ARG);
    }
}
