/* price.h — work of a step in units of the same time, whatever the operator: what cameo_run_stats.cost and
 * limits.run_cost count. */
#ifndef CM_RUNTIME_PLAN_PRICE_H
#define CM_RUNTIME_PLAN_PRICE_H

#include "ir/op.h"

/* Units for beginning a step, however small. */
#define CM_PRICE_STEP 512

/* The price of a step of op whose own cost is `cost`; dtype: of its first operand. Saturates. */
uint64_t cm_price(const cm_op *op, int dtype, uint64_t cost);

#endif
