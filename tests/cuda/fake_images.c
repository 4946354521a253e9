/* fake_images.c — in the place of the kernels that nvcc compiles: the driver of the tests knows them by their names. */
#include "providers/cuda/cuda_provider.h"

const cm_cuda_image cm_cuda_images[] = {
    {"elementwise", "elementwise"}, {"gemm", "gemm"}, {"conv", "conv"},     {"pool", "pool"}, {"norm", "norm"},
    {"reduce", "reduce"},           {"move", "move"}, {"resize", "resize"}, {NULL, NULL}};
