/* harness.c — see harness.h. */
#include "tests/kernels/harness.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/features.h"
#include "base/dtype.h"
#include "ir/schema.h"
#include "providers/provider.h"
#include "providers/cpu/rows.h"

/* The CPU's rows: first the declarations, then the table. */
#define CM_ROW(op, in0, in1, out0, features, flags, accept, setup, run) \
    cm_setup_fn setup;                                                  \
    cm_run_fn run;
#define CM_ROW_PACKED(op, in0, in1, out0, features, flags, accept, setup, run, pack_in, format, \
                      size, pack)                                                               \
    cm_setup_fn setup;                                                                          \
    cm_run_fn run;                                                                              \
    cm_pack_size_fn size;                                                                       \
    cm_pack_fn pack;
#include "providers/cpu/cpu.def"
#undef CM_ROW
#undef CM_ROW_PACKED
#define CM_ACCEPT(name) bool name(const cm_row_query *q);
#include "providers/cpu/accept.def"
#undef CM_ACCEPT

static const cm_row harness_rows[] = {
#define CM_ROW(op, in0, in1, out0, features, flags, accept, setup, run) \
    {CM_OP_##op, flags, in0, in1,  out0, features, accept, setup,       \
     run,        NULL,  "",  #run},
#define CM_ROW_PACKED(op, in0, in1, out0, features, flags, accept, setup, run, pack_in, format, \
                      size, pack)                                                               \
    {CM_OP_##op, flags,   in0,    in1,  out0, features, accept, setup,                          \
     run,        &(const cm_row_pack){pack_in, format, size, pack}, "", #run},
#include "providers/cpu/cpu.def"
#undef CM_ROW
#undef CM_ROW_PACKED
    {CM_OP_COUNT, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, "", ""}, /* ends the list */
};

/* ---- memory with guards ---- */

enum { HARNESS_GUARD = 128, HARNESS_WORKERS = 3 };

/* A block of n bytes between guards, filled with poison. `shift` bytes beyond 64-byte alignment. */
typedef struct harness_block {
    uint8_t *base, *p;
    size_t n;
} harness_block;

static harness_block harness_block_new(size_t n, size_t shift) {
    harness_block b = {aligned_alloc(64, (n + 2 * HARNESS_GUARD + 127) / 64 * 64), NULL, n};
    if (b.base == NULL) abort();
    memset(b.base, 0xE7, (n + 2 * HARNESS_GUARD + 127) / 64 * 64);
    b.p = b.base + HARNESS_GUARD + shift;
    memset(b.p, 0xA5, n);
    return b;
}

/* Frees it; false if a guard byte was written. */
static bool harness_block_free(harness_block *b) {
    bool ok = true;
    if (b->base == NULL) return true;
    for (uint8_t *q = b->base; q < b->p; q++) ok &= *q == 0xE7;
    for (int i = 0; i < 64; i++) ok &= b->p[b->n + (size_t)i] == 0xE7;
    free(b->base);
    b->base = NULL;
    return ok;
}

/* ---- element types ---- */

static size_t harness_bits(int dtype) {
    static const uint8_t bits[CM_N_DTYPES] = {0,  32,  8,  8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64,
                                              64, 128, 16, 8, 8,  8,  8,  4,  4, 4, 8,  2,  2};
    return dtype > 0 && dtype < CM_N_DTYPES ? bits[dtype] : 0;
}

static size_t harness_bytes(int dtype, size_t n) { return (n * harness_bits(dtype) + 7) / 8; }

static size_t harness_align(int dtype) {
    size_t bits = harness_bits(dtype);
    if (dtype == CAMEO_STRING) return 4;
    if (dtype == CAMEO_COMPLEX64 || dtype == CAMEO_COMPLEX128) return bits / 16;
    return bits < 8 ? 1 : bits / 8;
}

void harness_store(int dtype, void *data, size_t i, double v) {
    switch (dtype) {
    case CAMEO_FLOAT: ((float *)data)[i] = (float)v; break;
    case CAMEO_DOUBLE: ((double *)data)[i] = v; break;
    case CAMEO_INT64: ((int64_t *)data)[i] = (int64_t)v; break;
    case CAMEO_INT32: ((int32_t *)data)[i] = (int32_t)v; break;
    case CAMEO_INT16: ((int16_t *)data)[i] = (int16_t)v; break;
    case CAMEO_INT8: ((int8_t *)data)[i] = (int8_t)v; break;
    case CAMEO_UINT64: ((uint64_t *)data)[i] = (uint64_t)v; break;
    case CAMEO_UINT32: ((uint32_t *)data)[i] = (uint32_t)v; break;
    case CAMEO_UINT16: ((uint16_t *)data)[i] = (uint16_t)v; break;
    case CAMEO_UINT8: ((uint8_t *)data)[i] = (uint8_t)v; break;
    case CAMEO_BOOL: ((uint8_t *)data)[i] = v != 0; break;
    case CAMEO_FLOAT16: ((uint16_t *)data)[i] = cm_f16_from_f64(v); break;
    case CAMEO_BFLOAT16: ((uint16_t *)data)[i] = cm_bf16_from_f64(v); break;
    case CAMEO_UINT4: cm_u4_set(data, i, (unsigned)v); break;
    case CAMEO_INT4: cm_i4_set(data, i, (int)v); break;
    case CAMEO_UINT2: cm_u2_set(data, i, (unsigned)v); break;
    case CAMEO_INT2: cm_i2_set(data, i, (int)v); break;
    case CAMEO_FLOAT4E2M1: cm_u4_set(data, i, cm_f4_from_f32((float)v)); break;
    case CAMEO_FLOAT8E8M0:
        ((uint8_t *)data)[i] = cm_e8m0_from_f32((float)v, true, CM_E8M0_NEAREST);
        break;
    default: ((uint8_t *)data)[i] = cm_f8_from_f64((cameo_dtype)dtype, v, true); break;
    }
}

double harness_load(int dtype, const void *data, size_t i) {
    switch (dtype) {
    case CAMEO_DOUBLE: return ((const double *)data)[i];
    case CAMEO_INT64: return (double)((const int64_t *)data)[i];
    case CAMEO_INT32: return (double)((const int32_t *)data)[i];
    case CAMEO_UINT64: return (double)((const uint64_t *)data)[i];
    case CAMEO_UINT32: return (double)((const uint32_t *)data)[i];
    default: return (double)cm_dtype_load_f32((cameo_dtype)dtype, data, i);
    }
}

/* ---- building a case ---- */

void harness_begin(harness *h, const cm_op *op, int since) {
    memset(h, 0, sizeof *h);
    h->op = op;
    h->since = since;
    h->prims = cm_prims_select(0);
    h->tables.attr.row = h->attr;
    h->tables.ints.row = h->ints;
    h->tables.floats.row = h->floats;
}

static cm_attr *harness_attr(harness *h, const char *name, int type) {
    if (h->tables.attr.n >= HARNESS_MAX) abort();
    cm_attr *a = &h->attr[h->tables.attr.n];
    if (h->tables.attr.n > 0) a[-1].next = h->tables.attr.n;
    h->tables.attr.n++;
    *a = (cm_attr){.name = cm_str_from_c(name), .type = type, .row = CM_NONE, .next = CM_NONE};
    return a;
}

void harness_attr_i(harness *h, const char *name, int64_t v) {
    harness_attr(h, name, CM_ATTR_INT)->i = v;
}
void harness_attr_f(harness *h, const char *name, float v) {
    harness_attr(h, name, CM_ATTR_FLOAT)->f = v;
}
void harness_attr_s(harness *h, const char *name, const char *s) {
    harness_attr(h, name, CM_ATTR_STRING)->s = cm_str_from_c(s);
}
void harness_attr_ints(harness *h, const char *name, size_t n, const int64_t *v) {
    if (h->tables.ints.n + n > sizeof h->ints / sizeof *h->ints) abort();
    harness_attr(h, name, CM_ATTR_INTS)->list = (cm_range){h->tables.ints.n, (uint32_t)n};
    if (n != 0) memcpy(h->ints + h->tables.ints.n, v, n * sizeof *v);
    h->tables.ints.n += (cm_id)n;
}
void harness_attr_floats(harness *h, const char *name, size_t n, const float *v) {
    if (h->tables.floats.n + n > sizeof h->floats / sizeof *h->floats) abort();
    harness_attr(h, name, CM_ATTR_FLOATS)->list = (cm_range){h->tables.floats.n, (uint32_t)n};
    if (n != 0) memcpy(h->floats + h->tables.floats.n, v, n * sizeof *v);
    h->tables.floats.n += (cm_id)n;
}

/* Fills slot x; its data, `bytes` of heap, are zeros. */
static void harness_slot(harness_tensor *x, int dtype, uint32_t rank, const size_t *dims,
                         size_t bytes) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= x->dims[i] = dims[i];
    if (bytes == SIZE_MAX) bytes = harness_bytes(dtype, n);
    void *data = calloc(bytes + 16, 1);
    if (data == NULL) abort();
    x->bytes = bytes;
    x->t = (cm_tensor){
        data,   x->dims, n, (uint8_t)dtype, (uint8_t)rank, CM_FORMAT_PLAIN, CAMEO_KIND_TENSOR,
        CM_NONE};
}

