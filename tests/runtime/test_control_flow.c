/* test_control_flow.c — corners of Loop and If: what the body's outputs may be, what a loop without turns
 * gives, scan outputs of strings and of packed elements. Expected values follow from the operators' text. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options control_flow_options = {.ops = &cameo_ops_all};

static cameo_value control_flow_tensor(const char *name, int dtype, uint32_t rank, int64_t dim,
                                       void *data, size_t bytes) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor.dtype = (cameo_dtype)dtype;
    v.tensor.rank = rank;
    v.tensor.dims[0] = dim;
    v.tensor.data = data;
    v.tensor.bytes = bytes;
    return v;
}

/* Opens a Loop's body with its first two inputs. */
static void control_flow_body(ow *o, const char *in, const char *out) {
    ow_node(o, "Loop", in, out);
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "go", CAMEO_BOOL, "");
}

static void control_flow_body_end(ow *o) {
    ow_graph_end(o);
    ow_end(o);
}

/* for i < n: s = s + word; scan s twice: before and after. Items of `dims`. */
static void control_flow_strings(ow *o, const char *dims) {
    ow_begin(o, 21);
    ow_value(o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "start", CAMEO_STRING, dims);
    ow_value(o, OW_INPUT, "word", CAMEO_STRING, "");
    control_flow_body(o, "n,,start", "end,before,after");
    ow_value(o, OW_INPUT, "s", CAMEO_STRING, dims);
    ow_op(o, "StringConcat", "s,word", "longer");
    ow_op(o, "Identity", "go", "go_on");
    ow_value(o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "longer", CAMEO_STRING, dims);
    ow_value(o, OW_OUTPUT, "s", CAMEO_STRING, dims);
    ow_value(o, OW_OUTPUT, "longer", CAMEO_STRING, dims);
    control_flow_body_end(o);
    ow_value(o, OW_OUTPUT, "end", CAMEO_STRING, dims);
    ow_value(o, OW_OUTPUT, "before", CAMEO_STRING, NULL);
    ow_value(o, OW_OUTPUT, "after", CAMEO_STRING, NULL);
    ow_finish(o);
}

/* Element i of t is `first` and then n times "ab". */
static bool control_flow_is_text(const cameo_tensor *t, int64_t i, const char *first, int64_t n) {
    const cameo_string *s = (const cameo_string *)t->data + i;
    size_t head = strlen(first);
    if (s->n != head + 2 * (size_t)n || memcmp(s->p, first, head) != 0) return false;
    for (int64_t k = 0; k < n; k++) {
        if (memcmp(s->p + head + 2 * (size_t)k, "ab", 2) != 0) return false;
    }
    return true;
}

