/* test_link.c — names to ids: scopes, duplicates, order. Rules: ONNX IR specification. */
#include "ir/import/link.h"

#include <stdlib.h>

#include "tests/pb/model_builder.h"

static mb link_b;
static const cameo_options link_strict = {.strict = true};

static void link_begin(void) {
    mb_begin(&link_b, 8);
    mb_io(&link_b, 11, "x");
}

/* Closes the model with graph output `out`; the status of loading it, strictly or not. */
static cameo_status link_finish(const char *out, bool strict) {
    mb_io(&link_b, 12, out);
    mb_end(&link_b);
    return mb_load(&link_b, strict ? &link_strict : NULL);
}

/* "a,b,c": the outputs of the main graph's nodes in their order. */
static const char *link_order_text(void) {
    static char text[256];
    const cm_tables *t = &link_b.model->t;
    size_t n = 0;
    CM_EACH(id, t->node, t->graph.row[0].nodes) {
        n += cm_format(text + n, sizeof text - n, n == 0 ? "%.*s" : ",%.*s",
                       CM_STR_ARG(t->node.row[id].name));
    }
    return text;
}

void test_link_sorted(void) {
    link_begin();
    mb_node(&link_b, "Relu", "x", "a");
    mb_node(&link_b, "Add", "a,x", "b");
    CHECK_INT(link_finish("b", true), CAMEO_OK);
    CHECK_STR(link_order_text(), "a,b");
    const cm_tables *t = &link_b.model->t;
    const cm_value *x = mb_value(&link_b, "x"), *a = mb_value(&link_b, "a");
    CHECK_INT(t->value.n, 3);
    CHECK_INT(x->kind, CM_VALUE_INPUT);
    CHECK_INT(a->kind, CM_VALUE_NODE);
    CHECK_INT(a->node, 0);
    CHECK_INT(t->use.row[x->first_use].node, 0);
    CHECK_INT(t->use.row[t->use.row[x->first_use].next].node, 1);
    CHECK(mb_value(&link_b, "b")->graph_output && !a->graph_output);
    CHECK(mb_value(&link_b, "b")->type != CM_NONE && a->type == CM_NONE);
}

void test_link_unsorted(void) {
    link_begin();
    mb_node(&link_b, "Add", "b,a", "c");
    mb_node(&link_b, "Neg", "a", "b");
    mb_node(&link_b, "Relu", "x", "a");
    mb_node(&link_b, "Abs", "x", "d");
    CHECK_INT(link_finish("c", false), CAMEO_OK);
    CHECK_STR(link_order_text(), "a,b,c,d");
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
    CHECK_INT(link_b.error.node, 0);
}

/* Nodes on a cycle, and what waits for them, are refused in either way of reading. */
void test_link_cycles(void) {
    link_begin();
    mb_node(&link_b, "Add", "x,a", "a");
    CHECK_INT(link_finish("a", false), CAMEO_E_MALFORMED);
    link_begin();
    mb_node(&link_b, "Add", "x,b", "a");
    mb_node(&link_b, "Relu", "a", "b");
    CHECK_INT(link_finish("b", false), CAMEO_E_MALFORMED);
    CHECK_STR(link_b.error.node_name, "a");
    link_begin();
    mb_open_node(&link_b, "If", "x", "a");
    mb_open_graph_attr(&link_b, "then_branch");
    mb_node(&link_b, "Relu", "b", "inner");
    mb_io(&link_b, 12, "inner");
    mb_close(&link_b);
    mb_close(&link_b);
    mb_close(&link_b);
    mb_node(&link_b, "Relu", "a", "b");
    CHECK_INT(link_finish("b", false), CAMEO_E_MALFORMED);
}

void test_link_undefined(void) {
    link_begin();
    mb_node(&link_b, "Relu", "nowhere", "a");
    CHECK_INT(link_finish("a", false), CAMEO_E_MALFORMED);
    CHECK(strstr(link_b.error.msg, "nowhere") != NULL);
    CHECK_STR(link_b.error.op_type, "Relu");
    CHECK(link_b.error.offset != CAMEO_NO_OFFSET);
    link_begin();
    mb_node(&link_b, "Relu", "x", "a");
    CHECK_INT(link_finish("b", false), CAMEO_E_MALFORMED);
}

