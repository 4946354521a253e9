/* limits.h — what a caller is willing to spend on a file that it does not trust: presets and
 * defaults. Decoder, linker, prepare and run all read the resolved values. */
#ifndef CM_BASE_LIMITS_H
#define CM_BASE_LIMITS_H

#include "base/port.h"
#include "include/cameo.h"

/* The limits of options (which may be NULL, as may options->limits): what the caller left 0 has the
 * value of CAMEO_PRESET_HOST. */
void cm_limits_resolve(const cameo_options *options, cameo_limits *limits);

#endif
