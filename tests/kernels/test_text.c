/* RegexFullMatch, StringNormalizer, StringSplit, TfIdfVectorizer, as whole models, since their attributes become
 * constants before a kernel sees them; Adagrad, Adam, Momentum. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kernels/harness.h"
#include "tests/kernels/text_vectors.h"

enum { TEXT_MOST = 16 };
static harness h;

/* A model of one node over x: [n] or, with rows, [rows][n / rows]. */
typedef struct text_model {
    cameo_builder *b;
    cameo_host *host;
    cameo_error error;
    _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 16];
    cameo_value out[2];
} text_model;
static text_model text;

static void text_begin(const char *op, int64_t opset, cameo_dtype dtype, uint32_t rank, size_t n_out) {
    static const char *const in[] = {"x"}, *const out[] = {"y", "z"};
    int64_t dims[2] = {-1, -1};
    memset(&text, 0, sizeof text);
    cameo_memory memory = {text.memory, sizeof text.memory};
    CHECK_INT(cameo_builder_create(memory, NULL, &text.b, &text.error), CAMEO_OK);
    cameo_builder_opset(text.b, "", opset);
    cameo_type type = cameo_tensor_type("x", dtype, rank, dims);
    cameo_builder_value(text.b, &type);
    cameo_builder_node(text.b, &(cameo_node){.op_type = op, .inputs = in, .n_inputs = 1, .outputs = out, .n_outputs =
        n_out});
}

static cameo_string text_string(const char *s) { return (cameo_string){s, strlen(s)}; }
static void text_attr_s(const char *name, const char *s) {
    cameo_builder_attr(text.b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_STRING, .s = text_string(s)});
}
static void text_attr_i(const char *name, int64_t i) {
    cameo_builder_attr(text.b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_INT, .i = i});
}
static void text_attr_strs(const char *name, size_t n, const char *const *s) {
    cameo_string v[TEXT_MOST];
    for (size_t i = 0; i < n; i++) v[i] = text_string(s[i]);
    cameo_builder_attr(text.b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_STRINGS, .n = n, .strings = v});
}
static void text_attr_ints(const char *name, size_t n, const int64_t *v) {
    cameo_builder_attr(text.b, &(cameo_attr){.name = name, .type = CAMEO_ATTR_INTS, .n = n, .ints = v});
}

static cameo_status text_load(void) {
    const void *bytes;
    size_t size;
    cameo_options options = {.n_threads = 1};
    if (cameo_builder_finish(text.b, &text.error) != CAMEO_OK) return CAMEO_E_INTERNAL;
    if (cameo_builder_get_bytes(text.b, &bytes, &size) != CAMEO_OK) return CAMEO_E_INTERNAL;
    return cameo_host_load(bytes, size, &options, &text.host, &text.error);
}

static cameo_status text_run(cameo_dtype dtype, uint32_t rank, const int64_t *dims, const void *x, size_t bytes,
    size_t n_out) {
    cameo_value in = {.kind = CAMEO_KIND_TENSOR, .tensor = {.dtype = dtype, .rank = rank, .bytes = bytes}};
    memcpy(in.tensor.dims, dims, rank * sizeof *dims);
    memcpy(&in.tensor.data, &x, sizeof x);
    return cameo_host_run(text.host, &in, 1, text.out, n_out, &text.error);
}

static cameo_status text_run_strings(uint32_t rank, const int64_t *dims, size_t n, const char *const *s, size_t n_out) {
    cameo_string v[TEXT_MOST];
    for (size_t i = 0; i < n; i++) v[i] = text_string(s[i]);
    return text_run(CAMEO_STRING, rank, dims, v, n * sizeof *v, n_out);
}

static void text_end(size_t n_out) {
    if (text.host != NULL) cameo_host_release(text.host, text.out, n_out);
    cameo_host_free(text.host);
}

static void text_passed(const char *op, int version, int dtype) {
    harness_note_passed("", (cm_str){op, strlen(op)}, version, CAMEO_KIND_TENSOR, dtype);
}

/* Output k is [n] (the last dim) of these strings. */
static bool text_is(size_t k, size_t n, const char *const *want) {
    const cameo_tensor *y = &text.out[k].tensor;
    size_t have = 1;
    for (uint32_t d = 0; d < y->rank; d++) have *= (size_t)y->dims[d];
    bool same = have == n;
    for (size_t i = 0; same && i < n; i++) {
        const cameo_string *s = (const cameo_string *)y->data + i;
        same = s->n == strlen(want[i]) && memcmp(s->p, want[i], s->n) == 0;
    }
    return same;
}

