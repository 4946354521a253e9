/* gru_tmpl.h — the cells of GRU in one computing type; included by gru.c once per type. Parameters:
 *   GRU_DTYPE   suffix of the names: f32
 *   GRU_T       the type */
#define GRU_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define GRU_NAME_1(prefix, dtype, suffix) GRU_NAME_2(prefix, dtype, suffix)
#define GRU_NAME(prefix, suffix) GRU_NAME_1(prefix, GRU_DTYPE, suffix)

/* next = (1 - z).n + z.h; h may be next. The gates n and r are used up. */
static void GRU_NAME(gru_mix_, )(const cm_rnn_row *r, const GRU_T *z, const GRU_T *h) {
    GRU_T *n = r->gate[GRU_N];
    GRU_T *spare = r->gate[GRU_R];
    GRU_NAME(cm_rnn_rest_, )(r, spare, z);
    GRU_NAME(cm_rnn_mul_, )(r, n, spare, n);
    GRU_NAME(cm_rnn_mul_, )(r, spare, z, h);
    GRU_NAME(cm_rnn_add_, )(r, r->next, n, spare);
}

/* First half of a step: keeps z and writes r.h. */
static void GRU_NAME(gru_reset_, )(const cm_rnn_row *r) {
    GRU_NAME(cm_rnn_gate_, )(r, GRU_Z, GRU_ACT_F);
    GRU_NAME(cm_rnn_gate_, )(r, GRU_R, GRU_ACT_F);
    memcpy(r->kept, r->gate[GRU_Z], r->units * sizeof(GRU_T));
    GRU_NAME(cm_rnn_mul_, )(r, r->next, r->gate[GRU_R], r->h);
}

/* Second half: h of the step before lies where the new one goes. */
static void GRU_NAME(gru_update_, )(const cm_rnn_row *r) {
    GRU_NAME(cm_rnn_gate_, )(r, GRU_N, GRU_ACT_G);
    GRU_NAME(gru_mix_, )(r, r->kept, r->next);
}

/* A whole step, with linear_before_reset. */
static void GRU_NAME(gru_linear_, )(const cm_rnn_row *r) {
    GRU_T *n = r->gate[GRU_N];
    GRU_NAME(cm_rnn_gate_, )(r, GRU_Z, GRU_ACT_F);
    GRU_NAME(cm_rnn_gate_, )(r, GRU_R, GRU_ACT_F);
    GRU_NAME(cm_rnn_add_, )(r, n, n, (const GRU_T *)(const void *)r->extra);
    GRU_NAME(cm_rnn_mul_, )(r, n, r->gate[GRU_R], n);
    GRU_NAME(cm_rnn_gate_, )(r, GRU_N, GRU_ACT_G);
    GRU_NAME(gru_mix_, )(r, r->gate[GRU_Z], r->h);
}

/* Tasks by these cells. */
static cameo_status GRU_NAME(gru_run_, )(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    static cm_rnn_cell *const cells[] = {GRU_NAME(gru_reset_, ), GRU_NAME(gru_update_, )};
    static cm_rnn_cell *const linear[] = {GRU_NAME(gru_linear_, )};
    if (gru_linear(k)) return cm_rnn_run(k, &gru_linear_kind, linear, phase, begin, end);
    return cm_rnn_run(k, &gru_kind, cells, phase, begin, end);
}

#undef GRU_NAME
#undef GRU_NAME_1
#undef GRU_NAME_2
#undef GRU_DTYPE
#undef GRU_T