void test_control_flow_scan_strings(void) {
    ow o;
    exact x;
    control_flow_strings(&o, "2");
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 20);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int64_t n = 0; n < 70; n += n < 3 ? 1 : 33) {
        cameo_string start[2] = {{"x", 1}, {"", 0}}, word = {"ab", 2};
        cameo_error e = {0};
        cameo_value in[3] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                             control_flow_tensor("start", CAMEO_STRING, 1, 2, start, sizeof start),
                             control_flow_tensor("word", CAMEO_STRING, 0, 0, &word, sizeof word)};
        cameo_value out[3] = {{0}};
        CHECK_MSG(cameo_run_all(x.run, in, 3, out, 3, &e) == CAMEO_OK, "%s", e.msg);
        for (int k = 1; k < 3; k++) {
            CHECK_INT(out[k].tensor.rank, 2);
            CHECK_INT(out[k].tensor.dims[0], n);
            CHECK_INT(out[k].tensor.dims[1], 2);
            for (int64_t i = 0; i < n; i++) {
                CHECK(control_flow_is_text(&out[k].tensor, 2 * i, "x", i + k - 1));
                CHECK(control_flow_is_text(&out[k].tensor, 2 * i + 1, "", i + k - 1));
            }
        }
        CHECK(control_flow_is_text(&out[0].tensor, 0, "x", n));
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* The last turn's steps count, too: a budget of one less than the cost ends the run. */
void test_control_flow_budget(void) {
    ow o;
    exact x;
    int64_t n = 2;
    control_flow_strings(&o, "2");
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 20);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    cameo_string start[2] = {{"x", 1}, {"", 0}}, word = {"ab", 2};
    cameo_value in[3] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                         control_flow_tensor("start", CAMEO_STRING, 1, 2, start, sizeof start),
                         control_flow_tensor("word", CAMEO_STRING, 0, 0, &word, sizeof word)};
    cameo_value out[3] = {{0}};
    cameo_run_stats stats = {.size = sizeof stats};
    CHECK_INT(cameo_run_all(x.run, in, 3, out, 3, NULL), CAMEO_OK);
    cameo_run_get_stats(x.run, &stats);
    for (uint64_t less = 0; less < 2; less++) {
        cameo_budget budget = {.size = sizeof budget, .cost = stats.cost - less};
        CHECK_INT(cameo_run_begin(x.run, in, 3, out, 3, NULL), CAMEO_OK);
        CHECK_INT(cameo_run_advance(x.run, &budget, NULL), less == 0 ? CAMEO_OK : CAMEO_E_LIMIT);
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* Time that is linear in the result: 20,000 appends of a constant word; a copy of all that went before at
 * each turn would move 8 GB. */
void test_control_flow_scan_strings_many(void) {
    ow o;
    exact x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "word", CAMEO_STRING, "");
    control_flow_body(&o, "n,", "log");
    ow_op(&o, "Identity", "word", "w");
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "w", CAMEO_STRING, "");
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "log", CAMEO_STRING, "?");
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 8 << 20);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    int64_t n = 20000;
    cameo_string word = {"abab", 4};
    cameo_error e = {0};
    cameo_value in[2] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                         control_flow_tensor("word", CAMEO_STRING, 0, 0, &word, sizeof word)};
    cameo_value out = {0};
    CHECK_MSG(cameo_run_all(x.run, in, 2, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_INT(out.tensor.dims[0], n);
    for (int64_t i = 0; i < n; i++) CHECK(control_flow_is_text(&out.tensor, i, "", 2));
    cameo_run_stats stats;
    cameo_run_get_stats(x.run, &stats);
    CHECK_MSG(stats.heap_peak < 3000000, "peak %llu", (unsigned long long)stats.heap_peak);
    exact_close(&x);
    ow_free(&o);
}

/* Odd numbers of packed elements: items do not begin at bytes. */
void test_control_flow_scan_packed(void) {
    ow o;
    exact x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "table", CAMEO_INT8, "5,3");
    int64_t five = 5;
    ow_init(&o, "n", CAMEO_INT64, NULL, 0, &five, sizeof five);
    control_flow_body(&o, "n,", "log");
    ow_op(&o, "Gather", "table,i", "row");
    ow_node(&o, "Cast", "row", "packed");
    ow_attr_int(&o, "to", CAMEO_INT4);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "packed", CAMEO_INT4, "3");
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "log", CAMEO_INT4, "?,3");
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    int8_t table[15];
    for (int i = 0; i < 15; i++) table[i] = (int8_t)(i - 8);
    cameo_value in = control_flow_tensor("table", CAMEO_INT8, 2, 5, table, sizeof table), out = {0};
    in.tensor.dims[1] = 3;
    cameo_error e = {0};
    CHECK_MSG(cameo_run_all(x.run, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK_INT(out.tensor.dims[0], 5);
    CHECK_INT(out.tensor.dims[1], 3);
    for (size_t i = 0; i < 15; i++) CHECK_INT(cm_i4_get(out.tensor.data, i), table[i]);
    exact_close(&x);
    ow_free(&o);
}

/* Elements of 2 and of 4 bits, 1 to 5 an item: the buffer of the scan output is planned and holds garbage. Those of
 * former turns stay, bits beside the last element are 0, and so do those of a value that is carried as it is. */
void test_control_flow_scan_packed_planned(void) {
    enum { TURNS = 5 };
    for (int k = 0; k < 10; k++) {
        int dtype = k % 2 == 0 ? CAMEO_UINT2 : CAMEO_UINT4;
        size_t n = (size_t)k / 2 + 1, per_byte = dtype == CAMEO_UINT2 ? 4 : 2, bits = 8 / per_byte;
        char dims[8] = {(char)('0' + n)};
        int64_t turns = TURNS;
        ow o;
        exact x;
        ow_begin(&o, 25);
        ow_value(&o, OW_INPUT, "x", dtype, dims);
        ow_init(&o, "n", CAMEO_INT64, NULL, 0, &turns, sizeof turns);
        control_flow_body(&o, "n,,x", "y,log");
        ow_value(&o, OW_INPUT, "v", dtype, dims);
        ow_op(&o, "Identity", "v", "same");
        ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
        ow_value(&o, OW_OUTPUT, "same", dtype, dims);
        ow_value(&o, OW_OUTPUT, "v", dtype, dims);
        control_flow_body_end(&o);
        ow_value(&o, OW_OUTPUT, "y", dtype, dims);
        ow_value(&o, OW_OUTPUT, "log", dtype, NULL);
        ow_finish(&o);
        cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 0);
        CHECK_MSG(s == CAMEO_OK, "%s", x.why);
        CHECK_INT(x.needs.dynamic_bytes, 0);
        uint8_t item[4] = {0}, want[16] = {0};
        for (size_t i = 0; i < n * TURNS; i++) {
            size_t v = (3 + 5 * (i % n)) & ((1u << bits) - 1);
            want[i / per_byte] |= (uint8_t)(v << (i % per_byte * bits));
            if (i < n) item[i / per_byte] = want[i / per_byte];
        }
        cameo_value in = control_flow_tensor("x", dtype, 1, (int64_t)n, item, sizeof item);
        cameo_value out[2] = {{0}};
        cameo_error e = {0};
        memset(x.run_memory.m.base, 0xA5, x.run_memory.m.size);
        CHECK_INT(cameo_run_create(x.run_memory.m, x.plan, 1, NULL, NULL, &x.run, &e), CAMEO_OK);
        CHECK_MSG(cameo_run_all(x.run, &in, 1, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(memcmp(out[0].tensor.data, item, (n + per_byte - 1) / per_byte) == 0);
        CHECK(memcmp(out[1].tensor.data, want, (n * TURNS + per_byte - 1) / per_byte) == 0);
        exact_close(&x);
        ow_free(&o);
    }
}

/* No turn: dims of the items that inference knows, 0 for others; the carried value as it came. */
void test_control_flow_no_turn(void) {
    ow o;
    exact x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "batch,3");
    control_flow_body(&o, "n,c,x", "y,wide");
    ow_value(&o, OW_INPUT, "v", CAMEO_FLOAT, "batch,3");
    ow_node(&o, "Concat", "v,v", "vv");
    ow_attr_int(&o, "axis", 1);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "v", CAMEO_FLOAT, "batch,3");
    ow_value(&o, OW_OUTPUT, "vv", CAMEO_FLOAT, NULL);
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "batch,3");
    ow_value(&o, OW_OUTPUT, "wide", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int64_t k = 0; k < 3; k++) {
        int64_t n = k == 0 ? 0 : k == 1 ? -7 : 2;
        uint8_t c = k != 2;
        float data[6] = {1, 2, 3, 4, 5, 6};
        cameo_error e = {0};
        cameo_value in[3] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                             control_flow_tensor("c", CAMEO_BOOL, 0, 0, &c, 1),
                             control_flow_tensor("x", CAMEO_FLOAT, 2, 2, data, sizeof data)};
        in[2].tensor.dims[1] = 3;
        cameo_value out[2] = {{0}};
        CHECK_MSG(cameo_run_all(x.run, in, 3, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(memcmp(out[0].tensor.data, data, sizeof data) == 0);
        CHECK_INT(out[1].tensor.rank, 3);
        CHECK_INT(out[1].tensor.dims[0], 0);
        CHECK_INT(out[1].tensor.dims[1], 2);
        CHECK_INT(out[1].tensor.dims[2], 6);
    }
    exact_close(&x);
    ow_free(&o);
}

