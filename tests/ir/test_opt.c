/* test_opt.c — each rewrite on a tiny graph: that it happens, that it does not where it must not, and
 * what the new constants are. */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"
#include "tests/support/test_ops.h"

#define TEST_OPT_OK(b)                                                               \
    do {                                                                             \
        cameo_status test_status = gb_optimize((b), test_ops_table);                 \
        CHECK_MSG(test_status == CAMEO_OK, "%s: %s", cameo_status_name(test_status), \
                  (b)->error.msg);                                                   \
    } while (0)

enum {
#define CM_REWRITE(name, ...) TEST_OPT_BIT_##name,
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE
    TEST_OPT_N
};

/* Optimises with one rewrite only, and the sweep of dead nodes. */
static cameo_status test_opt_only(gb *b, int rewrite) {
    CM_TRY(gb_infer(b, test_ops_table));
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of((uint32_t)rewrite));
    return cm_optimize(&b->ir);
}

static cm_id test_opt_producer(const gb *b, const char *name) {
    cm_id v = gb_find(b, 0, name);
    return v == CM_NONE ? CM_NONE : b->ir.t.value.row[v].node;
}

static double test_opt_const(const gb *b, cm_id value, size_t i) {
    double x = -12345;
    (void)cm_avalue_f64(&b->ir.av[value], i, &x);
    return x;
}

void test_opt_levels(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "Identity", "x", "a");
    gb_node(b, 0, "Relu", "a", "y");
    gb_output(b, 0, "y");
    b->options.opt = CAMEO_OPT_NONE;
    TEST_OPT_OK(b);
    CHECK_STR(gb_ops(b), "Identity Relu");
    b->options.opt = CAMEO_OPT_BASIC;
    TEST_OPT_OK(b);
    CHECK_STR(gb_ops(b), "Relu");
    gb_free(b);
}

void test_opt_dead(void) {
    gb *b = gb_new();
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "Relu", "x", "captured");
    cm_id node = gb_node(b, 0, "If", "c", "unused");
    for (int i = 0; i < 2; i++) {
        cm_id g = gb_subgraph(b, node, i == 0 ? "then_branch" : "else_branch");
        gb_node(b, g, "Relu", "captured", i == 0 ? "t" : "e");
        gb_output(b, g, i == 0 ? "t" : "e");
    }
    gb_node(b, 0, "Softmax", "x", "h");
    gb_node(b, 0, "Relu", "h", "unused2");
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    CHECK_INT(test_opt_only(b, TEST_OPT_BIT_dead), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Relu");
    gb_free(b);
}

/* The names of outputs survive. */
void test_opt_identity_output(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "Relu", "x", "a");
    gb_node(b, 0, "Identity", "a", "y");
    gb_node(b, 0, "Softmax", "a", "z");
    gb_node(b, 0, "Identity", "x", "copy");
    gb_output(b, 0, "y");
    gb_output(b, 0, "z");
    gb_output(b, 0, "copy");
    CHECK_INT(test_opt_only(b, TEST_OPT_BIT_identity), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Relu Softmax Identity"); /* an input cannot be renamed */
    cm_id relu = test_opt_producer(b, "y");
    CHECK(relu != CM_NONE && cm_str_is(b->ir.t.node.row[relu].op_type, "Relu"));
    CHECK_INT(cm_ir_in(&b->ir, test_opt_producer(b, "z"), 0), gb_find(b, 0, "y"));
    CHECK_INT(b->ir.t.ids.row[b->ir.t.graph.row[0].outputs.first], gb_find(b, 0, "y"));
    gb_free(b);
}

/* Identity of an output into another output: both names stay. */
void test_opt_identity_two_outputs(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "Relu", "x", "a");
    gb_node(b, 0, "Identity", "a", "y");
    gb_output(b, 0, "a");
    gb_output(b, 0, "y");
    TEST_OPT_OK(b);
    CHECK_STR(gb_ops(b), "Relu Identity");
    gb_free(b);
}

