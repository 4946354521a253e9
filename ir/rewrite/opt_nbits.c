/* opt_nbits.c — products with constant weights of 2 or 4 bits, or of 8 bits in blocks, keep them so in memory.
 *
 *   MatMul(x, DequantizeLinear(q, scale, zero))   =>   MatMulNBits(x, q', scale', zero')
 *
 * and Gemm alike, with Transpose or Cast between them. The weights are laid out anew, as [n][blocks of k]; a scale that
 * holds for more than one block is repeated. Folding instead would make floats of them, eight times as large: a product
 * of few rows takes as long as its weights take to come from memory. Weights of 8 bits with a scale for the tensor or
 * for each column stay with `fold` and `qlinear`. */
#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"
#include "ir/rewrite/opt.h"

/* Constant operands of a DequantizeLinear whose result is a matrix [k][n], or [n][k] if turned. */
typedef struct nbits_weight {
    const uint8_t *q, *scale, *zero; /* zero: NULL where there is none */
    int scale_dtype;
    bool scale_swapped; /* the bytes of a scale are in the other order than the machine's */
    uint32_t bits, flip; /* flip: what makes signed elements unsigned ones, half of the range more */
    bool turned;
    size_t k, n;
    size_t run;        /* elements along k that share a scale; 0: all */
    size_t step_k;     /* scales from one run to the next, and from column to column */
    size_t step_n;
    size_t block, blocks; /* of MatMulNBits */
} nbits_weight;

enum { NBITS_BLOCK = 128, NBITS_BLOCK_LEAST = 16, NBITS_TILE = 64 };

static bool nbits_type(int dtype, nbits_weight *w) {
    switch (dtype) {
    case CAMEO_INT2:
    case CAMEO_UINT2: w->bits = 2; break;
    case CAMEO_INT4:
    case CAMEO_UINT4: w->bits = 4; break;
    case CAMEO_INT8:
    case CAMEO_UINT8: w->bits = 8; break;
    default: return false;
    }
    bool is_signed = dtype == CAMEO_INT2 || dtype == CAMEO_INT4 || dtype == CAMEO_INT8;
    w->flip = is_signed ? 1u << (w->bits - 1) : 0;
    return true;
}

/* The bytes of a constant of n elements. */
static const uint8_t *nbits_bytes(const cm_ir *ir, cm_id value, size_t n) {
    size_t size = 0, want, count;
    if (value == CM_NONE || !cm_ir_is_const(ir, value)) return NULL;
    if (!cm_avalue_count(&ir->av[value], &count) || count != n) return NULL;
    if (cm_dtype_bytes((cameo_dtype)ir->av[value].dtype, n, &want) != CAMEO_OK) return NULL;
    const uint8_t *p = cm_ir_const_bytes(ir, value, &size);
    return size >= want ? p : NULL;
}

/* How scales lie; false: not one for a run of elements along k. */
static bool nbits_scales(const cm_ir *ir, cm_id node, nbits_weight *w, size_t *count) {
    const cm_avalue *s = &ir->av[cm_ir_in(ir, node, 1)];
    int64_t axis = cm_opt_i32(ir, node, "axis"), run = cm_opt_i32(ir, node, "block_size");
    axis += axis < 0 ? 2 : 0;
    bool along_k = axis == (w->turned ? 1 : 0);
    *count = 1;
    if (s->rank == 0 || (run == 0 && s->rank == 1 && s->dims[0] == 1)) return w->bits != 8;
    if (run == 0) {
        *count = w->n;
        w->step_n = 1;
        return !along_k && w->bits != 8 && s->rank == 1 && s->dims[0] == (int64_t)w->n;
    }
    if (run < NBITS_BLOCK_LEAST || !along_k || s->rank != 2) return false;
    size_t runs = (w->k - 1) / (size_t)run + 1;
    w->run = (size_t)run;
    w->step_k = w->turned ? 1 : w->n;
    w->step_n = w->turned ? runs : 1;
    if (cm_ckd_mul(runs, w->n, count)) return false;
    return s->dims[w->turned ? 1 : 0] == (int64_t)runs && s->dims[w->turned ? 0 : 1] == (int64_t)w->n;
}

