/* fake_driver.h — a libcuda.so.1 for tests, on machines without a GPU: the functions of providers/cuda/cuda_driver.h,
 * and no other, with what a device does that a host has to bear.
 *
 * Device memory cannot be touched outside of the driver's calls (PROT_NONE). A stream does nothing when it is asked:
 * its works are done later, when somebody waits or looks often enough, in their order, and none before. A copy is made
 * when its turn comes, not before; what it reads or writes must be pinned memory for it to be asynchronous, and every
 * other copy is refused. Launches run the kernels that tests/support/cuda_host.h compiles for the host, on copies of
 * the parameters made when they were asked for. Wrong use (memory that is no longer there, a call without context,
 * work of one device's memory beyond its end) is an error of the driver, which `wrong` counts.
 *
 * The control below is reached by dlsym: fake_driver. */
#ifndef CM_TESTS_SUPPORT_FAKE_DRIVER_H
#define CM_TESTS_SUPPORT_FAKE_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct fake_driver_control {
    /* Set by tests. */
    int fail_call;         /* the n-th call from now on fails; 0: none */
    const char *fail_name; /* every call of this function fails; NULL: none */
    uint64_t total_bytes;  /* of device memory */
    int delay;             /* looks at a pending event before a work is done */
    int order;             /* of the threads of a block, as in cuda_host.h */
    /* Counted by the driver. */
    int n_calls, n_failed;
    char failed[64]; /* the function that failed last by fail_call */
    int n_launches, n_graphs, n_replays, n_in, n_out, n_done;
    int held;              /* memory, streams, events, modules, graphs, contexts that are not given back */
    int wrong;             /* calls that a device would not survive */
    char what[128];        /* the first of these */
    uint64_t device_bytes; /* allocated now */
} fake_driver_control;

#define FAKE_DRIVER_SYMBOL "fake_driver"

#endif
