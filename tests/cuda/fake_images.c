/* fake_images.c — in the place of the kernels that nvcc compiles: the driver of the tests knows them by their names. */
#include "providers/cuda/cuda_provider.h"

/* Every family that there is: a kernel of one that is missing here would have to be left to the CPU. */
const cm_cuda_image cm_cuda_images[] = {{"elementwise", "elementwise"},
                                        {"gemm", "gemm"},
                                        {"conv", "conv"},
                                        {"pool", "pool"},
                                        {"norm", "norm"},
                                        {"reduce", "reduce"},
                                        {"move", "move"},
                                        {"resize", "resize"},
                                        {"attention", "attention"},
                                        {"quantize", "quantize"},
                                        {"nbits", "nbits"},
                                        {"scatter", "scatter"},
                                        {"scan", "scan"},
                                        {"sort", "sort"},
                                        {"rnn", "rnn"},
                                        {NULL, NULL}};
