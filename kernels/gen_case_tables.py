#!/usr/bin/env python3
"""Writes kernels/case_tables.h: the letters of other case of Unicode, as Python's str.lower and str.upper map them one by
one, in runs.

    python3 kernels/gen_case_tables.py > kernels/case_tables.h
"""
import sys
import unicodedata


def runs(mapping):
    """(first, count, step, delta): first + i*step -> that + delta."""
    out = []
    for c, to in mapping:
        delta = to - c
        if out:
            first, count, step, d = out[-1]
            gap = c - (first + (count - 1) * step)
            if d == delta and (gap == step or count == 1 and gap <= 2):
                out[-1] = (first, count + 1, gap, d)
                continue
        out.append((c, 1, 1, delta))
    return out


def main():
    print(f"""/* case_tables.h — letters of other case of Unicode {unicodedata.unidata_version}: written by
 * kernels/gen_case_tables.py, do not edit. Runs of letters `step` apart whose other case is `delta` away, and letters
 * whose other case is several. Included by letter_case.c alone. */
#ifndef CM_KERNELS_CASE_TABLES_H
#define CM_KERNELS_CASE_TABLES_H

#include <stdint.h>

typedef struct case_run {{
    uint32_t first;
    uint16_t count, step;
    int32_t delta;
}} case_run;

typedef struct case_several {{
    uint16_t from, to[3]; /* 0: no more */
}} case_several;
""")
    for name in ("lower", "upper"):
        single, several = [], []
        for c in range(sys.maxunicode + 1):
            if 0xd800 <= c < 0xe000:
                continue
            to = getattr(chr(c), name)()
            if to == chr(c):
                continue
            if len(to) == 1:
                single.append((c, ord(to)))
            else:
                several.append((c, [ord(x) for x in to]))
        print(f"static const case_run case_{name}_runs[] = {{")
        line = "   "
        for r in runs(single):
            item = " {0x%x, %d, %d, %d}," % r
            if len(line) + len(item) > 118:
                print(line)
                line = "   "
            line += item
        print(line + "\n};")
        print(f"static const case_several case_{name}_several[] = {{")
        line = "   "
        for c, to in several:
            item = " {0x%x, {%s}}," % (c, ", ".join(hex(x) for x in to + [0] * (3 - len(to))))
            if len(line) + len(item) > 118:
                print(line)
                line = "   "
            line += item
        print(line + "\n};\n")
    print("#endif")


main()
