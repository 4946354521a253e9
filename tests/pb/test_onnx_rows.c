/* test_onnx_rows.c — the decoder where less is there than was counted, where other bytes are, where it is told to stop,
 * and at the limit of depth: each place where it can end, with the status and a text, in tables of exactly the counted
 * sizes. */
#include "pb/onnx.h"

#include <stdlib.h>

#include "tests/pb/model_builder.h"

static mb rows_b;

/* A StringStringEntryProto. */
static void rows_entry(uint32_t field, const char *key, const char *value) {
    mb_open(&rows_b, field);
    mb_str(&rows_b, 1, key);
    mb_str(&rows_b, 2, value);
    mb_close(&rows_b);
}

/* A TensorProto of dims [2], whose data are `bytes`, packed, in two pieces of field `data`. */
static void rows_tensor(uint32_t field, int dtype, uint32_t data, const void *bytes, size_t size) {
    mb_open(&rows_b, field);
    mb_str(&rows_b, 8, "t");
    mb_int(&rows_b, 1, 2);
    mb_int(&rows_b, 2, dtype);
    for (size_t half = 0; half < 2; half++)
        cm_writer_field_bytes(&rows_b.w, data, (const uint8_t *)bytes + size / 2 * half, size / 2);
    mb_close(&rows_b);
}

static void rows_sparse(uint32_t field) {
    static const uint8_t some[16] = {1, 0, 0, 0, 1};
    mb_open(&rows_b, field);
    rows_tensor(1, CAMEO_FLOAT, 4, some, 8);
    rows_tensor(2, CAMEO_INT64, 7, "\1\0", 2);
    mb_int(&rows_b, 3, 7);
    mb_close(&rows_b);
}

/* A ValueInfoProto whose type is a sequence of maps to optional tensors. */
static void rows_info(uint32_t field) {
    mb_open(&rows_b, field);
    mb_str(&rows_b, 1, "v");
    mb_open(&rows_b, 2);
    mb_open(&rows_b, 4);
    mb_open(&rows_b, 1);
    mb_open(&rows_b, 5);
    mb_int(&rows_b, 1, CAMEO_INT64);
    mb_open(&rows_b, 2);
    mb_open(&rows_b, 9);
    mb_open(&rows_b, 1);
    mb_open(&rows_b, 1);
    mb_int(&rows_b, 1, CAMEO_FLOAT);
    mb_open(&rows_b, 2);
    for (int i = 0; i < 2; i++) {
        mb_open(&rows_b, 1);
        mb_str(&rows_b, 2, "N");
        mb_close(&rows_b);
    }
    for (int i = 0; i < 10; i++) mb_close(&rows_b);
}

/* An AttributeProto of a type, left open. */
static void rows_attr(uint32_t field, int type) {
    mb_open(&rows_b, field);
    mb_str(&rows_b, 1, "a");
    mb_int(&rows_b, 20, type);
}

static void rows_graph(void) {
    mb_str(&rows_b, 2, "inner");
    mb_node(&rows_b, "Relu", "x", "y");
    rows_info(12);
}

/* Every message, and every list that has a table. */
static void rows_model(void) {
    static const uint8_t zeros[64];
    mb_begin(&rows_b, 8);
    rows_tensor(5, CAMEO_FLOAT16, 5, "\1\2", 2);
    rows_tensor(5, CAMEO_STRING, 6, "abcd", 4);
    rows_tensor(5, CAMEO_DOUBLE, 10, zeros, 16);
    rows_tensor(5, CAMEO_COMPLEX128, 10, zeros, 32);
    rows_tensor(5, CAMEO_UINT32, 11, "\1\2", 2);
    rows_tensor(5, CAMEO_UINT64, 11, "\1\2", 2);
    mb_open(&rows_b, 5); /* bools that are neither 0 nor 1 */
    mb_int(&rows_b, 1, 2);
    mb_int(&rows_b, 2, CAMEO_BOOL);
    cm_writer_field_bytes(&rows_b.w, 9, "\1\7", 2);
    mb_close(&rows_b);
    mb_open(&rows_b, 5);
    mb_int(&rows_b, 1, 2);
    mb_int(&rows_b, 2, CAMEO_FLOAT);
    mb_int(&rows_b, 14, 1);
    rows_entry(13, "location", "w");
    mb_close(&rows_b);
    rows_sparse(15);
    rows_info(11);
    rows_info(13);
    for (int i = 0; i < 2; i++) {
        mb_open(&rows_b, 14);
        mb_str(&rows_b, 1, "t");
        rows_entry(2, "SCALE", "s");
        mb_close(&rows_b);
    }
    rows_entry(16, "key", "value");
    mb_open_node(&rows_b, "Op", "x,x", "y,z");
    rows_entry(9, "key", "value");
    rows_attr(5, CM_ATTR_FLOATS);
    cm_writer_field_bytes(&rows_b.w, 7, zeros, 8);
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_INTS);
    mb_int(&rows_b, 8, 3);
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_STRINGS);
    mb_str(&rows_b, 9, "text");
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_TENSORS);
    rows_tensor(10, CAMEO_FLOAT16, 5, "\1\2", 2);
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_GRAPHS);
    mb_open(&rows_b, 11);
    rows_graph();
    mb_close(&rows_b);
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_TYPE_PROTOS);
    mb_open(&rows_b, 15);
    mb_close(&rows_b);
    mb_close(&rows_b);
    rows_attr(5, CM_ATTR_SPARSE_TENSORS);
    rows_sparse(23);
    mb_close(&rows_b);
    mb_close(&rows_b);
    mb_close(&rows_b);
    rows_entry(14, "key", "value");
    mb_open(&rows_b, 25);
    mb_str(&rows_b, 1, "F");
    mb_str(&rows_b, 10, "ai.onnx");
    mb_str(&rows_b, 4, "x");
    mb_str(&rows_b, 5, "y");
    mb_str(&rows_b, 6, "a");
    rows_attr(11, CM_ATTR_GRAPH); /* a default */
    mb_open(&rows_b, 6);
    rows_graph();
    mb_close(&rows_b);
    mb_close(&rows_b);
    mb_open_node(&rows_b, "Relu", "x", "y");
    mb_close(&rows_b);
    rows_entry(14, "key", "value");
    mb_open(&rows_b, 9);
    mb_int(&rows_b, 2, 17);
    mb_close(&rows_b);
    mb_close(&rows_b);
    CHECK_INT(rows_b.n_marks, 0);
}

