/* test_infer.c — types and shapes over whole graphs: constants, symbols, branches, loops. */
#include "providers/provider.h"
#include "tests/check.h"
#include "tests/support/graph_builder.h"
#include "tests/support/test_ops.h"

#define TEST_INFER_OK(b)                                                             \
    do {                                                                             \
        cameo_status test_status = gb_infer((b), test_ops_table);                    \
        CHECK_MSG(test_status == CAMEO_OK, "%s: %s", cameo_status_name(test_status), \
                  (b)->error.msg);                                                   \
    } while (0)

void test_infer_straight_line(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,3");
    gb_floats(b, 0, "w", 2, (int64_t[]){3, 5}, (float[15]){0});
    gb_floats(b, 0, "c", 1, (int64_t[]){5}, (float[5]){0});
    gb_node(b, 0, "MatMul", "x,w", "h");
    gb_node(b, 0, "Add", "h,c", "a");
    gb_node(b, 0, "Relu", "a", "y");
    gb_output(b, 0, "y");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "h"), "n,5");
    CHECK_STR(gb_shape(b, "y"), "n,5");
    gb_free(b);
}

void test_infer_shape_chain(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3,4");
    gb_ints(b, 0, "minus", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_node(b, 0, "Shape", "x", "s");
    gb_attr_i(b, gb_node(b, 0, "Concat", "s,minus", "t"), "axis", 0);
    gb_node(b, 0, "Reshape", "x,t", "y");
    gb_node(b, 0, "Reshape", "x,minus", "flat");
    gb_output(b, 0, "y");
    gb_output(b, 0, "flat");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "y"), "2,3,4,1");
    CHECK_STR(gb_shape(b, "flat"), "24");
    gb_free(b);
}

/* Sizes of images that exporters compute in floats: whole numbers that the dtype holds are followed, no others. What
 * becomes of a dim d that is cast, times 2, divided by `by`, rounded and cast back. */
static void test_infer_floats(const char *dims, int dtype, float by, const char *want) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, dims);
    gb_floats(b, 0, "two", 0, NULL, (float[]){2});
    gb_floats(b, 0, "by", 0, NULL, &by);
    gb_node(b, 0, "Shape", "x", "shape");
    gb_attr_i(b, gb_node(b, 0, "Cast", "shape", "f"), "to", dtype);
    gb_node(b, 0, "Mul", dtype == CAMEO_FLOAT ? "f,two" : "f,f", "m");
    gb_node(b, 0, "Div", dtype == CAMEO_FLOAT ? "m,by" : "m,f", "q");
    gb_node(b, 0, "Ceil", "q", "r");
    gb_attr_i(b, gb_node(b, 0, "Cast", "r", "size"), "to", CAMEO_INT64);
    gb_node(b, 0, "ConstantOfShape", "size", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_STR(gb_shape(b, "y"), want);
    gb_free(b);
}

void test_infer_float_sizes(void) {
    test_infer_floats("1,7", CAMEO_FLOAT, 1, "2,14");
    test_infer_floats("12,6", CAMEO_FLOAT, 4, "6,3");
    test_infer_floats("12,7", CAMEO_FLOAT, 4, "6,?");
    test_infer_floats("8,0", CAMEO_FLOAT, 0.5F, "?,?");
    test_infer_floats("8,0", CAMEO_FLOAT, 0, "?,?");
    test_infer_floats("8388608,8388609", CAMEO_FLOAT, 1, "16777216,?"); /* 2^24 */
    test_infer_floats("4,n", CAMEO_FLOAT, 1, "8,?");
    test_infer_floats("45,46,0", CAMEO_FLOAT16, 1, "45,?,?");              /* 45*45 <= 2^11 */
    test_infer_floats("94906265,94906266", CAMEO_DOUBLE, 1, "94906265,?"); /* 2^53 */
}

/* ---- branches ---- */

