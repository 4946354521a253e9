/* test_opt_simplify.c — rewrites of nodes that change nothing, of pairs that cancel and of twins: each alone,
 * with the library's own operators. */
#include "kernels/gemm_op.h"
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"

/* Optimises with one rewrite only, and the sweep of dead nodes. */
static const char *test_simplify(gb *b, cm_rewrite_id rewrite) {
    if (gb_infer(b, cameo_ops_all.ops) != CAMEO_OK) return b->error.msg;
    b->ir.rewrites_off = cm_rewrites_not(cm_rewrites_of(rewrite));
    return cm_optimize(&b->ir) == CAMEO_OK ? gb_ops(b) : "failed";
}

/* x[2,n] -> `op` with up to two int64 constants a and b -> Relu -> y. */
static gb *test_simplify_one(const char *op, const char *in, const int64_t *a, const int64_t *c,
                             int64_t n) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    if (a != NULL) gb_ints(b, 0, "a", 1, &n, a);
    if (c != NULL) gb_ints(b, 0, "c", 1, &n, c);
    gb_node(b, 0, op, in, "h");
    gb_node(b, 0, "Relu", "h", "y");
    gb_output(b, 0, "y");
    return b;
}

#define TEST_SIMPLIFY(want, rewrite, op, in, a, c, n)                 \
    do {                                                              \
        gb *test_b = test_simplify_one(op, in, a, c, n);              \
        CHECK_STR(test_simplify(test_b, CM_REWRITE_##rewrite), want); \
        gb_free(test_b);                                              \
    } while (0)

void test_opt_noop(void) {
    const int64_t zero[4] = {0}, one[4] = {1, 1, 1, 1}, most[4] = {INT64_MAX, INT64_MAX};
    const int64_t pad[4] = {0, 1, 0, 0}, two[4] = {1, 2}, keep[4] = {0, -1},
                  pads[4] = {1, 0, -1, 0};
    TEST_SIMPLIFY("Relu", noop, "Slice", "x,a,c", zero, most, 2);
    TEST_SIMPLIFY("Slice Relu", noop, "Slice", "x,a,c", one, most, 2);
    TEST_SIMPLIFY("Relu", noop, "Pad", "x,a", zero, NULL, 4);
    TEST_SIMPLIFY("Pad Relu", noop, "Pad", "x,a", pad, NULL, 4);
    TEST_SIMPLIFY("Pad Relu", noop, "Pad", "x,a", pads, NULL, 4); /* same dims, other elements */
    TEST_SIMPLIFY("Relu", noop, "Tile", "x,a", one, NULL, 2);
    TEST_SIMPLIFY("Tile Relu", noop, "Tile", "x,a", two, NULL, 2);
    TEST_SIMPLIFY("Relu", noop, "Expand", "x,a", one, NULL, 2);
    TEST_SIMPLIFY("Relu", noop, "Reshape", "x,a", keep, NULL, 2);
    TEST_SIMPLIFY("Relu", noop, "Dropout", "x", NULL, NULL, 0);
    TEST_SIMPLIFY("Relu", noop, "Sum", "x", NULL, NULL, 0);
    TEST_SIMPLIFY("Sum Relu", noop, "Sum", "x,x", NULL, NULL, 0);
}

/* A step of -1 keeps the dims and turns the elements round. */
void test_opt_noop_reverse(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    gb_ints(b, 0, "start", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_ints(b, 0, "end", 1, (int64_t[]){1}, (int64_t[]){INT64_MIN});
    gb_ints(b, 0, "axis", 1, (int64_t[]){1}, (int64_t[]){0});
    gb_node(b, 0, "Slice", "x,start,end,axis,start", "h");
    gb_node(b, 0, "Relu", "h", "y");
    gb_output(b, 0, "y");
    CHECK_STR(test_simplify(b, CM_REWRITE_noop), "Slice Relu");
    gb_free(b);
}

/* Cast to the same dtype goes, to another stays; a square Transpose moves elements. */
void test_opt_noop_attributes(void) {
    for (int other = 0; other < 2; other++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "3,3");
        gb_attr_i(b, gb_node(b, 0, "Cast", "x", "h"), "to", other ? CAMEO_DOUBLE : CAMEO_FLOAT);
        int64_t perm[2] = {other, 1 - other};
        gb_attr_is(b, gb_node(b, 0, "Transpose", "h", "t"), "perm", 2, perm);
        gb_node(b, 0, "Relu", "t", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_noop), other ? "Cast Transpose Relu" : "Relu");
        gb_free(b);
    }
}

/* The mask of a Dropout that somebody reads keeps it. */
void test_opt_noop_mask(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "3");
    gb_node(b, 0, "Dropout", "x", "h,mask");
    gb_node(b, 0, "Relu", "h", "y");
    gb_output(b, 0, "y");
    gb_output(b, 0, "mask");
    CHECK_STR(test_simplify(b, CM_REWRITE_noop), "Dropout Relu");
    gb_free(b);
}

