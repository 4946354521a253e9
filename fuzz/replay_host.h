/* replay_host.h — the fuzz targets below a program: memory from the heap, a finding aborts. */
#ifndef CM_FUZZ_REPLAY_HOST_H
#define CM_FUZZ_REPLAY_HOST_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one target (a name of CM_REPLAY_LIST) in 16 MiB; prints what was broken and aborts, else 0. */
int replay_host(const char *target, const uint8_t *data, size_t size);

#endif