static void harness_slot_num(harness_tensor *x, int dtype, uint32_t rank, const size_t *dims,
                             const double *v) {
    harness_slot(x, dtype, rank, dims, SIZE_MAX);
    for (size_t i = 0; i < x->t.n; i++) harness_store(dtype, x->t.data, i, v[i]);
}

static void harness_slot_str(harness_tensor *x, uint32_t rank, const size_t *dims,
                             const char *const *v) {
    size_t n = 1;
    size_t bytes = 0;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i];
    for (size_t i = 0; i < n; i++) bytes += strlen(v[i]);
    harness_slot(x, CAMEO_STRING, rank, dims, (n + 1) * 4 + bytes);
    uint32_t *off = x->t.data;
    char *text = (char *)x->t.data + (n + 1) * 4;
    for (size_t i = 0; i < n; i++) {
        uint32_t len = (uint32_t)strlen(v[i]);
        memcpy(text + off[i], v[i], len);
        off[i + 1] = off[i] + len;
    }
}

static harness_tensor *harness_next(harness_tensor *list, uint32_t *n) {
    if (*n >= HARNESS_MAX) abort();
    return &list[(*n)++];
}

void harness_in(harness *h, int dtype, uint32_t rank, const size_t *dims, const void *data) {
    harness_tensor *x = harness_next(h->in, &h->n_in);
    harness_slot(x, dtype, rank, dims, SIZE_MAX);
    if (data != NULL) memcpy(x->t.data, data, x->bytes);
}
void harness_in_num(harness *h, int dtype, uint32_t rank, const size_t *dims, const double *v) {
    harness_slot_num(harness_next(h->in, &h->n_in), dtype, rank, dims, v);
}
void harness_in_str(harness *h, uint32_t rank, const size_t *dims, const char *const *v) {
    harness_slot_str(harness_next(h->in, &h->n_in), rank, dims, v);
}
void harness_in_none(harness *h) { harness_next(h->in, &h->n_in)->t.kind = CAMEO_KIND_NONE; }
void harness_const(harness *h) { h->in[h->n_in - 1].constant = true; }
void harness_hide(harness *h) { h->in[h->n_in - 1].hidden = true; }

