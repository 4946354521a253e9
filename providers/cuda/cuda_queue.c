/* cuda_queue.c — memory, streams and tickets of the CUDA provider.
 *
 * A run has a stream, on which its works follow one another: copies in, launches, copies out. A ticket is an event
 * behind a work; tickets of a queue end in their order, so that all before one that has ended are spare again.
 * Constants go through a queue of their session, by way of pinned memory, since the driver copies nothing else while
 * the caller goes on.
 *
 * A work that comes a second time with the same launches at the same addresses is captured as a graph, and replayed
 * from then on; a run keeps the last CUDA_GRAPHS of each group of nodes. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

#define CUDA_GRAPHS 4
#define CUDA_ERROR 64 /* bytes that the driver is asked for */
#define CUDA_STAGE ((size_t)1 << 20) /* bytes of each half of the staging memory */
#define CUDA_LOOKS 40 /* looks at an event before wait says that it is pending, with a nap between them */

/* What the numbers of alloc point to. */
typedef struct cuda_memory {
    cm_cuda_address address; /* 0: pinned */
    void *host;
    uint64_t bytes;
} cuda_memory;

typedef struct cuda_queue cuda_queue;

typedef struct cuda_ticket {
    struct cuda_ticket *next;
    cuda_queue *queue;
    cm_cu_handle event;
} cuda_ticket;

/* A work as it was met last. */
typedef struct cuda_graph {
    struct cuda_graph *next; /* of the same run, the last met first */
    uint32_t first;          /* node */
    uint32_t n_launches, n_copies, n_in;
    cm_cuda_launch *launches;
    cameo_copy *copies;
    cm_cu_handle exec; /* NULL: met once */
} cuda_graph;

struct cuda_queue {
    cm_cu_handle stream;
    cuda_ticket *first, *last; /* pending, in their order */
    cuda_ticket *spare;
    cuda_graph *graphs;
    cuda_memory *stage; /* of constants: two halves */
    cm_cuda_layout *layout; /* of a session */
    cuda_memory *error; /* of a run whose kernels may tell of numbers (CM_CUDA_TOLD_INDEX ...) */
};

static cuda_memory *memory_of(uint64_t number) { return (cuda_memory *)(uintptr_t)number; }
cm_cuda_address cm_cuda_address_of(uint64_t memory, uint64_t offset) {
    return memory == 0 ? 0 : memory_of(memory)->address + offset;
}
static cuda_queue *queue_of(uint64_t number) { return (cuda_queue *)(uintptr_t)number; }

/* ---- the context ---- */

cameo_status cm_cuda_enter(cameo_cuda *d, cameo_error *e) {
    return cm_cuda_check(d, d->cu.context_push(d->context), "cuCtxPushCurrent_v2", e);
}

void cm_cuda_leave(cameo_cuda *d) {
    cm_cu_handle old;
    (void)d->cu.context_pop(&old);
}

/* Before something is released, which has to be tried whatever the driver said: a second attempt. */
static bool queue_enter_to_release(cameo_cuda *d) {
    return cm_cuda_enter(d, NULL) == CAMEO_OK || cm_cuda_enter(d, NULL) == CAMEO_OK;
}

static cameo_status queue_load(cameo_cuda *d, uint32_t family, uint32_t kernel, const char *name, cameo_error *e) {
    if (d->function[kernel] != NULL) return CAMEO_OK;
    if (d->module[family] == NULL) {
        int result = d->cu.module_load(&d->module[family], cm_cuda_images[family].bytes);
        if (result != CM_CU_SUCCESS) d->module[family] = NULL;
        CM_CUDA_TRY(d, result, "cuModuleLoadData", e);
    }
    int result = d->cu.module_function(&d->function[kernel], d->module[family], name);
    if (result != CM_CU_SUCCESS) d->function[kernel] = NULL;
    return cm_cuda_check(d, result, "cuModuleGetFunction", e);
}

