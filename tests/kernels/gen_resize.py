#!/usr/bin/env python3
"""Writes tests/kernels/resize_vectors.h: Resize of small tensors as onnx.reference computes
it; Resize 10, Upsample and GlobalMaxPool as onnxruntime does.

    python3 tests/kernels/gen_resize.py > tests/kernels/resize_vectors.h

Needs numpy, onnx, onnxruntime and ml_dtypes.
"""
import itertools

import ml_dtypes
import numpy as np
import vectors

rng = np.random.default_rng(19)
out = vectors.Vectors("resize")
DTYPES = (np.float32, np.float64, np.float16, ml_dtypes.bfloat16, np.int8, np.uint8, np.int16, np.uint16,
          np.int32, np.uint32, np.int64, np.uint64)
COORDINATES = ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
               "tf_crop_and_resize")


def case(since, dtype, dims, scales=None, sizes=None, roi=None, **attrs):
    x = rng.integers(0, 100, dims).astype(dtype)
    f32 = lambda v: None if v is None else np.array(v, np.float32)
    sizes = None if sizes is None else np.array(sizes, np.int64)
    if attrs.get("coordinate_transformation_mode") == "tf_crop_and_resize" and roi is None:
        roi = [0.1, 0.2, 0.8, 1.1]
    out.case("Resize", since, f"{np.dtype(dtype)} {attrs}", [x, f32(roi), f32(scales), sizes],
             by="reference", **attrs)


for mode, coordinate, scale in itertools.product(("linear", "cubic"), COORDINATES, (0.6, 2.45)):
    case(13, np.float64, (5, 4), scales=[scale, 1.5], mode=mode, coordinate_transformation_mode=coordinate)
for coordinate, nearest in itertools.product(
        COORDINATES[:-1], ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")):
    case(13, np.float32, (5, 4), sizes=[7, 3], mode="nearest", nearest_mode=nearest,
         coordinate_transformation_mode=coordinate)
for mode, scale, outside in itertools.product(("linear", "cubic"), (0.3, 0.75, 2.0), (0, 1)):
    case(18, np.float64, (9, 7), scales=[scale, 0.5], mode=mode, antialias=1, exclude_outside=outside)
    case(18, np.float64, (9, 7), scales=[scale, 0.5], mode=mode, exclude_outside=outside)
for dtype, mode in itertools.product(DTYPES, ("nearest", "linear")):
    case(19, dtype, (2, 3), scales=[2, 2], mode=mode)
for policy in ("not_larger", "not_smaller"):
    case(18, np.float32, (1, 4, 6), sizes=[7, 8], axes=[2, 1], mode="linear",
         keep_aspect_ratio_policy=policy)
case(11, np.float32, (2, 3, 0), scales=[2, 1, 2], roi=[])
for (since, op), mode, scale in itertools.product(((9, "Upsample"), (10, "Resize")), ("nearest", "linear"), (2.0, 0.6)):
    if op == "Resize" or scale > 1:
        x = rng.integers(0, 100, (1, 1, 4, 5)).astype(np.float32)
        out.case(op, since, f"{mode} {scale}", [x, np.array([1, 1, scale, scale], np.float32)], mode=mode)
for dims in ((2, 3, 4, 5), (1, 2, 9)):
    out.case("GlobalMaxPool", 1, "", [rng.standard_normal(dims).astype(np.float32)])
out.end()
