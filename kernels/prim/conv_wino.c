/* conv_wino.c — the portable variants of Winograd's transforms, the oracle of the others. See conv_wino.h. */
#include "kernels/prim/conv_wino.h"

/* t = B^T d, elements `step` apart. */
static void conv_wino_in_6(const float *d, float *t, size_t step) {
    float d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step],
          d5 = d[5 * step];
    float a = d4 - 4 * d2, b = d3 - 4 * d1, c = d4 - d2, e = 2 * (d3 - d1);
    t[0] = 4 * d0 - 5 * d2 + d4;
    t[step] = a + b;
    t[2 * step] = a - b;
    t[3 * step] = c + e;
    t[4 * step] = c - e;
    t[5 * step] = 4 * d1 - 5 * d3 + d5;
}

void cm_conv_wino_in_portable(const cm_conv_wino_in_args *a) {
    for (size_t c = 0; c < a->c; c++) {
        float d[CM_WINO_POS], t[CM_WINO_POS];
        for (size_t i = 0; i < CM_WINO_POS; i++) d[i] = a->x[i][c];
        for (size_t j = 0; j < 6; j++) conv_wino_in_6(d + j, t + j, 6);
        for (size_t i = 0; i < 6; i++) conv_wino_in_6(t + i * 6, d + i * 6, 1);
        for (size_t i = 0; i < CM_WINO_POS; i++) a->v[i * a->v_step + c] = d[i];
    }
}

/* y = A^T m: six elements m_step apart become four, y_step apart. */
static void conv_wino_out_4(const float *m, size_t m_step, float *y, size_t y_step) {
    float s1 = m[m_step] + m[2 * m_step], d1 = m[m_step] - m[2 * m_step];
    float s2 = m[3 * m_step] + m[4 * m_step], d2 = m[3 * m_step] - m[4 * m_step];
    y[0] = m[0] + s1 + s2;
    y[y_step] = d1 + 2 * d2;
    y[2 * y_step] = s1 + 4 * s2;
    y[3 * y_step] = d1 + 8 * d2 + m[5 * m_step];
}

void cm_conv_wino_out_portable(const cm_conv_wino_out_args *a) {
    for (size_t c = 0; c < a->c; c++) {
        float m[CM_WINO_POS], t[4 * 6], y[4 * 4];
        for (size_t i = 0; i < CM_WINO_POS; i++) m[i] = a->m[i * a->m_step + c];
        for (size_t j = 0; j < 6; j++) conv_wino_out_4(m + j, 6, t + j, 6);
        for (size_t i = 0; i < 4; i++) conv_wino_out_4(t + i * 6, 1, y + i * 4, 1);
        for (size_t i = 0; i < a->rows; i++) {
            for (size_t j = 0; j < a->cols; j++) {
                size_t at = i * a->row + j * a->ld + c;
                float v = y[i * 4 + j];
                if (a->bias != NULL) v += a->bias[c];
                if (a->r != NULL) v += a->r[at];
                v = v < a->lo ? a->lo : v;
                a->y[at] = v > a->hi ? a->hi : v;
            }
        }
    }
}

/* u = G g: three elements g_step apart become six, u_step apart. */
static void conv_wino_w_6(const float *g, size_t g_step, float *u, size_t u_step) {
    float g0 = g[0], g1 = g[g_step], g2 = g[2 * g_step];
    float a = (g0 + g2) * (1.0f / 6), b = g1 * (1.0f / 6);
    float c = g0 * (1.0f / 24) + g2 * (1.0f / 6), d = g1 * (1.0f / 12);
    u[0] = g0 * 0.25f;
    u[u_step] = -a - b;
    u[2 * u_step] = b - a;
    u[3 * u_step] = c + d;
    u[4 * u_step] = c - d;
    u[5 * u_step] = g2;
}

void cm_conv_wino_w_portable(const cm_conv_wino_w_args *a) {
    for (size_t m = 0; m < a->m; m++) {
        float t[3 * 6], v[CM_WINO_POS];
        for (size_t j = 0; j < 3; j++) conv_wino_w_6(a->g + j * a->m + m, 3 * a->m, t + j, 3);
        for (size_t j = 0; j < 6; j++) conv_wino_w_6(t + j * 3, 1, v + j * 6, 1);
        for (size_t p = 0; p < CM_WINO_POS; p++) a->v[p * a->v_step + m] = v[p];
    }
}
