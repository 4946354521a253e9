/* unique.c — Unique: the different elements of a tensor, or its different slices along an axis, sorted or in the order
 * in which they first come; where each first comes, which of them each is, how many there are.
 *
 * One task sorts the items by merging, equal ones in their order, and so the first of equals is the one that is kept.
 * Numbers are compared as numbers, -0 equal to 0 and NaN behind all, equal to NaN; complex ones by their real part,
 * then the imaginary one; strings by bytes, which is the order of their code points; slices element by element.
 * Source: ONNX Unique, since_version 11, 28. */
#include "kernels/lane.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct unique_params {
    int32_t axis, sorted, has_axis;
} unique_params;

static const cm_field unique_fields[] = {CM_F_I32(unique_params, axis, 0), CM_F_I32(unique_params, sorted, 1),
                                         CM_F_OWN(unique_params, has_axis)};

enum { UNIQUE_Y, UNIQUE_FIRST, UNIQUE_INVERSE, UNIQUE_COUNTS };
#define UNIQUE_DIGIT 256 /* values of a digit of a key */

static cameo_status unique_parse(const cm_parse *p, void *params) {
    unique_params *q = params;
    q->has_axis = cm_attr_find(p, "axis") != NULL;
    return CAMEO_OK;
}

static cameo_status unique_shape(cm_shape *s) {
    const unique_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK], items = CM_DIM_UNKNOWN;
    uint32_t axis = 0, rank = q->has_axis != 0 ? x->rank : 1;
    if (x->rank != CM_RANK_UNKNOWN && q->has_axis != 0) {
        CM_TRY(cm_axis_normalize(q->axis, x->rank, "axis", &axis, s->e));
        for (uint32_t d = 0; d < rank; d++) dims[d] = x->dims[d];
        items = dims[axis];
    } else if (x->rank != CM_RANK_UNKNOWN) {
        items = cm_avalue_count_dim(s->dims, x);
    }
    cm_dim n = cm_shape_decided(s, cm_dim_is_const(items) && items > 0, items);
    if (rank != CM_RANK_UNKNOWN) dims[axis] = n;
    CM_TRY(cm_shape_out(s, UNIQUE_Y, x->dtype, rank, rank == CM_RANK_UNKNOWN ? NULL : dims));
    CM_TRY(cm_shape_out(s, UNIQUE_FIRST, CAMEO_INT64, 1, &n));
    CM_TRY(cm_shape_out(s, UNIQUE_INVERSE, CAMEO_INT64, 1, &items));
    return cm_shape_out(s, UNIQUE_COUNTS, CAMEO_INT64, 1, &n);
}

/* Items are sorted. */
static uint64_t unique_cost(const cm_shape *s) {
    return cm_shape_cost(cm_shape_in(s, 0), 64);
}

const cm_op cm_op_Unique = {.id = CM_OP_Unique, .flags = CM_OPF_DYNAMIC, .n_fields = 3,
                            .params_size = sizeof(unique_params), .fields = unique_fields, .parse = unique_parse,
                            .shape = unique_shape, .cost = unique_cost};

/* x as [outer][items][inner]; items are compared. */
typedef struct unique_job {
    const cm_tensor *x;
    uint32_t axis;
    bool flat;
    size_t outer, items, inner;
    uint32_t *order;   /* [items] items, sorted; then group -> its number in the outputs */
    uint32_t *spare;   /* [items] for merging; then item -> group */
    uint32_t *first;   /* [items] first item of a result */
    uint32_t *count;   /* [items] */
    bool keyed;        /* items are one real number each */
    uint64_t *keys;    /* [items] if keyed: numbers in the order of the items */
    uint32_t *places;  /* [UNIQUE_DIGIT] if keyed, for sorting */
    const cm_kctx *k;
    uint64_t done; /* of cm_poll */
} unique_job;

