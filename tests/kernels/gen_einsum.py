#!/usr/bin/env python3
"""Writes tests/kernels/einsum_vectors.h: Einsum of small integers, which no dtype rounds, as onnx.reference
(numpy.einsum) computes it.

    python3 tests/kernels/gen_einsum.py > tests/kernels/einsum_vectors.h

Needs numpy and onnx.
"""
import numpy as np
import vectors

rng = np.random.default_rng(12)
out = vectors.Vectors("einsum")


def case(equation, *dims, dtype=np.float32):
    low = 0 if np.issubdtype(dtype, np.unsignedinteger) else -3
    out.case("Einsum", 12, f"{np.dtype(dtype)} {equation}",
             [rng.integers(low, 4, d).astype(dtype) for d in dims], by="reference",
             equation=equation)


for equation, *dims in (
        ("ij,jk->ik", (2, 3), (3, 4)), ("ij,jk", (2, 3), (3, 4)), ("ij->ji", (2, 3)),
        ("ji", (2, 3)), ("ba", (2, 3)), ("ii->i", (3, 3)), ("ii", (3, 3)), ("ij->", (2, 3)),
        ("i,i->", (5,), (5,)), ("i,j->ij", (3,), (4,)), ("i,j->ji", (3,), (4,)),
        ("bij,bjk->bik", (2, 2, 3), (2, 3, 4)), ("bhid,bhjd->bhij", (1, 2, 3, 4), (1, 2, 2, 4)),
        ("bhij,bhjd->bhid", (1, 2, 3, 2), (1, 2, 2, 4)), ("...ii->...i", (2, 3, 3)),
        ("...ij,...jk->...ik", (2, 1, 2, 3), (3, 3, 2)), ("...,...->...", (2, 3), (3,)),
        ("i...->...", (3, 2, 2)), ("i...->...i", (3, 2, 2)), ("...a,...a", (2, 3), (2, 3)),
        ("...ij,jk", (2, 2, 3), (3, 2)), ("ab,bc,cd->ad", (2, 3), (3, 2), (2, 4)),
        ("a,b,c,d->dcba", (2,), (3,), (2,), (2,)), ("abc,cd,bd->a", (2, 3, 2), (2, 3), (3, 3)),
        ("iij->j", (2, 2, 3)), ("iji,j->i", (2, 3, 2), (3,)), (" i j , j -> i ", (2, 3), (3,)),
        ("Ab,bA->Ab", (2, 3), (3, 2)), ("bA", (2, 3)), ("ij,ij->ij", (2, 3), (1, 3)),
        ("ij,jk->ik", (2, 1), (3, 2)), ("->", ()), (",->", (), ()), (",i->i", (), (3,)),
        ("ij,jk->ik", (2, 0), (0, 3)), ("ij,jk->ik", (0, 2), (2, 3)),
        ("ijklm,mn->nljik", (2, 1, 3, 2, 2), (2, 3)), ("abcdefgh->hgfedcba", (1, 2, 1, 2, 1, 2, 1, 2)),
        ("bchw,bkhw,hw->bck", (1, 2, 2, 3), (1, 2, 2, 3), (2, 3))):
    case(equation, *dims)
for dtype in (np.float64, np.float16, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32,
              np.int64, np.uint64):
    case("ij,jk->ik", (3, 4), (4, 2), dtype=dtype)
    case("ij,ik,i->jk", (3, 2), (3, 2), (3,), dtype=dtype)
    case("ij->j", (3, 4), dtype=dtype)
out.end()
