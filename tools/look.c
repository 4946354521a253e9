/* look.c — see look.h. */
#include "tools/look.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/dtype.h"

static void look_must(cameo_status status, const cameo_error *e) {
    if (status == CAMEO_OK) return;
    tool_print_error("looking into the model", e);
    exit(TOOL_FAILED);
}

#define LOOK_ROW(kind)                                                        \
    cameo_##kind##_view look_##kind(const cameo_model *m, uint32_t id) {      \
        cameo_##kind##_view view = {.size = sizeof view};                     \
        cameo_error e = {0};                                                  \
        look_must(cameo_model_view_##kind(m, id, &view, &e), &e);             \
        return view;                                                          \
    }
LOOK_ROW(graph)
LOOK_ROW(node)
LOOK_ROW(attr)
LOOK_ROW(value)
LOOK_ROW(type)
LOOK_ROW(tensor)
LOOK_ROW(sparse)
LOOK_ROW(function)
#undef LOOK_ROW

cameo_string look_name(const cameo_model *m, uint32_t value) {
    if (value == CAMEO_NO_ID) return (cameo_string){NULL, 0};
    return look_value(m, value).name;
}

/* ---- elements ---- */

uint64_t look_bits(const cameo_tensor_view *t, uint64_t i, size_t width) {
    const uint8_t *p = (const uint8_t *)t->data + i * width;
    uint64_t v = 0;
    bool big = CM_BIG_ENDIAN != 0 && !t->is_swapped;
    for (size_t k = 0; k < width; k++) v |= (uint64_t)p[big ? width - 1 - k : k] << 8 * k;
    return v;
}

/* Whether a C program reads the text as this number, in the width that it has. */
static bool look_reads_back(const char *text, double x, bool single) {
    return single ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x;
}

static const char *look_number(char *text, double x, bool single) {
    if (x != x) return strcpy(text, signbit(x) ? "-nan" : "nan");
    if (isinf(x)) return strcpy(text, x < 0 ? "-inf" : "inf");
    int most = single ? 9 : 17;
    for (int digits = single ? 6 : 15; digits <= most; digits++) {
        snprintf(text, 64, "%.*g", digits, x);
        if (look_reads_back(text, x, single)) break;
    }
    if (strpbrk(text, ".e") == NULL) strcat(text, ".0");
    return text;
}

const char *look_float(char *text, float x) { return look_number(text, (double)x, true); }
const char *look_double(char *text, double x) { return look_number(text, x, false); }

static const char *look_integer(char *text, uint64_t bits, unsigned n_bits, bool is_signed) {
    uint64_t sign = UINT64_C(1) << (n_bits - 1);
    if (!is_signed || (bits & sign) == 0)
        snprintf(text, 64, "%" PRIu64, bits);
    else
        snprintf(text, 64, "-%" PRIu64, (sign << 1) - bits);
    return text;
}

static const char *look_complex(char *text, const cameo_tensor_view *t, uint64_t i) {
    bool single = t->dtype == CAMEO_COMPLEX64;
    double part[2];
    for (unsigned k = 0; k < 2; k++) {
        uint64_t bits = look_bits(t, 2 * i + k, single ? 4 : 8);
        part[k] = single ? (double)cm_f32_from_bits((uint32_t)bits) : cm_f64_from_bits(bits);
    }
    snprintf(text, 64, "%.*g%+.*gi", single ? 9 : 17, part[0], single ? 9 : 17, part[1]);
    return text;
}

const char *look_element(char *text, const cameo_tensor_view *t, uint64_t i) {
    uint32_t flags = cm_dtype_flags(t->dtype), n_bits = cameo_dtype_bits(t->dtype);
    if ((flags & CM_DTF_COMPLEX) != 0) return look_complex(text, t, i);
    if (t->dtype == CAMEO_DOUBLE) return look_double(text, cm_f64_from_bits(look_bits(t, i, 8)));
    if (t->dtype == CAMEO_FLOAT) return look_float(text, cm_f32_from_bits((uint32_t)look_bits(t, i, 4)));
    bool sub = (flags & CM_DTF_SUBBYTE) != 0;
    uint64_t bits = sub ? (uint32_t)((const uint8_t *)t->data)[i * n_bits / 8] >> i * n_bits % 8 & ((1U << n_bits) - 1)
                        : look_bits(t, i, n_bits / 8);
    if ((flags & CM_DTF_FLOAT) == 0) return look_integer(text, bits, n_bits, (flags & CM_DTF_SIGNED) != 0);
    uint8_t one = (uint8_t)bits;
    uint16_t two = (uint16_t)bits;
    return look_float(text, cm_dtype_load_f32(t->dtype, n_bits == 16 ? (const void *)&two : &one, 0));
}

/* ---- types ---- */

enum { LOOK_TYPE = 4096 };

static const char *look_kind(cameo_kind kind) {
    return kind == CAMEO_KIND_SEQUENCE ? "sequence of " : kind == CAMEO_KIND_OPTIONAL ? "optional of "
           : kind == CAMEO_KIND_MAP    ? "map to "
                                       : "";
}

