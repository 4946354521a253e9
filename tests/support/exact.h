/* exact.h — takes a model through its four objects, each in memory of exactly the size that its measure
 * function answered, with an inaccessible page right behind, after showing that one byte less fails. */
#ifndef CM_TESTS_SUPPORT_EXACT_H
#define CM_TESTS_SUPPORT_EXACT_H

#include "include/cameo.h"

/* Memory that ends at a guard page; the bytes between size and the page (less than
 * CAMEO_MEMORY_ALIGN) hold a pattern that exact_memory_intact checks. */
typedef struct exact_memory {
    cameo_memory m;
    void *map;
    size_t map_size;
} exact_memory;

bool exact_memory_new(size_t size, exact_memory *memory);
bool exact_memory_intact(const exact_memory *memory);
void exact_memory_free(exact_memory *memory);

typedef struct exact {
    exact_memory file, model_memory, session_memory, plan_memory, run_memory;
    cameo_model *model;
    cameo_session *session;
    cameo_plan *plan;
    cameo_run *run;
    cameo_run_needs needs;
    char why[512]; /* what went wrong */
} exact;

/* bytes are copied to guarded memory at `misalign` bytes before the page's end. plan dims: as in
 * cameo_plan_create. heap_bytes: added to the run's planned bytes (0: none).
 * CAMEO_OK, or the status of the stage that failed; CAMEO_E_INTERNAL where exactness is broken. */
cameo_status exact_open(exact *x, const void *bytes, size_t size, const cameo_options *options,
                        const cameo_dim_binding *dims, size_t n_dims, size_t heap_bytes);
/* The parts of it: model and session; then plan and run. */
cameo_status exact_open_session(exact *x, const void *bytes, size_t size,
                                const cameo_options *options);
cameo_status exact_open_run(exact *x, const cameo_options *options, const cameo_dim_binding *dims,
                            size_t n_dims, size_t heap_bytes);
/* Measures the model's session with work memory of 0 bytes, some more, and so on: each is CAMEO_E_NOMEM until one is
 * enough, which gives the bytes that 1 MiB gives. False: why says what else came of it. */
bool exact_session_work(const void *bytes, size_t size, const cameo_options *options, cameo_error *why);
bool exact_intact(const exact *x);
void exact_close(exact *x);

/* Whole file in memory from malloc; NULL if it cannot be read. */
void *exact_read_file(const char *path, size_t *size);
/* n floats of a file, which are little-endian. */
void exact_floats(float *to, const void *from, size_t n);

#endif
