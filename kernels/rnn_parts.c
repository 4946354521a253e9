/* rnn_parts.c — see rnn_parts.h.
 * Source: ONNX RNN, GRU, LSTM; for what their text leaves open (the order in which activation_alpha
 * and activation_beta are used up, clip, sequences of length 0) what ONNX Runtime does. */
#include "kernels/rnn_parts.h"

#include "base/math.h"
#include "kernels/rnn_integer.h"
#include "kernels/rnn_recur.h"

/* ---- attributes ---- */

/* ASCII letters of any case: exporters do not agree on the spelling. */
static bool rnn_name_is(cm_str s, const char *name) {
    size_t i = 0;
    for (; i < s.n && name[i] != 0; i++) {
        char c = s.p[i];
        char d = name[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if (d >= 'A' && d <= 'Z') d = (char)(d + ('a' - 'A'));
        if (c != d) return false;
    }
    return i == s.n && name[i] == 0;
}

/* Names in the order of cm_rnn_act; which of alpha (1) and beta (2) they use, and the defaults:
 * those of the operators of the same name, and 1 and 1 for ScaledTanh, whose operator had none. */
typedef struct rnn_act_info {
    const char *name;
    uint8_t uses;
    float alpha, beta;
} rnn_act_info;

static const rnn_act_info rnn_acts[CM_RNN_ACT_COUNT] = {
    {"Relu", 0, 0.0f, 0.0f},       {"Tanh", 0, 0.0f, 0.0f},
    {"Sigmoid", 0, 0.0f, 0.0f},    {"Affine", 3, 1.0f, 0.0f},
    {"LeakyRelu", 1, 0.01f, 0.0f}, {"ThresholdedRelu", 1, 1.0f, 0.0f},
    {"ScaledTanh", 3, 1.0f, 1.0f}, {"HardSigmoid", 3, 0.2f, 0.5f},
    {"Elu", 1, 1.0f, 0.0f},        {"Softsign", 0, 0.0f, 0.0f},
    {"Softplus", 0, 0.0f, 0.0f}};

/* Attribute activations, or the defaults for each direction. RNN may have two names for one
 * direction: its default, which exporters write out, has two for every direction. */
static cameo_status rnn_parse_acts(const cm_parse *p, const cm_rnn_kind *kind, cm_rnn_params *q) {
    uint32_t n = (uint32_t)kind->n_acts * (q->direction == CM_RNN_BIDIRECTIONAL ? 2 : 1);
    const cm_attr *a = cm_attr_find(p, "activations");
    for (uint32_t i = 0; i < n; i++) q->act[i] = kind->act[i % kind->n_acts];
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->type == CM_ATTR_STRINGS, p->e, CAMEO_E_TYPE,
             "attribute activations has type %d, want %d", (int)a->type, (int)CM_ATTR_STRINGS);
    bool spare = kind->n_acts == 1 && a->list.n == 2;
    CM_CHECK(a->list.n == n || spare, p->e, CAMEO_E_MALFORMED,
             "attribute activations has %u names, want %u", a->list.n, n);
    for (uint32_t i = 0; i < n; i++) {
        cm_str name = p->t->strs.row[a->list.first + i];
        int32_t act = 0;
        while (act < CM_RNN_ACT_COUNT && !rnn_name_is(name, rnn_acts[act].name)) act++;
        CM_CHECK(act < CM_RNN_ACT_COUNT, p->e, CAMEO_E_UNSUPPORTED,
                 "activation \"%.*s\" is unknown", CM_STR_ARG(name));
        q->act[i] = act;
    }
    return CAMEO_OK;
}

/* A list is used up by those functions alone that have the parameter. */
static cameo_status rnn_parse_factors(const cm_parse *p, const cm_rnn_kind *kind,
                                      cm_rnn_params *q) {
    const float *alpha = NULL;
    const float *beta = NULL;
    size_t n_alpha = 0;
    size_t n_beta = 0;
    CM_TRY(cm_attr_f32s(p, "activation_alpha", &alpha, &n_alpha));
    CM_TRY(cm_attr_f32s(p, "activation_beta", &beta, &n_beta));
    size_t n = (size_t)kind->n_acts * (q->direction == CM_RNN_BIDIRECTIONAL ? 2 : 1);
    size_t used_alpha = 0;
    size_t used_beta = 0;
    for (size_t i = 0; i < n; i++) {
        const rnn_act_info *info = &rnn_acts[q->act[i]];
        float a = info->alpha;
        float b = info->beta;
        if ((info->uses & 1) != 0 && used_alpha < n_alpha) a = alpha[used_alpha++];
        if ((info->uses & 2) != 0 && used_beta < n_beta) b = beta[used_beta++];
        q->alpha[i] = (int32_t)cm_f32_bits(a);
        q->beta[i] = (int32_t)cm_f32_bits(b);
    }
    return CAMEO_OK;
}

cameo_status cm_rnn_parse(const cm_parse *p, const cm_rnn_kind *kind, cm_rnn_params *q) {
    CM_CHECK(q->hidden_size >= 0, p->e, CAMEO_E_MALFORMED, "attribute hidden_size is %d, want >= 0",
             (int)q->hidden_size);
    CM_CHECK(q->layout == 0 || q->layout == 1, p->e, CAMEO_E_MALFORMED,
             "attribute layout is %d, want 0 or 1", (int)q->layout);
    q->has_clip = cm_attr_find(p, "clip") != NULL;
    CM_CHECK(!q->has_clip || q->clip > 0.0f, p->e, CAMEO_E_MALFORMED,
             "attribute clip is not positive");
    CM_TRY(rnn_parse_acts(p, kind, q));
    return rnn_parse_factors(p, kind, q);
}

/* ---- shapes ---- */

static uint32_t rnn_dirs(const cm_rnn_params *q) {
    return q->direction == CM_RNN_BIDIRECTIONAL ? 2 : 1;
}