/* y = If(c) { Relu(x) } else { Reshape(x, shape) }. */
static gb *test_infer_if(const char *cond) {
    gb *b = gb_new();
    if (cond == NULL) {
        gb_input(b, 0, "c", CAMEO_BOOL, "");
    } else {
        gb_init(b, 0, "c", CAMEO_BOOL, 0, NULL, cond, 1, 1);
    }
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    cm_id node = gb_node(b, 0, "If", "c", "y");
    cm_id then = gb_subgraph(b, node, "then_branch");
    gb_node(b, then, "Relu", "x", "t");
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, node, "else_branch");
    gb_ints(b, other, "shape", 1, (int64_t[]){1}, (int64_t[]){-1});
    gb_node(b, other, "Reshape", "x,shape", "e");
    gb_output(b, other, "e");
    gb_output(b, 0, "y");
    return b;
}

void test_infer_if_join(void) {
    gb *b = test_infer_if(NULL);
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "y"), "*");
    gb_free(b);
}

void test_infer_if_decided(void) {
    gb *b = test_infer_if("\1");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "y"), "2,n");
    gb_free(b);
    b = test_infer_if("\0");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "y"), "2*n");
    gb_free(b);
}

/* Elements that both branches have alike go on into a shape. */
void test_infer_if_elements(void) {
    gb *b = gb_new();
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,6");
    cm_id node = gb_node(b, 0, "If", "c", "shape");
    cm_id then = gb_subgraph(b, node, "then_branch");
    gb_ints(b, then, "t", 1, (int64_t[]){2}, (int64_t[]){3, 4});
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, node, "else_branch");
    gb_ints(b, other, "e", 1, (int64_t[]){2}, (int64_t[]){3, -1});
    gb_output(b, other, "e");
    gb_node(b, 0, "Reshape", "x,shape", "y");
    gb_output(b, 0, "y");
    TEST_INFER_OK(b);
    cm_dim d;
    const cm_avalue *shape = &b->ir.av[gb_find(b, 0, "shape")];
    CHECK(cm_avalue_elem(shape, 0, &d) && d == 3);
    CHECK(!cm_avalue_elem(shape, 1, &d));
    gb_free(b);
}

/* A shape that does not fit fails the model only where it certainly runs. */
void test_infer_if_unfit_branch(void) {
    for (int decided = 0; decided < 2; decided++) {
        gb *b = gb_new();
        if (decided == 0) gb_input(b, 0, "c", CAMEO_BOOL, "");
        if (decided == 1) gb_init(b, 0, "c", CAMEO_BOOL, 0, NULL, "\1", 1, 1);
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
        cm_id node = gb_node(b, 0, "If", "c", "y");
        cm_id then = gb_subgraph(b, node, "then_branch");
        gb_node(b, then, "Squeeze", "x", "s");
        gb_node(b, then, "Relu", "s", "t");
        gb_output(b, then, "t");
        cm_id other = gb_subgraph(b, node, "else_branch");
        gb_node(b, other, "Relu", "x", "e");
        gb_output(b, other, "e");
        gb_output(b, 0, "y");
        cameo_status status = gb_infer(b, test_ops_table);
        CHECK_INT(status, decided == 1 ? CAMEO_E_SHAPE : CAMEO_OK);
        if (decided == 0) CHECK_STR(gb_shape(b, "y"), "*");
        if (decided == 1) CHECK_STR(b->error.op_type, "Squeeze");
        gb_free(b);
    }
}

void test_infer_if_types_differ(void) {
    gb *b = test_infer_if(NULL);
    cm_id other = 2;
    cm_id shape = gb_find(b, other, "shape");
    b->model.t.ids.row[b->model.t.graph.row[other].outputs.first] = shape;
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    CHECK_STR(b->error.op_type, "If");
    gb_free(b);
}

/* ---- loops ---- */

/* A carried value that grows by one element each time, one that stays, and a scan output. */
void test_infer_loop(void) {
    gb *b = gb_new();
    gb_input(b, 0, "m", CAMEO_INT64, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_floats(b, 0, "list", 1, (int64_t[]){1}, (float[]){0});
    cm_id node = gb_node(b, 0, "Loop", "m,,list,x", "grown,same,scan");
    cm_id body = gb_subgraph(b, node, "body");
    gb_input(b, body, "i", 0, NULL);
    gb_input(b, body, "c", 0, NULL);
    gb_input(b, body, "a", 0, NULL);
    gb_input(b, body, "s", 0, NULL);
    gb_attr_i(b, gb_node(b, body, "Concat", "a,a", "a2"), "axis", 0);
    gb_node(b, body, "Relu", "s", "s2");
    gb_node(b, body, "Identity", "c", "c2");
    gb_output(b, body, "c2");
    gb_output(b, body, "a2");
    gb_output(b, body, "s2");
    gb_output(b, body, "s");
    gb_output(b, 0, "grown");
    gb_output(b, 0, "same");
    gb_output(b, 0, "scan");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "grown"), "?");
    CHECK_STR(gb_shape(b, "same"), "2,3");
    CHECK_STR(gb_shape(b, "scan"), "?,2,3");
    gb_free(b);
}