void harness_out(harness *h, int dtype, uint32_t rank, const size_t *dims, const void *data) {
    harness_tensor *x = harness_next(h->out, &h->n_out);
    harness_slot(x, dtype, rank, dims, SIZE_MAX);
    if (data != NULL) memcpy(x->t.data, data, x->bytes);
}
void harness_out_num(harness *h, int dtype, uint32_t rank, const size_t *dims, const double *v) {
    harness_slot_num(harness_next(h->out, &h->n_out), dtype, rank, dims, v);
}
void harness_out_str(harness *h, uint32_t rank, const size_t *dims, const char *const *v) {
    harness_slot_str(harness_next(h->out, &h->n_out), rank, dims, v);
}
void harness_out_none(harness *h) { harness_next(h->out, &h->n_out)->t.kind = CAMEO_KIND_NONE; }

void harness_end(harness *h) {
    for (uint32_t i = 0; i < HARNESS_MAX; i++) {
        free(h->in[i].t.data);
        free(h->out[i].t.data);
        h->in[i].t.data = h->out[i].t.data = NULL;
    }
}

/* ---- parse and shape ---- */

static cameo_status harness_parse(harness *h) {
    cm_node node = {.attrs = {0, h->tables.attr.n - 1, h->tables.attr.n}};
    if (h->tables.attr.n == 0) node.attrs.first = node.attrs.last = CM_NONE;
    cm_parse p = {&h->tables, &node, h->op, h->since, h->n_in, h->n_out, &h->error, false, 0};
    if (h->op->params_size > sizeof h->params) abort();
    memset(h->params, 0, sizeof h->params);
    CM_TRY(cm_params_parse(&p, h->params));
    if (h->op->parse != NULL) CM_TRY(h->op->parse(&p, h->params));
    if (h->after_parse != NULL) h->after_parse(h->params);
    return CAMEO_OK;
}

