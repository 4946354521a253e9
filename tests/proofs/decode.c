/* decode.c — the proof of states over a decoder: it runs with each past in one buffer of the caller (options.states),
 * under one plan, beside a session without states that is given the past anew in each step.
 *
 *   - the outputs of both have the same bits in every step, and so has what the states hold;
 *   - nothing of the past is written again: its whole pages are read-only while a step runs;
 *   - nothing is copied at end, no heap is used, and one run serves all steps.
 *
 * Built with the CUDA provider (build/cudafake/decode) the states stay on the device: a step gives none of them and
 * asks for none but at the end. All that comes from the device is what the session without states has, but for
 * rounding.
 *
 * usage: decode MODEL STEPS [--opt none] [--copies] [--dim NAME=N] IN=OUT ...
 * --copies: the model does not append; only the outputs are compared. Free dims that are neither the past's nor
 * given are 1; integers are below 4, and the number of the step where an input is named position_ids. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "base/config.h"
#include "include/cameo.h"
#if CAMEO_CUDA
#include "include/cameo_cuda.h"
#endif

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DECODE_STATES = 64, DECODE_VALUES = 128 };

typedef struct decode {
    const char *path;
    int64_t steps;
    cameo_opt opt;
    bool copies;
    cameo_state state[DECODE_STATES];
    size_t n_states;
    cameo_dim_binding dims[DECODE_STATES];
    size_t n_dims;
    cameo_host *grown, *plain; /* with states, without */
    cameo_session_info info;
    uint8_t *buffer[DECODE_VALUES]; /* per input: mmap, of capacity bytes; plain inputs: malloc */
    size_t capacity[DECODE_VALUES];
    uint8_t *past[DECODE_VALUES];  /* per input: the same past for the plain session */
    size_t row[DECODE_VALUES];     /* bytes of a state's step */
    int64_t output[DECODE_VALUES]; /* per input: the output that grows from it, or -1 */
    uint32_t grows[DECODE_VALUES]; /* the axis in the plain session */
    const char *symbol;            /* of the past */
    const cameo_provider *device[1]; /* of the session with states; NULL: the CPU */
} decode;

static void decode_fail(const decode *d, const char *what, const char *why) {
    printf("FAIL %s: %s: %s\n", d->path, what, why);
    exit(1);
}

static void decode_check(const decode *d, cameo_status status, const char *what,
                         const cameo_error *e) {
    if (status != CAMEO_OK) decode_fail(d, what, e->msg);
}

static bool decode_is(cameo_string s, const char *name) {
    return strlen(name) == s.n && memcmp(name, s.p, s.n) == 0;
}

static int64_t decode_dim(const decode *d, cameo_string name) {
    for (size_t i = 0; i < d->n_dims; i++) {
        if (decode_is(name, d->dims[i].name)) return d->dims[i].min;
    }
    return 1;
}

static uint64_t decode_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static cameo_host *decode_load(decode *d, size_t n_states) {
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_options o = {.n_threads = 1, .opt = d->opt, .states = d->state, .n_states = n_states};
    o.providers = d->device;
    o.n_providers = n_states != 0 && d->device[0] != NULL;
    decode_check(d, cameo_host_load_file(d->path, &o, &host, &e), "load", &e);
    return host;
}

