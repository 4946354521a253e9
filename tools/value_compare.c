/* value_compare.c — see value_compare.h. The measure is numpy's isclose, as ONNX's own runner
 * uses it. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/dtype.h"
#include "base/math.h"
#include "tools/value_compare.h"

/* Nesting of values; cm_value_read goes no deeper. */
#define COMPARE_MAX_DEPTH 10

static bool compare_differ(tool_difference *d, const char *fmt, ...) CM_PRINTF(2, 3);
static bool compare_differ(tool_difference *d, const char *fmt, ...) {
    va_list ap;
    if (d->why[0] != 0) return false;
    va_start(ap, fmt);
    vsnprintf(d->why, sizeof d->why, fmt, ap);
    va_end(ap);
    return false;
}

/* "[2,3]" */
static const char *compare_dims(char *dst, size_t cap, const int64_t *dims, uint32_t rank) {
    size_t n = (size_t)snprintf(dst, cap, "[");
    for (uint32_t i = 0; i < rank && n < cap; i++) {
        n += (size_t)snprintf(dst + n, cap - n, "%s%" PRId64, i == 0 ? "" : ",", dims[i]);
    }
    if (n < cap) snprintf(dst + n, cap - n, "]");
    return dst;
}

/* The place of element i as text. */
static const char *compare_place(char *dst, size_t cap, const cameo_tensor *t, size_t i) {
    int64_t index[CAMEO_MAX_RANK] = {0};
    for (uint32_t k = t->rank; k-- > 0; i /= (size_t)t->dims[k])
        index[k] = (int64_t)(i % (size_t)t->dims[k]);
    return compare_dims(dst, cap, index, t->rank);
}

static bool compare_strings(const cameo_tensor *got, const cameo_tensor *want, size_t n,
                            tool_difference *d) {
    const cameo_string *a = got->data, *b = want->data;
    for (size_t i = 0; i < n; i++) {
        char place[96], x[48], y[48];
        if (a[i].n == b[i].n && (a[i].n == 0 || memcmp(a[i].p, b[i].p, a[i].n) == 0)) continue;
        return compare_differ(d, "text at %s is \"%s\", want \"%s\"",
                              compare_place(place, sizeof place, want, i),
                              tool_text(x, sizeof x, a[i]), tool_text(y, sizeof y, b[i]));
    }
    return true;
}

static bool compare_is_complex(const cameo_tensor *t) {
    return (cm_dtype_flags(t->dtype) & CM_DTF_COMPLEX) != 0;
}

/* The modulus of x + yi, without overflow on the way. */
static double compare_hypot(double x, double y) {
    double a = fabs(x), b = fabs(y), big = a > b ? a : b, small = a > b ? b : a;
    if (big == 0 || !isfinite(big) || !isfinite(small)) return a + b;
    return big * cm_sqrt(1 + (small / big) * (small / big));
}

/* |x|, the modulus of a complex element. */
static double compare_abs(const cameo_tensor *t, size_t i) {
    double re = tool_elem_f64(t, i, false);
    return compare_is_complex(t) ? compare_hypot(re, tool_elem_f64(t, i, true)) : fabs(re);
}

static double compare_max(const cameo_tensor *t, size_t n) {
    double max = 0;
    for (size_t i = 0; i < n; i++) {
        double x = compare_abs(t, i);
        if (isfinite(x) && x > max) max = x;
    }
    return max;
}

/* |a - b| of elements i: 0 for two NaN and for equal infinities, infinity where only one is
 * such. */
static double compare_distance(const cameo_tensor *a, const cameo_tensor *b, size_t i) {
    double distance[2] = {0, 0};
    bool nan_a = false, nan_b = false;
    for (int part = 0; part <= (int)compare_is_complex(b); part++) {
        double x = tool_elem_f64(a, i, part != 0), y = tool_elem_f64(b, i, part != 0);
        nan_a = nan_a || isnan(x);
        nan_b = nan_b || isnan(y);
        if (x == y) continue;
        distance[part] = isinf(x) || isinf(y) ? (double)INFINITY : fabs(x - y);
    }
    if (nan_a || nan_b) return nan_a == nan_b ? 0 : (double)INFINITY;
    return compare_is_complex(b) ? compare_hypot(distance[0], distance[1]) : distance[0];
}

static bool compare_numbers(const cameo_tensor *got, const cameo_tensor *want, size_t n,
                            const tool_tolerance *tolerance, tool_difference *d) {
    double max = compare_max(want, n), worst = -1;
    size_t n_wrong = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        double distance = compare_distance(got, want, i);
        if (distance > d->worst) d->worst = distance;
        double scale = compare_abs(want, i);
        double allowed = tolerance->atol + tolerance->atol_of_max * max;
        if (isfinite(scale)) allowed += tolerance->rtol * scale;
        if (distance <= allowed) continue;
        n_wrong++;
        if (distance <= worst) continue;
        worst = distance;
        at = i;
    }
    if (n_wrong == 0) return true;
    char place[96];
    bool complex = compare_is_complex(want);
    compare_place(place, sizeof place, want, at);
    if (complex) {
        return compare_differ(
            d, "%zu of %zu wrong, worst by %.3g at %s: %.9g%+.9gi, want %.9g%+.9gi", n_wrong, n,
            worst, place, tool_elem_f64(got, at, false), tool_elem_f64(got, at, true),
            tool_elem_f64(want, at, false), tool_elem_f64(want, at, true));
    }
    return compare_differ(d, "%zu of %zu wrong, worst by %.3g at %s: %.9g, want %.9g (max %.3g)",
                          n_wrong, n, worst, place, tool_elem_f64(got, at, false),
                          tool_elem_f64(want, at, false), max);
}