static cameo_status harness_infer(harness *h) {
    const cm_avalue *in[HARNESS_MAX];
    for (uint32_t i = 0; i < h->n_in; i++) {
        const cm_tensor *t = &h->in[i].t;
        in[i] = &h->in_av[i];
        if (h->symbolic && h->in_av[i].kind != CAMEO_KIND_NONE) continue; /* given by the test */
        cm_avalue *v = &h->in_av[i];
        *v = (cm_avalue){.kind = t->kind, .dtype = t->dtype, .rank = t->rank, .n_elem = CM_NONE};
        for (uint32_t d = 0; d < t->rank; d++) v->dims[d] = (cm_dim)t->dims[d];
        if (!h->in[i].hidden) v->data = t->data;
    }
    cm_arena arena;
    cm_arena_init(&arena, h->arena + 64 - (uintptr_t)h->arena % 64, sizeof h->arena - 64);
    memset(h->out_av, 0, sizeof h->out_av);
    cm_shape s = {h->op,    h->params, h->n_in, h->n_out,
                  in,       h->out_av, h->dims, h->symbolic ? &arena : NULL,
                  h->since, NULL, 0, &h->error};
    return h->op->shape(&s);
}

cameo_status harness_shape(harness *h) {
    CM_TRY(harness_parse(h));
    return harness_infer(h);
}

/* The inferred dims of output k: all constant, and as expected. Unknown dims of dynamic operators
 * are left to the run. */
static bool harness_check_inferred(harness *h, uint32_t k) {
    const cm_avalue *v = &h->out_av[k];
    const cm_tensor *want = &h->out[k].t;
    bool dynamic = (h->op->flags & CM_OPF_DYNAMIC) != 0;
    bool ok = v->kind == CAMEO_KIND_TENSOR && v->dtype == want->dtype;
    if (dynamic && v->rank == CM_RANK_UNKNOWN) return ok;
    ok = ok && v->rank == want->rank;
    for (uint32_t d = 0; ok && d < want->rank; d++) {
        ok = v->dims[d] == (cm_dim)want->dims[d] || (dynamic && v->dims[d] == CM_DIM_UNKNOWN);
        if (!ok) {
            check_failed(__FILE__, __LINE__, "output %u dim %u is %lld, want %zu", k, d,
                         (long long)v->dims[d], want->dims[d]);
            return false;
        }
    }
    if (!ok) {
        check_failed(__FILE__, __LINE__, "output %u: kind %d dtype %d rank %d, want 1, %d, %d", k,
                     v->kind, v->dtype, v->rank, want->dtype, want->rank);
    }
    return ok;
}

/* ---- one execution ---- */

typedef enum harness_way {
    WAY_WHOLE,
    WAY_BACKWARD,
    WAY_RANDOM,
    WAY_INPLACE,
    WAY_COUNT
} harness_way;

typedef struct harness_exec {
    harness *h;
    const cm_row *row;
    harness_way way;
    uint32_t inplace; /* input that output 0 lies on */
    cm_kctx k;
    cm_tensor values[2 * HARNESS_MAX];
    cm_id in_ids[HARNESS_MAX], out_ids[HARNESS_MAX];
    size_t out_dims[HARNESS_MAX][CM_MAX_RANK];
    harness_block in[HARNESS_MAX], out[HARNESS_MAX], scratch, worker[HARNESS_WORKERS];
    uint32_t rng;
    bool one_task; /* of the running phase: out_alloc is allowed */
} harness_exec;

static uint32_t harness_random(harness_exec *x, uint32_t n) {
    x->rng = x->rng * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)x->rng * n) >> 32);
}

static cameo_status harness_out_alloc(const cm_kctx *k, uint32_t out, uint32_t rank,
                                      const size_t *dims, size_t bytes) {
    harness_exec *x = k->services_ctx;
    CM_CHECK(x->one_task, k->e, CAMEO_E_INTERNAL, "out_alloc from a phase with several tasks");
    if (k->out_ids[out] == CM_NONE) return CAMEO_OK;
    cm_tensor *t = &x->values[k->out_ids[out]];
    harness_block_free(&x->out[out]);
    x->out[out] = harness_block_new(bytes, x->way == WAY_WHOLE ? 0 : harness_align(t->dtype));
    t->data = x->out[out].p;
    t->rank = (uint8_t)rank;
    t->dims = x->out_dims[out];
    t->n = 1;
    for (uint32_t i = 0; i < rank; i++) t->n *= x->out_dims[out][i] = dims[i];
    return CAMEO_OK;
}

static cameo_status harness_out_set(const cm_kctx *k, uint32_t out, const cm_tensor *t) {
    size_t bytes = harness_bytes(t->dtype, t->n);
    if (t->dtype == CAMEO_STRING) bytes = (t->n + 1) * 4 + ((const uint32_t *)t->data)[t->n];
    CM_TRY(harness_out_alloc(k, out, t->rank, t->dims, bytes));
    if (k->out_ids[out] == CM_NONE || bytes == 0) return CAMEO_OK;
    memcpy(k->values[k->out_ids[out]].data, t->data, bytes);
    return CAMEO_OK;
}

