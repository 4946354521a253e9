#!/usr/bin/env python3
"""Counts what inference knows of the values of real models: Cameo beside onnx.shape_inference (with data
propagation) and onnxruntime's symbolic_shape_infer, and lists what one of those two knows and Cameo does not.

    inference_table.py CAMEO SHARED [--unknown] [WORD ...]
        models whose name holds a WORD, all without; --unknown lists the values that Cameo does not know, too

SHARED holds models/*.onnx and zoo/*.onnx.xz (large weights left out: a file of zeros stands in). Every tool gets
the same file: free dims of the inputs have names, declared shapes of other values are removed, since a shape that
is merely believed is not inferred. A value is

    known      every dim is a number
    symbolic   numbers, and expressions over the dims of the inputs
    bounded    the other dims have a greatest value
    unknown    some dim may be anything, or the rank is not known

Needs numpy, onnx, onnxruntime and sympy. Exit status 1 when Cameo contradicts one of the others, knows less about a
value, or fails on a model other than by not supporting it.
"""
import glob
import json
import logging
import lzma
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import onnx
from onnx import TensorProto, shape_inference

logging.disable(logging.CRITICAL)
CATEGORIES = ("known", "symbolic", "bounded", "unknown")
TOOLS = ("cameo", "onnx", "ort")
SMALL_WORDS = {"floor", "ceiling", "ceil", "Max", "Min", "max", "min", "Mod", "Piecewise", "True", "False"}


def load(path):
    if path.endswith(".xz"):
        with lzma.open(path) as f:
            return onnx.load_model_from_string(f.read())
    return onnx.load(path, load_external_data=False)


def graphs(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g] * attribute.HasField("g") + list(attribute.graphs):
                yield from graphs(inner)


def size_of(t):
    return math.prod(t.dims) * onnx.helper.tensor_dtype_to_np_dtype(t.data_type).itemsize


def is_missing(t):
    if 0 in t.dims or t.HasField("raw_data") or t.string_data or t.data_location == TensorProto.EXTERNAL:
        return False
    return not any(len(getattr(t, f + "_data")) for f in ("float", "int32", "int64", "double", "uint64"))


def strip(model, zeros):
    """Names the free dims of inputs, removes declared shapes, points missing weights at the file of zeros, and makes
    constants of the inputs' defaults, as onnx and onnxruntime take them (a caller may override those for Cameo)."""
    constants = {t.name for t in model.graph.initializer}
    for value in [v for v in model.graph.input if v.name in constants]:
        model.graph.input.remove(value)
    for value in model.graph.input:
        if not value.type.HasField("tensor_type"):
            continue
        for i, dim in enumerate(value.type.tensor_type.shape.dim):
            if dim.dim_value < 0 or not dim.HasField("dim_value") and not dim.dim_param:
                dim.dim_param = f"free_{len(value.name)}_{i}"
    for graph in graphs(model.graph):
        del graph.value_info[:]
        for value in graph.output:
            if value.type.HasField("tensor_type"):
                value.type.tensor_type.ClearField("shape")
        for node in graph.node:
            for t in (a.t for a in node.attribute if a.HasField("t") and is_missing(a.t)):
                t.raw_data = bytes(size_of(t))
        for t in filter(is_missing, graph.initializer):
            t.data_location = TensorProto.EXTERNAL
            for key, text in (("location", zeros), ("offset", "0"), ("length", str(size_of(t)))):
                t.external_data.add(key=key, value=text)
            yield size_of(t)


# ---- what each tool says: {value: [dims]}; a dim is an int, a text, or None; no rank: None ----

def of_type(proto):
    if not proto.HasField("tensor_type"):
        return "none"
    if not proto.tensor_type.HasField("shape"):
        return None
    return [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in proto.tensor_type.shape.dim]


def of_model(model, names):
    found = {}
    for value in list(model.graph.value_info) + list(model.graph.output):
        if value.name in names:
            found[value.name] = of_type(value.type)
    return found


def run_onnx(model, _, names):
    return of_model(shape_inference.infer_shapes(model, data_prop=True), names)


def run_ort(model, _, names):
    """As SymbolicShapeInference.infer_shapes, which throws away what it has found when that is not everything: first
    without guessing that dims are equal, then with."""
    from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference
    found = failed = None
    for guess in (False, True):
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        work = SymbolicShapeInference(2**31 - 1, guess, False, 0)
        try:
            work._preprocess(copy)
            complete = False
            while work.run_:
                complete = work._infer_impl()
            work._update_output_from_vi()
            found = of_model(work.out_mp_, names)
            if complete:
                break
        except Exception as problem:  # it fails in many ways, by assertions, too
            failed = problem
    if found is None:
        raise failed
    return found


class Expression(str):
    """A dim of Cameo, with the greatest value that it can have."""
    most = None