/* What RE2 says. */
void test_text_regex(void) {
    for (size_t i = 0; i < sizeof text_regexes / sizeof *text_regexes; i++) {
        const text_regex *c = &text_regexes[i];
        int64_t n = (int64_t)strlen(c->want);
        text_begin("RegexFullMatch", 20, CAMEO_STRING, 1, 1);
        text_attr_s("pattern", c->pattern);
        cameo_status status = text_load();
        CHECK_MSG(status == CAMEO_OK, "%s: %s", c->pattern, text.error.msg);
        if (status != CAMEO_OK) continue;
        CHECK_INT(text_run_strings(1, &n, (size_t)n, c->texts, 1), CAMEO_OK);
        for (int64_t j = 0; j < n; j++) {
            bool got = ((const uint8_t *)text.out[0].tensor.data)[j] != 0;
            CHECK_MSG(got == (c->want[j] == '1'), "%s and \"%s\": %d", c->pattern, c->texts[j], got);
        }
        text_end(1);
    }
    text_passed("RegexFullMatch", 20, CAMEO_STRING);
}

/* Bytes that are no UTF-8 match nothing; patterns that are refused, with the place. */
void test_text_regex_refuses(void) {
    static const char *const odd[] = {"\377", "\303", "\355\240\200"};
    int64_t n = 3;
    text_begin("RegexFullMatch", 20, CAMEO_STRING, 1, 1);
    text_attr_s("pattern", "(?s)[^x]*.*");
    CHECK_INT(text_load(), CAMEO_OK);
    CHECK_INT(text_run_strings(1, &n, 3, odd, 1), CAMEO_OK);
    for (size_t i = 0; i < 3; i++) CHECK_INT(((const uint8_t *)text.out[0].tensor.data)[i], 0);
    text_end(1);
    static char deep[1200];
    memset(deep, '(', sizeof deep - 1);
    static const struct { const char *pattern, *text; cameo_status status; } bad[] = {
        {"ab[c", "a class without an end at byte 2", CAMEO_E_MALFORMED}, {"x\\pL", "\\p at byte 1",
            CAMEO_E_UNSUPPORTED},
        {"((a{1000}){1000}){1000}", "more than 100000 instructions", CAMEO_E_LIMIT},
        {"a\377", "no UTF-8 at byte 1", CAMEO_E_MALFORMED}, {deep, "groups within each other", CAMEO_E_LIMIT}};
    size_t n_bad = sizeof text_bad_regexes / sizeof *text_bad_regexes;
    for (size_t i = 0; i < n_bad + sizeof bad / sizeof *bad; i++) {
        text_begin("RegexFullMatch", 20, CAMEO_STRING, 1, 1);
        text_attr_s("pattern", i < n_bad ? text_bad_regexes[i] : bad[i - n_bad].pattern);
        cameo_status status = text_load(), want = i < n_bad ? CAMEO_E_MALFORMED : bad[i - n_bad].status;
        const char *said = i < n_bad ? "at byte" : bad[i - n_bad].text;
        CHECK_MSG(status == want && strstr(text.error.msg, said) != NULL, "%zu: %d %s", i, status, text.error.msg);
        text_end(1);
    }
}

