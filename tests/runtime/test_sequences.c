/* test_sequences.c — the operators of sequences and optionals in whole models, with the run's heap behind
 * them: positions, pieces of every kind, what is shared stays as it was, and every status. Expected
 * values follow from the operators' text; tests/parts/40_onnx_node.sh has ONNX's own. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options sequences_options = {.ops = &cameo_ops_all};

static cameo_value sequences_tensor(const char *name, int dtype, const char *dims, void *data,
                                    size_t bytes) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor.dtype = (cameo_dtype)dtype;
    for (; *dims != 0; dims++) v.tensor.dims[v.tensor.rank++] = *dims - '0';
    v.tensor.data = data;
    v.tensor.bytes = bytes;
    return v;
}

static cameo_status sequences_open(exact *x, ow *o) {
    ow_finish(o);
    cameo_status s = exact_open(x, o->w.buf, o->w.pos, &sequences_options, NULL, 0, 1 << 18);
    if (s != CAMEO_OK) check_failed(__FILE__, __LINE__, "%s", x->why);
    return s;
}

static bool sequences_is(const cameo_value *v, const float *want, size_t n) {
    const float *y = v->tensor.data;
    for (size_t i = 0; i < n; i++) {
        if (y[i] != want[i]) return false;
    }
    return v->kind == CAMEO_KIND_TENSOR && v->tensor.bytes == n * sizeof *y;
}

/* s = [a, b, a]; t = s without item p; both are outputs: what s shares with t is not changed. */
void test_sequences_construct_erase(void) {
    ow o;
    exact x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "2");
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "3");
    ow_value(&o, OW_INPUT, "p", CAMEO_INT32, "");
    ow_op(&o, "SequenceConstruct", "a,b,a", "s");
    ow_op(&o, "SequenceErase", "s,p", "t");
    ow_op(&o, "SequenceErase", "t", "u");
    ow_op(&o, "SequenceLength", "u", "n");
    ow_sequence(&o, OW_OUTPUT, "s", CAMEO_FLOAT);
    ow_sequence(&o, OW_OUTPUT, "t", CAMEO_FLOAT);
    ow_value(&o, OW_OUTPUT, "n", CAMEO_INT64, "");
    if (sequences_open(&x, &o) != CAMEO_OK) return;
    float a[2] = {1, 2}, b[3] = {3, 4, 5};
    for (int32_t p = -4; p < 4; p++) {
        cameo_error e = {0};
        cameo_value in[3] = {sequences_tensor("a", CAMEO_FLOAT, "2", a, sizeof a),
                             sequences_tensor("b", CAMEO_FLOAT, "3", b, sizeof b),
                             sequences_tensor("p", CAMEO_INT32, "", &p, sizeof p)};
        cameo_value out[3] = {{0}};
        cameo_status s = cameo_run_all(x.run, in, 3, out, 3, &e);
        if (p < -3 || p > 2) {
            CHECK_INT(s, CAMEO_E_SHAPE);
            CHECK_MSG(strstr(e.msg, "is out of range for a sequence of 3") != NULL, "%s", e.msg);
            continue;
        }
        CHECK_MSG(s == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out[0].n_items, 3);
        CHECK_INT(out[1].n_items, 2);
        CHECK_INT(*(const int64_t *)out[2].tensor.data, 1);
        for (size_t i = 0, k = 0; i < 3; i++) {
            CHECK(sequences_is(&out[0].items[i], i == 1 ? b : a, i == 1 ? 3 : 2));
            if (i == (size_t)(p + 3) % 3) continue;
            CHECK(sequences_is(&out[1].items[k++], i == 1 ? b : a, i == 1 ? 3 : 2));
        }
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* An empty sequence: its length, nothing to erase, nothing to join; a dtype that is none. */
void test_sequences_empty(void) {
    static const char *const ops[] = {"SequenceLength", "SequenceErase", "ConcatFromSequence"};
    for (int k = 0; k < 4; k++) {
        ow o;
        exact x = {0};
        ow_begin(&o, 17);
        ow_node(&o, "SequenceEmpty", "", "s");
        if (k != 0) ow_attr_int(&o, "dtype", k == 3 ? 99 : CAMEO_STRING);
        ow_end(&o);
        ow_node(&o, ops[k % 3], "s", "y");
        if (k == 2) ow_attr_int(&o, "axis", 0);
        ow_end(&o);
        if (k % 3 == 0) ow_value(&o, OW_OUTPUT, "y", CAMEO_INT64, "");
        if (k == 1) ow_sequence(&o, OW_OUTPUT, "y", CAMEO_STRING);
        if (k == 2) ow_value(&o, OW_OUTPUT, "y", CAMEO_STRING, NULL);
        ow_finish(&o);
        cameo_error e = {0};
        cameo_value out = {0};
        cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &sequences_options, NULL, 0, 1 << 16);
        if (k == 3) {
            CHECK_INT(s, CAMEO_E_TYPE);
            CHECK_MSG(strstr(x.why, "dtype is 99") != NULL, "%s", x.why);
        } else {
            CHECK_MSG(s == CAMEO_OK, "%s", x.why);
            s = cameo_run_all(x.run, NULL, 0, &out, 1, &e);
            CHECK_INT(s, k == 0 ? CAMEO_OK : CAMEO_E_SHAPE);
            if (k == 0) CHECK_INT(*(const int64_t *)out.tensor.data, 0);
            if (k == 1) CHECK_STR(e.msg, "the sequence is empty");
            if (k == 2) CHECK_STR(e.msg, "an empty sequence has nothing to join");
        }
        exact_close(&x);
        ow_free(&o);
    }
}

