#!/usr/bin/env python3
"""Does `cameo optimize` write what others read? For each case and level: the file is written, onnx.checker takes it
(with full_check where it takes the original so), onnxruntime gives the original's results with it, and Cameo gives
the expected ones.

    optimized.py CAMEO FOLDER [--levels basic,all] [--only WORD] < CASES

CASES has a line for each, tab-separated, as tests/onnx/cases.py prints them: model, data, rtol, tolerance relative to
the maximum. data is a folder of test_data_set_K. Files are written in FOLDER. A line for each thing that is not as it
should be, then the counts; what onnxruntime or the checker cannot do with the original counts as skipped."""
import argparse
import glob
import os
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime as ort
from onnx import numpy_helper

LOADERS = {
    "tensor_type": (onnx.TensorProto, numpy_helper.to_array),
    "sequence_type": (onnx.SequenceProto, numpy_helper.to_list),
    "optional_type": (onnx.OptionalProto, numpy_helper.to_optional),
}


def load_inputs(model, folder):
    """The inputs of a data set by name; None where onnxruntime cannot be given one."""
    defaults = {t.name for t in model.graph.initializer} | {t.values.name for t in model.graph.sparse_initializer}
    names = [i for i in model.graph.input if i.name not in defaults]
    feed = {}
    for k, info in enumerate(names):
        path = os.path.join(folder, f"input_{k}.pb")
        kind = info.type.WhichOneof("value")
        if not os.path.exists(path) or kind not in LOADERS:
            return None
        message, convert = LOADERS[kind]
        with open(path, "rb") as f:
            proto = message.FromString(f.read())
        value = convert(proto)
        if value is None or kind == "optional_type":
            return None
        arrays = value if isinstance(value, list) else [value]
        if any(not isinstance(a, np.ndarray) or a.dtype.kind not in "biufOUc" or "float8" in str(a.dtype) for a in arrays):
            return None
        feed[info.name] = value
    return feed


def is_random(model):
    """onnxruntime's numbers hang on a node's place in the file."""
    return any(n.op_type.startswith("Random") or n.op_type in ("Bernoulli", "Multinomial") for n in model.graph.node)


def session(path):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def differ(a, b, rtol, of_max):
    """What is different between two results, or None."""
    if isinstance(a, (list, tuple)):
        if len(a) != len(b):
            return f"{len(a)} items, want {len(b)}"
        return next((d for d in (differ(x, y, rtol, of_max) for x, y in zip(a, b)) if d), None)
    if isinstance(a, dict):
        return differ([a[k] for k in sorted(a)], [b[k] for k in sorted(b)], rtol, of_max)
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return f"{a.dtype}{a.shape}, want {b.dtype}{b.shape}"
    if a.dtype.kind in "OUSb" or a.size == 0:
        return None if np.array_equal(a, b) else "other elements"
    x, y = a.astype(np.float64 if a.dtype.kind != "c" else np.complex128), b.astype(np.float64 if b.dtype.kind != "c" else np.complex128)
    finite = np.isfinite(y)
    if not np.array_equal(np.isfinite(x), finite) or not np.array_equal(x[~finite], y[~finite], equal_nan=True):
        return "other infinities or NaN"
    if not finite.any():
        return None
    bound = rtol * np.abs(y[finite]) + of_max * np.abs(y[finite]).max() + 1e-7
    worst = (np.abs(x[finite] - y[finite]) / bound).max()
    return None if worst <= 1 else f"{worst:.3g} times the tolerance"


def accepts(path, full):
    try:
        onnx.checker.check_model(path, full_check=full)
        return None
    except Exception as e:  # whatever it raises is a refusal
        return str(e).strip().split("\n")[0][:200]


class Case:
    """What onnx and onnxruntime say of the original, once for all levels."""

    def __init__(self, model, data, rtol, of_max):
        self.path, self.data, self.rtol, self.of_max = model, data, float(rtol), float(of_max)
        self.checked = next((full for full in (True, False) if accepts(model, full) is None), None)
        self.feed = self.results = self.why = None
        proto = onnx.load(model, load_external_data=False)
        sets = sorted(glob.glob(os.path.join(data, "test_data_set_*")))
        try:
            self.feed = load_inputs(proto, sets[0]) if sets and not is_random(proto) else None
            self.why = "no inputs for onnxruntime" if self.feed is None else None
            if self.feed is not None:
                self.results = session(model).run(None, self.feed)
        except Exception as e:
            self.why = str(e).split("\n")[0][:120]
        self.data_works = sets and self.cameo_agrees(model) is None

    def cameo_agrees(self, path):
        p = subprocess.run([ARGS.cameo, "test", "--timeout", "600", "--model", path, "--data", self.data,
                            "--rtol", str(self.rtol), "--atol-of-max", str(self.of_max)],
                           capture_output=True, text=True)
        return None if p.returncode == 0 else (p.stdout + p.stderr).strip().split("\n")[0][:300]

    def onnxruntime_agrees(self, path):
        try:
            return differ(session(path).run(None, self.feed), self.results, self.rtol, self.of_max)
        except Exception as e:
            return str(e).split("\n")[0][:300]


def one(case, level, count, complaints):
    name = case.path.split("/node/")[-1].removesuffix("/model.onnx").split("/")[-1]
    out = os.path.join(ARGS.folder, f"{name.removesuffix('.onnx')}.{level}.onnx")
    p = subprocess.run([ARGS.cameo, "optimize", case.path, out, "--opt", level], capture_output=True, text=True)
    count["models"] += 1
    if p.returncode != 0:
        if subprocess.run([ARGS.cameo, "check", case.path], capture_output=True).returncode != 0:
            count["not for Cameo"] += 1
            return
        complaints.append(f"{name} {level}: not written: {(p.stdout + p.stderr).strip()[-300:]}")
        return
    count["written"] += 1
    for what, applies, ask in (("checker", case.checked is not None, lambda: accepts(out, case.checked)),
                               ("onnxruntime", case.results is not None, lambda: case.onnxruntime_agrees(out)),
                               ("Cameo", case.data_works, lambda: case.cameo_agrees(out))):
        why = ask() if applies else None
        count[what + (" skipped" if not applies else "" if why is None else " differs")] += 1
        if why is not None:
            complaints.append(f"{name} {level}: {what}: {why}")
    if not ARGS.keep:
        os.remove(out)


def main():
    count = dict.fromkeys(("models", "not for Cameo", "written"), 0)
    for what in ("checker", "onnxruntime", "Cameo"):
        count |= {what: 0, what + " skipped": 0, what + " differs": 0}
    complaints = []
    os.makedirs(ARGS.folder, exist_ok=True)
    for line in sys.stdin:
        model, data, rtol, of_max = line.rstrip("\n").split("\t")
        if ARGS.only not in model:
            continue
        before = len(complaints)
        case = Case(model, data, rtol, of_max)
        for level in ARGS.levels.split(","):
            one(case, level, count, complaints)
        print("\n".join(complaints[before:]), end="\n" if len(complaints) > before else "", flush=True)
    print(", ".join(f"{v} {k}" for k, v in count.items()))
    return 1 if complaints or count["written"] == 0 else 0


parser = argparse.ArgumentParser()
parser.add_argument("cameo")
parser.add_argument("folder")
parser.add_argument("--levels", default="basic,extended,all")
parser.add_argument("--only", default="")
parser.add_argument("--keep", action="store_true")
ARGS = parser.parse_args()
ort.set_default_logger_severity(4)
sys.exit(main())
