/* outcome.h — what a model gives with one setting of the optimiser, and whether two of them agree. */
#ifndef CM_TESTS_PROOFS_OUTCOME_H
#define CM_TESTS_PROOFS_OUTCOME_H

#include "ir/rewrite/rewrites.h"
#include "tools/value_compare.h"

/* A level, the rewrites that are off, what the dim "batch" is bound to at prepare (0: free), options.states,
 * what memory is filled with beforehand (0: 0xff), and options.limits and options.threads (NULL: one thread). */
typedef struct outcome_setting {
    cameo_opt opt;
    cm_rewrites off;
    int64_t batch;
    const cameo_state *states;
    size_t n_states;
    uint8_t fill;
    const cameo_limits *limits;
    const cameo_threads *threads;
} outcome_setting;

/* One prepared model and the results of its run. */
typedef struct outcome {
    cameo_host *host;
    cameo_value *out;
    size_t n_out;
    cameo_error e; /* status: of loading, then of running */
    bool loaded;
    uint8_t fill;
    uint32_t applied[CM_REWRITE_COUNT];
} outcome;

/* The rewrites of level basic. */
cm_rewrites outcome_basic(void);
/* About half of all rewrites, by the seed. */
cm_rewrites outcome_half(uint64_t seed);
/* Were only rewrites applied that promise the same bits? Those of level basic do, but where something is added
 * up in another order: a value that becomes a constant is packed as a weight, for a kernel of its own, and
 * a Reduce beyond a Transpose meets its elements otherwise. */
bool outcome_keeps_bits(const outcome *o);

/* Loads the file, or where path is NULL the bytes, which must stay. Memory of every kind holds garbage.
 * Frees what o held before; o stays where it is until outcome_free. Returns o->e.status. */
cameo_status outcome_load(outcome *o, const char *path, const void *bytes, size_t size,
                          outcome_setting setting);
cameo_status outcome_run(outcome *o, const cameo_value *in, size_t n_in);
/* The same, results where out, one for each output, says: as cameo_host_run. */
cameo_status outcome_run_into(outcome *o, const cameo_value *in, size_t n_in,
                              const cameo_value *out);
void outcome_free(outcome *o);

/* Do all results agree? `bits`: NaN agrees with NaN, everything else must have the same bits. */
bool outcome_same(const outcome *got, const outcome *want, const tool_tolerance *tolerance,
                  bool bits, tool_difference *d);

#endif
