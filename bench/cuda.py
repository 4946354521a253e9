"""The CUDA provider on a GPU, beside ONNX Runtime's CUDA provider and PyTorch, where these are installed.

usage: python bench/cuda.py [options] [MODEL.onnx ...]          (numpy, onnx; beside it onnxruntime-gpu, torch)

    --cameo FILE       the command, built by `make CUDA=1`; default build/cameo
    --batch A,B        what a free first dim of the inputs is; default 1,32. Models without one are run as they are
    --products A,B     sizes n of products n x n by n x n, as models of one node, in float32, TF32 and float16, beside
                       torch.matmul, which calls cuBLASLt; default 1024,2048,4096,8192; "": none
    --rounds N         by turns; default 5. A figure is the median of the rounds
    --seconds S        of timing for each engine and round; default 0.5

A line for each model, batch and form: milliseconds of a run and, for networks, until a file is ready with its first run;
ratio: the peer's time over Cameo's (above 1: Cameo is faster). Inputs and results lie in the host's memory for all
engines and are copied in each run, but for torch.matmul, whose operands lie on the device: the products' copies are
taken off by what a run of a model takes that copies as much and computes nothing. Without a GPU it says so and measures
nothing.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import TensorProto, helper

FORMS = {"float32": "cuda", "tf32": "cuda-tf32"}


def timed(call, seconds):
    """Median milliseconds of a call."""
    call()
    times, stop = [], time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < stop:
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times)


def cameo(args, path, provider, dims=()):
    """(milliseconds of a run, milliseconds from the file to the first result)"""
    said = subprocess.run([args.cameo, "bench", path, "--json", "--seconds", str(args.seconds), "--providers",
                           f"{provider},cpu", *dims], capture_output=True, text=True, timeout=1200, check=False)
    if said.returncode != 0:
        raise RuntimeError(said.stderr.strip()[-200:])
    row = json.loads(said.stdout)
    return row["median_ms"], row["load_ms"] + row["prepare_ms"] + row["plan_ms"] + row["first_ms"]


def batched(path, batch):
    """([(input, dims)] with free first dims set to batch and other free ones to 1, whether a first dim is free)"""
    graph = onnx.load(path, load_external_data=False).graph
    constants, found, free = {t.name for t in graph.initializer}, [], False
    for v in graph.input:
        if v.name in constants:
            continue
        dims = v.type.tensor_type.shape.dim
        free |= bool(dims) and not dims[0].HasField("dim_value")
        found.append((v, [d.dim_value if d.HasField("dim_value") else batch if i == 0 else 1 for i, d in enumerate(dims)]))
    return found, free


class OnnxRuntime:
    """Its CUDA provider; None where it is not installed."""

    def __init__(self, path, inputs, tf32):
        import onnxruntime
        if "CUDAExecutionProvider" not in onnxruntime.get_available_providers():
            raise ImportError("onnxruntime has no CUDA provider")
        begin = time.perf_counter()
        options = {"use_tf32": str(int(tf32))}
        self.session = onnxruntime.InferenceSession(path, providers=[("CUDAExecutionProvider", options), "CPUExecutionProvider"])
        rng = np.random.default_rng(1)
        self.feed = {}
        for v, dims in inputs:
            dtype = helper.tensor_dtype_to_np_dtype(v.type.tensor_type.elem_type)
            self.feed[v.name] = rng.standard_normal(dims).astype(dtype) if dtype.kind == "f" else np.ones(dims, dtype)
        self.run()
        self.ready = (time.perf_counter() - begin) * 1e3

    def run(self):
        self.session.run(None, self.feed)


def line(name, form, ours, ready, peers):
    text = "  ".join(f"{peer} {ms:.3f} ms, ratio {ms / ours:.2f}" for peer, ms in peers.items()) or "no peer"
    print(f"{name:40} {form:8} {ours:9.3f} ms{f', ready {ready:.1f} ms' if ready else ''}  {text}", flush=True)


def network(args, path, batch):
    inputs, free = batched(path, batch)
    dims = []
    for v, shape in inputs:
        for axis, (declared, bound) in enumerate(zip(v.type.tensor_type.shape.dim, shape)):
            if not declared.HasField("dim_value"):
                dims += ["--dim", f"{declared.dim_param or f'{v.name}:{axis}'}={bound}"]
    for form, provider in FORMS.items():
        try:
            peer = OnnxRuntime(path, inputs, form == "tf32")
        except ImportError:
            peer = None
        rounds = [(cameo(args, path, provider, dims), timed(peer.run, args.seconds) if peer else None)
                  for _ in range(args.rounds)]
        peers = {"onnxruntime": statistics.median(r[1] for r in rounds)} if peer else {}
        line(f"{os.path.basename(path)} batch {batch if free else '-'}", form, statistics.median(r[0][0] for r in rounds),
             statistics.median(r[0][1] for r in rounds), peers)


def one_node(folder, n, dtype, computes):
    """y = a b, or a model that copies as much and computes next to nothing: y = a + b of the same dims."""
    a, b, y = (helper.make_tensor_value_info(name, dtype, [n, n]) for name in "aby")
    node = helper.make_node("MatMul" if computes else "Add", ["a", "b"], ["y"])
    path = os.path.join(folder, "product.onnx")
    onnx.save(helper.make_model(helper.make_graph([node], "product", [a, b], [y]), opset_imports=[helper.make_opsetid("", 21)],
                                ir_version=10), path)
    return path


def torch_product(n, half, tf32):
    import torch
    torch.backends.cuda.matmul.allow_tf32 = tf32
    a, b = (torch.randn(n, n, device="cuda", dtype=torch.float16 if half else torch.float32) for _ in range(2))

    def call():
        torch.matmul(a, b)
        torch.cuda.synchronize()
    return call


def product(args, n, folder):
    for form in ("float32", "tf32", "float16"):
        dtype = TensorProto.FLOAT16 if form == "float16" else TensorProto.FLOAT
        provider = FORMS.get(form, "cuda")
        try:
            call = torch_product(n, form == "float16", form == "tf32")
        except (ImportError, RuntimeError, AssertionError):  # no torch, or none with CUDA
            call = None
        ours, peers = [], []
        for _ in range(args.rounds):
            whole = cameo(args, one_node(folder, n, dtype, True), provider)[0]
            ours.append(max(1e-6, whole - cameo(args, one_node(folder, n, dtype, False), provider)[0]))
            if call:
                peers.append(timed(call, args.seconds))
        line(f"{n} x {n} by {n} x {n}", form, statistics.median(ours), 0, {"torch": statistics.median(peers)} if peers else {})


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("models", nargs="*")
    p.add_argument("--cameo", default="build/cameo")
    p.add_argument("--batch", default="1,32")
    p.add_argument("--products", default="1024,2048,4096,8192")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--seconds", type=float, default=0.5)
    args = p.parse_args()
    said = subprocess.run([args.cameo, "providers"], capture_output=True, text=True, check=True).stdout
    device = next((row for row in said.splitlines() if row.startswith("cuda:0")), "")
    if not device or "not here" in device:
        sys.exit(f"nothing was measured: {device or args.cameo + ' was built without CUDA'}")
    print(device)
    with tempfile.TemporaryDirectory() as folder:
        for n in filter(None, args.products.split(",")):
            product(args, int(n), folder)
    for path in args.models:
        batches = [int(b) for b in args.batch.split(",")]
        for batch in batches if batched(path, 1)[1] else batches[:1]:
            network(args, path, batch)


if __name__ == "__main__":
    main()
