/* test_halves.c — constant matrices of float16 and bfloat16 that products read as they are (CM_ROWF_HALVES): where they
 * are kept, and that results have the bits of a matrix converted to float in the file. */
#include "base/dtype.h"
#include "tests/support/exact.h"
#include "tests/support/features.h"
#include "tests/support/host_fixture.h"
#include "kernels/prim/prims.h"

enum { HALVES_K = 96, HALVES_N = 80, HALVES_ROWS = 9, HALVES_SIZE = HALVES_K * HALVES_N };

typedef struct halves_case {
    bool gemm;   /* Gemm with transB, else MatMul */
    int rows;    /* of x in the file; 0: free */
    const char *more; /* another node on the floats, or NULL */
} halves_case;

static uint16_t halves_bits[HALVES_SIZE];
static float halves_wide[HALVES_SIZE], halves_x[HALVES_ROWS * HALVES_K];

static void halves_fill(int dtype) {
    for (uint32_t i = 0; i < HALVES_SIZE; i++) {
        float v = (float)(int32_t)(i * 2654435761u >> 20) / 1024.0F - 2.0F;
        halves_bits[i] = dtype == CAMEO_FLOAT16 ? cm_f16_from_f32(v) : cm_bf16_from_f32(v);
        halves_wide[i] = dtype == CAMEO_FLOAT16 ? cm_f16_to_f32(halves_bits[i]) : cm_bf16_to_f32(halves_bits[i]);
    }
    for (uint32_t i = 0; i < HALVES_ROWS * HALVES_K; i++)
        halves_x[i] = (float)(int32_t)(i * 2246822519u >> 20) / 2048.0F - 1.0F;
}

/* y = x * w, w of `dtype` and cast to float in the graph, or of floats (dtype CAMEO_FLOAT). */
static void halves_model(hf *f, const halves_case *c, int dtype) {
    const int64_t dims[2] = {c->gemm ? HALVES_N : HALVES_K, c->gemm ? HALVES_K : HALVES_N};
    char rows[16], type[24];
    memset(f, 0, sizeof *f);
    snprintf(rows, sizeof rows, c->rows == 0 ? "rows" : "%d", c->rows);
    ow_begin(&f->o, 17);
    snprintf(type, sizeof type, "%s,%d", rows, HALVES_K);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT, type);
    if (dtype == CAMEO_FLOAT) {
        ow_init(&f->o, "wide", CAMEO_FLOAT, dims, 2, halves_wide, sizeof halves_wide);
    } else {
        ow_init(&f->o, "w", dtype, dims, 2, halves_bits, sizeof halves_bits);
        ow_node(&f->o, "Cast", "w", "wide");
        ow_attr_int(&f->o, "to", CAMEO_FLOAT);
        ow_end(&f->o);
    }
    ow_node(&f->o, c->gemm ? "Gemm" : "MatMul", "x,wide", "y");
    if (c->gemm) ow_attr_int(&f->o, "transB", 1);
    ow_end(&f->o);
    snprintf(type, sizeof type, "%s,%d", rows, HALVES_N);
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT, type);
    if (c->more != NULL) {
        ow_op(&f->o, c->more, "wide", "z");
        ow_value(&f->o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    }
    ow_finish(&f->o);
}

/* In memory of the caller everything is packed before. The bits of y again. */
static void halves_exact(const hf *f, const halves_case *c, const float *y) {
    static const cameo_options options = {.ops = &cameo_ops_all, .n_threads = 1};
    exact x;
    cameo_status s = exact_open(&x, f->o.w.buf, f->o.w.pos, &options, NULL, 0, 0);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR}, out = {0};
    in.tensor = (cameo_tensor){
        CAMEO_FLOAT, 2, {c->rows, HALVES_K}, halves_x, (size_t)c->rows * HALVES_K * sizeof *halves_x};
    CHECK(cameo_run_all(x.run, &in, 1, &out, 1, NULL) == CAMEO_OK);
    CHECK(memcmp(out.tensor.data, y, (size_t)c->rows * HALVES_N * sizeof *y) == 0);
    CHECK(exact_intact(&x));
    exact_close(&x);
}

/* Runs both models with `rows` rows; the results, which must be the same bits and near the sums in double. */
static void halves_compare(const halves_case *c, int rows, hf *half) {
    static hf wide;
    cameo_value x = {.name = "x", .kind = CAMEO_KIND_TENSOR};
    x.tensor = (cameo_tensor){
        CAMEO_FLOAT, 2, {rows, HALVES_K}, halves_x, (size_t)rows * HALVES_K * sizeof *halves_x};
    halves_model(&wide, c, CAMEO_FLOAT);
    HF_OK(&wide);
    size_t n_out = c->more == NULL ? 1 : 2;
    CHECK_INT(hf_run(half, &x, 1, n_out), CAMEO_OK);
    CHECK_INT(hf_run(&wide, &x, 1, n_out), CAMEO_OK);
    for (size_t i = 0; i < n_out; i++)
        CHECK(memcmp(half->out[i].tensor.data, wide.out[i].tensor.data, wide.out[i].tensor.bytes) == 0);
    const float *y = half->out[0].tensor.data;
    for (size_t i = 0; i < (size_t)rows; i++) {
        for (size_t j = 0; j < HALVES_N; j++) {
            double sum = 0;
            for (size_t l = 0; l < HALVES_K; l++)
                sum += (double)halves_x[i * HALVES_K + l] *
                       (double)halves_wide[c->gemm ? j * HALVES_K + l : l * HALVES_N + j];
            double off = sum - (double)y[i * HALVES_N + j];
            CHECK_MSG(off < 1e-4 && off > -1e-4, "[%zu][%zu] is off by %g", i, j, off);
        }
    }
    hf_free(&wide);
}

