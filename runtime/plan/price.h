/* price.h — work of a step in units of the same time, whatever the operator: what cameo_run_stats.cost and
 * limits.run_cost count. */
#ifndef CM_RUNTIME_PLAN_PRICE_H
#define CM_RUNTIME_PLAN_PRICE_H

#include "base/dtype.h"
#include "ir/op.h"

/* Units for beginning a step, however small. */
#define CM_PRICE_STEP 512

/* The price of a step of op whose own cost is `cost`, and which writes `bytes`, so that no operator can make much of
 * nothing; dtype: of its first operand. Saturates. */
uint64_t cm_price(const cm_op *op, int dtype, uint64_t cost, uint64_t bytes);

/* The price of reading so many bytes of text, for operators whose cost counts texts, not letters: a unit for each byte;
 * more where column `text` says a little more, which it says of those that go through letters; less where the operator
 * has no price of its own for texts, which it compares or copies. */
uint64_t cm_price_read(const cm_op *op, uint64_t bytes);

/* Bytes of n elements, for cm_price; none for texts, which the kernel counts. */
CM_INLINE uint64_t cm_price_bytes(int dtype, size_t n) {
    size_t bytes;
    return dtype != CAMEO_STRING && cm_dtype_bytes((cameo_dtype)dtype, n, &bytes) == CAMEO_OK ? bytes : 0;
}

#endif
