/* test_opt_layernorm.c — LayerNormalization from its parts, in the forms that exporters write, and what is none.
 * What the results are: tests/runtime/test_rewrites.c. */
#include "ir/ir_impl.h"
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* Optimises with layernorm only, and the sweep of dead nodes. */
static const char *test_layernorm(gb *b) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_layernorm));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

/* One node of a graph as text: "op inputs outputs". */
typedef struct test_layernorm_node {
    const char *op, *in, *out;
} test_layernorm_node;

/* x[2,n,4] with constants s[4], b[4], e = 1e-3, two = 2 and three = 3, c1 = [1,1,4], t[3]. */
static gb *test_layernorm_model(int64_t axis) {
    gb *b = gb_new();
    gb_opset(b, "", 13);
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n,4");
    gb_floats(b, 0, "s", 1, (int64_t[]){4}, (float[]){1, 2, 3, 4});
    gb_floats(b, 0, "b", 1, (int64_t[]){4}, (float[]){5, 6, 7, 8});
    gb_floats(b, 0, "c1", 3, (int64_t[]){1, 1, 4}, (float[]){5, 6, 7, 8});
    gb_floats(b, 0, "t", 2, (int64_t[]){2, 1}, (float[]){1, 2});
    gb_floats(b, 0, "e", 0, NULL, (float[]){1e-3F});
    gb_floats(b, 0, "minus", 0, NULL, (float[]){-1e-3F});
    gb_floats(b, 0, "two", 0, NULL, (float[]){2});
    gb_floats(b, 0, "three", 0, NULL, (float[]){3});
    gb_attr_is(b, gb_node(b, 0, "ReduceMean", "x", "m"), "axes", 1, &axis);
    return b;
}

static void test_layernorm_nodes(gb *b, const test_layernorm_node *nodes) {
    const int64_t last = 2;
    for (; nodes->op != NULL; nodes++) {
        cm_id node = gb_node(b, 0, nodes->op, nodes->in, nodes->out);
        if (strcmp(nodes->op, "ReduceMean") == 0) gb_attr_is(b, node, "axes", 1, &last);
        if (strcmp(nodes->op, "Cast") == 0) gb_attr_i(b, node, "to", CAMEO_FLOAT);
    }
    gb_output(b, 0, "y");
}

