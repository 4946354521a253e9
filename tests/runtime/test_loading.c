/* test_loading.c — what hosts rely on when a file is loaded: docs/LOADING.md names the test of each rule. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/exact.h"
#include "tests/support/host_fixture.h"

#include <sys/stat.h>
#include <unistd.h>
#if defined(_WIN32)
#include "tools/win32/links.h"
#endif

/* Runs with one float input; output 0 must be want[n]. */
#define LOADING_GIVES(f, name, data, want, n)                                    \
    do {                                                                         \
        cameo_value loading_in = hf_floats((name), (data), (n));                 \
        CHECK_MSG(hf_run((f), &loading_in, 1, 1) == CAMEO_OK, "%s", (f)->e.msg); \
        CHECK(hf_is(&(f)->out[0], (want), (n)));                                 \
        cameo_host_release((f)->host, (f)->out, 1);                              \
    } while (0)

static void loading_begin(hf *f, int64_t opset) {
    memset(f, 0, sizeof *f);
    ow_begin(&f->o, opset);
}

static size_t loading_count(const char *text, const char *part) {
    size_t n = 0;
    for (const char *p = strstr(text, part); p != NULL; p = strstr(p + 1, part)) n++;
    return n;
}

/* ---- inputs and initializers ---- */

/* An initializer that is an input, too: constant before IR version 4 (k + k is folded, nobody may give k),
 * from then on a default. */
void test_loading_ir_version(void) {
    static const int64_t dims[1] = {2};
    static const float k[2] = {1, 2};
    for (int64_t ir = 3; ir <= 4; ir++) {
        static hf f;
        float x[2] = {10, 20}, other[2] = {5, 5}, want[2] = {12, 24}, want_other[2] = {20, 30};
        loading_begin(&f, 13);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2");
        ow_value(&f.o, OW_INPUT, "k", CAMEO_FLOAT, "2");
        ow_init(&f.o, "k", CAMEO_FLOAT, dims, 1, k, sizeof k);
        ow_op(&f.o, "Add", "k,k", "k2");
        ow_op(&f.o, "Add", "x,k2", "y");
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
        ow_finish(&f.o);
        ow_int(&f.o, 1, ir); /* the last scalar of a field counts */
        HF_OK(&f);
        cameo_session_info info = hf_info(&f);
        CHECK_INT(info.n_inputs, 1);
        CHECK_INT(info.n_defaults, ir < 4 ? 0 : 1);
        CHECK_INT(info.folded_bytes, ir < 4 ? 8 : 0);
        LOADING_GIVES(&f, "x", x, want, 2);
        cameo_value both[2] = {hf_floats("x", x, 2), hf_floats("k", other, 2)};
        cameo_status status = hf_run(&f, both, 2, 1);
        CHECK_INT(status, ir < 4 ? CAMEO_E_ARG : CAMEO_OK);
        CHECK(ir < 4 || hf_is(&f.out[0], want_other, 2));
        if (ir >= 4) cameo_host_release(f.host, f.out, 1);
        hf_free(&f);
    }
}

/* Before IR version 3 there are no imports: opset 1 is meant, whose Softmax takes all from axis 1 on. */
void test_loading_no_imports(void) {
    static hf f;
    float x[4] = {0, 0, 0, 0};
    memset(&f, 0, sizeof f);
    f.o.w = cm_writer_init(malloc(4096), 4096);
    ow_int(&f.o, 1, 2);
    ow_open(&f.o, 7);
    ow_str(&f.o, 2, "main");
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "1,2,2");
    ow_op(&f.o, "Softmax", "x", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "1,2,2");
    ow_finish(&f.o);
    HF_OK(&f);
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 2, 2}, x, sizeof x};
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(((const float *)f.out[0].tensor.data)[3] == 0.25f);
    cameo_host_release(f.host, f.out, 1);
    ow_int(&f.o, 1, 3);
    HF_FAILS(&f, CAMEO_E_MALFORMED, "imports no opset");
    hf_free(&f);
}

/* ---- compatible and strict ---- */

/* Unsorted nodes, a domain that is not imported, an initializer given twice, an inner name that hides an
 * outer one: read with a warning each, refused strictly. */
void test_loading_compatible(void) {
    static const char *const warnings[] = {
        "1 \"a\" is used before it is made: the nodes are sorted\n",
        "1 domain \"ai.onnx.ml\" is not imported: its newest version is taken\n",
        "1 \"k\" is initialized twice: the last one counts\n",
        "1 \"a\" of a subgraph hides an outer name\n",
    };
    static const int64_t dims[1] = {1};
    for (size_t c = 0; c < sizeof warnings / sizeof *warnings; c++) {
        static hf f;
        float x[3] = {-1, 0.5f, 2}, want[3] = {7, 7.5f, 9}, one = 1, seven = 7;
        if (c == 1) want[0] = 7, want[1] = want[2] = 8;
        bool yes = true;
        loading_begin(&f, 17);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        if (c == 2) ow_init(&f.o, "k", CAMEO_FLOAT, dims, 1, &one, sizeof one);
        ow_init(&f.o, "k", CAMEO_FLOAT, dims, 1, &seven, sizeof seven);
        if (c == 0) ow_op(&f.o, "Add", "a,k", "y");
        ow_op(&f.o, c == 1 ? "ai.onnx.ml:Binarizer" : "Relu", "x", "a");
        if (c == 3) {
            ow_init(&f.o, "yes", CAMEO_BOOL, dims, 0, &yes, 1);
            ow_node(&f.o, "If", "yes", "b");
            for (int i = 0; i < 2; i++) {
                ow_graph(&f.o, i == 0 ? "then_branch" : "else_branch");
                ow_op(&f.o, "Relu", "x", i == 0 ? "a" : "e");
                ow_value(&f.o, OW_OUTPUT, i == 0 ? "a" : "e", CAMEO_FLOAT, "3");
                ow_graph_end(&f.o);
            }
            ow_end(&f.o);
        }
        if (c != 0) ow_op(&f.o, "Add", c == 3 ? "b,k" : "a,k", "y");
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
        ow_finish(&f.o);
        HF_OK(&f);
        CHECK_MSG(strcmp(f.log, warnings[c]) == 0, "case %zu: %s", c, f.log);
        LOADING_GIVES(&f, "x", x, want, 3);
        f.options.strict = true;
        CHECK_INT(hf_load(&f), CAMEO_E_MALFORMED);
        hf_free(&f);
    }
}

