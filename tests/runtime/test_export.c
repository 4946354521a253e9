/* test_export.c — cameo_model_export: what is in the file that it writes, read back by the loader, which
 * refuses what is no valid graph. */
#include "ir/ir.h"
#include "tests/check.h"
#include "tests/support/exact.h"
#include "tests/support/onnx_writer.h"

typedef struct exported {
    uint8_t bytes[1 << 16];
    size_t n;
    void *memory;
    cameo_model *model; /* NULL: it was not written, or cannot be read */
    cameo_error error;
    char text[1024];
} exported;

static cameo_status export_put(void *ctx, const void *bytes, size_t n) {
    exported *x = ctx;
    if (n == 0 || n > sizeof x->bytes - x->n) return CAMEO_E_IO;
    memcpy(x->bytes + x->n, bytes, n);
    x->n += n;
    return CAMEO_OK;
}

static cameo_model *export_load(const void *bytes, size_t n, void **memory, cameo_error *e) {
    size_t model_bytes, work_bytes;
    cameo_model *model = NULL;
    if (cameo_model_measure(bytes, n, NULL, &model_bytes, &work_bytes, e) != CAMEO_OK) return NULL;
    *memory = aligned_alloc(64, (model_bytes + 63) & ~(size_t)63);
    void *work = aligned_alloc(64, (work_bytes + 64) & ~(size_t)63);
    cameo_memory m = {*memory, model_bytes}, w = {work, work_bytes};
    if (cameo_model_create(m, w, bytes, n, NULL, &model, e) != CAMEO_OK) model = NULL;
    free(work);
    return model;
}

/* The model in o, which is finished here, through cameo_model_export and the loader. */
static cameo_status export_open(exported *x, ow *o, const cameo_options *options) {
    enum { WORK = 1 << 20 };
    void *memory = NULL;
    memset(x, 0, sizeof *x);
    ow_finish(o);
    cameo_model *model = export_load(o->w.buf, o->w.pos, &memory, &x->error);
    void *work = aligned_alloc(64, WORK);
    cameo_status status = x->error.status;
    if (model != NULL) {
        status = cameo_model_export(model, (cameo_memory){work, WORK}, options, export_put, x,
                                    &x->error);
    }
    if (status == CAMEO_OK) x->model = export_load(x->bytes, x->n, &x->memory, &x->error);
    free(work);
    free(memory);
    return status;
}

static void export_close(exported *x, ow *o) {
    free(x->memory);
    ow_free(o);
}

static void export_say(exported *x, cm_str s) {
    size_t n = strlen(x->text);
    snprintf(x->text + n, sizeof x->text - n, "%.*s", CM_STR_ARG(s));
}

/* "Clip(x){min,max} Relu(h)": the nodes of a graph, their operands and attributes; # is a constant,
 * @ a value that got its name. */
static const char *export_nodes(exported *x, cm_id graph) {
    const cm_tables *t = &x->model->t;
    x->text[0] = 0;
    CM_EACH(id, t->node, t->graph.row[graph].nodes) {
        const cm_node *n = &t->node.row[id];
        if (x->text[0] != 0) export_say(x, CM_STR(" "));
        export_say(x, n->op_type);
        for (uint32_t i = 0; i < n->in.n; i++) {
            cm_id v = t->use.row[n->in.first + i].value;
            export_say(x, i == 0 ? CM_STR("(") : CM_STR(","));
            bool constant = v != CM_NONE && t->value.row[v].kind == CM_VALUE_INIT;
            if (v == CM_NONE) continue;
            bool made =
                t->value.row[v].name.n > 6 && memcmp(t->value.row[v].name.p, "cameo_", 6) == 0;
            export_say(x, constant ? CM_STR("#") : made ? CM_STR("@") : t->value.row[v].name);
        }
        export_say(x, CM_STR(")"));
        CM_EACH(a, t->attr, n->attrs) {
            export_say(x, a == n->attrs.first ? CM_STR("{") : CM_STR(","));
            export_say(x, t->attr.row[a].name);
        }
        if (n->attrs.n != 0) export_say(x, CM_STR("}"));
    }
    return x->text;
}

static const cameo_options export_all = {.ops = &cameo_ops_all};
static const cameo_options export_none = {.ops = &cameo_ops_all, .opt = CAMEO_OPT_NONE};