static const cameo_limits rows_limits = {
    .model_bytes = 1 << 20, .nodes = 1000, .depth = CAMEO_MAX_DEPTH, .subgraph_depth = 8};

typedef struct rows_tables {
    cameo_model m;
    cm_names names;
} rows_tables;

static void *rows_alloc(size_t n, size_t size) { return calloc(n == 0 ? 1 : n, size); }

/* Tables of exactly the counted sizes, of which what stands behind the end belongs to nobody. */
static void rows_new(rows_tables *t, const cm_onnx_counts *n) {
    memset(t, 0, sizeof *t);
#define ROWS_NEW(table)             \
    t->m.t.table.cap = n->table;    \
    t->m.t.table.row = rows_alloc(n->table, sizeof *t->m.t.table.row);
    CM_ONNX_TABLES(ROWS_NEW)
#undef ROWS_NEW
    t->names.in.cap = n->in_names;
    t->names.out.cap = n->out_names;
    t->names.in.row = rows_alloc(n->in_names, sizeof *t->names.in.row);
    t->names.out.row = rows_alloc(n->out_names, sizeof *t->names.out.row);
    t->m.t.pool = rows_alloc(n->pool, 1);
    t->m.t.pool_size = n->pool;
    t->m.t.bytes = rows_b.buf;
    t->m.t.bytes_size = rows_b.w.pos;
}

static void rows_free(rows_tables *t) {
#define ROWS_FREE(table) free(t->m.t.table.row);
    CM_ONNX_TABLES(ROWS_FREE)
#undef ROWS_FREE
    free(t->names.in.row);
    free(t->names.out.row);
    free(t->m.t.pool);
}

static void rows_counts(cm_onnx_counts *n) {
    const cm_onnx_options options = {.limits = &rows_limits, .external = true};
    cameo_error e = {0};
    rows_model();
    CHECK_INT(cm_onnx_measure(rows_b.buf, rows_b.w.pos, &options, n, &e), CAMEO_OK);
    CHECK_STR(e.msg, "");
}

/* What decoding says of tables for n; E_INTERNAL: a table has more rows than it had room for. */
static cameo_status rows_decode(const cm_onnx_counts *n, cm_ask *ask, cameo_error *e) {
    const cm_onnx_options options = {.limits = &rows_limits, .external = true, .ask = ask};
    rows_tables t;
    memset(e, 0, sizeof *e);
    rows_new(&t, n);
    cameo_status status = cm_onnx_decode(&t.m, &t.names, &options, e);
    bool hold = t.names.in.n <= t.names.in.cap && t.names.out.n <= t.names.out.cap;
#define ROWS_HOLD(table) hold = hold && t.m.t.table.n <= t.m.t.table.cap;
    CM_ONNX_TABLES(ROWS_HOLD)
#undef ROWS_HOLD
    rows_free(&t);
    return hold ? status : CAMEO_E_INTERNAL;
}

