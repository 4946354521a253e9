/* test_importer.c — nodes that the caller builds in the place of a model's, functions that it gives: what comes out,
 * each mistake, limits, memory of every size. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <stdio.h>

/* ---- building ---- */

static cameo_status importer_add(cameo_builder *b, const char *domain, const char *op, const char *x, const char *y,
                                 const char *out) {
    const char *in[] = {x, y};
    return cameo_builder_node(b, &(cameo_node){.op_type = op,
                                               .domain = domain,
                                               .inputs = in,
                                               .n_inputs = x == NULL ? 0 : y == NULL ? 1 : 2,
                                               .outputs = &out,
                                               .n_outputs = 1});
}

static cameo_status importer_const(cameo_builder *b, const char *name, const float *x, int64_t n) {
    cameo_tensor t = {.dtype = CAMEO_FLOAT, .rank = 1, .dims = {n}, .bytes = (size_t)n * sizeof *x};
    memcpy(&t.data, &x, sizeof t.data);
    (void)importer_add(b, NULL, "Constant", NULL, NULL, name);
    return cameo_builder_attr(b, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
}

static bool importer_text_is(cameo_string s, const char *text) {
    return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

typedef cameo_status importer_fn(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e);

static cameo_importer importer_of(const char *op_type, importer_fn *build) {
    return (cameo_importer){.size = sizeof(cameo_importer), .domain = "test", .op_type = op_type, .build = build};
}

/* ---- models ---- */

/* x [3] -> test:Op -> h -> test:Op -> y */
static void importer_model(ow *o, const char *op) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(o, op, "x", "h");
    ow_str(o, 3, "the_node");
    ow_attr_float(o, "alpha", 2);
    ow_end(o);
    ow_node(o, op, "h", "y");
    ow_attr_float(o, "alpha", -0.5f);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_finish(o);
}

/* Opens o in exact memory, runs it on 1, 2, 3 and compares. */
static void importer_run(const ow *o, const cameo_options *options, const float *want) {
    exact x;
    float in[3] = {1, 2, 3};
    cameo_error e = {0};
    cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    v.tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 1, .dims = {3}, .data = in, .bytes = sizeof in};
    cameo_status status = exact_open(&x, o->w.buf, o->w.pos, options, NULL, 0, 1 << 14);
    CHECK_MSG(status == CAMEO_OK, "%s", x.why);
    if (status == CAMEO_OK) {
        status = cameo_run_all(x.run, &v, 1, &out, 1, &e);
        CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
        CHECK(exact_intact(&x));
    }
    for (int i = 0; status == CAMEO_OK && i < 3; i++) {
        float got = ((const float *)out.tensor.data)[i];
        CHECK_MSG(got == want[i], "%d: %g, want %g", i, (double)got, (double)want[i]);
    }
    exact_close(&x);
}

static cameo_options importer_options(const cameo_importer *const *list, size_t n) {
    return (cameo_options){.ops = &cameo_ops_all, .importers = list, .n_importers = n};
}

/* Loads o with one importer: the status, and *e. */
static cameo_status importer_try(const ow *o, const cameo_options *options, cameo_error *e) {
    cameo_host *h = NULL;
    memset(e, 0, sizeof *e);
    cameo_options own = *options;
    own.n_threads = 1;
    cameo_status status = cameo_host_load(o->w.buf, o->w.pos, &own, &h, e);
    cameo_host_free(h);
    return status;
}

/* ---- what comes out ---- */

