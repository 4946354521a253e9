/* replay_load.c — arbitrary bytes as a model, in both ways of reading, and the two passes of the
 * decoder against each other. What must hold for all bytes:
 *   - measuring and creating agree: a model that was measured can fail to be created only by what
 *     linking finds, never for want of memory;
 *   - creating works in exactly the measured bytes and fails with E_NOMEM in one less;
 *   - an error has a place and a text; a model that was created can tell everything about itself;
 *   - what measuring counts is what decoding fills, table by table, byte by byte; bytes that change
 *     between the passes are noticed, or decode into what was counted. */
#include "base/limits.h"
#include "fuzz/replay_impl.h"
#include "pb/onnx.h"

/* ---- load ------------------------------------------------------------------------------------ */

static cameo_status replay_load_external(void *ctx, cameo_string location, uint64_t offset,
                                         uint64_t length, const void **data, size_t *size) {
    static const uint8_t bytes[64];
    (void)ctx;
    (void)location;
    if (length != UINT64_MAX && length > UINT64_MAX - offset) return CAMEO_E_INTERNAL;
    if (length > sizeof bytes) return CAMEO_E_IO;
    *data = bytes;
    *size = (size_t)length;
    return CAMEO_OK;
}

/* Statuses that no file may cause. */
static bool replay_load_may_fail(cameo_status status, const cameo_error *e) {
    return status != CAMEO_E_NOMEM && status != CAMEO_E_INTERNAL && status != CAMEO_E_ARG && status < 0 &&
           e->status == status && (CAMEO_NO_ERRMSG || e->msg[0] != 0);
}

bool cm_replay_model(replay *r, const cameo_options *options, bool less, cameo_model **model) {
    cameo_error e = {0};
    size_t model_bytes = 0, work_bytes = 0;
    cameo_memory memory, work;
    *model = NULL;
    cameo_status status =
        cameo_model_measure(r->bytes, r->size, options, &model_bytes, &work_bytes, &e);
    REPLAY_HOLDS(r, e.status == status);
    if (status != CAMEO_OK) {
        REPLAY_HOLDS(r, replay_load_may_fail(status, &e));
        return true;
    }
    if (!cm_replay_take(r, model_bytes, &memory)) return true;
    uint32_t n_kept = r->n_pieces;
    if (!cm_replay_take(r, work_bytes, &work)) return true;
    if (less) {
        memory.size--;
        status = cameo_model_create(memory, work, r->bytes, r->size, options, model, NULL);
        REPLAY_HOLDS(r, status == CAMEO_E_NOMEM && *model == NULL);
        memory.size++;
        if (work.size-- > 0) {
            status = cameo_model_create(memory, work, r->bytes, r->size, options, model, NULL);
            REPLAY_HOLDS(r, status == CAMEO_E_NOMEM && *model == NULL);
        }
        work.size++;
    }
    status = cameo_model_create(memory, work, r->bytes, r->size, options, model, &e);
    REPLAY_HOLDS(r, e.status == status);
    REPLAY_HOLDS(r, status == CAMEO_OK || (replay_load_may_fail(status, &e) && *model == NULL));
    return cm_replay_free(r, n_kept);
}

static bool replay_load_tell(replay *r, const cameo_model *model) {
    cameo_model_info info = {0};
    cameo_string a = {0}, b = {0}, c = {0};
    cameo_type type;
    int64_t version;
    cameo_model_get_info(model, &info);
    for (uint32_t i = 0; i < info.n_nodes; i++) cameo_model_get_node(model, i, &a, &b, &c);
    for (uint32_t i = 0; i < info.n_opsets; i++) cameo_model_get_opset(model, i, &a, &version);
    for (uint32_t i = 0; i < info.n_metadata; i++) cameo_model_get_metadata(model, i, &a, &b);
    /* Asking for one of n is linear: all of a great many would make the target slow. */
    for (uint32_t i = 0; i < info.n_outputs && i < 256; i++) cameo_model_get_output(model, i, &type);
    for (uint32_t i = 0; i < info.n_inputs + info.n_defaults && i < 256; i++) {
        cameo_model_get_input(model, i, &type);
        REPLAY_HOLDS(r, type.rank <= CAMEO_MAX_RANK);
    }
    return true;
}

static bool replay_load_as(replay *r, const cameo_options *options) {
    cameo_model *model;
    REPLAY_TRY(cm_replay_model(r, options, true, &model));
    if (model != NULL) REPLAY_TRY(replay_load_tell(r, model));
    return cm_replay_free(r, 0);
}

static void replay_load_limits(const replay *r, cameo_limits *limits) {
    cameo_limits_init(limits, CAMEO_PRESET_FIRMWARE);
    limits->memory_bytes = r->memory.size / 3;
}

