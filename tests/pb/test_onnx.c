/* test_onnx.c — the decoder: every encoding of a tensor, attributes, types, pieces, limits.
 * Expected values are written out by hand from onnx.proto3 and the protobuf encoding guide. */
#include "pb/onnx.h"

#include "base/bytes.h"
#include "pb/onnx_value.h"
#include "tests/pb/model_builder.h"

static mb onnx_b;

/* A model whose only initializer "t" has the fields that the caller writes between begin and
 * load. */
static void onnx_tensor_begin(int64_t dtype, int64_t dim) {
    mb_begin(&onnx_b, 8);
    mb_open(&onnx_b, 5);
    mb_str(&onnx_b, 8, "t");
    if (dim >= 0) mb_int(&onnx_b, 1, dim);
    mb_int(&onnx_b, 2, dtype);
}
static cameo_status onnx_load(void) {
    mb_end(&onnx_b);
    return mb_load(&onnx_b, NULL);
}
static const uint8_t *onnx_payload(size_t *size, int *segment) {
    const cm_payload *p = &onnx_b.model->t.tensor.row[0].payload;
    *size = p->size;
    *segment = p->segment;
    return cm_payload_bytes(&onnx_b.model->t, p);
}

/* Tensors of one dim whose data are written as varints: the payload as 16-bit or other elements. */
void test_onnx_tensor_int32_data(void) {
    static const struct {
        int dtype, dim, n;
        int64_t in[4];
        int width;
        int64_t out[4];
        int n_out;
    } cases[] = {
        {CAMEO_FLOAT16, 2, 2, {0x3c00, 0xc000}, 2, {0x3c00, 0xc000}, 2},
        {CAMEO_INT8, 3, 3, {-1, 127, 300}, 1, {0xff, 0x7f, 0x2c}, 3},
        {CAMEO_BOOL, 3, 3, {0, 7, 1}, 1, {0, 1, 1}, 3},
        {CAMEO_INT32, 2, 2, {-2, 5}, 4, {0xfffffffe, 5}, 2},
        {CAMEO_INT4, 3, 2, {0x21, 0x03}, 1, {0x21, 0x03}, 2},
        {CAMEO_UINT2, 5, 2, {0xe4, 0x01}, 1, {0xe4, 0x01}, 2},
        {CAMEO_FLOAT8E5M2, 1, 1, {0x7c}, 1, {0x7c}, 1},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (int packed = 0; packed < 2; packed++) {
            onnx_tensor_begin(cases[c].dtype, cases[c].dim);
            if (packed) mb_open(&onnx_b, 5);
            for (int i = 0; i < cases[c].n; i++) {
                if (packed)
                    cm_writer_varint(&onnx_b.w, (uint64_t)cases[c].in[i]);
                else
                    mb_int(&onnx_b, 5, cases[c].in[i]);
            }
            CHECK_INT(onnx_load(), CAMEO_OK);
            size_t size;
            int segment;
            const uint8_t *p = onnx_payload(&size, &segment);
            CHECK_INT(segment, CM_SEG_MODEL);
            CHECK_INT(size, cases[c].n_out * cases[c].width);
            for (int i = 0; i < cases[c].n_out; i++) {
                const uint8_t *at = p + i * cases[c].width;
                int64_t got = cases[c].width == 1   ? *at
                              : cases[c].width == 2 ? cm_load_u16(at)
                                                    : (int64_t)cm_load_u32(at);
                CHECK_INT(got, cases[c].out[i]);
            }
        }
    }
}

