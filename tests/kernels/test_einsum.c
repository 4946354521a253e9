#include "tests/kernels/einsum_vectors.h"

static harness h;

/* numpy's zeros have a sign that depends on the number of operands: it does not count here. */
void test_einsum_vectors(void) {
    size_t n = sizeof einsum_vectors / sizeof *einsum_vectors;
    CHECK_INT(vectors_run(einsum_vectors, n, "Einsum", &cm_op_Einsum, 1e-30, HARNESS_MAX), n);
    CHECK_INT(vectors_run(einsum_vectors, n, "Einsum", &cm_op_Einsum, 1e-30, 1), n);
}

static void einsum_begin(const char *equation) {
    harness_begin(&h, &cm_op_Einsum, 12);
    harness_attr_s(&h, "equation", equation);
}

/* -0, NaN and infinities move as they are; sums are double and rounded once; integers wrap. */
void test_einsum_special(void) {
    einsum_begin("ij->ji");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){-0.0F, NAN, INFINITY, 1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){-0.0F, INFINITY, NAN, 1});
    CHECK(harness_run(&h));
    einsum_begin("i,j->ij");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){0});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){-2, 2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2), (float[]){-0.0F, 0});
    CHECK(harness_run(&h));
    einsum_begin("i,i->");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1e8F, 1, -1e8F});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, 1, 1});
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    CHECK(harness_run(&h));
    einsum_begin("i->");
    harness_in(&h, CAMEO_FLOAT16, H_DIMS(3), (uint16_t[]){0x6800, 0x3c00, 0x3c00});
    harness_out(&h, CAMEO_FLOAT16, H_SCALAR, (uint16_t[]){0x6801});
    CHECK(harness_run(&h));
    einsum_begin("i,i,i->i");
    for (int i = 0; i < 3; i++) harness_in(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){100, -128});
    harness_out(&h, CAMEO_INT8, H_DIMS(2), (int8_t[]){64, 0});
    CHECK(harness_run(&h));
    einsum_begin("ij->i");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){0, 0});
    CHECK(harness_run(&h));
}

/* Elements that only move, in more than one task: a diagonal, and an order of dims. */
void test_einsum_moves(void) {
    enum { I = 190, J = 130 };
    static float x[I * J * I], y[J * I];
    for (size_t i = 0; i < I * J * I; i++) x[i] = (float)(i % 65521);
    x[0] = -0.0F;
    for (size_t j = 0; j < J; j++) {
        for (size_t i = 0; i < I; i++) y[j * I + i] = x[(i * J + j) * I + i];
    }
    einsum_begin("iji->ji");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(I, J, I), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(J, I), y);
    CHECK(harness_run(&h));
    einsum_begin("...i->i...");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(I, J), x);
    for (size_t j = 0; j < J; j++) {
        for (size_t i = 0; i < I; i++) y[j * I + i] = x[i * J + j];
    }
    harness_out(&h, CAMEO_FLOAT, H_DIMS(J, I), y);
    CHECK(harness_run(&h));
}

/* The sum over all letters of x[letters of a] * y[letters of b] at z[letters of the result]; letters are a to h. */
static void einsum_slowly(const char *a, const char *b, const char *c, const size_t *dims, const float *x,
                          const float *y, float *z) {
    const char *terms[3] = {a, b, c};
    size_t all = 1, index[8];
    for (int l = 0; l < 8; l++) all *= dims[l];
    for (size_t i = 0; i < all; i++) {
        size_t rest = i, at[3] = {0};
        for (int l = 0; l < 8; l++, rest /= dims[l - 1]) index[l] = rest % dims[l];
        for (int t = 0; t < 3; t++) {
            for (const char *p = terms[t]; *p != 0; p++) at[t] = at[t] * dims[*p - 'a'] + index[*p - 'a'];
        }
        z[at[2]] += x[at[0]] * y[at[1]];
    }
}

/* Forms that are matrix products: batches, transposed operands, several summed loops, columns of either operand,
 * vectors; of f32 and f64. All sums are whole numbers that floats hold. */