/* Without a turn items have 0 of a dim that the session does not know (2 * batch), with one what the plan knows:
 * what is computed from them has either. */
void test_control_flow_no_turn_planned(void) {
    ow o;
    exact x;
    const cameo_dim_binding batch = {"batch", 2, 2};
    const int64_t axis = 0, one = 1;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "batch");
    ow_init(&o, "axis", CAMEO_INT64, &one, 1, &axis, sizeof axis);
    control_flow_body(&o, "n,", "log");
    ow_node(&o, "Concat", "x,x", "xx");
    ow_attr_int(&o, "axis", 0);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "xx", CAMEO_FLOAT, NULL);
    control_flow_body_end(&o);
    ow_node(&o, "ReduceSum", "log,axis", "y");
    ow_attr_int(&o, "keepdims", 0);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, &batch, 1, 1 << 12);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int64_t n = 0; n < 3; n++) {
        float data[2] = {1, 2};
        cameo_error e = {0};
        cameo_value in[2] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                             control_flow_tensor("x", CAMEO_FLOAT, 1, 2, data, sizeof data)};
        cameo_value out = {0};
        CHECK_MSG(cameo_run_all(x.run, in, 2, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.tensor.dims[0], n == 0 ? 0 : 4);
        for (int64_t i = 0; i < out.tensor.dims[0]; i++)
            CHECK(((const float *)out.tensor.data)[i] == (float)n * data[i % 2]);
    }
    exact_close(&x);
    ow_free(&o);
}

