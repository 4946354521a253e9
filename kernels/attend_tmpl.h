/* attend_tmpl.h — attention in one wide type; included by attend.c once for each. Parameters:
 *   ATTEND_DTYPE   suffix of the names: f32
 *   ATTEND_T       the wide type
 *   ATTEND_PLAIN   the dtype that is read where it lies
 *   ATTEND_LOAD    elements of any dtype to the wide type, (k, dtype, data, first, n, out)
 *   ATTEND_ONE(x)  exp of one number
 * and attend_<what>_<dtype> for what of exp, tanh, part, store, scores, sums; part as cm_softmax_part_fn. */
#define ATTEND_NAME_2(what, dtype) attend_##what##_##dtype
#define ATTEND_NAME_1(what, dtype) ATTEND_NAME_2(what, dtype)
#define ATTEND_NAME(what) ATTEND_NAME_1(what, ATTEND_DTYPE)
#define ATTEND_STATE ATTEND_NAME(state)
#define ATTEND_OUT_2(dtype) cm_attend_##dtype
#define ATTEND_OUT_1(dtype) ATTEND_OUT_2(dtype)

typedef struct ATTEND_STATE {
    ATTEND_T *q, *keys, *values, *scores, *sums;
    void *gemm; /* scratch of the matrix product */
    ATTEND_T *max; /* of each query's scores so far, and the sum of their exponentials */
    double *sum;
} ATTEND_STATE;

/* Rows [from, from + n) of `width`: where they lie, or converted in room; *step from row to row. */
static const ATTEND_T *ATTEND_NAME(rows)(const cm_kctx *k, cm_attend_rows r, size_t from, size_t n, size_t width,
                                         ATTEND_T *room, size_t *step) {
    if (r.t->data == NULL) {
        *step = width;
        return room;
    }
    if (r.t->dtype == ATTEND_PLAIN) {
        *step = r.step;
        return (const ATTEND_T *)r.t->data + r.first + from * r.step;
    }
    for (size_t i = 0; i < n; i++)
        ATTEND_LOAD(k, r.t->dtype, r.t->data, r.first + (from + i) * r.step, width, room + i * width);
    *step = width;
    return room;
}

/* Adds the mask's columns [j, j + n) of query i to s. */
static void ATTEND_NAME(add_mask)(const cm_kctx *k, const cm_attend_job *job, size_t i, size_t j, size_t n,
                                  ATTEND_T *s) {
    ATTEND_T part[CM_LANE_ITEMS];
    size_t row = job->mask.first + i * job->mask.step;
    size_t have = job->n_mask > j ? cm_min_size(n, job->n_mask - j) : 0;
    bool boolean = job->mask.t->dtype == CAMEO_BOOL;
    for (size_t at = 0, m; at < have; at += m) {
        m = cm_min_size(CM_LANE_ITEMS, have - at);
        if (job->mask_step != 0) {
            ATTEND_LOAD(k, job->mask.t->dtype, job->mask.t->data, row + j + at, m, part);
        } else if (at == 0) {
            ATTEND_LOAD(k, job->mask.t->dtype, job->mask.t->data, row, 1, part);
            for (size_t l = 1; l < m; l++) part[l] = part[0];
        }
        for (size_t l = 0; l < m; l++)
            s[at + l] = boolean ? (part[l] != 0 ? s[at + l] : -(ATTEND_T)CM_INF_F32) : s[at + l] + part[l];
    }
    for (size_t l = have; l < n; l++) s[l] = -(ATTEND_T)CM_INF_F32;
}

/* What query i does not see among keys [j, j + n) gets minus infinity. */
static void ATTEND_NAME(hide)(const cm_attend_job *job, size_t i, size_t j, size_t n, ATTEND_T *s) {
    size_t from = 0, to = n;
    if (job->last != INT64_MAX) {
        int64_t last = (int64_t)i + job->last - (int64_t)j; /* the last key it sees, counted from j */
        to = last < 0 ? 0 : cm_min_size(n, (size_t)last + 1);
    }
    if (job->first != INT64_MIN) {
        int64_t first = (int64_t)i + job->first - (int64_t)j;
        from = first < 0 ? 0 : cm_min_size(n, (size_t)first);
    }
    to = cm_min_size(to, job->valid > j ? job->valid - j : 0);
    for (size_t l = 0; l < from; l++) s[l] = -(ATTEND_T)CM_INF_F32;
    for (size_t l = to; l < n; l++) s[l] = -(ATTEND_T)CM_INF_F32;
}

/* Hands out the block's scores where the job wants them in this state. */
static void ATTEND_NAME(hand_out)(const cm_kctx *k, const cm_attend_job *job, int32_t mode, size_t j, size_t n,
                                  const ATTEND_T *s) {
    if (job->scores.t == NULL || job->scores_mode != mode) return;
    for (size_t i = job->begin; i < job->end; i++)
        ATTEND_NAME(store)
        (k, job->scores.t->dtype, job->scores.t->data, job->scores.first + i * job->scores.step + j, n,
         s + (i - job->begin) * CM_ATTEND_KEYS);
}