/* x to pieces along `axis` and together again; *n: number of pieces. */
static cameo_status sequences_split(exact *x, ow *o, int dtype, int64_t axis, bool split,
                                    bool keepdims) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", dtype, "?,?,?");
    ow_value(o, OW_INPUT, "split", CAMEO_INT64, NULL);
    ow_node(o, "SplitToSequence", split ? "x,split" : "x", "s");
    ow_attr_int(o, "axis", axis);
    ow_attr_int(o, "keepdims", keepdims);
    ow_end(o);
    ow_node(o, "ConcatFromSequence", "s", "y");
    ow_attr_int(o, "axis", axis);
    ow_attr_int(o, "new_axis", !keepdims && !split);
    ow_end(o);
    ow_op(o, "SequenceLength", "s", "n");
    ow_value(o, OW_OUTPUT, "y", dtype, NULL);
    ow_value(o, OW_OUTPUT, "n", CAMEO_INT64, "");
    ow_sequence(o, OW_OUTPUT, "s", dtype);
    return sequences_open(x, o);
}

static void sequences_check_round(int dtype, int64_t axis, bool split, bool keepdims) {
    static const char *const words[] = {"", "a", "bc", "def", "g"};
    static const int64_t sizes[3][4] = {{2}, {1, 2, 0, 1}, {9}};
    ow o;
    exact x;
    float data[2 * 4 * 3];
    cameo_string text[2 * 4 * 3];
    for (int i = 0; i < 24; i++) {
        data[i] = (float)i;
        text[i] = (cameo_string){words[i % 5], strlen(words[i % 5])};
    }
    if (sequences_split(&x, &o, dtype, axis, split, keepdims) != CAMEO_OK) return;
    for (int k = 0; k < 3; k++) {
        int64_t size[4];
        cameo_error e = {0};
        cameo_value out[3] = {{0}};
        memcpy(size, sizes[k], sizeof size);
        cameo_value in[2] = {
            sequences_tensor("x", dtype, "243", dtype == CAMEO_STRING ? (void *)text : data,
                             dtype == CAMEO_STRING ? sizeof text : sizeof data),
            sequences_tensor("split", CAMEO_INT64, k == 1 ? "4" : "", size, k == 1 ? 32 : 8)};
        cameo_status s = cameo_run_all(x.run, in, 2, out, 3, &e);
        CHECK_MSG(s == CAMEO_OK, "%s", e.msg);
        if (s != CAMEO_OK) continue;
        CHECK_INT(out[0].tensor.rank, 3);
        for (int d = 0; d < 3; d++) CHECK_INT(out[0].tensor.dims[d], d == 0 ? 2 : d == 1 ? 4 : 3);
        static const int64_t pieces[3] = {2, 4, 1};
        CHECK_INT(*(const int64_t *)out[1].tensor.data, split ? pieces[k] : 4);
        CHECK_INT(out[2].items[0].tensor.rank, split || keepdims ? 3 : 2);
        if (dtype == CAMEO_FLOAT) CHECK(sequences_is(&out[0], data, 24));
        for (int i = 0; dtype == CAMEO_STRING && i < 24; i++) {
            const cameo_string *y = (const cameo_string *)out[0].tensor.data + i;
            CHECK(y->n == text[i].n && memcmp(y->p, text[i].p, y->n) == 0);
        }
        /* The first piece is rows of x: element [1][0][0] of it comes from row 1. */
        size_t rest = !split ? 1 : k == 0 ? 2 : k == 1 ? 1 : 4;
        if (dtype == CAMEO_FLOAT)
            CHECK(((const float *)out[2].items[0].tensor.data)[rest * 3] == 12);
    }
    exact_close(&x);
    ow_free(&o);
}