void test_opt_layernorm_forms(void) {
    static const test_layernorm_node forms[][12] = {
        {{"Sub", "x,m", "d"},
         {"Pow", "d,two", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "n"},
         {"Mul", "n,s", "z"},
         {"Add", "z,b", "y"}},
        {{"Sub", "x,m", "d"},
         {"Mul", "d,d", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "e,v", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "n"},
         {"Mul", "s,n", "z"},
         {"Add", "c1,z", "y"}},
        {{"Sub", "x,m", "d"},
         {"Mul", "d,d", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Reciprocal", "r", "i"},
         {"Mul", "i,d", "n"},
         {"Mul", "n,s", "z"},
         {"Add", "z,b", "y"}},
        {{"Sub", "x,m", "d"},
         {"Cast", "d", "k"},
         {"Pow", "k,two", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "n"},
         {"Cast", "n", "o"},
         {"Mul", "o,s", "z"},
         {"Add", "z,b", "y"}},
        {{"Sub", "x,m", "d"},
         {"Mul", "d,d", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Reciprocal", "r", "i"},
         {"Mul", "i,s", "g"},
         {"Mul", "x,g", "p"},
         {"Mul", "m,g", "h"},
         {"Sub", "b,h", "z"},
         {"Add", "p,z", "y"}},
        {{"Sub", "x,m", "d"},
         {"Pow", "d,two", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "n"},
         {"Mul", "n,s", "y"}},
        {{"Sub", "x,m", "d"},
         {"Pow", "d,two", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "n"},
         {"Add", "n,b", "y"}},
        {{"Sub", "x,m", "d"},
         {"Pow", "d,two", "q"},
         {"ReduceMean", "q", "v"},
         {"Add", "v,e", "a"},
         {"Sqrt", "a", "r"},
         {"Div", "d,r", "y"}},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        gb *b = test_layernorm_model(-1);
        test_layernorm_nodes(b, forms[i]);
        const char *ops = test_layernorm(b);
        CHECK_MSG(strcmp(ops, "LayerNormalization") == 0, "form %zu: %s", i, ops);
        cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
        CHECK_INT(cm_opset_find(&b->ir.t, b->ir.opsets, (cm_str){NULL, 0}), 13);
        CHECK_INT(b->ir.info[node].since, 17); /* newer than the model */
        CHECK_INT(cm_ir_in(&b->ir, node, 0), gb_find(b, 0, "x"));
        if (i < 6) CHECK_INT(cm_ir_in(&b->ir, node, 1), gb_find(b, 0, "s"));
        if (i != 1)
            CHECK_INT(cm_ir_in(&b->ir, node, 2), i == 5 || i == 7 ? CM_NONE : gb_find(b, 0, "b"));
        CHECK_INT(cm_ir_attr(&b->ir, node, "axis")->i, 2);
        CHECK(cm_ir_attr(&b->ir, node, "epsilon")->f == 1e-3F);
        CHECK_STR(gb_shape(b, "y"), "2,n,4");
        gb_free(b);
    }
}

/* Another axis of the second mean, a negative epsilon, another power, a scale and a bias that are no row of the last
 * axis, the deviation of something else, a quotient the other way round, values between that somebody reads. */
void test_opt_layernorm_declined(void) {
    static const test_layernorm_node sound[] = {
        {"Sub", "x,m", "d"}, {"Pow", "d,two", "q"}, {"ReduceMean", "q", "v"},
        {"Add", "v,e", "a"}, {"Sqrt", "a", "r"},    {"Div", "d,r", "n"},
        {"Mul", "n,s", "z"}, {"Add", "z,b", "y"},   {NULL, NULL, NULL}};
    static const struct {
        size_t at;
        const char *in; /* of that node instead */
    } changes[] = {{0, "m,x"}, {1, "d,three"}, {1, "x,two"}, {3, "v,minus"},
                   {3, "v,v"}, {5, "r,d"},     {5, "x,r"},   {6, "n,t"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes + 4; i++) {
        size_t n_changes = sizeof changes / sizeof *changes;
        test_layernorm_node nodes[9];
        memcpy(nodes, sound, sizeof nodes);
        if (i < n_changes) nodes[changes[i].at].in = changes[i].in;
        gb *b = test_layernorm_model(i == n_changes ? 1 : -1);
        test_layernorm_nodes(b, nodes);
        if (i == n_changes + 1) gb_output(b, 0, "m");
        if (i == n_changes + 2) {
            gb_node(b, 0, "Relu", "d", "w");
            gb_output(b, 0, "w");
        }
        const char *ops = test_layernorm(b);
        CHECK_MSG((strcmp(ops, "LayerNormalization") == 0) == (i == n_changes + 3),
                  "change %zu: %s", i, ops);
        gb_free(b);
    }
}

/* For a file the model's opset says which operators there are. */
void test_opt_layernorm_keep_opset(void) {
    static const test_layernorm_node nodes[] = {
        {"Sub", "x,m", "d"}, {"Pow", "d,two", "q"}, {"ReduceMean", "q", "v"}, {"Add", "v,e", "a"},
        {"Sqrt", "a", "r"},  {"Div", "d,r", "n"},   {"Mul", "n,s", "y"},      {NULL, NULL, NULL}};
    for (int opset = 13; opset <= 17; opset += 4) {
        gb *b = test_layernorm_model(-1);
        gb_opset(b, "", opset);
        test_layernorm_nodes(b, nodes);
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_layernorm));
        b->ir.keep_opset = true;
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        CHECK((strcmp(gb_ops(b), "LayerNormalization") == 0) == (opset == 17));
        gb_free(b);
    }
}

/* A bias that is no row stays behind the normalisation. */
void test_opt_layernorm_wide_bias(void) {
    static const test_layernorm_node nodes[] = {
        {"Sub", "x,m", "d"}, {"Pow", "d,two", "q"}, {"ReduceMean", "q", "v"},
        {"Add", "v,e", "a"}, {"Sqrt", "a", "r"},    {"Div", "d,r", "n"},
        {"Mul", "n,s", "z"}, {"Add", "z,x", "y"},   {NULL, NULL, NULL}};
    gb *b = test_layernorm_model(-1);
    test_layernorm_nodes(b, nodes);
    CHECK_STR(test_layernorm(b), "LayerNormalization Add");
    gb_free(b);
}

/* Half floats that are widened for the means: the result's type is that of x. */
void test_opt_layernorm_half(void) {
    for (int wide = 0; wide < 2; wide++) {
        gb *b = gb_new();
        const uint16_t ones[4] = {0x3C00, 0x3C00, 0x3C00, 0x3C00};
        const int64_t last = -1;
        gb_input(b, 0, "x", CAMEO_FLOAT16, "2,n,4");
        gb_init(b, 0, "s", CAMEO_FLOAT16, 1, (int64_t[]){4}, ones, 4, 8);
        gb_floats(b, 0, "sw", 1, (int64_t[]){4}, (float[]){1, 2, 3, 4});
        gb_floats(b, 0, "e", 0, NULL, (float[]){1e-3F});
        gb_floats(b, 0, "two", 0, NULL, (float[]){2});
        gb_attr_i(b, gb_node(b, 0, "Cast", "x", "c"), "to", CAMEO_FLOAT);
        gb_attr_is(b, gb_node(b, 0, "ReduceMean", "c", "m"), "axes", 1, &last);
        gb_node(b, 0, "Sub", "c,m", "d");
        gb_node(b, 0, "Pow", "d,two", "q");
        gb_attr_is(b, gb_node(b, 0, "ReduceMean", "q", "v"), "axes", 1, &last);
        gb_node(b, 0, "Add", "v,e", "a");
        gb_node(b, 0, "Sqrt", "a", "r");
        gb_node(b, 0, "Div", "d,r", "n");
        if (!wide) gb_attr_i(b, gb_node(b, 0, "Cast", "n", "o"), "to", CAMEO_FLOAT16);
        gb_node(b, 0, "Mul", wide ? "n,sw" : "o,s", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_layernorm(b), wide ? "Cast LayerNormalization" : "LayerNormalization");
        CHECK_INT(b->ir.av[gb_find(b, 0, "y")].dtype, wide ? CAMEO_FLOAT : CAMEO_FLOAT16);
        gb_free(b);
    }
}
