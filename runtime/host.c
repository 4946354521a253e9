/* host.c — load, run, free: a model, its session, a cache of plans and a pool of runs, all from one
 * allocator and behind one lock. Nothing here is needed by programs that give their own memory. */
#include "base/cpu.h"
#include "base/limits.h"
#include "runtime/session/emit.h"
#include "runtime/session/format.h"
#include "runtime/os.h"
#include "runtime/plan/plan.h"
#include "runtime/session/prepare.h"
#include "runtime/run/run.h"

/* Plans kept for bindings that were seen before; the one unused for longest goes first. */
#define HOST_MAX_PLANS 16
#define HOST_WORK_BLOCK ((size_t)1 << 20)
#define HOST_FIRST_HEAP ((size_t)1 << 20)
/* Files from this size on leave memory while prepare computes with them. */
#define HOST_LARGE_FILE ((size_t)10 << 20)
#define HOST_FIRST_BUILDER ((size_t)1 << 18)

typedef struct host_block {
    struct host_block *next;
    size_t size;
} host_block;

/* A work arena that grows by blocks of the allocator. */
typedef struct host_work {
    const cameo_allocator *allocator;
    const cameo_host *host; /* prepare: of the model file; else NULL */
    host_block *blocks;
    uint64_t used, limit; /* bytes of the blocks */
    bool refused;         /* a block would have exceeded the limit */
    cm_arena arena;
} host_work;

struct host_plan;

typedef struct host_run {
    struct host_run *next;
    struct host_plan *plan;
    cameo_run *run;
    cameo_memory memory;
    size_t heap;    /* bytes of dynamic heap in memory; 0: the plan is static */
    bool heap_full; /* limit memory_bytes leaves no more, or no data need more */
    bool limited;   /* limit memory_bytes leaves less than data may need */
    uint32_t users; /* outputs that point into it, and the call that uses it; 0: idle */
} host_run;

typedef struct host_plan {
    struct host_plan *next; /* most recently used first */
    cameo_plan *plan;
    cameo_memory memory;
    host_run *runs;
    uint32_t n_busy;  /* runs with users */
    int64_t ranges[]; /* 2 per symbol: min and max */
} host_plan;

/* What cameo_host_run_within was called with. */
typedef struct host_call {
    const cameo_value *inputs;
    size_t n_inputs;
    cameo_value *outputs;
    size_t n_outputs;
    const cameo_budget *budget;
    uint64_t n_cancels; /* of the host, when the call began */
} host_call;

typedef struct host_file {
    struct host_file *next;
    cm_os_file file;
} host_file;

struct cameo_host {
    cameo_allocator allocator;
    cameo_options options;
    cameo_limits given, limits; /* as the caller has them, and with the preset's where those are 0 */
    cm_str folder;           /* of external data, during load; NULL: none */
    cameo_error *load_error; /* during load */
    const void *bytes;       /* taken over with options.release; NULL: not ours */
    size_t bytes_size;
    const char *file_name; /* during load from a file */
    cm_os_file file;
    host_file *external;
    bool eager;         /* prepare packs all weights: the session will be frozen */
    host_block *blocks; /* of prepare's work, while it emits */
    cm_os_mutex *lock;
    cm_os_pool *pool;
    cameo_threads threads;
    uint32_t n_workers;
    cameo_memory builder_memory; /* of a model that is no ONNX file */
    cameo_memory copied_memory;  /* of the bytes that cameo_host_load was given */
    cameo_memory model_memory, session_memory;
    cameo_model *model;
    cameo_session *session;
    host_plan *plans;
    cameo_memory bound_memory; /* of cameo_host_bind_dims: 2 per symbol, min and max */
    size_t heap_bytes;         /* first size of a dynamic heap; grows with what runs needed */
    uint64_t n_cancels;        /* calls of cameo_host_cancel */
    cameo_host_info info;
    uint32_t rewrites[CM_REWRITE_COUNT + CM_OWN_MAX]; /* how often each changed the graph */
};

/* The host helper's calls begin without an error: one of an earlier call does not count. */
static void host_clear(cameo_error *e) {
    if (e != NULL) *e = (cameo_error){.node = CAMEO_NO_ID, .offset = CAMEO_NO_OFFSET};
}

/* ---- memory ---- */

static cameo_status host_alloc(const cameo_allocator *a, size_t size, cameo_memory *m,
                               cameo_error *e) {
    m->base = a->alloc(a->ctx, size, CAMEO_MEMORY_ALIGN);
    m->size = size;
    CM_CHECK(m->base != NULL, e, CAMEO_E_NOMEM, "the allocator has no %zu bytes", size);
    return CAMEO_OK;
}

static void host_free(const cameo_allocator *a, cameo_memory *m) {
    if (m->base != NULL) a->free(a->ctx, m->base, m->size, CAMEO_MEMORY_ALIGN);
    m->base = NULL;
}

/* Pages of a large file leave memory; what is used in place comes back when it is used. */
static void host_forget_file(const cameo_host *h) {
    if (h->file.size >= HOST_LARGE_FILE) cm_os_forget(&h->file, h->file.data, h->file.size);
}

