/* test_override.c — what the caller says otherwise than the file: extracted parts, inner outputs, types
 * of inputs, versions, weights. Each with the good case run and with the error of wrong use. */
#include "tests/support/exact.h"
#include "tests/support/host_fixture.h"

/* x[n], k[n] -> a = concat(x, x)[2n]; b = -a; c = b + b; y = relu(c); z = x + k. Only inputs and outputs
 * are declared. */
static void override_chain(hf *f) {
    memset(f, 0, sizeof *f);
    ow_begin(&f->o, 17);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_value(&f->o, OW_INPUT, "k", CAMEO_FLOAT, "n");
    ow_node(&f->o, "Concat", "x,x", "a");
    ow_attr_int(&f->o, "axis", 0);
    ow_end(&f->o);
    ow_op(&f->o, "Neg", "a", "b");
    ow_op(&f->o, "Add", "b,b", "c");
    ow_op(&f->o, "Relu", "c", "y");
    ow_op(&f->o, "Add", "x,k", "z");
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT, "?");
    ow_value(&f->o, OW_OUTPUT, "z", CAMEO_FLOAT, "n");
    ow_finish(&f->o);
}

/* y = (x * w) + (k * k): w is an overridable default, k only an initializer. IR version 8. */
static void override_weights(hf *f) {
    static const int64_t dims[1] = {2};
    static const float w[2] = {2, 3}, k[2] = {4, 5};
    memset(f, 0, sizeof *f);
    ow_begin(&f->o, 17);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT, "2");
    ow_value(&f->o, OW_INPUT, "w", CAMEO_FLOAT, "2");
    ow_init(&f->o, "w", CAMEO_FLOAT, dims, 1, w, sizeof w);
    ow_init(&f->o, "k", CAMEO_FLOAT, dims, 1, k, sizeof k);
    ow_op(&f->o, "Mul", "w,w", "w2");
    ow_op(&f->o, "Mul", "x,w2", "a");
    ow_op(&f->o, "Mul", "k,k", "b");
    ow_op(&f->o, "Add", "a,b", "y");
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT, "2");
    ow_finish(&f->o);
}

/* ---- extraction ---- */

/* Inner values, an input and a value that the optimiser would fuse away become outputs. */
void test_override_outputs(void) {
    static const char *const names[] = {"c", "x"};
    static hf f;
    float x[2] = {1, -2}, k[2] = {10, 20};
    float y[4] = {0, 4, 0, 4}, z[2] = {11, 18}, c[4] = {-2, 4, -2, 4};
    cameo_value in[2] = {hf_floats("x", x, 2), hf_floats("k", k, 2)};
    override_chain(&f);
    f.options.outputs = names;
    f.options.n_outputs = 2;
    HF_OK(&f);
    CHECK_INT(hf_info(&f).n_outputs, 4);
    cameo_type type;
    cameo_session_get_output(cameo_host_get_session(f.host), 2, &type);
    CHECK(hf_named(type.name, "c") && type.dtype == CAMEO_FLOAT);
    CHECK_MSG(hf_run(&f, in, 2, 4) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], y, 4) && hf_is(&f.out[1], z, 2));
    CHECK(hf_is(&f.out[2], c, 4) && hf_is(&f.out[3], x, 2));
    cameo_host_release(f.host, f.out, 4);
    hf_free(&f);
}

void test_override_outputs_wrong(void) {
    const char *name = "nowhere";
    static hf f;
    override_chain(&f);
    f.options.outputs = &name;
    f.options.n_outputs = 1;
    HF_FAILS(&f, CAMEO_E_ARG, "options.outputs names \"nowhere\", which is no value");
    name = "y";
    HF_FAILS(&f, CAMEO_E_ARG, "\"y\", which is an output already");
    name = NULL;
    HF_FAILS(&f, CAMEO_E_ARG, "options.outputs names \"(no name)\"");
    hf_free(&f);
}

/* From an inner value whose type only inference knows to another one: its dim is an expression, which
 * names the free dim of the input. */
