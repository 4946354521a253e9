/* host_fixture.h — a model of onnx_writer.h, loaded by the host helper with options that a test changes:
 * what it says to the log, what it answers, what it refuses. */
#ifndef CM_TESTS_HOST_FIXTURE_H
#define CM_TESTS_HOST_FIXTURE_H

#include "tests/check.h"
#include "tests/support/onnx_writer.h"

#include <stdio.h>

typedef struct hf {
    ow o;
    cameo_options options;
    cameo_host *host;
    cameo_error e;
    cameo_value out[4];
    char log[1024]; /* lines of the callback */
} hf;

CM_INLINE void hf_log(void *ctx, cameo_log_level level, const char *text) {
    hf *f = ctx;
    size_t n = strlen(f->log);
    (void)snprintf(f->log + n, sizeof f->log - n, "%d %s\n", (int)level, text);
}

CM_INLINE void hf_free(hf *f) {
    cameo_host_free(f->host);
    ow_free(&f->o);
}

/* Loads anew with the options as they are. */
CM_INLINE cameo_status hf_load(hf *f) {
    cameo_host_free(f->host);
    f->host = NULL;
    memset(&f->e, 0, sizeof f->e);
    memset(f->out, 0, sizeof f->out);
    f->log[0] = 0;
    f->options.n_threads = 1;
    f->options.log = hf_log;
    f->options.log_ctx = f;
    return cameo_host_load(f->o.w.buf, f->o.w.pos, &f->options, &f->host, &f->e);
}

#define HF_OK(f)                                                                              \
    do {                                                                                      \
        cameo_status hf_status = hf_load(f);                                                  \
        CHECK_MSG(hf_status == CAMEO_OK, "%s: %s", cameo_status_name(hf_status), (f)->e.msg); \
    } while (0)

#define HF_FAILS(f, status, text)                                                 \
    do {                                                                          \
        CHECK_STR(cameo_status_name(hf_load(f)), #status);                        \
        CHECK_MSG(strstr((f)->e.msg, (text)) != NULL, "message: %s", (f)->e.msg); \
    } while (0)

CM_INLINE cameo_value hf_floats(const char *name, float *data, int64_t n) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor = (cameo_tensor){CAMEO_FLOAT, 1, {n}, data, (size_t)n * sizeof *data};
    return v;
}

CM_INLINE cameo_status hf_run(hf *f, const cameo_value *in, size_t n_in, size_t n_out) {
    memset(&f->e, 0, sizeof f->e);
    return cameo_host_run(f->host, in, n_in, f->out, n_out, &f->e);
}

CM_INLINE bool hf_is(const cameo_value *v, const float *want, int64_t n) {
    return v->tensor.rank == 1 && v->tensor.dims[0] == n &&
           memcmp(v->tensor.data, want, (size_t)n * sizeof *want) == 0;
}

CM_INLINE bool hf_named(cameo_string s, const char *text) {
    return s.n == strlen(text) && (s.n == 0 || memcmp(s.p, text, s.n) == 0);
}

CM_INLINE cameo_session_info hf_info(const hf *f) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(f->host), &info);
    return info;
}

#endif
