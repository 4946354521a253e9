/* chain.c — Chain, Cameo's own: the elementwise operators that rewrite `chain` joined, stage by stage over blocks of
 * results that stay in cache. ir/chain.h describes the program.
 *
 * Operands are f32, Where's condition is bool, what DequantizeLinear reads int8 or uint8; they are broadcast to the
 * output. An operand is read where it lies as
 * long as a block of it is dense or one element, else the block is written out in scratch first. Every stage is the one
 * that the row of its operator calls, so the bits are those of the operators one by one, wherever blocks begin. */
#include "ir/chain.h"

#include "kernels/broadcast.h"
#include "kernels/where.h"

/* Elements of a block, and the longest rows of an operand over whose ends blocks go. */
#define CHAIN_BLOCK ((size_t)1024)
#define CHAIN_SHORT ((size_t)128)

static const cm_field chain_fields[] = {CM_F_OWN(cm_chain_params, axis), CM_F_OWN(cm_chain_params, n_in),
                                        CM_F_OWN(cm_chain_params, n), CM_F_OWN(cm_chain_params, stage)};

/* ---- shape ---- */

/* The condition of stage s is operand i. */
static bool chain_decides(const cm_chain_stage *s, uint32_t i) {
    return cm_chain_fn_of(s) == CM_CHAIN_Where && s->imm[0] == (float)i;
}

/* Stage s reads the integers of operand i. */
static bool chain_widens(const cm_chain_stage *s, uint32_t i) {
    return cm_chain_fn_of(s) == CM_CHAIN_DequantizeLinear && cm_chain_a(s) == CM_CHAIN_REGISTERS + i;
}

static int chain_result(const cm_chain_params *p) {
    cm_chain_fn last = cm_chain_fn_of(&p->stage[p->n - 1]);
    return last == CM_CHAIN_QuantizeU8 ? CAMEO_UINT8 : last == CM_CHAIN_QuantizeI8 ? CAMEO_INT8 : CAMEO_FLOAT;
}

static cameo_status chain_shape(cm_shape *s) {
    const cm_chain_params *p = s->params;
    uint32_t rank = CM_RANK_UNKNOWN;
    cm_dim dims[CM_MAX_RANK];
    CM_CHECK(p->n > 0 && p->n_in > 0, s->e, CAMEO_E_UNSUPPORTED, "an operator that no file can name");
    for (uint32_t i = 0; i < (uint32_t)p->n_in; i++) {
        bool decides = false, widens = false;
        for (int32_t k = 0; k < p->n; k++) {
            decides = decides || chain_decides(&p->stage[k], i);
            widens = widens || chain_widens(&p->stage[k], i);
        }
        int dtype = cm_shape_in(s, i)->dtype;
        int want = decides ? CAMEO_BOOL : !widens ? CAMEO_FLOAT : dtype == CAMEO_INT8 ? CAMEO_INT8 : CAMEO_UINT8;
        CM_CHECK(cm_shape_has(s, i), s->e, CAMEO_E_MISSING, "input %u is missing", i);
        CM_CHECK(dtype == want, s->e, CAMEO_E_TYPE, "input %u is %s, want %s", i, cameo_dtype_name((cameo_dtype)dtype),
                 cameo_dtype_name((cameo_dtype)want));
    }
    CM_TRY(cm_shape_broadcast(s, 0, (uint32_t)p->n_in, &rank, dims));
    return cm_shape_out(s, 0, chain_result(p), rank, dims);
}

/* What the operators cost together: each gives as many elements as the last. */
static uint64_t chain_cost(const cm_shape *s) {
    const cm_chain_params *p = s->params;
    size_t n;
    return cm_avalue_count(&s->out[0], &n) ? cm_cost_mul(n, (uint64_t)p->n) : 0;
}

const cm_op cm_op_Chain = {.id = CM_OP_Chain,
                           .flags = CM_OPF_INPLACE,
                           .n_fields = sizeof chain_fields / sizeof *chain_fields,
                           .params_size = sizeof(cm_chain_params),
                           .fields = chain_fields,
                           .shape = chain_shape,
                           .cost = chain_cost};