void test_sequences_split_concat(void) {
    for (int i = 0; i < 8; i++) {
        int dtype = i % 2 != 0 ? CAMEO_STRING : CAMEO_FLOAT;
        sequences_check_round(dtype, i < 4 ? 1 : -2, i % 4 < 2, i < 2 || i > 5);
    }
    sequences_check_round(CAMEO_FLOAT, 1, false, false);
}

/* What split may not say, and items that do not fit together. */
void test_sequences_split_errors(void) {
    static const struct {
        int64_t split[2];
        const char *dims, *text;
    } bad[] = {{{0}, "", "split is 0, want a positive number"},
               {{-2}, "", "split is -2, want a positive number"},
               {{1, 2}, "2", "the sizes of split have sum 3, the axis has 4"},
               {{3, 2}, "2", "split[1] is 2, 1 are left"},
               {{5, -1}, "2", "split[0] is 5, 4 are left"},
               {{4, -1}, "2", "split[1] is -1, 0 are left"},
               {{INT64_MIN, INT64_MAX}, "2", "split[0] is -9223372036854775808, 4 are left"},
               {{2, 2}, "12", "split has rank 2, want 0 or 1"}};
    ow o;
    exact x;
    float data[24] = {0};
    if (sequences_split(&x, &o, CAMEO_FLOAT, 1, true, true) != CAMEO_OK) return;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t split[2] = {bad[i].split[0], bad[i].split[1]};
        cameo_error e = {0};
        cameo_value in[2] = {
            sequences_tensor("x", CAMEO_FLOAT, "243", data, sizeof data),
            sequences_tensor("split", CAMEO_INT64, bad[i].dims, split, bad[i].dims[0] ? 16 : 8)};
        cameo_value out[3] = {{0}};
        CHECK_INT(cameo_run_all(x.run, in, 2, out, 3, &e), CAMEO_E_SHAPE);
        CHECK_STR(e.msg, bad[i].text);
    }
    exact_close(&x);
    ow_free(&o);
}

void test_sequences_concat_errors(void) {
    static const struct {
        const char *dims;
        int64_t axis, new_axis;
        const char *text;
    } bad[] = {{"23", 0, 0, "dim 1 of item 1 is 3, of item 0 2"},
               {"3", 1, 0, "item 1 has rank 1, item 0 2"},
               {"32", 2, 0, "axis is 2, want -2..1 for rank 2"},
               {"32", 0, 1, "dim 0 of item 1 is 3, of item 0 2"},
               {"22", 3, 1, "axis is 3, want -3..2 for rank 3"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ow o;
        exact x;
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, NULL);
        ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, NULL);
        ow_op(&o, "SequenceConstruct", "a,b", "s");
        ow_node(&o, "ConcatFromSequence", "s", "y");
        ow_attr_int(&o, "axis", bad[i].axis);
        ow_attr_int(&o, "new_axis", bad[i].new_axis);
        ow_end(&o);
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        if (sequences_open(&x, &o) != CAMEO_OK) return;
        float data[6] = {0};
        cameo_error e = {0};
        cameo_value in[2] = {sequences_tensor("a", CAMEO_FLOAT, "22", data, sizeof data),
                             sequences_tensor("b", CAMEO_FLOAT, bad[i].dims, data, sizeof data)};
        cameo_value out = {0};
        CHECK_INT(cameo_run_all(x.run, in, 2, &out, 1, &e), CAMEO_E_SHAPE);
        CHECK_STR(e.msg, bad[i].text);
        exact_close(&x);
        ow_free(&o);
    }
}