static cameo_status harness_out_share(const cm_kctx *k, uint32_t out, uint32_t in) {
    return harness_out_set(k, out, cm_in(k, in));
}

static const cm_services harness_services = {
    .out_alloc = harness_out_alloc, .out_share = harness_out_share, .out_set = harness_out_set};

static void harness_exec_inputs(harness_exec *x) {
    harness *h = x->h;
    for (uint32_t i = 0; i < h->n_in; i++) {
        harness_tensor *src = &h->in[i];
        x->in_ids[i] = src->t.kind == CAMEO_KIND_NONE ? CM_NONE : i;
        if (x->in_ids[i] == CM_NONE) continue;
        size_t shift = x->way == WAY_WHOLE ? 0 : harness_align(src->t.dtype);
        if (src->constant && (x->row->flags & CM_ROWF_ANY_ALIGN) && x->way != WAY_WHOLE) shift = 1;
        x->in[i] = harness_block_new(src->bytes, shift);
        if (src->bytes != 0) memcpy(x->in[i].p, src->t.data, src->bytes);
        x->values[i] = src->t;
        x->values[i].dims = src->dims;
        x->values[i].data = src->t.n == 0 && x->way == WAY_RANDOM ? NULL : x->in[i].p;
    }
}

static void harness_exec_outputs(harness_exec *x) {
    harness *h = x->h;
    for (uint32_t i = 0; i < h->n_out; i++) {
        const harness_tensor *want = &h->out[i];
        x->out_ids[i] = want->t.kind == CAMEO_KIND_NONE ? CM_NONE : HARNESS_MAX + i;
        if (x->out_ids[i] == CM_NONE) continue;
        cm_tensor *t = &x->values[HARNESS_MAX + i];
        *t = want->t;
        t->dims = want->dims;
        t->data = NULL;
        if ((h->op->flags & CM_OPF_DYNAMIC) || want->t.dtype == CAMEO_STRING) continue;
        if (i == 0 && x->way == WAY_INPLACE) {
            t->data = x->in[x->inplace].p;
        } else {
            size_t shift = x->way == WAY_WHOLE ? 0 : harness_align(t->dtype);
            x->out[i] = harness_block_new(want->bytes, shift);
            t->data = want->t.n == 0 && x->way == WAY_RANDOM ? NULL : x->out[i].p;
        }
    }
}

/* Packs the row's constant operand, as a whole or in parts. The packed bytes replace the block. */
static cameo_status harness_exec_pack(harness_exec *x) {
    const cm_row_pack *pack = x->row->pack;
    uint8_t i = pack == NULL ? 0xff : pack->in;
    if (i >= x->h->n_in || x->in_ids[i] == CM_NONE) return CAMEO_OK;
    size_t bytes;
    CM_TRY(pack->size(&x->k, i, &bytes));
    harness_block packed = harness_block_new(bytes, 0);
    cm_packing how = {.parts = x->way == WAY_WHOLE ? 1 : 3};
    x->k.packing = &how;
    for (; how.part < how.parts; how.part++) pack->pack(&x->k, i, packed.p);
    x->k.packing = NULL;
    harness_block_free(&x->in[i]);
    x->in[i] = packed;
    x->values[i].data = packed.p;
    x->values[i].format = pack->format;
    return CAMEO_OK;
}

static cameo_status harness_exec_call(harness_exec *x, uint32_t phase, uint32_t begin, uint32_t end,
                                      uint32_t worker) {
    harness_block *w = &x->worker[worker];
    memset(w->p, 0xA5, w->n);
    x->k.worker_scratch = w->p;
    return x->row->run(&x->k, phase, begin, end);
}

/* Tasks of one phase in ranges, in random order: ranges are [cut[i], cut[i + 1]). */
static cameo_status harness_exec_random(harness_exec *x, uint32_t phase, uint32_t n) {
    uint32_t cut[65] = {0};
    uint32_t n_cuts = 1;
    while (n_cuts < 64 && cut[n_cuts - 1] < n) {
        uint32_t left = n - cut[n_cuts - 1];
        uint32_t take = n_cuts == 63 ? left : 1 + harness_random(x, left < 4 ? left : left / 2);
        cut[n_cuts] = cut[n_cuts - 1] + take;
        n_cuts++;
    }
    bool done[64] = {false};
    for (uint32_t i = 0; i + 1 < n_cuts; i++) {
        uint32_t r = harness_random(x, n_cuts - 1);
        while (done[r]) r = (r + 1) % (n_cuts - 1);
        done[r] = true;
        CM_TRY(harness_exec_call(x, phase, cut[r], cut[r + 1], i % HARNESS_WORKERS));
    }
    return CAMEO_OK;
}