cameo_status cm_cuda_need(cameo_cuda *d, uint32_t kernel, cameo_error *e) {
    static const struct {
        const char *family, *name;
    } all[] = {
#define X(family, kernel, params) {#family, "cm_cuda_" #kernel},
        CM_CUDA_KERNELS(X)
#undef X
    };
    for (uint32_t i = 0; i < CM_CUDA_MAX_FAMILIES && cm_cuda_images[i].family != NULL; i++) {
        const char *a = cm_cuda_images[i].family, *b = all[kernel].family;
        while (*a != 0 && *a == *b) a++, b++;
        if (*a != 0 || *b != 0) continue;
        cm_cuda_lock(d);
        cameo_status status = queue_load(d, i, kernel, all[kernel].name, e);
        cm_cuda_unlock(d);
        return status;
    }
    return cameo_fail(e, CAMEO_E_UNSUPPORTED, "the kernels were left out of this build");
}

/* ---- memory ---- */

/* Counts bytes of a kind, unless that is too much. */
static bool queue_count(cameo_cuda *d, bool pinned, uint64_t bytes) {
    cm_cuda_lock(d);
    uint64_t *held = pinned ? &d->info.pinned_bytes : &d->info.device_bytes;
    bool fits = pinned || d->max_bytes == 0 || (*held <= d->max_bytes && bytes <= d->max_bytes - *held);
    if (fits) *held += bytes;
    cm_cuda_unlock(d);
    return fits;
}

static void queue_discount(cameo_cuda *d, bool pinned, uint64_t bytes) {
    cm_cuda_lock(d);
    *(pinned ? &d->info.pinned_bytes : &d->info.device_bytes) -= bytes;
    cm_cuda_unlock(d);
}

static cameo_status queue_alloc(void *ctx, cameo_memory_kind kind, uint64_t bytes, uint64_t *memory, void **host,
                                cameo_error *e) {
    cameo_cuda *d = ctx;
    bool pinned = kind == CAMEO_MEMORY_PINNED;
    if (!queue_count(d, pinned, bytes)) return cameo_fail(e, CAMEO_E_NOMEM, "more device memory than max_bytes");
    cuda_memory *m = cm_cuda_heap(sizeof *m);
    cameo_status status = m == NULL ? cameo_fail(e, CAMEO_E_NOMEM, "no memory") : cm_cuda_enter(d, e);
    if (status == CAMEO_OK) {
        int result = pinned ? d->cu.host_alloc(&m->host, (size_t)bytes, 0) : d->cu.alloc(&m->address, (size_t)bytes);
        status = cm_cuda_check(d, result, pinned ? "cuMemHostAlloc" : "cuMemAlloc_v2", e);
        cm_cuda_leave(d);
    }
    if (status != CAMEO_OK) {
        cm_cuda_heap_free(m);
        queue_discount(d, pinned, bytes);
        return status;
    }
    m->bytes = bytes;
    if (pinned) *host = m->host;
    *memory = (uint64_t)(uintptr_t)m;
    return CAMEO_OK;
}

static void queue_free(void *ctx, uint64_t memory) {
    cameo_cuda *d = ctx;
    cuda_memory *m = memory_of(memory);
    bool pinned = m->address == 0;
    if (queue_enter_to_release(d)) {
        (void)(pinned ? d->cu.host_free(m->host) : d->cu.free(m->address));
        cm_cuda_leave(d);
    }
    queue_discount(d, pinned, m->bytes);
    cm_cuda_heap_free(m);
}

/* ---- queues ---- */

static void queue_drop_graph(cameo_cuda *d, cuda_graph *g, bool entered) {
    if (entered && g->exec != NULL) (void)d->cu.graph_exec_destroy(g->exec);
    cm_cuda_heap_free(g->launches);
    cm_cuda_heap_free(g->copies);
    cm_cuda_heap_free(g);
}

static void queue_drop_tickets(cameo_cuda *d, cuda_ticket *t, bool entered) {
    while (t != NULL) {
        cuda_ticket *next = t->next;
        if (entered) (void)d->cu.event_destroy(t->event);
        cm_cuda_heap_free(t);
        t = next;
    }
}

/* Waits for all of it, and lets it go. What a device has that is gone goes with its context. */
static void queue_destroy(cameo_cuda *d, cuda_queue *q) {
    bool entered = queue_enter_to_release(d);
    if (entered) (void)d->cu.stream_wait(q->stream);
    queue_drop_tickets(d, q->first, entered);
    queue_drop_tickets(d, q->spare, entered);
    while (q->graphs != NULL) {
        cuda_graph *next = q->graphs->next;
        queue_drop_graph(d, q->graphs, entered);
        q->graphs = next;
    }
    if (entered) {
        (void)d->cu.stream_destroy(q->stream);
        cm_cuda_leave(d);
    }
    if (q->stage != NULL) queue_free(d, (uint64_t)(uintptr_t)q->stage);
    if (q->error != NULL) queue_free(d, (uint64_t)(uintptr_t)q->error);
    cm_cuda_layout_destroy(q->layout);
    cm_cuda_heap_free(q);
}