void test_link_duplicates(void) {
    link_begin();
    mb_node(&link_b, "Relu", "x", "a");
    mb_node(&link_b, "Neg", "x", "a");
    CHECK_INT(link_finish("a", false), CAMEO_E_MALFORMED);
    link_begin();
    mb_node(&link_b, "Relu", "x", "x");
    CHECK_INT(link_finish("x", false), CAMEO_E_MALFORMED);
    link_begin();
    mb_io(&link_b, 11, "x");
    CHECK_INT(link_finish("x", false), CAMEO_E_MALFORMED);
    link_begin();
    mb_io(&link_b, 12, "x");
    CHECK_INT(link_finish("x", false), CAMEO_OK); /* two outputs of one name */
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
}

/* Of several constants of one name the last counts, as in ONNX Runtime. */
void test_link_repeated_constants(void) {
    link_begin();
    mb_init(&link_b, "k", 1);
    mb_init(&link_b, "k", 2);
    mb_node(&link_b, "Add", "x,k", "a");
    CHECK_INT(link_finish("a", false), CAMEO_OK);
    CHECK_INT(mb_value(&link_b, "k")->init, 1);
    CHECK_INT(link_b.model->t.value.n, 3);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
    link_begin();
    mb_node(&link_b, "Constant", NULL, "k");
    mb_node(&link_b, "Constant", NULL, "k");
    mb_node(&link_b, "Add", "x,k", "a");
    CHECK_INT(link_finish("a", false), CAMEO_OK);
    CHECK_INT(mb_value(&link_b, "k")->node, 1);
    CHECK_INT(link_b.model->t.ids.row[link_b.model->t.node.row[0].out.first], CM_NONE);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
}

/* An initializer that is also an input: constant before IR version 4, a default from then on. */
void test_link_defaults(void) {
    for (int64_t ir = 3; ir <= 4; ir++) {
        mb_begin(&link_b, ir);
        mb_io(&link_b, 11, "x");
        mb_io(&link_b, 11, "k");
        mb_init(&link_b, "k", 1);
        mb_node(&link_b, "Add", "x,k", "a");
        CHECK_INT(link_finish("a", false), CAMEO_OK);
        const cm_value *k = mb_value(&link_b, "k");
        CHECK_INT(k->kind, ir < 4 ? CM_VALUE_INIT : CM_VALUE_INPUT);
        CHECK_INT(k->init, 0);
        CHECK_INT(link_b.model->t.graph.row[0].inputs.n, 2);
        cameo_model_info info = {0};
        cameo_model_get_info(link_b.model, &info);
        CHECK_INT(info.n_inputs, 1);
        CHECK_INT(info.n_defaults, ir < 4 ? 0 : 1);
        /* Strictly the shapes must agree, too: [2] is declared, [1] given. */
        CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
    }
}

/* main: x, k, If{ Add(x, a) } with a made behind the If. */
void test_link_captures(void) {
    link_begin();
    mb_init(&link_b, "k", 1);
    mb_open_node(&link_b, "If", "k", "r");
    mb_open_graph_attr(&link_b, "then_branch");
    mb_node(&link_b, "Add", "a,k", "inner");
    mb_io(&link_b, 12, "inner");
    mb_close(&link_b);
    mb_close(&link_b);
    mb_close(&link_b);
    mb_node(&link_b, "Relu", "x", "a");
    CHECK_INT(link_finish("r", false), CAMEO_OK);
    CHECK_STR(link_order_text(), "a,r");
    const cm_tables *t = &link_b.model->t;
    CHECK_INT(t->graph.n, 2);
    CHECK_INT(t->graph.row[1].parent, 0);
    CHECK_INT(t->graph.row[1].parent_node, 0);
    CHECK_INT(t->graph.row[1].depth, 1);
    CHECK_INT(mb_value(&link_b, "inner")->graph, 1);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
}

/* A subgraph must make its outputs itself; an inner name may hide an outer one, but not
 * strictly. */
void test_link_scopes(void) {
    link_begin();
    mb_open_node(&link_b, "If", "x", "r");
    mb_open_graph_attr(&link_b, "then_branch");
    mb_io(&link_b, 12, "x");
    CHECK_INT((mb_close(&link_b), mb_close(&link_b), mb_close(&link_b), link_finish("r", false)),
              CAMEO_E_MALFORMED);
    link_begin();
    mb_open_node(&link_b, "If", "x", "r");
    mb_open_graph_attr(&link_b, "then_branch");
    mb_init(&link_b, "x", 1);
    mb_node(&link_b, "Relu", "x", "inner");
    mb_io(&link_b, 12, "inner");
    mb_close(&link_b);
    mb_close(&link_b);
    mb_close(&link_b);
    CHECK_INT(link_finish("r", false), CAMEO_OK);
    const cm_tables *t = &link_b.model->t;
    CHECK_INT(t->value.row[t->use.row[t->node.row[1].in.first].value].graph, 1);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
}

