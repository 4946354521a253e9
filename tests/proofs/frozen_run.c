/* frozen_run.c — see frozen_run.h: compiled and linked with the C that `cameo freeze --name frozen` wrote, for the
 * proof of frozen_case.c. */
#include "tests/proofs/frozen_run.h"

#include "frozen.h"

#include <stdlib.h>
#include <string.h>

/* A heap for values whose size has no bound. */
#define FROZEN_HEAP ((size_t)64 << 20)

cameo_status frozen_run(const cameo_value *in, uint32_t n_in, cameo_value *out, uint32_t n_out, cameo_error *e);

cameo_status frozen_run(const cameo_value *in, uint32_t n_in, cameo_value *out, uint32_t n_out, cameo_error *e) {
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_run *run;
    cameo_status status = cameo_run_measure(frozen_plan(), 1, &needs, e);
    if (status != CAMEO_OK) return status;
    size_t heap = needs.dynamic_bytes < FROZEN_HEAP ? (size_t)needs.dynamic_bytes : FROZEN_HEAP;
    size_t size = (needs.planned_bytes + heap + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    void *memory = aligned_alloc(CAMEO_MEMORY_ALIGN, size);
    if (memory == NULL) return CAMEO_E_NOMEM;
    memset(memory, 0xff, size); /* a NaN of every float type */
    status = cameo_run_create((cameo_memory){memory, size}, frozen_plan(), 1, NULL, NULL, &run, e);
    if (status != CAMEO_OK) return status;
    return cameo_run_all(run, in, n_in, out, n_out, e);
}
