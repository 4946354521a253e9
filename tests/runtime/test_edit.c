/* test_edit.c — a loaded model that is changed and written again. What is expected are the bytes of the same model with
 * the change, written out field by field; or what loading finds in the result. */
#include "tests/pb/model_builder.h"

static mb edit_a, edit_b; /* the model, and the one that is wanted or that was written */
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t edit_memory[65536];
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t edit_work[1 << 20];
static uint8_t edit_bytes[16384];
static size_t edit_n;

static cameo_status edit_put(void *ctx, const void *bytes, size_t n) {
    (void)ctx;
    if (n > sizeof edit_bytes - edit_n) return CAMEO_E_IO;
    memcpy(edit_bytes + edit_n, bytes, n);
    edit_n += n;
    return CAMEO_OK;
}

/* A model with a subgraph, an annotation, and things that nobody knows: a field 100, a group, a tag in a longer
 * form. */
static void edit_model(const char *x, const char *k, const char *h, const char *node) {
    mb_begin(&edit_b, 8);
    mb_str(&edit_b, 10, "doc");
    mb_io(&edit_b, 11, x);
    mb_init(&edit_b, k, 2.0f);
    mb_open(&edit_b, 1);
    char names[32];
    snprintf(names, sizeof names, "%s,%s", x, k);
    mb_names(&edit_b, 1, names);
    mb_names(&edit_b, 2, h);
    mb_str(&edit_b, 3, node);
    mb_str(&edit_b, 4, "Add");
    static const uint8_t odd[] = {0xa2, 0x86, 0x80, 0x00, 3, 'o', 'd', 'd', 0xab, 0x06, 0x08, 0x01, 0xac, 0x06};
    cm_writer_raw(&edit_b.w, odd, sizeof odd);
    mb_close(&edit_b);
    mb_open_node(&edit_b, "If", "c", "y");
    mb_open_graph_attr(&edit_b, "then_branch");
    mb_node(&edit_b, "Neg", h, "p");
    mb_io(&edit_b, 12, "p");
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_open_graph_attr(&edit_b, "else_branch");
    mb_node(&edit_b, "Abs", h, "q");
    mb_io(&edit_b, 12, "q");
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_open(&edit_b, 11);
    mb_str(&edit_b, 1, "c");
    mb_open(&edit_b, 2);
    mb_open(&edit_b, 1);
    mb_int(&edit_b, 1, CAMEO_BOOL);
    mb_open(&edit_b, 2);
    for (int i = 0; i < 4; i++) mb_close(&edit_b);
    mb_io(&edit_b, 13, h);
    mb_open(&edit_b, 14);
    mb_str(&edit_b, 1, h);
    mb_open(&edit_b, 2);
    mb_str(&edit_b, 1, "SCALE_TENSOR");
    mb_str(&edit_b, 2, k);
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_io(&edit_b, 12, "y");
    mb_end(&edit_b);
}

/* The model becomes edit_a, loaded; an editor of it. */
static cameo_editor *edit_start(void) {
    cameo_editor *d = NULL;
    edit_a = edit_b;
    edit_n = 0;
    edit_a.w.buf = edit_a.buf;
    if (mb_load(&edit_a, NULL) != CAMEO_OK) return NULL;
    cameo_memory memory = {edit_memory, sizeof edit_memory};
    return cameo_editor_create(memory, edit_a.model, &d, &edit_a.error) == CAMEO_OK ? d : NULL;
}

static cameo_editor *edit_plain(void) {
    edit_model("x", "k", "h", "n_h");
    return edit_start();
}

/* Writes, and loads what was written as edit_b. */
static bool edit_end(cameo_editor *d) {
    size_t size = 0;
    bool good = cameo_editor_finish(d, &size, &edit_a.error) == CAMEO_OK &&
                cameo_editor_write(d, edit_put, NULL) == CAMEO_OK && size == edit_n;
    mb_reset(&edit_b);
    memcpy(edit_b.buf, edit_bytes, edit_n);
    edit_b.w.pos = edit_n;
    return good && mb_load(&edit_b, NULL) == CAMEO_OK;
}

static uint32_t edit_value(const char *name) {
    const cm_value *v = mb_value(&edit_a, name);
    return v == NULL ? CAMEO_NO_ID : (uint32_t)(v - edit_a.model->t.value.row);
}

void test_edit_nothing(void) {
    cameo_editor *d = edit_plain();
    size_t size = 0;
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_write(d, edit_put, NULL), CAMEO_E_ARG);
    CHECK_INT(cameo_editor_finish(d, &size, NULL), CAMEO_OK);
    CHECK_INT(cameo_editor_write(d, edit_put, NULL), CAMEO_OK);
    CHECK(size == edit_a.w.pos && edit_n == size && memcmp(edit_bytes, edit_a.buf, size) == 0);
    CHECK_INT(cameo_editor_remove_node(d, 0), CAMEO_E_ARG);
    CHECK_INT(cameo_editor_finish(d, &size, &edit_a.error), CAMEO_E_ARG);
    CHECK(strstr(edit_a.error.msg, "the editor is finished") != NULL);
}

