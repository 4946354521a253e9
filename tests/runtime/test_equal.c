/* test_equal.c — free dims that must be equal, as hosts meet them: bound when the plan is made, or by the
 * inputs of a run; on every level of the optimiser, also where it removes the node that wants them so. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

/* The answers of opt none and all to the same question must be the same. */
static const cameo_opt equal_levels[] = {CAMEO_OPT_NONE, CAMEO_OPT_ALL};

/* y = Relu(b); a MatMul "scores" of a [n][k] and b [j][2] that nobody reads; a Squeeze of one [s]. */
static void equal_model(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, "n,k");
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, "j,2");
    ow_value(o, OW_INPUT, "one", CAMEO_FLOAT, "s");
    ow_node(o, "MatMul", "a,b", "unread");
    ow_str(o, 3, "scores");
    ow_end(o);
    int64_t axis = 0;
    ow_init(o, "axis", CAMEO_INT64, (int64_t[]){1}, 1, &axis, sizeof axis);
    ow_node(o, "Squeeze", "one,axis", "scalar");
    ow_str(o, 3, "cut");
    ow_end(o);
    ow_op(o, "Relu", "b", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Opens the model with these dims; the status of the stage that failed. */
static cameo_status equal_open(exact *x, size_t level, const cameo_dim_binding *dims, size_t n) {
    ow o;
    cameo_options options = {.ops = &cameo_ops_all, .opt = equal_levels[level]};
    equal_model(&o);
    cameo_status status = exact_open(x, o.w.buf, o.w.pos, &options, dims, n, 1 << 16);
    ow_free(&o);
    return status;
}

static cameo_value equal_input(const char *name, int64_t rows, int64_t cols, float *data) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor.dtype = CAMEO_FLOAT;
    v.tensor.rank = cols < 0 ? 1 : 2;
    v.tensor.dims[0] = rows;
    v.tensor.dims[1] = cols;
    v.tensor.data = data;
    v.tensor.bytes = (size_t)(rows * (cols < 0 ? 1 : cols)) * sizeof *data;
    return v;
}

/* Runs with a [1][k], b [j][2], one [s]. */
static cameo_status equal_run(const exact *x, int64_t k, int64_t j, int64_t s, cameo_error *e) {
    float a[16] = {0}, b[16] = {0}, one[4] = {0};
    cameo_value in[3] = {equal_input("a", 1, k, a), equal_input("b", j, 2, b),
                         equal_input("one", s, -1, one)};
    cameo_value out[1] = {{0}};
    *e = (cameo_error){0};
    return cameo_run_all(x->run, in, 3, out, 1, e);
}

static void equal_refuses(const cameo_dim_binding *dims, size_t n, const char *text) {
    for (size_t level = 0; level < 2; level++) {
        exact x;
        cameo_status status = equal_open(&x, level, dims, n);
        CHECK_MSG(status == CAMEO_E_SHAPE && strstr(x.why, text) != NULL, "level %zu: %d %s", level,
                  (int)status, x.why);
        exact_close(&x);
    }
}

void test_equal_names_stay(void) {
    exact x;
    if (equal_open(&x, 1, NULL, 0) != CAMEO_OK) CHECK_STR(x.why, "");
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(x.session, &info);
    CHECK_INT(info.n_symbols, 4);
    static const char *const names[4] = {"n", "k", "j", "s"};
    for (uint32_t i = 0; i < 4; i++) {
        cameo_string name = cameo_session_get_symbol(x.session, i);
        CHECK(name.n == 1 && name.p[0] == names[i][0]);
    }
    cameo_type type;
    cameo_session_get_input(x.session, 1, &type);
    CHECK(type.dims[0] == -1 && type.dim_params[0].n == 1 && type.dim_params[0].p[0] == 'j');
    exact_close(&x);
}

void test_equal_plan_refuses(void) {
    static const cameo_dim_binding both[] = {{"k", 3, 3}, {"j", 4, 4}};
    static const cameo_dim_binding ranges[] = {{"j", 1, 2}, {"k", 3, 8}};
    static const cameo_dim_binding number[] = {{"s", 2, 5}};
    equal_refuses(
        both, 2,
        "dim k (input a dim 1) is 3, dim j (input b dim 0) 4: MatMul \"scores\" wants them "
        "equal");
    equal_refuses(ranges, 2, "dim k (input a dim 1) is 3..8, dim j (input b dim 0) 1..2: MatMul");
    equal_refuses(number, 1, "dim s (input one dim 0) is 2..5, Squeeze \"cut\" wants 1");
}

/* One of the two names is enough for a plan that fixes everything; ranges become what they share. */
void test_equal_plan_follows(void) {
    static const struct {
        cameo_dim_binding dims[3];
        size_t n;
        int64_t fits;
        int64_t not [2];
    } row[] = {
        {{{"n", 1, 1}, {"k", 3, 3}}, 2, 3, {4, 4}},
        {{{"n", 1, 1}, {"j", 3, 3}}, 2, 3, {4, 4}},
        {{{"n", 1, 1}, {"j", 3, 3}, {"s", 1, 1}}, 3, 3, {4, 4}},
        {{{"n", 1, 1}, {"k", 1, 4}, {"j", 3, 6}}, 3, 4, {2, 5}},
    };
    for (size_t i = 0; i < 2 * (sizeof row / sizeof *row); i++) {
        exact x;
        cameo_error e;
        size_t at = i / 2;
        cameo_status status = equal_open(&x, i % 2, row[at].dims, row[at].n);
        CHECK_MSG(status == CAMEO_OK && x.needs.dynamic_bytes == 0, "row %zu: %s", at, x.why);
        if (status == CAMEO_OK) {
            CHECK_INT(equal_run(&x, row[at].fits, row[at].fits, 1, &e), CAMEO_OK);
            for (int k = 0; k < 2; k++) {
                CHECK_INT(equal_run(&x, row[at].not [k], row[at].not [k], 1, &e), CAMEO_E_SHAPE);
            }
        }
        exact_close(&x);
    }
}

