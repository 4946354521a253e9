/* binary_types_tmpl.h — one inclusion of binary_tmpl.h per dtype of a family. Parameters, all
 * undefined at the end; a family whose list is not defined is left out. A list has X(op, constants,
 * value): the leaf's name cm_<op>_<dtype>_run, declarations before the loops (from r->k->params;
 * may be empty), and the value for a and b.
 *   BINARY_F32_OPS       f32: operations that are no stages (kernels/prim/stages.def)
 *   BINARY_F64_OPS       f64: operations that are no loops (kernels/prim/loops.def)
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

#ifdef BINARY_F32_OPS
#define BINARY_DTYPE f32
#define BINARY_OPS BINARY_F32_OPS
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
#endif

#ifdef BINARY_F64_OPS
#define BINARY_DTYPE f64
#define BINARY_OPS BINARY_F64_OPS
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
#endif
#undef BINARY_F32_OPS
#undef BINARY_F64_OPS

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
