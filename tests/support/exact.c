/* exact.c — see exact.h. */
#define _GNU_SOURCE 1
#include "tests/support/exact.h"

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXACT_FILL 0xC3
#define EXACT_HEAP_FILLED ((size_t)1 << 20)
/* Work memory is not exact: this much is enough for every test model, touched only where used. */
#define EXACT_WORK ((size_t)1 << (sizeof(size_t) > 4 ? 32 : 26))

bool exact_memory_new(size_t size, exact_memory *memory) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + CAMEO_MEMORY_ALIGN + page - 1) / page * page;
    uint8_t *map = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) return false;
    if (mprotect(map + room, page, PROT_NONE) != 0) return false;
    size_t rounded = (size + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    memory->map = map;
    memory->map_size = room + page;
    memory->m.base = map + room - rounded;
    memory->m.size = size;
    memset((uint8_t *)memory->m.base + size, EXACT_FILL, rounded - size);
    return true;
}

bool exact_memory_intact(const exact_memory *memory) {
    if (memory->map == NULL) return true;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const uint8_t *end = (const uint8_t *)memory->map + memory->map_size - page;
    for (const uint8_t *p = (const uint8_t *)memory->m.base + memory->m.size; p < end; p++) {
        if (*p != EXACT_FILL) return false;
    }
    return true;
}

void exact_memory_free(exact_memory *memory) {
    if (memory->map != NULL) munmap(memory->map, memory->map_size);
    memset(memory, 0, sizeof *memory);
}

static cameo_status exact_broken(exact *x, const char *what, cameo_status got) {
    snprintf(x->why, sizeof x->why, "%s: %s", what, cameo_status_name(got));
    return CAMEO_E_INTERNAL;
}

static cameo_status exact_failed(exact *x, const char *stage, const cameo_error *e) {
    snprintf(x->why, sizeof x->why, "%s: %s: %s [%s %s]", stage, cameo_status_name(e->status),
             e->msg, e->op_type, e->node_name);
    return e->status;
}

/* Less by one byte, for the failing try; the guard page then lies one byte nearer, too. */
static cameo_memory exact_less(const exact_memory *memory) {
    return (cameo_memory){memory->m.base, memory->m.size - 1};
}

static cameo_status exact_model(exact *x, const cameo_options *options) {
    cameo_error e = {0};
    size_t model_bytes, work_bytes;
    exact_memory work = {0};
    if (cameo_model_measure(x->file.m.base, x->file.m.size, options, &model_bytes, &work_bytes,
                            &e) != 0) {
        return exact_failed(x, "measure", &e);
    }
    if (!exact_memory_new(model_bytes, &x->model_memory) || !exact_memory_new(work_bytes, &work)) {
        return exact_broken(x, "memory", CAMEO_E_NOMEM);
    }
    cameo_status s = cameo_model_create(exact_less(&x->model_memory), work.m, x->file.m.base,
                                        x->file.m.size, options, &x->model, &e);
    if (s != CAMEO_E_NOMEM) return exact_broken(x, "model at N-1 bytes", s);
    s = cameo_model_create(x->model_memory.m, exact_less(&work), x->file.m.base, x->file.m.size,
                           options, &x->model, NULL);
    if (work_bytes > 0 && s != CAMEO_E_NOMEM)
        return exact_broken(x, "model with N-1 bytes of work", s);
    memset(&e, 0, sizeof e);
    s = cameo_model_create(x->model_memory.m, work.m, x->file.m.base, x->file.m.size, options,
                           &x->model, &e);
    bool intact = exact_memory_intact(&work);
    exact_memory_free(&work);
    if (s != CAMEO_OK) return exact_failed(x, "model", &e);
    return intact ? CAMEO_OK : exact_broken(x, "work was overrun", s);
}

static cameo_status exact_session(exact *x, const cameo_options *options) {
    cameo_error e = {0};
    exact_memory work = {0};
    cameo_prepared *prepared;
    size_t bytes;
    if (!exact_memory_new(EXACT_WORK, &work)) return exact_broken(x, "memory", CAMEO_E_NOMEM);
    cameo_status s = cameo_session_measure(x->model, work.m, options, &prepared, &bytes, &e);
    if (s != CAMEO_OK) {
        exact_memory_free(&work);
        return exact_failed(x, "prepare", &e);
    }
    if (!exact_memory_new(bytes, &x->session_memory))
        return exact_broken(x, "memory", CAMEO_E_NOMEM);
    s = cameo_session_create(exact_less(&x->session_memory), prepared, &x->session, NULL);
    if (s != CAMEO_E_NOMEM) return exact_broken(x, "session at N-1 bytes", s);
    s = cameo_session_create(x->session_memory.m, prepared, &x->session, &e);
    exact_memory_free(&work); /* nothing in the session may point there */
    return s == CAMEO_OK ? CAMEO_OK : exact_failed(x, "session", &e);
}

