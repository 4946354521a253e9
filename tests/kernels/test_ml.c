/* test_ml.c — operators of ai.onnx.ml, as whole models: their tables are attributes, which become
 * constant inputs before a kernel sees them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "pb/onnx_value.h"
#include "tests/kernels/harness.h"
#include "tests/kernels/ml_vectors.h"

enum { ML_MAX = 8 };

typedef struct ml_arena {
    cm_arena a;
    _Alignas(CAMEO_MEMORY_ALIGN) uint8_t bytes[1 << 16];
} ml_arena;

static size_t ml_count(const cameo_tensor *t) {
    size_t n = 1;
    for (uint32_t i = 0; i < t->rank; i++) n *= (size_t)t->dims[i];
    return n;
}

static bool ml_same_number(const cameo_tensor *got, const cameo_tensor *want, size_t i,
                           double rtol) {
    double a, b;
    if (want->dtype == CAMEO_INT64) {
        return ((const int64_t *)got->data)[i] == ((const int64_t *)want->data)[i];
    }
    if (want->dtype == CAMEO_DOUBLE) {
        a = ((const double *)got->data)[i];
        b = ((const double *)want->data)[i];
    } else {
        a = (double)cm_dtype_load_f32(got->dtype, got->data, i);
        b = (double)cm_dtype_load_f32(want->dtype, want->data, i);
    }
    return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= rtol + rtol * fabs(b);
}

static bool ml_same_tensor(const cameo_tensor *got, const cameo_tensor *want, double rtol) {
    if (got->dtype != want->dtype || got->rank != want->rank) return false;
    for (uint32_t i = 0; i < want->rank; i++) {
        if (got->dims[i] != want->dims[i]) return false;
    }
    for (size_t i = 0; i < ml_count(want); i++) {
        const cameo_string *a = (const cameo_string *)got->data + i;
        const cameo_string *b = (const cameo_string *)want->data + i;
        if (want->dtype != CAMEO_STRING) {
            if (!ml_same_number(got, want, i, rtol)) return false;
        } else if (a->n != b->n || (a->n != 0 && memcmp(a->p, b->p, a->n) != 0)) {
            return false;
        }
    }
    return true;
}

/* Tensors, and maps or sequences of them; maps with their keys in the same order. */
static bool ml_same(const cameo_value *got, const cameo_value *want, double rtol) {
    if (got->kind != want->kind) return false;
    if (want->kind == CAMEO_KIND_TENSOR) return ml_same_tensor(&got->tensor, &want->tensor, rtol);
    if (got->n_items != want->n_items) return false;
    for (size_t i = 0; i < want->n_items; i++) {
        const cameo_value *a = &got->items[i], *b = &want->items[i];
        if (a->kind != b->kind) return false;
        if (b->kind == CAMEO_KIND_TENSOR) {
            if (!ml_same_tensor(&a->tensor, &b->tensor, rtol)) return false;
            continue;
        }
        if (a->n_items != 2 || b->n_items != 2) return false;
        for (size_t k = 0; k < 2; k++) {
            if (!ml_same_tensor(&a->items[k].tensor, &b->items[k].tensor, rtol)) return false;
        }
    }
    return true;
}

static void ml_read(ml_arena *m, const ml_bytes *file, const cameo_type *type, cameo_value *v) {
    const uint8_t *bytes = (const uint8_t *)file->p;
    CHECK_INT(cm_value_read(bytes, file->n, type->kind, &m->a, v, NULL), CAMEO_OK);
}

/* A title begins with op_type and version. */
static void ml_note_passed(const char *title, const cameo_value *in) {
    size_t n = strcspn(title, " ");
    harness_note_passed("ai.onnx.ml", (cm_str){title, n}, atoi(title + n), (int)in->kind,
                        (int)in->tensor.dtype);
}