static void *host_more(void *ctx, size_t size, size_t *got) {
    host_work *w = ctx;
    size_t want = size < HOST_WORK_BLOCK ? HOST_WORK_BLOCK : size;
    if (want > SIZE_MAX - CAMEO_MEMORY_ALIGN) return NULL;
    if (want > w->limit - w->used && size <= w->limit - w->used) want = (size_t)(w->limit - w->used);
    w->refused = want > w->limit - w->used;
    if (w->refused) return NULL;
    host_block *b =
        w->allocator->alloc(w->allocator->ctx, want + CAMEO_MEMORY_ALIGN, CAMEO_MEMORY_ALIGN);
    if (b == NULL) return NULL;
    b->next = w->blocks;
    b->size = want + CAMEO_MEMORY_ALIGN;
    w->used += want;
    w->blocks = b;
    *got = want;
    /* What was read of a large file to compute other weights from need not stay beside them. */
    if (w->host != NULL) host_forget_file(w->host);
    return (uint8_t *)b + CAMEO_MEMORY_ALIGN;
}

/* Work of at most `limit` bytes. */
static void host_work_begin(host_work *w, const cameo_allocator *allocator, uint64_t limit) {
    w->allocator = allocator;
    w->host = NULL;
    w->blocks = NULL;
    w->used = 0;
    w->limit = limit;
    w->refused = false;
    cm_arena_init(&w->arena, NULL, 0);
    w->arena.more = host_more;
    w->arena.more_ctx = w;
}

/* What a stage failed with: for lack of memory that the limit, and not the allocator, refused, that is E_LIMIT. */
static cameo_status host_work_told(const host_work *w, const cameo_host *h, const cameo_error *own, const char *what,
                                   cameo_status status, cameo_error *e) {
    CM_CHECK(status != CAMEO_E_NOMEM || !w->refused, e, CAMEO_E_LIMIT,
             "%s needs more than limit memory_bytes of %llu: %llu bytes were in use", what,
             CM_LLU(h->limits.memory_bytes), CM_LLU(h->limits.memory_bytes - w->limit + w->used));
    if (status != CAMEO_OK && e != NULL && e->status == CAMEO_OK) *e = *own;
    return status;
}

static void host_work_end(host_work *w) {
    while (w->blocks != NULL) {
        host_block *b = w->blocks;
        w->blocks = b->next;
        w->allocator->free(w->allocator->ctx, b, b->size, CAMEO_MEMORY_ALIGN);
    }
}

/* ---- load ---- */

/* copy_most of cm_os_map. options may be NULL. */
static uint64_t host_copy_most(const cameo_options *options) {
    const size_t end = offsetof(cameo_options, copy_files) + sizeof options->copy_files;
    cameo_limits limits;
    if (options == NULL || (options->size != 0 && options->size < end) || !options->copy_files) return 0;
    cm_limits_resolve(options, &limits);
    return limits.memory_bytes;
}

static cameo_status host_external(void *ctx, cameo_string location, uint64_t offset,
                                  uint64_t length, const void **data, size_t *size) {
    cameo_host *h = ctx;
    cameo_memory m;
    CM_TRY(host_alloc(&h->allocator, sizeof(host_file), &m, NULL));
    host_file *f = m.base;
    cameo_status status = cm_os_map_below(h->folder, location, h->options.follow_links, host_copy_most(&h->options),
                                          &f->file, h->load_error);
    if (status != CAMEO_OK) {
        host_free(&h->allocator, &m);
        return status;
    }
    f->next = h->external;
    h->external = f;
    cm_str name = {location.p, location.n};
    bool inside =
        offset <= f->file.size && (length == UINT64_MAX || length <= f->file.size - offset);
    CM_CHECK(inside, h->load_error, CAMEO_E_MALFORMED,
             "external data '%.*s' has %zu bytes: those from %llu on are not all there",
             CM_STR_ARG(name), f->file.size, CM_LLU(offset));
    *data = f->file.size == 0 ? (const void *)"" : (const uint8_t *)f->file.data + offset;
    *size = length == UINT64_MAX ? f->file.size - (size_t)offset : (size_t)length;
    return CAMEO_OK;
}

static cameo_status host_make_model(cameo_host *h, const void *bytes, size_t size, cameo_error *e) {
    size_t model_bytes, work_bytes;
    cameo_memory work;
    CM_TRY(cm_format_measure(bytes, size, &h->options, &model_bytes, &work_bytes, e));
    CM_TRY(host_alloc(&h->allocator, model_bytes, &h->model_memory, e));
    CM_TRY(host_alloc(&h->allocator, work_bytes, &work, e));
    cameo_status status =
        cameo_model_create(h->model_memory, work, bytes, size, &h->options, &h->model, e);
    host_free(&h->allocator, &work);
    h->info.model_bytes = model_bytes;
    return status;
}

