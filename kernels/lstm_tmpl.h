/* lstm_tmpl.h — the cell of LSTM in one computing type; included by lstm.c once per type. Parameters:
 *   LSTM_DTYPE   suffix of the names: f32
 *   LSTM_T       the type */
#define LSTM_NAME_2(prefix, dtype, suffix) prefix##dtype##suffix
#define LSTM_NAME_1(prefix, dtype, suffix) LSTM_NAME_2(prefix, dtype, suffix)
#define LSTM_NAME(prefix, suffix) LSTM_NAME_1(prefix, LSTM_DTYPE, suffix)

/* gate[g][u] = f(clip(gate[g][u] + xw[g][u] + peep[g][u] * c[u])). */
static void LSTM_NAME(lstm_gate_, )(const cm_rnn_row *r, size_t g) {
    if (r->extra == NULL) {
        LSTM_NAME(cm_rnn_gate_, )(r, g, LSTM_ACT_F);
        return;
    }
    LSTM_T *x = r->gate[g];
    const LSTM_T *c = r->kept;
    const LSTM_T *xw = (const LSTM_T *)(const void *)r->xw + g * r->hidden;
    const LSTM_T *peep = (const LSTM_T *)(const void *)r->extra + g * r->hidden;
    for (size_t u = 0; u < r->units; u++) x[u] = x[u] + xw[u] + peep[u] * c[u];
    LSTM_NAME(cm_rnn_clip_act_, )(r, LSTM_ACT_F, x);
}

/* c is kept. */
static void LSTM_NAME(lstm_cell_, )(const cm_rnn_row *r) {
    const cm_lstm_params *q = (const cm_lstm_params *)(const void *)r->q;
    LSTM_T *i = r->gate[LSTM_I];
    LSTM_T *o = r->gate[LSTM_O];
    LSTM_T *f = r->gate[LSTM_F];
    LSTM_T *z = r->gate[LSTM_Z];
    LSTM_T *c = r->kept;
    LSTM_NAME(lstm_gate_, )(r, LSTM_I);
    LSTM_NAME(cm_rnn_gate_, )(r, LSTM_Z, LSTM_ACT_G); /* z has no peephole */
    if (q->input_forget) {
        LSTM_NAME(cm_rnn_rest_, )(r, f, i);
    } else {
        LSTM_NAME(lstm_gate_, )(r, LSTM_F);
    }
    LSTM_NAME(cm_rnn_mul_, )(r, c, f, c);
    LSTM_NAME(cm_rnn_mul_, )(r, z, i, z);
    LSTM_NAME(cm_rnn_add_, )(r, c, c, z);
    LSTM_NAME(lstm_gate_, )(r, LSTM_O); /* its peephole sees the new c */
    memcpy(z, c, r->units * sizeof(LSTM_T));
    LSTM_NAME(cm_rnn_act_, )(r, LSTM_ACT_H, z);
    LSTM_NAME(cm_rnn_mul_, )(r, r->next, o, z);
}

#undef LSTM_NAME
#undef LSTM_NAME_1
#undef LSTM_NAME_2
#undef LSTM_DTYPE
#undef LSTM_T
