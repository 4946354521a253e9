/* harness_movement.c — see harness_movement.h. */
#include "tests/kernels/harness_movement.h"

#include <stdlib.h>

typedef struct movement_case {
    cm_op_id op;
    uint32_t n_data, rank;
    size_t dims[4][6];
    uint32_t present;     /* bit i: arg[i] is given */
    uint32_t n_arg[4];
    int64_t arg[4][16];   /* Slice: starts, ends, axes, steps; Gather: indices; Transpose: perm */
    int32_t axis;
    uint32_t index_rank;
    size_t index_dims[2];
    uint32_t out_rank;
    size_t out_dims[6];
    uint32_t n_picks, first_pick;
} movement_case;

#include "tests/kernels/movement_vectors.h"

static size_t movement_count(uint32_t rank, const size_t *dims) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i];
    return n;
}

/* Element i of a tensor of numbers: its bytes differ from those of its neighbours. */
static void movement_store(int dtype, uint8_t *data, size_t i, size_t number) {
    size_t bits = cameo_dtype_bits((cameo_dtype)dtype);
    if (bits == 4) cm_u4_set(data, i, (unsigned)(number * 5 + 3));
    else if (bits == 2) cm_u2_set(data, i, (unsigned)(number + number / 3));
    for (size_t b = 0; b < bits / 8; b++) {
        data[i * (bits / 8) + b] = (uint8_t)((number >> (8 * (b % 3))) * 7 + b * 31 + 1);
    }
}

/* Adds an input (pick NULL) or an output of these numbers. */
static void movement_add(harness *h, int dtype, uint32_t rank, const size_t *dims, size_t first,
                         const uint32_t *pick) {
    size_t n = movement_count(rank, dims);
    uint8_t *data = calloc(n + 1, 16);
    char(*text)[24] = calloc(n + 1, sizeof *text);
    const char **strings = calloc(n + 1, sizeof *strings);
    if (data == NULL || text == NULL || strings == NULL) abort();
    for (size_t i = 0; i < n; i++) {
        size_t number = pick != NULL ? pick[i] : first + i;
        strings[i] = text[i];
        if (number % 7 != 0) snprintf(text[i], sizeof *text, "s%zu", number);
        movement_store(dtype, data, i, number);
    }
    if (dtype == CAMEO_STRING) {
        if (pick != NULL) harness_out_str(h, rank, dims, strings);
        else harness_in_str(h, rank, dims, strings);
    } else if (pick != NULL) {
        harness_out(h, dtype, rank, dims, data);
    } else {
        harness_in(h, dtype, rank, dims, data);
    }
    free(data);
    free(text);
    free(strings);
}

void movement_in(harness *h, int dtype, uint32_t rank, const size_t *dims, size_t first) {
    movement_add(h, dtype, rank, dims, first, NULL);
}

void movement_out(harness *h, int dtype, uint32_t rank, const size_t *dims, const uint32_t *pick) {
    static const uint32_t none[1] = {0};
    movement_add(h, dtype, rank, dims, 0, pick != NULL ? pick : none);
}

/* Numbers as an int64 input, or as int32, clamped. */
static void movement_positions(harness *h, bool wide, uint32_t rank, const size_t *dims,
                               const int64_t *v) {
    int32_t narrow[16];
    for (size_t i = 0; i < movement_count(rank, dims); i++) {
        narrow[i] = v[i] > INT32_MAX ? INT32_MAX : v[i] < INT32_MIN ? INT32_MIN : (int32_t)v[i];
    }
    if (wide) harness_in(h, CAMEO_INT64, rank, dims, v);
    else harness_in(h, CAMEO_INT32, rank, dims, narrow);
}

static bool movement_run(const movement_case *c, const cm_op *op, int since, int dtype, bool wide) {
    static harness h;
    static uint32_t pick[4096];
    harness_begin(&h, op, since);
    size_t first = 0;
    for (uint32_t i = 0; i < c->n_data; i++) {
        movement_in(&h, dtype, c->rank, c->dims[i], first);
        first += movement_count(c->rank, c->dims[i]);
    }
    if (op->id == CM_OP_Transpose) harness_attr_ints(&h, "perm", c->n_arg[0], c->arg[0]);
    if (op->id == CM_OP_Gather || op->id == CM_OP_Concat) harness_attr_i(&h, "axis", c->axis);
    if (op->id == CM_OP_Gather) {
        movement_positions(&h, wide, c->index_rank, c->index_dims, c->arg[0]);
    }
    for (uint32_t i = 0; op->id == CM_OP_Slice && i < 4; i++) {
        size_t n = c->n_arg[i];
        if (c->present >> i & 1) movement_positions(&h, wide, 1, &n, c->arg[i]);
        else harness_in_none(&h);
    }
    for (uint32_t i = 0; i < c->n_picks; i++) pick[i] = movement_picks[c->first_pick + i];
    movement_out(&h, dtype, c->out_rank, c->out_dims, pick);
    return harness_run(&h);
}

size_t movement_replay(const cm_op *op, int since) {
    size_t n = 0;
    for (size_t i = 0; i < sizeof movement_cases / sizeof *movement_cases; i++) {
        if (movement_cases[i].op != op->id) continue;
        n++;
        for (int dtype = 1; dtype < CM_N_DTYPES; dtype++) {
            bool wide = (i + (size_t)dtype) % 2 == 0;
            if (movement_run(&movement_cases[i], op, since, dtype, wide)) continue;
            check_failed(__FILE__, __LINE__, "movement case %zu, dtype %s", i,
                         cameo_dtype_name((cameo_dtype)dtype));
            return 0;
        }
    }
    return n;
}

bool movement_elems(const harness *h, uint32_t out, uint32_t n, const cm_dim *want) {
    const cm_avalue *v = &h->out_av[out];
    if (v->n_elem != n) {
        check_failed(__FILE__, __LINE__, "%u elements are known, want %u", v->n_elem, n);
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (v->elem[i] == want[i]) continue;
        check_failed(__FILE__, __LINE__, "element %u is %lld, want %lld", i, (long long)v->elem[i],
                     (long long)want[i]);
        return false;
    }
    return true;
}
