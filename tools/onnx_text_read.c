/* onnx_text_read.c — ONNX's text as the bytes of a model. See onnx_text.h.
 *
 * The grammar is that of https://onnx.ai/onnx/repo-docs/Syntax.html as onnx.parser reads it, and so are the fields
 * that elements of tensors go into. Nothing is kept but the bytes, which are written as the text is read: what a
 * file may not say is found where files are loaded. Where the grammar decides behind a type what it belongs to, the
 * type is read twice. Graphs and types are read by recursion, whose depth is limited. */
#include <string.h>

#include "base/bytes.h"
#include "base/dtype.h"
#include "pb/onnx_write.h"
#include "tools/onnx_text_scan.h"

/* ---- fields ---- */

static cameo_status text_string_field(text_reader *r, uint32_t field) {
    cm_str s;
    CM_TRY(text_quoted(r, &s));
    cm_onnx_write_str(&r->w, field, s);
    return CAMEO_OK;
}

/* "[a, b]" of texts in pairs: key : value. */
static cameo_status text_props(text_reader *r, uint32_t field) {
    cm_str key, value;
    CM_TRY(text_want(r, '['));
    if (text_take(r, ']')) return CAMEO_OK;
    do {
        CM_TRY(text_quoted(r, &key));
        CM_TRY(text_want(r, ':'));
        CM_TRY(text_quoted(r, &value));
        cm_onnx_write_prop(&r->w, field, key, value);
    } while (text_take(r, ','));
    return text_want(r, ']');
}

static cameo_status text_int_field(text_reader *r, uint32_t field) {
    uint64_t v;
    CM_TRY(text_int(r, &v));
    cm_writer_field_varint(&r->w, field, v);
    return CAMEO_OK;
}

/* ---- types ---- */

static cameo_dtype text_find_dtype(cm_str word) {
    for (int d = CAMEO_FLOAT; d <= CAMEO_INT2; d++) {
        if (cm_str_is(word, text_dtype((cameo_dtype)d))) return (cameo_dtype)d;
    }
    return CAMEO_UNDEFINED;
}

static bool text_is_type(text_reader *r) {
    cm_str word = text_peek_word(r);
    return text_find_dtype(word) != CAMEO_UNDEFINED || cm_str_is(word, "seq") || cm_str_is(word, "map") ||
           cm_str_is(word, "optional") || cm_str_is(word, "sparse_tensor");
}

static cameo_status text_dtype_next(text_reader *r, cameo_dtype *dtype) {
    *dtype = text_find_dtype(text_peek_word(r));
    TEXT_CHECK(r, *dtype != CAMEO_UNDEFINED, r->at, "want an element type, such as float or int64");
    r->at += text_peek_word(r).n;
    return CAMEO_OK;
}