/* left: bytes that limit memory_bytes leaves for the session. */
static cameo_status host_emit(cameo_host *h, const cameo_prepared *prepared, uint64_t left, cameo_error *e) {
    size_t bytes;
    CM_TRY(cm_emit_measure(&prepared->program, &bytes));
    CM_CHECK(bytes <= left, e, CAMEO_E_LIMIT, "the session needs %zu bytes, limit memory_bytes leaves %llu", bytes,
             CM_LLU(left));
    CM_TRY(host_alloc(&h->allocator, bytes, &h->session_memory, e));
    h->info.session_bytes = bytes;
    for (uint32_t i = 0; i < CM_REWRITE_COUNT + CM_OWN_MAX; i++)
        h->rewrites[i] = cameo_prepared_count_rewrite(prepared, i);
    return cm_emit(&prepared->program, h->session_memory, &h->session);
}

/* Weights that were packed or copied elsewhere: their pages of a mapped file or of prepare's work need no memory
 * any more. Bytes of the caller stay as they are. */
static void host_spent(void *ctx, const void *bytes, size_t size) {
    const cameo_host *h = ctx;
    cm_os_forget(&h->file, bytes, size);
    for (const host_file *f = h->external; f != NULL; f = f->next)
        cm_os_forget(&f->file, bytes, size);
    for (host_block *b = h->blocks; b != NULL; b = b->next) {
        uintptr_t base = (uintptr_t)b, at = (uintptr_t)bytes;
        if (at > base && at - base <= b->size && size <= b->size - (at - base))
            cm_os_discard((uint8_t *)b + (at - base), size);
    }
}

static cameo_status host_make_session(cameo_host *h, cameo_error *e) {
    host_work w;
    cameo_prepared *prepared;
    cameo_error own = {0};
    uint64_t limit = h->limits.memory_bytes;
    host_work_begin(&w, &h->allocator, limit - cm_min_u64(limit, h->model_memory.size));
    w.host = h;
    cameo_status status =
        cm_prepare_infer(h->model, &w.arena, &h->options, NULL, NULL, &prepared, &own);
    if (status == CAMEO_OK) {
        prepared->program.weights = (cm_weights_hook){!h->eager, !h->eager && h->file.map != NULL};
        prepared->ir.spent = host_spent;
        prepared->ir.spent_ctx = h;
        prepared->ir.touch = cm_os_touch;
        status = cm_prepare_finish(prepared);
    }
    h->blocks = w.blocks;
    if (status == CAMEO_OK) status = host_emit(h, prepared, w.limit - w.used, &own);
    h->blocks = NULL;
    status = host_work_told(&w, h, &own, "prepare", status, e);
    host_work_end(&w);
    host_forget_file(h);
    return status;
}

static cameo_status host_init(cameo_host *h, const cameo_options *options, cameo_error *e) {
    if (options != NULL) {
        size_t size = options->size == 0 || options->size > sizeof h->options ? sizeof h->options
                                                                              : options->size;
        memcpy(&h->options, options, size);
    }
    cm_limits_resolve(&h->options, &h->limits);
    if (h->options.limits != NULL) h->given = *h->options.limits;
    h->options.limits = &h->given; /* what is 0 there, loading and prepare choose, by the model where that counts */
    if (h->options.ops == NULL) h->options.ops = &cameo_ops_all;
    if (h->options.clock_ns == NULL) h->options.clock_ns = cm_os_clock_ns;
    if (!h->options.cpu_tiles) h->options.cpu_tiles = cm_cpu_tiles() != 0 && cm_os_tiles();
    if (h->options.external_dir != NULL) h->folder = cm_str_from_c(h->options.external_dir);
    if (h->options.external == NULL && h->folder.p != NULL) {
        h->options.external = host_external;
        h->options.external_ctx = h;
    }
    h->heap_bytes = h->options.heap_bytes == 0 ? HOST_FIRST_HEAP : h->options.heap_bytes;
    h->lock = cm_os_mutex_create();
    CM_CHECK(h->lock != NULL, e, CAMEO_E_NOMEM, "no lock can be made");
    h->n_workers = 1;
    if (h->options.threads != NULL) {
        h->threads = *h->options.threads;
        h->n_workers = h->threads.n_workers;
        CM_CHECK(h->n_workers >= 1, e, CAMEO_E_ARG, "options.threads has no workers");
    } else {
        uint32_t n = h->options.n_threads == 0 ? cm_os_n_cpus() : h->options.n_threads;
        h->pool = n < 2 ? NULL : cm_os_pool_create(n, &h->threads);
        if (h->pool != NULL) h->n_workers = n;
    }
    return CAMEO_OK;
}

cameo_status cameo_threads_create(uint32_t n_workers, cameo_threads *threads, cameo_error *error) {
    host_clear(error);
    uint32_t n = n_workers == 0 ? cm_os_n_cpus() : n_workers;
    CM_CHECK(threads != NULL, error, CAMEO_E_ARG, "threads is NULL");
    *threads = (cameo_threads){0};
    CM_CHECK(n <= CM_OS_MAX_WORKERS, error, CAMEO_E_ARG, "%u workers are more than %u", n, CM_OS_MAX_WORKERS);
    CM_CHECK(cm_os_pool_create(n, threads) != NULL, error, CAMEO_E_NOMEM, "%u threads cannot be had", n - 1);
    return CAMEO_OK;
}

