/* format.h — of which format a file is: ONNX, or that of a caller's loader. */
#ifndef CM_RUNTIME_FORMAT_H
#define CM_RUNTIME_FORMAT_H

#include "base/status.h"

/* The loader for these bytes, as options.format says; NULL for ONNX. path may be NULL. *at is 0 at first; the next call
 * finds the loader that comes after one that declined.
 * Errors: E_ARG a loader of another size, or without build; options.format is no format; E_UNSUPPORTED the loader that
 * it names declined; what a loader's `recognise` failed with. */
CM_NODISCARD cameo_status cm_format_find(const cameo_options *options, const void *bytes, size_t size,
                                         const char *path, size_t *at, const cameo_loader **loader,
                                         cameo_error *e);

/* Lets a loader build the model of these bytes in `memory`: a finished builder, whose payloads are external data by
 * cameo_builder_external. CAMEO_DECLINED: it does not take the file, and nothing is told. Errors, with the loader's
 * name: E_NOMEM the memory is too small; E_ARG a status above 0 that is no answer; the loader's own; the builder's. */
CM_NODISCARD cameo_status cm_format_build(const cameo_loader *loader, const void *bytes, size_t size,
                                          cameo_memory memory, cameo_builder **builder, cameo_error *e);

/* cameo_model_measure of bytes that no loader takes. What is malformed and can be told to be something else fails with
 * E_UNSUPPORTED and says what: a flatbuffer, an archive, text, a pointer of Git LFS ... */
CM_NODISCARD cameo_status cm_format_measure(const void *bytes, size_t size, const cameo_options *options,
                                            size_t *model_bytes, size_t *work_bytes, cameo_error *e);

#endif