void test_einsum_products(void) {
    static const struct {
        const char *a, *b, *c;
        size_t dims[8];
    } cases[] = {
        {"ab", "bc", "ac", {5, 7, 9, 1, 1, 1, 1, 1}},      {"ba", "cb", "ca", {33, 7, 19, 1, 1, 1, 1, 1}},
        {"abc", "adc", "abd", {3, 20, 9, 11, 1, 1, 1, 1}}, {"abcd", "aecd", "acbe", {2, 6, 3, 17, 8, 1, 1, 1}},
        {"abc", "bcd", "ad", {9, 4, 5, 21, 1, 1, 1, 1}},   {"bac", "cbd", "ad", {9, 4, 5, 21, 1, 1, 1, 1}},
        {"abc", "cde", "abde", {2, 9, 6, 3, 8, 1, 1, 1}},  {"cde", "abc", "abde", {2, 9, 6, 3, 8, 1, 1, 1}},
        {"abc", "ac", "ab", {4, 19, 8, 1, 1, 1, 1, 1}},    {"ac", "bdc", "abd", {300, 2, 5, 100, 1, 1, 1, 1}},
        {"ab", "ab", "a", {40, 12, 1, 1, 1, 1, 1, 1}},     {"abe", "cbd", "ac", {6, 5, 7, 3, 4, 1, 1, 1}},
        {"fab", "fbc", "fac", {12, 9, 16, 1, 1, 150, 1, 1}},
    };
    static float x[40000], y[40000], z[70000];
    static double x_f64[40000], y_f64[40000], z_f64[70000];
    for (int i = 0; i < 40000; i++) {
        x_f64[i] = x[i] = (float)(i * 7919 % 17 - 8);
        y_f64[i] = y[i] = (float)(i * 1039 % 13 - 6);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *terms[3] = {cases[i].a, cases[i].b, cases[i].c};
        char equation[32];
        size_t dims[3][8], rank[3], n[3];
        for (int t = 0; t < 3; t++) {
            rank[t] = strlen(terms[t]);
            n[t] = 1;
            for (size_t d = 0; d < rank[t]; d++) n[t] *= dims[t][d] = cases[i].dims[terms[t][d] - 'a'];
        }
        CHECK(n[0] <= 40000 && n[1] <= 40000 && n[2] <= 70000);
        memset(z, 0, sizeof z);
        einsum_slowly(terms[0], terms[1], terms[2], cases[i].dims, x, y, z);
        snprintf(equation, sizeof equation, "%s,%s->%s", terms[0], terms[1], terms[2]);
        einsum_begin(equation);
        harness_in(&h, CAMEO_FLOAT, (uint32_t)rank[0], dims[0], x);
        harness_in(&h, CAMEO_FLOAT, (uint32_t)rank[1], dims[1], y);
        harness_out(&h, CAMEO_FLOAT, (uint32_t)rank[2], dims[2], z);
        CHECK_MSG(harness_run(&h), "%s", equation);
        for (size_t j = 0; j < n[2]; j++) z_f64[j] = (double)z[j];
        einsum_begin(equation);
        harness_in_num(&h, CAMEO_DOUBLE, (uint32_t)rank[0], dims[0], x_f64);
        harness_in_num(&h, CAMEO_DOUBLE, (uint32_t)rank[1], dims[1], y_f64);
        harness_out_num(&h, CAMEO_DOUBLE, (uint32_t)rank[2], dims[2], z_f64);
        CHECK_MSG(harness_run(&h), "%s", equation);
    }
}

/* Several tasks: x[i][j] = i + j, y[j][k] = j == k, a product with the identity, transposed; and sums. */
void test_einsum_tasks(void) {
    enum { N = 150 };
    static int32_t x[N][N], y[N][N], z[N][N], rows[N];
    for (int i = 0; i < N; i++) {
        rows[i] = 0;
        for (int j = 0; j < N; j++) {
            x[i][j] = i + 2 * j;
            y[i][j] = i == j;
            z[j][i] = x[i][j];
            rows[i] += x[i][j];
        }
    }
    einsum_begin("ij,jk->ki");
    harness_in(&h, CAMEO_INT32, H_DIMS(N, N), x);
    harness_in(&h, CAMEO_INT32, H_DIMS(N, N), y);
    harness_out(&h, CAMEO_INT32, H_DIMS(N, N), z);
    CHECK(harness_run(&h));
    einsum_begin("ij,jk,kl->i");
    harness_in(&h, CAMEO_INT32, H_DIMS(N, N), x);
    harness_in(&h, CAMEO_INT32, H_DIMS(N, N), y);
    harness_in(&h, CAMEO_INT32, H_DIMS(N, 1), (int32_t[N][1]){{0}});
    harness_out(&h, CAMEO_INT32, H_DIMS(N), (int32_t[N]){0});
    CHECK(harness_run(&h));
    einsum_begin("ij->i");
    harness_in(&h, CAMEO_INT32, H_DIMS(N, N), x);
    harness_out(&h, CAMEO_INT32, H_DIMS(N), rows);
    CHECK(harness_run(&h));
    static double a[N], b[N][N], c[N][N][N];
    for (int i = 0; i < N * N * N; i++) {
        int j = i / N % N, k = i % N;
        a[j] = j == 3 ? -0.0 : j - 70;
        double v = i / N / N + k;
        if (k == 5) v = (double)INFINITY;
        b[i / N / N][k] = v;
        c[i / N / N][j][k] = a[j] * v;
    }
    einsum_begin("j,ik->ijk"); /* a product keeps its sign, 0 times infinity is NaN */
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(N), a);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(N, N), b);
    harness_out(&h, CAMEO_DOUBLE, H_DIMS(N, N, N), c);
    CHECK(harness_run(&h));
}