void cameo_threads_free(cameo_threads *threads) {
    if (threads == NULL) return;
    cm_os_pool_destroy(threads->ctx);
    *threads = (cameo_threads){0};
}

/* The model of a file of another format as ONNX bytes, in memory that is doubled until it is enough. */
static cameo_status host_build(cameo_host *h, const cameo_loader *loader, const void **bytes,
                               size_t *size, cameo_error *e) {
    CM_CHECK(*size <= h->limits.model_bytes, e, CAMEO_E_LIMIT,
             "the file has %zu bytes, the limit is %llu", *size, CM_LLU(h->limits.model_bytes));
    cameo_builder *b = NULL;
    for (size_t n = HOST_FIRST_BUILDER;; n *= 2) {
        cameo_error own = {0};
        CM_TRY(host_alloc(&h->allocator, n, &h->builder_memory, e));
        cameo_status status = cm_format_build(loader, *bytes, *size, h->builder_memory, &b, &own);
        if (status == CAMEO_OK) break;
        bool last = n > SIZE_MAX / 2 || n > h->limits.memory_bytes / 2;
        if (status != CAMEO_E_NOMEM || last) {
            if (e != NULL && e->status == CAMEO_OK) *e = own;
            if (status == CAMEO_DECLINED) host_free(&h->allocator, &h->builder_memory);
            return status;
        }
        host_free(&h->allocator, &h->builder_memory);
    }
    h->options.external = cameo_builder_external;
    h->options.external_ctx = b;
    return cameo_builder_get_bytes(b, bytes, size);
}

static cameo_status host_load(cameo_host *h, const void *bytes, size_t size,
                              const cameo_options *options, cameo_error *e) {
    const cameo_loader *loader = NULL;
    CM_TRY(host_init(h, options, e));
    h->load_error = e;
    uint64_t t0 = cm_os_clock_ns(NULL);
    cameo_status status = CAMEO_DECLINED;
    for (size_t at = 0; status == CAMEO_DECLINED;) {
        CM_TRY(cm_format_find(&h->options, bytes, size, h->file_name, &at, &loader, e));
        status = loader == NULL ? CAMEO_OK : host_build(h, loader, &bytes, &size, e);
    }
    CM_TRY(status);
    CM_TRY(host_make_model(h, bytes, size, e));
    uint64_t t1 = cm_os_clock_ns(NULL);
    CM_TRY(host_make_session(h, e));
    h->folder = (cm_str){NULL, 0};
    h->load_error = NULL;
    h->info.load_ns = t1 - t0;
    h->info.prepare_ns = cm_os_clock_ns(NULL) - t1;
    return CAMEO_OK;
}

/* Gives back bytes that were taken over. */
static void host_release_bytes(const cameo_options *o, const void *bytes, size_t size) {
    bool known = o != NULL && (o->size == 0 || o->size >= offsetof(cameo_options, release_ctx) +
                                                              sizeof o->release_ctx);
    if (known && o->release != NULL && bytes != NULL) o->release(o->release_ctx, bytes, size);
}

static cameo_status host_new(const cameo_options *options, cameo_host **host, cameo_error *e) {
    cameo_allocator a = cm_os_allocator;
    if (options != NULL && options->allocator != NULL) a = *options->allocator;
    cameo_memory m;
    CM_TRY(host_alloc(&a, sizeof **host, &m, e));
    memset(m.base, 0, sizeof **host);
    *host = m.base;
    (*host)->allocator = a;
    return CAMEO_OK;
}

/* options.copy_files: the host has the bytes itself, and the caller's may change. */
static cameo_status host_copy(cameo_host *h, const void *bytes, size_t size, uint64_t most, cameo_error *e) {
    CM_CHECK(size <= most, e, CAMEO_E_LIMIT, "the model has %zu bytes, limit memory_bytes is %llu", size, CM_LLU(most));
    CM_TRY(host_alloc(&h->allocator, size == 0 ? 1 : size, &h->copied_memory, e));
    if (size != 0) memcpy(h->copied_memory.base, bytes, size);
    return CAMEO_OK;
}

cameo_status cameo_host_load(const void *bytes, size_t size, const cameo_options *options,
                             cameo_host **host, cameo_error *error) {
    cameo_host *h = NULL;
    host_clear(error);
    CM_CHECK(bytes != NULL || size == 0, error, CAMEO_E_ARG, "bytes is NULL");
    uint64_t copy_most = host_copy_most(options);
    const void *used = bytes;
    cameo_status status = host_new(options, &h, error);
    if (status == CAMEO_OK && copy_most != 0) {
        status = host_copy(h, bytes, size, copy_most, error);
        used = h->copied_memory.base;
    }
    if (status == CAMEO_OK) status = host_load(h, used, size, options, error);
    if (status != CAMEO_OK) {
        cameo_host_free(h);
        host_release_bytes(options, bytes, size);
        return status;
    }
    if (copy_most != 0) host_release_bytes(options, bytes, size);
    h->bytes = copy_most != 0 ? NULL : bytes;
    h->bytes_size = size;
    *host = h;
    return CAMEO_OK;
}

