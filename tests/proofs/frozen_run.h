/* frozen_run.h — what the shared object of a frozen model has for tests/proofs/frozen_case.c. */
#ifndef CM_TESTS_PROOFS_FROZEN_RUN_H
#define CM_TESTS_PROOFS_FROZEN_RUN_H

#include "include/cameo.h"

/* Runs the frozen model once, named frozen_run there. out: [n_out], its data NULL; results lie in the memory of the
 * run, which stays until the process ends. Errors: E_NOMEM, and those of cameo_run_all. */
typedef cameo_status frozen_run_fn(const cameo_value *in, uint32_t n_in, cameo_value *out, uint32_t n_out,
                                   cameo_error *e);

#endif
