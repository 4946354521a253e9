/* ops.h — operators of the example plugin. shape and run have names that frozen code can call. */
#ifndef EXAMPLE_OPS_H
#define EXAMPLE_OPS_H

#include "cameo.h"

extern const cameo_op example_leaky, example_repeat;

cameo_status example_leaky_shape(cameo_op_context *c, const void *params);
cameo_status example_leaky_run(cameo_op_context *c, const void *params);
cameo_status example_repeat_shape(cameo_op_context *c, const void *params);
cameo_status example_repeat_run(cameo_op_context *c, const void *params);

#endif
