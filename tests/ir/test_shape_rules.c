#include "ir/op.h"
#include "tests/check.h"

static uint8_t memory[1 << 16];

static cm_dims *new_dims(cm_arena *a) {
    cm_arena_init(a, memory + 64 - (uintptr_t)memory % 64, sizeof memory - 64);
    return cm_dims_new(a);
}

static cm_avalue tensor(int dtype, uint32_t rank, const cm_dim *dims) {
    cm_avalue v = {.kind = CAMEO_KIND_TENSOR,
                   .dtype = (uint8_t)dtype,
                   .rank = (uint8_t)rank,
                   .n_elem = CM_NONE};
    for (uint32_t i = 0; i < rank; i++) v.dims[i] = dims[i];
    return v;
}

void test_shape_rules_axis(void) {
    cameo_error e = {0};
    uint32_t axis = 99;
    CHECK_INT(cm_axis_normalize(-3, 3, "axis", &axis, &e), CAMEO_OK);
    CHECK_INT(axis, 0);
    CHECK_INT(cm_axis_normalize(2, 3, "axis", &axis, &e), CAMEO_OK);
    CHECK_INT(axis, 2);
    CHECK_INT(cm_axis_normalize(3, 3, "axis", &axis, &e), CAMEO_E_SHAPE);
    CHECK_STR(e.msg, "axis is 3, want -3..2 for rank 3");
    CHECK_INT(cm_axis_normalize(0, 0, "axis", &axis, NULL), CAMEO_E_SHAPE);
    CHECK_INT(cm_axis_normalize(INT64_MIN, 8, "axis", &axis, NULL), CAMEO_E_SHAPE);
    CHECK_INT(axis, 2);
}

/* One pair of dims: b joins n (>= 0), m (>= 2), constants and unknown. */
void test_shape_rules_broadcast(void) {
    cm_arena a;
    cm_dims *t = new_dims(&a);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 0, INT64_MAX);
    cm_dim m = cm_dim_symbol(t, CM_STR("m"), 2, INT64_MAX);
    cm_dim p = cm_dim_symbol(t, CM_STR("p"), 1, INT64_MAX);
    cm_dim q = cm_dim_symbol(t, CM_STR("q"), 1, INT64_MAX);
    const cm_dim cases[][3] = {
        {1, n, n},
        {n, 1, n},
        {n, n, n},
        {5, n, 5},
        {n, 5, 5},
        {0, 1, 0},
        {m, n, m},
        {n, p, cm_dim_mul(t, cm_dim_max(t, n, p), cm_dim_min(t, n, 1))},
        {n, cm_dim_min(t, n, 512), n},
        {cm_dim_min(t, n, 2), n, n},
        {cm_dim_min(t, cm_dim_add(t, n, p), 9), cm_dim_add(t, n, p), cm_dim_add(t, n, p)},
        {p, q, cm_dim_max(t, p, q)},
        {CM_DIM_UNKNOWN, 1, CM_DIM_UNKNOWN},
        {CM_DIM_UNKNOWN, 7, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cm_avalue x = tensor(CAMEO_FLOAT, 2, (cm_dim[]){4, cases[i][0]});
        cm_avalue y = tensor(CAMEO_FLOAT, 1, &cases[i][1]);
        const cm_avalue *in[] = {&x, &y};
        cm_shape s = {.n_in = 2, .in = in, .dims = t};
        uint32_t rank;
        cm_dim dims[CM_MAX_RANK];
        CHECK_INT(cm_shape_broadcast(&s, 0, 2, &rank, dims), CAMEO_OK);
        CHECK_INT(rank, 2);
        CHECK_INT(dims[0], 4);
        CHECK_MSG(dims[1] == cases[i][2], "case %zu: %lld", i, (long long)dims[1]);
    }
    cm_avalue x = tensor(CAMEO_FLOAT, 1, (cm_dim[]){2});
    cm_avalue y = tensor(CAMEO_FLOAT, 1, (cm_dim[]){0});
    const cm_avalue *in[] = {&x, &y};
    cm_shape s = {.n_in = 2, .in = in};
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    CHECK_INT(cm_shape_broadcast(&s, 0, 2, &rank, dims), CAMEO_E_SHAPE);
    y.rank = CM_RANK_UNKNOWN;
    CHECK_INT(cm_shape_broadcast(&s, 0, 2, &rank, dims), CAMEO_OK);
    CHECK_INT(rank, CM_RANK_UNKNOWN);
}

/* Windows counted one by one: the whole ones and, with ceil_mode, one that sticks out; with
 * ceil_mode none that starts beyond the data and its leading padding (as ONNX Runtime and PyTorch).
 * */
