/* test_own.c — rewrites of the caller: patterns and functions that match, what is built, what does not fit, each
 * mistake, memory of every size. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

#include <stdio.h>

#define OWN_NODE(op, dom, in, out)                                                                              \
    {.op_type = (op), .domain = (dom), .inputs = (in), .n_inputs = sizeof(in) / sizeof *(in), .outputs = (out), \
     .n_outputs = 1}

/* ---- an operator of the caller's: y = 10 * x + 1 of float32 ---- */

static cameo_status own_ten_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT) return cameo_op_fail(c, CAMEO_E_TYPE, "no float32");
    for (uint32_t i = 0; i < x.rank && i < CAMEO_MAX_RANK; i++) x.dims[i] = CAMEO_DIM_OF(0, i);
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

static cameo_status own_ten_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) ((float *)y.data)[i] = ((const float *)x.data)[i] * 10 + 1;
    return CAMEO_OK;
}

static const cameo_op own_ten = {.size = sizeof(cameo_op), .domain = "mine", .op_type = "Ten", .shape = own_ten_shape,
                                 .run = own_ten_run};
static const cameo_op *const own_ops[] = {&own_ten};

/* ---- a pattern: x * 10 + 1 ---- */

static const char *const own_in_mul[] = {"x", "ten"}, *const own_out_mul[] = {"m"};
static const char *const own_in_add[] = {"m", "one"}, *const own_out_add[] = {"y"};
static const cameo_node own_nodes[] = {OWN_NODE("Mul", NULL, own_in_mul, own_out_mul),
                                       OWN_NODE("Add", NULL, own_in_add, own_out_add)};
static const cameo_match_constant own_constants[] = {{.name = "ten", .value = 10}, {.name = "one", .value = 1}};

typedef struct own_ctx {
    int matches, builds;
    int which;
    cameo_dtype dtype; /* of x, as match saw it */
    int64_t dim;
    bool refuse;
} own_ctx;

static cameo_status own_match(void *ctx, cameo_partition *graph, uint32_t root, cameo_match *m, cameo_error *e) {
    own_ctx *c = ctx;
    cameo_value_info info = {.size = sizeof info};
    c->matches++;
    if (c->which == 13) return cameo_fail(e, CAMEO_E_IO, "no table of matches");
    if (c->which == 14) return cameo_op_fail(cameo_partition_node(graph, root), CAMEO_E_LIMIT, "too many");
    if (c->which == 15) return CAMEO_E_DEADLINE;
    if (c->which == 16) return CAMEO_PENDING;
    if (m->n_nodes != 2 || m->nodes[1] != root || m->n_inputs != 3) return CAMEO_DECLINED;
    if (!cameo_partition_value(graph, m->inputs[0], &info)) return CAMEO_DECLINED;
    c->dtype = info.tensor.dtype;
    c->dim = info.tensor.dims[0];
    bool wanted = !c->refuse && cameo_op_n_inputs(cameo_partition_node(graph, root)) == 2;
    return wanted ? CAMEO_OK : CAMEO_DECLINED;
}

static cameo_status own_add(cameo_builder *b, const char *domain, const char *op, const char *x, const char *y,
                            const char *out) {
    const char *in[] = {x, y};
    return cameo_builder_node(b, &(cameo_node){.op_type = op, .domain = domain, .inputs = in,
                                               .n_inputs = x == NULL ? 0 : y == NULL ? 1 : 2, .outputs = &out,
                                               .n_outputs = 1});
}

