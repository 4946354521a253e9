/* onnx_text_write.c — a model as ONNX's text. See onnx_text.h.
 *
 * What has no form in the text is counted, and the caller tells it. Elements of half floats, 8-bit floats and packed
 * types are their bits, as onnx.parser puts them into TensorProto.int32_data. Graphs in attributes are written by
 * recursion: loading has limited how deep they nest. */
#include <inttypes.h>
#include <string.h>

#include "base/bytes.h"
#include "base/dtype.h"
#include "tools/onnx_text.h"

typedef struct text_state {
    const cameo_model *m;
    const text_options *o;
    FILE *f;
    uint64_t *count;
} text_state;

const char *text_note(unsigned k) {
    static const char *const texts[] = {
#define TEXT_NOTE_TEXT(name, text) text,
        TEXT_NOTES(TEXT_NOTE_TEXT)
#undef TEXT_NOTE_TEXT
    };
    return texts[k];
}

/* ---- names and strings ---- */

static bool text_is(cameo_string s, const char *word) { return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0; }

/* Words that stand for something else where a name may stand: types, and numbers in any case of letters. */
static bool text_is_reserved(cameo_string s) {
    static const char *const words[] = {"seq", "map", "optional", "sparse_tensor", "opaque"};
    static const char *const numbers[] = {"inf", "infinity", "nan"};
    for (int d = CAMEO_FLOAT; d <= CAMEO_INT2; d++) {
        if (text_is(s, text_dtype((cameo_dtype)d))) return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_is(s, words[i])) return true;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t k = 0, n = strlen(numbers[i]);
        while (k < s.n && k < n && (s.p[k] | 0x20) == numbers[i][k]) k++;
        if (k == n && s.n == n) return true;
    }
    return false;
}

static bool text_is_identifier(cameo_string s) {
    if (s.n == 0 || !text_is_letter(s.p[0])) return false;
    for (size_t i = 1; i < s.n; i++) {
        if (!text_is_letter(s.p[i]) && !text_is_digit(s.p[i])) return false;
    }
    return true;
}

/* Bytes as they are, but for quotes and backslashes: the format has no other escapes. */
static void text_bytes(const text_state *s, cameo_string v, bool escape) {
    for (size_t i = 0; i < v.n; i++) {
        unsigned char c = (unsigned char)v.p[i];
        if (c == 0) s->count[TEXT_NUL]++;
        bool hide = s->o->terminal && (c < 32 || c == 127) && c != '\n' && c != '\t';
        if (hide) s->count[TEXT_CONTROL]++;
        if (escape && (c == '"' || c == '\\')) fputc('\\', s->f);
        fputc(hide ? '?' : c, s->f);
    }
}

static void text_string(const text_state *s, cameo_string v) {
    fputc('"', s->f);
    text_bytes(s, v, true);
    fputc('"', s->f);
}

static void text_name(const text_state *s, cameo_string v) {
    if (text_is_identifier(v) && !text_is_reserved(v))
        text_bytes(s, v, false);
    else
        text_string(s, v);
}

/* Where only an identifier may stand. */
static void text_identifier(const text_state *s, cameo_string v) {
    if (!text_is_identifier(v)) s->count[TEXT_IDENTIFIER]++;
    text_bytes(s, v, false);
}

static void text_value(const text_state *s, uint32_t value) { text_name(s, look_name(s->m, value)); }

/* ---- types ---- */

static void text_dims(const text_state *s, const cameo_type *type) {
    if (!type->has_shape) fputs("[]", s->f); /* rank 0 has no brackets, an unknown rank empty ones */
    for (uint32_t i = 0; type->has_shape && i < type->rank; i++) {
        fputs(i == 0 ? "[" : ",", s->f);
        if (type->dims[i] >= 0)
            fprintf(s->f, "%" PRId64, type->dims[i]);
        else if (type->dim_params[i].n == 0)
            fputc('?', s->f);
        else
            text_name(s, type->dim_params[i]);
    }
    if (type->has_shape && type->rank != 0) fputc(']', s->f);
}