/* Any table of fewer rows, names and bytes of the pool than were counted. */
void test_onnx_rows_fewer(void) {
    cm_onnx_counts all, n;
    cameo_error e;
    rows_counts(&all);
    n = all;
    CHECK_INT(rows_decode(&n, NULL, &e), CAMEO_OK);
#define ROWS_FEWER(table)                                                       \
    for (n = all; n.table > 0;) {                                               \
        n.table--;                                                              \
        CHECK_INT(rows_decode(&n, NULL, &e), CAMEO_E_MALFORMED);                \
        CHECK_STR(e.msg, "the bytes have changed since measuring");             \
    }
    ROWS_FEWER(graph)
    ROWS_FEWER(node)
    ROWS_FEWER(attr)
    ROWS_FEWER(tensor)
    ROWS_FEWER(sparse)
    ROWS_FEWER(external)
    ROWS_FEWER(type)
    ROWS_FEWER(dim)
    ROWS_FEWER(info)
    ROWS_FEWER(prop)
    ROWS_FEWER(annotation)
    ROWS_FEWER(opset)
    ROWS_FEWER(function)
    ROWS_FEWER(ints)
    ROWS_FEWER(floats)
    ROWS_FEWER(strs)
    ROWS_FEWER(in_names)
    ROWS_FEWER(out_names)
    ROWS_FEWER(pool)
#undef ROWS_FEWER
}

/* Each bit of the bytes is another one than when they were counted: an error that says so or says what is wrong, or a
 * model that fits into the tables. */
void test_onnx_rows_changed(void) {
    cm_onnx_counts n;
    cameo_error e;
    size_t n_changed = 0;
    rows_counts(&n);
    for (size_t i = 0; i < rows_b.w.pos; i++) {
        for (int bit = 0; bit < 8; bit++) {
            rows_b.buf[i] ^= (uint8_t)(1 << bit);
            cameo_status status = rows_decode(&n, NULL, &e);
            rows_b.buf[i] ^= (uint8_t)(1 << bit);
            bool may = status == CAMEO_OK || status == CAMEO_E_MALFORMED || status == CAMEO_E_LIMIT ||
                       status == CAMEO_E_UNSUPPORTED;
            CHECK(may && e.status == status && (status == CAMEO_OK || e.msg[0] != 0) && e.offset <= rows_b.w.pos);
            n_changed += strcmp(e.msg, "the bytes have changed since measuring") == 0;
        }
    }
    CHECK(n_changed > 0);
    CHECK_INT(rows_decode(&n, NULL, &e), CAMEO_OK);
}

static cameo_status rows_stop(void *ctx) {
    ++*(unsigned *)ctx;
    return CAMEO_E_CANCELLED;
}

/* The interrupt stops measuring and decoding wherever it is asked: behind one unit of work, behind two and so on. */
void test_onnx_rows_stopped(void) {
    cm_onnx_counts counts;
    cameo_error e;
    uint32_t n = 0;
    rows_counts(&counts);
    for (cameo_status status = CAMEO_E_CANCELLED; status != CAMEO_OK;) {
        unsigned asked = 0;
        cm_ask ask = {{rows_stop, &asked}, CM_ASK_WORK - ++n};
        cm_ask again = ask;
        cm_onnx_options options = {.limits = &rows_limits, .external = true, .ask = &ask};
        cm_onnx_counts got;
        memset(&e, 0, sizeof e);
        status = cm_onnx_measure(rows_b.buf, rows_b.w.pos, &options, &got, &e);
        CHECK(status == (asked == 0 ? CAMEO_OK : CAMEO_E_CANCELLED) && asked <= 1 && e.status == status);
        asked = 0;
        status = rows_decode(&counts, &again, &e);
        CHECK(status == (asked == 0 ? CAMEO_OK : CAMEO_E_CANCELLED) && asked <= 1 && e.status == status);
    }
    CHECK(n > 100);
}

/* Messages inside each other, by their fields: as deep as the limit, and deeper by one. */
void test_onnx_rows_depth(void) {
    static const uint8_t paths[][9] = {
        {7},       {8},           {14},          {25},          {7, 1},       {7, 5},       {7, 11},
        {7, 14},   {7, 15},       {7, 16},       {25, 7},       {25, 9},      {25, 11},     {25, 14},
        {7, 1, 5}, {7, 1, 9},     {7, 5, 13},    {7, 11, 2},    {7, 14, 2},   {7, 15, 1},   {25, 11, 6},
        {7, 1, 5, 5},             {7, 1, 5, 6},  {7, 1, 5, 14}, {7, 1, 5, 22},              {7, 11, 2, 1},
        {7, 11, 2, 4},            {7, 11, 2, 5, 2},             {7, 11, 2, 8, 2},           {7, 11, 2, 9, 1},
        {7, 11, 2, 1, 2, 1},      {7, 1, 5, 6, 1, 5, 6, 12, 2},
    };
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        uint32_t deep = 0;
        mb_reset(&rows_b);
        while (deep < sizeof *paths && paths[p][deep] != 0) mb_open(&rows_b, paths[p][deep++]);
        while (rows_b.n_marks > 0) mb_close(&rows_b);
        for (uint32_t depth = 0; depth <= deep; depth++) {
            cameo_limits limits = rows_limits;
            limits.depth = depth;
            cm_onnx_options options = {.limits = &limits};
            cm_onnx_counts n;
            cameo_error e = {0};
            cameo_status status = cm_onnx_measure(rows_b.buf, rows_b.w.pos, &options, &n, &e);
            CHECK_INT(status == CAMEO_E_LIMIT, depth < deep);
            CHECK_INT(strstr(e.msg, "nested too deeply") != NULL, depth < deep);
        }
    }
}
