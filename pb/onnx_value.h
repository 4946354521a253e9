/* onnx_value.h — files that hold one value: TensorProto, SequenceProto, OptionalProto, MapProto,
 * as in ONNX's test data. They do not say which of them they are: the caller knows from the
 * model's types. Format: https://github.com/onnx/onnx/blob/main/onnx/onnx-data.proto3 */
#ifndef CM_PB_ONNX_VALUE_H
#define CM_PB_ONNX_VALUE_H

#include "base/arena.h"
#include "pb/wire.h"

/* Most levels of sequences and optionals around a tensor. */
#define CM_VALUE_MAX_DEPTH 8

/* Bytes of arena memory that reading will take.
 * Errors, with their byte offset: E_MALFORMED; E_UNSUPPORTED sparse and external tensors, maps of
 * values that are not single elements of one type; E_LIMIT rank, depth; E_ARG kind is NONE or
 * unknown. */
CM_NODISCARD cameo_status cm_value_read_measure(const uint8_t *bytes, size_t size, cameo_kind kind,
                                                size_t *memory, cameo_error *e);

/* Reads a value of this kind; everything that *value points to lies in the arena, native and
 * aligned, bytes is not needed any more. A map has two items: rank-1 tensors of keys and of values.
 * Errors: as above; E_NOMEM. */
CM_NODISCARD cameo_status cm_value_read(const uint8_t *bytes, size_t size, cameo_kind kind,
                                        cm_arena *a, cameo_value *value, cameo_error *e);

/* Writes a value as the proto of its kind, named `name`. A counting writer answers the size.
 * Errors: E_ARG items of different kinds, a tensor whose bytes contradict its shape, a map that is
 * none; E_LIMIT nested deeper than CM_VALUE_MAX_DEPTH; what the writer says (E_NOMEM). */
CM_NODISCARD cameo_status cm_value_write(const cameo_value *value, cm_str name, cm_writer *w,
                                         cameo_error *e);

#endif
