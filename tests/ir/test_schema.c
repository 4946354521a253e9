/* Spot checks of ir/schema.h against the ONNX specification (docs/Operators.md, docs/Changelog.md
 * of onnx 1.23.2). tests/parts/31_schema.sh compares every fact where the onnx package is
 * installed. */
#include "ir/schema.h"

#include "ir/graph.h"
#include "tests/check.h"

static const cm_schema *find(const char *op_type, int64_t version) {
    return cm_schema_find(CM_STR(""), cm_str_from_c(op_type), version);
}

static uint32_t tensors(const cm_formal *f) { return cm_formal_get_types(f)->tensors; }

static int count(const char *domain) {
    int n = 0;
    for (uint32_t i = 0; i < cm_schema_count(); i++)
        n += cm_str_is(cm_schema_domain(cm_schema_get(i)), domain);
    return n;
}

/* As many rows as onnx.defs.get_all_schemas_with_history() has schemas. */
void test_schema_count(void) {
    CHECK_INT(count(""), 629);
    CHECK_INT(count("ai.onnx.ml"), 25);
    CHECK_INT(count("ai.onnx.preview"), 1);
    CHECK_INT(count("ai.onnx.preview.training"), 4);
    CHECK_INT(cm_schema_count(), 629 + 25 + 1 + 4 + count("com.microsoft") + count("onnxruntime"));
    CHECK_INT(cm_schema_newest(CM_STR("com.microsoft")), 1);
    CHECK_INT(cm_schema_newest(CM_STR("")), 28);
    CHECK_INT(cm_schema_newest(CM_STR("ai.onnx")), 28);
    CHECK_INT(cm_schema_newest(CM_STR("ai.onnx.ml")), 5);
    CHECK_INT(cm_schema_newest(CM_STR("com.example")), 0);
}

/* Every row is found at its own version, and after it until the operator's next row. */
void test_schema_find_every_row(void) {
    for (uint32_t i = 0; i < cm_schema_count(); i++) {
        const cm_schema *s = cm_schema_get(i);
        cm_str domain = cm_schema_domain(s);
        cm_str op_type = cm_schema_op_type(s);
        const cm_schema *next = i + 1 < cm_schema_count() ? cm_schema_get(i + 1) : NULL;
        bool newest = next == NULL || !cm_str_eq(cm_schema_op_type(next), op_type);
        int64_t last = newest ? INT64_MAX : next->since_version - 1;
        CHECK(cm_schema_find(domain, op_type, s->since_version) == s);
        CHECK(cm_schema_find(domain, op_type, last) == s);
        CHECK(cm_schema_find(domain, op_type, (int64_t)s->since_version - 1) != s);
    }
}

void test_schema_find_nothing(void) {
    CHECK(find("NoSuchOperator", 13) == NULL);
    CHECK(find("", 13) == NULL);
    CHECK(find("Conv", 0) == NULL);
    CHECK(find("Conv", INT64_MIN) == NULL);
    CHECK(find("Gelu", 19) == NULL);
    CHECK(find("conv", 13) == NULL);
    CHECK(find("Con", 13) == NULL);
    CHECK(find("Convx", 13) == NULL);
    CHECK(cm_schema_find(CM_STR(""), (cm_str){"Conv\0", 5}, 13) == NULL);
    CHECK(cm_schema_find((cm_str){NULL, 0}, (cm_str){NULL, 0}, 13) == NULL);
    CHECK(cm_schema_find(CM_STR("ai.onnx.ml"), CM_STR("Conv"), 13) == NULL);
    CHECK(cm_schema_find(CM_STR("com.example"), CM_STR("Conv"), 13) == NULL);
    CHECK(cm_schema_find(CM_STR("ai.onnx"), CM_STR("Conv"), 13) == find("Conv", 13));
    CHECK(find("Conv", 13) != NULL);
    CHECK(cm_schema_find(CM_STR(""), CM_STR("Scaler"), 1) == NULL);
    CHECK(cm_schema_find(CM_STR("ai.onnx.ml"), CM_STR("Scaler"), 1) != NULL);
}