static int64_t count_windows(int64_t in, const cm_window *w) {
    int64_t extent = (int64_t)(w->kernel - 1) * w->dilation + 1;
    int64_t end = in + w->pad_begin + w->pad_end;
    int64_t n = 0;
    while (n * w->stride + extent <= end) n++;
    if (!w->ceil_mode) return n;
    if (n == 0 || (n - 1) * w->stride + extent < end) n++;
    while (n > 0 && (n - 1) * w->stride >= in + w->pad_begin) n--;
    return n;
}

void test_shape_rules_window(void) {
    for (int i = 0; i < 4000; i++) {
        cm_window w = {1 + i % 4,  1 + i / 4 % 3, 1 + i / 12 % 2,
                       i / 24 % 3, i / 72 % 3,    i / 216 % 2 != 0};
        int64_t in = 8 + i / 432;
        CHECK_MSG(cm_window_out(NULL, in, &w) == count_windows(in, &w), "%d: %lld, want %lld", i,
                  (long long)cm_window_out(NULL, in, &w), (long long)count_windows(in, &w));
    }
}

void test_value_out(void) {
    cm_avalue out[1] = {0};
    cameo_error e = {0};
    cm_shape s = {.n_out = 1, .out = out, .e = &e};
    CHECK_INT(cm_shape_out(&s, 0, CAMEO_FLOAT, 2, (cm_dim[]){3, CM_DIM_UNKNOWN}), CAMEO_OK);
    CHECK_INT(out[0].rank, 2);
    CHECK_INT(out[0].dims[0], 3);
    CHECK_INT(out[0].n_elem, CM_NONE);
    CHECK_INT(cm_shape_out(&s, 1, CAMEO_FLOAT, 99, NULL), CAMEO_OK); /* not an output */
    CHECK_INT(cm_shape_out(&s, 0, CAMEO_FLOAT, 9, NULL), CAMEO_E_LIMIT);
    e = (cameo_error){0};
    CHECK_INT(cm_shape_out(&s, 0, CAMEO_FLOAT, 1, (cm_dim[]){-1}), CAMEO_E_SHAPE);
    CHECK_STR(e.msg, "dim 0 of output 0 is -1, want >= 0");
    CHECK_INT(cm_shape_out(&s, 0, CAMEO_FLOAT, 1, (cm_dim[]){CM_DIM_BAD}), CAMEO_E_SHAPE);
    CHECK_INT(out[0].rank, 2);
    CHECK(cm_shape_out_elems(&s, 0, 1) == NULL); /* no arena */
    CHECK_INT(cm_shape_in(&s, 7)->kind, CAMEO_KIND_NONE);
}

void test_value_elements(void) {
    cm_avalue v = tensor(CAMEO_INT64, 1, (cm_dim[]){2});
    v.data = (const int64_t[]){INT64_MIN, 5};
    cm_dim d;
    int64_t x;
    size_t n;
    CHECK(!cm_avalue_elem(&v, 0, &d) && cm_avalue_i64(&v, 0, &x) && x == INT64_MIN);
    CHECK(cm_avalue_elem(&v, 1, &d) && d == 5);
    CHECK(!cm_avalue_elem(&v, 2, &d) && !cm_avalue_i64(&v, 2, &x));
    v = tensor(CAMEO_UINT64, 0, NULL);
    v.data = (const uint64_t[]){UINT64_MAX};
    CHECK(!cm_avalue_i64(&v, 0, &x));
    v = tensor(CAMEO_INT4, 1, (cm_dim[]){2});
    v.data = (const uint8_t[]){0x7F};
    CHECK(cm_avalue_i64(&v, 0, &x) && x == -1);
    CHECK(cm_avalue_i64(&v, 1, &x) && x == 7);
    v = tensor(CAMEO_FLOAT16, 0, NULL);
    v.data = (const uint16_t[]){0x3E00};
    double f;
    CHECK(cm_avalue_f64(&v, 0, &f) && f == 1.5);
    v = tensor(CAMEO_FLOAT, 3, (cm_dim[]){INT64_MAX, INT64_MAX, 4});
    CHECK(!cm_avalue_count(&v, &n));
    CHECK(cm_avalue_count_dim(NULL, &v) == CM_DIM_BAD);
    v = tensor(CAMEO_FLOAT, 2, (cm_dim[]){3, 4});
    CHECK(cm_avalue_count(&v, &n) && n == 12);
}

typedef struct params {
    int32_t axis;
    float alpha;
    int32_t pads[4], n_pads;
    int32_t mode;
} params;

static const cm_field fields[] = {CM_F_I32(params, axis, -1), CM_F_F32(params, alpha, 0.5F),
                                  CM_F_I32S(params, pads),
                                  CM_F_ENUM(params, mode, "NOTSET,VALID", 0)};