/* Words in the case that Python gives them. */
void test_text_normalizer(void) {
    static const char *const actions[] = {"NONE", "LOWER", "UPPER"};
    int64_t n = sizeof text_cases / sizeof *text_cases;
    for (size_t a = 0; a < 3; a++) {
        const char *in[TEXT_MOST], *want[TEXT_MOST];
        for (int64_t i = 0; i < n; i++) in[i] = text_cases[i][0], want[i] = text_cases[i][a];
        text_begin("StringNormalizer", 10, CAMEO_STRING, 1, 1);
        text_attr_s("case_change_action", actions[a]);
        CHECK_INT(text_load(), CAMEO_OK);
        CHECK_INT(text_run_strings(1, &n, (size_t)n, in, 1), CAMEO_OK);
        CHECK_MSG(text_is(0, (size_t)n, want), "%s", actions[a]);
        text_end(1);
    }
    static const struct { int sensitive; const char *words[3]; size_t n; const char *want[4]; } cases[] = {
        {1, {"ÉCOLE", "", "x"}, 3, {"école", "École", "X"}}, {0, {"ÉCOLE", "X", "y"}, 1, {""}},
        {1, {"a", "b", "c"}, 4, {"école", "École", "X", ""}}};
    for (size_t i = 0; i < 3; i++) {
        text_begin("StringNormalizer", 10, CAMEO_STRING, 2, 1);
        text_attr_i("is_case_sensitive", cases[i].sensitive);
        text_attr_strs("stopwords", 3, cases[i].words);
        CHECK_INT(text_load(), CAMEO_OK);
        CHECK_INT(text_run_strings(2, (int64_t[]){1, 4}, 4, (const char *const[]){"école", "École", "X", ""}, 1),
            CAMEO_OK);
        CHECK_MSG(text_is(0, cases[i].n, cases[i].want), "case %zu", i);
        CHECK_INT(text.out[0].tensor.rank, 2);
        text_end(1);
    }
    text_begin("StringNormalizer", 10, CAMEO_STRING, 2, 1); /* not [1, C]; bytes that are no UTF-8 */
    text_attr_s("case_change_action", "UPPER");
    CHECK_INT(text_load(), CAMEO_OK);
    CHECK_INT(text_run_strings(2, (int64_t[]){2, 1}, 2, (const char *const[]){"a", "b"}, 1), CAMEO_E_SHAPE);
    CHECK_INT(text_run_strings(2, (int64_t[]){1, 2}, 2, (const char *const[]){"a\377b", "\303"}, 1), CAMEO_OK);
    CHECK(text_is(0, 2, (const char *const[]){"A\377B", "\303"}));
    text_end(1);
    text_passed("StringNormalizer", 10, CAMEO_STRING);
}