/* ---- operands ---- */

/* An operand on its way through the output's elements. Dims of the output along which it goes on, or stands still,
 * alike are one; outermost first. */
typedef struct chain_operand {
    const uint8_t *x; /* element 0 */
    size_t size;      /* bytes of an element: 4 or 1 */
    uint32_t rank;    /* >= 1 */
    size_t dim[CM_MAX_RANK];
    size_t step[CM_MAX_RANK];  /* elements of x; 0: it stands still */
    size_t index[CM_MAX_RANK]; /* where it is */
    size_t at;                 /* and which element of x that is */
    uint8_t *block;            /* room for a block in scratch */
    const uint8_t *held;       /* the row that the block holds again and again, n_held elements; or NULL */
    size_t n_held;
} chain_operand;

/* A block of an operand or register. */
typedef struct chain_source {
    const void *p;
    size_t step; /* 1, or 0 for one element */
} chain_source;

static void chain_operand_init(chain_operand *o, const cm_tensor *x, const cm_tensor *y, uint8_t *block) {
    uint32_t missing = y->rank - (uint32_t)x->rank;
    *o = (chain_operand){.x = x->data, .size = x->dtype == CAMEO_FLOAT ? sizeof(float) : 1, .block = block};
    for (uint32_t d = 0; d < y->rank; d++) {
        bool moves = d >= missing && x->dims[d - missing] != 1;
        if (y->dims[d] == 1) continue;
        if (o->rank > 0 && (o->step[o->rank - 1] != 0) == moves) {
            o->dim[o->rank - 1] *= y->dims[d];
        } else {
            o->dim[o->rank] = y->dims[d];
            o->step[o->rank++] = moves;
        }
    }
    if (o->rank == 0) o->dim[o->rank++] = 1;
    size_t step = 1;
    for (uint32_t d = o->rank; d-- > 0;) {
        if (o->step[d] == 0) continue;
        o->step[d] = step;
        step *= o->dim[d];
    }
}

/* Goes on by n elements of the output. */
static void chain_advance(chain_operand *o, size_t n) {
    uint32_t d = o->rank - 1;
    size_t to = o->index[d] + n;
    if (to < o->dim[d]) {
        o->index[d] = to;
        o->at += n * o->step[d];
    } else if (to == o->dim[d] && d > 0 && o->index[d - 1] + 1 < o->dim[d - 1]) {
        o->at += o->step[d - 1] - o->index[d] * o->step[d]; /* modulo 2^N, as it may go back */
        o->index[d] = 0;
        o->index[d - 1]++;
    } else {
        for (d++; d-- > 0 && n > 0;) {
            to = o->index[d] + n;
            n = to / o->dim[d];
            to -= n * o->dim[d];
            o->at += (to - o->index[d]) * o->step[d];
            o->index[d] = to;
        }
    }
}

/* Would the next n elements be one row again and again? */
static bool chain_repeats(const chain_operand *o, size_t n) {
    uint32_t d = o->rank - 1;
    if (o->rank < 2 || o->step[d] == 0 || o->index[d] != 0) return false;
    return n <= (o->dim[d - 1] - o->index[d - 1]) * o->dim[d];
}

/* y[0, n) = *x, two at a time. */
static void chain_fill_still(float *y, const float *x, size_t n) {
    size_t i = 0;
    uint32_t bits;
    memcpy(&bits, x, sizeof bits);
    uint64_t two = (uint64_t)bits << 32 | bits;
    for (; i + 2 <= n; i += 2) memcpy(y + i, &two, sizeof two);
    if (i < n) y[i] = *x;
}

/* Writes out the next n elements. */
static void chain_fill(chain_operand *o, size_t n) {
    uint32_t d = o->rank - 1;
    bool moves = o->step[d] != 0;
    for (size_t i = 0, part; i < n; i += part) {
        const uint8_t *x = o->x + o->at * o->size;
        part = cm_min_size(n - i, o->dim[d] - o->index[d]);
        if (moves) {
            memcpy(o->block + i * o->size, x, part * o->size);
        } else if (o->size == 1) {
            memset(o->block + i, *x, part);
        } else {
            chain_fill_still((float *)(void *)o->block + i, (const float *)(const void *)x, part);
        }
        chain_advance(o, part);
    }
}