void test_override_part(void) {
    static const char *const from[] = {"a"}, *const to[] = {"c"};
    static hf f;
    float a[3] = {1, 2, -3}, c[3] = {-2, -4, 6};
    cameo_value in = hf_floats("a", a, 3);
    override_chain(&f);
    f.options.from = from;
    f.options.n_from = 1;
    f.options.to = to;
    f.options.n_to = 1;
    HF_OK(&f);
    cameo_type type;
    const cameo_session *s = cameo_host_get_session(f.host);
    CHECK_INT(hf_info(&f).n_inputs, 1);
    CHECK_INT(hf_info(&f).n_outputs, 1);
    cameo_session_get_input(s, 0, &type);
    CHECK(hf_named(type.name, "a") && type.dims[0] == -1);
    CHECK(hf_named(type.dim_params[0], "2*n"));
    CHECK(hf_named(cameo_session_get_symbol(s, 0), "2*n"));
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], c, 3));
    cameo_host_release(f.host, f.out, 1);
    /* That name can be bound; so can the dim that it is made of, which the part has no longer. */
    cameo_dim_binding dim = {"2*n", 6, 6};
    f.options.dims = &dim;
    f.options.n_dims = 1;
    HF_OK(&f);
    cameo_session_get_input(cameo_host_get_session(f.host), 0, &type);
    CHECK_INT(type.dims[0], 6);
    dim = (cameo_dim_binding){"n", 4, 4};
    HF_OK(&f);
    cameo_session_get_input(cameo_host_get_session(f.host), 0, &type);
    CHECK_INT(type.dims[0], 8);
    hf_free(&f);
}

/* Without `from` the inputs are those that the part needs; without `to` it ends at the model's outputs. */
void test_override_part_one_end(void) {
    static const char *const to[] = {"b"};
    static const char *const from[] = {"x", "k", "c"};
    static hf f;
    float x[2] = {1, -2}, b[4] = {-1, 2, -1, 2};
    cameo_value in = hf_floats(NULL, x, 2);
    override_chain(&f);
    f.options.to = to;
    f.options.n_to = 1;
    HF_OK(&f);
    CHECK_INT(hf_info(&f).n_inputs, 1);
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], b, 4));
    cameo_host_release(f.host, f.out, 1);
    f.options.n_to = 0;
    f.options.from = from;
    f.options.n_from = 3;
    HF_OK(&f);
    CHECK_INT(hf_info(&f).n_inputs, 3);
    CHECK_INT(hf_info(&f).n_outputs, 2);
    f.options.n_from = 1; /* z = x + k */
    HF_FAILS(&f, CAMEO_E_MISSING, "the part needs input \"k\", which is not in options.from");
    hf_free(&f);
}

void test_override_part_wrong(void) {
    static const char *from[] = {"b", "b"}, *const to[] = {"y"};
    static hf f;
    override_chain(&f);
    f.options.from = from;
    f.options.to = to;
    f.options.n_to = 1;
    f.options.n_from = 2;
    HF_FAILS(&f, CAMEO_E_ARG, "options.from names \"b\" twice");
    from[1] = "k";
    HF_FAILS(&f, CAMEO_E_ARG, "nothing in the part reads \"k\"");
    from[1] = "elsewhere";
    HF_FAILS(&f, CAMEO_E_ARG, "options.from names \"elsewhere\"");
    hf_free(&f);
}

