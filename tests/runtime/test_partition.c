/* test_partition.c — what providers see of their nodes, and what they may do with it: whole subgraphs, constants that
 * they keep, workspaces, records of works, operators of their own, nodes given back; every call that fails. */
#include "kernels/prim/prims.h"
#include "tests/check.h"
#include "tests/support/features.h"
#include "tests/support/provider_case.h"

/* One group of four nodes of which only the last result leaves; w is read twice. */
static void partition_chain(ow *o) {
    provider_begin(o);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Add", "a,w", "b");
    ow_op(o, "Relu", "b", "c");
    ow_op(o, "Add", "c,w", "d");
    ow_value(o, OW_OUTPUT, "d", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

/* What must be stored though it is read in its group: b, which leaves; c, which two nodes read; e, of which there is a
 * view that leaves, g, of which a node reads a view. */
static void partition_branches(ow *o) {
    static const int64_t two = 2, turned[2] = {3, -1}, flat[2] = {1, -1};
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_init(o, "turned", CAMEO_INT64, &two, 1, turned, sizeof turned);
    ow_init(o, "flat", CAMEO_INT64, &two, 1, flat, sizeof flat);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Add", "a,x", "b");
    ow_op(o, "Relu", "b", "c");
    ow_op(o, "Add", "c,x", "d");
    ow_op(o, "Add", "c,d", "e");
    ow_op(o, "Reshape", "e,turned", "v");
    ow_op(o, "Relu", "e", "g");
    ow_op(o, "Reshape", "g,flat", "h");
    ow_op(o, "Add", "h,h", "i");
    ow_op(o, "Softmax", "b", "s");
    ow_value(o, OW_OUTPUT, "s", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "v", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "i", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* The device computes subgraphs as a whole: what is never stored nobody misses. */
void test_partition_fuses(void) {
    static const struct {
        void (*model)(ow *);
        int n_stored; /* of a run */
        size_t n_out;
    } models[2] = {{partition_chain, 1, 1}, {partition_branches, 5, 3}};
    for (int m = 0; m < 2; m++) {
        for (int fixed = 0; fixed < 2; fixed++) {
            static provider_case c;
            fake_device d;
            cameo_dim_binding n = {"n", fixed ? 2 : 0, fixed ? 2 : 4};
            fake_device_init(&d, "fake", "Add Relu");
            d.fuse = true;
            d.delay[0] = 2;
            CHECK_MSG(provider_open(&c, models[m].model, &d, NULL, &n, 1) == CAMEO_OK, "%s", c.dev.why);
            for (int64_t rows = fixed ? 2 : 0; rows <= (fixed ? 2 : 4); rows++) {
                int64_t dims[2] = {rows, 3};
                if (m == 1 && rows == 0) continue; /* Reshape cannot tell -1 of nothing */
                cameo_value in = provider_floats(2, dims, provider_x);
                int before = d.n_stored;
                CHECK(provider_same(&c, &in, 1, models[m].n_out));
                CHECK_INT(d.n_stored - before, models[m].n_stored);
            }
            provider_close(&c);
            CHECK_INT(fake_device_held(&d), 0);
        }
    }
}

/* Constants that the provider keeps take no place in the device's memory and are not copied. */
void test_partition_absorbs(void) {
    for (int absorb = 0; absorb < 2; absorb++) {
        static provider_case c;
        fake_device d;
        int64_t dims[2] = {2, 3};
        cameo_dim_binding two = {"n", 2, 2};
        fake_device_init(&d, "fake", "Add Relu");
        d.absorb = absorb;
        CHECK_MSG(provider_open(&c, partition_chain, &d, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
        CHECK_INT(provider_info(&c).device_bytes, absorb ? 0 : sizeof provider_weight);
        CHECK_INT(d.n_upload, !absorb);
        CHECK_INT(d.n_alloc, 3 - absorb);
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK(provider_same(&c, &in, 1, 1));
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* What a provider wants to read later than its nodes say has a place of its own until then: here all of x, a, b, c and
 * d, of which otherwise two are there at once. */
void test_partition_keeps(void) {
    for (int keeps = 0; keeps < 2; keeps++) {
        static provider_case c;
        fake_device d;
        int64_t dims[2] = {2, 3};
        cameo_dim_binding two = {"n", 2, 2};
        fake_device_init(&d, "fake", "Add Relu");
        d.keeps = keeps;
        CHECK_MSG(provider_open(&c, partition_chain, &d, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
        CHECK_INT(c.dev.needs.device_bytes, (keeps ? 5 : 2) * 256);
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK(provider_same(&c, &in, 1, 1));
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* The dims to which w goes are those of another value. */
static void partition_expand(ow *o) {
    provider_begin(o);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Shape", "a", "s");
    ow_op(o, "Expand", "w,s", "b");
    ow_node(o, "Concat", "b,a", "y");
    ow_attr_int(o, "axis", 0);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "b", CAMEO_FLOAT, "n,3");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Such a node is offered to a provider that reads operands on the host: in its one group, so that no value crosses but
 * x, b and y, and without a copy of the dims. Others are not offered it. */
void test_partition_host_operands(void) {
    for (int i = 0; i < 6; i++) {
        static provider_case c;
        fake_device d;
        const bool takes = i % 2 != 0, ranged = i < 4, fixed = i < 2;
        cameo_dim_binding n = {"n", fixed ? 2 : 0, fixed ? 2 : 4};
        fake_device_init(&d, "fake", "Concat Relu Expand");
        d.provider.host_operands = takes;
        d.delay[0] = 1;
        provider_log_level = CAMEO_LOG_DEBUG;
        cameo_status s = provider_open(&c, partition_expand, &d, NULL, ranged ? &n : NULL, ranged);
        provider_log_level = CAMEO_LOG_INFO;
        CHECK_MSG(s == CAMEO_OK, "%s", c.dev.why);
        CHECK_INT(provider_info(&c).n_device_steps, takes ? 3 : 2);
        CHECK_MSG((strstr(c.log, "fake computes Expand") != NULL) == takes, "%s", c.log);
        CHECK_MSG((strstr(c.log, "fake is not offered Expand") != NULL) == !takes, "%s", c.log);
        for (int64_t rows = fixed ? 2 : 0; rows <= (fixed ? 2 : 4); rows++) {
            int64_t dims[2] = {rows, 3};
            cameo_value in = provider_floats(2, dims, provider_x);
            const int up = d.n_upload, down = d.n_download, seen = d.n_on_host;
            CHECK(provider_same(&c, &in, 1, 2));
            CHECK_INT(d.n_on_host - seen, takes);
            if (rows == 0) continue; /* nothing to copy */
            CHECK_INT(d.n_upload - up, takes ? 1 : 2);
            CHECK_INT(d.n_download - down, takes ? 2 : 1);
        }
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* The workspace lies behind the values, in the memory that cameo_run_needs tells; so does pinned memory. */
void test_partition_workspace(void) {
    static provider_case c;
    fake_device d;
    uint64_t bytes[2];
    int64_t dims[2] = {2, 3};
    cameo_dim_binding two = {"n", 2, 2};
    for (int i = 0; i < 2; i++) {
        fake_device_init(&d, "fake", "Add Relu");
        d.workspace = i == 0 ? 0 : 1000;
        CHECK_MSG(provider_open(&c, partition_chain, &d, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
        bytes[i] = c.dev.needs.device_bytes;
        CHECK_INT(c.dev.needs.pinned_bytes, 256); /* x, then d: 24 bytes at a multiple of 256 */
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK(provider_same(&c, &in, 1, 1));
        CHECK_INT(d.n_work_bytes_seen, i);
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
    CHECK_INT(bytes[1], (bytes[0] + 255) / 256 * 256 + 1000);
}

/* A run keeps records for the last four dims: what was recorded is right for as long as the run lives. Values without
 * bound move, so that nothing can be recorded. */
void test_partition_records(void) {
    static const int64_t rows[10] = {1, 2, 1, 2, 3, 4, 5, 2, 1, 5};
    for (int bound = 0; bound < 2; bound++) {
        static provider_case c;
        fake_device d;
        cameo_dim_binding n = {"n", 0, 9};
        fake_device_init(&d, "fake", "Add Relu");
        d.delay[1] = 3;
        CHECK_MSG(provider_open(&c, partition_chain, &d, NULL, &n, (size_t)bound) == CAMEO_OK, "%s", c.dev.why);
        for (int i = 0; i < 10; i++) {
            int64_t dims[2] = {rows[i], 3};
            cameo_value in = provider_floats(2, dims, provider_x);
            CHECK(provider_same(&c, &in, 1, 1));
        }
        CHECK_INT(d.n_captured, bound ? 6 : 0); /* 1 2 3 4; 5 takes the place of 1, and then 1 that of 2 */
        CHECK_INT(d.n_replayed, bound ? 4 : 0);
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

/* While the device works the host computes what does not need it. */
static void partition_aside(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Softmax", "x", "s");
    ow_op(o, "Softmax", "s", "t");
    ow_op(o, "Sub", "t,a", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

void test_partition_aside(void) {
    static provider_case c;
    fake_device d;
    int64_t dims[2] = {2, 3};
    cameo_dim_binding two = {"n", 2, 2};
    cameo_value in = provider_floats(2, dims, provider_x), out[1] = {{0}};
    cameo_run_stats stats = {.size = sizeof stats};
    fake_device_init(&d, "fake", "Relu");
    for (int i = 0; i < 4; i++) d.delay[i] = 3;
    CHECK_MSG(provider_open(&c, partition_aside, &d, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
    CHECK(cameo_run_begin(c.dev.run, &in, 1, out, 1, NULL) == CAMEO_OK);
    CHECK_INT(cameo_run_advance(c.dev.run, NULL, NULL), CAMEO_PENDING);
    cameo_run_get_stats(c.dev.run, &stats);
    CHECK_INT(stats.tasks, 2); /* both Softmaxes */
    CHECK_INT(d.n_wait, 1);    /* where Sub reads what the device gives */
    CHECK(provider_same(&c, &in, 1, 1));
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* More copies than one work takes: 20 inputs, whose sums are 20 outputs. */
static void partition_many(ow *o) {
    char name[2][16], in[32], out[16];
    ow_begin(o, 17);
    for (int i = 0; i < 20; i++) {
        snprintf(name[0], sizeof name[0], "x%d", i);
        ow_value(o, OW_INPUT, name[0], CAMEO_FLOAT, "3");
    }
    ow_op(o, "Relu", "x0", "y0");
    for (int i = 1; i < 20; i++) {
        snprintf(in, sizeof in, "y%d,x%d", i - 1, i);
        snprintf(out, sizeof out, "y%d", i);
        ow_op(o, "Add", in, out);
    }
    for (int i = 0; i < 20; i++) {
        snprintf(name[1], sizeof name[1], "y%d", i);
        ow_value(o, OW_OUTPUT, name[1], CAMEO_FLOAT, "3");
    }
    ow_finish(o);
}

void test_partition_many_copies(void) {
    static provider_case c;
    static fake_device d;
    cameo_value in[20], out[20] = {{0}}, want[20] = {{0}};
    const int64_t three = 3;
    fake_device_init(&d, "fake", "Add Relu");
    for (int i = 0; i < 4; i++) d.delay[i] = 2;
    CHECK_MSG(provider_open(&c, partition_many, &d, NULL, NULL, 0) == CAMEO_OK, "%s", c.dev.why);
    for (int i = 0; i < 20; i++) in[i] = provider_floats(1, &three, provider_x + i);
    for (int turn = 0; turn < 2; turn++) {
        CHECK(cameo_run_all(c.cpu.run, in, 20, want, 20, NULL) == CAMEO_OK);
        CHECK(cameo_run_all(c.dev.run, in, 20, out, 20, NULL) == CAMEO_OK);
        CHECK(provider_equal(want, out, 20));
    }
    CHECK_INT(d.n_upload, 2 * 20);
    CHECK_INT(d.n_download, 2 * 20);
    CHECK_INT(d.n_run, 2);
    CHECK_INT((int)d.queue[1].sent, 2 * 3); /* 16 up; 4 up, all nodes, 16 down; 4 down */
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Several runs of one session, interleaved at random, with a device that is late at random. */
void test_partition_interleaved(void) {
    enum { RUNS = 5 };
    static provider_case c;
    fake_device d;
    static exact_memory memory[RUNS];
    cameo_run *run[RUNS];
    cameo_value in[RUNS], out[RUNS][3] = {{{0}}}, want[3] = {{0}};
    cameo_dim_binding n = {"n", 1, 4};
    uint32_t random = 7;
    fake_device_init(&d, "fake", "Add Relu");
    CHECK_MSG(provider_open(&c, partition_branches, &d, NULL, &n, 1) == CAMEO_OK, "%s", c.dev.why);
    for (int i = 0; i < RUNS; i++) {
        CHECK(exact_memory_new(c.dev.needs.planned_bytes + PROVIDER_HEAP, &memory[i]));
        CHECK(cameo_run_create(memory[i].m, c.dev.plan, 1, NULL, &c.options, &run[i], NULL) == CAMEO_OK);
    }
    for (int turn = 0; turn < 40; turn++) {
        int left = RUNS;
        bool done[RUNS] = {false};
        for (int i = 0; i < RUNS; i++) {
            int64_t dims[2] = {1 + (turn + i) % 4, 3};
            in[i] = provider_floats(2, dims, provider_x + 3 * i);
            CHECK(cameo_run_begin(run[i], &in[i], 1, out[i], 3, NULL) == CAMEO_OK);
        }
        while (left > 0) {
            random = random * 1664525u + 1013904223u;
            uint32_t i = (random >> 16) % RUNS;
            d.delay[(random >> 8) % 4] = (int)(random >> 28);
            if (done[i]) continue;
            cameo_status s = cameo_run_advance(run[i], NULL, NULL);
            CHECK(s == CAMEO_OK || s == CAMEO_PENDING);
            if (s == CAMEO_PENDING) continue;
            CHECK(cameo_run_end(run[i], NULL) == CAMEO_OK);
            done[i] = true;
            left--;
        }
        for (int i = 0; i < RUNS; i++) {
            CHECK(cameo_run_all(c.cpu.run, &in[i], 1, want, 3, NULL) == CAMEO_OK);
            CHECK(provider_equal(want, out[i], 3));
            for (int k = 0; k < 3; k++) out[i][k].tensor.data = want[k].tensor.data = NULL;
        }
    }
    for (int i = 0; i < RUNS; i++) {
        CHECK(exact_memory_intact(&memory[i]));
        cameo_run_release(run[i]);
        exact_memory_free(&memory[i]);
    }
    provider_close(&c);
    CHECK_INT(fake_device_held(&d), 0);
}

/* Constants, and two groups with the CPU between them. */
static void partition_groups(ow *o) {
    provider_begin(o);
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "Add", "a,w", "b");
    ow_op(o, "Softmax", "b", "s");
    ow_op(o, "Relu", "s", "t");
    ow_op(o, "Add", "t,w", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

/* Whichever call fails: the status says who, nothing stays behind, and a run can go again. */
void test_partition_every_call_fails(void) {
    cameo_dim_binding plans[3] = {{"n", 2, 2}, {"n", 0, 4}, {"n", 0, 0}};
    for (int p = 0; p < 3; p++) {
        int n_failed = 0;
        for (int n = 1; n < 200; n++) {
            static provider_case c;
            fake_device d;
            int64_t dims[2] = {2, 3};
            cameo_value in = provider_floats(2, dims, provider_x), out[1] = {{0}};
            cameo_error e = {0};
            fake_device_init(&d, "fake", "Add Relu");
            for (int i = 0; i < 4; i++) d.delay[i] = i;
            d.workspace = 64;
            d.fail_call = n;
            cameo_status s = provider_open(&c, partition_groups, &d, NULL, &plans[p], p < 2);
            CHECK(s == CAMEO_OK || s == CAMEO_E_DEVICE);
            if (s != CAMEO_OK) CHECK_MSG(strstr(c.dev.why, "provider fake: ") != NULL, "%s", c.dev.why);
            if (s == CAMEO_OK) s = cameo_run_all(c.dev.run, &in, 1, out, 1, &e);
            CHECK(s == CAMEO_OK || s == CAMEO_E_DEVICE);
            bool all = d.n_calls < n;
            d.fail_call = 0;
            if (c.dev.run != NULL) {
                if (s != CAMEO_OK) CHECK_MSG(strstr(e.msg, "provider fake: ") != NULL, "%s", e.msg);
                CHECK(s == CAMEO_OK || e.op_type[0] != 0); /* the error names a node */
                CHECK(provider_same(&c, &in, 1, 1));
            }
            n_failed += s != CAMEO_OK;
            provider_close(&c);
            CHECK_INT(fake_device_held(&d), 0);
            if (all) break;
            CHECK(n < 199);
        }
        CHECK_MSG(n_failed >= 12, "%d calls failed", n_failed); /* hooks, memory, constants, two works, waits */
    }
}

/* ---- operators ---- */

static void partition_twice(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
    ow_op(o, "Relu", "x", "a");
    ow_op(o, "test:Twice", "a", "b");
    ow_op(o, "Softmax", "b", "s");
    ow_op(o, "Add", "s,b", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "n,3");
    ow_finish(o);
}

static cameo_status partition_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_fail(c, CAMEO_E_TYPE, "input 0 is no tensor");
    for (uint32_t i = 0; x.rank <= CAMEO_MAX_RANK && i < x.rank; i++) x.dims[i] = CAMEO_DIM_OF(0, i);
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

static cameo_status partition_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) ((float *)y.data)[i] = 2 * ((const float *)x.data)[i];
    return CAMEO_OK;
}

/* A custom operator of the caller is offered as any other; who does not take it leaves it to the CPU. */
void test_partition_custom(void) {
    static const cameo_op twice = {.size = sizeof(cameo_op), .domain = "test", .op_type = "Twice",
                                   .shape = partition_shape, .run = partition_run};
    static const cameo_op *const list[] = {&twice};
    const cameo_options options = {.custom_ops = list, .n_custom_ops = 1};
    static const char *const ops[3] = {"Relu", "Twice", "Add Relu Twice"};
    static const uint32_t n_nodes[3] = {1, 1, 3};
    cameo_dim_binding plans[2] = {{"n", 2, 2}, {"n", 0, 4}};
    int64_t dims[2] = {2, 3};
    for (int i = 0; i < 9; i++) {
        static provider_case c;
        fake_device d;
        fake_device_init(&d, "fake", ops[i % 3]);
        cameo_status s = provider_open_with(&c, partition_twice, &d, NULL, &plans[i / 3 % 2], i < 6, &options);
        CHECK_MSG(s == CAMEO_OK, "%s", c.dev.why);
        CHECK_INT(provider_info(&c).n_device_steps, n_nodes[i % 3]);
        cameo_value in = provider_floats(2, dims, provider_x);
        CHECK(provider_same(&c, &in, 1, 1));
        provider_close(&c);
        CHECK_INT(fake_device_held(&d), 0);
    }
}

static cameo_status partition_wrong_shape(cameo_op_context *c, const void *params) {
    static const int64_t wrong[3] = {CAMEO_DIM_OF(0, 2), CAMEO_DIM_OF(1, 0), INT64_MIN};
    static int turn;
    (void)params;
    return cameo_op_set_output(c, 0, CAMEO_FLOAT, 1, &wrong[turn++ % 3]);
}

/* A dim that no input has. */
void test_partition_wrong_dim(void) {
    static const cameo_op twice = {.size = sizeof(cameo_op), .domain = "test", .op_type = "Twice",
                                   .shape = partition_wrong_shape, .run = partition_run};
    static const cameo_op *const list[] = {&twice};
    const cameo_options options = {.ops = &cameo_ops_all, .custom_ops = list, .n_custom_ops = 1};
    for (int i = 0; i < 3; i++) {
        static exact x;
        ow o;
        partition_twice(&o);
        memset(&x, 0, sizeof x);
        CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 0), CAMEO_E_SHAPE);
        CHECK_MSG(strstr(x.why, "there is no dim ") != NULL, "%s", x.why);
        exact_close(&x);
        ow_free(&o);
    }
}

/* An operator that the provider alone knows: without it, and where it does not take the node, there is nobody. */
void test_partition_own_operator(void) {
    static exact x;
    ow o;
    fake_device d;
    const cameo_provider *list[1] = {&d.provider};
    cameo_options options = {.ops = &cameo_ops_all};
    cameo_dim_binding plan = {"n", 0, 5};
    int64_t dims[2] = {2, 3};
    cameo_error e = {0};
    partition_twice(&o);
    memset(&x, 0, sizeof x);
    CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 0), CAMEO_E_UNSUPPORTED);
    CHECK_MSG(strstr(x.why, "no operator test:Twice") != NULL, "%s", x.why);
    exact_close(&x);
    options.providers = list;
    options.n_providers = 1;
    fake_device_init(&d, "fake", "Add Relu");
    memset(&x, 0, sizeof x);
    CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 0), CAMEO_E_UNSUPPORTED);
    CHECK_MSG(strstr(x.why, "no kernel of Twice") != NULL, "%s", x.why);
    exact_close(&x);
    fake_device_init(&d, "fake", "Twice");
    memset(&x, 0, sizeof x);
    CHECK_MSG(exact_open(&x, o.w.buf, o.w.pos, &options, &plan, 1, 0) == CAMEO_OK, "%s", x.why);
    float two[6] = {1, 1, 1, 2, 2, 2}; /* equal numbers in a row: Softmax gives thirds */
    cameo_value in = provider_floats(2, dims, two), out[1] = {{0}};
    CHECK_MSG(cameo_run_all(x.run, &in, 1, out, 1, &e) == CAMEO_OK, "%s", e.msg);
    for (int i = 0; i < 6; i++) {
        float want = 1.0f / 3 + 2 * two[i], y = ((const float *)out[0].tensor.data)[i];
        CHECK(y > want - 1e-6f && y < want + 1e-6f);
    }
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&o);
    CHECK_INT(fake_device_held(&d), 0);
}

static void partition_gelu(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_op(o, "com.microsoft:Gelu", "x", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,3");
    ow_finish(o);
}

/* One in the place of a built-in operator, which is then not expanded into others; the CPU has it by its own `run`. */
void test_partition_replaces(void) {
    static const cameo_op gelu[2] = {
        {.size = sizeof(cameo_op), .domain = "com.microsoft", .op_type = "Gelu", .shape = partition_shape,
         .run = partition_run, .replace = true},
        {.size = sizeof(cameo_op), .domain = "com.microsoft", .op_type = "Gelu", .shape = partition_shape}};
    int64_t dims[2] = {2, 3};
    for (int i = 0; i < 2; i++) {
        static exact x;
        ow o;
        fake_device d;
        cameo_value in = provider_floats(2, dims, provider_x), out[1] = {{0}};
        const cameo_op *ops[1] = {&gelu[i]};
        const cameo_provider *list[1] = {&d.provider};
        const cameo_options options = {.ops = &cameo_ops_all, .providers = list, .n_providers = 1};
        fake_device_init(&d, "fake", "Add");
        d.provider.ops = ops;
        partition_gelu(&o);
        memset(&x, 0, sizeof x);
        CHECK_INT(exact_open(&x, o.w.buf, o.w.pos, &options, NULL, 0, 0), i == 0 ? CAMEO_OK : CAMEO_E_ARG);
        if (i == 0) {
            CHECK(cameo_run_all(x.run, &in, 1, out, 1, NULL) == CAMEO_OK);
            for (int k = 0; k < 6; k++) CHECK(((const float *)out[0].tensor.data)[k] == 2 * provider_x[k]);
        } else {
            CHECK_MSG(strstr(x.why, "set replace to take its place") != NULL, "%s", x.why);
        }
        exact_close(&x);
        ow_free(&o);
    }
}

/* ---- choosing ---- */

/* Nodes that it gives back are offered to who comes behind. */
void test_partition_gives_back(void) {
    static provider_case c;
    fake_device a, b;
    int64_t dims[2] = {2, 3};
    cameo_dim_binding two = {"n", 2, 2};
    fake_device_init(&a, "first", "Add Relu");
    fake_device_init(&b, "second", "Add");
    a.gives_back = "Add";
    CHECK_MSG(provider_open(&c, partition_chain, &a, &b, &two, 1) == CAMEO_OK, "%s", c.dev.why);
    CHECK_STR(c.log, "provider first computes 2 nodes\nprovider second computes 2 nodes\n");
    cameo_value in = provider_floats(2, dims, provider_x);
    CHECK(provider_same(&c, &in, 1, 1));
    CHECK(a.n_steps == 2 && b.n_steps == 2);
    provider_close(&c);
    fake_device_init(&a, "first", "Add");
    a.gives_back = "Add";
    CHECK_MSG(provider_open(&c, partition_chain, &a, NULL, &two, 1) == CAMEO_OK, "%s", c.dev.why);
    CHECK_STR(c.log, "provider first computes 0 nodes\n");
    CHECK(provider_same(&c, &in, 1, 1));
    CHECK_INT(a.n_alloc, 0);
    provider_close(&c);
    CHECK_INT(fake_device_held(&a) + fake_device_held(&b), 0);
}

static void partition_gate(ow *o) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_op(o, "Sigmoid", "x", "a");
    ow_op(o, "Mul", "x,a", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,3");
    ow_finish(o);
}

/* Fused forms are offered to those that know them, and if there are others, in standard operators. */
void test_partition_rewrites(void) {
    static const char *const known[] = {"nbits", "gated"}, *const unknown[] = {"chain"};
    for (int i = 0; i < 4; i++) {
        static provider_case c;
        fake_device a, b;
        fake_device_init(&a, "first", "Add");
        fake_device_init(&b, "second", "Add");
        a.provider.rewrites = i == 3 ? unknown : known;
        a.provider.n_rewrites = i == 0 ? 0 : i == 3 ? 1 : 2;
        provider_log_level = CAMEO_LOG_DEBUG;
        cameo_status s = provider_open(&c, partition_gate, &a, i == 2 ? &b : NULL, NULL, 0);
        provider_log_level = CAMEO_LOG_INFO;
        CHECK_INT(s, i == 3 ? CAMEO_E_ARG : CAMEO_OK);
        if (i == 3) CHECK_MSG(strstr(c.dev.why, "\"chain\" is no rewrite") != NULL, "%s", c.dev.why);
        if (i != 3) CHECK_MSG((strstr(c.log, "first declines Swish") != NULL) == (i == 1), "%s", c.log);
        if (i != 3) CHECK_MSG((strstr(c.log, "first declines Sigmoid") != NULL) == (i != 1), "%s", c.log);
        provider_close(&c);
    }
}

static void partition_boxes(ow *o) {
    static const int64_t one = 1, limit = 2;
    static const float overlap = 0.5f;
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "boxes", CAMEO_FLOAT, "1,n,4");
    ow_value(o, OW_INPUT, "scores", CAMEO_FLOAT, "1,2,n");
    ow_init(o, "limit", CAMEO_INT64, &one, 1, &limit, sizeof limit);
    ow_init(o, "overlap", CAMEO_FLOAT, &one, 1, &overlap, sizeof overlap);
    ow_op(o, "NonMaxSuppression", "boxes,scores,limit,overlap", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_INT64, "m,3");
    ow_finish(o);
}

static bool partition_selects(void *ctx, const cameo_op_context *node) {
    cameo_tensor y;
    if (!cameo_op_output(node, 0, &y) || cameo_op_domain(node).n == 0) return false;
    return ((fake_device *)ctx)->fail_prepare && y.rank == 3 && y.dims[1] == 2;
}

/* NonMaxSuppression is offered in two halves to who knows that, and stays as it is where nobody takes the first; the
 * CPU computes both where the device fails afterwards. */
void test_partition_boxes(void) {
    static const char *const known[] = {"nms_select"};
    float boxes[20] = {0, 0, 1, 1, 0, 0, 1, 0.9f, 2, 2, 3, 3, 4, 4, 5, 5, 2, 2, 3, 3};
    float scores[10] = {1, 2, 3, 3, 4, 5, 1, -1, 0, 0};
    cameo_value in[2] = {provider_floats(3, (int64_t[]){1, 5, 4}, boxes),
                         provider_floats(3, (int64_t[]){1, 2, 5}, scores)};
    for (int i = 0; i < 3; i++) {
        static provider_case c;
        fake_device a;
        const cameo_dim_binding n = {"n", 5, 5};
        fake_device_init(&a, "first", "Add");
        a.provider.supports = partition_selects;
        a.provider.rewrites = known;
        a.provider.n_rewrites = i != 0;
        a.fail_prepare = i == 2;
        provider_log_level = CAMEO_LOG_DEBUG;
        CHECK_MSG(provider_open(&c, partition_boxes, &a, NULL, &n, 1) == CAMEO_OK, "%s", c.dev.why);
        provider_log_level = CAMEO_LOG_INFO;
        CHECK_MSG((strstr(c.log, "cpu computes NonMaxSuppression") != NULL) == (i != 2), "%s", c.log);
        CHECK_MSG((strstr(c.log, "cpu computes NmsSelect") != NULL) == (i == 2), "%s", c.log);
        CHECK(provider_same(&c, in, 2, 1));
        provider_close(&c);
        CHECK_INT(fake_device_held(&a), 0);
    }
}

/* y = LeakyRelu(Relu(Conv(x, w) + r) as a matrix times v), on small whole numbers: any order of sums gives the same. */
static void partition_residual(ow *o) {
    static const int64_t filters[4] = {16, 1, 2, 2}, square[2] = {4, 2}, flat[2] = {-1, 4}, two = 2;
    float w[64], v[8];
    for (int i = 0; i < 64; i++) w[i] = (float)(i % 5 - 2);
    for (int i = 0; i < 8; i++) v[i] = (float)(i % 3 - 1);
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,1,3,3");
    ow_value(o, OW_INPUT, "r", CAMEO_FLOAT, "n,16,2,2");
    ow_init(o, "w", CAMEO_FLOAT, filters, 4, w, sizeof w);
    ow_init(o, "v", CAMEO_FLOAT, square, 2, v, sizeof v);
    ow_init(o, "flat", CAMEO_INT64, &two, 1, flat, sizeof flat);
    ow_op(o, "Conv", "x,w", "a");
    ow_op(o, "Add", "a,r", "b");
    ow_op(o, "Relu", "b", "c");
    ow_op(o, "Reshape", "c,flat", "d");
    ow_op(o, "MatMul", "d,v", "e");
    ow_node(o, "LeakyRelu", "e", "y");
    ow_attr_float(o, "alpha", 0.5f);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* A sum and functions are offered in the epilogues of their Conv and MatMul: to a device that knows one kind of them,
 * all, or none, to one that knows all and computes no MatMul, and to those that know all and decline some, which get
 * the nodes one by one then. */
void test_partition_epilogues(void) {
    static const char *const known[] = {"conv_sum", "activation", "function"};
    static const struct {
        const char *ops;
        size_t n_known;
        int n_steps, n_epilogues;
        const char *refuses;
    } cases[] = {{"Conv Add Relu MatMul", 0, 4, 0, NULL},
                 {"Conv Add Relu MatMul", 1, 3, 1, NULL},
                 {"Conv Add Relu MatMul", 2, 2, 1, NULL},
                 {"Conv Add Relu MatMul", 3, 2, 2, NULL},
                 {"Conv Add Relu", 3, 1, 1, NULL},
                 {"Conv Add Relu MatMul", 3, 2, 1, " LeakyRelu"},
                 {"Conv Add Relu MatMul", 2, 3, 1, " Relu"},
                 {"Conv Add Relu MatMul", 2, 4, 0, " sum"},
                 {"Conv MatMul", 2, 2, 0, " sum Relu"}};
    bool vectors = cm_prims_select(test_features())->features != 0; /* `function` needs them */
    float x[18], r[128];
    int64_t dims[4] = {2, 1, 3, 3}, sums[4] = {2, 16, 2, 2};
    for (int i = 0; i < 18; i++) x[i] = (float)(i % 7 - 3);
    for (int i = 0; i < 128; i++) r[i] = (float)(i % 11 - 5);
    cameo_value in[2] = {provider_floats(4, dims, x), provider_floats(4, sums, r)};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (int fuse = 0; fuse < 2; fuse++) {
            static provider_case c;
            fake_device d;
            cameo_dim_binding n = {"n", fuse == 0 ? 2 : 0, fuse == 0 ? 2 : 4};
            fake_device_init(&d, "fake", cases[k].ops);
            d.provider.rewrites = known;
            d.provider.n_rewrites = cases[k].n_known;
            d.refuses = cases[k].refuses;
            d.fuse = d.absorb = fuse != 0;
            d.delay[0] = 2;
            CHECK_MSG(provider_open(&c, partition_residual, &d, NULL, &n, 1) == CAMEO_OK, "%s", c.dev.why);
            CHECK(provider_same(&c, in, 2, 1));
            int n_epilogues = vectors || cases[k].n_epilogues == 0 ? cases[k].n_epilogues : 1;
            CHECK_MSG(d.n_steps == cases[k].n_steps && d.n_epilogues == (uint64_t)n_epilogues,
                      "case %zu: %d steps, %d epilogues", k, d.n_steps, (int)d.n_epilogues);
            provider_close(&c);
            CHECK_INT(fake_device_held(&d), 0);
        }
    }
}

/* y = PRelu(Conv(x, w)) with a slope for each of 16 channels, which the device does not know. */
static void partition_slopes(ow *o) {
    static const int64_t filters[4] = {16, 1, 2, 2}, channels[3] = {16, 1, 1};
    float w[64], slopes[16];
    for (int i = 0; i < 64; i++) w[i] = (float)(i % 5 - 2);
    for (int i = 0; i < 16; i++) slopes[i] = (float)(i % 3);
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "n,1,3,3");
    ow_init(o, "w", CAMEO_FLOAT, filters, 4, w, sizeof w);
    ow_init(o, "slopes", CAMEO_FLOAT, channels, 3, slopes, sizeof slopes);
    ow_op(o, "Conv", "x,w", "a");
    ow_op(o, "PRelu", "a,slopes", "y");
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(o);
}

/* Who declines an epilogue still gets the node without it: also with slopes, which are an input of their own, and
 * before a device that takes all of them. */
void test_partition_epilogue_declined(void) {
    static const char *const known[] = {"conv_sum", "activation", "function"};
    float x[18], r[128];
    int64_t dims[4] = {2, 1, 3, 3}, sums[4] = {2, 16, 2, 2};
    cameo_dim_binding two = {"n", 2, 2};
    for (int i = 0; i < 18; i++) x[i] = (float)(i % 7 - 3);
    for (int i = 0; i < 128; i++) r[i] = (float)(i % 11 - 5);
    cameo_value in[2] = {provider_floats(4, dims, x), provider_floats(4, sums, r)};
    for (uint32_t others = 0; others < 2; others++) {
        static provider_case c;
        fake_device a, b;
        fake_device_init(&a, "first", "Conv");
        fake_device_init(&b, "second", "Conv Add Relu MatMul");
        a.provider.rewrites = b.provider.rewrites = known;
        a.provider.n_rewrites = b.provider.n_rewrites = 3;
        a.refuses = others == 0 ? NULL : " sum Relu";
        cameo_status s = others == 0 ? provider_open(&c, partition_slopes, &a, NULL, &two, 1)
                                     : provider_open(&c, partition_residual, &a, &b, &two, 1);
        CHECK_MSG(s == CAMEO_OK, "%s", c.dev.why);
        CHECK(provider_same(&c, in, 1 + others, 1));
        CHECK(a.n_steps == 1 && a.n_epilogues == 0);
        CHECK_INT(b.n_steps, others == 0 ? 0 : 3); /* Add, Relu, MatMul; LeakyRelu is its epilogue, or the CPU's */
        provider_close(&c);
        CHECK_INT(fake_device_held(&a) + fake_device_held(&b), 0);
    }
}
