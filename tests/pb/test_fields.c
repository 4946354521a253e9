/* test_fields.c — messages that are changed: what nobody touched stays byte for byte, unknown groups and their place
 * included. The bytes are written by hand after protobuf's encoding. */
#include "pb/fields.h"
#include "tests/check.h"

/* Field 1 "a", a group 3, field 2 the number 5, field 1 "bc". */
static const char fields_message[] = "\x0a\x01" "a" "\x1b\x08\x07\x1c" "\x10\x05" "\x0a\x02" "bc";
/* The last field is "xyz", an empty field 4 stands before it. */
static const char fields_changed[] = "\x0a\x01" "a" "\x1b\x08\x07\x1c" "\x10\x05" "\x22\x00" "\x0a\x03" "xyz";

typedef struct fields_file {
    uint8_t bytes[32];
    size_t n;
    int calls, fail_at; /* the call that fails, from 1 on; 0: none */
} fields_file;

static cameo_status fields_write(void *ctx, const void *bytes, size_t size) {
    fields_file *f = ctx;
    if (++f->calls == f->fail_at) return CAMEO_E_IO;
    if (size == 0 || size > sizeof f->bytes - f->n) return CAMEO_E_INTERNAL;
    memcpy(f->bytes + f->n, bytes, size);
    f->n += size;
    return CAMEO_OK;
}

static bool fields_writes(cm_pb_field *root, const char *want, size_t size) {
    fields_file f = {.n = 0};
    size_t measured = 0;
    return cm_pb_fields_measure(root, &measured, NULL) == CAMEO_OK && measured == size &&
           cm_pb_fields_write(root, fields_write, &f) == CAMEO_OK && f.n == size && memcmp(f.bytes, want, size) == 0;
}

void test_fields_unchanged(void) {
    _Alignas(CAMEO_ALIGN) uint8_t memory[2048];
    cm_arena a;
    cm_pb_field root;
    cm_arena_init(&a, memory, sizeof memory);
    cm_pb_fields_init(&root, fields_message, sizeof fields_message - 1);
    for (int open = 0; open < 2; open++) {
        CHECK(cm_str_is(cm_pb_field_text(&root, 1), "bc"));
        CHECK_INT(cm_pb_field_text(&root, 2).n, 0); /* a number */
        CHECK_INT(cm_pb_field_text(&root, 3).n, 0);
        CHECK(fields_writes(&root, fields_message, sizeof fields_message - 1));
        CHECK_INT(cm_pb_fields_open(&a, &root, NULL), CAMEO_OK);
    }
    static const uint32_t numbers[] = {1, 0, 2, 1};
    const cm_pb_field *f = root.first;
    for (size_t i = 0; i < 4; i++, f = f->next) CHECK(f != NULL && f->number == numbers[i]);
    CHECK(f == NULL);
    cm_pb_fields_init(&root, NULL, 0);
    CHECK(fields_writes(&root, "", 0));
    CHECK_INT(cm_pb_fields_open(&a, &root, NULL), CAMEO_OK);
    CHECK(fields_writes(&root, "", 0));
}

void test_fields_changed(void) {
    _Alignas(CAMEO_ALIGN) uint8_t memory[2048];
    cm_arena a;
    cm_pb_field root, *added = NULL;
    cameo_error e = {0};
    size_t size = 0;
    cm_arena_init(&a, memory, sizeof memory);
    cm_pb_fields_init(&root, fields_message, sizeof fields_message - 1);
    CHECK_INT(cm_pb_fields_open(&a, &root, NULL), CAMEO_OK);
    cm_pb_field *last = root.last;
    CHECK_INT(cm_pb_fields_add(&a, &root, last, 4, &added, NULL), CAMEO_OK);
    cm_pb_field_set(last, "xyz", 3);
    CHECK(fields_writes(&root, fields_changed, sizeof fields_changed - 1));

    /* Whatever call fails, its status is given. */
    fields_file f = {.fail_at = 1};
    while (cm_pb_fields_write(&root, fields_write, &f) != CAMEO_OK) {
        CHECK_INT(f.calls, f.fail_at);
        f = (fields_file){.fail_at = f.fail_at + 1};
    }
    CHECK(f.fail_at > 4 && f.calls == f.fail_at - 1 && f.n == sizeof fields_changed - 1);

    cm_pb_field_set(last, "xyz", SIZE_MAX); /* its tag does not fit any more */
    CHECK_INT(cm_pb_fields_measure(&root, &size, &e), CAMEO_E_LIMIT);
    CHECK_STR(e.msg, "the model is too large");
    cm_pb_field_remove(last);
    CHECK(!cm_pb_field_is_in(last, &root) && cm_pb_field_is_in(added, &root));
    CHECK(fields_writes(&root, fields_changed, sizeof fields_changed - 6));
}
