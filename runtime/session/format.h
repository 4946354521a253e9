/* format.h — of which format a file is: ONNX, or that of a caller's loader. */
#ifndef CM_RUNTIME_FORMAT_H
#define CM_RUNTIME_FORMAT_H

#include "base/status.h"

/* The loader for these bytes, as options.format says; NULL for ONNX. path may be NULL.
 * Errors: E_ARG a loader of another size, or without build; options.format is no format. */
CM_NODISCARD cameo_status cm_format_find(const cameo_options *options, const void *bytes,
                                         size_t size, const char *path,
                                         const cameo_loader **loader, cameo_error *e);

#endif
