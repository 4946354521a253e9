/* near.h — which name somebody may have meant: for messages about a name that there is not.
 *
 *     cm_near near = cm_near_begin(wanted);
 *     for (...) cm_near_offer(&near, name);
 *     return CM_FAIL(e, CAMEO_E_ARG, "no dim \"%.*s\"%s", CM_STR_ARG(wanted), cm_near_end(&near)); */
#ifndef CM_BASE_NEAR_H
#define CM_BASE_NEAR_H

#include "base/str.h"

/* Bytes of the text, its NUL included: it stands in messages of 192 bytes. */
#define CM_NEAR_TEXT 160
/* Names beyond these are neither compared nor listed, so that a file with millions of them costs no time. */
#define CM_NEAR_MOST 4096

typedef struct cm_near {
    cm_str wanted;
    uint32_t distance; /* of best */
    uint32_t n_offered;
    size_t n_list; /* bytes in list */
    bool cut;      /* not every name that was offered is in list */
    char best[CM_NEAR_TEXT / 4]; /* cut; empty where no name is near */
    char list[CM_NEAR_TEXT / 2], text[CM_NEAR_TEXT];
} cm_near;

/* wanted is only read, and must stay until cm_near_end. */
cm_near cm_near_begin(cm_str wanted);
/* A name that there is. One without characters counts as none. */
void cm_near_offer(cm_near *n, cm_str name);
/* ", did you mean \"batch\"? There are: batch, height"; "; there are: ..." where none of them is near; "; there is
 * none". Lives in *n. Control bytes of names are '?'. */
const char *cm_near_end(cm_near *n);

/* Steps from a to b: characters put in, left out, replaced or exchanged with their neighbour; upper and lower case
 * are one. Names are cut at 64 bytes. (The optimal string alignment distance: Damerau, A technique for computer
 * detection and correction of spelling errors, 1964.) */
uint32_t cm_near_distance(cm_str a, cm_str b);

#endif
