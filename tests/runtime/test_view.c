/* test_view.c — looking into a loaded model: every kind of row says what the bytes say, which are written out here
 * field by field from onnx.proto; and what cameo_model_infer tells. */
#include "tests/pb/model_builder.h"

static mb view_b;

static bool view_is(cameo_string s, const char *text) {
    return s.n == strlen(text) && (s.n == 0 || memcmp(s.p, text, s.n) == 0);
}

static const char *view_name(uint32_t value) {
    static char names[4][32];
    static int turn;
    cameo_value_view v = {0};
    if (value == CAMEO_NO_ID) return "-";
    if (cameo_model_view_value(view_b.model, value, &v, NULL) != CAMEO_OK) return "?";
    char *name = names[turn++ % 4];
    snprintf(name, sizeof names[0], "%.*s", (int)v.name.n, v.name.p);
    return name;
}

/* An attribute of a type, left open. */
static void view_open_attr(uint32_t field, const char *name, int type) {
    mb_open(&view_b, field);
    mb_str(&view_b, 1, name);
    mb_int(&view_b, 20, type);
}

static void view_tensor(uint32_t field, const char *name, int dtype, int64_t dim) {
    mb_open(&view_b, field);
    if (dim >= 0) mb_int(&view_b, 1, dim);
    mb_int(&view_b, 2, dtype);
    if (name != NULL) mb_str(&view_b, 8, name);
}

/* A float tensor type of rank 1, its dim a number or named. */
static void view_type(uint32_t field, int64_t dim, const char *param) {
    mb_open(&view_b, field);
    mb_open(&view_b, 1);
    mb_int(&view_b, 1, CAMEO_FLOAT);
    mb_open(&view_b, 2);
    mb_open(&view_b, 1);
    if (param == NULL)
        mb_int(&view_b, 1, dim);
    else
        mb_str(&view_b, 2, param);
    for (int i = 0; i < 4; i++) mb_close(&view_b);
}

static bool view_attr(uint32_t id, const char *name, int type, cameo_attr_view *a) {
    *a = (cameo_attr_view){0};
    return cameo_model_view_attr(view_b.model, id, a, NULL) == CAMEO_OK && a->size == sizeof *a &&
           view_is(a->name, name) && (int)a->type == type;
}

/* A node with an attribute of each type but graphs. */
static void view_build_attrs(void) {
    mb_begin(&view_b, 8);
    mb_io(&view_b, 11, "x");
    mb_open_node(&view_b, "Odd", "x,,x", ",y");
    mb_str(&view_b, 7, "my.domain");
    mb_str(&view_b, 8, "second");
    view_open_attr(5, "f", CM_ATTR_FLOAT);
    cm_writer_field_fixed32(&view_b.w, 2, 0x3fc00000); /* 1.5 */
    mb_close(&view_b);
    view_open_attr(5, "i", CM_ATTR_INT);
    mb_int(&view_b, 3, -7);
    mb_close(&view_b);
    view_open_attr(5, "s", CM_ATTR_STRING);
    mb_str(&view_b, 4, "text");
    mb_close(&view_b);
    view_open_attr(5, "t", CM_ATTR_TENSOR);
    view_tensor(5, "inner", CAMEO_INT8, 2);
    mb_int(&view_b, 5, -1);
    mb_int(&view_b, 5, 5);
    mb_close(&view_b);
    mb_close(&view_b);
    view_open_attr(5, "floats", CM_ATTR_FLOATS);
    cm_writer_field_fixed32(&view_b.w, 7, 0x3f800000);
    cm_writer_field_fixed32(&view_b.w, 7, 0xc0000000);
    mb_close(&view_b);
    view_open_attr(5, "ints", CM_ATTR_INTS);
    for (int64_t i = 3; i < 6; i++) mb_int(&view_b, 8, i);
    mb_close(&view_b);
    view_open_attr(5, "strings", CM_ATTR_STRINGS);
    mb_str(&view_b, 9, "a");
    mb_str(&view_b, 9, "");
    mb_close(&view_b);
    view_open_attr(5, "none", CM_ATTR_INTS);
    mb_close(&view_b);
    view_open_attr(5, "tensors", CM_ATTR_TENSORS);
    for (int i = 0; i < 2; i++) {
        view_tensor(10, NULL, CAMEO_BOOL, 1);
        mb_int(&view_b, 5, i);
        mb_close(&view_b);
    }
    mb_close(&view_b);
    view_open_attr(5, "sparse", CM_ATTR_SPARSE_TENSOR);
    mb_open(&view_b, 22);
    view_tensor(1, "v", CAMEO_INT8, 1);
    mb_int(&view_b, 5, 9);
    mb_close(&view_b);
    view_tensor(2, NULL, CAMEO_INT64, 1);
    mb_int(&view_b, 7, 2);
    mb_close(&view_b);
    mb_int(&view_b, 3, 4);
    mb_close(&view_b);
    mb_close(&view_b);
    view_open_attr(5, "tp", CM_ATTR_TYPE_PROTO);
    mb_open(&view_b, 14);
    mb_open(&view_b, 4); /* a sequence */
    view_type(1, 0, "n");
    mb_close(&view_b);
    mb_close(&view_b);
    mb_close(&view_b);
    mb_close(&view_b);
    mb_io(&view_b, 12, "y");
    mb_end(&view_b);
    CHECK_INT(mb_load(&view_b, NULL), CAMEO_OK);
}