cameo_status exact_open_session(exact *x, const void *bytes, size_t size,
                                const cameo_options *options) {
    memset(x, 0, sizeof *x);
    /* The file ends at the page's end, whatever alignment that gives its weights. */
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!exact_memory_new(size, &x->file)) return exact_broken(x, "memory", CAMEO_E_NOMEM);
    x->file.m.base = (uint8_t *)x->file.map + x->file.map_size - page - size;
    if (size != 0) memcpy(x->file.m.base, bytes, size);
    cameo_status s = exact_model(x, options);
    return s == CAMEO_OK ? exact_session(x, options) : s;
}

cameo_status exact_open_run(exact *x, const cameo_options *options, const cameo_dim_binding *dims,
                            size_t n_dims, size_t heap_bytes) {
    cameo_error e = {0};
    exact_memory work = {0};
    size_t bytes;
    if (!exact_memory_new(EXACT_WORK, &work)) return exact_broken(x, "memory", CAMEO_E_NOMEM);
    cameo_status s = cameo_plan_measure(x->session, dims, n_dims, work.m, NULL, &bytes, &e);
    if (s != CAMEO_OK) return exact_failed(x, "plan", &e);
    if (!exact_memory_new(bytes, &x->plan_memory)) return exact_broken(x, "memory", CAMEO_E_NOMEM);
    s = cameo_plan_create(exact_less(&x->plan_memory), x->session, dims, n_dims, work.m, NULL, &x->plan,
                          NULL);
    if (s != CAMEO_E_NOMEM) return exact_broken(x, "plan at N-1 bytes", s);
    s = cameo_plan_create(x->plan_memory.m, x->session, dims, n_dims, work.m, NULL, &x->plan, &e);
    exact_memory_free(&work);
    if (s != CAMEO_OK) return exact_failed(x, "plan", &e);
    s = cameo_run_measure(x->plan, 1, &x->needs, &e);
    if (s != CAMEO_OK) return exact_failed(x, "run", &e);
    size_t n = x->needs.planned_bytes;
    if (!exact_memory_new(n + heap_bytes, &x->run_memory))
        return exact_broken(x, "memory", CAMEO_E_NOMEM);
    s = cameo_run_create((cameo_memory){x->run_memory.m.base, n - 1}, x->plan, 1, NULL, options,
                         &x->run, NULL);
    if (s != CAMEO_E_NOMEM) return exact_broken(x, "run at N-1 bytes", s);
    /* Nothing may rely on what was there. Of a large heap only what a test model may come to use. */
    memset(x->run_memory.m.base, 0xA5, n + (heap_bytes < EXACT_HEAP_FILLED ? heap_bytes : EXACT_HEAP_FILLED));
    s = cameo_run_create(x->run_memory.m, x->plan, 1, NULL, options, &x->run, &e);
    return s == CAMEO_OK ? CAMEO_OK : exact_failed(x, "run", &e);
}

cameo_status exact_open(exact *x, const void *bytes, size_t size, const cameo_options *options,
                        const cameo_dim_binding *dims, size_t n_dims, size_t heap_bytes) {
    cameo_status s = exact_open_session(x, bytes, size, options);
    return s == CAMEO_OK ? exact_open_run(x, options, dims, n_dims, heap_bytes) : s;
}

bool exact_session_work(const void *bytes, size_t size, const cameo_options *options, cameo_error *why) {
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t model_memory[1 << 14], work[1 << 20];
    cameo_memory m = {model_memory, sizeof model_memory}, w = {work, sizeof work};
    cameo_model *model;
    cameo_prepared *prepared;
    size_t model_bytes, work_bytes, want = 0, got = 0, failures = 0;
    *why = (cameo_error){0};
    cameo_status status = cameo_model_measure(bytes, size, options, &model_bytes, &work_bytes, why);
    if (status == CAMEO_OK) status = cameo_model_create(m, w, bytes, size, options, &model, why);
    if (status == CAMEO_OK) status = cameo_session_measure(model, w, options, &prepared, &want, why);
    if (status != CAMEO_OK) return false;
    status = CAMEO_E_NOMEM;
    for (w.size = 0; status == CAMEO_E_NOMEM && w.size < sizeof work; w.size += w.size < 4096 ? 8 : 200) {
        status = cameo_session_measure(model, w, options, &prepared, &got, why);
        failures += status == CAMEO_E_NOMEM;
    }
    return status == CAMEO_OK && got == want && failures > 100;
}

bool exact_intact(const exact *x) {
    return exact_memory_intact(&x->model_memory) && exact_memory_intact(&x->session_memory) &&
           exact_memory_intact(&x->plan_memory) && exact_memory_intact(&x->run_memory);
}

void exact_close(exact *x) {
    if (x->run != NULL) cameo_run_release(x->run);
    if (x->plan != NULL) cameo_plan_release(x->plan);
    if (x->session != NULL) cameo_session_release(x->session);
    exact_memory_free(&x->file);
    exact_memory_free(&x->model_memory);
    exact_memory_free(&x->session_memory);
    exact_memory_free(&x->plan_memory);
    exact_memory_free(&x->run_memory);
}

void *exact_read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    void *p = n < 0 ? NULL : malloc((size_t)n + 1);
    *size = p == NULL ? 0 : fread(p, 1, (size_t)n, f);
    fclose(f);
    return p;
}

void exact_floats(float *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        to[i] = cm_f32_from_bits(cm_load_le32((const uint8_t *)from + i * sizeof *to));
    }
}