/* What an old opset has as attributes is written as attributes; a Relu is not fused into anything. */
void test_export_lifted(void) {
    ow o;
    exported x;
    ow_begin(&o, 6);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "batch,3");
    ow_node(&o, "Clip", "x", "h");
    ow_attr_float(&o, "max", 6);
    ow_end(&o);
    ow_op(&o, "Relu", "h", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_STR(export_nodes(&x, 0), "Clip(x){min,max} Relu(h)");
    cameo_string domain;
    int64_t version = 0;
    cameo_model_get_opset(x.model, 0, &domain, &version);
    CHECK_INT(version, 6);
    cameo_type y;
    cameo_model_get_output(x.model, 0, &y);
    CHECK_INT(y.rank, 2);
    CHECK(y.dims[0] == -1 && y.dim_params[0].n == 5 && memcmp(y.dim_params[0].p, "batch", 5) == 0);
    CHECK_INT(y.dims[1], 3);
    export_close(&x, &o);
}

/* What compatible reading reads over or repairs is not written again, so that strict reading takes the file. */
void test_export_strict(void) {
    ow o;
    exported x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(&o, "Gelu", "x", "h");
    ow_attr_text(&o, "approximate", "");
    ow_attr_float(&o, "nothing", 1);
    ow_end(&o);
    ow_op(&o, "Relu", "h", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "3");
    ow_end(&o);
    for (int i = 0; i < 2; i++) { /* metadata_props */
        ow_open(&o, 14);
        ow_str(&o, 1, "key");
        ow_str(&o, 2, i == 0 ? "old" : "new");
        ow_end(&o);
    }
    ow_opset(&o, "ai.onnx.ml", 0);
    CHECK_INT(export_open(&x, &o, &export_none), CAMEO_OK);
    CHECK_STR(export_nodes(&x, 0), "Gelu(x){approximate} Relu(h)");
    const cm_attr *mode = &x.model->t.attr.row[x.model->t.node.row[0].attrs.first];
    CHECK(cm_str_is(mode->s, "none"));
    CHECK_INT(x.model->props.n, 1);
    CHECK(cm_str_is(x.model->t.prop.row[x.model->props.first].value, "new"));
    CHECK_INT(x.model->opsets.n, 2);
    export_close(&x, &o);
}

/* bfloat16 that only the operators of bodies take is computed in float. */
void test_export_bfloat16(void) {
    ow o;
    exported x;
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "a", CAMEO_BFLOAT16, "3,2");
    ow_value(&o, OW_INPUT, "b", CAMEO_BFLOAT16, "3,4");
    ow_node(&o, "com.microsoft:FusedMatMul", "a,b", "y");
    ow_attr_int(&o, "transA", 1);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_BFLOAT16, "2,4");
    ow_end(&o);
    ow_opset(&o, "com.microsoft", 1);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK_STR(export_nodes(&x, 0), "Cast(a){to} Cast(b){to} Einsum(@,@){equation} Cast(@){to}");
    export_close(&x, &o);
}

/* An operator of any number of inputs keeps all of them. */
void test_export_many_inputs(void) {
    enum { N = 300 };
    char names[2 * N];
    ow o;
    exported x;
    for (int i = 0; i < N; i++) memcpy(names + 2 * i, i == N - 1 ? "x" : "x,", 2);
    ow_begin(&o, 21);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "1");
    ow_node(&o, "Concat", names, "y");
    ow_attr_int(&o, "axis", 0);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "300");
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_INT(x.model->t.node.row[0].in.n, N);
    export_close(&x, &o);
}

/* A bound dim is a number in the file, and what follows from it a constant; the range of one is refused. */
void test_export_dims(void) {
    for (int64_t max = 4; max <= 5; max++) {
        ow o;
        exported x;
        const cameo_dim_binding dim = {"n", 4, max};
        const cameo_options options = {.ops = &cameo_ops_all, .dims = &dim, .n_dims = 1};
        ow_begin(&o, 17);
        ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "n,3");
        ow_op(&o, "Shape", "x", "s");
        ow_op(&o, "Expand", "x,s", "h");
        ow_op(&o, "Relu", "h", "y");
        ow_op(&o, "Shape", "x", "z");
        ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
        ow_value(&o, OW_OUTPUT, "z", CAMEO_INT64, NULL);
        cameo_status status = export_open(&x, &o, &options);
        CHECK_INT(status, max == 4 ? CAMEO_OK : CAMEO_E_ARG);
        if (status == CAMEO_OK) {
            cameo_type in;
            CHECK(x.model != NULL);
            CHECK_STR(export_nodes(&x, 0), "Relu(x) Identity(#)");
            cameo_model_get_input(x.model, 0, &in);
            CHECK_INT(in.dims[0], 4);
        }
        export_close(&x, &o);
    }
}

