/* random.c — RandomNormal, RandomUniform, what is like them, Bernoulli, Multinomial.
 *
 * The numbers are those of a counter (philox.h): element i of an output takes half of block i / 2,
 * 64 bits, of which 53 make a uniform number in [0, 1). The key is the attribute `seed`, as the bits
 * of a float, and 0; without it 0 and the number of the node in the model, functions expanded, plus
 * 1. So results depend on seed, node and element alone: the same in each run, for any division into
 * tasks, on every target. Normal numbers come in pairs by Box and Muller. All is computed in double
 * and rounded once, into any float dtype.
 * Source: ONNX RandomNormal, RandomUniform, RandomNormalLike, RandomUniformLike, since_version 1, 22,
 * Bernoulli, 15, 22, Multinomial, 7, 22; G. E. P. Box and M. E. Muller, "A note on the generation of
 * random normal deviates", Ann. Math. Statist. 29 (1958). */
#include "base/math.h"
#include "kernels/lane.h"
#include "kernels/move.h"
#include "kernels/philox.h"

typedef struct random_params {
    int32_t dtype; /* of the output; 0: that of the input */
    int32_t key[2];
    float first;  /* mean, or the least number */
    float second; /* deviation, or the bound that is not reached */
    int32_t shape[CM_MAX_RANK];
    int32_t n_shape;
} random_params;

/* Multinomial's; the first fields are those of random_params. */
typedef struct random_draw_params {
    int32_t dtype;
    int32_t key[2];
    int32_t sample_size;
} random_draw_params;

#define RANDOM_FIELDS(first_name, first_value, second_name, second_value)                           \
    {                                                                                               \
        CM_F_I32(random_params, dtype, 0), CM_F_OWN(random_params, key),                            \
            {first_name, CM_FIELD_F32, 1, offsetof(random_params, first), 0, first_value, NULL},    \
            {second_name, CM_FIELD_F32, 1, offsetof(random_params, second), 0, second_value, NULL}, \
            CM_F_I32S(random_params, shape)                                                         \
    }
static const cm_field random_normal_fields[] = RANDOM_FIELDS("mean", 0, "scale", 1);
static const cm_field random_uniform_fields[] = RANDOM_FIELDS("low", 0, "high", 1);
static const cm_field random_bernoulli_fields[] = {CM_F_I32(random_params, dtype, 0),
                                                   CM_F_OWN(random_params, key)};
static const cm_field random_draw_fields[] = {CM_F_I32(random_draw_params, dtype, CAMEO_INT32),
                                              CM_F_OWN(random_draw_params, key),
                                              CM_F_I32(random_draw_params, sample_size, 1)};

static cameo_status random_parse_key(const cm_parse *p, int32_t *key) {
    float seed = 0;
    CM_TRY(cm_attr_f32(p, "seed", 0, &seed));
    bool own = cm_attr_find(p, "seed") != NULL;
    key[0] = (int32_t)cm_f32_bits(seed);
    key[1] = own ? 0 : (int32_t)(p->number + 1);
    return CAMEO_OK;
}

static cameo_status random_parse(const cm_parse *p, void *params) {
    random_params *q = params;
    CM_CHECK(q->dtype == 0 || cm_dtype_is_known(q->dtype), p->e, CAMEO_E_TYPE,
             "attribute dtype is %d, which is no type", (int)q->dtype);
    return random_parse_key(p, q->key);
}

static cameo_status random_draw_parse(const cm_parse *p, void *params) {
    random_draw_params *q = params;
    CM_CHECK(q->dtype == CAMEO_INT32 || q->dtype == CAMEO_INT64, p->e, CAMEO_E_TYPE,
             "attribute dtype is %d, want %d or %d", (int)q->dtype, CAMEO_INT32, CAMEO_INT64);
    CM_CHECK(q->sample_size >= 0, p->e, CAMEO_E_SHAPE, "sample_size is %d, want >= 0",
             (int)q->sample_size);
    return random_parse_key(p, q->key);
}

