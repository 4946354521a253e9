/* exec.h — computing one kernel to its end on the calling thread: folding, tools, tests. The run's own
 * executor (runtime/run/exec.c) hands out the same tasks to workers. */
#ifndef CM_RUNTIME_EXEC_H
#define CM_RUNTIME_EXEC_H

#include "kernels/kernel.h"

/* Sets up row's kernel for k and runs all tasks of all phases in order. k: tensors with data and dims,
 * prims, e set; scratch is taken from `work` and given back. Before each task `ask` may end it. Errors: the kernel's,
 * those of ask, E_NOMEM. */
CM_NODISCARD cameo_status cm_exec_kernel(cm_kctx *k, const cm_row *row, cm_arena *work,
                                         cameo_status (*ask)(void *ctx), void *ctx);

#endif