/* What ONNX Runtime tolerates of attributes, operators, coefficients and imports, twice in each file: one warning, and
 * strict reading refuses it. */
void test_loading_warned_once(void) {
    static const struct {
        const char *warning;
        int64_t opset;
        cameo_status strict;
    } cases[] = {
        {"1 attribute alpha is none of Relu: it is not looked at\n", 17, CAMEO_E_MALFORMED},
        {"1 attribute auto_pad of MaxPool is empty: read as \"NOTSET\"\n", 17, CAMEO_E_MALFORMED},
        {"1 LayerNormalization of opset 13 is no standard operator: read as onnxruntime reads it\n", 13,
         CAMEO_E_UNSUPPORTED},
        {"1 LinearRegressor has 4 coefficients for 3 features and 1 outputs: those at the front count\n", 17,
         CAMEO_E_SHAPE},
        {"1 domain \"\" is imported with two versions: 18 counts\n", 17, CAMEO_E_MALFORMED},
        {"1 opset 99 of domain \"\" is read as 28\n", 99, CAMEO_E_UNSUPPORTED},
        {"1 two graph outputs are called \"y\": both are that value\n", 17, CAMEO_E_MALFORMED},
    };
    static const float ones[4] = {1, 1, 1, 1};
    float x[6] = {0};
    static const int64_t one[1] = {1}, three[1] = {3};
    for (int c = 0; c < (int)(sizeof cases / sizeof *cases); c++) {
        static const char *const ops[] = {"Relu", "MaxPool", "LayerNormalization", "ai.onnx.ml:LinearRegressor"};
        static hf f;
        memset(&f, 0, sizeof f);
        ow_begin(&f.o, cases[c].opset);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, c == 3 ? "2,3" : "1,1,3");
        ow_init(&f.o, "w", CAMEO_FLOAT, three, 1, ones, 3 * sizeof *ones);
        for (int i = 0; i < 2; i++) {
            const char *in = c == 2 ? (i == 0 ? "x,w" : "a,w") : i == 0 || c == 3 ? "x" : "a";
            ow_node(&f.o, c < 4 ? ops[c] : "Relu", in, i == 0 ? "a" : "y");
            if (c == 0) ow_attr_float(&f.o, "alpha", 1);
            if (c == 1) ow_attr_text(&f.o, "auto_pad", "");
            if (c == 1) ow_attr_ints(&f.o, "kernel_shape", one, 1);
            if (c == 3) ow_attr_floats(&f.o, "coefficients", ones, 4);
            ow_end(&f.o);
        }
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, c == 3 ? "2,1" : "1,1,3");
        if (c == 6) ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "1,1,3");
        ow_finish(&f.o);
        if (c == 3) ow_opset(&f.o, "ai.onnx.ml", 1);
        if (c == 4) ow_opset(&f.o, "", 18);
        HF_OK(&f);
        CHECK_MSG(strcmp(f.log, cases[c].warning) == 0, "case %d: %s", c, f.log);
        f.options.strict = true;
        cameo_status status = hf_load(&f);
        if (c == 3) { /* refused by the plan, which knows the features of every run */
            cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
            in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, 3}, x, sizeof x};
            CHECK_INT(status, CAMEO_OK);
            CHECK_STR(f.log, "");
            status = hf_run(&f, &in, 1, 1);
        }
        CHECK_MSG(status == cases[c].strict, "case %d: %s", c, f.e.msg);
        hf_free(&f);
    }
}

/* ---- absent operands ---- */

/* A node may be wanted for a later output alone, although the operator always makes the first: not strictly. */
void test_loading_absent_output(void) {
    static hf f;
    float x[4] = {1, 5, 2, 3};
    const int64_t kernel[1] = {2};
    loading_begin(&f, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "1,1,4");
    ow_node(&f.o, "MaxPool", "x", ",i");
    ow_attr_ints(&f.o, "kernel_shape", kernel, 1);
    ow_end(&f.o);
    ow_value(&f.o, OW_OUTPUT, "i", CAMEO_INT64, "1,1,3");
    ow_finish(&f.o);
    HF_OK(&f);
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 3, {1, 1, 4}, x, sizeof x};
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    const int64_t *at = f.out[0].tensor.data;
    CHECK(at[0] == 1 && at[1] == 1 && at[2] == 3);
    cameo_host_release(f.host, f.out, 1);
    f.options.strict = true;
    HF_FAILS(&f, CAMEO_E_MALFORMED, "output 0 is absent, but required");
    hf_free(&f);
}

