#!/usr/bin/env python3
"""Writes tests/images/cases.tar.xz: models of one ImageDecoder each, with a file and the pixels that Pillow reads from it.

    pip install numpy onnx pillow
    python3 tests/images/gen_images.py             writes the archive
    python3 tests/images/gen_images.py FOLDER      writes its folders there instead

tests/parts/35_images.sh runs `cameo test` over them. Files that break off are expected as an empty image.
"""
import io
import lzma
import os
import struct
import sys
import tarfile

import numpy as np
import PIL.Image
from onnx import TensorProto, helper, numpy_helper

cases = {}
random = np.random.default_rng(20)


def picture(height=13, width=17):
    """Smooth colours with some noise."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [x * 255 / width, y * 255 / height, (x + y) * 127 / (width + height) + random.integers(0, 40, (height, width))]
    return np.stack(planes, -1).astype(np.uint8)


def model(pixels):
    node = helper.make_node("ImageDecoder", ["encoded"], ["image"], pixel_format=pixels)
    graph = helper.make_graph([node], "image", [helper.make_tensor_value_info("encoded", TensorProto.UINT8, [None])],
                              [helper.make_tensor_value_info("image", TensorProto.UINT8, [None, None, None])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9).SerializeToString()


def case(name, data, pixels="RGB", broken=False, want=None):
    channels = 1 if pixels == "Grayscale" else 3
    if broken:
        want = np.zeros((0, 0, channels), np.uint8)
    elif want is None:
        image = PIL.Image.open(io.BytesIO(data))
        want = np.array(image.convert("RGB").convert("L"))[..., None] if channels == 1 else np.array(image.convert("RGB"))
    if pixels == "BGR":
        want = want[:, :, ::-1]
    files = {"model.onnx": model(pixels),
             "test_data_set_0/input_0.pb": numpy_helper.from_array(np.frombuffer(data, np.uint8), "encoded").SerializeToString(),
             "test_data_set_0/output_0.pb": numpy_helper.from_array(np.ascontiguousarray(want), "image").SerializeToString()}
    assert name not in cases, name
    cases[name] = files


def saved(form, image, **options):
    f = io.BytesIO()
    image.save(f, form, **options)
    return f.getvalue()


def by_pillow():
    rgb = PIL.Image.fromarray(picture())
    forms = {"rgb": rgb, "gray": rgb.convert("L"), "palette": rgb.quantize(16), "bits": rgb.convert("1")}
    alpha = PIL.Image.fromarray(np.dstack([picture(), random.integers(0, 256, (13, 17), dtype=np.uint8)]))
    for name, image in forms.items():
        case(f"png_{name}", saved("png", image))
        case(f"bmp_{name}", saved("bmp", image))
        case(f"tiff_{name}", saved("tiff", image))
    case("png_alpha", saved("png", alpha))
    case("bmp_alpha", saved("bmp", alpha))
    deep = random.integers(0, 65536, (5, 6)).astype(np.uint16)  # 16 bits are cut to 8
    case("png_16", saved("png", PIL.Image.fromarray(deep)), want=np.repeat((deep >> 8).astype(np.uint8)[..., None], 3, -1))
    case("png_bgr", saved("png", rgb), "BGR")
    case("png_luma", saved("png", rgb), "Grayscale")
    for name in ("rgb", "gray"):
        case(f"jpeg_{name}", saved("jpeg", forms[name]))
    case("jpeg_cmyk", saved("jpeg", rgb.convert("CMYK"), quality=100))
    case("jpeg_progressive", saved("jpeg", rgb, progressive=True, subsampling=1))
    case("jpeg_444", saved("jpeg", rgb, subsampling=0))
    for pack in ("tiff_lzw", "packbits", "tiff_adobe_deflate", "jpeg"):
        case(f"tiff_{pack}", saved("tiff", rgb, compression=pack))
    case("webp", saved("webp", rgb))
    case("webp_lossless", saved("webp", rgb, lossless=True))
    case("webp_alpha", saved("webp", alpha, lossless=True, exact=True))
    for name in ("rgb", "gray"):
        case(f"jp2_{name}", saved("jpeg2000", forms[name]))
    case("jp2_codestream", saved("jpeg2000", rgb, no_jp2=True))
    for form in ("png", "jpeg", "webp", "tiff", "jpeg2000", "bmp"):
        data = saved(form, rgb)
        case(f"cut_{form}", data[:len(data) // 2], broken=True)
        case(f"head_{form}", data[:14], broken=True)


def bmp(bits, rows, width, height, palette=b"", compression=0, masks=b"", core=False):
    if core:
        head = struct.pack("<IHHHH", 12, width, height & 0xffff, 1, bits)
    else:
        head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, len(rows), 0, 0, 0, 0)
    start = 14 + len(head) + len(masks) + len(palette)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) + head + masks + palette + rows


def bmp_rows(bits, indices):
    """Packed rows, lowest first, of four bytes times n."""
    out = b""
    for row in indices[::-1]:
        text = "".join(f"{int(v):0{bits}b}" for v in row)
        line = int(text.ljust(-(-len(text) // 32) * 32, "0"), 2).to_bytes(-(-len(text) // 32) * 4, "big")
        out += line
    return out


def by_hand():
    colors = random.integers(0, 256, (16, 3), dtype=np.uint8)
    quads = b"".join(bytes(c[::-1]) + b"\0" for c in colors)
    triples = b"".join(bytes(c[::-1]) for c in colors)
    index = random.integers(0, 16, (5, 7))
    case("bmp_4", bmp(4, bmp_rows(4, index), 7, 5, quads), want=colors[index])
    case("bmp_4_top_down", bmp(4, bmp_rows(4, index[::-1]), 7, -5, quads), want=colors[index])
    case("bmp_8_core", bmp(8, bmp_rows(8, index), 7, 5, triples + bytes(240 * 3), core=True), want=colors[index])
    case("bmp_1", bmp(1, bmp_rows(1, index % 2), 7, 5, quads[:8]), want=colors[index % 2])
    wide = random.integers(0, 65536, (5, 7))
    rows = b"".join(struct.pack("<7Hxx", *row) for row in wide[::-1])
    exact = lambda shift, n: np.floor((wide >> shift & ((1 << n) - 1)) * 255 / ((1 << n) - 1) + 0.5)
    case("bmp_555", bmp(16, rows, 7, 5), want=np.stack([exact(10, 5), exact(5, 5), exact(0, 5)], -1).astype(np.uint8))
    case("bmp_565", bmp(16, rows, 7, 5, compression=3, masks=struct.pack("<III", 0xf800, 0x7e0, 0x1f)),
         want=np.stack([exact(11, 5), exact(5, 6), exact(0, 5)], -1).astype(np.uint8))
    # A run, a literal of odd length, a step, the ends.
    rle8 = bytes([4, 3, 0, 3, 1, 2, 5, 0, 0, 0, 2, 7, 0, 2, 1, 1, 3, 9, 0, 1])
    image = np.zeros((5, 7), int)
    image[4, :7], image[3, :2], image[2, 3:6] = [3, 3, 3, 3, 1, 2, 5], 7, 9
    case("bmp_rle8", bmp(8, rle8, 7, 5, quads + bytes(240 * 4), compression=1), want=colors[image])
    rle4 = bytes([5, 0x3a, 0, 4, 0x12, 0x56, 0, 0, 3, 0x70, 0, 1])
    image = np.zeros((5, 9), int)
    image[4], image[3, :3] = [3, 10, 3, 10, 3, 1, 2, 5, 6], [7, 0, 7]
    case("bmp_rle4", bmp(4, rle4, 9, 5, quads, compression=2), want=colors[image])
    case("bmp_rle_cut", bmp(8, rle8[:9], 7, 5, quads + bytes(240 * 4), compression=1), broken=True)
    case("bmp_huge", bmp(24, bytes(12), 40000, 40000), broken=True)

    gray, rgb = random.integers(0, 256, (3, 5)), random.integers(0, 256, (3, 5, 3))
    bits = random.integers(0, 2, (3, 10))
    text = lambda a: " ".join(str(v) for v in a.ravel())
    three = lambda a: np.repeat(a[..., None], 3, -1).astype(np.uint8)
    case("pbm_text", b"P1\n# a comment\n10 3\n" + "".join(str(v) for v in bits.ravel()).encode(), want=three(255 - bits * 255))
    case("pbm", b"P4 10 3\n" + np.packbits(bits, axis=1).tobytes(), want=three(255 - bits * 255))
    case("pgm_text", f"P2 5 3 255\n{text(gray)}\n".encode(), want=three(gray))
    case("pgm", b"P5\n5 3\n255\n" + gray.astype(np.uint8).tobytes(), want=three(gray))
    case("ppm_text", f"P3 5 3 255\n{text(rgb)}\n".encode(), want=rgb.astype(np.uint8))
    case("ppm", b"P6\n5 3\n255\n" + rgb.astype(np.uint8).tobytes(), want=rgb.astype(np.uint8))
    deep = random.integers(0, 1000, (3, 5))
    case("pgm_deep", b"P5 5 3 999\n" + deep.astype(">u2").tobytes(),
         want=three(np.floor(deep * 255 / 999 + 0.5).astype(int)))
    case("ppm_cut", b"P6\n5 3\n255\n" + bytes(44), broken=True)
    case("ppm_huge", b"P6\n2000000000 2000000000\n255\n" + bytes(44), broken=True)
    case("no_image", b"neither nor", broken=True)
    case("empty", b"", broken=True)
    case("gray_broken", b"\x89PNG\r\n\x1a\n", "Grayscale", broken=True)


def write(folder):
    for name, files in cases.items():
        for path, data in files.items():
            full = os.path.join(folder, name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(data)


def archive(path):
    with io.BytesIO() as raw:
        with tarfile.open(fileobj=raw, mode="w") as tar:
            for name, files in sorted(cases.items()):
                for file, data in sorted(files.items()):
                    info = tarfile.TarInfo(f"{name}/{file}")
                    info.size = len(data)
                    tar.addfile(info, io.BytesIO(data))
        with open(path, "wb") as f:
            f.write(lzma.compress(raw.getvalue(), preset=9))


if __name__ == "__main__":
    by_pillow()
    by_hand()
    if len(sys.argv) > 1:
        write(sys.argv[1])
    else:
        archive(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.tar.xz"))
    print(f"{len(cases)} cases")
