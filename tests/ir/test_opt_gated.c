/* test_opt_gated.c — activations of several nodes become one operator, in the forms that exporters write; forms that
 * only look alike stay. What the results are: tests/runtime/test_rewrites.c. */
#include "ir/rewrite/opt.h"
#include "tests/check.h"
#include "tests/support/opt_alone.h"

#define GATED_NODES 10 /* the longest form, and an end */

typedef struct test_gated_node {
    const char *op, *in, *out;
} test_gated_node;

/* Of x[2,n,4] and numbers, whose names say them. */
static gb *test_gated_model(const test_gated_node *nodes) {
    static const struct {
        const char *name;
        float x;
    } numbers[] = {{"0", 0},      {"1", 1},           {"3", 3},           {"6", 6},
                   {".5", 0.5F},  {"sixth", 1.0F / 6}, {"root2", 1.4142135623730951F}, {"root.5", 0.70710678118654752F},
                   {"a", 1.702F}, {"c", 0.044715F},   {"k", 0.7978845608028654F}, {"2", 2}};
    gb *b = gb_new();
    gb_opset(b, "", 13);
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n,4");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        gb_floats(b, 0, numbers[i].name, 0, NULL, &numbers[i].x);
    gb_floats(b, 0, "deep", 4, (int64_t[]){1, 1, 1, 1}, (float[]){0.5F});
    for (; nodes->op != NULL; nodes++) {
        cm_id node = gb_node(b, 0, nodes->op, nodes->in, nodes->out);
        if (strcmp(nodes->op, "HardSigmoid") == 0) gb_attr_f(b, node, "alpha", 1.0F / 6);
    }
    gb_output(b, 0, "y");
    return b;
}

/* Optimises with this rewrite only, and the sweep of dead nodes. */
static const char *test_gated(gb *b) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_gated));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

void test_opt_gated_forms(void) {
    static const struct {
        const char *want;
        float alpha;
        test_gated_node nodes[GATED_NODES];
    } forms[] = {
        {"Swish", 1, {{"Sigmoid", "x", "s"}, {"Mul", "x,s", "y"}}},
        {"Swish", 1, {{"Sigmoid", "x", "s"}, {"Mul", "s,x", "y"}}},
        {"Swish", 1.702F, {{"Mul", "a,x", "h"}, {"Sigmoid", "h", "s"}, {"Mul", "x,s", "y"}}},
        {"HardSwish", 0, {{"HardSigmoid", "x", "s"}, {"Mul", "x,s", "y"}}},
        {"HardSwish", 0, {{"Add", "x,3", "h"}, {"Clip", "h,0,6", "s"}, {"Div", "s,6", "t"}, {"Mul", "x,t", "y"}}},
        {"HardSwish", 0, {{"Add", "3,x", "h"}, {"Clip", "h,0,6", "s"}, {"Mul", "s,x", "t"}, {"Mul", "sixth,t", "y"}}},
        {"HardSwish", 0, {{"Mul", "x,sixth", "h"}, {"Add", "h,.5", "i"}, {"Clip", "i,0,1", "s"}, {"Mul", "x,s", "y"}}},
        {"HardSigmoid", 1.0F / 6, {{"Add", "x,3", "h"}, {"Clip", "h,0,6", "s"}, {"Div", "s,6", "y"}}},
        {"Gelu",
         0,
         {{"Div", "x,root2", "h"}, {"Erf", "h", "e"}, {"Add", "e,1", "g"}, {"Mul", "x,g", "t"}, {"Mul", "t,.5", "y"}}},
        {"Gelu",
         0,
         {{"Mul", "x,root.5", "h"}, {"Erf", "h", "e"}, {"Add", "1,e", "g"}, {"Mul", "x,.5", "t"}, {"Mul", "t,g", "y"}}},
        {"Gelu",
         0,
         {{"Div", "x,root2", "h"}, {"Erf", "h", "e"}, {"Add", "e,1", "g"}, {"Mul", ".5,g", "t"}, {"Mul", "x,t", "y"}}},
        {"Gelu",
         0,
         {{"Div", "x,root2", "h"}, {"Erf", "h", "e"}, {"Add", "e,1", "g"}, {"Mul", "x,g", "t"}, {"Div", "t,2", "y"}}},
        {"Gelu",
         0,
         {{"Pow", "x,3", "p"},
          {"Mul", "p,c", "q"},
          {"Add", "x,q", "r"},
          {"Mul", "r,k", "h"},
          {"Tanh", "h", "e"},
          {"Add", "e,1", "g"},
          {"Mul", "x,.5", "t"},
          {"Mul", "t,g", "y"}}},
        {"Gelu",
         0,
         {{"Mul", "x,x", "p"},
          {"Mul", "p,x", "u"},
          {"Mul", "c,u", "q"},
          {"Add", "q,x", "r"},
          {"Mul", "k,r", "h"},
          {"Tanh", "h", "e"},
          {"Add", "1,e", "g"},
          {"Mul", "g,.5", "t"},
          {"Mul", "t,x", "y"}}},
        {"Mish", 0, {{"Softplus", "x", "p"}, {"Tanh", "p", "t"}, {"Mul", "x,t", "y"}}},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        bool by_tanh = forms[i].nodes[6].op != NULL;
        gb *b = test_gated_model(forms[i].nodes);
        const char *ops = test_gated(b);
        CHECK_MSG(strcmp(ops, forms[i].want) == 0, "form %zu: %s, want %s", i, ops, forms[i].want);
        cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
        CHECK_INT(cm_ir_in(&b->ir, node, 0), gb_find(b, 0, "x"));
        CHECK_INT(cm_ir_in(&b->ir, node, 1), CM_NONE);
        const cm_attr *alpha = cm_ir_attr(&b->ir, node, "alpha"), *how = cm_ir_attr(&b->ir, node, "approximate");
        CHECK(alpha == NULL ? forms[i].alpha == 0 : alpha->f == forms[i].alpha);
        CHECK((how != NULL) == by_tanh);
        CHECK_STR(gb_shape(b, "y"), "2,n,4");
        gb_free(b);
    }
}