static cameo_status own_build(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                              cameo_error *e) {
    own_ctx *c = ctx;
    (void)graph, (void)m;
    c->builds++;
    (void)cameo_builder_opset(b, "mine", 1);
    if (c->which != 0) (void)cameo_builder_opset(b, "", 17);
    switch (c->which) {
    case 1: return own_add(b, NULL, "Cast", "x", NULL, "y"); /* an attribute is missing */
    case 2: return own_add(b, "mine", "Eleven", "x", NULL, "y");
    case 3: return cameo_fail(e, CAMEO_E_IO, "no table");
    case 4: return CAMEO_DECLINED;
    case 5: return own_add(b, NULL, "Transpose", "x", NULL, "y"); /* other dims */
    case 6: return own_add(b, NULL, "IsNaN", "x", NULL, "y"); /* another type */
    case 7: return own_add(b, NULL, "Not", "x", NULL, "y"); /* does not take its input */
    case 8: return own_add(b, NULL, "Add", "x", "nowhere", "y");
    case 9: {
        bool yes = true;
        cameo_tensor t = {.dtype = CAMEO_BOOL, .data = &yes, .bytes = 1};
        (void)own_add(b, NULL, "Constant", NULL, NULL, "c");
        (void)cameo_builder_attr(b, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
        (void)own_add(b, NULL, "If", "c", NULL, "y");
        for (int i = 0; i < 2; i++) {
            (void)cameo_builder_attr(
                b, &(cameo_attr){.name = i == 0 ? "then_branch" : "else_branch", .type = CAMEO_ATTR_GRAPH});
            (void)own_add(b, NULL, "Neg", "x", NULL, i == 0 ? "t" : "f");
            (void)cameo_builder_end(b);
        }
        return CAMEO_OK;
    }
    case 10: /* the same again */
        (void)own_add(b, NULL, "Mul", "x", "ten", "h");
        return own_add(b, NULL, "Add", "h", "one", "y");
    case 11: return own_add(b, NULL, "Identity", "x", NULL, "y");
    case 12: { /* a constant in the place of all */
        static const float six[6] = {1, 2, 3, 4, 5, 6};
        cameo_tensor t = {.dtype = CAMEO_FLOAT, .rank = 2, .dims = {2, 3}, .bytes = sizeof six};
        const void *data = six;
        memcpy(&t.data, &data, sizeof data);
        (void)own_add(b, NULL, "Constant", NULL, NULL, "y");
        return cameo_builder_attr(b, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
    }
    default: return own_add(b, "mine", "Ten", "x", NULL, "y");
    }
}

static cameo_rewrite own_rewrite(own_ctx *c) {
    return (cameo_rewrite){.size = sizeof(cameo_rewrite), .name = "ten", .nodes = own_nodes, .n_nodes = 2,
                           .constants = own_constants, .n_constants = 2, .ctx = c, .match = own_match,
                           .build = own_build};
}

/* ---- models ---- */

enum { OWN_SWAPPED = 1, OWN_READ = 2, OWN_OTHER = 4, OWN_FREE = 8 };

/* x [2,3] (FREE: [n,3]) * 10 + 1 = y; SWAPPED: the operands; READ: the product is an output, too; OTHER: + 2. */
static void own_model(ow *o, int how) {
    const float ten = 10, one = (how & OWN_OTHER) != 0 ? 2 : 1;
    const char *dims = (how & OWN_FREE) != 0 ? "n,3" : "2,3";
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, dims);
    ow_init(o, "a", CAMEO_FLOAT, NULL, 0, &ten, sizeof ten);
    ow_init(o, "b", CAMEO_FLOAT, NULL, 0, &one, sizeof one);
    ow_op(o, "Mul", (how & OWN_SWAPPED) != 0 ? "a,x" : "x,a", "p");
    ow_node(o, "Add", (how & OWN_SWAPPED) != 0 ? "b,p" : "p,b", "y");
    ow_str(o, 3, "the_root");
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, dims);
    if ((how & OWN_READ) != 0) ow_value(o, OW_OUTPUT, "p", CAMEO_FLOAT, dims);
    ow_finish(o);
}

static char own_log[512];

static void own_tell(void *ctx, cameo_log_level level, const char *text) {
    (void)ctx, (void)level;
    snprintf(own_log, sizeof own_log, "%s", text);
}

/* Index of the caller's first rewrite. */
static uint32_t own_index(void) {
    uint32_t i = 0;
    while (cameo_rewrite_name(i) != NULL) i++;
    return i;
}

/* Opens o in exact memory, runs it on 0 .. 5: y must be 10 * x + 1 (want NULL) or want. steps 0: any. */
static void own_run(const ow *o, cameo_options options, const float *want, uint32_t steps) {
    exact x;
    float in[6] = {0, 1, 2, 3, 4, 5};
    cameo_error e = {0};
    cameo_session_info info = {.size = sizeof info};
    cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out[2] = {{0}};
    v.tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 2, .dims = {2, 3}, .data = in, .bytes = sizeof in};
    options.ops = &cameo_ops_all;
    options.custom_ops = own_ops;
    options.n_custom_ops = 1;
    options.log = own_tell;
    options.log_level = CAMEO_LOG_WARNING;
    own_log[0] = 0;
    cameo_status status = exact_open(&x, o->w.buf, o->w.pos, &options, NULL, 0, 1 << 14);
    CHECK_MSG(status == CAMEO_OK, "%s", x.why);
    if (status == CAMEO_OK) {
        cameo_session_get_info(x.session, &info);
        status = cameo_run_all(x.run, &v, 1, out, info.n_outputs, &e);
        CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
        CHECK(exact_intact(&x));
    }
    for (int i = 0; status == CAMEO_OK && i < 6; i++) {
        float got = ((const float *)out[0].tensor.data)[i], must = want == NULL ? 10 * in[i] + 1 : want[i];
        CHECK_MSG(got == must, "%d: %g, want %g", i, (double)got, (double)must);
    }
    exact_close(&x);
    CHECK_MSG(steps == 0 || info.n_steps == steps, "%u steps, want %u", (unsigned)info.n_steps, (unsigned)steps);
}