/* float_data in one piece stays in the file, in two it is put together. */
void test_onnx_tensor_float_data(void) {
    for (int pieces = 1; pieces <= 2; pieces++) {
        onnx_tensor_begin(CAMEO_FLOAT, 2);
        mb_open(&onnx_b, 4);
        cm_writer_fixed32(&onnx_b.w, cm_f32_bits(1.5f));
        if (pieces == 2) mb_close(&onnx_b);
        if (pieces == 2) cm_writer_tag(&onnx_b.w, 4, CM_WIRE_FIXED32);
        cm_writer_fixed32(&onnx_b.w, cm_f32_bits(-2.0f));
        CHECK_INT(onnx_load(), CAMEO_OK);
        size_t size;
        int segment;
        const uint8_t *p = onnx_payload(&size, &segment);
        CHECK_INT(segment, pieces == 1 ? CM_SEG_FILE : CM_SEG_MODEL);
        CHECK_INT(size, 8);
        uint32_t second = pieces == 1 ? cm_load_le32(p + 4) : cm_load_u32(p + 4);
        CHECK_INT(second, cm_f32_bits(-2.0f));
    }
}

/* data_type and dims may stand behind the data. */
void test_onnx_tensor_any_order(void) {
    mb_begin(&onnx_b, 8);
    mb_open(&onnx_b, 5);
    mb_int(&onnx_b, 7, -3);
    mb_int(&onnx_b, 7, INT64_MAX);
    mb_int(&onnx_b, 2, CAMEO_INT64);
    mb_int(&onnx_b, 1, 1);
    mb_int(&onnx_b, 1, 2);
    mb_str(&onnx_b, 8, "t");
    CHECK_INT(onnx_load(), CAMEO_OK);
    const cm_tensor_proto *t = &onnx_b.model->t.tensor.row[0];
    CHECK_INT(t->dims.n, 2);
    CHECK_INT(onnx_b.model->t.ints.row[t->dims.first + 1], 2);
    const uint8_t *p = cm_payload_bytes(&onnx_b.model->t, &t->payload);
    CHECK_INT(cm_load_i64(p), -3);
    CHECK_INT(cm_load_i64(p + 8), INT64_MAX);
}

void test_onnx_tensor_strings(void) {
    onnx_tensor_begin(CAMEO_STRING, 3);
    mb_str(&onnx_b, 6, "ab");
    mb_str(&onnx_b, 6, "");
    mb_str(&onnx_b, 6, "c");
    CHECK_INT(onnx_load(), CAMEO_OK);
    size_t size;
    int segment;
    const uint8_t *p = onnx_payload(&size, &segment);
    static const uint32_t off[] = {0, 2, 2, 3};
    CHECK_INT(size, sizeof off + 3);
    CHECK(memcmp(p, off, sizeof off) == 0 && memcmp(p + sizeof off, "abc", 3) == 0);
}

