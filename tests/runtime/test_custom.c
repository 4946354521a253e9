/* test_custom.c — operators of the caller: attributes, params, dims that data decides, failures,
 * names. */
#include "tests/support/custom_ops.h"

#include <stdio.h>

/* ---- operators ---- */

typedef struct custom_scale {
    float factor;
    int32_t shift;
} custom_scale;

/* y = factor*x + shift[0] + shift[1] + ... ; mode must be "plain". */
static cameo_status custom_scale_parse(cameo_op_context *c, void *params) {
    custom_scale *p = params;
    const int64_t *shift;
    size_t n;
    int64_t none;
    cameo_string mode;
    if (p->factor != 0 || p->shift != 0)
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "params are not zero");
    if (!custom_text_is(cameo_op_type(c), "Scale") || !custom_text_is(cameo_op_domain(c), "test")) {
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "not my name");
    }
    p->factor = 1;
    (void)cameo_op_attr_float(c, "factor", &p->factor);
    if (cameo_op_attr_int(c, "factor", &none) || cameo_op_attr_int(c, "absent", &none)) {
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "an attribute of another type");
    }
    if (cameo_op_attr_string(c, "mode", &mode) && !custom_text_is(mode, "plain")) {
        return cameo_op_fail(c, CAMEO_E_UNSUPPORTED, "unsupported: modes other than plain");
    }
    if (!cameo_op_attr_ints(c, "shift", &shift, &n)) return CAMEO_OK;
    for (size_t i = 0; i < n; i++) p->shift += (int32_t)shift[i];
    return CAMEO_OK;
}

static cameo_status custom_scale_run(cameo_op_context *c, const void *params) {
    const custom_scale *p = params;
    cameo_tensor x, y;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) {
        ((float *)y.data)[i] = ((const float *)x.data)[i] * p->factor + (float)p->shift;
    }
    return CAMEO_OK;
}

static const cameo_op custom_scale_op = {.size = sizeof(cameo_op),
                                         .domain = "test",
                                         .op_type = "Scale",
                                         .params_size = sizeof(custom_scale),
                                         .parse = custom_scale_parse,
                                         .shape = custom_like,
                                         .run = custom_scale_run};

/* y = x, times[0] times one behind the other: dims that data decides. times < 0 leaves the dim
 * open. */
static cameo_status custom_repeat_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x, times;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &times)) return CAMEO_E_INTERNAL;
    int64_t dim = -1;
    if (times.data != NULL && x.dims[0] >= 0 && *(const int64_t *)times.data >= 0) {
        dim = x.dims[0] * *(const int64_t *)times.data;
    }
    return cameo_op_set_output(c, 0, x.dtype, 1, &dim);
}

static cameo_status custom_repeat_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t at = 0; at < y.bytes; at += x.bytes)
        memcpy((uint8_t *)y.data + at, x.data, x.bytes);
    return CAMEO_OK;
}

static const cameo_op custom_repeat_op = {.size = sizeof(cameo_op),
                                          .domain = "test",
                                          .op_type = "Repeat",
                                          .shape = custom_repeat_shape,
                                          .run = custom_repeat_run};

static cameo_status custom_refuse_run(cameo_op_context *c, const void *params) {
    (void)params;
    return cameo_op_fail(c, CAMEO_E_IO, "the sensor is unplugged");
}

static const cameo_op custom_refuse_op = {.size = sizeof(cameo_op),
                                          .domain = "test",
                                          .op_type = "Refuse",
                                          .shape = custom_like,
                                          .run = custom_refuse_run};