/* The next n elements, n <= CHAIN_BLOCK. */
static chain_source chain_next(chain_operand *o, size_t n) {
    uint32_t d = o->rank - 1;
    chain_source s = {o->x + o->at * o->size, o->step[d] != 0};
    if (n <= o->dim[d] - o->index[d]) {
        chain_advance(o, n);
        return s;
    }
    bool repeats = chain_repeats(o, n);
    if (repeats && o->held == s.p && n <= o->n_held) {
        chain_advance(o, n);
    } else {
        o->held = repeats ? s.p : NULL;
        o->n_held = n;
        chain_fill(o, n);
    }
    return (chain_source){o->block, 1};
}

/* ---- run ---- */

/* A stage as it runs. */
typedef struct chain_step {
    cm_stage_id id;  /* not of Where */
    uint32_t n_run;  /* it begins a run of so many stages (kernels/prim/stage_run.h); 0: it goes by itself */
    bool from_last;  /* in a run: a is the result of the stage before */
    bool kept;       /* in a run: others than that one's follower read the result */
} chain_step;

/* What a block of all 256 bytes becomes. */
typedef struct chain_table {
    uint8_t index[256], bytes[256];
    float floats[256];
} chain_table;

/* At the beginning of a worker's scratch memory; behind it the table, where there is one, and the registers. */
typedef struct chain_state {
    const cm_kctx *k;
    const cm_chain_params *p;
    chain_operand in[CM_CHAIN_OPERANDS];
    chain_source source[CM_CHAIN_REGISTERS + CM_CHAIN_OPERANDS]; /* of the block in hand */
    float *reg[CM_CHAIN_REGISTERS];
    const chain_operand *row; /* of the shortest rows below CHAIN_SHORT: blocks are made of whole ones; or NULL */
    chain_step step[CM_CHAIN_STAGES];
} chain_state;

static cm_stage_id chain_stage_id(cm_chain_fn fn) {
    switch (fn) {
#define X(op_type, stage, arity, imm0, imm1) \
    case CM_CHAIN_##op_type: return CM_STAGE_ID_##stage;
        CM_CHAIN_OPERATORS(X)
#undef X
    case CM_CHAIN_Clip: return CM_STAGE_ID_clip;
    case CM_CHAIN_DequantizeLinear: return CM_STAGE_ID_dequantize;
    case CM_CHAIN_QuantizeI8: return CM_STAGE_ID_quantize_i8;
    case CM_CHAIN_QuantizeU8: return CM_STAGE_ID_quantize_u8;
    default: return CM_STAGE_ID_gelu_tanh;
    }
}

static bool chain_reads_bytes(const cm_chain_stage *s) {
    return cm_chain_fn_of(s) == CM_CHAIN_DequantizeLinear && cm_chain_a(s) >= CM_CHAIN_REGISTERS;
}

static bool chain_quantizes(const cm_chain_stage *s) {
    return cm_chain_fn_of(s) == CM_CHAIN_QuantizeI8 || cm_chain_fn_of(s) == CM_CHAIN_QuantizeU8;
}

/* How many operands stage k has, if it can be in a run; 0: it can not. */
static uint32_t chain_run_arity(const cm_chain_params *p, int32_t k) {
    const cm_chain_stage *s = &p->stage[k];
    if (cm_chain_fn_of(s) == CM_CHAIN_Where) return 0;
    switch (chain_stage_id(cm_chain_fn_of(s))) {
#define X(name, arity) \
    case CM_STAGE_ID_##name: return arity;
        CM_STAGE_RUN(X)
#undef X
    default: return 0;
    }
}

/* Does stage i read the result of stage k in another way than as the one before it in a run? */
static bool chain_reads(const cm_chain_params *p, const chain_step *step, int32_t i, int32_t k) {
    const cm_chain_stage *s = &p->stage[i];
    uint32_t dst = cm_chain_dst(&p->stage[k]), arity = chain_run_arity(p, i);
    bool by_a = cm_chain_a(s) == dst && !(i == k + 1 && step[i].from_last);
    return by_a || (arity != 1 && cm_chain_b(s) == dst);
}

