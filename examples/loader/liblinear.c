/* liblinear.c — a loader for models of LIBLINEAR (https://www.csie.ntu.edu.tw/~cjlin/liblinear/): linear
 * classifiers and regressors in a text file.
 *
 *     solver_type L2R_L2LOSS_SVC_DUAL        input   x [batch][nr_feature], float32
 *     nr_class 10                            outputs scores [batch][classes]: x W + bias b
 *     label 0 1 2 3 4 5 6 7 8 9                      label [batch], int64; where the file has labels
 *     nr_feature 64
 *     bias 1
 *     w
 *     nr_feature rows of W, and one more, b, if bias >= 0
 *
 * Two classes share one column: a positive score is the first label (README of LIBLINEAR, "Library Usage"; all
 * solvers but MCSVM_CS). For the command:
 *
 *     cc -shared -fPIC -Iinclude examples/loader/liblinear.c -o build/liblinear.so
 *     cameo run examples/loader/digits.model --plugin build/liblinear.so */
#include "liblinear.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CLASSES 1024
#define MAX_FEATURES 10000000

/* ---- the text ---- */

typedef struct text {
    const char *p, *end;
} text;

/* The next word, cut off to fit; false at the end. */
static bool next_word(text *t, char *word, size_t cap) {
    size_t n = 0;
    while (t->p < t->end && (*t->p == ' ' || *t->p == '\n' || *t->p == '\r')) t->p++;
    while (t->p < t->end && *t->p != ' ' && *t->p != '\n' && *t->p != '\r') {
        if (n + 1 < cap) word[n++] = *t->p;
        t->p++;
    }
    word[n] = 0;
    return n != 0;
}

static bool next_number(text *t, double *v) {
    char word[64], *end;
    if (!next_word(t, word, sizeof word)) return false;
    *v = strtod(word, &end);
    return *end == 0;
}

static bool next_count(text *t, long most, long *v) {
    double x;
    if (!next_number(t, &x) || !(x >= 1 && x <= (double)most)) return false;
    *v = (long)x;
    return true;
}

/* ---- the file ---- */

typedef struct linear {
    long nr_class, nr_feature;
    long columns; /* of W */
    double bias;
    bool has_labels;
    int64_t labels[MAX_CLASSES];
} linear;

static bool read_labels(text *t, linear *m) {
    m->has_labels = true;
    for (long i = 0; i < m->nr_class; i++) {
        double v;
        if (!next_number(t, &v) || !(v >= -1e9 && v <= 1e9)) return false;
        m->labels[i] = (int64_t)v;
    }
    return m->nr_class != 0;
}

/* The lines before the weights. NULL, or what is wrong. */
static const char *read_head(text *t, linear *m) {
    char word[64], solver[64] = "";
    while (next_word(t, word, sizeof word) && strcmp(word, "w") != 0) {
        bool ok = false;
        if (strcmp(word, "solver_type") == 0) ok = next_word(t, solver, sizeof solver);
        if (strcmp(word, "nr_class") == 0) ok = next_count(t, MAX_CLASSES, &m->nr_class);
        if (strcmp(word, "nr_feature") == 0) ok = next_count(t, MAX_FEATURES, &m->nr_feature);
        if (strcmp(word, "bias") == 0) ok = next_number(t, &m->bias);
        if (strcmp(word, "label") == 0) ok = read_labels(t, m);
        if (!ok) return "a line of the head is unknown or has a wrong value";
    }
    if (strcmp(word, "w") != 0 || m->nr_class == 0 || m->nr_feature == 0) {
        return "nr_class, nr_feature or w is missing";
    }
    m->columns = m->nr_class == 2 && strcmp(solver, "MCSVM_CS") != 0 ? 1 : m->nr_class;
    return NULL;
}

/* ---- the graph ---- */

static void add_node(cameo_builder *b, const char *op_type, const char *const *in, size_t n_in,
                     const char *out) {
    cameo_node node = {
        .op_type = op_type, .inputs = in, .n_inputs = n_in, .outputs = &out, .n_outputs = 1};
    (void)cameo_builder_node(b, &node);
}