/* Output dtypes. */
#define RANDOM_FLOATS \
    (CM_T(CAMEO_FLOAT) | CM_T(CAMEO_DOUBLE) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16))
#define RANDOM_INTS                                                                  \
    (CM_T(CAMEO_UINT8) | CM_T(CAMEO_INT8) | CM_T(CAMEO_UINT16) | CM_T(CAMEO_INT16) | \
     CM_T(CAMEO_INT32) | CM_T(CAMEO_INT64) | CM_T(CAMEO_BOOL) | CM_T(CAMEO_UINT32) | \
     CM_T(CAMEO_UINT64))

static cameo_status random_out(cm_shape *s, int dtype, uint32_t allowed, uint32_t rank,
                               const cm_dim *dims) {
    CM_CHECK((CM_T(dtype) & allowed) != 0, s->e, CAMEO_E_TYPE, "%s numbers cannot be random here",
             cameo_dtype_name((cameo_dtype)dtype));
    return cm_shape_out(s, 0, dtype, rank, dims);
}

static cameo_status random_shape(cm_shape *s) {
    const random_params *p = s->params;
    cm_dim dims[CM_MAX_RANK];
    for (int32_t d = 0; d < p->n_shape; d++) {
        CM_CHECK(p->shape[d] >= 0, s->e, CAMEO_E_SHAPE, "dim %d is %d, want >= 0", (int)d,
                 (int)p->shape[d]);
        dims[d] = p->shape[d];
    }
    int dtype = p->dtype == 0 ? CAMEO_FLOAT : p->dtype;
    return random_out(s, dtype, RANDOM_FLOATS, (uint32_t)p->n_shape, dims);
}

static cameo_status random_like_shape(cm_shape *s) {
    const random_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    return random_out(s, p->dtype == 0 ? x->dtype : p->dtype, RANDOM_FLOATS, x->rank, x->dims);
}

static cameo_status random_bernoulli_shape(cm_shape *s) {
    const random_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    return random_out(s, p->dtype == 0 ? x->dtype : p->dtype, RANDOM_FLOATS | RANDOM_INTS, x->rank,
                      x->dims);
}

static cameo_status random_draw_shape(cm_shape *s) {
    const random_draw_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_CHECK(x->rank == 2 || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "the input has rank %u, want 2", (unsigned)x->rank);
    cm_dim batch = x->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : x->dims[0];
    return cm_shape_out(s, 0, p->dtype, 2, (cm_dim[]){batch, p->sample_size});
}

#define RANDOM_OP(name, field_list, parse_fn, shape_fn)                            \
    const cm_op cm_op_##name = {.id = CM_OP_##name,                                \
                                .flags = CM_OPF_RANDOM,                            \
                                .n_fields = sizeof(field_list) / sizeof(cm_field), \
                                .params_size = sizeof(random_params),              \
                                .fields = field_list,                              \
                                .parse = parse_fn,                                 \
                                .shape = shape_fn};
RANDOM_OP(RandomNormal, random_normal_fields, random_parse, random_shape)
RANDOM_OP(RandomNormalLike, random_normal_fields, random_parse, random_like_shape)
RANDOM_OP(RandomUniform, random_uniform_fields, random_parse, random_shape)
RANDOM_OP(RandomUniformLike, random_uniform_fields, random_parse, random_like_shape)
RANDOM_OP(Bernoulli, random_bernoulli_fields, random_parse, random_bernoulli_shape)
/* Each draw walks over the classes. */
static uint64_t random_draw_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t classes = x->rank == 2 ? (uint64_t)x->dims[1] : 1;
    return cm_cost_mul(cm_shape_cost(&s->out[0], 1), cm_cost_add(classes, 1024)); /* a number is drawn */
}

const cm_op cm_op_Multinomial = {.id = CM_OP_Multinomial,
                                 .flags = CM_OPF_RANDOM,
                                 .n_fields = 3,
                                 .params_size = sizeof(random_draw_params),
                                 .fields = random_draw_fields,
                                 .parse = random_draw_parse,
                                 .shape = random_draw_shape, .cost = random_draw_cost};