static cameo_status host_load_path(const char *path, const cameo_options *options, bool eager,
                                   cameo_host **host, cameo_error *error) {
    cameo_host *h;
    host_clear(error);
    CM_CHECK(path != NULL, error, CAMEO_E_ARG, "path is NULL");
    CM_TRY(host_new(options, &h, error));
    h->folder = cm_os_folder(path);
    h->file_name = path;
    h->eager = eager;
    cameo_status status = cm_os_map(path, host_copy_most(options), &h->file, error);
    if (status == CAMEO_OK) status = host_load(h, h->file.data, h->file.size, options, error);
    if (status != CAMEO_OK) {
        cameo_host_free(h);
        return status;
    }
    h->file_name = NULL;
    *host = h;
    return CAMEO_OK;
}

cameo_status cameo_host_load_file(const char *path, const cameo_options *options, cameo_host **host,
                                  cameo_error *error) {
    return host_load_path(path, options, false, host, error);
}

cameo_status cm_host_load_packed(const char *path, const cameo_options *options, cameo_host **host,
                                 cameo_error *error) {
    return host_load_path(path, options, true, host, error);
}

/* ---- plans ---- */

static void host_free_run(cameo_host *h, host_run *r) {
    cameo_memory shell = {r, sizeof *r};
    if (r->run != NULL) cameo_run_release(r->run);
    host_free(&h->allocator, &r->memory);
    host_free(&h->allocator, &shell);
}

static void host_free_plan(cameo_host *h, host_plan *p) {
    cameo_memory shell = {p, sizeof *p + 2 * sizeof *p->ranges * h->session->n_symbols};
    while (p->runs != NULL) {
        host_run *r = p->runs;
        p->runs = r->next;
        host_free_run(h, r);
    }
    if (p->plan != NULL) cameo_plan_release(p->plan);
    host_free(&h->allocator, &p->memory);
    host_free(&h->allocator, &shell);
}

static const cameo_value *host_find_input(const cameo_value *inputs, size_t n, const cm_io *io,
                                          size_t at) {
    /* Most give them in order: with thousands of inputs that counts. */
    if (at < n && inputs[at].name != NULL && cm_str_is(io->name, inputs[at].name)) return &inputs[at];
    for (size_t i = 0; i < n; i++) {
        if (inputs[i].name == NULL ? i == at : cm_str_is(io->name, inputs[i].name))
            return &inputs[i];
    }
    return NULL;
}

/* A free dim of the inputs, for the plan: the range that was bound where it lies in it, else the dim itself. */
static void host_range(const cameo_host *h, uint32_t symbol, int64_t dim, int64_t *range) {
    const int64_t *bound = h->bound_memory.base;
    range[0] = range[1] = dim;
    if (bound == NULL || bound[(size_t)2 * symbol + 1] == INT64_MAX) return; /* nobody bound it */
    bound += (size_t)2 * symbol;
    if (dim >= bound[0] && dim <= bound[1]) memcpy(range, bound, 2 * sizeof *range);
}

/* The free dims as the inputs have them; all numbers where no input tells. Contradictions are begin's to find. */
static void host_symbols(const cameo_host *h, const cameo_value *inputs, size_t n,
                         int64_t *ranges) {
    const cameo_session *s = h->session;
    for (size_t i = 0; i < s->n_symbols; i++) {
        ranges[2 * i] = 0;
        ranges[2 * i + 1] = INT64_MAX;
    }
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        const cm_svalue *sv = &s->values[s->inputs[i].value];
        const cameo_value *v = host_find_input(inputs, n, &s->inputs[i], i);
        bool comparable = v != NULL && v->kind == CAMEO_KIND_TENSOR &&
                          sv->vkind == CAMEO_KIND_TENSOR && sv->rank != CM_RANK_UNKNOWN &&
                          v->tensor.rank == sv->rank;
        for (uint32_t d = 0; comparable && d < sv->rank; d++) {
            int64_t dim = s->dims[sv->dims + d];
            size_t symbol = (size_t)(-1 - dim);
            /* The first input tells. */
            if (dim >= 0 || v->tensor.dims[d] < 0 || ranges[2 * symbol + 1] != INT64_MAX) continue;
            host_range(h, (uint32_t)symbol, v->tensor.dims[d], ranges + 2 * symbol);
        }
    }
}