/* Input i, if it is given and its rank is known, has these dims; unknown ones are taken from it. */
static cameo_status rnn_meet(const cm_shape *s, uint32_t i, uint32_t rank, cm_dim *const *dims) {
    const cm_avalue *v = cm_shape_in(s, i);
    if (v->kind == CAMEO_KIND_NONE || v->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(v->rank == rank, s->e, CAMEO_E_SHAPE, "input %u has rank %u, want %u", i, v->rank,
             rank);
    for (uint32_t d = 0; d < rank; d++) {
        CM_CHECK(cm_shape_equal(s, v->dims[d], *dims[d]), s->e, CAMEO_E_SHAPE,
                 "dim %u of input %u is %lld, want %lld", d, i, CM_LL(v->dims[d]), CM_LL(*dims[d]));
        if (*dims[d] == CM_DIM_UNKNOWN) *dims[d] = v->dims[d];
    }
    return CAMEO_OK;
}

cameo_status cm_rnn_shape(cm_shape *s, const cm_rnn_kind *kind) {
    const cm_rnn_params *q = s->params;
    bool first = q->layout != 0;
    cm_dim seq = CM_DIM_UNKNOWN;
    cm_dim batch = CM_DIM_UNKNOWN;
    cm_dim input = CM_DIM_UNKNOWN;
    cm_dim hidden = q->hidden_size > 0 ? q->hidden_size : CM_DIM_UNKNOWN;
    cm_dim dirs = rnn_dirs(q);
    cm_dim *x_dims[] = {first ? &batch : &seq, first ? &seq : &batch, &input};
    cm_dim *lens_dims[] = {&batch};
    cm_dim *state_dims[] = {first ? &batch : &dirs, first ? &dirs : &batch, &hidden};
    CM_TRY(rnn_meet(s, CM_RNN_X, 3, x_dims));
    CM_TRY(rnn_meet(s, CM_RNN_LENS, 1, lens_dims));
    CM_TRY(rnn_meet(s, CM_RNN_H0, 3, state_dims));
    if (kind->cell) CM_TRY(rnn_meet(s, CM_RNN_C0, 3, state_dims));
    const cm_avalue *r = cm_shape_in(s, CM_RNN_R);
    if (r->rank == 3 && hidden == CM_DIM_UNKNOWN) hidden = r->dims[2];
    cm_dim gates = cm_dim_mul(s->dims, hidden, kind->n_gates), lines = cm_dim_mul(s->dims, gates, dirs);
    cm_dim biases = cm_dim_mul(s->dims, gates, 2);
    cm_dim peepholes = cm_dim_mul(s->dims, hidden, 3);
    cm_dim *w_dims[] = {&dirs, &gates, &input};
    cm_dim *r_dims[] = {&dirs, &gates, &hidden};
    cm_dim *b_dims[] = {&dirs, &biases};
    cm_dim *p_dims[] = {&dirs, &peepholes};
    CM_TRY(rnn_meet(s, CM_RNN_W, 3, w_dims));
    CM_TRY(rnn_meet(s, CM_RNN_R, 3, r_dims));
    CM_TRY(rnn_meet(s, CM_RNN_B, 2, b_dims));
    if (kind->cell) CM_TRY(rnn_meet(s, CM_RNN_P, 2, p_dims));
    if (kind->integer) {
        cm_dim *line_dims[] = {&lines}, *xw_dims[] = {first ? &batch : &seq, first ? &seq : &batch, &lines};
        CM_TRY(rnn_meet(s, CM_RNN_X, 3, xw_dims));
        CM_TRY(rnn_meet(s, CM_RNN_R_SCALE, 1, line_dims));
        CM_TRY(rnn_meet(s, CM_RNN_R_ZERO, 1, line_dims));
    }
    const cm_dim y_seq_first[] = {seq, dirs, batch, hidden};
    const cm_dim y_batch_first[] = {batch, seq, dirs, hidden};
    const cm_dim state[] = {*state_dims[0], *state_dims[1], hidden};
    int dtype = cm_shape_in(s, CM_RNN_X)->dtype;
    CM_TRY(cm_shape_out(s, 0, dtype, 4, first ? y_batch_first : y_seq_first));
    CM_TRY(cm_shape_out(s, 1, dtype, 3, state));
    return kind->cell ? cm_shape_out(s, 2, dtype, 3, state) : CAMEO_OK;
}

#define RNN_ROW 4096 /* multiply-adds that take as long as a step of one sample, however few its units are */

uint64_t cm_rnn_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, CM_RNN_X);
    uint64_t rows = cm_cost_mul((uint64_t)x->dims[0], (uint64_t)x->dims[1]);
    uint64_t weights = RNN_ROW;
    for (uint32_t i = CM_RNN_W; i <= CM_RNN_R; i++) {
        const cm_avalue *w = cm_shape_in(s, i);
        if (w->kind == CAMEO_KIND_NONE) continue;
        uint64_t n = cm_cost_mul((uint64_t)w->dims[0], (uint64_t)w->dims[1]);
        n = cm_cost_mul(n, (uint64_t)w->dims[2]);
        weights = weights > UINT64_MAX - n ? UINT64_MAX : weights + n;
    }
    return cm_cost_mul(rows, weights);
}

/* ---- sizes ---- */

enum { RNN_LOAD, RNN_PROJECT, RNN_STEP, RNN_FINISH, RNN_PHASES };

/* Most batch elements of one task of RNN_STEP: with 4 gates of CM_RNN_UNITS units and 256 inputs they are 1.5 million
 * multiply-adds. A tile of every packed format has no more rows. Of a packed R that stays in the cache RNN_FEW_ROWS
 * keep the multipliers as busy, and leave something to divide; of a larger one RNN_MANY_ROWS read it less often. */
#define RNN_ROWS ((size_t)CM_GEMM_MU)
#define RNN_FEW_ROWS ((size_t)4)
#define RNN_MANY_ROWS ((size_t)16)
#define RNN_JOINED_TASKS ((size_t)4) /* see rnn_is_joined */
/* R of one direction that is read from a cache of its own when a worker computes many steps of this direction at a
 * stretch: the second-level caches of today hold 256 KiB to 2 MiB, and of a larger R a part (rnn_backwards). */
#define RNN_ALONE_BYTES ((size_t)1 << 20)
/* Multiply-adds of a stretch, each row of a step being RNN_ROW more: a fraction of a millisecond with vectors, 4 ms
 * without. */
#define RNN_STRETCH ((size_t)1 << 22)

/* Sizes and places of one execution. Offsets are bytes of scratch, multiples of CAMEO_ALIGN;
 * numbers there are of the computing type: f32, or f64 if wide. */
typedef struct rnn_plan {
    const cm_rnn_kind *kind;
    size_t dirs, seq, batch, input, hidden;
    size_t gates;  /* n_gates * hidden: columns of xw */
    size_t halves; /* of a time step: 2, or 1 if it is computed at once */
    bool batch_first, wide;
    bool narrow;  /* f16, bf16: X, W and R are converted in RNN_LOAD */
    bool panels;  /* R is packed in RNN_LOAD: f32 and more than one batch element and step */
    bool recur;   /* R stands packed behind W: rnn_recur.h */
    bool joined;  /* and a step multiplies its own rows of X by W, which stay in the cache; no phase RNN_PROJECT */
    size_t width; /* bytes of a number: 4 or 8 */
    size_t chunks, blocks; /* of units and of rows: tasks of a step are [dirs][chunks][blocks] */
    size_t rows;           /* batch elements of a block */
    size_t stretch;        /* steps of one iteration, by tasks [dirs][blocks] of all units; 0: tasks are of one step */
    size_t project_tasks;  /* of one direction */
    size_t panel_size;     /* bytes of the packed R of one gate */
    size_t w_size;         /* bytes of the packed W of one direction */
    size_t r_size;         /* and of R, where recur */
    size_t lens_off;       /* uint32_t [batch] */
    size_t h_off;          /* [2 sides][dirs][batch][hidden] */
    size_t kept_off;       /* [dirs][batch][hidden] where cell or two halves */
    size_t extra_off;      /* [dirs][n_extra][hidden]: P of LSTM, Rb of the last gate */
    size_t n_extra;        /* 0, 1, 3 */
    size_t bias_off;       /* [dirs][gates], Wb + Rb */
    size_t xw_off;         /* [dirs][rows of X][gates] */
    size_t wide_off[3];    /* X, W, R where narrow */
    size_t panels_off;     /* [dirs][n_gates] packed R^T */
    size_t scratch;        /* bytes in all */
    size_t gemm_scratch;   /* bytes at the start of a worker's scratch */
    size_t step_off;       /* in a worker's scratch: xw of a step, where joined */
    size_t worker_scratch;
} rnn_plan;

/* The units of one chunk at one step, or at one half of it. */
typedef struct rnn_task {
    size_t at; /* number of the step * halves + the half: side at & 1 of h is read, the other one written */
    size_t dir;
    size_t u0, nu; /* units */
    size_t b0, nb; /* batch elements */
} rnn_task;

/* Input i, if given, has these dims. */
static cameo_status rnn_check(const cm_kctx *k, uint32_t i, uint32_t rank, const size_t *dims) {
    const cm_tensor *t = cm_in(k, i);
    if (t == NULL) return CAMEO_OK;
    CM_CHECK(t->rank == rank, k->e, CAMEO_E_SHAPE, "input %u has rank %u, want %u", i, t->rank,
             rank);
    for (uint32_t d = 0; d < rank; d++) {
        CM_CHECK(t->dims[d] == dims[d], k->e, CAMEO_E_SHAPE, "dim %u of input %u is %zu, want %zu",
                 d, i, t->dims[d], dims[d]);
    }
    return CAMEO_OK;
}