/* The body's condition is a carried value: the one of this turn, not the one just assigned. */
void test_control_flow_carried_condition(void) {
    ow o;
    exact x;
    float one = 1;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "p", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "");
    ow_value(&o, OW_INPUT, "flags", CAMEO_BOOL, "6");
    ow_init(&o, "one", CAMEO_FLOAT, NULL, 0, &one, sizeof one);
    control_flow_body(&o, ",,p,x", "last,turns");
    ow_value(&o, OW_INPUT, "keep", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "v", CAMEO_FLOAT, "");
    ow_op(&o, "Gather", "flags,i", "flag");
    ow_op(&o, "Add", "v,one", "more");
    ow_value(&o, OW_OUTPUT, "keep", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "flag", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "more", CAMEO_FLOAT, "");
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "last", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "turns", CAMEO_FLOAT, "");
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int k = 0; k < 2; k++) {
        uint8_t p = (uint8_t)k, flags[6] = {1, 1, 0, 1, 0, 0};
        float v = 0;
        cameo_error e = {0};
        cameo_value in[3] = {control_flow_tensor("p", CAMEO_BOOL, 0, 0, &p, 1),
                             control_flow_tensor("x", CAMEO_FLOAT, 0, 0, &v, sizeof v),
                             control_flow_tensor("flags", CAMEO_BOOL, 1, 6, flags, 6)};
        cameo_value out[2] = {{0}};
        CHECK_MSG(cameo_run_all(x.run, in, 3, out, 2, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(*(const uint8_t *)out[0].tensor.data, 1);
        CHECK(*(const float *)out[1].tensor.data == (k ? 4 : 1));
    }
    exact_close(&x);
    ow_free(&o);
}

/* Outputs of a body: a constant, an input, a captured initializer, and each of them twice. */
void test_control_flow_body_outputs(void) {
    ow o;
    exact x;
    float seven = 7, four = 4;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "");
    ow_init(&o, "seven", CAMEO_FLOAT, NULL, 0, &seven, sizeof seven);
    control_flow_body(&o, "n,,x,x", "a1,b1,as,is,sevens,fours,again");
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "");
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "");
    ow_init(&o, "four", CAMEO_FLOAT, NULL, 0, &four, sizeof four);
    ow_op(&o, "Identity", "seven", "outer");
    const char *const outputs[] = {"go", "four", "a", "a", "i", "outer", "four", "outer"};
    for (int k = 0; k < 8; k++) {
        ow_value(&o, OW_OUTPUT, outputs[k],
                 k == 0   ? CAMEO_BOOL
                 : k == 4 ? CAMEO_INT64
                          : CAMEO_FLOAT,
                 "");
    }
    control_flow_body_end(&o);
    const char *const names[] = {"a1", "b1", "as", "is", "sevens", "fours", "again"};
    for (int k = 0; k < 7; k++) {
        ow_value(&o, OW_OUTPUT, names[k], k == 3 ? CAMEO_INT64 : CAMEO_FLOAT, k < 2 ? "" : "?");
    }
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int64_t n = 0; n < 4; n++) {
        float v = 1;
        cameo_error e = {0};
        cameo_value in[2] = {control_flow_tensor("n", CAMEO_INT64, 0, 0, &n, sizeof n),
                             control_flow_tensor("x", CAMEO_FLOAT, 0, 0, &v, sizeof v)};
        cameo_value out[7] = {{0}};
        CHECK_MSG(cameo_run_all(x.run, in, 2, out, 7, &e) == CAMEO_OK, "%s", e.msg);
        CHECK(*(const float *)out[0].tensor.data == (n > 0 ? 4 : 1));
        CHECK(*(const float *)out[1].tensor.data == (n > 1 ? 4 : 1));
        for (int64_t i = 0; i < n; i++) {
            CHECK(((const float *)out[2].tensor.data)[i] == (i > 0 ? 4 : 1));
            CHECK_INT(((const int64_t *)out[3].tensor.data)[i], i);
            CHECK(((const float *)out[4].tensor.data)[i] == 7);
            CHECK(((const float *)out[5].tensor.data)[i] == 4);
            CHECK(((const float *)out[6].tensor.data)[i] == 7);
        }
        for (int k = 2; k < 7; k++) CHECK_INT(out[k].tensor.dims[0], n);
    }
    exact_close(&x);
    ow_free(&o);
}

