/* fft.c — see fft.h. */
#include "kernels/fft.h"

#include "base/math.h"

#define FFT_TURN 6.283185307179586476925286766559

void cm_fft_turn(uint64_t k, uint64_t n, double *c, double *s) {
    k %= n;
    /* To the first eighth: mirrored at a quarter's middle, turned by quarters. */
    uint64_t quarter = k * 4 / n;
    uint64_t rest = k * 4 - quarter * n; /* of a quarter, in units of 1/(4n) */
    bool mirrored = rest * 2 > n;
    if (mirrored) rest = n - rest;
    double angle = FFT_TURN / 4 * ((double)rest / (double)n);
    double cosine = cm_cos(angle), sine = cm_sin(angle);
    if (mirrored) {
        double other = cosine;
        cosine = sine;
        sine = other;
    }
    *c = quarter == 0 ? cosine : quarter == 1 ? -sine : quarter == 2 ? -cosine : sine;
    *s = quarter == 0 ? sine : quarter == 1 ? cosine : quarter == 2 ? -sine : -cosine;
}

/* The next factor of n, or 0: none is small enough. n > 1. */
static size_t fft_factor(size_t n) {
    if (n % 4 == 0) return 4;
    for (size_t p = 2; p <= CM_FFT_RADIX; p += p == 2 ? 1 : 2) {
        if (n % p == 0) return p;
    }
    return 0;
}

static bool fft_is_smooth(size_t n) {
    while (n > 1) {
        size_t p = fft_factor(n);
        if (p == 0) return false;
        n /= p;
    }
    return true;
}

/* The least power of two that is at least 2n - 1. */
static size_t fft_padded(size_t n) {
    size_t m = 1;
    while (m < 2 * n - 1) m *= 2;
    return m;
}

bool cm_fft_bytes(size_t n, bool any, size_t *shared, size_t *worker) {
    if (n > CM_FFT_MOST) return true;
    n = cm_max_size(n, 1);
    bool direct = !any && fft_is_smooth(n);
    size_t size = direct ? n : fft_padded(n);
    size_t tables = direct ? 2 * size : 4 * size + 2 * n;
    return cm_ckd_mul(tables, sizeof(double), shared) ||
           cm_ckd_mul(4 * size + 2 * CM_FFT_RADIX, sizeof(double), worker);
}

void cm_fft_init(cm_fft *f, size_t n, void *shared, const cm_kctx *k, uint64_t *done) {
    double *at = shared;
    *f = (cm_fft){.n = n, .size = fft_is_smooth(n) ? n : fft_padded(n), .k = k, .done = done};
    for (int i = 0; i < 2; i++, at += f->size) f->root[i] = at;
    if (f->size == n) return;
    for (int i = 0; i < 2; i++, at += f->size) f->filter[i] = at;
    for (int i = 0; i < 2; i++, at += n) f->chirp[i] = at;
}

size_t cm_fft_fill_count(const cm_fft *f) { return f->size == f->n ? f->n : f->size + f->n; }

void cm_fft_fill(const cm_fft *f, size_t at, size_t end) {
    for (; at < end; at++) {
        bool root = at < f->size;
        uint64_t k = root ? at : at - f->size;
        uint64_t n = root ? f->size : 2 * (uint64_t)f->n;
        double *const *to = root ? f->root : f->chirp;
        double c, s;
        cm_fft_turn(root ? k : k * k % n, n, &c, &s);
        to[0][k] = c;
        to[1][k] = -s;
    }
}

/* One pass: n = radix * m points of `stride` columns, y[t + stride*(radix*q + k)] = w^(q*k) * sum over j of
 * x[t + stride*(q + m*j)] * e^(-2*pi*i*j*k/radix), w = e^(-2*pi*i/(radix*m)). */
typedef struct fft_pass {
    const cm_fft *f;
    size_t radix, m, stride;
    const double *x[2];
    double *y[2];
    double *room; /* 2 * CM_FFT_RADIX numbers, for radices that have no pass of their own */
    size_t q, q_end, t, t_end; /* what a call does: rows [q, q_end) of columns [t, t_end) */
} fft_pass;

static void fft_pass_2(const fft_pass *p) {
    size_t s = p->stride;
    for (size_t q = p->q; q < p->q_end; q++) {
        const double wr = p->f->root[0][q * s], wi = p->f->root[1][q * s];
        const double *ar = p->x[0] + q * s, *ai = p->x[1] + q * s;
        const double *br = ar + p->m * s, *bi = ai + p->m * s;
        double *yr = p->y[0] + 2 * q * s, *yi = p->y[1] + 2 * q * s;
        for (size_t t = p->t; t < p->t_end; t++) {
            double dr = ar[t] - br[t], di = ai[t] - bi[t];
            yr[t] = ar[t] + br[t];
            yi[t] = ai[t] + bi[t];
            yr[t + s] = dr * wr - di * wi;
            yi[t + s] = dr * wi + di * wr;
        }
    }
}

