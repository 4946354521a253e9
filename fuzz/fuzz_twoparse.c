/* fuzz_twoparse.c — the two modes of the decoder against each other: what measuring counts is what
 * decoding fills, table by table and byte by byte, and both end with the same status at the same
 * place. Afterwards bytes are changed between the two passes: decoding must notice, or stay in its
 * tables. */
#include <stdlib.h>

#include "base/limits.h"
#include "pb/onnx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_require(bool ok) {
    if (!ok) abort();
}

typedef struct fuzz_tables {
    cameo_model m;
    cm_names names;
} fuzz_tables;

#define FUZZ_ALLOC(table)        \
    f->m.t.table.cap = n->table; \
    f->m.t.table.row = calloc((size_t)n->table + (n->table == 0), sizeof *f->m.t.table.row);
static void fuzz_alloc(fuzz_tables *f, const cm_onnx_counts *n, const uint8_t *data, size_t size) {
    memset(f, 0, sizeof *f);
    CM_ONNX_TABLES(FUZZ_ALLOC)
    f->names.in.cap = n->in_names;
    f->names.in.row = calloc((size_t)n->in_names + 1, sizeof *f->names.in.row);
    f->names.out.cap = n->out_names;
    f->names.out.row = calloc((size_t)n->out_names + 1, sizeof *f->names.out.row);
    f->m.t.pool = malloc(n->pool + (n->pool == 0));
    f->m.t.pool_size = n->pool;
    f->m.t.bytes = data;
    f->m.t.bytes_size = size;
}

#define FUZZ_FREE(table) free(f->m.t.table.row);
static void fuzz_free(fuzz_tables *f) {
    CM_ONNX_TABLES(FUZZ_FREE)
    free(f->names.in.row);
    free(f->names.out.row);
    free(f->m.t.pool);
}

/* Tables that linking and the host fill; the others are full after decoding. */
static bool fuzz_full(const fuzz_tables *f) {
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

/* Decodes `data` into tables counted for other bytes of the same size. */
static void fuzz_changed(const cm_onnx_counts *counts, const cm_onnx_options *options,
                         const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size + 1);
    fuzz_tables f;
    if (copy == NULL) return;
    memcpy(copy, data, size);
    for (size_t i = size / 3; i < size; i += 1 + size / 5)
        copy[i] = (uint8_t)(copy[i] ^ data[size - 1]);
    fuzz_alloc(&f, counts, copy, size);
    cameo_status status = cm_onnx_decode(&f.m, &f.names, options, NULL);
    fuzz_require(status != CAMEO_E_INTERNAL);
    fuzz_free(&f);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cameo_limits limits;
    cameo_limits_init(&limits, CAMEO_PRESET_FIRMWARE);
    cm_onnx_options options = {.limits = &limits, .external = true};
    cm_onnx_counts counts;
    cameo_error measured = {0}, decoded = {0};
    fuzz_tables f;
    if (cm_onnx_measure(data, size, &options, &counts, &measured) != CAMEO_OK) {
        fuzz_require(measured.offset <= size && measured.msg[0] != 0);
        return 0;
    }
    fuzz_alloc(&f, &counts, data, size);
    fuzz_require(cm_onnx_decode(&f.m, &f.names, &options, &decoded) == CAMEO_OK);
    fuzz_require(fuzz_full(&f));
    fuzz_free(&f);
    if (size != 0) fuzz_changed(&counts, &options, data, size);
    return 0;
}
