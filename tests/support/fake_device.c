/* fake_device.c — see fake_device.h. */
#define _GNU_SOURCE 1
#include "tests/support/fake_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char *const fake_names[] = {"Add", "Relu", "MatMul"};

/* All memory of the device, for its own calls and for nobody else. */
static void fake_open(const fake_device *d, bool open) {
    for (int i = 0; i < FAKE_MAX_MEMORY; i++) {
        if (d->memory[i].p == NULL) continue;
        if (mprotect(d->memory[i].p, d->memory[i].size,
                     open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0)
            abort();
    }
}

static int fake_op_of(const cameo_op_context *c) {
    cameo_string type = cameo_op_type(c);
    for (int i = 0; i < 3; i++) {
        if (type.n == strlen(fake_names[i]) && memcmp(type.p, fake_names[i], type.n) == 0) return i;
    }
    return -1;
}

static bool fake_supports(void *ctx, const cameo_op_context *node) {
    const fake_device *d = ctx;
    cameo_tensor t;
    int op = fake_op_of(node);
    if (op < 0 || strstr(d->ops, fake_names[op]) == NULL || cameo_op_domain(node).n != 0)
        return false;
    if (cameo_op_input(node, 0, &t) && t.dtype == CAMEO_FLOAT) return true;
    return cameo_op_decline(node, "not float32");
}

static cameo_status fake_prepare(void *ctx, cameo_partition *nodes, uint64_t *tokens,
                                 cameo_error *e) {
    fake_device *d = ctx;
    d->n_prepare++;
    if (d->fail_prepare) return cameo_fail(e, CAMEO_E_UNSUPPORTED, "no such unit");
    d->n_nodes += (int)cameo_partition_count(nodes);
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        tokens[i] = 100 + (uint64_t)fake_op_of(cameo_partition_node(nodes, i));
    }
    return CAMEO_OK;
}

static cameo_status fake_alloc(void *ctx, uint64_t bytes, uint64_t *memory, cameo_error *e) {
    fake_device *d = ctx;
    d->n_alloc++;
    if (d->n_alloc == d->fail_alloc) return cameo_fail(e, CAMEO_E_NOMEM, "the device is full");
    for (uint64_t i = 0; i < FAKE_MAX_MEMORY; i++) {
        if (d->memory[i].p != NULL) continue;
        void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) abort();
        d->memory[i].p = p;
        d->memory[i].size = bytes;
        *memory = i + 1000;
        return CAMEO_OK;
    }
    abort();
}

static void fake_free(void *ctx, uint64_t memory) {
    fake_device *d = ctx;
    d->n_free++;
    if (d->memory[memory - 1000].p == NULL) abort();
    munmap(d->memory[memory - 1000].p, d->memory[memory - 1000].size);
    d->memory[memory - 1000].p = NULL;
}

static uint8_t *fake_at(const fake_device *d, uint64_t memory, uint64_t offset, size_t bytes) {
    size_t size = d->memory[memory - 1000].size;
    if (d->memory[memory - 1000].p == NULL || offset > size || bytes > size - offset) abort();
    return d->memory[memory - 1000].p + offset;
}

static cameo_status fake_upload(void *ctx, uint64_t memory, uint64_t offset, const void *src,
                                size_t bytes, cameo_error *e) {
    fake_device *d = ctx;
    d->n_upload++;
    if (d->fail_upload) return cameo_fail(e, CAMEO_E_IO, "the bus is gone");
    fake_open(d, true);
    memcpy(fake_at(d, memory, offset, bytes), src, bytes);
    fake_open(d, false);
    return CAMEO_OK;
}

static cameo_status fake_download(void *ctx, uint64_t memory, uint64_t offset, void *dst,
                                  size_t bytes, cameo_error *e) {
    fake_device *d = ctx;
    (void)e;
    d->n_download++;
    fake_open(d, true);
    memcpy(dst, fake_at(d, memory, offset, bytes), bytes);
    fake_open(d, false);
    return CAMEO_OK;
}

/* ---- computing ---- */

static size_t fake_count(const cameo_tensor *t) {
    size_t n = 1;
    for (uint32_t i = 0; i < t->rank; i++) n *= (size_t)t->dims[i];
    return n;
}

/* Element of t that element i of a result of these dims reads, by broadcasting. */
static size_t fake_index(const cameo_tensor *t, const cameo_tensor *out, size_t i) {
    size_t at = 0, step = 1;
    for (uint32_t k = 0; k < out->rank; k++) {
        size_t dim = (size_t)out->dims[out->rank - 1 - k], x = i % dim;
        i /= dim;
        if (k >= t->rank) continue;
        size_t mine = (size_t)t->dims[t->rank - 1 - k];
        at += mine == 1 ? 0 : x * step;
        step *= mine;
    }
    return at;
}

