# What the scripts of loading tests share: models made with onnx's helpers, and a run of `cameo` on them.
import os
import shutil
import subprocess

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CAMEO = os.environ.get("CAMEO", "build/cameo")
DIR = "build/loading"
node = helper.make_node
tally = [0, 0]


def f32(*numbers):
    return np.array(numbers, np.float32)


def info(name, dims=(2,), dtype=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, dtype, None if dims is None else list(dims))


def init(name, value):
    return numpy_helper.from_array(np.asarray(value), name)


def opset(version, domain=""):
    return helper.make_opsetid(domain, version)


def graph(nodes, outputs, inputs=(), inits=(), name="body"):
    return helper.make_graph(list(nodes), name, list(inputs), list(outputs), list(inits))


def model(nodes, inputs, outputs, inits=(), ir=8, opsets=None, functions=(), name="main"):
    g = graph(nodes, outputs, inputs, inits, name)
    m = helper.make_model(g, opset_imports=[opset(17)] if opsets is None else opsets, functions=list(functions))
    m.ir_version = ir
    return m


def write(name, m):
    path = os.path.join(DIR, name + ".onnx")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(m.SerializeToString())
    return path


def write_value(name, value):
    path = os.path.join(DIR, name + ".pb")
    with open(path, "wb") as f:
        f.write(numpy_helper.from_array(np.asarray(value)).SerializeToString())
    return path


def cameo(*words):
    done = subprocess.run([CAMEO, *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def judge(name, ok, said=""):
    tally[0 if ok else 1] += 1
    if not ok:
        print("FAIL", name)
        print("  " + said.strip()[:400].replace("\n", "\n  "))


def same(got, want):
    want = np.asarray(want)
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    return np.allclose(got, want, rtol=1e-5, atol=1e-6) if want.dtype != object else (got == want).all()


def run(name, m, feeds, want, *words, status=0, says=""):
    """Runs m (a model or a path) unoptimised and optimised: outputs are `want`, or the command fails with `status`; it
    says `says`."""
    path = m if isinstance(m, str) else write("run", m)
    for key, value in feeds.items():
        words += ("--input", "%s=%s" % (key, write_value("in_" + key, value)))
    for level in ("none", "all"):
        out = os.path.join(DIR, "out")
        shutil.rmtree(out, ignore_errors=True)
        got, said = cameo("run", path, "--log", "warning", "--opt", level, "--outputs", out, *words)
        ok = got == status and says in said
        for i, w in enumerate(want if ok else ()):
            t = onnx.TensorProto()
            with open("%s/output_%d.pb" % (out, i), "rb") as f:
                t.ParseFromString(f.read())
            value = numpy_helper.to_array(t)
            if not same(value, w):
                ok = False
                said += "output %d is %s, want %s" % (i, value, w)
        judge("%s, --opt %s" % (name, level), ok, "status %d: %s" % (got, said))


def finish():
    print("%d passed, %d failed, 0 skipped" % tuple(tally))
    raise SystemExit(tally[1] != 0)