static cameo_status parse(cm_attr *attrs, uint32_t n, int64_t *ints, params *q, cameo_error *e) {
    for (uint32_t i = 0; i < n; i++) attrs[i].next = i + 1 < n ? i + 1 : CM_NONE;
    cm_tables t = {.attr = {attrs, n, n}, .ints = {ints, 8, 8}};
    cm_node node = {.attrs = {n > 0 ? 0 : CM_NONE, n > 0 ? n - 1 : CM_NONE, n}};
    cm_op op = {.n_fields = 4, .params_size = sizeof(params), .fields = fields};
    cm_parse p = {.t = &t, .node = &node, .op = &op, .e = e};
    *q = (params){0};
    *e = (cameo_error){0};
    return cm_params_parse(&p, q);
}

void test_attr_params(void) {
    cameo_error e;
    params q;
    int64_t ints[8] = {1, 2, 3, INT64_MAX, 5};
    CHECK_INT(parse(NULL, 0, ints, &q, &e), CAMEO_OK);
    CHECK(q.axis == -1 && q.alpha == 0.5F && q.n_pads == 0 && q.mode == 0);
    cm_attr given[] = {{.name = CM_STR("alpha"), .type = CM_ATTR_FLOAT, .f = 2},
                       {.name = CM_STR("mode"), .type = CM_ATTR_STRING, .s = CM_STR("VALID")},
                       {.name = CM_STR("pads"), .type = CM_ATTR_INTS, .list = {1, 2}},
                       {.name = CM_STR("axis"), .type = CM_ATTR_INT, .i = 7}};
    CHECK_INT(parse(given, 4, ints, &q, &e), CAMEO_OK);
    CHECK(q.axis == 7 && q.alpha == 2 && q.n_pads == 2 && q.pads[0] == 2 && q.pads[1] == 3);
    CHECK_INT(q.mode, 1);
    given[2].list = (cm_range){2, 2};
    CHECK_INT(parse(given, 4, ints, &q, &e), CAMEO_E_LIMIT);
    given[2].list = (cm_range){0, 5};
    CHECK_INT(parse(given, 4, ints, &q, &e), CAMEO_E_LIMIT);
    CHECK_STR(e.msg, "attribute pads has 5 numbers, at most 4 are handled");
    given[1].s = CM_STR("VALI");
    CHECK_INT(parse(given, 2, ints, &q, &e), CAMEO_E_UNSUPPORTED);
    CHECK_STR(e.msg, "attribute mode is \"VALI\", want one of NOTSET,VALID");
    given[0].type = CM_ATTR_INT;
    CHECK_INT(parse(given, 1, ints, &q, &e), CAMEO_E_TYPE);
}

/* Two dims that nothing relates: the result, evaluated, is what their numbers give. */
void test_shape_rules_broadcast_agrees(void) {
    cm_arena a;
    cm_dims *t = new_dims(&a);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 0, INT64_MAX);
    cm_dim m = cm_dim_symbol(t, CM_STR("m"), 0, INT64_MAX);
    cm_dim one = cm_dim_min(t, n, 1);
    cm_dim less = cm_dim_min(t, n, cm_dim_add(t, m, 1)), more = cm_dim_max(t, n, m);
    const cm_dim pairs[][2] = {{n, less},
                               {less, n},
                               {n, more},
                               {more, n},
                               {n, m},
                               {n, one},
                               {m, cm_dim_min(t, n, 3)},
                               {one, m},
                               {m, one},
                               {one, cm_dim_mul(t, one, cm_dim_min(t, m, 1))}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        cm_avalue x = tensor(CAMEO_FLOAT, 1, &pairs[i][0]);
        cm_avalue y = tensor(CAMEO_FLOAT, 1, &pairs[i][1]);
        const cm_avalue *in[] = {&x, &y};
        cm_shape s = {.n_in = 2, .in = in, .dims = t};
        uint32_t rank;
        cm_dim dim[CM_MAX_RANK];
        CHECK_INT(cm_shape_broadcast(&s, 0, 2, &rank, dim), CAMEO_OK);
        CHECK(cm_dim_is_known(dim[0]));
        for (int64_t k = 0; k < 36; k++) {
            cm_dim at[2] = {k / 6, k % 6};
            cm_dim v = cm_dim_eval(t, pairs[i][0], at), w = cm_dim_eval(t, pairs[i][1], at);
            if (v != w && v != 1 && w != 1) continue;
            CHECK_INT(cm_dim_eval(t, dim[0], at), v == 1 ? w : v);
        }
    }
}
