"""How the time of a sample grows with the batch, and that of an encoder with the length of its sequence.

usage: python bench/growth.py [options]      or: make bench-growth ARGS='...'      (bench/requirements.txt)

    --cameo FILE      the command; default build/cameo
    --shared DIR      holds zoo/; default ../shared
    --zoo DIR         the zoo with its weights; default build/zoo
    --only A,B        models whose name has one of these in it
    --batches A,B     default 1,2,3,4,6,8,16,32,64
    --lengths A,B     default 16,64,256,1024,2048
    --threads N       default 1
    --rounds N        by turns over all sizes of a model; default 3
    --seconds S       of timing for each size and round; default 0.2
    --cpu             time of the processor instead of the clock's, for a machine that others use, too; one thread
    --json FILE       keeps the rows in FILE, each as soon as it is measured; --missing: measures only what FILE has not
    --from FILE       measures nothing: the tables of the rows in FILE
    --page FILE       puts the tables into the section "growth" of a page: docs/BENCHMARKS.md
    --svg FILE        the same as a chart

Batches: networks of the zoo that compute in float32 (image networks, perceptrons, recurrent ones, transformers), with the first dim
of every input set by `cameo edit --batch`. Models whose nodes fix the batch are left out. Lengths: an encoder of two layers,
256 wide, with 4 heads, and layers of LSTM and GRU of 128 units; their time is divided by the multiply-adds of products and
attention. A figure is the least time of all rounds, divided by samples or multiply-adds; in the tables it stands beside that of
the first size, so that 1.00 is the same, less is better. `rise` is the most that any size is above a smaller one: 1.10 is wanted
at most.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import page

COLOURS = ["#4878a8", "#e0853c", "#5a9e5d", "#c0504d", "#8064a2", "#8c6d4f", "#d17fb4", "#7f7f7f"]
WORDS = {"network"}


# ---- networks with a length ----------------------------------------------------------------------------------------

WIDTH, HEADS, LAYERS, UNITS = 256, 4, 2, 128


class Maker:
    """A graph that is made node by node."""

    def __init__(self):
        self.rng, self.nodes, self.constants = np.random.default_rng(0), [], []

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, *shape):
        return self.constant((self.rng.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32))

    def node(self, op, *inputs, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], **attributes))
        return name

    def model(self, dims_in, result, dims_out):
        tensor = helper.make_tensor_value_info
        graph = helper.make_graph(self.nodes + [helper.make_node("Identity", [result], ["y"])], "growth",
                                  [tensor("x", TensorProto.FLOAT, dims_in)], [tensor("y", TensorProto.FLOAT, dims_out)],
                                  self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def encoder(length):
    """The model and its multiply-adds."""
    m, x, deep = Maker(), "x", WIDTH // HEADS
    norm = lambda v: m.node("LayerNormalization", v, m.constant(np.ones(WIDTH, np.float32)), axis=-1)
    split = m.constant(np.array([0, 0, HEADS, deep]))
    joined = m.constant(np.array([0, 0, WIDTH]))
    for _ in range(LAYERS):
        h = norm(x)
        q, k, v = (m.node("Reshape", m.node("MatMul", h, m.weight(WIDTH, WIDTH)), split) for _ in range(3))
        q, v = (m.node("Transpose", t, perm=[0, 2, 1, 3]) for t in (q, v))
        k = m.node("Transpose", k, perm=[0, 2, 3, 1])
        s = m.node("Mul", m.node("MatMul", q, k), m.constant(np.array(deep ** -0.5, np.float32)))
        o = m.node("MatMul", m.node("Softmax", s, axis=-1), v)
        o = m.node("Reshape", m.node("Transpose", o, perm=[0, 2, 1, 3]), joined)
        x = m.node("Add", x, m.node("MatMul", o, m.weight(WIDTH, WIDTH)))
        f = m.node("Relu", m.node("MatMul", norm(x), m.weight(WIDTH, 4 * WIDTH)))
        x = m.node("Add", x, m.node("MatMul", f, m.weight(4 * WIDTH, WIDTH)))
    work = LAYERS * (12 * WIDTH * WIDTH * length + 2 * WIDTH * length * length)
    return m.model([1, length, WIDTH], x, [1, length, WIDTH]), work


def recurrent(op, gates, length):
    m = Maker()
    w, r, b = m.weight(1, gates * UNITS, UNITS), m.weight(1, gates * UNITS, UNITS), m.weight(1, 2 * gates * UNITS)
    y = m.node(op, "x", w, r, b, hidden_size=UNITS)
    return m.model([length, 1, UNITS], y, [length, 1, 1, UNITS]), length * 2 * gates * UNITS * UNITS


LENGTHS = {"encoder": encoder, "LSTM": lambda n: recurrent("LSTM", 4, n), "GRU": lambda n: recurrent("GRU", 3, n)}


# ---- measuring -----------------------------------------------------------------------------------------------------

def call(args, what, *options):
    done = subprocess.run([args.cameo, what, *options], capture_output=True, text=True, timeout=600, check=False)
    return done.stdout if done.returncode == 0 else None


def processor_ms(args, path, dims, runs):
    """Time of the processor that a run takes: what more runs take than fewer."""
    def spent(n):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        call(args, "bench", path, "--threads", "1", "--warmup", "0", "--runs", str(n), *dims)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return 1e3 * (spent(runs + 2) - spent(2)) / runs


def bench(args, path, dims, seconds):
    said = call(args, "bench", path, "--json", "--threads", str(args.threads), "--seconds", str(seconds), *dims)
    if said is None:
        return None
    said = json.loads(said)
    if args.cpu:
        said["min_ms"] = processor_ms(args, path, dims, max(2, int(1e3 * seconds / said["min_ms"])))
    return said


def batched(args, name, folder):
    """For each batch the file, options and samples, or None."""
    found = {}
    for n in args.batches:
        path = os.path.join(folder, f"{n}.onnx")
        made = call(args, "edit", os.path.join(args.zoo, name + ".onnx"), "--batch", str(n), path)
        if made is not None:
            found[n] = (path, n)
    return found


def lengthened(args, make, folder):
    found = {}
    for n in args.lengths:
        model, work = make(n)
        path = os.path.join(folder, f"{n}.onnx")
        onnx.save(model, path)
        found[n] = (path, work)
    return found


def measure(args, name, kind, found, dims):
    """A row: seconds of a sample (or of a multiply-add) and bytes, by size."""
    least, memory = {}, {}
    for _ in range(args.rounds):
        for n, (path, share) in found.items():
            said = bench(args, path, dims, args.seconds)
            if said is None:
                return {"network": name, "kind": kind, "threads": args.threads, "error": f"{n}: does not run"}
            least[n] = min(least.get(n, 1e9), said["min_ms"] / share)
            memory[n] = said["run_bytes"]
    return {"network": name, "kind": kind, "threads": args.threads, "ms": least, "bytes": memory}


def zoo_entries(args):
    with open(os.path.join(args.shared, "zoo", "zoo.json"), encoding="utf-8") as f:
        for entry in json.load(f)["models"]:
            if entry["family"] in ("cnn", "transformer", "tabular", "speech", "recurrent", "detector"):
                yield entry


def dims_of(entry):
    """--dim for free dims that are not the first of an input."""
    dims = {}
    for spec in entry["inputs"]:
        for dim, size in zip(spec["shape"][1:], (spec.get("case_shape") or spec["shape"])[1:]):
            if isinstance(dim, str):
                dims[dim] = size
    return [x for name, size in dims.items() for x in ("--dim", f"{name}={size}")]


def measure_all(args, stored):
    words = [w for w in args.only.split(",") if w]
    wanted = lambda name, kind: (not words or any(w in name for w in words)) and \
        not (args.missing and stored.has(name, kind, args.threads))
    stored.peak = page.peak(args.cameo)
    jobs = [(e["name"], "batch", dims_of(e), lambda folder, e=e: batched(args, e["name"], folder)) for e in zoo_entries(args)]
    jobs += [(name, "length", [], lambda folder, make=make: lengthened(args, make, folder)) for name, make in LENGTHS.items()]
    for name, kind, dims, make in jobs:
        if not wanted(name, kind):
            continue
        with tempfile.TemporaryDirectory() as folder:
            row = measure(args, name, kind, make(folder), dims)
        stored.add(row)
        print(f"{name:32} {row['error']}" if "error" in row else "  ".join(line_of(row)), flush=True)


# ---- tables and chart ----------------------------------------------------------------------------------------------

def sizes_of(row):
    return sorted(map(int, row["ms"]))


def relative(row):
    """Time of a sample at each size over that of the first one."""
    times = {int(n): t for n, t in row["ms"].items()}
    sizes = sorted(times)
    return [(n, times[n] / times[sizes[0]]) for n in sizes]


def rise(row):
    least, most = float("inf"), 1.0
    for _, t in relative(row):
        most, least = max(most, t / least if least < float("inf") else 1.0), min(least, t)
    return most


def line_of(row):
    sizes = sizes_of(row)
    first = row["ms"].get(str(sizes[0]), row["ms"].get(sizes[0]))
    scale = f"{first * 1e3:.1f} us" if row["kind"] == "batch" else f"{2e-6 / first:.0f} GFLOP/s"
    return [row["network"], scale, *(f"{t:.2f}" for _, t in relative(row)[1:]), f"{rise(row):.2f}"]


def tables(rows):
    for kind, title in (("batch", "batch of"), ("length", "length")):
        good = [r for r in rows if r["kind"] == kind and "error" not in r]
        for sizes in sorted({tuple(sizes_of(r)) for r in good}):
            for threads in sorted({r["threads"] for r in good}):
                some = [r for r in good if tuple(sizes_of(r)) == sizes and r["threads"] == threads]
                if some:
                    head = ["network", f"{title} {sizes[0]}", *map(str, sizes[1:]), "rise"]
                    lines = [line_of(r) for r in sorted(some, key=rise, reverse=True)]
                    yield f"{threads} thread{'s' * (threads > 1)}, by {kind}", head, lines


def markdown(rows):
    parts = [f"### {title}\n\n" + page.as_markdown(head, lines, WORDS) for title, head, lines in tables(rows)]
    missing = [f"{r['network']} ({r['error']})" for r in rows if "error" in r]
    if missing:
        parts.append("Without a figure: " + ", ".join(missing) + ".")
    return "\n\n".join(parts)


def svg(rows):
    """A line for each network: time of a sample over that of the first size, against the size, which doubles."""
    good = [r for r in rows if "error" not in r and len(r["ms"]) > 1]
    width, high, left, top, most = 330, 260, 50, 30, 1.3
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * (left + width) + 20}" height="{high + 75}" font-family="sans-serif" '
           'font-size="11">', '<rect width="100%" height="100%" fill="#ffffff"/>']
    for side, (kind, text) in enumerate((("batch", "time of a sample, by batch"), ("length", "time of a multiply-add, by length"))):
        some = [r for r in good if r["kind"] == kind]
        if not some:
            continue
        sizes = sorted({n for r in some for n in sizes_of(r)})
        x0 = side * (left + width) + left
        span = max(1.0, float(np.log2(sizes[-1] / sizes[0])))
        x = lambda n: x0 + (width - 20) * float(np.log2(n / sizes[0])) / span
        y = lambda t: top + high * (1 - min(t, most) / most)
        out.append(f'<text x="{x0}" y="16" font-size="13">{text}</text>')
        for t in (0, 0.25, 0.5, 0.75, 1, 1.1, 1.25):
            colour = "#000000" if t == 1 else "#c0504d" if t == 1.1 else "#dddddd"
            out.append(f'<line x1="{x0}" x2="{x0 + width - 20}" y1="{y(t):.1f}" y2="{y(t):.1f}" stroke="{colour}"/>'
                       f'<text x="{x0 - 6}" y="{y(t) + 4:.1f}" text-anchor="end">{t:g}</text>')
        for n in sizes:
            out.append(f'<text x="{x(n):.1f}" y="{top + high + 16}" text-anchor="middle">{n}</text>')
        for i, r in enumerate(some):
            points = " ".join(f"{x(n):.1f},{y(t):.1f}" for n, t in relative(r))
            out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i % len(COLOURS)]}" stroke-width="1.5">'
                       f'<title>{r["network"]}</title></polyline>')
    return "\n".join(out + ["</svg>", ""])


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--cameo", default="build/cameo")
    p.add_argument("--shared", default=os.environ.get("CAMEO_SHARED", "../shared"))
    p.add_argument("--zoo", default="build/zoo")
    p.add_argument("--only", default="")
    p.add_argument("--batches", default="1,2,3,4,6,8,16,32,64")
    p.add_argument("--lengths", default="16,64,256,1024,2048")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seconds", type=float, default=0.2)
    p.add_argument("--cpu", action="store_true")
    p.add_argument("--json", default="")
    p.add_argument("--missing", action="store_true")
    p.add_argument("--from", dest="stored", default="")
    p.add_argument("--page", default="")
    p.add_argument("--svg", default="")
    args = p.parse_args()
    args.batches, args.lengths = (sorted(map(int, text.split(","))) for text in (args.batches, args.lengths))
    stored = page.Rows(args.stored or args.json, ["network", "kind", "threads"])
    if not args.stored:
        measure_all(args, stored)
    for title, head, lines in tables(stored.rows):
        widths = [max(map(len, column)) for column in zip(head, *lines)]
        print("\n" + title + "\n")
        for line in [head, *lines]:
            print("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))))
    if not stored.rows:
        sys.exit("nothing was measured")
    if args.page:
        page.fill(args.page, "growth", page.machine(stored.peak) + "\n\n" + markdown(stored.rows))
    if args.svg:
        with open(args.svg, "w", encoding="utf-8") as f:
            f.write(svg(stored.rows))


if __name__ == "__main__":
    main()