void test_opt_view_chain(void) {
    for (int back = 0; back < 2; back++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,6");
        gb_ints(b, 0, "a", 1, (int64_t[]){1}, (int64_t[]){-1});
        gb_ints(b, 0, "c", 1, (int64_t[]){2}, back ? (int64_t[]){2, 6} : (int64_t[]){6, 2});
        gb_node(b, 0, "Reshape", "x,a", "h");
        gb_node(b, 0, "Reshape", "h,c", "g");
        gb_node(b, 0, "Relu", "g", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_view_chain), back ? "Relu" : "Reshape Reshape Relu");
        gb_free(b);
    }
}

void test_opt_noop_math(void) {
    static const struct {
        const char *op, *in, *want;
        float number;
    } rows[] = {{"Add", "x,k", "Relu", -0.0F},  {"Add", "k,x", "Relu", -0.0F},
                {"Add", "x,k", "Add Relu", 0},  {"Add", "x,k", "Add Relu", 1},
                {"Sub", "x,k", "Relu", 0},      {"Sub", "x,k", "Sub Relu", -0.0F},
                {"Sub", "k,x", "Sub Relu", 0},  {"Mul", "k,x", "Relu", 1},
                {"Mul", "x,k", "Mul Relu", -1}, {"Mul", "x,k", "Mul Relu", 0},
                {"Div", "x,k", "Relu", 1},      {"Div", "k,x", "Div Relu", 1},
                {"Pow", "x,k", "Relu", 1},      {"Pow", "k,x", "Pow Relu", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
        gb_floats(b, 0, "k", 1, (int64_t[]){1}, &rows[i].number);
        gb_node(b, 0, rows[i].op, rows[i].in, "h");
        gb_node(b, 0, "Relu", "h", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_noop_math), rows[i].want);
        gb_free(b);
    }
}

/* Integers have one 0. */
void test_opt_noop_math_integer(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_INT64, "2,n");
    gb_ints(b, 0, "k", 1, (int64_t[]){1}, (int64_t[]){0});
    gb_node(b, 0, "Add", "x,k", "h");
    gb_node(b, 0, "Neg", "h", "y");
    gb_output(b, 0, "y");
    CHECK_STR(test_simplify(b, CM_REWRITE_noop_math), "Neg");
    gb_free(b);
}

/* The constant decides the dims: nothing goes. */
void test_opt_noop_math_broadcast(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "1");
    gb_floats(b, 0, "k", 1, (int64_t[]){3}, (float[]){-0.0F, -0.0F, -0.0F});
    gb_node(b, 0, "Add", "x,k", "h");
    gb_node(b, 0, "Relu", "h", "y");
    gb_output(b, 0, "y");
    CHECK_STR(test_simplify(b, CM_REWRITE_noop_math), "Add Relu");
    gb_free(b);
}

/* Three dims turned twice; the product of the two permutations is what numpy gives. */
void test_opt_transposes(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3,n");
    gb_attr_is(b, gb_node(b, 0, "Transpose", "x", "h"), "perm", 3, (int64_t[]){1, 2, 0});
    gb_attr_is(b, gb_node(b, 0, "Transpose", "h", "y"), "perm", 3, (int64_t[]){0, 2, 1});
    gb_output(b, 0, "y");
    CHECK_STR(test_simplify(b, CM_REWRITE_transposes), "Transpose");
    CHECK_STR(gb_shape(b, "y"), "3,2,n");
    cm_id node = b->ir.t.value.row[gb_find(b, 0, "y")].node;
    CHECK_INT(cm_ir_in(&b->ir, node, 0), gb_find(b, 0, "x"));
    CHECK_INT(cm_infer_node(&b->ir, node), CAMEO_OK);
    CHECK_STR(gb_shape(b, "y"), "3,2,n");
    gb_free(b);
}

void test_opt_requantize(void) {
    for (int other = 0; other < 3; other++) {
        gb *b = gb_new();
        const uint8_t zero = 7;
        const float scale = other == 1 ? 0.5F : 0.25F;
        gb_input(b, 0, "q", CAMEO_UINT8, "n");
        gb_floats(b, 0, "s", 0, NULL, (float[]){0.25F});
        gb_floats(b, 0, "s2", 0, NULL, &scale);
        gb_init(b, 0, "z", CAMEO_UINT8, 0, NULL, &zero, 1, 1);
        gb_node(b, 0, "DequantizeLinear", "q,s,z", "h");
        gb_node(b, 0, "QuantizeLinear", other == 2 ? "h,s2" : "h,s2,z", "g");
        gb_node(b, 0, "DequantizeLinear", "g,s,z", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_requantize),
                  other != 0 ? "DequantizeLinear QuantizeLinear DequantizeLinear"
                             : "DequantizeLinear");
        gb_free(b);
    }
}