/* With x [2][3] and, unless NULL, y of rank 1 or 2. */
static cameo_status einsum_status(const char *equation, const size_t *y) {
    einsum_begin(equation);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    if (y != NULL) harness_in(&h, CAMEO_FLOAT, 2, y, NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    return harness_status(&h);
}

void test_einsum_refuses(void) {
    static const struct {
        const char *equation, *text;
        size_t y[2];
        cameo_status status;
    } cases[] = {
        {"ij->", NULL, {0}, CAMEO_OK},
        {"ij,jk->", NULL, {3, 4}, CAMEO_OK},
        {"ij,jk->", "dims 3 and 4 do not broadcast", {4, 3}, CAMEO_E_SHAPE},
        {"i", "an operand of rank 2 has 1 letters in equation", {0}, CAMEO_E_SHAPE},
        {"ijk", "an operand of rank 2 has 3 letters in equation", {0}, CAMEO_E_SHAPE},
        {"...ijk", "an operand of rank 2 has 3 letters in equation", {0}, CAMEO_E_SHAPE},
        {"ij,jk->", "equation has 2 terms for 1 operands", {0}, CAMEO_E_MALFORMED},
        {"ij", "equation has 1 terms for 2 operands", {3, 3}, CAMEO_E_MALFORMED},
        {"ij->k", "a letter of the result is not in equation once", {0}, CAMEO_E_MALFORMED},
        {"ij->ii", "a letter of the result is not in equation once", {0}, CAMEO_E_MALFORMED},
        {"ij->i->j", "equation has more than one result", {0}, CAMEO_E_MALFORMED},
        {"ij->i,j", "equation has more than one result", {0}, CAMEO_E_MALFORMED},
        {"...i...", "a term of equation has more than one ellipsis", {0}, CAMEO_E_MALFORMED},
        {"i1", "equation is wrong at character 1", {0}, CAMEO_E_MALFORMED},
        {"ij-", "equation is wrong at character 2", {0}, CAMEO_E_MALFORMED},
        {"ij..", "equation is wrong at character 2", {0}, CAMEO_E_MALFORMED},
        {"ij\xff", "equation is wrong at character 2", {0}, CAMEO_E_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t *y = cases[i].y[0] == 0 ? NULL : cases[i].y;
        CHECK_INT(einsum_status(cases[i].equation, y), cases[i].status);
        if (cases[i].text != NULL) CHECK_STR(h.error.msg, cases[i].text);
    }
    char far[200];
    memset(far, 'i', sizeof far);
    far[sizeof far - 1] = 0;
    CHECK_INT(einsum_status(far, NULL), CAMEO_E_LIMIT);
    einsum_begin("i,i,i,i,i,i,i,i,i->");
    for (int i = 0; i < 9; i++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_LIMIT);
    CHECK_STR(h.error.msg, "9 operands, at most 8 are handled");
    einsum_begin("abcde,fghij->abcdefghij");
    for (int i = 0; i < 2; i++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1, 1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_LIMIT);
    CHECK_STR(h.error.msg, "the result has rank 10, at most 8 is handled");
    einsum_begin("abcdefgh,ijklmnop,qrstuvwx,y->");
    for (int i = 0; i < 3; i++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1, 1, 1, 1, 1), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_LIMIT);
    CHECK_STR(h.error.msg, "more than 24 different labels");
}

/* Dims and ranks that are not known: a label has what is known of any of its axes. */
void test_einsum_dims(void) {
    einsum_begin("bij,bjk->bik");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 3, 4), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 4), NULL);
    h.symbolic = true;
    for (int i = 0; i < 2; i++) {
        h.in_av[i] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 3};
        h.in_av[i].dims[0] = i == 0 ? CM_DIM_UNKNOWN : 5;
        h.in_av[i].dims[1] = i == 0 ? CM_DIM_UNKNOWN : 3;
        h.in_av[i].dims[2] = i == 0 ? CM_DIM_UNKNOWN : 4;
    }
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].rank, 3);
    CHECK(h.out_av[0].dims[0] == 5);
    CHECK(h.out_av[0].dims[1] == CM_DIM_UNKNOWN);
    CHECK(h.out_av[0].dims[2] == 4);
    h.in_av[1].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].rank, CM_RANK_UNKNOWN);
    harness_end(&h);
}