/* Which inputs are states, their axis, room for all steps. */
static void decode_open(decode *d) {
    d->grown = decode_load(d, d->n_states);
    d->plain = decode_load(d, 0);
    d->info.size = sizeof d->info;
    const cameo_session *s = cameo_host_get_session(d->grown),
                        *p = cameo_host_get_session(d->plain);
    cameo_session_get_info(s, &d->info);
    for (uint32_t i = 0; i < d->info.n_inputs; i++) {
        cameo_type a, b, out;
        cameo_session_get_input(s, i, &a);
        cameo_session_get_input(p, i, &b);
        d->output[i] = -1;
        const char *output = NULL;
        for (size_t k = 0; k < d->n_states; k++) {
            if (decode_is(a.name, d->state[k].input)) output = d->state[k].output;
        }
        for (uint32_t k = 0; k < d->info.n_outputs && output != NULL; k++) {
            cameo_session_get_output(s, k, &out);
            if (decode_is(out.name, output)) d->output[i] = k;
        }
        size_t bytes = cameo_dtype_bits(a.dtype) / 8;
        for (uint32_t k = 0; k < a.rank; k++) {
            bool past = false;
            for (uint32_t q = 0; d->output[i] >= 0 && q < b.rank; q++)
                past =
                    past || (k == 0 && a.dims[0] < 0 && b.dims[q] < 0 &&
                             decode_is(a.dim_params[0], "") == false &&
                             a.dim_params[0].n == b.dim_params[q].n &&
                             memcmp(a.dim_params[0].p, b.dim_params[q].p, a.dim_params[0].n) == 0 &&
                             (d->grows[i] = q, true));
            if (past) {
                static char name[256];
                snprintf(name, sizeof name, "%.*s", (int)a.dim_params[0].n, a.dim_params[0].p);
                d->symbol = name;
                continue;
            }
            bytes *= (size_t)(a.dims[k] < 0 ? decode_dim(d, a.dim_params[k]) : a.dims[k]);
        }
        d->row[i] = bytes;
        d->capacity[i] = d->output[i] >= 0 ? bytes * (size_t)d->steps : bytes;
        d->buffer[i] = mmap(NULL, d->capacity[i] + 1, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        d->past[i] = malloc(d->capacity[i] + 1);
        if (d->buffer[i] == MAP_FAILED || d->past[i] == NULL) decode_fail(d, "memory", "none");
        memset(d->buffer[i], 0xA5, d->output[i] >= 0 ? d->capacity[i] : 0);
    }
    if (d->symbol == NULL) decode_fail(d, "states", "no free dim in front of an input");
    cameo_error e = {0};
    cameo_dim_binding range = {d->symbol, 0, d->steps - 1};
    decode_check(d, cameo_host_bind_dims(d->grown, &range, 1, &e), "bind", &e);
}

static void decode_fill(const decode *d, uint32_t i, const cameo_type *t, int64_t step) {
    static uint64_t chance = 88172645463325252U; /* xorshift64 (Marsaglia, 2003) */
    size_t width = cameo_dtype_bits(t->dtype) / 8;
    for (size_t k = 0; k < d->row[i] / width; k++) {
        chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
        float f = (float)(int64_t)(chance >> 40) / 8388608.0f - 1.0f;
        int64_t n = decode_is(t->name, "position_ids") ? step % 448 : (int64_t)(chance % 4);
        if (t->dtype == CAMEO_FLOAT) memcpy(d->buffer[i] + k * width, &f, width);
        if (t->dtype == CAMEO_INT64) memcpy(d->buffer[i] + k * width, &n, width);
    }
}

/* The inputs of one step; those without states share what the states' session gets. */
static void decode_inputs(const decode *d, int64_t step, bool grown, cameo_value *in) {
    const cameo_session *s = cameo_host_get_session(grown ? d->grown : d->plain);
    for (uint32_t i = 0; i < d->info.n_inputs; i++) {
        cameo_type t;
        cameo_session_get_input(s, i, &t);
        bool state = d->output[i] >= 0;
        if (grown && !state) decode_fill(d, i, &t, step);
        in[i] = (cameo_value){.kind = CAMEO_KIND_TENSOR};
        in[i].tensor.dtype = t.dtype;
        in[i].tensor.rank = t.rank;
        for (uint32_t k = 0; k < t.rank; k++) {
            bool past = state && k == (grown ? 0 : d->grows[i]);
            in[i].tensor.dims[k] = past            ? step
                                   : t.dims[k] < 0 ? decode_dim(d, t.dim_params[k])
                                                   : t.dims[k];
        }
        in[i].tensor.data = grown || !state ? d->buffer[i] : d->past[i];
        in[i].tensor.bytes = d->capacity[i];
        if (grown && state && d->device[0] != NULL) in[i].tensor.data = NULL;
    }
}

/* Are they the same bits, or of a device near enough? Softmax of GPT-2's scores, which are large, multiplies what
 * rounding makes of them. */
static bool decode_same(const decode *d, cameo_dtype dtype, const void *a, const void *b, size_t bytes) {
    const float *x = a, *y = b;
    if (d->device[0] == NULL || dtype != CAMEO_FLOAT) return memcmp(a, b, bytes) == 0;
    for (size_t i = 0; i < bytes / sizeof *x; i++) {
        if (!(fabsf(x[i] - y[i]) <= 1e-3f * (1 + fabsf(y[i])))) return false;
    }
    return true;
}

/* Does `held` have in the n first steps of state i what the plain session's output does? */
static bool decode_same_state(const decode *d, uint32_t i, const uint8_t *held, const cameo_tensor *plain,
                              size_t n) {
    size_t before = 1, unit = cameo_dtype_bits(plain->dtype) / 8;
    for (uint32_t k = 0; k < d->grows[i]; k++) before *= (size_t)plain->dims[k];
    for (uint32_t k = d->grows[i] + 1; k < plain->rank; k++) unit *= (size_t)plain->dims[k];
    for (size_t b = 0; b < before; b++) {
        for (size_t p = 0; p < n; p++) {
            const uint8_t *x = (const uint8_t *)plain->data + (b * n + p) * unit;
            if (!decode_same(d, plain->dtype, held + (p * before + b) * unit, x, unit)) return false;
        }
    }
    return true;
}

static void decode_protect(const decode *d, int64_t step, int how) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (uint32_t i = 0; i < d->info.n_inputs && !d->copies; i++) {
        size_t closed = d->output[i] < 0 ? 0 : d->row[i] * (size_t)step / page * page;
        if (closed != 0 && mprotect(d->buffer[i], closed, how) != 0)
            decode_fail(d, "mprotect", "failed");
    }
}

