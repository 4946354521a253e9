/* config.h — every compile-time switch of the library, with its default.
 * Override one with -DNAME=VALUE, or all of them with -DCAMEO_CONFIG_H='"my_config.h"'. */
#ifndef CM_BASE_CONFIG_H
#define CM_BASE_CONFIG_H

#ifdef CAMEO_CONFIG_H
#include CAMEO_CONFIG_H
#endif

/* Alignment in bytes of every memory piece that the caller gives, a power of two >= 8. */
#ifndef CAMEO_ALIGN
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__
#define CAMEO_ALIGN 64
#else
#define CAMEO_ALIGN 8
#endif
#endif

/* 1 while a static analyser reads the sources (make lint); never for a build. */
#ifndef CAMEO_ANALYZE
#define CAMEO_ANALYZE 0
#endif

/* 1 removes every message text; statuses, node ids and byte offsets remain. */
#ifndef CAMEO_NO_ERRMSG
#define CAMEO_NO_ERRMSG 0
#endif

/* 1 builds for frozen models only: prims are called by symbol, not through a table. */
#ifndef CAMEO_FROZEN
#define CAMEO_FROZEN 0
#endif

/* 1 removes the instruction-set variants; the portable kernels remain. For Windows gcc aligns the stack to 16 bytes and
 * stores vectors of 32 there as if it were aligned (its bug 54412): say 0 with -Wa,-muse-unaligned-vector-move, or with
 * another compiler. */
#ifndef CAMEO_PORTABLE
#if defined(__MINGW64__)
#define CAMEO_PORTABLE 1
#else
#define CAMEO_PORTABLE 0
#endif
#endif

/* 1 poisons freed memory and lets tests fail the N-th arena request. */
#ifndef CAMEO_DEBUG
#define CAMEO_DEBUG 0
#endif

/* 1: what a kernel keeps on the stack while it computes suits a microcontroller, some 1.5 KB, instead of a thread of an
 * operating system. Blocks of elements are shorter then; results have the same bits. */
#ifndef CAMEO_SMALL_STACK
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__
#define CAMEO_SMALL_STACK 0
#else
#define CAMEO_SMALL_STACK 1
#endif
#endif

/* 1: with the CUDA provider (include/cameo_cuda.h), which wants the kernels that nvcc compiles: make CUDA=1. */
#ifndef CAMEO_CUDA
#define CAMEO_CUDA 0
#endif

/* Most levels of messages in a file that the decoder can follow, whatever the limit that the caller
 * sets: its stack of frames, of some 50 bytes each (64 where pointers have 64 bits), lies on the C stack. */
#ifndef CAMEO_MAX_DEPTH
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__
#define CAMEO_MAX_DEPTH 100
#else
#define CAMEO_MAX_DEPTH 32
#endif
#endif

/* Highest rank of a tensor; a model that needs more is refused with CAMEO_E_LIMIT. cameo.h has structs of this many
 * dims: -DCAMEO_MAX_RANK=N is for the library and for all that includes cameo.h. */
#ifndef CAMEO_MAX_RANK
#define CAMEO_MAX_RANK 8
#endif
#if CAMEO_MAX_RANK < 8 || CAMEO_MAX_RANK > 32
#error "CAMEO_MAX_RANK: want 8 to 32"
#endif
#define CM_MAX_RANK CAMEO_MAX_RANK
/* For the message. */
#define CM_RANK_HOW "build with a larger CAMEO_MAX_RANK"
/* Most spatial axes of a convolution or a pool. */
#define CM_MAX_SPATIAL (CM_MAX_RANK - 2)
/* Most phases of a kernel (kernels/kernel.h). */
#define CM_MAX_PHASES 8
/* Integer tensors of up to this many elements are tracked element by element in inference. */
#define CM_MAX_ELEMS 64

#endif