void test_opt_const_view(void) {
    gb *b = gb_new();
    gb_floats(b, 0, "w", 2, (int64_t[]){2, 3}, (float[]){1, 2, 3, 4, 5, 6});
    gb_ints(b, 0, "shape", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_input(b, 0, "x", CAMEO_FLOAT, "6");
    gb_node(b, 0, "Reshape", "w,shape", "flat");
    gb_node(b, 0, "Add", "x,flat", "y");
    gb_node(b, 0, "Identity", "w", "out");
    gb_output(b, 0, "y");
    gb_output(b, 0, "out");
    CHECK_INT(test_opt_only(b, TEST_OPT_BIT_const_view), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Add");
    cm_id flat = gb_find(b, 0, "flat");
    size_t size = 0;
    CHECK(cm_ir_is_const(&b->ir, flat) && cm_ir_is_const(&b->ir, gb_find(b, 0, "out")));
    CHECK(cm_ir_const_bytes(&b->ir, flat, &size) ==
          cm_ir_const_bytes(&b->ir, gb_find(b, 0, "w"), &size));
    CHECK_INT(b->ir.av[flat].rank, 1);
    gb_free(b);
}

/* Shape - Concat - Reshape of a known shape leaves the Reshape alone, with a constant target; with a
 * free dim nothing can go. */
void test_opt_known_elements(void) {
    for (int free_dim = 0; free_dim < 2; free_dim++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, free_dim ? "n,3" : "2,3");
        gb_ints(b, 0, "one", 1, (int64_t[]){1}, (int64_t[]){1});
        gb_node(b, 0, "Shape", "x", "s");
        gb_attr_i(b, gb_node(b, 0, "Concat", "s,one", "t"), "axis", 0);
        gb_node(b, 0, "Reshape", "x,t", "y");
        gb_output(b, 0, "y");
        CHECK_INT(test_opt_only(b, TEST_OPT_BIT_known_elements), CAMEO_OK);
        CHECK_STR(gb_ops(b), free_dim ? "Shape Concat Reshape" : "Reshape");
        CHECK_STR(gb_shape(b, "y"), free_dim ? "n,3,1" : "2,3,1");
        gb_free(b);
    }
}

/* ---- folding ---- */

/* Adds two float constants of one element. */
static cameo_status test_opt_fold(void *ctx, cm_ir *ir, cm_id node) {
    int *calls = ctx;
    ++*calls;
    if (!cm_str_is(ir->t.node.row[node].op_type, "Add")) return CAMEO_E_UNSUPPORTED;
    double a = 0;
    double c = 0;
    if (!cm_avalue_f64(&ir->av[cm_ir_in(ir, node, 0)], 0, &a)) return CAMEO_E_UNSUPPORTED;
    if (!cm_avalue_f64(&ir->av[cm_ir_in(ir, node, 1)], 0, &c)) return CAMEO_E_UNSUPPORTED;
    float *sum = CM_ARENA_NEW(ir->work, float);
    if (sum == NULL) return CAMEO_E_NOMEM;
    *sum = (float)(a + c);
    int64_t dim = 1;
    return cm_ir_make_const(ir, cm_ir_out(ir, node, 0), CAMEO_FLOAT, 1, &dim, sum, sizeof *sum);
}

static gb *test_opt_fold_model(void) {
    gb *b = gb_new();
    gb_floats(b, 0, "p", 1, (int64_t[]){1}, (float[]){2});
    gb_input(b, 0, "x", CAMEO_FLOAT, "1");
    gb_node(b, 0, "Add", "p,p", "q");
    gb_node(b, 0, "Add", "q,p", "r");
    gb_node(b, 0, "Relu", "r", "s"); /* the fold function declines this one */
    gb_node(b, 0, "Add", "x,s", "y");
    gb_output(b, 0, "y");
    return b;
}

void test_opt_fold_constants(void) {
    gb *b = test_opt_fold_model();
    int calls = 0;
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_OK);
    b->ir.fold = test_opt_fold;
    b->ir.fold_ctx = &calls;
    CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Relu Add");
    CHECK_INT(calls, 3);
    CHECK(test_opt_const(b, gb_find(b, 0, "r"), 0) == 6);
    CHECK_INT(b->ir.folded_bytes, 8);
    gb_free(b);
}

void test_opt_fold_limits(void) {
    gb *b = test_opt_fold_model();
    cameo_limits limits = {.size = sizeof limits, .fold_bytes = 4};
    int calls = 0;
    b->options.limits = &limits;
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_OK);
    b->ir.fold = test_opt_fold;
    b->ir.fold_ctx = &calls;
    CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Add Relu Add");
    CHECK_INT(calls, 1);
    gb_free(b);
}

