/* demo.c — decodes tokens with a network like GPT-2, whose past stays where it lies from step to step (cameo_state).
 *
 *     cc -O2 -Iinclude -I. examples/decode/demo.c examples/decode/gpt2.c build/libcameo.a -lpthread -lm -o build/gpt2
 *     build/gpt2 --past 1024 --steps 64                or: make demo-decode
 *
 *     --past N      steps before those that are timed (default 0), --steps N: those (64)
 *     --threads N   workers (0: as many as this process may use)
 *     --layers N, --width N, --heads N, --words N        of the network (6, 512, 8, 8000)
 *     --write DIR   writes the network there, gpt2.onnx and gpt2.data, and decodes nothing
 *
 * The weights are numbers of chance, so the tokens mean nothing; what a step costs is that of trained ones. Prints
 * the tokens, tokens per second and the bytes that a run holds besides weights and past. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpt2.h"

enum { N_SHOWN = 16, BUILDER_BYTES = 1 << 20, FIRST_TOKEN = 1 };

typedef struct decoder {
    gpt2_sizes z;
    int64_t past, steps, threads;
    const char *folder; /* of --write, or NULL */
    float *weights;
    cameo_builder *builder;
    cameo_host *net;
    char names[4 * GPT2_MAX_LAYERS][24];
    cameo_state states[2 * GPT2_MAX_LAYERS];
    float *buffer[2 * GPT2_MAX_LAYERS]; /* [context][1][heads][width / heads] */
    cameo_error error;
    _Alignas(CAMEO_MEMORY_ALIGN) unsigned char memory[BUILDER_BYTES]; /* of the builder */
} decoder;

static double now_s(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- options ---- */

static bool read_options(decoder *d, int argc, char **argv) {
    const struct {
        const char *name;
        int64_t *value, least, most;
    } known[] = {{"--past", &d->past, 0, 100000},      {"--steps", &d->steps, 1, 100000},
                 {"--threads", &d->threads, 0, 1024},  {"--layers", &d->z.layers, 1, GPT2_MAX_LAYERS},
                 {"--width", &d->z.width, 1, 16384},   {"--heads", &d->z.heads, 1, 256},
                 {"--words", &d->z.words, 2, 1000000}};
    for (int i = 1; i < argc; i += 2) {
        bool ok = i + 1 < argc && strcmp(argv[i], "--write") == 0;
        if (ok) d->folder = argv[i + 1];
        for (size_t k = 0; k < sizeof known / sizeof *known && i + 1 < argc; k++) {
            if (strcmp(argv[i], known[k].name) != 0) continue;
            *known[k].value = strtoll(argv[i + 1], NULL, 10);
            ok = *known[k].value >= known[k].least && *known[k].value <= known[k].most;
        }
        if (!ok) return false;
    }
    d->z.context = d->past + d->steps;
    return d->z.width % d->z.heads == 0;
}

/* ---- the network ---- */

static cameo_status build(decoder *d) {
    cameo_builder_options options = {.producer_name = "examples/decode", .data_name = "gpt2.data"};
    d->weights = malloc(gpt2_n_weights(&d->z) * sizeof(float));
    if (d->weights == NULL) return cameo_fail(&d->error, CAMEO_E_NOMEM, "no memory for weights");
    cameo_memory memory = {d->memory, BUILDER_BYTES};
    cameo_status status = cameo_builder_create(memory, &options, &d->builder, &d->error);
    if (status != CAMEO_OK) return status;
    gpt2_build(&d->z, d->weights, d->builder);
    return cameo_builder_finish(d->builder, &d->error);
}

static cameo_status append(void *ctx, const void *bytes, size_t n) {
    return fwrite(bytes, 1, n, ctx) == n ? CAMEO_OK : CAMEO_E_IO;
}

static bool write_file(const decoder *d, const char *name,
                       cameo_status (*write)(const cameo_builder *, cameo_write_fn *, void *)) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE *f = fopen(path, "wb");
    bool ok = f != NULL && write(d->builder, append, f) == CAMEO_OK;
    if (f != NULL) ok = fclose(f) == 0 && ok;
    if (!ok) fprintf(stderr, "cannot write %s\n", path);
    return ok;
}

/* ---- decoding ---- */

