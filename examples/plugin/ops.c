/* ops.c — three operators of one's own, domain "example": Leaky; Repeat, whose result size the data decide; Above,
 * which several threads compute and whose result size only they find out. plugin.c gives them to the command; firmware
 * that runs a frozen model compiles this file as it is, without a C library. */
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

/* ---- Above: the elements of x above 0, float32. Tasks count, one gives the output, tasks fill it ---- */

#define ABOVE_EACH 4096 /* elements of a task */

static int64_t above_count(const cameo_tensor *x) {
    int64_t n = 1;
    for (uint32_t i = 0; i < x->rank; i++) n *= x->dims[i];
    return n;
}

cameo_status example_above_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT || x.rank != 1) {
        return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no float32 tensor of rank 1");
    }
    /* So plans have a buffer for the most that there can be. */
    return cameo_op_set_output(c, 0, x.dtype, 1, &(int64_t){CAMEO_DIM_UP_TO(CAMEO_DIM_OF(0, 0))});
}

/* scratch: how many elements each task found, then where it writes its first one */
cameo_status example_above_setup(cameo_op_context *c, const void *params, cameo_op_tasks *tasks) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    uint32_t n_tasks = (uint32_t)((above_count(&x) + ABOVE_EACH - 1) / ABOVE_EACH);
    tasks->scratch = n_tasks * sizeof(int64_t);
    tasks->n_phases = 3;
    tasks->phase[0].n_tasks = n_tasks;
    tasks->phase[1].n_tasks = 1;
    tasks->phase[2].n_tasks = n_tasks;
    return CAMEO_OK;
}

static cameo_status above_give(cameo_op_context *c, int64_t n_tasks) {
    int64_t *count = cameo_op_scratch(c), total = 0;
    void *data;
    for (int64_t t = 0; t < n_tasks; t++) {
        int64_t here = count[t];
        count[t] = total;
        total += here;
    }
    return cameo_op_give(c, 0, 1, &total, &data);
}

cameo_status example_above_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return CAMEO_E_INTERNAL;
    int64_t n = above_count(&x), *count = cameo_op_scratch(c), found = 0;
    if (cameo_op_phase(c) == 1) return above_give(c, (n + ABOVE_EACH - 1) / ABOVE_EACH);
    int64_t at = (int64_t)cameo_op_task(c) * ABOVE_EACH, stop = n - at < ABOVE_EACH ? n : at + ABOVE_EACH;
    float *to = cameo_op_output(c, 0, &y) && y.data != 0 ? (float *)y.data + count[cameo_op_task(c)] : 0;
    for (; at < stop; at++) {
        float v = ((const float *)x.data)[at];
        if (!(v > 0)) continue;
        if (to != 0) to[found] = v;
        found++;
    }
    if (cameo_op_phase(c) == 0) count[cameo_op_task(c)] = found;
    return CAMEO_OK;
}

const cameo_op example_above = {.size = sizeof(cameo_op),
                                .domain = "example",
                                .op_type = "Above",
                                .shape = example_above_shape,
                                .run = example_above_run,
                                .setup = example_above_setup,
                                .gives = 2, /* in phase 1 */
                                .shape_symbol = "example_above_shape",
                                .run_symbol = "example_above_run",
                                .setup_symbol = "example_above_setup"};