static cameo_status harness_exec_phase(harness_exec *x, uint32_t phase, uint32_t n) {
    if (x->way == WAY_WHOLE || x->way == WAY_INPLACE) {
        return n == 0 ? CAMEO_OK : harness_exec_call(x, phase, 0, n, 0);
    }
    if (x->way == WAY_RANDOM) return harness_exec_random(x, phase, n);
    for (uint32_t t = n; t > 0; t--) CM_TRY(harness_exec_call(x, phase, t - 1, t, t % 2));
    return CAMEO_OK;
}

static cameo_status harness_exec_setup(harness_exec *x, cm_setup *s) {
    void *data[2 * HARNESS_MAX];
    for (uint32_t i = 0; i < 2 * HARNESS_MAX; i++) {
        bool keep = i < HARNESS_MAX && x->h->in[i].constant;
        data[i] = x->values[i].data;
        if (!keep) x->values[i].data = NULL;
    }
    x->k.services = NULL;
    cameo_status status = x->row->setup(&x->k, s);
    for (uint32_t i = 0; i < 2 * HARNESS_MAX; i++) x->values[i].data = data[i];
    x->k.services = &harness_services;
    return status;
}

/* Builds the context and runs it. */
static cameo_status harness_exec_run(harness_exec *x) {
    harness *h = x->h;
    harness_exec_inputs(x);
    harness_exec_outputs(x);
    x->k = (cm_kctx){.op = h->op,
                     .params = h->params,
                     .values = x->values,
                     .in_ids = x->in_ids,
                     .out_ids = x->out_ids,
                     .n_in = h->n_in,
                     .n_out = h->n_out,
                     .since = h->since,
                     .prims = h->prims,
                     .services_ctx = x,
                     .e = &h->error};
    CM_TRY(harness_exec_pack(x));
    cm_setup s = {0};
    CM_TRY(harness_exec_setup(x, &s));
    x->scratch = harness_block_new(s.scratch, 0);
    x->k.scratch = x->scratch.p;
    for (uint32_t w = 0; w < HARNESS_WORKERS; w++) {
        x->worker[w] = harness_block_new(s.worker_scratch, 0);
    }
    for (uint32_t p = 0; p < s.n_phases; p++) {
        uint32_t repeat = s.phase[p].repeat == 0 ? 1 : s.phase[p].repeat;
        x->one_task = s.phase[p].n_tasks == 1;
        for (x->k.iteration = 0; x->k.iteration < repeat; x->k.iteration++) {
            CM_TRY(harness_exec_phase(x, p, s.phase[p].n_tasks));
        }
    }
    return CAMEO_OK;
}

/* ---- comparing ---- */

static bool harness_is_float(int dtype) {
    return (CM_T(dtype) &
            (CM_T(CAMEO_FLOAT) | CM_T(CAMEO_DOUBLE) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16) |
             CM_T(CAMEO_FLOAT8E4M3FN) | CM_T(CAMEO_FLOAT8E4M3FNUZ) | CM_T(CAMEO_FLOAT8E5M2) |
             CM_T(CAMEO_FLOAT8E5M2FNUZ) | CM_T(CAMEO_FLOAT8E8M0))) != 0;
}

/* The stored bits of element i, for elements up to 8 bytes. */
static uint64_t harness_element(int dtype, const void *data, size_t i) {
    size_t bits = harness_bits(dtype);
    uint64_t v = 0;
    if (bits == 4) return cm_u4_get(data, i);
    if (bits == 2) return cm_u2_get(data, i);
    memcpy(&v, (const uint8_t *)data + i * (bits / 8), bits / 8);
    return v;
}

static bool harness_same(const harness *h, int dtype, const void *got, const void *want, size_t i) {
    if (harness_bits(dtype) == 128) {
        return memcmp((const char *)got + 16 * i, (const char *)want + 16 * i, 16) == 0;
    }
    if (harness_element(dtype, got, i) == harness_element(dtype, want, i)) return true;
    if (!harness_is_float(dtype)) return false;
    double g = harness_load(dtype, got, i);
    double w = harness_load(dtype, want, i);
    if (g != g || w != w) return g != g && w != w;
    if (h->rtol == 0 && h->atol == 0) return false;
    return g == w || fabs(g - w) <= h->atol + h->rtol * fabs(w);
}

static bool harness_compare_str(const harness_exec *x, uint32_t k, const cm_tensor *got,
                                const cm_tensor *want) {
    for (size_t i = 0; i < want->n; i++) {
        cm_str g = cm_tensor_str(got, i);
        cm_str w = cm_tensor_str(want, i);
        if (cm_str_eq(g, w)) continue;
        check_failed(__FILE__, __LINE__, "%s: output %u[%zu] is \"%.*s\", want \"%.*s\"",
                     x->row->run_symbol, k, i, (int)g.n, g.p, (int)w.n, w.p);
        return false;
    }
    return true;
}