void test_edit_names(void) {
    cameo_editor *d = edit_plain();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("x"), "image"), CAMEO_OK);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("k"), "w"), CAMEO_OK);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("h"), "a_name_that_is_longer_than_the_old_one"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_node(d, 0, &(cameo_node){.name = "first"}), CAMEO_OK);
    CHECK(edit_end(d));
    edit_model("image", "w", "a_name_that_is_longer_than_the_old_one", "first");
    CHECK_INT(edit_n, edit_b.w.pos);
    CHECK(memcmp(edit_bytes, edit_b.buf, edit_n) == 0);
}

/* y = Add(x, k) -> y = Mul(Relu(x), k), with an attribute; k was an initializer and becomes another. */
void test_edit_nodes(void) {
    static const char *const relu_in[] = {"x"}, *const relu_out[] = {"r"}, *const mul_in[] = {"r", "k2"};
    float two[2] = {3, 4};
    cameo_tensor t = {.dtype = CAMEO_FLOAT, .rank = 1, .dims = {2}, .data = two, .bytes = sizeof two};
    uint32_t id = 0;
    cameo_editor *d = edit_plain();
    CHECK(d != NULL);
    cameo_node relu = {.op_type = "LeakyRelu", .inputs = relu_in, .n_inputs = 1, .outputs = relu_out, .n_outputs = 1};
    CHECK_INT(cameo_editor_add_node(d, 0, 0, &relu, &id), CAMEO_OK);
    CHECK_INT(id, 4);
    CHECK_INT(cameo_editor_set_attr(d, id, &(cameo_attr){.name = "alpha", .type = CAMEO_ATTR_FLOAT, .f = 0.5f}),
              CAMEO_OK);
    CHECK_INT(cameo_editor_set_attr(d, id, &(cameo_attr){.name = "alpha", .type = CAMEO_ATTR_FLOAT, .f = 0.25f}),
              CAMEO_OK);
    CHECK_INT(cameo_editor_set_attr(d, 0, &(cameo_attr){.name = "gone", .type = CAMEO_ATTR_INTS, .n = 0}), CAMEO_OK);
    CHECK_INT(cameo_editor_remove_attr(d, 0, "gone"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_node(d, 0, &(cameo_node){.op_type = "Mul", .inputs = mul_in, .n_inputs = 2}), CAMEO_OK);
    CHECK_INT(cameo_editor_remove_init(d, 0), CAMEO_OK);
    CHECK_INT(cameo_editor_add_init(d, 0, "k2", &t), CAMEO_OK);
    CHECK(edit_end(d));
    const cm_tables *b = &edit_b.model->t;
    CHECK_INT(b->node.n, 5);
    CHECK(cm_str_is(b->node.row[0].op_type, "LeakyRelu") && cm_str_is(b->node.row[1].op_type, "Mul"));
    CHECK(b->attr.row[b->node.row[0].attrs.first].f == 0.25f && b->node.row[0].attrs.n == 1 &&
          b->node.row[1].attrs.n == 0);
    CHECK(mb_value(&edit_b, "k") == NULL && b->tensor.n == 1 && b->tensor.row[0].n_elem == 2);
    CHECK(cm_str_is(b->value.row[b->use.row[b->node.row[1].in.first + 1].value].name, "k2"));
}

/* Attributes that are tensors, sparse tensors and types, and lists of them; the view of what was written. */
void test_edit_attribute_kinds(void) {
    float x[3] = {1, 2, 3};
    int64_t at[2] = {1, 5};
    const cameo_tensor t[2] = {{.dtype = CAMEO_FLOAT, .rank = 1, .dims = {3}, .data = x, .bytes = sizeof x},
                               {.dtype = CAMEO_FLOAT, .data = x, .bytes = 4}};
    const cameo_sparse s[2] = {
        {{.dtype = CAMEO_FLOAT, .rank = 1, .dims = {2}, .data = x, .bytes = 8},
         {.dtype = CAMEO_INT64, .rank = 1, .dims = {2}, .data = at, .bytes = sizeof at}, 1, {6}},
        {{.dtype = CAMEO_FLOAT, .rank = 1, .dims = {0}}, {.dtype = CAMEO_INT64, .rank = 1, .dims = {0}}, 1, {4}}};
    const cameo_type types[2] = {cameo_tensor_type(NULL, CAMEO_FLOAT, 1, (int64_t[]){3}),
                                 {.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64}};
    static const cameo_attr_type kinds[6] = {CAMEO_ATTR_TENSOR,         CAMEO_ATTR_TENSORS,    CAMEO_ATTR_SPARSE_TENSOR,
                                             CAMEO_ATTR_SPARSE_TENSORS, CAMEO_ATTR_TYPE_PROTO, CAMEO_ATTR_TYPE_PROTOS};
    static const char *const names[6] = {"t", "ts", "s", "ss", "p", "ps"};
    cameo_editor *d = edit_plain();
    cameo_attr_view v = {0};
    cameo_node_view node = {0};
    cameo_sparse_view sparse = {0};
    cameo_tensor_view tensor = {0};
    cameo_type_view type = {0};
    CHECK(d != NULL);
    for (int i = 0; i < 6; i++) {
        cameo_attr a = {.name = names[i], .type = kinds[i], .n = 2, .tensors = t, .sparses = s, .types = types};
        CHECK_INT(cameo_editor_set_attr(d, 0, &a), CAMEO_OK);
    }
    CHECK(edit_end(d));
    const cameo_model *m = edit_b.model;
    CHECK_INT(cameo_model_view_node(m, 0, &node, NULL), CAMEO_OK);
    uint32_t id = node.first_attr;
    for (int i = 0; i < 6; i++, id = v.next) {
        CHECK_INT(cameo_model_view_attr(m, id, &v, NULL), CAMEO_OK);
        CHECK(v.type == kinds[i] && cm_str_is(v.name, names[i]) && v.n == (i % 2 == 0 ? 1u : 2u));
        uint32_t last = v.first + (uint32_t)(i % 2);
        if (i / 2 == 0) {
            CHECK_INT(cameo_model_view_tensor(m, last, &tensor, NULL), CAMEO_OK);
            CHECK(tensor.rank == (i == 0 ? 1u : 0u) && tensor.bytes == (i == 0 ? 12u : 4u));
            for (size_t k = 0; k < tensor.bytes / 4; k++) {
                uint32_t bits; /* as the file has them, in little-endian order */
                memcpy(&bits, &x[k], sizeof bits);
                CHECK(cm_load_le32((const uint8_t *)tensor.data + 4 * k) == bits);
            }
        } else if (i / 2 == 1) {
            CHECK_INT(cameo_model_view_sparse(m, last, &sparse, NULL), CAMEO_OK);
            CHECK(sparse.rank == 1 && sparse.dims[0] == (i % 2 == 0 ? 6 : 4));
        } else {
            CHECK_INT(cameo_model_view_type(m, last, &type, NULL), CAMEO_OK);
            CHECK(type.type.kind == types[i % 2].kind && type.type.dtype == types[i % 2].dtype);
        }
    }
    CHECK_INT(id, CAMEO_NO_ID);
}

/* The node that makes value `name` in what was written; NULL. */
static const cm_node *edit_maker(const char *name) {
    const cm_value *v = mb_value(&edit_b, name);
    return v == NULL || v->node == CM_NONE ? NULL : &edit_b.model->t.node.row[v->node];
}

/* y = If(c): its then_branch is made anew, with an initializer and an If within; else_branch stays. A list of graphs is
 * begun and goes on. */
void test_edit_graphs(void) {
    static const char *const c[] = {"c"}, *const h[] = {"h", "two"}, *const p[] = {"p2"}, *const q[] = {"q2"},
                      *const out[] = {"inner"};
    float two = 2;
    uint32_t then = 0, node = 0, body = 0, more = 0;
    cameo_tensor t = {.dtype = CAMEO_FLOAT, .data = &two, .bytes = sizeof two};
    cameo_type type = cameo_tensor_type("p2", CAMEO_FLOAT, 1, (int64_t[]){2});
    cameo_type inner = cameo_tensor_type("q2", CAMEO_FLOAT, 1, (int64_t[]){2});
    cameo_node mul = {.op_type = "Mul", .inputs = h, .n_inputs = 2, .outputs = q, .n_outputs = 1};
    cameo_node choice = {.op_type = "If", .inputs = c, .n_inputs = 1, .outputs = p, .n_outputs = 1};
    cameo_editor *d = edit_plain();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_add_graph(d, 1, "then_branch", false, &then), CAMEO_OK);
    CHECK_INT(then, 3); /* the model has three */
    CHECK_INT(cameo_editor_add_output(d, then, &type), CAMEO_OK);
    CHECK_INT(cameo_editor_add_node(d, then, CAMEO_NO_ID, &choice, &node), CAMEO_OK);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(cameo_editor_add_graph(d, node, i == 0 ? "then_branch" : "else_branch", false, &body), CAMEO_OK);
        CHECK_INT(body, 4 + i);
        CHECK_INT(cameo_editor_add_init(d, body, "two", &t), CAMEO_OK);
        CHECK_INT(cameo_editor_add_node(d, body, CAMEO_NO_ID, &mul, &more), CAMEO_OK);
        CHECK_INT(cameo_editor_add_output(d, body, &inner), CAMEO_OK);
    }
    CHECK(edit_end(d));
    const cm_tables *b = &edit_b.model->t;
    CHECK_INT(b->graph.n, 5); /* main, then_branch with two in it, else_branch */
    const cm_node *made = edit_maker("p2"), *of = edit_maker("q2");
    CHECK(made != NULL && of != NULL && made->attrs.n == 2 && cm_str_is(of->op_type, "Mul"));
    CHECK(cm_str_is(b->value.row[b->use.row[of->in.first].value].name, "h") && b->tensor.n == 3);
    CHECK(cm_str_is(b->graph.row[of->graph].name, "then_branch") && mb_value(&edit_b, "p") == NULL &&
          mb_value(&edit_b, "q") != NULL);

    d = edit_plain();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_set_attr(d, 0, &(cameo_attr){.name = "list", .type = CAMEO_ATTR_INT, .i = 1}), CAMEO_OK);
    cameo_node one = {.op_type = "Odd", .outputs = out, .n_outputs = 1};
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_INT(cameo_editor_add_graph(d, 0, "list", true, &body), CAMEO_OK);
        CHECK_INT(cameo_editor_add_node(d, body, CAMEO_NO_ID, &one, &more), CAMEO_OK);
        CHECK_INT(body, 3 + i);
    }
    CHECK_INT(cameo_editor_remove_attr(d, 1, "else_branch"), CAMEO_OK);
    CHECK(edit_end(d));
    b = &edit_b.model->t;
    CHECK_INT(b->graph.n, 5);
    const cm_attr *list = &b->attr.row[b->node.row[0].attrs.first];
    CHECK(list->type == CM_ATTR_GRAPHS && cm_str_is(list->name, "list") && b->node.row[0].attrs.n == 1);
}

