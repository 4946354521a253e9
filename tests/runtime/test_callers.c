/* test_callers.c — all that a caller can bring, at once: a loader, an importer, a function, a rewrite, an operator and
 * a device. Whichever allocation fails, and whatever bound is too small, ends with a status and a text, and nothing
 * stays behind; so does each part that builds something malformed. */
#include "base/port.h"
#include "tests/check.h"
#include "tests/support/fake_device.h"

#include <stdlib.h>

/* What goes wrong on purpose. */
typedef struct callers_wrong {
    bool load, import, rewrite;
} callers_wrong;

static cameo_status callers_add(cameo_builder *b, const char *domain, const char *op, const char *x, const char *y,
                                const char *out) {
    const char *in[] = {x, y};
    return cameo_builder_node(b, &(cameo_node){.op_type = op, .domain = domain, .inputs = in,
                                               .n_inputs = y == NULL ? 1 : 2, .outputs = &out, .n_outputs = 1});
}

static cameo_status callers_recognise(void *ctx, const void *bytes, size_t size, cameo_error *e) {
    (void)ctx, (void)e;
    return size == 6 && memcmp(bytes, "CALLER", 6) == 0 ? CAMEO_OK : CAMEO_DECLINED;
}

/* y = Half(Fn(Swish(x)) * 2 + w), x and w [4]; w lies in 20,000 bytes of the builder's memory. */
static cameo_status callers_load(void *ctx, const void *bytes, size_t size, cameo_builder *b, cameo_error *e) {
    const callers_wrong *wrong = ctx;
    const cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 1, (const int64_t[]){4});
    float *w = cameo_builder_alloc(b, 20000);
    (void)bytes, (void)size, (void)e;
    if (w == NULL) return CAMEO_E_NOMEM;
    for (int i = 0; i < 4; i++) w[i] = (float)i;
    w[4] = 2;
    const cameo_tensor weights = {.dtype = CAMEO_FLOAT, .rank = 1, .dims = {4}, .data = w, .bytes = 16};
    const cameo_tensor two = {.dtype = CAMEO_FLOAT, .data = w + 4, .bytes = 4};
    (void)cameo_builder_opset(b, "", 17);
    (void)cameo_builder_opset(b, "mine", 1);
    (void)cameo_builder_value(b, &x);
    (void)cameo_builder_init(b, "w", &weights);
    (void)cameo_builder_init(b, "two", &two);
    (void)callers_add(b, "mine", "Swish", "x", NULL, "a");
    (void)callers_add(b, "mine", "Fn", wrong->load ? "nowhere" : "a", NULL, "b");
    (void)callers_add(b, NULL, "Mul", "b", "two", "c");
    (void)callers_add(b, NULL, "Add", "c", "w", "d");
    return callers_add(b, "mine", "Half", "d", NULL, "y");
}

/* Swish: Relu, so that results are whole numbers. */
static cameo_status callers_import(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *e) {
    const callers_wrong *wrong = ctx;
    (void)node, (void)e;
    (void)cameo_builder_opset(b, "", 17);
    return callers_add(b, NULL, wrong->import ? "Split" : "Relu", wrong->import ? "in1" : "in0", NULL, "out0");
}

/* v * 2 is v + v. */
static cameo_status callers_rewrite(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                                    cameo_error *e) {
    const callers_wrong *wrong = ctx;
    (void)graph, (void)m, (void)e;
    (void)cameo_builder_opset(b, "", 17);
    return callers_add(b, NULL, wrong->rewrite ? "Cast" : "Add", "v", wrong->rewrite ? NULL : "v", "r");
}

static cameo_status callers_shape(cameo_op_context *c, const void *params) {
    cameo_tensor x;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || x.dtype != CAMEO_FLOAT) return cameo_op_fail(c, CAMEO_E_TYPE, "no float32");
    for (uint32_t i = 0; x.rank <= CAMEO_MAX_RANK && i < x.rank; i++) x.dims[i] = CAMEO_DIM_OF(0, i);
    return cameo_op_set_output(c, 0, x.dtype, x.rank, x.dims);
}

static cameo_status callers_run(cameo_op_context *c, const void *params) {
    cameo_tensor x, y;
    (void)params;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_output(c, 0, &y)) return CAMEO_E_INTERNAL;
    for (size_t i = 0; i < x.bytes / sizeof(float); i++) ((float *)y.data)[i] = ((const float *)x.data)[i] / 2;
    return CAMEO_OK;
}

