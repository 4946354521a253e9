/* cameo_cuda.h — the CUDA provider, of builds with CAMEO_CUDA=1 (make CUDA=1, ./build.sh --cuda): nodes of a model on
 * a GPU.
 *
 *     cameo_cuda *gpu;
 *     if (cameo_cuda_open(NULL, &gpu, &error) != CAMEO_OK) ...            no driver, no device: the CPU has all nodes
 *     const cameo_provider *list[] = {cameo_cuda_provider(gpu)};
 *     options.providers = list, options.n_providers = 1;
 *     ...                                                                 load, run, free
 *     cameo_cuda_close(gpu);
 *
 * The driver (libcuda.so.1) is loaded by cameo_cuda_open: a program runs on machines without one. docs/CUDA.md says
 * what is computed there. Functions may be called from any thread; one cameo_cuda serves any number of sessions and
 * runs. */
#ifndef CAMEO_CUDA_H
#define CAMEO_CUDA_H

#include "cameo.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cameo_cuda cameo_cuda; /* a device of this process */

typedef struct cameo_cuda_options {
    size_t size;         /* sizeof(cameo_cuda_options) */
    uint32_t device;     /* its number, from 0 on, in the driver's order */
    const char *library; /* the driver's file or name; NULL: libcuda.so.1 */
    /* Most bytes of device memory that all sessions and runs together may have; 0: what the device has. A model whose
     * constants do not fit is left to the CPU; what does not fit later is CAMEO_E_DEVICE. */
    uint64_t max_bytes;
    /* Not 0: matrix products and convolutions of float32 round their operands to TF32, 11 significant bits, for
     * tensor cores; a device of compute capability 7.5, which has none for them, computes in float32 all the same. */
    uint32_t tf32;
} cameo_cuda_options;

typedef struct cameo_cuda_info {
    size_t size;         /* sizeof(cameo_cuda_info), set by the caller */
    char name[128];      /* "NVIDIA H100 80GB HBM3" */
    uint32_t major, minor; /* compute capability */
    uint32_t driver;     /* version of CUDA that the driver knows: 1000 * major + 10 * minor */
    uint32_t n_devices;  /* that the driver shows */
    uint32_t n_kernels;  /* of this build */
    uint64_t total_bytes; /* of the device */
    uint64_t device_bytes, pinned_bytes; /* that sessions and runs hold now */
} cameo_cuda_info;

/* options may be NULL. Errors: E_UNSUPPORTED no driver, one without a function that is needed, no such device, a device
 * older than compute capability 7.5; E_NOMEM; E_DEVICE what the driver says. */
cameo_status cameo_cuda_open(const cameo_cuda_options *options, cameo_cuda **cuda, cameo_error *error);
/* For options.providers; valid until close. */
const cameo_provider *cameo_cuda_provider(const cameo_cuda *cuda);
void cameo_cuda_get_info(cameo_cuda *cuda, cameo_cuda_info *info);
/* After all sessions made with it were released. NULL is nothing. */
void cameo_cuda_close(cameo_cuda *cuda);

#ifdef __cplusplus
}
#endif

#endif
