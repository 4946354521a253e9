/* frozen_main.c — runs a model that `cameo freeze --name frozen` wrote: same source on a host, in user-mode
 * emulation and on boards. Prints each output, and what memory it took. */
#include "base/port.h"
#include "frozen.h"
#include "tests/emul/images.h"

/* A heap for models whose data decide sizes. */
#if FROZEN_IS_DYNAMIC
#define MAIN_HEAP 8192
#else
#define MAIN_HEAP 0
#endif

/* A plan for a range of batches has no fixed input: the model of digits gets one image. */
#ifndef FROZEN_INPUT_0
#define FROZEN_INPUT_0_ELEMENTS 64
#define FROZEN_INPUT_0(p)                      \
    {                                          \
        .kind = CAMEO_KIND_TENSOR, .tensor = { \
            CAMEO_FLOAT,                       \
            4,                                 \
            {1, 1, 8, 8},                      \
            (p),                               \
            64 * sizeof(float)                 \
        }                                      \
    }
#endif

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t main_ram[FROZEN_RUN_BYTES + MAIN_HEAP];
static _Alignas(CAMEO_MEMORY_ALIGN) float main_image[FROZEN_INPUT_0_ELEMENTS];

int board_main(void) {
    cameo_error e = {0};
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_run *run;
    cameo_status status = cameo_run_measure(frozen_plan(), 1, &needs, &e);
    if (status != CAMEO_OK) return images_fail("measure", &e);
    images_note("run", needs.planned_bytes);
    if (needs.planned_bytes != FROZEN_RUN_BYTES) {
        images_note("FROZEN_RUN_BYTES is wrong:", FROZEN_RUN_BYTES);
        return 1;
    }
    /* One byte less is refused. */
    status = cameo_run_create((cameo_memory){main_ram, FROZEN_RUN_BYTES - 1}, frozen_plan(), 1,
                              NULL, NULL, &run, NULL);
    if (status != CAMEO_E_NOMEM) return images_fail("a byte less", &e);
    status = cameo_run_create((cameo_memory){main_ram, sizeof main_ram}, frozen_plan(), 1, NULL,
                              NULL, &run, &e);
    if (status != CAMEO_OK) return images_fail("create", &e);
    for (size_t i = 0; i < IMAGES_COUNT; i++) {
        cameo_value input = FROZEN_INPUT_0(main_image);
        cameo_value output = {0};
        /* The buffers of values, the last part of a run, may hold anything. */
        memset(main_ram + FROZEN_RUN_BYTES - needs.activation_bytes, 0xA5, needs.activation_bytes);
        images_fill(main_image, FROZEN_INPUT_0_ELEMENTS, i);
        status = cameo_run_all(run, &input, 1, &output, 1, &e);
        if (status != CAMEO_OK) return images_fail("run", &e);
        images_print(&output);
    }
    images_note("stack", board_stack_used());
    return 0;
}
