/* regex.h — the machine that runs the program of a pattern (ir/regex_code.h), shared by the operators that have one. */
#ifndef CM_KERNELS_REGEX_H
#define CM_KERNELS_REGEX_H

#include "kernels/kernel.h"

#define CM_REGEX_NONE UINT32_MAX /* no character */
/* uint32_t of memory for each instruction. */
#define CM_REGEX_MEMORY 7

typedef struct cm_regex_machine {
    const int32_t *code;   /* [n][CM_REGEX_WORDS] */
    const int32_t *ranges; /* pairs */
    uint32_t n;
    uint32_t *now, *next; /* [n] threads that wait for a character, as instructions */
    uint32_t *now_from, *next_from; /* [n] where each began */
    uint32_t n_now, n_next;
    uint32_t *stack; /* [2n] */
    uint32_t *mark;  /* [n] the step at which an instruction was reached last */
    uint32_t from;   /* where the thread began that is being added */
    bool matched;    /* the program's end was reached at this step */
    const cm_kctx *k;     /* of the task, which is asked whether it may go on (cm_poll); NULL: it may */
    uint64_t done;        /* of cm_poll */
    cameo_status stopped; /* not CAMEO_OK: it may not, what match and search say means nothing */
} cm_regex_machine;

/* A machine for the program at words, in memory of CM_REGEX_MEMORY * (instructions + 1) uint32_t. */
void cm_regex_init(cm_regex_machine *m, const int32_t *words, uint32_t *memory);
/* Does the pattern match all of s? */
bool cm_regex_match(cm_regex_machine *m, cm_str s);
/* The match in s that begins first at byte `at` or later, of those the longest: [*begin, *end). What stands before `at`
 * counts for ^ and \b. */
bool cm_regex_search(cm_regex_machine *m, cm_str s, size_t at, size_t *begin, size_t *end);

#endif