/* An empty name between is an absent input, at the end it is as if it were not listed; so for outputs. */
void test_loading_absent(void) {
    static const char *const inputs[] = {"x,,hi", "x,lo,", "x,,"};
    static const float wants[][3] = {{-3, 0, 1}, {-1, 0, 3}, {-3, 0, 3}};
    static const float lo = -1, hi = 1;
    for (size_t c = 0; c < sizeof inputs / sizeof *inputs; c++) {
        static hf f;
        float x[3] = {-3, 0, 3};
        loading_begin(&f, 17);
        f.options.strict = true;
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "3");
        ow_init(&f.o, "lo", CAMEO_FLOAT, NULL, 0, &lo, sizeof lo);
        ow_init(&f.o, "hi", CAMEO_FLOAT, NULL, 0, &hi, sizeof hi);
        ow_op(&f.o, "Clip", inputs[c], "a");
        ow_op(&f.o, "Dropout", "a", "y,"); /* the mask is not wanted */
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
        ow_finish(&f.o);
        HF_OK(&f);
        LOADING_GIVES(&f, "x", x, wants[c], 3);
        hf_free(&f);
    }
}

/* ---- functions ---- */

/* A function local:NAME(a) -> r of one node; it imports `opset` alone. Open for more nodes. */
static void loading_function(ow *o, const char *name, const char *overload, int64_t opset) {
    ow_open(o, 25);
    ow_str(o, 1, name);
    ow_str(o, 4, "a");
    ow_str(o, 5, "r");
    ow_str(o, 10, "local");
    if (overload != NULL) ow_str(o, 13, overload);
    ow_open(o, 9);
    ow_str(o, 1, "");
    ow_int(o, 2, opset);
    ow_end(o);
}

/* Field 7 of a function is a node; of the writer's only those of graphs have field 1. */
static void loading_function_node(ow *o, const char *op, const char *in, const char *out) {
    ow_open(o, 7);
    ow_names(o, 1, in);
    ow_names(o, 2, out);
    ow_str(o, 4, op);
}

/* The body means its own imports: Softmax of version 11 in a model of version 13. */
void test_loading_function_opset(void) {
    static hf f;
    float x[4] = {0, 0, 0, 0};
    for (int64_t opset = 11; opset <= 13; opset += 2) {
        loading_begin(&f, 24 - opset);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2,2");
        ow_op(&f.o, "local:f", "x", "y");
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,2");
        ow_end(&f.o);
        loading_function(&f.o, "f", NULL, opset);
        loading_function_node(&f.o, "Softmax", "a", "r");
        ow_attr_int(&f.o, "axis", 0);
        ow_finish(&f.o);
        ow_opset(&f.o, "local", 1);
        HF_OK(&f);
        cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, 2}, x, sizeof x};
        CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
        CHECK(((const float *)f.out[0].tensor.data)[0] == (opset == 11 ? 0.25f : 0.5f));
        cameo_host_release(f.host, f.out, 1);
        hf_free(&f);
    }
}

/* Functions of one name are told apart by their overload; a call without its function is no operator. */
void test_loading_function_overload(void) {
    static const char *const calls[] = {"minus", "plus", "other"};
    for (int c = 0; c < 3; c++) {
        static hf f;
        float x[2] = {1, -2}, minus[2] = {-1, 2}, plus[2] = {1, 2};
        loading_begin(&f, 17);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2");
        ow_node(&f.o, "local:f", "x", "y");
        ow_str(&f.o, 8, calls[c]);
        ow_end(&f.o);
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
        ow_end(&f.o);
        for (int i = 0; i < 2; i++) {
            loading_function(&f.o, "f", calls[i], 17);
            loading_function_node(&f.o, i == 0 ? "Neg" : "Abs", "a", "r");
            ow_end(&f.o);
            ow_end(&f.o);
        }
        ow_opset(&f.o, "local", 1);
        if (c == 2) {
            HF_FAILS(&f, CAMEO_E_UNSUPPORTED, "no operator local:f");
        } else {
            HF_OK(&f);
            LOADING_GIVES(&f, "x", x, c == 0 ? minus : plus, 2);
        }
        hf_free(&f);
    }
}

/* ---- sparse and external tensors ---- */

/* A sparse initializer that is an input, too, is a default as a dense one is. */
void test_loading_sparse_default(void) {
    static hf f;
    static const int64_t nnz[1] = {1}, at[1] = {2};
    static const float value = 5;
    float x[3] = {1, 2, 3}, want[3] = {1, 2, 8}, given[3] = {1, 1, 1}, want_given[3] = {2, 3, 4};
    loading_begin(&f, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_value(&f.o, OW_INPUT, "s", CAMEO_FLOAT, "3");
    size_t init = f.o.n_marks;
    ow_open(&f.o, 15);
    for (int i = 0; i < 2; i++) { /* values and indices have the fields of an initializer */
        ow_open(&f.o, i == 0 ? 1 : 2);
        ow_int(&f.o, 1, nnz[0]);
        ow_int(&f.o, 2, i == 0 ? CAMEO_FLOAT : CAMEO_INT64);
        if (i == 0) ow_str(&f.o, 8, "s");
        if (i == 0)
            cm_writer_field_fixed32(&f.o.w, 4, cm_f32_bits(value));
        else
            ow_int(&f.o, 7, at[0]);
        ow_end(&f.o);
    }
    ow_int(&f.o, 3, 3);
    ow_end(&f.o);
    CHECK_INT(f.o.n_marks, init);
    ow_op(&f.o, "Add", "x,s", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_finish(&f.o);
    HF_OK(&f);
    CHECK_INT(hf_info(&f).n_defaults, 1);
    LOADING_GIVES(&f, "x", x, want, 3);
    cameo_value both[2] = {hf_floats("x", x, 3), hf_floats("s", given, 3)};
    CHECK_MSG(hf_run(&f, both, 2, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], want_given, 3));
    cameo_host_release(f.host, f.out, 1);
    hf_free(&f);
}

/* y = x + w, w [2] external at offset 4 of `location`. */
/* checksum may be NULL. */
static void loading_external_sum(hf *f, const char *location, const char *checksum) {
    static const char *const keys[] = {"location", "offset", "length", "checksum"};
    const char *const values[] = {location, "4", "8", checksum};
    memset(&f->o, 0, sizeof f->o);
    ow_begin(&f->o, 17);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_open(&f->o, 5);
    ow_int(&f->o, 1, 2);
    ow_int(&f->o, 2, CAMEO_FLOAT);
    ow_str(&f->o, 8, "w");
    for (int k = 0; k < (checksum == NULL ? 3 : 4); k++) {
        ow_open(&f->o, 13);
        ow_str(&f->o, 1, keys[k]);
        ow_str(&f->o, 2, values[k]);
        ow_end(&f->o);
    }
    ow_int(&f->o, 14, 1);
    ow_end(&f->o);
    ow_op(&f->o, "Add", "x,w", "y");
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
    ow_finish(&f->o);
}

static void loading_external(hf *f, const char *location) { loading_external_sum(f, location, NULL); }

static bool loading_write(const char *folder, const char *name, const void *p, size_t n) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    bool ok = fwrite(p, 1, n, file) == n;
    return fclose(file) == 0 && ok;
}