/* Twins by their operands, small constants by their bytes; another attribute, and a graph's output, stay. */
void test_opt_common(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    gb_floats(b, 0, "k", 0, NULL, (float[]){3});
    gb_floats(b, 0, "l", 0, NULL, (float[]){3});
    gb_node(b, 0, "Add", "x,k", "a");
    gb_node(b, 0, "Add", "x,l", "c");
    gb_node(b, 0, "Mul", "a,c", "m");
    gb_attr_i(b, gb_node(b, 0, "Softmax", "m", "s0"), "axis", 0);
    gb_attr_i(b, gb_node(b, 0, "Softmax", "m", "s1"), "axis", 1);
    gb_node(b, 0, "Relu", "m", "y");
    gb_node(b, 0, "Relu", "m", "z");
    gb_node(b, 0, "Sub", "s0,s1", "d");
    gb_output(b, 0, "y");
    gb_output(b, 0, "z");
    gb_output(b, 0, "d");
    CHECK_STR(test_simplify(b, CM_REWRITE_common), "Add Mul Softmax Softmax Relu Relu Sub");
    cm_id mul = b->ir.t.value.row[gb_find(b, 0, "m")].node;
    CHECK_INT(cm_ir_in(&b->ir, mul, 0), gb_find(b, 0, "a"));
    CHECK_INT(cm_ir_in(&b->ir, mul, 1), gb_find(b, 0, "a"));
    gb_free(b);
}

/* What draws numbers is drawn twice. */
void test_opt_common_random(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "RandomNormalLike", "x", "a");
    gb_node(b, 0, "RandomNormalLike", "x", "c");
    gb_node(b, 0, "Add", "a,c", "y");
    gb_output(b, 0, "y");
    CHECK_STR(test_simplify(b, CM_REWRITE_common), "RandomNormalLike RandomNormalLike Add");
    gb_free(b);
}

/* A row of constants behind a product of three dims goes into a Gemm of two; one free dim is no obstacle, two
 * are, and so are constants that are no row. */
void test_opt_matmul_bias(void) {
    static const struct {
        const char *dims, *want, *shape;
        int64_t bias[2];
    } rows[] = {{"2,5,3", "Reshape Gemm Reshape", "2,5,4", {1, 4}},
                {"2,n,3", "Reshape Gemm Reshape", "2,n,4", {1, 4}},
                {"m,n,3", "MatMul Add", "m,n,4", {1, 4}},
                {"2,4,3", "MatMul Add", "2,4,4", {4, 1}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i].dims);
        gb_floats(b, 0, "w", 2, (int64_t[]){3, 4}, (float[12]){1});
        gb_floats(b, 0, "c", 2, rows[i].bias, (float[4]){1, 2, 3, 4});
        gb_node(b, 0, "MatMul", "x,w", "h");
        b->options.strict = i == 0; /* the declared type is the MatMul's, not the Gemm's */
        if (i == 0) gb_declare(b, 0, "h", CAMEO_FLOAT, "2,5,4");
        gb_node(b, 0, "Add", "c,h", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_matmul_bias), rows[i].want);
        CHECK_STR(gb_shape(b, "y"), rows[i].shape);
        gb_free(b);
    }
}

/* A product of three dims by a transposed constant reads it as it lies; not where the Gemm would need a bias, where two
 * dims are free, nor where what follows goes into the MatMul. */
void test_opt_matmul_transpose(void) {
    static const struct {
        const char *dims, *then, *want, *shape;
        int64_t opset;
    } rows[] = {{"2,5,3", "Neg", "Reshape Gemm Reshape Neg", "2,5,4", 17},
                {"2,n,3", "Neg", "Reshape Gemm Reshape Neg", "2,n,4", 17},
                {"2,5,3", "", "Reshape Gemm Reshape", "2,5,4", 17},
                {"2,5,3", "Neg", "Transpose MatMul Neg", "2,5,4", 10},
                {"m,n,3", "Neg", "Transpose MatMul Neg", "m,n,4", 17},
                {"2,5,3", "Relu", "Transpose MatMul Relu", "2,5,4", 17}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        bool last = rows[i].then[0] == 0;
        gb_opset(b, "", rows[i].opset);
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i].dims);
        gb_floats(b, 0, "w", 2, (int64_t[]){4, 3}, (float[12]){1});
        gb_node(b, 0, "Transpose", "w", "t");
        gb_node(b, 0, "MatMul", "x,t", last ? "y" : "h");
        if (!last) gb_node(b, 0, rows[i].then, "h", "y");
        gb_output(b, 0, "y");
        CHECK_STR(test_simplify(b, CM_REWRITE_matmul_transpose), rows[i].want);
        CHECK_STR(gb_shape(b, "y"), rows[i].shape);
        for (cm_id n = 0; n < b->ir.t.node.n; n++) {
            if (b->ir.t.node.row[n].dead || !cm_str_is(b->ir.t.node.row[n].op_type, "Gemm"))
                continue;
            const cm_gemm_params *p = b->ir.info[n].params;
            CHECK(p->transB == 1 && p->transA == 0);
            CHECK_INT(cm_ir_in(&b->ir, n, 1), gb_find(b, 0, "w"));
        }
        gb_free(b);
    }
}

