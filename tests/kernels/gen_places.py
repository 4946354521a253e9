#!/usr/bin/env python3
"""Writes tests/kernels/places_vectors.h: AffineGrid, GridSample, CenterCropPad, Col2Im, RoiAlign, MaxRoiPool and
DeformConv as onnx.reference or onnxruntime compute them.

    python3 tests/kernels/gen_places.py > tests/kernels/places_vectors.h

Needs numpy, onnx, ml_dtypes and onnxruntime.
"""
import ml_dtypes
import numpy as np
import vectors

rng = np.random.default_rng(22)
out = vectors.Vectors("places")


def i64(*v):
    return np.array(v, np.int64)


def some(dtype, *dims):
    return (rng.integers(-16, 17, dims) / 4).astype(dtype)


for align in (0, 1):
    out.case("AffineGrid", 20, f"2-D align {align}", [some(np.float32, 2, 2, 3), i64(2, 3, 3, 4)], by="reference",
             align_corners=align)
    out.case("AffineGrid", 20, f"3-D align {align}", [some(np.float32, 1, 3, 4), i64(1, 1, 2, 3, 2)], by="reference",
             align_corners=align)
for since, modes in ((16, ("bilinear", "nearest", "bicubic")), (22, ("linear", "nearest", "cubic"))):
    for mode in modes:
        for padding in ("zeros", "border", "reflection"):
            # onnxruntime and PyTorch pad the elements that cubic reads, onnx.reference the place
            elements = mode == "cubic" and padding == "border"
            dtype = np.float64 if since == 22 and padding == "border" and not elements else np.float32
            align = int(since == 16)
            grid = (rng.integers(-24, 25, (1, 2, 5, 2)) / 16).astype(dtype)
            out.case("GridSample", since, f"{mode} {padding}", [some(dtype, 1, 2, 3, 4), grid],
                     by="onnxruntime" if since == 16 or elements else "reference", mode=mode, padding_mode=padding,
                     align_corners=align)
            if since == 22 and mode != "cubic":
                grid = (rng.integers(-24, 25, (1, 2, 2, 1, 3)) / 16).astype(dtype)
                out.case("GridSample", 22, f"3-D {mode} {padding}", [some(dtype, 1, 1, 2, 3, 4), grid], by="reference",
                         mode=mode, padding_mode=padding, align_corners=1 - align)
for dtype in (np.uint8, np.int16, np.int64, np.float32, np.float64, np.float16, ml_dtypes.bfloat16, bool):
    x = rng.integers(0, 2 if dtype == bool else 99, (3, 4, 5)).astype(dtype)
    out.case("CenterCropPad", 18, f"{np.dtype(dtype)}", [x, i64(5, 3, 4)], by="reference")
    out.case("CenterCropPad", 18, f"{np.dtype(dtype)} axes", [x, np.array([6, 2], np.int32)], by="reference",
        axes=[-1, 0])
for dtype in (np.uint8, np.int32, np.uint64, np.float32, np.float64, np.float16, bool):
    x = rng.integers(0, 2 if dtype == bool else 50, (1, 8, 6)).astype(dtype)
    out.case("Col2Im", 18, f"{np.dtype(dtype)}", [x, i64(3, 4), i64(2, 2)], by="reference")
x = some(np.float32, 2, 6, 6)
out.case("Col2Im", 18, "all", [x, i64(3, 4), i64(2, 3)], by="reference", strides=[2, 1], pads=[1, 1, 1, 0],
    dilations=[2, 1])
out.case("Col2Im", 18, "3-D", [some(np.float32, 1, 4, 8), i64(2, 3, 2), i64(1, 2, 2)], by="reference", pads=[0, 0, 1,
    0, 0, 0])
for dtype, since in ((np.float32, 16), (np.float64, 16), (np.float32, 10)):
    x = some(dtype, 2, 3, 6, 7)
    rois = np.array([[0, 0, 6, 5], [1.3, 0.7, 4.9, 5.5], [-3, -2, 9, 9], [2, 2, 2, 2], [5, 4, 3, 1]], dtype)
    for mode in ("avg", "max"):
        for ratio in (0, 2):
            attrs = {} if since < 16 else {"coordinate_transformation_mode": ("half_pixel",
                "output_half_pixel")[ratio // 2]}
            out.case("RoiAlign", since, f"{mode} {ratio}", [x, rois, i64(0, 1, 1, 0, 1)], mode=mode,
                sampling_ratio=ratio,
                     output_height=2, output_width=3, **attrs)
rois = np.array([[0, 0, 0, 6, 5], [1, 1.5, 0.7, 4.4, 5.5], [1, -3, -2, 9, 9], [0, 2, 2, 2, 2], [1, 5, 4, 3, 1]],
    np.float32)
out.case("MaxRoiPool", 1, "", [some(np.float32, 2, 3, 6, 7), rois], pooled_shape=[2, 3])
out.case("MaxRoiPool", 1, "one", [some(np.float32, 2, 3, 6, 7), rois], pooled_shape=[1, 1])
x, w = some(np.float32, 1, 4, 5, 6), some(np.float32, 2, 2, 2, 2)
offset = some(np.float32, 1, 16, 5, 5)
out.case("DeformConv", 19, "groups, mask", [x, w, offset, some(np.float32, 2), some(np.float32, 1, 8, 5, 5)],
    by="reference",
         group=2, offset_group=2, pads=[1, 0, 0, 0])
out.case("DeformConv", 22, "strides", [x, some(np.float32, 3, 4, 2, 3), some(np.float32, 1, 12, 2, 2)], by="reference",
         strides=[2, 2], dilations=[2, 2], pads=[0, 0, 1, 1])
out.end()
