/* What Tile, Expand, DepthToSpace, SpaceToDepth, Trilu, Pad, GatherND and Split take where: every dtype, vectors
 * of gen_layout.py. */
#include <stdlib.h>

#include "tests/kernels/harness_movement.h"

typedef struct layout_case {
    cm_op_id op;
    uint32_t rank;
    size_t dims[5];
    int e_rank; /* of the int64 input; -1: absent */
    size_t e_dims[6];
    int64_t e[32];
    int32_t a, b; /* DepthToSpace, SpaceToDepth: blocksize, mode; Trilu: upper; Pad: mode; GatherND: batch_dims;
                     Split: axis, num_outputs */
    uint32_t part, parts;
    uint32_t out_rank;
    size_t out_dims[6];
    uint32_t first; /* of layout_picks: 0 is an element of none */
} layout_case;

#include "tests/kernels/layout_vectors.h"

static harness h;

/* A tensor of numbers: number 0 is zero or the empty string. Input where picks is NULL. */
static void layout_tensor(int dtype, uint32_t rank, const size_t *dims, const uint16_t *picks) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= dims[i];
    size_t bits = cameo_dtype_bits((cameo_dtype)dtype);
    uint8_t *data = calloc(n + 1, 16);
    char(*text)[24] = calloc(n + 1, sizeof *text);
    const char **strings = calloc(n + 1, sizeof *strings);
    if (data == NULL || text == NULL || strings == NULL) abort();
    for (size_t i = 0; i < n; i++) {
        size_t number = picks != NULL ? picks[i] : i + 1;
        strings[i] = text[i];
        if (number == 0) continue;
        snprintf(text[i], sizeof *text, "s%zu", number);
        if (bits == 4) cm_u4_set(data, i, (unsigned)(number * 5 + 3));
        if (bits == 2) cm_u2_set(data, i, (unsigned)(number + number / 3));
        for (size_t b = 0; b < bits / 8; b++) {
            data[i * (bits / 8) + b] = (uint8_t)((number >> (8 * (b % 3))) * 7 + b * 31 + 1);
        }
    }
    if (dtype == CAMEO_STRING && picks != NULL)
        harness_out_str(&h, rank, dims, strings);
    else if (dtype == CAMEO_STRING)
        harness_in_str(&h, rank, dims, strings);
    else if (picks != NULL)
        harness_out(&h, dtype, rank, dims, data);
    else
        harness_in(&h, dtype, rank, dims, data);
    free(data);
    free(text);
    free(strings);
}

static const cm_op *layout_begin(const layout_case *c) {
    static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
    switch (c->op) {
    case CM_OP_DepthToSpace:
        harness_begin(&h, &cm_op_DepthToSpace, 13);
        harness_attr_i(&h, "blocksize", c->a);
        harness_attr_s(&h, "mode", c->b ? "CRD" : "DCR");
        break;
    case CM_OP_SpaceToDepth:
        harness_begin(&h, &cm_op_SpaceToDepth, 28);
        harness_attr_i(&h, "blocksize", c->a);
        harness_attr_s(&h, "mode", c->b ? "CRD" : "DCR");
        break;
    case CM_OP_Trilu:
        harness_begin(&h, &cm_op_Trilu, 14);
        harness_attr_i(&h, "upper", c->a);
        break;
    case CM_OP_Pad:
        harness_begin(&h, &cm_op_Pad, 25);
        harness_attr_s(&h, "mode", modes[c->a]);
        break;
    case CM_OP_GatherND:
        harness_begin(&h, &cm_op_GatherND, 13);
        harness_attr_i(&h, "batch_dims", c->a);
        break;
    case CM_OP_Split:
        harness_begin(&h, &cm_op_Split, 18);
        harness_attr_i(&h, "axis", c->a);
        if (c->b != 0) harness_attr_i(&h, "num_outputs", c->b);
        break;
    case CM_OP_Tile: harness_begin(&h, &cm_op_Tile, 13); break;
    default: harness_begin(&h, &cm_op_Expand, 13); break;
    }
    return h.op;
}

/* Case c and the c->parts - 1 behind it, which are its other outputs. */
static bool layout_run(const layout_case *c, int dtype) {
    layout_begin(c);
    layout_tensor(dtype, c->rank, c->dims, NULL);
    if (c->e_rank >= 0) harness_in(&h, CAMEO_INT64, (uint32_t)c->e_rank, c->e_dims, c->e);
    for (uint32_t i = 0; i < c->parts; i++) {
        layout_tensor(dtype, c[i].out_rank, c[i].out_dims, layout_picks + c[i].first);
    }
    return harness_run(&h);
}

static size_t layout_replay(cm_op_id op) {
    size_t n = 0;
    for (size_t i = 0; i < sizeof layout_cases / sizeof *layout_cases; i++) {
        const layout_case *c = &layout_cases[i];
        if (c->op != op || c->part != 0) continue;
        n++;
        for (int dtype = 1; dtype < CM_N_DTYPES; dtype++) {
            bool packed = cameo_dtype_bits((cameo_dtype)dtype) < 8 && dtype != CAMEO_STRING;
            if (packed && op != CM_OP_Pad && op != CM_OP_Tile) continue;
            if (layout_run(c, dtype)) continue;
            check_failed(__FILE__, __LINE__, "layout case %zu, dtype %d", i, dtype);
            return 0;
        }
    }
    return n;
}

