"""Random cases for bench/operators.py --random: layers of sizes that nobody chose, so that a slow corner is found before a
network has it. The same seed gives the same cases.
"""
import random

from operator_cases import Case, feed, sized, weight

CHANNELS = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 288, 320,
            384, 448, 512, 576, 640, 768, 960, 1024, 1280, 1536, 2048]
EXTENTS = {1: [16, 50, 100, 128, 200, 256, 400, 512, 1000, 1500, 2048, 4000, 8000, 16000],
           2: [1, 4, 5, 7, 8, 10, 13, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128],
           3: [4, 7, 8, 14, 16, 24, 32]}
ROWS = [1, 2, 3, 4, 7, 8, 12, 16, 24, 32, 49, 50, 64, 77, 100, 128, 196, 197, 256, 384, 512, 1000]
MOST_WEIGHTS = 12_000_000
LEAST_OPS, MOST_OPS = 200_000, 3_000_000_000


def window(rng, axes, kernels, strides):
    """Extent of an input axis, taps, stride and dilation."""
    kernel, stride = rng.choice(kernels), rng.choice(strides)
    return rng.choice(EXTENTS[axes]), kernel, stride, rng.choice([1, 1, 1, 2]) if kernel > 1 else 1


def conv(rng):
    axes = rng.choice([1, 1, 2, 2, 2, 2, 3])
    kernels = {1: [1, 2, 3, 3, 5, 7, 9, 11, 15, 31], 2: [1, 1, 3, 3, 3, 5, 7], 3: [1, 3, 3, 3, 5]}[axes]
    extent, kernel, stride, dilation = window(rng, axes, kernels, [1, 1, 1, 2, 4])
    images, channels, outputs = rng.choice([1, 1, 1, 4]), rng.choice(CHANNELS), rng.choice(CHANNELS)
    group = 1
    if rng.random() < 0.25:  # depthwise, or groups of a few channels
        each = rng.choice([1, 1, 2, 4, 8])
        outputs, group = channels, channels // each if channels % each == 0 else channels
    pad = (kernel - 1) * dilation // 2
    result = (extent + 2 * pad - (kernel - 1) * dilation - 1) // stride + 1
    weights = outputs * (channels // group) * kernel ** axes
    name = f"{axes}-D {images}x{channels}x{extent} to {outputs}, {kernel} taps, stride {stride}, dilation {dilation}, groups {group}"
    return name, weights, 2 * images * weights * max(result, 0) ** axes, result > 0, lambda: Case(
        "Conv", name, [feed(images, channels, *[extent] * axes), weight(outputs, channels // group, *[kernel] * axes), weight(outputs)],
        {"kernel_shape": [kernel] * axes, "strides": [stride] * axes, "dilations": [dilation] * axes, "pads": [pad] * 2 * axes,
         "group": group}, "", 1, 2 * images * weights * result ** axes, None, 1)


def conv_transpose(rng):
    extent, kernel, stride, _ = window(rng, 2, [2, 3, 4, 4, 5, 6, 8], [1, 2, 2, 2, 4])
    channels, outputs = rng.choice(CHANNELS), rng.choice(CHANNELS)
    weights, pad = channels * outputs * kernel ** 2, max(0, (kernel - stride + 1) // 2)
    ops = 2 * weights * extent ** 2
    name = f"1x{channels}x{extent}x{extent} to {outputs}, {kernel}x{kernel}, stride {stride}"
    fits = kernel >= stride and (extent - 1) * stride + kernel > 2 * pad
    return name, weights, ops, fits, lambda: Case(
        "ConvTranspose", name, [feed(1, channels, extent, extent), weight(channels, outputs, kernel, kernel), weight(outputs)],
        {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [pad] * 4}, "", 1, ops, None, 1)


def gemm(rng):
    rows, depth, cols, turned = rng.choice(ROWS), rng.choice(CHANNELS), rng.choice(CHANNELS), rng.choice([0, 1])
    name = f"{rows}x{depth} times {depth}x{cols}{' turned' * turned}"
    return name, depth * cols, 2 * rows * depth * cols, True, lambda: Case(
        "Gemm", name, [feed(rows, depth), weight(*((cols, depth) if turned else (depth, cols))), weight(cols)],
        {"transB": turned}, "", 1, 2 * rows * depth * cols, None, 1)


def matmul(rng):
    batch, rows, depth, cols = rng.choice([2, 4, 8, 12, 16, 32, 64, 96]), rng.choice(ROWS), rng.choice(CHANNELS[:30]), rng.choice(ROWS)
    a, b = (batch, rows, depth), (batch, depth, cols)
    return f"{sized(a)} times {sized(b)}", batch * depth * cols, 2 * batch * rows * depth * cols, True, lambda: Case(
        "MatMul", f"{sized(a)} times {sized(b)}", [feed(*a), feed(*b)], {}, "", 1, 2 * batch * rows * depth * cols, None, 1)


def cases(n, seed):
    """n cases of distinct names."""
    rng, found = random.Random(seed), {}
    while len(found) < n:
        name, weights, ops, fits, make = rng.choice([conv, conv, conv_transpose, gemm, matmul])(rng)
        if fits and weights <= MOST_WEIGHTS and LEAST_OPS <= ops <= MOST_OPS and name not in found:
            found[name] = make()
    return list(found.values())