/* What only layers of integers have. */
static cameo_status rnn_check_integer(const cm_kctx *k, const rnn_plan *p) {
    size_t lines = 0;
    CM_CHECK(p->hidden <= CM_RNN_INTEGER_HIDDEN && !cm_ckd_mul(p->dirs, p->gates, &lines), k->e, CAMEO_E_LIMIT,
             "%zu hidden units, at most %zu with integers", p->hidden, CM_RNN_INTEGER_HIDDEN);
    CM_CHECK(p->input == lines, k->e, CAMEO_E_SHAPE, "dim 2 of input 0 is %zu, want %zu", p->input, lines);
    CM_TRY(rnn_check(k, CM_RNN_R_SCALE, 1, &lines));
    return rnn_check(k, CM_RNN_R_ZERO, 1, &lines);
}

static cameo_status rnn_check_all(const cm_kctx *k, const rnn_plan *p) {
    size_t state[3] = {p->dirs, p->batch, p->hidden};
    if (p->batch_first) {
        state[0] = p->batch;
        state[1] = p->dirs;
    }
    CM_TRY(rnn_check(k, CM_RNN_W, 3, (const size_t[]){p->dirs, p->gates, p->input}));
    CM_TRY(rnn_check(k, CM_RNN_R, 3, (const size_t[]){p->dirs, p->gates, p->hidden}));
    CM_TRY(rnn_check(k, CM_RNN_B, 2, (const size_t[]){p->dirs, 2 * p->gates}));
    CM_TRY(rnn_check(k, CM_RNN_LENS, 1, &p->batch));
    if (p->kind->integer) CM_TRY(rnn_check_integer(k, p));
    CM_TRY(rnn_check(k, CM_RNN_H0, 3, state));
    if (!p->kind->cell) return CAMEO_OK;
    CM_TRY(rnn_check(k, CM_RNN_C0, 3, state));
    return rnn_check(k, CM_RNN_P, 2, (const size_t[]){p->dirs, 3 * p->hidden});
}

/* Lays out scratch; remembers an overflow. */
typedef struct rnn_places {
    size_t at;
    bool overflow;
} rnn_places;

/* Room for a * b * c * d bytes: where it starts. */
static size_t rnn_place(rnn_places *s, size_t a, size_t b, size_t c, size_t d) {
    size_t at = s->at;
    size_t n = 0;
    if (cm_ckd_mul(a, b, &n) || cm_ckd_mul(n, c, &n) || cm_ckd_mul(n, d, &n) ||
        cm_ckd_align(n, CAMEO_ALIGN, &n) || cm_ckd_add(at, n, &s->at)) {
        s->overflow = true;
    }
    return at;
}

static size_t rnn_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* Tasks of the projection of one direction in f64: blocks of RNN_ROWS x CM_RNN_UNITS. */
static size_t rnn_project_tasks_f64(const rnn_plan *p, size_t rows) {
    return rnn_div_up(rows, RNN_ROWS) * rnn_div_up(p->gates, CM_RNN_UNITS);
}

/* The rest of it where R is of integers: R, if it is not packed already, and a worker's rows of h and gates. */
static void rnn_lay_out_integer(const cm_kctx *k, rnn_plan *p, rnn_places *s) {
    rnn_places worker = {0, false};
    size_t nb = p->rows, nu = cm_min_size(p->hidden, CM_RNN_UNITS);
    p->panel_size = cm_rnn_integer_size(k, p->hidden);
    if (p->panels) p->panels_off = rnn_place(s, p->panel_size, p->dirs, p->kind->n_gates, 1);
    p->scratch = s->at;
    (void)rnn_place(&worker, cm_rnn_integer_room(nb, p->hidden), 1, 1, 1);
    p->gemm_scratch = worker.at;
    p->worker_scratch = p->gemm_scratch + p->kind->n_gates * nb * nu * p->width;
}

/* Numbers of a row of all gates' products, for the chunk of units from u0 on. */
static size_t rnn_gates_ld(const rnn_plan *p, size_t u0) {
    size_t n = p->kind->n_gates;
    if (p->recur) return cm_rnn_group_of(n, p->hidden, u0, cm_rnn_groups(n)).at;
    return n * cm_min_size(CM_RNN_UNITS, p->hidden - u0);
}

/* Numbers of a row of xw where it is made step by step: whole panels. */
static size_t rnn_step_ld(const rnn_plan *p) { return rnn_div_up(p->gates, CM_GEMM_NU) * CM_GEMM_NU; }

/* The parts of scratch, from the sizes. */
static bool rnn_lay_out(const cm_kctx *k, rnn_plan *p) {
    const cm_rnn_kind *kind = p->kind;
    rnn_places s = {0, false};
    size_t states = p->dirs * p->hidden; /* no more than elements of R */
    size_t rows = 0;
    if (cm_ckd_mul(p->seq, p->batch, &rows)) return false;
    p->lens_off = rnn_place(&s, p->batch, sizeof(uint32_t), 1, 1);
    p->h_off = rnn_place(&s, 2, states, p->batch, p->width);
    p->bias_off = rnn_place(&s, p->dirs, p->gates + (p->joined ? CM_GEMM_NU : 0), 1, p->width);
    if (!kind->integer && !p->joined) p->xw_off = rnn_place(&s, p->dirs, rows, p->gates, p->width);
    if (kind->cell || p->halves > 1) {
        p->kept_off = rnn_place(&s, 1, states, p->batch, p->width);
    }
    p->extra_off = rnn_place(&s, p->n_extra, states, 1, p->width);
    for (uint32_t i = 0; i < 3 && p->narrow; i++) {
        p->wide_off[i] = rnn_place(&s, cm_in(k, i)->n, p->width, 1, 1);
    }
    if (kind->integer) {
        rnn_lay_out_integer(k, p, &s);
        return !s.overflow;
    }
    if (p->panels) {
        if (cm_gemm_f32_pack_b_size(p->hidden, p->hidden, CM_PRIM(k, gemm_f32_fmt),
                                    &p->panel_size) != CAMEO_OK) {
            return false;
        }
        p->panels_off = rnn_place(&s, p->panel_size, p->dirs, kind->n_gates, 1);
    }
    if (cm_in(k, CM_RNN_W)->format != CM_FORMAT_PLAIN &&
        cm_gemm_f32_pack_b_size(p->input, p->gates, CM_PRIM(k, gemm_f32_fmt), &p->w_size) != CAMEO_OK) {
        return false;
    }
    if (p->recur && cm_rnn_recur_size(kind->n_gates, p->hidden, &p->r_size)) return false;
    p->scratch = s.at;
    size_t nb = p->rows;
    size_t nu = cm_min_size(p->hidden, CM_RNN_UNITS);
    if (p->wide) {
        p->project_tasks = rnn_project_tasks_f64(p, rows);
    } else if (!p->joined) {
        p->project_tasks = cm_gemm_f32_tasks(rows, p->gates, p->input, CM_PRIM(k, gemm_f32_fmt));
        cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
        p->gemm_scratch = cm_max_size(cm_gemm_f32_scratch(rows, p->gates, p->input, fmt),
                                      cm_gemm_f32_scratch(nb, nu, p->hidden, fmt));
    }
    p->step_off = p->gemm_scratch + nb * rnn_gates_ld(p, 0) * p->width;
    p->worker_scratch = p->step_off + (p->joined ? nb * rnn_step_ld(p) * p->width : 0);
    return !s.overflow;
}

/* The R of a direction stays in the cache of a worker. */
static bool rnn_is_near(const rnn_plan *p) { return p->gates * p->hidden * p->width <= RNN_ALONE_BYTES; }

