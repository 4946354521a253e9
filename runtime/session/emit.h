/* emit.h — from the lowered program to the session in caller memory. */
#ifndef CM_RUNTIME_EMIT_H
#define CM_RUNTIME_EMIT_H

#include "runtime/session/lower.h"

/* The exact bytes of the session. Errors: E_LIMIT constants exceed the address space. */
CM_NODISCARD cameo_status cm_emit_measure(const cm_program *p, size_t *bytes);
/* Writes the session at memory. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_emit(const cm_program *p, cameo_memory memory,
                                  cameo_session **session);

#endif