/* Products of constants are computed once, by rows that pack nothing. */
void test_loading_folds_products(void) {
    static hf f;
    float a[20 * 3], w[3 * 32], x[20 * 32], want[20 * 32];
    for (int i = 0; i < 20 * 3; i++) a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < 3 * 32; i++) w[i] = (float)(i % 5 - 2);
    for (int i = 0; i < 20 * 32; i++) {
        x[i] = want[i] = (float)i;
        for (int k = 0; k < 3; k++) want[i] += 2 * a[i / 32 * 3 + k] * w[k * 32 + i % 32];
    }
    loading_begin(&f, 13);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "20,32");
    ow_init(&f.o, "a", CAMEO_FLOAT, (int64_t[]){20, 3}, 2, a, sizeof a);
    ow_init(&f.o, "w", CAMEO_FLOAT, (int64_t[]){3, 32}, 2, w, sizeof w);
    ow_op(&f.o, "Gemm", "a,w", "p");
    ow_op(&f.o, "MatMul", "a,w", "q");
    ow_op(&f.o, "Add", "p,q", "s");
    ow_op(&f.o, "Add", "x,s", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "20,32");
    ow_finish(&f.o);
    HF_OK(&f);
    CHECK_INT(hf_info(&f).folded_bytes, sizeof want);
    CHECK_INT(hf_info(&f).packed_bytes, 0);
    cameo_value in = hf_floats("x", x, 20 * 32);
    in.tensor.rank = 2;
    in.tensor.dims[0] = 20;
    in.tensor.dims[1] = 32;
    CHECK_INT(hf_run(&f, &in, 1, 1), CAMEO_OK);
    CHECK_INT(f.out[0].tensor.bytes, sizeof want);
    CHECK(memcmp(f.out[0].tensor.data, want, sizeof want) == 0);
    cameo_host_release(f.host, f.out, 1);
    hf_free(&f);
}

/* A folder below build/ with w.bin, sub/w.bin, short.bin, link.bin -> w.bin, up -> .., twice.bin and
 * again.bin (hard links), out.bin -> a file outside. */
static bool loading_folder(char *folder, char *outside) {
    static const uint8_t w[12] = {0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}; /* ?, 1.0f, 2.0f */
    char path[2][600];
    if (mkdtemp(folder) == NULL || mkdtemp(outside) == NULL) return false;
    (void)snprintf(path[0], sizeof path[0], "%s/sub", folder);
    bool ok = mkdir(path[0], 0777) == 0 && loading_write(folder, "w.bin", w, 12) &&
              loading_write(folder, "sub/w.bin", w, 12) &&
              loading_write(folder, "short.bin", w, 11) &&
              loading_write(folder, "twice.bin", w, 12) && loading_write(outside, "w.bin", w, 12);
    (void)snprintf(path[0], sizeof path[0], "%s/twice.bin", folder);
    (void)snprintf(path[1], sizeof path[1], "%s/again.bin", folder);
    ok = ok && link(path[0], path[1]) == 0;
    (void)snprintf(path[0], sizeof path[0], "%s/link.bin", folder);
    ok = ok && symlink("w.bin", path[0]) == 0;
    (void)snprintf(path[0], sizeof path[0], "%s/folder", folder);
    ok = ok && symlink("sub", path[0]) == 0;
    (void)snprintf(path[0], sizeof path[0], "%s/out", folder);
    (void)snprintf(path[1], sizeof path[1], "../%s", strrchr(outside, '/') + 1);
    return ok && symlink(path[1], path[0]) == 0;
}

static void loading_remove(const char *folder, const char *outside) {
    static const char *const names[] = {"w.bin",     "sub/w.bin", "short.bin", "twice.bin",
                                        "again.bin", "link.bin",  "folder",    "out",
                                        "m.onnx",    "sub"};
    char path[600];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)remove(path);
    }
    (void)snprintf(path, sizeof path, "%s/w.bin", outside);
    (void)remove(path);
    (void)rmdir(folder);
    (void)rmdir(outside);
}

