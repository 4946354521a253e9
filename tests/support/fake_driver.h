/* fake_driver.h — a libcuda.so.1 for tests, on machines without a GPU: the functions of providers/cuda/cuda_driver.h,
 * and no other, with what a device does that a host has to bear.
 *
 * Device memory cannot be touched outside of the driver's calls (PROT_NONE). A stream does nothing when it is asked:
 * its works are done later, when somebody waits or looks often enough, in their order, and none before. A copy is made
 * when its turn comes, not before; what it reads or writes must be pinned memory for it to be asynchronous, and every
 * other copy is refused. There are two devices: the works of one can touch no memory of the other, and what belongs to
 * one is refused by the other. Launches run the kernels that tests/support/cuda_host.h compiles for the host, on copies
 * of the parameters made when they were asked for. Wrong use (memory that is no longer there, a call without context,
 * work of one device's memory beyond its end, a host that writes what a copy is still to read) is an error of the
 * driver, which `wrong` counts.
 *
 * The control below is reached by dlsym: fake_driver. */
#ifndef CM_TESTS_SUPPORT_FAKE_DRIVER_H
#define CM_TESTS_SUPPORT_FAKE_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#define FAKE_DEVICES 2

enum { FAKE_THERE, FAKE_BROKEN, FAKE_GONE }; /* a gone device's context cannot even be made current */

typedef struct fake_driver_control {
    /* Set by tests. */
    int fail_call;         /* the n-th call from now on fails; 0: none */
    const char *fail_name; /* every call of this function fails; NULL: none */
    uint64_t total_bytes;  /* of the memory of each device */
    int lost[FAKE_DEVICES]; /* unless FAKE_THERE: each call fails with CUDA_ERROR_ECC_UNCORRECTABLE and no work is done;
                               what is held goes when it is given back, or with the device's context */
    int delay;             /* looks at a pending event before a work is done */
    int order;             /* of the threads of a block, as in cuda_host.h */
    const char *watched;   /* launches of kernels with this in their names are counted apart; NULL: none */
    /* Counted by the driver. */
    int n_calls, n_failed;
    char failed[64]; /* the function that failed last by fail_call */
    int n_launches, n_watched, n_graphs, n_replays, n_in, n_out;
    uint64_t copied; /* bytes of the copies between host and device */
    int n_done[FAKE_DEVICES]; /* works */
    int held;              /* memory, streams, events, modules, graphs, contexts that are not given back */
    int wrong;             /* calls that a device would not survive */
    char what[128];        /* the first of these */
    uint64_t device_bytes[FAKE_DEVICES]; /* allocated now */
} fake_driver_control;

#define FAKE_DRIVER_SYMBOL "fake_driver"

#endif