static cameo_status host_make_plan(cameo_host *h, host_plan *p, cameo_error *e) {
    uint64_t begin = cm_os_clock_ns(NULL);
    host_work w;
    cm_arena target;
    cameo_error own = {0};
    cm_ask ask = {.interrupt = cm_interrupt_of(&h->options)};
    host_work_begin(&w, &h->allocator, h->limits.memory_bytes);
    cm_arena_init_counting(&target);
    cameo_status status = cm_plan_make(&target, h->session, p->ranges, &w.arena, &ask, &p->plan, &own);
    if (status == CAMEO_OK) status = host_alloc(&h->allocator, target.used, &p->memory, &own);
    if (status == CAMEO_OK) {
        cm_arena_init(&target, p->memory.base, p->memory.size);
        status = cm_plan_make(&target, h->session, p->ranges, &w.arena, &ask, &p->plan, &own);
    }
    status = host_work_told(&w, h, &own, "a plan", status, e);
    host_work_end(&w);
    h->info.plan_bytes = p->memory.size;
    h->info.plan_ns = cm_os_clock_ns(NULL) - begin;
    return status;
}

/* Drops the oldest plan without a busy run, if there are too many. */
static void host_trim_plans(cameo_host *h) {
    host_plan **oldest = NULL;
    uint32_t n = 0;
    for (host_plan **p = &h->plans; *p != NULL; p = &(*p)->next) {
        n++;
        if ((*p)->n_busy == 0) oldest = p;
    }
    if (n < HOST_MAX_PLANS || oldest == NULL) return;
    host_plan *p = *oldest;
    *oldest = p->next;
    host_free_plan(h, p);
}

/* The plan of these inputs, from the cache or made now; it becomes the first of the list. */
static cameo_status host_get_plan(cameo_host *h, const cameo_value *inputs, size_t n,
                                  host_plan **plan, cameo_error *e) {
    size_t symbol_bytes = 2 * sizeof(int64_t) * h->session->n_symbols;
    cameo_memory m;
    CM_TRY(host_alloc(&h->allocator, sizeof **plan + symbol_bytes, &m, e));
    host_plan *fresh = m.base;
    memset(fresh, 0, sizeof *fresh);
    host_symbols(h, inputs, n, fresh->ranges);
    for (host_plan **p = &h->plans; *p != NULL; p = &(*p)->next) {
        if (symbol_bytes != 0 && memcmp((*p)->ranges, fresh->ranges, symbol_bytes) != 0) continue;
        host_plan *found = *p;
        *p = found->next;
        found->next = h->plans;
        h->plans = found;
        host_free(&h->allocator, &m);
        *plan = found;
        return CAMEO_OK;
    }
    host_trim_plans(h);
    cameo_status status = host_make_plan(h, fresh, e);
    if (status != CAMEO_OK) {
        host_free(&h->allocator, &fresh->memory);
        host_free(&h->allocator, &m);
        return status;
    }
    fresh->next = h->plans;
    h->plans = fresh;
    *plan = fresh;
    return CAMEO_OK;
}

cameo_status cameo_host_bind_dims(cameo_host *h, const cameo_dim_binding *dims, size_t n_dims,
                                  cameo_error *error) {
    cameo_memory m = {NULL, 0};
    size_t bytes = 2 * sizeof(int64_t) * h->session->n_symbols;
    host_clear(error);
    if (n_dims != 0) {
        const int64_t *ranges;
        cameo_status status;
        host_work w;
        CM_CHECK(dims != NULL, error, CAMEO_E_ARG, "dims is NULL");
        host_work_begin(&w, &h->allocator, h->limits.memory_bytes);
        status = cm_plan_ranges(h->session, dims, n_dims, &w.arena, &ranges, error);
        if (status == CAMEO_OK)
            status = cm_equal_unite(h->session, ranges, &w.arena, &ranges, error);
        if (status == CAMEO_OK) status = host_alloc(&h->allocator, bytes, &m, error);
        if (status == CAMEO_OK) memcpy(m.base, ranges, bytes);
        host_work_end(&w);
        CM_TRY(status);
    }
    cm_os_mutex_lock(h->lock);
    cameo_memory former = h->bound_memory;
    h->bound_memory = m;
    cm_os_mutex_unlock(h->lock);
    host_free(&h->allocator, &former);
    return CAMEO_OK;
}

/* ---- runs ---- */

/* heap: bytes of dynamic heap that the caller tries; less where limit memory_bytes, which holds for heap and planned
 * bytes together, leaves less. */
static cameo_status host_make_run(cameo_host *h, host_plan *p, size_t heap, host_run **run, cameo_error *e) {
    cameo_run_needs needs = {0};
    cameo_memory m;
    CM_TRY(cameo_run_measure(p->plan, h->n_workers, &needs, e));
    CM_TRY(host_alloc(&h->allocator, sizeof **run, &m, e));
    host_run *r = m.base;
    memset(r, 0, sizeof *r);
    size_t bytes = 0, limit = (size_t)cm_min_u64(h->limits.memory_bytes, SIZE_MAX - CM_HEAP_UNIT);
    bool fits = needs.planned_bytes <= limit;
    heap = p->plan->heap == 0 || !fits ? 0 : cm_min_size(heap, limit - needs.planned_bytes);
    size_t given = cm_min_size(heap, p->plan->heap);
    cameo_status status = CAMEO_OK;
    if (!fits) {
        status = CM_FAIL(e, CAMEO_E_LIMIT, "a run needs %zu bytes, limit memory_bytes is %llu", needs.planned_bytes,
                         CM_LLU(h->limits.memory_bytes));
    }
    bytes = needs.planned_bytes + given + CM_HEAP_UNIT;
    if (status == CAMEO_OK) status = host_alloc(&h->allocator, bytes, &r->memory, e);
    if (status == CAMEO_OK) {
        status = cameo_run_create(r->memory, p->plan, h->n_workers,
                                  h->n_workers > 1 ? &h->threads : NULL, &h->options, &r->run, e);
    }
    if (status != CAMEO_OK) {
        host_free_run(h, r);
        return status;
    }
    r->run->is_awake = cm_os_pool_is_awake;
    r->plan = p;
    r->heap = heap;
    r->heap_full = heap == limit - needs.planned_bytes || given < heap || given == p->plan->heap;
    r->limited = given < p->plan->heap && heap == limit - needs.planned_bytes;
    r->next = p->runs;
    p->runs = r;
    h->info.run_bytes = bytes;
    h->info.heap_bytes = given;
    h->info.needs = needs;
    *run = r;
    return CAMEO_OK;
}