static void ml_run(const ml_case *c) {
    static ml_arena memory;
    cm_arena_init(&memory.a, memory.bytes, sizeof memory.bytes);
    cameo_error error = {0};
    cameo_host *h = NULL;
    cameo_options options = {.n_threads = 1};
    cameo_value in[ML_MAX] = {{0}}, out[ML_MAX] = {{0}}, want[ML_MAX] = {{0}};
    cameo_status status = cameo_host_load(c->file[0].p, c->file[0].n, &options, &h, &error);
    CHECK_MSG(status == CAMEO_OK, "%s: %s", c->title, error.msg);
    if (status != CAMEO_OK) return;
    for (size_t i = 0; i < c->n_in + c->n_out; i++) {
        cameo_type type;
        bool is_in = i < c->n_in;
        uint32_t at = (uint32_t)(is_in ? i : i - c->n_in);
        if (is_in)
            cameo_session_get_input(cameo_host_get_session(h), at, &type);
        else
            cameo_session_get_output(cameo_host_get_session(h), at, &type);
        ml_read(&memory, &c->file[1 + i], &type, is_in ? &in[at] : &want[at]);
    }
    status = cameo_host_run(h, in, c->n_in, out, c->n_out, &error);
    CHECK_MSG(status == CAMEO_OK, "%s: %s", c->title, error.msg);
    bool same = status == CAMEO_OK;
    for (size_t i = 0; status == CAMEO_OK && i < c->n_out; i++) {
        bool as_wanted = ml_same(&out[i], &want[i], c->rtol);
        CHECK_MSG(as_wanted, "%s: output %zu differs", c->title, i);
        same = same && as_wanted;
    }
    if (same) ml_note_passed(c->title, &in[0]);
    cameo_host_release(h, out, c->n_out);
    cameo_host_free(h);
}

/* Every case whose title begins with the operator's name and a blank. */
static void ml_run_op(const char *op) {
    size_t n = strlen(op), n_run = 0;
    for (size_t i = 0; i < sizeof ml_vectors / sizeof *ml_vectors; i++) {
        if (strncmp(ml_vectors[i].title, op, n) != 0 || ml_vectors[i].title[n] != ' ') continue;
        ml_run(&ml_vectors[i]);
        n_run++;
    }
    CHECK_MSG(n_run != 0, "no case of %s", op);
}

void test_ml_tree_ensemble_regressor(void) { ml_run_op("TreeEnsembleRegressor"); }
void test_ml_tree_ensemble_classifier(void) { ml_run_op("TreeEnsembleClassifier"); }
void test_ml_tree_ensemble(void) { ml_run_op("TreeEnsemble"); }

void test_ml_label_encoder(void) {
    ml_run_op("LabelEncoder");
    ml_run_op("CategoryMapper");
}

void test_ml_features(void) {
    ml_run_op("ArrayFeatureExtractor");
    ml_run_op("Binarizer");
    ml_run_op("FeatureVectorizer");
    ml_run_op("Imputer");
    ml_run_op("Normalizer");
    ml_run_op("OneHotEncoder");
    ml_run_op("Scaler");
}

void test_ml_linear(void) {
    ml_run_op("LinearClassifier");
    ml_run_op("LinearRegressor");
}

void test_ml_machines(void) {
    ml_run_op("SVMClassifier");
    ml_run_op("SVMRegressor");
}

void test_ml_maps(void) {
    ml_run_op("CastMap");
    ml_run_op("DictVectorizer");
    ml_run_op("ZipMap");
}

/* Tables that contradict themselves: refused once, before anything runs, unless the data decides. */
void test_ml_refuses(void) {
    static ml_arena memory;
    for (size_t i = 0; i < sizeof ml_bads / sizeof *ml_bads; i++) {
        const ml_bad *b = &ml_bads[i];
        cameo_error error = {0};
        cameo_host *h = NULL;
        cameo_options options = {.n_threads = 1};
        cameo_value in[ML_MAX] = {{0}}, out[ML_MAX] = {{0}};
        cameo_status status = cameo_host_load(b->file[0].p, b->file[0].n, &options, &h, &error);
        if (b->n_in != 0 && status == CAMEO_OK) {
            cm_arena_init(&memory.a, memory.bytes, sizeof memory.bytes);
            for (uint32_t k = 0; k < b->n_in; k++) {
                cameo_type type;
                cameo_session_get_input(cameo_host_get_session(h), k, &type);
                ml_read(&memory, &b->file[1 + k], &type, &in[k]);
            }
            status = cameo_host_run(h, in, b->n_in, out, 1, &error);
        }
        CHECK_MSG((int)status == b->status && strstr(error.msg, b->text) != NULL, "%s: %d %s",
                  b->title, (int)status, error.msg);
        cameo_host_free(h);
    }
}