static cameo_status unique_job_of(const cm_kctx *k, unique_job *j) {
    const unique_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    *j = (unique_job){.x = x, .flat = q->has_axis == 0, .outer = 1, .items = x->n, .inner = 1, .k = k};
    if (!j->flat) {
        CM_TRY(cm_axis_normalize(q->axis, x->rank, "axis", &j->axis, k->e));
        j->outer = cm_move_count(x->dims, 0, j->axis);
        j->items = x->dims[j->axis];
        j->inner = cm_move_count(x->dims, j->axis + 1, x->rank);
    }
    CM_CHECK(j->items < UINT32_MAX, k->e, CAMEO_E_LIMIT, "%zu items are too many", j->items);
    j->keyed = j->outer == 1 && j->inner == 1 && x->dtype != CAMEO_STRING && cm_real_parts(x->dtype) == 1;
    return CAMEO_OK;
}

static void unique_tables(const cm_kctx *k, unique_job *j) {
    j->keys = (uint64_t *)(void *)k->scratch;
    j->order = (uint32_t *)(void *)(j->keys + (j->keyed ? j->items : 0));
    j->spare = j->order + j->items;
    j->first = j->spare + j->items;
    j->count = j->first + j->items;
    j->places = j->count + j->items;
}

/* One phase of one task. Scratch: uint32_t [4][items], and for numbers uint64_t [items] and a table. Errors: E_SHAPE
 * the axis; E_LIMIT. */
