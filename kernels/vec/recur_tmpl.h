/* recur_tmpl.h — kernels/prim/recur.h in vectors. A panel is two vectors wide. A few rows alone are too few sums to
 * hide how long a multiply-add takes, so several panels are multiplied at the same time: RECUR_PANELS of them at most,
 * as many as the registers hold. */

#define RECUR_NR (2 * VEC_N)
#if VEC_N == 8       /* 16 registers, otherwise 32 */
#define RECUR_PANELS(rows) ((rows) == 1 ? 4 : (rows) == 2 ? 3 : (rows) == 3 ? 2 : 1)
#else
#define RECUR_PANELS(rows) ((rows) <= 2 ? 4 : (rows) == 3 ? 3 : 2)
#endif
#define RECUR_KEPT (VEC_N == 8 ? 3 : 1)
#define RECUR_LEAST 3 /* rows that keep the multipliers busy */

/* ---- product ---- */

/* Rows [i, i + rows) and panels [p, p + panels). Both numbers are constants; rows beyond the last are those of the last
 * one. The barriers keep vectors of R in registers: without them gcc reads one from memory again for each of two or
 * three rows, which then take as long as four. */
VEC_FN void VEC_NAME(recur_tile)(const cm_recur_rows_args *a, size_t i, size_t p, const int rows, const int panels) {
    const uint8_t *x[CM_RECUR_ROWS];
    const float *b[4];
    float *y[CM_RECUR_ROWS];
    vf sum[CM_RECUR_ROWS][8];
    VEC_UNROLL
    for (int r = 0; r < rows; r++) {
        size_t row = i + (size_t)r < a->rows ? i + (size_t)r : a->rows - 1;
        x[r] = (const uint8_t *)a->x + row * a->ld_x * sizeof(float);
        y[r] = a->y + row * a->ld_y + p * RECUR_NR;
        VEC_UNROLL
        for (int q = 0; q < 2 * panels; q++)
            sum[r][q] = a->bias == NULL ? v_zero() : v_load(a->bias + p * RECUR_NR + q * VEC_N);
    }
    VEC_UNROLL
    for (int q = 0; q < panels; q++) b[q] = a->b + (p + (size_t)q) * a->depth * RECUR_NR;
    for (size_t l = 0; l < a->depth; l++) { /* the fewer ones, numbers of the state or vectors of R, are kept */
        vf v[CM_RECUR_ROWS], w[8];
        if (rows <= RECUR_KEPT) {
            VEC_UNROLL
            for (int r = 0; r < rows; r++) v[r] = v_set1(cm_load_f32(x[r] + l * sizeof(float)));
            VEC_UNROLL
            for (int q = 0; q < 2 * panels; q++) {
                w[0] = v_load(b[q / 2] + l * RECUR_NR + (q % 2) * VEC_N);
                if (rows > 1) CM_BARRIER();
                VEC_UNROLL
                for (int r = 0; r < rows; r++) sum[r][q] = v_fma(v[r], w[0], sum[r][q]);
            }
            continue;
        }
        VEC_UNROLL
        for (int q = 0; q < 2 * panels; q++) w[q] = v_load(b[q / 2] + l * RECUR_NR + (q % 2) * VEC_N);
        CM_BARRIER();
        VEC_UNROLL
        for (int r = 0; r < rows; r++) {
            v[0] = v_set1(cm_load_f32(x[r] + l * sizeof(float)));
            VEC_UNROLL
            for (int q = 0; q < 2 * panels; q++) sum[r][q] = v_fma(v[0], w[q], sum[r][q]);
        }
    }
    VEC_UNROLL
    for (int r = 0; r < rows; r++) {
        VEC_UNROLL
        for (int q = 0; q < 2 * panels; q++) v_store(y[r] + q * VEC_N, sum[r][q]);
    }
}

/* Rows [i, i + rows) and panels [p, p + n), n <= RECUR_PANELS(rows). */
VEC_FN void VEC_NAME(recur_panels)(const cm_recur_rows_args *a, size_t i, size_t p, size_t n, const int rows) {
    if (RECUR_PANELS(rows) > 3 && n == 4) {
        VEC_NAME(recur_tile)(a, i, p, rows, 4);
    } else if (RECUR_PANELS(rows) > 2 && n == 3) {
        VEC_NAME(recur_tile)(a, i, p, rows, 3);
    } else if (RECUR_PANELS(rows) > 1 && n == 2) {
        VEC_NAME(recur_tile)(a, i, p, rows, 2);
    } else {
        VEC_NAME(recur_tile)(a, i, p, rows, 1);
    }
}

/* All of it, `rows` (a constant) at a time. Panels come in groups of equal size: five are three and two, not four and
 * one. A group is multiplied by all rows before the next one, since R may be larger than the caches. */
VEC_FN void VEC_NAME(recur_all)(const cm_recur_rows_args *a, const int rows) {
    size_t n = (a->cols + RECUR_NR - 1) / RECUR_NR, p = 0, take;
    for (size_t left = (n + RECUR_PANELS(rows) - 1) / RECUR_PANELS(rows); left != 0; left--, p += take) {
        take = (n - p + left - 1) / left;
        size_t at = a->back ? n - p - take : p;
        for (size_t i = 0; i < a->rows; i += (size_t)rows) VEC_NAME(recur_panels)(a, i, at, take, rows);
    }
}

