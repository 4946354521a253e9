/* matmul_dims.c — see matmul_dims.h. */
#include "kernels/matmul_dims.h"

/* Dims of the result before M and N. */
static cameo_status matmul_dims_batch(const cm_shape *s, uint32_t a, uint32_t b, uint32_t *rank,
                                      cm_dim *dims) {
    cm_avalue lead[2];
    const cm_avalue *in[2] = {&lead[0], &lead[1]};
    cm_shape part = *s;
    lead[0] = *cm_shape_in(s, a);
    lead[1] = *cm_shape_in(s, b);
    for (uint32_t i = 0; i < 2; i++) {
        lead[i].rank = (uint8_t)(lead[i].rank < 2 ? 0 : lead[i].rank - 2);
    }
    part.n_in = 2;
    part.in = in;
    return cm_shape_broadcast(&part, 0, 2, rank, dims);
}

cameo_status cm_matmul_shape(cm_shape *s, uint32_t in_a, uint32_t in_b, int dtype) {
    const cm_avalue *a = cm_shape_in(s, in_a);
    const cm_avalue *b = cm_shape_in(s, in_b);
    CM_CHECK(a->rank != 0 && b->rank != 0, s->e, CAMEO_E_SHAPE,
             "A has rank %u, B %u, want 1 or more", a->rank, b->rank);
    if (a->rank == CM_RANK_UNKNOWN || b->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out(s, 0, dtype, CM_RANK_UNKNOWN, NULL);
    }
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    cm_dim depth_a = a->dims[a->rank - 1];
    cm_dim depth_b = b->dims[b->rank == 1 ? 0 : b->rank - 2];
    CM_CHECK(cm_shape_equal(s, depth_a, depth_b), s->e, CAMEO_E_SHAPE, "A has depth %lld, B %lld",
             CM_LL(depth_a), CM_LL(depth_b));
    CM_TRY(matmul_dims_batch(s, in_a, in_b, &rank, dims));
    if (a->rank > 1) dims[rank++] = a->dims[a->rank - 2];
    if (b->rank > 1) dims[rank++] = b->dims[b->rank - 1];
    return cm_shape_out(s, 0, dtype, rank, dims);
}

/* Multiply-adds that take as long as an element that is read or written, and as a product of a batch, however small. */
#define MATMUL_MOVED 4
#define MATMUL_EACH 4096
#define MATMUL_PLAIN 256 /* of the types that have a plain loop */
#define MATMUL_WHOLE 4   /* times as long as one of floats takes one of 32-bit integers */

static uint64_t matmul_moved(const cm_avalue *v) {
    size_t n;
    return cm_avalue_count(v, &n) ? cm_cost_mul(n, MATMUL_MOVED) : UINT64_MAX;
}

uint64_t cm_matmul_cost(const cm_shape *s, uint32_t in_a) {
    const cm_avalue *a = cm_shape_in(s, in_a);
    const cm_avalue *y = &s->out[0];
    uint64_t n = (uint64_t)a->dims[a->rank - 1], batch = a->dtype == CAMEO_FLOAT ? MATMUL_EACH : MATMUL_PLAIN;
    for (uint32_t i = 0; i < y->rank; i++) n = cm_cost_mul(n, (uint64_t)y->dims[i]);
    if (a->dtype == CAMEO_INT32 || a->dtype == CAMEO_UINT32) n = cm_cost_mul(n, MATMUL_WHOLE);
    for (uint32_t i = 0; i + 2 < y->rank; i++) batch = cm_cost_mul(batch, (uint64_t)y->dims[i]);
    if (a->rank > 1) batch = cm_cost_add(batch, cm_shape_cost_rows(y, y->rank == 0 ? 0 : y->rank - 1u, CM_MATMUL_ROW));
    return cm_cost_add(cm_cost_add(n, batch), cm_cost_add(matmul_moved(a), matmul_moved(y)));
}

cm_matmul_sizes cm_matmul_sizes_of(const cm_tensor *a, const cm_tensor *b, bool fold) {
    cm_matmul_sizes z;
    memset(&z, 0, sizeof z);
    z.m = a->rank == 1 ? 1 : a->dims[a->rank - 2];
    z.k = a->dims[a->rank - 1];
    z.n = b->rank == 1 ? 1 : b->dims[b->rank - 1];
    z.rs_a = z.k;
    z.rs_b = z.n;
    z.cs_a = z.cs_b = 1;
    z.batch = 1;
    uint32_t lead_a = a->rank < 2 ? 0 : a->rank - 2u;
    uint32_t lead_b = b->rank < 2 ? 0 : b->rank - 2u;
    z.rank = lead_a > lead_b ? lead_a : lead_b;
    size_t step_a = z.m * z.k, step_b = z.k * z.n, repeats = 1;
    for (uint32_t i = 0; i < z.rank; i++) {
        uint32_t d = z.rank - 1 - i;
        size_t size_a = i < lead_a ? a->dims[lead_a - 1 - i] : 1;
        size_t size_b = i < lead_b ? b->dims[lead_b - 1 - i] : 1;
        z.dims[d] = size_a == 1 ? size_b : size_a;
        z.a[d] = size_a == 1 ? 0 : step_a;
        z.b[d] = size_b == 1 ? 0 : step_b;
        step_a *= size_a;
        step_b *= size_b;
        repeats *= size_b;
        z.batch *= z.dims[d];
    }
    if (!fold || repeats != 1) return z;
    z.m *= z.batch;
    z.batch = 1;
    z.rank = 0;
    return z;
}

void cm_matmul_offsets(const cm_matmul_sizes *z, size_t i, size_t *a, size_t *b) {
    *a = *b = 0;
    for (uint32_t d = z->rank; d-- > 0;) {
        *a += i % z->dims[d] * z->a[d];
        *b += i % z->dims[d] * z->b[d];
        i /= z->dims[d];
    }
}