/* One phase over the elements of the output. Scratch: none. */
cameo_status cm_random_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* u[j] in [0, 1) belongs to element at + j, j < n. */
static void random_fill(const int32_t *key, size_t at, size_t n, double *u) {
    uint32_t word[2] = {(uint32_t)key[0], (uint32_t)key[1]};
    cm_philox r = {{0}};
    for (size_t j = 0; j < n; j++) {
        uint64_t i = (uint64_t)at + j;
        if (j == 0 || i % 2 == 0) {
            uint64_t block = i / 2;
            r = cm_philox_block((cm_philox){{(uint32_t)block, (uint32_t)(block >> 32), 0, 0}},
                                word);
        }
        const uint32_t *v = r.v + i % 2 * 2;
        u[j] = (double)(((uint64_t)v[1] << 32 | v[0]) >> 11) * 0x1p-53;
    }
}

static void random_store(cm_tensor *y, size_t at, size_t n, const double *v) {
    cm_lane_store_f64(y->dtype, y->data, at, n, v, (cm_lane_rounding){false, CM_E8M0_UP});
}

/* cm_random_uniform_run — y[i] = low + u_i * (high - low), and below high: what rounding lifts there
 * becomes low, as if the two ends were one point, so that both halves of the last step count.
 *   y   any float dtype
 * Returns CAMEO_OK. */
cameo_status cm_random_uniform_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const random_params *p = k->params;
    cm_tensor *y = cm_out(k, 0);
    double low = (double)p->first;
    double high = (double)p->second;
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t at = begin * CM_TASK_ITEMS; at < last; at += CM_LANE_ITEMS) {
        double v[CM_LANE_ITEMS];
        size_t n = cm_min_size(CM_LANE_ITEMS, last - at);
        random_fill(p->key, at, n, v);
        for (size_t j = 0; j < n; j++) v[j] = low + v[j] * (high - low);
        random_store(y, at, n, v);
        cm_lane_load_f64(y->dtype, y->data, at, n, v);
        for (size_t j = 0; j < n; j++) {
            if (v[j] >= high && low < high) v[j] = low;
        }
        random_store(y, at, n, v);
    }
    return CAMEO_OK;
}

/* cm_random_normal_run — y[i] = mean + scale * z_i; with u and v of one block, z is
 * sqrt(-2 log(1 - u)) times cos or sin of 2 pi v.
 *   y   any float dtype
 * Returns CAMEO_OK. */
cameo_status cm_random_normal_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const random_params *p = k->params;
    cm_tensor *y = cm_out(k, 0);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t at = begin * CM_TASK_ITEMS; at < last; at += CM_LANE_ITEMS) {
        double v[CM_LANE_ITEMS];
        size_t n = cm_min_size(CM_LANE_ITEMS, last - at);
        random_fill(p->key, at, CM_LANE_ITEMS, v);
        for (size_t j = 0; j < n; j += 2) {
            double radius = cm_sqrt(-2 * cm_log(1 - v[j]));
            double angle = 6.283185307179586 * v[j + 1]; /* 2 pi */
            v[j] = (double)p->first + (double)p->second * (radius * cm_cos(angle));
            v[j + 1] = (double)p->first + (double)p->second * (radius * cm_sin(angle));
        }
        random_store(y, at, n, v);
    }
    return CAMEO_OK;
}

/* cm_random_bernoulli_run — y[i] = u_i < x[i]. A probability of NaN or below 0 counts as 0, one
 * above 1 as 1.
 *   x   any float dtype; y any real dtype or bool
 * Returns CAMEO_OK. */
