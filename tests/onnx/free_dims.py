#!/usr/bin/env python3
"""Gives the inputs of ONNX's node tests free dims: what inference then knows, Cameo beside onnx and onnxruntime, must be
what the tests' outputs have.

    free_dims.py CAMEO FOLDER OUT [WORD ...]

OUT is an empty folder. Of each FOLDER/*/model.onnx, or of those whose name holds a WORD, the dims of the inputs get
names: every dim its own ("own"), equal dims one ("shared"), or the first dims alone ("first"); and the small integer
inputs (shapes, axes, indices) are the constants that the test feeds ("constant"). Declared shapes of outputs are
removed. Each
dim of an output that Cameo tells as a number or an expression must be the test's when the names are what the test's
inputs have, and no bound may be below it. The models of "own" and "shared" stay in OUT with their data, for
tests/proofs/contain, which looks at inner values, too.

Printed: values by category as inference_table.py has them. "others" counts the dims that onnx or onnxruntime tell and
Cameo does not; --gaps lists them. Most are guesses: that a dim is no 1 where Squeeze looks, that Split has equal parts,
that the state of a Loop keeps its dims, that a float does not round. Needs what inference_table.py needs. Exit status 1
where a dim is wrong or Cameo fails on a form of a model that it supports.
"""
import ast
import glob
import math
import os
import sys
import tempfile
from fractions import Fraction

import onnx

import inference_table as table

FORMS = ("own", "shared", "first")
CONSTANT = (onnx.TensorProto.INT64, onnx.TensorProto.INT32, onnx.TensorProto.BOOL)


def read(folder, kind, values):
    """{name: tensor} of the test's tensors; None for those that are no tensors."""
    found = {}
    for i, value in enumerate(values):
        path = os.path.join(folder, "test_data_set_0", f"{kind}_{i}.pb")
        found[value.name] = None
        if value.type.HasField("tensor_type") and os.path.exists(path):
            found[value.name] = onnx.load_tensor(path)
    return found


def name_dims(model, tensors, form):
    """Names the dims of inputs; returns what the test's inputs make of the names."""
    bound = {}
    for value in model.graph.input:
        t = tensors.get(value.name)
        if t is None or not value.type.tensor_type.HasField("shape"):
            continue
        which = list(tensors).index(value.name)
        for i, (dim, size) in enumerate(zip(value.type.tensor_type.shape.dim, t.dims)):
            if form == "first" and i != 0:
                dim.dim_value = size
                continue
            dim.dim_param = f"n{size}" if form == "shared" else f"d{which}_{i}"
            bound[dim.dim_param] = size
    return bound


def make_constants(model, tensors):
    """Small integer inputs become constants; returns whether there are any beside other inputs."""
    some = False
    for value in list(model.graph.input):
        t = tensors.get(value.name)
        if t is None or len(model.graph.input) == 1:
            continue
        small = t.data_type in CONSTANT and len(t.dims) <= 1 and math.prod(t.dims) <= 64
        if small or value.name in ("scales", "roi"):
            model.graph.initializer.add().CopyFrom(t)
            model.graph.initializer[-1].name = value.name
            model.graph.input.remove(value)
            some = True
    return some


def forget_shapes(model):
    for graph in table.graphs(model.graph):
        del graph.value_info[:]
        for value in graph.output:
            if value.type.HasField("tensor_type"):
                value.type.tensor_type.ClearField("shape")


OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
             ast.Div: lambda a, b: a / b}
FUNCTIONS = {"floor": math.floor, "min": min, "max": max}


def evaluate(text, bound):
    """A dim that Cameo tells, in numbers; None where it holds a size that data decide, or was too long to tell."""
    def of(n):
        if isinstance(n, ast.Constant):
            return Fraction(n.value)
        if isinstance(n, ast.Name):
            return Fraction(bound[n.id])
        if isinstance(n, ast.UnaryOp):
            return -of(n.operand)
        if isinstance(n, ast.BinOp):
            return OPERATORS[type(n.op)](of(n.left), of(n.right))
        return Fraction(FUNCTIONS[n.func.id](*map(of, n.args)))

    try:
        return None if text.endswith("...") else of(ast.parse(text, mode="eval").body)
    except KeyError:
        return None