/* Steps that a worker computes at a stretch, without a barrier: where there is nothing to divide, or where each
 * direction finds its R in the cache and there is work for two. */
static size_t rnn_stretch(const rnn_plan *p) {
    size_t r = p->gates * p->hidden; /* no more than elements of R */
    bool alone = p->chunks == 1 || (p->dirs * p->blocks > 1 && rnn_is_near(p));
    if (p->joined) r += p->gates * p->input; /* no more than elements of W */
    return alone ? RNN_STRETCH / (cm_max_size(1, p->rows) * (r + RNN_ROW)) + 1 : 0;
}

/* Whether a task multiplies X by W itself, step by step: where tasks are many enough without those of RNN_PROJECT,
 * the rows of one keep the multipliers busy, and W stays in the cache beside R. Lengths would move rows of X against
 * one another. */
static bool rnn_is_joined(const cm_kctx *k, const rnn_plan *p) {
    bool many = p->dirs * p->blocks >= RNN_JOINED_TASKS && p->rows > 1;
    return p->recur && many && cm_in(k, CM_RNN_LENS) == NULL &&
           p->gates * (p->hidden + p->input) <= RNN_ALONE_BYTES / sizeof(float);
}

/* Blocks of equal size. */
static void rnn_divide_rows(rnn_plan *p) {
    bool few = p->recur && rnn_is_near(p) && p->batch > CM_RECUR_ROWS;
    p->blocks = rnn_div_up(p->batch, few ? RNN_FEW_ROWS : p->recur ? RNN_MANY_ROWS : RNN_ROWS);
    p->rows = p->blocks == 0 ? 0 : rnn_div_up(p->batch, p->blocks);
}

/* Fills the plan. Errors: E_SHAPE inputs that do not fit together; E_LIMIT sizes overflow. Cannot
 * fail in run, for setup has called it with the same dims. */
static cameo_status rnn_plan_of(const cm_kctx *k, const cm_rnn_kind *kind, rnn_plan *p) {
    const cm_rnn_params *q = k->params;
    const cm_tensor *x = cm_in(k, CM_RNN_X);
    const cm_tensor *r = cm_in(k, CM_RNN_R);
    memset(p, 0, sizeof *p);
    p->kind = kind;
    p->halves = kind->first_gates == 0 ? 1 : 2;
    p->n_extra = cm_in(k, CM_RNN_P) != NULL ? 3 : kind->bias_apart ? 1 : 0;
    CM_ASSERT(x != NULL && r != NULL);
    CM_CHECK(x->rank == 3 && r->rank == 3, k->e, CAMEO_E_SHAPE, "X has rank %u, R %u, want 3",
             x->rank, r->rank);
    p->dirs = rnn_dirs(q);
    p->batch_first = q->layout != 0;
    p->seq = x->dims[p->batch_first];
    p->batch = x->dims[!p->batch_first];
    p->input = x->dims[2];
    p->hidden = r->dims[2];
    CM_CHECK(q->hidden_size == 0 || p->hidden == (size_t)q->hidden_size, k->e, CAMEO_E_SHAPE,
             "dim 2 of R is %zu, hidden_size %d", p->hidden, (int)q->hidden_size);
    CM_CHECK(p->hidden <= SIZE_MAX / 16, k->e, CAMEO_E_LIMIT, "%zu hidden units", p->hidden);
    p->gates = kind->n_gates * p->hidden;
    p->wide = x->dtype == CAMEO_DOUBLE;
    p->narrow = x->dtype == CAMEO_FLOAT16 || x->dtype == CAMEO_BFLOAT16;
    p->recur = !CAMEO_FROZEN && !kind->integer && cm_in(k, CM_RNN_W)->format == CM_FORMAT_RECUR;
    p->panels = kind->integer ? r->format != CM_FORMAT_QCONV
                              : x->dtype == CAMEO_FLOAT && p->batch > 1 && p->seq > 1 && !p->recur;
    p->width = p->wide ? sizeof(double) : sizeof(float);
    p->chunks = rnn_div_up(p->hidden, CM_RNN_UNITS);
    rnn_divide_rows(p);
    p->joined = rnn_is_joined(k, p);
    p->stretch = rnn_stretch(p);
    CM_TRY(rnn_check_all(k, p));
    CM_CHECK(rnn_lay_out(k, p), k->e, CAMEO_E_LIMIT,
             "%zu steps of %zu sequences and %zu units overflow the scratch memory", p->seq,
             p->batch, p->hidden);
    return CAMEO_OK;
}

static uint32_t rnn_load_tasks(const cm_kctx *k, const rnn_plan *p) {
    uint32_t n = 1;
    for (uint32_t i = 0; i < 3 && p->narrow; i++) n += cm_task_count(cm_in(k, i)->n, CM_TASK_ITEMS);
    if (p->panels) n += (uint32_t)(p->dirs * p->kind->n_gates * p->chunks);
    return n;
}

static size_t rnn_finish_rows(const rnn_plan *p) {
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, p->hidden));
}

cameo_status cm_rnn_setup(const cm_kctx *k, const cm_rnn_kind *kind, cm_setup *s) {
    rnn_plan p;
    CM_TRY(rnn_plan_of(k, kind, &p));
    size_t steps = 0;
    size_t project = 0;
    size_t iterations = 0; /* of a time step at a time, an upper bound */
    bool overflow = cm_ckd_mul(p.dirs * p.chunks, p.blocks, &steps) ||
                    cm_ckd_mul(p.seq, p.halves, &iterations) ||
                    cm_ckd_mul(p.dirs, p.project_tasks, &project);
    uint64_t most = cm_max_size(cm_max_size(steps, project), iterations);
    const cm_tensor *w = cm_in(k, CM_RNN_W);
    uint64_t weights = (uint64_t)cm_in(k, CM_RNN_X)->n + (w == NULL ? 0 : w->n) + cm_in(k, CM_RNN_R)->n;
    CM_CHECK(!overflow && most <= UINT32_MAX && weights / CM_TASK_ITEMS < UINT32_MAX - 8, k->e,
             CAMEO_E_LIMIT, "%zu steps of %zu sequences and %zu units are too many", p.seq, p.batch,
             p.hidden);
    s->n_phases = RNN_PHASES;
    s->phase[RNN_LOAD].n_tasks = rnn_load_tasks(k, &p);
    s->phase[RNN_PROJECT].n_tasks = (uint32_t)project;
    if (p.stretch != 0) {
        steps = p.dirs * p.blocks;
        iterations = rnn_div_up(p.seq, p.stretch);
    }
    s->phase[RNN_STEP].n_tasks = p.seq == 0 ? 0 : (uint32_t)steps;
    s->phase[RNN_STEP].repeat = (uint32_t)iterations;
    s->phase[RNN_FINISH].n_tasks = cm_task_count(p.dirs * p.batch, rnn_finish_rows(&p));
    s->scratch = p.scratch;
    s->worker_scratch = p.worker_scratch;
    return CAMEO_OK;
}

/* ---- phase RNN_LOAD ---- */

/* Element i of an input of any float type at any alignment. */
static double rnn_get(const cm_tensor *t, size_t i) {
    const uint8_t *p = t->data;
    switch (t->dtype) {
    case CAMEO_DOUBLE: return cm_load_f64(p + 8 * i);
    case CAMEO_FLOAT: return (double)cm_load_f32(p + 4 * i);
    case CAMEO_FLOAT16: return (double)cm_f16_to_f32(cm_load_u16(p + 2 * i));
    default: return (double)cm_bf16_to_f32(cm_load_u16(p + 2 * i));
    }
}

/* Number i of the part of scratch at `off`. */
static void rnn_put(const cm_kctx *k, const rnn_plan *p, size_t off, size_t i, double v) {
    if (p->wide)
        ((double *)(void *)(k->scratch + off))[i] = v;
    else
        ((float *)(void *)(k->scratch + off))[i] = (float)v;
}