static bool compare_tensors(const cameo_tensor *got, const cameo_tensor *want,
                            const tool_tolerance *tolerance, bool shape_only, tool_difference *d) {
    bool same = got->rank == want->rank;
    for (uint32_t i = 0; same && i < want->rank; i++) same = got->dims[i] == want->dims[i];
    if (!same) {
        char a[96], b[96];
        return compare_differ(d, "shape %s, want %s",
                              compare_dims(a, sizeof a, got->dims, got->rank),
                              compare_dims(b, sizeof b, want->dims, want->rank));
    }
    if (got->dtype != want->dtype) {
        return compare_differ(d, "dtype %s, want %s", cameo_dtype_name(got->dtype),
                              cameo_dtype_name(want->dtype));
    }
    size_t n = tool_tensor_count(want);
    if (shape_only || n == 0) return true;
    if (want->dtype == CAMEO_STRING) return compare_strings(got, want, n, d);
    /* Equal bits are equal values, also where a double could not tell. */
    if (got->bytes == want->bytes && memcmp(got->data, want->data, want->bytes) == 0) return true;
    return compare_numbers(got, want, n, tolerance, d);
}

/* One element of a rank-1 tensor as a tensor of its own. */
static cameo_tensor compare_element(const cameo_tensor *t, size_t i) {
    cameo_tensor one = *t;
    size_t unit = t->dtype == CAMEO_STRING ? sizeof(cameo_string) : cameo_dtype_bits(t->dtype) / 8;
    one.rank = 0;
    one.data = (uint8_t *)t->data + i * unit;
    one.bytes = unit;
    return one;
}

/* Index of the key in a map's keys, or their number. */
static size_t compare_find_key(const cameo_tensor *keys, const cameo_tensor *key) {
    static const tool_tolerance exact = {0};
    size_t n = tool_tensor_count(keys), i = 0;
    for (; i < n; i++) {
        tool_difference ignored = {0};
        cameo_tensor k = compare_element(keys, i);
        if (compare_tensors(&k, key, &exact, false, &ignored)) break;
    }
    return i;
}

static bool compare_is_map(const cameo_value *v) {
    return v->n_items == 2 && v->items[0].kind == CAMEO_KIND_TENSOR &&
           v->items[1].kind == CAMEO_KIND_TENSOR && v->items[0].tensor.rank == 1 &&
           v->items[1].tensor.rank == 1 && cameo_dtype_bits(v->items[0].tensor.dtype) % 8 == 0 &&
           cameo_dtype_bits(v->items[1].tensor.dtype) % 8 == 0 &&
           v->items[0].tensor.dims[0] == v->items[1].tensor.dims[0];
}

static bool compare_maps(const cameo_value *got, const cameo_value *want,
                         const tool_tolerance *tolerance, bool shape_only, tool_difference *d) {
    if (!compare_is_map(got) || !compare_is_map(want))
        return compare_differ(d, "not a map of single elements");
    size_t n = tool_tensor_count(&want->items[0].tensor);
    if (tool_tensor_count(&got->items[0].tensor) != n) {
        return compare_differ(d, "map of %zu, want %zu", tool_tensor_count(&got->items[0].tensor),
                              n);
    }
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        cameo_tensor key = compare_element(&want->items[0].tensor, i);
        size_t at = compare_find_key(&got->items[0].tensor, &key);
        if (at == n)
            return compare_differ(d, "map has no key equal to key %zu of the expected one", i);
        cameo_tensor a = compare_element(&got->items[1].tensor, at),
                     b = compare_element(&want->items[1].tensor, i);
        ok = compare_tensors(&a, &b, tolerance, shape_only, d) && ok;
    }
    return ok;
}

/* One level of a nested value that is being compared. */
typedef struct compare_level {
    const cameo_value *got, *want;
    size_t next;
} compare_level;

/* Everything but the items of sequences and optionals. */
static bool compare_one(const cameo_value *got, const cameo_value *want,
                        const tool_tolerance *tolerance, bool shape_only, tool_difference *d) {
    static const char *const names[] = {"nothing", "tensor", "sequence", "optional", "map"};
    if (got->kind != want->kind)
        return compare_differ(d, "a %s, want a %s", names[got->kind], names[want->kind]);
    if (want->kind == CAMEO_KIND_TENSOR)
        return compare_tensors(&got->tensor, &want->tensor, tolerance, shape_only, d);
    if (want->kind == CAMEO_KIND_MAP) return compare_maps(got, want, tolerance, shape_only, d);
    if (got->n_items != want->n_items) {
        return compare_differ(d, "%s of %zu, want %zu", names[want->kind], got->n_items,
                              want->n_items);
    }
    return true;
}

bool tool_compare(const cameo_value *got, const cameo_value *want, const tool_tolerance *tolerance,
                  bool shape_only, tool_difference *d) {
    compare_level stack[COMPARE_MAX_DEPTH];
    size_t depth = 0;
    bool ok = compare_one(got, want, tolerance, shape_only, d);
    if (!ok) return false;
    stack[depth++] = (compare_level){got, want, 0};
    while (depth > 0) {
        compare_level *l = &stack[depth - 1];
        bool nested = l->want->kind == CAMEO_KIND_SEQUENCE || l->want->kind == CAMEO_KIND_OPTIONAL;
        if (!nested || l->next == l->want->n_items) {
            depth--;
            continue;
        }
        const cameo_value *a = &l->got->items[l->next], *b = &l->want->items[l->next];
        l->next++;
        bool same = compare_one(a, b, tolerance, shape_only, d);
        ok = ok && same;
        if (!same) continue;
        if (depth == COMPARE_MAX_DEPTH) return compare_differ(d, "nested too deeply");
        stack[depth++] = (compare_level){a, b, 0};
    }
    return ok;
}