def run_cameo(_, path, names):
    said = subprocess.run([CAMEO, "info", path, "--values", "--json"], capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise RuntimeError(said.stderr.strip())
    found = {}
    for value in json.loads(said.stdout):
        if value["graph"] != 0 or value["name"] not in names:
            continue
        shape = value["shape"]
        for i, dim in enumerate(shape or []):
            if not isinstance(dim, int):
                shape[i] = Expression(dim or "?")
                shape[i].most = value["bounds"][i][1]
        found[value["name"]] = shape if value["kind"] == "tensor" else "none"
    return found


# ---- judging ----

def rate(dim, symbols):
    if isinstance(dim, int):
        return 0
    if dim is None or dim == "?":
        return 3
    words = set(re.findall(r"[A-Za-z_][\w.:/-]*", dim)) - SMALL_WORDS
    if dim in symbols or words <= symbols:
        return 1
    words = set(re.findall(r"[A-Za-z_]\w*", dim)) - SMALL_WORDS
    known = set()
    for s in symbols:
        known |= set(re.findall(r"[A-Za-z_]\w*", s))
    if words <= known:
        return 1
    return 2 if getattr(dim, "most", None) is not None else 3


def rates(shape, symbols):
    return [9] if shape is None else [rate(d, symbols) for d in shape]


def category(shape, symbols):
    if shape == "none":
        return None
    return CATEGORIES[min(max(rates(shape, symbols), default=0), 3)]


def less(mine, other, symbols):
    """True where the other knows more: the rank, or a dim."""
    if "none" in (mine, other) or other is None:
        return False
    if mine is None:
        return True
    return len(mine) == len(other) and any(
        rate(b, symbols) < rate(a, symbols) for a, b in zip(mine, other) if rate(b, symbols) < 2)


def contradicts(mine, other):
    if mine in (None, "none") or other in (None, "none"):
        return False
    if len(mine) != len(other):
        return True
    return any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(mine, other))


def text(shape):
    return "*" if shape is None else "[" + ", ".join("?" if d is None else str(d) for d in shape) + "]"


class Table:
    def __init__(self, list_unknown):
        self.list_unknown = list_unknown
        self.count = {tool: dict.fromkeys(CATEGORIES, 0) for tool in TOOLS}
        self.failed = dict.fromkeys(TOOLS, 0)
        self.models = self.values = 0
        self.gaps, self.contradictions, self.failures = [], [], []

    def ask(self, tool, name, model, path, names):
        try:
            return globals()["run_" + tool](model, path, names)
        except Exception as problem:
            self.failed[tool] += 1
            line = (str(problem) or type(problem).__name__).split("\n", maxsplit=1)[0][:200]
            if tool != "cameo":
                print(f"  {name}: {tool} failed: {line}")
            elif "unsupported" not in line:
                self.failures.append(f"{name}: {line}")
            return None

    def add(self, name, model, path):
        names = [o for node in model.graph.node for o in node.output if o and node.op_type != "Constant"]
        kinds = {o: node.op_type for node in model.graph.node for o in node.output}
        symbols = {d.dim_param for v in model.graph.input for d in v.type.tensor_type.shape.dim if d.dim_param}
        said = {tool: self.ask(tool, name, model, path, set(names)) for tool in TOOLS}
        if said["cameo"] is None:
            print(f"  {name}: not counted")
            return
        self.models += 1
        for value in names:
            if said["cameo"].get(value) == "none":
                continue
            self.values += 1
            shapes = {tool: (said[tool] or {}).get(value) for tool in TOOLS}
            for tool in TOOLS:
                self.count[tool][category(shapes[tool], symbols) or "unknown"] += 1
            self.judge(f"{name} {kinds[value]} {value}", shapes, symbols)

    def judge(self, where, shapes, symbols):
        mine = shapes["cameo"]
        if self.list_unknown and category(mine, symbols) in ("bounded", "unknown"):
            print(f"  {where}: {text(mine)}")
        for tool in ("onnx", "ort"):
            line = f"{where}: {tool} {text(shapes[tool])}, cameo {text(mine)}"
            if contradicts(mine, shapes[tool]):
                self.contradictions.append(line)
            elif less(mine, shapes[tool], symbols):
                self.gaps.append(line)

    def finish(self):
        print(f"{self.models} models, {self.values} values")
        print(f"{'':8}" + "".join(f"{c:>10}" for c in CATEGORIES) + f"{'failed on':>12}")
        for tool in TOOLS:
            row = "".join(f"{self.count[tool][c]:>10}" for c in CATEGORIES)
            print(f"{tool:8}{row}{self.failed[tool]:>5} models")
        for title, lines in (("contradicted", self.contradictions), ("known to others only", self.gaps),
                             ("models that fail", self.failures)):
            print(f"{title}: {len(lines)}")
            for line in lines:
                print("  " + line)
        return 1 if self.contradictions or self.gaps or self.failures else 0


def main(_, shared, *words):
    table = Table("--unknown" in words)
    words = [w for w in words if w != "--unknown"]
    start = os.getcwd()
    paths = sorted(glob.glob(os.path.join(shared, "models", "*.onnx")) +
                   glob.glob(os.path.join(shared, "models", "*", "*.onnx")) +
                   glob.glob(os.path.join(shared, "zoo", "*.onnx.xz")))
    for path in paths:
        path = os.path.abspath(path)
        name = os.path.relpath(path, shared).split(".onnx")[0].split(os.sep, 1)[1]
        if words and not any(w in path for w in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            model = load(path)
            size = max(strip(model, "zeros.bin"), default=0)
            with open(os.path.join(folder, "zeros.bin"), "wb") as f:
                f.truncate(size)
            for file in glob.glob(os.path.join(os.path.dirname(path), "*.data")):
                shutil.copy(file, folder)
            stripped = os.path.join(folder, "model.onnx")
            onnx.save(model, stripped)
            os.chdir(folder)
            table.add(name, model, stripped)
            os.chdir(start)
    return table.finish()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    CAMEO = os.path.abspath(sys.argv[1])
    sys.exit(main(*sys.argv[1:]))