static cameo_status simplify_no_fold(void *ctx, cm_ir *ir, cm_id node) {
    (void)ir;
    (void)node;
    ++*(int *)ctx;
    return CAMEO_E_UNSUPPORTED;
}

/* Large weights are not transposed beforehand where every product takes them as they lie; else they are, at once or
 * when everything else is settled. */
void test_opt_turned_weights(void) {
    enum { N = 128 };
    static float w[N * N];
    static const struct {
        const char *dims, *then, *more, *want;
        int opt, folds; /* that were tried */
    } rows[] = {
        {"2,128", "Neg", "", "Gemm Neg", CAMEO_OPT_ALL, 0},
        {"1,2,128", "Neg", "", "Reshape Gemm Reshape Neg", CAMEO_OPT_ALL, 0},
        {"1,2,128", "Add", "", "Reshape Gemm Reshape", CAMEO_OPT_ALL, 0},
        {"1,2,128", "Relu", "", "Transpose MatMul", CAMEO_OPT_ALL, 1},
        {"1,2,128", "Neg", "Abs", "Transpose Reshape Gemm Reshape Neg Abs", CAMEO_OPT_ALL, 1},
        {"2,128", "Neg", "", "Transpose MatMul Neg", CAMEO_OPT_BASIC, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        int folds = 0;
        bool add = strcmp(rows[i].then, "Add") == 0;
        gb_opset(b, "", 17);
        gb_input(b, 0, "x", CAMEO_FLOAT, rows[i].dims);
        gb_floats(b, 0, "w", 2, (int64_t[]){N, N}, w);
        gb_floats(b, 0, "c", 1, (int64_t[]){N}, w);
        gb_node(b, 0, "Transpose", "w", "t");
        gb_node(b, 0, "MatMul", "x,t", "h");
        gb_node(b, 0, rows[i].then, add ? "h,c" : "h", "y");
        gb_output(b, 0, "y");
        if (rows[i].more[0] != 0) {
            gb_node(b, 0, rows[i].more, "t", "z");
            gb_output(b, 0, "z");
        }
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        b->options.opt = (cameo_opt)rows[i].opt;
        b->ir.fold = simplify_no_fold;
        b->ir.fold_ctx = &folds;
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        CHECK_STR(gb_ops(b), rows[i].want);
        CHECK_INT(folds, rows[i].folds);
        gb_free(b);
    }
}

/* An operand that is expanded to dims that another one has; not where it gives the result its dims. */
void test_opt_expand_operand(void) {
    static const struct {
        const char *op, *operands, *want;
    } rows[] = {{"Mul", "x,e", "Mul"},   {"Sub", "e,x", "Sub"},          {"PRelu", "x,e", "PRelu"},
                {"Mul", "e,e", "Expand Mul"}, {"PRelu", "e,x", "Expand PRelu"}, {"Add", "s,e", "Expand Add"},
                {"Where", "c,x,e", "Where"}, {"MatMul", "x,e", "Expand MatMul"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gb *b = gb_new();
        gb_input(b, 0, "x", CAMEO_FLOAT, "n,3,4,4");
        gb_input(b, 0, "s", CAMEO_FLOAT, "n,3,1,1");
        gb_input(b, 0, "c", CAMEO_BOOL, "4");
        gb_node(b, 0, "Shape", "x", "d");
        gb_node(b, 0, "Expand", "s,d", "e");
        gb_node(b, 0, rows[i].op, rows[i].operands, "y");
        gb_output(b, 0, "y");
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        b->ir.rewrites_off = cm_rewrites_not(
            cm_rewrites_or(cm_rewrites_of(CM_REWRITE_expand_operand), cm_rewrites_of(CM_REWRITE_dead)));
        CHECK_INT(cm_optimize(&b->ir), CAMEO_OK);
        const char *ops = gb_ops(b);
        CHECK_STR(strncmp(ops, "Shape ", 6) == 0 ? ops + 6 : ops, rows[i].want);
        CHECK_STR(gb_shape(b, "y"), "n,3,4,4");
        gb_free(b);
    }
}