void test_infer_loop_type_changes(void) {
    gb *b = gb_new();
    gb_input(b, 0, "m", CAMEO_INT64, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    cm_id node = gb_node(b, 0, "Loop", "m,,x", "y");
    cm_id body = gb_subgraph(b, node, "body");
    gb_input(b, body, "i", 0, NULL);
    gb_input(b, body, "c", 0, NULL);
    gb_input(b, body, "a", 0, NULL);
    gb_node(b, body, "Shape", "a", "s");
    gb_output(b, body, "c");
    gb_output(b, body, "s");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    CHECK_STR(b->error.msg, "carried value 0 is float32, the body makes it int64");
    gb_free(b);
}

/* A list that is filled in a loop, or in one branch: what holds for the items that there are. */
static void test_infer_list(const char *item, const char *want) {
    for (int branch = 0; branch < 2; branch++) {
        gb *b = gb_new();
        gb_input(b, 0, "m", CAMEO_INT64, "");
        gb_input(b, 0, "c0", CAMEO_BOOL, "");
        gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
        gb_ints(b, 0, "zero", 0, NULL, (int64_t[]){0});
        gb_node(b, 0, "SequenceEmpty", "", "none");
        cm_id node = gb_node(b, 0, branch ? "If" : "Loop", branch ? "c0" : "m,,none", "list");
        cm_id body = gb_subgraph(b, node, branch ? "then_branch" : "body");
        if (!branch) {
            gb_input(b, body, "i", 0, NULL);
            gb_input(b, body, "c", 0, NULL);
            gb_input(b, body, "a", 0, NULL);
            gb_output(b, body, "c");
        }
        gb_node(b, body, item, "x", "e");
        gb_attr_i(b, gb_node(b, body, "Cast", "e", "g"), "to", CAMEO_FLOAT);
        gb_node(b, body, "SequenceInsert", branch ? "none,g" : "a,g", "longer");
        gb_output(b, body, "longer");
        if (branch) {
            cm_id other = gb_subgraph(b, node, "else_branch");
            gb_node(b, other, "Identity", "none", "same");
            gb_output(b, other, "same");
        }
        gb_node(b, 0, "SequenceAt", "list,zero", "y");
        gb_output(b, 0, "y");
        CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
        CHECK_STR(gb_shape(b, "y"), want);
        gb_free(b);
    }
}

void test_infer_lists(void) {
    test_infer_list("Relu", "2,n");
    test_infer_list("Size", "");
}

/* Trips that are known count the scan output where only they end the loop; else there are no more of them (a symbol of
 * its own, dim1). cond is the body's: what it was given, a constant or computed. */
static void test_infer_trips(const char *start, const char *cond, const char *want) {
    gb *b = gb_new();
    gb_init(b, 0, "yes", CAMEO_BOOL, 0, NULL, "\1", 1, 1);
    gb_init(b, 0, "no", CAMEO_BOOL, 0, NULL, "\0", 1, 1);
    gb_ints(b, 0, "m", 0, NULL, (int64_t[]){5});
    gb_input(b, 0, "maybe", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,n");
    char in[32];
    (void)snprintf(in, sizeof in, "m,%s,x", start);
    cm_id node = gb_node(b, 0, "Loop", in, "same,scan");
    cm_id body = gb_subgraph(b, node, "body");
    gb_input(b, body, "i", 0, NULL);
    gb_input(b, body, "c", 0, NULL);
    gb_input(b, body, "a", 0, NULL);
    gb_node(b, body, "Identity", cond, "c2");
    gb_node(b, body, "Identity", "c2", "c3");
    gb_node(b, body, "Relu", "x", "s");
    gb_output(b, body, "c3");
    gb_output(b, body, "a");
    gb_output(b, body, "s");
    gb_output(b, 0, "scan");
    TEST_INFER_OK(b);
    CHECK_STR(gb_shape(b, "scan"), want);
    int64_t lo, hi;
    cm_dim_interval(b->ir.dims, b->ir.av[gb_find(b, 0, "scan")].dims[0], &lo, &hi);
    CHECK(hi == 5 && lo == (want[0] == '5' ? 5 : 0));
    gb_free(b);
}

void test_infer_loop_trips(void) {
    test_infer_trips("", "c", "5,2,n");
    test_infer_trips("yes", "c", "5,2,n");
    test_infer_trips("yes", "yes", "5,2,n");
    test_infer_trips("maybe", "c", "dim1,2,n");
    test_infer_trips("no", "c", "dim1,2,n");
    test_infer_trips("yes", "maybe", "dim1,2,n");
    test_infer_trips("yes", "no", "dim1,2,n");
}

/* ---- declarations and types ---- */

void test_infer_declared(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    gb_declare(b, 0, "y", CAMEO_FLOAT, "2,4");
    TEST_INFER_OK(b); /* what was inferred counts */
    CHECK_STR(gb_shape(b, "y"), "2,3");
    b->options.strict = true;
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_SHAPE);
    CHECK_STR(b->error.msg, "dim 1 of \"y\" is declared as 4, inferred is 3");
    b->options.strict = false;
    gb_declare(b, 0, "y", CAMEO_INT64, "2,3");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    gb_free(b);
}

typedef struct test_infer_log {
    int n;
    char text[128];
} test_infer_log;

static void test_infer_line(void *ctx, cameo_log_level level, const char *text) {
    test_infer_log *log = ctx;
    if (level != CAMEO_LOG_WARNING) return;
    log->n++;
    (void)snprintf(log->text, sizeof log->text, "%s", text);
}

/* In a body that passes over several times, and perhaps never runs: told once, with what was inferred. */
void test_infer_declared_body(void) {
    test_infer_log log = {0};
    gb *b = gb_new();
    gb_input(b, 0, "m", CAMEO_INT64, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,4");
    cm_id node = gb_node(b, 0, "Loop", "m,,x", "last,scan");
    cm_id body = gb_subgraph(b, node, "body");
    gb_input(b, body, "i", 0, NULL);
    gb_input(b, body, "c", 0, NULL);
    gb_input(b, body, "a", 0, NULL);
    gb_node(b, body, "Identity", "c", "c2");
    gb_attr_i(b, gb_node(b, body, "Concat", "a,x", "longer"), "axis", 0);
    gb_attr_i(b, gb_node(b, body, "Concat", "x,x", "twice"), "axis", 0);
    gb_output(b, body, "c2");
    gb_output(b, body, "longer");
    gb_output(b, body, "twice");
    gb_declare(b, body, "twice", CAMEO_FLOAT, "2,4");
    gb_output(b, 0, "last");
    b->options.log = test_infer_line;
    b->options.log_ctx = &log;
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_STR(log.text, ""); /* n may be 1 */
    gb_declare(b, body, "twice", CAMEO_FLOAT, "?,5");
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_OK);
    CHECK_INT(log.n, 1);
    CHECK_STR(log.text, "dim 1 of \"twice\" is declared as 5, inferred is 4");
    b->options.strict = true;
    CHECK_INT(gb_infer(b, cameo_ops_all.ops), CAMEO_E_SHAPE);
    CHECK_STR(b->error.msg, "dim 1 of \"twice\" is declared as 5, inferred is 4");
    gb_free(b);
}

void test_infer_input_types(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2,3");
    gb_input(b, 0, "i", CAMEO_INT64, "2,3");
    gb_node(b, 0, "Add", "x,i", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    CHECK_STR(b->error.msg, "input 1 is int64, want float32 as another operand of the same type");
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", CAMEO_BOOL, "2,3");
    gb_node(b, 0, "Softmax", "x", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    CHECK_STR(b->error.op_type, "Softmax");
    gb_free(b);
    b = gb_new();
    gb_input(b, 0, "x", 0, NULL);
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    CHECK_INT(gb_infer(b, test_ops_table), CAMEO_E_TYPE);
    CHECK_STR(b->error.msg, "input \"x\" has no type");
    gb_free(b);
}