static void fake_compute(const fake_device *d, const fake_step *s) {
    float *p[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++) {
        if (i == 1 && s->op == 1) continue;
        if (fake_count(&s->t[i]) == 0) continue;
        p[i] = (float *)(void *)fake_at(d, s->memory[i], s->offset[i],
                                        fake_count(&s->t[i]) * sizeof(float));
    }
    size_t n = fake_count(&s->t[2]);
    for (size_t i = 0; i < n; i++) {
        if (s->op == 0)
            p[2][i] =
                p[0][fake_index(&s->t[0], &s->t[2], i)] + p[1][fake_index(&s->t[1], &s->t[2], i)];
        if (s->op == 1) p[2][i] = p[0][i] > 0 ? p[0][i] : 0;
        if (s->op != 2) continue;
        size_t inner = (size_t)s->t[0].dims[1], columns = (size_t)s->t[1].dims[1];
        float sum = 0;
        for (size_t k = 0; k < inner; k++)
            sum += p[0][i / columns * inner + k] * p[1][k * columns + i % columns];
        p[2][i] = sum;
    }
}

static void fake_work(fake_device *d, fake_job *job) {
    fake_open(d, true);
    for (uint32_t i = 0; i < job->n; i++) fake_compute(d, &job->step[i]);
    fake_open(d, false);
    job->busy = false;
}

static cameo_status fake_take(const fake_device *d, const cameo_op_context *c, fake_step *s) {
    s->op = (int)cameo_op_token(c) - 100;
    if (s->op != fake_op_of(c)) abort();
    for (uint32_t i = 0; i < 2 && i < cameo_op_n_inputs(c); i++) {
        if (!cameo_op_input(c, i, &s->t[i]) || s->t[i].data != NULL) abort();
        if (!cameo_op_input_at(c, i, &s->memory[i], &s->offset[i])) abort();
    }
    if (!cameo_op_output(c, 0, &s->t[2]) || s->t[2].data != NULL) abort();
    if (!cameo_op_output_at(c, 0, &s->memory[2], &s->offset[2])) abort();
    bool fails = d->fail_op != NULL && strcmp(d->fail_op, fake_names[s->op]) == 0;
    return fails ? CAMEO_E_INTERNAL : CAMEO_OK;
}

static cameo_status fake_run(void *ctx, cameo_partition *steps, uint64_t *handle, cameo_error *e) {
    fake_device *d = ctx;
    int at = 0;
    (void)e;
    while (d->job[at].busy) at++;
    fake_job *job = &d->job[at];
    memset(job, 0, sizeof *job);
    job->n = cameo_partition_count(steps);
    for (uint32_t i = 0; i < job->n; i++) {
        cameo_op_context *c = cameo_partition_node(steps, i);
        if (fake_take(d, c, &job->step[i]) != CAMEO_OK)
            return cameo_op_fail(c, CAMEO_E_DEVICE, "it smokes");
    }
    job->polls_left = d->delay[d->n_run++ % 4];
    job->busy = true;
    d->n_steps += (int)job->n;
    if (job->polls_left == 0) {
        fake_work(d, job);
        return CAMEO_OK;
    }
    *handle = (uint64_t)at + 7;
    return CAMEO_PENDING;
}

static cameo_status fake_poll(void *ctx, uint64_t handle, cameo_error *e) {
    fake_device *d = ctx;
    fake_job *job = &d->job[handle - 7];
    d->n_poll++;
    if (!job->busy) abort();
    if (--job->polls_left > 0) return CAMEO_PENDING;
    if (d->fail_poll) {
        job->busy = false;
        return cameo_fail(e, CAMEO_E_DEVICE, "it stopped smoking");
    }
    fake_work(d, job);
    return CAMEO_OK;
}

static void fake_cancel(void *ctx, uint64_t handle) {
    fake_device *d = ctx;
    d->n_cancel++;
    if (!d->job[handle - 7].busy) abort();
    d->job[handle - 7].busy = false;
}

void fake_device_init(fake_device *d, const char *name, const char *ops) {
    memset(d, 0, sizeof *d);
    d->ops = ops;
    d->provider = (cameo_provider){.size = sizeof d->provider,
                                   .name = name,
                                   .ctx = d,
                                   .align = 256,
                                   .supports = fake_supports,
                                   .prepare = fake_prepare,
                                   .alloc = fake_alloc,
                                   .free = fake_free,
                                   .upload = fake_upload,
                                   .download = fake_download,
                                   .run = fake_run,
                                   .poll = fake_poll,
                                   .cancel = fake_cancel};
}

int fake_device_held(const fake_device *d) {
    int n = 0;
    for (int i = 0; i < FAKE_MAX_MEMORY; i++) n += d->memory[i].p != NULL;
    return n;
}