/* Nothing escapes the folder: no "..", no absolute path, no link unless the caller allows links. */
static void loading_external_cases(hf *f, const char *folder, const char *outside) {
    char here[512], absolute[1200], up[600];
    struct stat link;
    CHECK(getcwd(here, sizeof here) != NULL);
    (void)snprintf(absolute, sizeof absolute, "%s/link.bin", folder);
    cameo_status linked = stat(absolute, &link) == 0 ? CAMEO_OK : CAMEO_E_IO; /* on Windows there is none */
    (void)snprintf(absolute, sizeof absolute, "%s/%s/w.bin", here, folder);
    (void)snprintf(up, sizeof up, "../%s/w.bin", strrchr(outside, '/') + 1);
    const struct {
        const char *location;
        cameo_status want, with_links;
        const char *says;
    } cases[] = {
        {"w.bin", CAMEO_OK, CAMEO_OK, ""},
        {"sub/w.bin", CAMEO_OK, CAMEO_OK, ""},
        {"./w.bin", CAMEO_OK, CAMEO_OK, ""},
        {"sub/.//w.bin", CAMEO_OK, CAMEO_OK, ""},
        {"w.bin/", CAMEO_E_IO, CAMEO_E_IO, "cannot be opened below"},
        {"sub/.", CAMEO_E_IO, CAMEO_E_IO, "cannot be opened below"},
        {"none.bin", CAMEO_E_IO, CAMEO_E_IO, "'none.bin' cannot be opened below"},
        {"sub", CAMEO_E_IO, CAMEO_E_IO, "is not a regular file"},
        {"", CAMEO_E_MALFORMED, CAMEO_E_MALFORMED, ""},
        {"short.bin", CAMEO_E_MALFORMED, CAMEO_E_MALFORMED, "'short.bin' has"},
        {"../w.bin", CAMEO_E_IO, CAMEO_E_IO, "cannot be opened below"},
        {"sub/../w.bin", CAMEO_E_IO, CAMEO_E_IO, "cannot be opened below"},
        {up, CAMEO_E_IO, CAMEO_E_IO, "cannot be opened below"},
        {absolute, CAMEO_E_IO, CAMEO_E_IO, "is not a plain relative path"},
        {"sub\\w.bin", CAMEO_E_IO, CAMEO_E_IO, "is not a plain relative path"},
        {"link.bin", CAMEO_E_IO, linked, "cannot be opened below"},
        {"folder/w.bin", CAMEO_E_IO, linked, "cannot be opened below"},
        {"out/w.bin", CAMEO_E_IO, linked, "cannot be opened below"},
        {"again.bin", CAMEO_E_IO, CAMEO_OK, "hard links"},
    };
    float x[2] = {10, 20}, want[2] = {11, 22};
    f->options.external_dir = folder;
    for (size_t c = 0; c < 2 * (sizeof cases / sizeof *cases); c++) {
        f->options.follow_links = c % 2 == 1;
        cameo_status expected = c % 2 == 1 ? cases[c / 2].with_links : cases[c / 2].want;
        loading_external(f, cases[c / 2].location);
        cameo_status got = hf_load(f);
        CHECK_MSG(got == expected, "\"%s\": %s, %s", cases[c / 2].location, cameo_status_name(got),
                  f->e.msg);
        if (got == CAMEO_OK) {
            LOADING_GIVES(f, "x", x, want, 2);
        } else {
            CHECK_MSG(strstr(f->e.msg, cases[c / 2].says) != NULL, "message: %s", f->e.msg);
        }
        ow_free(&f->o);
    }
    /* Beside the file, if it is one; of bytes alone nothing is beside. */
    char path[600];
    loading_external(f, "w.bin");
    (void)snprintf(path, sizeof path, "%s/m.onnx", folder);
    CHECK(loading_write(folder, "m.onnx", f->o.w.buf, f->o.w.pos));
    f->options.external_dir = NULL;
    f->options.follow_links = false;
    CHECK_STR(cameo_status_name(hf_load(f)), "CAMEO_E_UNSUPPORTED");
    memset(&f->e, 0, sizeof f->e);
    CHECK_MSG(cameo_host_load_file(path, &f->options, &f->host, &f->e) == CAMEO_OK, "%s", f->e.msg);
    LOADING_GIVES(f, "x", x, want, 2);
}

/* Files that were read into memory may be cut while the model is in use. The model is that of the case before. */
static void loading_external_copied(hf *f, const char *folder) {
    static const cameo_limits few = {.memory_bytes = 16};
    float x[2] = {10, 20}, want[2] = {11, 22};
    char path[600], weights[600];
    (void)snprintf(path, sizeof path, "%s/m.onnx", folder);
    (void)snprintf(weights, sizeof weights, "%s/w.bin", folder);
    cameo_host_free(f->host);
    f->host = NULL;
    f->options.copy_files = true;
    CHECK_MSG(cameo_host_load_file(path, &f->options, &f->host, &f->e) == CAMEO_OK, "%s", f->e.msg);
    CHECK(truncate(path, 0) == 0 && truncate(weights, 0) == 0);
    LOADING_GIVES(f, "x", x, want, 2);
    cameo_host_free(f->host);
    f->host = NULL;
    CHECK(loading_write(folder, "m.onnx", f->o.w.buf, f->o.w.pos));
    f->options.limits = &few;
    CHECK_STR(cameo_status_name(cameo_host_load_file(path, &f->options, &f->host, &f->e)), "CAMEO_E_LIMIT");
    CHECK_MSG(strstr(f->e.msg, "m.onnx has ") != NULL, "message: %s", f->e.msg);
}

void test_loading_external_files(void) {
    char folder[] = "build/external_XXXXXX", outside[] = "build/outside_XXXXXX";
    static hf f;
    memset(&f, 0, sizeof f);
    bool ok = loading_folder(folder, outside);
    if (ok) loading_external_cases(&f, folder, outside);
    if (ok) loading_external_copied(&f, folder);
    hf_free(&f);
    loading_remove(folder, outside);
    if (!ok) check_skip("this place has no links");
}

/* ---- bytes ---- */