/* Graphs that were added are gone with what they are in, and calls say so. */
void test_edit_graphs_removed(void) {
    static const char *const out[] = {"r"};
    cameo_node n = {.op_type = "Odd", .outputs = out, .n_outputs = 1};
    cameo_type type = cameo_tensor_type("r", CAMEO_FLOAT, 0, NULL);
    for (int how = 0; how < 5; how++) {
        uint32_t outer = 0, inner = 0, node = 0, in = 0;
        cameo_error e = {0};
        size_t size = 0;
        cameo_editor *d = edit_plain();
        CHECK(d != NULL);
        CHECK_INT(cameo_editor_add_graph(d, 1, "then_branch", false, &outer), CAMEO_OK);
        CHECK_INT(cameo_editor_add_node(d, outer, CAMEO_NO_ID, &n, &node), CAMEO_OK);
        CHECK_INT(cameo_editor_add_graph(d, node, "g", false, &inner), CAMEO_OK);
        CHECK_INT(cameo_editor_add_node(d, inner, CAMEO_NO_ID, &n, &in), CAMEO_OK);
        if (how == 0) CHECK_INT(cameo_editor_remove_node(d, 1), CAMEO_OK);
        if (how == 1) CHECK_INT(cameo_editor_remove_attr(d, 1, "then_branch"), CAMEO_OK);
        if (how == 2) CHECK_INT(cameo_editor_remove_node(d, node), CAMEO_OK);
        if (how == 3) CHECK_INT(cameo_editor_add_graph(d, 1, "then_branch", false, &outer), CAMEO_OK);
        cameo_attr other = {.name = "then_branch", .type = CAMEO_ATTR_INT};
        if (how == 4) CHECK_INT(cameo_editor_set_attr(d, 1, &other), CAMEO_OK);
        CHECK_INT(how % 2 == 0 ? cameo_editor_add_output(d, inner, &type) : cameo_editor_remove_node(d, in),
                  CAMEO_E_ARG);
        CHECK_INT(cameo_editor_finish(d, &size, &e), CAMEO_E_ARG);
        CHECK_MSG(strstr(e.msg, "was removed") != NULL, "the text is %s", e.msg);
    }
}