/* Operands by their values, absent ones too; an attribute of each type, in the order of the file. */
void test_view_attrs(void) {
    view_build_attrs();
    cameo_node_view n = {0};
    CHECK_INT(cameo_model_view_node(view_b.model, 0, &n, NULL), CAMEO_OK);
    CHECK(view_is(n.op_type, "Odd") && view_is(n.domain, "my.domain") && view_is(n.overload, "second"));
    CHECK(view_is(n.name, ",y") && n.graph == 0 && n.next == CAMEO_NO_ID);
    CHECK_INT(n.n_inputs, 3);
    CHECK(strcmp(view_name(cameo_model_node_input(view_b.model, 0, 0)), "x") == 0);
    CHECK_INT(cameo_model_node_input(view_b.model, 0, 1), CAMEO_NO_ID);
    CHECK_INT(cameo_model_node_input(view_b.model, 0, 2), cameo_model_node_input(view_b.model, 0, 0));
    CHECK_INT(cameo_model_node_input(view_b.model, 0, 3), CAMEO_NO_ID);
    CHECK_INT(n.n_outputs, 2);
    CHECK(n.outputs[0] == CAMEO_NO_ID && strcmp(view_name(n.outputs[1]), "y") == 0);
    CHECK_INT(n.n_attrs, 11);
    uint32_t id = n.first_attr;
    cameo_attr_view a;
    CHECK(view_attr(id, "f", CAMEO_ATTR_FLOAT, &a));
    CHECK(a.f == 1.5f && a.ref.n == 0);
    CHECK(view_attr(a.next, "i", CAMEO_ATTR_INT, &a));
    CHECK_INT(a.i, -7);
    CHECK(view_attr(a.next, "s", CAMEO_ATTR_STRING, &a));
    CHECK(view_is(a.s, "text"));
    CHECK(view_attr(a.next, "t", CAMEO_ATTR_TENSOR, &a));
    CHECK_INT(a.n, 1);
    cameo_tensor_view t = {0};
    CHECK_INT(cameo_model_view_tensor(view_b.model, a.first, &t, NULL), CAMEO_OK);
    CHECK(view_is(t.name, "inner") && t.dtype == CAMEO_INT8 && t.rank == 1 && t.dims[0] == 2 && t.bytes == 2);
    CHECK(((const int8_t *)t.data)[0] == -1 && ((const int8_t *)t.data)[1] == 5 && t.offset == CAMEO_NO_OFFSET);
    CHECK(view_attr(a.next, "floats", CAMEO_ATTR_FLOATS, &a));
    CHECK(a.n == 2 && a.floats[0] == 1.0f && a.floats[1] == -2.0f);
    CHECK(view_attr(a.next, "ints", CAMEO_ATTR_INTS, &a));
    CHECK(a.n == 3 && a.ints[0] == 3 && a.ints[2] == 5);
    CHECK(view_attr(a.next, "strings", CAMEO_ATTR_STRINGS, &a));
    CHECK(a.n == 2 && view_is(a.strings[0], "a") && a.strings[1].n == 0);
    CHECK(view_attr(a.next, "none", CAMEO_ATTR_INTS, &a));
    CHECK(a.n == 0 && a.ints == NULL);
    CHECK(view_attr(a.next, "tensors", CAMEO_ATTR_TENSORS, &a));
    CHECK_INT(a.n, 2);
    CHECK_INT(cameo_model_view_tensor(view_b.model, a.first, &t, NULL), CAMEO_OK);
    CHECK(t.dtype == CAMEO_BOOL && ((const uint8_t *)t.data)[0] == 0 && t.next != CAMEO_NO_ID);
    CHECK_INT(cameo_model_view_tensor(view_b.model, t.next, &t, NULL), CAMEO_OK);
    CHECK(((const uint8_t *)t.data)[0] == 1 && t.next == CAMEO_NO_ID);
    CHECK(view_attr(a.next, "sparse", CAMEO_ATTR_SPARSE_TENSOR, &a));
    cameo_sparse_view sparse = {0};
    CHECK_INT(cameo_model_view_sparse(view_b.model, a.first, &sparse, NULL), CAMEO_OK);
    CHECK(sparse.rank == 1 && sparse.dims[0] == 4 && sparse.next == CAMEO_NO_ID);
    CHECK_INT(cameo_model_view_tensor(view_b.model, sparse.indices, &t, NULL), CAMEO_OK);
    int64_t index;
    memcpy(&index, t.data, sizeof index);
    CHECK(t.dtype == CAMEO_INT64 && index == 2);
    CHECK_INT(cameo_model_view_tensor(view_b.model, sparse.values, &t, NULL), CAMEO_OK);
    CHECK(view_is(t.name, "v"));
    CHECK(view_attr(a.next, "tp", CAMEO_ATTR_TYPE_PROTO, &a));
    CHECK_INT(a.next, CAMEO_NO_ID);
    cameo_type_view type = {0};
    CHECK_INT(cameo_model_view_type(view_b.model, a.first, &type, NULL), CAMEO_OK);
    CHECK(type.type.kind == CAMEO_KIND_SEQUENCE && type.elem != CAMEO_NO_ID && !type.is_sparse);
    CHECK_INT(cameo_model_view_type(view_b.model, type.elem, &type, NULL), CAMEO_OK);
    CHECK(type.type.kind == CAMEO_KIND_TENSOR && type.type.rank == 1 && type.type.dims[0] == -1);
    CHECK(view_is(type.type.dim_params[0], "n") && type.elem == CAMEO_NO_ID);
}

