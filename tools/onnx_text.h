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

/* Writes the model. count[k]: how often note k holds. */
void text_write(const cameo_model *m, const text_options *o, uint64_t count[TEXT_N_NOTES]);
/* The text of note k. */
const char *text_note(unsigned k);

#endif