static void add_labels(const linear *m, cameo_builder *b) {
    int64_t flat = -1;
    float zero = 0;
    cameo_type label = cameo_tensor_type("label", CAMEO_INT64, 1, (int64_t[]){-1});
    cameo_tensor labels = {CAMEO_INT64, 1, {m->nr_class}, NULL, 0};
    labels.bytes = (size_t)m->nr_class * sizeof(int64_t);
    labels.data = cameo_builder_alloc(b, labels.bytes); /* m does not live as long as the model */
    if (labels.data != NULL) memcpy(labels.data, m->labels, labels.bytes);
    if (m->columns > 1) {
        (void)cameo_builder_init(b, "labels", &labels);
        add_node(b, "ArgMax", (const char *[]){"scores"}, 1, "best");
        (void)cameo_builder_attr(b, &(cameo_attr){"axis", CAMEO_ATTR_INT, .i = 1});
        (void)cameo_builder_attr(b, &(cameo_attr){"keepdims", CAMEO_ATTR_INT, .i = 0});
        add_node(b, "Gather", (const char *[]){"labels", "best"}, 2, "label");
    } else {
        cameo_tensor first = {CAMEO_INT64, 0, {0}, labels.data, sizeof(int64_t)}, second = first;
        cameo_tensor shape = {CAMEO_INT64, 1, {1}, &flat, sizeof flat};
        cameo_tensor limit = {CAMEO_FLOAT, 0, {0}, &zero, sizeof zero};
        if (labels.data != NULL) second.data = (int64_t *)labels.data + 1;
        (void)cameo_builder_init(b, "first", &first);
        (void)cameo_builder_init(b, "second", &second);
        (void)cameo_builder_init(b, "flat", &shape);
        (void)cameo_builder_init(b, "zero", &limit);
        add_node(b, "Greater", (const char *[]){"scores", "zero"}, 2, "positive");
        add_node(b, "Where", (const char *[]){"positive", "first", "second"}, 3, "column");
        add_node(b, "Reshape", (const char *[]){"column", "flat"}, 2, "label");
    }
    (void)cameo_builder_output(b, &label);
}

static cameo_status add_graph(const linear *m, float *w, float *bias, cameo_builder *b) {
    int64_t n = m->nr_feature, k = m->columns;
    cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 2, (int64_t[]){-1, n});
    cameo_type scores = cameo_tensor_type("scores", CAMEO_FLOAT, 2, (int64_t[]){-1, k});
    cameo_tensor weights = {CAMEO_FLOAT, 2, {n, k}, w, (size_t)(n * k) * sizeof *w};
    cameo_tensor offsets = {CAMEO_FLOAT, 1, {k}, bias, (size_t)k * sizeof *bias};
    x.dim_params[0] = scores.dim_params[0] = (cameo_string){"batch", 5};
    (void)cameo_builder_opset(b, "", 13);
    (void)cameo_builder_input(b, &x);
    (void)cameo_builder_output(b, &scores);
    (void)cameo_builder_init(b, "w", &weights);
    (void)cameo_builder_init(b, "b", &offsets);
    add_node(b, "Gemm", (const char *[]){"x", "w", "b"}, 3, "scores");
    if (m->has_labels) add_labels(m, b);
    return CAMEO_OK; /* what went wrong in between, cameo_builder_finish will tell */
}

static cameo_status liblinear_recognise(void *ctx, const void *bytes, size_t size, cameo_error *e) {
    static const char begin[] = "solver_type ";
    (void)ctx, (void)e;
    bool mine = size >= sizeof begin - 1 && memcmp(bytes, begin, sizeof begin - 1) == 0;
    return mine ? CAMEO_OK : CAMEO_DECLINED;
}

static cameo_status liblinear_build(void *ctx, const void *bytes, size_t size, cameo_builder *b,
                                    cameo_error *e) {
    text t = {bytes, (const char *)bytes + size};
    linear m = {.bias = -1};
    double v;
    (void)ctx;
    const char *wrong = read_head(&t, &m);
    if (wrong != NULL) return cameo_fail(e, CAMEO_E_MALFORMED, wrong);
    size_t k = (size_t)m.columns, n = (size_t)m.nr_feature * k;
    /* Each weight takes two bytes of text: a short file cannot ask for much memory. */
    if (n > size) return cameo_fail(e, CAMEO_E_MALFORMED, "weights are missing");
    float *w = cameo_builder_alloc(b, n * sizeof *w);
    float *bias = cameo_builder_alloc(b, k * sizeof *bias);
    if (w == NULL || bias == NULL) return CAMEO_E_NOMEM;
    for (size_t i = 0; i < n + (m.bias >= 0 ? k : 0); i++) {
        if (!next_number(&t, &v)) {
            return cameo_fail(e, CAMEO_E_MALFORMED, "a weight is missing or no number");
        }
        *(i < n ? &w[i] : &bias[i - n]) = (float)(i < n ? v : v * m.bias);
    }
    return add_graph(&m, w, bias, b);
}

const cameo_loader liblinear_loader = {.size = sizeof(cameo_loader),
                                       .name = "liblinear",
                                       .extension = ".model",
                                       .recognise = liblinear_recognise,
                                       .build = liblinear_build};

static const cameo_loader *const liblinear_list[] = {&liblinear_loader};

const cameo_plugin cameo_plugin_2 = {
    .size = sizeof(cameo_plugin), .loaders = liblinear_list, .n_loaders = 1};