/* Which stages are in runs, and which results in them go to registers. */
static void chain_plan(const cm_chain_params *p, chain_step *step) {
    for (int32_t k = 0, n; k < p->n; k += n) {
        for (n = 0; k + n < p->n && chain_run_arity(p, k + n) != 0; n++) {
            const cm_chain_stage *s = &p->stage[k + n];
            step[k + n] = (chain_step){.id = chain_stage_id(cm_chain_fn_of(s))};
            if (n > 0) step[k + n].from_last = cm_chain_a(s) == cm_chain_dst(s - 1);
        }
        if (n == 0) step[k] = (chain_step){.id = chain_stage_id(cm_chain_fn_of(&p->stage[k]))};
        if (n > 1) step[k].n_run = (uint32_t)n;
        if (n == 0) n = 1;
        step[k + n - 1].kept = true;
    }
    for (int32_t k = 0; k + 1 < p->n; k++) {
        for (int32_t i = k + 1; i < p->n && !step[k].kept; i++) {
            step[k].kept = chain_reads(p, step, i, k);
            if (cm_chain_dst(&p->stage[i]) == cm_chain_dst(&p->stage[k])) break;
        }
    }
}

/* Registers that results are put in. */
static uint32_t chain_registers(const cm_chain_params *p, const chain_step *step) {
    uint32_t n = 0;
    for (int32_t i = 0; i + 1 < p->n; i++) {
        uint32_t dst = cm_chain_dst(&p->stage[i]);
        if (step[i].kept && dst >= n) n = dst + 1;
    }
    return n;
}

/* Fewest elements for which a table pays, and fewest stages where it gives floats. */
#define CHAIN_TABLE ((size_t)1024)
#define CHAIN_TABLE_STAGES 3

/* Is each element of y a function of that of one operand of 8-bit integers? */
static bool chain_has_table(const cm_kctx *k) {
    const cm_chain_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    if (p->n_in != 1 || x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_BOOL) return false;
    return x->n == y->n && y->n >= CHAIN_TABLE && (y->dtype != CAMEO_FLOAT || p->n >= CHAIN_TABLE_STAGES);
}

/* Bytes of a worker's scratch memory before the table, before the registers. */
#define CHAIN_STATE ((sizeof(chain_state) + 63) & ~(size_t)63)
static size_t chain_head(const cm_kctx *k) { return CHAIN_STATE + (chain_has_table(k) ? sizeof(chain_table) : 0); }

/* One phase over the output's elements. Worker scratch: a block for each register and operand. Errors: E_SHAPE. */
cameo_status cm_chain_setup(const cm_kctx *k, cm_setup *s) {
    const cm_chain_params *p = k->params;
    chain_step step[CM_CHAIN_STAGES];
    CM_TRY(cm_broadcast_check(k, (uint32_t)p->n_in));
    chain_plan(p, step);
    size_t n = cm_out(k, 0)->n, blocks = chain_registers(p, step) + (uint32_t)p->n_in;
    cm_setup_simple(s, n, CM_TASK_ITEMS);
    s->worker_scratch = chain_head(k) + blocks * cm_min_size(n, CHAIN_BLOCK) * sizeof(float);
    return CAMEO_OK;
}

/* At element `at` of the output. */
static void chain_begin(chain_state *r, const cm_kctx *k, size_t at) {
    const cm_tensor *y = cm_out(k, 0);
    size_t room = cm_min_size(y->n, CHAIN_BLOCK);
    float *scratch = (float *)(void *)(k->worker_scratch + chain_head(k));
    r->k = k;
    r->p = k->params;
    r->row = NULL;
    memset(r->source, 0, sizeof r->source); /* stages of one operand look at a second, but for its elements */
    chain_plan(r->p, r->step);
    for (uint32_t i = 0, n = chain_registers(r->p, r->step); i < n; i++, scratch += room) {
        r->reg[i] = scratch;
        r->source[i] = (chain_source){scratch, 1};
    }
    for (uint32_t i = 0; i < (uint32_t)r->p->n_in; i++, scratch += room) {
        chain_operand *o = &r->in[i];
        chain_operand_init(o, cm_in(k, i), y, (uint8_t *)scratch);
        chain_advance(o, at);
        size_t dim = o->dim[o->rank - 1];
        if (o->rank < 2 || dim >= CHAIN_SHORT) continue;
        if (r->row == NULL || dim < r->row->dim[r->row->rank - 1]) r->row = o;
    }
}

