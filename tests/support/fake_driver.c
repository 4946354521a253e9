/* fake_driver.c — see fake_driver.h. All calls hold one lock, as many real ones do. */
#define _GNU_SOURCE 1
#include "tests/support/fake_driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "providers/cuda/cuda_driver.h"
#include "tests/support/cuda_host.h"

enum { FAKE_INVALID = 1, FAKE_NOT_FOUND = 500, FAKE_NO_CONTEXT = 201, FAKE_LAUNCH_FAILED = 719, FAKE_LOST = 214 };

fake_driver_control fake_driver = {.total_bytes = (uint64_t)1 << 30, .delay = 2};

static pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct fake_memory {
    struct fake_memory *next;
    uint8_t *map, *p;
    size_t bytes, mapped;
    bool pinned;
    int device; /* whose context was current */
} fake_memory;

enum { FAKE_LAUNCH, FAKE_IN, FAKE_OUT, FAKE_RECORD, FAKE_GRAPH };

typedef struct fake_work {
    struct fake_work *next;
    int kind;
    const cuda_host_kernel *kernel;
    void *params;
    uint32_t grid[3], block[3];
    uint64_t device;
    uint8_t *host;
    size_t bytes;
    uint64_t sum; /* of what a copy to the device reads, when it was asked for */
    struct fake_event *event;
    struct fake_object *graph;  /* an executable one */
    struct fake_object *module; /* of a function, which stands among its module's works */
    uint64_t number;
} fake_work;

typedef struct fake_list {
    fake_work *first, *last;
} fake_list;

/* A stream, event, module or graph, all of which begin with it. */
typedef struct fake_object {
    struct fake_object *next;
    int device;
    fake_list works;
} fake_object;

typedef struct fake_event {
    fake_object object;
    uint64_t recorded, done; /* numbers of records: done < recorded is pending */
    struct fake_stream *stream;
    int looks;
} fake_event;

typedef fake_object fake_graph;

typedef struct fake_stream {
    fake_object object;
    fake_graph *capture;
    int failed; /* a result that every later call of it has */
} fake_stream;

static fake_memory *fake_memories;
static fake_object *fake_objects;
static uint8_t fake_context[FAKE_DEVICES]; /* the address is what counts */
static int fake_retained[FAKE_DEVICES];
/* The devices whose contexts this thread pushed, the last one current. */
enum { FAKE_STACK = 8 };
static _Thread_local int fake_stack[FAKE_STACK], fake_pushed;

static int fake_wrong(const char *what) {
    if (fake_driver.wrong++ == 0) snprintf(fake_driver.what, sizeof fake_driver.what, "%s", what);
    return FAKE_INVALID;
}

/* Does this call fail by order of the test? Counts it. */
static bool fake_fails(const char *name) {
    fake_driver.n_calls++;
    bool now = fake_driver.fail_call != 0 && --fake_driver.fail_call == 0;
    if (!now && (fake_driver.fail_name == NULL || strcmp(name, fake_driver.fail_name) != 0)) return false;
    fake_driver.n_failed++;
    snprintf(fake_driver.failed, sizeof fake_driver.failed, "%s", name);
    return true;
}

static int fake_device(void) { return fake_stack[fake_pushed - 1]; }
static bool fake_own(const void *object) { return ((const fake_object *)object)->device == fake_device(); }
static const char fake_others[] = "what belongs to another device is used";

/* The beginning of a call that wants a context, whose device is there. */
#define FAKE_BEGIN(name, failure)                           \
    pthread_mutex_lock(&fake_lock);                         \
    if (fake_fails(name)) return fake_end(failure);         \
    if (fake_pushed == 0) return fake_end(FAKE_NO_CONTEXT); \
    if (fake_driver.lost[fake_device()] != FAKE_THERE) return fake_end(FAKE_LOST)
static int fake_end(int result) {
    pthread_mutex_unlock(&fake_lock);
    return result;
}