/* A model whose function mine:Fn is Neg. */
static cameo_functions callers_function(void) {
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 13];
    static const char *const in[] = {"p"}, *const out[] = {"q"};
    static cameo_builder *b;
    cameo_functions f = {0};
    const cameo_function fn = {.domain = "mine", .name = "Fn", .inputs = in, .outputs = out, .n_inputs = 1,
                               .n_outputs = 1};
    const cameo_type unused = cameo_tensor_type("unused", CAMEO_FLOAT, 0, NULL);
    (void)cameo_builder_create((cameo_memory){memory, sizeof memory}, NULL, &b, NULL);
    (void)cameo_builder_opset(b, "", 17);
    (void)cameo_builder_function(b, &fn);
    (void)cameo_builder_opset(b, "", 17);
    (void)callers_add(b, NULL, "Neg", "p", NULL, "q");
    (void)cameo_builder_end(b);
    (void)cameo_builder_input(b, &unused);
    (void)cameo_builder_output(b, &unused);
    if (cameo_builder_finish(b, NULL) != CAMEO_OK) return f;
    (void)cameo_builder_get_bytes(b, &f.bytes, &f.size);
    return f;
}

typedef struct callers_heap {
    size_t calls, fail_at, live;
} callers_heap;

static void *callers_alloc(void *ctx, size_t size, size_t align) {
    callers_heap *heap = ctx;
    if (++heap->calls == heap->fail_at) return NULL;
    void *p = aligned_alloc(align, (size + align - 1) / align * align);
    if (p != NULL) heap->live += size;
    return p;
}

static void callers_free(void *ctx, void *p, size_t size, size_t align) {
    callers_heap *heap = ctx;
    (void)align;
    heap->live -= size;
    free(p);
}

/* Loads and runs with everything, fail_at and bounds as given: how it ended. *calls: allocations. Nothing may stay. */
static cameo_status callers_try(callers_wrong wrong, size_t fail_at, const cameo_limits *limits, size_t *calls,
                                cameo_error *e) {
    static const char *const pattern_in[] = {"v", "two"}, *const pattern_out[] = {"r"};
    static const cameo_node product = {.op_type = "Mul", .inputs = pattern_in, .n_inputs = 2, .outputs = pattern_out,
                                       .n_outputs = 1};
    static const cameo_match_constant two = {.name = "two", .value = 2};
    static const cameo_op half = {.size = sizeof half, .domain = "mine", .op_type = "Half", .shape = callers_shape,
                                  .run = callers_run};
    const cameo_loader loader = {.size = sizeof loader, .name = "caller", .ctx = &wrong,
                                 .recognise = callers_recognise, .build = callers_load};
    const cameo_importer importer = {.size = sizeof importer, .domain = "mine", .op_type = "Swish", .ctx = &wrong,
                                     .build = callers_import};
    const cameo_rewrite rewrite = {.size = sizeof rewrite, .name = "twice", .nodes = &product, .n_nodes = 1,
                                   .constants = &two, .n_constants = 1, .ctx = &wrong, .build = callers_rewrite};
    const cameo_functions functions = callers_function();
    const cameo_loader *loaders[] = {&loader};
    const cameo_importer *importers[] = {&importer};
    const cameo_rewrite *rewrites[] = {&rewrite};
    const cameo_op *ops[] = {&half};
    static fake_device device;
    const cameo_provider *providers[] = {&device.provider};
    callers_heap heap = {.fail_at = fail_at};
    const cameo_allocator allocator = {&heap, callers_alloc, callers_free};
    const cameo_options options = {.limits = limits, .allocator = &allocator, .n_threads = 1, .loaders = loaders,
                                   .n_loaders = 1, .importers = importers, .n_importers = 1, .rewrites = rewrites,
                                   .n_rewrites = 1, .functions = &functions, .n_functions = 1, .custom_ops = ops,
                                   .n_custom_ops = 1, .providers = providers, .n_providers = 1};
    float x[4] = {-1, 1, 2, 3};
    cameo_value in = {.kind = CAMEO_KIND_TENSOR, .tensor = {CAMEO_FLOAT, 1, {4}, x, sizeof x}}, out = {0};
    cameo_host *h = NULL;
    fake_device_init(&device, "fake", "Add Relu");
    cameo_status s = cameo_host_load("CALLER", 6, &options, &h, e);
    if (s == CAMEO_OK) s = cameo_host_run(h, &in, 1, &out, 1, e);
    for (int i = 0; s == CAMEO_OK && i < 4; i++) {
        float y = (-2 * (x[i] > 0 ? x[i] : 0) + (float)i) / 2, got = ((const float *)out.tensor.data)[i];
        if (got != y) check_failed(__FILE__, __LINE__, "%d: %g, want %g", i, (double)got, (double)y);
    }
    if (s == CAMEO_OK && device.n_steps < 3) check_failed(__FILE__, __LINE__, "%d steps of the device", device.n_steps);
    if (h != NULL) cameo_host_release(h, &out, 1);
    cameo_host_free(h);
    if (heap.live != 0) check_failed(__FILE__, __LINE__, "%zu bytes are left", heap.live);
    if (fake_device_held(&device) != 0) check_failed(__FILE__, __LINE__, "the device holds something");
    if (s != CAMEO_OK && (e->status != s || (!CAMEO_NO_ERRMSG && e->msg[0] == 0)))
        check_failed(__FILE__, __LINE__, "%s without a text", cameo_status_name(s));
    *calls = heap.calls;
    return s;
}