/* Another number, another operand, a constant that adds a dim, a value between that somebody reads. */
void test_opt_gated_declined(void) {
    static const test_gated_node sound[] = {{"Div", "x,root2", "h"}, {"Erf", "h", "e"},    {"Add", "e,1", "g"},
                                            {"Mul", "x,g", "t"},     {"Mul", "t,.5", "y"}, {NULL, NULL, NULL}};
    static const struct {
        size_t at;
        const char *in; /* of that node instead */
    } changes[] = {{0, "x,2"}, {0, "root2,x"}, {2, "e,3"}, {2, "e,x"},
                   {3, "h,g"}, {4, "t,deep"},  {4, "t,3"}, {4, "t,x"}};
    size_t n_changes = sizeof changes / sizeof *changes;
    for (size_t i = 0; i < n_changes + 2; i++) {
        test_gated_node nodes[6];
        memcpy(nodes, sound, sizeof nodes);
        if (i < n_changes) nodes[changes[i].at].in = changes[i].in;
        gb *b = test_gated_model(nodes);
        if (i == n_changes) gb_output(b, 0, "e");
        const char *ops = test_gated(b);
        CHECK_MSG((strcmp(ops, "Gelu") == 0) == (i == n_changes + 1), "change %zu: %s", i, ops);
        gb_free(b);
    }
}

/* PRelu of Conv: a slope for each channel is an input of it, one slope is a LeakyRelu, others stay. */
void test_opt_prelu(void) {
    static const float numbers[3 * 2 * 9] = {0.5f, 0.25f, 0.125f};
    static const struct {
        int64_t dims[3];
        const char *want;
        int fn;
    } rows[] = {{{3, 1, 1}, "Conv", CM_ACTIVATION_PRELU},
                {{1, 1, 1}, "Conv", CM_ACTIVATION_LEAKY_RELU},
                {{1, 1, 3}, "Conv PRelu", CM_ACTIVATION_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,2,5,5");
        gb_floats(b, 0, "w", 4, (int64_t[]){3, 2, 3, 3}, numbers);
        gb_floats(b, 0, "s", 3, rows[i].dims, numbers);
        gb_node(b, 0, "Conv", "x,w", "c");
        gb_node(b, 0, "PRelu", "c,s", "y");
        gb_output(b, 0, "y");
        CHECK_STR(opt_alone(b, CM_REWRITE_function), rows[i].want);
        cm_id conv = opt_node(b, i == 2 ? "c" : "y");
        CHECK_INT(cm_opt_activation(&b->ir, conv)->fn, rows[i].fn);
        cm_id slope = cm_ir_in(&b->ir, conv, CM_IN_SLOPE);
        CHECK((slope != CM_NONE) == (i == 0));
        CHECK(slope == CM_NONE || (b->ir.av[slope].rank == 1 && b->ir.av[slope].dims[0] == 3));
        if (i == 1) CHECK(cm_opt_activation(&b->ir, conv)->imm[0] == 0.5f);
        gb_free(b);
    }
}