/* Where a body stands in the file, names that its node or a later one makes are not there yet: it may have the
 * same. */
void test_link_later_names(void) {
    static const char *const inner[] = {"a", "r", "z"};
    for (int i = 0; i < 3; i++) {
        link_begin();
        mb_node(&link_b, "Neg", "x", "a");
        mb_open_node(&link_b, "If", "x", "r");
        mb_open_graph_attr(&link_b, "then_branch");
        mb_node(&link_b, "Relu", "x", inner[i]);
        mb_io(&link_b, 12, inner[i]);
        mb_close(&link_b);
        mb_close(&link_b);
        mb_close(&link_b);
        mb_node(&link_b, "Abs", "r", "z");
        CHECK_INT(link_finish("z", true), i == 0 ? CAMEO_E_MALFORMED : CAMEO_OK);
        CHECK_INT(mb_load(&link_b, NULL), CAMEO_OK);
        const cm_tables *t = &link_b.model->t;
        CHECK_INT(t->value.row[t->ids.row[t->graph.row[1].outputs.first]].graph, 1);
    }
}

static void link_function(const char *in) {
    link_begin();
    mb_node(&link_b, "Twice", "x", "a");
    mb_io(&link_b, 12, "a");
    mb_close(&link_b);
    mb_open(&link_b, 25);
    mb_str(&link_b, 1, "Twice");
    mb_str(&link_b, 4, "p");
    mb_str(&link_b, 5, "q");
    mb_open(&link_b, 9);
    mb_int(&link_b, 2, 17);
    mb_close(&link_b);
    mb_open(&link_b, 7);
    mb_names(&link_b, 1, in);
    mb_str(&link_b, 2, "q");
    mb_str(&link_b, 4, "Add");
    mb_end(&link_b);
}

void test_link_functions(void) {
    link_function("p,p");
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_OK);
    const cm_tables *t = &link_b.model->t;
    CHECK_INT(t->graph.row[1].function, 0);
    CHECK_INT(t->function.row[0].graph, 1);
    CHECK_INT(t->graph.row[1].inputs.n, 1);
    CHECK_INT(t->graph.row[1].outputs.n, 1);
    CHECK_INT(t->graph.row[1].nodes.n, 1);
    link_function("p,x");
    CHECK_INT(mb_load(&link_b, NULL), CAMEO_E_MALFORMED);
}

void test_link_absent(void) {
    link_begin();
    mb_node(&link_b, "Clip", "x,,x", "a,");
    CHECK_INT(link_finish("a", true), CAMEO_OK);
    const cm_tables *t = &link_b.model->t;
    const cm_node *n = &t->node.row[0];
    CHECK_INT(n->in.n, 3);
    CHECK_INT(t->use.row[n->in.first + 1].value, CM_NONE);
    CHECK_INT(n->out.n, 2);
    CHECK_INT(t->ids.row[n->out.first + 1], CM_NONE);
}