/* Branches may use one name twice, and end in what they do not compute: the loader would refuse both. */
void test_export_branches(void) {
    ow o;
    exported x;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_value(&o, OW_INPUT, "c", CAMEO_BOOL, "");
    ow_node(&o, "If", "c", "y");
    ow_graph(&o, "then_branch");
    ow_op(&o, "Neg", "x", "t");
    ow_value(&o, OW_OUTPUT, "t", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_graph(&o, "else_branch");
    ow_op(&o, "Exp", "x", "t");
    ow_op(&o, "Identity", "x", "u");
    ow_value(&o, OW_OUTPUT, "u", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_STR(export_nodes(&x, 0), "If(c){then_branch,else_branch}");
    CHECK_STR(export_nodes(&x, 1), "Neg(x)");
    CHECK_STR(export_nodes(&x, 2), "Identity(x)");
    export_close(&x, &o);
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_op(&o, "Neg", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_OUTPUT, "x", CAMEO_FLOAT, NULL);
    CHECK_INT(export_open(&x, &o, &export_none), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_STR(export_nodes(&x, 0), "Neg(x)");
    export_close(&x, &o);
}

static void export_scan(ow *o, int64_t opset, int64_t back) {
    ow_begin(o, opset);
    ow_value(o, OW_INPUT, "s", CAMEO_FLOAT, "2");
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "3,2");
    ow_node(o, "Scan", "s,x", "last,sums");
    ow_attr_int(o, "num_scan_inputs", 1);
    ow_attr_ints(o, "scan_input_directions", &back, 1);
    ow_attr_ints(o, "scan_output_directions", &back, 1);
    ow_attr_ints(o, "scan_output_axes", &back, 1);
    ow_graph(o, "body");
    ow_value(o, OW_INPUT, "a", CAMEO_FLOAT, NULL);
    ow_value(o, OW_INPUT, "b", CAMEO_FLOAT, NULL);
    ow_op(o, "Add", "a,b", "sum");
    ow_op(o, "Neg", "sum", "copy");
    ow_value(o, OW_OUTPUT, "sum", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "copy", CAMEO_FLOAT, NULL);
    ow_graph_end(o);
    ow_end(o);
    ow_value(o, OW_OUTPUT, "last", CAMEO_FLOAT, NULL);
    ow_value(o, OW_OUTPUT, "sums", CAMEO_FLOAT, NULL);
}

/* Scan is written as a Loop of standard operators, which gives the same numbers. */
void test_export_scan(void) {
    static float s[2] = {1, 2}, in[6] = {1, 2, 3, 4, 5, 6};
    for (int64_t back = 0; back < 2; back++) {
        ow o;
        exported x;
        exact run[2];
        export_scan(&o, 17, back);
        CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
        CHECK(x.model != NULL);
        CHECK_STR(export_nodes(&x, 0), back ? "Loop(#,,s){body} Slice(@,#,#,#,#) Transpose(@){perm}"
                                            : "Loop(#,,s){body}");
        cameo_value y[2][2];
        memset(y, 0, sizeof y);
        for (int i = 0; i < 2; i++) {
            cameo_value given[2] = {{.name = "s", .kind = CAMEO_KIND_TENSOR},
                                    {.name = "x", .kind = CAMEO_KIND_TENSOR}};
            given[0].tensor = (cameo_tensor){CAMEO_FLOAT, 1, {2}, s, sizeof s};
            given[1].tensor = (cameo_tensor){CAMEO_FLOAT, 2, {3, 2}, in, sizeof in};
            const void *bytes = i == 0 ? o.w.buf : x.bytes;
            CHECK_INT(
                exact_open(&run[i], bytes, i == 0 ? o.w.pos : x.n, &export_all, NULL, 0, 1 << 16),
                CAMEO_OK);
            CHECK_INT(cameo_run_all(run[i].run, given, 2, y[i], 2, NULL), CAMEO_OK);
        }
        for (int k = 0; k < 2; k++) {
            CHECK_INT(y[1][k].tensor.bytes, y[0][k].tensor.bytes);
            CHECK(memcmp(y[1][k].tensor.data, y[0][k].tensor.data, y[0][k].tensor.bytes) == 0);
        }
        exact_close(&run[0]);
        exact_close(&run[1]);
        export_close(&x, &o);
    }
}

/* A SequenceMap is one again; the tensor among its inputs comes behind the sequence. */
void test_export_sequence_map(void) {
    ow o;
    exported x;
    ow_begin(&o, 17);
    ow_sequence(&o, OW_INPUT, "q", CAMEO_FLOAT);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "3");
    ow_node(&o, "SequenceMap", "q,x", "y");
    ow_graph(&o, "body");
    ow_value(&o, OW_INPUT, "a", CAMEO_FLOAT, NULL);
    ow_value(&o, OW_INPUT, "b", CAMEO_FLOAT, NULL);
    ow_op(&o, "Sub", "b,a", "d");
    ow_value(&o, OW_OUTPUT, "d", CAMEO_FLOAT, NULL);
    ow_graph_end(&o);
    ow_end(&o);
    ow_sequence(&o, OW_OUTPUT, "y", CAMEO_FLOAT);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_STR(export_nodes(&x, 0), "SequenceMap(q,x){body}");
    CHECK_STR(export_nodes(&x, 1), "Sub(b,a)");
    export_close(&x, &o);
}

/* y = ReduceMean(x) of opset 18 in a function of a model of opset 17. */
static void export_function(ow *o, bool other) {
    ow_begin(o, 17);
    ow_value(o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_op(o, "test:F", "x", "h");
    if (other) {
        static const int64_t axes[1] = {1};
        ow_node(o, "ReduceMax", "h", "y");
        ow_attr_ints(o, "axes", axes, 1);
        ow_end(o);
    } else {
        ow_op(o, "Neg", "h", "y");
    }
    ow_value(o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_end(o);
    ow_open(o, 25);
    ow_str(o, 1, "F");
    ow_str(o, 4, "a");
    ow_str(o, 5, "b");
    ow_open(o, 7);
    ow_names(o, 1, "a");
    ow_names(o, 2, "b");
    ow_str(o, 4, "ReduceMean");
    ow_end(o);
    ow_open(o, 9);
    ow_int(o, 2, 18);
    ow_end(o);
    ow_str(o, 10, "test");
}

/* A function's operators are in the model's opset where one has them all, else nothing is written. */
void test_export_function(void) {
    ow o;
    exported x;
    export_function(&o, false);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_OK);
    CHECK(x.model != NULL);
    CHECK_STR(export_nodes(&x, 0), "ReduceMean(x) Neg(h)");
    CHECK_INT(cm_opset_find(&x.model->t, x.model->opsets, (cm_str){NULL, 0}), 18);
    export_close(&x, &o);
    export_function(&o, true);
    CHECK_INT(export_open(&x, &o, &export_all), CAMEO_E_UNSUPPORTED);
    CHECK(strstr(x.error.msg, "opset") != NULL);
    CHECK_INT(x.n, 0);
    export_close(&x, &o);
}

static cameo_status export_refuse(void *ctx, const void *bytes, size_t n) {
    (void)bytes;
    *(size_t *)ctx += n;
    return CAMEO_E_IO;
}

/* Too little work is said before anything is written; the writer's status is handed on. */
void test_export_failures(void) {
    ow o;
    void *memory = NULL;
    cameo_error e = {0};
    size_t n = 0, size = 0;
    ow_begin(&o, 17);
    ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "2,3");
    ow_op(&o, "Relu", "x", "y");
    ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, NULL);
    ow_finish(&o);
    cameo_model *model = export_load(o.w.buf, o.w.pos, &memory, &e);
    CHECK(model != NULL);
    void *work = aligned_alloc(64, 1 << 20);
    cameo_status status = CAMEO_E_NOMEM;
    for (; status == CAMEO_E_NOMEM && size < 1 << 20; size += 4096) {
        CHECK_INT(n, 0);
        status = cameo_model_export(model, (cameo_memory){work, size}, &export_all, export_refuse,
                                    &n, NULL);
    }
    CHECK(size > 8192);
    CHECK_INT(status, CAMEO_E_IO);
    CHECK(n > 0);
    free(work);
    free(memory);
    ow_free(&o);
}