/* What lies outside the part may be beyond this build; a type that cannot be inferred then is asked for. */
void test_override_part_beside_unknown(void) {
    static const char *const from[] = {"a"};
    static hf f;
    float a[2] = {1, -2}, y[2] = {-1, 2};
    cameo_value in = hf_floats("a", a, 2);
    cameo_type type = {
        .name = {"a", 1}, .dtype = CAMEO_FLOAT, .has_shape = true, .rank = 1, .dims = {-1}};
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_op(&f.o, "NoSuchOperator", "x", "a");
    ow_op(&f.o, "Neg", "a", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "n");
    ow_finish(&f.o);
    HF_FAILS(&f, CAMEO_E_UNSUPPORTED, "NoSuchOperator");
    f.options.from = from;
    f.options.n_from = 1;
    HF_FAILS(&f, CAMEO_E_MISSING, "the type of \"a\" is neither declared nor inferred");
    f.options.inputs = &type;
    f.options.n_inputs = 1;
    HF_OK(&f);
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], y, 2));
    cameo_host_release(f.host, f.out, 1);
    hf_free(&f);
}

/* A value at which the part begins can be bound, and then is no input; so can a weight that is a parameter. */
void test_override_part_bound(void) {
    static const char *const from[] = {"a"}, *const to[] = {"c"};
    static hf f;
    float a[2] = {1, -2}, c[2] = {-2, 4};
    cameo_value value = hf_floats("a", a, 2);
    override_chain(&f);
    f.options.from = from;
    f.options.n_from = 1;
    f.options.to = to;
    f.options.n_to = 1;
    f.options.values = &value;
    f.options.n_values = 1;
    HF_OK(&f);
    CHECK_INT(hf_info(&f).n_inputs, 0);
    CHECK_MSG(hf_run(&f, NULL, 0, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], c, 2));
    cameo_host_release(f.host, f.out, 1);
    value.name = "x"; /* which the part does not read */
    HF_FAILS(&f, CAMEO_E_ARG, "options.values names \"x\", which is no input");
    hf_free(&f);
    override_weights(&f);
    float x[2] = {1, -1}, one[2] = {1, 1}, y[2] = {4 + 1, -9 + 1};
    value = hf_floats("k", one, 2);
    f.options.values = &value;
    f.options.n_values = 1;
    HF_FAILS(&f, CAMEO_E_ARG, "options.values names \"k\", which is no input");
    f.options.weights = CAMEO_WEIGHTS_PARAMETERS;
    HF_OK(&f);
    cameo_value in = hf_floats("x", x, 2);
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[0], y, 2));
    cameo_host_release(f.host, f.out, 1);
    hf_free(&f);
}

/* A value that only the branches of an If read is needed where the If is. */
void test_override_part_captures(void) {
    static const char *const from[] = {"b", "go"}, *const to[] = {"y"};
    static hf f;
    float b[2] = {1, -2}, y[2] = {-1, 2};
    bool go = true;
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "n");
    ow_value(&f.o, OW_INPUT, "go", CAMEO_BOOL, "");
    ow_op(&f.o, "Abs", "x", "a");
    ow_op(&f.o, "Neg", "a", "b");
    ow_op(&f.o, "Neg", "b", "c");
    ow_node(&f.o, "If", "go", "y");
    for (int i = 0; i < 2; i++) {
        ow_graph(&f.o, i == 0 ? "then_branch" : "else_branch");
        ow_op(&f.o, "Identity", i == 0 ? "c" : "b", i == 0 ? "t" : "e");
        ow_value(&f.o, OW_OUTPUT, i == 0 ? "t" : "e", CAMEO_FLOAT, "n");
        ow_graph_end(&f.o);
    }
    ow_end(&f.o);
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "n");
    ow_finish(&f.o);
    f.options.from = from;
    f.options.n_from = 2;
    f.options.to = to;
    f.options.n_to = 1;
    for (int opt = CAMEO_OPT_ALL; opt <= CAMEO_OPT_NONE; opt += CAMEO_OPT_NONE) {
        f.options.opt = (cameo_opt)opt;
        HF_OK(&f);
        cameo_value in[2] = {hf_floats("b", b, 2), {.name = "go", .kind = CAMEO_KIND_TENSOR}};
        in[1].tensor = (cameo_tensor){CAMEO_BOOL, 0, {0}, &go, 1};
        CHECK_MSG(hf_run(&f, in, 2, 1) == CAMEO_OK, "%s", f.e.msg);
        CHECK(hf_is(&f.out[0], y, 2));
        cameo_host_release(f.host, f.out, 1);
    }
    hf_free(&f);
}

