/* load_dump.c — loads each file named on standard input, in exactly the measured bytes and then in
 * one less, and prints what the graph tables hold, for tests/pb/compare_load.py:
 *   PATH TAB nodes attributes initializers parameters inputs outputs functions graphs opset,...
 * or, where it is refused, PATH TAB status: message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/graph.h"

static uint8_t *dump_read(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    (void)fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*size + 1);
    if (bytes != NULL && fread(bytes, 1, *size, f) != *size) *size = 0;
    (void)fclose(f);
    return bytes;
}

/* The tables' counts, without what the file does not say. */
static void dump_model(const cameo_model *m) {
    const cm_tables *t = &m->t;
    cameo_model_info info = {0};
    unsigned inits = 0;
    cameo_model_get_info(m, &info);
    for (cm_id g = 0; g < t->graph.n; g++) {
        inits += t->graph.row[g].inits.n + t->graph.row[g].sparse_inits.n;
    }
    printf("%u %u %u %llu %u %u %u %u ", info.n_nodes, (unsigned)t->attr.n, inits,
           (unsigned long long)info.n_parameters, (unsigned)t->graph.row[0].inputs.n,
           info.n_outputs, info.n_functions, (unsigned)t->graph.n);
    for (uint32_t i = 0; i < info.n_opsets; i++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(m, i, &domain, &version);
        printf("%s%.*s:%lld", i == 0 ? "" : ",", (int)domain.n, domain.n == 0 ? "" : domain.p,
               (long long)version);
    }
}

/* Memory of `size` bytes at the alignment that the library wants, with a guard of 64 bytes
 * behind. */
static uint8_t *dump_memory(size_t size, void **block) {
    *block = malloc(size + 2 * CAMEO_MEMORY_ALIGN);
    if (*block == NULL) exit(2);
    size_t skip = CAMEO_MEMORY_ALIGN - (uintptr_t)*block % CAMEO_MEMORY_ALIGN;
    uint8_t *base = (uint8_t *)*block + skip;
    memset(base + size, 0xEE, CAMEO_MEMORY_ALIGN - skip);
    return base;
}

static bool dump_guard_is_whole(const uint8_t *base, size_t size, const void *block) {
    const uint8_t *end = (const uint8_t *)block + size + CAMEO_MEMORY_ALIGN;
    for (const uint8_t *p = base + size; p < end; p++) {
        if (*p != 0xEE) return false;
    }
    return true;
}

/* External data are zeros: only their size matters here. */
static cameo_status dump_external(void *ctx, cameo_string location, uint64_t offset,
                                  uint64_t length, const void **data, size_t *size) {
    static uint8_t zeros[1 << 24];
    (void)ctx;
    (void)location;
    (void)offset;
    if (length > sizeof zeros) return CAMEO_E_IO;
    *data = zeros;
    *size = (size_t)length;
    return CAMEO_OK;
}

static void dump_file(const uint8_t *bytes, size_t size) {
    const cameo_options options = {.external = dump_external};
    size_t n, w;
    cameo_error e = {0};
    cameo_model *m = NULL;
    if (cameo_model_measure(bytes, size, &options, &n, &w, &e) != CAMEO_OK) {
        printf("%s: %s", cameo_status_name(e.status), e.msg);
        return;
    }
    void *block_n, *block_w;
    uint8_t *memory = dump_memory(n, &block_n), *work = dump_memory(w, &block_w);
    cameo_memory piece = {memory, n}, temporary = {work, w};
    if (cameo_model_create(piece, temporary, bytes, size, &options, &m, &e) != CAMEO_OK) {
        printf("%s: %s", cameo_status_name(e.status), e.msg);
    } else {
        dump_model(m);
        if (!dump_guard_is_whole(memory, n, block_n) || !dump_guard_is_whole(work, w, block_w)) {
            printf(" writes behind its memory");
        }
        piece.size--;
        if (cameo_model_create(piece, temporary, bytes, size, &options, &m, NULL) !=
            CAMEO_E_NOMEM) {
            printf(" works in a byte less");
        }
        piece.size++;
        temporary.size--;
        if (w != 0 && cameo_model_create(piece, temporary, bytes, size, &options, &m, NULL) !=
                          CAMEO_E_NOMEM) {
            printf(" works in a byte less of work");
        }
    }
    free(block_n);
    free(block_w);
}

int main(void) {
    char path[4096];
    while (fgets(path, sizeof path, stdin) != NULL) {
        path[strcspn(path, "\n")] = 0;
        size_t size = 0;
        uint8_t *bytes = dump_read(path, &size);
        printf("%s\t", path);
        if (bytes == NULL) printf("cannot be read");
        if (bytes != NULL) dump_file(bytes, size);
        printf("\n");
        free(bytes);
    }
    return 0;
}
