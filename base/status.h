/* status.h — how a failure is reported: a status code for the program, a cameo_error for the person.
 * The first error wins; the pointer may be NULL everywhere. */
#ifndef CM_BASE_STATUS_H
#define CM_BASE_STATUS_H

#include "base/port.h"
#include "base/str.h"
#include "include/cameo.h"

/* Returns the failure of an expression of type cameo_status to the caller. */
#define CM_TRY(expr)                                  \
    do {                                              \
        cameo_status cm_try_status = (expr);          \
        if (cm_try_status != CAMEO_OK) return cm_try_status; \
    } while (0)

/* Fails with status and message where cond is false. */
#define CM_CHECK(cond, e, status, ...)                                   \
    do {                                                                 \
        if (CM_UNLIKELY(!(cond))) return CM_FAIL((e), (status), __VA_ARGS__); \
    } while (0)

/* Records an error (if none is recorded yet) and gives its status.
 * Conversions: %s %.*s %c %d %u %lld %llu %zu %x %%. */
#if CAMEO_NO_ERRMSG
/* Names the arguments without evaluating them, so that none is unused; never defined. */
int cm_fail_unused(const char *fmt, ...) CM_PRINTF(1, 2);
#define CM_FAIL(e, status, ...) \
    ((void)sizeof(cm_fail_unused(__VA_ARGS__)), cm_fail_code((e), (status)))
#elif defined(__clang_analyzer__) || CAMEO_ANALYZE
/* Static analysers look at one file: this shows them that a failure is one. */
#define CM_FAIL(e, status, ...) ((void)cm_fail((e), (status), __VA_ARGS__), (status))
#else
#define CM_FAIL(e, status, ...) cm_fail((e), (status), __VA_ARGS__)
#endif
/* Casts for %lld and %llu. */
#define CM_LL(x) ((long long)(x))
#define CM_LLU(x) ((unsigned long long)(x))

cameo_status cm_fail(cameo_error *e, cameo_status status, const char *fmt, ...) CM_PRINTF(3, 4);
cameo_status cm_fail_code(cameo_error *e, cameo_status status);

/* Does the caller's log want lines of this level? options may be NULL, and of an older size. */
CM_INLINE bool cm_logs(const cameo_options *options, cameo_log_level level) {
    if (options == NULL || options->log == NULL) return false;
    size_t end = offsetof(cameo_options, log_level) + sizeof options->log_level;
    bool all = (options->size != 0 && options->size < end) || options->log_level == 0;
    return level <= (all ? CAMEO_LOG_INFO : options->log_level);
}

/* A line to the caller's log, if it wants that level: CM_LOG(options, level, format, ...). */
#if CAMEO_NO_ERRMSG
#define CM_LOG(options, level, ...) \
    ((void)(options), (void)(level), (void)sizeof(cm_fail_unused(__VA_ARGS__)))
#else
#define CM_LOG(options, level, ...)                                        \
    do {                                                                   \
        const cameo_options *cm_log_options = (options);                   \
        if (cm_logs(cm_log_options, (level))) {                            \
            char cm_line[240];                                             \
            (void)cm_format(cm_line, sizeof cm_line, __VA_ARGS__);         \
            cm_log_options->log(cm_log_options->log_ctx, (level), cm_line); \
        }                                                                  \
    } while (0)
#endif

/* Adds where it happened, if e holds an error without a place. Any argument may be empty. */
void cm_error_at_node(cameo_error *e, uint32_t node, cm_str node_name, cm_str op_type);
void cm_error_at_offset(cameo_error *e, uint64_t offset);

/* Formats into dst (cap >= 1 bytes, always NUL-terminated), cutting what does not fit; control
 * bytes of text arguments become '?'. Returns the length written. */
size_t cm_format(char *dst, size_t cap, const char *fmt, ...) CM_PRINTF(3, 4);

#endif