/* Names that prepare made lie in the session, which keeps to its exact size; work memory is gone. */
void test_override_exact(void) {
    static const char *const from[] = {"a"}, *const to[] = {"c"};
    static hf f;
    exact x;
    cameo_dim_binding dim = {"2*n", 1, 4};
    float a[3] = {1, 2, -3}, c[3] = {-2, -4, 6};
    cameo_value in = hf_floats("a", a, 3), out = {0};
    cameo_options options = {.ops = &cameo_ops_all, .from = from, .n_from = 1, .to = to, .n_to = 1};
    override_chain(&f);
    CHECK_MSG(exact_open(&x, f.o.w.buf, f.o.w.pos, &options, &dim, 1, 0) == CAMEO_OK, "%s", x.why);
    CHECK(hf_named(cameo_session_get_symbol(x.session, 0), "2*n"));
    CHECK_INT(cameo_run_all(x.run, &in, 1, &out, 1, NULL), CAMEO_OK);
    CHECK(hf_is(&out, c, 3));
    CHECK(exact_intact(&x));
    exact_close(&x);
    ow_free(&f.o);
}

/* Whatever the size of work memory: a session, or E_NOMEM; also where the types of a cut are inferred. */
void test_override_no_memory(void) {
    static const char *const from[] = {"a"}, *const more[] = {"b"};
    static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[1 << 14], work[1 << 18];
    static hf f;
    cameo_opset opset = {"", 14};
    cameo_type type = {.name = {"a", 1}, .has_shape = true, .rank = 1, .dims = {-1}};
    cameo_options options = {.ops = &cameo_ops_all,
                             .from = from,
                             .n_from = 1,
                             .to = more,
                             .n_to = 1,
                             .weights = CAMEO_WEIGHTS_PARAMETERS,
                             .opsets = &opset,
                             .n_opsets = 1};
    size_t model_bytes, work_bytes, session_bytes, failed = 0;
    cameo_model *model;
    cameo_prepared *p;
    override_chain(&f);
    CHECK_INT(cameo_model_measure(f.o.w.buf, f.o.w.pos, NULL, &model_bytes, &work_bytes, NULL),
              CAMEO_OK);
    CHECK(model_bytes <= sizeof memory && work_bytes <= sizeof work);
    CHECK_INT(cameo_model_create((cameo_memory){memory, model_bytes},
                                 (cameo_memory){work, work_bytes}, f.o.w.buf, f.o.w.pos, NULL,
                                 &model, NULL),
              CAMEO_OK);
    type.dtype = CAMEO_FLOAT;
    for (int typed = 0; typed < 2; typed++) {
        cameo_status status = CAMEO_E_NOMEM;
        options.inputs = &type;
        options.n_inputs = (size_t)typed;
        for (size_t size = 0; size <= sizeof work && status != CAMEO_OK; size += 64) {
            cameo_error e = {0};
            status = cameo_session_measure(model, (cameo_memory){work, size}, &options, &p,
                                           &session_bytes, &e);
            CHECK_MSG(status == CAMEO_OK || status == CAMEO_E_NOMEM, "%zu bytes: %s", size, e.msg);
            failed += status != CAMEO_OK;
        }
        CHECK_INT(status, CAMEO_OK);
    }
    CHECK(failed > 100);
    ow_free(&f.o);
}

/* ---- declared types ---- */

/* x float16[1,4] -> relu -> y, where y and an inner value are declared, too. */
static void override_typed(hf *f) {
    memset(f, 0, sizeof *f);
    ow_begin(&f->o, 17);
    ow_value(&f->o, OW_INPUT, "x", CAMEO_FLOAT16, "1,4");
    ow_op(&f->o, "Relu", "x", "a");
    ow_op(&f->o, "Neg", "a", "y");
    ow_value(&f->o, OW_INFO, "a", CAMEO_FLOAT16, "1,4");
    ow_value(&f->o, OW_OUTPUT, "y", CAMEO_FLOAT16, "1,4");
    ow_finish(&f->o);
}