static bool harness_compare(const harness_exec *x, uint32_t k) {
    static const char *const ways[WAY_COUNT] = {"whole", "backward", "random", "in place"};
    const harness *h = x->h;
    const cm_tensor *want = &h->out[k].t;
    const cm_tensor *got = &x->values[HARNESS_MAX + k];
    if (x->out_ids[k] == CM_NONE) return true;
    bool dims = got->rank == want->rank && got->n == want->n;
    for (uint32_t d = 0; dims && d < want->rank; d++) dims = got->dims[d] == want->dims[d];
    if (!dims) {
        check_failed(__FILE__, __LINE__, "%s: output %u has rank %u, %zu elements, want %u, %zu",
                     x->row->run_symbol, k, got->rank, got->n, want->rank, want->n);
        return false;
    }
    if (want->dtype == CAMEO_STRING) return harness_compare_str(x, k, got, want);
    for (size_t i = 0; i < want->n; i++) {
        if (harness_same(h, want->dtype, got->data, want->data, i)) continue;
        check_failed(__FILE__, __LINE__, "%s (%s): output %u[%zu] is %.9g (%llx), want %.9g (%llx)",
                     x->row->run_symbol, ways[x->way], k, i,
                     harness_load(want->dtype, got->data, i),
                     (unsigned long long)harness_element(want->dtype, got->data, i),
                     harness_load(want->dtype, want->data, i),
                     (unsigned long long)harness_element(want->dtype, want->data, i));
        return false;
    }
    return true;
}

/* Frees the blocks. False, and reported, if a guard byte or an input changed. */
static bool harness_exec_end(harness_exec *x) {
    bool ok = true;
    for (uint32_t i = 0; i < x->h->n_in; i++) {
        const harness_tensor *in = &x->h->in[i];
        bool changed = x->in[i].p != NULL && !(x->way == WAY_INPLACE && i == x->inplace) &&
                       x->values[i].format == CM_FORMAT_PLAIN && in->bytes != 0 &&
                       memcmp(x->in[i].p, in->t.data, in->bytes) != 0;
        if (changed) {
            check_failed(__FILE__, __LINE__, "%s: input %u changed", x->row->run_symbol, i);
        }
        ok = ok && !changed;
    }
    bool guards = true;
    for (uint32_t i = 0; i < HARNESS_MAX; i++) {
        guards &= harness_block_free(&x->in[i]);
        guards &= harness_block_free(&x->out[i]);
    }
    guards &= harness_block_free(&x->scratch);
    for (uint32_t w = 0; w < HARNESS_WORKERS; w++) guards &= harness_block_free(&x->worker[w]);
    if (!guards) check_failed(__FILE__, __LINE__, "%s: guard bytes changed", x->row->run_symbol);
    return ok && guards;
}

/* ---- rows ---- */

static bool harness_row_fits(harness *h, const cm_row *r, uint64_t features) {
    const cm_avalue *in[HARNESS_MAX];
    uint32_t consts = 0;
    for (uint32_t i = 0; i < h->n_in; i++) {
        in[i] = &h->in_av[i];
        consts |= (uint32_t)h->in[i].constant << i;
    }
    if (r->op != h->op->id || (r->features & ~features) != 0) return false;
    if (r->in0 != 0 && !(h->n_in > 0 && (r->in0 & CM_T(h->in[0].t.dtype)))) return false;
    bool has_in1 = h->n_in > 1 && h->in[1].t.kind != CAMEO_KIND_NONE;
    if (r->in1 != 0 && has_in1 && !(r->in1 & CM_T(h->in[1].t.dtype))) return false;
    if (r->out0 != 0 && !(r->out0 & CM_T(h->out[0].t.dtype))) return false;
    if (r->pack != NULL && !(consts >> r->pack->in & 1)) return false;
    cm_row_query q = {h->op, h->params, h->n_in, h->n_out, in, h->out_av, consts};
    return r->accept == NULL || r->accept(&q);
}

static bool harness_run_way(harness *h, const cm_row *row, harness_way way, uint32_t inplace) {
    harness_exec *x = calloc(1, sizeof *x);
    if (x == NULL) abort();
    x->h = h;
    x->row = row;
    x->way = way;
    x->inplace = inplace;
    x->rng = 12345;
    cameo_status status = harness_exec_run(x);
    bool ok = status == CAMEO_OK;
    if (!ok) {
        check_failed(__FILE__, __LINE__, "%s: %s: %s", row->run_symbol, cameo_status_name(status),
                     h->error.msg);
    }
    for (uint32_t k = 0; ok && k < h->n_out; k++) ok = harness_compare(x, k);
    ok = harness_exec_end(x) && ok;
    free(x);
    return ok;
}

