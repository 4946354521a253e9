/* outcome.c — see outcome.h. */
#include "tests/proofs/outcome.h"

#include "base/dtype.h"
#include "runtime/os.h"
#include "tests/support/features.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    bool basic;
} outcome_rows[] = {
#define CM_REWRITE(name, level, ...) {#name, CAMEO_OPT_##level == CAMEO_OPT_BASIC},
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE
};

cm_rewrites outcome_basic(void) {
    cm_rewrites basic = {{0}};
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++)
        if (outcome_rows[i].basic) cm_rewrites_add(&basic, i);
    return basic;
}

cm_rewrites outcome_half(uint64_t seed) {
    cm_rewrites half = {{0}};
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        uint64_t bits = (seed + i + 1) * UINT64_C(0x9e3779b97f4a7c15); /* the end of splitmix64 */
        bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
        if (bits >> 63 != 0) cm_rewrites_add(&half, i);
    }
    return half;
}

bool outcome_keeps_bits(const outcome *o) {
    static const char *const other_order[] = {"const_view", "known_elements", "fold",
                                              "transposed_region"};
    for (size_t i = 0; i < sizeof outcome_rows / sizeof *outcome_rows; i++) {
        bool keeps = outcome_rows[i].basic;
        if (strcmp(outcome_rows[i].name, "chain") == 0) keeps = true; /* stages are those of the operators */
        for (int k = 0; k < 4; k++)
            keeps = keeps && strcmp(outcome_rows[i].name, other_order[k]) != 0;
        if (o->applied[i] != 0 && !keeps) return false;
    }
    return true;
}

/* Large blocks that were given back, one for each power of two: a model is loaded many times, and pages that the
 * system clears and the next setting fills with garbage took half of the time. */
enum { OUTCOME_SMALLEST = 17, OUTCOME_LARGEST = 26 };
static void *outcome_kept[OUTCOME_LARGEST + 1];

/* The power of two that a block has room for; 0: it is not kept. */
static int outcome_power(size_t size) {
    int power = OUTCOME_SMALLEST;
    if (size < (size_t)1 << OUTCOME_SMALLEST || size > (size_t)1 << OUTCOME_LARGEST) return 0;
    while (((size_t)1 << power) < size) power++;
    return power;
}

/* Garbage: 0xff is a NaN of every float type, and no small number of any integer type. */
static void *outcome_alloc(void *ctx, size_t size, size_t align) {
    int power = outcome_power(size);
    void *p = outcome_kept[power];
    const outcome *o = ctx;
    outcome_kept[power] = NULL;
    if (p == NULL) p = cm_os_allocator.alloc(cm_os_allocator.ctx, power == 0 ? size : (size_t)1 << power, align);
    if (p != NULL && size < (size_t)64 << 20) memset(p, o->fill, size);
    return p;
}

static void outcome_release(void *ctx, void *p, size_t size, size_t align) {
    int power = outcome_power(size);
    (void)ctx;
    if (power != 0 && outcome_kept[power] == NULL) {
        outcome_kept[power] = p;
    } else {
        cm_os_allocator.free(cm_os_allocator.ctx, p, power == 0 ? size : (size_t)1 << power, align);
    }
}

cameo_status outcome_load(outcome *o, const char *path, const void *bytes, size_t size,
                          outcome_setting setting) {
    const char *off[CM_REWRITE_COUNT];
    cameo_allocator allocator = {o, outcome_alloc, outcome_release};
    cameo_dim_binding batch = {"batch", setting.batch, setting.batch};
    cameo_options options = {.opt = setting.opt,
                             .allocator = &allocator,
                             .limits = setting.limits,
                             .threads = setting.threads,
                             .n_threads = 1,
                             .cpu_mask_off = test_features_off(),
                             .rewrites_off = off,
                             .dims = &batch,
                             .n_dims = setting.batch != 0,
                             .states = setting.states,
                             .n_states = setting.n_states};
    outcome_free(o);
    o->fill = setting.fill == 0 ? 0xff : setting.fill;
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        if (cm_rewrites_has(&setting.off, i)) off[options.n_rewrites_off++] = cameo_rewrite_name(i);
    }
    o->loaded =
        (path != NULL ? cameo_host_load_file(path, &options, &o->host, &o->e)
                      : cameo_host_load(bytes, size, &options, &o->host, &o->e)) == CAMEO_OK;
    for (uint32_t i = 0; o->loaded && i < CM_REWRITE_COUNT; i++)
        o->applied[i] = cameo_host_count_rewrite(o->host, i);
    return o->e.status;
}