void test_layout_tile(void) { CHECK_INT(layout_replay(CM_OP_Tile), 24); }
void test_layout_expand(void) { CHECK_INT(layout_replay(CM_OP_Expand), 24); }
/* Sets the params field that rewrite `channels_last` sets, the last of the operator. */
static void layout_set_last(void *params) {
    const cm_field *f = &cm_op_DepthToSpace.fields[cm_op_DepthToSpace.n_fields - 1];
    memcpy((uint8_t *)params + f->off, &(int32_t){1}, sizeof(int32_t));
}

/* Images of 2 x 3 x 5 boxes of b x b pixels with c channels, both last; to: from the larger one to the smaller one. */
static bool layout_depth_last(int dtype, size_t b, size_t c, bool to, bool crd) {
    static float small[8000], large[8000];
    static uint8_t small_bytes[8000], large_bytes[8000];
    const size_t few[4] = {2, 3, 5, b * b * c}, many[4] = {2, 3 * b, 5 * b, c};
    size_t n = 30 * b * b * c;
    for (size_t i = 0; i < n; i++) small[i] = (float)i;
    for (size_t i = 0; i < n; i++) {
        size_t channel = i % c, w = i / c % (5 * b), line = i / c / (5 * b); /* of the larger image */
        size_t b1 = line % b, b2 = w % b, from = crd ? (channel * b + b1) * b + b2 : (b1 * b + b2) * c + channel;
        large[i] = small[((line / b) * 5 + w / b) * b * b * c + from];
        small_bytes[i] = (uint8_t)(i % 251);
        large_bytes[i] = (uint8_t)((size_t)large[i] % 251);
    }
    const void *few_data = dtype == CAMEO_FLOAT ? (const void *)small : small_bytes;
    const void *many_data = dtype == CAMEO_FLOAT ? (const void *)large : large_bytes;
    harness_begin(&h, to ? &cm_op_SpaceToDepth : &cm_op_DepthToSpace, 28);
    harness_attr_i(&h, "blocksize", (int64_t)b);
    harness_attr_s(&h, "mode", crd ? "CRD" : "DCR");
    h.after_parse = layout_set_last;
    harness_in(&h, dtype, 4, to ? many : few, to ? many_data : few_data);
    harness_out(&h, dtype, 4, to ? few : many, to ? few_data : many_data);
    return harness_run(&h);
}

void test_layout_depth_last(void) {
    for (int way = 0; way < 8; way++) {
        int dtype = way < 4 ? CAMEO_FLOAT : CAMEO_UINT8;
        bool to = way % 2 != 0, crd = way / 2 % 2 != 0;
        CHECK(layout_depth_last(dtype, 2, 1, to, crd));
        CHECK(layout_depth_last(dtype, 3, 3, to, crd));
        CHECK(layout_depth_last(dtype, 4, 13, to, crd));
        CHECK(layout_depth_last(dtype, 1, 7, to, crd));
    }
}

void test_layout_depth_to_space(void) { CHECK_INT(layout_replay(CM_OP_DepthToSpace), 6); }
void test_layout_space_to_depth(void) { CHECK_INT(layout_replay(CM_OP_SpaceToDepth), 12); }
void test_layout_trilu(void) { CHECK_INT(layout_replay(CM_OP_Trilu), 46); }
void test_layout_pad(void) { CHECK_INT(layout_replay(CM_OP_Pad), 96); }
void test_layout_gather_nd(void) { CHECK(layout_replay(CM_OP_GatherND) > 15); }
void test_layout_split(void) { CHECK_INT(layout_replay(CM_OP_Split), 20); }

/* The status of an operator on x [2, 3] and n int64 numbers. */
static cameo_status layout_status(const cm_op *op, int since, const char *mode, size_t n,
                                  const int64_t *v) {
    harness_begin(&h, op, since);
    if (mode != NULL) harness_attr_s(&h, "mode", mode);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in(&h, CAMEO_INT64, 1, &n, v);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    return harness_status(&h);
}
#define LAYOUT_STATUS(op, since, mode, ...)                                       \
    layout_status(&cm_op_##op, since, mode, sizeof((int64_t[]){__VA_ARGS__}) / 8, \
                  (int64_t[]){__VA_ARGS__})