/* A payload of 256 bytes and more stays where it is until writing. */
void test_edit_tensors(void) {
    if (CM_BIG_ENDIAN) {
        check_skip("payloads are turned around here");
        return;
    }
    float big[80];
    uint8_t tiny[1] = {1};
    for (int i = 0; i < 80; i++) big[i] = (float)i;
    cameo_tensor t = {.dtype = CAMEO_FLOAT, .rank = 2, .dims = {40, 2}, .data = big, .bytes = sizeof big};
    cameo_tensor small = {.dtype = CAMEO_BOOL, .rank = 0, .data = tiny, .bytes = 1};
    cameo_editor *d = edit_plain();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_set_tensor(d, 0, &small), CAMEO_OK);
    CHECK_INT(cameo_editor_set_external(d, 0, &t, "file", 64), CAMEO_OK);
    CHECK_INT(cameo_editor_set_tensor(d, 0, &t), CAMEO_OK);
    big[79] = 100;
    CHECK(edit_end(d));
    const cm_tensor_proto *row = &edit_b.model->t.tensor.row[0];
    CHECK(cm_str_is(row->name, "k") && row->dtype == CAMEO_FLOAT && row->n_elem == 80 && row->external == CM_NONE);
    CHECK(memcmp(cm_payload_bytes(&edit_b.model->t, &row->payload), big, sizeof big) == 0);
}

