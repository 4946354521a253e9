/* onnx_type.c — the parts of a TypeProto that hold no further types: element types and shapes. */
#include "base/dtype.h"
#include "pb/onnx_impl.h"

/* TensorShapeProto.Dimension. Exporters write a negative dim_value where they mean a free dim. */
static cameo_status onnx_type_dim(cm_onnx *d, cm_reader *r, const cm_wire_field *w,
                                  cm_range *dims) {
    cm_dim_proto row = {.value = -1};
    cm_reader sub = cm_reader_sub(r, w);
    cm_wire_field f;
    cm_id id = CM_NONE;
    while (cm_reader_next(&sub, &f)) {
        if (cm_wire_tag(&f) == CM_WIRE_TAG(1, CM_WIRE_VARINT)) {
            row = (cm_dim_proto){.value = cm_wire_i64(f.value)};
        } else if (cm_wire_tag(&f) == CM_WIRE_TAG(2, CM_WIRE_LEN)) {
            row = (cm_dim_proto){.value = -1, .param = cm_reader_str(&sub, &f)};
        }
    }
    CM_TRY(cm_reader_status(&sub, d->e));
    CM_CHECK(row.value >= -1 || !d->options->strict, d->e, CAMEO_E_MALFORMED,
             "dim_value is %lld, want 0 or more", CM_LL(row.value));
    if (row.value < 0) row.value = -1;
    CM_CHECK(dims->n < CM_MAX_RANK, d->e, CAMEO_E_LIMIT, "a declared shape has a rank above %d: " CM_RANK_HOW,
             CM_MAX_RANK);
    CM_TRY(CM_ONNX_EXTEND(d, dims, dim, &id));
    CM_ONNX_STORE(d, dim, id, row);
    return CAMEO_OK;
}

static cameo_status onnx_type_shape(cm_onnx *d, cm_reader *r, const cm_wire_field *w,
                                    cm_type_proto *type) {
    cm_reader sub = cm_reader_sub(r, w);
    cm_wire_field f;
    type->has_shape = true;
    while (cm_reader_next(&sub, &f)) {
        if (cm_wire_tag(&f) == CM_WIRE_TAG(1, CM_WIRE_LEN))
            CM_TRY(onnx_type_dim(d, &sub, &f, &type->dims));
    }
    return cm_reader_status(&sub, d->e);
}

cameo_status cm_onnx_elem_type(cm_onnx *d, const cm_wire_field *w, int32_t *dtype) {
    int32_t v = cm_wire_i32(w->value);
    *dtype = v;
    if (v == 0 || cm_dtype_is_known(v)) return CAMEO_OK;
    CM_TRY(cm_dtype_check(v, d->e));
    return CM_FAIL(d->e, CAMEO_E_MALFORMED, "elem_type %d is unknown", (int)v);
}

cameo_status cm_onnx_tensor_type(cm_onnx *d, const cm_wire_field *w, cm_type_proto *type) {
    cm_reader sub = cm_reader_sub(&d->r, w);
    cm_wire_field f;
    while (cm_reader_next(&sub, &f)) {
        d->at = f.begin;
        if (cm_wire_tag(&f) == CM_WIRE_TAG(1, CM_WIRE_VARINT)) {
            CM_TRY(cm_onnx_elem_type(d, &f, &type->dtype));
        } else if (cm_wire_tag(&f) == CM_WIRE_TAG(2, CM_WIRE_LEN)) {
            CM_TRY(onnx_type_shape(d, &sub, &f, type));
        }
    }
    return cm_reader_status(&sub, d->e);
}