/* A model above limits.model_bytes is refused before it is read, from memory and from a file. */
void test_loading_model_bytes(void) {
    static hf f;
    static const char digits[] = "examples/digits/digits.onnx";
    size_t size = 0;
    void *bytes = exact_read_file(digits, &size);
    CHECK(bytes != NULL);
    cameo_limits limits = {.model_bytes = size};
    memset(&f, 0, sizeof f);
    f.options.limits = &limits;
    f.options.n_threads = 1;
    for (int less = 0; less < 2; less++) {
        limits.model_bytes = size - (size_t)less;
        for (int file = 0; file < 2; file++) {
            cameo_error e = {0};
            cameo_host *h = NULL;
            cameo_status status = file ? cameo_host_load_file(digits, &f.options, &h, &e)
                                       : cameo_host_load(bytes, size, &f.options, &h, &e);
            CHECK_INT(status, less ? CAMEO_E_LIMIT : CAMEO_OK);
            CHECK_MSG(!less || strstr(e.msg, "limit") != NULL, "message: %s", e.msg);
            cameo_host_free(h);
        }
    }
    free(bytes);
}

static void loading_release(void *ctx, const void *bytes, size_t size) {
    size_t *n = ctx;
    n[0]++;
    n[1] = size;
    free((void *)(uintptr_t)bytes);
}

/* Bytes that are taken over are released once: with the host, or when loading fails. */
void test_loading_release(void) {
    size_t n[2] = {0, 0}, size = 0;
    cameo_options options = {.release = loading_release, .release_ctx = n, .n_threads = 1};
    cameo_host *h = NULL;
    void *bytes = exact_read_file("examples/digits/digits.onnx", &size);
    CHECK(bytes != NULL);
    CHECK_INT(cameo_host_load(bytes, size, &options, &h, NULL), CAMEO_OK);
    CHECK_INT(n[0], 0);
    cameo_host_free(h);
    CHECK_INT(n[0], 1);
    CHECK_INT(n[1], size);
    bytes = exact_read_file("README.md", &size);
    CHECK(bytes != NULL);
    h = NULL;
    CHECK_INT(cameo_host_load(bytes, size, &options, &h, NULL), CAMEO_E_UNSUPPORTED);
    CHECK_INT(n[0], 2);
    CHECK_INT(cameo_host_load(NULL, 1, &options, &h, NULL), CAMEO_E_ARG);
    CHECK_INT(n[0], 2);
    CHECK_INT(cameo_host_load_file("examples/digits/digits.onnx", &options, &h, NULL), CAMEO_OK);
    cameo_host_free(h);
    CHECK_INT(n[0], 2);
}

/* 12 bytes, whatever the location; counts the whole files that were asked for. */
static cameo_status loading_sum_file(void *ctx, cameo_string location, uint64_t offset, uint64_t length,
                                     const void **data, size_t *size) {
    static const uint8_t w[12] = {0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}; /* ?, 1.0f, 2.0f */
    int *n_whole = ctx;
    if (location.n == 4 && memcmp(location.p, "none", 4) == 0) return CAMEO_E_IO;
    *n_whole += length == UINT64_MAX;
    *data = w + offset;
    *size = length == UINT64_MAX ? sizeof w - (size_t)offset : (size_t)length;
    return CAMEO_OK;
}

/* The SHA-1 of external data, by Python's hashlib; only who asks for it has it compared. */
void test_loading_check_sums(void) {
    static const struct {
        const char *location, *sum;
        cameo_status want;
        const char *says;
    } rows[] = {{"w", "66cdd54c62702bb4ca47029748a7a1341750a552", CAMEO_OK, NULL},
                {"w", "66CDD54C62702BB4CA47029748A7A1341750A552", CAMEO_OK, NULL},
                {"w", NULL, CAMEO_OK, NULL},
                {"w", "06cdd54c62702bb4ca47029748a7a1341750a552",
                 CAMEO_E_MALFORMED, "\"w\" has not the SHA-1 that the model names"},
                {"w", "66cdd54c62702bb4ca47029748a7a1341750a5520", CAMEO_E_MALFORMED, "want 40 digits of SHA-1"},
                {"w", "gggggggggggggggggggggggggggggggggggggggg", CAMEO_E_MALFORMED, "has not the SHA-1"},
                {"w", "", CAMEO_OK, NULL},
                {"none", "66cdd54c62702bb4ca47029748a7a1341750a552",
                 CAMEO_E_IO, "external data \"none\": reading failed"}};
    float x[2] = {10, 20}, want[2] = {11, 22};
    static hf f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int n_whole = 0;
        memset(&f, 0, sizeof f);
        loading_external_sum(&f, rows[i].location, rows[i].sum);
        f.options.external = loading_sum_file;
        f.options.external_ctx = &n_whole;
        f.options.check_sums = true;
        CHECK_STR(cameo_status_name(hf_load(&f)), cameo_status_name(rows[i].want));
        if (rows[i].says != NULL) CHECK_MSG(strstr(f.e.msg, rows[i].says) != NULL, "message: %s", f.e.msg);
        CHECK_INT(n_whole, rows[i].sum != NULL && strlen(rows[i].sum) == 40 && rows[i].want != CAMEO_E_IO);
        if (rows[i].want == CAMEO_OK) LOADING_GIVES(&f, "x", x, want, 2);
        /* Nobody asks: nothing is compared. */
        f.options.check_sums = false;
        n_whole = 0;
        cameo_status status = hf_load(&f);
        CHECK_STR(cameo_status_name(status), rows[i].want == CAMEO_E_IO ? "CAMEO_E_IO" : "CAMEO_OK");
        CHECK_INT(n_whole, 0);
        hf_free(&f);
    }
}