/* Each row: one initializer of this type and dim, with the data of these fields. */
void test_onnx_tensor_refused(void) {
    static const struct {
        const char *what;
        int64_t dtype, dim;
        uint32_t field; /* 9: raw bytes, else varints; 0: none */
        int n;
        uint32_t field2;
        cameo_status want;
    } cases[] = {
        {"empty", CAMEO_FLOAT, 0, 0, 0, 0, CAMEO_OK},
        {"raw scalar", CAMEO_UINT8, -1, 9, 1, 0, CAMEO_OK},
        {"raw short", CAMEO_FLOAT, 2, 9, 7, 0, CAMEO_E_MALFORMED},
        {"raw long", CAMEO_FLOAT, 2, 9, 9, 0, CAMEO_E_MALFORMED},
        {"raw int4, 3 elements", CAMEO_INT4, 3, 9, 2, 0, CAMEO_OK},
        {"raw int4, a byte more", CAMEO_INT4, 3, 9, 3, 0, CAMEO_E_MALFORMED},
        {"raw int2, 5 elements", CAMEO_INT2, 5, 9, 2, 0, CAMEO_OK},
        {"no data", CAMEO_FLOAT, 2, 0, 0, 0, CAMEO_E_MALFORMED},
        {"no data, huge", CAMEO_FLOAT, INT64_MAX, 0, 0, 0, CAMEO_E_MALFORMED},
        {"negative dim", CAMEO_UINT8, INT64_MIN, 9, 1, 0, CAMEO_E_MALFORMED},
        {"wrong field", CAMEO_INT64, 1, 5, 1, 0, CAMEO_E_MALFORMED},
        {"too few", CAMEO_INT64, 2, 7, 1, 0, CAMEO_E_MALFORMED},
        {"too many", CAMEO_INT64, 2, 7, 3, 0, CAMEO_E_MALFORMED},
        {"two fields", CAMEO_INT64, 1, 7, 1, 5, CAMEO_E_MALFORMED},
        {"raw and typed", CAMEO_UINT8, 1, 9, 1, 5, CAMEO_E_MALFORMED},
        {"raw strings", CAMEO_STRING, 1, 9, 1, 0, CAMEO_E_MALFORMED},
        {"no strings", CAMEO_STRING, 1, 0, 0, 0, CAMEO_E_MALFORMED},
        {"type 0", 0, 1, 9, 1, 0, CAMEO_E_MALFORMED},
        {"type 27", 27, 1, 9, 1, 0, CAMEO_E_UNSUPPORTED}, /* float6e2m3 */
        {"type 29", 29, 1, 9, 1, 0, CAMEO_E_MALFORMED},
        {"type 2^32 + 2", (INT64_C(1) << 32) + 2, 1, 9, 1, 0, CAMEO_OK},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        static const uint8_t zeros[16];
        onnx_tensor_begin(cases[c].dtype, cases[c].dim == INT64_MIN ? -1 : cases[c].dim);
        if (cases[c].dim == INT64_MIN) mb_int(&onnx_b, 1, -1);
        if (cases[c].field == 9) cm_writer_field_bytes(&onnx_b.w, 9, zeros, (size_t)cases[c].n);
        for (int i = 0; cases[c].field != 9 && i < cases[c].n; i++)
            mb_int(&onnx_b, cases[c].field, i);
        if (cases[c].field2 != 0) mb_int(&onnx_b, cases[c].field2, 1);
        cameo_status got = onnx_load();
        CHECK_MSG(got == cases[c].want, "%s: %s, %s", cases[c].what, cameo_status_name(got),
                  onnx_b.error.msg);
        CHECK(got == CAMEO_OK || onnx_b.error.offset < onnx_b.w.pos);
    }
}

void test_onnx_tensor_dims(void) {
    for (int rank = 8; rank <= 9; rank++) {
        onnx_tensor_begin(CAMEO_UINT8, -1);
        for (int i = 0; i < rank; i++) mb_int(&onnx_b, 1, 1);
        mb_str(&onnx_b, 9, "x");
        CHECK_INT(onnx_load(), rank == 8 ? CAMEO_OK : CAMEO_E_LIMIT);
    }
    onnx_tensor_begin(CAMEO_FLOAT, INT64_MAX);
    mb_int(&onnx_b, 1, INT64_MAX);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_tensor_begin(CAMEO_FLOAT, INT64_MAX); /* and 0: no elements */
    mb_int(&onnx_b, 1, 0);
    CHECK_INT(onnx_load(), CAMEO_OK);
    onnx_tensor_begin(CAMEO_FLOAT, 1);
    mb_str(&onnx_b, 3, "");
    CHECK_INT(onnx_load(), CAMEO_E_UNSUPPORTED);
}

void test_onnx_raw_bools(void) {
    onnx_tensor_begin(CAMEO_BOOL, 3);
    mb_str(&onnx_b, 9, "\x01\x07\x02");
    CHECK_INT(onnx_load(), CAMEO_OK);
    size_t size;
    int segment;
    const uint8_t *p = onnx_payload(&size, &segment);
    CHECK(size == 3 && p[0] == 1 && p[1] == 1 && p[2] == 1);
}

/* ---- external data --------------------------------------------------------------------------- */