/* Lengths to scratch. sequence_lens is data: never trusted. */
static cameo_status rnn_load_lens(const cm_kctx *k, const rnn_plan *p) {
    const cm_tensor *t = cm_in(k, CM_RNN_LENS);
    uint32_t *lens = (uint32_t *)(void *)(k->scratch + p->lens_off);
    for (size_t b = 0; b < p->batch; b++) {
        lens[b] = (uint32_t)p->seq;
        if (t == NULL) continue;
        int32_t n = cm_load_i32((const uint8_t *)t->data + 4 * b);
        CM_CHECK(n >= 0 && (uint32_t)n <= p->seq, k->e, CAMEO_E_SHAPE,
                 "sequence_lens[%zu] is %d, want 0..%zu", b, (int)n, p->seq);
        lens[b] = (uint32_t)n;
    }
    return CAMEO_OK;
}

/* A state [dirs][batch][hidden] or, batch first, [batch][dirs][hidden]: its row. */
static size_t rnn_state_row(const rnn_plan *p, size_t dir, size_t b) {
    return p->batch_first ? b * p->dirs + dir : dir * p->batch + b;
}

/* Initial state from input `in`, zeros where it is absent. Errors: those that stop a run. */
static cameo_status rnn_load_state(const cm_kctx *k, const rnn_plan *p, uint32_t in, size_t off, uint64_t *done) {
    const cm_tensor *t = cm_in(k, in);
    for (size_t row = 0; row < p->dirs * p->batch; row++) {
        size_t from = rnn_state_row(p, row / p->batch, row % p->batch) * p->hidden;
        for (size_t u = 0; u < p->hidden; u++) {
            rnn_put(k, p, off, row * p->hidden + u, t == NULL ? 0.0 : rnn_get(t, from + u));
        }
        CM_TRY(cm_poll(k, p->hidden, done));
    }
    return CAMEO_OK;
}

/* Wb + Rb of all gates; with bias_apart the last gate's Rb goes elsewhere. */
static void rnn_load_bias(const cm_kctx *k, const rnn_plan *p) {
    const cm_tensor *t = cm_in(k, CM_RNN_B);
    size_t summed = p->gates - (p->kind->bias_apart ? p->hidden : 0);
    for (size_t i = 0; i < p->dirs * p->gates; i++) {
        size_t dir = i / p->gates;
        size_t j = i % p->gates;
        size_t at = dir * 2 * p->gates + j;
        double wb = t == NULL ? 0.0 : rnn_get(t, at);
        double rb = t == NULL ? 0.0 : rnn_get(t, at + p->gates);
        rnn_put(k, p, p->bias_off, i, j < summed ? wb + rb : wb);
        if (j >= summed) rnn_put(k, p, p->extra_off, dir * p->hidden + j - summed, rb);
    }
}

/* Task 0. */
static cameo_status rnn_load_small(const cm_kctx *k, const rnn_plan *p) {
    uint64_t done = 0;
    CM_TRY(rnn_load_lens(k, p));
    rnn_load_bias(k, p);
    CM_TRY(rnn_load_state(k, p, CM_RNN_H0, p->h_off, &done));
    if (!p->kind->cell) return CAMEO_OK;
    CM_TRY(rnn_load_state(k, p, CM_RNN_C0, p->kept_off, &done));
    const cm_tensor *t = cm_in(k, CM_RNN_P);
    for (size_t i = 0; t != NULL && i < t->n; i++) rnn_put(k, p, p->extra_off, i, rnn_get(t, i));
    return CAMEO_OK;
}

/* Piece `task` of X, W or R to f32. */
static void rnn_load_wide(const cm_kctx *k, const rnn_plan *p, uint32_t task) {
    uint32_t i = 0;
    uint32_t n = cm_task_count(cm_in(k, 0)->n, CM_TASK_ITEMS);
    while (task >= n && i < 2) {
        task -= n;
        i++;
        n = cm_task_count(cm_in(k, i)->n, CM_TASK_ITEMS);
    }
    const cm_tensor *t = cm_in(k, i);
    size_t last = cm_min_size(t->n, ((size_t)task + 1) * CM_TASK_ITEMS);
    for (size_t j = task * CM_TASK_ITEMS; j < last; j++) {
        rnn_put(k, p, p->wide_off[i], j, rnn_get(t, j));
    }
}

/* X, W or R in the computing type. One without elements may have no address; it gets one, so that
 * offsets of 0 can be added to it. */
static const uint8_t *rnn_operand(const cm_kctx *k, const rnn_plan *p, uint32_t in) {
    static const uint8_t nothing[1] = {0};
    if (p->narrow) return k->scratch + p->wide_off[in];
    const void *data = cm_in(k, in)->data;
    return data != NULL ? data : nothing;
}

/* The recurrent product of one gate: c [m][n] = a [m][hidden] * R^T, n units from u0 on. */
static cm_gemm_f32_args rnn_recur_args(const cm_kctx *k, const rnn_plan *p, size_t row, size_t m,
                                       size_t n) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(m, n, p->hidden);
    g.b = rnn_operand(k, p, CM_RNN_R) + row * p->hidden * sizeof(float);
    g.rs_b = 1;
    g.cs_b = p->hidden;
    return g;
}

/* Panels of CM_RNN_UNITS columns of one gate and direction. */
static void rnn_load_panels(const cm_kctx *k, const rnn_plan *p, uint32_t task) {
    cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
    size_t gate = task / p->chunks;
    size_t chunk = task % p->chunks;
    if (p->kind->integer) {
        size_t u0 = chunk * CM_RNN_UNITS, n = cm_min_size(CM_RNN_UNITS, p->hidden - u0);
        cm_rnn_integer_pack(k, gate * p->hidden, u0, n, k->scratch + p->panels_off + gate * p->panel_size);
        return;
    }
    size_t all = cm_gemm_f32_b_panels(p->hidden, fmt);
    size_t per_chunk = cm_gemm_f32_b_panels(CM_RNN_UNITS, fmt);
    cm_gemm_f32_args g = rnn_recur_args(k, p, gate * p->hidden, 1, p->hidden);
    float *dst = (float *)(void *)(k->scratch + p->panels_off + gate * p->panel_size);
    g.fill = CM_PRIM(k, gemm_f32_pack);
    cm_gemm_f32_pack_b_part(&g, fmt, chunk * per_chunk, cm_min_size(all, (chunk + 1) * per_chunk),
                            dst);
}

/* Errors: E_SHAPE a sequence length is not in [0, seq]. */
static cameo_status rnn_load_run(const cm_kctx *k, const rnn_plan *p, uint32_t begin,
                                 uint32_t end) {
    for (uint32_t task = begin; task < end; task++) {
        if (task == 0)
            CM_TRY(rnn_load_small(k, p));
        else if (p->narrow)
            rnn_load_wide(k, p, task - 1);
        else
            rnn_load_panels(k, p, task - 1);
    }
    return CAMEO_OK;
}

/* ---- R of integers packed ---- */

bool cm_rnn_integer_accept(const cm_row_query *q) {
    size_t n;
    return cm_avalue_count(q->in[CM_RNN_R], &n) && q->in[CM_RNN_R]->rank == 3;
}

/* Format CM_FORMAT_QCONV, each gate of each direction. Errors: E_LIMIT the size does not fit. */
cameo_status cm_rnn_integer_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *r = cm_in(k, in);
    size_t hidden = r->dims[2], blocks = r->dims[1] / cm_max_size(1, hidden), width;
    bool over = hidden > CM_RNN_INTEGER_HIDDEN || cm_ckd_mul(r->dims[0], blocks, &blocks) ||
                cm_ckd_mul(blocks, cm_rnn_integer_size(k, hidden), &width);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "%zu hidden units, at most %zu with integers", hidden, CM_RNN_INTEGER_HIDDEN);
    *bytes = width;
    return CAMEO_OK;
}