/* a, b, c = b, c if pick else a, a + 1, as names of each other (Identity, Reshape, If), while `more`, which is the
 * carried `next` of this turn, by a name of it; next = flags[i]. For fixed dims and for a range. */
static void control_flow_rotate(ow *o, const char *dims) {
    const float one = 1;
    const int64_t column[2] = {-1, 1}, row[1] = {-1}, two = 2, first = 1;
    ow_begin(o, 21);
    ow_value(o, OW_INPUT, "flags", CAMEO_BOOL, "8");
    ow_value(o, OW_INPUT, "pick", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, dims);
    ow_value(o, OW_INPUT, "y", CAMEO_FLOAT, dims);
    ow_value(o, OW_INPUT, "z", CAMEO_FLOAT, dims);
    ow_init(o, "one", CAMEO_FLOAT, NULL, 0, &one, sizeof one);
    ow_init(o, "column", CAMEO_INT64, &two, 1, column, sizeof column);
    ow_init(o, "row", CAMEO_INT64, &first, 1, row, sizeof row);
    control_flow_body(o, ",,pick,x,y,z", "last,p,q,r");
    ow_value(o, OW_INPUT, "next", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, dims);
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, dims);
    ow_value(o, OW_INPUT, "c", CAMEO_FLOAT, dims);
    ow_op(o, "Identity", "next", "more");
    ow_op(o, "Gather", "flags,i", "flag");
    ow_op(o, "Identity", "b", "na");
    ow_node(o, "If", "pick", "nb");
    ow_graph(o, "then_branch");
    ow_op(o, "Identity", "c", "other");
    ow_value(o, OW_OUTPUT, "other", CAMEO_FLOAT, dims);
    ow_graph_end(o);
    ow_graph(o, "else_branch");
    ow_op(o, "Identity", "a", "own");
    ow_value(o, OW_OUTPUT, "own", CAMEO_FLOAT, dims);
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Reshape", "a,column", "tall");
    ow_op(o, "Reshape", "tall,row", "flat");
    ow_op(o, "Add", "flat,one", "nc");
    ow_value(o, OW_OUTPUT, "more", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "flag", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "na", CAMEO_FLOAT, dims);
    ow_value(o, OW_OUTPUT, "nb", CAMEO_FLOAT, dims);
    ow_value(o, OW_OUTPUT, "nc", CAMEO_FLOAT, dims);
    control_flow_body_end(o);
    ow_value(o, OW_OUTPUT, "p", CAMEO_FLOAT, dims);
    ow_value(o, OW_OUTPUT, "q", CAMEO_FLOAT, dims);
    ow_value(o, OW_OUTPUT, "r", CAMEO_FLOAT, dims);
    ow_finish(o);
}