/* if c: an optional that holds x, else an empty one; then: does it, and the element. */
static cameo_status sequences_optional(exact *x, ow *o, bool sequence) {
    ow_begin(o, 18);
    ow_value(o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_op(o, sequence ? "SequenceConstruct" : "Identity", "x", "v");
    ow_node(o, "If", "c", "opt");
    for (int k = 0; k < 2; k++) {
        ow_graph(o, k == 0 ? "then_branch" : "else_branch");
        ow_node(o, "Optional", k == 0 ? "v" : "", k == 0 ? "a" : "b");
        if (k == 1) {
            ow_open(o, 5);
            ow_str(o, 1, "type");
            ow_int(o, 20, 13);
            ow_open(o, 14);
            if (sequence) ow_open(o, 4);
            if (sequence) ow_open(o, 1);
            ow_open(o, 1);
            ow_tensor_type(o, CAMEO_FLOAT, NULL);
            for (int i = 0; i < (sequence ? 5 : 3); i++) ow_end(o);
        }
        ow_end(o);
        ow_open(o, 12);
        ow_str(o, 1, k == 0 ? "a" : "b");
        ow_open(o, 2);
        ow_open(o, 9);
        ow_open(o, 1);
        if (sequence) ow_open(o, 4);
        if (sequence) ow_open(o, 1);
        ow_open(o, 1);
        ow_tensor_type(o, CAMEO_FLOAT, NULL);
        for (int i = 0; i < (sequence ? 7 : 5); i++) ow_end(o);
        ow_graph_end(o);
    }
    ow_end(o);
    ow_op(o, "OptionalHasElement", "opt", "has");
    ow_op(o, "OptionalGetElement", "opt", "y");
    ow_op(o, "OptionalHasElement", "y", "yes");
    ow_op(o, "OptionalGetElement", "y", "same");
    ow_value(o, OW_OUTPUT, "has", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "yes", CAMEO_BOOL, "");
    if (sequence) {
        ow_sequence(o, OW_OUTPUT, "same", CAMEO_FLOAT);
    } else {
        ow_value(o, OW_OUTPUT, "same", CAMEO_FLOAT, NULL);
    }
    return sequences_open(x, o);
}

void test_sequences_optional(void) {
    for (int sequence = 0; sequence < 2; sequence++) {
        ow o;
        exact x;
        if (sequences_optional(&x, &o, sequence != 0) != CAMEO_OK) return;
        float data[2] = {1, 2};
        for (int k = 0; k < 4; k++) {
            uint8_t c = k % 2 == 0;
            cameo_error e = {0};
            cameo_value in[2] = {sequences_tensor("c", CAMEO_BOOL, "", &c, 1),
                                 sequences_tensor("x", CAMEO_FLOAT, "2", data, sizeof data)};
            cameo_value out[3] = {{0}};
            cameo_status s = cameo_run_all(x.run, in, 2, out, 3, &e);
            if (k % 2 != 0) {
                CHECK_INT(s, CAMEO_E_SHAPE);
                CHECK_STR(e.msg, "the optional is empty");
                continue;
            }
            CHECK_MSG(s == CAMEO_OK, "%s", e.msg);
            CHECK_INT(*(const uint8_t *)out[0].tensor.data, 1);
            CHECK_INT(*(const uint8_t *)out[1].tensor.data, 1);
            if (sequence != 0) CHECK_INT(out[2].n_items, 1);
            CHECK(sequences_is(sequence != 0 ? &out[2].items[0] : &out[2], data, 2));
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}
