/* provider_case.c — see provider_case.h. */
#include "tests/support/provider_case.h"

#include "tests/check.h"

cameo_log_level provider_log_level = CAMEO_LOG_INFO;

float provider_x[27] = {1, -2, 3, -4, 5, -6, 0.25f, 8, -9, 7, 7, 7, 1, 2, 3, -1, -2, -3, 0, 0, 1, 4, 4, 9, 2, 1, 0};

const float provider_weight[3] = {0.5f, -3, 1};

void provider_begin(ow *o) {
    static const int64_t three = 3;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_init(o, "w", CAMEO_FLOAT, &three, 1, provider_weight, sizeof provider_weight);
}

static void provider_log(void *ctx, cameo_log_level level, const char *text) {
    provider_case *c = ctx;
    (void)level;
    size_t n = strlen(c->log);
    snprintf(c->log + n, sizeof c->log - n, "%s\n", text);
}

cameo_status provider_open_with(provider_case *c, void (*model)(ow *), fake_device *a, fake_device *b,
                                const cameo_dim_binding *dims, size_t n_dims, const cameo_options *options) {
    static const cameo_options none = {0};
    cameo_options plain = options == NULL ? none : *options;
    plain.ops = &cameo_ops_all;
    memset(c, 0, sizeof *c);
    model(&c->o);
    c->list[0] = &a->provider;
    c->list[1] = b == NULL ? NULL : &b->provider;
    c->options = plain;
    c->options.providers = c->list;
    c->options.n_providers = b == NULL ? 1 : 2;
    c->options.log = provider_log;
    c->options.log_ctx = c;
    c->options.log_level = provider_log_level;
    cameo_status s =
        exact_open(&c->cpu, c->o.w.buf, c->o.w.pos, &plain, dims, n_dims, PROVIDER_HEAP);
    if (s != CAMEO_OK) {
        check_failed(__FILE__, __LINE__, "without devices: %s", c->cpu.why);
        return s;
    }
    return exact_open(&c->dev, c->o.w.buf, c->o.w.pos, &c->options, dims, n_dims, PROVIDER_HEAP);
}

cameo_status provider_open(provider_case *c, void (*model)(ow *), fake_device *a, fake_device *b,
                           const cameo_dim_binding *dims, size_t n_dims) {
    return provider_open_with(c, model, a, b, dims, n_dims, NULL);
}

void provider_close(provider_case *c) {
    exact_close(&c->cpu);
    exact_close(&c->dev);
    ow_free(&c->o);
}

cameo_session_info provider_info(const provider_case *c) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(c->dev.session, &info);
    return info;
}

cameo_value provider_floats(uint32_t rank, const int64_t *dims, float *data) {
    cameo_value v = {.kind = CAMEO_KIND_TENSOR};
    size_t n = 1;
    v.tensor.dtype = CAMEO_FLOAT;
    v.tensor.rank = rank;
    for (uint32_t i = 0; i < rank; i++) {
        v.tensor.dims[i] = dims[i];
        n *= (size_t)dims[i];
    }
    v.tensor.data = data;
    v.tensor.bytes = n * sizeof *data;
    return v;
}

bool provider_equal(const cameo_value *a, const cameo_value *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i].tensor.rank != b[i].tensor.rank || a[i].tensor.bytes != b[i].tensor.bytes)
            return false;
        if (memcmp(a[i].tensor.dims, b[i].tensor.dims, a[i].tensor.rank * sizeof(int64_t)) != 0)
            return false;
        if (memcmp(a[i].tensor.data, b[i].tensor.data, a[i].tensor.bytes) != 0) return false;
    }
    return true;
}

bool provider_same(provider_case *c, cameo_value *in, size_t n_in, size_t n_out) {
    cameo_value want[4] = {{0}}, got[4] = {{0}};
    cameo_error e = {0};
    if (cameo_run_all(c->cpu.run, in, n_in, want, n_out, &e) != CAMEO_OK ||
        cameo_run_all(c->dev.run, in, n_in, got, n_out, &e) != CAMEO_OK) {
        check_failed(__FILE__, __LINE__, "%s: %s", cameo_status_name(e.status), e.msg);
        return false;
    }
    return provider_equal(want, got, n_out) && exact_intact(&c->dev);
}
