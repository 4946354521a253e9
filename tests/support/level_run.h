/* level_run.h — a model of onnx_writer.h, x float [dims] -> y float, run at a level of the optimiser. */
#ifndef CM_TESTS_SUPPORT_LEVEL_RUN_H
#define CM_TESTS_SUPPORT_LEVEL_RUN_H

#include "tests/check.h"
#include "tests/support/onnx_writer.h"

enum { LEVEL_RUN_MAX = 4096 }; /* elements of x and of y */

typedef struct level_result {
    float y[LEVEL_RUN_MAX];
    size_t n;       /* elements */
    uint32_t steps; /* of the session, those that drop a value included */
} level_result;

/* Fills x [n] of the input. */
typedef void level_fill_fn(float *x, size_t n);

/* False, and the test has failed, where the model does not load or run. */
CM_INLINE bool level_run(const ow *o, const int64_t *dims, uint8_t rank, level_fill_fn *fill,
                         cameo_opt opt, level_result *result) {
    float x[LEVEL_RUN_MAX];
    cameo_options options = {.ops = &cameo_ops_all, .opt = opt};
    cameo_host *host = NULL;
    cameo_error e = {0};
    cameo_value in = {.kind = CAMEO_KIND_TENSOR}, out = {0};
    size_t count = 1;
    in.tensor = (cameo_tensor){.dtype = CAMEO_FLOAT, .rank = rank, .data = x};
    for (uint8_t i = 0; i < rank; i++) {
        count *= (size_t)dims[i];
        in.tensor.dims[i] = dims[i];
    }
    in.tensor.bytes = count * sizeof *x;
    fill(x, count);
    bool ok = cameo_host_load(o->w.buf, o->w.pos, &options, &host, &e) == CAMEO_OK &&
              cameo_host_run(host, &in, 1, &out, 1, &e) == CAMEO_OK;
    if (!ok) check_failed(__FILE__, __LINE__, "%s", e.msg);
    if (ok) {
        cameo_session_info info = {.size = sizeof info};
        cameo_session_get_info(cameo_host_get_session(host), &info);
        result->steps = info.n_steps;
        result->n = out.tensor.bytes / sizeof *result->y;
        memcpy(result->y, out.tensor.data, out.tensor.bytes);
        cameo_host_release(host, &out, 1);
    }
    cameo_host_free(host);
    return ok;
}

#endif