/* Rows at a time: as many as leave the fewest to compute in vain, the more the better; five of 10, four of 16. */
VEC_FN size_t VEC_NAME(recur_each)(size_t rows) {
    size_t best = rows < CM_RECUR_ROWS ? rows : CM_RECUR_ROWS;
    for (size_t each = best; each >= RECUR_LEAST && rows > CM_RECUR_ROWS; each--)
        if ((rows + each - 1) / each * each < (rows + best - 1) / best * best) best = each;
    return best;
}

VEC_LEAF void VEC_NAME(cm_recur_rows)(const cm_recur_rows_args *a) {
    switch (VEC_NAME(recur_each)(a->rows)) {
    case 0: break;
    case 1: VEC_NAME(recur_all)(a, 1); break;
    case 2: VEC_NAME(recur_all)(a, 2); break;
    case 3: VEC_NAME(recur_all)(a, 3); break;
    case 4: VEC_NAME(recur_all)(a, 4); break;
    case 5: VEC_NAME(recur_all)(a, 5); break;
    default: VEC_NAME(recur_all)(a, 6); break;
    }
}

/* ---- cells: units [u, u + n) of a sequence, n being less than VEC_N if `part` ---- */

VEC_FN vf VEC_NAME(recur_load)(const float *p, size_t n, const bool part) {
    return part ? v_load_part(p, n) : v_load(p);
}
VEC_FN void VEC_NAME(recur_store)(float *p, size_t n, const bool part, vf v) {
    if (part)
        v_store_part(p, n, v);
    else
        v_store(p, v);
}
#define RECUR_LOAD(p) VEC_NAME(recur_load)((p) + u, n, part)
#define RECUR_STORE(p, v) VEC_NAME(recur_store)((p) + u, n, part, v)
#define RECUR_GATE(g) v_add(RECUR_LOAD(a->sum[g]), RECUR_LOAD(a->xw + (g)*a->ld_xw))
#define RECUR_SIGMOID(x) VEC_NAME(vec_sigmoid)(x)
#define RECUR_TANH(x) VEC_NAME(vec_tanh)(x)
#define RECUR_MIX(z, x, h) v_fma(z, h, v_mul(v_sub(v_set1(1.0f), z), x))

VEC_FN void VEC_NAME(recur_lstm)(const cm_recur_cell_args *a, size_t u, size_t n, const bool part) {
    vf i = RECUR_SIGMOID(RECUR_GATE(0)), o = RECUR_SIGMOID(RECUR_GATE(1));
    vf f = RECUR_SIGMOID(RECUR_GATE(2)), z = RECUR_TANH(RECUR_GATE(3));
    vf c = v_fma(f, RECUR_LOAD(a->kept), v_mul(i, z));
    RECUR_STORE(a->kept, c);
    RECUR_STORE(a->next, v_mul(o, RECUR_TANH(c)));
}

VEC_FN void VEC_NAME(recur_reset)(const cm_recur_cell_args *a, size_t u, size_t n, const bool part) {
    vf z = RECUR_SIGMOID(RECUR_GATE(0)), r = RECUR_SIGMOID(RECUR_GATE(1));
    RECUR_STORE(a->kept, z);
    RECUR_STORE(a->next, v_mul(r, RECUR_LOAD(a->h)));
}

VEC_FN void VEC_NAME(recur_update)(const cm_recur_cell_args *a, size_t u, size_t n, const bool part) {
    vf z = RECUR_LOAD(a->kept), x = RECUR_TANH(RECUR_GATE(2));
    RECUR_STORE(a->next, RECUR_MIX(z, x, RECUR_LOAD(a->next)));
}

VEC_FN void VEC_NAME(recur_linear)(const cm_recur_cell_args *a, size_t u, size_t n, const bool part) {
    vf z = RECUR_SIGMOID(RECUR_GATE(0)), r = RECUR_SIGMOID(RECUR_GATE(1));
    vf sum = v_add(RECUR_LOAD(a->sum[2]), RECUR_LOAD(a->extra));
    vf x = RECUR_TANH(v_fma(r, sum, RECUR_LOAD(a->xw + 2 * a->ld_xw)));
    RECUR_STORE(a->next, RECUR_MIX(z, x, RECUR_LOAD(a->h)));
}

#define RECUR_CELL(name, cell)                                                                        \
    VEC_LEAF void VEC_NAME(cm_##name)(const cm_recur_cell_args *a) {                                  \
        size_t u = 0;                                                                                 \
        for (; u + VEC_N <= a->units; u += VEC_N) VEC_NAME(recur_##cell)(a, u, VEC_N, false);         \
        if (u < a->units) VEC_NAME(recur_##cell)(a, u, a->units - u, true);                           \
    }
RECUR_CELL(lstm_cell, lstm)
RECUR_CELL(gru_reset, reset)
RECUR_CELL(gru_update, update)
RECUR_CELL(gru_linear, linear)

#undef RECUR_NR
#undef RECUR_KEPT
#undef RECUR_LEAST
#undef RECUR_PANELS
#undef RECUR_LOAD
#undef RECUR_STORE
#undef RECUR_GATE
#undef RECUR_SIGMOID
#undef RECUR_TANH
#undef RECUR_MIX
#undef RECUR_CELL
