/* replay.h — the fuzz targets as one function without an operating system: the same code runs below
 * libFuzzer, over the fixtures of tests/bad, and on an emulated board.
 *
 *     wire      bytes through the wire reader and writer
 *     load      bytes as a model: measure, create, everything that a model tells
 *     twoparse  the two passes of the decoder against each other, and bytes that change between them
 *     oom       every request for memory fails in turn, every size near the need is tried
 *     run       load, prepare, plan and run with small limits, twice, whole and task by task
 *
 * Each asserts what SECURITY.md promises. Memory is one piece of the caller, cut into objects of exactly
 * the size that they asked for, each with guard bytes behind it that the address sanitizer, where it is
 * on, makes inaccessible. */
#ifndef CM_FUZZ_REPLAY_H
#define CM_FUZZ_REPLAY_H

#include "include/cameo.h"

/* name */
#define CM_REPLAY_LIST(X) X(wire) X(load) X(twoparse) X(oom) X(run)

typedef enum cm_replay_target {
#define CM_REPLAY_ENUM(name) CM_REPLAY_##name,
    CM_REPLAY_LIST(CM_REPLAY_ENUM)
#undef CM_REPLAY_ENUM
    CM_REPLAY_N
} cm_replay_target;

/* The target of a name, CM_REPLAY_N if there is none. */
cm_replay_target cm_replay_find(const char *name);

/* Runs one target over bytes[0, size). memory starts at a multiple of CAMEO_MEMORY_ALIGN; objects are at
 * most a few parts of it, so 1 MiB is enough for small models, and what does not fit is left out.
 * Returns NULL, or which promise was broken, as constant text. */
const char *cm_replay(cm_replay_target target, const uint8_t *bytes, size_t size, cameo_memory memory);

#endif
