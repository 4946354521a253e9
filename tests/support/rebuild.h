/* rebuild.h — a loaded model made again with the public builder, call by call. */
#ifndef CM_TESTS_SUPPORT_REBUILD_H
#define CM_TESTS_SUPPORT_REBUILD_H

#include "include/cameo.h"

/* Memory that the calls were given, to be freed when the result is no longer used. */
typedef struct rebuild_memory {
    struct rebuild_block *blocks;
} rebuild_memory;

enum {
    REBUILD_FIND_INPUTS = 1, /* main graph: types only, its inputs are found */
    REBUILD_FIND_OUTPUTS = 2
};

/* Everything in m but annotations, metadata of graphs and doc strings. cameo_builder_finish, which is
 * still to come, tells whether it went well. */
void rebuild_model(const cameo_model *m, unsigned how, cameo_builder *b, rebuild_memory *memory);
void rebuild_free(rebuild_memory *memory);

#endif