cameo_status cm_random_bernoulli_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    const random_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    cm_tensor *y = cm_out(k, 0);
    size_t last = cm_min_size(y->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t at = begin * CM_TASK_ITEMS; at < last; at += CM_LANE_ITEMS) {
        double u[CM_LANE_ITEMS], probability[CM_LANE_ITEMS];
        int64_t one[CM_LANE_ITEMS];
        size_t n = cm_min_size(CM_LANE_ITEMS, last - at);
        random_fill(p->key, at, n, u);
        cm_lane_load_f64(x->dtype, x->data, at, n, probability);
        for (size_t j = 0; j < n; j++) {
            one[j] = u[j] < probability[j];
            u[j] = (double)one[j];
        }
        if ((CM_T(y->dtype) & RANDOM_FLOATS) != 0)
            random_store(y, at, n, u);
        else
            cm_lane_store_i64(y->dtype, y->data, at, n, one);
    }
    return CAMEO_OK;
}

/* Rows of one task. */
static size_t random_draw_rows(const cm_kctx *k) {
    size_t row = cm_max_size(cm_in(k, 0)->dims[1], cm_out(k, 0)->dims[1]);
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, row));
}

/* One phase over the rows. Scratch: for each worker the sums of a row.
 * Errors: E_SHAPE there are no classes to draw from. */
cameo_status cm_random_multinomial_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    CM_CHECK(x->rank == 2, k->e, CAMEO_E_SHAPE, "the input has rank %u, want 2", (unsigned)x->rank);
    CM_CHECK(x->dims[1] != 0 || cm_out(k, 0)->n == 0, k->e, CAMEO_E_SHAPE,
             "there are no classes to draw from");
    CM_CHECK(!cm_ckd_mul(x->dims[1], sizeof(double), &s->worker_scratch), k->e, CAMEO_E_LIMIT,
             "the scratch memory overflows");
    cm_setup_simple(s, cm_out(k, 0)->n == 0 ? 0 : x->dims[0], random_draw_rows(k));
    return CAMEO_OK;
}

/* sum[c] = the probabilities of the classes up to c of row r, times a factor; the last class that has
 * one. Logarithms of NaN have none; where all are minus infinity, they are equal. */
static size_t random_draw_sums(const cm_tensor *x, size_t r, double *sum) {
    size_t classes = x->dims[1];
    size_t last = 0;
    double total = 0;
    double max = -CM_INF_F64;
    cm_lane_load_f64(x->dtype, x->data, r * classes, classes, sum);
    for (size_t c = 0; c < classes; c++) max = sum[c] > max ? sum[c] : max;
    for (size_t c = 0; c < classes; c++) {
        double weight = cm_isnan(sum[c]) ? 0 : sum[c] == max ? 1 : cm_exp(sum[c] - max);
        if (weight > 0) last = c;
        total += weight;
        sum[c] = total;
    }
    return last;
}

/* cm_random_multinomial_run — y[r][j] = the class that u of element r * samples + j falls into, where
 * class c has a share of exp(x[r][c]) of the unit interval.
 *   x   [rows][classes] of any float dtype: logarithms of probabilities, not normalized
 *   y   [rows][samples] int32 or int64
 * Returns CAMEO_OK. */
cameo_status cm_random_multinomial_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    const random_draw_params *p = k->params;
    cm_tensor *y = cm_out(k, 0);
    double *sum = (double *)(void *)k->worker_scratch;
    size_t per_task = random_draw_rows(k);
    size_t last_row = y->n == 0 ? 0 : cm_min_size(y->dims[0], end * per_task);
    (void)phase;
    for (size_t r = begin * per_task; r < last_row; r++) {
        size_t most = random_draw_sums(cm_in(k, 0), r, sum);
        for (size_t j = 0; j < y->dims[1]; j++) {
            size_t at = r * y->dims[1] + j;
            size_t low = 0;
            size_t high = most;
            double u;
            random_fill(p->key, at, 1, &u);
            u *= sum[most];
            while (low < high) {
                size_t middle = low + (high - low) / 2;
                if (sum[middle] > u)
                    high = middle;
                else
                    low = middle + 1;
            }
            int64_t class = (int64_t)low;
            cm_lane_store_i64(y->dtype, y->data, at, 1, &class);
        }
    }
    return CAMEO_OK;
}