/* x * alpha + 1 in two nodes and two constants; the second node's attribute is not the first's. */
static cameo_status importer_affine(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    static const float one = 1;
    float alpha = 0;
    int *calls = ctx;
    (void)e;
    ++*calls;
    if (!cameo_op_attr_float(node, "alpha", &alpha)) return cameo_op_fail(node, CAMEO_E_MISSING, "no alpha");
    if (!importer_text_is(cameo_op_domain(node), "test") || !importer_text_is(cameo_op_type(node), "Affine") ||
        cameo_op_version(node) != 1 || cameo_op_n_inputs(node) != 1 || cameo_op_n_outputs(node) != 1)
        return cameo_op_fail(node, CAMEO_E_INTERNAL, "another node");
    (void)cameo_builder_opset(b, "", 13);
    (void)importer_const(b, "alpha", &alpha, 1);
    (void)importer_const(b, "one", &one, 1);
    (void)importer_add(b, NULL, "Mul", "in0", "alpha", "scaled");
    return importer_add(b, NULL, "Add", "scaled", "one", "out0");
}

void test_importer_expands(void) {
    ow o;
    int calls = 0;
    cameo_importer affine = importer_of("Affine", importer_affine);
    const cameo_importer *list[] = {&affine};
    cameo_options options = importer_options(list, 1);
    const float want[3] = {-0.5f, -1.5f, -2.5f};
    cameo_error e;
    affine.ctx = &calls;
    importer_model(&o, "test:Affine");
    importer_run(&o, &options, want);
    CHECK_INT(calls, 2);
    options.opt = CAMEO_OPT_NONE;
    importer_run(&o, &options, want);
    options.n_importers = 0;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_UNSUPPORTED);
    CHECK_STR(e.msg, "unsupported: no operator test:Affine version 1");
    ow_free(&o);
}

static cameo_status importer_declines(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    (void)node;
    ++*(int *)ctx;
    (void)cameo_builder_opset(b, "never", 1);
    (void)cameo_fail(e, CAMEO_E_IO, "not told");
    return CAMEO_DECLINED;
}

/* In the caller's order: one that declines, one for other versions, one for other operators, one that takes it. */
void test_importer_order(void) {
    ow o;
    int calls = 0, taken = 0, other = 0;
    cameo_importer no = importer_of(NULL, importer_declines), old = no, named = no, affine = no;
    const cameo_importer *list[] = {&no, &old, &named, &affine};
    cameo_options options = importer_options(list, 4);
    const float want[3] = {-0.5f, -1.5f, -2.5f};
    cameo_error e;
    no.ctx = &calls;
    old.ctx = named.ctx = &other;
    old.oldest = 2;
    named.op_type = "Affinity";
    affine = importer_of("Affine", importer_affine);
    affine.ctx = &taken;
    affine.newest = 1;
    importer_model(&o, "test:Affine");
    importer_run(&o, &options, want);
    CHECK(calls == 2 && taken == 2 && other == 0);
    options.n_importers = 3; /* all decline: the operator is unknown, as without them */
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_UNSUPPORTED);
    CHECK_STR(e.msg, "unsupported: no operator test:Affine version 1");
    old.size = 8;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "options.importers[1] is for another version, has no domain or no build");
    ow_free(&o);
}

/* Relu of ai.onnx becomes Neg: importers come before operators. */
static cameo_status importer_neg(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    (void)ctx, (void)node, (void)e;
    (void)cameo_builder_opset(b, "", 13);
    return importer_add(b, NULL, "Neg", "in0", NULL, "out0");
}