/* Doubles, and writes one byte too many. */
static cameo_status custom_overrun_run(cameo_op_context *c, const void *params) {
    cameo_tensor y;
    if (!cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    ((uint8_t *)y.data)[y.bytes] = 1;
    return custom_double_run(c, params);
}

/* ---- tests ---- */

/* Two nodes of one operator, each with its own params; one without attributes. */
void test_custom_params(void) {
    ow o;
    exact x;
    const cameo_op *ops[] = {&custom_scale_op};
    const int64_t shift[2] = {1, 4};
    float in[3] = {1, -2, 3};
    cameo_value out = {0};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(&o, "test:Scale", "x", "a");
    ow_attr_float(&o, "factor", 2);
    ow_attr_ints(&o, "shift", shift, 2);
    ow_end(&o);
    ow_node(&o, "test:Scale", "a", "b");
    ow_attr_float(&o, "factor", -0.5f);
    ow_end(&o);
    ow_op(&o, "test:Scale", "b", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    CHECK_INT(x.needs.dynamic_bytes, 0);
    CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK);
    for (int i = 0; i < 3; i++)
        CHECK(((const float *)out.tensor.data)[i] == -0.5f * (2 * in[i] + 5));
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

void test_custom_dynamic_dims(void) {
    ow o;
    exact x;
    const cameo_op *ops[] = {&custom_repeat_op};
    float data[2] = {1, 2};
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_value(&o, OW_INPUT, "times", CAMEO_INT64, "");
    ow_op(&o, "test:Repeat", "x,times", "r");
    ow_op(&o, "Relu", "r", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    for (int64_t times = 5; times >= -1; times--) {
        cameo_error e = {0};
        cameo_value in[2] = {{.kind = CAMEO_KIND_TENSOR}, {.kind = CAMEO_KIND_TENSOR}}, out = {0};
        in[0].tensor = (cameo_tensor){
            .dtype = CAMEO_FLOAT, .rank = 1, .dims = {2}, .data = data, .bytes = sizeof data};
        in[1].tensor = (cameo_tensor){.dtype = CAMEO_INT64, .data = &times, .bytes = sizeof times};
        cameo_status s = cameo_run_all(x.run, in, 2, &out, 1, &e);
        CHECK_INT(s, times < 0 ? CAMEO_E_SHAPE : CAMEO_OK);
        if (times < 0) {
            CHECK_STR(e.msg, "the shape function left a dim of output 0 open at run");
            CHECK_STR(e.op_type, "Repeat");
            continue;
        }
        CHECK_INT(out.tensor.dims[0], 2 * times);
        for (int64_t i = 0; i < 2 * times; i++)
            CHECK(((const float *)out.tensor.data)[i] == data[i % 2]);
    }
    exact_close(&x);
    ow_free(&o);
}

/* The error has the function's status and words, and the node. */
void test_custom_fails(void) {
    ow o;
    exact x;
    float in[3] = {0};
    cameo_value out = {0};
    cameo_error e = {0};
    const cameo_op *ops[] = {&custom_refuse_op, &custom_scale_op};
    custom_model(&o, "test:Refuse");
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 2) == CAMEO_OK, "%s", x.why);
    CHECK_INT(custom_run_one(&x, in, 3, &out, &e), CAMEO_E_IO);
    CHECK_STR(e.msg, "the sensor is unplugged");
    CHECK_STR(e.node_name, "the_node");
    CHECK_STR(e.op_type, "Refuse");
    exact_close(&x);
    ow_free(&o);

    ow_begin(&o, 17); /* in parse */
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(&o, "test:Scale", "x", "y");
    ow_open(&o, 5);
    ow_str(&o, 1, "mode");
    ow_str(&o, 4, "fancy");
    ow_int(&o, 20, 3);
    ow_end(&o);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_INT(custom_open(&x, &o, ops, 2), CAMEO_E_UNSUPPORTED);
    CHECK_MSG(strstr(x.why, "unsupported: modes other than plain [Scale") != NULL, "%s", x.why);
    exact_close(&x);
    ow_free(&o);
}

/* What a function of custom_odd_op returns without a text. */
static cameo_status custom_odd[3];

static cameo_status custom_odd_parse(cameo_op_context *c, void *params) {
    (void)c, (void)params;
    return custom_odd[0];
}

/* What is recorded, and not returned, is forgotten. */
static cameo_status custom_odd_shape(cameo_op_context *c, const void *params) {
    (void)cameo_op_fail(c, CAMEO_E_IO, "never mind");
    return custom_odd[1] == CAMEO_OK ? custom_like(c, params) : custom_odd[1];
}

static cameo_status custom_odd_run(cameo_op_context *c, const void *params) {
    (void)cameo_op_fail(c, CAMEO_E_IO, "never mind");
    (void)params;
    return custom_odd[2];
}

static const cameo_op custom_odd_op = {.size = sizeof(cameo_op), .domain = "test", .op_type = "Odd",
                                       .parse = custom_odd_parse, .shape = custom_odd_shape, .run = custom_odd_run};

/* Each failure has a text, and no status above 0 comes out, which would ask for another call. */
void test_custom_ends(void) {
    static const char *const names[] = {"parse", "shape", "run"};
    static const cameo_status statuses[] = {CAMEO_OK, CAMEO_E_SHAPE, CAMEO_PENDING, CAMEO_PAUSED, CAMEO_DECLINED};
    const cameo_op *ops[] = {&custom_odd_op};
    for (int i = 0; i < 15; i++) {
        ow o;
        exact x;
        float in[3] = {0};
        cameo_value out = {0};
        cameo_error e = {0};
        char want[96];
        cameo_status returned = statuses[i % 5], ends = returned > 0 ? CAMEO_E_ARG : returned;
        memset(custom_odd, 0, sizeof custom_odd);
        custom_odd[i / 5] = returned;
        snprintf(want, sizeof want, "%s of a custom operator failed", names[i / 5]);
        if (returned > 0)
            snprintf(want, sizeof want, "%s of a custom operator returned %d", names[i / 5], (int)returned);
        custom_model(&o, "test:Odd");
        ow_finish(&o);
        CHECK_INT(custom_open(&x, &o, ops, 1), i < 10 ? ends : CAMEO_OK);
        if (i < 10 && ends != CAMEO_OK) CHECK_MSG(strstr(x.why, want) != NULL, "%s", x.why);
        if (i >= 10) CHECK_INT(custom_run_one(&x, in, 3, &out, &e), ends);
        if (i >= 10) CHECK_STR(e.msg, ends == CAMEO_OK ? "" : want);
        exact_close(&x);
        ow_free(&o);
    }
}

enum { CUSTOM_DTYPE, CUSTOM_RANK, CUSTOM_FIXED, CUSTOM_LARGER, CUSTOM_FEWER, CUSTOM_LIES };
static int custom_lie;

/* Two outputs, whose second has dims that the run decides; with the data of the input something else is declared of the
 * first. */
static cameo_status custom_lie_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_fail(c, CAMEO_E_MISSING, "no input");
    bool run = x.data != NULL;
    int64_t dims[2] = {CAMEO_DIM_OF(0, 0), 1}, open[1] = {run ? 3 : -1};
    if (custom_lie == CUSTOM_FIXED) dims[0] = run ? 3 : 2;
    if (custom_lie == CUSTOM_LARGER && run) dims[0] = 1000;
    if (custom_lie == CUSTOM_RANK || custom_lie == CUSTOM_DTYPE) dims[0] = run ? 3 : -1;
    if (custom_lie == CUSTOM_FEWER && run) dims[0] = 1; /* no harm: an output of a free dim may be smaller */
    cameo_dtype dtype = custom_lie == CUSTOM_DTYPE && run ? CAMEO_UINT8 : CAMEO_FLOAT;
    cameo_status status = cameo_op_set_output(c, 0, dtype, custom_lie == CUSTOM_RANK && run ? 2 : 1, dims);
    return status != CAMEO_OK ? status : cameo_op_set_output(c, 1, CAMEO_FLOAT, 1, open);
}