/* Another dtype and shape of an input hold through the model; what it declares of inner values and
 * outputs is then no error. */
void test_override_input_types(void) {
    static hf f;
    float x[6] = {1, -1, 2, -2, 3, -3}, y[6] = {-1, 0, -2, 0, -3, 0};
    cameo_type given = {.name = {"x", 1}, .dtype = CAMEO_FLOAT};
    override_typed(&f);
    f.options.strict = true;
    f.options.inputs = &given;
    f.options.n_inputs = 1;
    HF_OK(&f);
    cameo_type type;
    cameo_session_get_input(cameo_host_get_session(f.host), 0, &type);
    CHECK(type.dtype == CAMEO_FLOAT && type.rank == 2 && type.dims[0] == 1 && type.dims[1] == 4);
    given = (cameo_type){.name = {"x", 1},
                         .dtype = CAMEO_FLOAT,
                         .has_shape = true,
                         .rank = 2,
                         .dims = {-1, 3},
                         .dim_params = {{"rows", 4}}};
    HF_OK(&f);
    cameo_session_get_output(cameo_host_get_session(f.host), 0, &type);
    CHECK(type.dtype == CAMEO_FLOAT && type.dims[0] == -1 && type.dims[1] == 3);
    CHECK(hf_named(type.dim_params[0], "rows"));
    CHECK(hf_named(cameo_session_get_symbol(cameo_host_get_session(f.host), 0), "rows"));
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, 3}, x, sizeof x};
    CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
    CHECK(f.out[0].tensor.dims[0] == 2 && f.out[0].tensor.dims[1] == 3);
    for (int i = 0; i < 6; i++) CHECK(((const float *)f.out[0].tensor.data)[i] == y[i]);
    cameo_host_release(f.host, f.out, 1);
    hf_free(&f);
}

void test_override_input_types_wrong(void) {
    static hf f;
    cameo_type given = {.name = {"q", 1}, .dtype = CAMEO_FLOAT};
    override_typed(&f);
    f.options.inputs = &given;
    f.options.n_inputs = 1;
    HF_FAILS(&f, CAMEO_E_ARG, "options.inputs names \"q\", which is no input");
    given.name = (cameo_string){"a", 1};
    HF_FAILS(&f, CAMEO_E_ARG, "\"a\", which is no input");
    given.name = (cameo_string){"x", 1};
    given.dtype = CAMEO_BOOL; /* Relu takes none */
    HF_FAILS(&f, CAMEO_E_TYPE, "bool");
    given.dtype = (cameo_dtype)77;
    HF_FAILS(&f, CAMEO_E_ARG, "dtype 77");
    given.dtype = CAMEO_UNDEFINED;
    given.kind = CAMEO_KIND_SEQUENCE;
    HF_FAILS(&f, CAMEO_E_TYPE, "\"x\" is no tensor");
    given.kind = CAMEO_KIND_TENSOR;
    given.has_shape = true;
    given.rank = 9;
    HF_FAILS(&f, CAMEO_E_LIMIT, "rank 9");
    given.rank = 1;
    given.dims[0] = -2;
    HF_FAILS(&f, CAMEO_E_ARG, "dim 0 as -2");
    hf_free(&f);
}

/* A default keeps its type: other dims, or another dtype, do not fit it; free dims do. */
void test_override_default_type(void) {
    static hf f;
    cameo_type given = {.name = {"w", 1}, .has_shape = true, .rank = 1, .dims = {3}};
    override_weights(&f);
    f.options.inputs = &given;
    f.options.n_inputs = 1;
    HF_FAILS(&f, CAMEO_E_SHAPE, "gives \"w\" another shape than its default has");
    given.rank = 0;
    HF_FAILS(&f, CAMEO_E_SHAPE, "gives \"w\" another shape");
    given.rank = 1;
    given.dims[0] = -1;
    HF_OK(&f);
    given.dims[0] = 2;
    HF_OK(&f);
    given.dtype = CAMEO_DOUBLE;
    HF_FAILS(&f, CAMEO_E_TYPE, "\"w\" as float64, its default is float32");
    hf_free(&f);
}