/* What is released is released, even where the driver tells of an earlier error. */
#define FAKE_BEGIN_RELEASE(name)                                        \
    pthread_mutex_lock(&fake_lock);                                     \
    int result = fake_fails(name) ? FAKE_LAUNCH_FAILED : CM_CU_SUCCESS; \
    if (fake_pushed == 0) return fake_end(FAKE_NO_CONTEXT);             \
    if (fake_driver.lost[fake_device()] != FAKE_THERE) result = FAKE_LOST

/* ---- memory ---- */

static void fake_open(int device, bool open) {
    for (fake_memory *m = fake_memories; m != NULL; m = m->next) {
        if (m->device != device || m->pinned) continue;
        if (mprotect(m->map, m->mapped, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) abort();
    }
}

/* Is [p, p + bytes) within a piece of this kind, of this device? */
static bool fake_within(int device, const void *p, size_t bytes, bool pinned) {
    for (fake_memory *m = fake_memories; m != NULL; m = m->next) {
        if (m->device != device || m->pinned != pinned || (uintptr_t)p < (uintptr_t)m->p) continue;
        size_t off = (uintptr_t)p - (uintptr_t)m->p;
        if (off <= m->bytes && bytes <= m->bytes - off) return true;
    }
    return false;
}

/* A piece ends, rounded up to 256 bytes, at the end of a page, as its begin is a multiple of 256: what a kernel
 * touches beyond ends the process. */
static uint8_t *fake_map(size_t bytes, bool pinned) {
    size_t page = 4096, body = (bytes + 255) / 256 * 256, mapped = (body + page - 1) / page * page;
    uint8_t *p = mmap(NULL, mapped + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fake_memory *m = calloc(1, sizeof *m);
    if (p == MAP_FAILED || m == NULL) abort();
    if (mprotect(p, mapped, PROT_READ | PROT_WRITE) != 0) abort();
    memset(p, 0xcd, mapped); /* what was there before */
    *m = (fake_memory){fake_memories, p, p + (mapped - body), bytes, mapped, pinned, fake_device()};
    if (!pinned && mprotect(p, mapped, PROT_NONE) != 0) abort();
    fake_memories = m;
    fake_driver.held++;
    if (!pinned) fake_driver.device_bytes[fake_device()] += bytes;
    return m->p;
}

/* The piece at *at goes. */
static void fake_unmap_at(fake_memory **at) {
    fake_memory *m = *at;
    *at = m->next;
    munmap(m->map, m->mapped + 4096);
    fake_driver.held--;
    if (!m->pinned) fake_driver.device_bytes[m->device] -= m->bytes;
    free(m);
}

static int fake_unmap(const void *p, bool pinned) {
    for (fake_memory **at = &fake_memories; *at != NULL; at = &(*at)->next) {
        if ((const void *)(*at)->p != p || (*at)->pinned != pinned || (*at)->device != fake_device()) continue;
        fake_unmap_at(at);
        return CM_CU_SUCCESS;
    }
    return fake_wrong("memory is freed that is none");
}

/* ---- streams ---- */

static void fake_append(fake_list *l, fake_work *w) {
    if (l->first == NULL)
        l->first = w;
    else
        l->last->next = w;
    l->last = w;
}

static void fake_free_work(fake_work *w) {
    free(w->params);
    free(w);
}

static void fake_clear(fake_list *l) {
    while (l->first != NULL) {
        fake_work *next = l->first->next;
        fake_free_work(l->first);
        l->first = next;
    }
}

static void *fake_new(size_t size) {
    fake_object *o = calloc(1, size);
    if (o == NULL) abort();
    o->device = fake_device();
    o->next = fake_objects;
    fake_objects = o;
    fake_driver.held++;
    return o;
}

static void fake_delete(fake_object *o) {
    fake_object **at = &fake_objects;
    while (*at != o) at = &(*at)->next; /* it is there: fake_new made it */
    *at = o->next;
    fake_clear(&o->works);
    free(o);
    fake_driver.held--;
}

/* FNV-1a. */
static uint64_t fake_sum(const uint8_t *p, size_t n) {
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) sum = (sum ^ p[i]) * 0x100000001b3u;
    return sum;
}

/* Whoever asks for these works must leave what they read as it is until they are done. */
static void fake_watch(fake_work *first) {
    for (fake_work *w = first; w != NULL; w = w->next)
        if (w->kind == FAKE_IN) w->sum = fake_sum(w->host, w->bytes);
}

static int fake_do(fake_work *w, int device) {
    fake_driver.n_done[device]++;
    if (w->kind == FAKE_GRAPH) {
        for (fake_work *part = w->graph->works.first; part != NULL; part = part->next) {
            int result = fake_do(part, device);
            if (result != CM_CU_SUCCESS) return result;
        }
        return CM_CU_SUCCESS;
    }
    if (w->kind == FAKE_RECORD) {
        if (w->event->done < w->number) w->event->done = w->number;
        return CM_CU_SUCCESS;
    }
    if (w->kind == FAKE_LAUNCH) {
        if (!cuda_host_launch(w->kernel, w->grid, w->block, w->params, fake_driver.order))
            return fake_wrong("a launch of a geometry that no device has");
        return CM_CU_SUCCESS;
    }
    uint8_t *there = (uint8_t *)(uintptr_t)w->device;
    if (!fake_within(device, there, w->bytes, false) || !fake_within(device, w->host, w->bytes, true))
        return fake_wrong("a copy whose memory went before its turn came");
    if (w->kind == FAKE_IN && w->sum != fake_sum(w->host, w->bytes))
        return fake_wrong("the host writes what a copy is still to read");
    if (w->kind == FAKE_IN)
        memcpy(there, w->host, w->bytes);
    else
        memcpy(w->host, there, w->bytes);
    return CM_CU_SUCCESS;
}

/* Works up to the one that records this; NULL: all. An error ends the stream, and so does the loss of its device. */
static int fake_drain(fake_stream *s, const fake_event *until) {
    fake_list *works = &s->object.works;
    const int device = s->object.device;
    if (fake_driver.lost[device] != FAKE_THERE) return s->failed = FAKE_LOST;
    fake_open(device, true);
    while (works->first != NULL && s->failed == CM_CU_SUCCESS) {
        fake_work *w = works->first;
        works->first = w->next;
        s->failed = fake_do(w, device);
        bool last = w->kind == FAKE_RECORD && w->event == until && w->number == until->recorded;
        fake_free_work(w);
        if (last) break;
    }
    fake_open(device, false);
    return s->failed;
}

/* Takes over a work: into a capture, or at the end of the stream. */
static int fake_take(fake_stream *s, const fake_work *like) {
    fake_work *w = malloc(sizeof *w);
    if (w == NULL) abort();
    *w = *like;
    w->next = NULL;
    fake_append(s->capture != NULL ? &s->capture->works : &s->object.works, w);
    return CM_CU_SUCCESS;
}

/* ---- the driver's functions ---- */

#define FAKE_API __attribute__((visibility("default")))
#define X(member, symbol, arguments) FAKE_API int symbol arguments;
CM_CU_FUNCTIONS(X)
#undef X

int cuInit(unsigned flags) {
    (void)flags;
    pthread_mutex_lock(&fake_lock);
    return fake_end(fake_fails("cuInit") ? 100 : CM_CU_SUCCESS);
}

int cuDriverGetVersion(int *version) {
    pthread_mutex_lock(&fake_lock);
    *version = 13000;
    return fake_end(fake_fails("cuDriverGetVersion") ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuGetErrorName(int error, const char **name) {
    static const struct {
        int error;
        const char *name;
    } all[] = {{CM_CU_SUCCESS, "CUDA_SUCCESS"},
               {FAKE_INVALID, "CUDA_ERROR_INVALID_VALUE"},
               {CM_CU_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
               {100, "CUDA_ERROR_NO_DEVICE"},
               {FAKE_NO_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
               {FAKE_LOST, "CUDA_ERROR_ECC_UNCORRECTABLE"},
               {FAKE_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
               {CM_CU_NOT_READY, "CUDA_ERROR_NOT_READY"},
               {FAKE_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].error != error) continue;
        *name = all[i].name;
        return CM_CU_SUCCESS;
    }
    return FAKE_INVALID;
}

int cuDeviceGetCount(int *n) {
    pthread_mutex_lock(&fake_lock);
    *n = FAKE_DEVICES;
    return fake_end(fake_fails("cuDeviceGetCount") ? FAKE_INVALID : CM_CU_SUCCESS);
}

static bool fake_is_device(int device) { return device >= 0 && device < FAKE_DEVICES; }

int cuDeviceGet(int *device, int ordinal) {
    pthread_mutex_lock(&fake_lock);
    *device = ordinal;
    return fake_end(fake_fails("cuDeviceGet") || !fake_is_device(ordinal) ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuDeviceGetName(char *name, int room, int device) {
    pthread_mutex_lock(&fake_lock);
    snprintf(name, (size_t)room, "a device of the tests");
    return fake_end(fake_fails("cuDeviceGetName") || !fake_is_device(device) ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    pthread_mutex_lock(&fake_lock);
    *value = attribute == CM_CU_DEVICE_MAJOR ? 9 : 0;
    return fake_end(fake_fails("cuDeviceGetAttribute") || !fake_is_device(device) ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    pthread_mutex_lock(&fake_lock);
    *bytes = (size_t)fake_driver.total_bytes;
    return fake_end(fake_fails("cuDeviceTotalMem_v2") || !fake_is_device(device) ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuDevicePrimaryCtxRetain(cm_cu_handle *context, int device) {
    pthread_mutex_lock(&fake_lock);
    if (fake_fails("cuDevicePrimaryCtxRetain") || !fake_is_device(device)) return fake_end(FAKE_INVALID);
    if (fake_driver.lost[device] != FAKE_THERE) return fake_end(FAKE_LOST);
    fake_retained[device]++;
    fake_driver.held++;
    *context = &fake_context[device];
    return fake_end(CM_CU_SUCCESS);
}

/* All that a lost device still has goes with its context. */
static void fake_sweep(int device) {
    for (fake_memory **at = &fake_memories; *at != NULL;) {
        if ((*at)->device == device)
            fake_unmap_at(at);
        else
            at = &(*at)->next;
    }
    for (fake_object *o = fake_objects, *next; o != NULL; o = next) {
        next = o->next;
        if (o->device == device) fake_delete(o);
    }
}

int cuDevicePrimaryCtxRelease_v2(int device) {
    pthread_mutex_lock(&fake_lock);
    bool fails = fake_fails("cuDevicePrimaryCtxRelease_v2");
    if (!fake_is_device(device) || fake_retained[device] <= 0)
        return fake_end(fake_wrong("a context is released that is not held"));
    fake_driver.held--;
    bool lost = fake_driver.lost[device] != FAKE_THERE;
    if (--fake_retained[device] == 0 && lost) fake_sweep(device);
    return fake_end(lost ? FAKE_LOST : fails ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuCtxPushCurrent_v2(cm_cu_handle context) {
    pthread_mutex_lock(&fake_lock);
    const bool fails = fake_fails("cuCtxPushCurrent_v2");
    int device = 0;
    while (device < FAKE_DEVICES && context != &fake_context[device]) device++;
    if (fails || device == FAKE_DEVICES || fake_retained[device] == 0) return fake_end(FAKE_INVALID);
    if (fake_driver.lost[device] == FAKE_GONE) return fake_end(FAKE_LOST);
    if (fake_pushed == FAKE_STACK) return fake_end(fake_wrong("contexts are pushed and not popped"));
    fake_stack[fake_pushed++] = device;
    return fake_end(CM_CU_SUCCESS);
}

int cuCtxPopCurrent_v2(cm_cu_handle *context) {
    pthread_mutex_lock(&fake_lock);
    bool fails = fake_fails("cuCtxPopCurrent_v2");
    if (fake_pushed == 0) return fake_end(fake_wrong("a context is popped that is not current"));
    *context = &fake_context[fake_stack[--fake_pushed]];
    return fake_end(fails ? FAKE_INVALID : CM_CU_SUCCESS);
}

int cuMemGetInfo_v2(size_t *left, size_t *total) {
    FAKE_BEGIN("cuMemGetInfo_v2", FAKE_INVALID);
    *total = (size_t)fake_driver.total_bytes;
    *left = (size_t)(fake_driver.total_bytes - fake_driver.device_bytes[fake_device()]);
    return fake_end(CM_CU_SUCCESS);
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
    FAKE_BEGIN("cuMemAlloc_v2", CM_CU_OUT_OF_MEMORY);
    if (bytes == 0) return fake_end(FAKE_INVALID);
    if (bytes > fake_driver.total_bytes - fake_driver.device_bytes[fake_device()]) return fake_end(CM_CU_OUT_OF_MEMORY);
    *address = (uint64_t)(uintptr_t)fake_map(bytes, false);
    return fake_end(CM_CU_SUCCESS);
}

int cuMemFree_v2(uint64_t address) {
    FAKE_BEGIN_RELEASE("cuMemFree_v2");
    int freed = fake_unmap((const void *)(uintptr_t)address, false);
    return fake_end(freed != CM_CU_SUCCESS ? freed : result);
}

int cuMemHostAlloc(void **host, size_t bytes, unsigned flags) {
    FAKE_BEGIN("cuMemHostAlloc", CM_CU_OUT_OF_MEMORY);
    if (bytes == 0 || flags != 0) return fake_end(FAKE_INVALID);
    *host = fake_map(bytes, true);
    return fake_end(CM_CU_SUCCESS);
}

int cuMemFreeHost(void *host) {
    FAKE_BEGIN_RELEASE("cuMemFreeHost");
    int freed = fake_unmap(host, true);
    return fake_end(freed != CM_CU_SUCCESS ? freed : result);
}

static int fake_copy(int kind, uint64_t device, const void *host, size_t bytes, fake_stream *s) {
    const int own = s->object.device;
    if (!fake_own(s)) return fake_wrong(fake_others);
    if (!fake_within(own, (const void *)(uintptr_t)device, bytes, false))
        return fake_wrong("a copy beyond device memory");
    if (!fake_within(own, host, bytes, true)) return fake_wrong("a copy that is not between device and pinned memory");
    if (s->failed != CM_CU_SUCCESS) return s->failed;
    fake_work w = {.kind = kind, .device = device, .bytes = bytes};
    memcpy(&w.host, &host, sizeof host);
    if (s->capture == NULL) fake_watch(&w);
    return fake_take(s, &w);
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, cm_cu_handle stream) {
    FAKE_BEGIN("cuMemcpyHtoDAsync_v2", FAKE_INVALID);
    fake_driver.n_in++;
    fake_driver.copied += bytes;
    return fake_end(fake_copy(FAKE_IN, to, from, bytes, stream));
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, cm_cu_handle stream) {
    FAKE_BEGIN("cuMemcpyDtoHAsync_v2", FAKE_INVALID);
    fake_driver.n_out++;
    fake_driver.copied += bytes;
    return fake_end(fake_copy(FAKE_OUT, from, to, bytes, stream));
}

int cuStreamCreate(cm_cu_handle *stream, unsigned flags) {
    FAKE_BEGIN("cuStreamCreate", CM_CU_OUT_OF_MEMORY);
    if (flags != CM_CU_STREAM_NON_BLOCKING) return fake_end(fake_wrong("a stream that waits for the default stream"));
    *stream = fake_new(sizeof(fake_stream));
    return fake_end(CM_CU_SUCCESS);
}

int cuStreamDestroy_v2(cm_cu_handle stream) {
    FAKE_BEGIN_RELEASE("cuStreamDestroy_v2");
    fake_stream *s = stream;
    if (!fake_own(s)) return fake_end(fake_wrong(fake_others));
    (void)fake_drain(s, NULL);
    fake_delete(&s->object);
    return fake_end(result);
}

int cuStreamSynchronize(cm_cu_handle stream) {
    FAKE_BEGIN_RELEASE("cuStreamSynchronize"); /* it has waited, whatever it tells */
    fake_stream *s = stream;
    if (!fake_own(s)) return fake_end(fake_wrong(fake_others));
    if (s->capture != NULL) return fake_end(fake_wrong("a stream is waited for while it captures"));
    int done = fake_drain(s, NULL);
    return fake_end(done != CM_CU_SUCCESS ? done : result);
}

int cuEventCreate(cm_cu_handle *event, unsigned flags) {
    FAKE_BEGIN("cuEventCreate", CM_CU_OUT_OF_MEMORY);
    (void)flags;
    *event = fake_new(sizeof(fake_event));
    return fake_end(CM_CU_SUCCESS);
}

int cuEventDestroy_v2(cm_cu_handle event) {
    FAKE_BEGIN_RELEASE("cuEventDestroy_v2");
    fake_event *e = event;
    if (!fake_own(e)) return fake_end(fake_wrong(fake_others));
    if (e->done < e->recorded && e->stream->failed == CM_CU_SUCCESS)
        fake_wrong("an event is destroyed that is pending");
    fake_delete(&e->object);
    return fake_end(result);
}

int cuEventRecord(cm_cu_handle event, cm_cu_handle stream) {
    FAKE_BEGIN("cuEventRecord", FAKE_INVALID);
    fake_event *e = event;
    fake_stream *s = stream;
    if (!fake_own(e) || !fake_own(s)) return fake_end(fake_wrong(fake_others));
    if (s->capture != NULL) return fake_end(fake_wrong("an event is recorded while its stream captures"));
    if (s->failed != CM_CU_SUCCESS) return fake_end(s->failed);
    e->stream = s;
    e->looks = 0;
    fake_work w = {.kind = FAKE_RECORD, .event = e, .number = ++e->recorded};
    return fake_end(fake_take(s, &w));
}

int cuEventQuery(cm_cu_handle event) {
    FAKE_BEGIN("cuEventQuery", FAKE_LAUNCH_FAILED);
    fake_event *e = event;
    if (!fake_own(e)) return fake_end(fake_wrong(fake_others));
    if (e->done == e->recorded) return fake_end(CM_CU_SUCCESS);
    if (e->stream->failed != CM_CU_SUCCESS) return fake_end(e->stream->failed);
    if (e->looks++ < fake_driver.delay) return fake_end(CM_CU_NOT_READY);
    return fake_end(fake_drain(e->stream, e));
}

/* An image of the tests is its family's name; kernels have names of their own. */
int cuModuleLoadData(cm_cu_handle *module, const void *image) {
    FAKE_BEGIN("cuModuleLoadData", FAKE_INVALID);
    if (image == NULL) return fake_end(FAKE_INVALID);
    *module = fake_new(sizeof(fake_object));
    return fake_end(CM_CU_SUCCESS);
}

int cuModuleUnload(cm_cu_handle module) {
    FAKE_BEGIN_RELEASE("cuModuleUnload");
    if (!fake_own(module)) return fake_end(fake_wrong(fake_others));
    fake_delete(module);
    return fake_end(result);
}

int cuModuleGetFunction(cm_cu_handle *function, cm_cu_handle module, const char *name) {
    FAKE_BEGIN("cuModuleGetFunction", FAKE_NOT_FOUND);
    const cuda_host_kernel *k = module == NULL ? NULL : cuda_host_find(name);
    if (k == NULL) return fake_end(FAKE_NOT_FOUND);
    if (!fake_own(module)) return fake_end(fake_wrong(fake_others));
    fake_work *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    *w = (fake_work){.kernel = k, .module = module};
    fake_append(&w->module->works, w);
    *function = w;
    return fake_end(CM_CU_SUCCESS);
}

int cuLaunchKernel(cm_cu_handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared, cm_cu_handle stream, void **params,
                   void **extra) {
    FAKE_BEGIN("cuLaunchKernel", FAKE_INVALID);
    fake_stream *s = stream;
    const fake_work *f = function;
    fake_work w = {.kind = FAKE_LAUNCH,
                   .kernel = f->kernel,
                   .grid = {grid_x, grid_y, grid_z},
                   .block = {block_x, block_y, block_z}};
    if (!fake_own(s) || !fake_own(f->module)) return fake_end(fake_wrong(fake_others));
    if (shared != 0 || extra != NULL) return fake_end(fake_wrong("a launch with dynamic shared memory"));
    if (grid_x == 0 || grid_y == 0 || grid_z == 0) return fake_end(fake_wrong("a launch of no blocks"));
    if (s->failed != CM_CU_SUCCESS) return fake_end(s->failed);
    w.params = malloc(w.kernel->params_size);
    if (w.params == NULL) abort();
    memcpy(w.params, params[0], w.kernel->params_size);
    fake_driver.n_launches++;
    fake_driver.n_watched += fake_driver.watched != NULL && strstr(w.kernel->name, fake_driver.watched) != NULL;
    return fake_end(fake_take(s, &w));
}

int cuStreamBeginCapture_v2(cm_cu_handle stream, int mode) {
    FAKE_BEGIN("cuStreamBeginCapture_v2", FAKE_INVALID);
    fake_stream *s = stream;
    if (!fake_own(s)) return fake_end(fake_wrong(fake_others));
    if (s->capture != NULL || mode != CM_CU_CAPTURE_THREAD_LOCAL) return fake_end(fake_wrong("a capture within one"));
    s->capture = fake_new(sizeof *s->capture);
    return fake_end(CM_CU_SUCCESS);
}

int cuStreamEndCapture(cm_cu_handle stream, cm_cu_handle *graph) {
    FAKE_BEGIN_RELEASE("cuStreamEndCapture"); /* the capture ends, whatever it tells */
    fake_stream *s = stream;
    *graph = NULL;
    if (!fake_own(s)) return fake_end(fake_wrong(fake_others));
    if (s->capture == NULL) return fake_end(fake_wrong("no capture is there to end"));
    if (result == CM_CU_SUCCESS) {
        *graph = s->capture;
    } else {
        fake_delete(s->capture);
    }
    s->capture = NULL;
    return fake_end(result);
}

int cuGraphInstantiateWithFlags(cm_cu_handle *exec, cm_cu_handle graph, uint64_t flags) {
    FAKE_BEGIN("cuGraphInstantiateWithFlags", CM_CU_OUT_OF_MEMORY);
    if (flags != 0) return fake_end(FAKE_INVALID);
    const fake_graph *g = graph;
    if (!fake_own(g)) return fake_end(fake_wrong(fake_others));
    fake_graph *copy = fake_new(sizeof *copy);
    for (const fake_work *w = g->works.first; w != NULL; w = w->next) {
        fake_work *own = malloc(sizeof *own);
        if (own == NULL) abort();
        *own = *w;
        own->next = NULL;
        if (w->params != NULL) {
            own->params = malloc(w->kernel->params_size);
            if (own->params == NULL) abort();
            memcpy(own->params, w->params, w->kernel->params_size);
        }
        fake_append(&copy->works, own);
    }
    fake_driver.n_graphs++;
    *exec = copy;
    return fake_end(CM_CU_SUCCESS);
}

int cuGraphLaunch(cm_cu_handle exec, cm_cu_handle stream) {
    FAKE_BEGIN("cuGraphLaunch", FAKE_INVALID);
    fake_stream *s = stream;
    if (!fake_own(exec) || !fake_own(s)) return fake_end(fake_wrong(fake_others));
    if (s->failed != CM_CU_SUCCESS) return fake_end(s->failed);
    fake_work w = {.kind = FAKE_GRAPH, .graph = exec};
    fake_watch(w.graph->works.first);
    fake_driver.n_replays++;
    return fake_end(fake_take(s, &w));
}

static int fake_drop_graph(fake_graph *g, int result) {
    if (!fake_own(g)) return fake_end(fake_wrong(fake_others));
    fake_delete(g);
    return fake_end(result);
}

int cuGraphExecDestroy(cm_cu_handle exec) {
    FAKE_BEGIN_RELEASE("cuGraphExecDestroy");
    return fake_drop_graph(exec, result);
}

int cuGraphDestroy(cm_cu_handle graph) {
    FAKE_BEGIN_RELEASE("cuGraphDestroy");
    return fake_drop_graph(graph, result);
}
