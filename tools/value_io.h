/* value_io.h — values of the tools: read from .npy, .pb and raw files, made at random, printed,
 * written. */
#ifndef CM_TOOLS_VALUE_IO_H
#define CM_TOOLS_VALUE_IO_H

#include "tools/tool.h"

/* A value and the memory that it points into. */
typedef struct tool_val {
    cameo_value v;
    void *memory;  /* free by tool_val_free; may be NULL */
    void *memory2; /* likewise */
} tool_val;

void tool_val_free(tool_val *v);

/* Elements of a tensor; its dims are a value's: not negative, the product fits. */
size_t tool_tensor_count(const cameo_tensor *t);
/* dims of `type` with free dims from the bindings (the lower end of a range), else 1. */
void tool_bind_type(const cameo_type *type, const cameo_dim_binding *dims, size_t n_dims,
                    cameo_tensor *t);

/* Sets dtype, rank and dims, and gives the tensor zeroed memory.
 * Errors: E_LIMIT the size overflows, E_TYPE unknown dtype. */
CM_NODISCARD cameo_status tool_val_tensor(tool_val *v, cameo_dtype dtype, uint32_t rank,
                                          const int64_t *dims, cameo_error *e);

/* Reads a file by its ending: .npy (value_npy.c), .npz (the array of the type's name, or the only one), .pb
 * (TensorProto and so on, of the kind of `type`; kind NONE counts as TENSOR), else raw little-endian elements of
 * `type`: of its free dims one without binding is found from the file's size, further ones are 1. "-" is standard
 * input: an .npy file, raw elements, or the message of what is no tensor. */
CM_NODISCARD cameo_status tool_val_read(tool_val *v, const char *path, const cameo_type *type,
                                        const cameo_dim_binding *dims, size_t n_dims,
                                        cameo_error *e);
CM_NODISCARD cameo_status tool_val_read_pb(tool_val *v, const char *path, cameo_kind kind,
                                           cameo_error *e);
/* A .npy file of version 1 to 3. `want` decides where the format lacks a type: elements of 1 or
 * 2 bytes that numpy does not name (V1, V2) are taken as that type; bytes are packed if it is a
 * sub-byte type. */
CM_NODISCARD cameo_status tool_val_parse_npy(tool_val *v, const tool_bytes *file, cameo_dtype want,
                                             cameo_error *e);

/* Random values: floats in [-1, 1), small integers of all values, larger integers 0 or 1 (an
 * index that fits any table), texts "t0".."t9"; sequences and optionals are empty. *seed is
 * changed. Errors: E_UNSUPPORTED no type to fill; E_LIMIT more than limits->memory_bytes (limits may be NULL). */
CM_NODISCARD cameo_status tool_val_random(tool_val *v, const cameo_type *type,
                                          const cameo_dim_binding *dims, size_t n_dims,
                                          const cameo_limits *limits, uint64_t *seed, cameo_error *e);

/* An element of a raw file is little-endian: t becomes the processor's, or the other way round. */
void tool_tensor_from_le(cameo_tensor *t);

/* Writes the value by the file's ending: .pb; .npy or, with its name, .npz; else a tensor's raw little-endian elements.
 * Errors: E_TYPE the format does not hold this kind; E_UNSUPPORTED numpy has no such type; E_IO. */
CM_NODISCARD cameo_status tool_val_write(const cameo_value *v, const char *name, const char *path, cameo_error *e);
/* The value as an .npy file in memory; free(file->p). Errors: E_TYPE, E_UNSUPPORTED. */
CM_NODISCARD cameo_status tool_val_make_npy(const cameo_value *v, tool_bytes *file, cameo_error *e);
/* Writes TensorProto, SequenceProto, OptionalProto or MapProto by the value's kind. */
CM_NODISCARD cameo_status tool_val_write_pb(const cameo_value *v, const char *name,
                                            const char *path, cameo_error *e);

/* An element of a real type as double (exact but for 64-bit integers above 2^53); of a complex type
 * the real or the imaginary part. 0 for strings. */
double tool_elem_f64(const cameo_tensor *t, size_t i, bool imaginary);

/* "float32 [1, 10]  min -0.3 max 0.9 mean 0.1: 0.1 0.2 ..." on one line; items indented below. */
void tool_val_print(const char *name, const cameo_value *v);
/* {"name": ..., "dtype": "float32", "shape": [1, 10], "data": [...] without the closing brace, so that a member can
 * follow. A map has "kind", "keys" and "values", sequences and optionals "kind" and "items". Elements in row-major
 * order; what is not finite is "NaN", "Infinity" or "-Infinity"; a complex number is [re, im]. */
void tool_val_json(FILE *f, const char *name, const cameo_value *v, bool data);
/* "tensor", "sequence" ... */
const char *tool_kind_name(cameo_kind kind);
/* "float32[batch,3]" of a declared type. */
void tool_type_format(char *dst, size_t cap, const cameo_type *type);

#endif
