/* info_values.h — what inference knows of every value of a model. */
#ifndef CM_TOOLS_INFO_VALUES_H
#define CM_TOOLS_INFO_VALUES_H

#include "tools/tool.h"

/* Prints to stdout a line, or a JSON object, for each named value of the main graph and of the bodies
 * of its control-flow nodes (functions are inlined): where it comes from, dtype, shape (numbers,
 * expressions over the symbols of the inputs, ? or null for what is not known), and the elements of
 * small tensors that shapes are computed from. Constants are folded, unless options.opt is NONE, and
 * nothing else is rewritten. Errors: those of preparation up to inference. */
CM_NODISCARD cameo_status tool_info_values(const tool_model *m, bool json, cameo_error *e);

#endif
