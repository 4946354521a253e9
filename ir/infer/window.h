/* window.h — the attributes of sliding windows (Conv, pools and their kin) and their shape rule.
 *
 * A params struct holds a cm_window_attrs and lists CM_WINDOW_FIELDS in its fields; its parse calls
 * cm_window_parse. Lists may be absent (n == 0): then 1 for strides and dilations, 0 for pads. */
#ifndef CM_IR_WINDOW_H
#define CM_IR_WINDOW_H

#include "ir/op.h"

/* In the order of CM_WINDOW_AUTO_PAD. */
typedef enum cm_auto_pad {
    CM_AUTO_PAD_NOTSET,     /* pads as given */
    CM_AUTO_PAD_SAME_UPPER, /* out = ceil(in / stride); the odd one of the pads goes to the end */
    CM_AUTO_PAD_SAME_LOWER, /* the same; the odd one goes to the beginning */
    CM_AUTO_PAD_VALID       /* no pads; after cm_window_parse: NOTSET without pads */
} cm_auto_pad;
#define CM_WINDOW_AUTO_PAD "NOTSET,SAME_UPPER,SAME_LOWER,VALID"

typedef struct cm_window_attrs {
    int32_t kernel_shape[CM_MAX_SPATIAL], n_kernel_shape;
    int32_t strides[CM_MAX_SPATIAL], n_strides;
    int32_t dilations[CM_MAX_SPATIAL], n_dilations;
    int32_t pads[2 * CM_MAX_SPATIAL], n_pads; /* all begins, then all ends */
    int32_t auto_pad;                         /* cm_auto_pad */
    int32_t ceil_mode;
} cm_window_attrs;

/* The fields of member m of a params struct; without ceil_mode, which not every operator has. */
#define CM_WINDOW_FIELDS(type, m)                                                                \
    {"kernel_shape", CM_FIELD_I32S, CM_MAX_SPATIAL, offsetof(type, m.kernel_shape), 0, 0, NULL}, \
        {"strides", CM_FIELD_I32S, CM_MAX_SPATIAL, offsetof(type, m.strides), 0, 0, NULL},       \
        {"dilations", CM_FIELD_I32S, CM_MAX_SPATIAL, offsetof(type, m.dilations), 0, 0, NULL},   \
        {"pads", CM_FIELD_I32S, 2 * CM_MAX_SPATIAL, offsetof(type, m.pads), 0, 0, NULL}, {       \
        "auto_pad", CM_FIELD_ENUM, 1, offsetof(type, m.auto_pad), 0, 0, CM_WINDOW_AUTO_PAD       \
    }
#define CM_WINDOW_FIELD_CEIL_MODE(type, m) \
    { "ceil_mode", CM_FIELD_I32, 1, offsetof(type, m.ceil_mode), 0, 0, NULL }

/* Checks the filled fields; pads are dropped where auto_pad decides, as ONNX Runtime does.
 * Errors: E_SHAPE a kernel, stride or dilation < 1, a pad < 0, list lengths that contradict. */
CM_NODISCARD cameo_status cm_window_parse(const cm_parse *p, cm_window_attrs *a);

/* Axis i of n. in: its size, >= 0 (looked at for SAME only); kernel >= 1.
 * Errors: E_SHAPE kernel is < 1; E_LIMIT (kernel - 1) * dilation + 1 is above 2^31 - 1. */
CM_NODISCARD cameo_status cm_window_axis(const cm_window_attrs *a, uint32_t i, int64_t in,
                                         int64_t kernel, cm_window *w, cameo_error *e);

/* The attributes are for n axes, and a kernel_shape says what the weights' dims say.
 *   kernel  [n], or NULL: the attribute kernel_shape
 * Errors: E_SHAPE they are not; E_MISSING neither kernel nor kernel_shape. */
CM_NODISCARD cameo_status cm_window_check(const cm_shape *s, const cm_window_attrs *a, uint32_t n,
                                          const cm_dim *kernel);

/* Spatial output dims.
 *   n       spatial axes, 1..CM_MAX_SPATIAL
 *   in      [n]
 *   kernel  [n], or NULL: the attribute kernel_shape
 * Errors: those of cm_window_axis; E_SHAPE the attributes are for another number of axes, or
 * kernel_shape and kernel differ. */
CM_NODISCARD cameo_status cm_window_shape(const cm_shape *s, const cm_window_attrs *a, uint32_t n,
                                          const cm_dim *in, const cm_dim *kernel, cm_dim *out);

#endif