/* Whether the format can say a type, with the types inside it. */
static bool text_has_type(const text_state *s, uint32_t id) {
    while (id != CAMEO_NO_ID) {
        cameo_type_view t = look_type(s->m, id);
        bool map = t.type.kind == CAMEO_KIND_MAP;
        if (t.type.kind == CAMEO_KIND_TENSOR) return t.type.dtype != CAMEO_UNDEFINED;
        if (t.type.kind == CAMEO_KIND_NONE || (map && t.type.key_dtype == CAMEO_UNDEFINED)) return false;
        id = t.elem;
    }
    return false;
}

static void text_type(const text_state *s, uint32_t id) {
    cameo_type_view t = look_type(s->m, id);
    if (t.type.kind == CAMEO_KIND_TENSOR) {
        fprintf(s->f, "%s%s", t.is_sparse ? "sparse_tensor(" : "", text_dtype(t.type.dtype));
        text_dims(s, &t.type);
        if (t.is_sparse) fputc(')', s->f);
        return;
    }
    if (t.type.kind == CAMEO_KIND_MAP)
        fprintf(s->f, "map(%s, ", text_dtype(t.type.key_dtype));
    else
        fputs(t.type.kind == CAMEO_KIND_SEQUENCE ? "seq(" : "optional(", s->f);
    text_type(s, t.elem);
    fputc(')', s->f);
}

/* "float[N,3] x", or the name alone. */
static void text_typed(const text_state *s, uint32_t value) {
    cameo_value_view v = look_value(s->m, value);
    if (v.type != CAMEO_NO_ID && text_has_type(s, v.type)) {
        text_type(s, v.type);
        fputc(' ', s->f);
    } else if (v.type != CAMEO_NO_ID) {
        s->count[TEXT_TYPE]++;
    }
    text_name(s, v.name);
}

/* ---- tensors ---- */

/* Numbers of the typed field that the tensor's data would be in: two for a complex element, a byte of packed ones. */
static uint64_t text_entries(const cameo_tensor_view *t) {
    if ((cm_dtype_flags(t->dtype) & CM_DTF_COMPLEX) != 0) return 2 * t->n_elem;
    return (cm_dtype_flags(t->dtype) & CM_DTF_SUBBYTE) != 0 ? t->bytes : t->n_elem;
}

static void text_float(const text_state *s, float x) {
    char text[64];
    uint32_t bits = cm_f32_bits(x);
    if (x != x && (bits & 0x7fffffff) != 0x7fc00000) s->count[TEXT_NAN]++;
    fputs(look_float(text, x), s->f);
}

static void text_double(const text_state *s, double x) {
    char text[64];
    if (x != x && (cm_f64_bits(x) & INT64_MAX) != UINT64_C(0x7ff8000000000000)) s->count[TEXT_NAN]++;
    fputs(look_double(text, x), s->f);
}

static void text_entry(const text_state *s, const cameo_tensor_view *t, uint64_t i) {
    switch (t->dtype) {
    case CAMEO_FLOAT:
    case CAMEO_COMPLEX64: text_float(s, cm_f32_from_bits((uint32_t)look_bits(t, i, 4))); break;
    case CAMEO_DOUBLE:
    case CAMEO_COMPLEX128: text_double(s, cm_f64_from_bits(look_bits(t, i, 8))); break;
    case CAMEO_INT8: fprintf(s->f, "%d", (int)(int8_t)look_bits(t, i, 1)); break;
    case CAMEO_INT16: fprintf(s->f, "%d", (int)(int16_t)look_bits(t, i, 2)); break;
    case CAMEO_INT32: fprintf(s->f, "%" PRId32, (int32_t)look_bits(t, i, 4)); break;
    case CAMEO_INT64: fprintf(s->f, "%" PRId64, (int64_t)look_bits(t, i, 8)); break;
    default: {
        size_t bits = cameo_dtype_bits(t->dtype);
        fprintf(s->f, "%" PRIu64, look_bits(t, i, bits < 8 ? 1 : bits / 8));
        break;
    }
    }
}

