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

void cm_fft_init(cm_fft *f, size_t n, void *shared) {
    double *at = shared;
    *f = (cm_fft){.n = n, .size = fft_is_smooth(n) ? n : fft_padded(n)};
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
} fft_pass;

static void fft_pass_2(const fft_pass *p) {
    size_t s = p->stride;
    for (size_t q = 0; q < p->m; q++) {
        const double wr = p->f->root[0][q * s], wi = p->f->root[1][q * s];
        const double *ar = p->x[0] + q * s, *ai = p->x[1] + q * s;
        const double *br = ar + p->m * s, *bi = ai + p->m * s;
        double *yr = p->y[0] + 2 * q * s, *yi = p->y[1] + 2 * q * s;
        for (size_t t = 0; t < s; t++) {
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
    for (size_t q = 0; q < p->m; q++) {
        const double *xr = p->x[0] + q * s, *xi = p->x[1] + q * s;
        double *yr = p->y[0] + 4 * q * s, *yi = p->y[1] + 4 * q * s;
        double w1r = root[0][q * s], w1i = root[1][q * s];
        double w2r = root[0][2 * q * s], w2i = root[1][2 * q * s];
        double w3r = root[0][3 * q * s], w3i = root[1][3 * q * s];
        for (size_t t = 0; t < s; t++) {
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
    for (size_t q = 0; q < p->m; q++) {
        for (size_t t = 0; t < p->stride; t++) fft_butterfly(p, q, t);
    }
}

/* The transform of length f->size of `a` by way of `b`: true if it ends in b. Both lie in `worker`. */
static bool fft_passes(const cm_fft *f, void *worker, double *const a[2], double *const b[2]) {
    bool in_b = false;
    size_t left = f->size;
    for (size_t stride = 1; left > 1;) {
        size_t radix = fft_factor(left);
        double *const *x = in_b ? b : a, *const *y = in_b ? a : b;
        fft_pass p = {f, radix, left / radix, stride, {x[0], x[1]}, {y[0], y[1]}, (double *)worker + 4 * f->size};
        if (radix == 4)
            fft_pass_4(&p);
        else if (radix == 2)
            fft_pass_2(&p);
        else
            fft_pass_any(&p);
        left /= radix;
        stride *= radix;
        in_b = !in_b;
    }
    return in_b;
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
static void fft_multiply(double *const x[2], double *const w[2], size_t n) {
    for (size_t i = 0; i < n; i++) {
        double re = x[0][i] * w[0][i] - x[1][i] * w[1][i];
        x[1][i] = x[0][i] * w[1][i] + x[1][i] * w[0][i];
        x[0][i] = re;
    }
}

void cm_fft_fill_filter(const cm_fft *f, void *worker) {
    double *a[2], *b[2];
    if (f->size == f->n) return;
    fft_buffers(f, worker, a, b);
    memset(worker, 0, 2 * f->size * sizeof(double));
    for (size_t k = 0; k < f->n; k++) {
        size_t mirror = k == 0 ? 0 : f->size - k;
        a[0][k] = a[0][mirror] = f->chirp[0][k];
        a[1][k] = a[1][mirror] = -f->chirp[1][k];
    }
    double *const *y = fft_passes(f, worker, a, b) ? b : a;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < f->size; k++) f->filter[i][k] = y[i][k] / (double)f->size;
    }
}

/* Bluestein's way: chirp, convolution with the filter, chirp. True if the result is in b. */
static bool fft_convolve(const cm_fft *f, void *worker, double *const a[2], double *const b[2]) {
    fft_multiply(a, f->chirp, f->n);
    for (int i = 0; i < 2; i++) memset(a[i] + f->n, 0, (f->size - f->n) * sizeof(double));
    bool in_b = fft_passes(f, worker, a, b);
    double *const *x = in_b ? b : a, *const *y = in_b ? a : b;
    fft_multiply(x, f->filter, f->size);
    /* Back: the parts exchanged. */
    double *back[2] = {x[1], x[0]}, *other[2] = {y[1], y[0]};
    if (fft_passes(f, worker, back, other)) in_b = !in_b;
    fft_multiply(in_b ? b : a, f->chirp, f->n);
    return in_b;
}

void cm_fft_run(const cm_fft *f, void *worker, bool inverse, const double *y[2]) {
    double *a[2], *b[2];
    fft_buffers(f, worker, a, b);
    double *from[2] = {a[inverse], a[!inverse]}, *to[2] = {b[inverse], b[!inverse]};
    bool in_b = f->size == f->n ? fft_passes(f, worker, from, to) : fft_convolve(f, worker, from, to);
    y[0] = in_b ? b[0] : a[0];
    y[1] = in_b ? b[1] : a[1];
}
