#!/usr/bin/env python3
"""Writes tests/kernels/random_vectors.h: the random numbers of kernels/random.c, computed in Python by
the published definition of Philox 4x32-10 (Salmon et al., SC 2011) and by Box and Muller's formula.

    python3 tests/kernels/gen_random.py > tests/kernels/random_vectors.h
"""
import math
import struct

M = 0xFFFFFFFF


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & M, a >> 32 ^ c[3] ^ k[1], a & M]
        k = [k[0] + 0x9E3779B9 & M, k[1] + 0xBB67AE85 & M]
    return c


def uniform(key, i):
    v = philox([i // 2 & M, i // 2 >> 32, 0, 0], key)[i % 2 * 2:][:2]
    return ((v[1] << 32 | v[0]) >> 11) / 2**53


def normal(key, i):
    u, v = uniform(key, i & ~1), uniform(key, i | 1)
    return math.sqrt(-2 * math.log(1 - u)) * (math.sin if i % 2 else math.cos)(2 * math.pi * v)


def seeded(seed):
    return [struct.unpack("<I", struct.pack("<f", seed))[0], 0]


# The authors' known answers (Random123, kat_vectors).
assert philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
assert philox([M] * 4, [M] * 2) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]


def array(name, values):
    print(f"static const double {name}[] = {{")
    for v in values:
        print(f"    {v!r},")
    print("};")


print("/* Made by tests/kernels/gen_random.py: do not edit. */\n"
      "#ifndef CM_TESTS_KERNELS_RANDOM_VECTORS_H\n#define CM_TESTS_KERNELS_RANDOM_VECTORS_H\n")
# seed 2.5, low -1, high 3; and node 0 without a seed
array("random_uniform_seeded", [-1 + uniform(seeded(2.5), i) * 4 for i in range(7)])
array("random_uniform_node", [uniform([0, 1], i) for i in range(7)])
array("random_normal_seeded", [0.5 + 2 * normal(seeded(2.5), i) for i in range(7)])
# Bernoulli with seed 7 and probabilities (i % 11) / 10, Multinomial with seed 7: 3 rows of weights
array("random_bernoulli", [float(uniform(seeded(7), i) < i % 11 / 10) for i in range(60)])
weights = [[1, 2, 3, 4], [0, 8, 0, 1], [5, 0, 0, 0]]
drawn = []
for r, w in enumerate(weights):
    for j in range(20):
        u = uniform(seeded(7), r * 20 + j) * sum(w)
        drawn.append(float(next(c for c in range(4) if sum(w[:c + 1]) > u)))
array("random_multinomial", drawn)
print("\n#endif")