static cameo_options own_options(const cameo_rewrite *const *list, size_t n) {
    return (cameo_options){.rewrites = list, .n_rewrites = n, .n_threads = 1};
}

/* Loads o: the status, *e, and how often the first rewrite was applied. */
static cameo_status own_try(const ow *o, cameo_options options, uint32_t *applied, cameo_error *e) {
    cameo_host *h = NULL;
    memset(e, 0, sizeof *e);
    options.custom_ops = own_ops;
    options.n_custom_ops = 1;
    cameo_status status = cameo_host_load(o->w.buf, o->w.pos, &options, &h, e);
    if (applied != NULL) *applied = status == CAMEO_OK ? cameo_host_count_rewrite(h, own_index()) : 0;
    cameo_host_free(h);
    return status;
}

/* ---- tests ---- */

/* In either order of operands, before and behind the library's rewrites, with free dims: one step, counted once. */
void test_own_pattern(void) {
    static const int how[] = {0, OWN_SWAPPED, OWN_FREE};
    for (size_t i = 0; i < 6; i++) {
        ow o;
        own_ctx c = {0};
        cameo_rewrite r = own_rewrite(&c);
        const cameo_rewrite *list[] = {&r};
        cameo_options options = own_options(list, 1);
        cameo_error e;
        uint32_t applied = 0;
        r.when = i < 3 ? CAMEO_REWRITE_FIRST : CAMEO_REWRITE_BEHIND;
        own_model(&o, how[i % 3]);
        own_run(&o, options, NULL, 1);
        CHECK(c.matches == 1 && c.builds == 1 && c.dtype == CAMEO_FLOAT);
        CHECK_INT(c.dim, how[i % 3] == OWN_FREE ? -1 : 2);
        CHECK_MSG(own_try(&o, options, &applied, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(applied, 1);
        ow_free(&o);
    }
}

/* Where it must not: another constant, a product that is read, a match that refuses, level none, switched off. */
void test_own_not(void) {
    static const int how[] = {OWN_OTHER, OWN_READ, 0, 0, 0, 0};
    const float other[6] = {2, 12, 22, 32, 42, 52};
    const char *off = "ten";
    for (size_t i = 0; i < 6; i++) {
        ow o;
        own_ctx c = {.refuse = i == 2, .which = i == 5 ? 4 : 0};
        cameo_rewrite r = own_rewrite(&c);
        const cameo_rewrite *list[] = {&r};
        cameo_options options = own_options(list, 1);
        cameo_error e;
        uint32_t applied = 1;
        if (i == 3) options.opt = CAMEO_OPT_NONE;
        if (i == 4) options.rewrites_off = &off, options.n_rewrites_off = 1;
        own_model(&o, how[i]);
        own_run(&o, options, i == 0 ? other : NULL, 0);
        CHECK_INT(c.builds, i == 5);
        CHECK_MSG(own_try(&o, options, &applied, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(applied, 0);
        ow_free(&o);
    }
}

/* What has other dims or types, or does not take its input, is left out, told, and changes nothing. */
void test_own_left_out(void) {
    for (int which = 5; which <= 7; which++) {
        ow o;
        own_ctx c = {.which = which};
        cameo_rewrite r = own_rewrite(&c);
        const cameo_rewrite *list[] = {&r};
        cameo_options options = own_options(list, 1);
        cameo_error e;
        uint32_t applied = 1;
        own_model(&o, 0);
        own_run(&o, options, NULL, 0);
        CHECK_MSG(CAMEO_NO_ERRMSG || strncmp(own_log, "rewrite ten is left out at Add \"the_root\": ", 43) == 0, "%s",
                  own_log);
        CHECK_MSG(own_try(&o, options, &applied, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(applied, 0);
        ow_free(&o);
    }
}

/* An output that is the input itself, or a constant. */
void test_own_pass_through(void) {
    const float x[6] = {0, 1, 2, 3, 4, 5}, six[6] = {1, 2, 3, 4, 5, 6};
    for (int which = 11; which <= 12; which++) {
        ow o;
        own_ctx c = {.which = which};
        cameo_rewrite r = own_rewrite(&c);
        const cameo_rewrite *list[] = {&r};
        own_model(&o, 0);
        own_run(&o, own_options(list, 1), which == 11 ? x : six, 0);
        CHECK_INT(c.builds, 1);
        ow_free(&o);
    }
}

/* Sums whose operands may stand in either order, where the file lacks the pattern's first node: looking for them ends.
 * In a chain both operands of a sum are one value; else the sums are a tree of 16 leaves. */
static void own_many_orders(bool tree) {
    enum { N = 31 };
    static char names[N][16], files[N][16], inputs[N][2][16], file_in[40];
    static const char *in[N][2], *out[N][1];
    static cameo_node nodes[N];
    ow o;
    own_ctx c = {0};
    cameo_rewrite r = own_rewrite(&c);
    const cameo_rewrite *list[] = {&r};
    uint32_t applied = 1;
    cameo_error e;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_value(&o, OW_INPUT, "w", CAMEO_FLOAT, "2,3");
    for (int i = 0; i < N; i++) {
        bool leaf = i < (tree ? 16 : 1);
        int left = leaf ? 0 : tree ? 2 * (i - 16) : i - 1, right = tree ? left + 1 : left;
        snprintf(names[i], sizeof names[i], "q%d", i);
        snprintf(files[i], sizeof files[i], i == N - 1 ? "y" : "p%d", i);
        snprintf(inputs[i][0], sizeof inputs[i][0], "a%d", i);
        snprintf(inputs[i][1], sizeof inputs[i][1], "b%d", i);
        in[i][0] = leaf ? inputs[i][0] : names[left];
        in[i][1] = leaf ? inputs[i][1] : names[right];
        out[i][0] = names[i];
        nodes[i] = (cameo_node){.op_type = i == 0 ? "Sub" : "Add", .inputs = in[i], .n_inputs = 2, .outputs = out[i],
                                .n_outputs = 1};
        snprintf(file_in, sizeof file_in, "%s,%s", leaf ? "x" : files[left], leaf ? "w" : files[right]);
        ow_op(&o, "Add", file_in, files[i]);
    }
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,3");
    ow_finish(&o);
    r.nodes = nodes;
    r.n_nodes = N;
    r.n_constants = 0;
    r.match = NULL;
    CHECK_MSG(own_try(&o, own_options(list, 1), &applied, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_INT(applied, 0);
    ow_free(&o);
}

void test_own_many_orders(void) {
    own_many_orders(false);
    own_many_orders(true);
}

/* A rewrite whose result it matches comes to an end, and the result is right. */
void test_own_endless(void) {
    ow o;
    own_ctx c = {.which = 10};
    cameo_rewrite r = own_rewrite(&c);
    const cameo_rewrite *list[] = {&r};
    own_model(&o, 0);
    own_run(&o, own_options(list, 1), NULL, 0);
    CHECK_INT(c.builds, 100);
    ow_free(&o);
}

static const struct {
    int which;
    cameo_status status;
    const char *says;
} own_wrongs[] = {
    {1, CAMEO_E_MALFORMED, "rewrite ten: attribute to is missing"},
    {2, CAMEO_E_UNSUPPORTED, "rewrite ten: unsupported: no operator mine:Eleven version 1"},
    {3, CAMEO_E_IO, "rewrite ten: no table"},
    {8, CAMEO_E_MISSING, "rewrite ten: value \"nowhere\" is needed, but is no input"},
    {9, CAMEO_E_UNSUPPORTED, "rewrite ten: If: a rewrite builds no control flow"},
    {13, CAMEO_E_IO, "rewrite ten: no table of matches"},
    {14, CAMEO_E_LIMIT, "rewrite ten: too many"},
    {15, CAMEO_E_DEADLINE, "rewrite ten: it failed"},
    {16, CAMEO_E_ARG, "rewrite ten: it returned 1"},
};

void test_own_mistakes(void) {
    ow o;
    own_ctx c = {0};
    cameo_rewrite r = own_rewrite(&c), twin = r, bad = r;
    const cameo_rewrite *list[] = {&r, &twin};
    cameo_options options = own_options(list, 1);
    cameo_error e;
    own_model(&o, 0);
    for (size_t i = 0; i < sizeof own_wrongs / sizeof *own_wrongs; i++) {
        c.which = own_wrongs[i].which;
        CHECK_INT(own_try(&o, options, NULL, &e), own_wrongs[i].status);
        CHECK_MSG(CAMEO_NO_ERRMSG || strncmp(e.msg, own_wrongs[i].says, strlen(own_wrongs[i].says)) == 0,
                  "%zu: \"%s\", want \"%s\"", i, e.msg, own_wrongs[i].says);
        CHECK_STR(e.node_name, "the_root");
    }
    options.rewrites = NULL;
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    options.rewrites = list;
    options.n_rewrites = 2;
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "options.rewrites[1]: there is another rewrite ten");
    twin.name = "gated";
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    twin = bad;
    twin.name = "twin";
    twin.nodes = (const cameo_node[]){own_nodes[1], own_nodes[0]};
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "rewrite twin: its pattern has more than 32 nodes or inputs, or a node that no later one reads");
    twin.n_nodes = 0;
    twin.match = NULL;
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "rewrite twin has neither pattern nor match");
    twin.size = 8;
    CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
    CHECK_STR(e.msg, "options.rewrites[1] is for another version, has no name or no build");
    ow_free(&o);
}

/* ---- a function that matches ---- */

/* The root is an Add of a Mul; which > 0: what it gives is wrong. */
static cameo_status own_find(void *ctx, cameo_partition *graph, uint32_t root, cameo_match *m, cameo_error *e) {
    own_ctx *c = ctx;
    (void)e;
    cameo_value_info info = {.size = sizeof info};
    cameo_op_context *node = cameo_partition_node(graph, root);
    cameo_string type = cameo_op_type(node);
    uint32_t p = cameo_op_input_id(node, 0);
    if (type.n != 3 || memcmp(type.p, "Add", 3) != 0) return CAMEO_DECLINED;
    bool known = cameo_partition_value(graph, p, &info) && info.producer != CAMEO_NO_ID && !info.leaves;
    if (!known || cameo_partition_reader(graph, p, 0) != root) return CAMEO_DECLINED;
    c->matches++;
    *m = (cameo_match){.n_nodes = 2, .nodes = {root, info.producer}, .n_inputs = 1};
    m->inputs[0] = cameo_op_input_id(cameo_partition_node(graph, info.producer), 0);
    if (c->which == 1) m->nodes[0] = info.producer;
    if (c->which == 2) m->nodes[1] = cameo_partition_count(graph);
    if (c->which == 3) m->inputs[0] = p;
    if (c->which == 4) m->inputs[0] = cameo_partition_n_values(graph);
    if (c->which == 5) m->n_nodes = CAMEO_MATCH_MAX + 1;
    return CAMEO_OK;
}

static cameo_status own_build_found(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                                    cameo_error *e) {
    (void)ctx, (void)graph, (void)m, (void)e;
    (void)cameo_builder_opset(b, "mine", 1);
    return own_add(b, "mine", "Ten", "in0", NULL, "out0");
}

void test_own_function(void) {
    for (int which = 0; which <= 5; which++) {
        ow o;
        own_ctx c = {.which = which};
        cameo_rewrite r = {.size = sizeof r, .name = "found", .ctx = &c, .match = own_find, .build = own_build_found};
        const cameo_rewrite *list[] = {&r};
        cameo_options options = own_options(list, 1);
        cameo_error e;
        own_model(&o, 0);
        if (which == 0) {
            own_run(&o, options, NULL, 1);
            CHECK_INT(c.matches, 1);
        } else {
            CHECK_INT(own_try(&o, options, NULL, &e), CAMEO_E_ARG);
            CHECK(CAMEO_NO_ERRMSG || strncmp(e.msg, "rewrite found: it matches nodes that are not there", 50) == 0);
        }
        ow_free(&o);
    }
}

/* ---- memory ---- */

void test_own_every_size(void) {
    ow o;
    own_ctx c = {0};
    cameo_rewrite r = own_rewrite(&c);
    const cameo_rewrite *list[] = {&r};
    cameo_options options = own_options(list, 1);
    cameo_error e;
    options.ops = &cameo_ops_all;
    options.custom_ops = own_ops;
    options.n_custom_ops = 1;
    own_model(&o, 0);
    CHECK_MSG(exact_session_work(o.w.buf, o.w.pos, &options, &e), "%s", e.msg);
    ow_free(&o);
}
