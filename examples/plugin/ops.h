/* ops.h — operators of the example plugin. shape and run have names that frozen code can call. */
#ifndef EXAMPLE_OPS_H
#define EXAMPLE_OPS_H

#include "cameo.h"

extern const cameo_op example_leaky, example_repeat, example_above;

cameo_status example_leaky_shape(cameo_op_context *c, const void *params);
cameo_status example_leaky_run(cameo_op_context *c, const void *params);
cameo_status example_repeat_shape(cameo_op_context *c, const void *params);
cameo_status example_repeat_run(cameo_op_context *c, const void *params);
cameo_status example_above_shape(cameo_op_context *c, const void *params);
cameo_status example_above_setup(cameo_op_context *c, const void *params, cameo_op_tasks *tasks);
cameo_status example_above_run(cameo_op_context *c, const void *params);

#endif
