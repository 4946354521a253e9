/* fuzz_value.c — arbitrary bytes as a value of each kind. What must hold for all of them: reading takes
 * exactly the measured memory and fails with E_NOMEM in one byte less; what was read can be written,
 * and reads back as a value that is written as the same bytes. */
#include <stdlib.h>

#include "pb/onnx_value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_require(bool ok) {
    if (!ok) abort();
}

/* Memory for n bytes; malloc's alignment is enough for every element. */
static uint8_t *fuzz_memory(size_t n) {
    uint8_t *p = malloc(n + (n == 0));
    fuzz_require(p != NULL);
    return p;
}

/* Writes a value into new memory. */
static uint8_t *fuzz_write(const cameo_value *v, size_t *n) {
    cm_writer w = cm_writer_init(NULL, 0);
    fuzz_require(cm_value_write(v, cm_str_from_c(v->name), &w, NULL) == CAMEO_OK);
    *n = w.pos;
    uint8_t *bytes = fuzz_memory(*n);
    w = cm_writer_init(bytes, *n);
    fuzz_require(cm_value_write(v, cm_str_from_c(v->name), &w, NULL) == CAMEO_OK && w.pos == *n);
    return bytes;
}

/* Reads data[0, size) as `kind` and writes it again; NULL where it is refused. */
static uint8_t *fuzz_copy(const uint8_t *data, size_t size, cameo_kind kind, size_t *n) {
    size_t need;
    cm_arena a;
    cameo_value v;
    cameo_error e = {0};
    if (cm_value_read_measure(data, size, kind, &need, &e) != CAMEO_OK) {
        fuzz_require(e.msg[0] != 0 && e.offset <= size);
        return NULL;
    }
    uint8_t *memory = fuzz_memory(need);
    if (need > 0) {
        cm_arena_init(&a, memory, need - 1);
        fuzz_require(cm_value_read(data, size, kind, &a, &v, NULL) == CAMEO_E_NOMEM);
    }
    cm_arena_init(&a, memory, need);
    fuzz_require(cm_value_read(data, size, kind, &a, &v, &e) == CAMEO_OK);
    uint8_t *bytes = fuzz_write(&v, n);
    free(memory);
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int kind = CAMEO_KIND_TENSOR; kind <= CAMEO_KIND_MAP; kind++) {
        size_t n = 0, n_again = 0;
        uint8_t *first = fuzz_copy(data, size, (cameo_kind)kind, &n);
        if (first == NULL) continue;
        uint8_t *second = fuzz_copy(first, n, (cameo_kind)kind, &n_again);
        fuzz_require(second != NULL && n == n_again && memcmp(first, second, n) == 0);
        free(first);
        free(second);
    }
    return 0;
}
