/* replay_impl.h — what the files of the replay share: memory cut from one piece, and assertions that
 * are results. Included by fuzz/replay*.c only. */
#ifndef CM_FUZZ_REPLAY_IMPL_H
#define CM_FUZZ_REPLAY_IMPL_H

#include "base/port.h"
#include "fuzz/replay.h"

#define REPLAY_MAX_PIECES 64

typedef struct replay {
    const uint8_t *bytes;
    size_t size;
    cameo_memory memory;
    size_t used; /* of memory, guards included */
    uint32_t n_pieces;
    size_t guard[REPLAY_MAX_PIECES]; /* offset of the guard behind each piece */
    const char *broken; /* the first promise that did not hold, NULL: none */
} replay;

#define REPLAY_TEXT2(x) #x
#define REPLAY_TEXT(x) REPLAY_TEXT2(x)
/* Notes a promise that does not hold and returns false from the function around it. */
#define REPLAY_HOLDS(r, cond)                                                            \
    do {                                                                                 \
        if (!(cond)) return cm_replay_break((r), __FILE__ ":" REPLAY_TEXT(__LINE__) ": " #cond); \
    } while (0)
/* Gives up where an inner part has. */
#define REPLAY_TRY(expr)            \
    do {                            \
        if (!(expr)) return false;  \
    } while (0)

/* Keeps the first text; false. */
bool cm_replay_break(replay *r, const char *what);

/* Exactly size bytes, filled with a pattern; false: no room, which breaks no promise. */
CM_NODISCARD bool cm_replay_take(replay *r, size_t size, cameo_memory *piece);
/* Frees every piece since r->n_pieces was n; false (and a broken promise) if a guard was overwritten. */
bool cm_replay_free(replay *r, uint32_t n);
/* The bytes that are still free for one more piece. */
size_t cm_replay_room(const replay *r);

/* The targets: false where a promise was broken. */
#define CM_REPLAY_DECLARE(name) bool cm_replay_##name(replay *r);
CM_REPLAY_LIST(CM_REPLAY_DECLARE)
#undef CM_REPLAY_DECLARE

/* A model from the bytes, in exactly the memory that it measured; *model NULL: it was refused, as it
 * should be. less: first with one byte less of each, which must fail. */
bool cm_replay_model(replay *r, const cameo_options *options, bool less, cameo_model **model);

#endif