/* A double that is moved costs what a float costs, one that is multiplied eight times that. */
void test_opt_fold_cost(void) {
    static const double zeros[16];
    static const struct {
        uint64_t fold_cost;
        int calls;
    } cases[] = {{100, 0}, {110, 1}, {2000, 1}, {20000, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gb *b = gb_new();
        cameo_limits limits = {.size = sizeof limits, .fold_cost = cases[i].fold_cost};
        int calls = 0;
        gb_init(b, 0, "p", CAMEO_DOUBLE, 2, (int64_t[]){4, 4}, zeros, 16, sizeof zeros);
        gb_init(b, 0, "one", CAMEO_DOUBLE, 1, (int64_t[]){1}, zeros, 1, sizeof *zeros);
        gb_ints(b, 0, "dims", 1, (int64_t[]){2}, (int64_t[]){4, 5});
        gb_node(b, 0, "Expand", "one,dims", "wide"); /* 20 results, 4 rows of them: 104 */
        gb_node(b, 0, "MatMul", "p,p", "square");    /* 600 and more of floats' work */
        gb_output(b, 0, "wide");
        gb_output(b, 0, "square");
        b->options.limits = &limits;
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        b->ir.fold = test_opt_fold; /* declines both */
        b->ir.fold_ctx = &calls;
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        CHECK_INT(calls, cases[i].calls);
        gb_free(b);
    }
}

/* ---- If ---- */

void test_opt_const_if(void) {
    gb *b = gb_new();
    gb_init(b, 0, "c", CAMEO_BOOL, 0, NULL, "\0", 1, 1);
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    cm_id node = gb_node(b, 0, "If", "c", "y,u");
    cm_id then = gb_subgraph(b, node, "then_branch");
    gb_node(b, then, "Relu", "x", "t");
    gb_output(b, then, "t");
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, node, "else_branch");
    gb_node(b, other, "Softmax", "x", "e");
    gb_output(b, other, "e");
    gb_output(b, other, "x"); /* straight from outside */
    gb_node(b, 0, "Relu", "u", "z");
    gb_output(b, 0, "y");
    gb_output(b, 0, "z");
    CHECK_INT(test_opt_only(b, TEST_OPT_BIT_const_if), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Softmax Relu");
    CHECK(test_opt_producer(b, "y") != CM_NONE);
    CHECK_INT(cm_ir_in(&b->ir, test_opt_producer(b, "z"), 0), gb_find(b, 0, "x"));
    gb_free(b);
}

/* An outer value as an output of the model needs a node of its own. */
void test_opt_const_if_outer_output(void) {
    gb *b = gb_new();
    gb_init(b, 0, "c", CAMEO_BOOL, 0, NULL, "\1", 1, 1);
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    cm_id node = gb_node(b, 0, "If", "c", "y");
    for (int i = 0; i < 2; i++)
        gb_output(b, gb_subgraph(b, node, i == 0 ? "then_branch" : "else_branch"), "x");
    gb_output(b, 0, "y");
    TEST_OPT_OK(b);
    CHECK_STR(gb_ops(b), "Identity");
    CHECK_STR(gb_shape(b, "y"), "2");
    gb_free(b);
}

/* ---- fusions ---- */

/* y = BatchNormalization(Conv(x, w[2][1][1], b)). */
static gb *test_opt_conv_bn(bool bias, float var1) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,4");
    gb_floats(b, 0, "w", 3, (int64_t[]){2, 1, 1}, (float[]){3, -2});
    gb_floats(b, 0, "b", 1, (int64_t[]){2}, (float[]){1, 5});
    gb_floats(b, 0, "scale", 1, (int64_t[]){2}, (float[]){2, 4});
    gb_floats(b, 0, "shift", 1, (int64_t[]){2}, (float[]){10, 20});
    gb_floats(b, 0, "mean", 1, (int64_t[]){2}, (float[]){0.5f, 1});
    float var[2] = {4, var1};
    gb_floats(b, 0, "var", 1, (int64_t[]){2}, var);
    gb_node(b, 0, "Conv", bias ? "x,w,b" : "x,w", "h");
    gb_attr_f(b, gb_node(b, 0, "BatchNormalization", "h,scale,shift,mean,var", "y"), "epsilon", 0);
    gb_output(b, 0, "y");
    return b;
}

void test_opt_conv_batchnorm(void) {
    for (int bias = 0; bias < 2; bias++) {
        gb *b = test_opt_conv_bn(bias, 16);
        CHECK_INT(test_opt_only(b, TEST_OPT_BIT_conv_batchnorm), CAMEO_OK);
        CHECK_STR(gb_ops(b), "Conv");
        cm_id conv = test_opt_producer(b, "y");
        cm_id w = cm_ir_in(&b->ir, conv, 1);
        cm_id c = cm_ir_in(&b->ir, conv, 2);
        CHECK(test_opt_const(b, w, 0) == 3 &&
              test_opt_const(b, w, 1) == -2); /* 2/sqrt(4), 4/sqrt(16) */
        CHECK(test_opt_const(b, c, 0) == (bias ? 1 : 0) - 0.5 + 10);
        CHECK(test_opt_const(b, c, 1) == (bias ? 5 : 0) - 1 + 20);
        CHECK_INT(b->ir.av[w].rank, 3);
        gb_free(b);
    }
}

