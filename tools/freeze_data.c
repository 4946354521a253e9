/* freeze_data.c — constants and params as typed C initializers: the target's compiler settles byte
 * order, widths and alignment. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/freeze.h"

/* ---- text ---- */

void freeze_literal(FILE *f, cm_str s) {
    fputc('"', f);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '"' || c == '\\' || c == '?') {
            fprintf(f, "\\%c", c); /* \? keeps trigraphs away */
        } else if (c < 32 || c > 126) {
            fprintf(f, "\\%03o", c);
        } else {
            fputc(c, f);
        }
    }
    fputc('"', f);
}

void freeze_plain(FILE *f, cm_str s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     c == '.' || c == '-' || c == ':';
        fputc(plain ? c : '_', f);
    }
}

/* ---- elements ---- */

typedef enum data_form { DATA_FLOAT, DATA_SIGNED, DATA_UNSIGNED } data_form;

/* How the elements of a constant are written: `parts` numbers of `width` bytes in each. */
typedef struct data_type {
    const char *c_type;
    data_form form;
    size_t width;
} data_type;

static data_type data_type_of(int dtype) {
    switch (dtype) {
    case CAMEO_FLOAT:
    case CAMEO_COMPLEX64: return (data_type){"float", DATA_FLOAT, 4};
    case CAMEO_DOUBLE:
    case CAMEO_COMPLEX128: return (data_type){"double", DATA_FLOAT, 8};
    case CAMEO_INT8: return (data_type){"int8_t", DATA_SIGNED, 1};
    case CAMEO_INT16: return (data_type){"int16_t", DATA_SIGNED, 2};
    case CAMEO_INT32: return (data_type){"int32_t", DATA_SIGNED, 4};
    case CAMEO_INT64: return (data_type){"int64_t", DATA_SIGNED, 8};
    case CAMEO_UINT16:
    case CAMEO_FLOAT16:
    case CAMEO_BFLOAT16: return (data_type){"uint16_t", DATA_UNSIGNED, 2};
    case CAMEO_UINT32: return (data_type){"uint32_t", DATA_UNSIGNED, 4};
    case CAMEO_UINT64: return (data_type){"uint64_t", DATA_UNSIGNED, 8};
    default:
        return (data_type){"uint8_t", DATA_UNSIGNED,
                           1}; /* bytes: bool, 8-bit floats, packed bits */
    }
}

static double data_real(const uint8_t *p, size_t width) {
    float x;
    double d;
    if (width == 8) {
        memcpy(&d, p, 8);
        return d;
    }
    memcpy(&x, p, 4);
    return (double)x;
}

/* Infinities and NaNs have no literal: an array that holds one is written as its bit patterns. */
static data_type data_type_for(int dtype, const uint8_t *p, size_t size) {
    data_type t = data_type_of(dtype);
    if (t.form != DATA_FLOAT) return t;
    for (size_t i = 0; i + t.width <= size; i += t.width) {
        if (isfinite(data_real(p + i, t.width))) continue;
        return t.width == 8 ? (data_type){"uint64_t", DATA_UNSIGNED, 8}
                            : (data_type){"uint32_t", DATA_UNSIGNED, 4};
    }
    return t;
}

static uint64_t data_unsigned(const uint8_t *p, size_t width) {
    uint8_t b;
    uint16_t h;
    uint32_t w;
    uint64_t d;
    switch (width) {
    case 1: memcpy(&b, p, 1); return b;
    case 2: memcpy(&h, p, 2); return h;
    case 4: memcpy(&w, p, 4); return w;
    default: memcpy(&d, p, 8); return d;
    }
}

static void data_number(FILE *f, const data_type *t, const uint8_t *p) {
    uint64_t u = data_unsigned(p, t->width);
    if (t->form == DATA_FLOAT) {
        fprintf(f, t->width == 8 ? "%a" : "%af", data_real(p, t->width));
    } else if (t->form == DATA_UNSIGNED) {
        const char *format = t->width == 8 ? "UINT64_C(%" PRIu64 ")" : "%" PRIu64 "u";
        fprintf(f, t->width < 4 ? "%" PRIu64 : format, u);
    } else if (t->width == 8) {
        /* The smallest int64 is no literal. */
        if (u == UINT64_C(1) << 63)
            fprintf(f, "INT64_MIN");
        else
            fprintf(f, "INT64_C(%" PRId64 ")", (int64_t)u);
    } else {
        uint64_t sign = UINT64_C(1) << (8 * t->width - 1);
        int64_t v = (int64_t)(u ^ sign) - (int64_t)sign;
        if (v == INT32_MIN)
            fprintf(f, "INT32_MIN");
        else
            fprintf(f, "%" PRId64, v);
    }
}

static void data_array(FILE *f, const data_type *t, const uint8_t *p, size_t n) {
    size_t per_line = t->form == DATA_FLOAT ? 6 : t->width < 4 ? 16 : 8;
    fprintf(f, "{");
    for (size_t i = 0; i < n; i++) {
        fprintf(f, i == 0 ? "" : i % per_line == 0 ? ",\n     " : ", ");
        data_number(f, t, p + i * t->width);
    }
    fprintf(f, "}");
}

/* ---- constants ---- */

static const uint8_t *data_bytes(const freeze *z, uint32_t value) {
    const cm_svalue *sv = &z->s->values[value];
    const uint8_t *p = z->s->segments[sv->segment].p;
    return p == NULL || sv->size == 0 ? NULL : p + sv->off;
}