void test_schema_conv(void) {
    CHECK_INT(find("Conv", 1)->since_version, 1);
    CHECK_INT(find("Conv", 10)->since_version, 1);
    CHECK_INT(find("Conv", 21)->since_version, 11);
    const cm_schema *s = find("Conv", 22);
    CHECK_INT(s->since_version, 22);
    CHECK_INT(s->min_in, 2);
    CHECK_INT(s->max_in, 3);
    CHECK_INT(s->min_out, 1);
    CHECK_INT(s->max_out, 1);
    CHECK_INT(cm_formal_get_option(cm_schema_input(s, 1)), CM_FORMAL_SINGLE);
    CHECK_INT(cm_formal_get_option(cm_schema_input(s, 2)), CM_FORMAL_OPTIONAL);
    CHECK(cm_schema_input(s, 3) == NULL);
    CHECK(cm_schema_output(s, 1) == NULL);
    /* bfloat16 came with 22. */
    CHECK((tensors(cm_schema_input(s, 0)) >> CAMEO_BFLOAT16 & 1) == 1);
    CHECK((tensors(cm_schema_input(find("Conv", 11), 0)) >> CAMEO_BFLOAT16 & 1) == 0);
    /* X, W, B and Y are all T. */
    uint32_t var = cm_formal_get_var(cm_schema_input(s, 0));
    CHECK(var > 0);
    for (uint32_t i = 1; i < 3; i++)
        CHECK_INT(cm_formal_get_var(cm_schema_input(s, i)), var);
    CHECK_INT(cm_formal_get_var(cm_schema_output(s, 0)), var);

    const cm_schema_attr *pad = cm_schema_find_attr(s, CM_STR("auto_pad"));
    CHECK(pad != NULL && cm_schema_attr_type(pad) == CM_ATTR_STRING);
    CHECK(!cm_schema_attr_required(pad));
    CHECK_INT(cm_schema_n_defaults(pad), 1);
    CHECK(cm_str_is(cm_schema_default_string(pad, 0), "NOTSET"));
    const cm_schema_attr *group = cm_schema_find_attr(s, CM_STR("group"));
    CHECK(group != NULL && cm_schema_attr_type(group) == CM_ATTR_INT);
    CHECK_INT(cm_schema_default_int(group, 0), 1);
    const cm_schema_attr *pads = cm_schema_find_attr(s, CM_STR("pads"));
    CHECK(pads != NULL && cm_schema_attr_type(pads) == CM_ATTR_INTS);
    CHECK_INT(cm_schema_n_defaults(pads), 0);
    CHECK(cm_schema_find_attr(s, CM_STR("padding")) == NULL);
    CHECK(cm_schema_find_attr(s, CM_STR("")) == NULL);
}

/* min and max were attributes until 6 and are inputs from 11. */
void test_schema_clip(void) {
    const cm_schema *old = find("Clip", 6);
    CHECK_INT(old->max_in, 1);
    const cm_schema_attr *max = cm_schema_find_attr(old, CM_STR("max"));
    CHECK(max != NULL && cm_schema_attr_type(max) == CM_ATTR_FLOAT);
    CHECK(cm_schema_default_float(max, 0) == 3.4028235e+38f);
    const cm_schema *s = find("Clip", 11);
    CHECK_INT(s->min_in, 1);
    CHECK_INT(s->max_in, 3);
    CHECK_INT(s->n_attrs, 0);
    CHECK(cm_schema_find_attr(s, CM_STR("max")) == NULL);
}