static cameo_status queue_create(cameo_cuda *d, uint64_t *token, cameo_error *e) {
    cuda_queue *q = cm_cuda_heap(sizeof *q);
    if (q == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a queue");
    cameo_status status = cm_cuda_enter(d, e);
    if (status == CAMEO_OK) {
        status = cm_cuda_check(d, d->cu.stream_create(&q->stream, CM_CU_STREAM_NON_BLOCKING), "cuStreamCreate", e);
        cm_cuda_leave(d);
    }
    if (status != CAMEO_OK) {
        cm_cuda_heap_free(q);
        return status;
    }
    *token = (uint64_t)(uintptr_t)q;
    return CAMEO_OK;
}

/* A ticket for the next work. */
static cameo_status queue_ticket(cameo_cuda *d, cuda_queue *q, cuda_ticket **ticket, cameo_error *e) {
    cuda_ticket *t = q->spare;
    if (t != NULL) {
        q->spare = t->next;
    } else {
        t = cm_cuda_heap(sizeof *t);
        if (t == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a ticket");
        cameo_status status =
            cm_cuda_check(d, d->cu.event_create(&t->event, CM_CU_EVENT_DISABLE_TIMING), "cuEventCreate", e);
        if (status != CAMEO_OK) {
            cm_cuda_heap_free(t);
            return status;
        }
    }
    t->next = NULL;
    t->queue = q;
    *ticket = t;
    return CAMEO_OK;
}

static void queue_push(cuda_queue *q, cuda_ticket *t) {
    if (q->first == NULL)
        q->first = t;
    else
        q->last->next = t;
    q->last = t;
}

/* All pending tickets up to this one, NULL: all, are spare. */
static void queue_done(cuda_queue *q, const cuda_ticket *last) {
    while (q->first != NULL) {
        cuda_ticket *t = q->first;
        q->first = t->next;
        t->next = q->spare;
        q->spare = t;
        if (t == last) return;
    }
}

/* ---- numbers that are wrong ----
 *
 * The host's pinned memory lies at the same address for devices ("Unified Addressing" of NVIDIA's driver API), so that
 * kernels write there what is wrong, and nothing is copied where nothing is. */

static cameo_status queue_add_error(cameo_cuda *d, cuda_queue *q, cameo_error *e) {
    uint64_t memory;
    void *host;
    cameo_status status = queue_alloc(d, CAMEO_MEMORY_PINNED, CUDA_ERROR, &memory, &host, e);
    if (status != CAMEO_OK) return status;
    memset(host, 0, CUDA_ERROR);
    q->error = memory_of(memory);
    return CAMEO_OK;
}

/* What the kernels of works that are done have told. */
static cameo_status queue_look(const cuda_queue *q, cameo_error *e) {
    int32_t told = 0;
    if (q->error != NULL) memcpy(&told, q->error->host, sizeof told);
    switch (told) {
    case 0: return CAMEO_OK;
    case CM_CUDA_TOLD_OVERLAP: return cameo_fail(e, CAMEO_E_DEVICE, "iou_threshold is not in [0, 1]");
    case CM_CUDA_TOLD_LENGTH: return cameo_fail(e, CAMEO_E_DEVICE, "a length of seqlens_k does not fit");
    default: return cameo_fail(e, CAMEO_E_DEVICE, "an index is out of range");
    }
}

/* ---- works ---- */

static cm_cuda_address queue_address(const cameo_copy *c) { return cm_cuda_address_of(c->memory, c->offset); }

static cameo_status queue_copies_in(cameo_cuda *d, cuda_queue *q, const cameo_copy *c, uint32_t n, cameo_error *e) {
    for (uint32_t i = 0; i < n; i++)
        CM_CUDA_TRY(d, d->cu.copy_in(queue_address(&c[i]), c[i].host, c[i].bytes, q->stream), "cuMemcpyHtoDAsync_v2",
                    e);
    return CAMEO_OK;
}

static cameo_status queue_copies_out(cameo_cuda *d, cuda_queue *q, const cameo_copy *c, uint32_t n, cameo_error *e) {
    for (uint32_t i = 0; i < n; i++)
        CM_CUDA_TRY(d, d->cu.copy_out(c[i].host, queue_address(&c[i]), c[i].bytes, q->stream), "cuMemcpyDtoHAsync_v2",
                    e);
    return CAMEO_OK;
}

/* Tells of an error at a node of the work. */
static cameo_status queue_fail_node(const cm_cuda_build *b, uint32_t node, cameo_status status,
                                    const cameo_error *why) {
    return cameo_op_fail(cameo_partition_node(b->nodes, node), status, why->msg);
}

static cameo_status queue_launch(cameo_cuda *d, cuda_queue *q, const cm_cuda_build *b) {
    for (uint32_t i = 0; i < b->n; i++) {
        cm_cuda_launch *l = &b->list[i];
        void *params[1] = {&l->p};
        cameo_error why = {0};
        int result = d->cu.launch(d->function[l->kernel], l->grid[0], l->grid[1], l->grid[2], CM_CUDA_BLOCK, 1, 1, 0,
                                  q->stream, params, NULL);
        cameo_status status = cm_cuda_check(d, result, "cuLaunchKernel", &why);
        if (status != CAMEO_OK) return queue_fail_node(b, l->node, status, &why);
    }
    return CAMEO_OK;
}

static cameo_status queue_all(cameo_cuda *d, cuda_queue *q, const cameo_work *work, const cm_cuda_build *b,
                              cameo_error *e) {
    cameo_status status = queue_copies_in(d, q, work->in, work->n_in, e);
    if (status == CAMEO_OK) status = queue_launch(d, q, b);
    return status == CAMEO_OK ? queue_copies_out(d, q, work->out, work->n_out, e) : status;
}

/* ---- graphs ---- */

static bool queue_same_copies(const cameo_copy *a, const cameo_copy *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].memory != b[i].memory || a[i].offset != b[i].offset || a[i].host != b[i].host ||
            a[i].bytes != b[i].bytes)
            return false;
    }
    return true;
}