void test_layout_refuses(void) {
    CHECK_INT(LAYOUT_STATUS(Tile, 13, NULL, 1, 1), CAMEO_OK);
    CHECK_INT(LAYOUT_STATUS(Tile, 13, NULL, 1, -1), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "element 1 of input 1 is -1, want >= 0");
    CHECK_INT(LAYOUT_STATUS(Tile, 13, NULL, 1), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Tile, 13, NULL, 1, INT64_MAX), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Tile, 13, NULL, 1, INT64_MIN), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Expand, 13, NULL, 2, 3), CAMEO_OK);
    CHECK_INT(LAYOUT_STATUS(Expand, 13, NULL, 2, 2), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Expand, 13, NULL, -2, 3), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Expand, 13, NULL, 1, 1, 1, 1, 1, 1, 1, 2, 3), CAMEO_E_LIMIT);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, NULL, 0, 0, 0, 0), CAMEO_OK);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, NULL, 0, 0, 0), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, NULL, 0, -2, 0, -2), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, "reflect", 0, -3, 0, 3), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis 1 has no element to pad with");
    CHECK_INT(LAYOUT_STATUS(Pad, 13, NULL, 0, INT64_MAX, 0, 0), CAMEO_E_LIMIT);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, NULL, 0, INT64_MIN, 0, 0), CAMEO_E_LIMIT);
    CHECK_INT(LAYOUT_STATUS(Pad, 13, "other", 0, 0, 0, 0), CAMEO_E_UNSUPPORTED);
    CHECK_INT(LAYOUT_STATUS(Split, 13, NULL, 2), CAMEO_OK);
    CHECK_INT(LAYOUT_STATUS(Split, 13, NULL, 1), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "the sizes of split have sum 1, the axis has 2");
    CHECK_INT(LAYOUT_STATUS(Split, 13, NULL, -2), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(Split, 13, NULL, 1, 1), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(GatherND, 13, NULL, 1, 2), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(GatherND, 13, NULL, INT64_MIN, 0), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(GatherND, 13, NULL, 2, 0), CAMEO_E_SHAPE);
    CHECK_INT(LAYOUT_STATUS(GatherND, 13, NULL, 1, 2, 0), CAMEO_E_SHAPE);
}

/* Pad: constant_value, axes, a large one in parts. */
void test_layout_pad_inputs(void) {
    static float x[300 * 400], y[310 * 405];
    for (size_t i = 0; i < 300 * 400; i++) x[i] = (float)i;
    for (size_t i = 0; i < 310 * 405; i++) {
        size_t r = i / 405, c = i % 405;
        y[i] = r >= 4 && r < 304 && c >= 2 && c < 402 ? x[(r - 4) * 400 + c - 2] : 7.5F;
    }
    harness_begin(&h, &cm_op_Pad, 18);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(300, 400), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){2, 4, 3, 6});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){7.5F});
    harness_in(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){-1, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(310, 405), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Pad, 18);
    harness_in_str(&h, H_DIMS(1), (const char *[]){"a"});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 0});
    harness_in_str(&h, H_SCALAR, (const char *[]){"pad"});
    harness_out_str(&h, H_DIMS(2), (const char *[]){"pad", "a"});
    CHECK(harness_run(&h));
}

/* Tile 1: one axis, numbers in the dtype of the data. */
void test_layout_tile_1(void) {
    harness_begin(&h, &cm_op_Tile, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){1, 2, 3, 4});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){2});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){1, 2, 1, 2, 3, 4, 3, 4});
    CHECK(harness_run(&h));
}

/* Elements of shape tensors through Expand, Tile and Split. */
void test_layout_elems(void) {
    static const struct {
        const cm_op *op;
        int64_t e;
        uint32_t n;
        cm_dim want[4];
    } cases[] = {{&cm_op_Expand, 2, 2, {8, 5}},
                 {&cm_op_Tile, 2, 4, {8, 5, 8, 5}},
                 {&cm_op_Split, 2, 2, {8, 5}}};
    for (size_t i = 0; i < 3; i++) {
        harness_begin(&h, cases[i].op, 13);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){8, 5});
        harness_in(&h, CAMEO_INT64, H_DIMS(1), &cases[i].e);
        harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
        h.symbolic = true;
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK(movement_elems(&h, 0, cases[i].n, cases[i].want));
        harness_end(&h);
    }
}

static cameo_status layout_space_to_depth_status(int64_t block, size_t height, uint32_t rank) {
    harness_begin(&h, &cm_op_SpaceToDepth, 13);
    harness_attr_i(&h, "blocksize", block);
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){1, 2, height, 2}, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 8, 2, 1), NULL);
    return harness_status(&h);
}

void test_layout_space_to_depth_refuses(void) {
    CHECK_INT(layout_space_to_depth_status(2, 4, 4), CAMEO_OK);
    CHECK_INT(layout_space_to_depth_status(2, 3, 4), CAMEO_E_SHAPE);
    CHECK_INT(layout_space_to_depth_status(4, 4, 4), CAMEO_E_SHAPE);
    CHECK_INT(layout_space_to_depth_status(2, 4, 3), CAMEO_E_SHAPE);
    CHECK_INT(layout_space_to_depth_status(0, 4, 4), CAMEO_E_SHAPE);
    CHECK_INT(layout_space_to_depth_status(-2, 4, 4), CAMEO_E_SHAPE);
    CHECK_INT(layout_space_to_depth_status(32768, 4, 4), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_SpaceToDepth, 1);
    harness_attr_i(&h, "blocksize", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0, 6), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 8, 0, 3), NULL);
    CHECK(harness_run(&h));
}