/* Layer i has states 2 i, its keys, and 2 i + 1, its values, each in a buffer for all steps, which one plan serves. */
static cameo_status load(decoder *d) {
    const void *bytes;
    size_t size, n_states = 2 * (size_t)d->z.layers, row = (size_t)d->z.width * sizeof(float);
    cameo_options options = {.external = cameo_builder_external, .external_ctx = d->builder};
    cameo_dim_binding range = {"past", 0, d->z.context - 1};
    for (size_t i = 0; i < n_states; i++) {
        const char *what = i % 2 == 0 ? "key" : "value";
        snprintf(d->names[2 * i], sizeof d->names[0], "past_%s_%d", what, (int)(i / 2));
        snprintf(d->names[2 * i + 1], sizeof d->names[0], "present_%s_%d", what, (int)(i / 2));
        d->states[i] = (cameo_state){d->names[2 * i], d->names[2 * i + 1]};
        d->buffer[i] = malloc((size_t)d->z.context * row);
        if (d->buffer[i] == NULL) return cameo_fail(&d->error, CAMEO_E_NOMEM, "no memory for the past");
    }
    options.states = d->states;
    options.n_states = n_states;
    options.n_threads = (uint32_t)d->threads;
    cameo_status status = cameo_builder_get_bytes(d->builder, &bytes, &size);
    if (status == CAMEO_OK) status = cameo_host_load(bytes, size, &options, &d->net, &d->error);
    return status == CAMEO_OK ? cameo_host_bind_dims(d->net, &range, 1, &d->error) : status;
}

/* The token after *token, which is the one at this position; *token becomes it. */
static cameo_status step(decoder *d, int64_t position, int64_t *token) {
    cameo_value in[2 + 2 * GPT2_MAX_LAYERS] = {{0}}, out[1 + 2 * GPT2_MAX_LAYERS] = {{0}};
    size_t n = 2 * (size_t)d->z.layers, row = (size_t)d->z.width * sizeof(float);
    in[0] = (cameo_value){.name = "token", .kind = CAMEO_KIND_TENSOR};
    in[0].tensor = (cameo_tensor){CAMEO_INT64, 2, {1, 1}, token, sizeof *token};
    in[1] = (cameo_value){.name = "position", .kind = CAMEO_KIND_TENSOR};
    in[1].tensor = (cameo_tensor){CAMEO_INT64, 1, {1}, &position, sizeof position};
    for (size_t i = 0; i < n; i++) { /* the axis that grows is the first one */
        in[2 + i] = (cameo_value){.name = d->states[i].input, .kind = CAMEO_KIND_TENSOR};
        in[2 + i].tensor = (cameo_tensor){CAMEO_FLOAT, 4, {position, 1, d->z.heads, d->z.width / d->z.heads},
                                          d->buffer[i], (size_t)d->z.context * row};
        out[1 + i].tensor = in[2 + i].tensor;
    }
    cameo_status status = cameo_host_run(d->net, in, 2 + n, out, 1 + n, &d->error);
    if (status != CAMEO_OK) return status;
    const float *logits = out[0].tensor.data;
    *token = 0;
    for (int64_t i = 1; i < d->z.words; i++) *token = logits[i] > logits[*token] ? i : *token;
    cameo_host_release(d->net, out, 1 + n);
    return CAMEO_OK;
}

static cameo_status decode(decoder *d) {
    int64_t token = FIRST_TOKEN;
    double start = now_s();
    printf("tokens");
    for (int64_t i = 0; i < d->z.context; i++) {
        if (i == d->past) start = now_s();
        cameo_status status = step(d, i, &token);
        if (status != CAMEO_OK) return status;
        if (i < N_SHOWN) printf(" %" PRId64, token);
    }
    double seconds = now_s() - start;
    cameo_host_info info = {.size = sizeof info};
    cameo_host_get_info(d->net, &info);
    printf("\n%.1f tokens per second from a past of %" PRId64 "; weights %zu, past %zu, run %zu bytes\n",
           (double)d->steps / seconds, d->past, gpt2_n_weights(&d->z) * sizeof(float),
           2 * (size_t)(d->z.layers * d->z.context * d->z.width) * sizeof(float), info.run_bytes);
    return CAMEO_OK;
}

static void end(decoder *d) {
    cameo_host_free(d->net);
    for (size_t i = 0; i < 2 * GPT2_MAX_LAYERS; i++) free(d->buffer[i]);
    free(d->weights);
}

int main(int argc, char **argv) {
    static decoder d = {.z = {.layers = 6, .width = 512, .heads = 8, .words = 8000}, .steps = 64};
    if (!read_options(&d, argc, argv)) {
        fprintf(stderr, "usage: gpt2 [--past N] [--steps N] [--threads N] [--layers N] [--width N] [--heads N]"
                        " [--words N] [--write DIR]\n");
        return 2;
    }
    cameo_status status = build(&d);
    bool written = true;
    if (status == CAMEO_OK && d.folder != NULL) {
        written = write_file(&d, "gpt2.onnx", cameo_builder_write) &&
                  write_file(&d, "gpt2.data", cameo_builder_write_data);
    } else if (status == CAMEO_OK) {
        status = load(&d);
        if (status == CAMEO_OK) status = decode(&d);
    }
    if (status != CAMEO_OK) fprintf(stderr, "%s: %s\n", cameo_status_name(status), d.error.msg);
    end(&d);
    return status == CAMEO_OK && written ? 0 : 1;
}