void test_link_versions(void) {
    static const struct {
        int64_t ir;
        cameo_status want;
    } cases[] = {{0, CAMEO_E_MALFORMED},
                 {-1, CAMEO_E_MALFORMED},
                 {3, CAMEO_OK},
                 {14, CAMEO_OK},
                 {15, CAMEO_E_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mb_begin(&link_b, cases[i].ir);
        mb_io(&link_b, 11, "x");
        CHECK_INT(link_finish("x", true), cases[i].want);
    }
    mb_begin(&link_b, 2); /* which knows no imports */
    mb_io(&link_b, 11, "x");
    CHECK_INT(link_finish("x", true), CAMEO_E_MALFORMED);
    CHECK_INT(mb_load(&link_b, NULL), CAMEO_OK);
    for (int64_t version = 17; version <= 18; version++) {
        link_begin();
        mb_io(&link_b, 12, "x");
        mb_close(&link_b);
        mb_open(&link_b, 8);
        mb_str(&link_b, 1, "ai.onnx");
        mb_int(&link_b, 2, version);
        mb_end(&link_b);
        CHECK_INT(mb_load(&link_b, NULL), CAMEO_OK); /* the last one counts */
        CHECK_INT(mb_load(&link_b, &link_strict), version == 17 ? CAMEO_OK : CAMEO_E_MALFORMED);
    }
}

/* A chain of many nodes from the last to the first, whose names differ in their last bytes only. */
void test_link_long_chain(void) {
    enum { N = 20000 };
    size_t size = 64 * N, model_bytes, work_bytes;
    uint8_t *bytes = malloc(size);
    cm_writer w = cm_writer_init(bytes, size);
    cameo_model *model = NULL;
    cm_writer_field_varint(&w, 1, 8);
    size_t opset = cm_writer_begin(&w, 8);
    cm_writer_field_varint(&w, 2, 17);
    cm_writer_end(&w, opset);
    size_t graph = cm_writer_begin(&w, 7);
    for (int i = N; i > 0; i--) {
        char name[32];
        size_t node = cm_writer_begin(&w, 1);
        cm_writer_field_bytes(&w, 4, "Neg", 3);
        if (i > 1)
            cm_writer_field_bytes(&w, 1, name, cm_format(name, sizeof name, "same_%d", i - 1));
        cm_writer_field_bytes(&w, 2, name, cm_format(name, sizeof name, "same_%d", i));
        cm_writer_end(&w, node);
    }
    cm_writer_end(&w, graph);
    CHECK_INT(w.status, CAMEO_OK);
    CHECK_INT(cameo_model_measure(bytes, w.pos, NULL, &model_bytes, &work_bytes, NULL), CAMEO_OK);
    uint8_t *memory = malloc(model_bytes + work_bytes + 3 * CAMEO_ALIGN);
    uint8_t *base = memory + (CAMEO_ALIGN - (uintptr_t)memory % CAMEO_ALIGN);
    uint8_t *work = base + (model_bytes + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN;
    CHECK_INT(cameo_model_create((cameo_memory){base, model_bytes},
                                 (cameo_memory){work, work_bytes}, bytes, w.pos, NULL, &model,
                                 NULL),
              CAMEO_OK);
    CHECK_INT(model->t.graph.row[0].nodes.first, N - 1);
    CHECK_INT(model->t.graph.row[0].nodes.last, 0);
    free(memory);
    free(bytes);
}

/* A sparse initializer of dense dims [2, 3] with two values and these indices, linear or by axis. */
static cameo_status link_sparse(const int64_t *indices, int n, int n_columns) {
    static const uint8_t values[8] = {0};
    link_begin();
    mb_open(&link_b, 15);
    mb_open(&link_b, 1);
    mb_int(&link_b, 1, 2);
    mb_int(&link_b, 2, CAMEO_FLOAT);
    mb_str(&link_b, 8, "s");
    cm_writer_field_bytes(&link_b.w, 9, values, sizeof values);
    mb_close(&link_b);
    mb_open(&link_b, 2);
    mb_int(&link_b, 1, n / n_columns);
    if (n_columns > 1) mb_int(&link_b, 1, n_columns);
    mb_int(&link_b, 2, CAMEO_INT64);
    for (int i = 0; i < n; i++) mb_int(&link_b, 7, indices[i]);
    mb_close(&link_b);
    mb_int(&link_b, 3, 2);
    mb_int(&link_b, 3, 3);
    mb_close(&link_b);
    mb_node(&link_b, "Foo", "s", "a");
    return link_finish("a", false);
}

void test_link_sparse(void) {
    static const struct {
        int64_t indices[4];
        int n, n_columns;
        cameo_status want;
    } cases[] = {
        {{0, 5}, 2, 1, CAMEO_OK},
        {{0, 6}, 2, 1, CAMEO_E_MALFORMED},
        {{-1, 5}, 2, 1, CAMEO_E_MALFORMED},
        {{5, 0}, 2, 1, CAMEO_E_MALFORMED},
        {{3, 3}, 2, 1, CAMEO_E_MALFORMED},
        {{1, 2, 3}, 3, 1, CAMEO_E_MALFORMED},
        {{0, 2, 1, 0}, 4, 2, CAMEO_OK},
        {{0, 2, 0, 3}, 4, 2, CAMEO_E_MALFORMED},
        {{1, 0, 0, 2}, 4, 2, CAMEO_E_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cameo_status got = link_sparse(cases[i].indices, cases[i].n, cases[i].n_columns);
        CHECK_MSG(got == cases[i].want, "case %zu: %s, %s", i, cameo_status_name(got),
                  link_b.error.msg);
    }
    CHECK_INT(link_sparse(cases[0].indices, 2, 1), CAMEO_OK);
    CHECK_INT(mb_value(&link_b, "s")->sparse, 0);
    CHECK_INT(mb_value(&link_b, "s")->kind, CM_VALUE_INIT);
}

/* What strict reading wants beyond the rest: imported domains, full types of the main graph. */
void test_link_strict(void) {
    link_begin();
    mb_open_node(&link_b, "Foo", "x", "a");
    mb_str(&link_b, 7, "elsewhere");
    mb_close(&link_b);
    CHECK_INT(link_finish("a", false), CAMEO_OK);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
    link_begin();
    mb_open(&link_b, 12);
    mb_str(&link_b, 1, "a");
    mb_close(&link_b);
    mb_node(&link_b, "Relu", "x", "a");
    mb_end(&link_b);
    CHECK_INT(mb_load(&link_b, NULL), CAMEO_OK);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
}

/* Accepted unless strictly, where the message says why not. */
static void link_strictly(const char *says) {
    mb_end(&link_b);
    CHECK_MSG(mb_load(&link_b, NULL) == CAMEO_OK, "%s", link_b.error.msg);
    CHECK_INT(mb_load(&link_b, &link_strict), CAMEO_E_MALFORMED);
    CHECK_MSG(strstr(link_b.error.msg, says) != NULL, "message: %s", link_b.error.msg);
}

/* Initializers below IR version 4 are inputs, in bodies, too. */
void test_link_strict_inputs(void) {
    mb_begin(&link_b, 3);
    mb_io(&link_b, 11, "x");
    mb_io(&link_b, 11, "w");
    mb_init(&link_b, "w", 1);
    mb_node(&link_b, "Add", "x,w", "a");
    mb_io(&link_b, 12, "a");
    link_strictly("declared with another shape"); /* which is another matter */
    mb_begin(&link_b, 3);
    mb_io(&link_b, 11, "x");
    mb_init(&link_b, "w", 1);
    mb_node(&link_b, "Add", "x,w", "a");
    mb_io(&link_b, 12, "a");
    link_strictly("initializer \"w\" is no input, which IR version 3 demands");
    mb_begin(&link_b, 3);
    mb_io(&link_b, 11, "x");
    mb_open_node(&link_b, "If", "x", "r");
    mb_open_graph_attr(&link_b, "then_branch");
    mb_init(&link_b, "w", 1);
    mb_node(&link_b, "Relu", "w", "inner");
    mb_io(&link_b, 12, "inner");
    mb_close(&link_b);
    mb_close(&link_b);
    mb_close(&link_b);
    mb_io(&link_b, 12, "r");
    link_strictly("initializer \"w\" is no input");
}

/* Names that have to be there, or once. */
void test_link_strict_names(void) {
    link_begin();
    mb_io(&link_b, 12, "x");
    mb_close(&link_b);
    for (int i = 0; i < 2; i++) {
        mb_open(&link_b, 14);
        mb_str(&link_b, 1, "author");
        mb_close(&link_b);
    }
    link_strictly("two metadata keys are \"author\"");
    link_begin();
    mb_str(&link_b, 2, ""); /* the last name counts */
    mb_io(&link_b, 12, "x");
    link_strictly("a graph has no name");
    static const char *const says[] = {"a function has no name", "has two attributes \"alpha\"",
                                       "two function outputs are called \"p\""};
    for (int i = 0; i < 3; i++) {
        link_begin();
        mb_io(&link_b, 12, "x");
        mb_close(&link_b);
        mb_open(&link_b, 25);
        mb_str(&link_b, 1, i == 0 ? "" : "F");
        mb_str(&link_b, 4, "p");
        mb_names(&link_b, 5, i == 2 ? "p,p" : "p");
        mb_names(&link_b, 6, i == 1 ? "alpha,beta,alpha" : "alpha,beta");
        link_strictly(says[i]);
    }
}

/* A main-graph input without type: nobody could know what to give. */
void test_link_untyped_input(void) {
    link_begin();
    mb_open(&link_b, 11);
    mb_str(&link_b, 1, "u");
    mb_close(&link_b);
    CHECK_INT(link_finish("x", false), CAMEO_E_MALFORMED);
}
