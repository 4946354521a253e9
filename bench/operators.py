"""Every operator at shapes of networks, as a model of one node, beside ONNX Runtime and beside what the machine allows.

usage: python bench/operators.py [options]          or: make bench-operators ARGS='...'     (numpy, onnx, onnxruntime)

    --cameo FILE      the command; default build/cameo
    --before FILE     another build of the command, measured by turns with it: a column more, its time over Cameo's
    --only A,B        cases whose name has one of these in it, case ignored ("Conv 3x3", "Softmax"); ^Conv: at its begin
    --part K/N        of the cases the K-th of N parts, to measure in pieces
    --threads N       of both; default 1
    --seconds S       of timing for each engine and round; default 0.03
    --rounds N        by turns; default 3. The figure is the least of the rounds' medians
    --mask LIST       processor features that Cameo must not use (cameo bench --cpu-mask-off)
    --check           first compare the results: a case that differs is said
    --json FILE       keeps the rows in FILE, each as soon as it is measured; rows of the same case are replaced
    --missing         measures only what FILE has not: a run that was stopped goes on
    --page FILE       puts the tables into the section "operators" of a page: docs/BENCHMARKS.md
    --from FILE       measures nothing: the table of the rows in FILE
    --random N        instead of these cases N of random sizes: Conv, ConvTranspose, Gemm, MatMul (bench/random_cases.py)
    --seed N          of --random; default 1
    --list            the names of the cases

Columns: ratio, ONNX Runtime's time over Cameo's (below 1: Cameo is slower; these come first); microseconds of both and
of the bound: operations over the multiply-add peak or bytes over the bandwidth of a copy of the same size, whichever is
longer, both measured at start; share, the bound over Cameo's time. ONNX Runtime runs with bound inputs and outputs, so
that nothing is allocated or copied for Python; its results are the caller's buffers, as Cameo's are.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import operator_cases
import page
import random_cases

MIN_RUNS, MAX_RUNS = 5, 20000


# ---- models --------------------------------------------------------------------------------------------------------

def make_model(case, dtypes=None):
    """The case as a model; dtypes of the outputs, where they are known."""
    nodes, names, inputs, initializers = [], [], [], []
    for i, operand in enumerate(case.operands):
        if operand is None:
            names.append("")
            continue
        how, array = operand
        names.append(f"in{i}")
        if how == "feed":
            dtype = helper.np_dtype_to_tensor_dtype(array.dtype)
            inputs.append(helper.make_tensor_value_info(names[-1], dtype, array.shape))
        else:
            initializers.append(numpy_helper.from_array(array, names[-1]))
    attrs = {k.rstrip("_"): v for k, v in case.attrs.items()}
    outputs = [f"out{i}" for i in range(case.n_outputs)]
    for k in range(case.repeat):
        first = names[0] if k == 0 else f"t{k}"
        last = outputs if k == case.repeat - 1 else [f"t{k + 1}"]
        nodes.append(helper.make_node(case.op, [first, *names[1:]], last, domain=case.domain, **attrs))
    infos = [helper.make_tensor_value_info(o, dtypes[i], None) if dtypes else onnx.ValueInfoProto(name=o)
             for i, o in enumerate(outputs)]
    graph = helper.make_graph(nodes, "case", inputs, infos, initializers)
    opsets = [helper.make_opsetid("", 21)]
    if case.domain:
        opsets.append(helper.make_opsetid(case.domain, {"ai.onnx.ml": 3}.get(case.domain, 1)))
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def typed_model(case):
    """The model with the dtypes of its outputs, which onnx infers: a file must declare them."""
    bare = make_model(case)
    del bare.graph.output[:]
    inferred = onnx.shape_inference.infer_shapes(bare)
    found = {v.name: v.type.tensor_type.elem_type for v in inferred.graph.value_info}
    first = next(o for o in case.operands if o is not None)[1]
    other = helper.np_dtype_to_tensor_dtype(first.dtype)
    if case.op == "TreeEnsembleClassifier" or case.op == "LinearClassifier":
        return make_model(case, [TensorProto.INT64, TensorProto.FLOAT])
    return make_model(case, [found.get(f"out{i}") or other for i in range(case.n_outputs)])


# ---- engines -------------------------------------------------------------------------------------------------------

class Peer:
    """ONNX Runtime over one model."""

    def __init__(self, path, case, threads):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 4
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.feed = {f"in{i}": o[1] for i, o in enumerate(case.operands) if o is not None and o[0] == "feed"}
        self.results = self.session.run(None, self.feed)
        self.binding = self.session.io_binding()
        for name, array in self.feed.items():
            self.binding.bind_cpu_input(name, array)
        decided = case.op in ("NonZero", "NonMaxSuppression", "Compress", "Unique", "Range")
        self.kept = []
        for info, result in zip(self.session.get_outputs(), self.results):
            if decided or not isinstance(result, np.ndarray):
                self.binding.bind_output(info.name)
                continue
            value = onnxruntime.OrtValue.ortvalue_from_numpy(result)
            self.kept.append(value)
            self.binding.bind_ortvalue_output(info.name, value)

    def median(self, seconds):
        run, binding, times = self.session.run_with_iobinding, self.binding, []
        run(binding)
        stop = time.perf_counter() + seconds
        while len(times) < MIN_RUNS or (time.perf_counter() < stop and len(times) < MAX_RUNS):
            begin = time.perf_counter()
            run(binding)
            times.append(time.perf_counter() - begin)
        return statistics.median(times)


def cameo_median(command, path, folder, runs, args):
    said = subprocess.run([command, "bench", path, "--json", "--threads", str(args.threads), "--inputs", folder, "--runs",
                           str(runs), *(["--cpu-mask-off", args.mask] if args.mask else [])], capture_output=True, text=True,
                          timeout=120, check=False)
    if said.returncode != 0:
        raise RuntimeError((said.stderr or said.stdout).strip()[-160:])
    return json.loads(said.stdout)["median_ms"] * 1e-3


def check_results(args, path, folder, peer):
    """A word on results that differ by more than 1e-3 of themselves and 1e-4 of the largest."""
    out = os.path.join(folder, "out")
    subprocess.run([args.cameo, "run", path, "--inputs", folder, "--outputs", out, "--quiet"], check=True,
                   capture_output=True, timeout=120)
    for k, want in enumerate(peer.results):
        tensor = onnx.TensorProto.FromString(open(os.path.join(out, f"output_{k}.pb"), "rb").read())
        got = numpy_helper.to_array(tensor)
        if got.shape != want.shape:
            return f"output {k} is {got.shape}, want {want.shape}"
        a, b = got.astype(np.float64), np.asarray(want).astype(np.float64)
        finite = np.isfinite(b)
        if not np.array_equal(np.isfinite(a), finite):
            return f"output {k} has other values that are not finite"
        error = np.abs(a - b)[finite] - 1e-3 * np.abs(b[finite])
        if error.size and error.max() > 1e-4 * max(1e-3, np.abs(b[finite]).max()):
            return f"output {k} differs by {error.max():.3g}"
    return ""


# ---- bounds --------------------------------------------------------------------------------------------------------

def bound(peak, case, results):
    sizes, rates = zip(*peak["copy"])
    out = sum(r.nbytes for r in results if isinstance(r, np.ndarray))
    if case.size == "out":
        size = 2 * out
    else:
        size = case.size or out + sum(o[1].nbytes for o in case.operands if o is not None)
    return max(case.ops / (peak["gflops"] * 1e9), size / (float(np.interp(size, sizes, rates)) * 1e9))


# ---- the run -------------------------------------------------------------------------------------------------------

def measure(case, args, peak, folder):
    path = os.path.join(folder, "case.onnx")
    onnx.save(typed_model(case), path)
    fed = [o[1] for o in case.operands if o is not None and o[0] == "feed"]
    for k, array in enumerate(fed):
        with open(os.path.join(folder, f"input_{k}.pb"), "wb") as f:
            f.write(numpy_helper.from_array(array).SerializeToString())
    row = {"case": case.name, "op": case.op, "threads": args.threads}
    try:
        peer = Peer(path, case, args.threads)
    except Exception as e:  # an operator or dtype that ONNX Runtime has not
        return row | {"error": "ONNX Runtime: " + str(e).strip().splitlines()[-1][-120:]}
    try:
        if args.check:
            row["differs"] = check_results(args, path, folder, peer)
        guess = peer.median(args.seconds / 3)
        runs = max(MIN_RUNS, min(MAX_RUNS, int(args.seconds / guess)))
        times = {"cameo": [], "before": [], "ort": []}
        for _ in range(args.rounds):
            times["cameo"].append(cameo_median(args.cameo, path, folder, runs, args))
            if args.before:
                times["before"].append(cameo_median(args.before, path, folder, runs, args))
            times["ort"].append(peer.median(args.seconds))
    except Exception as e:
        return row | {"error": str(e)[-160:]}
    for name, values in times.items():
        if values:
            row[name + "_us"] = min(values) * 1e6
    row["bound_us"] = bound(peak, case, peer.results) * 1e6
    return row


def geomean(values):
    return math.exp(statistics.fmean(map(math.log, values))) if values else 0.0


def print_table(rows):
    good = sorted((r for r in rows if "cameo_us" in r), key=lambda r: r["ort_us"] / r["cameo_us"])
    before = any("before_us" in r for r in good)
    print(f"{'ratio':>7} {'cameo us':>11} {'ort us':>11} {'bound us':>11} {'share':>6}{'  gained' if before else ''}  case")
    for r in good:
        gained = f" {r['before_us'] / r['cameo_us']:7.2f}" if "before_us" in r else " " * 8 * before
        note = "   DIFFERS: " + r["differs"] if r.get("differs") else ""
        print(f"{r['ort_us'] / r['cameo_us']:7.2f} {r['cameo_us']:11.2f} {r['ort_us']:11.2f} {r['bound_us']:11.2f} "
              f"{r['bound_us'] / r['cameo_us']:6.2f}{gained}  {r['case']}{note}")
    for r in rows:
        if "error" in r:
            print(f"{'-':>7} {r['case']}: {r['error']}")
    groups = {}
    for r in good:
        groups.setdefault(r["op"], []).append(r["ort_us"] / r["cameo_us"])
    if len(groups) > 1:
        print("\noperators by the geometric mean of their ratios:")
        ordered = sorted(groups.items(), key=lambda g: geomean(g[1]))
        for at in range(0, len(ordered), 6):
            print("  " + "   ".join(f"{op} {geomean(v):.2f} ({len(v)})" for op, v in ordered[at:at + 6]))
    ratios = [r["ort_us"] / r["cameo_us"] for r in good]
    print(f"\n{len(good)} cases, geometric mean {geomean(ratios):.3f}, {sum(x < 1 for x in ratios)} below 1, "
          f"{sum(x < 0.7 for x in ratios)} below 0.7, {len(rows) - len(good)} without a figure")


def wanted(case, args):
    name, words = case.name.lower(), [w.strip().lower() for w in args.only.split(",") if w.strip()]
    return not words or any(name.startswith(w[1:]) if w[0] == "^" else w in name for w in words)


def arguments():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--cameo", default="build/cameo")
    p.add_argument("--before", default="")
    p.add_argument("--only", default="")
    p.add_argument("--part", default="1/1")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seconds", type=float, default=0.03)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--mask", default="")
    p.add_argument("--check", action="store_true")
    p.add_argument("--json", default="")
    p.add_argument("--missing", action="store_true")
    p.add_argument("--page", default="")
    p.add_argument("--from", dest="stored", default="")
    p.add_argument("--random", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--list", action="store_true")
    return p.parse_args()


def markdown(rows):
    """Operators by the geometric mean of their ratios, and the slowest cases."""
    good = sorted((r for r in rows if "cameo_us" in r), key=lambda r: r["ort_us"] / r["cameo_us"])
    groups = {}
    for r in good:
        groups.setdefault(r["op"], []).append(r)
    mean = {op: geomean([r["ort_us"] / r["cameo_us"] for r in some]) for op, some in groups.items()}
    lines = []
    for op in sorted(mean, key=mean.get):
        worst = groups[op][0]
        share = geomean([r["bound_us"] / r["cameo_us"] for r in groups[op]])
        lines.append([op, str(len(groups[op])), f"{mean[op]:.2f}", f"{100 * share:.0f} %",
                      f"{worst['ort_us'] / worst['cameo_us']:.2f} {worst['case'].removeprefix(op).strip()}"])
    slow = [[r["case"], f"{r['cameo_us']:.1f}", f"{r['ort_us']:.1f}", f"{r['ort_us'] / r['cameo_us']:.2f}",
             f"{100 * r['bound_us'] / r['cameo_us']:.0f} %"] for r in good[:40]]
    ratios = [r["ort_us"] / r["cameo_us"] for r in good]
    words = {"operator", "slowest case", "case"}
    return "\n\n".join([f"{len(good)} cases, geometric mean of the ratios {geomean(ratios):.3f}; {sum(x < 1 for x in ratios)} below 1.",
                        page.as_markdown(["operator", "cases", "ratio", "bound", "slowest case"], lines, words),
                        "The slowest:", page.as_markdown(["case", "Cameo us", "ORT us", "ratio", "bound"], slow, words)])


def measure_all(args, stored):
    """Adds a row for each case; returns those rows."""
    part, parts = map(int, args.part.split("/"))
    chosen = random_cases.cases(args.random, args.seed) if args.random else operator_cases.CASES
    cases = [c for i, c in enumerate(filter(lambda c: wanted(c, args), chosen)) if i % parts == part - 1]
    if args.list or not cases:
        print("\n".join(c.name for c in cases) or "no such case: --list")
        sys.exit(not cases)
    if args.missing:
        cases = [c for c in cases if not stored.has(c.name)]
    if cases:
        stored.peak = page.peak(args.cameo, args.threads, ["--cpu-mask-off", args.mask] if args.mask else [])
    rows = []
    for i, case in enumerate(cases):
        if sys.stderr.isatty():
            print(f"\r{i + 1}/{len(cases)} {case.name[:60]:60}", end="", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(case, args, stored.peak, folder))
        stored.add(rows[-1])
    if sys.stderr.isatty():
        print("\r" + " " * 72 + "\r", end="", file=sys.stderr)
    return rows


def main():
    args = arguments()
    stored = page.Rows(args.stored or args.json, ["case"])
    rows = stored.rows if args.stored else measure_all(args, stored)
    if args.missing or args.page:
        rows = stored.rows
    print_table(rows)
    if args.page:
        page.fill(args.page, "operators", markdown(rows))


if __name__ == "__main__":
    main()
