/* os_cuda.c — the driver, loaded when a device is opened; heap, lock and naps of the CUDA provider. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "providers/cuda/cuda_provider.h"

#if CAMEO_CUDA

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- the system ---- */

void *cm_cuda_heap(size_t size) { return calloc(1, size); }
void *cm_cuda_heap_more(void *p, size_t size, size_t more) {
    return more > SIZE_MAX - size ? NULL : realloc(p, size + more);
}
void cm_cuda_heap_free(void *p) { free(p); }
void cm_cuda_lock(const cameo_cuda *d) { pthread_mutex_lock(d->lock); }
void cm_cuda_unlock(const cameo_cuda *d) { pthread_mutex_unlock(d->lock); }

void cm_cuda_nap(void) {
    const struct timespec t = {0, 20000};
    nanosleep(&t, NULL);
}

/* ---- the driver ---- */

static cameo_status cuda_fail(cameo_error *e, cameo_status status, const char *what, const char *why) {
    char text[256];
    snprintf(text, sizeof text, "%s%s%s", what, why[0] == 0 ? "" : ": ", why);
    return cameo_fail(e, status, text);
}

cameo_status cm_cuda_check(const cameo_cuda *d, int result, const char *call, cameo_error *e) {
    const char *name = NULL;
    char number[32];
    if (result == CM_CU_SUCCESS) return CAMEO_OK;
    if (d->cu.error_name(result, &name) != CM_CU_SUCCESS || name == NULL) {
        snprintf(number, sizeof number, "error %d", result);
        name = number;
    }
    return cuda_fail(e, result == CM_CU_OUT_OF_MEMORY ? CAMEO_E_NOMEM : CAMEO_E_DEVICE, call, name);
}

static cameo_status cuda_load(cm_cu *cu, const char *name, cameo_error *e) {
    cu->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (cu->library == NULL) {
        const char *why = dlerror();
        return cuda_fail(e, CAMEO_E_UNSUPPORTED, "no CUDA driver", why == NULL ? name : why);
    }
/* POSIX says that what dlsym answers can be a function. */
#define CM_CU_LOAD(member, symbol, arguments)                    \
    *(void **)(void *)&cu->member = dlsym(cu->library, #symbol); \
    if (cu->member == NULL)                                      \
        return cuda_fail(e, CAMEO_E_UNSUPPORTED, "the CUDA driver is too old", "it has no " #symbol);
    CM_CU_FUNCTIONS(CM_CU_LOAD)
#undef CM_CU_LOAD
    return CAMEO_OK;
}

static cameo_status cuda_start(cameo_cuda *d, uint32_t number, cameo_error *e) {
    int n = 0, value[3] = {0, 0, 0};
    size_t bytes = 0;
    CM_CUDA_TRY(d, d->cu.init(0), "cuInit", e);
    CM_CUDA_TRY(d, d->cu.driver_version(&value[0]), "cuDriverGetVersion", e);
    CM_CUDA_TRY(d, d->cu.device_count(&n), "cuDeviceGetCount", e);
    if (n <= 0 || number >= (uint32_t)n) {
        char text[64];
        snprintf(text, sizeof text, "CUDA device %u of %d", (unsigned)number, n);
        return cuda_fail(e, CAMEO_E_UNSUPPORTED, text, "there is no such device");
    }
    CM_CUDA_TRY(d, d->cu.device_get(&d->device, (int)number), "cuDeviceGet", e);
    CM_CUDA_TRY(d, d->cu.device_name(d->info.name, (int)sizeof d->info.name, d->device), "cuDeviceGetName", e);
    CM_CUDA_TRY(d, d->cu.device_attribute(&value[1], CM_CU_DEVICE_MAJOR, d->device), "cuDeviceGetAttribute", e);
    CM_CUDA_TRY(d, d->cu.device_attribute(&value[2], CM_CU_DEVICE_MINOR, d->device), "cuDeviceGetAttribute", e);
    CM_CUDA_TRY(d, d->cu.device_memory(&bytes, d->device), "cuDeviceTotalMem_v2", e);
    if (value[1] < 7 || (value[1] == 7 && value[2] < 5))
        return cuda_fail(e, CAMEO_E_UNSUPPORTED, d->info.name, "older than compute capability 7.5");
    d->info.driver = (uint32_t)value[0];
    d->info.major = (uint32_t)value[1];
    d->info.minor = (uint32_t)value[2];
    d->info.n_devices = (uint32_t)n;
    d->info.n_kernels = CM_CUDA_N_KERNELS;
    d->info.total_bytes = bytes;
    CM_CUDA_TRY(d, d->cu.context_retain(&d->context, d->device), "cuDevicePrimaryCtxRetain", e);
    return CAMEO_OK;
}

cameo_status cameo_cuda_open(const cameo_cuda_options *options, cameo_cuda **cuda, cameo_error *error) {
    cameo_cuda_options o = {.size = sizeof o};
    if (cuda == NULL) return cameo_fail(error, CAMEO_E_ARG, "cameo_cuda_open: cuda is NULL");
    *cuda = NULL;
    if (options != NULL) memcpy(&o, options, options->size == 0 || options->size > sizeof o ? sizeof o : options->size);
    cameo_cuda *d = cm_cuda_heap(sizeof *d);
    pthread_mutex_t *lock = cm_cuda_heap(sizeof *lock);
    if (d == NULL || lock == NULL || pthread_mutex_init(lock, NULL) != 0) {
        free(d);
        free(lock);
        return cameo_fail(error, CAMEO_E_NOMEM, "no memory for a CUDA device");
    }
    d->lock = lock;
    d->max_bytes = o.max_bytes;
    d->tf32 = o.tf32 != 0;
    cameo_status status = cuda_load(&d->cu, o.library == NULL ? "libcuda.so.1" : o.library, error);
    if (status == CAMEO_OK) status = cuda_start(d, o.device, error);
    if (status != CAMEO_OK) {
        cameo_cuda_close(d);
        return status;
    }
    cm_cuda_queue_provider(&d->provider);
    d->provider.ctx = d;
    *cuda = d;
    return CAMEO_OK;
}

void cameo_cuda_close(cameo_cuda *d) {
    if (d == NULL) return;
    if (d->context != NULL) {
        if (cm_cuda_enter(d, NULL) == CAMEO_OK) {
            for (uint32_t i = 0; i < CM_CUDA_MAX_FAMILIES; i++)
                if (d->module[i] != NULL) (void)d->cu.module_unload(d->module[i]);
            cm_cuda_leave(d);
        }
        (void)d->cu.context_release(d->device);
    }
    for (uint32_t i = 0; i < d->n_ops; i++) free(d->ops[i]);
    free(d->ops);
    if (d->cu.library != NULL) dlclose(d->cu.library);
    pthread_mutex_destroy(d->lock);
    free(d->lock);
    free(d);
}

const cameo_provider *cameo_cuda_provider(const cameo_cuda *cuda) { return &cuda->provider; }

void cameo_cuda_get_info(cameo_cuda *d, cameo_cuda_info *info) {
    size_t size = info->size == 0 || info->size > sizeof *info ? sizeof *info : info->size;
    cm_cuda_lock(d);
    cameo_cuda_info all = d->info;
    cm_cuda_unlock(d);
    memcpy(info, &all, size);
    info->size = size;
}

#endif