void test_control_flow_rotate_views(void) {
    const cameo_dim_binding range = {"n", 1, 4};
    for (int k = 0; k < 28; k++) {
        ow o;
        exact x;
        control_flow_rotate(&o, k % 2 == 0 ? "3" : "n");
        cameo_options options = control_flow_options;
        options.opt = k % 4 < 2 ? CAMEO_OPT_ALL : CAMEO_OPT_NONE;
        cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &options, &range, (size_t)(k % 2), 0);
        CHECK_MSG(s == CAMEO_OK, "%s", x.why);
        CHECK_INT(x.needs.dynamic_bytes, 0);
        uint8_t pick = 1, flags[8] = {0};
        float v[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, want[3] = {1, 4, 7};
        size_t ones = (size_t)k / 4;
        memset(flags, 1, ones);
        for (size_t turn = 0; turn < ones + 2; turn++) {
            float a = want[0];
            want[0] = want[1];
            want[1] = want[2];
            want[2] = a + 1;
        }
        cameo_value in[5] = {control_flow_tensor("flags", CAMEO_BOOL, 1, 8, flags, 8),
                             control_flow_tensor("pick", CAMEO_BOOL, 0, 0, &pick, 1)};
        cameo_value out[3] = {{0}};
        cameo_error e = {0};
        for (int i = 0; i < 3; i++)
            in[i + 2] = control_flow_tensor(NULL, CAMEO_FLOAT, 1, 3, v[i], sizeof v[i]);
        CHECK_MSG(cameo_run_all(x.run, in, 5, out, 3, &e) == CAMEO_OK, "%s", e.msg);
        for (int i = 0; i < 9; i++)
            CHECK(((const float *)out[i / 3].tensor.data)[i % 3] == want[i / 3] + (float)(i % 3));
        exact_close(&x);
        ow_free(&o);
    }
}