/* Elements of the next block. */
static size_t chain_length(const chain_state *r) {
    size_t n = CHAIN_BLOCK;
    if (r->row != NULL) {
        uint32_t d = r->row->rank - 1;
        n = CHAIN_BLOCK / r->row->dim[d] * r->row->dim[d] - r->row->index[d];
    }
    for (uint32_t i = 0; i < (uint32_t)r->p->n_in; i++) {
        uint32_t d = r->in[i].rank - 1;
        if (r->in[i].dim[d] >= CHAIN_SHORT) n = cm_min_size(n, r->in[i].dim[d] - r->in[i].index[d]);
    }
    return n;
}

static chain_source chain_source_of(const chain_state *r, const cm_chain_stage *s, uint32_t from) {
    if (from != CM_CHAIN_NUMBER) return r->source[from];
    return (chain_source){&s->imm[cm_chain_fn_of(s) == CM_CHAIN_Where], 0};
}

/* Where stage k puts the block that goes to y in the end. */
static void *chain_target(const chain_state *r, int32_t k, void *y) {
    return k + 1 == r->p->n ? y : r->reg[cm_chain_dst(&r->p->stage[k])];
}

/* The integers of an operand to floats. */
static void chain_widen(const chain_state *r, const cm_chain_stage *s, float *y, size_t n) {
    uint32_t i = cm_chain_a(s) - CM_CHAIN_REGISTERS;
    chain_source a = r->source[cm_chain_a(s)];
    int32_t zero = (int32_t)s->imm[1];
    size_t m = a.step == 0 ? cm_min_size(n, 1) : n;
    if (cm_in(r->k, i)->dtype == CAMEO_INT8) CM_PRIM(r->k, dequantize_i8)(a.p, s->imm[0], zero, y, m);
    else CM_PRIM(r->k, dequantize_u8)(a.p, s->imm[0], zero, y, m);
    if (a.step == 0 && n > 1) chain_fill_still(y + 1, y, n - 1);
}

/* The integers of the result. */
static void chain_narrow(const chain_state *r, const cm_chain_stage *s, uint8_t *y, size_t n) {
    chain_source a = chain_source_of(r, s, cm_chain_a(s));
    int32_t lo = cm_chain_fn_of(s) == CM_CHAIN_QuantizeI8 ? -128 : 0;
    CM_PRIM(r->k, quantize_8)(a.p, s->imm[0], (int32_t)s->imm[1], lo, lo + 255, y, a.step == 0 ? 1 : n);
    if (a.step == 0) memset(y, *y, n);
}

/* Stage k by itself. */
static void chain_stage(const chain_state *r, int32_t k, void *y, size_t n) {
    const cm_chain_stage *s = &r->p->stage[k];
    if (k + 1 == r->p->n && chain_quantizes(s)) {
        chain_narrow(r, s, y, n);
        return;
    }
    if (chain_reads_bytes(s)) {
        chain_widen(r, s, y, n);
        return;
    }
    chain_source a = chain_source_of(r, s, cm_chain_a(s)), b = chain_source_of(r, s, cm_chain_b(s));
    if (cm_chain_fn_of(s) == CM_CHAIN_Where) {
        chain_source c = r->source[CM_CHAIN_REGISTERS + (uint32_t)s->imm[0]];
        cm_where_row_32(&(cm_broadcast_row){
            .y = y, .x = {c.p, a.p, b.p}, .move = {(uint32_t)c.step, (uint32_t)a.step, (uint32_t)b.step}, .n = n});
        return;
    }
    r->k->prims->stage[r->step[k].id](&(cm_stage_args){a.p, b.p, a.step, b.step, s->imm}, y, n);
}