/* Scores of the block of n keys from j, masked. */
static void ATTEND_NAME(block)(const cm_kctx *k, const cm_attend_job *job, ATTEND_STATE *w,
                               int part, size_t at, size_t n) {
    size_t m = job->end - job->begin, j = at + (part ? job->n_keys[0] : 0), rs_q, rs_k;
    const ATTEND_T *q = ATTEND_NAME(rows)(k, job->q, job->begin, m, job->depth, w->q, &rs_q);
    const ATTEND_T *keys = ATTEND_NAME(rows)(k, job->k[part], at, n, job->depth, w->keys, &rs_k);
    ATTEND_NAME(scores)(k, q, rs_q, keys, rs_k, m, n, job->depth, job->scale, w->scores, w->gemm);
    ATTEND_NAME(hand_out)(k, job, CM_ATTEND_RAW, j, n, w->scores);
    for (size_t i = 0; i < m && job->softcap != 0; i++) {
        ATTEND_T *s = w->scores + i * CM_ATTEND_KEYS, cap = (ATTEND_T)job->softcap;
        for (size_t l = 0; l < n; l++) s[l] /= cap;
        ATTEND_NAME(tanh)(k, s, n);
        for (size_t l = 0; l < n; l++) s[l] *= cap;
    }
    ATTEND_NAME(hand_out)(k, job, CM_ATTEND_CAPPED, j, n, w->scores);
    for (size_t i = 0; i < m; i++) {
        ATTEND_T *s = w->scores + i * CM_ATTEND_KEYS;
        if (job->mask.t != NULL) ATTEND_NAME(add_mask)(k, job, job->begin + i, j, n, s);
        ATTEND_NAME(hide)(job, job->begin + i, j, n, s);
    }
    ATTEND_NAME(hand_out)(k, job, CM_ATTEND_MASKED, j, n, w->scores);
}

/* Row i of n scores becomes exponentials under its running maximum; sums so far are scaled down to it. */
static void ATTEND_NAME(exponents)(const cm_kctx *k, const cm_attend_job *job, ATTEND_STATE *w,
                                   size_t i, size_t n) {
    ATTEND_T *y = w->sums + i * job->width, max = w->max[i];
    double sum = ATTEND_NAME(part)(k, w->scores + i * CM_ATTEND_KEYS, n, &max);
    if (w->max[i] != max) {
        ATTEND_T less = ATTEND_ONE(w->max[i] - max);
        for (size_t d = 0; d < job->width; d++) y[d] *= less;
        w->sum[i] *= (double)less;
        w->max[i] = max;
    }
    w->sum[i] += sum;
}

/* Probabilities, for which all scores are computed once more. */
static void ATTEND_NAME(probabilities)(const cm_kctx *k, const cm_attend_job *job,
                                       ATTEND_STATE *w) {
    size_t end = job->n_keys[0] + job->n_keys[1], n, at;
    int part;
    for (size_t j = 0; j < end; j += n) {
        n = attend_block(job, j, end, &part, &at);
        ATTEND_NAME(block)(k, job, w, part, at, n);
        for (size_t i = 0; i < job->end - job->begin; i++) {
            ATTEND_T *s = w->scores + i * CM_ATTEND_KEYS;
            bool empty = w->sum[i] == 0;
            for (size_t l = 0; l < n; l++) s[l] = empty ? -(ATTEND_T)CM_INF_F32 : s[l] - w->max[i];
            ATTEND_NAME(exp)(k, s, n);
            for (size_t l = 0; l < n && !empty; l++) s[l] = (ATTEND_T)((double)s[l] / w->sum[i]);
        }
        ATTEND_NAME(hand_out)(k, job, CM_ATTEND_SOFTMAX, j, n, w->scores);
    }
}

void ATTEND_OUT_1(ATTEND_DTYPE)(const cm_kctx *k, const cm_attend_job *job) {
    attend_room r;
    size_t bytes, j0, j1, n, at, m = job->end - job->begin;
    int part;
    ATTEND_STATE w;
    if (!attend_room_of(m, job->depth, job->width, sizeof(ATTEND_T), &r, &bytes)) return;
    ATTEND_T *room = (ATTEND_T *)(void *)k->worker_scratch;
    w.q = room + r.q, w.keys = room + r.keys, w.values = room + r.values;
    w.scores = room + r.scores, w.sums = room + r.sums, w.max = room + r.max;
    w.sum = (double *)(void *)(room + r.totals), w.gemm = k->worker_scratch + bytes;
    for (size_t i = 0; i < m; i++) {
        w.max[i] = job->has_sink ? (ATTEND_T)job->sink : -(ATTEND_T)CM_INF_F32;
        w.sum[i] = job->has_sink ? 1 : 0;
    }
    for (size_t i = 0; i < m * job->width; i++) w.sums[i] = 0;
    attend_seen(job, &j0, &j1);
    for (size_t j = j0; j < j1; j += n) {
        size_t rs_v;
        n = attend_block(job, j, j1, &part, &at);
        ATTEND_NAME(block)(k, job, &w, part, at, n);
        for (size_t i = 0; i < m; i++) ATTEND_NAME(exponents)(k, job, &w, i, n);
        const ATTEND_T *values =
            ATTEND_NAME(rows)(k, job->v[part], at, n, job->width, w.values, &rs_v);
        ATTEND_NAME(sums)(k, w.scores, values, rs_v, m, job->width, n, w.sums, w.gemm);
    }
    for (size_t i = 0; i < m; i++) {
        ATTEND_T *y = w.sums + i * job->width;
        for (size_t d = 0; d < job->width && w.sum[i] != 0; d++)
            y[d] = (ATTEND_T)((double)y[d] / w.sum[i]);
        ATTEND_NAME(store)
        (k, job->y.t->dtype, job->y.t->data, job->y.first + (job->begin + i) * job->y.step, job->width,
         y);
    }
    if (job->scores.t != NULL && job->scores_mode == CM_ATTEND_SOFTMAX)
        ATTEND_NAME(probabilities)(k, job, &w);
}

#undef ATTEND_OUT_1
#undef ATTEND_OUT_2
#undef ATTEND_STATE
#undef ATTEND_NAME
#undef ATTEND_NAME_1
#undef ATTEND_NAME_2
#undef ATTEND_DTYPE
#undef ATTEND_T
#undef ATTEND_PLAIN
#undef ATTEND_LOAD
#undef ATTEND_ONE
