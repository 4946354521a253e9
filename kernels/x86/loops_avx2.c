/* loops_avx2.c — what is written in plain C and compiled for each level of instruction sets: vectors of 256 bits. */
#include "base/ckd.h"
#include "kernels/prim/loops.h"
#include "kernels/prim/loops_f64.h"
#include "kernels/prim/qconv_tile.h"
#include "kernels/prim/quantize_rows.h"
#include "kernels/prim/resample.h"
#include "kernels/prim/taps.h"
#include "kernels/quantize.h"

#if CM_ARCH_X86
#define LOOP_NAME(f) f##_avx2
#define LOOP_TARGET CM_TARGET("avx2")
#define LOOP_WIDE 1u
#include "kernels/prim/loops_tmpl.h"
#include "kernels/prim/mix_columns_tmpl.h"
#include "kernels/prim/qconv_widen_tmpl.h"
#include "kernels/prim/quantize_rows_tmpl.h"
#include "kernels/prim/taps_8_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET
#undef LOOP_WIDE
#else
typedef int loops_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