static cameo_status custom_lie_run(cameo_op_context *c, const void *params) {
    cameo_tensor y;
    (void)params;
    for (uint32_t i = 0; i < 2; i++) {
        if (cameo_op_output(c, i, &y)) memset(y.data, 0, y.bytes);
    }
    return CAMEO_OK;
}

static const cameo_op custom_lie_op = {.size = sizeof(cameo_op), .domain = "test", .op_type = "Lie",
                                       .shape = custom_lie_shape, .run = custom_lie_run};

/* A shape function that contradicts what it said before ends the run, before anyone reads such an output. */
void test_custom_contradicts(void) {
    const cameo_op *ops[] = {&custom_lie_op};
    const cameo_dim_binding n = {"n", 0, 8};
    for (custom_lie = 0; custom_lie < CUSTOM_LIES; custom_lie++) {
        ow o;
        exact x;
        float in[3] = {0};
        cameo_error e = {0};
        cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out[2] = {{0}};
        const cameo_options options = {.ops = &cameo_ops_all, .custom_ops = ops, .n_custom_ops = 1};
        v.tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 1, .dims = {3}, .data = in, .bytes = sizeof in};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n");
        ow_op(&o, "test:Lie", "x", "h,z");
        ow_op(&o, "Neg", "h", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_value(&o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
        ow_finish(&o);
        CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, &n, 1, 1 << 14) == CAMEO_OK, "%s", x.why);
        cameo_status status = cameo_run_all(x.run, &v, 1, out, 2, &e);
        cameo_status want = custom_lie == CUSTOM_FEWER ? CAMEO_OK : CAMEO_E_SHAPE;
        CHECK_MSG(status == want, "%d: %d, %s", custom_lie, (int)status, e.msg);
        CHECK(want == CAMEO_OK || strstr(e.msg, "the shape function declared") != NULL);
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

/* A built-in operator is replaced on purpose only; "" and ai.onnx are one domain; a name that
 * ONNX does not have needs no leave. */
void test_custom_replace(void) {
    static const char *const domains[2] = {"", "ai.onnx"};
    float in[3] = {1, -2, 3};
    for (int d = 0; d < 2; d++) {
        for (int replace = 0; replace < 2; replace++) {
            ow o;
            exact x;
            cameo_value out = {0};
            cameo_op relu = custom_double(domains[d], "Relu", replace);
            const cameo_op *ops[] = {&relu};
            custom_model(&o, "Relu");
            ow_finish(&o);
            cameo_status s = custom_open(&x, &o, ops, 1);
            CHECK_MSG(s == (replace ? CAMEO_OK : CAMEO_E_ARG), "%s", x.why);
            const char *why = "custom operator Relu has the name of a built-in one";
            CHECK_MSG(replace || strstr(x.why, why) != NULL, "%s", x.why);
            if (replace) {
                CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK);
                CHECK(((const float *)out.tensor.data)[1] == -4);
            }
            exact_close(&x);
            ow_free(&o);
            custom_model(&o, "Wobble");
            ow_finish(&o);
            cameo_op wobble = custom_double(domains[d], "Wobble", false);
            ops[0] = &wobble;
            CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
            CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK);
            CHECK(((const float *)out.tensor.data)[2] == 6);
            exact_close(&x);
            ow_free(&o);
        }
    }
}