/* Elements of a string constant. */
static size_t data_n_strings(const freeze *z, uint32_t value) { return z->p->values[value].n; }

static void data_member(const freeze *z, uint32_t value) {
    const cm_svalue *sv = &z->s->values[value];
    const uint8_t *p = data_bytes(z, value);
    if (p == NULL) return;
    uint32_t id = z->values.at[value];
    if (sv->dtype == CAMEO_STRING) {
        size_t head = (data_n_strings(z, value) + 1) * 4;
        fprintf(z->f, "    struct {\n        uint32_t off[%zu];\n", head / 4);
        if (sv->size > head) fprintf(z->f, "        uint8_t text[%zu];\n", sv->size - head);
        fprintf(z->f, "    } w%" PRIu32 ";\n", id);
        return;
    }
    data_type t = data_type_for(sv->dtype, p, sv->size);
    fprintf(z->f, "    %s%s w%" PRIu32 "[%zu];\n",
            sv->format == CM_FORMAT_PLAIN ? "" : "_Alignas(CAMEO_ALIGN) ", t.c_type, id,
            sv->size / t.width);
}

static void data_initializer(const freeze *z, uint32_t value) {
    const cm_svalue *sv = &z->s->values[value];
    const uint8_t *p = data_bytes(z, value);
    if (p == NULL) return;
    static const data_type word = {"uint32_t", DATA_UNSIGNED, 4},
                           byte = {"uint8_t", DATA_UNSIGNED, 1};
    if (sv->dtype == CAMEO_STRING) {
        size_t head = (data_n_strings(z, value) + 1) * 4;
        fprintf(z->f, "    {");
        data_array(z->f, &word, p, head / 4);
        if (sv->size > head) {
            fprintf(z->f, ",\n     ");
            data_array(z->f, &byte, p + head, sv->size - head);
        }
        fprintf(z->f, "},\n");
        return;
    }
    data_type t = data_type_for(sv->dtype, p, sv->size);
    fprintf(z->f, "    ");
    data_array(z->f, &t, p, sv->size / t.width);
    fprintf(z->f, ",\n");
}

void freeze_write_constants(const freeze *z) {
    if (freeze_constant_bytes(z) == 0) return;
    fprintf(z->f,
            "/* Constants, each an array of its own type; packed ones in the portable kernels' "
            "order. */\n"
            "struct %s_weights {\n",
            z->name);
    for (uint32_t i = 0; i < z->values.n; i++) {
        if (freeze_is_constant(z, z->values.old[i])) data_member(z, z->values.old[i]);
    }
    fprintf(z->f, "};\n\nstatic const struct %s_weights %s_weights = {\n", z->name, z->name);
    for (uint32_t i = 0; i < z->values.n; i++) {
        if (freeze_is_constant(z, z->values.old[i])) data_initializer(z, z->values.old[i]);
    }
    fprintf(z->f, "};\n\n");
}

/* ---- params ---- */

/* Is the word at byte `off` of the params a float? By the operator's field list; a float that only the
 * parse function or a rewrite sets is written as its bits. */
static bool data_is_float(const cm_op *op, const uint8_t *params, size_t off) {
    for (uint32_t i = 0; i < op->n_fields; i++) {
        const cm_field *field = &op->fields[i];
        if (field->off == off)
            return field->kind == CM_FIELD_F32 && isfinite(data_real(params + off, 4));
    }
    return false;
}

/* End of the run of words of one kind that begins at off. */
static size_t data_run(const cm_op *op, const uint8_t *params, size_t off) {
    bool is_float = data_is_float(op, params, off);
    size_t end = off + 4;
    while (end < op->params_size && data_is_float(op, params, end) == is_float) end += 4;
    return end;
}

static void data_one_params(const freeze *z, uint32_t id) {
    static const data_type real = {"float", DATA_FLOAT, 4}, word = {"int32_t", DATA_SIGNED, 4};
    const cm_op *op = z->s->ops[z->params_op[z->params.old[id]]];
    const uint8_t *p = z->s->params[z->params.old[id]];
    fprintf(z->f, "static const struct { /* ");
    freeze_plain(z->f, cm_str_from_c(freeze_op_type(op)));
    fprintf(z->f, " */\n");
    for (size_t off = 0, end; off < op->params_size; off = end) {
        end = data_run(op, p, off);
        bool is_float = data_is_float(op, p, off);
        fprintf(z->f, "    %s a%zu[%zu];\n", is_float ? real.c_type : word.c_type, off / 4,
                (end - off) / 4);
    }
    fprintf(z->f, "} %s_params_%" PRIu32 " = {\n", z->name, id);
    for (size_t off = 0, end; off < op->params_size; off = end) {
        end = data_run(op, p, off);
        fprintf(z->f, "    ");
        data_array(z->f, data_is_float(op, p, off) ? &real : &word, p + off, (end - off) / 4);
        fprintf(z->f, ",\n");
    }
    fprintf(z->f, "};\n");
}

void freeze_write_params(const freeze *z) {
    if (z->params.n == 0) return;
    fprintf(z->f, "/* Params: 4-byte fields in the order of the operator's own struct. */\n");
    for (uint32_t i = 0; i < z->params.n; i++) data_one_params(z, i);
    fprintf(z->f, "static const void *const %s_params[] = {", z->name);
    for (uint32_t i = 0; i < z->params.n; i++) {
        fprintf(z->f, "%s&%s_params_%" PRIu32, i == 0 ? "" : ", ", z->name, i);
    }
    fprintf(z->f, "};\n\n");
}