/* Told once; values that the caller adds are outputs like others. */
void test_loading_no_outputs(void) {
    static const char *const more[] = {"y"};
    float x[2] = {10, -20}, want[2] = {-10, 20};
    static hf f;
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_op(&f.o, "Neg", "x", "y");
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_finish(&f.o);
    HF_OK(&f);
    CHECK_STR(f.log, "1 the graph has no outputs: a run computes nothing\n");
    f.options.strict = true;
    HF_FAILS(&f, CAMEO_E_MALFORMED, "the graph has no outputs");
    f.options.strict = false;
    f.options.outputs = more;
    f.options.n_outputs = 1;
    HF_OK(&f);
    CHECK_STR(f.log, "");
    LOADING_GIVES(&f, "x", x, want, 2);
    hf_free(&f);
}

/* A graph that is an attribute of an operator which has none is nobody's: the others are computed. */
void test_loading_stray_graph(void) {
    float x[2] = {10, -20}, want[2] = {-20, 40};
    static hf f;
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_node(&f.o, "Neg", "x", "h");
    ow_graph(&f.o, "body");
    ow_op(&f.o, "Identity", "x", "inner");
    ow_op(&f.o, "Relu", "inner", "result");
    ow_value(&f.o, OW_OUTPUT, "result", CAMEO_FLOAT, "2");
    ow_graph_end(&f.o);
    ow_end(&f.o);
    ow_op(&f.o, "Add", "h,h", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
    ow_finish(&f.o);
    HF_OK(&f);
    LOADING_GIVES(&f, "x", x, want, 2);
    hf_free(&f);
}

/* Bytes that are copied may change behind the call: they are released in it. */
void test_loading_copied_bytes(void) {
    size_t n[2] = {0, 0};
    cameo_limits few = {.memory_bytes = 64};
    float x[2] = {10, 20}, want[2] = {11, 22};
    static hf f;
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_init(&f.o, "w", CAMEO_FLOAT, (int64_t[]){2}, 1, (float[]){1, 2}, 8);
    ow_op(&f.o, "Add", "x,w", "y");
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
    ow_finish(&f.o);
    f.options = (cameo_options){.copy_files = true, .release = loading_release, .release_ctx = n, .n_threads = 1};
    size_t size = f.o.w.pos;
    uint8_t *bytes = malloc(size);
    CHECK(bytes != NULL);
    memcpy(bytes, f.o.w.buf, size);
    /* What stays of the bytes is only what the host copied: they are free behind the call. */
    CHECK_MSG(cameo_host_load(bytes, size, &f.options, &f.host, &f.e) == CAMEO_OK, "%s", f.e.msg);
    CHECK_INT(n[0], 1);
    CHECK_INT(n[1], size);
    LOADING_GIVES(&f, "x", x, want, 2);
    cameo_host_free(f.host);
    f.host = NULL;
    CHECK_INT(n[0], 1);
    f.options.release = NULL;
    memset(f.out, 0, sizeof f.out);
    CHECK_INT(cameo_host_load(f.o.w.buf, size, &f.options, &f.host, &f.e), CAMEO_OK);
    memset(f.o.w.buf, 0xff, size);
    LOADING_GIVES(&f, "x", x, want, 2);
    cameo_host_free(f.host);
    f.host = NULL;
    f.options.limits = &few;
    CHECK_INT(cameo_host_load(f.o.w.buf, size, &f.options, &f.host, &f.e), CAMEO_E_LIMIT);
    CHECK_MSG(strstr(f.e.msg, "limit memory_bytes is 64") != NULL, "message: %s", f.e.msg);
    hf_free(&f);
}

/* What is no ONNX and has signs of something else is named; what has none is malformed, and so is a model that was
 * damaged. */
void test_loading_other_formats(void) {
    static char tar[262]; /* the beginning of one */
    static const struct {
        const char *bytes;
        size_t n;
        const char *text; /* NULL: E_MALFORMED */
    } rows[] = {{"\x1c\0\0\0TFL3", 8, "not ONNX: TensorFlow Lite (a flatbuffer); no loader for .tflite"},
                {"\x1c\0\0\0TFL", 7, NULL},
                {"\x20\0\0\0ORTM\0", 9, "no loader for .ort"},
                {"version https://git-lfs.github.com/spec/v1\noid", 46, "a pointer of Git LFS"},
                {"PK\3\4\24\0", 6, "an archive (zip"},
                {"\x1f\x8b\x08", 3, "an archive (gzip)"},
                {"BZh91AY", 7, "an archive (bzip2)"},
                {"\xfd" "7zXZ\0", 6, "an archive (xz)"},
                {"7z\xbc\xaf\x27\x1c", 6, "an archive (7z)"},
                {"\x28\xb5\x2f\xfd", 4, "an archive (zstd)"},
                {"\x89HDF\r\n\x1a\n", 8, "HDF5; no loader for .h5"},
                {"\x93NUMPY\1\0", 8, "an array of numpy"},
                {"GGUF\3\0\0\0", 8, "GGUF; no loader for .gguf"},
                {"\x7f" "ELF\2\1", 6, "a program or library (ELF)"},
                {"\x80\x02}", 3, "a pickle of Python"},
                {"\x80\x05}", 3, "a pickle of Python"},
                {"\x80\x06}", 3, NULL},
                {"\x09\0\0\0\0\0\0\0{\"a\":\"b\"}", 17, "safetensors"},
                {"\x0a\0\0\0\0\0\0\0{\"a\":\"b\"}", 17, NULL},
                {"ir_version: 8\ngraph {", 21, "text of protobuf"},
                {"<html>", 6, "a page of HTML"},
                {"{\"model\": 1}", 12, "text (JSON)"},
                {"some text\n", 10, "not ONNX: text"},
                {"some text\n\0", 11, NULL},
                {"\xff\xff\xff\xff", 4, NULL},
                {tar, sizeof tar, "an archive (tar)"},
                {tar, sizeof tar - 1, NULL}};
    memcpy(tar, "model.onnx", 10);
    memcpy(tar + 257, "ustar", 5);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cameo_host *h = NULL;
        cameo_error e;
        cameo_status want = rows[i].text == NULL ? CAMEO_E_MALFORMED : CAMEO_E_UNSUPPORTED;
        cameo_status status = cameo_host_load(rows[i].bytes, rows[i].n, NULL, &h, &e);
        CHECK_MSG(status == want && (rows[i].text == NULL || strstr(e.msg, rows[i].text) != NULL), "%zu: %s: %s", i,
                  cameo_status_name(status), e.msg);
    }
}