void test_schema_defaults(void) {
    const cm_schema_attr *axis = cm_schema_find_attr(find("Softmax", 12), CM_STR("axis"));
    CHECK_INT(cm_schema_default_int(axis, 0), 1);
    axis = cm_schema_find_attr(find("Softmax", 13), CM_STR("axis"));
    CHECK_INT(cm_schema_default_int(axis, 0), -1);
    const cm_schema_attr *axes =
        cm_schema_find_attr(find("MeanVarianceNormalization", 13), CM_STR("axes"));
    CHECK_INT(cm_schema_n_defaults(axes), 3);
    CHECK_INT(cm_schema_default_int(axes, 0), 0);
    CHECK_INT(cm_schema_default_int(axes, 1), 2);
    CHECK_INT(cm_schema_default_int(axes, 2), 3);
    const cm_schema_attr *act = cm_schema_find_attr(find("RNN", 22), CM_STR("activations"));
    CHECK_INT(cm_schema_n_defaults(act), 2);
    CHECK(cm_str_is(cm_schema_default_string(act, 1), "Tanh"));
    const cm_schema *norm = find("LayerNormalization", 17);
    const cm_schema_attr *eps = cm_schema_find_attr(norm, CM_STR("epsilon"));
    CHECK(cm_schema_default_float(eps, 0) == 1e-5f);
    /* LabelEncoder's default is minus zero. */
    const cm_schema *encoder = cm_schema_find(CM_STR("ai.onnx.ml"), CM_STR("LabelEncoder"), 4);
    const cm_schema_attr *zero = cm_schema_find_attr(encoder, CM_STR("default_float"));
    CHECK_INT(cm_f32_bits(cm_schema_default_float(zero, 0)), 0x80000000u);
}

void test_schema_required(void) {
    CHECK(cm_schema_attr_required(cm_schema_find_attr(find("Concat", 4), CM_STR("axis"))));
    CHECK(!cm_schema_attr_required(cm_schema_find_attr(find("Concat", 1), CM_STR("axis"))));
    const cm_schema_attr *body = cm_schema_find_attr(find("Loop", 25), CM_STR("body"));
    CHECK(cm_schema_attr_required(body));
    CHECK_INT(cm_schema_attr_type(body), CM_ATTR_GRAPH);
}

/* An input became optional (Gemm C), an attribute an input (Reshape shape), an operator deprecated.
 * */
void test_schema_versions(void) {
    CHECK_INT(find("Gemm", 9)->min_in, 3);
    CHECK_INT(find("Gemm", 11)->min_in, 2);
    CHECK_INT(cm_formal_get_option(cm_schema_input(find("Gemm", 11), 2)), CM_FORMAL_OPTIONAL);
    CHECK_INT(find("Reshape", 1)->max_in, 1);
    CHECK(cm_schema_find_attr(find("Reshape", 1), CM_STR("shape")) != NULL);
    const cm_schema *s = find("Reshape", 5);
    CHECK_INT(s->min_in, 2);
    CHECK(cm_schema_find_attr(s, CM_STR("shape")) == NULL);
    CHECK_INT(tensors(cm_schema_input(s, 1)), 1 << CAMEO_INT64);
    CHECK_INT(cm_formal_get_var(cm_schema_input(s, 1)), 0);
    CHECK(!find("Upsample", 9)->deprecated);
    CHECK(find("Upsample", 10)->deprecated);
    CHECK(find("Upsample", 27)->deprecated);
}

void test_schema_variadic(void) {
    const cm_schema *s = find("Concat", 13);
    CHECK_INT(s->max_in, CM_SCHEMA_MANY);
    CHECK(cm_schema_input(s, 4000000000u) == cm_schema_input(s, 0));
    CHECK_INT(cm_formal_get_option(cm_schema_input(s, 1)), CM_FORMAL_VARIADIC);
    CHECK(cm_formal_get_var(cm_schema_input(s, 1)) > 0);
    s = find("Loop", 25);
    CHECK_INT(s->min_in, 2);
    CHECK_INT(cm_formal_get_option(cm_schema_input(s, 9)), CM_FORMAL_MIXED);
    CHECK_INT(cm_formal_get_var(cm_schema_input(s, 9)), 0);
    CHECK_INT(find("Constant", 13)->n_in, 0);
    CHECK(cm_schema_input(find("Constant", 13), 0) == NULL);
}