static void text_external(const text_state *s, cameo_string location, uint64_t offset, uint64_t length) {
    fputs("[\"location\": ", s->f);
    text_string(s, location);
    if (offset != 0) fprintf(s->f, ", \"offset\": \"%" PRIu64 "\"", offset);
    if (length != UINT64_MAX) fprintf(s->f, ", \"length\": \"%" PRIu64 "\"", length);
    fputc(']', s->f);
}

static void text_data(const text_state *s, uint32_t id, const cameo_tensor_view *t) {
    bool all = s->o->max_elements == UINT64_MAX;
    if (t->location.n != 0 && !all) {
        text_external(s, t->location, t->location_offset, t->location_length);
        return;
    }
    if (t->offset != CAMEO_NO_OFFSET && t->n_elem > s->o->max_elements) {
        text_external(s, (cameo_string){s->o->location, strlen(s->o->location)}, t->offset, t->bytes);
        return;
    }
    uint64_t n = t->dtype == CAMEO_STRING ? t->n_elem : text_entries(t);
    fputc('{', s->f);
    for (uint64_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", s->f);
        if (t->dtype == CAMEO_STRING)
            text_string(s, cameo_model_tensor_string(s->m, id, i));
        else
            text_entry(s, t, i);
    }
    fputc('}', s->f);
}

static void text_tensor_type(const text_state *s, const cameo_tensor_view *t) {
    fputs(text_dtype(t->dtype), s->f);
    for (uint32_t i = 0; i < t->rank; i++) fprintf(s->f, "%s%" PRId64, i == 0 ? "[" : ",", t->dims[i]);
    if (t->rank != 0) fputc(']', s->f);
}

static void text_tensor(const text_state *s, uint32_t id, bool initializer) {
    cameo_tensor_view t = look_tensor(s->m, id);
    bool named = initializer || text_is_identifier(t.name);
    text_tensor_type(s, &t);
    fputc(' ', s->f);
    if (named && initializer) text_name(s, t.name);
    if (named && !initializer) text_bytes(s, t.name, false);
    if (!named && t.name.n != 0) s->count[TEXT_TENSOR_NAME]++;
    fputs(named ? " = " : "= ", s->f);
    text_data(s, id, &t);
}

/* ---- attributes ---- */

static void text_graph(const text_state *s, uint32_t id, int indent, bool sub);

static void text_row(const text_state *s, const cameo_attr_view *a, uint32_t *id, int indent) {
    switch (a->type) {
    case CAMEO_ATTR_TENSOR:
    case CAMEO_ATTR_TENSORS:
        text_tensor(s, *id, false);
        *id = look_tensor(s->m, *id).next;
        break;
    case CAMEO_ATTR_GRAPH:
    case CAMEO_ATTR_GRAPHS:
        text_graph(s, *id, indent + 2, true);
        *id = look_graph(s->m, *id).next;
        break;
    default:
        text_type(s, *id);
        *id = look_type(s->m, *id).next;
        break;
    }
}

static void text_item(const text_state *s, const cameo_attr_view *a, uint32_t i, uint32_t *row, int indent) {
    switch (a->type) {
    case CAMEO_ATTR_FLOATS: text_float(s, a->floats[i]); break;
    case CAMEO_ATTR_INTS: fprintf(s->f, "%" PRId64, a->ints[i]); break;
    case CAMEO_ATTR_STRINGS: text_string(s, a->strings[i]); break;
    default: text_row(s, a, row, indent); break;
    }
}