/* Of one prepared graph one session is made; a failure in too little memory does not count. */
void test_loading_session_twice(void) {
    size_t size = 0, model_bytes, work_bytes, session_bytes;
    const cameo_options options = {.ops = &cameo_ops_all};
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 16], work[1 << 22], session[1 << 16];
    void *bytes = exact_read_file("examples/digits/digits.onnx", &size);
    cameo_model *model;
    cameo_prepared *prepared;
    cameo_session *s = NULL, *again = NULL;
    cameo_error e = {0};
    CHECK(bytes != NULL);
    CHECK_INT(cameo_model_measure(bytes, size, &options, &model_bytes, &work_bytes, &e), CAMEO_OK);
    CHECK(model_bytes <= sizeof memory && work_bytes <= sizeof work);
    cameo_memory w = {work, sizeof work};
    CHECK_INT(cameo_model_create((cameo_memory){memory, model_bytes}, w, bytes, size, &options,
                                 &model, &e),
              CAMEO_OK);
    CHECK_INT(cameo_session_measure(model, w, &options, &prepared, &session_bytes, &e), CAMEO_OK);
    CHECK(session_bytes <= sizeof session);
    CHECK_INT(cameo_session_create((cameo_memory){session, session_bytes - 1}, prepared, &s, NULL),
              CAMEO_E_NOMEM);
    CHECK_INT(cameo_session_create((cameo_memory){session, session_bytes}, prepared, &s, &e),
              CAMEO_OK);
    CHECK_INT(cameo_session_create((cameo_memory){session, session_bytes}, prepared, &again, &e),
              CAMEO_E_ARG);
    CHECK(strstr(e.msg, "a session was made of this already") != NULL && again == NULL);
    free(bytes);
}

/* ---- what the log says ---- */

/* x -> QuantizeLinear -> Max -> DequantizeLinear -> op_type -> QuantizeLinear -> Max -> DequantizeLinear -> y */
static void loading_quantized(hf *f, const char *op_type) {
    static const float scale = 0.5F;
    static const uint8_t zero = 3;
    loading_begin(f, 17);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT, "2,4");
    ow_init(&f->o, "s", CAMEO_FLOAT, NULL, 0, &scale, sizeof scale);
    ow_init(&f->o, "z", CAMEO_UINT8, NULL, 0, &zero, sizeof zero);
    ow_op(&f->o, "QuantizeLinear", "x,s,z", "x_q");
    ow_op(&f->o, "Max", "x_q,z", "x_m");
    ow_op(&f->o, "DequantizeLinear", "x_m,s,z", "x_f");
    ow_op(&f->o, op_type, "x_f", "y_f");
    ow_op(&f->o, "QuantizeLinear", "y_f,s,z", "y_q");
    ow_op(&f->o, "Max", "y_q,z", "y_m");
    ow_op(&f->o, "DequantizeLinear", "y_m,s,z", "y");
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,4");
    ow_finish(&f->o);
    HF_OK(f);
}

/* A node that no integer kernel takes is told, where it lies among integers; one that moves integers is not. */
void test_loading_quantized_floats(void) {
    static hf f;
    loading_quantized(&f, "LpNormalization");
    CHECK_INT(loading_count(f.log, "2 quantized node LpNormalization"), 1);
    CHECK_INT(loading_count(f.log, "2 1 quantized node computes in float"), 1);
    hf_free(&f);
    loading_quantized(&f, "Squeeze");
    CHECK_INT(loading_count(f.log, "in float"), 0);
    hf_free(&f);
}

/* A free dim that keeps shape arithmetic in the program is told once, by its name; bound it is not. */
void test_loading_free_dim(void) {
    static hf f;
    cameo_dim_binding dim = {"rows", 3, 3};
    loading_begin(&f, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "rows,cols");
    ow_op(&f.o, "Shape", "x", "s");
    ow_op(&f.o, "Add", "s,s", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_INT64, "2");
    ow_finish(&f.o);
    HF_OK(&f);
    CHECK_INT(loading_count(f.log, "2 free dim \"rows\" keeps shape arithmetic"), 1);
    CHECK_INT(loading_count(f.log, "free dim"), 2);
    f.options.dims = &dim;
    f.options.n_dims = 1;
    HF_OK(&f);
    CHECK_INT(loading_count(f.log, "free dim \"cols\""), 1);
    CHECK_INT(loading_count(f.log, "free dim"), 1);
    ow_free(&f.o);
    /* A batch that nothing computes with costs nothing. */
    memset(&f.o, 0, sizeof f.o);
    f.options.n_dims = 0;
    ow_begin(&f.o, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "batch");
    ow_op(&f.o, "Relu", "x", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "batch");
    ow_finish(&f.o);
    HF_OK(&f);
    CHECK_STR(f.log, "");
    hf_free(&f);
}