static bool queue_has_copies(const cuda_graph *g, const cameo_work *work) {
    return g->n_in == work->n_in && g->n_copies == work->n_in + work->n_out &&
           queue_same_copies(g->copies, work->in, work->n_in) &&
           queue_same_copies(g->copies + g->n_in, work->out, work->n_out);
}

static bool queue_is(const cuda_graph *g, const cameo_work *work, const cm_cuda_build *b, uint32_t first) {
    return g->first == first && g->n_launches == b->n && memcmp(g->launches, b->list, b->n * sizeof *b->list) == 0 &&
           queue_has_copies(g, work);
}

/* Remembers a work that was met for the first time; without memory it is not remembered. */
static void queue_remember(cameo_cuda *d, cuda_queue *q, const cameo_work *work, const cm_cuda_build *b,
                           uint32_t first) {
    cuda_graph **at = &q->graphs;
    for (uint32_t same = 0; *at != NULL;) {
        same += (*at)->first == first;
        if ((*at)->first != first || same < CUDA_GRAPHS) {
            at = &(*at)->next;
            continue;
        }
        cuda_graph *oldest = *at;
        *at = oldest->next;
        queue_drop_graph(d, oldest, true);
    }
    cuda_graph *g = cm_cuda_heap(sizeof *g);
    if (g == NULL) return;
    g->first = first;
    g->n_launches = b->n;
    g->n_in = work->n_in;
    g->n_copies = work->n_in + work->n_out;
    g->launches = cm_cuda_heap(b->n * sizeof *b->list);
    g->copies = cm_cuda_heap(((size_t)g->n_copies + 1) * sizeof *g->copies);
    if (g->launches == NULL || g->copies == NULL) {
        queue_drop_graph(d, g, true);
        return;
    }
    memcpy(g->launches, b->list, b->n * sizeof *b->list);
    if (work->n_in != 0) memcpy(g->copies, work->in, work->n_in * sizeof *work->in);
    if (work->n_out != 0) memcpy(g->copies + g->n_in, work->out, work->n_out * sizeof *work->out);
    g->next = q->graphs;
    q->graphs = g;
}

