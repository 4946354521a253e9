/* test_scan.c — Scan and SequenceMap in whole models: axes, directions, batches, lengths that data decides.
 * Expected values follow from the operators' text. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options scan_options = {.ops = &cameo_ops_all};

static cameo_value scan_tensor(const char *name, int dtype, const char *dims, void *data,
                               size_t bytes) {
    cameo_value v = {.name = name, .kind = CAMEO_KIND_TENSOR};
    v.tensor.dtype = (cameo_dtype)dtype;
    for (; *dims != 0; dims++) v.tensor.dims[v.tensor.rank++] = *dims - '0';
    v.tensor.data = data;
    v.tensor.bytes = bytes;
    return v;
}

static cameo_status scan_open(exact *x, ow *o) {
    ow_finish(o);
    cameo_status s = exact_open(x, o->w.buf, o->w.pos, &scan_options, NULL, 0, 1 << 16);
    if (s != CAMEO_OK) check_failed(__FILE__, __LINE__, "%s", x->why);
    return s;
}

static bool scan_is(const cameo_value *v, const char *dims, const float *want) {
    const float *y = v->tensor.data;
    size_t n = 1;
    if (v->tensor.rank != strlen(dims)) return false;
    for (uint32_t d = 0; dims[d] != 0; d++) {
        if (v->tensor.dims[d] != dims[d] - '0') return false;
        n *= (size_t)v->tensor.dims[d];
    }
    for (size_t i = 0; i < n; i++) {
        if (y[i] != want[i]) return false;
    }
    return true;
}

/* Opens a Scan of state s and scan inputs x, y; body: sum = s + x + y, of which each step gives a copy. */
static void scan_sum(ow *o, const char *in, int64_t n_scans) {
    ow_node(o, "Scan", in, "last,sums");
    ow_attr_int(o, "num_scan_inputs", n_scans);
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, NULL);
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, NULL);
    if (n_scans > 1) ow_value(o, OW_INPUT, "c", CAMEO_FLOAT, NULL);
    ow_op(o, "Add", "a,b", n_scans > 1 ? "ab" : "sum");
    if (n_scans > 1) ow_op(o, "Add", "ab,c", "sum");
    ow_op(o, "Identity", "sum", "copy");
    ow_value(o, OW_OUTPUT, "sum", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "copy", CAMEO_FLOAT, NULL);
    ow_graph_end(o);
}

/* x [2][t] along axis 1 backwards, y [t][2]; sums on axis 1, backwards. */
void test_scan_axes(void) {
    static const int64_t in_axes[2] = {-1, 0}, in_back[2] = {1, 0}, out_axes[1] = {-1},
                         out_back[1] = {1};
    ow o;
    exact x;
    ow_begin(&o, 16);
    ow_value(&o, OW_INPUT, "s", CAMEO_FLOAT, "2");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,?");
    ow_value(&o, OW_INPUT, "y", CAMEO_FLOAT, "?,2");
    scan_sum(&o, "s,x,y", 2);
    ow_attr_ints(&o, "scan_input_axes", in_axes, 2);
    ow_attr_ints(&o, "scan_input_directions", in_back, 2);
    ow_attr_ints(&o, "scan_output_axes", out_axes, 1);
    ow_attr_ints(&o, "scan_output_directions", out_back, 1);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "last", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "sums", CAMEO_FLOAT, NULL);
    if (scan_open(&x, &o) != CAMEO_OK) return;
    float s[2] = {1, 2}, xs[6] = {1, 2, 3, 4, 5, 6}, ys[8] = {10, 20, 30, 40, 50, 60, 70, 80};
    /* Steps: x 3 6, 2 5, 1 4; y 10 20, 30 40, 50 60. */
    static const float last[2] = {97, 137}, sums[6] = {97, 46, 14, 137, 73, 28};
    for (int k = 0; k < 3; k++) {
        cameo_error e = {0};
        cameo_value in[3] = {scan_tensor("s", CAMEO_FLOAT, "2", s, sizeof s),
                             scan_tensor("x", CAMEO_FLOAT, k == 2 ? "20" : "23", xs, sizeof xs),
                             scan_tensor("y", CAMEO_FLOAT,
                                         k == 0   ? "32"
                                         : k == 1 ? "42"
                                                  : "02",
                                         ys, sizeof ys)};
        cameo_value out[2] = {{0}};
        cameo_status status = cameo_run_all(x.run, in, 3, out, 2, &e);
        if (k == 1) {
            CHECK_INT(status, CAMEO_E_SHAPE);
            CHECK_STR(e.msg, "input y: dim 0 is 4, ScanLength wants 3 as input x dim 1");
            continue;
        }
        CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
        CHECK(scan_is(&out[0], "2", k == 0 ? last : s));
        CHECK(scan_is(&out[1], k == 0 ? "23" : "20", sums));
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* Scan 8: three sequences of up to 2 steps, backwards within their length; zeros behind it. */
void test_scan_batch(void) {
    static const int64_t back[1] = {1};
    ow o;
    exact x;
    ow_begin(&o, 8);
    ow_value(&o, OW_INPUT, "lens", CAMEO_INT64, "3");
    ow_value(&o, OW_INPUT, "s", CAMEO_FLOAT, "3,1");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3,2,1");
    scan_sum(&o, "lens,s,x", 1);
    ow_attr_ints(&o, "directions", back, 1);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "last", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "sums", CAMEO_FLOAT, NULL);
    if (scan_open(&x, &o) != CAMEO_OK) return;
    float s[3] = {1, 2, 3}, xs[6] = {10, 20, 30, 40, 50, 60};
    static const float last[3] = {31, 2, 53}, sums[6] = {21, 31, 0, 0, 53, 0};
    for (int64_t k = 0; k < 3; k++) {
        int64_t lens[3] = {2, 0, k == 0 ? 1 : k == 1 ? 3 : -1};
        cameo_error e = {0};
        cameo_value in[3] = {scan_tensor("lens", CAMEO_INT64, "3", lens, sizeof lens),
                             scan_tensor("s", CAMEO_FLOAT, "31", s, sizeof s),
                             scan_tensor("x", CAMEO_FLOAT, "321", xs, sizeof xs)};
        cameo_value out[2] = {{0}};
        cameo_status status = cameo_run_all(x.run, in, 3, out, 2, &e);
        if (k != 0) {
            CHECK_INT(status, CAMEO_E_SHAPE);
            CHECK_STR(e.msg, k == 1 ? "sequence_lens has 3, want 0..2"
                                    : "sequence_lens has -1, want 0..2");
            continue;
        }
        CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
        CHECK(scan_is(&out[0], "31", last));
        CHECK(scan_is(&out[1], "321", sums));
    }
    exact_close(&x);
    ow_free(&o);
}