void test_importer_standard(void) {
    ow o;
    cameo_importer neg = importer_of("Relu", importer_neg);
    const cameo_importer *list[] = {&neg};
    cameo_options options = importer_options(list, 1);
    neg.domain = "ai.onnx";
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_op(&o, "Relu", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_finish(&o);
    importer_run(&o, &options, (const float[3]){-1, -2, -3});
    neg.oldest = 18; /* the model's opset is 17 */
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    ow_free(&o);
}

/* A node with graphs: they are handed on to an If. */
static cameo_status importer_choose(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    (void)ctx, (void)node, (void)e;
    (void)cameo_builder_opset(b, "", 16);
    (void)importer_add(b, NULL, "If", "in0", NULL, "out0");
    (void)cameo_builder_attr(b, &(cameo_attr){.name = "then_branch", .type = CAMEO_ATTR_GRAPH, .ref = "yes"});
    return cameo_builder_attr(b, &(cameo_attr){.name = "else_branch", .type = CAMEO_ATTR_GRAPH, .ref = "no"});
}

void test_importer_graphs(void) {
    ow o;
    cameo_importer choose = importer_of("Choose", importer_choose);
    const cameo_importer *list[] = {&choose};
    cameo_options options = importer_options(list, 1);
    for (int yes = 0; yes < 2; yes++) {
        uint8_t cond = (uint8_t)yes;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_init(&o, "c", CAMEO_BOOL, NULL, 0, &cond, 1);
        ow_node(&o, "test:Choose", "c", "y");
        for (int i = 0; i < 2; i++) {
            ow_graph(&o, i == 0 ? "yes" : "no");
            ow_op(&o, i == 0 ? "Neg" : "Identity", "x", i == 0 ? "t" : "e");
            ow_value(&o, OW_OUTPUT, i == 0 ? "t" : "e", CAMEO_FLOAT, "3");
            ow_graph_end(&o);
        }
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
        ow_finish(&o);
        options.opt = CAMEO_OPT_NONE;
        importer_run(&o, &options, yes ? (const float[3]){-1, -2, -3} : (const float[3]){1, 2, 3});
        options.opt = CAMEO_OPT_ALL;
        importer_run(&o, &options, yes ? (const float[3]){-1, -2, -3} : (const float[3]){1, 2, 3});
        ow_free(&o);
    }
}

/* What is known at load: input 0 is declared [3], 1 an initializer, 2 a Constant, 3 absent, 4 a node's result. */
static cameo_status importer_known(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    cameo_tensor t;
    (void)ctx;
    bool ok = cameo_op_n_inputs(node) == 5;
    ok = ok && cameo_op_input(node, 0, &t) && t.rank == 1 && t.dims[0] == 3 && t.data == NULL && t.dtype == CAMEO_FLOAT;
    ok = ok && cameo_op_input(node, 1, &t) && t.bytes == 4 && *(const float *)t.data == 5;
    ok = ok && cameo_op_input(node, 2, &t) && t.rank == 1 && t.bytes == 8 && *(const int64_t *)t.data == 7;
    ok = ok && !cameo_op_input(node, 3, &t) && !cameo_op_input(node, 4, &t) && !cameo_op_input(node, 5, &t);
    ok = ok && !cameo_op_output(node, 1, &t) && cameo_op_output(node, 0, &t) && t.dims[0] == 3;
    if (!ok) return cameo_fail(e, CAMEO_E_INTERNAL, "something else is known");
    (void)cameo_builder_opset(b, "", 13);
    return importer_add(b, NULL, "Add", "in0", "in1", "out0");
}

void test_importer_known(void) {
    ow o;
    cameo_importer known = importer_of("Known", importer_known);
    const cameo_importer *list[] = {&known};
    cameo_options options = importer_options(list, 1);
    const float five = 5;
    const int64_t seven = 7;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_init(&o, "five", CAMEO_FLOAT, NULL, 0, &five, sizeof five);
    ow_node(&o, "Constant", "", "seven");
    ow_attr_ints(&o, "value_ints", &seven, 1);
    ow_end(&o);
    ow_op(&o, "Relu", "x", "r");
    ow_op(&o, "test:Known", "x,five,seven,,r", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_finish(&o);
    importer_run(&o, &options, (const float[3]){6, 7, 8});
    ow_free(&o);
}

/* Input 1 has 200 floats, wherever the file has them. */
static cameo_status importer_unaligned(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    cameo_tensor t;
    bool ok = cameo_op_input(node, 1, &t) && t.bytes == 800 && (uintptr_t)t.data % sizeof(float) == 0;
    (void)ctx;
    for (int i = 0; ok && i < 200; i++) ok = ((const float *)t.data)[i] == (float)i;
    if (!ok) return cameo_fail(e, CAMEO_E_INTERNAL, "the constant is not known");
    (void)cameo_builder_opset(b, "", 13);
    return importer_add(b, NULL, "Identity", "in0", NULL, "out0");
}

void test_importer_unaligned(void) {
    static const char *const names[] = {"w", "w2", "w_3", "w__4"}; /* each moves what stands behind it by a byte */
    cameo_importer unaligned = importer_of("Unaligned", importer_unaligned);
    const cameo_importer *list[] = {&unaligned};
    cameo_options options = importer_options(list, 1);
    float many[200];
    for (int i = 0; i < 200; i++) many[i] = (float)i;
    for (int k = 0; k < 4; k++) {
        ow o;
        char inputs[32];
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_init(&o, names[k], CAMEO_FLOAT, (const int64_t[]){200}, 1, many, sizeof many);
        (void)snprintf(inputs, sizeof inputs, "x,%s", names[k]);
        ow_op(&o, "test:Unaligned", inputs, "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
        ow_finish(&o);
        importer_run(&o, &options, (const float[3]){1, 2, 3});
        ow_free(&o);
    }
}

/* Constants of more than 256 bytes: in memory that stays, and in the builder's; memory grows until it is enough. */
static cameo_status importer_large(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    static float kept[100];
    (void)ctx, (void)node, (void)e;
    kept[99] = 10;
    float *made = cameo_builder_alloc(b, 30000 * sizeof *made);
    if (made == NULL) return CAMEO_E_NOMEM;
    made[29999] = 100;
    (void)cameo_builder_opset(b, "", 13);
    (void)importer_const(b, "kept", kept, 100);
    (void)importer_const(b, "made", made, 30000);
    for (int i = 0; i < 2; i++) {
        static const char *const names[2][2] = {{"kept", "most_kept"}, {"made", "most_made"}};
        (void)importer_add(b, NULL, "ReduceMax", names[i][0], NULL, names[i][1]);
        (void)cameo_builder_attr(b, &(cameo_attr){.name = "keepdims", .type = CAMEO_ATTR_INT, .i = 0});
    }
    (void)importer_add(b, NULL, "Add", "most_kept", "most_made", "sum");
    return importer_add(b, NULL, "Add", "in0", "sum", "out0");
}

void test_importer_payloads(void) {
    ow o;
    cameo_importer large = importer_of("Large", importer_large);
    const cameo_importer *list[] = {&large};
    cameo_options options = importer_options(list, 1);
    importer_model(&o, "test:Large");
    importer_run(&o, &options, (const float[3]){221, 222, 223});
    options.opt = CAMEO_OPT_NONE;
    importer_run(&o, &options, (const float[3]){221, 222, 223});
    ow_free(&o);
}

/* ---- what is built is imported, too ---- */

/* test:Times n becomes test:Times n - 1 of x + x, as the attribute says; below 1 it is Identity. */
static cameo_status importer_times(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    int64_t n = ctx == NULL ? 0 : *(int64_t *)ctx;
    (void)e;
    (void)cameo_op_attr_int(node, "n", &n);
    (void)cameo_builder_opset(b, "", 13);
    (void)cameo_builder_opset(b, "test", 1);
    if (n < 1) return importer_add(b, NULL, "Identity", "in0", NULL, "out0");
    (void)importer_add(b, NULL, "Add", "in0", "in0", "twice");
    (void)importer_add(b, "test", "Times", "twice", NULL, "out0");
    return cameo_builder_attr(b, &(cameo_attr){.name = "n", .type = CAMEO_ATTR_INT, .i = n - 1});
}

/* Two of itself. */
static cameo_status importer_doubling(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    (void)ctx, (void)node, (void)e;
    (void)cameo_builder_opset(b, "test", 1);
    (void)importer_add(b, "test", "Times", "in0", NULL, "h");
    return importer_add(b, "test", "Times", "h", NULL, "out0");
}

void test_importer_nested(void) {
    ow o;
    int64_t depth = 1;
    cameo_limits limits = {.size = sizeof limits, .subgraph_depth = 4};
    cameo_importer times = importer_of("Times", importer_times);
    const cameo_importer *list[] = {&times};
    cameo_options options = importer_options(list, 1);
    cameo_error e;
    options.limits = &limits;
    times.ctx = &depth;
    importer_model(&o, "test:Times");
    importer_run(&o, &options, (const float[3]){4, 8, 12});
    depth = 3;
    importer_run(&o, &options, (const float[3]){64, 128, 192});
    depth = 4;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_LIMIT);
    CHECK_STR(e.msg, "what importers build nests deeper than 4 (limits.subgraph_depth), or without end");
    CHECK_STR(e.op_type, "Times");
    times.build = importer_doubling;
    limits = (cameo_limits){.size = sizeof limits, .nodes = 1000};
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_LIMIT);
    CHECK(strstr(e.msg, "limits.nodes") != NULL);
    ow_free(&o);
}

/* ---- mistakes ---- */

static cameo_status importer_wrong(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    int which = *(int *)ctx;
    cameo_node two = {.op_type = "Neg", .inputs = (const char *[]){"in0"}, .n_inputs = 1,
                      .outputs = (const char *[]){"out0"}, .n_outputs = 1};
    if (which != 0) (void)cameo_builder_opset(b, "", 13);
    switch (which) {
    case 1: return importer_add(b, NULL, "Neg", "nowhere", NULL, "out0");
    case 2: return importer_add(b, NULL, "Neg", "in0", NULL, "another");
    case 3: return importer_add(b, NULL, "Neg", "in0", NULL, "in0");
    case 4: (void)cameo_builder_node(b, &two); return cameo_builder_end(b);
    case 5:
        (void)cameo_builder_node(b, &two);
        (void)cameo_builder_end(b);
        (void)cameo_builder_function(b, &(cameo_function){.domain = "x", .name = "f",
                                                          .inputs = (const char *[]){"in0"}, .n_inputs = 1,
                                                          .outputs = (const char *[]){"out0"}, .n_outputs = 1});
        (void)cameo_builder_opset(b, "", 13);
        return cameo_builder_node(b, &two);
    case 6: return cameo_fail(e, CAMEO_E_IO, "the table is not there");
    case 7: return cameo_op_fail(node, CAMEO_E_TYPE, "no such node");
    case 8: (void)cameo_builder_node(b, &two); return CAMEO_E_DEVICE;
    case 9: return CAMEO_PAUSED;
    case 10: return importer_add(b, NULL, "Nonsense", "in0", NULL, "out0");
    case 11: return importer_add(b, NULL, "Not", "in0", NULL, "out0");
    case 12: return importer_add(b, NULL, "Add", "in0", NULL, "out0");
    case 13: return importer_add(b, NULL, "If", "in0", NULL, "out0");
    case 14:
        (void)cameo_builder_node(b, &two);
        return cameo_builder_attr(b, &(cameo_attr){.name = "n", .type = CAMEO_ATTR_INT, .ref = "alpha"});
    default: return cameo_builder_node(b, &two);
    }
}

static const struct {
    cameo_status status;
    const char *says;
} importer_wrongs[] = {
    {CAMEO_E_MISSING, "options.importers[0]: Neg: there is no opset of domain \"\""},
    {CAMEO_E_MISSING, "\"nowhere\" is needed"},
    {CAMEO_E_MISSING, "\"out0\" is no output of a node"},
    {CAMEO_E_ARG, "\"in0\" is defined twice"},
    {CAMEO_E_ARG, "no subgraph or function is open"},
    {CAMEO_E_ARG, "it ended the function that was open"},
    {CAMEO_E_IO, "options.importers[0]: the table is not there"},
    {CAMEO_E_TYPE, "options.importers[0]: no such node"},
    {CAMEO_E_DEVICE, "options.importers[0]: it failed"},
    {CAMEO_E_ARG, "options.importers[0]: it returned 2"},
    {CAMEO_E_UNSUPPORTED, "no operator Nonsense version 13"},
    {CAMEO_E_TYPE, "input 0 is float32, which the operator does not take"},
    {CAMEO_E_MALFORMED, "1 inputs, want at least 2"},
    {CAMEO_E_MALFORMED, "attribute else_branch is missing"},
    {CAMEO_E_TYPE, "attribute n refers to alpha of type 1, want 2"},
};

void test_importer_mistakes(void) {
    ow o;
    int which;
    cameo_importer wrong = importer_of("Wrong", importer_wrong);
    const cameo_importer *list[] = {&wrong};
    cameo_options options = importer_options(list, 1);
    cameo_error e;
    wrong.ctx = &which;
    importer_model(&o, "test:Wrong");
    for (which = 0; which < (int)(sizeof importer_wrongs / sizeof *importer_wrongs); which++) {
        CHECK_INT(importer_try(&o, &options, &e), importer_wrongs[which].status);
        CHECK_MSG(CAMEO_NO_ERRMSG || strstr(e.msg, importer_wrongs[which].says) != NULL, "%d: \"%s\", want \"%s\"",
                  which, e.msg, importer_wrongs[which].says);
        CHECK(e.offset == CAMEO_NO_OFFSET);
        CHECK_MSG(which >= 10 || strcmp(e.node_name, "the_node") == 0, "%d: at \"%s\"", which, e.node_name);
    }
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_OK);
    ow_free(&o);
}

