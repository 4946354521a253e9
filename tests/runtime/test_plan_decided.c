/* test_plan_decided.c — plans of models whose sizes the data decide: buffers as large as the data can want, no heap;
 * and where the heap has to serve, how many bytes always suffice. Memory is exact, guarded and poisoned. */
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

static const cameo_options decided_options = {.ops = &cameo_ops_all};

static cameo_value decided_value(int dtype, uint32_t rank, const int64_t *dims, void *data) {
    cameo_value v = {.kind = CAMEO_KIND_TENSOR};
    size_t n = 1;
    v.tensor.dtype = (cameo_dtype)dtype;
    v.tensor.rank = rank;
    for (uint32_t i = 0; i < rank; i++) {
        v.tensor.dims[i] = dims[i];
        n *= (size_t)dims[i];
    }
    v.tensor.data = data;
    v.tensor.bytes = n * cameo_dtype_bits((cameo_dtype)dtype) / 8;
    return v;
}

/* The run of x on `in`, in memory that holds garbage. */
static bool decided_run(exact *x, cameo_value *in, size_t n_in, cameo_value *out, size_t n_out,
                        int garbage) {
    cameo_error e = {0};
    memset(x->run_memory.m.base, garbage, x->run_memory.m.size);
    memset(out, 0, n_out * sizeof *out);
    bool ok = cameo_run_create(x->run_memory.m, x->plan, 1, NULL, &decided_options, &x->run, &e) ==
                  CAMEO_OK &&
              cameo_run_all(x->run, in, n_in, out, n_out, &e) == CAMEO_OK;
    if (!ok) printf("  %s: %s\n", e.op_type, e.msg);
    return ok;
}

static int64_t decided_axis0[1] = {0};

/* y = what of x [dims] is not zero, twice: NonZero, GatherND, Add. */
static void decided_pick(ow *o, const char *dims) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, dims);
    ow_op(o, "NonZero", "x", "at");
    ow_node(o, "Transpose", "at", "rows");
    ow_attr_ints(o, "perm", (int64_t[]){1, 0}, 2);
    ow_end(o);
    ow_op(o, "GatherND", "x,rows", "picked");
    ow_op(o, "Add", "picked,picked", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Every set of elements of [2, 3] that are not zero. */
static void decided_check_pick(exact *x, uint64_t *cost) {
    const int64_t dims[2] = {2, 3};
    for (int set = 0; set < 64; set++) {
        float data[6], want[6];
        int n = 0;
        for (int i = 0; i < 6; i++) {
            data[i] = (set >> i & 1) != 0 ? (float)(i + 1) : 0;
            if (data[i] != 0) want[n++] = data[i] * 2;
        }
        cameo_value in = decided_value(CAMEO_FLOAT, 2, dims, data), out;
        cameo_run_stats stats = {.size = sizeof stats};
        CHECK(decided_run(x, &in, 1, &out, 1, 0x5A + set));
        CHECK_INT(out.tensor.dims[0], n);
        CHECK(memcmp(out.tensor.data, want, (size_t)n * sizeof *want) == 0);
        cameo_run_get_stats(x->run, &stats);
        if (cost[set] == 0) cost[set] = stats.cost;
        CHECK_INT(stats.cost, cost[set]);
    }
    CHECK(exact_intact(x));
}

/* Planned for fixed dims and for a range: no heap. For dims without bound: the heap. The same bits at the same cost. */
void test_plan_decided_pick(void) {
    static const char *const dims[] = {"2,3", "2,n", "2,n"};
    const cameo_dim_binding range = {"n", 1, 7};
    uint64_t cost[64] = {0};
    for (int i = 0; i < 3; i++) {
        ow o;
        exact x;
        decided_pick(&o, dims[i]);
        cameo_status s = exact_open(&x, o.w.buf, o.w.pos, &decided_options, &range, i == 1,
                                    i == 2 ? 1 << 16 : 0);
        CHECK_MSG(s == CAMEO_OK, "%s", x.why);
        CHECK_INT(x.needs.dynamic_bytes, i == 2 ? CAMEO_UNBOUNDED : 0);
        decided_check_pick(&x, cost);
        cameo_session_info info = {.size = sizeof info};
        cameo_session_get_info(x.session, &info);
        CHECK_INT(info.n_symbols, i == 0 ? 0 : 1); /* hosts see the free dims of inputs only */
        exact_close(&x);
        ow_free(&o);
    }
}

/* Bounds beyond a megabyte, and beyond four times all else: the heap, whose bytes are told. So many do for the
 * worst data, and one block less does not. */
void test_plan_decided_heap(void) {
    enum { N = 120000 };
    static uint8_t data[2 * N];
    const int64_t dims[2] = {2, N};
    ow o;
    exact x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_BOOL, "2,120000");
    ow_op(&o, "NonZero", "x", "at");
    ow_op(&o, "Add", "at,at", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_INT64, NULL);
    ow_finish(&o);
    CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, 0), CAMEO_OK);
    uint64_t bytes = x.needs.dynamic_bytes;
    CHECK_MSG(bytes > 2 * 16 * 2 * (uint64_t)N && bytes < 3 * 16 * 2 * (uint64_t)N, "%llu",
              (unsigned long long)bytes);
    for (int less = 0; less < 2; less++) {
        exact_close(&x);
        size_t heap = (size_t)bytes - (less == 0 ? 0 : 16 * (size_t)N);
        CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, heap), CAMEO_OK);
        for (int every = 1; every <= 3; every += 2) {
            for (int i = 0; i < 2 * N; i++) data[i] = i % every == 0;
            cameo_value in = decided_value(CAMEO_BOOL, 2, dims, data), out = {0};
            if (less != 0 && every == 1) {
                cameo_error e = {0};
                CHECK_INT(cameo_run_all(x.run, &in, 1, &out, 1, &e), CAMEO_E_NOMEM);
                continue;
            }
            CHECK(decided_run(&x, &in, 1, &out, 1, 0xC3));
            CHECK_INT(out.tensor.dims[1], 2 * N / every);
            const int64_t *y = out.tensor.data;
            for (int64_t i = 0; i < out.tensor.dims[1]; i++) {
                if (y[i] != i * every / N * 2 || y[out.tensor.dims[1] + i] != i * every % N * 2)
                    CHECK(false);
            }
        }
        CHECK(exact_intact(&x));
    }
    exact_close(&x);
    ow_free(&o);
}

