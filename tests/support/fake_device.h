/* fake_device.h — a provider for tests: Add, Relu and MatMul of float32, in memory that nobody
 * but the device may touch (PROT_NONE outside its own calls), finished late and in an order of
 * its own.
 *
 * A job is not computed when it is submitted but when poll finds it due: whoever reads too early
 * reads what was there before, and whoever writes into a buffer too early spoils the result. */
#ifndef CM_TESTS_SUPPORT_FAKE_DEVICE_H
#define CM_TESTS_SUPPORT_FAKE_DEVICE_H

#include "include/cameo.h"

#define FAKE_MAX_JOBS 8
#define FAKE_MAX_STEPS 32
#define FAKE_MAX_MEMORY 64

typedef struct fake_step {
    int op;                        /* index in "Add Relu MatMul" */
    uint64_t memory[3], offset[3]; /* in 0, in 1, out */
    cameo_tensor t[3];
} fake_step;

typedef struct fake_job {
    bool busy;
    int polls_left;
    uint32_t n;
    fake_step step[FAKE_MAX_STEPS];
} fake_job;

typedef struct fake_device {
    cameo_provider provider; /* for options.providers */
    const char *ops;         /* those that it supports: "Add Relu" */
    int delay[4];            /* polls that the n-th job takes, n modulo 4; 0: done at once */
    bool fail_prepare;
    const char *fail_op; /* run fails at a node of this op_type */
    bool fail_poll;
    int fail_alloc; /* the n-th alloc fails; 0: none */
    bool fail_upload;
    /* What was asked of it. */
    int n_prepare, n_nodes, n_alloc, n_free, n_upload, n_download, n_run, n_steps, n_poll, n_cancel;
    fake_job job[FAKE_MAX_JOBS];
    struct {
        uint8_t *p; /* NULL: free */
        size_t size;
    } memory[FAKE_MAX_MEMORY];
} fake_device;

/* name must outlive the device. */
void fake_device_init(fake_device *d, const char *name, const char *ops);
/* Memory that was allocated and not freed. */
int fake_device_held(const fake_device *d);

#endif