static cameo_status queue_capture(cameo_cuda *d, cuda_queue *q, const cameo_work *work, const cm_cuda_build *b,
                                  cuda_graph *g, cameo_error *e) {
    cm_cu_handle graph = NULL;
    CM_CUDA_TRY(d, d->cu.capture_begin(q->stream, CM_CU_CAPTURE_THREAD_LOCAL), "cuStreamBeginCapture_v2", e);
    cameo_status status = queue_all(d, q, work, b, e);
    int result = d->cu.capture_end(q->stream, &graph);
    if (status == CAMEO_OK) status = cm_cuda_check(d, result, "cuStreamEndCapture", e);
    if (status == CAMEO_OK) {
        result = d->cu.graph_instantiate(&g->exec, graph, 0);
        if (result != CM_CU_SUCCESS) g->exec = NULL;
        status = cm_cuda_check(d, result, "cuGraphInstantiateWithFlags", e);
    }
    if (graph != NULL) (void)d->cu.graph_destroy(graph);
    return status;
}

/* The record of a work of which plan and run fix everything, so that its launches need not be made; NULL: there is
 * none. */
static const cuda_graph *queue_fixed(const cuda_queue *q, const cameo_work *work, const cm_cuda_build *b) {
    if (b->nodes == NULL) return NULL;
    for (uint32_t i = 0; i < cameo_partition_count(b->nodes); i++)
        if ((b->notes[i].flags & CM_CUDA_FIXED) == 0) return NULL;
    uint32_t first = cameo_partition_first(b->nodes);
    for (const cuda_graph *g = q->graphs; g != NULL; g = g->next)
        if (g->exec != NULL && g->first == first && queue_has_copies(g, work)) return g;
    return NULL;
}

static cameo_status queue_send(cameo_cuda *d, cuda_queue *q, const cameo_work *work, const cm_cuda_build *b,
                               cameo_error *e) {
    if (b->n == 0) return queue_all(d, q, work, b, e);
    uint32_t first = cameo_partition_first(work->nodes);
    cuda_graph *g = q->graphs;
    while (g != NULL && !queue_is(g, work, b, first)) g = g->next;
    if (g == NULL) {
        queue_remember(d, q, work, b, first);
        return queue_all(d, q, work, b, e);
    }
    if (g->exec == NULL) {
        cameo_status status = queue_capture(d, q, work, b, g, e);
        if (status != CAMEO_OK) return status;
    }
    return cm_cuda_check(d, d->cu.graph_launch(g->exec, q->stream), "cuGraphLaunch", e);
}

/* ---- constants ---- */

/* Waits for what a half of the staging memory holds. */
static cameo_status queue_ready(cameo_cuda *d, cm_cu_handle event, cameo_error *e) {
    for (;;) {
        int result = d->cu.event_query(event);
        if (result != CM_CU_NOT_READY) return cm_cuda_check(d, result, "cuEventQuery", e);
        cm_cuda_nap();
    }
}