static const uint8_t onnx_blob[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static cameo_status onnx_external(void *ctx, cameo_string location, uint64_t offset,
                                  uint64_t length, const void **data, size_t *size) {
    (void)ctx;
    if (location.n == 5 && memcmp(location.p, "later", 5) == 0) return CAMEO_PENDING;
    if (location.n != 5 || memcmp(location.p, "w.bin", 5) != 0 || offset > 8) return CAMEO_E_IO;
    *data = onnx_blob + offset;
    *size = length == UINT64_MAX ? (size_t)(8 - offset) : (size_t)length;
    return CAMEO_OK;
}

void test_onnx_external(void) {
    static const struct {
        const char *location, *offset, *length;
        cameo_status want;
    } cases[] = {
        {"w.bin", "4", "4", CAMEO_OK},
        {"w.bin", "4", NULL, CAMEO_OK},
        {"w.bin", NULL, "4", CAMEO_OK},
        {"w.bin", NULL, NULL, CAMEO_E_MALFORMED}, /* 8 bytes for 4 */
        {"w.bin", "4", "5", CAMEO_E_MALFORMED},
        {"w.bin", "-4", "4", CAMEO_E_MALFORMED},
        {"w.bin", "0x4", "4", CAMEO_E_MALFORMED},
        {"w.bin", " 4", "4", CAMEO_E_MALFORMED},
        {"w.bin", "", "4", CAMEO_E_MALFORMED},
        {"w.bin", "18446744073709551616", "4", CAMEO_E_MALFORMED},
        {"w.bin", "18446744073709551615", "4", CAMEO_E_MALFORMED},
        {"w.bin", "18446744073709551611", "4", CAMEO_E_IO},
        {NULL, "4", "4", CAMEO_E_MALFORMED},
        {"", "4", "4", CAMEO_E_MALFORMED},
        {"v.bin", "4", "4", CAMEO_E_IO},
        {"later", "4", "4", CAMEO_E_IO}, /* the callback returns a status above 0 */
    };
    const cameo_options options = {.external = onnx_external};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const char *values[] = {cases[c].location, cases[c].offset, cases[c].length};
        static const char *const keys[] = {"location", "offset", "length"};
        onnx_tensor_begin(CAMEO_FLOAT, 1);
        mb_int(&onnx_b, 14, 1);
        for (int k = 0; k < 3; k++) {
            if (values[k] == NULL) continue;
            mb_open(&onnx_b, 13);
            mb_str(&onnx_b, 1, keys[k]);
            mb_str(&onnx_b, 2, values[k]);
            mb_close(&onnx_b);
        }
        mb_end(&onnx_b);
        cameo_status got = mb_load(&onnx_b, &options);
        CHECK_MSG(got == cases[c].want, "case %zu: %s, %s", c, cameo_status_name(got),
                  onnx_b.error.msg);
        if (got == CAMEO_OK) {
            const cm_tables *t = &onnx_b.model->t;
            const uint8_t *p = cm_payload_bytes(t, &t->tensor.row[0].payload);
            CHECK(p == onnx_blob + (cases[c].offset == NULL ? 0 : 4));
        }
        if (c == 0) CHECK_INT(mb_load(&onnx_b, NULL), CAMEO_E_UNSUPPORTED);
    }
}

/* ---- attributes and types -------------------------------------------------------------------- */

static void onnx_attr_begin(const char *name, int64_t type) {
    mb_begin(&onnx_b, 8);
    mb_open_node(&onnx_b, "Foo", NULL, "y");
    mb_open(&onnx_b, 5);
    if (name != NULL) mb_str(&onnx_b, 1, name);
    if (type != 0) mb_int(&onnx_b, 20, type);
}
static const cm_attr *onnx_attr(void) { return &onnx_b.model->t.attr.row[0]; }

