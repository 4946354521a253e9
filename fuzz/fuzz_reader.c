/* fuzz_reader.c — arbitrary bytes as an .npy file, which the command takes as an input. What must hold for all of them:
 * what is refused has a message; what is taken is a tensor with as many bytes as its dims need, whose texts lie in
 * memory of its own, in no more memory than a multiple of the file's size. */
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "tools/value_io.h"

/* Bytes of memory for one of the file: a text of one byte becomes pointer and length. */
#define READER_GROWTH 32

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void reader_require(bool ok) {
    if (!ok) abort();
}

/* Reads each text, so that the sanitizer sees where it lies. Returns the bytes of all. */
static size_t reader_text_bytes(const cameo_tensor *t, size_t n) {
    const cameo_string *text = t->data;
    size_t bytes = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < text[i].n; k++) sum += (uint8_t)text[i].p[k];
        bytes += text[i].n;
    }
    reader_require(sum <= bytes * 255);
    return bytes;
}

static void reader_check(const tool_val *v, size_t size) {
    const cameo_tensor *t = &v->v.tensor;
    size_t n = tool_tensor_count(t), bytes;
    reader_require(v->v.kind == CAMEO_KIND_TENSOR && t->rank <= CAMEO_MAX_RANK);
    reader_require(cm_dtype_bytes(t->dtype, n, &bytes) == CAMEO_OK && bytes == t->bytes);
    if (t->dtype == CAMEO_STRING) bytes += reader_text_bytes(t, n);
    reader_require(bytes <= size * READER_GROWTH);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cameo_dtype want[] = {CAMEO_FLOAT, CAMEO_BFLOAT16, CAMEO_INT4, CAMEO_UINT2, CAMEO_STRING};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        uint8_t *copy = malloc(size + (size == 0)); /* of exactly that size: a byte too many is seen */
        tool_bytes file = {copy, size};
        cameo_error e = {0};
        tool_val v;
        reader_require(copy != NULL);
        if (size != 0) memcpy(copy, data, size);
        if (tool_val_parse_npy(&v, &file, want[i], &e) == CAMEO_OK) {
            reader_check(&v, size);
            tool_val_free(&v);
        } else {
            reader_require(e.msg[0] != 0);
        }
        free(copy);
    }
    return 0;
}