/* What is wrong with an operator is said before anything else. */
void test_custom_refused(void) {
    ow o;
    exact x;
    cameo_op good = custom_double("test", "Double", false), twin = good, bad = good;
    custom_model(&o, "test:Double");
    ow_finish(&o);
    const cameo_op *two[] = {&good, &twin};
    CHECK_INT(custom_open(&x, &o, two, 2), CAMEO_E_ARG);
    CHECK_MSG(strstr(x.why, "two custom operators are named Double") != NULL, "%s", x.why);
    exact_close(&x);
    for (int i = 0; i < 5; i++) {
        const cameo_op *one[] = {&bad};
        bad = good;
        if (i == 0) bad.shape = NULL;
        if (i == 1) bad.run = NULL;
        if (i == 2) bad.op_type = NULL;
        if (i == 3) bad.domain = NULL;
        if (i == 4) bad.params_size = 6;
        CHECK_INT(custom_open(&x, &o, one, 1), CAMEO_E_ARG);
        const char *want =
            i < 4 ? "lacks domain, op_type, shape or run" : "params_size 6, want a multiple of 4";
        CHECK_MSG(strstr(x.why, want) != NULL, "%s", x.why);
        exact_close(&x);
    }
    good.since = 2; /* the model imports version 1 */
    CHECK_INT(custom_open(&x, &o, two, 1), CAMEO_E_UNSUPPORTED);
    exact_close(&x);
    ow_free(&o);
}

/* test:Double is a function of the model, y = x + x + x; the caller's operator beats it. */
void test_custom_beats_function(void) {
    float in[3] = {1, -2, 3};
    for (size_t n = 0; n < 2; n++) {
        ow o;
        exact x;
        cameo_value out = {0};
        cameo_op mine = custom_double("test", "Double", false);
        const cameo_op *ops[] = {&mine};
        custom_model(&o, "test:Double");
        ow_end(&o); /* the graph */
        ow_open(&o, 25);
        ow_str(&o, 1, "Double");
        ow_str(&o, 4, "a");
        ow_str(&o, 5, "c");
        for (int i = 0; i < 2; i++) {
            ow_open(&o, 7);
            ow_names(&o, 1, i == 0 ? "a,a" : "a,b");
            ow_names(&o, 2, i == 0 ? "b" : "c");
            ow_str(&o, 4, "Add");
            ow_end(&o);
        }
        ow_open(&o, 9);
        ow_str(&o, 1, "");
        ow_int(&o, 2, 17);
        ow_end(&o);
        ow_str(&o, 10, "test");
        ow_end(&o);
        ow_finish(&o);
        CHECK_MSG(custom_open(&x, &o, ops, n) == CAMEO_OK, "%s", x.why);
        CHECK(custom_run_one(&x, in, 3, &out, NULL) == CAMEO_OK);
        CHECK(((const float *)out.tensor.data)[1] == (n == 0 ? -6 : -4));
        exact_close(&x);
        ow_free(&o);
    }
}

/* Debug builds find who writes beyond an output. */
void test_custom_overrun(void) {
    ow o;
    exact x;
    float in[3] = {1, -2, 3};
    cameo_value out = {0};
    cameo_error e = {0};
    cameo_op bad = custom_double("test", "Double", false);
    bad.run = custom_overrun_run;
    const cameo_op *ops[] = {&bad};
    if (!CAMEO_DEBUG) {
        check_skip("no guard bytes in this build");
        return;
    }
    custom_model(&o, "test:Double");
    ow_finish(&o);
    CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "%s", x.why);
    CHECK_INT(custom_run_one(&x, in, 3, &out, &e), CAMEO_E_INTERNAL);
    CHECK_STR(e.msg, "the operator wrote beyond its output 0");
    CHECK_STR(e.node_name, "the_node");
    exact_close(&x);
    ow_free(&o);
}