/* The main graph, an If of which one branch reads an outer value and has an initializer, and a second node. */
static void view_build_graphs(void) {
    mb_begin(&view_b, 8);
    mb_io(&view_b, 11, "x");
    mb_io(&view_b, 11, "c");
    mb_io(&view_b, 11, "d");
    mb_init(&view_b, "d", 4);
    mb_open_node(&view_b, "If", "c", "y");
    mb_open_graph_attr(&view_b, "then_branch");
    mb_init(&view_b, "k", 2);
    mb_node(&view_b, "Mul", "x,k", "p");
    mb_io(&view_b, 12, "p");
    mb_close(&view_b);
    mb_close(&view_b);
    mb_open_graph_attr(&view_b, "else_branch");
    mb_node(&view_b, "Neg", "x", "q");
    mb_io(&view_b, 12, "q");
    mb_close(&view_b);
    mb_close(&view_b);
    mb_close(&view_b);
    mb_node(&view_b, "Abs", "y", "z");
    mb_io(&view_b, 12, "z");
    mb_end(&view_b);
    CHECK_INT(mb_load(&view_b, NULL), CAMEO_OK);
}

/* Graphs know what is around them, and values the graph, node and tensor that they are of. */
void test_view_graphs(void) {
    view_build_graphs();
    cameo_model_info info = {0};
    cameo_model_get_info(view_b.model, &info);
    CHECK_INT(info.n_graphs, 3);
    CHECK_INT(info.n_values, 8);
    cameo_graph_view g = {0}, branch = {0};
    CHECK_INT(cameo_model_view_graph(view_b.model, 0, &g, NULL), CAMEO_OK);
    CHECK(view_is(g.name, "g") && g.parent == CAMEO_NO_ID && g.node == CAMEO_NO_ID && g.function == CAMEO_NO_ID);
    CHECK(g.n_inputs == 3 && g.n_outputs == 1 && g.n_inits == 1 && g.n_sparse == 0 && g.n_nodes == 2);
    CHECK(strcmp(view_name(g.inputs[2]), "d") == 0 && strcmp(view_name(g.outputs[0]), "z") == 0);
    CHECK_INT(g.n_values, 5); /* x, c, d, y, z */
    cameo_node_view n = {0};
    CHECK_INT(cameo_model_view_node(view_b.model, g.first_node, &n, NULL), CAMEO_OK);
    CHECK(view_is(n.op_type, "If"));
    cameo_attr_view a;
    CHECK(view_attr(n.first_attr, "then_branch", CAMEO_ATTR_GRAPH, &a));
    CHECK_INT(cameo_model_view_graph(view_b.model, a.first, &branch, NULL), CAMEO_OK);
    CHECK(branch.parent == 0 && branch.node == g.first_node && branch.depth == 1 && branch.next == CAMEO_NO_ID);
    CHECK(branch.n_inputs == 0 && branch.inputs == NULL && branch.n_values == 2 && branch.n_inits == 1);
    CHECK(strcmp(view_name(branch.first_value), "k") == 0 && strcmp(view_name(branch.first_value + 1), "p") == 0);
    CHECK_INT(cameo_model_node_input(view_b.model, branch.first_node, 0), g.inputs[0]);
    cameo_value_view v = {0};
    CHECK_INT(cameo_model_view_value(view_b.model, branch.first_value, &v, NULL), CAMEO_OK);
    CHECK(!v.is_input && !v.is_output && v.init == branch.first_init && v.node == CAMEO_NO_ID);
    CHECK(v.type == CAMEO_NO_ID && v.graph == a.first && v.sparse == CAMEO_NO_ID);
    CHECK_INT(cameo_model_view_value(view_b.model, branch.outputs[0], &v, NULL), CAMEO_OK);
    CHECK(v.is_output && v.node == branch.first_node && v.type != CAMEO_NO_ID);
    CHECK_INT(cameo_model_view_value(view_b.model, g.inputs[2], &v, NULL), CAMEO_OK);
    CHECK(v.is_input && v.init == g.first_init);
    CHECK_INT(cameo_model_view_node(view_b.model, n.next, &n, NULL), CAMEO_OK);
    CHECK(view_is(n.op_type, "Abs") && n.next == CAMEO_NO_ID);
}