/* The largest power of two that divides a run, unless one holds all. */
static bool nbits_blocks(nbits_weight *w) {
    size_t shared = w->run & (~w->run + 1);
    w->block = w->run == 0 || w->run >= w->k || shared > NBITS_BLOCK ? NBITS_BLOCK : shared;
    w->blocks = (w->k - 1) / w->block + 1;
    return w->block >= NBITS_BLOCK_LEAST;
}

static bool nbits_weight_of(const cm_ir *ir, cm_id node, bool turned, nbits_weight *w) {
    cm_id q = cm_ir_in(ir, node, 0), scale = cm_ir_in(ir, node, 1), zero = cm_ir_in(ir, node, 2);
    size_t n, count;
    *w = (nbits_weight){.turned = turned};
    if (q == CM_NONE || scale == CM_NONE || !nbits_type(ir->av[q].dtype, w)) return false;
    const cm_avalue *x = &ir->av[q];
    if (x->rank != 2 || !cm_dim_is_const(x->dims[0]) || !cm_dim_is_const(x->dims[1])) return false;
    w->k = (size_t)x->dims[turned ? 1 : 0];
    w->n = (size_t)x->dims[turned ? 0 : 1];
    if (w->k == 0 || w->n == 0 || w->k > INT32_MAX / 2 || w->n > INT32_MAX / 2 || cm_ckd_mul(w->k, w->n, &n))
        return false;
    w->q = nbits_bytes(ir, q, n);
    w->scale_dtype = ir->av[scale].dtype;
    bool floats = w->scale_dtype == CAMEO_FLOAT || w->scale_dtype == CAMEO_FLOAT16 || w->scale_dtype == CAMEO_BFLOAT16;
    if (w->q == NULL || !floats || cm_opt_i32(ir, node, "precision") != 0) return false;
    if (!nbits_scales(ir, node, w, &count) || !nbits_blocks(w)) return false;
    w->scale = nbits_bytes(ir, scale, count);
    if (w->scale == NULL) return false;
    w->scale_swapped = cm_payload_is_swapped(&ir->t.tensor.row[ir->t.value.row[scale].init].payload,
                                             (cameo_dtype)w->scale_dtype);
    if (zero != CM_NONE) w->zero = nbits_bytes(ir, zero, count);
    if (zero != CM_NONE && (w->zero == NULL || ir->av[zero].dtype != x->dtype)) return false;
    return true;
}

/* Which scale block g of column n has. */
static size_t nbits_scale_of(const nbits_weight *w, size_t n, size_t g) {
    size_t run = w->run == 0 ? 0 : g * w->block / w->run;
    return n * w->step_n + run * w->step_k;
}

/* Zero point of that block as MatMulNBits has it: half of the range where signed elements have none. */
static uint32_t nbits_zero(const nbits_weight *w, size_t n, size_t g) {
    return (w->zero == NULL ? 0 : cm_nbits_get(w->zero, nbits_scale_of(w, n, g), w->bits)) ^ w->flip;
}

/* The elements to [n][line] bytes of zeros: some columns at a time, so that lines of both sides stay in the cache. */
static void nbits_lay_out(const nbits_weight *w, size_t line, uint8_t *to) {
    size_t tile = w->turned ? 1 : NBITS_TILE;
    for (size_t first = 0; first < w->n; first += tile) {
        size_t end = w->n - first < tile ? w->n : first + tile;
        for (size_t k = 0; k < w->k; k++) {
            for (size_t n = first; n < end; n++) {
                uint32_t v = cm_nbits_get(w->q, w->turned ? n * w->k + k : k * w->n + n, w->bits) ^ w->flip;
                uint8_t *byte = to + n * line + k * w->bits / 8;
                *byte = (uint8_t)(*byte | v << (k * w->bits % 8));
            }
        }
    }
}

static void nbits_lay_out_scales(const nbits_weight *w, float *to) {
    size_t size = w->scale_dtype == CAMEO_FLOAT ? 4 : 2, swap = w->scale_swapped ? size : 1;
    for (size_t n = 0; n < w->n; n++) {
        for (size_t g = 0; g < w->blocks; g++) {
            float x = 0;
            cm_copy_swapped((uint8_t *)&x, w->scale + nbits_scale_of(w, n, g) * size, size, swap);
            to[n * w->blocks + g] = cm_dtype_load_f32((cameo_dtype)w->scale_dtype, &x, 0);
        }
    }
}