static void fft_pass_4(const fft_pass *p) {
    size_t s = p->stride, far = p->m * s;
    const double *root[2] = {p->f->root[0], p->f->root[1]};
    for (size_t q = p->q; q < p->q_end; q++) {
        const double *xr = p->x[0] + q * s, *xi = p->x[1] + q * s;
        double *yr = p->y[0] + 4 * q * s, *yi = p->y[1] + 4 * q * s;
        double w1r = root[0][q * s], w1i = root[1][q * s];
        double w2r = root[0][2 * q * s], w2i = root[1][2 * q * s];
        double w3r = root[0][3 * q * s], w3i = root[1][3 * q * s];
        for (size_t t = p->t; t < p->t_end; t++) {
            double ar = xr[t] + xr[t + 2 * far], ai = xi[t] + xi[t + 2 * far];
            double br = xr[t] - xr[t + 2 * far], bi = xi[t] - xi[t + 2 * far];
            double cr = xr[t + far] + xr[t + 3 * far], ci = xi[t + far] + xi[t + 3 * far];
            double dr = xr[t + far] - xr[t + 3 * far], di = xi[t + far] - xi[t + 3 * far];
            double er = br + di, ei = bi - dr, gr = br - di, gi = bi + dr;
            double fr = ar - cr, fi = ai - ci;
            yr[t] = ar + cr;
            yi[t] = ai + ci;
            yr[t + s] = er * w1r - ei * w1i;
            yi[t + s] = er * w1i + ei * w1r;
            yr[t + 2 * s] = fr * w2r - fi * w2i;
            yi[t + 2 * s] = fr * w2i + fi * w2r;
            yr[t + 3 * s] = gr * w3r - gi * w3i;
            yi[t + 3 * s] = gr * w3i + gi * w3r;
        }
    }
}

/* The points x[t + stride*(q + m*j)] of one butterfly, by the definition. */
static void fft_butterfly(const fft_pass *p, size_t q, size_t t) {
    size_t s = p->stride, step = p->f->size / p->radix, n = p->radix;
    double *ar = p->room, *ai = p->room + CM_FFT_RADIX;
    for (size_t j = 0; j < n; j++) {
        ar[j] = p->x[0][t + s * (q + p->m * j)];
        ai[j] = p->x[1][t + s * (q + p->m * j)];
    }
    for (size_t k = 0; k < n; k++) {
        double sr = ar[0], si = ai[0];
        for (size_t j = 1, at = 0; j < n; j++) {
            at += k;
            if (at >= n) at -= n;
            double wr = p->f->root[0][at * step], wi = p->f->root[1][at * step];
            sr += ar[j] * wr - ai[j] * wi;
            si += ar[j] * wi + ai[j] * wr;
        }
        double wr = p->f->root[0][q * k * s], wi = p->f->root[1][q * k * s];
        p->y[0][t + s * (n * q + k)] = sr * wr - si * wi;
        p->y[1][t + s * (n * q + k)] = sr * wi + si * wr;
    }
}

static void fft_pass_any(const fft_pass *p) {
    for (size_t q = p->q; q < p->q_end; q++) {
        for (size_t t = p->t; t < p->t_end; t++) fft_butterfly(p, q, t);
    }
}

/* All of a pass, in blocks of whole rows or of columns of one row between which the run may be stopped. */
static cameo_status fft_pass_all(const cm_fft *f, fft_pass *p) {
    size_t work = p->radix * p->radix, points = (size_t)CM_POLL_PIECE / work;
    size_t columns = cm_min_size(p->stride, points), rows = points / columns;
    for (p->q = 0; p->q < p->m; p->q = p->q_end) {
        p->q_end = p->q + cm_min_size(rows, p->m - p->q);
        for (p->t = 0; p->t < p->stride; p->t = p->t_end) {
            p->t_end = p->t + cm_min_size(columns, p->stride - p->t);
            if (p->radix == 4)
                fft_pass_4(p);
            else if (p->radix == 2)
                fft_pass_2(p);
            else
                fft_pass_any(p);
            CM_TRY(cm_poll(f->k, (p->q_end - p->q) * (p->t_end - p->t) * work, f->done));
        }
    }
    return CAMEO_OK;
}