/* pairs[i] = parts[i] + w + parts2[i]; parts2 may be shorter: then there is no item. */
void test_scan_sequence_map(void) {
    ow o;
    exact x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "?,2");
    ow_value(&o, OW_INPUT, "y", CAMEO_FLOAT, "?,2");
    ow_value(&o, OW_INPUT, "w", CAMEO_FLOAT, "2");
    ow_op(&o, "SplitToSequence", "x", "xs");
    ow_op(&o, "SplitToSequence", "y", "ys");
    ow_node(&o, "SequenceMap", "xs,w,ys", "sums,same");
    ow_graph(&o, "body");
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_INPUT, "c", CAMEO_FLOAT, NULL);
    ow_op(&o, "Add", "a,b", "ab");
    ow_op(&o, "Add", "ab,c", "abc");
    ow_value(&o, OW_OUTPUT, "abc", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "a", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_op(&o, "SequenceLength", "sums", "n");
    ow_sequence(&o, OW_OUTPUT, "sums", CAMEO_FLOAT);
    ow_sequence(&o, OW_OUTPUT, "same", CAMEO_FLOAT);
    ow_value(&o, OW_OUTPUT, "n", CAMEO_INT64, "");
    if (scan_open(&x, &o) != CAMEO_OK) return;
    float xs[6] = {1, 2, 3, 4, 5, 6}, ys[6] = {10, 20, 30, 40, 50, 60}, w[2] = {100, 200};
    static const float sums[6] = {111, 222, 133, 244, 155, 266};
    for (int k = 0; k < 5; k++) {
        static const char *const n_x[] = {"32", "02", "22", "32", "12"};
        static const char *const n_y[] = {"32", "02", "32", "22", "12"};
        cameo_error e = {0};
        cameo_value in[3] = {scan_tensor("x", CAMEO_FLOAT, n_x[k], xs, sizeof xs),
                             scan_tensor("y", CAMEO_FLOAT, n_y[k], ys, sizeof ys),
                             scan_tensor("w", CAMEO_FLOAT, "2", w, sizeof w)};
        cameo_value out[3] = {{0}};
        cameo_status status = cameo_run_all(x.run, in, 3, out, 3, &e);
        if (k == 3) {
            CHECK_INT(status, CAMEO_E_SHAPE);
            CHECK_STR(e.msg, "an input sequence has 2 items, input_sequence more");
            continue;
        }
        CHECK_MSG(status == CAMEO_OK, "%s", e.msg);
        CHECK_INT(out[0].kind, CAMEO_KIND_SEQUENCE);
        CHECK_INT(out[0].n_items, n_x[k][0] - '0');
        CHECK_INT(out[1].n_items, n_x[k][0] - '0');
        CHECK_INT(*(const int64_t *)out[2].tensor.data, n_x[k][0] - '0');
        for (size_t i = 0; i < out[0].n_items; i++) {
            CHECK(scan_is(&out[0].items[i], "12", sums + 2 * i));
            CHECK(scan_is(&out[1].items[i], "12", xs + 2 * i));
        }
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}
