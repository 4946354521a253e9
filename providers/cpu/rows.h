/* rows.h — short forms for providers/cpu/cpu.def: rows that look at the dtype of input 0 only, for families
 * of dtypes whose leaves a template named cm_<leaf>_<dtype>_run. */
#ifndef CM_PROVIDERS_ROWS_H
#define CM_PROVIDERS_ROWS_H

/* Dtypes of Resize. */
#define CM_T_RESIZE (CM_T_FLOATS | CM_T_INT | CM_T(CAMEO_BOOL))

#define CM_ROW_IN0(op, dtype, setup, run) CM_ROW(op, CM_T(dtype), CM_T_ANY, CM_T_ANY, 0, 0, NULL, setup, run)

#define CM_ROWS_FLOAT(op, setup, leaf)                        \
    CM_ROW_IN0(op, CAMEO_FLOAT, setup, cm_##leaf##_f32_run)   \
    CM_ROW_IN0(op, CAMEO_DOUBLE, setup, cm_##leaf##_f64_run)  \
    CM_ROW_IN0(op, CAMEO_FLOAT16, setup, cm_##leaf##_f16_run) \
    CM_ROW_IN0(op, CAMEO_BFLOAT16, setup, cm_##leaf##_bf16_run)

/* f16 and bf16 by one leaf. */
#define CM_T_HALVES (CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16))
#define CM_ROWS_FLOAT_HALF(op, setup, leaf)                   \
    CM_ROW_IN0(op, CAMEO_FLOAT, setup, cm_##leaf##_f32_run)   \
    CM_ROW_IN0(op, CAMEO_DOUBLE, setup, cm_##leaf##_f64_run)  \
    CM_ROW(op, CM_T_HALVES, CM_T_ANY, CM_T_ANY, 0, 0, NULL, setup, cm_##leaf##_half_run)

/* Functions of one operand that are stages: f32, f16 and bf16 by one leaf. */
#define CM_ROWS_STAGE(op, setup, leaf)                                                                        \
    CM_ROW(op, CM_T(CAMEO_FLOAT) | CM_T_HALVES, CM_T_ANY, CM_T_ANY, 0, 0, NULL, setup, cm_##leaf##_stage_run) \
    CM_ROW_IN0(op, CAMEO_DOUBLE, setup, cm_##leaf##_f64_run)

#define CM_ROWS_FLOAT_IF(op, accept, setup, leaf)                                               \
    CM_ROW(op, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, 0, 0, accept, setup, cm_##leaf##_f32_run)  \
    CM_ROW(op, CM_T(CAMEO_DOUBLE), CM_T_ANY, CM_T_ANY, 0, 0, accept, setup, cm_##leaf##_f64_run) \
    CM_ROW(op, CM_T_HALVES, CM_T_ANY, CM_T_ANY, 0, 0, accept, setup, cm_##leaf##_half_run)

#define CM_ROWS_SIGNED(op, setup, leaf)                    \
    CM_ROW_IN0(op, CAMEO_INT8, setup, cm_##leaf##_i8_run)   \
    CM_ROW_IN0(op, CAMEO_INT16, setup, cm_##leaf##_i16_run) \
    CM_ROW_IN0(op, CAMEO_INT32, setup, cm_##leaf##_i32_run) \
    CM_ROW_IN0(op, CAMEO_INT64, setup, cm_##leaf##_i64_run)

#define CM_ROWS_UNSIGNED(op, setup, leaf)                   \
    CM_ROW_IN0(op, CAMEO_UINT8, setup, cm_##leaf##_u8_run)   \
    CM_ROW_IN0(op, CAMEO_UINT16, setup, cm_##leaf##_u16_run) \
    CM_ROW_IN0(op, CAMEO_UINT32, setup, cm_##leaf##_u32_run) \
    CM_ROW_IN0(op, CAMEO_UINT64, setup, cm_##leaf##_u64_run)

/* Integers of at least 8 bits. */
#define CM_T_INT                                                                                                   \
    (CM_T_BYTE | CM_T(CAMEO_INT16) | CM_T(CAMEO_UINT16) | CM_T(CAMEO_INT32) | CM_T(CAMEO_UINT32) | CM_T(CAMEO_INT64) | \
     CM_T(CAMEO_UINT64))

/* Where the sign does not matter, the leaves of unsigned integers serve those with a sign. */
#define CM_ROW_BITS(op, i, u, setup, run) CM_ROW(op, CM_T(i) | CM_T(u), CM_T_ANY, CM_T_ANY, 0, 0, NULL, setup, run)
#define CM_ROWS_INT(op, setup, leaf)                                        \
    CM_ROW_BITS(op, CAMEO_INT8, CAMEO_UINT8, setup, cm_##leaf##_u8_run)    \
    CM_ROW_BITS(op, CAMEO_INT16, CAMEO_UINT16, setup, cm_##leaf##_u16_run) \
    CM_ROW_BITS(op, CAMEO_INT32, CAMEO_UINT32, setup, cm_##leaf##_u32_run) \
    CM_ROW_BITS(op, CAMEO_INT64, CAMEO_UINT64, setup, cm_##leaf##_u64_run)

/* 32 and 64 bits: the integers of the Reduce operators. */
#define CM_ROWS_INT_32_64(op, setup, leaf)                  \
    CM_ROW_IN0(op, CAMEO_INT32, setup, cm_##leaf##_i32_run)  \
    CM_ROW_IN0(op, CAMEO_INT64, setup, cm_##leaf##_i64_run)  \
    CM_ROW_IN0(op, CAMEO_UINT32, setup, cm_##leaf##_u32_run) \
    CM_ROW_IN0(op, CAMEO_UINT64, setup, cm_##leaf##_u64_run)

/* Recurrent layers, with constant W and R first, then with constant W: what is narrower than f32 is computed in it. */
#define CM_ROW_RECURRENT(op, leaf, features)                                                                    \
    CM_ROW_PACKED(op, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, CM_ROWF_ANY_ALIGN, cm_rnn_accept_recur, \
                  cm_##leaf##_setup, cm_##leaf##_f32_run, 1, CM_FORMAT_RECUR, cm_rnn_recur_pack_size,          \
                  cm_rnn_recur_pack)
#define CM_ROWS_RECURRENT(op, leaf)                                                              \
    CM_ROW_RECURRENT(op, leaf, CM_CPU_AVX2_FMA)                                                  \
    CM_ROW_RECURRENT(op, leaf, CM_CPU_NEON)                                                      \
    CM_ROW_PACKED(op, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, 0, CM_ROWF_ANY_ALIGN, cm_rnn_accept_packed, \
                  cm_##leaf##_setup, cm_##leaf##_f32_run, 1, CM_FORMAT_GEMM_B, cm_rnn_pack_size, cm_rnn_pack) \
    CM_ROW(op, CM_T(CAMEO_FLOAT) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16), CM_T_ANY, CM_T_ANY, \
           0, CM_ROWF_ANY_ALIGN, NULL, cm_##leaf##_setup, cm_##leaf##_f32_run)                     \
    CM_ROW(op, CM_T(CAMEO_DOUBLE), CM_T_ANY, CM_T_ANY, 0, CM_ROWF_ANY_ALIGN, NULL,                 \
           cm_##leaf##_setup, cm_##leaf##_f64_run)

/* Conv of f32 with channels behind the spatial axes: thin groups, Winograd, others; each with constant weights
 * first. Where these rows name features, rewrite `channels_last` gains by them. */
#define CM_ROWS_CONV_LAST(features)                                                             \
    CM_ROW_PACKED(Conv, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, CM_ROWF_LATE | CM_ROWF_SCALES, \
                  cm_conv_accept_last_lanes, cm_conv_last_lanes_setup, cm_conv_last_lanes_run,  \
                  1, CM_FORMAT_CONV_LANES, cm_conv_last_lanes_pack_size, cm_conv_last_lanes_pack) \
    CM_ROW(Conv, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, 0, cm_conv_accept_last_lanes, \
           cm_conv_last_lanes_any_setup, cm_conv_last_lanes_any_run)                            \
    CM_ROW_PACKED(Conv, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, CM_ROWF_LATE | CM_ROWF_SCALES, \
                  cm_conv_accept_last_wino, cm_conv_last_wino_setup, cm_conv_last_wino_run,     \
                  1, CM_FORMAT_CONV_WINO, cm_conv_last_wino_pack_size, cm_conv_last_wino_pack)  \
    CM_ROW_PACKED(Conv, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, CM_ROWF_LATE | CM_ROWF_SCALES, \
                  cm_conv_accept_last_packed, cm_conv_last_packed_setup, cm_conv_last_packed_run, \
                  1, CM_FORMAT_CONV, cm_conv_last_pack_size, cm_conv_last_pack)                 \
    CM_ROW(Conv, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features, 0, cm_conv_accept_last,       \
           cm_conv_last_f32_setup, cm_conv_last_f32_run)

/* Convolutions and products of 8-bit integers in panels of output channels. Where these rows name features, rewrite
 * `channels_last` gains by them. */
#define CM_ROW_QCONV_LAST(op, out, features, accept, w)                                         \
    CM_ROW_PACKED(op, CM_T_BYTE, CM_T_ANY, out, features, CM_ROWF_LATE, accept, cm_qconv_last_setup, \
                  cm_qconv_last_run, w, CM_FORMAT_QCONV, cm_qconv_last_pack_size, cm_qconv_last_pack)

#define CM_ROW_QCONV_LAST_LANES(op, out, features, w)                                           \
    CM_ROW_PACKED(op, CM_T_BYTE, CM_T_ANY, out, features, CM_ROWF_LATE,                         \
                  cm_qlinearconv_accept_last_lanes, cm_qconv_last_lanes_setup, cm_qconv_last_lanes_run, \
                  w, CM_FORMAT_QCONV_LANES, cm_qconv_last_lanes_pack_size, cm_qconv_last_lanes_pack)

#define CM_ROW_QCONV_LAST_WINO(op, out, features, w)                                            \
    CM_ROW_PACKED(op, CM_T_BYTE, CM_T_ANY, out, features, CM_ROWF_LATE | CM_ROWF_QCONV_WINO,    \
                  cm_qlinearconv_accept_last_wino, cm_qconv_last_wino_setup, cm_qconv_last_wino_run, \
                  w, CM_FORMAT_QCONV_WINO, cm_qconv_last_wino_pack_size, cm_qconv_last_wino_pack)

/* ConvTranspose of f32 with channels last, for its weights are constant then. */
#define CM_ROW_CONVTRANSPOSE_LAST(features)                                                     \
    CM_ROW_PACKED(ConvTranspose, CM_T(CAMEO_FLOAT), CM_T_ANY, CM_T_ANY, features,               \
                  CM_ROWF_SCATTERS | CM_ROWF_LATE | CM_ROWF_SCALES, cm_convtranspose_accept_last, \
                  cm_convtranspose_last_setup, \
                  cm_convtranspose_last_run, 1, CM_FORMAT_CONV, cm_convtranspose_last_pack_size, \
                  cm_convtranspose_last_pack)

/* Cast and CastLike: the frequent pairs, strings, the rest. */
#define CM_ROW_CAST(op, from, to, leaf) \
    CM_ROW(op, CM_T(CAMEO_##from), CM_T_ANY, CM_T(CAMEO_##to), 0, 0, NULL, cm_cast_setup, cm_cast_##leaf##_run)
#define CM_ROW_CAST_HALF(op, to, name) \
    CM_ROW(op, CM_T_HALVES, CM_T_ANY, CM_T(CAMEO_##to), 0, 0, NULL, cm_cast_setup, cm_cast_half_##name##_run)
#define CM_ROWS_CAST(op)                                                       \
    CM_ROW_CAST(op, FLOAT, FLOAT16, f32_f16)                                   \
    CM_ROW_CAST(op, FLOAT16, FLOAT, f16_f32)                                   \
    CM_ROW_CAST(op, FLOAT, BFLOAT16, f32_bf16)                                 \
    CM_ROW_CAST(op, BFLOAT16, FLOAT, bf16_f32)                                 \
    CM_ROW_CAST(op, FLOAT, BOOL, f32_bool)                                     \
    CM_ROW_CAST(op, FLOAT, INT32, f32_i32)                                     \
    CM_ROW_CAST(op, FLOAT, INT64, f32_i64)                                     \
    CM_ROW_CAST(op, FLOAT, UINT8, f32_u8)                                      \
    CM_ROW_CAST(op, FLOAT, DOUBLE, f32_f64)                                    \
    CM_ROW_CAST(op, DOUBLE, FLOAT, f64_f32)                                    \
    CM_ROW_CAST(op, DOUBLE, INT32, f64_i32)                                    \
    CM_ROW_CAST(op, DOUBLE, INT64, f64_i64)                                    \
    CM_ROW_CAST(op, DOUBLE, FLOAT16, f64_f16)                                  \
    CM_ROW_CAST_HALF(op, INT32, i32)                                           \
    CM_ROW_CAST_HALF(op, INT64, i64)                                           \
    CM_ROW_CAST_HALF(op, BOOL, bool)                                           \
    CM_ROW_CAST_HALF(op, DOUBLE, f64)                                          \
    CM_ROW_CAST(op, INT32, DOUBLE, i32_f64)                                    \
    CM_ROW_CAST(op, INT64, DOUBLE, i64_f64)                                    \
    CM_ROW_CAST(op, BOOL, FLOAT, bool_f32)                                     \
    CM_ROW_CAST(op, BOOL, DOUBLE, bool_f64)                                    \
    CM_ROW_CAST(op, UINT8, FLOAT, u8_f32)                                      \
    CM_ROW_CAST(op, INT8, FLOAT, i8_f32)                                       \
    CM_ROW_CAST(op, INT32, FLOAT, i32_f32)                                     \
    CM_ROW_CAST(op, INT64, FLOAT, i64_f32)                                     \
    CM_ROW_CAST(op, INT32, INT64, i32_i64)                                     \
    CM_ROW_CAST(op, INT64, INT32, i64_i32)                                     \
    CM_ROW_CAST(op, BOOL, INT32, bool_i32)                                     \
    CM_ROW_CAST(op, BOOL, INT64, bool_i64)                                     \
    CM_ROW_CAST(op, INT32, BOOL, i32_bool)                                     \
    CM_ROW_CAST(op, INT64, BOOL, i64_bool)                                     \
    CM_ROW(op, CM_T_ANY, CM_T_ANY, CM_T(CAMEO_STRING), 0, 0, NULL,             \
           cm_cast_to_string_setup, cm_cast_to_string_run)                     \
    CM_ROW(op, CM_T(CAMEO_STRING), CM_T_ANY, CM_T_NO_STRING, 0, 0, NULL,       \
           cm_cast_from_string_setup, cm_cast_from_string_run)                 \
    CM_ROW(op, ~CM_T(CAMEO_STRING), CM_T_ANY, ~CM_T(CAMEO_STRING), 0, 0, NULL, \
           cm_cast_setup, cm_cast_any_run)

#endif
