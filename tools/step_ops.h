/* step_ops.h — how many arithmetic operations a step's results take, whatever kernel computes them. */
#ifndef CM_TOOLS_STEP_OPS_H
#define CM_TOOLS_STEP_OPS_H

#include "runtime/run/run.h"

/* Of the execution that begins or has ended: the run's values have its dims. A multiply-add is two operations. Where
 * an operator has no count of its own, one for each element of its results. */
double step_ops(const cameo_run *r, const cm_step *step);

#endif
