/* test_program.c — control flow: branches of different rank, loops whose end the data decides, growing
 * sequences, nesting, and that what does not grow needs no more memory the longer it runs. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options program_options = {.ops = &cameo_ops_all};

static cameo_value program_tensor(const char *name, int dtype, uint32_t rank, const int64_t *dims,
                                  void *data, size_t bytes) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor.dtype = (cameo_dtype)dtype;
    v.tensor.rank = rank;
    for (uint32_t i = 0; i < rank; i++) v.tensor.dims[i] = dims[i];
    v.tensor.data = data;
    v.tensor.bytes = bytes;
    return v;
}

/* if c: y = x [2, 3]  else: y = flatten(x, 0) [1, 6];  with a third rank through Reshape below. */
static void program_if(ow *o) {
    int64_t six = 6, one = 1;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_init(o, "shape", CAMEO_INT64, &one, 1, &six, sizeof six);
    ow_node(o, "If", "c", "y");
    ow_graph(o, "then_branch");
    ow_op(o, "Relu", "x", "a");
    ow_value(o, OW_OUTPUT, "a", CAMEO_FLOAT, NULL);
    ow_graph_end(o);
    ow_graph(o, "else_branch");
    ow_op(o, "Reshape", "x,shape", "b");
    ow_value(o, OW_OUTPUT, "b", CAMEO_FLOAT, NULL);
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Add", "y,y", "z");
    ow_value(o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

void test_program_if_rank(void) {
    ow o;
    exact x;
    program_if(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &program_options, NULL, 0, 1 << 14);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int c = 0; c < 2; c++) {
        uint8_t cond = (uint8_t)c;
        float data[6] = {-1, 2, -3, 4, -5, 6};
        int64_t dims[2] = {2, 3};
        cameo_error e = {0};
        cameo_value in[2] = {program_tensor("c", CAMEO_BOOL, 0, NULL, &cond, 1),
                             program_tensor("x", CAMEO_FLOAT, 2, dims, data, sizeof data)};
        cameo_value out = {0};
        CHECK_MSG(cameo_run_all(x.run, in, 2, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.tensor.rank, c ? 2 : 1);
        CHECK_INT(out.tensor.dims[0], c ? 2 : 6);
        const float *z = out.tensor.data;
        for (int i = 0; i < 6; i++) CHECK(z[i] == (c && data[i] < 0 ? 0 : 2 * data[i]));
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* for i < n: seq = insert(seq, word).  word is a string tensor. */
static void program_growing(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_sequence(o, OW_INPUT, "seq", CAMEO_STRING);
    ow_value(o, OW_INPUT, "word", CAMEO_STRING, "2");
    ow_node(o, "Loop", "n,,seq", "result");
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_sequence(o, OW_INPUT, "s", CAMEO_STRING);
    ow_op(o, "SequenceInsert", "s,word", "longer");
    ow_op(o, "Identity", "go", "go_on");
    ow_value(o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_sequence(o, OW_OUTPUT, "longer", CAMEO_STRING);
    ow_graph_end(o);
    ow_end(o);
    ow_sequence(o, OW_OUTPUT, "result", CAMEO_STRING);
    ow_finish(o);
}

void test_program_growing_sequence(void) {
    ow o;
    exact x;
    program_growing(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &program_options, NULL, 0, 1 << 20);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    cameo_string words[2] = {{"carved", 6}, {"", 0}};
    int64_t dims[1] = {2};
    for (int64_t n = 0; n <= 50; n += 25) {
        cameo_error e = {0};
        cameo_value in[3] = {program_tensor("n", CAMEO_INT64, 0, NULL, &n, sizeof n),
                             {.name = "seq", .kind = CAMEO_KIND_SEQUENCE},
                             program_tensor("word", CAMEO_STRING, 1, dims, words, sizeof words)};
        cameo_value out = {0};
        CHECK_MSG(cameo_run_all(x.run, in, 3, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out.kind, CAMEO_KIND_SEQUENCE);
        CHECK_INT(out.n_items, n);
        for (size_t i = 0; i < out.n_items; i++) {
            const cameo_tensor *t = &out.items[i].tensor;
            CHECK_INT(t->dtype, CAMEO_STRING);
            CHECK_INT(t->dims[0], 2);
            const cameo_string *text = t->data;
            CHECK(text[0].n == 6 && memcmp(text[0].p, "carved", 6) == 0 && text[1].n == 0);
        }
    }
    exact_close(&x);
    ow_free(&o);
}

/* for i < n: for j < m: v = v + v's first row, through NonZero so that dims are known at run only; an If in
 * the inner body. Nothing grows. */
static void program_nested(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "m", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "x", CAMEO_INT64, "4");
    ow_node(o, "Loop", "n,,x", "y");
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "gi", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "v", CAMEO_INT64, "4");
    ow_node(o, "Loop", "m,gi,v", "w");
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "j", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "gj", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "u", CAMEO_INT64, "4");
    ow_node(o, "If", "c", "d");
    ow_graph(o, "then_branch");
    ow_op(o, "NonZero", "u", "where");
    ow_value(o, OW_OUTPUT, "where", CAMEO_INT64, NULL);
    ow_graph_end(o);
    ow_graph(o, "else_branch");
    ow_op(o, "Identity", "u", "same");
    ow_value(o, OW_OUTPUT, "same", CAMEO_INT64, NULL);
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Shape", "d", "size");
    ow_op(o, "Gather", "size,minus", "last");
    ow_op(o, "Add", "u,last", "next");
    ow_op(o, "Identity", "gj", "go_j");
    ow_value(o, OW_OUTPUT, "go_j", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "next", CAMEO_INT64, "4");
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Identity", "gi", "go_i");
    ow_value(o, OW_OUTPUT, "go_i", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "w", CAMEO_INT64, "4");
    ow_graph_end(o);
    ow_end(o);
    int64_t minus = -1;
    ow_init(o, "minus", CAMEO_INT64, NULL, 0, &minus, sizeof minus);
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, "4");
    ow_finish(o);
}

void test_program_nested_constant_memory(void) {
    ow o;
    exact x;
    uint64_t peak[2] = {0};
    program_nested(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &program_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int c = 0; c < 2; c++) {
        for (int k = 0; k < 2; k++) {
            int64_t n = k ? 100 : 2, m = k ? 100 : 5; /* 10 and 10,000 turns */
            uint8_t cond = (uint8_t)c;
            int64_t data[4] = {1, 2, 3, 4}, dims[1] = {4};
            cameo_error e = {0};
            cameo_value in[4] = {program_tensor("n", CAMEO_INT64, 0, NULL, &n, sizeof n),
                                 program_tensor("m", CAMEO_INT64, 0, NULL, &m, sizeof m),
                                 program_tensor("c", CAMEO_BOOL, 0, NULL, &cond, 1),
                                 program_tensor("x", CAMEO_INT64, 1, dims, data, sizeof data)};
            cameo_value out = {0};
            CHECK_MSG(cameo_run_all(x.run, in, 4, &out, 1, &e) == CAMEO_OK, "%s", e.msg);
            const int64_t *y = out.tensor.data;
            for (int i = 0; i < 4; i++) CHECK_INT(y[i], data[i] + 4 * n * m);
            cameo_run_stats stats;
            cameo_run_get_stats(x.run, &stats);
            peak[k] = stats.heap_peak;
        }
        CHECK_INT(peak[1], peak[0]);
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* Two carried values that change places at every turn, and a scan output. */
void test_program_loop_swap_scan(void) {
    ow o;
    exact x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "p", CAMEO_FLOAT, "2");
    ow_value(&o, OW_INPUT, "q", CAMEO_FLOAT, "2");
    ow_node(&o, "Loop", "n,,p,q", "p2,q2,log");
    ow_graph(&o, "body");
    ow_value(&o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "2");
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "2");
    ow_op(&o, "Add", "a,b", "sum");
    ow_op(&o, "Identity", "go", "go_on");
    ow_value(&o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "b", CAMEO_FLOAT, "2");
    ow_value(&o, OW_OUTPUT, "a", CAMEO_FLOAT, "2");
    ow_value(&o, OW_OUTPUT, "sum", CAMEO_FLOAT, "2");
    ow_graph_end(&o);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "p2", CAMEO_FLOAT, "2");
    ow_value(&o, OW_OUTPUT, "q2", CAMEO_FLOAT, "2");
    ow_value(&o, OW_OUTPUT, "log", CAMEO_FLOAT, "?,2");
    ow_finish(&o);
    cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &program_options, NULL, 0, 1 << 16);
    CHECK_MSG(s == CAMEO_OK, "%s", x.why);
    for (int64_t n = 0; n < 40; n += 3) {
        float p[2] = {1, 2}, q[2] = {10, 20};
        int64_t dims[1] = {2};
        cameo_error e = {0};
        cameo_value in[3] = {program_tensor("n", CAMEO_INT64, 0, NULL, &n, sizeof n),
                             program_tensor("p", CAMEO_FLOAT, 1, dims, p, sizeof p),
                             program_tensor("q", CAMEO_FLOAT, 1, dims, q, sizeof q)};
        cameo_value out[3] = {{0}};
        CHECK_MSG(cameo_run_all(x.run, in, 3, out, 3, &e) == CAMEO_OK, "%s", e.msg);
        const float *a = out[0].tensor.data, *b = out[1].tensor.data, *log = out[2].tensor.data;
        CHECK(a[0] == (n % 2 ? 10 : 1) && b[1] == (n % 2 ? 2 : 20));
        CHECK_INT(out[2].tensor.rank, 2);
        CHECK_INT(out[2].tensor.dims[0], n);
        for (int64_t i = 0; i < n; i++) CHECK(log[2 * i] == 11 && log[2 * i + 1] == 22);
    }
    exact_close(&x);
    ow_free(&o);
}
