/* fuzz_load.c — target "load" of fuzz/replay.h for libFuzzer, AFL and fuzz/replay_main.c. */
#include "fuzz/replay_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return replay_host("load", data, size); }
