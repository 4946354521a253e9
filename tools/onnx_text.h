/* onnx_text.h — ONNX's text format (https://onnx.ai/onnx/repo-docs/Syntax.html), as onnx.parser of 1.23 reads it. */
#ifndef CM_TOOLS_ONNX_TEXT_H
#define CM_TOOLS_ONNX_TEXT_H

#include "tools/look.h"

/* What the text cannot say, or onnx.parser not read, of what the model has: an X-macro list of name and text. */
#define TEXT_NOTES(X)                                                                                          \
    X(GRAPH_NAME, "the name of a subgraph is no identifier, and stands changed")                               \
    X(TENSOR_NAME, "the name of an attribute's tensor is no identifier, and is left out")                      \
    X(SPARSE, "a sparse tensor is left out: the format has none")                                              \
    X(LIST, "an attribute is a list of tensors, graphs or types, of which onnx.parser takes only the type")    \
    X(IDENTIFIER, "an operator, domain, overload or attribute is no identifier: onnx.parser refuses the text") \
    X(TYPE, "a type without dtype, or of a kind that the format lacks, is left out")                           \
    X(NUL, "a text holds a byte 0, at which onnx.parser ends")                                                 \
    X(NAN, "a NaN has other bits than the one that is read back")                                              \
    X(CONTROL, "a control character stands as '?', since this is a terminal")

enum {
#define TEXT_NOTE_ENUM(name, text) TEXT_##name,
    TEXT_NOTES(TEXT_NOTE_ENUM)
#undef TEXT_NOTE_ENUM
    TEXT_N_NOTES
};

typedef struct text_options {
    FILE *f;
    /* Tensors of more elements whose bytes lie in the model's file are written as external data of it; UINT64_MAX:
     * none, and what is external in the model is in the text, too. */
    uint64_t max_elements;
    const char *location; /* name of the model's file */
    bool terminal;        /* control characters become '?' */
} text_options;

/* A letter or '_', a digit: ASCII alone, whatever the locale. */
CM_INLINE bool text_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
CM_INLINE bool text_is_digit(char c) { return c >= '0' && c <= '9'; }
/* The name of an element type in the text. */
CM_INLINE const char *text_dtype(cameo_dtype dtype) {
    return dtype == CAMEO_FLOAT ? "float" : dtype == CAMEO_DOUBLE ? "double" : cameo_dtype_name(dtype);
}

/* Writes the model. count[k]: how often note k holds. */
void text_write(const cameo_model *m, const text_options *o, uint64_t count[TEXT_N_NOTES]);
/* The text of note k. */
const char *text_note(unsigned k);

/* Is the file text of a model, by its name (.onnxtxt) or since it begins as one, "<ir_version:"? */
bool text_is_model(const char *path, const void *bytes, size_t size);
/* The bytes of the model in *n bytes of *memory, which tool_work_free frees, after a failure, too. Errors: E_MALFORMED
 * with line and column, counted in bytes from 1; E_LIMIT nested too deeply; E_NOMEM. */
CM_NODISCARD cameo_status text_read(const void *text, size_t size, tool_work *memory, size_t *n, cameo_error *e);
/* The same of "<NAME = VALUE, ...>", the attributes of a node: the bytes of a NodeProto of these alone. */
CM_NODISCARD cameo_status text_read_attrs(const char *text, tool_work *memory, size_t *n, cameo_error *e);

#endif
