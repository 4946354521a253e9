/* value_print.c — values and types as text for a terminal. */
#include <inttypes.h>
#include <string.h>

#include "base/ckd.h"
#include "base/dtype.h"
#include "tools/value_io.h"

#define PRINT_FIRST 6

double tool_elem_f64(const cameo_tensor *t, size_t i, bool imaginary) {
    switch (t->dtype) {
    case CAMEO_FLOAT: return (double)((const float *)t->data)[i];
    case CAMEO_DOUBLE: return ((const double *)t->data)[i];
    case CAMEO_COMPLEX64: return (double)((const float *)t->data)[2 * i + imaginary];
    case CAMEO_COMPLEX128: return ((const double *)t->data)[2 * i + imaginary];
    case CAMEO_INT32: return (double)((const int32_t *)t->data)[i];
    case CAMEO_UINT32: return (double)((const uint32_t *)t->data)[i];
    case CAMEO_INT64: return (double)((const int64_t *)t->data)[i];
    case CAMEO_UINT64: return (double)((const uint64_t *)t->data)[i];
    case CAMEO_STRING:
    case CAMEO_UNDEFINED: return 0;
    default: return (double)cm_dtype_load_f32(t->dtype, t->data, i);
    }
}

static void print_elem(const cameo_tensor *t, size_t i) {
    if (t->dtype == CAMEO_STRING) {
        char text[48];
        printf(" \"%s\"", tool_text(text, sizeof text, ((const cameo_string *)t->data)[i]));
    } else if (t->dtype == CAMEO_INT64) {
        printf(" %" PRId64, ((const int64_t *)t->data)[i]);
    } else if (t->dtype == CAMEO_UINT64) {
        printf(" %" PRIu64, ((const uint64_t *)t->data)[i]);
    } else if ((cm_dtype_flags(t->dtype) & CM_DTF_COMPLEX) != 0) {
        printf(" %.6g%+.6gi", tool_elem_f64(t, i, false), tool_elem_f64(t, i, true));
    } else {
        printf(" %.6g", tool_elem_f64(t, i, false));
    }
}

/* min, max and mean of what is not NaN. */
static void print_range(const cameo_tensor *t, size_t n) {
    double min = 0, max = 0, sum = 0;
    size_t n_numbers = 0;
    for (size_t i = 0; i < n; i++) {
        double x = tool_elem_f64(t, i, false);
        if (x != x) continue;
        if (n_numbers == 0 || x < min) min = x;
        if (n_numbers == 0 || x > max) max = x;
        sum += x;
        n_numbers++;
    }
    if (n_numbers != 0) printf("  min %.6g max %.6g mean %.6g", min, max, sum / (double)n_numbers);
    if (n_numbers != n) printf("  NaN %zu", n - n_numbers);
}

static void print_tensor(const cameo_tensor *t) {
    size_t n = tool_tensor_count(t);
    printf("%s [", cameo_dtype_name(t->dtype));
    for (uint32_t i = 0; i < t->rank; i++) printf("%s%" PRId64, i == 0 ? "" : ", ", t->dims[i]);
    printf("]");
    bool is_real = t->dtype != CAMEO_STRING && (cm_dtype_flags(t->dtype) & CM_DTF_COMPLEX) == 0;
    if (n > PRINT_FIRST && is_real) print_range(t, n);
    printf("%s", n == 0 ? "" : " :");
    for (size_t i = 0; i < n && i < PRINT_FIRST; i++) print_elem(t, i);
    printf("%s\n", n > PRINT_FIRST ? " ..." : "");
}

const char *tool_kind_name(cameo_kind kind) {
    static const char *const names[] = {"none", "tensor", "sequence", "optional", "map"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* A map of tensors, on one line: what ZipMap makes of a class's probabilities. */
static bool print_map(const cameo_value *v) {
    bool flat = v->kind == CAMEO_KIND_MAP && v->n_items == 2 && v->items[1].kind == CAMEO_KIND_TENSOR;
    if (!flat) return false;
    const cameo_tensor *keys = &v->items[0].tensor, *values = &v->items[1].tensor;
    size_t n = cm_min_size(tool_tensor_count(keys), tool_tensor_count(values));
    printf("map of %s to %s, %zu:", cameo_dtype_name(keys->dtype), cameo_dtype_name(values->dtype), n);
    for (size_t i = 0; i < n && i < PRINT_FIRST; i++) {
        printf(i == 0 ? "" : ",");
        print_elem(keys, i);
        printf(" =");
        print_elem(values, i);
    }
    printf("%s\n", n > PRINT_FIRST ? ", ..." : "");
    return true;
}

/* Values nest at most 8 deep: cm_value_read and the runtime see to that. */
static void print_value(const cameo_value *v, int indent) {
    if (v->kind == CAMEO_KIND_TENSOR) {
        print_tensor(&v->tensor);
        return;
    }
    if (print_map(v)) return;
    printf("%s of %zu\n", tool_kind_name(v->kind), v->n_items);
    for (size_t i = 0; i < v->n_items; i++) {
        if (i == PRINT_FIRST) {
            printf("%*s...\n", indent + 2, "");
            return;
        }
        printf("%*s[%zu] ", indent + 2, "", i);
        print_value(&v->items[i], indent + 2);
    }
}

void tool_val_print(const char *name, const cameo_value *v) {
    char text[128];
    printf("%s: ", tool_text(text, sizeof text, (cameo_string){name, strlen(name)}));
    print_value(v, 0);
}

void tool_type_format(char *dst, size_t cap, const cameo_type *t) {
    char dims[CAMEO_MAX_RANK * 40], text[32];
    size_t n = 0;
    dims[0] = 0;
    for (uint32_t i = 0; t->has_shape && i < t->rank; i++) {
        const char *comma = i == 0 ? "" : ",";
        int k = t->dims[i] >= 0
                    ? snprintf(dims + n, sizeof dims - n, "%s%" PRId64, comma, t->dims[i])
                    : snprintf(dims + n, sizeof dims - n, "%s%s", comma,
                               t->dim_params[i].n == 0
                                   ? "?"
                                   : tool_text(text, sizeof text, t->dim_params[i]));
        n += (size_t)k;
    }
    const char *kind = t->kind == CAMEO_KIND_TENSOR ? "" : tool_kind_name(t->kind);
    const char *elem = t->kind == CAMEO_KIND_TENSOR || t->elem_kind == CAMEO_KIND_TENSOR ||
                               t->elem_kind == CAMEO_KIND_NONE
                           ? ""
                           : tool_kind_name(t->elem_kind);
    snprintf(dst, cap, "%s%s%s%s%s%s%s%s", kind, *kind ? " of " : "", elem, *elem ? " of " : "",
             cameo_dtype_name(t->dtype), t->has_shape ? "[" : "", dims, t->has_shape ? "]" : "");
}
