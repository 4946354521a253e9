/* tool_cuda.c — GPUs as providers of the command: `cuda` is the first one, `cuda:N` that of number N, `cuda-tf32` and
 * `cuda-tf32:N` the same with products and convolutions of float32 in TF32. In a build without CUDA there are none. */
#include "tools/tool.h"

#include <inttypes.h>
#include <string.h>

#if CAMEO_CUDA
#include "include/cameo_cuda.h"

#define CUDA_MOST 16 /* devices */

/* Those that were asked for, without and with TF32, until the program ends. */
static cameo_cuda *cuda_open[2][CUDA_MOST];

static void cuda_close_all(void) {
    for (size_t i = 0; i < CUDA_MOST; i++) {
        cameo_cuda_close(cuda_open[0][i]);
        cameo_cuda_close(cuda_open[1][i]);
    }
}

/* Does the name of n characters begin with the word? Then it is cut off. */
static bool cuda_cut(const char **name, size_t *n, const char *word) {
    size_t len = strlen(word);
    if (*n < len || memcmp(*name, word, len) != 0) return false;
    *name += len;
    *n -= len;
    return true;
}

/* The number of "cuda", "cuda:N", "cuda-tf32" or "cuda-tf32:N"; UINT32_MAX: it is something else. */
static uint32_t cuda_number(const char *name, size_t n, bool *tf32) {
    if (!cuda_cut(&name, &n, "cuda")) return UINT32_MAX;
    *tf32 = cuda_cut(&name, &n, "-tf32");
    if (n == 0) return 0;
    uint32_t number = n < 2 || n > 3 || name[0] != ':' ? UINT32_MAX : 0;
    for (size_t i = 1; i < n && number != UINT32_MAX; i++)
        number = name[i] < '0' || name[i] > '9' ? UINT32_MAX : number * 10 + (uint32_t)(name[i] - '0');
    return number;
}

const cameo_provider *tool_cuda(tool_args *a, const char *name, size_t n) {
    bool tf32 = false;
    uint32_t number = cuda_number(name, n, &tf32);
    cameo_error e = {0};
    if (number == UINT32_MAX || number >= CUDA_MOST) return NULL;
    const cameo_cuda_options options = {.size = sizeof options, .device = number, .tf32 = tf32};
    cameo_cuda **open = &cuda_open[tf32][number];
    if (*open == NULL && cameo_cuda_open(&options, open, &e) != CAMEO_OK) {
        tool_wrong(a, "--providers: %.*s: %s", (int)n, name, e.msg);
        return NULL;
    }
    static bool closes;
    if (!closes) closes = atexit(cuda_close_all) == 0;
    return cameo_cuda_provider(*open);
}

void tool_cuda_list(void) {
    for (uint32_t i = 0, n = 1; i < n; i++) {
        const cameo_cuda_options options = {.size = sizeof options, .device = i};
        cameo_cuda_info info = {.size = sizeof info};
        cameo_cuda *cuda;
        cameo_error e = {0};
        if (cameo_cuda_open(&options, &cuda, &e) != CAMEO_OK) {
            printf("cuda:%" PRIu32 "  not here: %s\n", i, e.msg);
            continue;
        }
        cameo_cuda_get_info(cuda, &info);
        n = info.n_devices;
        printf("cuda:%" PRIu32 "  %s, compute capability %" PRIu32 ".%" PRIu32 ", %" PRIu64
               " MiB; driver for CUDA %" PRIu32 ".%" PRIu32 "; %" PRIu32 " kernels\n",
               i, info.name, info.major, info.minor, info.total_bytes >> 20, info.driver / 1000,
               info.driver % 1000 / 10, info.n_kernels);
        cameo_cuda_close(cuda);
    }
}

#else

const cameo_provider *tool_cuda(tool_args *a, const char *name, size_t n) {
    (void)a;
    (void)name;
    (void)n;
    return NULL;
}

void tool_cuda_list(void) {}

#endif