def is_wrong(shape, bound, actual):
    if shape in (None, "none"):
        return False
    if len(shape) != len(actual):
        return True
    for dim, size in zip(shape, actual):
        known = dim if isinstance(dim, int) else None if dim == "?" else evaluate(dim, bound)
        most = getattr(dim, "most", None)
        if known is not None and known != size or most is not None and size > most:
            return True
    return False


class FreeDims:
    def __init__(self):
        self.count = {}
        self.rest = tempfile.TemporaryDirectory()
        self.wrong, self.failures, self.gaps = [], [], []

    def ask(self, tool, model, path, names):
        try:
            return getattr(table, "run_" + tool)(model, path, names)
        except Exception as problem:  # onnxruntime's fails in many ways
            if tool == "cameo" and "unsupported" not in str(problem):
                self.failures.append(f"{path}: {problem}")
            return None if tool == "cameo" else {}

    def judge(self, where, shapes, bound, actual, count):
        mine = shapes["cameo"]
        for tool in table.TOOLS:
            count[tool][table.category(shapes[tool], set(bound)) or "unknown"] += 1
        for tool in table.TOOLS[1:]:
            if table.less(mine, shapes[tool], set(bound)):
                count["others"] += 1
                self.gaps.append(f"{where}: {tool} {table.text(shapes[tool])}, cameo {table.text(mine)}")
        if actual is not None and is_wrong(mine, bound, actual.dims):
            self.wrong.append(f"{where}: {table.text(mine)}, the test's {list(actual.dims)}")

    def add(self, source, folder, out, form, constants):
        model = onnx.ModelProto()
        model.CopyFrom(source)
        inputs, outputs = read(folder, "input", source.graph.input), read(folder, "output", source.graph.output)
        if constants and not make_constants(model, inputs):
            return
        bound = name_dims(model, inputs, form)
        forget_shapes(model)
        place = self.rest.name
        if not constants and form != "first":
            place = os.path.join(out, os.path.basename(folder) + "-" + form)
            os.makedirs(place)
            os.symlink(os.path.join(folder, "test_data_set_0"), os.path.join(place, "test_data_set_0"))
        path = os.path.join(place, "model.onnx")
        onnx.save(model, path)
        kinds = {o: n.op_type for n in model.graph.node for o in n.output if o and n.op_type != "Constant"}
        said = {"cameo": self.ask("cameo", model, path, set(kinds))}
        if said["cameo"] is None:
            return
        for tool in table.TOOLS[1:]:
            said[tool] = self.ask(tool, model, path, set(kinds))
        title = form + (", constant" if constants else "")
        zeros = {tool: dict.fromkeys(table.CATEGORIES, 0) for tool in table.TOOLS}
        count = self.count.setdefault(title, dict(zeros, others=0))
        for value, kind in kinds.items():
            shapes = {tool: said[tool].get(value) for tool in table.TOOLS}
            if shapes["cameo"] != "none":
                where = f"{os.path.basename(folder)} ({title}) {kind} {value}"
                self.judge(where, shapes, bound, outputs.get(value), count)

    def finish(self, list_gaps):
        print(f"{'':24}" + "".join(f"{c:>10}" for c in table.CATEGORIES) + f"{'others':>10}")
        for title, count in self.count.items():
            for tool in table.TOOLS:
                row = "".join(f"{count[tool][c]:>10}" for c in table.CATEGORIES)
                print(f"{title:18}{tool:6}{row}" + (f"{count['others']:>10}" if tool == "cameo" else ""))
        for line in self.gaps if list_gaps else []:
            print("  " + line)
        for title, lines in (("wrong", self.wrong), ("models that fail", self.failures)):
            print(f"{title}: {len(lines)}")
            for line in lines:
                print("  " + line)
        return 1 if self.wrong or self.failures else 0


def main(cameo, source, out, *words):
    table.CAMEO = os.path.abspath(cameo)
    found = FreeDims()
    list_gaps = "--gaps" in words
    words = [w for w in words if w != "--gaps"]
    for folder in sorted(glob.glob(os.path.join(os.path.abspath(source), "*"))):
        path = os.path.join(folder, "model.onnx")
        if not os.path.exists(path) or words and not any(w in folder for w in words):
            continue
        model = onnx.load(path)
        for form in FORMS:
            for constants in (False, True):
                found.add(model, folder, os.path.abspath(out), form, constants)
    return found.finish(list_gaps)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
