/* point.c — see point.h. Cubic weights: Keys, "Cubic convolution interpolation for digital image processing", 1981,
 * with a = -0.75. Source: ONNX GridSample, since_version 16, 20, 22. */
#include "kernels/point.h"

#include "base/math.h"

/* What a point reads along one axis. */
typedef struct point_axis {
    uint32_t n;
    int64_t at[4]; /* -1: nothing */
    double w[4];
} point_axis;

/* x mirrored at the borders until it lies between them. */
static double point_reflect(double x, double low, double high) {
    double range = high - low, over;
    if (!(range > 0)) return low;
    over = cm_fmod(cm_fabs(x < low ? low - x : x - low), 2 * range);
    if (!(over >= 0)) return low; /* infinities */
    return over <= range ? low + over : high - (over - range);
}

/* The coordinate x as an index of dim > 0 elements, or -1. x is whole. */
static int64_t point_index(const cm_point_rule *r, double x, double dim) {
    if (x >= 0 && x < dim) return (int64_t)x;
    if (r->padding == CM_POINT_ZEROS) return -1;
    if (r->padding == CM_POINT_REFLECTION) {
        x = cm_trunc(point_reflect(x, r->align_corners ? 0 : -0.5, r->align_corners ? dim - 1 : dim - 0.5));
    }
    return x >= 0 ? (x < dim ? (int64_t)x : (int64_t)dim - 1) : 0;
}

/* The weights of the elements -1, 0, 1, 2 around a place of 0 <= t < 1. */
static void point_cubic(double t, double *w) {
    const double a = -0.75;
    double s = 1 - t;
    w[0] = ((a * (t + 1) - 5 * a) * (t + 1) + 8 * a) * (t + 1) - 4 * a;
    w[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
    w[2] = ((a + 2) * s - (a + 3)) * s * s + 1;
    w[3] = ((a * (s + 1) - 5 * a) * (s + 1) + 8 * a) * (s + 1) - 4 * a;
}

static void point_axis_of(const cm_point_rule *r, double x, size_t elements, point_axis *a) {
    double dim = (double)elements;
    double low = r->align_corners ? 0 : -0.5, high = r->align_corners ? dim - 1 : dim - 0.5;
    if (r->mode == CM_POINT_NEAREST) x = cm_roundeven(x);
    if (!(x >= low && x <= high)) {
        /* Cubic takes the nearest element for each of its four, as PyTorch does: the place itself stays outside. */
        if (r->padding == CM_POINT_BORDER && r->mode != CM_POINT_CUBIC) x = x > 0 ? (x < dim - 1 ? x : dim - 1) : 0;
        if (r->padding == CM_POINT_REFLECTION) x = point_reflect(x, low, high);
    }
    if (x != x) x = r->padding == CM_POINT_ZEROS ? -9 : 0;
    x = x > -9 ? (x < dim + 9 ? x : dim + 9) : -9; /* farther away nothing changes */
    double first = cm_floor(x);
    if (r->mode == CM_POINT_NEAREST) {
        a->n = 1;
        a->w[0] = 1;
        first = cm_trunc(x);
    } else if (r->mode == CM_POINT_LINEAR) {
        a->n = 2;
        a->w[1] = x - first;
        a->w[0] = 1 - a->w[1];
    } else {
        a->n = 4;
        point_cubic(x - first, a->w);
        first -= 1;
    }
    for (uint32_t i = 0; i < a->n; i++) a->at[i] = a->w[i] == 0 ? -1 : point_index(r, first + (double)i, dim);
}

void cm_point_of(const cm_point_rule *rule, uint32_t rank, const size_t *dims, const double *x, cm_point *p) {
    p->n = 1;
    p->at[0] = 0;
    p->w[0] = 1;
    for (uint32_t d = 0; d < rank; d++) {
        point_axis a = {0};
        uint32_t keep = 0;
        if (dims[d] == 0) {
            p->n = 0;
            return;
        }
        point_axis_of(rule, x[d], dims[d], &a);
        for (uint32_t i = 0; i < a.n; i++) {
            if (a.at[i] < 0) continue;
            a.at[keep] = a.at[i];
            a.w[keep++] = a.w[i];
        }
        /* Each element so far becomes `keep`; from the last one, so that none is lost. */
        for (size_t i = p->n; i-- > 0;) {
            size_t at = p->at[i];
            double w = p->w[i];
            for (uint32_t j = keep; j-- > 0;) {
                p->at[i * keep + j] = at * dims[d] + (size_t)a.at[j];
                p->w[i * keep + j] = w * a.w[j];
            }
        }
        p->n *= keep;
    }
}