/* ": floats", where the value alone does not tell. */
static void text_attr_type(const text_state *s, const cameo_attr_view *a) {
    static const char *const names[] = {"",        "float",         "int",            "string",     "tensor",
                                        "graph",   "floats",        "ints",           "strings",    "tensors",
                                        "graphs",  "sparse_tensor", "sparse_tensors", "type_proto", "type_protos"};
    bool rows = a->type == CAMEO_ATTR_TENSORS || a->type == CAMEO_ATTR_GRAPHS || a->type == CAMEO_ATTR_TYPE_PROTOS;
    bool list = rows || a->type == CAMEO_ATTR_FLOATS || a->type == CAMEO_ATTR_INTS || a->type == CAMEO_ATTR_STRINGS;
    if (a->ref.n != 0 || rows || (list && a->n == 0)) fprintf(s->f, ": %s", names[a->type]);
}

/* Whether the format has a form for it; else it is counted. */
static bool text_has_attr(const text_state *s, const cameo_attr_view *a) {
    bool here = a->ref.n == 0;
    bool sparse = a->type == CAMEO_ATTR_SPARSE_TENSOR || a->type == CAMEO_ATTR_SPARSE_TENSORS;
    if (sparse && here) s->count[TEXT_SPARSE]++;
    if (sparse && here) return false;
    bool types = here && (a->type == CAMEO_ATTR_TYPE_PROTO || a->type == CAMEO_ATTR_TYPE_PROTOS);
    for (uint32_t id = types ? a->first : CAMEO_NO_ID; id != CAMEO_NO_ID; id = look_type(s->m, id).next) {
        if (text_has_type(s, id)) continue;
        s->count[TEXT_TYPE]++;
        return false;
    }
    return true;
}

static void text_attr(const text_state *s, const cameo_attr_view *a, int indent) {
    uint32_t row = a->first;
    text_identifier(s, a->name);
    text_attr_type(s, a);
    fputs(" = ", s->f);
    if (a->ref.n != 0) {
        fputc('@', s->f);
        text_name(s, a->ref);
        return;
    }
    switch (a->type) {
    case CAMEO_ATTR_FLOAT: text_float(s, a->f); return;
    case CAMEO_ATTR_INT: fprintf(s->f, "%" PRId64, a->i); return;
    case CAMEO_ATTR_STRING: text_string(s, a->s); return;
    case CAMEO_ATTR_TENSOR:
    case CAMEO_ATTR_GRAPH:
    case CAMEO_ATTR_TYPE_PROTO: text_row(s, a, &row, indent); return;
    case CAMEO_ATTR_TENSORS:
    case CAMEO_ATTR_GRAPHS:
    case CAMEO_ATTR_TYPE_PROTOS:
        if (a->n != 0) s->count[TEXT_LIST]++;
        break;
    default: break;
    }
    fputc('[', s->f);
    for (uint32_t i = 0; i < a->n; i++) {
        if (i != 0) fputs(", ", s->f);
        text_item(s, a, i, &row, indent);
    }
    fputc(']', s->f);
}

/* ---- nodes and graphs ---- */

static void text_node(const text_state *s, uint32_t id, const cameo_node_view *n, int indent) {
    bool any = false;
    fprintf(s->f, "%*s", indent, "");
    if (n->name.n != 0) {
        fputc('[', s->f);
        text_name(s, n->name);
        fputs("] ", s->f);
    }
    for (uint32_t i = 0; i < n->n_outputs; i++) {
        if (i != 0) fputs(", ", s->f);
        text_value(s, n->outputs[i]);
    }
    fputs(n->n_outputs == 0 ? "= " : " = ", s->f);
    cameo_string part = n->domain;
    while (n->domain.n != 0) { /* "com.microsoft." */
        const char *dot = part.n == 0 ? NULL : memchr(part.p, '.', part.n);
        size_t k = dot == NULL ? part.n : (size_t)(dot - part.p);
        text_identifier(s, (cameo_string){part.p, k});
        fputc('.', s->f);
        if (dot == NULL) break;
        part = (cameo_string){dot + 1, part.n - k - 1};
    }
    text_identifier(s, n->op_type);
    if (n->overload.n != 0) fputc(':', s->f);
    if (n->overload.n != 0) text_identifier(s, n->overload);
    cameo_attr_view a;
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        if (!text_has_attr(s, &a)) continue;
        fputs(any ? ", " : " <", s->f);
        text_attr(s, &a, indent);
        any = true;
    }
    fputs(any ? "> (" : " (", s->f);
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        if (i != 0) fputs(", ", s->f);
        text_value(s, cameo_model_node_input(s->m, id, i));
    }
    fputs(")\n", s->f);
}