/* Inputs in another order, another output, types, a version, metadata. */
void test_edit_model(void) {
    cameo_type c = cameo_tensor_type("c", CAMEO_BOOL, 0, NULL),
               h = cameo_tensor_type("h", CAMEO_FLOAT, 1, (int64_t[]){2});
    cameo_model_info info = {.size = sizeof info};
    cameo_string key, value;
    cameo_type type;
    cameo_editor *d = edit_plain();
    CHECK(d != NULL);
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 1, (int64_t[]){-1});
    x.dim_params[0] = CM_STR("N");
    CHECK_INT(cameo_editor_remove_input(d, edit_value("x")), CAMEO_OK);
    CHECK_INT(cameo_editor_add_input(d, 0, &x), CAMEO_OK);
    CHECK_INT(cameo_editor_remove_output(d, edit_value("y")), CAMEO_OK);
    CHECK_INT(cameo_editor_add_output(d, 0, &h), CAMEO_OK);
    CHECK_INT(cameo_editor_set_type(d, edit_value("c"), &c), CAMEO_OK);
    CHECK_INT(cameo_editor_set_opset(d, "ai.onnx", 18), CAMEO_OK);
    CHECK_INT(cameo_editor_set_opset(d, "com.microsoft", 1), CAMEO_OK);
    CHECK_INT(cameo_editor_set_metadata(d, "a", "1"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_metadata(d, "b", "2"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_metadata(d, "a", NULL), CAMEO_OK);
    CHECK_INT(cameo_editor_set_text(d, CAMEO_TEXT_PRODUCER_NAME, "me"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_text(d, CAMEO_TEXT_GRAPH_NAME, "G"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_version(d, 9, 7), CAMEO_OK);
    CHECK_INT(cameo_editor_strip_docs(d), CAMEO_OK);
    CHECK(edit_end(d));
    cameo_model_get_info(edit_b.model, &info);
    CHECK(info.ir_version == 9 && info.model_version == 7 && info.n_opsets == 2 && info.n_metadata == 1);
    CHECK(cm_str_is(info.producer_name, "me") && cm_str_is(info.graph_name, "G"));
    CHECK_INT(edit_b.model->t.graph.row[0].doc_string.n, 0);
    CHECK_INT(cm_opset_find(&edit_b.model->t, edit_b.model->opsets, CM_STR("")), 18);
    cameo_model_get_metadata(edit_b.model, 0, &key, &value);
    CHECK(cm_str_is(key, "b") && cm_str_is(value, "2"));
    cameo_model_get_input(edit_b.model, 1, &type);
    CHECK(cm_str_is(type.name, "x") && cm_str_is(type.dim_params[0], "N"));
    cameo_model_get_output(edit_b.model, 0, &type);
    CHECK(cm_str_is(type.name, "h") && info.n_outputs == 1);
}

/* What the builder finds has no type, and gets what inference finds. */
void test_edit_builder_types(void) {
    static const char *const in[] = {"x"}, *const mid[] = {"m"}, *const out[] = {"y"};
    cameo_builder *b = NULL;
    cameo_editor *d = NULL;
    cameo_type type;
    cameo_options options = {.size = sizeof options, .ops = &cameo_ops_all};
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 2, (int64_t[]){-1, 3});
    CHECK_INT(cameo_builder_create((cameo_memory){edit_memory, sizeof edit_memory}, NULL, &b, NULL), CAMEO_OK);
    CHECK_INT(cameo_builder_opset(b, "", 21), CAMEO_OK);
    CHECK_INT(cameo_builder_value(b, &x), CAMEO_OK);
    cameo_node node = {.op_type = "Relu", .inputs = in, .n_inputs = 1, .outputs = mid, .n_outputs = 1};
    CHECK_INT(cameo_builder_node(b, &node), CAMEO_OK);
    cameo_node last = {.op_type = "Transpose", .inputs = mid, .n_inputs = 1, .outputs = out, .n_outputs = 1};
    CHECK_INT(cameo_builder_node(b, &last), CAMEO_OK);
    CHECK_INT(cameo_builder_finish(b, NULL), CAMEO_OK);
    edit_n = 0;
    CHECK_INT(cameo_builder_write(b, edit_put, NULL), CAMEO_OK);
    mb_reset(&edit_a);
    memcpy(edit_a.buf, edit_bytes, edit_n);
    edit_a.w.pos = edit_n;
    edit_n = 0;
    CHECK_INT(mb_load(&edit_a, NULL), CAMEO_OK);
    CHECK_INT(cameo_editor_create((cameo_memory){edit_memory, sizeof edit_memory}, edit_a.model, &d, NULL), CAMEO_OK);
    CHECK_INT(cameo_editor_set_types(d, true, (cameo_memory){edit_work, sizeof edit_work}, &options), CAMEO_OK);
    CHECK(edit_end(d));
    cameo_model_get_output(edit_b.model, 0, &type);
    CHECK(type.dtype == CAMEO_FLOAT && type.has_shape && type.rank == 2 && type.dims[0] == 3 && type.dims[1] == -1);
    CHECK(mb_value(&edit_b, "m")->type != CM_NONE);
}

/* Every smaller memory is refused, and leaves nothing half done. */
void test_edit_memory(void) {
    size_t enough = 0;
    for (size_t size = 0; size < sizeof edit_memory && enough == 0; size += 64) {
        cameo_editor *d = NULL;
        cameo_error e = {0};
        size_t n = 0;
        if (edit_plain() == NULL) break;
        cameo_status status = cameo_editor_create((cameo_memory){edit_memory, size}, edit_a.model, &d, &e);
        if (status == CAMEO_OK) {
            (void)cameo_editor_rename_value(d, edit_value("h"), "hh");
            (void)cameo_editor_set_attr(d, 0, &(cameo_attr){.name = "a", .type = CAMEO_ATTR_INT, .i = 1});
            (void)cameo_editor_set_opset(d, "", 18);
            (void)cameo_editor_strip_docs(d);
            status = cameo_editor_finish(d, &n, &e);
        }
        if (status == CAMEO_OK) enough = size;
        CHECK(status == CAMEO_OK || (status == CAMEO_E_NOMEM && e.status == status && e.msg[0] != 0));
    }
    CHECK(enough != 0);
}

/* One wrong call on a fresh editor: its status, and the text that finish gives. */
#define EDIT_WRONG(status, text, call)                                   \
    do {                                                                 \
        cameo_editor *d = edit_plain();                                  \
        cameo_error e = {0};                                             \
        size_t n = 0;                                                    \
        CHECK(d != NULL);                                                \
        CHECK_INT(call, status);                                         \
        CHECK_INT(cameo_editor_strip_docs(d), status);                   \
        CHECK_INT(cameo_editor_finish(d, &n, &e), status);               \
        CHECK_MSG(strstr(e.msg, text) != NULL, "the text is %s", e.msg); \
    } while (0)

void test_edit_wrong(void) {
    uint32_t id = 0;
    cameo_editor *none = NULL;
    cameo_type type = cameo_tensor_type("z", CAMEO_FLOAT, 0, NULL),
               unnamed = cameo_tensor_type(NULL, CAMEO_FLOAT, 0, NULL);
    cameo_type deep = {.kind = CAMEO_KIND_TENSOR, .has_shape = true, .rank = CAMEO_MAX_RANK + 1}, no_kind = {0};
    cameo_tensor wrong = {.dtype = CAMEO_FLOAT, .rank = 1, .dims = {2}, .bytes = 4};
    cameo_attr graph = {.name = "g", .type = CAMEO_ATTR_GRAPH}, bad = {.name = "g", .type = (cameo_attr_type)15};
    cameo_attr nameless = {.type = CAMEO_ATTR_INT};
    cameo_attr typed = {.name = "t", .type = CAMEO_ATTR_TYPE_PROTO, .types = &deep};
    cameo_sparse wide = {.rank = CAMEO_MAX_RANK + 1};
    cameo_attr flat = {.name = "s", .type = CAMEO_ATTR_SPARSE_TENSOR, .sparses = &wide};
    cameo_attr torn = {.name = "t", .type = CAMEO_ATTR_TENSORS, .n = 1, .tensors = &wrong};
    CHECK(edit_plain() != NULL);
    CHECK_INT(cameo_editor_create((cameo_memory){NULL, 0}, edit_a.model, &none, NULL), CAMEO_E_ARG);
    EDIT_WRONG(CAMEO_E_ARG, "no node 4: it has 4", cameo_editor_remove_node(d, 4));
    EDIT_WRONG(CAMEO_E_ARG, "node 0 was removed", (cameo_editor_remove_node(d, 0), cameo_editor_remove_node(d, 0)));
    EDIT_WRONG(CAMEO_E_ARG, "no graph 3: it has 3", cameo_editor_add_input(d, 3, &type));
    EDIT_WRONG(CAMEO_E_ARG, "graph 1 was removed",
               (cameo_editor_remove_node(d, 1), cameo_editor_add_input(d, 1, &type)));
    EDIT_WRONG(CAMEO_E_ARG, "no value 9", cameo_editor_rename_value(d, 9, "z"));
    EDIT_WRONG(CAMEO_E_ARG, "a value has no name", cameo_editor_rename_value(d, 0, ""));
    EDIT_WRONG(CAMEO_E_ARG, "a node has no op_type", cameo_editor_set_node(d, 0, &(cameo_node){.op_type = ""}));
    EDIT_WRONG(CAMEO_E_ARG, "a node has no op_type", cameo_editor_add_node(d, 0, CAMEO_NO_ID, &(cameo_node){0}, &id));
    EDIT_WRONG(CAMEO_E_ARG, "node 2 is in another graph",
               cameo_editor_add_node(d, 0, 2, &(cameo_node){.op_type = "Neg"}, &id));
    EDIT_WRONG(CAMEO_E_ARG, "cameo_editor_add_graph adds graphs", cameo_editor_set_attr(d, 0, &graph));
    EDIT_WRONG(CAMEO_E_ARG, "an attribute has no name", cameo_editor_add_graph(d, 0, "", false, &id));
    EDIT_WRONG(CAMEO_E_ARG, "no node 4: it has 4", cameo_editor_add_graph(d, 4, "g", false, &id));
    EDIT_WRONG(CAMEO_E_ARG, "has type 15, want 1..14", cameo_editor_set_attr(d, 0, &bad));
    EDIT_WRONG(CAMEO_E_ARG, "an attribute has no name", cameo_editor_set_attr(d, 0, &nameless));
    EDIT_WRONG(CAMEO_E_ARG, "a type has rank 9", cameo_editor_set_attr(d, 0, &typed));
    EDIT_WRONG(CAMEO_E_ARG, "a sparse tensor has rank 9", cameo_editor_set_attr(d, 0, &flat));
    EDIT_WRONG(CAMEO_E_ARG, "contradicts its type or dims", cameo_editor_set_attr(d, 0, &torn));
    EDIT_WRONG(CAMEO_E_ARG, "no attribute \"z\"", cameo_editor_remove_attr(d, 0, "z"));
    EDIT_WRONG(CAMEO_E_ARG, "no tensor 1: it has 1", cameo_editor_set_tensor(d, 1, &wrong));
    EDIT_WRONG(CAMEO_E_ARG, "contradicts its type or dims", cameo_editor_set_tensor(d, 0, &wrong));
    EDIT_WRONG(CAMEO_E_ARG, "external data has no location", cameo_editor_set_external(d, 0, &wrong, "", 0));
    EDIT_WRONG(CAMEO_E_ARG, "external data has no location", cameo_editor_set_external(d, 0, &wrong, NULL, 0));
    EDIT_WRONG(CAMEO_E_ARG, "tensor 0 was removed", (cameo_editor_remove_init(d, 0), cameo_editor_remove_init(d, 0)));
    EDIT_WRONG(CAMEO_E_ARG, "an initializer has no name", cameo_editor_add_init(d, 0, "", &wrong));
    EDIT_WRONG(CAMEO_E_ARG, "a type has rank 9", cameo_editor_set_type(d, 0, &deep));
    EDIT_WRONG(CAMEO_E_ARG, "a type of no kind", cameo_editor_add_output(d, 0, &no_kind));
    EDIT_WRONG(CAMEO_E_ARG, "has no name", cameo_editor_add_output(d, 0, &unnamed));
    EDIT_WRONG(CAMEO_E_ARG, "\"h\" is no input", cameo_editor_remove_input(d, edit_value("h")));
    EDIT_WRONG(CAMEO_E_ARG, "\"x\" is no output", cameo_editor_remove_output(d, edit_value("x")));
    EDIT_WRONG(CAMEO_E_ARG, "opset version -1", cameo_editor_set_opset(d, "", -1));
    EDIT_WRONG(CAMEO_E_ARG, "imports no domain \"z\"", cameo_editor_set_opset(d, "z", 0));
    EDIT_WRONG(CAMEO_E_ARG, "metadata has no key", cameo_editor_set_metadata(d, "", "v"));
    EDIT_WRONG(CAMEO_E_ARG, "no metadata \"z\"", cameo_editor_set_metadata(d, "z", NULL));
    EDIT_WRONG(CAMEO_E_ARG, "there is no text 6", cameo_editor_set_text(d, (cameo_model_text)6, "z"));
}

/* Signature and nodes of a function. */
void test_edit_function(void) {
    for (int changed = 0; changed < 2; changed++) {
        mb_begin(&edit_b, 8);
        mb_io(&edit_b, 11, "x");
        mb_node(&edit_b, "Identity", "x", "y");
        mb_io(&edit_b, 12, "y");
        mb_close(&edit_b);
        mb_open(&edit_b, 25);
        mb_str(&edit_b, 1, "F");
        mb_str(&edit_b, 10, "own");
        mb_str(&edit_b, 4, changed ? "in" : "a");
        mb_str(&edit_b, 5, changed ? "out" : "b");
        mb_open(&edit_b, 7);
        mb_str(&edit_b, 1, changed ? "in" : "a");
        mb_str(&edit_b, 2, changed ? "out" : "b");
        mb_str(&edit_b, 4, "Neg");
        mb_close(&edit_b);
        mb_open(&edit_b, 9);
        mb_int(&edit_b, 2, 17);
        mb_end(&edit_b);
        if (changed) break;
        cameo_editor *d = edit_start();
        CHECK(d != NULL);
        float one = 1;
        cameo_tensor t = {.dtype = CAMEO_FLOAT, .data = &one, .bytes = 4};
        cameo_type type = cameo_tensor_type("z", CAMEO_FLOAT, 0, NULL);
        CHECK_INT(cameo_editor_rename_value(d, edit_value("a"), "in"), CAMEO_OK);
        CHECK_INT(cameo_editor_rename_value(d, edit_value("b"), "out"), CAMEO_OK);
        CHECK(edit_end(d));
        d = edit_start();
        CHECK(d != NULL);
        CHECK_INT(cameo_editor_add_init(d, 1, "k", &t), CAMEO_E_ARG);
        d = edit_start();
        CHECK(d != NULL);
        CHECK_INT(cameo_editor_add_input(d, 1, &type), CAMEO_E_ARG);
    }
    CHECK(edit_a.w.pos == edit_b.w.pos && memcmp(edit_a.buf, edit_b.buf, edit_b.w.pos) == 0);
}

/* Fields that have the number of a name or message, and another wire type, are unknown ones: none is changed. An empty
 * graph right behind the end of what is around it is found. */
void test_edit_odd_fields(void) {
    static const char *const in[] = {"x2"}, *const out[] = {"r2"};
    uint32_t id = 0;
    mb_begin(&edit_b, 8);
    mb_int(&edit_b, 11, 1); /* no input */
    mb_io(&edit_b, 11, "x");
    mb_int(&edit_b, 12, 2);
    mb_open(&edit_b, 1);
    mb_int(&edit_b, 1, 3); /* no name of an input */
    mb_names(&edit_b, 1, "x");
    mb_int(&edit_b, 2, 4);
    mb_names(&edit_b, 2, "r");
    mb_int(&edit_b, 4, 5);
    mb_str(&edit_b, 4, "Relu");
    mb_close(&edit_b);
    mb_open_node(&edit_b, "Odd", "r", "y");
    mb_open(&edit_b, 5);
    mb_str(&edit_b, 1, "body");
    mb_int(&edit_b, 20, CM_ATTR_GRAPH);
    mb_open(&edit_b, 6);
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_close(&edit_b);
    mb_io(&edit_b, 12, "y");
    mb_end(&edit_b);
    cameo_editor *d = edit_start();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("x"), "x2"), CAMEO_OK);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("y"), "y2"), CAMEO_OK);
    CHECK_INT(cameo_editor_rename_value(d, edit_value("r"), "r2"), CAMEO_OK);
    CHECK_INT(cameo_editor_add_node(d, 1, CAMEO_NO_ID, &(cameo_node){.op_type = "Neg"}, &id), CAMEO_OK);
    CHECK(edit_end(d));
    CHECK(mb_value(&edit_b, "x2") != NULL && mb_value(&edit_b, "y2") != NULL && mb_value(&edit_b, "x") == NULL);
    CHECK(edit_b.model->t.node.n == 3 && cm_str_is(edit_b.model->t.node.row[2].op_type, "Neg"));
    d = edit_start(); /* what was written, with the same fields */
    CHECK(d != NULL);
    cameo_node n = {.op_type = "Abs", .inputs = in, .n_inputs = 1, .outputs = out, .n_outputs = 1};
    CHECK_INT(cameo_editor_set_node(d, 0, &n), CAMEO_OK);
    CHECK(edit_end(d));
    CHECK(cm_str_is(edit_b.model->t.node.row[0].op_type, "Abs") && edit_b.model->t.node.row[0].in.n == 1);
}

