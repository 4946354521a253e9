/* leaves_neon.c — all inner loops that are written once for every instruction set (kernels/vec), for this one. */
#include "base/bytes.h"
#include "base/math.h"
#include "kernels/prim/prims.h"
#include "kernels/vec/math_coef.h"

#if CM_ARCH_ARM64

#include "kernels/arm/vec_neon.h"

#include "kernels/vec/gemm_f64_tmpl.h"
#include "kernels/vec/math_tmpl.h"
#include "kernels/vec/softmax_rows_tmpl.h"
#include "kernels/vec/overlap_tmpl.h"
#include "kernels/vec/cast_rows_tmpl.h"
#include "kernels/vec/reduce_rows_tmpl.h"
#include "kernels/vec/reduce_f64_tmpl.h"
#include "kernels/vec/norm_rows_tmpl.h"
#include "kernels/vec/lrn_row_tmpl.h"
#include "kernels/vec/map_f64_tmpl.h"
#include "kernels/vec/stage_tmpl.h"
#include "kernels/vec/stage_binary_tmpl.h"
#include "kernels/vec/stage_run_tmpl.h"
#include "kernels/vec/conv_lanes_tmpl.h"
#include "kernels/vec/conv_line_tmpl.h"
#include "kernels/vec/conv_tile_tmpl.h"
#include "kernels/vec/conv_wino_tmpl.h"
#include "kernels/vec/recur_tmpl.h"
#include "kernels/vec/resample_tmpl.h"
#include "kernels/vec/rotary_pairs_tmpl.h"
#include "kernels/vec/taps_tmpl.h"
#include "kernels/vec/row_window_tmpl.h"
#include "kernels/vec/nbits_dot_tmpl.h"
#include "kernels/vec/nbits_q8_tmpl.h"
#include "kernels/vec/nbits_panel_tmpl.h"

#include "kernels/vec/vec_end.h"

#else
typedef int leaves_neon_not_here; /* ISO C wants a declaration in every file */
#endif