/* Nothing bound: the inputs of the run tell, in any order. */
void test_equal_run_refuses(void) {
    for (size_t level = 0; level < 2; level++) {
        exact x;
        cameo_error e;
        if (equal_open(&x, level, NULL, 0) != CAMEO_OK) CHECK_STR(x.why, "");
        CHECK_INT(equal_run(&x, 4, 4, 1, &e), CAMEO_OK);
        CHECK_INT(equal_run(&x, 3, 4, 1, &e), CAMEO_E_SHAPE);
        CHECK_STR(e.msg, "input b: dim 0 is 4, MatMul \"scores\" wants 3 as k (input a dim 1)");
        CHECK_INT(equal_run(&x, 4, 4, 2, &e), CAMEO_E_SHAPE);
        CHECK_STR(e.msg, "input one: dim 0 is 2, Squeeze \"cut\" wants 1");
        float a[3] = {0}, b[8] = {0}, one[1] = {0};
        cameo_value in[3] = {equal_input("b", 4, 2, b), equal_input("one", 1, -1, one),
                             equal_input("a", 1, 3, a)};
        cameo_value out[1] = {{0}};
        e = (cameo_error){0};
        CHECK_INT(cameo_run_all(x.run, in, 3, out, 1, &e), CAMEO_E_SHAPE);
        CHECK_STR(e.msg, "input a: dim 1 is 3, MatMul \"scores\" wants 4 as j (input b dim 0)");
        exact_close(&x);
    }
}

/* Items of a sequence have dims of their own: [n] of the first is not [n] of the second. */
void test_equal_not_items(void) {
    ow o;
    exact x;
    cameo_error e = {0};
    ow_begin(&o, 17);
    ow_open(&o, OW_INPUT);
    ow_str(&o, 1, "s");
    ow_open(&o, 2);
    ow_open(&o, 4);
    ow_open(&o, 1);
    ow_open(&o, 1);
    ow_tensor_type(&o, CAMEO_FLOAT, "n");
    for (int i = 0; i < 5; i++) ow_end(&o);
    ow_value(&o, OW_INPUT, "v", CAMEO_FLOAT, "a");
    ow_value(&o, OW_INPUT, "w", CAMEO_FLOAT, "b");
    for (int64_t i = 0; i < 2; i++)
        ow_init(&o, i == 0 ? "zero" : "one", CAMEO_INT64, NULL, 0, &i, sizeof i);
    ow_op(&o, "SequenceAt", "s,zero", "p");
    ow_op(&o, "SequenceAt", "s,one", "q");
    ow_op(&o, "MatMul", "p,v", "y");
    ow_op(&o, "MatMul", "q,w", "z");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_status status = exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 1 << 16);
    CHECK_MSG(status == CAMEO_OK, "%s", x.why);
    float two[2] = {1, 2}, three[3] = {1, 2, 3};
    cameo_value items[2] = {equal_input(NULL, 2, -1, two), equal_input(NULL, 3, -1, three)};
    cameo_value in[3] = {{.name = "s", .kind = CAMEO_KIND_SEQUENCE, .items = items, .n_items = 2},
                         equal_input("v", 2, -1, two),
                         equal_input("w", 3, -1, three)};
    cameo_value out[2] = {{0}};
    CHECK_MSG(cameo_run_all(x.run, in, 3, out, 2, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(*(const float *)out[0].tensor.data == 5 && *(const float *)out[1].tensor.data == 14);
    exact_close(&x);
    ow_free(&o);
}

/* The host helper makes its plans from the inputs. */
void test_equal_host(void) {
    ow o;
    equal_model(&o);
    cameo_error e = {0};
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 1};
    CHECK_INT(cameo_host_load(o.w.buf, o.w.pos, &options, &h, &e), CAMEO_OK);
    float a[4] = {0}, b[8] = {1, -1, 2}, one[1] = {0};
    cameo_value in[3] = {equal_input("a", 1, 4, a), equal_input("b", 4, 2, b),
                         equal_input("one", 1, -1, one)};
    cameo_value out[1] = {{0}};
    CHECK_INT(cameo_host_run(h, in, 3, out, 1, &e), CAMEO_OK);
    const float *y = out[0].tensor.data;
    CHECK(out[0].tensor.dims[0] == 4 && y[0] == 1 && y[1] == 0 && y[2] == 2);
    in[0] = equal_input("a", 1, 3, a);
    CHECK_INT(cameo_host_run(h, in, 3, out, 1, &e), CAMEO_E_SHAPE);
    CHECK_MSG(strstr(e.msg, "wants 3 as k (input a dim 1)") != NULL, "%s", e.msg);
    cameo_host_free(h);
    ow_free(&o);
}