/* A value that is listed as an output twice and described in several places: all have its new name and type. */
void test_edit_declared_twice(void) {
    cameo_type type = cameo_tensor_type(NULL, CAMEO_FLOAT, 1, (int64_t[]){-1}), got;
    mb_begin(&edit_b, 8);
    mb_io(&edit_b, 11, "x");
    mb_node(&edit_b, "Relu", "x", "y");
    mb_io(&edit_b, 12, "y");
    mb_io(&edit_b, 13, "x");
    mb_io(&edit_b, 12, "y");
    mb_end(&edit_b);
    for (int what = 0; what < 3; what++) {
        cameo_editor *d = what == 0 ? edit_start() : (edit_b = edit_a, edit_start());
        CHECK(d != NULL);
        if (what < 2) CHECK_INT(cameo_editor_rename_value(d, edit_value("y"), "z"), CAMEO_OK);
        if (what < 2) CHECK_INT(cameo_editor_rename_value(d, edit_value("x"), "w"), CAMEO_OK);
        if (what == 1) CHECK_INT(cameo_editor_set_type(d, edit_value("y"), &type), CAMEO_OK);
        if (what == 2) CHECK_INT(cameo_editor_remove_output(d, edit_value("y")), CAMEO_OK);
        CHECK(edit_end(d));
        const cm_tables *t = &edit_b.model->t;
        CHECK_INT(t->graph.row[0].outputs.n, what == 2 ? 0 : 2);
        if (what == 2) continue;
        CHECK(cm_str_is(t->info.row[t->graph.row[0].value_infos.first].name, "w"));
        for (uint32_t i = 0; i < 2; i++) {
            cameo_model_get_output(edit_b.model, i, &got);
            CHECK(cm_str_is(got.name, "z") && got.dims[0] == (what == 1 ? -1 : 2));
        }
    }
}