/* ---- functions ---- */

/* A FunctionProto, or (wrap) a model with it: domain test, name `name`, x -> Op. */
static void importer_function(ow *o, bool wrap, const char *name, const char *op) {
    char call[32];
    (void)snprintf(call, sizeof call, "test:%s", name);
    if (wrap) {
        ow_begin(o, 17);
        ow_value(o, OW_INPUT, "u", CAMEO_FLOAT, "2");
        ow_op(o, "test:Unheard", "u", "t"); /* of the main graph nothing counts */
        ow_op(o, call, "t", "v");
        ow_value(o, OW_OUTPUT, "v", CAMEO_FLOAT, "2");
        ow_end(o);
        ow_open(o, 25);
    } else {
        memset(o, 0, sizeof *o);
        o->w = cm_writer_init(malloc(1 << 10), 1 << 10);
    }
    ow_str(o, 1, name);
    ow_str(o, 10, "test");
    ow_str(o, 4, "a");
    ow_str(o, 5, "b");
    ow_open(o, 9);
    ow_int(o, 2, 13);
    ow_end(o);
    ow_open(o, 7);
    ow_str(o, 1, "a");
    ow_str(o, 2, "b");
    ow_str(o, 4, op);
    ow_end(o);
    ow_finish(o);
}

void test_importer_functions(void) {
    ow o, single, model;
    cameo_error e;
    importer_model(&o, "test:Given");
    importer_function(&single, false, "Given", "Neg");
    importer_function(&model, true, "Given", "Exp");
    cameo_functions f[2] = {{single.w.buf, single.w.pos, true}, {model.w.buf, model.w.pos, false}};
    cameo_options options = {.ops = &cameo_ops_all, .functions = f, .n_functions = 1};
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    options.opt = CAMEO_OPT_NONE;
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    options.n_functions = 2;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "options.functions: function Given is defined twice");
    f[0].is_function = false;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_MALFORMED);
    CHECK(strncmp(e.msg, "options.functions[0]: ", 22) == 0);
    f[0] = (cameo_functions){o.w.buf, o.w.pos, false};
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_MALFORMED);
    CHECK_STR(e.msg, "options.functions[0]: there is no function");
    f[0].bytes = NULL;
    CHECK_INT(importer_try(&o, &options, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "options.functions[0]: bytes is NULL");
    ow_free(&model);
    ow_free(&o);
    ow_free(&single);
}