/* Values of all graphs are found, each once, whatever the number of graphs. */
void test_view_values(void) {
    view_build_graphs();
    cameo_graph_view g = {0};
    uint32_t next = 0;
    for (uint32_t id = 0; cameo_model_view_graph(view_b.model, id, &g, NULL) == CAMEO_OK; id++) {
        CHECK_INT(g.first_value, next);
        next += g.n_values;
        for (uint32_t i = 0; i < g.n_values; i++) {
            cameo_value_view v = {0};
            CHECK_INT(cameo_model_view_value(view_b.model, g.first_value + i, &v, NULL), CAMEO_OK);
            CHECK_INT(v.graph, id);
        }
    }
    CHECK_INT(next, 8);
}

/* A function with its own imports, an attribute and one with a default, and an attribute that is the call's. */
void test_view_function(void) {
    mb_begin(&view_b, 8);
    mb_io(&view_b, 11, "x");
    mb_node(&view_b, "Twice", "x", "y");
    mb_io(&view_b, 12, "y");
    mb_close(&view_b);
    mb_open(&view_b, 25);
    mb_str(&view_b, 1, "Twice");
    mb_str(&view_b, 10, "mine");
    mb_str(&view_b, 8, "doubles");
    mb_names(&view_b, 4, "a");
    mb_names(&view_b, 5, "b");
    mb_names(&view_b, 6, "mode");
    mb_open(&view_b, 9);
    mb_int(&view_b, 2, 18);
    mb_close(&view_b);
    mb_open(&view_b, 9);
    mb_str(&view_b, 1, "other");
    mb_int(&view_b, 2, 3);
    mb_close(&view_b);
    view_open_attr(11, "alpha", CM_ATTR_FLOAT);
    cm_writer_field_fixed32(&view_b.w, 2, 0x40000000);
    mb_close(&view_b);
    mb_open(&view_b, 7);
    mb_names(&view_b, 1, "a");
    mb_names(&view_b, 2, "b");
    mb_str(&view_b, 4, "LeakyRelu");
    view_open_attr(5, "alpha", CM_ATTR_FLOAT);
    mb_str(&view_b, 21, "alpha");
    mb_close(&view_b);
    mb_close(&view_b);
    mb_end(&view_b);
    CHECK_INT(mb_load(&view_b, NULL), CAMEO_OK);
    cameo_function_view f = {0};
    CHECK_INT(cameo_model_view_function(view_b.model, 0, &f, NULL), CAMEO_OK);
    CHECK(view_is(f.name, "Twice") && view_is(f.domain, "mine") && f.overload.n == 0 && f.next == CAMEO_NO_ID);
    CHECK(f.n_inputs == 1 && view_is(f.inputs[0], "a") && f.n_outputs == 1 && view_is(f.outputs[0], "b"));
    CHECK(f.n_attrs == 1 && view_is(f.attrs[0], "mode") && f.n_defaults == 1 && f.n_opsets == 2);
    cameo_attr_view a;
    CHECK(view_attr(f.first_default, "alpha", CAMEO_ATTR_FLOAT, &a) && a.f == 2.0f);
    cameo_string domain;
    int64_t version;
    CHECK(cameo_model_function_opset(view_b.model, 0, 0, &domain, &version) && domain.n == 0 && version == 18);
    CHECK(cameo_model_function_opset(view_b.model, 0, 1, &domain, &version) && version == 3);
    CHECK(view_is(domain, "other"));
    CHECK(!cameo_model_function_opset(view_b.model, 0, 2, &domain, &version));
    CHECK(!cameo_model_function_opset(view_b.model, 1, 0, &domain, &version));
    cameo_graph_view g = {0};
    CHECK_INT(cameo_model_view_graph(view_b.model, f.graph, &g, NULL), CAMEO_OK);
    CHECK(g.function == 0 && g.depth == 0 && g.n_nodes == 1 && g.n_inputs == 1 && view_is(g.doc_string, "doubles"));
    cameo_node_view n = {0};
    CHECK_INT(cameo_model_view_node(view_b.model, g.first_node, &n, NULL), CAMEO_OK);
    CHECK(view_attr(n.first_attr, "alpha", CAMEO_ATTR_FLOAT, &a) && view_is(a.ref, "alpha"));
}