/* False: all are half of the range. */
static bool nbits_lay_out_zeros(const nbits_weight *w, size_t line, uint8_t *to) {
    bool any = false;
    for (size_t n = 0; n < w->n; n++) {
        for (size_t g = 0; g < w->blocks; g++) {
            uint32_t zero = nbits_zero(w, n, g);
            uint8_t *byte = to + n * line + g * w->bits / 8;
            *byte = (uint8_t)(*byte | zero << (g * w->bits % 8));
            any = any || zero != 1u << (w->bits - 1);
        }
    }
    return any;
}

/* Operands 1, 2, 3 of MatMulNBits; in[2] is CM_NONE where it needs no zero points. *made: they are within the limits
 * of folding. */
static cameo_status nbits_operands(cm_ir *ir, cm_id graph, const nbits_weight *w, cm_id in[3], bool *made) {
    size_t line = w->blocks * (w->block * w->bits / 8), zero_line = (w->blocks * w->bits + 7) / 8, bytes, count;
    bool fits = !cm_ckd_mul(w->n, line, &bytes) && !cm_ckd_mul(w->n, w->blocks, &count) && count <= SIZE_MAX / 8;
    *made = false;
    if (!fits || !cm_opt_afford(ir, (uint64_t)bytes + count * 5, (uint64_t)w->n * w->k)) return CAMEO_OK;
    uint8_t *q = CM_ARENA_NEW_N(ir->work, uint8_t, bytes);
    float *scale = CM_ARENA_NEW_N(ir->work, float, count);
    uint8_t *zero = CM_ARENA_NEW_N(ir->work, uint8_t, w->n * zero_line);
    if (q == NULL || scale == NULL || zero == NULL) return cm_ir_nomem(ir);
    nbits_lay_out(w, line, q);
    nbits_lay_out_scales(w, scale);
    const int64_t dims[3] = {(int64_t)w->n, (int64_t)w->blocks, (int64_t)(line / w->blocks)}, n_scales = (int64_t)count,
                  n_zeros = (int64_t)(w->n * zero_line);
    in[2] = CM_NONE;
    CM_TRY(cm_ir_add_const(ir, graph, CAMEO_UINT8, 3, dims, q, &in[0]));
    CM_TRY(cm_ir_add_const(ir, graph, CAMEO_FLOAT, 1, &n_scales, scale, &in[1]));
    if (nbits_lay_out_zeros(w, zero_line, zero))
        CM_TRY(cm_ir_add_const(ir, graph, CAMEO_UINT8, 1, &n_zeros, zero, &in[2]));
    *made = true;
    return CAMEO_OK;
}

/* Can the addend of a Gemm be a bias: one number for each of n columns? */
static bool nbits_is_bias(const cm_ir *ir, cm_id c, int64_t n) {
    const cm_avalue *v = &ir->av[c];
    if (v->dtype != CAMEO_FLOAT || v->rank == CM_RANK_UNKNOWN || v->rank < 1 || v->rank > 2) return false;
    return v->dims[v->rank - 1u] == n && (v->rank == 1 || v->dims[0] == 1);
}

/* A product of floats with `value` as its second operand that MatMulNBits can be. */
static bool nbits_is_product(const cm_ir *ir, cm_id node, cm_id value, bool *turned) {
    cm_id a = cm_ir_in(ir, node, 0), c = cm_ir_in(ir, node, 2);
    bool gemm = cm_opt_is(ir, node, CM_OP_Gemm);
    if (!gemm && !cm_opt_is(ir, node, CM_OP_MatMul)) return false;
    if (cm_ir_in(ir, node, 1) != value || a == CM_NONE || a == value || ir->info[node].provider != 0) return false;
    const cm_avalue *x = &ir->av[a], *b = &ir->av[value];
    if (x->dtype != CAMEO_FLOAT || x->rank == CM_RANK_UNKNOWN || x->rank == 0 || b->rank != 2) return false;
    if (cm_opt_is_activated(ir, node)) return false;
    if (!gemm) return true;
    if (cm_opt_i32(ir, node, "transA") != 0 || cm_opt_f32(ir, node, "alpha") != 1.0f) return false;
    bool across = cm_opt_i32(ir, node, "transB") != 0;
    *turned = *turned != across;
    if (c == CM_NONE) return true;
    if (ir->info[node].since < 7 || cm_opt_f32(ir, node, "beta") != 1.0f) return false;
    return nbits_is_bias(ir, c, b->dims[across ? 0 : 1]);
}