static void text_nodes(const text_state *s, const cameo_graph_view *g, int indent) {
    cameo_node_view n;
    fprintf(s->f, "%*s{\n", indent, "");
    for (uint32_t k = g->first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(s->m, k);
        text_node(s, k, &n, indent + 2);
    }
    fprintf(s->f, "%*s}", indent, "");
}

/* An attribute's value that begins with a quote is a string: a subgraph's name has to be an identifier. */
static void text_subgraph_name(const text_state *s, cameo_string name) {
    if (text_is_identifier(name) && !text_is_reserved(name)) {
        text_bytes(s, name, false);
        return;
    }
    s->count[TEXT_GRAPH_NAME]++;
    bool prefix = name.n == 0 || text_is_digit(name.p[0]) || text_is_reserved(name);
    if (prefix) fputs("graph_", s->f);
    for (size_t i = 0; i < name.n; i++) {
        bool fits = text_is_letter(name.p[i]) || text_is_digit(name.p[i]);
        fputc(fits ? name.p[i] : '_', s->f);
    }
}

static void text_values(const text_state *s, uint32_t n, const uint32_t *values) {
    fputc('(', s->f);
    for (uint32_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", s->f);
        text_typed(s, values[i]);
    }
    fputc(')', s->f);
}

static void text_next(const text_state *s, bool *any, int indent) {
    fprintf(s->f, *any ? ",\n%*s" : "\n%*s<\n%*s", *any ? indent + 2 : indent, "", indent + 2, "");
    *any = true;
}

/* "<float[2] w = {1, 2}, float[N] h>": initializers in their order, then values with a declared type. */
static void text_inner(const text_state *s, const cameo_graph_view *g, int indent) {
    bool any = false;
    for (uint32_t t = g->first_init; t != CAMEO_NO_ID; t = look_tensor(s->m, t).next) {
        text_next(s, &any, indent);
        text_tensor(s, t, true);
    }
    s->count[TEXT_SPARSE] += g->n_sparse;
    for (uint32_t i = 0; i < g->n_values; i++) {
        cameo_value_view v = look_value(s->m, g->first_value + i);
        bool inner = v.node != CAMEO_NO_ID && !v.is_output && v.type != CAMEO_NO_ID;
        if (!inner || !text_has_type(s, v.type)) continue;
        text_next(s, &any, indent);
        text_typed(s, g->first_value + i);
    }
    if (any) fprintf(s->f, "\n%*s>", indent, "");
    fputc('\n', s->f);
}

static void text_graph(const text_state *s, uint32_t id, int indent, bool sub) {
    cameo_graph_view g = look_graph(s->m, id);
    if (sub)
        text_subgraph_name(s, g.name);
    else
        text_name(s, g.name);
    fputc(' ', s->f);
    text_values(s, g.n_inputs, g.inputs);
    fputs(" => ", s->f);
    text_values(s, g.n_outputs, g.outputs);
    text_inner(s, &g, indent);
    text_nodes(s, &g, indent);
}

/* ---- functions and the model ---- */

static void text_names(const text_state *s, uint32_t n, const cameo_string *names) {
    fputc('(', s->f);
    for (uint32_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", s->f);
        text_name(s, names[i]);
    }
    fputc(')', s->f);
}

