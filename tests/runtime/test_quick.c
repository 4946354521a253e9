/* test_quick.c — which steps a run takes the short way (runtime/plan/quick.c), and that it is as if it took the long
 * one: paused after each task, where no step is short, the bits, the cost and the tasks are those of a whole run. */
#include "runtime/session/program.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options quick_options = {.ops = &cameo_ops_all, .opt = CAMEO_OPT_NONE};

/* What the plan says of the first step of that node, or of that kind where op_type is NULL; 255: there is none. */
static int quick_of(const exact *x, const char *op_type, int kind) {
    const cameo_session *s = x->session;
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        bool same = op_type == NULL || (step->node < s->n_nodes && cm_str_is(s->node_ops[step->node], op_type));
        if (step->kind == kind && same) return x->plan->steps[i].quick;
    }
    return 255;
}

static void quick_reshape(ow *o, const char *in, const char *out) {
    char both[32];
    snprintf(both, sizeof both, "%s,rows", in);
    ow_op(o, "Reshape", both, out);
}

/* A chain whose dims are all fixed, without texts: nothing is on the heap. */
static void quick_fixed(ow *o) {
    static const float w[4] = {1, -2, 3, -4};
    static const int64_t rows[2] = {4, 2};
    ow_begin(o, 21);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,4");
    ow_init(o, "w", CAMEO_FLOAT, (int64_t[]){4}, 1, w, sizeof w);
    ow_init(o, "rows", CAMEO_INT64, (int64_t[]){2}, 1, rows, sizeof rows);
    ow_op(o, "Add", "x,w", "a");
    quick_reshape(o, "a", "b");
    ow_op(o, "Relu", "b", "c"); /* in place */
    ow_node(o, "Cast", "c", "d");
    ow_attr_int(o, "to", CAMEO_INT4);
    ow_end(o);
    ow_node(o, "Cast", "d", "e");
    ow_attr_int(o, "to", CAMEO_FLOAT);
    ow_end(o);
    ow_op(o, "Mul", "e,e", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "4,2");
    ow_finish(o);
}

/* Texts, results without elements or with dims that data decide. */
static void quick_odd(ow *o) {
    static const int64_t rows[2] = {4, 2};
    ow_begin(o, 21);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,4");
    ow_value(o, OW_INPUT, "none", CAMEO_FLOAT, "0,4");
    ow_value(o, OW_INPUT, "s", CAMEO_STRING, "2");
    ow_init(o, "rows", CAMEO_INT64, (int64_t[]){2}, 1, rows, sizeof rows);
    ow_op(o, "Neg", "x", "a");
    quick_reshape(o, "a", "b");
    ow_op(o, "NonZero", "b", "y");
    ow_op(o, "Abs", "none", "n");
    ow_op(o, "Equal", "s,s", "t");
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, "2,found");
    ow_value(o, OW_OUTPUT, "n", CAMEO_FLOAT, "0,4");
    ow_value(o, OW_OUTPUT, "t", CAMEO_BOOL, "2");
    ow_finish(o);
}

void test_quick_steps(void) {
    ow o;
    exact x;
    quick_fixed(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &quick_options, NULL, 0, 0);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    if (s == CAMEO_OK) {
        CHECK_INT(quick_of(&x, "Add", CM_STEP_KERNEL), CM_QUICK_KERNEL);
        CHECK_INT(quick_of(&x, "Reshape", CM_STEP_VIEW), CM_QUICK_RENAME);
        CHECK_INT(quick_of(&x, "Relu", CM_STEP_KERNEL), CM_QUICK_KERNEL | CM_QUICK_PLACES);
        CHECK_INT(quick_of(&x, "Cast", CM_STEP_KERNEL), CM_QUICK_NOT); /* to halves of bytes */
        CHECK_INT(quick_of(&x, "Mul", CM_STEP_KERNEL), CM_QUICK_KERNEL | CM_QUICK_PLACES);
        CHECK_INT(quick_of(&x, NULL, CM_STEP_DROP), CM_QUICK_DROP);
        exact_close(&x);
    }
    ow_free(&o);
    quick_odd(&o);
    s = exact_open(&x, o.w.buf, o.w.pos, &quick_options, NULL, 0, 4096);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    if (s == CAMEO_OK) {
        CHECK_INT(quick_of(&x, "Neg", CM_STEP_KERNEL), CM_QUICK_KERNEL);
        CHECK_INT(quick_of(&x, "Reshape", CM_STEP_VIEW), CM_QUICK_NOT); /* what it names may be on the heap */
        CHECK_INT(quick_of(&x, "NonZero", CM_STEP_KERNEL), CM_QUICK_NOT);
        CHECK_INT(quick_of(&x, "Abs", CM_STEP_KERNEL), CM_QUICK_NOT);
        CHECK_INT(quick_of(&x, "Equal", CM_STEP_KERNEL), CM_QUICK_NOT);
        CHECK_INT(quick_of(&x, NULL, CM_STEP_DROP), CM_QUICK_NOT);
        exact_close(&x);
    }
    ow_free(&o);
}

void test_quick_is_as_the_long_way(void) {
    ow o;
    exact x;
    static float in[8] = {1, 1, -1, 3, 0, 4, -2, 5};
    static const float want[8] = {4, 0, 4, 0, 1, 4, 1, 1}; /* numpy: np.maximum(x + w, 0) ** 2 */
    cameo_value input = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    cameo_run_stats whole = {0}, paused = {0};
    cameo_budget one = {.tasks = 1};
    cameo_error e = {0};
    quick_fixed(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &quick_options, NULL, 0, 0);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    input.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, 4}, in, sizeof in};
    CHECK_MSG(cameo_run_all(x.run, &input, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(memcmp(out.tensor.data, want, sizeof want) == 0);
    cameo_run_get_stats(x.run, &whole);
    out = (cameo_value){0};
    CHECK(cameo_run_begin(x.run, &input, 1, &out, 1, &e) == CAMEO_OK);
    while ((s = cameo_run_advance(x.run, &one, &e)) == CAMEO_PAUSED) {}
    CHECK_MSG(s == CAMEO_OK && cameo_run_end(x.run, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(memcmp(out.tensor.data, want, sizeof want) == 0);
    cameo_run_get_stats(x.run, &paused);
    CHECK(whole.tasks == 5 && paused.tasks == 5 && whole.cost == paused.cost);
    /* Each limit below what the run costs ends it, before the step that would exceed it. */
    for (uint64_t cost = 1; cost < whole.cost; cost += whole.cost / 7) {
        cameo_budget budget = {.cost = cost};
        cameo_run_stats stats = {0};
        e = (cameo_error){0};
        CHECK(cameo_run_begin(x.run, &input, 1, &out, 1, &e) == CAMEO_OK);
        CHECK_INT(cameo_run_advance(x.run, &budget, &e), CAMEO_E_LIMIT);
        cameo_run_get_stats(x.run, &stats);
        CHECK(stats.cost <= cost && stats.tasks < 5 && e.op_type[0] != 0);
    }
    /* A run that was cancelled before does nothing more. */
    CHECK(cameo_run_begin(x.run, &input, 1, &out, 1, &e) == CAMEO_OK);
    cameo_run_cancel(x.run);
    CHECK_INT(cameo_run_advance(x.run, NULL, &e), CAMEO_E_CANCELLED);
    exact_close(&x);
    ow_free(&o);
}