/* The product at the end of Transposes and Casts that begin at `user` of value and have one user each, or CM_NONE. */
static cm_id nbits_product(const cm_ir *ir, cm_id user, cm_id value, bool *turned) {
    *turned = false;
    for (int steps = 0; steps < 3 && user != CM_NONE; steps++) {
        if (nbits_is_product(ir, user, value, turned)) return user;
        bool turns = cm_opt_is(ir, user, CM_OP_Transpose), casts = cm_opt_is(ir, user, CM_OP_Cast);
        int64_t first = 1;
        if ((!turns && !casts) || cm_ir_in(ir, user, 0) != value) return CM_NONE;
        if (turns && !cm_opt_list_at(ir, user, "perm", 2, 0, 1, &first)) return CM_NONE;
        if (turns && first == 1) *turned = !*turned;
        value = cm_ir_out(ir, user, 0);
        if (value == CM_NONE || ir->av[value].rank != 2) return CM_NONE;
        if (casts && ir->av[value].dtype != CAMEO_FLOAT) return CM_NONE;
        user = cm_ir_only_user(ir, value);
    }
    return CM_NONE;
}

/* The product becomes MatMulNBits. */
static cameo_status nbits_replace(cm_opt *o, const cm_op_entry *entry, cm_id node, const nbits_weight *w,
                                  bool *changed) {
    cm_ir *ir = o->ir;
    cm_id in[3], b = cm_ir_in(ir, node, 1), c = cm_ir_in(ir, node, 2);
    cameo_error ignored = {0};
    bool made;
    CM_TRY(nbits_operands(ir, ir->t.node.row[node].graph, w, in, &made));
    if (!made) return CAMEO_OK;
    cm_opt_set_op(ir, node, entry, entry->since);
    CM_TRY(cm_ir_set_int(ir, node, "K", (int64_t)w->k));
    CM_TRY(cm_ir_set_int(ir, node, "N", (int64_t)w->n));
    CM_TRY(cm_ir_set_int(ir, node, "bits", (int64_t)w->bits));
    CM_TRY(cm_ir_set_int(ir, node, "block_size", (int64_t)w->block));
    CM_TRY(cm_ir_parse_node(ir, node, &ignored));
    if (c != CM_NONE) CM_TRY(cm_ir_set_in(ir, node, 2, CM_NONE));
    if (c != CM_NONE) CM_TRY(cm_ir_set_in(ir, node, 5, c));
    if (in[2] != CM_NONE) CM_TRY(cm_ir_set_in(ir, node, 3, in[2]));
    CM_TRY(cm_ir_set_in(ir, node, 2, in[1]));
    CM_TRY(cm_ir_set_in(ir, node, 1, in[0]));
    *changed = true;
    return cm_opt_kill_unread(o, &b, 1);
}

/* The products that read the result of a DequantizeLinear. */
cameo_status cm_rewrite_nbits(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_op_entry *entry = cm_ir_find_op(ir, CM_STR("com.microsoft"), CM_STR("MatMulNBits"));
    cm_id y = cm_ir_out(ir, node, 0), next;
    if (!cm_opt_is(ir, node, CM_OP_DequantizeLinear) || y == CM_NONE || entry == NULL) return CAMEO_OK;
    if (cm_ir_is_custom(ir, entry->op)) return CAMEO_OK;
    for (cm_id u = ir->t.value.row[y].first_use; u != CM_NONE; u = next) {
        bool turned;
        nbits_weight w;
        next = ir->t.use.row[u].next;
        cm_id product = nbits_product(ir, ir->t.use.row[u].node, y, &turned);
        if (product == CM_NONE || ir->t.node.row[product].graph != ir->t.node.row[node].graph) continue;
        if (nbits_weight_of(ir, node, turned, &w)) CM_TRY(nbits_replace(o, entry, product, &w, changed));
    }
    return CAMEO_OK;
}
