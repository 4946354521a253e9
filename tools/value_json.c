/* value_json.c — values as JSON, for `cameo run --json`. */
#include <inttypes.h>
#include <string.h>

#include "base/dtype.h"
#include "tools/value_io.h"

/* JSON has no number for what is not finite. */
static void json_number(FILE *f, double x, int digits) {
    if (x != x)
        fputs("\"NaN\"", f);
    else if (x - x != 0)
        fputs(x > 0 ? "\"Infinity\"" : "\"-Infinity\"", f);
    else
        fprintf(f, "%.*g", digits, x);
}

static void json_elem(FILE *f, const cameo_tensor *t, size_t i) {
    int digits = t->dtype == CAMEO_DOUBLE || t->dtype == CAMEO_COMPLEX128 ? 17 : 9; /* enough to give the same bits */
    uint32_t flags = cm_dtype_flags(t->dtype);
    if (t->dtype == CAMEO_STRING) {
        tool_json_string(f, ((const cameo_string *)t->data)[i]);
    } else if (t->dtype == CAMEO_BOOL) {
        fputs(((const uint8_t *)t->data)[i] != 0 ? "true" : "false", f);
    } else if (t->dtype == CAMEO_INT64) {
        fprintf(f, "%" PRId64, ((const int64_t *)t->data)[i]);
    } else if (t->dtype == CAMEO_UINT64) {
        fprintf(f, "%" PRIu64, ((const uint64_t *)t->data)[i]);
    } else if ((flags & CM_DTF_COMPLEX) != 0) {
        fputc('[', f);
        json_number(f, tool_elem_f64(t, i, false), digits);
        fputs(", ", f);
        json_number(f, tool_elem_f64(t, i, true), digits);
        fputc(']', f);
    } else {
        json_number(f, tool_elem_f64(t, i, false), (flags & CM_DTF_INT) != 0 ? 17 : digits);
    }
}

static void json_elems(FILE *f, const char *key, const cameo_tensor *t) {
    size_t n = tool_tensor_count(t);
    fprintf(f, ", \"%s\": [", key);
    for (size_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", f);
        json_elem(f, t, i);
    }
    fputc(']', f);
}

static void json_tensor(FILE *f, const cameo_tensor *t, bool data) {
    fprintf(f, "\"dtype\": \"%s\", \"shape\": [", cameo_dtype_name(t->dtype));
    for (uint32_t d = 0; d < t->rank; d++) fprintf(f, "%s%" PRId64, d == 0 ? "" : ", ", t->dims[d]);
    fputc(']', f);
    if (data) json_elems(f, "data", t);
}

/* What stands between the braces. Values nest at most 8 deep: cm_value_read and the runtime see to that. */
static void json_value(FILE *f, const cameo_value *v, bool data) {
    bool is_map = v->kind == CAMEO_KIND_MAP && v->n_items == 2;
    if (v->kind == CAMEO_KIND_TENSOR) {
        json_tensor(f, &v->tensor, data);
        return;
    }
    fprintf(f, "\"kind\": \"%s\"", tool_kind_name(v->kind));
    if (is_map && v->items[1].kind == CAMEO_KIND_TENSOR) {
        json_elems(f, "keys", &v->items[0].tensor);
        json_elems(f, "values", &v->items[1].tensor);
        return;
    }
    fputs(", \"items\": [", f);
    for (size_t i = 0; i < v->n_items; i++) {
        fputs(i == 0 ? "{" : ", {", f);
        json_value(f, &v->items[i], data);
        fputc('}', f);
    }
    fputc(']', f);
}

void tool_val_json(FILE *f, const char *name, const cameo_value *v, bool data) {
    fputs("{\"name\": ", f);
    tool_json_string(f, (cameo_string){name, strlen(name)});
    fputs(", ", f);
    json_value(f, v, data);
}