/* Not where a variance is not positive, the Conv's result is read elsewhere or is an output. */
void test_opt_conv_batchnorm_declined(void) {
    for (int reason = 0; reason < 4; reason++) {
        gb *b = test_opt_conv_bn(true, reason == 0 ? -1.0f : 16);
        if (reason == 1) {
            gb_node(b, 0, "Relu", "h", "z");
            gb_output(b, 0, "z");
        }
        if (reason == 2) gb_output(b, 0, "h");
        if (reason == 3)
            gb_attr_i(b, b->model.t.value.row[gb_find(b, 0, "y")].node, "training_mode", 1);
        TEST_OPT_OK(b);
        CHECK(strstr(gb_ops(b), "BatchNormalization") != NULL);
        gb_free(b);
    }
}

void test_opt_conv_bias(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,4");
    gb_floats(b, 0, "w", 3, (int64_t[]){2, 1, 1}, (float[]){3, -2});
    gb_floats(b, 0, "c", 2, (int64_t[]){2, 1}, (float[]){7, 8});
    gb_floats(b, 0, "d", 3, (int64_t[]){1, 2, 1}, (float[]){100, 200});
    gb_floats(b, 0, "wide", 1, (int64_t[]){4}, (float[]){1, 2, 3, 4}); /* along the last axis */
    gb_node(b, 0, "Conv", "x,w", "h");
    gb_node(b, 0, "Add", "h,c", "i");
    gb_node(b, 0, "Add", "d,i", "j");
    gb_node(b, 0, "Add", "j,wide", "y");
    gb_output(b, 0, "y");
    CHECK_INT(test_opt_only(b, TEST_OPT_BIT_conv_bias), CAMEO_OK);
    CHECK_STR(gb_ops(b), "Conv Add");
    cm_id c = cm_ir_in(&b->ir, b->ir.t.graph.row[0].nodes.first, 2);
    CHECK(test_opt_const(b, c, 0) == 107 && test_opt_const(b, c, 1) == 208);
    gb_free(b);
}

void test_opt_gemm_bias(void) {
    for (int variant = 0; variant < 4; variant++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
        gb_floats(b, 0, "w", 2, (int64_t[]){3, 2}, (float[6]){0});
        gb_floats(b, 0, "c", 1, (int64_t[]){2}, (float[]){7, 8});
        gb_floats(b, 0, "up", 2, (int64_t[]){5, 2}, (float[10]){0}); /* would need n = 5 or 1 */
        cm_id n = gb_node(b, 0, variant == 0 ? "MatMul" : "Gemm", "x,w", "h");
        if (variant == 2) gb_attr_f(b, n, "beta", 2);
        gb_node(b, 0, "Add", variant == 3 ? "h,up" : "h,c", "y");
        gb_output(b, 0, "y");
        CHECK_INT(test_opt_only(b, TEST_OPT_BIT_gemm_bias), CAMEO_OK);
        CHECK_STR(gb_ops(b), variant < 2 ? "Gemm" : "Gemm Add");
        if (variant < 2)
            CHECK_INT(cm_ir_in(&b->ir, test_opt_producer(b, "y"), 2), gb_find(b, 0, "c"));
        if (variant < 2) CHECK_INT(b->ir.info[test_opt_producer(b, "y")].since, 13);
        gb_free(b);
    }
}

void test_opt_activation(void) {
    for (int clip = 0; clip < 2; clip++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,4");
        gb_floats(b, 0, "w", 3, (int64_t[]){2, 1, 1}, (float[]){3, -2});
        gb_floats(b, 0, "six", 0, NULL, (float[]){6});
        gb_node(b, 0, "Conv", "x,w", "h");
        gb_node(b, 0, clip ? "Clip" : "Relu", clip ? "h,,six" : "h", "y");
        gb_node(b, 0, "Relu", "y", "z"); /* one epilogue at most */
        gb_output(b, 0, "z");
        CHECK_INT(test_opt_only(b, TEST_OPT_BIT_activation), CAMEO_OK);
        CHECK_STR(gb_ops(b), "Conv Relu");
        const test_conv_params *p = b->ir.info[b->ir.t.graph.row[0].nodes.first].params;
        CHECK_INT(p->activation, clip ? 2 : 1);
        if (clip) CHECK(p->act_lo < -3.4028235e38f && p->act_hi == 6); /* -infinity stays */
        gb_free(b);
    }
}

/* A chain of 10^3 Identities and Softmaxes ends, and in linear time. */
void test_opt_long_chain(void) {
    static char names[1001][16];
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    for (int i = 0; i <= 1000; i++) snprintf(names[i], sizeof names[i], i == 0 ? "x" : "v%d", i);
    for (int i = 0; i < 1000; i++)
        gb_node(b, 0, i % 10 == 9 ? "Softmax" : "Identity", names[i], names[i + 1]);
    gb_output(b, 0, names[1000]);
    TEST_OPT_OK(b);
    CHECK_INT(strlen(gb_ops(b)), 100 * 8 - 1);
    gb_free(b);
}
