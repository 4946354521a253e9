/* lstm_tmpl.h — steps of LSTM in one computing type; included by lstm.c once per type. Parameters:
 *   LSTM_DTYPE   suffix of the names: f32
 *   LSTM_T       the type */
#define LSTM_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define LSTM_NAME_1(prefix, dtype, suffix) LSTM_NAME_2(prefix, dtype, suffix)
#define LSTM_NAME(prefix, suffix) LSTM_NAME_1(prefix, LSTM_DTYPE, suffix)

#define LSTM_ROW LSTM_NAME(lstm_row_, )
#define LSTM_GATE LSTM_NAME(lstm_gate_, )
#define LSTM_CELL LSTM_NAME(lstm_cell_, )
#define LSTM_STEP LSTM_NAME(lstm_step_, )
#define LSTM_ACT LSTM_NAME(cm_rnn_act_, )

/* One sequence at one step: the units of one task. */
typedef struct LSTM_ROW {
    const cm_lstm_params *q;
    const cm_rnn_task *t;
    size_t hidden;
    LSTM_T *gate[LSTM_GATES]; /* [units] each: h * R^T at first */
    const LSTM_T *xw;         /* [4][hidden] from the task's first unit on */
    const LSTM_T *peep;       /* [3][hidden] from the task's first unit on, or NULL */
    LSTM_T *c;                /* [units], replaced */
    LSTM_T *h;                /* [units], result */
} LSTM_ROW;

/* gate[g][u] = act(clip(gate[g][u] + xw[g][u] + peep[g][u] * c[u])); z has no peephole. */
static void LSTM_GATE(const LSTM_ROW *r, size_t g) {
    size_t n = r->t->nu;
    LSTM_T *x = r->gate[g];
    const LSTM_T *xw = r->xw + g * r->hidden;
    for (size_t u = 0; u < n; u++) x[u] += xw[u];
    if (r->peep != NULL && g != LSTM_Z) {
        const LSTM_T *peep = r->peep + g * r->hidden;
        for (size_t u = 0; u < n; u++) x[u] += peep[u] * r->c[u];
    }
    if (r->q->rnn.has_clip) {
        LSTM_T clip = (LSTM_T)r->q->rnn.clip;
        for (size_t u = 0; u < n; u++) {
            x[u] = x[u] < -clip ? -clip : x[u];
            x[u] = x[u] > clip ? clip : x[u];
        }
    }
    LSTM_ACT(&r->q->rnn, LSTM_ACTS, r->t->dir, g == LSTM_Z ? LSTM_ACT_G : LSTM_ACT_F, x, n);
}

static void LSTM_CELL(const LSTM_ROW *r) {
    size_t n = r->t->nu;
    LSTM_T *i = r->gate[LSTM_I];
    LSTM_T *o = r->gate[LSTM_O];
    LSTM_T *f = r->gate[LSTM_F];
    LSTM_T *z = r->gate[LSTM_Z];
    LSTM_GATE(r, LSTM_I);
    LSTM_GATE(r, LSTM_Z);
    if (r->q->input_forget) {
        for (size_t u = 0; u < n; u++) f[u] = 1 - i[u];
    } else {
        LSTM_GATE(r, LSTM_F);
    }
    for (size_t u = 0; u < n; u++) r->c[u] = f[u] * r->c[u] + i[u] * z[u];
    LSTM_GATE(r, LSTM_O); /* its peephole sees the new c */
    memcpy(z, r->c, n * sizeof(LSTM_T));
    LSTM_ACT(&r->q->rnn, LSTM_ACTS, r->t->dir, LSTM_ACT_H, z, n);
    for (size_t u = 0; u < n; u++) r->h[u] = o[u] * z[u];
}

/* One task of one step. A sequence that has ended keeps its state, and its Y is zero from there on,
 * in both directions: a reverse layer begins at the last element of each sequence. */
static void LSTM_STEP(const cm_kctx *k, const cm_rnn_plan *p, const cm_rnn_task *t) {
    LSTM_T *gates = (LSTM_T *)(void *)(k->worker_scratch + p->gemm_scratch);
    LSTM_T *h = (LSTM_T *)(void *)(k->scratch + p->h_off);
    LSTM_T *c = (LSTM_T *)(void *)(k->scratch + p->c_off);
    const LSTM_T *xw = (const LSTM_T *)(const void *)(k->scratch + p->xw_off);
    const LSTM_T *peep = (const LSTM_T *)(const void *)(k->scratch + p->p_off);
    LSTM_ROW row = {.q = k->params, .t = t, .hidden = p->hidden};
    if (cm_in(k, CM_RNN_P) != NULL) row.peep = peep + t->dir * 3 * p->hidden + t->u0;
    size_t s = k->iteration;
    for (size_t g = 0; g < LSTM_GATES; g++) cm_rnn_recur(k, p, t, g, gates + g * t->nb * t->nu);
    for (size_t r = 0; r < t->nb; r++) {
        size_t b = t->b0 + r;
        size_t len = cm_rnn_len(k, p, b);
        row.h = h + cm_rnn_h(p, (s & 1) ^ 1, t->dir, b) + t->u0;
        if (s >= len) {
            memcpy(row.h, h + cm_rnn_h(p, s & 1, t->dir, b) + t->u0, t->nu * sizeof(LSTM_T));
            cm_rnn_store_y(k, p, t, s, b, NULL);
            continue;
        }
        size_t time = cm_rnn_time(k, t->dir, len, s);
        size_t at = t->dir * p->seq * p->batch + cm_rnn_row(p, time, b);
        for (size_t g = 0; g < LSTM_GATES; g++) row.gate[g] = gates + (g * t->nb + r) * t->nu;
        row.xw = xw + at * p->gates + t->u0;
        row.c = c + (t->dir * p->batch + b) * p->hidden + t->u0;
        LSTM_CELL(&row);
        cm_rnn_store_y(k, p, t, time, b, row.h);
    }
}

/* see cm_lstm_setup. Errors: E_SHAPE a sequence length is not in [0, seq]. */
cameo_status LSTM_NAME(cm_lstm_, _run)(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    cm_rnn_plan p;
    CM_TRY(cm_rnn_plan_of(k, &lstm_kind, &p));
    if (phase == CM_RNN_LOAD) return cm_rnn_load_run(k, &lstm_kind, &p, begin, end);
    if (phase == CM_RNN_PROJECT) cm_rnn_project_run(k, &p, begin, end);
    if (phase == CM_RNN_FINISH) cm_rnn_finish_run(k, &lstm_kind, &p, begin, end);
    if (phase != CM_RNN_STEP) return CAMEO_OK;
    for (uint32_t i = begin; i < end; i++) {
        cm_rnn_task t = cm_rnn_task_of(&p, i);
        LSTM_STEP(k, &p, &t);
    }
    return CAMEO_OK;
}

#undef LSTM_ROW
#undef LSTM_GATE
#undef LSTM_CELL
#undef LSTM_STEP
#undef LSTM_ACT
#undef LSTM_NAME
#undef LSTM_NAME_1
#undef LSTM_NAME_2
#undef LSTM_DTYPE
#undef LSTM_T