static void text_opset(const text_state *s, uint32_t i, cameo_string domain, int64_t version) {
    if (i != 0) fputs(", ", s->f);
    text_string(s, domain);
    fprintf(s->f, " : %" PRId64, version);
}

static void text_function(const text_state *s, uint32_t id) {
    cameo_function_view fn = look_function(s->m, id);
    cameo_graph_view g = look_graph(s->m, fn.graph);
    cameo_string domain;
    int64_t version;
    fputs("\n<\n  domain: ", s->f);
    text_string(s, fn.domain);
    if (fn.overload.n != 0) fputs(",\n  overload: ", s->f);
    if (fn.overload.n != 0) text_string(s, fn.overload);
    if (g.doc_string.n != 0) fputs(",\n  doc_string: ", s->f);
    if (g.doc_string.n != 0) text_string(s, g.doc_string);
    fputs(",\n  opset_import: [", s->f);
    for (uint32_t i = 0; cameo_model_function_opset(s->m, id, i, &domain, &version); i++)
        text_opset(s, i, domain, version);
    fputs("]\n>\n", s->f);
    text_name(s, fn.name);
    fputc(' ', s->f);
    bool any = false;
    for (uint32_t i = 0; i < fn.n_attrs; i++) {
        fputs(any ? ", " : "<", s->f);
        text_name(s, fn.attrs[i]);
        any = true;
    }
    cameo_attr_view a;
    for (uint32_t k = fn.first_default; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        if (!text_has_attr(s, &a)) continue;
        fputs(any ? ", " : "<", s->f);
        text_attr(s, &a, 0);
        any = true;
    }
    if (any) fputs("> ", s->f);
    text_names(s, fn.n_inputs, fn.inputs);
    fputs(" => ", s->f);
    text_names(s, fn.n_outputs, fn.outputs);
    fputc('\n', s->f);
    text_nodes(s, &g, 0);
    fputc('\n', s->f);
}

static void text_header_string(const text_state *s, const char *key, cameo_string v) {
    if (v.n == 0) return;
    fprintf(s->f, ",\n  %s: ", key);
    text_string(s, v);
}

static void text_header(const text_state *s, const cameo_model_info *info) {
    fprintf(s->f, "<\n  ir_version: %" PRId64 ",\n  opset_import: [", info->ir_version);
    for (uint32_t i = 0; i < info->n_opsets; i++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(s->m, i, &domain, &version);
        text_opset(s, i, domain, version);
    }
    fputc(']', s->f);
    text_header_string(s, "producer_name", info->producer_name);
    text_header_string(s, "producer_version", info->producer_version);
    text_header_string(s, "domain", info->domain);
    if (info->model_version != 0) fprintf(s->f, ",\n  model_version: %" PRId64, info->model_version);
    text_header_string(s, "doc_string", info->doc_string);
    for (uint32_t i = 0; i < info->n_metadata; i++) {
        cameo_string key, value;
        cameo_model_get_metadata(s->m, i, &key, &value);
        fputs(i == 0 ? ",\n  metadata_props: [" : ", ", s->f);
        text_string(s, key);
        fputs(": ", s->f);
        text_string(s, value);
    }
    fputs(info->n_metadata != 0 ? "]\n>\n" : "\n>\n", s->f);
}

void text_write(const cameo_model *m, const text_options *o, uint64_t count[TEXT_N_NOTES]) {
    text_state s = {.m = m, .o = o, .f = o->f, .count = count};
    cameo_model_info info = {.size = sizeof info};
    for (unsigned k = 0; k < TEXT_N_NOTES; k++) count[k] = 0;
    cameo_model_get_info(m, &info);
    text_header(&s, &info);
    text_graph(&s, 0, 0, false);
    fputc('\n', s.f);
    for (uint32_t k = 0; k < info.n_functions; k++) text_function(&s, k);
}