void cm_rnn_integer_pack_all(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *r = cm_in(k, in);
    size_t hidden = r->dims[2], blocks = r->dims[0] * (r->dims[1] / cm_max_size(1, hidden)), i, end;
    for (cm_pack_units(k, blocks, &i, &end); i < end; i++) {
        cm_rnn_integer_pack(k, i * hidden, 0, hidden, (uint8_t *)dst + i * cm_rnn_integer_size(k, hidden));
        cm_pack_spent(k, (const uint8_t *)r->data + i * hidden * hidden, hidden * hidden);
    }
}

/* ---- W packed ---- */

bool cm_rnn_accept_packed(const cm_row_query *q) {
    const cm_avalue *x = q->in[CM_RNN_X];
    size_t n;
    if (!cm_avalue_count(q->in[CM_RNN_W], &n) || q->in[CM_RNN_W]->rank != 3) return false;
    return x->rank != 3 || x->dims[0] != 1 || x->dims[1] != 1;
}

/* W^T of one direction, W being [dirs][gates*hidden][input]. */
static cm_gemm_f32_args rnn_args_w(const cm_kctx *k, size_t dir) {
    const cm_tensor *w = cm_in(k, CM_RNN_W);
    cm_gemm_f32_args g = cm_gemm_f32_args_init(0, w->dims[1], w->dims[2]);
    g.rs_b = 1;
    g.cs_b = w->dims[2];
    g.b = (const uint8_t *)w->data + dir * w->dims[1] * w->dims[2] * sizeof(float);
    return g;
}

/* Format CM_FORMAT_GEMM_B, of each direction. Errors: E_LIMIT the size does not fit. */
cameo_status cm_rnn_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in);
    size_t one;
    CM_TRY(cm_gemm_f32_pack_b_size(w->dims[2], w->dims[1], CM_PRIM(k, gemm_f32_fmt), &one));
    CM_CHECK(!cm_ckd_mul(one, w->dims[0], bytes), k->e, CAMEO_E_LIMIT, "%zu packed directions of %zu bytes", w->dims[0],
             one);
    return CAMEO_OK;
}

void cm_rnn_pack(const cm_kctx *k, uint32_t in, void *dst) {
    cm_packing how = cm_pack_how(k);
    cm_gemm_f32_args g = rnn_args_w(k, 0);
    cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
    size_t one, i, end, pieces = cm_gemm_f32_b_pieces(&g);
    if (cm_gemm_f32_pack_b_size(g.k, g.n, fmt, &one) != CAMEO_OK) return; /* pack_size has said so */
    for (cm_pack_units(k, cm_in(k, in)->dims[0] * pieces, &i, &end); i < end; i++) {
        g = rnn_args_w(k, i / pieces);
        g.fill = CM_PRIM(k, gemm_f32_pack);
        uint8_t *to = (uint8_t *)dst + i / pieces * one;
        cm_gemm_f32_pack_b_pieces(&g, fmt, i % pieces, i % pieces + 1, to, how.spent, how.spent_ctx);
    }
}

/* ---- products ---- */

/* c[i][j] = sum over l of a[i][l] * b[j][l], plus bias[j]; sums in the order of l. */
typedef struct rnn_product_f64 {
    size_t m, n, k;
    const uint8_t *a, *b; /* [m][k], [n][k] f64 at any alignment */
    const double *bias;   /* [n] or NULL */
    double *c;
    size_t ld_c;
} rnn_product_f64;

/* Four sums at a time, so that additions need not wait for each other. */
static void rnn_product_f64_run(const rnn_product_f64 *g) {
    size_t row = g->k * sizeof(double);
    for (size_t i = 0; i < g->m; i++) {
        const uint8_t *a = g->a + i * row;
        for (size_t j = 0; j < g->n; j += 4) {
            size_t left = cm_min_size(4, g->n - j);
            const uint8_t *b[4];
            double sum[4] = {0, 0, 0, 0};
            for (size_t q = 0; q < 4; q++) b[q] = g->b + (j + cm_min_size(q, left - 1)) * row;
            for (size_t l = 0; l < row; l += sizeof(double)) {
                double x = cm_load_f64(a + l);
                for (size_t q = 0; q < 4; q++) sum[q] += x * cm_load_f64(b[q] + l);
            }
            double *c = g->c + i * g->ld_c + j;
            for (size_t q = 0; q < left; q++)
                c[q] = g->bias == NULL ? sum[q] : sum[q] + g->bias[j + q];
        }
    }
}

static void rnn_project_f64(const cm_kctx *k, const rnn_plan *p, size_t dir, size_t task) {
    size_t rows = p->seq * p->batch;
    size_t cols = rnn_div_up(p->gates, CM_RNN_UNITS);
    size_t i = task / cols * RNN_ROWS;
    size_t j = task % cols * CM_RNN_UNITS;
    const uint8_t *x = rnn_operand(k, p, CM_RNN_X);
    const uint8_t *w = rnn_operand(k, p, CM_RNN_W);
    const double *bias = (const double *)(const void *)(k->scratch + p->bias_off);
    double *xw = (double *)(void *)(k->scratch + p->xw_off);
    rnn_product_f64 g = {.m = cm_min_size(RNN_ROWS, rows - i), .k = p->input, .ld_c = p->gates};
    g.n = cm_min_size(CM_RNN_UNITS, p->gates - j);
    g.a = x + i * p->input * sizeof(double);
    g.b = w + (dir * p->gates + j) * p->input * sizeof(double);
    g.bias = bias + dir * p->gates + j;
    g.c = xw + (dir * rows + i) * p->gates + j;
    rnn_product_f64_run(&g);
}

static void rnn_project_f32(const cm_kctx *k, const rnn_plan *p, size_t dir, size_t task) {
    size_t rows = p->seq * p->batch;
    cm_gemm_f32_args g = cm_gemm_f32_args_init(rows, p->gates, p->input);
    g.a = rnn_operand(k, p, CM_RNN_X);
    g.b = rnn_operand(k, p, CM_RNN_W) + dir * p->gates * p->input * sizeof(float);
    g.rs_b = 1;
    g.cs_b = p->input;
    if (cm_in(k, CM_RNN_W)->format != CM_FORMAT_PLAIN) {
        g.packed_b = (const float *)(const void *)(rnn_operand(k, p, CM_RNN_W) + dir * p->w_size);
        g.b = NULL;
    }
    g.bias_kind = CM_GEMM_BIAS_COL;
    g.bias = k->scratch + p->bias_off + dir * p->gates * sizeof(float);
    g.c = (float *)(void *)(k->scratch + p->xw_off) + dir * rows * p->gates;
    CM_PRIM(k, gemm_f32)(&g, task, k->worker_scratch);
}

static void rnn_project_run(const cm_kctx *k, const rnn_plan *p, uint32_t begin, uint32_t end) {
    for (size_t t = begin; t < end; t++) {
        if (p->wide)
            rnn_project_f64(k, p, t / p->project_tasks, t % p->project_tasks);
        else
            rnn_project_f32(k, p, t / p->project_tasks, t % p->project_tasks);
    }
}

/* First number of a row of h, side 0 or 1, at k->scratch + h_off. */
static size_t rnn_h(const rnn_plan *p, size_t side, size_t dir, size_t b) {
    return ((side * p->dirs + dir) * p->batch + b) * p->hidden;
}