/* As Python's str.split, but for white space behind the last cut, which goes. */
void test_text_split(void) {
    static const struct {
        const char *delimiter;
        int64_t most;
        const char *in[3];
        size_t width;
        const char *want[12];
        int64_t count[3];
    } cases[] = {
        {",", -1, {"a,b,,c", "", ","}, 4, {"a", "b", "", "c", "", "", "", "", "", "", "", ""}, {4, 1, 2}},
        {"", -1, {" a  b\tc ", "", "\n"}, 3, {"a", "b", "c", "", "", "", "", "", ""}, {3, 0, 0}},
        {"", 1, {"  1  2   3  ", "x", "é\xc2\xa0ü"}, 2, {"1", "2   3", "x", "", "é", "ü"}, {2, 1, 2}},
        {"", 0, {" a b ", "", "c"}, 1, {"a b", "", "c"}, {1, 0, 1}},
        {"--", 1, {"a--b--c", "---", "ab"}, 2, {"a", "b--c", "", "-", "ab", ""}, {2, 2, 1}},
        {"long delimiter", -1, {"long", "", "x"}, 1, {"long", "", "x"}, {1, 1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_begin("StringSplit", 20, CAMEO_STRING, 1, 2);
        if (i != 1) text_attr_s("delimiter", cases[i].delimiter);
        if (cases[i].most >= 0) text_attr_i("maxsplit", cases[i].most);
        CHECK_INT(text_load(), CAMEO_OK);
        CHECK_INT(text_run_strings(1, (int64_t[]){3}, 3, cases[i].in, 2), CAMEO_OK);
        CHECK_MSG(text_is(0, 3 * cases[i].width, cases[i].want), "case %zu", i);
        CHECK_MSG(memcmp(text.out[1].tensor.data, cases[i].count, sizeof cases[i].count) == 0, "case %zu", i);
        text_end(2);
    }
    text_passed("StringSplit", 20, CAMEO_STRING);
}

/* 1-grams 1 and 2, 2-grams (1 2), (2 1), (1 2) again, which counts at its last place. */
static void text_tfidf(const char *mode, int64_t skips, int64_t least, size_t n_weights, const float *want) {
    static const float weights[] = {0.5F, 2, 4, 8, 16};
    text_begin("TfIdfVectorizer", 9, CAMEO_INT32, 2, 1);
    text_attr_s("mode", mode);
    text_attr_i("max_skip_count", skips);
    text_attr_i("min_gram_length", least);
    text_attr_i("max_gram_length", 2);
    text_attr_ints("ngram_counts", 2, (int64_t[]){0, 2});
    text_attr_ints("ngram_indexes", 5, (int64_t[]){1, 0, 2, 4, 3});
    text_attr_ints("pool_int64s", 8, (int64_t[]){1, 2, 1, 2, 2, 1, 1, 2});
    if (n_weights != 0) {
        cameo_builder_attr(text.b, &(cameo_attr){.name = "weights", .type = CAMEO_ATTR_FLOATS, .n = n_weights,
            .floats = weights});
    }
    if (n_weights != 0 && n_weights < 5) {
        CHECK_INT(text_load(), CAMEO_E_MALFORMED);
        return;
    }
    CHECK_INT(text_load(), CAMEO_OK);
    int32_t x[2][4] = {{1, 2, 1, 2}, {7, 2, 2, 1}};
    CHECK_INT(text_run(CAMEO_INT32, 2, (int64_t[]){2, 4}, x, sizeof x, 1), CAMEO_OK);
    CHECK_MSG(memcmp(text.out[0].tensor.data, want, 40) == 0, "%s, %d skips", mode, (int)skips);
    text_end(1);
}

void test_text_tfidf(void) {
    text_tfidf("TF", 0, 1, 0, (float[]){2, 2, 0, 2, 1, 2, 1, 0, 0, 1});
    text_tfidf("TF", 1, 1, 0, (float[]){2, 2, 0, 2, 1, 2, 1, 0, 0, 2});
    text_tfidf("TF", 2, 2, 0, (float[]){0, 0, 0, 3, 1, 0, 0, 0, 0, 2});
    text_tfidf("TF", INT64_MAX, 2, 0, (float[]){0, 0, 0, 3, 1, 0, 0, 0, 0, 2});
    text_tfidf("IDF", 0, 1, 5, (float[]){0.5F, 2, 0, 8, 16, 0.5F, 2, 0, 0, 16});
    text_tfidf("TFIDF", 0, 1, 5, (float[]){1, 4, 0, 16, 16, 1, 2, 0, 0, 16});
    text_tfidf("TFIDF", 0, 1, 4, NULL);
    text_begin("TfIdfVectorizer", 9, CAMEO_STRING, 1, 1);
    text_attr_s("mode", "TF");
    text_attr_i("max_skip_count", 0);
    text_attr_i("min_gram_length", 1);
    text_attr_i("max_gram_length", 1);
    text_attr_ints("ngram_counts", 1, (int64_t[]){0});
    text_attr_ints("ngram_indexes", 2, (int64_t[]){0, 1});
    text_attr_strs("pool_strings", 2, (const char *const[]){"no", "é"});
    CHECK_INT(text_load(), CAMEO_OK);
    CHECK_INT(text_run_strings(1, (int64_t[]){3}, 3, (const char *const[]){"é", "n", "é"}, 1), CAMEO_OK);
    CHECK(memcmp(text.out[0].tensor.data, (float[]){0, 2}, 8) == 0);
    text_end(1);
    text_passed("TfIdfVectorizer", 9, CAMEO_STRING);
    text_passed("TfIdfVectorizer", 9, CAMEO_INT32);
}

/* Counts that are no parts of the pool, places below 0, two pools. */
void test_text_tfidf_refuses(void) {
    static const struct { int64_t counts[2], index, least; bool both; } bad[] = {
        {{0, 9}, 0, 1, false}, {{3, 1}, 0, 1, false}, {{-1, 1}, 0, 1, false}, {{0, 1}, 0, 1, false}, {{0, 2}, -1, 1,
            false},
        {{0, 2}, INT64_MAX, 1, false}, {{0, 2}, 0, 0, false}, {{0, 2}, 0, 3, false}, {{0, 2}, 0, 1, true}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        text_begin("TfIdfVectorizer", 9, CAMEO_INT64, 1, 1);
        text_attr_s("mode", "TF");
        text_attr_i("max_skip_count", 0);
        text_attr_i("min_gram_length", bad[i].least);
        text_attr_i("max_gram_length", 2);
        text_attr_ints("ngram_counts", 2, bad[i].counts);
        text_attr_ints("ngram_indexes", 4, (int64_t[]){bad[i].index, 1, 2, 3});
        text_attr_ints("pool_int64s", 4, (int64_t[]){1, 2, 3, 4});
        if (bad[i].both) text_attr_strs("pool_strings", 1, (const char *const[]){"a"});
        cameo_status status = text_load();
        CHECK_MSG(status == CAMEO_E_MALFORMED, "case %zu: %d %s", i, status, text.error.msg);
        text_end(1);
    }
}

/* One step on two tensors of different dtypes, by the formulas of the specification. */
static void text_optimizer(const cm_op *op, int dtype, int64_t t, const double *x_new, const double *v_new,
                           const double *h_new) {
    bool adam = op == &cm_op_Adam;
    int other = dtype == CAMEO_FLOAT ? CAMEO_DOUBLE : CAMEO_FLOAT;
    harness_begin(&h, op, 1);
    harness_attr_f(&h, "norm_coefficient", 0.5F);
    if (op == &cm_op_Momentum || adam) harness_attr_f(&h, "alpha", 0.75F), harness_attr_f(&h, "beta", 0.5F);
    if (op == &cm_op_Momentum) harness_attr_s(&h, "mode", t > 1 ? "nesterov" : "standard");
    if (op == &cm_op_Adagrad) harness_attr_f(&h, "decay_factor", 0.25F);
    harness_in_num(&h, CAMEO_FLOAT, H_SCALAR, (double[]){0.5});
    harness_in(&h, CAMEO_INT64, H_SCALAR, &t);
    for (int kind = 0; kind < (adam ? 4 : 3); kind++) {
        static const double v[4][2] = {{2, -4}, {1, 3}, {4, 0.5}, {1, 2}};
        harness_in_num(&h, dtype, H_DIMS(2), v[kind]);
        harness_in_num(&h, other, H_DIMS(1), v[kind]);
    }
    for (int kind = 0; kind < (adam ? 3 : 2); kind++) {
        const double *want = kind == 0 ? x_new : kind == 1 ? v_new : h_new;
        harness_out_num(&h, dtype, H_DIMS(2), want);
        harness_out_num(&h, other, H_DIMS(1), want);
    }
    h.rtol = 2e-7;
    CHECK(harness_run(&h));
}

void test_text_optimizers(void) {
    for (int i = 0; i < 2; i++) {
        int dtype = i == 0 ? CAMEO_FLOAT : CAMEO_DOUBLE;
        const double g[2] = {0.5 * 2 + 1, 0.5 * -4 + 3}, epsilon = (double)1e-6F;
        double h1[2] = {4 + g[0] * g[0], 0.5 + g[1] * g[1]}, r = 0.5 / (1 + 2 * 0.25);
        text_optimizer(&cm_op_Adagrad, dtype, 2,
                       (double[]){2 - r * g[0] / (sqrt(h1[0]) + epsilon), -4 - r * g[1] / (sqrt(h1[1]) + epsilon)},
                           h1, NULL);
        double v0[2] = {0.75 * 4 + g[0], 0.75 * 0.5 + g[1]}, v1[2] = {0.75 * 4 + 0.5 * g[0], 0.75 * 0.5 + 0.5 * g[1]};
        text_optimizer(&cm_op_Momentum, dtype, 0, (double[]){2 - 0.5 * v0[0], -4 - 0.5 * v0[1]}, v0, NULL);
        text_optimizer(&cm_op_Momentum, dtype, 1, (double[]){2 - 0.5 * v1[0], -4 - 0.5 * v1[1]}, v1, NULL);
        text_optimizer(&cm_op_Momentum, dtype, 2,
                       (double[]){2 - 0.5 * (g[0] + 0.75 * v1[0]), -4 - 0.5 * (g[1] + 0.75 * v1[1])}, v1, NULL);
        double v2[2] = {0.75 * 4 + 0.25 * g[0], 0.75 * 0.5 + 0.25 * g[1]};
        double h2[2] = {0.5 * 1 + 0.5 * g[0] * g[0], 0.5 * 2 + 0.5 * g[1] * g[1]};
        for (int64_t t = 0; t < 4; t += 3) {
            r = t == 0 ? 0.5 : 0.5 * sqrt(1 - pow(0.5, 3)) / (1 - pow(0.75, 3));
            text_optimizer(&cm_op_Adam, dtype, t,
                           (double[]){2 - r * v2[0] / (sqrt(h2[0]) + epsilon),
                               -4 - r * v2[1] / (sqrt(h2[1]) + epsilon)},
                           v2, h2);
        }
    }
    harness_begin(&h, &cm_op_Adam, 1);
    for (int i = 0; i < 5; i++) harness_in(&h, i == 1 ? CAMEO_INT64 : CAMEO_FLOAT, H_SCALAR, NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