/* keep = n boxes ? NonMaxSuppression's way (here: NonZero) : none, as exporters write it; the best k of it. */
void test_plan_decided_branches(void) {
    ow o;
    exact x;
    int64_t none = 0, top = 3;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "5");
    ow_init(&o, "zero", CAMEO_INT64, (int64_t[]){1}, 1, decided_axis0, sizeof decided_axis0);
    ow_init(&o, "top", CAMEO_INT64, (int64_t[]){1}, 1, &top, sizeof top);
    ow_node(&o, "If", "c", "keep");
    ow_graph(&o, "then_branch");
    ow_init(&o, "nothing", CAMEO_INT64, (int64_t[]){0}, 1, &none, 0);
    ow_op(&o, "Identity", "nothing", "t");
    ow_value(&o, OW_OUTPUT, "t", CAMEO_INT64, NULL);
    ow_graph_end(&o);
    ow_graph(&o, "else_branch");
    ow_op(&o, "NonZero", "x", "at");
    ow_op(&o, "Squeeze", "at,zero", "e");
    ow_value(&o, OW_OUTPUT, "e", CAMEO_INT64, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_op(&o, "Slice", "keep,zero,top", "few");
    ow_op(&o, "Gather", "x,few", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, 0) == CAMEO_OK, "%s",
              x.why);
    CHECK_INT(x.needs.dynamic_bytes, 0);
    for (int set = 0; set < 64; set++) {
        float data[5], want[5];
        uint8_t c = set >= 32;
        const int64_t five = 5;
        int n = 0;
        for (int i = 0; i < 5; i++) {
            data[i] = (set >> i & 1) != 0 ? (float)(i + 1) : 0;
            if (c == 0 && data[i] != 0 && n < 3) want[n++] = data[i];
        }
        cameo_value in[2] = {decided_value(CAMEO_BOOL, 0, NULL, &c),
                             decided_value(CAMEO_FLOAT, 1, &five, data)};
        cameo_value out = {0};
        CHECK(decided_run(&x, in, 2, &out, 1, set));
        CHECK_INT(out.tensor.dims[0], n);
        CHECK(memcmp(out.tensor.data, want, (size_t)n * sizeof *want) == 0);
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* for i < n: total += count of x > i; the size is another one at each turn, in one buffer. */
void test_plan_decided_loop(void) {
    ow o;
    exact x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "x", CAMEO_INT64, "6");
    ow_init(&o, "start", CAMEO_INT64, (int64_t[]){1}, 1, decided_axis0, sizeof decided_axis0);
    ow_node(&o, "Loop", "n,,start", "total");
    ow_graph(&o, "body");
    ow_value(&o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(&o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_value(&o, OW_INPUT, "sum", CAMEO_INT64, "1");
    ow_op(&o, "Greater", "x,i", "above");
    ow_op(&o, "NonZero", "above", "at");
    ow_op(&o, "Mul", "at,at", "square");
    ow_op(&o, "Shape", "square", "shape");
    ow_op(&o, "Gather", "shape,one", "count");
    ow_op(&o, "Add", "sum,count", "more");
    ow_init(&o, "one", CAMEO_INT64, (int64_t[]){1}, 1, (int64_t[]){1}, 8);
    ow_op(&o, "Identity", "go", "go_on");
    ow_value(&o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_value(&o, OW_OUTPUT, "more", CAMEO_INT64, "1");
    ow_graph_end(&o);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "total", CAMEO_INT64, NULL);
    ow_finish(&o);
    CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, 0) == CAMEO_OK, "%s",
              x.why);
    CHECK_INT(x.needs.dynamic_bytes, 0);
    int64_t data[6] = {5, 0, 3, 6, 1, 6}, six = 6, want = 0;
    for (int64_t n = 0; n < 9; n++) {
        cameo_value in[2] = {decided_value(CAMEO_INT64, 0, NULL, &n),
                             decided_value(CAMEO_INT64, 1, &six, data)};
        cameo_value out = {0};
        CHECK(decided_run(&x, in, 2, &out, 1, 0x77));
        CHECK_INT(*(const int64_t *)out.tensor.data, want);
        for (int i = 0; i < 6; i++) want += data[i] > n;
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
}

/* A scan output of at most five turns, after which the body may end the loop, or that n counts, which nothing
 * bounds; each item x + i. */
static void decided_scan(ow *o, bool counted) {
    int64_t five = 5, one = 1;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "x", CAMEO_INT64, "3");
    if (counted) ow_init(o, "five", CAMEO_INT64, NULL, 0, &five, sizeof five);
    ow_init(o, "one", CAMEO_INT64, NULL, 0, &one, sizeof one);
    ow_op(o, "GreaterOrEqual", "n,one", "any");
    ow_node(o, "Loop", counted ? "five,any" : "n,", "scan");
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_op(o, "Add", "i,one", "next");
    ow_op(o, "Less", "next,n", "go_on");
    ow_op(o, "Add", "x,i", "item");
    ow_value(o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "item", CAMEO_INT64, "3");
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Add", "scan,scan", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, NULL);
    ow_value(o, OW_OUTPUT, "scan", CAMEO_INT64, NULL);
    ow_finish(o);
}