/* Which input's memory the output of the last Blend had; -1: neither. */
static int custom_lay_on;

/* y[i] = 2 * x[i] + z[i], where z is absent 2 * x[i]. */
static cameo_status custom_blend_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y, z;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    bool two = cameo_op_input(c, 1, &z);
    custom_lay_on = y.data == x.data ? 0 : two && y.data == z.data ? 1 : -1;
    for (size_t i = 0; i < y.bytes / sizeof(float); i++) {
        float a = ((const float *)x.data)[x.bytes == y.bytes ? i : 0], b = two ? ((const float *)z.data)[i] : 0;
        ((float *)y.data)[i] = 2 * a + b;
    }
    return CAMEO_OK;
}

/* Of the dims of the last input. */
static cameo_status custom_blend_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, cameo_op_n_inputs(c) - 1, &x)) return CAMEO_E_MISSING;
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

/* An operator that says so computes on an input that dies with it, which has its dims and no second reader; what others
 * still read, what the caller gave, and what it reads twice stays as it is. */
void test_custom_in_place(void) {
    enum { OF_NOBODY = -1, PLAIN = 1, OLD = 2, READ_LATER = 4, SCALAR = 8 };
    static const struct {
        const char *in;
        int how, lies_on;
        float factor; /* of the input, in y */
    } cases[] = {{"h", 0, 0, 2},          {"h", PLAIN, OF_NOBODY, 2},  {"h", OLD, OF_NOBODY, 2},
                 {"h", READ_LATER, OF_NOBODY, 2}, {"h,h", 0, OF_NOBODY, 3}, {"h,k", READ_LATER, 1, 4},
                 {"s,h", SCALAR, 1, 1},   {"x", 0, OF_NOBODY, -2},    {"h,v", 0, OF_NOBODY, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const int64_t flat[1] = {-1}, one = 1;
        const float zero = 0;
        cameo_op op = {.size = sizeof op, .domain = "test", .op_type = "Blend", .shape = custom_blend_shape,
                       .run = custom_blend_run, .in_place = (cases[i].how & PLAIN) == 0};
        if ((cases[i].how & OLD) != 0) op.size = offsetof(cameo_op, in_place);
        const cameo_op *ops[] = {&op};
        ow o;
        exact x;
        float in[3] = {1, -2, 3};
        cameo_value v = {.kind = CAMEO_KIND_TENSOR}, out[2] = {{0}};
        v.tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = 1, .dims = {3}, .data = in, .bytes = sizeof in};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_init(&o, "s", CAMEO_FLOAT, NULL, 0, &zero, sizeof zero);
        ow_init(&o, "flat", CAMEO_INT64, &one, 1, flat, sizeof flat);
        ow_op(&o, "Neg", "x", "h");
        if (strstr(cases[i].in, "k") != NULL) ow_op(&o, "Add", "h,h", "k");
        if (strstr(cases[i].in, "v") != NULL) ow_op(&o, "Reshape", "h,flat", "v");
        ow_op(&o, "test:Blend", cases[i].in, "m");
        ow_op(&o, "Neg", "m", "y");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
        if ((cases[i].how & READ_LATER) != 0) ow_op(&o, "Add", "h,m", "z");
        if ((cases[i].how & READ_LATER) != 0) ow_value(&o, OW_OUTPUT, "z", CAMEO_FLOAT, "3");
        ow_finish(&o);
        CHECK_MSG(custom_open(&x, &o, ops, 1) == CAMEO_OK, "case %zu: %s", i, x.why);
        custom_lay_on = 7;
        CHECK_INT(cameo_run_all(x.run, &v, 1, out, (cases[i].how & READ_LATER) != 0 ? 2 : 1, NULL), CAMEO_OK);
        CHECK_MSG(custom_lay_on == cases[i].lies_on, "case %zu: it lies on %d", i, custom_lay_on);
        for (int k = 0; k < 3; k++) {
            CHECK(((const float *)out[0].tensor.data)[k] == cases[i].factor * in[k]);
            if (out[1].tensor.data != NULL)
                CHECK(((const float *)out[1].tensor.data)[k] == -(cases[i].factor + 1) * in[k]);
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}