static cameo_status view_external(void *ctx, cameo_string location, uint64_t offset, uint64_t length,
                                  const void **data, size_t *size) {
    (void)length;
    if (!view_is(location, "w.bin") || offset != 6) return CAMEO_E_IO;
    *data = ctx;
    *size = 2;
    return CAMEO_OK;
}

/* Data where they lie: raw bytes in the file, strings, another file. */
void test_view_tensors(void) {
    static const uint8_t outside[] = {11, 12};
    cameo_options options = {.external = view_external, .external_ctx = (void *)(uintptr_t)outside};
    mb_begin(&view_b, 8);
    mb_init(&view_b, "raw", 1.5f);
    view_tensor(5, "texts", CAMEO_STRING, 3);
    mb_str(&view_b, 6, "one");
    mb_str(&view_b, 6, "");
    mb_str(&view_b, 6, "three");
    mb_close(&view_b);
    view_tensor(5, "far", CAMEO_UINT8, 2);
    static const char *const entries[][2] = {{"location", "w.bin"}, {"offset", "6"}, {"length", "2"}};
    for (int i = 0; i < 3; i++) {
        mb_open(&view_b, 13);
        mb_str(&view_b, 1, entries[i][0]);
        mb_str(&view_b, 2, entries[i][1]);
        mb_close(&view_b);
    }
    mb_int(&view_b, 14, 1);
    mb_close(&view_b);
    view_tensor(5, "empty", CAMEO_FLOAT, 0);
    mb_close(&view_b);
    view_tensor(5, "scalar", CAMEO_DOUBLE, -1);
    cm_writer_field_fixed64(&view_b.w, 10, UINT64_C(0x4004000000000000)); /* 2.5 */
    mb_close(&view_b);
    mb_io(&view_b, 11, "x");
    mb_node(&view_b, "Abs", "x", "y");
    mb_io(&view_b, 12, "y");
    mb_end(&view_b);
    CHECK_INT(mb_load(&view_b, &options), CAMEO_OK);
    cameo_graph_view g = {0};
    CHECK_INT(cameo_model_view_graph(view_b.model, 0, &g, NULL), CAMEO_OK);
    CHECK_INT(g.n_inits, 5);
    cameo_tensor_view t = {0};
    CHECK_INT(cameo_model_view_tensor(view_b.model, g.first_init, &t, NULL), CAMEO_OK);
    CHECK(view_is(t.name, "raw") && t.n_elem == 1 && t.bytes == 4 && t.location.n == 0);
    CHECK(t.data == view_b.buf + t.offset && memcmp(t.data, "\0\0\xc0\x3f", 4) == 0);
    CHECK(t.is_swapped == (CM_BIG_ENDIAN != 0));
    CHECK_INT(cameo_model_tensor_string(view_b.model, g.first_init, 0).n, 0);
    uint32_t texts = t.next;
    CHECK_INT(cameo_model_view_tensor(view_b.model, texts, &t, NULL), CAMEO_OK);
    CHECK(t.dtype == CAMEO_STRING && t.n_elem == 3 && t.data == NULL && t.bytes == 0);
    CHECK(view_is(cameo_model_tensor_string(view_b.model, texts, 0), "one"));
    CHECK_INT(cameo_model_tensor_string(view_b.model, texts, 1).n, 0);
    CHECK(view_is(cameo_model_tensor_string(view_b.model, texts, 2), "three"));
    CHECK(cameo_model_tensor_string(view_b.model, texts, 3).p == NULL);
    CHECK(cameo_model_tensor_string(view_b.model, 99, 0).p == NULL);
    CHECK_INT(cameo_model_view_tensor(view_b.model, t.next, &t, NULL), CAMEO_OK);
    CHECK(view_is(t.location, "w.bin") && t.location_offset == 6 && t.location_length == 2);
    CHECK(t.data == outside && t.offset == CAMEO_NO_OFFSET);
    CHECK_INT(cameo_model_view_tensor(view_b.model, t.next, &t, NULL), CAMEO_OK);
    CHECK(view_is(t.name, "empty") && t.n_elem == 0 && t.bytes == 0 && t.data == NULL && t.dims[0] == 0);
    CHECK_INT(cameo_model_view_tensor(view_b.model, t.next, &t, NULL), CAMEO_OK);
    CHECK(t.rank == 0 && t.dims == NULL && t.n_elem == 1 && t.bytes == 8 && t.next == CAMEO_NO_ID);
}

