/* info_nodes.h — the nodes of a model, one by one. */
#ifndef CM_TOOLS_INFO_NODES_H
#define CM_TOOLS_INFO_NODES_H

#include "tools/tool.h"

/* Prints to stdout a line for each node of the main graph, in an order of computation, those of subgraphs and of
 * functions below and indented. With json all that the model says: graphs with names, inputs, outputs, initializers,
 * values with their types, nodes with every attribute. Types are those that inference finds, else the declared ones:
 * then why is told on stderr. */
void tool_info_nodes(const tool_model *m, bool json);

#endif