/* Pieces of constants, by turns through the two halves: while the device copies one the other is filled. */
static cameo_status queue_constants(cameo_cuda *d, cuda_queue *q, const cameo_work *work, cameo_error *e) {
    cuda_ticket *used[2] = {NULL, NULL};
    cameo_status status = CAMEO_OK;
    uint32_t half = 0;
    if (q->stage == NULL) {
        uint64_t memory;
        void *host;
        status = queue_alloc(d, CAMEO_MEMORY_PINNED, 2 * CUDA_STAGE, &memory, &host, e);
        if (status != CAMEO_OK) return status;
        q->stage = memory_of(memory);
    }
    for (uint32_t i = 0; i < work->n_in && status == CAMEO_OK; i++) {
        const cameo_copy *c = &work->in[i];
        const cm_cuda_turned *turned = cm_cuda_turned_at(q->layout, c->host);
        for (size_t at = 0; at < c->bytes && status == CAMEO_OK; at += CUDA_STAGE, half ^= 1) {
            size_t n = c->bytes - at < CUDA_STAGE ? c->bytes - at : CUDA_STAGE;
            uint8_t *stage = (uint8_t *)q->stage->host + half * CUDA_STAGE;
            status = used[half] == NULL ? queue_ticket(d, q, &used[half], e) : queue_ready(d, used[half]->event, e);
            if (status != CAMEO_OK) break;
            if (turned != NULL)
                cm_cuda_turn(turned, stage, at, n);
            else
                memcpy(stage, (const uint8_t *)c->host + at, n);
            status =
                cm_cuda_check(d, d->cu.copy_in(queue_address(c) + at, stage, n, q->stream), "cuMemcpyHtoDAsync_v2", e);
            if (status == CAMEO_OK)
                status = cm_cuda_check(d, d->cu.event_record(used[half]->event, q->stream), "cuEventRecord", e);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (used[i] == NULL) continue;
        used[i]->next = q->spare;
        q->spare = used[i];
    }
    return status;
}

/* ---- the provider's functions ---- */

static cameo_status queue_nodes(cameo_cuda *d, cm_cuda_build *b) {
    for (uint32_t i = 0; i < cameo_partition_count(b->nodes); i++) {
        uint32_t at = b->n;
        cameo_status status = cm_cuda_build_node(b, i);
        for (cameo_error why = {0}; status == CAMEO_OK && at < b->n; at++) {
            b->list[at].node = i;
            status = cm_cuda_need(d, b->list[at].kernel, &why);
            if (status != CAMEO_OK) return queue_fail_node(b, i, status, &why);
        }
        if (status != CAMEO_OK) return status;
    }
    return CAMEO_OK;
}

/* Sends a work that has its ticket; what is appended when it fails has ended. */
static cameo_status queue_do(cameo_cuda *d, cuda_queue *q, const cameo_work *work, cm_cuda_build *b,
                             const cuda_ticket *t, cameo_error *e) {
    const cuda_graph *g = queue_fixed(q, work, b);
    cameo_status status = g != NULL || b->nodes == NULL ? CAMEO_OK : queue_nodes(d, b);
    if (status != CAMEO_OK) return status;
    if (g != NULL)
        status = cm_cuda_check(d, d->cu.graph_launch(g->exec, q->stream), "cuGraphLaunch", e);
    else
        status = work->run == 0 ? queue_constants(d, q, work, e) : queue_send(d, q, work, b, e);
    if (status == CAMEO_OK) status = cm_cuda_check(d, d->cu.event_record(t->event, q->stream), "cuEventRecord", e);
    if (status != CAMEO_OK) (void)d->cu.stream_wait(q->stream);
    return status;
}

static cameo_status queue_work(cameo_cuda *d, cuda_queue *q, const cameo_work *work, cm_cuda_build *b, uint64_t *ticket,
                               cameo_error *e) {
    cuda_ticket *t;
    cameo_status status = queue_ticket(d, q, &t, e);
    if (status != CAMEO_OK) return status;
    if (q->error != NULL) {
        b->error = (cm_cuda_address)(uintptr_t)q->error->host;
        if (q->first == NULL) memset(q->error->host, 0, CUDA_ERROR); /* nothing is on its way that could tell */
    }
    status = queue_do(d, q, work, b, t, e);
    if (status != CAMEO_OK) {
        t->next = q->spare;
        q->spare = t;
        return status;
    }
    queue_push(q, t);
    *ticket = (uint64_t)(uintptr_t)t;
    return CAMEO_OK;
}

static cameo_status queue_enqueue(void *ctx, const cameo_work *work, uint64_t *ticket, cameo_error *e) {
    cameo_cuda *d = ctx;
    cm_cuda_build b = {.nodes = work->nodes};
    if (b.nodes != NULL) b.notes = (const cm_cuda_note *)(uintptr_t)work->plan + cameo_partition_first(b.nodes);
    b.last = queue_of(work->session)->layout->last;
    cameo_status status = cm_cuda_enter(d, e);
    if (status != CAMEO_OK) return status;
    status = queue_work(d, queue_of(work->run == 0 ? work->session : work->run), work, &b, ticket, e);
    cm_cuda_leave(d);
    cm_cuda_heap_free(b.list);
    return status;
}

static cameo_status queue_wait(void *ctx, uint64_t ticket, cameo_error *e) {
    cameo_cuda *d = ctx;
    cuda_ticket *t = (cuda_ticket *)(uintptr_t)ticket;
    cuda_queue *q = t->queue;
    int result = CM_CU_NOT_READY;
    cameo_status status = cm_cuda_enter(d, e);
    bool entered = status == CAMEO_OK;
    for (int i = 0; entered && i < CUDA_LOOKS && result == CM_CU_NOT_READY; i++) {
        if (i != 0) cm_cuda_nap();
        result = d->cu.event_query(t->event);
    }
    if (entered && result == CM_CU_NOT_READY) {
        cm_cuda_leave(d);
        return CAMEO_PENDING;
    }
    if (entered) status = cm_cuda_check(d, result, "cuEventQuery", e);
    if (status == CAMEO_OK) status = queue_look(q, e);
    if (status != CAMEO_OK && (entered || queue_enter_to_release(d))) {
        (void)d->cu.stream_wait(q->stream);
        entered = true;
    }
    queue_done(q, status == CAMEO_OK ? t : NULL);
    if (entered) cm_cuda_leave(d);
    if (q->first == NULL && q->stage != NULL) { /* the constants are there */
        queue_free(d, (uint64_t)(uintptr_t)q->stage);
        q->stage = NULL;
    }
    return status;
}

static void queue_end(cameo_cuda *d, uint64_t ticket) {
    cuda_ticket *t = (cuda_ticket *)(uintptr_t)ticket;
    if (queue_enter_to_release(d)) {
        (void)d->cu.stream_wait(t->queue->stream);
        cm_cuda_leave(d);
    }
    queue_done(t->queue, t);
}

static void queue_drop(void *ctx, cameo_drop what, uint64_t token) {
    if (what == CAMEO_DROP_TICKET)
        queue_end(ctx, token);
    else if (what == CAMEO_DROP_PLAN)
        cm_cuda_heap_free((void *)(uintptr_t)token);
    else
        queue_destroy(ctx, queue_of(token));
}

static bool queue_supports(void *ctx, const cameo_op_context *node) {
    cm_cuda_op op;
    (void)ctx;
    return cm_cuda_match(node, &op);
}

/* The one op that equals this; NULL: no memory. */
static const cm_cuda_op *queue_keep(cameo_cuda *d, const cm_cuda_op *op) {
    for (uint32_t i = 0; i < d->n_ops; i++)
        if (memcmp(d->ops[i], op, sizeof *op) == 0) return d->ops[i];
    if (d->n_ops == d->room_ops) {
        cm_cuda_op **more = cm_cuda_heap_more(d->ops, d->room_ops * sizeof *more, 64 * sizeof *more);
        if (more == NULL) return NULL;
        d->ops = more;
        d->room_ops += 64;
    }
    cm_cuda_op *kept = cm_cuda_heap(sizeof *kept);
    if (kept == NULL) return NULL;
    *kept = *op;
    return d->ops[d->n_ops++] = kept;
}

static bool queue_on_host(const cm_cuda_op *op, uint32_t input) {
    return input < 32 && (cm_cuda_rules[op->rule].host_inputs >> input & 1) != 0;
}

/* Bytes of the constants that kernels read; marks them in `read`, which has a place for each value. */
static uint64_t queue_read_constants(cameo_partition *nodes, const uint64_t *tokens, bool *read) {
    cameo_value_info v = {.size = sizeof v};
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        cameo_op_context *c = cameo_partition_node(nodes, i);
        uint64_t token = tokens == NULL ? cameo_op_token(c) : tokens[i];
        for (uint32_t k = 0, n = cameo_op_n_inputs(c); k < n; k++) {
            uint32_t id = cameo_op_input_id(cameo_partition_node(nodes, i), k);
            if (id == CAMEO_NO_ID || !cameo_partition_value(nodes, id, &v) || !v.constant || read[v.view_of]) continue;
            if (queue_on_host((const cm_cuda_op *)(uintptr_t)token, k)) continue;
            read[v.view_of] = true;
            bytes += v.tensor.bytes;
        }
    }
    return bytes;
}

