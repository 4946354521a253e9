/* binary_types_tmpl.h — one inclusion of binary_tmpl.h per dtype of a family. Parameters, all
 * undefined at the end; a family whose list is not defined is left out. A list has X(op, constants,
 * value): the leaf's name cm_<op>_<dtype>_run, declarations before the loops (from r->k->params;
 * may be empty), and the value for a and b.
 *   BINARY_FLOAT_OPS     f32, f64, f16, bf16; f16 and bf16 compute in float and round once
 *   BINARY_F32_OPS       for f32 instead of BINARY_FLOAT_OPS: operations that are no stages (kernels/prim/stages.def)
 *   BINARY_F64_OPS       for f64 instead of BINARY_FLOAT_OPS: operations that are no loops (kernels/prim/loops.def)
 *   BINARY_SIGNED_OPS    i8, i16, i32, i64
 *   BINARY_UNSIGNED_OPS  u8, u16, u32, u64
 *   BINARY_TESTS         1: the output is bool, 0: the dtype of the inputs
 *   BINARY_RUN_FN        see binary_tmpl.h */
#define BINARY_SAME(v) (v)
#if BINARY_TESTS
#define BINARY_TO(type, v) (uint8_t)(v)
#else
#define BINARY_TO(type, v) (type)(v)
#endif

#ifdef BINARY_FLOAT_OPS
#define BINARY_DTYPE f32
#ifdef BINARY_F32_OPS
#define BINARY_OPS BINARY_F32_OPS
#else
#define BINARY_OPS BINARY_FLOAT_OPS
#endif
#define BINARY_T float
#define BINARY_C float
#define BINARY_W float
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE BINARY_SAME
#define BINARY_FN(name) cm_##name##f
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE f64
#ifdef BINARY_F64_OPS
#define BINARY_OPS BINARY_F64_OPS
#else
#define BINARY_OPS BINARY_FLOAT_OPS
#endif
#define BINARY_T double
#define BINARY_C double
#define BINARY_W double
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE BINARY_SAME
#define BINARY_FN(name) cm_##name
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE f16
#define BINARY_OPS BINARY_FLOAT_OPS
#define BINARY_T uint16_t
#define BINARY_C float
#define BINARY_W float
#define BINARY_WIDEN(from, to, n) CM_PRIM(r->k, cast_f16_f32)(from, to, n)
#define BINARY_NARROW(from, to, n) CM_PRIM(r->k, cast_f32_f16)(from, to, n)
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_FN(name) cm_##name##f
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE bf16
#define BINARY_OPS BINARY_FLOAT_OPS
#define BINARY_T uint16_t
#define BINARY_C float
#define BINARY_W float
#define BINARY_WIDEN(from, to, n) CM_LOOP(r->k, bf16_f32)(&(cm_loop_args){.a = from, .a_step = 1}, to, n)
#define BINARY_NARROW(from, to, n) CM_LOOP(r->k, f32_bf16)(&(cm_loop_args){.a = from, .a_step = 1}, to, n)
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_FN(name) cm_##name##f
#include "kernels/binary_tmpl.h"
#undef BINARY_FLOAT_OPS
#undef BINARY_F32_OPS
#undef BINARY_F64_OPS
#endif

#ifdef BINARY_SIGNED_OPS
#define BINARY_DTYPE i8
#define BINARY_OPS BINARY_SIGNED_OPS
#define BINARY_T int8_t
#define BINARY_C int8_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(int8_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i16
#define BINARY_OPS BINARY_SIGNED_OPS
#define BINARY_T int16_t
#define BINARY_C int16_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(int16_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i32
#define BINARY_OPS BINARY_SIGNED_OPS
#define BINARY_T int32_t
#define BINARY_C int32_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(int32_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE i64
#define BINARY_OPS BINARY_SIGNED_OPS
#define BINARY_T int64_t
#define BINARY_C int64_t
#define BINARY_W uint64_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(int64_t, v)
#include "kernels/binary_tmpl.h"
#undef BINARY_SIGNED_OPS
#endif

#ifdef BINARY_UNSIGNED_OPS
#define BINARY_DTYPE u8
#define BINARY_OPS BINARY_UNSIGNED_OPS
#define BINARY_T uint8_t
#define BINARY_C uint8_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(uint8_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u16
#define BINARY_OPS BINARY_UNSIGNED_OPS
#define BINARY_T uint16_t
#define BINARY_C uint16_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(uint16_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u32
#define BINARY_OPS BINARY_UNSIGNED_OPS
#define BINARY_T uint32_t
#define BINARY_C uint32_t
#define BINARY_W uint32_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(uint32_t, v)
#include "kernels/binary_tmpl.h"

#define BINARY_DTYPE u64
#define BINARY_OPS BINARY_UNSIGNED_OPS
#define BINARY_T uint64_t
#define BINARY_C uint64_t
#define BINARY_W uint64_t
#define BINARY_LOAD BINARY_SAME
#if BINARY_TESTS
#define BINARY_Y uint8_t
#endif
#define BINARY_STORE(v) BINARY_TO(uint64_t, v)
#include "kernels/binary_tmpl.h"
#undef BINARY_UNSIGNED_OPS
#endif

#undef BINARY_SAME
#undef BINARY_TO
#undef BINARY_TESTS
#undef BINARY_RUN_FN
