/* onnx_text_scan.h — the words of ONNX's text: names, strings, numbers, and errors that say where they are. */
#ifndef CM_TOOLS_ONNX_TEXT_SCAN_H
#define CM_TOOLS_ONNX_TEXT_SCAN_H

#include "base/number.h"
#include "pb/wire.h"
#include "tools/onnx_text.h"

typedef struct text_reader {
    const char *p; /* the text */
    size_t n, at;
    char *copies; /* names and strings without their backslashes; together no longer than the text */
    cm_writer w;
    uint32_t depth; /* of graphs and types */
    cameo_error *e;
} text_reader;

/* A number as it stands there. */
typedef struct text_number {
    cm_str s;
    size_t at;
    bool whole; /* without point, exponent or word */
} text_number;

/* E_MALFORMED with the line and column of byte `at`. */
CM_NODISCARD cameo_status text_fail(const text_reader *r, size_t at, const char *what);
#define TEXT_CHECK(r, cond, at, what)                     \
    do {                                                  \
        if (!(cond)) return text_fail((r), (at), (what)); \
    } while (0)

/* The character that comes behind spaces and comments, where r->at then is; 0 at the end. */
char text_peek(text_reader *r);
/* Goes behind c, if that is what comes. */
bool text_take(text_reader *r, char c);
CM_NODISCARD cameo_status text_want(text_reader *r, char c);

/* The identifier that comes, or an empty text. */
cm_str text_peek_word(text_reader *r);
CM_NODISCARD cameo_status text_word(text_reader *r, const char *what, cm_str *word);
CM_NODISCARD cameo_status text_quoted(text_reader *r, cm_str *s);
/* A name is an identifier, or any text in quotes. */
bool text_is_name(text_reader *r);
CM_NODISCARD cameo_status text_name(text_reader *r, cm_str *name);

/* inf, infinity or nan, whatever the case. */
bool text_is_float_word(cm_str s);
CM_NODISCARD cameo_status text_number_next(text_reader *r, text_number *x);
CM_NODISCARD cameo_status text_float(const text_reader *r, const text_number *x, float *f);
CM_NODISCARD cameo_status text_double(const text_reader *r, const text_number *x, double *d);
/* A whole number: its bits as an int64, or as a uint64 where the type is unsigned. */
CM_NODISCARD cameo_status text_whole(const text_reader *r, const text_number *x, bool is_signed, uint64_t *bits);
/* The next number as an int64. */
CM_NODISCARD cameo_status text_int(text_reader *r, uint64_t *bits);

#endif