void test_onnx_attr_scalars(void) {
    onnx_attr_begin("a", CM_ATTR_INT);
    mb_int(&onnx_b, 3, 5);
    mb_int(&onnx_b, 3, -7); /* the last one counts */
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->i, -7);
    onnx_attr_begin("a", CM_ATTR_FLOAT);
    cm_writer_field_fixed32(&onnx_b.w, 2, cm_f32_bits(0.5f));
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK(onnx_attr()->f == 0.5f);
    onnx_attr_begin("a", CM_ATTR_STRING); /* writers omit empty values */
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->s.n, 0);
    onnx_attr_begin("a", 0); /* before IR version 2 there is no type */
    mb_int(&onnx_b, 3, 1);
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->type, CM_ATTR_INT);
}

void test_onnx_attr_lists(void) {
    onnx_attr_begin("a", CM_ATTR_INTS);
    mb_int(&onnx_b, 8, 1);
    mb_str(&onnx_b, 8, "\x02\x03"); /* packed */
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->list.n, 3);
    CHECK_INT(onnx_b.model->t.ints.row[onnx_attr()->list.first + 2], 3);
    onnx_attr_begin("a", CM_ATTR_STRINGS);
    mb_names(&onnx_b, 9, "p,,q");
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->list.n, 3);
    CHECK(cm_str_is(onnx_b.model->t.strs.row[onnx_attr()->list.first + 2], "q"));
    onnx_attr_begin("a", CM_ATTR_FLOATS);
    mb_str(&onnx_b, 7, "\x01\x02\x03\x04");
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_attr()->list.n, 1);
}

void test_onnx_attr_refused(void) {
    onnx_attr_begin(NULL, CM_ATTR_INT);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_attr_begin("a", 15);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_attr_begin("a", 0);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_attr_begin("a", CM_ATTR_FLOAT);
    mb_int(&onnx_b, 3, 1);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_attr_begin("a", CM_ATTR_TENSOR);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
    onnx_attr_begin("a", CM_ATTR_INTS);
    mb_int(&onnx_b, 8, 1);
    cm_writer_field_fixed32(&onnx_b.w, 7, 0);
    CHECK_INT(onnx_load(), CAMEO_E_MALFORMED);
}

/* The ints of an attribute with another list of ints, dims of a tensor, between them. */
void test_onnx_pieces(void) {
    onnx_attr_begin("a", CM_ATTR_TENSOR);
    for (int i = 0; i < 2; i++) {
        mb_open(&onnx_b, 5);
        mb_int(&onnx_b, 2, CAMEO_FLOAT);
        mb_int(&onnx_b, 1, 0);
        mb_close(&onnx_b);
    }
    CHECK_INT(onnx_load(), CAMEO_E_UNSUPPORTED);
    mb_begin(&onnx_b, 8);
    mb_io(&onnx_b, 11, "x");
    mb_open_node(&onnx_b, "If", "x", "y");
    mb_open_graph_attr(&onnx_b, "then_branch");
    mb_node(&onnx_b, "Neg", "x", "z");
    mb_close(&onnx_b);
    mb_close(&onnx_b);
    mb_str(&onnx_b, 1, "x");
    CHECK_INT(onnx_load(), CAMEO_E_UNSUPPORTED);
}

/* A singular graph given twice is one graph: both halves count. */
void test_onnx_graph_twice(void) {
    mb_begin(&onnx_b, 8);
    mb_io(&onnx_b, 11, "x");
    mb_node(&onnx_b, "Relu", "x", "a");
    mb_close(&onnx_b);
    mb_open(&onnx_b, 7);
    mb_node(&onnx_b, "Neg", "a", "b");
    mb_io(&onnx_b, 12, "b");
    CHECK_INT(onnx_load(), CAMEO_OK);
    CHECK_INT(onnx_b.model->t.graph.n, 1);
    CHECK_INT(onnx_b.model->t.graph.row[0].nodes.n, 2);
    CHECK_INT(onnx_b.model->t.graph.row[0].input_infos.n, 1);
    CHECK(cm_str_is(onnx_b.model->t.graph.row[0].name, "g"));
}