/* The run of stages that begins with stage k. */
static void chain_run(const chain_state *r, int32_t k, void *y, size_t n) {
    cm_stage_op op[CM_CHAIN_STAGES];
    uint32_t n_run = r->step[k].n_run;
    for (uint32_t i = 0; i < n_run; i++, k++) {
        const cm_chain_stage *s = &r->p->stage[k];
        const chain_step *step = &r->step[k];
        chain_source a = chain_source_of(r, s, cm_chain_a(s)), b = chain_source_of(r, s, cm_chain_b(s));
        op[i] = (cm_stage_op){.stage = step->id,
                              .a = step->from_last ? NULL : a.p,
                              .b = b.p,
                              .a_step = a.step,
                              .b_step = b.step,
                              .imm = s->imm,
                              .y = step->kept ? chain_target(r, k, y) : NULL,
                              .y_bytes = k + 1 == r->p->n && chain_quantizes(s)};
        if (chain_reads_bytes(s)) {
            bool is_signed = cm_in(r->k, cm_chain_a(s) - CM_CHAIN_REGISTERS)->dtype == CAMEO_INT8;
            op[i].a_form = is_signed ? CM_STAGE_I8 : CM_STAGE_U8;
        }
    }
    CM_PRIM(r->k, stage_run)(op, n_run, n);
}

/* The stages over n elements, to y. */
static void chain_block(const chain_state *r, void *y, size_t n) {
    for (int32_t k = 0; k < r->p->n;) {
        if (r->step[k].n_run != 0) {
            chain_run(r, k, y, n);
            k += (int32_t)r->step[k].n_run;
        } else {
            chain_stage(r, k, chain_target(r, k, y), n);
            k++;
        }
    }
}

/* ---- tables ---- */

static void chain_map_8(const uint8_t *table, const uint8_t *x, uint8_t *y, size_t n) {
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        uint8_t a = table[x[i]], b = table[x[i + 1]], c = table[x[i + 2]], d = table[x[i + 3]];
        y[i] = a, y[i + 1] = b, y[i + 2] = c, y[i + 3] = d;
    }
    for (; i < n; i++) y[i] = table[x[i]];
}

/* Elements [at, last) by way of table t. */
static void chain_by_table(chain_state *r, chain_table *t, size_t at, size_t last) {
    const uint8_t *x = cm_in(r->k, 0)->data;
    cm_tensor *y = cm_out(r->k, 0);
    bool wide = y->dtype == CAMEO_FLOAT;
    for (uint32_t i = 0; i < 256; i++) t->index[i] = (uint8_t)i;
    r->source[CM_CHAIN_REGISTERS] = (chain_source){t->index, 1};
    chain_block(r, wide ? (void *)t->floats : t->bytes, 256);
    if (!wide) chain_map_8(t->bytes, x + at, (uint8_t *)y->data + at, last - at);
    for (size_t i = at; wide && i < last; i++) ((float *)y->data)[i] = t->floats[x[i]];
}

/* y may be an operand of its dims. Returns CAMEO_OK. */
cameo_status cm_chain_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t at = begin * CM_TASK_ITEMS, last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    chain_state *r = (chain_state *)(void *)k->worker_scratch;
    (void)phase;
    if (at >= last) return CAMEO_OK;
    chain_begin(r, k, at);
    if (chain_has_table(k)) {
        chain_by_table(r, (chain_table *)(void *)(k->worker_scratch + CHAIN_STATE), at, last);
        return CAMEO_OK;
    }
    size_t size = cm_out(k, 0)->dtype == CAMEO_FLOAT ? sizeof(float) : 1;
    for (size_t n; at < last; at += n) {
        n = cm_min_size(chain_length(r), last - at);
        for (uint32_t i = 0; i < (uint32_t)r->p->n_in; i++)
            r->source[CM_CHAIN_REGISTERS + i] = chain_next(&r->in[i], n);
        chain_block(r, (uint8_t *)cm_out(k, 0)->data + at * size, n);
    }
    return CAMEO_OK;
}
