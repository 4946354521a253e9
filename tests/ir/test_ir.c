/* test_ir.c — import and expansion: what the caller binds, functions, Constant nodes, sparse tensors,
 * the editing calls, and every memory size. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/support/graph_builder.h"
#include "tests/support/test_ops.h"

#define TEST_IR_OK(b)                                                                \
    do {                                                                             \
        cameo_status test_status = gb_infer((b), test_ops_table);                    \
        CHECK_MSG(test_status == CAMEO_OK, "%s: %s", cameo_status_name(test_status), \
                  (b)->error.msg);                                                   \
    } while (0)

#define TEST_IR_FAILS(b, want_status, want_text)                                             \
    do {                                                                                     \
        cameo_status test_status = gb_infer((b), test_ops_table);                            \
        CHECK_STR(cameo_status_name(test_status), #want_status);                             \
        CHECK_MSG(strstr((b)->error.msg, want_text) != NULL, "message: %s", (b)->error.msg); \
    } while (0)

/* ---- what the caller binds ---- */

void test_ir_bind_value(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,2");
    gb_input(b, 0, "w", CAMEO_FLOAT, "2,3");
    gb_node(b, 0, "MatMul", "x,w", "y");
    gb_output(b, 0, "y");
    float w[6] = {1, 2, 3, 4, 5, 6};
    cameo_value value = {
        .name = "w", .kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 2, {2, 3}, w, sizeof w}};
    b->options.values = &value;
    b->options.n_values = 1;
    TEST_IR_OK(b);
    CHECK_INT(b->ir.t.graph.row[0].inputs.n, 1);
    cm_id v = gb_find(b, 0, "w");
    CHECK(cm_ir_is_const(&b->ir, v));
    size_t size = 0;
    const uint8_t *bytes = cm_ir_const_bytes(&b->ir, v, &size);
    CHECK(size == sizeof w && memcmp(bytes, w, size) == 0);
    value.tensor.dims[0] = 3;
    TEST_IR_FAILS(b, CAMEO_E_SHAPE, "dim 0 as 3, want 2");
    value.tensor.dims[0] = 2;
    value.tensor.bytes = 20;
    TEST_IR_FAILS(b, CAMEO_E_ARG, "gives 20 bytes for \"w\", want 24");
    value.name = "q";
    TEST_IR_FAILS(b, CAMEO_E_ARG, "which is no input");
    gb_free(b);
}

void test_ir_bind_dim(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,2");
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    cameo_dim_binding dim = {"n", 7, 7};
    b->options.dims = &dim;
    b->options.n_dims = 1;
    TEST_IR_OK(b);
    CHECK_STR(gb_shape(b, "y"), "7,2");
    dim.max = 9; /* a range stays a symbol */
    TEST_IR_OK(b);
    CHECK_STR(gb_shape(b, "y"), "n,2");
    dim.name = "m";
    TEST_IR_FAILS(b, CAMEO_E_ARG, "which is no dim of the model, did you mean \"n\"?");
    gb_free(b);
}