/* Is the run idle, and has its heap, if it has one, so many bytes or the most that the limit leaves? */
static bool host_may_use(const host_run *r, size_t heap) {
    return r->users == 0 && (r->heap == 0 || r->heap >= heap || r->heap_full);
}

/* A run of the plan for these inputs, for one user; with the heap that runs needed so far, or `heap` bytes if that is
 * more. */
static cameo_status host_take_run(cameo_host *h, const cameo_value *inputs, size_t n, size_t heap,
                                  host_run **run, cameo_error *e) {
    host_plan *p = NULL;
    cm_os_mutex_lock(h->lock);
    if (heap < h->heap_bytes) heap = h->heap_bytes;
    cameo_status status = host_get_plan(h, inputs, n, &p, e);
    if (status == CAMEO_OK) {
        for (*run = p->runs; *run != NULL && !host_may_use(*run, heap); *run = (*run)->next) {}
        if (*run == NULL) status = host_make_run(h, p, heap, run, e);
    }
    if (status == CAMEO_OK) {
        p->n_busy++;
        (*run)->users = 1;
    }
    cm_os_mutex_unlock(h->lock);
    return status;
}

/* One user less; the last one gives the run back. */
static void host_give_run(cameo_host *h, host_run *r, bool keep) {
    cm_os_mutex_lock(h->lock);
    if (--r->users == 0) {
        host_plan *p = r->plan;
        p->n_busy--;
        bool outgrown = r->heap != 0 && r->heap < h->heap_bytes && !r->heap_full;
        if (!keep || outgrown) {
            host_run **at = &p->runs;
            while (*at != r) at = &(*at)->next;
            *at = r->next;
            host_free_run(h, r);
        }
    }
    cm_os_mutex_unlock(h->lock);
}

void cameo_host_release(cameo_host *h, cameo_value *outputs, size_t n_outputs) {
    for (size_t i = 0; i < n_outputs; i++) {
        if (outputs[i].owner == NULL) continue;
        host_give_run(h, outputs[i].owner, true);
        outputs[i].owner = NULL;
        outputs[i].items = NULL;
        outputs[i].n_items = 0;
        outputs[i].tensor.data = NULL;
        outputs[i].tensor.bytes = 0;
    }
}

/* Outputs for which the caller gave no buffer belong to the run: they keep it until released. */
static void host_own_outputs(cameo_host *h, host_run *r, cameo_value *outputs, size_t n) {
    cm_os_mutex_lock(h->lock);
    for (size_t i = 0; i < n; i++) {
        if (outputs[i].tensor.data != NULL) continue;
        outputs[i].owner = r;
        r->users++;
    }
    cm_os_mutex_unlock(h->lock);
}

/* A run from begin to end, stopped by the budget or by cameo_host_cancel since it counted `cancels`. */
static cameo_status host_advance(cameo_host *h, host_run *r, const host_call *c, cameo_error *e) {
    cameo_status status = cameo_run_begin(r->run, c->inputs, c->n_inputs, c->outputs, c->n_outputs, e);
    if (status != CAMEO_OK) return status;
    cm_os_mutex_lock(h->lock); /* begin forgets a cancel: from here on it reaches the run */
    if (h->n_cancels != c->n_cancels) cameo_run_cancel(r->run);
    cm_os_mutex_unlock(h->lock);
    do {
        status = cameo_run_advance(r->run, c->budget, e);
    } while (status == CAMEO_PENDING);
    return status == CAMEO_OK ? cameo_run_end(r->run, e) : status;
}

static cameo_status host_try(cameo_host *h, host_run *r, const host_call *c, cameo_error *e) {
    host_own_outputs(h, r, c->outputs, c->n_outputs);
    cameo_status status = host_advance(h, r, c, e);
    if (status != CAMEO_OK) cameo_host_release(h, c->outputs, c->n_outputs);
    cm_os_mutex_lock(h->lock);
    if (status == CAMEO_OK) {
        cameo_run_get_stats(r->run, &h->info.last);
        /* What a run needed that came to its end, and not what one without end asked for, later ones begin with. */
        if (r->heap > h->heap_bytes) h->heap_bytes = r->heap;
    }
    cm_os_mutex_unlock(h->lock);
    return status;
}