static cameo_status importer_nothing(void *ctx, cameo_string location, uint64_t offset, uint64_t length,
                                     const void **data, size_t *size) {
    (void)ctx, (void)location, (void)offset, (void)length;
    *data = NULL;
    *size = 0;
    return CAMEO_OK;
}

/* A constant of a function has no elements, in a file beside it: a model without such files takes it. */
void test_importer_functions_external(void) {
    ow o, f;
    importer_model(&o, "test:Given");
    memset(&f, 0, sizeof f);
    f.w = cm_writer_init(malloc(1 << 10), 1 << 10);
    ow_str(&f, 1, "Given");
    ow_str(&f, 10, "test");
    ow_str(&f, 4, "a");
    ow_str(&f, 5, "b");
    ow_open(&f, 9);
    ow_int(&f, 2, 13);
    ow_end(&f);
    ow_open(&f, 7);
    ow_str(&f, 2, "none");
    ow_str(&f, 4, "Constant");
    ow_open(&f, 5);
    ow_str(&f, 1, "value");
    ow_int(&f, 20, 4);
    ow_open(&f, 5);
    ow_int(&f, 1, 0);
    ow_int(&f, 2, CAMEO_FLOAT);
    ow_open(&f, 13);
    ow_str(&f, 1, "location");
    ow_str(&f, 2, "w");
    ow_end(&f);
    ow_int(&f, 14, 1);
    ow_end(&f);
    ow_end(&f);
    ow_end(&f);
    ow_open(&f, 7);
    ow_str(&f, 1, "a");
    ow_str(&f, 1, "none");
    ow_str(&f, 2, "b");
    ow_str(&f, 4, "Concat");
    ow_open(&f, 5);
    ow_str(&f, 1, "axis");
    ow_int(&f, 20, 2);
    ow_int(&f, 3, 0);
    ow_end(&f);
    ow_end(&f);
    ow_finish(&f);
    cameo_functions functions = {f.w.buf, f.w.pos, true};
    cameo_options options = {.ops = &cameo_ops_all, .functions = &functions, .n_functions = 1,
                             .external = importer_nothing};
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    options.opt = CAMEO_OPT_NONE;
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    ow_free(&f);
    ow_free(&o);
}