/* The transform of length f->size of `a` by way of `b`; *in_b: it ends in b. Both lie in `worker`. */
static cameo_status fft_passes(const cm_fft *f, void *worker, double *const a[2], double *const b[2], bool *in_b) {
    size_t left = f->size;
    *in_b = false;
    for (size_t stride = 1; left > 1;) {
        size_t radix = fft_factor(left);
        double *const *x = *in_b ? b : a, *const *y = *in_b ? a : b;
        fft_pass p = {.f = f, .radix = radix, .m = left / radix, .stride = stride, .x = {x[0], x[1]},
                      .y = {y[0], y[1]}, .room = (double *)worker + 4 * f->size};
        CM_TRY(fft_pass_all(f, &p));
        left /= radix;
        stride *= radix;
        *in_b = !*in_b;
    }
    return CAMEO_OK;
}

/* The two complex buffers of a worker; behind them is room for fft_pass. */
static void fft_buffers(const cm_fft *f, void *worker, double *a[2], double *b[2]) {
    double *at = worker;
    a[0] = at;
    a[1] = at + f->size;
    b[0] = at + 2 * f->size;
    b[1] = at + 3 * f->size;
}

void cm_fft_input(const cm_fft *f, void *worker, double *x[2]) {
    double *b[2];
    fft_buffers(f, worker, x, b);
}

/* x *= w, element by element. */
static cameo_status fft_multiply(const cm_fft *f, double *const x[2], double *const w[2], size_t n) {
    for (size_t at = 0, end; at < n; at = end) {
        end = at + cm_min_size(n - at, CM_POLL_PIECE);
        for (size_t i = at; i < end; i++) {
            double re = x[0][i] * w[0][i] - x[1][i] * w[1][i];
            x[1][i] = x[0][i] * w[1][i] + x[1][i] * w[0][i];
            x[0][i] = re;
        }
        CM_TRY(cm_poll(f->k, end - at, f->done));
    }
    return CAMEO_OK;
}

/* x[0], x[1] [at, n) = 0. */
static cameo_status fft_clear(const cm_fft *f, double *const x[2], size_t at, size_t n) {
    for (size_t some; at < n; at += some) {
        some = cm_min_size(n - at, CM_POLL_PIECE);
        for (int i = 0; i < 2; i++) memset(x[i] + at, 0, some * sizeof(double));
        CM_TRY(cm_poll(f->k, some, f->done));
    }
    return CAMEO_OK;
}

cameo_status cm_fft_fill_filter(const cm_fft *f, void *worker) {
    double *a[2], *b[2];
    bool in_b;
    if (f->size == f->n) return CAMEO_OK;
    fft_buffers(f, worker, a, b);
    CM_TRY(fft_clear(f, a, 0, f->size));
    for (size_t k = 0; k < f->n; k++) {
        size_t mirror = k == 0 ? 0 : f->size - k;
        a[0][k] = a[0][mirror] = f->chirp[0][k];
        a[1][k] = a[1][mirror] = -f->chirp[1][k];
        CM_TRY(cm_poll(f->k, 2, f->done));
    }
    CM_TRY(fft_passes(f, worker, a, b, &in_b));
    double *const *y = in_b ? b : a;
    for (size_t k = 0; k < f->size; k++) {
        for (int i = 0; i < 2; i++) f->filter[i][k] = y[i][k] / (double)f->size;
        CM_TRY(cm_poll(f->k, 2, f->done));
    }
    return CAMEO_OK;
}

/* Bluestein's way: chirp, convolution with the filter, chirp. *in_b: the result is in b. */
static cameo_status fft_convolve(const cm_fft *f, void *worker, double *const a[2], double *const b[2], bool *in_b) {
    bool moved;
    CM_TRY(fft_multiply(f, a, f->chirp, f->n));
    CM_TRY(fft_clear(f, a, f->n, f->size));
    CM_TRY(fft_passes(f, worker, a, b, in_b));
    double *const *x = *in_b ? b : a, *const *y = *in_b ? a : b;
    CM_TRY(fft_multiply(f, x, f->filter, f->size));
    /* Back: the parts exchanged. */
    double *back[2] = {x[1], x[0]}, *other[2] = {y[1], y[0]};
    CM_TRY(fft_passes(f, worker, back, other, &moved));
    if (moved) *in_b = !*in_b;
    return fft_multiply(f, *in_b ? b : a, f->chirp, f->n);
}

cameo_status cm_fft_run(const cm_fft *f, void *worker, bool inverse, const double *y[2]) {
    double *a[2], *b[2];
    bool in_b;
    fft_buffers(f, worker, a, b);
    double *from[2] = {a[inverse], a[!inverse]}, *to[2] = {b[inverse], b[!inverse]};
    if (f->size == f->n)
        CM_TRY(fft_passes(f, worker, from, to, &in_b));
    else
        CM_TRY(fft_convolve(f, worker, from, to, &in_b));
    y[0] = in_b ? b[0] : a[0];
    y[1] = in_b ? b[1] : a[1];
    return CAMEO_OK;
}
