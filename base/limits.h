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

#endif