/* A value says what the free dims of its input are, in the whole model. */
void test_override_value_dims(void) {
    static hf f;
    float x[2] = {1, -2}, k[2] = {10, 20}, three[3] = {1, 2, 3}, z[2] = {11, 18};
    cameo_value values[2] = {hf_floats("k", k, 2), hf_floats("x", three, 3)};
    cameo_dim_binding n = {"n", 1, 8};
    cameo_type type;
    override_chain(&f);
    f.options.values = values;
    f.options.n_values = 1;
    f.options.dims = &n;
    f.options.n_dims = 1;
    HF_OK(&f);
    cameo_session_get_input(cameo_host_get_session(f.host), 0, &type);
    CHECK(hf_named(type.name, "x") && type.dims[0] == 2);
    CHECK_INT(hf_info(&f).n_symbols, 0);
    cameo_value in = hf_floats("x", x, 2);
    CHECK_MSG(hf_run(&f, &in, 1, 2) == CAMEO_OK, "%s", f.e.msg);
    CHECK(hf_is(&f.out[1], z, 2));
    cameo_host_release(f.host, f.out, 2);
    n.max = 1;
    HF_FAILS(&f, CAMEO_E_SHAPE, "options.dims gives n as 1..1, options.values \"k\" as 2");
    n.max = 8;
    f.options.n_values = 2;
    HF_FAILS(&f, CAMEO_E_SHAPE, "options.values gives \"x\" dim 0 as 3, want 2");
    hf_free(&f);
}

/* A shape that the rest of the model contradicts is a contradiction as any other. */
void test_override_input_shape_contradicts(void) {
    static hf f;
    const int64_t dims[1] = {4};
    const float w[4] = {1, 2, 3, 4};
    cameo_type given = {.name = {"x", 1}, .has_shape = true, .rank = 1, .dims = {3}};
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 17);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "4");
    ow_init(&f.o, "w", CAMEO_FLOAT, dims, 1, w, sizeof w);
    ow_op(&f.o, "Add", "x,w", "y");
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "4");
    ow_finish(&f.o);
    f.options.inputs = &given;
    f.options.n_inputs = 1;
    HF_FAILS(&f, CAMEO_E_SHAPE, "");
    given.dims[0] = 1;
    HF_OK(&f);
    given.dtype = CAMEO_DOUBLE; /* w stays float32 */
    HF_FAILS(&f, CAMEO_E_TYPE, "");
    hf_free(&f);
}

/* ---- versions ---- */

/* Softmax of a [2,2]: along the last axis from 13 on, of all that follows axis 1 before; here with axis 0,
 * where both differ: version 13 columns, version 11 the whole. */
void test_override_opset(void) {
    static hf f;
    float x[4] = {0, 0, 0, 0};
    cameo_opset opset = {"ai.onnx", 11};
    memset(&f, 0, sizeof f);
    ow_begin(&f.o, 13);
    ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "2,2");
    ow_node(&f.o, "Softmax", "x", "y");
    ow_attr_int(&f.o, "axis", 0);
    ow_end(&f.o);
    ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "2,2");
    ow_finish(&f.o);
    for (int i = 0; i < 2; i++) {
        f.options.opsets = &opset;
        f.options.n_opsets = (size_t)i;
        HF_OK(&f);
        cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR};
        in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {2, 2}, x, sizeof x};
        CHECK_MSG(hf_run(&f, &in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
        CHECK(((const float *)f.out[0].tensor.data)[0] == (i == 0 ? 0.5f : 0.25f));
        cameo_host_release(f.host, f.out, 1);
    }
    opset = (cameo_opset){"com.example", 1};
    HF_FAILS(&f, CAMEO_E_ARG, "domain \"com.example\", which the model does not import");
    opset = (cameo_opset){"", 0};
    HF_FAILS(&f, CAMEO_E_ARG, "version 0");
    opset = (cameo_opset){NULL, 1};
    HF_FAILS(&f, CAMEO_E_ARG, "options.opsets");
    hf_free(&f);
}