/* The caller's takes the place of the model's of the same name; the model's still calls it. */
void test_importer_functions_replace(void) {
    ow o, model;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_op(&o, "test:Own", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_end(&o);
    ow_open(&o, 25);
    ow_str(&o, 1, "Own");
    ow_str(&o, 10, "test");
    ow_str(&o, 4, "a");
    ow_str(&o, 5, "b");
    ow_open(&o, 9);
    ow_int(&o, 2, 13);
    ow_end(&o);
    ow_open(&o, 7);
    ow_str(&o, 1, "a");
    ow_str(&o, 2, "b");
    ow_str(&o, 4, "Neg");
    ow_finish(&o);
    importer_function(&model, true, "Own", "Identity");
    cameo_functions f = {model.w.buf, model.w.pos, false};
    cameo_options options = {.ops = &cameo_ops_all, .functions = &f};
    importer_run(&o, &options, (const float[3]){-1, -2, -3});
    options.n_functions = 1;
    importer_run(&o, &options, (const float[3]){1, 2, 3});
    ow_free(&model);
    ow_free(&o);
}

/* ---- memory ---- */

void test_importer_every_size(void) {
    ow o, single;
    int calls = 0;
    cameo_importer affine = importer_of("Affine", importer_affine);
    const cameo_importer *list[] = {&affine};
    cameo_options options = importer_options(list, 1);
    cameo_error e;
    affine.ctx = &calls;
    importer_model(&o, "test:Affine");
    importer_function(&single, false, "Given", "Neg");
    cameo_functions f = {single.w.buf, single.w.pos, true};
    options.functions = &f;
    options.n_functions = 1;
    CHECK_MSG(exact_session_work(o.w.buf, o.w.pos, &options, &e), "%s", e.msg);
    ow_free(&o);
    ow_free(&single);
}