/* Inferred types go to values that are still there: a branch was removed with its attribute. */
void test_edit_removed_types(void) {
    cameo_options options = {.size = sizeof options, .ops = &cameo_ops_all};
    mb_begin(&edit_b, 8);
    mb_io(&edit_b, 11, "x");
    mb_node(&edit_b, "Size", "x", "n");
    mb_node(&edit_b, "Equal", "n,n", "c");
    mb_open_node(&edit_b, "If", "c", "y");
    for (int i = 0; i < 2; i++) {
        mb_open_graph_attr(&edit_b, i == 0 ? "then_branch" : "else_branch");
        mb_node(&edit_b, "Neg", "x", i == 0 ? "m" : "k");
        mb_node(&edit_b, "Abs", i == 0 ? "m" : "k", i == 0 ? "p" : "q");
        mb_io(&edit_b, 12, i == 0 ? "p" : "q");
        mb_close(&edit_b);
        mb_close(&edit_b);
    }
    mb_close(&edit_b);
    mb_io(&edit_b, 12, "y");
    mb_end(&edit_b);
    cameo_editor *d = edit_start();
    CHECK(d != NULL);
    CHECK_INT(cameo_editor_remove_attr(d, 2, "then_branch"), CAMEO_OK);
    CHECK_INT(cameo_editor_set_types(d, true, (cameo_memory){edit_work, sizeof edit_work}, &options), CAMEO_OK);
    CHECK(edit_end(d));
    CHECK(mb_value(&edit_b, "m") == NULL && mb_value(&edit_b, "k")->type != CM_NONE);
}