static const int halves_dtypes[] = {CAMEO_FLOAT16, CAMEO_BFLOAT16};

/* Whatever the rows: one, several, free; the weight stays in the file or becomes panels of halves, never floats. */
void test_halves_products(void) {
    static const halves_case cases[] = {{.rows = 1},
                                        {.rows = HALVES_ROWS},
                                        {.rows = 0},
                                        {.gemm = true, .rows = 1},
                                        {.gemm = true, .rows = HALVES_ROWS},
                                        {.gemm = true, .rows = 0}};
    static hf f;
    bool kept = cm_prims_select(test_features())->half_weights != 0;
    for (int t = 0; t < 2; t++) {
        halves_fill(halves_dtypes[t]);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const halves_case *c = &cases[i];
            halves_model(&f, c, halves_dtypes[t]);
            HF_OK(&f);
            cameo_session_info info = hf_info(&f);
            size_t bytes = (size_t)(info.packed_bytes + info.folded_bytes + info.copied_bytes);
            if (kept) CHECK_INT(info.folded_bytes, 0);
            if (kept) CHECK_MSG(bytes <= sizeof halves_bits * 5 / 4, "case %zu: %zu bytes", i, bytes);
            if (kept && c->rows == 1) CHECK_INT(info.weights_bytes, sizeof halves_bits);
            for (int rows = 1; rows <= HALVES_ROWS; rows += 4)
                if (c->rows == 0 || c->rows == rows) halves_compare(c, rows, &f);
            if (c->rows != 0) halves_exact(&f, c, f.out[0].tensor.data);
            hf_free(&f);
        }
    }
}

/* Floats that something else reads, too, are there. */
void test_halves_widened(void) {
    static const halves_case both = {.rows = HALVES_ROWS, .more = "Identity"};
    static hf f;
    for (int t = 0; t < 2; t++) {
        halves_fill(halves_dtypes[t]);
        halves_model(&f, &both, halves_dtypes[t]);
        HF_OK(&f);
        halves_compare(&both, HALVES_ROWS, &f);
        CHECK(memcmp(f.out[1].tensor.data, halves_wide, sizeof halves_wide) == 0);
        hf_free(&f);
    }
}

/* A network on halves whose weight is transposed for its product: the file's bytes serve. */
void test_halves_turned(void) {
    enum { N = 176 }; /* columns enough for gemm_transpose to leave the weight where it lies */
    static const int64_t dims[2] = {N, HALVES_K};
    static uint16_t x[HALVES_K], w[N * HALVES_K];
    static hf f;
    for (int t = 0; t < 2; t++) {
        bool f16 = halves_dtypes[t] == CAMEO_FLOAT16;
        halves_fill(halves_dtypes[t]);
        for (size_t i = 0; i < HALVES_K; i++) x[i] = f16 ? cm_f16_from_f32(halves_x[i]) : cm_bf16_from_f32(halves_x[i]);
        for (size_t i = 0; i < N * HALVES_K; i++) w[i] = halves_bits[i % HALVES_SIZE];
        memset(&f, 0, sizeof f);
        ow_begin(&f.o, 17);
        ow_value(&f.o, OW_INPUT, "x", halves_dtypes[t], "1,96");
        ow_init(&f.o, "w", halves_dtypes[t], dims, 2, w, sizeof w);
        ow_op(&f.o, "Transpose", "w", "turned");
        ow_op(&f.o, "MatMul", "x,turned", "y");
        ow_value(&f.o, OW_OUTPUT, "y", halves_dtypes[t], "1,176");
        ow_finish(&f.o);
        HF_OK(&f);
        cameo_session_info info = hf_info(&f);
        if (cm_prims_select(test_features())->half_weights != 0) {
            CHECK_INT(info.weights_bytes, sizeof w);
            CHECK_INT(info.packed_bytes + info.folded_bytes + info.copied_bytes, 0);
        }
        cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
        in.tensor = (cameo_tensor){(cameo_dtype)halves_dtypes[t], 2, {1, HALVES_K}, x, sizeof x};
        CHECK_INT(hf_run(&f, &in, 1, 1), CAMEO_OK);
        const uint16_t *y = f.out[0].tensor.data;
        for (size_t j = 0; j < N; j++) {
            double sum = 0, got = (double)(f16 ? cm_f16_to_f32(y[j]) : cm_bf16_to_f32(y[j]));
            for (size_t l = 0; l < HALVES_K; l++)
                sum += (double)(f16 ? cm_f16_to_f32(x[l]) : cm_bf16_to_f32(x[l])) *
                       (double)halves_wide[(j * HALVES_K + l) % HALVES_SIZE];
            double bound = (f16 ? 0x1p-11 : 0x1p-8) * (sum < 0 ? -sum : sum) + 1e-4;
            CHECK_MSG(got - sum < bound && sum - got < bound, "[%zu] is %g, want %g", j, got, sum);
        }
        hf_free(&f);
    }
}