/* The dynamic heap is as large as limit memory_bytes lets it be and was not enough: it is the limit that is reached,
 * and the machine may have memory. */
static cameo_status host_heap_limit(const cameo_host *h, cameo_error *e) {
    cameo_error full = *e;
    e->status = CAMEO_OK;
    (void)CM_FAIL(e, CAMEO_E_LIMIT, "limit memory_bytes is %llu: %s", CM_LLU(h->limits.memory_bytes), full.msg);
    e->node = full.node;
    memcpy(e->node_name, full.node_name, sizeof e->node_name);
    memcpy(e->op_type, full.op_type, sizeof e->op_type);
    return CAMEO_E_LIMIT;
}

cameo_status cameo_host_run_within(cameo_host *h, const cameo_value *inputs, size_t n_inputs, cameo_value *outputs,
                                   size_t n_outputs, const cameo_budget *budget, cameo_error *error) {
    host_clear(error);
    CM_CHECK(outputs != NULL || n_outputs == 0, error, CAMEO_E_ARG, "outputs is NULL");
    CM_CHECK(inputs != NULL || n_inputs == 0, error, CAMEO_E_ARG, "inputs is NULL");
    CM_CHECK(budget == NULL || budget->tasks == 0, error, CAMEO_E_ARG,
             "a budget of tasks is for cameo_run_advance: the host has no run to go on with");
    host_call c = {inputs, n_inputs, outputs, n_outputs, budget, 0};
    cm_os_mutex_lock(h->lock);
    c.n_cancels = h->n_cancels;
    cm_os_mutex_unlock(h->lock);
    cameo_host_release(h, outputs, n_outputs);
    for (size_t heap = 0;;) {
        host_run *r;
        cameo_error local = {0};
        CM_TRY(host_take_run(h, inputs, n_inputs, heap, &r, error));
        cameo_status status = host_try(h, r, &c, &local);
        if (status == CAMEO_OK) {
            host_give_run(h, r, true);
            return CAMEO_OK;
        }
        /* Results do not depend on the heap: more of it, and once more. */
        bool grow = status == CAMEO_E_NOMEM && r->heap != 0 && !r->heap_full && r->heap <= SIZE_MAX / 4;
        if (status == CAMEO_E_NOMEM && r->limited) status = host_heap_limit(h, &local);
        heap = r->heap * 4;
        host_give_run(h, r, false);
        if (grow) continue;
        if (error != NULL && error->status == CAMEO_OK) *error = local;
        return status;
    }
}

cameo_status cameo_host_run(cameo_host *h, const cameo_value *inputs, size_t n_inputs,
                            cameo_value *outputs, size_t n_outputs, cameo_error *error) {
    return cameo_host_run_within(h, inputs, n_inputs, outputs, n_outputs, NULL, error);
}

void cameo_host_cancel(cameo_host *h) {
    cm_os_mutex_lock(h->lock);
    h->n_cancels++;
    for (const host_plan *p = h->plans; p != NULL; p = p->next) {
        for (const host_run *r = p->runs; r != NULL; r = r->next) {
            if (r->users != 0) cameo_run_cancel(r->run);
        }
    }
    cm_os_mutex_unlock(h->lock);
}

void cameo_host_free(cameo_host *h) {
    if (h == NULL) return;
    while (h->plans != NULL) {
        host_plan *p = h->plans;
        h->plans = p->next;
        host_free_plan(h, p);
    }
    cm_os_pool_destroy(h->pool);
    cm_os_mutex_destroy(h->lock);
    if (h->session != NULL) cameo_session_release(h->session);
    host_free(&h->allocator, &h->bound_memory);
    host_free(&h->allocator, &h->session_memory);
    host_free(&h->allocator, &h->model_memory);
    while (h->external != NULL) {
        host_file *f = h->external;
        cameo_memory m = {f, sizeof *f};
        h->external = f->next;
        cm_os_unmap(&f->file);
        host_free(&h->allocator, &m);
    }
    host_free(&h->allocator, &h->builder_memory);
    host_free(&h->allocator, &h->copied_memory);
    cm_os_unmap(&h->file);
    host_release_bytes(&h->options, h->bytes, h->bytes_size);
    cameo_allocator a = h->allocator;
    a.free(a.ctx, h, sizeof *h, CAMEO_MEMORY_ALIGN);
}

const cameo_model *cameo_host_get_model(const cameo_host *h) { return h->model; }
const cameo_session *cameo_host_get_session(const cameo_host *h) { return h->session; }

void cameo_host_get_info(const cameo_host *h, cameo_host_info *info) {
    *info = h->info;
    info->size = sizeof *info;
}

uint32_t cameo_host_count_rewrite(const cameo_host *h, uint32_t index) {
    return index < CM_REWRITE_COUNT + CM_OWN_MAX ? h->rewrites[index] : 0;
}
