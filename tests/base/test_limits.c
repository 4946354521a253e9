/* test_limits.c — presets, what a caller leaves 0, and interrupts. */
#include "base/limits.h"

#include "tests/check.h"

void test_limits_resolve(void) {
    cameo_limits host, got, given = {.size = sizeof given, .nodes = 7, .run_cost = 9};
    cameo_options options = {.size = sizeof options};
    cameo_limits_init(&host, CAMEO_PRESET_HOST);
    CHECK_INT(host.size, sizeof host);
    CHECK_INT(host.depth, 100);
    cm_limits_resolve(NULL, &got);
    CHECK(memcmp(&got, &host, sizeof got) == 0);
    cm_limits_resolve(&options, &got);
    CHECK(memcmp(&got, &host, sizeof got) == 0);
    options.limits = &given;
    cm_limits_resolve(&options, &got);
    CHECK_INT(got.nodes, 7);
    CHECK_INT(got.run_cost, 9);
    got.nodes = host.nodes, got.run_cost = host.run_cost;
    CHECK(memcmp(&got, &host, sizeof got) == 0);
    /* A preset that does not exist is that of a host. */
    cameo_limits_init(&got, (cameo_preset)99);
    CHECK(memcmp(&got, &host, sizeof got) == 0);
}

static cameo_status limits_say(void *ctx) { return *(const cameo_status *)ctx; }

/* Options that end before the interrupt have none, and size 0 stands for the newest ones. */
void test_limits_interrupt(void) {
    cameo_status say = CAMEO_OK;
    cameo_options options = {.size = sizeof options, .interrupt = limits_say, .interrupt_ctx = &say};
    cm_interrupt none = cm_interrupt_of(NULL), all = cm_interrupt_of(&options);
    CHECK(none.fn == NULL && none.ctx == NULL);
    CHECK(all.fn == limits_say && all.ctx == &say);
    options.size = 0;
    CHECK(cm_interrupt_of(&options).fn == limits_say);
    options.size = offsetof(cameo_options, interrupt_ctx);
    CHECK(cm_interrupt_of(&options).fn == NULL);

    cameo_error e = {0};
    CHECK_INT(cm_interrupted(none, &e), CAMEO_OK);
    CHECK_INT(cm_interrupted(all, &e), CAMEO_OK);
    say = CAMEO_E_DEADLINE;
    CHECK_INT(cm_interrupted(all, &e), CAMEO_E_DEADLINE);
    CHECK_STR(e.msg, "stopped by options.interrupt");
    say = CAMEO_PENDING; /* no error: it would ask for another call */
    CHECK_INT(cm_interrupted(all, NULL), CAMEO_E_CANCELLED);
}

/* The interrupt is asked when so much work was done, and not before. */
void test_limits_ask(void) {
    cameo_status say = CAMEO_E_CANCELLED;
    cm_ask ask = {.interrupt = {limits_say, &say}};
    CHECK_INT(cm_ask_on(NULL, CM_ASK_WORK, NULL), CAMEO_OK);
    CHECK_INT(cm_ask_on(&ask, CM_ASK_WORK - 1, NULL), CAMEO_OK);
    CHECK_INT(cm_ask_on(&ask, 1, NULL), CAMEO_E_CANCELLED);
    CHECK_INT(ask.done, 0);
    CHECK_INT(cm_ask_on(&ask, 1, NULL), CAMEO_OK);
}