void test_schema_types_allow(void) {
    const cm_types *t = cm_formal_get_types(cm_schema_input(find("Conv", 11), 0));
    CHECK(cm_types_allow(t, CAMEO_KIND_TENSOR, 0, CAMEO_FLOAT));
    CHECK(cm_types_allow(t, CAMEO_KIND_TENSOR, 0, CAMEO_UNDEFINED));
    CHECK(!cm_types_allow(t, CAMEO_KIND_TENSOR, 0, CAMEO_INT32));
    CHECK(!cm_types_allow(t, CAMEO_KIND_TENSOR, 0, -1));
    CHECK(!cm_types_allow(t, CAMEO_KIND_TENSOR, 0, 1000));
    CHECK(!cm_types_allow(t, CAMEO_KIND_SEQUENCE, CAMEO_KIND_TENSOR, CAMEO_FLOAT));
    CHECK(!cm_types_allow(t, CAMEO_KIND_NONE, 0, CAMEO_FLOAT));
    t = cm_formal_get_types(cm_schema_input(find("SequenceAt", 11), 0));
    CHECK(cm_types_allow(t, CAMEO_KIND_SEQUENCE, CAMEO_KIND_TENSOR, CAMEO_STRING));
    CHECK(!cm_types_allow(t, CAMEO_KIND_SEQUENCE, CAMEO_KIND_MAP, CAMEO_FLOAT));
    CHECK(!cm_types_allow(t, CAMEO_KIND_TENSOR, 0, CAMEO_STRING));
    t = cm_formal_get_types(cm_schema_input(find("OptionalHasElement", 15), 0));
    CHECK(cm_types_allow(t, CAMEO_KIND_OPTIONAL, CAMEO_KIND_SEQUENCE, CAMEO_BOOL));
    CHECK(cm_types_allow(t, CAMEO_KIND_OPTIONAL, CAMEO_KIND_TENSOR, CAMEO_UNDEFINED));
    CHECK(!cm_types_allow(t, CAMEO_KIND_OPTIONAL, CAMEO_KIND_TENSOR, CAMEO_BFLOAT16));
}

/* ZipMap gives a sequence of maps, CastMap takes a map. */
void test_schema_maps(void) {
    const cm_schema *s = cm_schema_find(CM_STR("ai.onnx.ml"), CM_STR("ZipMap"), 1);
    const cm_types *t = cm_formal_get_types(cm_schema_output(s, 0));
    CHECK(cm_types_allow(t, CAMEO_KIND_SEQUENCE, CAMEO_KIND_MAP, CAMEO_FLOAT));
    CHECK(!cm_types_allow(t, CAMEO_KIND_SEQUENCE, CAMEO_KIND_MAP, CAMEO_STRING));
    CHECK(!cm_types_allow(t, CAMEO_KIND_MAP, CAMEO_STRING, CAMEO_FLOAT));
    s = cm_schema_find(CM_STR("ai.onnx.ml"), CM_STR("CastMap"), 1);
    t = cm_formal_get_types(cm_schema_input(s, 0));
    CHECK(cm_types_allow(t, CAMEO_KIND_MAP, CAMEO_INT64, CAMEO_FLOAT));
    CHECK(cm_types_allow(t, CAMEO_KIND_MAP, CAMEO_INT64, CAMEO_STRING));
    CHECK(cm_types_allow(t, CAMEO_KIND_MAP, CAMEO_UNDEFINED, CAMEO_UNDEFINED));
    CHECK(!cm_types_allow(t, CAMEO_KIND_MAP, CAMEO_STRING, CAMEO_FLOAT));
    CHECK(!cm_types_allow(t, CAMEO_KIND_TENSOR, 0, CAMEO_FLOAT));
}