cameo_status cm_unique_setup(const cm_kctx *k, cm_setup *s) {
    unique_job j;
    CM_TRY(unique_job_of(k, &j));
    size_t each = 4 * sizeof(uint32_t) + (j.keyed ? sizeof(uint64_t) : 0), table = UNIQUE_DIGIT * sizeof(uint32_t);
    bool fits = !cm_ckd_mul(j.items, each, &s->scratch) && !cm_ckd_add(s->scratch, table, &s->scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu items are too many", j.items);
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

static int unique_compare_real(double a, double b) {
    if (a != a || b != b) return (a != a) - (b != b);
    return (a > b) - (a < b);
}

/* Element a of x against element b. */
static int unique_compare_elems(const cm_tensor *x, size_t a, size_t b) {
    const void *p = x->data;
    switch (x->dtype) {
    case CAMEO_STRING: return cm_str_cmp(cm_tensor_str(x, a), cm_tensor_str(x, b));
    case CAMEO_INT64: {
        int64_t v = ((const int64_t *)p)[a], w = ((const int64_t *)p)[b];
        return (v > w) - (v < w);
    }
    case CAMEO_UINT64: {
        uint64_t v = ((const uint64_t *)p)[a], w = ((const uint64_t *)p)[b];
        return (v > w) - (v < w);
    }
    default: break;
    }
    size_t parts = cm_real_parts(x->dtype);
    int dtype = cm_real_dtype(x->dtype), c = 0;
    for (size_t i = 0; c == 0 && i < parts; i++) {
        c = unique_compare_real(cm_real_at(dtype, p, a * parts + i), cm_real_at(dtype, p, b * parts + i));
    }
    return c;
}

/* Item a against item b. */
static int unique_compare(const unique_job *j, size_t a, size_t b) {
    int c = 0;
    for (size_t o = 0; c == 0 && o < j->outer; o++) {
        size_t base = o * j->items;
        for (size_t i = 0; c == 0 && i < j->inner; i++) {
            c = unique_compare_elems(j->x, (base + a) * j->inner + i, (base + b) * j->inner + i);
        }
    }
    return c;
}

/* What comparing item a takes, at most, for cm_poll. */
static uint64_t unique_work(const unique_job *j, size_t a) {
    bool one_string = j->x->dtype == CAMEO_STRING && j->flat;
    return one_string ? 4 + cm_tensor_str(j->x, a).n / 8 : cm_cost_mul(4, cm_cost_mul(j->outer, j->inner));
}

/* Merges the sorted pieces [at, mid) and [mid, end) of from into to. */
static cameo_status unique_merge(unique_job *j, const uint32_t *from, uint32_t *to, size_t at, size_t mid, size_t end) {
    size_t left = at, right = mid;
    for (size_t i = at; i < end; i++) {
        bool take = left < mid && (right >= end || unique_compare(j, from[left], from[right]) <= 0);
        to[i] = take ? from[left++] : from[right++];
        CM_TRY(cm_poll(j->k, unique_work(j, to[i]), &j->done));
    }
    return CAMEO_OK;
}

static void unique_swap(unique_job *j) {
    uint32_t *swap = j->order;
    j->order = j->spare;
    j->spare = swap;
}

/* Numbers in the order of the items: integers from the lowest on, floats by their bits; -0 is 0, NaN the greatest. */
static void unique_keys(const unique_job *j, size_t at, size_t n) {
    double f[CM_LANE_ITEMS];
    int64_t v[CM_LANE_ITEMS];
    uint64_t top = UINT64_C(1) << 63;
    bool real = (cm_dtype_flags((cameo_dtype)j->x->dtype) & CM_DTF_FLOAT) != 0;
    if (real) cm_lane_load_f64(j->x->dtype, j->x->data, at, n, f);
    if (!real) cm_lane_load_i64(j->x->dtype, j->x->data, at, n, v);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = real ? cm_f64_bits(f[i] + 0.0) : (uint64_t)v[i];
        if (real) bits = f[i] != f[i] ? UINT64_MAX : (bits & top) != 0 ? ~bits : bits ^ top;
        j->keys[at + i] = real || j->x->dtype == CAMEO_UINT64 ? bits : bits ^ top;
    }
}

/* j->order, sorted by the keys: digit by digit from the lowest one on, which keeps the order of what is equal. Digits
 * that are the same in all keys are left out. */
static cameo_status unique_sort_keys(unique_job *j) {
    size_t n = j->items;
    for (size_t at = 0; at < n; at += CM_LANE_ITEMS) {
        unique_keys(j, at, cm_min_size(CM_LANE_ITEMS, n - at));
        CM_TRY(cm_poll(j->k, 4 * CM_LANE_ITEMS, &j->done));
    }
    for (uint32_t shift = 0; n > 1 && shift < 64; shift += 8) {
        uint32_t sum = 0;
        memset(j->places, 0, UNIQUE_DIGIT * sizeof *j->places);
        for (size_t i = 0; i < n; i++) {
            j->places[j->keys[i] >> shift & (UNIQUE_DIGIT - 1)]++;
            CM_TRY(cm_poll(j->k, 2, &j->done));
        }
        if (j->places[j->keys[0] >> shift & (UNIQUE_DIGIT - 1)] == n) continue;
        for (size_t d = 0; d < UNIQUE_DIGIT; d++) {
            uint32_t count = j->places[d];
            j->places[d] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++) {
            uint32_t item = j->order[i];
            j->spare[j->places[j->keys[item] >> shift & (UNIQUE_DIGIT - 1)]++] = item;
            CM_TRY(cm_poll(j->k, 4, &j->done));
        }
        unique_swap(j);
    }
    return CAMEO_OK;
}

/* j->order becomes the items in order. */
static cameo_status unique_sort(unique_job *j) {
    size_t n = j->items;
    for (size_t i = 0; i < n; i++) j->order[i] = (uint32_t)i;
    if (j->keyed) return unique_sort_keys(j);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t at = 0; at < n; at += 2 * width) {
            size_t mid = cm_min_size(n, at + width);
            CM_TRY(unique_merge(j, j->order, j->spare, at, mid, cm_min_size(n, mid + width)));
        }
        unique_swap(j);
    }
    return CAMEO_OK;
}

/* Numbers the results in the order of the first items: a group gets its number where its first item comes. */
static cameo_status unique_renumber(unique_job *j, size_t groups) {
    size_t next = 0;
    for (size_t item = 0; item < j->items; item++) {
        uint32_t group = j->spare[item];
        if (j->first[group] == item) j->order[group] = (uint32_t)next++;
        CM_TRY(cm_poll(j->k, 1, &j->done));
    }
    for (size_t item = 0; item < j->items; item++) {
        j->spare[item] = j->order[j->spare[item]];
        CM_TRY(cm_poll(j->k, 1, &j->done));
    }
    for (size_t g = 0; g < groups; g++) j->count[g] = 0;
    for (size_t item = j->items; item-- > 0;) {
        j->first[j->spare[item]] = (uint32_t)item;
        j->count[j->spare[item]]++;
        CM_TRY(cm_poll(j->k, 1, &j->done));
    }
    return CAMEO_OK;
}