/* rnn_recur where R is of integers: h is in the worker's scratch. */
static void rnn_recur_integer(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, size_t gate, float *out) {
    const cm_tensor *r = cm_in(k, CM_RNN_R);
    const uint8_t *packed = p->panels ? k->scratch + p->panels_off : r->data;
    size_t block = t->dir * p->kind->n_gates + gate;
    cm_rnn_integer_args a = {.rows = t->nb, .hidden = p->hidden, .u0 = t->u0, .n = t->nu, .room = k->worker_scratch};
    a.packed = packed + block * p->panel_size;
    a.line = block * p->hidden;
    a.out = out;
    cm_rnn_integer_product(k, &a);
}

/* out [nb][nu] = h * R^T for the task's units of one gate; h is side t->at & 1. */
static void rnn_recur(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, size_t gate,
                      void *out) {
    size_t row = t->dir * p->gates + gate * p->hidden + t->u0; /* of R */
    if (p->kind->integer) {
        rnn_recur_integer(k, p, t, gate, out);
        return;
    }
    const uint8_t *h = k->scratch + p->h_off + rnn_h(p, t->at & 1, t->dir, t->b0) * p->width;
    if (p->wide) {
        const uint8_t *r = rnn_operand(k, p, CM_RNN_R);
        rnn_product_f64 g = {
            .m = t->nb, .n = t->nu, .k = p->hidden, .a = h, .c = out, .ld_c = t->nu};
        g.b = r + row * p->hidden * sizeof(double);
        rnn_product_f64_run(&g);
        return;
    }
    cm_gemm_f32_args g = rnn_recur_args(k, p, row, t->nb, t->nu);
    g.a = h;
    g.c = out;
    if (p->panels) {
        size_t all = p->gates / cm_max_size(1, p->hidden);
        const uint8_t *packed = k->scratch + p->panels_off + (t->dir * all + gate) * p->panel_size;
        g.packed_b = (const float *)(const void *)packed + t->u0 * p->hidden;
        g.b = NULL;
    }
    size_t n = cm_gemm_f32_tasks(t->nb, t->nu, p->hidden, CM_PRIM(k, gemm_f32_fmt));
    for (size_t i = 0; i < n; i++) CM_PRIM(k, gemm_f32)(&g, i, k->worker_scratch);
}

/* ---- steps ---- */

/* Every other step reads R from its end: what the step before read last is still in the cache then, while a cache
 * smaller than R that is read in one order has lost each part of it by the time it comes again. */
static bool rnn_backwards(const rnn_plan *p, size_t at) { return at / p->halves % 2 != 0; }

/* Task number `task` of [dirs][chunks][blocks]. */
static rnn_task rnn_task_of(const rnn_plan *p, size_t at, size_t task) {
    rnn_task t = {.at = at};
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): rnn_plan_of sets it */
    t.b0 = task % p->blocks * p->rows;
    t.u0 = task / p->blocks % p->chunks * CM_RNN_UNITS;
    t.dir = task / p->blocks / p->chunks;
    t.nb = cm_min_size(p->rows, p->batch - t.b0);
    t.nu = cm_min_size(CM_RNN_UNITS, p->hidden - t.u0);
    return t;
}

/* Elements [off, off + n) of an output; src, of the computing type, may be NULL: zeros. */
static void rnn_store(const cm_tensor *out, size_t off, const void *src, size_t n) {
    if (n == 0) return;
    size_t width = out->dtype == CAMEO_DOUBLE ? 8 : out->dtype == CAMEO_FLOAT ? 4 : 2;
    uint8_t *dst = (uint8_t *)out->data + off * width;
    if (src == NULL) {
        memset(dst, 0, n * width);
    } else if (width != 2) {
        memcpy(dst, src, n * width);
    } else {
        const float *x = src;
        uint16_t *y = (uint16_t *)(void *)dst;
        bool half = out->dtype == CAMEO_FLOAT16;
        for (size_t i = 0; i < n; i++) y[i] = half ? cm_f16_from_f32(x[i]) : cm_bf16_from_f32(x[i]);
    }
}

/* Y[time][dir][b][u0 ..] of one task's units; src NULL gives zeros. Nothing if Y is not wanted. */
static void rnn_store_y(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, size_t time,
                        size_t b, const void *src) {
    const cm_tensor *y = cm_out(k, 0);
    if (y == NULL) return;
    size_t row = p->batch_first ? (b * p->seq + time) * p->dirs + t->dir
                                : (time * p->dirs + t->dir) * p->batch + b;
    rnn_store(y, row * p->hidden + t->u0, src, t->nu);
}

/* The length of batch element b. */
static uint32_t rnn_len(const cm_kctx *k, const rnn_plan *p, size_t b) {
    return ((const uint32_t *)(const void *)(k->scratch + p->lens_off))[b];
}

/* What the cell sees of batch element b at `time`; gate and `extra` aside. */
static void rnn_row_at(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, size_t b,
                       cm_rnn_row *row) {
    uint8_t *h = k->scratch + p->h_off;
    size_t side = t->at & 1;
    size_t kept = (t->dir * p->batch + b) * p->hidden + t->u0;
    row->h = h + (rnn_h(p, side, t->dir, b) + t->u0) * p->width;
    row->next = h + (rnn_h(p, side ^ 1, t->dir, b) + t->u0) * p->width;
    row->kept = k->scratch + p->kept_off + kept * p->width;
}

#if !CAMEO_FROZEN
/* rnn_recur_gates where R stands behind W: rows of rnn_gates_ld numbers at `gates`. */
static void rnn_recur_groups(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, uint8_t *gates) {
    size_t n = p->kind->n_gates, groups = cm_rnn_groups(n);
    const uint8_t *r = (const uint8_t *)cm_in(k, CM_RNN_W)->data + cm_rnn_recur_at(p->dirs * p->w_size);
    cm_rnn_recur_args a = {.n_gates = n, .hidden = p->hidden, .rows = t->nb, .u0 = t->u0};
    a.h = (const float *)(const void *)(k->scratch + p->h_off) + rnn_h(p, t->at & 1, t->dir, t->b0);
    a.r = r + t->dir * p->r_size;
    a.out = (float *)(void *)gates;
    a.ld = rnn_gates_ld(p, t->u0);
    a.back = rnn_backwards(p, t->at);
    for (size_t i = 0; i < groups; i++) {
        a.group = a.back ? groups - 1 - i : i;
        if (p->halves == 1 || a.group == t->at % 2) cm_rnn_recur_product(k, &a);
    }
}
#endif

/* Where the products of row 0 lie, of those that rnn_recur_gates computes: at[gate]. How far apart rows are. */
static size_t rnn_places_of_gates(const rnn_plan *p, const rnn_task *t, size_t at[CM_RNN_MAX_GATES]) {
    size_t n = p->kind->n_gates;
    if (p->recur) {
        for (size_t i = 0; i < cm_rnn_groups(n); i++) {
            cm_rnn_group group = cm_rnn_group_of(n, p->hidden, t->u0, i);
            for (size_t g = 0; g < group.n; g++) at[group.first + g] = group.at + g * t->nu;
        }
        return rnn_gates_ld(p, t->u0);
    }
    for (size_t g = 0; g < n; g++) at[g] = g * t->nb * t->nu;
    return t->nu;
}

/* The products of the gates of a step, or of a half of it, at `gates`. */
static void rnn_recur_gates(const cm_kctx *k, const rnn_plan *p, const rnn_task *t,
                            uint8_t *gates) {
    size_t g = 0;
    size_t end = p->kind->n_gates;
#if !CAMEO_FROZEN
    if (p->recur) {
        rnn_recur_groups(k, p, t, gates);
        return;
    }
#endif
    if (p->kind->integer) {
        const uint8_t *h = k->scratch + p->h_off + rnn_h(p, t->at & 1, t->dir, t->b0) * p->width;
        cm_rnn_integer_round((const float *)(const void *)h, t->nb, p->hidden, k->worker_scratch);
    }
    if (p->halves == 2 && t->at % 2 == 0) end = p->kind->first_gates;
    if (p->halves == 2 && t->at % 2 == 1) g = p->kind->first_gates;
    for (size_t i = g; i < end; i++) {
        size_t gate = rnn_backwards(p, t->at) ? end - 1 - (i - g) : i;
        rnn_recur(k, p, t, gate, gates + gate * t->nb * t->nu * p->width);
    }
}

