/* images.h — what the programs of tests/emul feed a model with: records of bytes 0..16, made from
 * examples/digits/digits_test.bin by tests/parts/50_freeze.sh (EMUL_RECORDS: a file of its rows). */
#ifndef CM_TESTS_EMUL_IMAGES_H
#define CM_TESTS_EMUL_IMAGES_H

#include "include/cameo.h"
#include "tests/emul/board.h"

/* Pixels of an image, then its label. */
#define IMAGES_RECORD 65
#define IMAGES_PIXELS (IMAGES_RECORD - 1)
/* Records that are run. */
#ifndef IMAGES_COUNT
#define IMAGES_COUNT 3
#endif

/* Input i of the model takes elements from record `image`, over and over: ink / 16. */
void images_fill(float *x, size_t n, size_t image);
int images_label(size_t image);

/* One line: the output's dims, then its elements as hexadecimal numbers, 32 or 64 bits each: equal
 * bits give equal text on every target. */
void images_print(const cameo_value *v);
/* The error on a line of its own. Returns 1. */
int images_fail(const char *what, const cameo_error *e);
/* "# WHAT N": a line that differs between targets. */
void images_note(const char *what, size_t n);

#endif
