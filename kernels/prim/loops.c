/* loops.c — what is written in plain C and compiled for each level of instruction sets: the lowest one. */
#include "kernels/prim/loops.h"
#include "kernels/prim/loops_f64.h"
#include "kernels/prim/quantize_rows.h"
#include "kernels/quantize.h"

#define LOOP_NAME(f) f##_portable
#define LOOP_TARGET
#define LOOP_WIDE 0u
#include "kernels/prim/loops_tmpl.h"
#include "kernels/prim/quantize_rows_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET
#undef LOOP_WIDE