void test_callers_allocator_fails(void) {
    const callers_wrong none = {0};
    for (size_t k = 1;; k++) {
        cameo_error e = {0};
        size_t calls;
        cameo_status s = callers_try(none, k, NULL, &calls, &e);
        CHECK_MSG(s == (calls < k ? CAMEO_OK : CAMEO_E_NOMEM), "allocation %zu: %s: %s", k, cameo_status_name(s),
                  e.msg);
        if (calls < k) return;
    }
}

/* Memory and nodes: from bounds that nothing fits in to those that are enough. */
void test_callers_limits(void) {
    const callers_wrong none = {0};
    size_t calls, n_ok[2] = {0}, n_refused[2] = {0};
    for (int which = 0; which < 2; which++) {
        for (uint64_t bound = 1; bound <= (which == 0 ? (uint64_t)1 << 24 : 64);
             bound += which == 0 ? bound / 4 + 1 : 1) {
            cameo_limits limits;
            cameo_error e = {0};
            cameo_limits_init(&limits, CAMEO_PRESET_HOST);
            if (which == 0)
                limits.memory_bytes = bound;
            else
                limits.nodes = bound;
            cameo_status s = callers_try(none, 0, &limits, &calls, &e);
            n_ok[which] += s == CAMEO_OK;
            n_refused[which] += s != CAMEO_OK;
            CHECK_MSG(s == CAMEO_OK || s == CAMEO_E_LIMIT || (which == 0 && s == CAMEO_E_NOMEM),
                      "%d, bound %llu: %s: %s", which, (unsigned long long)bound, cameo_status_name(s), e.msg);
            CHECK_MSG(s == CAMEO_OK || n_ok[which] == 0, "%d: bound %llu is too small and less was enough", which,
                      (unsigned long long)bound);
        }
        CHECK(n_ok[which] > 3 && n_refused[which] > 3);
    }
}

/* What a part builds is checked as a file is. */
void test_callers_malformed(void) {
    static const struct {
        callers_wrong wrong;
        cameo_status status;
        const char *says;
    } cases[] = {{{.load = true}, CAMEO_E_MISSING, "caller: input \"nowhere\" has no type"},
                 {{.import = true}, CAMEO_E_MISSING, "options.importers[0]: "},
                 {{.rewrite = true}, CAMEO_E_MALFORMED, "rewrite twice: "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cameo_error e = {0};
        size_t calls;
        cameo_status s = callers_try(cases[i].wrong, 0, NULL, &calls, &e);
        CHECK_MSG(s == cases[i].status && (CAMEO_NO_ERRMSG || strstr(e.msg, cases[i].says) != NULL), "%zu: %s: %s", i,
                  cameo_status_name(s), e.msg);
    }
}

/* A number without a list, and a list of nothing. */
void test_callers_no_lists(void) {
    static const void *const nothing[1] = {NULL};
    const cameo_functions empty = {0};
    const cameo_options cases[] = {{.n_loaders = 1},
                                   {.n_importers = 1},
                                   {.n_functions = 1},
                                   {.n_rewrites = 1},
                                   {.n_providers = 1},
                                   {.n_custom_ops = 1},
                                   {.n_loaders = 1, .loaders = (const cameo_loader *const *)nothing},
                                   {.n_importers = 1, .importers = (const cameo_importer *const *)nothing},
                                   {.n_functions = 1, .functions = &empty},
                                   {.n_rewrites = 1, .rewrites = (const cameo_rewrite *const *)nothing},
                                   {.n_providers = 1, .providers = (const cameo_provider *const *)nothing},
                                   {.n_custom_ops = 1, .custom_ops = (const cameo_op *const *)nothing}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cameo_options options = cases[i];
        cameo_host *h = NULL;
        cameo_error e = {0};
        options.n_threads = 1;
        cameo_status s = cameo_host_load_file("examples/digits/digits.onnx", &options, &h, &e);
        CHECK_MSG(s == CAMEO_E_ARG && (CAMEO_NO_ERRMSG || e.msg[0] != 0), "%zu: %s: %s", i,
                  cameo_status_name(s), e.msg);
    }
}