void test_plan_decided_scan(void) {
    for (int counted = 0; counted < 2; counted++) {
        ow o;
        exact x;
        decided_scan(&o, counted);
        cameo_status s =
            exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, counted ? 0 : 1 << 16);
        CHECK_MSG(s == CAMEO_OK, "%s", x.why);
        CHECK(x.needs.dynamic_bytes == (counted ? 0 : CAMEO_UNBOUNDED));
        for (int64_t n = 0; n < 8; n++) {
            int64_t data[3] = {10, 20, 30}, three = 3, turns = counted && n > 5 ? 5 : n;
            cameo_value in[2] = {decided_value(CAMEO_INT64, 0, NULL, &n),
                                 decided_value(CAMEO_INT64, 1, &three, data)};
            cameo_value out[2];
            CHECK(decided_run(&x, in, 2, out, 2, 0x3C));
            CHECK_INT(out[0].tensor.dims[0], turns);
            CHECK_INT(out[0].tensor.dims[1], 3);
            for (int64_t i = 0; i < turns * 3; i++) {
                CHECK_INT(((const int64_t *)out[0].tensor.data)[i], 2 * (data[i % 3] + i / 3));
                CHECK_INT(((const int64_t *)out[1].tensor.data)[i], data[i % 3] + i / 3);
            }
        }
        CHECK(exact_intact(&x));
        exact_close(&x);
        ow_free(&o);
    }
}

/* Sizes of a Split that the caller may override decide how many channels a Conv reads; a plan knows a bound of them, by
 * which its scratch must be enough for fewer. */
void test_plan_decided_channels(void) {
    static float a[16 * 9 * 4], b[14 * 9 * 4], w[4 * 22 * 3 * 3], y[4 * 9 * 4];
    ow o;
    exact x = {0};
    const int64_t parts[2] = {8, 8}, n_parts[1] = {2}, taps[4] = {4, 22, 3, 3};
    for (size_t i = 0; i < sizeof w / sizeof *w; i++) w[i] = 1;
    for (size_t i = 0; i < sizeof b / sizeof *b; i++) b[i] = 1;
    ow_begin(&o, 18);
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, "1,16,9,4");
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, "1,14,9,4");
    ow_value(&o, OW_INPUT, "parts", CAMEO_INT64, "2");
    ow_init(&o, "parts", CAMEO_INT64, n_parts, 1, parts, sizeof parts);
    ow_init(&o, "w", CAMEO_FLOAT, taps, 4, w, sizeof w);
    ow_node(&o, "Split", "a,parts", "first,second");
    ow_attr_int(&o, "axis", 1);
    ow_end(&o);
    ow_node(&o, "Concat", "first,b", "c");
    ow_attr_int(&o, "axis", 1);
    ow_end(&o);
    ow_node(&o, "Conv", "c,w", "y");
    ow_attr_ints(&o, "pads", (int64_t[]){1, 1, 1, 1}, 4);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &decided_options, NULL, 0, 1 << 16), CAMEO_OK);
    cameo_value in[2] = {decided_value(CAMEO_FLOAT, 4, (int64_t[]){1, 16, 9, 4}, a),
                         decided_value(CAMEO_FLOAT, 4, (int64_t[]){1, 14, 9, 4}, b)};
    cameo_value out = decided_value(CAMEO_FLOAT, 4, (int64_t[]){1, 4, 9, 4}, y);
    CHECK_INT(cameo_run_all(x.run, in, 2, &out, 1, NULL), CAMEO_OK);
    CHECK(y[0] == 14 * 4 && y[4 + 1] == 14 * 9);
    exact_close(&x);
    ow_free(&o);
}
