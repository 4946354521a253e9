#!/usr/bin/env python3
"""Prints docs/OPERATORS.md of what tests/operators.sh collected in a folder: operators_page.py build/operators"""
import os
import sys

KINDS = {
    "unit": "the kernels' unit tests: every row of the build's kernel table that fits, the portable and this "
            "processor's, whole, split, shuffled and in place; expected values of numpy, onnx.reference or onnxruntime",
    "onnx": "a test of ONNX's own sets (node, simple, pytorch-converted, pytorch-operator), at `--opt none`",
    "models": "a real model with its reference outputs, at `--opt none`",
    "matrix": "a small model of tests/onnx/matrix.py, at `--opt none`; expected values of onnx.reference or numpy",
}

HEAD = """# Operators

Made by `make operators` of what passed: a line for each version of an operator (since_version) and dtype of its first
input, of its first output where it has no input; within sequences and optionals the dtype of the tensors. These are the
lines of `cameo ops`. The words behind name the checks that passed, each against values that are not Cameo's:

| word | what passed | lines |
|---|---|---|
%s

%d lines: %d shown, %d not shown.

## Summary

"all": all dtypes that ONNX allows for the newest version.

%s"""


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


def main():
    folder = sys.argv[1]
    claimed = lines(folder, "claimed.txt")
    passed = {kind: set(lines(folder, kind + ".txt")) & set(claimed) for kind in KINDS}
    shown = {c: [k for k in KINDS if c in passed[k]] for c in claimed}
    missing = [c for c in claimed if not shown[c]]
    table = "\n".join("| %s | %s | %d |" % (k, KINDS[k], len(passed[k])) for k in KINDS)
    with open(os.path.join(folder, "summary.md"), encoding="utf-8") as f:
        print(HEAD % (table, len(claimed), len(claimed) - len(missing), len(missing), f.read()))
    domain = op = None
    for c in claimed:
        d, name, since, dtype = c.split()
        if name != op and op is not None:
            print("```\n")
        if d != domain:
            print("## %s\n" % d)
        if name != op:
            print("### %s\n\n```" % name)
        domain, op = d, name
        if shown[c]:
            print(name, since, dtype, *shown[c])
    print("```\n\n## Not shown\n\n```")
    why = reasons(folder)
    for c in missing:
        print("%s: %s" % (c, why.get(c, "no model")))
    print("```")


main()