/* More values than a step has inputs are captured by a body, and die behind the loop: each turn reads them all. */
void test_control_flow_many_captured(void) {
    enum { N = 33000, ROOM = 1 << 22 };
    const int64_t turns = 3;
    char *text[2] = {malloc(ROOM), malloc(ROOM)};
    ow o;
    ow_begin(&o, 13);
    o.w.buf = realloc(o.w.buf, ROOM);
    o.w.cap = ROOM;
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "1");
    ow_init(&o, "turns", CAMEO_INT64, NULL, 0, &turns, sizeof turns);
    for (int k = 0; k < 2; k++) {
        size_t at = 0;
        for (int i = 0; i < N; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "%c%d", 'a' + k, N - i);
            at += (size_t)snprintf(text[k] + at, ROOM - at, "%s%s", i == 0 ? "" : ",", name);
        }
        for (int i = 0; i < N; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "%c%d", 'a' + k, i + 1);
            ow_op(&o, "Neg", "x", name);
        }
    }
    control_flow_body(&o, "turns,,x", "z");
    ow_value(&o, OW_INPUT, "v", CAMEO_FLOAT, "1");
    ow_op(&o, "Sum", text[0], "s");
    ow_op(&o, "Sum", text[1], "t");
    ow_op(&o, "Add", "s,t", "u");
    ow_op(&o, "Add", "u,v", "w");
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "w", CAMEO_FLOAT, "1");
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "z", CAMEO_FLOAT, "1");
    ow_finish(&o);
    cameo_options options = {.opt = CAMEO_OPT_NONE, .n_threads = 1};
    cameo_host *host = NULL;
    cameo_error e = {0};
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &host, &e) == CAMEO_OK, "%s", e.msg);
    float x = 2;
    cameo_value in = control_flow_tensor("x", CAMEO_FLOAT, 1, 1, &x, sizeof x), out = {0};
    CHECK_MSG(cameo_host_run(host, &in, 1, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
    CHECK(*(const float *)out.tensor.data == 2 - 3 * 2 * 2.0f * N);
    cameo_host_release(host, &out, 1);
    cameo_host_free(host);
    ow_free(&o);
    free(text[0]);
    free(text[1]);
}

/* if c: for i < n: v = (flags[i] ? v + x : x), and v's dims double. else: v = x. */
void test_control_flow_if_loop_if(void) {
    ow o;
    exact x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "1");
    ow_value(&o, OW_INPUT, "flags", CAMEO_BOOL, "4");
    ow_node(&o, "If", "c", "y");
    ow_graph(&o, "then_branch");
    control_flow_body(&o, "n,,x", "end");
    ow_value(&o, OW_INPUT, "v", CAMEO_FLOAT, NULL);
    ow_op(&o, "Gather", "flags,i", "flag");
    ow_node(&o, "If", "flag", "w");
    ow_graph(&o, "then_branch");
    ow_op(&o, "Add", "v,x", "sum");
    ow_value(&o, OW_OUTPUT, "sum", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_graph(&o, "else_branch");
    ow_op(&o, "Identity", "x", "same");
    ow_value(&o, OW_OUTPUT, "same", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_node(&o, "Concat", "w,w", "ww");
    ow_attr_int(&o, "axis", 0);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "ww", CAMEO_FLOAT, NULL);
    control_flow_body_end(&o);
    ow_value(&o, OW_OUTPUT, "end", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_graph(&o, "else_branch");
    ow_op(&o, "Identity", "x", "plain");
    ow_value(&o, OW_OUTPUT, "plain", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &control_flow_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    /* flags 1 0 1 1: 2, 2 -> 1, 1 -> 2 x 4 -> 3 x 8 */
    const size_t want_n[] = {1, 2, 2, 4, 8};
    const float want[] = {1, 2, 1, 2, 3};
    for (int64_t n = 0; n < 10; n++) {
        int64_t turns = n % 5;
        uint8_t c = n < 5, flags[4] = {1, 0, 1, 1};
        float v = 1;
        cameo_error e = {0};
        cameo_value in[4] = {control_flow_tensor("c", CAMEO_BOOL, 0, 0, &c, 1),
                             control_flow_tensor("n", CAMEO_INT64, 0, 0, &turns, sizeof turns),
                             control_flow_tensor("x", CAMEO_FLOAT, 1, 1, &v, sizeof v),
                             control_flow_tensor("flags", CAMEO_BOOL, 1, 4, flags, 4)};
        cameo_value out = {0};
        CHECK_MSG(cameo_run_all(x.run, in, 4, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.tensor.dims[0], c ? want_n[turns] : 1);
        const float *y = out.tensor.data;
        for (int64_t i = 0; i < out.tensor.dims[0]; i++) CHECK(y[i] == (c ? want[turns] : 1));
    }
    exact_close(&x);
    ow_free(&o);
}