/* A node with an annotated graph goes; a name changes elsewhere. Nodes of the other branch are in another graph. */
void test_edit_removed_graph(void) {
    uint32_t id = 0;
    size_t n = 0;
    for (int other = 0; other < 2; other++) {
        mb_begin(&edit_b, 8);
        mb_io(&edit_b, 11, "x");
        mb_open_node(&edit_b, "If", "x", "y");
        for (int i = 0; i < 2; i++) {
            mb_open_graph_attr(&edit_b, i == 0 ? "then_branch" : "else_branch");
            mb_node(&edit_b, "Neg", "x", "p");
            mb_io(&edit_b, 12, "p");
            mb_open(&edit_b, 14);
            mb_str(&edit_b, 1, "p");
            mb_close(&edit_b);
            mb_close(&edit_b);
            mb_close(&edit_b);
        }
        mb_close(&edit_b);
        mb_node(&edit_b, "Abs", "x", "z");
        mb_io(&edit_b, 12, "z");
        mb_end(&edit_b);
        cameo_editor *d = edit_start();
        CHECK(d != NULL);
        if (other == 0) {
            CHECK_INT(cameo_editor_remove_node(d, 0), CAMEO_OK);
            CHECK_INT(cameo_editor_rename_value(d, edit_value("z"), "z2"), CAMEO_OK);
            CHECK(edit_end(d));
            CHECK(mb_value(&edit_b, "z2") != NULL && edit_b.model->t.graph.n == 1);
        } else {
            CHECK_INT(cameo_editor_add_node(d, 1, 2, &(cameo_node){.op_type = "Neg"}, &id), CAMEO_E_ARG);
            CHECK_INT(cameo_editor_finish(d, &n, &edit_a.error), CAMEO_E_ARG);
            CHECK(strstr(edit_a.error.msg, "node 2 is in another graph") != NULL);
        }
    }
}
