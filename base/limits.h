/* limits.h — what a caller is willing to spend on a file that it does not trust: presets and
 * defaults. Decoder, linker, prepare and run all read the resolved values. */
#ifndef CM_BASE_LIMITS_H
#define CM_BASE_LIMITS_H

#include "base/status.h"
#include "include/cameo.h"

/* The limits of options (which may be NULL, as may options->limits): what the caller left 0 has the
 * value of CAMEO_PRESET_HOST. */
void cm_limits_resolve(const cameo_options *options, cameo_limits *limits);

/* options.interrupt with its context; fn is NULL where a caller gave none. */
typedef struct cm_interrupt {
    cameo_status (*fn)(void *ctx);
    void *ctx;
} cm_interrupt;

/* That of options, which may be NULL or of a version that had no such field. */
cm_interrupt cm_interrupt_of(const cameo_options *options);
/* What it says: CAMEO_OK, or the status that ends the call. */
CM_NODISCARD cameo_status cm_interrupted(cm_interrupt interrupt, cameo_error *e);

/* An interrupt that is asked from time to time. */
typedef struct cm_ask {
    cm_interrupt interrupt;
    uint32_t done; /* work since it was asked */
} cm_ask;

/* Work between two questions: a unit takes at most some 300 ns, so less than 5 ms. */
#define CM_ASK_WORK 16384

/* Called for so much work, < 2^31 units, before it is done or behind it; ask may be NULL. Errors: what the interrupt
 * says. */
CM_NODISCARD CM_INLINE cameo_status cm_ask_on(cm_ask *ask, uint32_t work, cameo_error *e) {
    if (ask == NULL) return CAMEO_OK;
    ask->done += work;
    if (ask->done < CM_ASK_WORK) return CAMEO_OK;
    ask->done = 0;
    return cm_interrupted(ask->interrupt, e);
}
/* Items of a few nanoseconds: item i of many counts as 1/64. */
#define CM_ASK_ITEM(ask, i, e) ((i) % 1024 != 0 ? CAMEO_OK : cm_ask_on((ask), 16, (e)))
/* Bytes that are looked at or copied at once between two questions: less than 5 ms. */
#define CM_ASK_BYTES ((size_t)1 << 22)

#endif
