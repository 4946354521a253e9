/* test_provider.c — nodes on a device whose memory nobody else may touch and which finishes
 * late: results are the CPU's bits, copies are as few as possible, failures leave nothing
 * behind. */
#include "tests/check.h"
#include "tests/support/provider_case.h"

/* Device and CPU alternate; x and a are read by both; b is an output that both read, e one. */
static void provider_alternating(ow *o) {
    provider_begin(o);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Add", "a,w", "b");
    ow_op(o, "Softmax", "b", "s");
    ow_op(o, "Softmax", "x", "t");
    ow_op(o, "Add", "s,a", "d");
    ow_op(o, "Add", "d,b", "e");
    ow_op(o, "Softmax", "t", "u");
    ow_op(o, "Softmax", "b", "v");
    ow_value(o, OW_OUTPUT, "b", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_OUTPUT, "e", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_OUTPUT, "u", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_OUTPUT, "v", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

void test_provider_alternates(void) {
    static provider_case c;
    fake_device d;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    fake_device_init(&d, "fake", "Add Relu");
    d.delay[0] = 3;
    CHECK_MSG(provider_open(&c, provider_alternating, &d, NULL, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    cameo_session_info info = provider_info(&c);
    CHECK_INT(info.n_device_steps, 4);
    CHECK_INT(info.n_transfers, 4); /* x and s up, b and e down */
    CHECK_INT(info.device_bytes, sizeof provider_weight);
    CHECK_INT(d.n_prepare, 1);
    CHECK_INT(d.n_nodes, 4);
    CHECK_INT(d.n_upload, 1); /* w, with the session */
    for (int i = 1; i <= 3; i++) {
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK(provider_same(&c, &in, 1, 4));
        CHECK_INT(d.n_upload, 1 + 2 * i);
        CHECK_INT(d.n_download, 2 * i);
        CHECK_INT(d.n_run, 2 * i); /* two partitions of two nodes */
        CHECK_INT(d.n_steps, 4 * i);
    }
    CHECK_INT(d.n_alloc, 3); /* of the session; of the run, which has pinned memory, too */
    cameo_run_stats a, b;
    cameo_run_get_stats(c.cpu.run, &a);
    cameo_run_get_stats(c.dev.run, &b);
    CHECK(b.cost >= a.cost && b.cost <= 2 * a.cost); /* the CPU has one step where the device has two nodes */
    CHECK_INT(c.dev.needs.device_bytes % 256, 0);
    CHECK(c.dev.needs.device_bytes >= 3 * 24 &&
          c.dev.needs.activation_bytes <= c.cpu.needs.activation_bytes);
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Shape and Size of what is on the device are known without it. */
static void provider_sizes(ow *o) {
    provider_begin(o);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Shape", "a", "s");
    ow_op(o, "Size", "a", "z");
    ow_op(o, "Add", "a,w", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_OUTPUT, "s", CAMEO_INT64, "2");
    ow_value(o, OW_OUTPUT, "z", CAMEO_INT64, "");
    ow_finish(o);
}

void test_provider_shape(void) {
    static provider_case c;
    fake_device d;
    cameo_dim_binding range = {"n", 0, 9};
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_sizes, &d, NULL, &range, 1) == CAMEO_OK, "%s", c.dev.why);
    CHECK_INT(provider_info(&c).n_device_steps, 2);
    for (int64_t n = 1; n <= 9; n += 4) {
        int64_t dims[2] = {n, 3};
        int down = d.n_download;
        cameo_value in = provider_floats(2, dims, provider_x);
        d.delay[n % 4] = 2;
        CHECK(provider_same(&c, &in, 1, 3));
        CHECK_INT(d.n_download - down, 1); /* y */
    }
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Two runs of one session, submitted in one order and finished in the other. */
void test_provider_out_of_order(void) {
    static provider_case c;
    fake_device d;
    exact_memory second = {0};
    cameo_run *run[2];
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    int done[2] = {0, 0}, order = 0;
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_alternating, &d, NULL, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    CHECK(exact_memory_new(c.dev.needs.planned_bytes, &second));
    CHECK(cameo_run_create(second.m, c.dev.plan, 1, NULL, &c.options, &run[1], NULL) == CAMEO_OK);
    run[0] = c.dev.run;
    d.delay[0] = 9;
    d.delay[1] = 2;
    d.delay[2] = 3;
    d.delay[3] = 1;
    cameo_value in[2], out[2][4] = {{{0}}}, want[2][4] = {{{0}}};
    static float copy[2][24];
    for (int i = 0; i < 2; i++) {
        in[i] = provider_floats(2, dims, provider_x + 6 * i);
        CHECK(cameo_run_begin(run[i], &in[i], 1, out[i], 4, NULL) == CAMEO_OK);
    }
    for (int turns = 0; order < 2; turns++) {
        CHECK(turns < 100);
        for (int i = 0; i < 2; i++) {
            if (done[i] != 0) continue;
            cameo_status s = cameo_run_advance(run[i], NULL, NULL);
            CHECK(s == CAMEO_OK || s == CAMEO_PENDING);
            if (s == CAMEO_OK) done[i] = ++order;
        }
    }
    CHECK_INT(done[0], 2);
    CHECK_INT(done[1], 1);
    for (int i = 0; i < 2; i++) {
        CHECK(cameo_run_end(run[i], NULL) == CAMEO_OK);
        CHECK(cameo_run_all(c.cpu.run, &in[i], 1, want[i], 4, NULL) == CAMEO_OK);
        for (int k = 0; k < 4; k++) memcpy(copy[i] + 6 * k, want[i][k].tensor.data, 24);
        CHECK(provider_equal(want[i], out[i], 4));
    }
    cameo_run_release(run[1]);
    exact_memory_free(&second);
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* y = v after n turns of: v = Relu(v + x), or v + x + x where c;  the sums are a scan output,
 * too. */
static void provider_looping(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "n", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_op(o, "Relu", "x", "x0");
    ow_node(o, "Loop", "n,,x0", "y,all");
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "i", CAMEO_INT64, "");
    ow_value(o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_value(o, OW_INPUT, "v", CAMEO_FLOAT, "2,3");
    ow_op(o, "Add", "v,x", "sum");
    ow_node(o, "If", "c", "w");
    ow_graph(o, "then_branch");
    ow_op(o, "Add", "sum,x", "more");
    ow_value(o, OW_OUTPUT, "more", CAMEO_FLOAT, "2,3");
    ow_graph_end(o);
    ow_graph(o, "else_branch");
    ow_op(o, "Relu", "sum", "less");
    ow_value(o, OW_OUTPUT, "less", CAMEO_FLOAT, "2,3");
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Relu", "w", "w2");
    ow_op(o, "Identity", "go", "go_on");
    ow_value(o, OW_OUTPUT, "go_on", CAMEO_BOOL, "");
    ow_value(o, OW_OUTPUT, "w2", CAMEO_FLOAT, "2,3");
    ow_value(o, OW_OUTPUT, "sum", CAMEO_FLOAT, "2,3");
    ow_graph_end(o);
    ow_end(o);
    ow_op(o, "Add", "y,x0", "z");
    ow_op(o, "Relu", "all", "positive");
    ow_value(o, OW_OUTPUT, "z", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "positive", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

void test_provider_in_control_flow(void) {
    static provider_case c;
    fake_device d;
    int64_t dims[2] = {2, 3};
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_looping, &d, NULL, NULL, 0) == CAMEO_OK, "%s", c.dev.why);
    CHECK(provider_info(&c).n_device_steps >= 5);
    for (int k = 0; k < 12; k++) {
        int64_t n = k % 6;
        uint8_t cond = k > 5;
        for (int i = 0; i < 4; i++) d.delay[i] = (k + i) % 3;
        cameo_value in[3] = {{.kind = CAMEO_KIND_TENSOR},
                             {.kind = CAMEO_KIND_TENSOR},
                             provider_floats(2, dims, provider_x)};
        in[0].tensor = (cameo_tensor){.dtype = CAMEO_INT64, .data = &n, .bytes = sizeof n};
        in[1].tensor = (cameo_tensor){.dtype = CAMEO_BOOL, .data = &cond, .bytes = 1};
        CHECK(provider_same(&c, in, 3, 2));
    }
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* The nodes of the device stand among others of which most have to do with inputs or its results alone; only the If,
 * and h, which its branches read, have to come before one of them. */
static void provider_scattered(ow *o) {
    provider_begin(o);
    ow_value(o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_op(o, "Softmax", "x", "h");
    ow_node(o, "If", "c", "f");
    for (int i = 0; i < 2; i++) {
        ow_graph(o, i == 0 ? "then_branch" : "else_branch");
        ow_op(o, i == 0 ? "Neg" : "Exp", "h", i == 0 ? "p" : "q");
        ow_value(o, OW_OUTPUT, i == 0 ? "p" : "q", CAMEO_FLOAT, NULL);
        ow_graph_end(o);
    }
    ow_end(o);
    ow_op(o, "LogSoftmax", "x", "late");
    ow_op(o, "Relu", "x", "a0");
    ow_op(o, "Softmax", "a0", "s0");
    ow_op(o, "Add", "x,w", "a1");
    ow_op(o, "Softmax", "a1", "s1");
    ow_op(o, "Add", "a1,a0", "a2");
    ow_op(o, "Add", "a2,f", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "late", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "s0", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "s1", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* The first step of a session that computes a node of this operator. */
static uint32_t provider_step_of(const cameo_session *s, const char *op_type) {
    cameo_step_view v = {.size = sizeof v};
    uint32_t i = 0;
    while (cameo_session_view_step(s, i, &v, NULL) == CAMEO_OK &&
           (v.op_type.n != strlen(op_type) || memcmp(v.op_type.p, op_type, v.op_type.n) != 0))
        i++;
    return i;
}

/* All nodes that the device can compute at once are handed over at once, and before what can wait. */
void test_provider_order(void) {
    static provider_case c;
    fake_device d;
    int64_t dims[2] = {2, 3};
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_scattered, &d, NULL, NULL, 0) == CAMEO_OK, "%s", c.dev.why);
    const cameo_session *s = c.dev.session;
    CHECK(provider_step_of(s, "Exp") < provider_step_of(s, "Relu"));
    CHECK(provider_step_of(s, "Add") < provider_step_of(s, "LogSoftmax"));
    for (int i = 0; i < 2; i++) {
        uint8_t cond = (uint8_t)i;
        cameo_value in[2] = {provider_floats(2, dims, provider_x), {.kind = CAMEO_KIND_TENSOR}};
        in[1].tensor = (cameo_tensor){.dtype = CAMEO_BOOL, .data = &cond, .bytes = 1};
        CHECK(provider_same(&c, in, 2, 4));
        CHECK_INT(d.n_run, i + 1);
        CHECK_INT(d.n_steps, 4 * (i + 1));
    }
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Dims that the plan fixes, bounds, or does not know; views of device values stay there; what
 * NonZero decides stays on the CPU. */
static void provider_shapes(ow *o) {
    int64_t shape[2] = {-1, 1}, two = 2;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_init(o, "shape", CAMEO_INT64, &two, 1, shape, sizeof shape);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Reshape", "a,shape", "b");
    ow_op(o, "Add", "b,b", "d");
    ow_op(o, "MatMul", "x,size", "m");
    ow_op(o, "Transpose", "x", "turned");
    ow_op(o, "Abs", "turned", "size");
    ow_op(o, "NonZero", "d", "where");
    ow_node(o, "Cast", "where", "f");
    ow_attr_int(o, "to", CAMEO_FLOAT);
    ow_end(o);
    ow_op(o, "Relu", "f", "g");
    ow_value(o, OW_OUTPUT, "b", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "d", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "m", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "g", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

void test_provider_dims(void) {
    cameo_dim_binding plans[3] = {{"n", 2, 2}, {"n", 0, 8}, {"n", 1, 4}};
    for (int p = 0; p < 4; p++) {
        static provider_case c;
        fake_device d;
        fake_device_init(&d, "fake", "Add Relu MatMul");
        d.delay[1] = 2;
        CHECK_MSG(provider_open(&c, provider_shapes, &d, NULL, p < 3 ? &plans[p] : NULL, p < 3) ==
                      CAMEO_OK,
                  "%s", c.dev.why);
        CHECK_INT(provider_info(&c).n_device_steps, 3);
        CHECK((c.dev.needs.device_bytes == 0) ==
              (p == 3)); /* each value gets memory when it is known */
        for (int64_t n = p == 0 ? 2 : p == 1 ? 0 : 1; n <= (p == 0 ? 2 : p == 2 ? 4 : 8); n++) {
            int64_t dims[2] = {n, 3};
            cameo_value in = provider_floats(2, dims, provider_x);
            CHECK(provider_same(&c, &in, 1, 4));
        }
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* From one device to another through the host; the first in the list is asked first. */
/* Steps of a kind that `who` computes or copies, as cameo_session_view_step tells them. */
static uint32_t provider_count_steps(const cameo_session *s, cameo_step_kind kind, const char *who) {
    cameo_step_view v = {.size = sizeof v};
    uint32_t n = 0;
    for (uint32_t i = 0; cameo_session_view_step(s, i, &v, NULL) == CAMEO_OK; i++) {
        bool node = v.kind == CAMEO_STEP_NODE || v.kind == CAMEO_STEP_VIEW;
        if (node != (v.op_type.n != 0)) check_failed(__FILE__, __LINE__, "step %u and its operator", (unsigned)i);
        n += v.kind == kind && v.provider.n == strlen(who) && memcmp(v.provider.p, who, v.provider.n) == 0;
    }
    return n;
}

/* Who computes and copies what; a step that there is not. */
static void provider_check_steps(const provider_case *c) {
    const cameo_session *s = c->dev.session;
    cameo_session_info info = provider_info(c);
    cameo_step_view v = {.size = sizeof v};
    cameo_error e = {0};
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_NODE, "first"), 1);
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_NODE, "second"), 3);
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_NODE, "cpu"), 4); /* every Softmax */
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_COPY, "first"), 3);  /* x to pinned memory, to the device; a back */
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_COPY, "second"), 6); /* a, s in two steps each; b and e back */
    CHECK_INT(provider_count_steps(s, CAMEO_STEP_COPY, "cpu"), 0);
    CHECK_INT(cameo_session_view_step(s, info.n_steps, &v, &e), CAMEO_E_ARG);
    CHECK_MSG(CAMEO_NO_ERRMSG || strstr(e.msg, "the session has no step ") != NULL, "%s", e.msg);
    cameo_session_view_step(c->cpu.session, 0, &v, NULL);
    CHECK(v.provider.n == 3 && memcmp(v.provider.p, "cpu", 3) == 0 && v.node != CAMEO_NO_ID);
}

void test_provider_two_devices(void) {
    static provider_case c;
    fake_device a, b;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    fake_device_init(&a, "first", "Relu");
    fake_device_init(&b, "second", "Add Relu");
    a.delay[0] = 2;
    b.delay[0] = 1;
    CHECK_MSG(provider_open(&c, provider_alternating, &a, &b, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    CHECK_STR(c.log, "provider first computes 1 nodes\nprovider second computes 3 nodes\n");
    cameo_value in = provider_floats(2, dims, provider_x);
    CHECK(provider_same(&c, &in, 1, 4));
    CHECK_INT(provider_info(&c).n_transfers, 6); /* x to a; a down, up to b; s up; b, e down */
    provider_check_steps(&c);
    CHECK(a.n_steps == 1 && b.n_steps == 3);
    provider_close(&c);
    CHECK_INT(fake_device_held(&a) + fake_device_held(&b), 0);
}

/* Of everything that is not a provider's first choice: what it is, who has it, and why the others have not. */
static void provider_mixed(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_value(o, OW_INPUT, "i", CAMEO_INT32, "2,3");
    ow_value(o, OW_INPUT, "d", CAMEO_DOUBLE, "2,3");
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Add", "i,i", "j");
    ow_op(o, "Add", "d,d", "e");
    ow_op(o, "Softmax", "a", "b");
    ow_op(o, "NonZero", "b", "k");
    ow_value(o, OW_OUTPUT, "a", CAMEO_FLOAT, "2,3");
    ow_value(o, OW_OUTPUT, "j", CAMEO_INT32, "2,3");
    ow_value(o, OW_OUTPUT, "e", CAMEO_DOUBLE, "2,3");
    ow_value(o, OW_OUTPUT, "k", CAMEO_INT64, "2,n");
    ow_finish(o);
}

void test_provider_report(void) {
    static provider_case c;
    fake_device a, b;
    fake_device_init(&a, "first", "Add");
    fake_device_init(&b, "second", "Add Relu");
    provider_log_level = CAMEO_LOG_DEBUG;
    CHECK_MSG(provider_open(&c, provider_mixed, &a, &b, NULL, 0) == CAMEO_OK, "%s", c.dev.why);
    provider_log_level = CAMEO_LOG_INFO;
    CHECK_STR(c.log,
              "first declines Relu \"\", node 0\n"
              "first is not offered Add \"\", node 1: shape arithmetic\n"
              "first declines Add \"\", node 2: not float32\n"
              "first declines Softmax \"\", node 3\n"
              "first is not offered NonZero \"\", node 4: the data decide its results' dims\n"
              "second is not offered Add \"\", node 1: shape arithmetic\n"
              "second declines Add \"\", node 2: not float32\n"
              "second declines Softmax \"\", node 3\n"
              "second is not offered NonZero \"\", node 4: the data decide its results' dims\n"
              "provider second computes 1 nodes\n"
              "second computes Relu \"\", node 0\n"
              "cpu computes Add \"\", node 1\n"
              "cpu computes Add \"\", node 2\n"
              "cpu computes Softmax \"\", node 3\n"
              "cpu computes NonZero \"\", node 4\n");
    provider_close(&c);
}

/* Who cannot prepare is left out, and the next one gets its nodes; who wants nothing costs
 * nothing. */
void test_provider_left_out(void) {
    static provider_case c;
    fake_device a, b;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    cameo_value in = provider_floats(2, dims, provider_x);
    fake_device_init(&a, "first", "Add Relu");
    fake_device_init(&b, "second", "Relu");
    a.fail_prepare = true;
    CHECK_MSG(provider_open(&c, provider_alternating, &a, &b, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    CHECK_STR(c.log, "provider first is not used, its prepare failed: no such unit\n"
                     "provider second computes 1 nodes\n");
    CHECK(provider_same(&c, &in, 1, 4));
    CHECK(a.n_alloc == 0 && a.n_run == 0 && b.n_run == 1);
    provider_close(&c);

    fake_device_init(&b, "second", "MatMul"); /* there is none */
    CHECK_MSG(provider_open(&c, provider_alternating, &a, &b, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    CHECK(provider_same(&c, &in, 1, 4));
    CHECK_INT(c.dev.session_memory.m.size, c.cpu.session_memory.m.size);
    CHECK_INT(c.dev.plan_memory.m.size, c.cpu.plan_memory.m.size);
    CHECK_INT(c.dev.needs.planned_bytes, c.cpu.needs.planned_bytes);
    CHECK_INT(b.n_prepare, 0);
    provider_close(&c);
}

static void provider_default(ow *o) {
    static const int64_t three = 3;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_INPUT, "w", CAMEO_FLOAT, "3");
    ow_init(o, "w", CAMEO_FLOAT, &three, 1, provider_weight, sizeof provider_weight);
    ow_op(o, "Add", "x,w", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

/* A default is no constant for a device either: what one run gives is not there in the next. */
void test_provider_default(void) {
    static provider_case c;
    fake_device d;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3}, three = 3;
    cameo_value in[2] = {provider_floats(2, dims, provider_x),
                         provider_floats(1, &three, provider_x + 3)};
    in[0].name = "x";
    in[1].name = "w";
    fake_device_init(&d, "fake", "Add");
    CHECK_MSG(provider_open(&c, provider_default, &d, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
    CHECK_INT(provider_info(&c).device_bytes, 0);
    for (int i = 0; i < 4; i++) CHECK(provider_same(&c, in, (size_t)(1 + i % 2), 1));
    CHECK_INT(d.n_steps, 4);
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Constants on two devices: w for Add, m for MatMul. */
static void provider_both(ow *o) {
    static const int64_t square[2] = {3, 3};
    static const float m[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0}; /* exact in any order */
    provider_begin(o);
    ow_init(o, "m", CAMEO_FLOAT, square, 2, m, sizeof m);
    ow_op(o, "Add", "x,w", "a");
    ow_op(o, "Softmax", "a", "s");
    ow_op(o, "MatMul", "s,m", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

/* The second of two cannot: not prepare, then the first, which has prepared once, keeps its nodes and the CPU has the
 * rest; no memory or no upload at any point, then the first gives back what it holds. */
void test_provider_second_fails(void) {
    static provider_case c;
    fake_device a, b;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    cameo_value in = provider_floats(2, dims, provider_x);
    for (int swap = 0; swap < 2; swap++) {
        fake_device_init(&a, "first", swap ? "MatMul" : "Add");
        fake_device_init(&b, "second", swap ? "Add" : "MatMul");
        b.fail_prepare = true;
        CHECK_MSG(provider_open(&c, provider_both, &a, &b, &two, 1) == CAMEO_OK, "%s", c.dev.why);
        CHECK_STR(c.log, "provider first computes 1 nodes\n"
                         "provider second is not used, its prepare failed: no such unit\n");
        CHECK(provider_same(&c, &in, 1, 1));
        CHECK(a.n_prepare == 1 && a.n_run == 1 && b.n_prepare == 1 && b.n_alloc == 0);
        provider_close(&c);
        CHECK_INT(fake_device_held(&a), 0);
        for (int fail = 0; fail < 3; fail++) {
            fake_device_init(&a, "first", swap ? "MatMul" : "Add");
            fake_device_init(&b, "second", swap ? "Add" : "MatMul");
            b.fail_constants = fail == 0;
            b.fail_alloc = fail; /* of the session, of the run */
            CHECK_INT(provider_open(&c, provider_both, &a, &b, &two, 1), CAMEO_E_DEVICE);
            CHECK_MSG(strstr(c.dev.why, "provider second: ") != NULL, "%s", c.dev.why);
            provider_close(&c);
            CHECK(a.n_alloc > 0);
            CHECK_INT(fake_device_held(&a) + fake_device_held(&b), 0);
        }
    }
}

/* Each failure has its status, the provider's name and words; memory is given back; a run can go
 * again. */
void test_provider_failures(void) {
    static provider_case c;
    fake_device d;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    cameo_value in = provider_floats(2, dims, provider_x), out[4] = {{0}};
    cameo_error e = {0};
    fake_device_init(&d, "fake", "Add Relu");
    d.fail_constants = true;
    CHECK_INT(provider_open(&c, provider_alternating, &d, NULL, &two, 1), CAMEO_E_DEVICE);
    CHECK_MSG(strstr(c.dev.why, "provider fake: enqueue: the bus is gone") != NULL, "%s", c.dev.why);
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
    for (int n = 1; n <= 3; n++) {
        fake_device_init(&d, "fake", "Add Relu");
        d.fail_alloc = n;
        CHECK_INT(provider_open(&c, provider_alternating, &d, NULL, &two, 1), CAMEO_E_DEVICE);
        CHECK_MSG(strstr(c.dev.why, "provider fake: alloc: the device is full") != NULL, "%s",
                  c.dev.why);
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_alternating, &d, NULL, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    d.fail_op = "Add";
    CHECK_INT(cameo_run_all(c.dev.run, &in, 1, out, 4, &e), CAMEO_E_DEVICE);
    CHECK_STR(e.msg, "provider fake: enqueue: it smokes");
    CHECK_STR(e.op_type, "Add"); /* the second node of the partition */
    d.fail_op = NULL;
    d.fail_wait = true;
    d.delay[0] = d.delay[1] = d.delay[2] = d.delay[3] = 2;
    memset(&e, 0, sizeof e);
    CHECK_INT(cameo_run_all(c.dev.run, &in, 1, out, 4, &e), CAMEO_E_DEVICE);
    CHECK_STR(e.msg, "provider fake: wait: it stopped smoking");
    d.fail_wait = false;
    CHECK(provider_same(&c, &in, 1, 4));
    CHECK_INT(d.n_cancel, 0);
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* A run that is cancelled, begun again, or released while the device works: the device is
 * stopped first. */
void test_provider_cancel(void) {
    static provider_case c;
    fake_device d;
    cameo_dim_binding two = {"n", 2, 2};
    int64_t dims[2] = {2, 3};
    cameo_value in = provider_floats(2, dims, provider_x), out[4] = {{0}};
    cameo_error e = {0};
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, provider_alternating, &d, NULL, &two, 1) == CAMEO_OK, "%s",
              c.dev.why);
    for (int i = 0; i < 4; i++) d.delay[i] = 5;
    CHECK(cameo_run_begin(c.dev.run, &in, 1, out, 4, NULL) == CAMEO_OK);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, NULL), CAMEO_PENDING);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, NULL), CAMEO_PENDING);
    CHECK_INT(cameo_run_end(c.dev.run, NULL), CAMEO_E_ARG);
    cameo_run_cancel(c.dev.run);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, &e), CAMEO_E_CANCELLED);
    CHECK_INT(d.n_cancel, 1);
    CHECK(provider_same(&c, &in, 1, 4));
    memset(out, 0, sizeof out);
    CHECK(cameo_run_begin(c.dev.run, &in, 1, out, 4, NULL) == CAMEO_OK);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, NULL), CAMEO_PENDING);
    CHECK(provider_same(&c, &in, 1, 4)); /* begins again */
    CHECK_INT(d.n_cancel, 2);
    memset(out, 0, sizeof out);
    CHECK(cameo_run_begin(c.dev.run, &in, 1, out, 4, NULL) == CAMEO_OK);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, NULL), CAMEO_PENDING);
    provider_close(&c); /* releases */
    CHECK_INT(d.n_cancel, 3);
    CHECK_INT(fake_device_held(&d), 0);
}

/* The host helper waits, keeps runs on the device between calls, and frees all of it. */
void test_provider_host(void) {
    fake_device d;
    ow o;
    cameo_host *host = NULL;
    cameo_error e = {0};
    int64_t dims[2] = {2, 3};
    fake_device_init(&d, "fake", "Add Relu");
    d.delay[0] = 4;
    const cameo_provider *list[1] = {&d.provider};
    cameo_options options = {.providers = list, .n_providers = 1, .n_threads = 1};
    provider_alternating(&o);
    CHECK_MSG(cameo_host_load(o.w.buf, o.w.pos, &options, &host, &e) == CAMEO_OK, "%s", e.msg);
    cameo_value out[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        dims[0] = 1 + i % 2;
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK_MSG(cameo_host_run(host, &in, 1, out, 4, &e) == CAMEO_OK, "%s", e.msg);
        for (int k = 0; k < 3; k++) {
            float a = provider_x[k] > 0 ? provider_x[k] : 0;
            CHECK(((const float *)out[0].tensor.data)[k] == a + provider_weight[k]);
        }
    }
    CHECK_INT(d.n_alloc, 5); /* constants; two plans of one run each, with memory of both kinds */
    cameo_host_release(host, out, 4);
    cameo_host_free(host);
    ow_free(&o);
    CHECK_INT(fake_device_held(&d), 0);
}

/* What a provider lacks is said when a session is measured. */
void test_provider_misuse(void) {
    fake_device d;
    static provider_case c;
    cameo_dim_binding two = {"n", 2, 2};
    fake_device_init(&d, "fake", "Add");
    d.provider.wait = NULL;
    CHECK_INT(provider_open(&c, provider_alternating, &d, NULL, &two, 1), CAMEO_E_ARG);
    CHECK_MSG(strstr(c.dev.why, "options.providers[0] lacks a name or a function") != NULL, "%s",
              c.dev.why);
    provider_close(&c);
    fake_device_init(&d, "fake", "Add");
    d.provider.align = 48;
    CHECK_INT(provider_open(&c, provider_alternating, &d, NULL, &two, 1), CAMEO_E_ARG);
    CHECK_MSG(strstr(c.dev.why, "align is 48, want a power of two") != NULL, "%s", c.dev.why);
    provider_close(&c);
    fake_device_init(&d, "fake",
                     "Add"); /* one that was made for an older header: no size is this one's */
    d.provider.size = 0;
    CHECK_INT(provider_open(&c, provider_alternating, &d, NULL, &two, 1), CAMEO_OK);
    provider_close(&c);
}