/* Numbers the results: j->first, j->count, and j->spare, the result of each item; *n_groups receives their number. */
static cameo_status unique_number(unique_job *j, bool sorted, size_t *n_groups) {
    size_t groups = 0;
    for (size_t i = 0; i < j->items; i++) {
        size_t item = j->order[i];
        size_t before = i > 0 ? j->order[i - 1] : item;
        bool same = i > 0 && (j->keyed ? j->keys[before] == j->keys[item] : unique_compare(j, before, item) == 0);
        if (!same) {
            j->first[groups] = (uint32_t)item;
            j->count[groups++] = 0;
        }
        j->count[groups - 1]++;
        j->spare[item] = (uint32_t)(groups - 1);
        CM_TRY(cm_poll(j->k, unique_work(j, item), &j->done));
    }
    *n_groups = groups;
    return sorted ? CAMEO_OK : unique_renumber(j, groups);
}

/* Output `out` of n numbers, if it is wanted. */
static cameo_status unique_numbers(const cm_kctx *k, uint32_t out, const uint32_t *v, size_t n) {
    if (cm_out(k, out) == NULL) return CAMEO_OK;
    CM_TRY(k->services->out_alloc(k, out, 1, &n, n * sizeof(int64_t)));
    for (size_t i = 0; i < n; i++) ((int64_t *)cm_out(k, out)->data)[i] = v[i];
    return CAMEO_OK;
}

typedef struct unique_strings {
    const unique_job *j;
    size_t groups;
} unique_strings;

static cm_str unique_string(const void *ctx, size_t i, uint32_t part) {
    const unique_strings *s = ctx;
    const unique_job *j = s->j;
    size_t row = i / j->inner;
    (void)part;
    size_t item = row / s->groups * j->items + j->first[row % s->groups];
    return cm_tensor_str(j->x, item * j->inner + i % j->inner);
}

/* Y: the first item of each result. */
static cameo_status unique_items(const cm_kctx *k, const unique_job *j, size_t groups) {
    size_t dims[CM_MAX_RANK], n;
    uint32_t rank = j->flat ? 1 : j->x->rank;
    if (cm_out(k, UNIQUE_Y) == NULL) return CAMEO_OK;
    for (uint32_t d = 0; !j->flat && d < rank; d++) dims[d] = j->x->dims[d];
    dims[j->axis] = groups;
    if (j->x->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, UNIQUE_Y, rank, dims,
                               &(cm_string_source){unique_string, &(unique_strings){j, groups}, 1});
    }
    size_t size = cm_move_bits(j->x) / 8 * j->inner;
    n = size * groups * j->outer;
    CM_TRY(k->services->out_alloc(k, UNIQUE_Y, rank, dims, n));
    uint8_t *to = cm_out(k, UNIQUE_Y)->data;
    for (size_t o = 0; n != 0 && o < j->outer; o++) {
        for (size_t g = 0; g < groups; g++, to += size) {
            memcpy(to, (const uint8_t *)j->x->data + (o * j->items + j->first[g]) * size, size);
        }
    }
    return CAMEO_OK;
}

/* cm_unique_run — X of any dtype of a byte or more; outputs are allocated here. Errors: E_SHAPE, E_NOMEM, E_LIMIT. */
cameo_status cm_unique_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    unique_job j;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(unique_job_of(k, &j));
    if (j.items != 0) unique_tables(k, &j);
    CM_TRY(unique_sort(&j));
    size_t groups = 0;
    CM_TRY(unique_number(&j, ((const unique_params *)k->params)->sorted != 0, &groups));
    CM_TRY(unique_items(k, &j, groups));
    CM_TRY(unique_numbers(k, UNIQUE_FIRST, j.first, groups));
    CM_TRY(unique_numbers(k, UNIQUE_INVERSE, j.spare, j.items));
    return unique_numbers(k, UNIQUE_COUNTS, j.count, groups);
}