static void decode_compare(const decode *d, int64_t step, const cameo_value *got,
                           const cameo_value *want) {
    char what[32];
    snprintf(what, sizeof what, "step %" PRId64, step);
    for (uint32_t k = 0; k < d->info.n_outputs; k++) {
        bool state = false;
        if (got[k].kind == CAMEO_KIND_NONE) continue; /* not asked for */
        for (uint32_t i = 0; i < d->info.n_inputs; i++) {
            if (d->output[i] != k) continue;
            state = true;
            if (got[k].tensor.data != d->buffer[i] && d->device[0] == NULL)
                decode_fail(d, what, "a state lies elsewhere");
            if ((step % 64 == 0 || step + 1 == d->steps) &&
                !decode_same_state(d, i, got[k].tensor.data, &want[k].tensor, (size_t)step + 1))
                decode_fail(d, what, "a state holds something else");
        }
        if (!state && (got[k].tensor.bytes != want[k].tensor.bytes ||
                       !decode_same(d, want[k].tensor.dtype, got[k].tensor.data, want[k].tensor.data,
                                    got[k].tensor.bytes)))
            decode_fail(d, what, "an output has other bits");
    }
}

/* The outputs that a step asks for, by name, and which of the model's they are. */
static size_t decode_asked(const decode *d, int64_t step, cameo_value *out, uint32_t *which) {
    static char name[DECODE_VALUES][128];
    size_t n = 0;
    for (uint32_t k = 0; k < d->info.n_outputs; k++) {
        cameo_type t;
        int64_t state = -1;
        for (uint32_t i = 0; i < d->info.n_inputs; i++) {
            if (d->output[i] == k) state = i;
        }
        if (state >= 0 && d->device[0] != NULL && step + 1 < d->steps) continue;
        cameo_session_get_output(cameo_host_get_session(d->grown), k, &t);
        snprintf(name[k], sizeof name[k], "%.*s", (int)t.name.n, t.name.p);
        out[n] = (cameo_value){.name = name[k]};
        if (state >= 0 && d->device[0] == NULL) {
            out[n].tensor.data = d->buffer[state];
            out[n].tensor.bytes = d->capacity[state];
        }
        which[n++] = k;
    }
    return n;
}