bool cm_replay_load(replay *r) {
    cameo_limits limits;
    replay_load_limits(r, &limits);
    cameo_options options = {.limits = &limits, .external = replay_load_external};
    REPLAY_TRY(replay_load_as(r, &options));
    options.strict = true;
    options.external = NULL;
    return replay_load_as(r, &options);
}

/* ---- twoparse --------------------------------------------------------------------------------- */

typedef struct replay_tables {
    cameo_model m;
    cm_names names;
} replay_tables;

static bool replay_load_rows(replay *r, size_t n, size_t row_size, void *row) {
    cameo_memory piece;
    if (n > SIZE_MAX / row_size || !cm_replay_take(r, n * row_size, &piece)) return false;
    memset(piece.base, 0, piece.size);
    memcpy(row, &piece.base, sizeof piece.base);
    return true;
}

/* Tables of the counted sizes, each a piece of its own; false: no room. */
#define REPLAY_ROWS(table)                                                                      \
    f->m.t.table.cap = n->table;                                                                \
    if (!replay_load_rows(r, n->table, sizeof *f->m.t.table.row, &f->m.t.table.row)) return false;
static bool replay_load_tables(replay *r, replay_tables *f, const cm_onnx_counts *n,
                               const uint8_t *bytes) {
    memset(f, 0, sizeof *f);
    CM_ONNX_TABLES(REPLAY_ROWS)
    f->names.in.cap = n->in_names;
    f->names.out.cap = n->out_names;
    if (!replay_load_rows(r, n->in_names, sizeof *f->names.in.row, &f->names.in.row)) return false;
    if (!replay_load_rows(r, n->out_names, sizeof *f->names.out.row, &f->names.out.row)) return false;
    if (!replay_load_rows(r, n->pool, 1, &f->m.t.pool)) return false;
    f->m.t.pool_size = n->pool;
    f->m.t.bytes = bytes;
    f->m.t.bytes_size = r->size;
    return true;
}

/* Tables that linking and the host fill are empty; the others are full after decoding. */
static bool replay_load_full(const replay_tables *f) {
    const cm_tables *t = &f->m.t;
    return t->graph.n == t->graph.cap && t->node.n == t->node.cap && t->attr.n == t->attr.cap &&
           t->tensor.n == t->tensor.cap && t->sparse.n == t->sparse.cap &&
           t->external.n == t->external.cap && t->type.n == t->type.cap && t->dim.n == t->dim.cap &&
           t->info.n == t->info.cap && t->prop.n == t->prop.cap &&
           t->annotation.n == t->annotation.cap && t->opset.n == t->opset.cap &&
           t->function.n == t->function.cap && t->ints.n == t->ints.cap &&
           t->floats.n == t->floats.cap && t->strs.n == t->strs.cap &&
           f->names.in.n == f->names.in.cap && f->names.out.n == f->names.out.cap;
}

/* Decodes changed bytes of the same size into the tables counted for the first ones. */
static bool replay_load_changed(replay *r, const cm_onnx_counts *counts, const cm_onnx_options *options,
                                size_t first, size_t step) {
    cameo_memory copy;
    replay_tables f;
    if (!cm_replay_take(r, r->size, &copy)) return true;
    uint8_t *bytes = copy.base;
    memcpy(bytes, r->bytes, r->size);
    for (size_t i = first; i < r->size; i += step) bytes[i] = (uint8_t)(bytes[i] ^ bytes[r->size - 1] ^ 1);
    if (replay_load_tables(r, &f, counts, bytes)) {
        cameo_status status = cm_onnx_decode(&f.m, &f.names, options, NULL);
        REPLAY_HOLDS(r, status != CAMEO_E_INTERNAL && status != CAMEO_E_NOMEM);
    }
    return cm_replay_free(r, 0);
}

bool cm_replay_twoparse(replay *r) {
    cameo_limits limits;
    replay_load_limits(r, &limits);
    cm_onnx_options options = {.limits = &limits, .external = true};
    cm_onnx_counts counts;
    cameo_error measured = {0}, decoded = {0};
    replay_tables f;
    cameo_status status = cm_onnx_measure(r->bytes, r->size, &options, &counts, &measured);
    if (status != CAMEO_OK) {
        REPLAY_HOLDS(r, measured.offset <= r->size && replay_load_may_fail(status, &measured));
        return true;
    }
    if (!replay_load_tables(r, &f, &counts, r->bytes)) return true;
    REPLAY_HOLDS(r, cm_onnx_decode(&f.m, &f.names, &options, &decoded) == CAMEO_OK);
    REPLAY_HOLDS(r, replay_load_full(&f));
    REPLAY_TRY(cm_replay_free(r, 0));
    if (r->size == 0) return true;
    REPLAY_TRY(replay_load_changed(r, &counts, &options, r->size / 3, 1 + r->size / 5));
    return replay_load_changed(r, &counts, &options, r->bytes[r->size / 2] % r->size, r->size);
}