/* Every way of one row. Output 0 may lie on an input of equal bytes and dtype. */
static bool harness_run_row(harness *h, const cm_row *row) {
    bool ok = true;
    for (int way = WAY_WHOLE; ok && way < WAY_INPLACE; way++) {
        ok = harness_run_way(h, row, (harness_way)way, 0);
    }
    if (!(h->op->flags & CM_OPF_INPLACE) || h->out[0].t.kind == CAMEO_KIND_NONE) return ok;
    for (uint32_t i = 0; ok && i < h->n_in; i++) {
        const harness_tensor *in = &h->in[i];
        bool fits = in->t.kind != CAMEO_KIND_NONE && in->t.dtype == h->out[0].t.dtype &&
                    in->bytes == h->out[0].bytes && !in->constant;
        if (fits) ok = harness_run_way(h, row, WAY_INPLACE, i);
    }
    return ok;
}

/* Every row for processors with these features, with the prims for them. */
static bool harness_run_rows(harness *h, uint64_t features) {
    bool ok = true;
    h->prims = cm_prims_select(features);
    for (const cm_row *r = harness_rows; ok && r->op != CM_OP_COUNT; r++) {
        if (!harness_row_fits(h, r, features)) continue;
        h->n_rows++;
        ok = harness_run_row(h, r);
    }
    return ok;
}

/* A view keeps the bytes of input 0. */
static bool harness_run_view(harness *h) {
    bool same = h->in[0].bytes == h->out[0].bytes;
    if (same && h->in[0].bytes != 0) {
        same = memcmp(h->in[0].t.data, h->out[0].t.data, h->in[0].bytes) == 0;
    }
    if (!same) check_failed(__FILE__, __LINE__, "the view's bytes are not those that are expected");
    return same;
}

FILE *harness_passed;

void harness_note_passed(const char *domain, cm_str op_type, int version, int kind, int dtype) {
    const cm_schema *s = cm_schema_find(cm_str_from_c(domain), op_type, version);
    if (harness_passed == NULL || s == NULL) return;
    fprintf(harness_passed, "%s %.*s %d %s\n", domain[0] == 0 ? "ai.onnx" : domain, (int)op_type.n,
            op_type.p, s->since_version,
            kind == CAMEO_KIND_MAP ? "map" : cameo_dtype_name((cameo_dtype)dtype));
}

static void harness_note_run(const harness *h) {
    const cm_op_entry *entry = cameo_ops_all.ops.entry;
    while (entry->op != h->op) entry++;
    cm_str op_type = cm_str_from_c(entry->op_type);
    const cm_schema *s = cm_schema_find(cm_str_from_c(entry->domain), op_type, h->since);
    if (s == NULL) return;
    const cm_tensor *t = cm_schema_input(s, 0) != NULL ? &h->in[0].t : &h->out[0].t;
    harness_note_passed(entry->domain, op_type, h->since, t->kind, t->dtype);
}

bool harness_run(harness *h) {
    cameo_status status = harness_shape(h);
    bool ok = status == CAMEO_OK;
    if (!ok) {
        check_failed(__FILE__, __LINE__, "shape: %s: %s", cameo_status_name(status), h->error.msg);
    }
    for (uint32_t k = 0; ok && k < h->n_out; k++) {
        if (h->out[k].t.kind != CAMEO_KIND_NONE) ok = harness_check_inferred(h, k);
    }
    if (ok && (h->op->flags & CM_OPF_VIEW)) {
        ok = harness_run_view(h);
    } else if (ok) {
        ok = harness_run_rows(h, 0) && harness_run_rows(h, test_features());
        if (h->n_rows == 0) check_failed(__FILE__, __LINE__, "no row of providers/cpu/cpu.def fits");
        ok = ok && h->n_rows > 0;
    }
    if (ok) harness_note_run(h);
    harness_end(h);
    return ok;
}

cameo_status harness_status(harness *h) {
    cameo_status status = harness_shape(h);
    for (const cm_row *r = harness_rows; status == CAMEO_OK && r->op != CM_OP_COUNT; r++) {
        if (!harness_row_fits(h, r, 0)) continue;
        harness_exec *x = calloc(1, sizeof *x);
        if (x == NULL) abort();
        x->h = h;
        x->row = r;
        status = harness_exec_run(x);
        if (!harness_exec_end(x)) status = CAMEO_E_INTERNAL;
        free(x);
        break;
    }
    harness_end(h);
    return status;
}