/* A number that the model has not is E_ARG and named; the caller's struct stays. An older struct gets what it has. */
void test_view_wrong(void) {
    view_build_graphs();
    cameo_error e = {0};
    cameo_node_view n = {.graph = 77};
    CHECK_INT(cameo_model_view_node(view_b.model, 4, &n, &e), CAMEO_E_ARG);
    CHECK(CAMEO_NO_ERRMSG || strstr(e.msg, "no node 4: it has 4") != NULL);
    CHECK_INT(n.graph, 77);
    cameo_graph_view g;
    cameo_attr_view a;
    cameo_value_view v;
    cameo_type_view y;
    cameo_tensor_view t;
    cameo_sparse_view s;
    cameo_function_view f;
    g.size = a.size = v.size = y.size = t.size = s.size = f.size = 0;
    CHECK_INT(cameo_model_view_graph(view_b.model, 3, &g, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_attr(view_b.model, 2, &a, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_value(view_b.model, 8, &v, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_type(view_b.model, CAMEO_NO_ID, &y, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_tensor(view_b.model, 2, &t, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_sparse(view_b.model, 0, &s, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_view_function(view_b.model, 0, &f, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_model_node_input(view_b.model, 9, 0), CAMEO_NO_ID);
    memset(&n, 0x55, sizeof n);
    n.size = offsetof(cameo_node_view, op_type);
    CHECK_INT(cameo_model_view_node(view_b.model, 0, &n, NULL), CAMEO_OK);
    CHECK(view_is(n.name, "y") && n.size == offsetof(cameo_node_view, op_type));
    CHECK_INT(n.graph, 0x55555555);
}

typedef struct view_told {
    uint32_t n, n_inlined;
    cameo_inferred last; /* of the name that is asked for */
    char dim[64];
    const char *name;
} view_told;

static void view_tell(void *ctx, const cameo_inferred *v) {
    view_told *told = ctx;
    told->n++;
    told->n_inlined += v->value == CAMEO_NO_ID;
    if (!view_is(v->name, told->name)) return;
    told->last = *v;
    snprintf(told->dim, sizeof told->dim, "%.*s", (int)v->type.dim_params[0].n,
             v->type.dim_params[0].n == 0 ? "" : v->type.dim_params[0].p);
}

/* y = Concat(x, x), z = Sum(y) of a function, in x [n] */
static void view_build_concat(void) {
    mb_begin(&view_b, 8);
    mb_open(&view_b, 11);
    mb_str(&view_b, 1, "x");
    view_type(2, 0, "n");
    mb_close(&view_b);
    mb_open_node(&view_b, "Concat", "x,x", "y");
    view_open_attr(5, "axis", CM_ATTR_INT);
    mb_int(&view_b, 3, 0);
    mb_close(&view_b);
    mb_close(&view_b);
    mb_open_node(&view_b, "Twice", "y", "z");
    mb_str(&view_b, 7, "mine");
    mb_close(&view_b);
    mb_open(&view_b, 12);
    mb_str(&view_b, 1, "z");
    mb_close(&view_b);
    mb_close(&view_b);
    mb_open(&view_b, 8);
    mb_str(&view_b, 1, "mine");
    mb_int(&view_b, 2, 1);
    mb_close(&view_b);
    mb_open(&view_b, 25);
    mb_str(&view_b, 1, "Twice");
    mb_str(&view_b, 10, "mine");
    mb_names(&view_b, 4, "a");
    mb_names(&view_b, 5, "c");
    mb_open(&view_b, 9);
    mb_int(&view_b, 2, 17);
    mb_close(&view_b);
    mb_open(&view_b, 7);
    mb_names(&view_b, 1, "a");
    mb_names(&view_b, 2, "b");
    mb_str(&view_b, 4, "Neg");
    mb_close(&view_b);
    mb_open(&view_b, 7);
    mb_names(&view_b, 1, "b,b");
    mb_names(&view_b, 2, "c");
    mb_str(&view_b, 4, "Add");
    mb_close(&view_b);
    mb_end(&view_b);
    CHECK_INT(mb_load(&view_b, NULL), CAMEO_OK);
}

/* Dims are expressions over the inputs', their bounds known; a value of an inlined function is none of the model's. */
void test_view_infer(void) {
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 20];
    cameo_memory work = {memory, sizeof memory};
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_error e = {0};
    view_told told = {.name = "y"};
    view_build_concat();
    CHECK_INT(cameo_model_infer(view_b.model, work, &options, view_tell, &told, &e), CAMEO_OK);
    CHECK_INT(told.n, 4); /* x, y, z and the function's b */
    CHECK_INT(told.n_inlined, 1);
    CHECK_INT(told.last.value, mb_value(&view_b, "y") - view_b.model->t.value.row);
    CHECK(told.last.type.kind == CAMEO_KIND_TENSOR && told.last.type.dtype == CAMEO_FLOAT && told.last.type.has_shape);
    CHECK(told.last.type.rank == 1 && told.last.type.dims[0] == -1 && strcmp(told.dim, "2*n") == 0);
    CHECK(told.last.min[0] == 0 && told.last.max[0] == INT64_MAX);
    /* With the dim bound it is a number. */
    cameo_dim_binding n = {"n", 3, 3};
    options.dims = &n;
    options.n_dims = 1;
    told = (view_told){.name = "z"};
    CHECK_INT(cameo_model_infer(view_b.model, work, &options, view_tell, &told, &e), CAMEO_OK);
    CHECK(told.last.type.dims[0] == 6 && told.last.min[0] == 6 && told.last.max[0] == 6 && told.dim[0] == 0);
    /* What stands in the way is told, and nothing else is. */
    told = (view_told){.name = "z"};
    CHECK_INT(cameo_model_infer(view_b.model, (cameo_memory){memory, 4096}, &options, view_tell, &told, &e),
              CAMEO_E_NOMEM);
    view_build_attrs();
    e = (cameo_error){0};
    options.n_dims = 0;
    CHECK_INT(cameo_model_infer(view_b.model, work, &options, view_tell, &told, &e), CAMEO_E_UNSUPPORTED);
    CHECK(strcmp(e.op_type, "Odd") == 0 && told.n == 0);
}