/* As tool_type_format, but with dims of any length; "[*]" where not even the rank is known. */
static void look_format(char *dst, const cameo_type *t) {
    char dim[300];
    int n = snprintf(dst, LOOK_TYPE, "%s%s%s%s", look_kind(t->kind), look_kind(t->elem_kind),
                     cameo_dtype_name(t->dtype), !t->has_shape ? "[*" : "[");
    for (uint32_t i = 0; t->has_shape && i < t->rank; i++) {
        if (t->dims[i] >= 0)
            snprintf(dim, sizeof dim, "%" PRId64, t->dims[i]);
        else
            tool_text(dim, sizeof dim, t->dim_params[i].n == 0 ? (cameo_string){"?", 1} : t->dim_params[i]);
        n += snprintf(dst + n, LOOK_TYPE - (size_t)n, "%s%s", i == 0 ? "" : ", ", dim);
    }
    snprintf(dst + n, LOOK_TYPE - (size_t)n, "]");
}

static uint64_t look_bytes(const cameo_type *t) {
    uint64_t n = 1, bits = cameo_dtype_bits(t->dtype);
    if (t->kind != CAMEO_KIND_TENSOR || !t->has_shape || bits == 0) return LOOK_UNKNOWN;
    for (uint32_t i = 0; i < t->rank; i++) {
        uint64_t dim = (uint64_t)t->dims[i];
        if (t->dims[i] < 0 || (dim != 0 && n > UINT64_MAX / 256 / dim)) return LOOK_UNKNOWN;
        n *= dim;
    }
    return (n * bits + 7) / 8;
}

static void look_set(look_types *t, uint32_t value, const cameo_type *type) {
    char text[LOOK_TYPE];
    t->bytes[value] = look_bytes(type);
    look_format(text, type);
    free(t->text[value]);
    t->text[value] = tool_copy_text((cameo_string){text, strlen(text)});
}

static void look_tell(void *ctx, const cameo_inferred *v) {
    look_types *t = ctx;
    if (v->value < t->n) look_set(t, v->value, &v->type);
}

static void look_declared(look_types *t, const cameo_model *m) {
    for (uint32_t i = 0; i < t->n; i++) {
        cameo_value_view v = look_value(m, i);
        cameo_type type = {.kind = CAMEO_KIND_NONE};
        if (v.init != CAMEO_NO_ID) {
            cameo_tensor_view tensor = look_tensor(m, v.init);
            type.kind = CAMEO_KIND_TENSOR;
            type.dtype = tensor.dtype;
            type.has_shape = true;
            type.rank = tensor.rank;
            for (uint32_t k = 0; k < tensor.rank; k++) type.dims[k] = tensor.dims[k];
        } else if (v.type != CAMEO_NO_ID) {
            type = look_type(m, v.type).type;
        }
        if (t->text[i] == NULL && type.kind != CAMEO_KIND_NONE) look_set(t, i, &type);
    }
}

static look_types look_types_new(const tool_model *m) {
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(m->model, &info);
    look_types t = {.n = info.n_values};
    t.text = tool_alloc(t.n * sizeof *t.text);
    t.bytes = tool_alloc(t.n * sizeof *t.bytes);
    for (uint32_t i = 0; i < t.n; i++) {
        t.text[i] = NULL;
        t.bytes[i] = LOOK_UNKNOWN;
    }
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        memset(&t.error, 0, sizeof t.error);
        if (tool_work_next(&work, &size, m->options.limits, &t.error) != CAMEO_OK) break;
        status = cameo_model_infer(m->model, work.m, &m->options, look_tell, &t, &t.error);
        tool_work_free(&work);
    }
    look_declared(&t, m->model);
    return t;
}

/* Why inference ended, on stderr, if it did. */
static void look_types_tell(const look_types *t, const char *path) {
    char text[640];
    if (t->error.status == CAMEO_OK) return;
    tool_format_error(text, sizeof text, &t->error);
    fprintf(stderr, "cameo: %s: types are those that the file declares: %s\n", path, text);
}

look_state look_begin(const tool_model *m, FILE *f) {
    look_state s = {.m = m->model, .types = look_types_new(m), .f = f};
    s.in_file = m->built.m.base == NULL;
    s.is_beside = !m->from_loader;
    look_types_tell(&s.types, m->path);
    return s;
}

void look_end(look_state *s) {
    for (uint32_t i = 0; i < s->types.n; i++) free(s->types.text[i]);
    free(s->types.text);
    free(s->types.bytes);
    memset(s, 0, sizeof *s);
}

bool look_has_graphs(const cameo_attr_view *a) {
    return (a->type == CAMEO_ATTR_GRAPH || a->type == CAMEO_ATTR_GRAPHS) && a->ref.n == 0;
}

bool look_is_constant(const cameo_value_view *v) { return v->node == CAMEO_NO_ID && !v->is_input; }