static void decode_step(decode *d, int64_t step, uint64_t *ns) {
    cameo_value in[DECODE_VALUES], out[2][DECODE_VALUES], asked[DECODE_VALUES];
    uint32_t which[DECODE_VALUES];
    cameo_error e = {0};
    memset(out, 0, sizeof out);
    decode_inputs(d, step, true, in);
    size_t n = decode_asked(d, step, asked, which);
    decode_protect(d, step, PROT_READ);
    uint64_t t0 = decode_ns();
    decode_check(d, cameo_host_run(d->grown, in, d->info.n_inputs, asked, n, &e), "run", &e);
    uint64_t t1 = decode_ns();
    for (size_t i = 0; i < n; i++) out[0][which[i]] = asked[i];
    decode_protect(d, step, PROT_READ | PROT_WRITE);
    decode_inputs(d, step, false, in);
    decode_check(d, cameo_host_run(d->plain, in, d->info.n_inputs, out[1], d->info.n_outputs, &e),
                 "run", &e);
    ns[0] += t1 - t0;
    ns[1] += decode_ns() - t1;
    decode_compare(d, step, out[0], out[1]);
    cameo_host_info h = {.size = sizeof h};
    cameo_host_get_info(d->grown, &h);
    if (!d->copies && d->device[0] == NULL &&
        (h.last.copied_bytes != 0 || h.last.heap_peak != 0 || h.needs.dynamic_bytes != 0)) {
        char text[96];
        snprintf(text, sizeof text, "copied %" PRIu64 ", heap %" PRIu64 " of %" PRIu64,
                 h.last.copied_bytes, h.last.heap_peak, h.needs.dynamic_bytes);
        decode_fail(d, "memory", text);
    }
    for (uint32_t i = 0; i < d->info.n_inputs; i++) {
        if (d->output[i] >= 0)
            memcpy(d->past[i], out[1][d->output[i]].tensor.data, out[1][d->output[i]].tensor.bytes);
    }
    cameo_host_release(d->grown, asked, n);
    cameo_host_release(d->plain, out[1], d->info.n_outputs);
}

static int decode_usage(void) {
    fprintf(stderr,
            "usage: decode MODEL STEPS [--opt none] [--copies] [--dim NAME=N] IN=OUT ...\n");
    return 2;
}

static bool decode_args(decode *d, int argc, char **argv) {
    if (argc < 4) return false;
    d->path = argv[1];
    d->steps = strtoll(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        bool dim = strcmp(argv[i], "--dim") == 0 && i + 1 < argc;
        if (strcmp(argv[i], "--copies") == 0) {
            d->copies = true;
            continue;
        }
        if (strcmp(argv[i], "--opt") == 0 && i + 1 < argc) {
            d->opt = strcmp(argv[++i], "none") == 0 ? CAMEO_OPT_NONE : CAMEO_OPT_ALL;
            continue;
        }
        char *text = argv[dim ? ++i : i], *equals = strchr(text, '=');
        if (equals == NULL || d->n_states == DECODE_STATES || d->n_dims == DECODE_STATES)
            return false;
        *equals = 0;
        int64_t n = dim ? strtoll(equals + 1, NULL, 10) : 0;
        if (dim) d->dims[d->n_dims++] = (cameo_dim_binding){text, n, n};
        if (!dim) d->state[d->n_states++] = (cameo_state){text, equals + 1};
    }
    return d->steps > 0 && d->n_states > 0;
}

int main(int argc, char **argv) {
    static decode d;
    uint64_t ns[2] = {0, 0};
    if (!decode_args(&d, argc, argv)) return decode_usage();
#if CAMEO_CUDA
    cameo_error e = {0};
    cameo_cuda *cuda;
    decode_check(&d, cameo_cuda_open(NULL, &cuda, &e), "device", &e);
    d.device[0] = cameo_cuda_provider(cuda);
#endif
    decode_open(&d);
    for (int64_t step = 0; step < d.steps; step++) decode_step(&d, step, ns);
    cameo_host_info h = {.size = sizeof h};
    size_t bytes = 0;
    cameo_host_get_info(d.grown, &h);
    for (uint32_t i = 0; i < d.info.n_inputs; i++) bytes += d.output[i] >= 0 ? d.capacity[i] : 0;
    printf("ok %s: %" PRId64
           " steps, states %zu bytes, run %zu, %.3f ms a step, without states %.3f\n",
           d.path, d.steps, bytes, h.run_bytes, (double)ns[0] / 1e6 / (double)d.steps,
           (double)ns[1] / 1e6 / (double)d.steps);
    cameo_host_free(d.grown);
    cameo_host_free(d.plain);
#if CAMEO_CUDA
    cameo_cuda_close(cuda);
#endif
    return 0;
}
