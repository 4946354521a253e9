/* ops.c — two operators of one's own, domain "example": Leaky, and Repeat, whose result size the data decide.
 * plugin.c gives them to the command; firmware that runs a frozen model compiles this file as it is, without a
 * C library. */
#include "ops.h"

/* ---- Leaky: y = x where x >= 0, else slope * x; float32, attribute slope (default 0.01) ---- */

typedef struct leaky {
    float slope;
} leaky; /* plain 4-byte fields: they can be frozen */

static cameo_status leaky_parse(cameo_op_context *c, void *params) {
    leaky *p = params;
    p->slope = 0.01f;
    (void)cameo_op_attr_float(c, "slope", &p->slope);
    return CAMEO_OK;
}

cameo_status example_leaky_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x; /* dims may be -1: not known yet */
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT || x.rank == UINT32_MAX) {
        return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no float32 tensor of known rank");
    }
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

cameo_status example_leaky_run(cameo_op_context *c, const void *params) {
    const leaky *p = params;
    cameo_tensor x, y;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) {
        float v = ((const float *)x.data)[i];
        ((float *)y.data)[i] = v < 0 ? p->slope * v : v;
    }
    return CAMEO_OK;
}

const cameo_op example_leaky = {.size = sizeof(cameo_op),
                                .domain = "example",
                                .op_type = "Leaky",
                                .params_size = sizeof(leaky),
                                .parse = leaky_parse,
                                .shape = example_leaky_shape,
                                .run = example_leaky_run,
                                .shape_symbol = "example_leaky_shape",
                                .run_symbol = "example_leaky_run"};

/* ---- Repeat: x[n] int64 times[] to y[n * times], x again and again ---- */

cameo_status example_repeat_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x, times;
    int64_t dim = -1; /* until the data of times is there: in the run at the latest */
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &times) || x.rank != 1 ||
        times.rank != 0 || times.dtype != CAMEO_INT64) {
        return cameo_op_fail(c, CAMEO_E_TYPE, "want x of rank 1 and times, an int64 scalar");
    }
    if (times.data != NULL && x.dims[0] >= 0) {
        int64_t n = *(const int64_t *)times.data;
        if (n < 0 || (n > 0 && x.dims[0] > INT64_MAX / n)) {
            return cameo_op_fail(c, CAMEO_E_SHAPE, "times is negative or too large");
        }
        dim = x.dims[0] * n;
    }
    return cameo_op_set_output(c, 0, x.dtype, 1, &dim);
}

cameo_status example_repeat_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < y.bytes; i++) {
        ((uint8_t *)y.data)[i] = ((const uint8_t *)x.data)[i % x.bytes];
    }
    return CAMEO_OK;
}

const cameo_op example_repeat = {.size = sizeof(cameo_op),
                                 .domain = "example",
                                 .op_type = "Repeat",
                                 .shape = example_repeat_shape,
                                 .run = example_repeat_run,
                                 .shape_symbol = "example_repeat_shape",
                                 .run_symbol = "example_repeat_run"};