/* Of two members of a oneof the last one counts: sequence of (tensor then optional). */
void test_onnx_types(void) {
    mb_begin(&onnx_b, 8);
    mb_open(&onnx_b, 11);
    mb_str(&onnx_b, 1, "s");
    mb_open(&onnx_b, 2);
    mb_open(&onnx_b, 1);
    mb_int(&onnx_b, 1, CAMEO_FLOAT);
    mb_close(&onnx_b);
    mb_open(&onnx_b, 4);
    mb_open(&onnx_b, 1);
    mb_open(&onnx_b, 1);
    mb_int(&onnx_b, 1, CAMEO_INT64);
    mb_open(&onnx_b, 2);
    mb_open(&onnx_b, 1);
    mb_str(&onnx_b, 2, "batch");
    mb_close(&onnx_b);
    mb_open(&onnx_b, 1);
    mb_int(&onnx_b, 1, 3);
    CHECK_INT(onnx_load(), CAMEO_OK);
    cameo_type type;
    cameo_model_get_input(onnx_b.model, 0, &type);
    CHECK_INT(type.kind, CAMEO_KIND_SEQUENCE);
    CHECK_INT(type.elem_kind, CAMEO_KIND_TENSOR);
    CHECK_INT(type.dtype, CAMEO_INT64);
    CHECK_INT(type.rank, 2);
    CHECK_INT(type.dims[0], -1);
    CHECK_INT(type.dim_params[0].n, 5);
    CHECK_INT(type.dims[1], 3);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Graphs in attributes of nodes of graphs: 3 messages a level. */
static cameo_status onnx_nest(int levels, uint32_t depth, uint32_t subgraph_depth) {
    cameo_limits limits = {.depth = depth, .subgraph_depth = subgraph_depth};
    const cameo_options options = {.limits = &limits};
    mb_begin(&onnx_b, 8);
    for (int i = 0; i < levels; i++) {
        char out[16];
        (void)cm_format(out, sizeof out, "y%d", i);
        mb_open_node(&onnx_b, "Foo", NULL, out);
        mb_open_graph_attr(&onnx_b, "g");
    }
    mb_end(&onnx_b);
    return mb_load(&onnx_b, &options);
}

void test_onnx_limits(void) {
    CHECK_INT(onnx_nest(4, 13, 4), CAMEO_OK);
    CHECK_INT(onnx_nest(4, 12, 4), CAMEO_E_LIMIT);
    CHECK_INT(onnx_nest(4, 13, 3), CAMEO_E_LIMIT);
    cameo_limits limits = {.nodes = 3};
    const cameo_options options = {.limits = &limits};
    CHECK_INT(onnx_nest(4, 13, 4), CAMEO_OK);
    CHECK_INT(mb_load(&onnx_b, &options), CAMEO_E_LIMIT);
    limits = (cameo_limits){.model_bytes = onnx_b.w.pos - 1};
    CHECK_INT(mb_load(&onnx_b, &options), CAMEO_E_LIMIT);
    limits = (cameo_limits){.memory_bytes = onnx_b.model_bytes - 1};
    CHECK_INT(mb_load(&onnx_b, &options), CAMEO_E_LIMIT);
}

/* Every prefix of a model: an error with a place inside it, or a model. */
void test_onnx_prefixes(void) {
    mb_begin(&onnx_b, 8);
    mb_io(&onnx_b, 11, "x");
    mb_init(&onnx_b, "k", 1);
    mb_open_node(&onnx_b, "If", "x", "y");
    mb_open_graph_attr(&onnx_b, "then_branch");
    mb_node(&onnx_b, "Add", "x,k", "z");
    mb_io(&onnx_b, 12, "z");
    mb_close(&onnx_b);
    mb_close(&onnx_b);
    mb_close(&onnx_b);
    mb_io(&onnx_b, 12, "y");
    CHECK_INT(onnx_load(), CAMEO_OK);
    size_t size = onnx_b.w.pos;
    for (size_t n = 0; n < size; n++) {
        onnx_b.w.pos = n;
        CHECK(mb_load(&onnx_b, NULL) == CAMEO_E_MALFORMED);
        CHECK(onnx_b.error.offset <= n && onnx_b.error.msg[0] != 0);
    }
}

/* ---- values in files of their own ------------------------------------------------------------ */

/* A sequence of an optional map, and of nothing: written, read, written again: the same bytes. */
void test_onnx_value_round_trip(void) {
    static const int64_t keys[] = {5, -1};
    static const float values[] = {0.5f, 2.0f};
    const cameo_value pair[] = {
        {.kind = CAMEO_KIND_TENSOR,
         .tensor = {CAMEO_INT64, 1, {2}, (void *)(uintptr_t)keys, sizeof keys}},
        {.kind = CAMEO_KIND_TENSOR,
         .tensor = {CAMEO_FLOAT, 1, {2}, (void *)(uintptr_t)values, sizeof values}},
    };
    const cameo_value map = {.kind = CAMEO_KIND_MAP, .items = pair, .n_items = 2};
    const cameo_value optional[] = {{.kind = CAMEO_KIND_OPTIONAL, .items = &map, .n_items = 1},
                                    {.kind = CAMEO_KIND_OPTIONAL}};
    const cameo_value sequence = {.kind = CAMEO_KIND_SEQUENCE, .items = optional, .n_items = 2};
    uint8_t first[256], second[256];
    _Alignas(16) static uint8_t memory[4096];
    cm_writer w = cm_writer_init(first, sizeof first);
    CHECK_INT(cm_value_write(&sequence, CM_STR("s"), &w, NULL), CAMEO_OK);
    size_t n = w.pos, size;
    CHECK_INT(cm_value_read_measure(first, n, CAMEO_KIND_SEQUENCE, &size, NULL), CAMEO_OK);
    cm_arena a;
    cameo_value back;
    cm_arena_init(&a, memory, size - 1);
    CHECK_INT(cm_value_read(first, n, CAMEO_KIND_SEQUENCE, &a, &back, NULL), CAMEO_E_NOMEM);
    cm_arena_init(&a, memory, size);
    CHECK_INT(cm_value_read(first, n, CAMEO_KIND_SEQUENCE, &a, &back, NULL), CAMEO_OK);
    CHECK_INT(back.n_items, 2);
    CHECK_STR(back.name, "s");
    const cameo_value *got = back.items[0].items[0].items;
    CHECK(memcmp(got[0].tensor.data, keys, sizeof keys) == 0);
    CHECK(memcmp(got[1].tensor.data, values, sizeof values) == 0);
    CHECK_INT(back.items[1].n_items, 0);
    w = cm_writer_init(second, sizeof second);
    CHECK_INT(cm_value_write(&back, CM_STR("s"), &w, NULL), CAMEO_OK);
    CHECK(w.pos == n && memcmp(first, second, n) == 0);
    for (size_t i = 0; i < n; i++) { /* every prefix: no fault, and an error or a shorter value */
        cm_arena_init(&a, memory, sizeof memory);
        cameo_status status = cm_value_read(first, i, CAMEO_KIND_SEQUENCE, &a, &back, NULL);
        CHECK(status == CAMEO_OK || status == CAMEO_E_MALFORMED || status == CAMEO_E_UNSUPPORTED);
    }
}
/* No elements, though the other dims alone overflow: found by fuzz_value. */
void test_onnx_value_empty(void) {
    const cameo_value v = {.kind = CAMEO_KIND_TENSOR,
                           .tensor = {CAMEO_FLOAT, 3, {INT64_MAX, INT64_MAX, 0}, NULL, 0}};
    uint8_t bytes[64];
    cm_writer w = cm_writer_init(bytes, sizeof bytes);
    CHECK_INT(cm_value_write(&v, CM_STR("v"), &w, NULL), CAMEO_OK);
    size_t need;
    CHECK_INT(cm_value_read_measure(bytes, w.pos, CAMEO_KIND_TENSOR, &need, NULL), CAMEO_OK);
    CHECK_INT(need, 2); /* the name */
}