/* The projection of row `at` of X for the task's units. */
static const uint8_t *rnn_xw(const cm_kctx *k, const rnn_plan *p, const rnn_task *t, size_t at) {
    if (p->kind->integer)
        return (const uint8_t *)cm_in(k, CM_RNN_X)->data + ((at * p->dirs + t->dir) * p->gates + t->u0) * p->width;
    return k->scratch + p->xw_off + ((t->dir * p->seq * p->batch + at) * p->gates + t->u0) * p->width;
}

/* One task of one step. A sequence that has ended keeps its state, and its Y is zero from there
 * on, in both directions: a reverse layer begins at the last element of each sequence. */
static void rnn_step(const cm_kctx *k, const rnn_plan *p, const rnn_task *t,
                     cm_rnn_cell *const *cells) {
    const cm_rnn_params *q = k->params;
    uint8_t *gates = k->worker_scratch + p->gemm_scratch;
    size_t places[CM_RNN_MAX_GATES] = {0}, ld = rnn_places_of_gates(p, t, places);
    size_t s = t->at / p->halves;
    size_t half = t->at % p->halves;
    cm_rnn_row row = {.k = k, .kind = p->kind, .q = q, .dir = t->dir, .units = t->nu, .hidden = p->hidden};
    if (p->n_extra != 0) {
        size_t first = t->dir * p->n_extra * p->hidden + t->u0;
        row.extra = k->scratch + p->extra_off + first * p->width;
    }
    rnn_recur_gates(k, p, t, gates);
    for (size_t r = 0; r < t->nb; r++) {
        size_t b = t->b0 + r;
        size_t len = rnn_len(k, p, b);
        rnn_row_at(k, p, t, b, &row);
        if (s >= len) {
            memcpy(row.next, row.h, t->nu * p->width);
            rnn_store_y(k, p, t, s, b, NULL);
            continue;
        }
        size_t time = q->direction == CM_RNN_REVERSE || t->dir == 1 ? len - 1 - s : s;
        size_t at = p->batch_first ? b * p->seq + time : time * p->batch + b; /* row of X */
        size_t made = (r * rnn_step_ld(p) + t->u0) * p->width;
        row.xw = p->joined ? k->worker_scratch + p->step_off + made : rnn_xw(k, p, t, at);
        for (size_t g = 0; g < p->kind->n_gates; g++) {
            row.gate[g] = gates + (r * ld + places[g]) * p->width;
        }
        cells[half](&row);
        if (half + 1 == p->halves) rnn_store_y(k, p, t, time, b, row.next);
    }
}

/* Task `task` of step and half `at`. */
static void rnn_chunk(const cm_kctx *k, const rnn_plan *p, size_t at, size_t task, cm_rnn_cell *const *cells) {
    size_t n = p->dirs * p->chunks * p->blocks;
    rnn_task t = rnn_task_of(p, at, rnn_backwards(p, at) ? n - 1 - task : task);
    rnn_step(k, p, &t, cells);
}

#if !CAMEO_FROZEN
/* xw of the rows of a task at one step, where joined. */
static void rnn_project_step(const cm_kctx *k, const rnn_plan *p, const rnn_task *t) {
    const cm_rnn_params *q = k->params;
    size_t s = t->at / p->halves, time = q->direction == CM_RNN_REVERSE || t->dir == 1 ? p->seq - 1 - s : s;
    cm_recur_rows_args a = {.rows = t->nb, .depth = p->input, .cols = p->gates, .ld_y = rnn_step_ld(p)};
    const uint8_t *w = rnn_operand(k, p, CM_RNN_W) + t->dir * p->w_size;
    size_t first = p->batch_first ? t->b0 * p->seq + time : time * p->batch + t->b0; /* row of X */
    a.x = (const uint8_t *)rnn_operand(k, p, CM_RNN_X) + first * p->input * sizeof(float);
    a.ld_x = p->batch_first ? p->seq * p->input : p->input;
    a.b = (const float *)(const void *)w;
    a.bias = (const float *)(const void *)(k->scratch + p->bias_off) + t->dir * p->gates;
    a.y = (float *)(void *)(k->worker_scratch + p->step_off);
    a.back = rnn_backwards(p, t->at);
    CM_PRIM(k, recur_rows)(&a);
}
#endif

/* All units of a direction and block of rows, for the steps of this iteration. task of [dirs][blocks]. */
static void rnn_steps(const cm_kctx *k, const rnn_plan *p, size_t task, cm_rnn_cell *const *cells) {
    size_t dir = task / p->blocks, block = task % p->blocks, first = k->iteration * p->stretch;
    size_t end = first + cm_min_size(p->stretch, p->seq - first);
    for (size_t at = first * p->halves; at < end * p->halves; at++) {
        for (size_t c = 0; c < p->chunks; c++) {
            size_t chunk = rnn_backwards(p, at) ? p->chunks - 1 - c : c;
            rnn_task t = rnn_task_of(p, at, (dir * p->chunks + chunk) * p->blocks + block);
#if !CAMEO_FROZEN
            if (p->joined && c == 0 && at % p->halves == 0) rnn_project_step(k, p, &t);
#endif
            rnn_step(k, p, &t, cells);
        }
    }
}

/* ---- phase RNN_FINISH ---- */

/* Y_h, and Y_c where the operator has it. A sequence of length 0 gives zeros, not its initial
 * state. */
static void rnn_finish_run(const cm_kctx *k, const rnn_plan *p, uint32_t begin, uint32_t end) {
    size_t side = p->seq * p->halves & 1;
    size_t per_task = rnn_finish_rows(p);
    size_t last = cm_min_size(p->dirs * p->batch, end * per_task);
    for (size_t row = begin * per_task; row < last; row++) {
        size_t b = row % p->batch;
        size_t dir = row / p->batch;
        size_t to = rnn_state_row(p, dir, b) * p->hidden;
        bool empty = rnn_len(k, p, b) == 0;
        const uint8_t *h = k->scratch + p->h_off + rnn_h(p, side, dir, b) * p->width;
        const uint8_t *c = k->scratch + p->kept_off + row * p->hidden * p->width;
        const cm_tensor *y_h = cm_out(k, 1);
        const cm_tensor *y_c = p->kind->cell ? cm_out(k, 2) : NULL;
        if (y_h != NULL) rnn_store(y_h, to, empty ? NULL : h, p->hidden);
        if (y_c != NULL) rnn_store(y_c, to, empty ? NULL : c, p->hidden);
    }
}

cameo_status cm_rnn_run(const cm_kctx *k, const cm_rnn_kind *kind, cm_rnn_cell *const *cells,
                        uint32_t phase, uint32_t begin, uint32_t end) {
    rnn_plan p;
    CM_TRY(rnn_plan_of(k, kind, &p));
    if (phase == RNN_LOAD) return rnn_load_run(k, &p, begin, end);
    if (phase == RNN_PROJECT) rnn_project_run(k, &p, begin, end);
    if (phase == RNN_FINISH) rnn_finish_run(k, &p, begin, end);
    if (phase != RNN_STEP) return CAMEO_OK;
    for (uint32_t i = begin; i < end; i++) {
        if (p.stretch != 0)
            rnn_steps(k, &p, i, cells);
        else
            rnn_chunk(k, &p, k->iteration, i, cells);
    }
    return CAMEO_OK;
}
