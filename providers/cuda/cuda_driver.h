/* cuda_driver.h — the functions of libcuda.so.1 that the provider calls, declared from NVIDIA's description of the
 * driver's interface (docs.nvidia.com/cuda/cuda-driver-api), so that no file of the toolkit is needed. Handles are
 * pointers, device addresses 64-bit numbers, results ints of which 0 is success. */
#ifndef CM_PROVIDERS_CUDA_DRIVER_H
#define CM_PROVIDERS_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef void *cm_cu_handle; /* context, stream, event, module, function, graph */

enum { CM_CU_SUCCESS = 0, CM_CU_OUT_OF_MEMORY = 2, CM_CU_NOT_READY = 600 };
enum {
    CM_CU_DEVICE_MAJOR = 75, /* attributes of a device */
    CM_CU_DEVICE_MINOR = 76,
    CM_CU_STREAM_NON_BLOCKING = 1,
    CM_CU_EVENT_DISABLE_TIMING = 2,
    CM_CU_CAPTURE_THREAD_LOCAL = 1
};

/* X(member, symbol, arguments) */
#define CM_CU_FUNCTIONS(X)                                                                                           \
    X(init, cuInit, (unsigned flags))                                                                                \
    X(driver_version, cuDriverGetVersion, (int *version))                                                            \
    X(error_name, cuGetErrorName, (int error, const char **name))                                                    \
    X(device_count, cuDeviceGetCount, (int *n))                                                                      \
    X(device_get, cuDeviceGet, (int *device, int ordinal))                                                           \
    X(device_name, cuDeviceGetName, (char *name, int room, int device))                                              \
    X(device_attribute, cuDeviceGetAttribute, (int *value, int attribute, int device))                               \
    X(device_memory, cuDeviceTotalMem_v2, (size_t * bytes, int device))                                              \
    X(context_retain, cuDevicePrimaryCtxRetain, (cm_cu_handle * context, int device))                                \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (int device))                                                   \
    X(context_push, cuCtxPushCurrent_v2, (cm_cu_handle context))                                                     \
    X(context_pop, cuCtxPopCurrent_v2, (cm_cu_handle * context))                                                     \
    X(memory_info, cuMemGetInfo_v2, (size_t * free, size_t * total))                                                 \
    X(alloc, cuMemAlloc_v2, (uint64_t * address, size_t bytes))                                                      \
    X(free, cuMemFree_v2, (uint64_t address))                                                                        \
    X(host_alloc, cuMemHostAlloc, (void **host, size_t bytes, unsigned flags))                                       \
    X(host_free, cuMemFreeHost, (void *host))                                                                        \
    X(copy_in, cuMemcpyHtoDAsync_v2, (uint64_t to, const void *from, size_t bytes, cm_cu_handle stream))             \
    X(copy_out, cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t bytes, cm_cu_handle stream))                  \
    X(stream_create, cuStreamCreate, (cm_cu_handle * stream, unsigned flags))                                        \
    X(stream_destroy, cuStreamDestroy_v2, (cm_cu_handle stream))                                                     \
    X(stream_wait, cuStreamSynchronize, (cm_cu_handle stream))                                                       \
    X(event_create, cuEventCreate, (cm_cu_handle * event, unsigned flags))                                           \
    X(event_destroy, cuEventDestroy_v2, (cm_cu_handle event))                                                        \
    X(event_record, cuEventRecord, (cm_cu_handle event, cm_cu_handle stream))                                        \
    X(event_query, cuEventQuery, (cm_cu_handle event))                                                               \
    X(module_load, cuModuleLoadData, (cm_cu_handle * module, const void *image))                                     \
    X(module_unload, cuModuleUnload, (cm_cu_handle module))                                                          \
    X(module_function, cuModuleGetFunction, (cm_cu_handle * function, cm_cu_handle module, const char *name))        \
    X(launch, cuLaunchKernel,                                                                                        \
      (cm_cu_handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared, cm_cu_handle stream, void **params, void **extra))                         \
    X(capture_begin, cuStreamBeginCapture_v2, (cm_cu_handle stream, int mode))                                       \
    X(capture_end, cuStreamEndCapture, (cm_cu_handle stream, cm_cu_handle * graph))                                  \
    X(graph_instantiate, cuGraphInstantiateWithFlags, (cm_cu_handle * exec, cm_cu_handle graph, uint64_t flags))     \
    X(graph_launch, cuGraphLaunch, (cm_cu_handle exec, cm_cu_handle stream))                                         \
    X(graph_exec_destroy, cuGraphExecDestroy, (cm_cu_handle exec))                                                   \
    X(graph_destroy, cuGraphDestroy, (cm_cu_handle graph))

typedef struct cm_cu {
    void *library;
#define CM_CU_MEMBER(member, symbol, arguments) int(*member) arguments;
    CM_CU_FUNCTIONS(CM_CU_MEMBER)
#undef CM_CU_MEMBER
} cm_cu;

#endif