/* "N", "?", "3" as a Dimension. */
static cameo_status text_dim(text_reader *r) {
    cm_str name = {NULL, 0};
    size_t mark = cm_writer_begin(&r->w, 1);
    if (text_is_name(r)) {
        CM_TRY(text_name(r, &name));
        cm_onnx_write_str(&r->w, 2, name);
    } else if (!text_take(r, '?')) {
        CM_TRY(text_int_field(r, 1));
    }
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

/* "float[N,3]" as TypeProto.Tensor or .SparseTensor: no brackets are rank 0, empty ones an unknown rank. */
static cameo_status text_tensor_type(text_reader *r, uint32_t field) {
    cameo_dtype dtype;
    CM_TRY(text_dtype_next(r, &dtype));
    size_t mark = cm_writer_begin(&r->w, field);
    cm_writer_field_varint(&r->w, 1, (uint64_t)dtype);
    bool brackets = text_take(r, '[');
    if (!brackets || !text_take(r, ']')) {
        size_t shape = cm_writer_begin(&r->w, 2);
        if (brackets) {
            do {
                CM_TRY(text_dim(r));
            } while (text_take(r, ','));
            CM_TRY(text_want(r, ']'));
        }
        cm_writer_end(&r->w, shape);
    }
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

static cameo_status text_type(text_reader *r, uint32_t field);

/* "(type)" of "seq" and kin, whose element is field `element` of TypeProto's field `kind`. */
static cameo_status text_type_around(text_reader *r, uint32_t kind, uint32_t element) {
    cameo_dtype key;
    r->at += text_peek_word(r).n;
    CM_TRY(text_want(r, '('));
    if (kind == CM_ONNX_TYPE_SPARSE) {
        CM_TRY(text_tensor_type(r, kind));
        return text_want(r, ')');
    }
    size_t mark = cm_writer_begin(&r->w, kind);
    if (kind == CM_ONNX_TYPE_MAP) {
        CM_TRY(text_dtype_next(r, &key));
        cm_writer_field_varint(&r->w, 1, (uint64_t)key);
        CM_TRY(text_want(r, ','));
    }
    CM_TRY(text_type(r, element));
    cm_writer_end(&r->w, mark);
    return text_want(r, ')');
}

/* What is nested counts. */
static cameo_status text_deeper(text_reader *r) {
    CM_CHECK(r->depth < CAMEO_MAX_DEPTH, r->e, CAMEO_E_LIMIT, "graphs and types are nested more than %d deep",
             CAMEO_MAX_DEPTH);
    r->depth++;
    return CAMEO_OK;
}

/* A TypeProto in `field`. */
static cameo_status text_type(text_reader *r, uint32_t field) {
    cm_str word = text_peek_word(r);
    CM_TRY(text_deeper(r));
    size_t mark = cm_writer_begin(&r->w, field);
    if (cm_str_is(word, "seq"))
        CM_TRY(text_type_around(r, CM_ONNX_TYPE_SEQUENCE, 1));
    else if (cm_str_is(word, "optional"))
        CM_TRY(text_type_around(r, CM_ONNX_TYPE_OPTIONAL, 1));
    else if (cm_str_is(word, "map"))
        CM_TRY(text_type_around(r, CM_ONNX_TYPE_MAP, 2));
    else if (cm_str_is(word, "sparse_tensor"))
        CM_TRY(text_type_around(r, CM_ONNX_TYPE_SPARSE, 0));
    else
        CM_TRY(text_tensor_type(r, CM_ONNX_TYPE_TENSOR));
    cm_writer_end(&r->w, mark);
    r->depth--;
    return CAMEO_OK;
}

/* Reads a type without writing it. */
static cameo_status text_skip_type(text_reader *r) {
    cm_writer w = r->w;
    char *copies = r->copies;
    r->w = cm_writer_init(NULL, 0);
    cameo_status status = text_type(r, 1);
    r->w = w;
    r->copies = copies;
    return status;
}

/* "float[2] x", or "x": a ValueInfoProto. Its name in *name. */
static cameo_status text_info(text_reader *r, uint32_t field, cm_str *name) {
    size_t mark = cm_writer_begin(&r->w, field);
    if (text_is_type(r)) CM_TRY(text_type(r, CM_ONNX_INFO_TYPE));
    CM_TRY(text_name(r, name));
    cm_onnx_write_str(&r->w, CM_ONNX_INFO_NAME, *name);
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

/* ---- tensors ---- */

/* The field of TensorProto that elements of a type are written to: varints, or fixed ones. */
static uint32_t text_data_field(cameo_dtype dtype) {
    switch (dtype) {
    case CAMEO_FLOAT:
    case CAMEO_COMPLEX64: return CM_ONNX_TENSOR_FLOATS;
    case CAMEO_DOUBLE:
    case CAMEO_COMPLEX128: return CM_ONNX_TENSOR_DOUBLES;
    case CAMEO_UINT32:
    case CAMEO_UINT64: return CM_ONNX_TENSOR_UINT64S;
    case CAMEO_INT64: return CM_ONNX_TENSOR_INT64S;
    case CAMEO_STRING: return CM_ONNX_TENSOR_STRINGS;
    default: return CM_ONNX_TENSOR_INT32S;
    }
}

static cameo_status text_element(text_reader *r, uint32_t field) {
    text_number x;
    uint64_t bits;
    float f;
    double d;
    CM_TRY(text_number_next(r, &x));
    switch (field) {
    case CM_ONNX_TENSOR_FLOATS:
        CM_TRY(text_float(r, &x, &f));
        cm_writer_fixed32(&r->w, cm_f32_bits(f));
        break;
    case CM_ONNX_TENSOR_DOUBLES:
        CM_TRY(text_double(r, &x, &d));
        cm_writer_fixed64(&r->w, cm_f64_bits(d));
        break;
    default:
        CM_TRY(text_whole(r, &x, field != CM_ONNX_TENSOR_UINT64S, &bits));
        bool fits = field != CM_ONNX_TENSOR_INT32S || bits <= INT32_MAX || bits >= (uint64_t)INT32_MIN;
        TEXT_CHECK(r, fits, x.at, "the number does not fit 32 bits");
        cm_writer_varint(&r->w, bits);
        break;
    }
    return CAMEO_OK;
}

/* "{1, 2}", or the place of external data. */
static cameo_status text_data(text_reader *r, cameo_dtype dtype) {
    uint32_t field = text_data_field(dtype);
    if (text_peek(r) == '[') {
        cm_writer_field_varint(&r->w, CM_ONNX_TENSOR_LOCATION, 1);
        return text_props(r, CM_ONNX_TENSOR_EXTERNAL);
    }
    TEXT_CHECK(r, text_take(r, '{'), r->at, "want '{' and the tensor's elements, or '[' and where they are");
    if (text_take(r, '}')) return CAMEO_OK;
    bool strings = field == CM_ONNX_TENSOR_STRINGS;
    size_t mark = strings ? 0 : cm_writer_begin(&r->w, field);
    do {
        cm_str s;
        if (!strings) {
            CM_TRY(text_element(r, field));
        } else {
            CM_TRY(text_quoted(r, &s));
            cm_writer_field_bytes(&r->w, field, s.p, s.n);
        }
    } while (text_take(r, ','));
    if (!strings) cm_writer_end(&r->w, mark);
    return text_want(r, '}');
}

/* "float[2] x = {1, 2}" as a TensorProto, from its type on; the '=' may be left out. */
static cameo_status text_tensor(text_reader *r, uint32_t field) {
    cm_str name = {NULL, 0};
    cameo_dtype dtype;
    size_t mark = cm_writer_begin(&r->w, field);
    TEXT_CHECK(r, text_find_dtype(text_peek_word(r)) != CAMEO_UNDEFINED, r->at, "a tensor wants a tensor's type");
    CM_TRY(text_dtype_next(r, &dtype));
    cm_writer_field_varint(&r->w, CM_ONNX_TENSOR_DTYPE, (uint64_t)dtype);
    if (text_take(r, '[')) {
        size_t dims = cm_writer_begin(&r->w, CM_ONNX_TENSOR_DIMS);
        do {
            uint64_t v;
            bool number = text_peek(r) == '-' || text_is_digit(text_peek(r));
            TEXT_CHECK(r, number, r->at, "every dim of a tensor with elements is a number");
            CM_TRY(text_int(r, &v));
            cm_writer_varint(&r->w, v);
        } while (text_take(r, ','));
        cm_writer_end(&r->w, dims);
        CM_TRY(text_want(r, ']'));
    }
    if (text_is_name(r)) CM_TRY(text_name(r, &name));
    cm_onnx_write_str(&r->w, CM_ONNX_TENSOR_NAME, name);
    (void)text_take(r, '=');
    CM_TRY(text_data(r, dtype));
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

/* ---- attributes ---- */

static cameo_status text_graph(text_reader *r, uint32_t field);

/* The types of attributes, as they are named behind a colon, in the order of CM_ATTR_*; and the fields of their
 * values. */
static const struct {
    const char *name;
    uint32_t field;
} text_attrs[] = {
    {"", 0},
    {"float", CM_ONNX_ATTR_F},
    {"int", CM_ONNX_ATTR_I},
    {"string", CM_ONNX_ATTR_S},
    {"tensor", CM_ONNX_ATTR_TENSOR},
    {"graph", CM_ONNX_ATTR_GRAPH},
    {"floats", CM_ONNX_ATTR_FLOATS},
    {"ints", CM_ONNX_ATTR_INTS},
    {"strings", CM_ONNX_ATTR_STRINGS},
    {"tensors", CM_ONNX_ATTR_TENSORS},
    {"graphs", CM_ONNX_ATTR_GRAPHS},
    {"sparse_tensor", CM_ONNX_ATTR_SPARSE},
    {"sparse_tensors", CM_ONNX_ATTR_SPARSES},
    {"type_proto", CM_ONNX_ATTR_TYPE},
    {"type_protos", CM_ONNX_ATTR_TYPES},
};
#define TEXT_N_ATTRS ((int32_t)(sizeof text_attrs / sizeof *text_attrs))

/* The type of a list of values of this type; 0: there is none. */
static int32_t text_list_of(int32_t one) {
    switch (one) {
    case CM_ATTR_FLOAT: return CM_ATTR_FLOATS;
    case CM_ATTR_INT: return CM_ATTR_INTS;
    case CM_ATTR_STRING: return CM_ATTR_STRINGS;
    case CM_ATTR_TENSOR: return CM_ATTR_TENSORS;
    case CM_ATTR_GRAPH: return CM_ATTR_GRAPHS;
    case CM_ATTR_TYPE_PROTO: return CM_ATTR_TYPE_PROTOS;
    default: return 0;
    }
}

/* Of which type the value that comes is; a reference has none: 0. */
static cameo_status text_value_type(text_reader *r, int32_t *type) {
    char c = text_peek(r);
    size_t at = r->at;
    text_number x;
    *type = 0;
    if (c == '@') return CAMEO_OK;
    if (c == '"') {
        *type = CM_ATTR_STRING;
    } else if (text_is_type(r)) {
        CM_TRY(text_skip_type(r));
        c = text_peek(r);
        *type = c == '{' || c == '=' || text_is_name(r) ? CM_ATTR_TENSOR : CM_ATTR_TYPE_PROTO;
    } else if (text_is_letter(c) && !text_is_float_word(text_peek_word(r))) {
        *type = CM_ATTR_GRAPH;
    } else {
        CM_TRY(text_number_next(r, &x));
        *type = x.whole ? CM_ATTR_INT : CM_ATTR_FLOAT;
    }
    r->at = at;
    return CAMEO_OK;
}

/* A value of this type in `field`; numbers of lists without the field's tag. */
static cameo_status text_value(text_reader *r, int32_t type, uint32_t field, bool packed) {
    text_number x;
    uint64_t bits;
    float f;
    cm_str s;
    switch (type) {
    case CM_ATTR_FLOAT:
        CM_TRY(text_number_next(r, &x));
        CM_TRY(text_float(r, &x, &f));
        if (!packed) cm_writer_tag(&r->w, field, CM_WIRE_FIXED32);
        cm_writer_fixed32(&r->w, cm_f32_bits(f));
        return CAMEO_OK;
    case CM_ATTR_INT:
        CM_TRY(text_int(r, &bits));
        if (!packed) cm_writer_tag(&r->w, field, CM_WIRE_VARINT);
        cm_writer_varint(&r->w, bits);
        return CAMEO_OK;
    case CM_ATTR_STRING:
        CM_TRY(text_quoted(r, &s));
        cm_writer_field_bytes(&r->w, field, s.p, s.n);
        return CAMEO_OK;
    case CM_ATTR_TENSOR: return text_tensor(r, field);
    case CM_ATTR_GRAPH: return text_graph(r, field);
    default: return text_type(r, field);
    }
}

/* The type that the value which comes is to have: the one that is wanted (0: any), where a whole number may be a
 * float. */
static cameo_status text_agree(text_reader *r, int32_t wanted, int32_t *type) {
    CM_TRY(text_value_type(r, type));
    if (wanted == CM_ATTR_FLOAT && *type == CM_ATTR_INT) *type = CM_ATTR_FLOAT;
    bool same = wanted == 0 || *type == wanted;
    TEXT_CHECK(r, same, r->at, "the value is not of the attribute's type");
    return CAMEO_OK;
}

/* Behind '[': values of one type, which becomes that of the attribute. */
static cameo_status text_list(text_reader *r, int32_t *type) {
    int32_t one = 0, next = 0;
    size_t at = r->at, mark = 0;
    while (*type != 0 && one < TEXT_N_ATTRS && text_list_of(one) != *type) one++;
    TEXT_CHECK(r, one < TEXT_N_ATTRS, at, "a list for an attribute of one value");
    if (text_take(r, ']')) {
        TEXT_CHECK(r, *type != 0, at, "an empty list wants its type: name: ints = []");
        return CAMEO_OK;
    }
    for (bool first = true; first || text_take(r, ','); first = false) {
        CM_TRY(text_agree(r, one, &next));
        TEXT_CHECK(r, text_list_of(next) != 0, r->at, "a reference cannot stand in a list");
        bool packed = next == CM_ATTR_FLOAT || next == CM_ATTR_INT;
        *type = text_list_of(one = next);
        uint32_t field = text_attrs[*type].field;
        if (first && packed) mark = cm_writer_begin(&r->w, field);
        CM_TRY(text_value(r, one, field, packed));
    }
    if (one == CM_ATTR_FLOAT || one == CM_ATTR_INT) cm_writer_end(&r->w, mark);
    return text_want(r, ']');
}

/* What stands behind the name of an attribute. */
static cameo_status text_attr_value(text_reader *r) {
    int32_t type = 0;
    cm_str s;
    if (text_take(r, ':')) {
        s = text_peek_word(r);
        for (type = TEXT_N_ATTRS - 1; type > 0 && !cm_str_is(s, text_attrs[type].name);) type--;
        TEXT_CHECK(r, type != 0, r->at, "no type of attributes: want float, int, string, tensor, graph, ...");
        r->at += s.n;
    }
    CM_TRY(text_want(r, '='));
    if (text_take(r, '@')) {
        CM_TRY(text_name(r, &s));
        cm_onnx_write_str(&r->w, CM_ONNX_ATTR_REF, s);
    } else if (text_take(r, '[')) {
        CM_TRY(text_list(r, &type));
    } else {
        CM_TRY(text_agree(r, type, &type));
        CM_TRY(text_value(r, type, text_attrs[type].field, false));
    }
    if (type != 0) cm_writer_field_varint(&r->w, CM_ONNX_ATTR_KIND, (uint64_t)type);
    return CAMEO_OK;
}

/* "<a = 1, b: floats = []>", or nothing. `bare`: the field of names without value, as a function may have them; 0:
 * none. */
static cameo_status text_attr_list(text_reader *r, uint32_t field, uint32_t bare) {
    cm_str name;
    if (!text_take(r, '<')) return CAMEO_OK;
    do {
        CM_TRY(text_name(r, &name));
        char c = text_peek(r);
        if (bare != 0 && c != ':' && c != '=') {
            cm_writer_field_bytes(&r->w, bare, name.p, name.n);
            continue;
        }
        size_t mark = cm_writer_begin(&r->w, field);
        cm_onnx_write_str(&r->w, CM_ONNX_ATTR_NAME, name);
        CM_TRY(text_attr_value(r));
        cm_writer_end(&r->w, mark);
    } while (text_take(r, ','));
    return text_want(r, '>');
}

/* ---- nodes and graphs ---- */

/* Names between commas, as operands of a node; one may be left out before a comma. */
static cameo_status text_operands(text_reader *r, uint32_t field) {
    do {
        cm_str name = {NULL, 0};
        if (text_is_name(r))
            CM_TRY(text_name(r, &name));
        else if (text_peek(r) != ',')
            return CAMEO_OK;
        cm_writer_field_bytes(&r->w, field, name.p, name.n);
    } while (text_take(r, ','));
    return CAMEO_OK;
}

/* "com.microsoft.Gelu:overload". */
static cameo_status text_operator(text_reader *r) {
    cm_str word, domain = {r->copies, 0};
    CM_TRY(text_word(r, "want an operator", &word));
    while (text_take(r, '.')) {
        if (domain.n != 0) r->copies[domain.n++] = '.';
        memcpy(r->copies + domain.n, word.p, word.n);
        domain.n += word.n;
        CM_TRY(text_word(r, "want the rest of an operator's name", &word));
    }
    r->copies += domain.n;
    cm_onnx_write_str(&r->w, CM_ONNX_NODE_OP_TYPE, word);
    cm_onnx_write_str(&r->w, CM_ONNX_NODE_DOMAIN, domain);
    if (!text_take(r, ':')) return CAMEO_OK;
    CM_TRY(text_word(r, "want an overload", &word));
    cm_onnx_write_str(&r->w, CM_ONNX_NODE_OVERLOAD, word);
    return CAMEO_OK;
}

static cameo_status text_node(text_reader *r, uint32_t field) {
    cm_str name = {NULL, 0};
    size_t mark = cm_writer_begin(&r->w, field);
    if (text_take(r, '[')) {
        CM_TRY(text_name(r, &name));
        CM_TRY(text_want(r, ']'));
        cm_onnx_write_str(&r->w, CM_ONNX_NODE_NAME, name);
    }
    CM_TRY(text_operands(r, CM_ONNX_NODE_OUTPUT));
    CM_TRY(text_want(r, '='));
    CM_TRY(text_operator(r));
    bool before = text_peek(r) == '<';
    CM_TRY(text_attr_list(r, CM_ONNX_NODE_ATTR, 0));
    CM_TRY(text_want(r, '('));
    CM_TRY(text_operands(r, CM_ONNX_NODE_INPUT));
    CM_TRY(text_want(r, ')'));
    if (!before) CM_TRY(text_attr_list(r, CM_ONNX_NODE_ATTR, 0));
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

static cameo_status text_nodes(text_reader *r, uint32_t field) {
    CM_TRY(text_want(r, '{'));
    while (!text_take(r, '}')) {
        TEXT_CHECK(r, r->at < r->n, r->at, "the nodes have no closing '}'");
        CM_TRY(text_node(r, field));
    }
    return CAMEO_OK;
}

static cameo_status text_arrow(text_reader *r) {
    CM_TRY(text_want(r, '='));
    bool arrow = r->at < r->n && r->p[r->at] == '>';
    TEXT_CHECK(r, arrow, r->at, "want '=>' between inputs and outputs");
    r->at++;
    return CAMEO_OK;
}

/* A value with its type, and perhaps "= {...}": an initializer, which is listed as a value, too, where `both`.
 * `field` 0: none is listed. */
static cameo_status text_graph_value(text_reader *r, uint32_t field, bool both, bool elements) {
    cm_str name;
    size_t start = r->at;
    char *copies = r->copies;
    if (text_is_type(r)) CM_TRY(text_skip_type(r));
    CM_TRY(text_name(r, &name));
    bool init = elements && text_peek(r) == '=';
    r->at = start;
    r->copies = copies;
    if (!init || both) CM_TRY(text_info(r, field, &name));
    if (!init) return CAMEO_OK;
    r->at = start;
    r->copies = copies; /* the name is written: room for the text's strings is enough for each once */
    return text_tensor(r, CM_ONNX_GRAPH_INIT);
}

static cameo_status text_graph_values(text_reader *r, uint32_t field, bool both, bool elements, char close) {
    if (text_take(r, close)) return CAMEO_OK;
    do {
        CM_TRY(text_graph_value(r, field, both, elements));
    } while (text_take(r, ','));
    return text_want(r, close);
}

/* A GraphProto in `field`. */
static cameo_status text_graph(text_reader *r, uint32_t field) {
    cm_str name;
    CM_TRY(text_deeper(r));
    size_t mark = cm_writer_begin(&r->w, field);
    CM_TRY(text_name(r, &name));
    cm_onnx_write_str(&r->w, CM_ONNX_GRAPH_NAME, name);
    CM_TRY(text_want(r, '('));
    CM_TRY(text_graph_values(r, CM_ONNX_GRAPH_INPUT, true, true, ')'));
    CM_TRY(text_arrow(r));
    CM_TRY(text_want(r, '('));
    CM_TRY(text_graph_values(r, CM_ONNX_GRAPH_OUTPUT, true, false, ')'));
    if (text_take(r, '<')) CM_TRY(text_graph_values(r, CM_ONNX_GRAPH_VALUE, false, true, '>'));
    CM_TRY(text_nodes(r, CM_ONNX_GRAPH_NODE));
    cm_writer_end(&r->w, mark);
    r->depth--;
    return CAMEO_OK;
}

/* ---- functions and the model ---- */

typedef struct text_key {
    const char *name;
    uint32_t field;
    enum { TEXT_KEY_INT, TEXT_KEY_STRING, TEXT_KEY_OPSETS, TEXT_KEY_PROPS } kind;
} text_key;

static const text_key text_model_keys[] = {
    {"ir_version", CM_ONNX_MODEL_IR_VERSION, TEXT_KEY_INT},
    {"opset_import", CM_ONNX_MODEL_OPSET, TEXT_KEY_OPSETS},
    {"producer_name", CM_ONNX_MODEL_PRODUCER, TEXT_KEY_STRING},
    {"producer_version", CM_ONNX_MODEL_PRODUCER_VERSION, TEXT_KEY_STRING},
    {"domain", CM_ONNX_MODEL_DOMAIN, TEXT_KEY_STRING},
    {"model_version", CM_ONNX_MODEL_VERSION, TEXT_KEY_INT},
    {"doc_string", CM_ONNX_MODEL_DOC, TEXT_KEY_STRING},
    {"metadata_props", CM_ONNX_MODEL_PROP, TEXT_KEY_PROPS},
};
static const text_key text_function_keys[] = {
    {"domain", CM_ONNX_FUNCTION_DOMAIN, TEXT_KEY_STRING},
    {"overload", CM_ONNX_FUNCTION_OVERLOAD, TEXT_KEY_STRING},
    {"doc_string", CM_ONNX_FUNCTION_DOC, TEXT_KEY_STRING},
    {"opset_import", CM_ONNX_FUNCTION_OPSET, TEXT_KEY_OPSETS},
};
#define TEXT_N(list) (sizeof(list) / sizeof *(list))

static const text_key *text_find_key(const text_key *keys, size_t n, cm_str word) {
    for (size_t i = 0; i < n; i++) {
        if (cm_str_is(word, keys[i].name)) return &keys[i];
    }
    return NULL;
}

static cameo_status text_opsets(text_reader *r, uint32_t field) {
    cm_str domain;
    uint64_t version;
    CM_TRY(text_want(r, '['));
    if (text_take(r, ']')) return CAMEO_OK;
    do {
        CM_TRY(text_quoted(r, &domain));
        CM_TRY(text_want(r, ':'));
        CM_TRY(text_int(r, &version));
        cm_onnx_write_opset(&r->w, field, domain, cm_wire_i64(version));
    } while (text_take(r, ','));
    return text_want(r, ']');
}

/* "<key: value, ...>", or nothing. */
static cameo_status text_header(text_reader *r, const text_key *keys, size_t n, const char *wrong) {
    if (!text_take(r, '<')) return CAMEO_OK;
    do {
        cm_str word = text_peek_word(r);
        const text_key *key = text_find_key(keys, n, word);
        TEXT_CHECK(r, key != NULL, r->at, wrong);
        r->at += word.n;
        CM_TRY(text_want(r, ':'));
        switch (key->kind) {
        case TEXT_KEY_INT: CM_TRY(text_int_field(r, key->field)); break;
        case TEXT_KEY_STRING: CM_TRY(text_string_field(r, key->field)); break;
        case TEXT_KEY_OPSETS: CM_TRY(text_opsets(r, key->field)); break;
        case TEXT_KEY_PROPS: CM_TRY(text_props(r, key->field)); break;
        }
    } while (text_take(r, ','));
    return text_want(r, '>');
}

/* "(x, float[N] y)": names in `field`; those with a type are values, too. */
static cameo_status text_function_values(text_reader *r, uint32_t field) {
    cm_str name;
    CM_TRY(text_want(r, '('));
    if (text_take(r, ')')) return CAMEO_OK;
    do {
        if (text_is_type(r))
            CM_TRY(text_info(r, CM_ONNX_FUNCTION_VALUE, &name));
        else
            CM_TRY(text_name(r, &name));
        cm_writer_field_bytes(&r->w, field, name.p, name.n);
    } while (text_take(r, ','));
    return text_want(r, ')');
}

static cameo_status text_function(text_reader *r) {
    cm_str name;
    size_t mark = cm_writer_begin(&r->w, CM_ONNX_MODEL_FUNCTION);
    CM_TRY(text_header(r, text_function_keys, TEXT_N(text_function_keys),
                       "want domain, overload, doc_string or opset_import"));
    CM_TRY(text_name(r, &name));
    cm_onnx_write_str(&r->w, CM_ONNX_FUNCTION_NAME, name);
    CM_TRY(text_attr_list(r, CM_ONNX_FUNCTION_ATTR, CM_ONNX_FUNCTION_ATTR_NAME));
    CM_TRY(text_function_values(r, CM_ONNX_FUNCTION_INPUT));
    CM_TRY(text_arrow(r));
    CM_TRY(text_function_values(r, CM_ONNX_FUNCTION_OUTPUT));
    if (text_take(r, '<')) CM_TRY(text_graph_values(r, CM_ONNX_FUNCTION_VALUE, false, false, '>'));
    CM_TRY(text_nodes(r, CM_ONNX_FUNCTION_NODE));
    cm_writer_end(&r->w, mark);
    return CAMEO_OK;
}

static cameo_status text_model(text_reader *r) {
    CM_TRY(text_header(r, text_model_keys, TEXT_N(text_model_keys),
                       "want ir_version, opset_import, producer_name, producer_version, domain, model_version, "
                       "doc_string or metadata_props"));
    CM_TRY(text_graph(r, CM_ONNX_MODEL_GRAPH));
    while (text_peek(r) != 0 || r->at < r->n) CM_TRY(text_function(r));
    return r->w.status;
}

bool text_is_model(const char *path, const void *bytes, size_t size) {
    text_reader r = {.p = bytes, .n = size};
    if (tool_has_ending(path, ".onnxtxt")) return true;
    if (!text_take(&r, '<')) return false;
    cm_str word = text_peek_word(&r);
    r.at += word.n;
    return text_find_key(text_model_keys, TEXT_N(text_model_keys), word) != NULL && text_take(&r, ':');
}

static cameo_status text_attrs_alone(text_reader *r) {
    TEXT_CHECK(r, text_peek(r) == '<', r->at, "want '<' and attributes");
    CM_TRY(text_attr_list(r, CM_ONNX_NODE_ATTR, 0));
    TEXT_CHECK(r, text_peek(r) == 0 && r->at == r->n, r->at, "want nothing behind '>'");
    return r->w.status;
}

/* What one of the two above reads. */
static cameo_status text_read_by(cameo_status (*read)(text_reader *r), const void *text, size_t size, tool_work *memory,
                                 size_t *n, cameo_error *e) {
    /* The most that a text becomes is less than this many times its size: two characters, "0,", become a double. */
    size_t cap = size > (SIZE_MAX >> 6) ? SIZE_MAX >> 1 : size * 16 + 4096;
    CM_CHECK(tool_work_new(memory, cap), e, CAMEO_E_NOMEM, "no memory for the model of the text");
    char *copies = tool_alloc(size + 1);
    text_reader r = {.p = text, .n = size, .copies = copies, .w = cm_writer_init(memory->m.base, cap), .e = e};
    cameo_status status = read(&r);
    if (status == CAMEO_OK) *n = r.w.pos;
    if (status == r.w.status && status != CAMEO_OK) status = CM_FAIL(e, status, "the model of the text is too large");
    free(copies);
    return status;
}

cameo_status text_read(const void *text, size_t size, tool_work *memory, size_t *n, cameo_error *e) {
    return text_read_by(text_model, text, size, memory, n, e);
}

cameo_status text_read_attrs(const char *text, tool_work *memory, size_t *n, cameo_error *e) {
    return text_read_by(text_attrs_alone, text, strlen(text), memory, n, e);
}
