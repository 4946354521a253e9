#!/usr/bin/env python3
"""Writes page.md, which becomes docs/OPERATORS.md, and lines.txt, every line with what showed it, of what
tests/operators.sh collected in a folder: operators_page.py build/operators"""
import os
import sys

KINDS = {
    "unit": "the kernels' unit tests: every row of the build's kernel table that fits, the portable and this "
            "processor's, whole, split, shuffled and in place; expected values of numpy, onnx.reference or onnxruntime",
    "onnx": "a test of ONNX's own sets (node, simple, pytorch-converted, pytorch-operator), at `--opt none`",
    "models": "a real model with its reference outputs, at `--opt none`",
    "ms": "a case of tests/ms, at `--opt none`; expected values of onnxruntime, where it has no kernel for the dtype its float32 "
          "result rounded to it",
    "ml": "a case of tests/ml, at `--opt none`; expected values of onnxruntime and of fitted estimators",
    "matrix": "a small model of tests/onnx/matrix.py, at `--opt none`; expected values of onnx.reference or numpy",
}

HEAD = """# Operators

Made by `make operators` of what passed. It counts lines: one for each version of an operator (since_version) and dtype of
its first input, of its first output where it has no input; within sequences and optionals the dtype of the tensors. `cameo
ops` prints the lines, and `make operators` writes them into build/operators/lines.txt with the names of the checks that
showed them, each against values that are not Cameo's:

| word | what passed | lines |
|---|---|---|
%s

%d lines: %d shown, %d not shown.

## Summary

"all": all dtypes that ONNX allows for the newest version, but float6e2m3 and float6e3m2 (docs/LOADING.md).

%s
## Operators beside the standard's

Of com.microsoft, and what onnxruntime keeps in ai.onnx; counted above, too.

| operator | lines | shown | not shown |
|---|---|---|---|
%s
"""


def lines(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return [line.strip() for line in f]


def reasons(folder):
    """Why there is no model in the matrix, or what came of it."""
    found = {}
    for line in lines(folder, "matrix/refused.txt"):
        triple, _, why = line.partition(": ")
        found[triple] = "no model: " + why
    return found


def foreign(claimed, shown):
    """A row for each operator of com.microsoft and onnxruntime: its lines, how many are shown, the dtypes that are not."""
    rows = {}
    for c in claimed:
        domain, op, _, dtype = c.split()
        if domain in ("com.microsoft", "onnxruntime"):
            rows.setdefault("%s:%s" % (domain, op), []).append((dtype, bool(shown[c])))
    return "\n".join("| %s | %d | %d | %s |" % (op, len(of), sum(ok for _, ok in of), ", ".join(t for t, ok in of if not ok))
                     for op, of in rows.items())


def main():
    folder = sys.argv[1]
    claimed = lines(folder, "claimed.txt")
    passed = {kind: set(lines(folder, kind + ".txt")) & set(claimed) for kind in KINDS}
    shown = {c: [k for k in KINDS if c in passed[k]] for c in claimed}
    missing = [c for c in claimed if not shown[c]]
    table = "\n".join("| %s | %s | %d |" % (k, KINDS[k], len(passed[k])) for k in KINDS)
    why = reasons(folder)
    with open(os.path.join(folder, "lines.txt"), "w", encoding="utf-8") as f:
        for c in claimed:
            print(c, *shown[c] or ["not shown: " + why.get(c, "no model")], file=f)
    with open(os.path.join(folder, "summary.md"), encoding="utf-8") as summary, \
            open(os.path.join(folder, "page.md"), "w", encoding="utf-8") as f:
        print(HEAD % (table, len(claimed), len(claimed) - len(missing), len(missing), summary.read(),
                      foreign(claimed, shown)), file=f)
        print("## Not shown\n", file=f)
        left = ["%s: %s" % (c, why.get(c, "no model")) for c in missing]
        print("\n".join(["```", *left, "```"]) if left else "Nothing: every line is shown.", file=f)


main()
