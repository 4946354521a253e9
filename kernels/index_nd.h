/* index_nd.h — positions in a tensor given by tuples of indices: GatherND, ScatterND. */
#ifndef CM_KERNELS_INDEX_ND_H
#define CM_KERNELS_INDEX_ND_H

#include "kernels/move.h"

/* data is [batch][indexed dims][slice], indices [batch][tuples][depth]. */
typedef struct cm_index_nd {
    const cm_tensor *indices; /* int64, hostile, any alignment */
    const size_t *dims;       /* the `depth` dims of data that are indexed */
    size_t depth;
    size_t tuples;            /* of one batch */
    size_t plane;             /* elements of data in one batch */
    size_t slice;             /* elements that a tuple names */
} cm_index_nd;

/* The form of data and indices with `batch` common leading dims.
 * Errors: E_SHAPE ranks, depth or batch dims do not go together. */
CM_NODISCARD cameo_status cm_index_nd_init(cm_index_nd *v, const cm_tensor *data,
                                           const cm_tensor *indices, size_t batch, cameo_error *e);
/* The element of data at which tuple number t (over all batches) begins.
 * Errors: E_SHAPE an index is out of range. */
CM_NODISCARD cameo_status cm_index_nd_at(const cm_index_nd *v, size_t t, size_t *at,
                                         cameo_error *e);

#endif