/* A free dim without a name is called INPUT:AXIS. */
void test_ir_bind_unnamed_dim(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x:0", CAMEO_FLOAT, "?,2,?");
    gb_input(b, 0, "z", CAMEO_FLOAT, "n,2,?");
    gb_node(b, 0, "Add", "x:0,z", "y");
    gb_output(b, 0, "y");
    cameo_dim_binding dim[2] = {{"x:0:0", 7, 7}, {"z:2", 3, 9}};
    b->options.dims = dim;
    b->options.n_dims = 1;
    TEST_IR_OK(b);
    CHECK_STR(gb_shape(b, "x:0"), "7,2,dim0");
    b->options.n_dims = 2; /* a range names it */
    TEST_IR_OK(b);
    CHECK_STR(gb_shape(b, "z"), "n,2,z:2");
    static const struct {
        const char *name, *text;
    } bad[] = {{"z:0", "\"z:0\", which is called \"n\""},
               {"z:1", "\"z:1\", which is 2, not free"},
               {"z:3", "\"z:3\", which is no dim of the model, did you mean \"z:2\"? There are: x:0:0, x:0:2, n, z:2"},
               {"y:0", "which is no dim of the model"},
               {"z:", "which is no dim of the model"},
               {"z:x", "which is no dim of the model"},
               {":2", "which is no dim of the model"},
               {"z:99999999999", "which is no dim of the model"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dim[1].name = bad[i].name;
        TEST_IR_FAILS(b, CAMEO_E_ARG, bad[i].text);
    }
    gb_free(b);
}

/* ---- functions ---- */

/* f(a, c) = Relu(Add(a, c)); twice(a) = f(f(a, a), a). */
static void test_ir_add_functions(gb *b) {
    cm_id f = gb_function(b, "local", "f", "a,c");
    gb_node(b, f, "Add", "a,c", "s");
    gb_node(b, f, "Relu", "s", "r");
    gb_end_function(b, f, "r");
    cm_id twice = gb_function(b, "local", "twice", "a");
    gb_node(b, twice, "local:f", "a,a", "once");
    gb_node(b, twice, "local:f", "once,a", "two");
    gb_end_function(b, twice, "two");
}

void test_ir_functions_nested(void) {
    gb *b = gb_new();
    test_ir_add_functions(b);
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    gb_node(b, 0, "local:twice", "x", "h");
    gb_node(b, 0, "local:f", "h,x", "y");
    gb_output(b, 0, "y");
    TEST_IR_OK(b);
    CHECK_STR(gb_ops(b), "Add Relu Add Relu Add Relu");
    CHECK_STR(gb_shape(b, "y"), "4");
    CHECK_STR(gb_shape(b, "h"), "4");
    gb_free(b);
}

/* A function is not expanded where the build has an operator of its name. */
void test_ir_function_beaten(void) {
    gb *b = gb_new();
    cm_id f = gb_function(b, "", "Relu", "a");
    gb_node(b, f, "Softmax", "a", "r");
    gb_end_function(b, f, "r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    gb_node(b, 0, "Relu", "x", "y");
    gb_output(b, 0, "y");
    TEST_IR_OK(b);
    CHECK_STR(gb_ops(b), "Relu");
    gb_free(b);
}

void test_ir_function_recursive(void) {
    gb *b = gb_new();
    cm_id f = gb_function(b, "local", "f", "a");
    gb_node(b, f, "local:g", "a", "r");
    gb_end_function(b, f, "r");
    cm_id g = gb_function(b, "local", "g", "a");
    gb_node(b, g, "local:f", "a", "r");
    gb_end_function(b, g, "r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    gb_node(b, 0, "local:f", "x", "y");
    gb_output(b, 0, "y");
    TEST_IR_FAILS(b, CAMEO_E_MALFORMED, "calls itself");
    gb_free(b);
}

/* Each of 30 functions calls the next one twice: 2^30 nodes. */
void test_ir_function_bomb(void) {
    static char names[31][16];
    gb *b = gb_new();
    for (int i = 0; i <= 30; i++) snprintf(names[i], sizeof names[i], "f%d", i);
    for (int i = 0; i < 30; i++) {
        char call[32];
        snprintf(call, sizeof call, "local:f%d", i + 1);
        cm_id f = gb_function(b, "local", names[i], "a");
        for (int k = 0; k < 2; k++) {
            cm_id n = gb_node(b, f, "local:x", k == 0 ? "a" : "h", k == 0 ? "h" : "r");
            b->model.t.node.row[n].op_type = cm_str_from_c(names[i + 1]);
        }
        gb_end_function(b, f, "r");
    }
    cm_id f = gb_function(b, "local", names[30], "a");
    gb_node(b, f, "Relu", "a", "r");
    gb_end_function(b, f, "r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "4");
    gb_node(b, 0, "local:f0", "x", "y");
    gb_output(b, 0, "y");
    TEST_IR_FAILS(b, CAMEO_E_LIMIT, "nodes after expansion of functions, at most 4000000");
    gb_free(b);
}

/* The default, the caller's value, and nothing at all for an attribute that refers to the caller's. */
void test_ir_function_attributes(void) {
    gb *b = gb_new();
    cm_id f = gb_function(b, "local", "f", "a");
    cm_id n = gb_node(b, f, "Conv", "a,a", "r");
    gb_attr_ref(b, n, "group", CM_ATTR_INT, "g");
    gb_end_function(b, f, "r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "1,1,2");
    cm_id call = gb_node(b, 0, "local:f", "x", "h");
    gb_attr_i(b, call, "g", 3);
    gb_node(b, 0, "local:f", "h", "y");
    gb_output(b, 0, "y");
    TEST_IR_OK(b);
    cm_id first = b->ir.t.value.row[gb_find(b, 0, "h")].node;
    cm_id second = b->ir.t.value.row[gb_find(b, 0, "y")].node;
    CHECK_INT(((const test_conv_params *)b->ir.info[first].params)->group, 3);
    CHECK_INT(((const test_conv_params *)b->ir.info[second].params)->group, 1);
    gb_free(b);
    b = gb_new();
    f = gb_function(b, "local", "f", "a");
    n = gb_node(b, f, "Constant", "", "k");
    gb_attr_ref(b, n, "value_float", CM_ATTR_FLOAT, "v");
    gb_node(b, f, "Add", "a,k", "r");
    gb_function_default_f(b, f, "v", 2.5f);
    gb_end_function(b, f, "r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "local:f", "x", "y");
    gb_output(b, 0, "y");
    TEST_IR_OK(b);
    cm_id add = b->ir.t.value.row[gb_find(b, 0, "y")].node;
    double k = 0;
    CHECK(cm_avalue_f64(&b->ir.av[cm_ir_in(&b->ir, add, 1)], 0, &k) && k == 2.5);
    gb_free(b);
}

/* A subgraph in a body is copied for each call, and reads that call's values. */
void test_ir_function_subgraph(void) {
    gb *b = gb_new();
    cm_id f = gb_function(b, "local", "f", "c,a");
    cm_id branch = gb_node(b, f, "If", "c", "r");
    cm_id then = gb_subgraph(b, branch, "then_branch");
    gb_node(b, then, "Relu", "a", "t");
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, branch, "else_branch");
    gb_node(b, other, "Identity", "a", "e");
    gb_output(b, other, "e");
    gb_end_function(b, f, "r");
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_input(b, 0, "z", CAMEO_FLOAT, "5");
    gb_node(b, 0, "local:f", "c,x", "y");
    gb_node(b, 0, "local:f", "c,z", "u");
    gb_output(b, 0, "y");
    gb_output(b, 0, "u");
    TEST_IR_OK(b);
    CHECK_STR(gb_ops(b), "If If");
    CHECK_STR(gb_shape(b, "y"), "2");
    CHECK_STR(gb_shape(b, "u"), "5");
    cm_id first = b->ir.t.value.row[gb_find(b, 0, "y")].node;
    cm_id second = b->ir.t.value.row[gb_find(b, 0, "u")].node;
    CHECK(cm_ir_subgraph(&b->ir, first, "then_branch") !=
          cm_ir_subgraph(&b->ir, second, "then_branch"));
    CHECK_INT(cm_ir_use_count(&b->ir, gb_find(b, 0, "z")), 2);
    gb_free(b);
}

/* An output that is an input, and one that is listed twice. */
void test_ir_function_pass_through(void) {
    gb *b = gb_new();
    cm_id f = gb_function(b, "local", "f", "a");
    gb_node(b, f, "Relu", "a", "r");
    gb_end_function(b, f, "a,r,r");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "local:f", "x", "p,q,s");
    gb_output(b, 0, "p");
    gb_output(b, 0, "q");
    gb_output(b, 0, "s");
    TEST_IR_OK(b);
    CHECK_STR(gb_ops(b), "Relu Identity Identity");
    CHECK_STR(gb_shape(b, "p"), "2");
    CHECK_STR(gb_shape(b, "s"), "2");
    gb_free(b);
}

/* ---- constants ---- */

void test_ir_constants(void) {
    gb *b = gb_new();
    gb_attr_is(b, gb_node(b, 0, "Constant", "", "ints"), "value_ints", 3, (int64_t[]){4, 5, 6});
    gb_attr_f(b, gb_node(b, 0, "Constant", "", "one"), "value_float", 1.5f);
    gb_attr_s(b, gb_node(b, 0, "Constant", "", "text"), "value_string", "abc");
    cm_id t = gb_tensor(b, CAMEO_FLOAT, 1, (int64_t[]){2}, (float[]){1, 2}, 2, 8);
    gb_attr_t(b, gb_node(b, 0, "Constant", "", "tensor"), "value", t);
    gb_node(b, 0, "Identity", "ints", "y");
    gb_output(b, 0, "y");
    gb_output(b, 0, "text");
    TEST_IR_OK(b);
    CHECK_STR(gb_ops(b), "Identity");
    CHECK_STR(gb_shape(b, "ints"), "3");
    CHECK_STR(gb_shape(b, "one"), "");
    CHECK_STR(gb_shape(b, "tensor"), "2");
    int64_t x = 0;
    CHECK(cm_avalue_i64(&b->ir.av[gb_find(b, 0, "ints")], 2, &x) && x == 6);
    size_t size = 0;
    const uint8_t *bytes = cm_ir_const_bytes(&b->ir, gb_find(b, 0, "text"), &size);
    CHECK(size == 11 && memcmp(bytes + 8, "abc", 3) == 0);
    gb_free(b);
}

void test_ir_constant_wrong(void) {
    gb *b = gb_new();
    gb_node(b, 0, "Constant", "", "c");
    gb_output(b, 0, "c");
    TEST_IR_FAILS(b, CAMEO_E_MALFORMED, "a Constant without value");
    gb_free(b);
}

static gb *test_ir_sparse(int64_t i0, int64_t i1) {
    gb *b = gb_new();
    cm_id n = gb_node(b, 0, "Constant", "", "c");
    cm_id values = gb_tensor(b, CAMEO_FLOAT, 1, (int64_t[]){2}, (float[]){7, 8}, 2, 8);
    cm_id indices =
        gb_tensor(b, CAMEO_INT64, 2, (int64_t[]){2, 2}, (int64_t[]){0, 1, i0, i1}, 4, 32);
    gb_attr_sparse(b, n, "sparse_value", values, indices, 2, (int64_t[]){2, 3});
    gb_output(b, 0, "c");
    return b;
}

void test_ir_sparse_dense(void) {
    gb *b = test_ir_sparse(1, 2);
    TEST_IR_OK(b);
    CHECK_STR(gb_shape(b, "c"), "2,3");
    float dense[6];
    size_t size = 0;
    memcpy(dense, cm_ir_const_bytes(&b->ir, gb_find(b, 0, "c"), &size), sizeof dense);
    CHECK(dense[0] == 0 && dense[1] == 7 && dense[4] == 0 && dense[5] == 8);
    gb_free(b);
    b = test_ir_sparse(2, 0);
    TEST_IR_FAILS(b, CAMEO_E_MALFORMED, "index 1 of a sparse tensor is out of range");
    gb_free(b);
    b = test_ir_sparse(0, 1);
    TEST_IR_FAILS(b, CAMEO_E_MALFORMED, "index 1 of a sparse tensor is out of range or not above");
    cameo_limits limits = {.size = sizeof limits, .fold_bytes = 23};
    gb_free(b);
    b = test_ir_sparse(1, 2);
    b->options.limits = &limits;
    TEST_IR_FAILS(b, CAMEO_E_LIMIT, "takes 24 bytes, 23 are left");
    gb_free(b);
}

/* ---- editing ---- */

void test_ir_edit(void) {
    gb *b = gb_new();
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    gb_node(b, 0, "Relu", "x", "a");
    gb_node(b, 0, "Relu", "a", "y");
    gb_output(b, 0, "y");
    TEST_IR_OK(b);
    cm_ir *ir = &b->ir;
    cm_id x = gb_find(b, 0, "x");
    cm_id a = gb_find(b, 0, "a");
    cm_id second = ir->t.value.row[gb_find(b, 0, "y")].node;
    CHECK_INT(cm_ir_only_user(ir, a), second);
    CHECK_INT(cm_ir_use_count(ir, gb_find(b, 0, "y")), 1);
    cm_id fresh;
    cm_id node;
    CHECK(cm_ir_add_value(ir, 0, CM_STR("f"), &fresh) == CAMEO_OK);
    cm_id in[1] = {a};
    CHECK(cm_ir_add_node(ir, 0, second, second, in, 1, &fresh, 1, &node) == CAMEO_OK);
    CHECK(cm_ir_set_in(ir, second, 0, fresh) == CAMEO_OK);
    CHECK_INT(ir->t.node.row[node].next, second);
    CHECK(cm_ir_set_in(ir, second, 2, x) == CAMEO_OK); /* two behind the last */
    CHECK_INT(ir->t.node.row[second].in.n, 3);
    CHECK_INT(cm_ir_in(ir, second, 0), fresh);
    CHECK_INT(cm_ir_in(ir, second, 1), CM_NONE);
    CHECK_INT(cm_ir_use_count(ir, x), 2);
    CHECK_INT(cm_ir_use_count(ir, fresh), 1);
    cm_ir_replace(ir, a, x);
    CHECK_INT(cm_ir_use_count(ir, a), 0);
    CHECK_INT(cm_ir_use_count(ir, x), 3);
    cm_ir_kill(ir, second);
    CHECK_INT(cm_ir_use_count(ir, x), 2);
    CHECK_INT(cm_ir_use_count(ir, fresh), 0);
    gb_free(b);
}

/* A killed If takes its branches along. */
void test_ir_kill_subgraphs(void) {
    gb *b = gb_new();
    gb_input(b, 0, "c", CAMEO_BOOL, "");
    gb_input(b, 0, "x", CAMEO_FLOAT, "2");
    cm_id outer = gb_node(b, 0, "If", "c", "y");
    cm_id then = gb_subgraph(b, outer, "then_branch");
    cm_id inner = gb_node(b, then, "If", "c", "t");
    for (int i = 0; i < 2; i++) {
        cm_id g = gb_subgraph(b, inner, i == 0 ? "then_branch" : "else_branch");
        gb_node(b, g, "Relu", "x", i == 0 ? "p" : "q");
        gb_output(b, g, i == 0 ? "p" : "q");
    }
    gb_node(b, then, "Relu", "x", "unused");
    gb_output(b, then, "t");
    cm_id other = gb_subgraph(b, outer, "else_branch");
    gb_node(b, other, "Relu", "x", "e");
    gb_output(b, other, "e");
    gb_node(b, 0, "Relu", "x", "z");
    gb_output(b, 0, "z");
    TEST_IR_OK(b);
    CHECK_INT(cm_ir_use_count(&b->ir, gb_find(b, 0, "x")), 5);
    cm_ir_kill(&b->ir, outer);
    CHECK_INT(cm_ir_use_count(&b->ir, gb_find(b, 0, "x")), 1);
    CHECK_INT(cm_ir_use_count(&b->ir, gb_find(b, 0, "c")), 0);
    gb_free(b);
}

/* ---- memory ---- */

/* Every size of work memory gives success or E_NOMEM, never anything else. */
void test_ir_no_memory(void) {
    gb *b = gb_new();
    test_ir_add_functions(b);
    gb_input(b, 0, "x", CAMEO_FLOAT, "n,4");
    gb_floats(b, 0, "w", 2, (int64_t[]){4, 4}, (float[16]){1});
    gb_attr_is(b, gb_node(b, 0, "Constant", "", "shape"), "value_ints", 2, (int64_t[]){-1, 4});
    gb_node(b, 0, "MatMul", "x,w", "h");
    gb_node(b, 0, "local:twice", "h", "g");
    gb_node(b, 0, "Reshape", "g,shape", "y");
    gb_output(b, 0, "y");
    uint8_t *memory = malloc(1 << 20);
    CHECK(memory != NULL);
    size_t enough = 0;
    for (size_t size = 0; size < (1 << 20) && enough == 0; size += 136) {
        CHECK(gb_import(b, test_ops_table, 64) == CAMEO_E_NOMEM);
        b->n_blocks--; /* the 64 bytes */
        free(b->blocks[b->n_blocks]);
        memset(&b->error, 0, sizeof b->error);
        cm_arena_init(&b->work, memory, size);
        memset(&b->ir.t, 0, sizeof b->ir.t);
        cameo_status status = cm_ir_import(&b->ir, &b->model);
        if (status == CAMEO_OK) status = cm_ir_expand(&b->ir);
        if (status == CAMEO_OK) status = cm_ir_resolve(&b->ir);
        if (status == CAMEO_OK) status = cm_ir_check(&b->ir);
        if (status == CAMEO_OK) status = cm_infer(&b->ir);
        if (status == CAMEO_OK) status = cm_optimize(&b->ir);
        if (status == CAMEO_OK) {
            enough = size;
        } else {
            CHECK_STR(cameo_status_name(status), "CAMEO_E_NOMEM");
        }
    }
    CHECK(enough > 0);
    free(memory);
    gb_free(b);
}
