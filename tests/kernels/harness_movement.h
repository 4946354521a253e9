/* harness_movement.h — what the tests of movement operators share: tensors whose elements are
 * numbered, and the cases of movement_vectors.h. An operator that only moves is right if the right
 * numbers arrive, whatever the dtype. */
#ifndef CM_TESTS_KERNELS_MOVEMENT_H
#define CM_TESTS_KERNELS_MOVEMENT_H

#include "tests/kernels/harness.h"

/* The next input: element i carries number first + i, as a pattern of bits or as text. */
void movement_in(harness *h, int dtype, uint32_t rank, const size_t *dims, size_t first);
/* The next expected output: element i carries number pick[i]. */
void movement_out(harness *h, int dtype, uint32_t rank, const size_t *dims, const uint32_t *pick);

/* Runs every case of an operator in every dtype; the position inputs of Slice and the indices of
 * Gather are int64 and int32 by turns. Returns the number of cases, 0 if one fails (reported). */
size_t movement_replay(const cm_op *op, int since);

/* The result of a shape rule with known elements: `n` dims and elements are compared. */
bool movement_elems(const harness *h, uint32_t out, uint32_t n, const cm_dim *want);

#endif
