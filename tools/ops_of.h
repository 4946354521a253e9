/* ops_of.h — the operators that a model needs of a build. */
#ifndef CM_TOOLS_OPS_OF_H
#define CM_TOOLS_OPS_OF_H

#include "tools/tool.h"

/* Prints, one a line and as ir/ops.def spells them (Conv, ms_Attention), the fewest operators with which the model at
 * path becomes the program that all operators of the build give, on this processor and with portable kernels. Returns
 * the exit status of the command. */
int ops_of(const char *path);

#endif