/* ---- weights ---- */

/* Defaults are not folded unless frozen; parameters are not folded at all, and can be given. */
void test_override_weights(void) {
    static const struct {
        cameo_weights weights;
        uint32_t n_defaults, folded;
    } cases[] = {{CAMEO_WEIGHTS_DECLARED, 1, 8}, /* k * k is folded, w * w is not */
                 {CAMEO_WEIGHTS_FROZEN, 0, 16},
                 {CAMEO_WEIGHTS_PARAMETERS, 2, 0}};
    static hf f;
    float x[2] = {1, -1}, y[2] = {4 + 16, -9 + 25}, one[2] = {1, 1};
    override_weights(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f.options.weights = cases[i].weights;
        HF_OK(&f);
        cameo_session_info info = hf_info(&f);
        CHECK_INT(info.n_inputs, 1);
        CHECK_INT(info.n_defaults, cases[i].n_defaults);
        CHECK_INT(info.folded_bytes, cases[i].folded);
        cameo_value in[3] = {hf_floats("x", x, 2), hf_floats("w", one, 2), hf_floats("k", one, 2)};
        CHECK_MSG(hf_run(&f, in, 1, 1) == CAMEO_OK, "%s", f.e.msg);
        CHECK(hf_is(&f.out[0], y, 2));
        cameo_host_release(f.host, f.out, 1);
        size_t n_in = 1 + (size_t)cases[i].n_defaults;
        float other[2] = {1 + 16, -1 + 25};
        if (n_in == 3) other[0] = 2, other[1] = 0;
        if (n_in > 1) {
            CHECK_MSG(hf_run(&f, in, n_in, 1) == CAMEO_OK, "%s", f.e.msg);
            CHECK(hf_is(&f.out[0], other, 2));
            cameo_host_release(f.host, f.out, 1);
        } else {
            CHECK_INT(hf_run(&f, in, 2, 1), CAMEO_E_ARG);
        }
    }
    f.options.weights = (cameo_weights)3;
    HF_FAILS(&f, CAMEO_E_ARG, "options.weights is 3");
    hf_free(&f);
}

/* The weight of a matrix product is packed when frozen, and only then where it is a default. */
void test_override_weights_packed(void) {
    static hf f;
    static float w[64 * 64];
    static const int64_t dims[2] = {64, 64};
    size_t packed[3];
    for (int i = 0; i < 64 * 64; i++) w[i] = (float)(i % 7);
    for (int i = 0; i < 3; i++) {
        memset(&f, 0, sizeof f);
        ow_begin(&f.o, 17);
        ow_value(&f.o, OW_INPUT, "x", CAMEO_FLOAT, "64,64");
        ow_value(&f.o, OW_INPUT, "w", CAMEO_FLOAT, "64,64");
        ow_init(&f.o, "w", CAMEO_FLOAT, dims, 2, w, sizeof w);
        ow_op(&f.o, "MatMul", "x,w", "y");
        ow_value(&f.o, OW_OUTPUT, "y", CAMEO_FLOAT, "64,64");
        ow_finish(&f.o);
        f.options.weights = (cameo_weights)i;
        HF_OK(&f);
        packed[i] = (size_t)hf_info(&f).packed_bytes;
        hf_free(&f);
    }
    CHECK_INT(packed[CAMEO_WEIGHTS_DECLARED], 0);
    CHECK(packed[CAMEO_WEIGHTS_FROZEN] >= sizeof w);
    CHECK_INT(packed[CAMEO_WEIGHTS_PARAMETERS], 0);
}