static cameo_status queue_make_room(cameo_cuda *d, cameo_partition *nodes, const uint64_t *tokens, cameo_error *e) {
    size_t left = 0, all = 0;
    bool *read = cm_cuda_heap((size_t)cameo_partition_n_values(nodes) + 1);
    if (read == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory");
    uint64_t bytes = queue_read_constants(nodes, tokens, read), held;
    cm_cuda_heap_free(read);
    CM_CUDA_TRY(d, d->cu.memory_info(&left, &all), "cuMemGetInfo_v2", e);
    cm_cuda_lock(d);
    held = d->info.device_bytes;
    cm_cuda_unlock(d);
    if (bytes > left || (d->max_bytes != 0 && (held > d->max_bytes || bytes > d->max_bytes - held)))
        return cameo_fail(e, CAMEO_E_NOMEM, "the constants do not fit in the device's memory");
    return CAMEO_OK;
}

static cameo_status queue_prepare_nodes(cameo_cuda *d, cameo_partition *nodes, uint64_t *tokens, cameo_error *e) {
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        cm_cuda_op op;
        if (!cm_cuda_match(cameo_partition_node(nodes, i), &op))
            return cameo_fail(e, CAMEO_E_INTERNAL, "a node changed");
        if (d->tf32) cm_cuda_use_tf32(&op);
        cm_cuda_lock(d);
        const cm_cuda_op *kept = queue_keep(d, &op);
        cm_cuda_unlock(d);
        if (kept == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a node");
        tokens[i] = (uint64_t)(uintptr_t)kept;
        cameo_status status = cm_cuda_need(d, op.kernel, e);
        if (status != CAMEO_OK) return status;
    }
    return queue_make_room(d, nodes, tokens, e);
}

static cameo_status queue_prepare(void *ctx, cameo_partition *nodes, uint64_t *tokens, cameo_error *e) {
    cameo_status status = cm_cuda_enter(ctx, e);
    if (status != CAMEO_OK) return status;
    status = queue_prepare_nodes(ctx, nodes, tokens, e);
    cm_cuda_leave(ctx);
    return status;
}

/* The session's queue. Constants of which only launches are made stay on the host. */
static cameo_status queue_weights(void *ctx, cameo_partition *nodes, uint64_t *session, cameo_error *e) {
    cameo_value_info v = {.size = sizeof v};
    uint32_t n = cameo_partition_n_values(nodes);
    bool *read = cm_cuda_heap((size_t)n + 1);
    if (read == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory");
    (void)queue_read_constants(nodes, NULL, read);
    for (uint32_t id = 0; id < n; id++) {
        if (cameo_partition_value(nodes, id, &v) && v.constant && v.view_of == id && !read[id])
            cameo_partition_absorb(nodes, id);
    }
    cm_cuda_heap_free(read);
    cameo_status status = cm_cuda_keep(nodes, e);
    if (status != CAMEO_OK) return status;
    cm_cuda_layout *layout = cm_cuda_layout_create(nodes, e);
    if (layout == NULL) return CAMEO_E_NOMEM;
    status = queue_create(ctx, session, e);
    if (status == CAMEO_OK)
        queue_of(*session)->layout = layout;
    else
        cm_cuda_layout_destroy(layout);
    return status;
}

static cameo_status queue_bind(void *ctx, uint64_t plan, cameo_partition *nodes, uint64_t *run, cameo_error *e) {
    bool tells = false;
    (void)plan;
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++)
        tells = tells || cm_cuda_tells(cm_cuda_op_of(cameo_partition_node(nodes, i)));
    cameo_status status = queue_create(ctx, run, e);
    if (status != CAMEO_OK || !tells) return status;
    status = queue_add_error(ctx, queue_of(*run), e);
    if (status != CAMEO_OK) queue_destroy(ctx, queue_of(*run));
    return status;
}

void cm_cuda_queue_provider(cameo_provider *p) {
    static const char *const rewrites[] = {"gated", "nbits", "nms_select", "state_group_query"};
    *p = (cameo_provider){.size = sizeof *p,
                          .name = "cuda",
                          .align = 256,
                          .rewrites = rewrites,
                          .n_rewrites = sizeof rewrites / sizeof *rewrites,
                          .supports = queue_supports,
                          .prepare = queue_prepare,
                          .weights = queue_weights,
                          .plan = cm_cuda_plan,
                          .bind = queue_bind,
                          .alloc = queue_alloc,
                          .free = queue_free,
                          .enqueue = queue_enqueue,
                          .wait = queue_wait,
                          .drop = queue_drop,
                          .appends = true,
                          .host_operands = true};
}

#endif