cameo_status outcome_run(outcome *o, const cameo_value *in, size_t n_in) {
    return outcome_run_into(o, in, n_in, NULL);
}

cameo_status outcome_run_into(outcome *o, const cameo_value *in, size_t n_in,
                              const cameo_value *out) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(o->host), &info);
    o->n_out = info.n_outputs;
    o->out = tool_alloc(o->n_out * sizeof *o->out + 1);
    memset(o->out, 0, o->n_out * sizeof *o->out);
    if (out != NULL) memcpy(o->out, out, o->n_out * sizeof *o->out);
    cameo_status status = cameo_host_run(o->host, in, n_in, o->out, o->n_out, &o->e);
    return o->e.status = status;
}

void outcome_free(outcome *o) {
    if (o->out != NULL) cameo_host_release(o->host, o->out, o->n_out);
    free(o->out);
    cameo_host_free(o->host);
    memset(o, 0, sizeof *o);
}

/* The same bits, or NaN on both sides; sequences and strings by the comparer. */
static bool outcome_bits(const cameo_value *a, const cameo_value *b) {
    const cameo_tensor *x = &a->tensor, *y = &b->tensor;
    if (a->kind != CAMEO_KIND_TENSOR || x->dtype == CAMEO_STRING || x->bytes != y->bytes)
        return x->bytes == y->bytes;
    if (x->bytes == 0 || memcmp(x->data, y->data, x->bytes) == 0) return true;
    if ((cm_dtype_flags(x->dtype) & CM_DTF_FLOAT) == 0) return false;
    size_t n = tool_tensor_count(x), size = n == 0 ? 0 : x->bytes / n;
    for (size_t i = 0; i < n && size != 0; i++) {
        const char *p = (const char *)x->data + i * size, *q = (const char *)y->data + i * size;
        if (memcmp(p, q, size) == 0) continue;
        if (!isnan(tool_elem_f64(x, i, false)) || !isnan(tool_elem_f64(y, i, false))) return false;
    }
    return true;
}

bool outcome_same(const outcome *got, const outcome *want, const tool_tolerance *tolerance,
                  bool bits, tool_difference *d) {
    if (got->n_out != want->n_out) {
        snprintf(d->why, sizeof d->why, "%zu outputs, want %zu", got->n_out, want->n_out);
        return false;
    }
    for (size_t i = 0; i < got->n_out; i++) {
        const cameo_value *a = &got->out[i], *b = &want->out[i];
        tool_tolerance t = *tolerance;
        bool half = b->kind == CAMEO_KIND_TENSOR &&
                    (b->tensor.dtype == CAMEO_FLOAT16 || b->tensor.dtype == CAMEO_BFLOAT16);
        bool step = b->kind == CAMEO_KIND_TENSOR &&
                    (b->tensor.dtype == CAMEO_UINT8 || b->tensor.dtype == CAMEO_INT8);
        if (half && t.rtol < 1e-2) t.rtol = 1e-2;
        if (half && t.atol_of_max < 1e-2) t.atol_of_max = 1e-2;
        if (step && t.atol < 1) t.atol = 1;
        if (!tool_compare(a, b, &t, false, d)) return false;
        if (bits && !outcome_bits(a, b)) {
            snprintf(d->why, sizeof d->why, "output %zu: other bits", i);
            return false;
        }
    }
    return true;
}
