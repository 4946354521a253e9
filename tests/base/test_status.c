/* test_status.c — error records, and the formatter behind them, against literal texts. */
#include "base/status.h"

#include <limits.h>

#include "tests/check.h"

void test_status_format(void) {
    char text[128];
    CHECK_INT(cm_format(text, sizeof text, "plain"), 5);
    CHECK_STR(text, "plain");
    (void)cm_format(text, sizeof text, "%s|%.*s|%c|%%|%s", "text", 3, "cutoff", 'x', "");
    CHECK_STR(text, "text|cut|x|%|");
    (void)cm_format(text, sizeof text, "%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    CHECK_STR(text, "0 -1 2147483647 -2147483648");
    (void)cm_format(text, sizeof text, "%u %u %x %x", 0u, UINT_MAX, 0u, 0xDEADBEEFu);
    CHECK_STR(text, "0 4294967295 0 deadbeef");
    (void)cm_format(text, sizeof text, "%lld %lld", CM_LL(INT64_MIN), CM_LL(INT64_MAX));
    CHECK_STR(text, "-9223372036854775808 9223372036854775807");
    (void)cm_format(text, sizeof text, "%llu|%zu|%d", CM_LLU(UINT64_MAX), (size_t)SIZE_MAX, 7);
    char want[128];
    snprintf(want, sizeof want, "18446744073709551615|%zu|7", (size_t)SIZE_MAX);
    CHECK_STR(text, want);
}

void test_status_format_cuts(void) {
    char text[8];
    for (size_t cap = 1; cap <= sizeof text; cap++) {
        memset(text, '#', sizeof text);
        CHECK_INT(cm_format(text, cap, "%s", "0123456789"), cap - 1);
        CHECK_INT(strlen(text), cap - 1);
        CHECK(memcmp(text, "0123456789", cap - 1) == 0);
        for (size_t i = cap; i < sizeof text; i++) CHECK_INT(text[i], '#');
    }
    CHECK_INT(cm_format(text, sizeof text, "%d", 1234567890), 7);
    CHECK_STR(text, "1234567");
    CHECK_INT(cm_format(text, sizeof text, "1234567%s", "8"), 7);
    CHECK_STR(text, "1234567");
}

/* Names come from hostile files and end up on terminals. */
void test_status_format_control_bytes(void) {
    char text[16];
    (void)cm_format(text, sizeof text, "%s", "a\x1b[1m\n\x7f\xc3\xa4");
    CHECK_STR(text, "a?[1m??\xc3\xa4");
    (void)cm_format(text, sizeof text, "%.*s", 4, "a\0b\tc");
    CHECK_STR(text, "a?b?");
    (void)cm_format(text, sizeof text, "\n%d", 1);
    CHECK_STR(text, "\n1");
}

void test_status_format_views(void) {
    char text[160];
    (void)cm_format(text, sizeof text, "[%.*s]", CM_STR_ARG(((cm_str){NULL, 0})));
    CHECK_STR(text, "[]");
    (void)cm_format(text, sizeof text, "[%.*s]", 0, "never read");
    CHECK_STR(text, "[]");
    (void)cm_format(text, sizeof text, "[%.*s]", -1, "never read");
    CHECK_STR(text, "[]");
    char name[120];
    memset(name, 'n', sizeof name);
    CHECK_INT(cm_format(text, sizeof text, "%.*s", CM_STR_ARG(((cm_str){name, 96}))), 96);
    CHECK_INT(cm_format(text, sizeof text, "%.*s", CM_STR_ARG(((cm_str){name, 97}))), 96);
}

void test_status_fail_fills_the_record(void) {
    cameo_error e;
    memset(&e, 0xEE, sizeof e);
    e.status = CAMEO_OK;
    CHECK_INT(cm_fail(&e, CAMEO_E_SHAPE, "axis is %lld, want -%d..%d", CM_LL(5), 2, 1),
              CAMEO_E_SHAPE);
    CHECK_INT(e.status, CAMEO_E_SHAPE);
    CHECK_STR(e.msg, "axis is 5, want -2..1");
    CHECK_INT(e.node, CAMEO_NO_ID);
    CHECK(e.offset == CAMEO_NO_OFFSET);
    CHECK_STR(e.node_name, "");
    CHECK_STR(e.op_type, "");
}

void test_status_fail_cuts_the_message(void) {
    cameo_error e = {0};
    char name[400];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    CHECK_INT(cm_fail(&e, CAMEO_E_IO, "%s", name), CAMEO_E_IO);
    CHECK_INT(strlen(e.msg), sizeof e.msg - 1);
}

void test_status_first_error_wins(void) {
    cameo_error e = {0};
    CHECK_INT(cm_fail(&e, CAMEO_E_LIMIT, "first"), CAMEO_E_LIMIT);
    CHECK_INT(cm_fail(&e, CAMEO_E_TYPE, "second"), CAMEO_E_TYPE);
    CHECK_INT(cm_fail_code(&e, CAMEO_E_IO), CAMEO_E_IO);
    CHECK_INT(e.status, CAMEO_E_LIMIT);
    CHECK_STR(e.msg, "first");
}

void test_status_place_first_wins(void) {
    cameo_error e = {0};
    cm_error_at_node(&e, 1, CM_STR("early"), CM_STR("Relu"));
    cm_error_at_offset(&e, 1);
    CHECK_INT(e.node, 0);
    CHECK_STR(e.node_name, "");
    CHECK_INT(e.offset, 0);

    CHECK_INT(cm_fail_code(&e, CAMEO_E_TYPE), CAMEO_E_TYPE);
    CHECK_STR(e.msg, "");
    cm_error_at_offset(&e, 0);
    cm_error_at_offset(&e, 99);
    CHECK_INT(e.offset, 0);
    cm_error_at_node(&e, 0, CM_STR("inner\n"), CM_STR("Softmax"));
    cm_error_at_node(&e, 7, CM_STR("outer"), CM_STR("If"));
    CHECK_INT(e.node, 0);
    CHECK_STR(e.node_name, "inner?");
    CHECK_STR(e.op_type, "Softmax");
}

void test_status_place_is_cut(void) {
    cameo_error e = {0};
    char name[90];
    memset(name, 'n', sizeof name);
    (void)cm_fail_code(&e, CAMEO_E_TYPE);
    cm_error_at_node(&e, 3, (cm_str){name, sizeof name}, (cm_str){name, sizeof name});
    CHECK_INT(strlen(e.node_name), sizeof e.node_name - 1);
    CHECK_INT(strlen(e.op_type), sizeof e.op_type - 1);

    /* Names of more bytes than a message takes of any text. */
    char longer[97];
    memset(longer, 'm', sizeof longer);
    e = (cameo_error){0};
    (void)cm_fail_code(&e, CAMEO_E_TYPE);
    cm_error_at_node(&e, 3, (cm_str){longer, sizeof longer}, (cm_str){longer, sizeof longer});
    CHECK_INT(strlen(e.node_name), sizeof e.node_name - 1);
    CHECK_INT(strlen(e.op_type), sizeof e.op_type - 1);
}

static void status_log(void *ctx, cameo_log_level level, const char *line) {
    (void)ctx;
    (void)level;
    (void)line;
}

/* Options that end before log_level, and a level of 0, want lines up to CAMEO_LOG_INFO. */
void test_status_logs(void) {
    cameo_options options = {.size = sizeof options, .log = status_log, .log_level = CAMEO_LOG_WARNING};
    CHECK(!cm_logs(NULL, CAMEO_LOG_WARNING));
    CHECK(cm_logs(&options, CAMEO_LOG_WARNING) && !cm_logs(&options, CAMEO_LOG_INFO));
    options.size = 0;
    CHECK(!cm_logs(&options, CAMEO_LOG_INFO));
    options.size = offsetof(cameo_options, log_level);
    CHECK(cm_logs(&options, CAMEO_LOG_INFO) && !cm_logs(&options, CAMEO_LOG_DEBUG));
    options.size = sizeof options;
    options.log_level = (cameo_log_level)0;
    CHECK(cm_logs(&options, CAMEO_LOG_INFO) && !cm_logs(&options, CAMEO_LOG_DEBUG));
    options.log = NULL;
    CHECK(!cm_logs(&options, CAMEO_LOG_WARNING));
}

void test_status_null_record(void) {
    CHECK_INT(cm_fail(NULL, CAMEO_E_ARG, "%d", 1), CAMEO_E_ARG);
    CHECK_INT(cm_fail_code(NULL, CAMEO_E_ARG), CAMEO_E_ARG);
    cm_error_at_node(NULL, 1, CM_STR("n"), CM_STR("Relu"));
    cm_error_at_offset(NULL, 1);
}

static cameo_status status_below(int x, int limit, cameo_error *e) {
    CM_CHECK(x < limit, e, CAMEO_E_LIMIT, "%d of %d", x, limit);
    return CAMEO_OK;
}

static cameo_status status_both(int x, int *reached, cameo_error *e) {
    CM_TRY(status_below(x, 10, e));
    *reached = 1;
    CM_TRY(status_below(x, 5, e));
    *reached = 2;
    return CAMEO_OK;
}

void test_status_try_and_check(void) {
    cameo_error e = {0};
    int reached = 0;
    CHECK_INT(status_both(4, &reached, &e), CAMEO_OK);
    CHECK_INT(reached, 2);
    CHECK_INT(status_both(5, &reached, &e), CAMEO_E_LIMIT);
    CHECK_INT(reached, 1);
    CHECK_STR(e.msg, "5 of 5");
    reached = 0;
    CHECK_INT(status_both(10, &reached, NULL), CAMEO_E_LIMIT);
    CHECK_INT(reached, 0);
}

/* The values are ABI: written here a second time on purpose. */
void test_status_values(void) {
    static const struct {
        int value;
        const char *name;
    } want[] = {
        {0, "CAMEO_OK"},           {1, "CAMEO_PENDING"},        {2, "CAMEO_PAUSED"}, {3, "CAMEO_DECLINED"},
        {-1, "CAMEO_E_ARG"},       {-2, "CAMEO_E_NOMEM"},       {-3, "CAMEO_E_MALFORMED"},
        {-4, "CAMEO_E_LIMIT"},     {-5, "CAMEO_E_UNSUPPORTED"}, {-6, "CAMEO_E_TYPE"},
        {-7, "CAMEO_E_SHAPE"},     {-8, "CAMEO_E_MISSING"},     {-9, "CAMEO_E_IO"},
        {-10, "CAMEO_E_DEVICE"},   {-11, "CAMEO_E_CANCELLED"},  {-12, "CAMEO_E_DEADLINE"},
        {-13, "CAMEO_E_INTERNAL"},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        CHECK_STR(cameo_status_name((cameo_status)want[i].value), want[i].name);
        CHECK(strlen(cameo_status_text((cameo_status)want[i].value)) > 0);
    }
    CHECK_STR(cameo_status_text(CAMEO_OK), "ok");
    CHECK_STR(cameo_status_name((cameo_status)4), "CAMEO_E_?");
    CHECK_STR(cameo_status_name((cameo_status)-14), "CAMEO_E_?");
    CHECK_STR(cameo_status_text((cameo_status)-14), "unknown status");
}
