/* unary_types_tmpl.h — one inclusion of unary_tmpl.h per dtype of a family. Parameters, all
 * undefined at the end; a list that is not defined is empty:
 *   UNARY_F64_OPS       f64: UNARY_STAGE makes the leaf of f32, f16 and bf16
 *   UNARY_SIGNED_OPS    i8, i16, i32, i64
 *   UNARY_UNSIGNED_OPS  u8, u16, u32, u64 */
#ifndef UNARY_F64_OPS
#define UNARY_F64_OPS(X)
#endif
#ifndef UNARY_SIGNED_OPS
#define UNARY_SIGNED_OPS(X)
#endif
#ifndef UNARY_UNSIGNED_OPS
#define UNARY_UNSIGNED_OPS(X)
#endif
#define UNARY_SAME(v) (v)

#define UNARY_DTYPE f64
#define UNARY_OPS UNARY_F64_OPS
#define UNARY_T double
#define UNARY_C double
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#define UNARY_LOWEST (-CM_INF_F64)
#define UNARY_HIGHEST CM_INF_F64
#define UNARY_FN(name) cm_##name
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i8
#define UNARY_OPS UNARY_SIGNED_OPS
#define UNARY_T int8_t
#define UNARY_C int32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (int8_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i16
#define UNARY_OPS UNARY_SIGNED_OPS
#define UNARY_T int16_t
#define UNARY_C int32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (int16_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i32
#define UNARY_OPS UNARY_SIGNED_OPS
#define UNARY_T int32_t
#define UNARY_C int32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE i64
#define UNARY_OPS UNARY_SIGNED_OPS
#define UNARY_T int64_t
#define UNARY_C int64_t
#define UNARY_W uint64_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE u8
#define UNARY_OPS UNARY_UNSIGNED_OPS
#define UNARY_T uint8_t
#define UNARY_C uint32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (uint8_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE u16
#define UNARY_OPS UNARY_UNSIGNED_OPS
#define UNARY_T uint16_t
#define UNARY_C uint32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE(v) (uint16_t)(v)
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE u32
#define UNARY_OPS UNARY_UNSIGNED_OPS
#define UNARY_T uint32_t
#define UNARY_C uint32_t
#define UNARY_W uint32_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

#define UNARY_DTYPE u64
#define UNARY_OPS UNARY_UNSIGNED_OPS
#define UNARY_T uint64_t
#define UNARY_C uint64_t
#define UNARY_W uint64_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

#undef UNARY_F64_OPS
#undef UNARY_SIGNED_OPS
#undef UNARY_UNSIGNED_OPS
#undef UNARY_SAME
