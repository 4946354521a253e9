"""Pictures of `cameo graph`: every box and line is there, boxes do not overlap, names cannot break out.

    graph_check.py CAMEO FOLDER [MODEL ...]

What is wanted is what onnx.load reads: of each model, of a thousand random nodes with subgraphs and functions, and of one
whose names are hostile. A line "ok" or "FAIL" for each check."""
import collections
import json
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import onnx
import onnx.external_data_helper
from onnx import TensorProto, helper

cameo, folder = sys.argv[1:3]
SVG = "{http://www.w3.org/2000/svg}"
HTML = "{http://www.w3.org/1999/xhtml}"
FLOAT = TensorProto.FLOAT


def check(what, wrong):
    print("FAIL %s: %s" % (what, " ".join(str(wrong).split())) if wrong else "ok " + what)


def draw(path, ending, *options):
    """The picture's root."""
    out = os.path.join(folder, "picture." + ending)
    subprocess.run([cameo, "graph", path, "-o", out, "--log", "none", *options], check=True, stderr=subprocess.DEVNULL)
    return ElementTree.parse(out).getroot()


# ---- what is wanted ----

def wanted(graph, outer, inputs=None, outputs=None):
    """Boxes and lines of a graph, [what stands in it by node], and the values that it takes from outside.

    outer: names of constants around it."""
    names = [v.name for v in graph.input] if inputs is None else list(inputs)
    outputs = [v.name for v in graph.output] if outputs is None else list(outputs)
    constants = {t.name for t in getattr(graph, "initializer", [])} | {
        t.values.name for t in getattr(graph, "sparse_initializer", [])}
    source = {name: "v:" + name for name in names}
    source.update(("%s" % o, "n:" + n.name) for n in graph.node for o in n.output if o)
    known = (constants | outer) - set(source)
    boxes, lines, inner, taken = collections.Counter(), collections.Counter(), {}, []

    def read(name, to):
        if name not in source:
            if name not in taken:
                taken.append(name)
            lines["c:" + name, to] += 1
        else:
            lines[source[name], to] += 1

    for name in names:
        boxes["v:" + name] += 1
    for n in graph.node:
        boxes["n:" + n.name] += 1
        for name in n.input:
            if name and name not in known:
                read(name, "n:" + n.name)
        for a in n.attribute:
            for g in [a.g] if a.type == onnx.AttributeProto.GRAPH else a.graphs:
                part = wanted(g, known)
                inner.setdefault("n:" + n.name, []).append(part)
                for name in part[3]:
                    read(name, "n:" + n.name)
    for i, name in enumerate(outputs):
        boxes["o:%d" % i] += 1
        if name in constants and name not in source:
            boxes["v:" + name] += 1
            source[name] = "v:" + name
        if name in source or name not in outer:
            read(name, "o:%d" % i)
    for name in taken:
        boxes["c:" + name] += 1
    return boxes, lines, inner, taken


# ---- what is drawn ----

def place(e):
    return [float(x) for x in re.findall(r"-?[\d.]+", e.get("transform"))]


def label(item):
    kind, told = item.get("class").split()[1], item.find(SVG + "title")
    told = told.text.split("\n") if told is not None else []
    if kind == "node":
        return "n:" + (told[1] if len(told) > 1 else "")
    if kind == "output":
        return "o:" + item.get("data-id").split("_")[1]
    return "vc"[kind == "capture"] + ":" + re.sub(r"^[^:]*: |: [^:]*$|\n.*", "", told[0])


def drawn(g):
    boxes, lines, inner, by_id = collections.Counter(), collections.Counter(), {}, {}
    for i in g.findall(SVG + "g"):
        by_id[i.get("data-id")] = label(i)
        boxes[label(i)] += 1
        for k in i.findall(SVG + "g"):
            if k.get("class") == "graph":
                inner.setdefault(label(i), []).append(drawn(k))
    for e in g.findall(SVG + "path"):
        if e.get("class") == "e":
            lines[by_id[e.get("data-f")], by_id[e.get("data-t")]] += 1
    return boxes, lines, inner


def differ(want, got, where="graph"):
    for what, a, b in (("boxes", want[0], got[0]), ("lines", want[1], got[1])):
        if a != b:
            return "%s of %s: missing %s, too many %s" % (what, where, dict(a - b), dict(b - a))
    if set(want[2]) != set(got[2]):
        return "inner graphs of %s: %s, want %s" % (where, sorted(got[2]), sorted(want[2]))
    for name, parts in want[2].items():
        if len(parts) != len(got[2][name]):
            return "%s has %d graphs, want %d" % (name, len(got[2][name]), len(parts))
        for a, b in zip(parts, got[2][name]):
            wrong = differ(a, b, name)
            if wrong:
                return wrong
    return None


def overlaps(g, where="the plane"):
    """Boxes of one graph with the labels below them, two of which share a pixel; and what leaves its box."""
    rects = []
    for i in g.findall(SVG + "g"):
        (x, y), box = place(i), i.find(SVG + "rect")
        w, h = float(box.get("width")), float(box.get("height"))
        rects.append((y, y + h, x, x + w, i.get("data-id")))
        for k in i.findall(SVG + "g"):
            if k.get("class") == "out":
                for t in k.findall(SVG + "text"):
                    top = y + h + float(t.get("y")) - 8
                    left = x + float(t.get("x"))
                    rects.append((top, top + 9, left, left + 5.4 * len(t.text), "type of " + i.get("data-id")))
                continue
            for j in k.findall(SVG + "g"):
                (dx, dy), (jx, jy), inner = place(k), place(j), j.find(SVG + "rect")
                if (dx + jx < 0 or dy + jy < 0 or dx + jx + float(inner.get("width")) > w + 0.2 or
                        dy + jy + float(inner.get("height")) > h + 0.2):
                    return "%s leaves %s" % (j.get("data-id"), i.get("data-id"))
            wrong = overlaps(k, i.get("data-id"))
            if wrong:
                return wrong
    rects.sort()
    for n, a in enumerate(rects):
        for b in rects[n + 1:]:
            if b[0] >= a[1] - 0.2:
                break
            if a[2] < b[3] - 0.2 and b[2] < a[3] - 0.2:
                return "%s and %s in %s" % (a[4], b[4], where)
    return None


def all_nodes(nodes):
    for n in nodes:
        yield n
        for a in n.attribute:
            for g in [a.g] if a.type == onnx.AttributeProto.GRAPH else a.graphs:
                yield from all_nodes(g.node)


def check_picture(path):
    name, m = os.path.basename(path), onnx.load(path, load_external_data=False)
    if onnx.external_data_helper.uses_external_data(next(iter(m.graph.initializer), TensorProto())):
        return
    # Names by which boxes are known; before IR version 4 inputs that have a value are constants.
    for i, n in enumerate(n for nodes in (m.graph.node, *(f.node for f in m.functions)) for n in all_nodes(nodes)):
        n.name = "node %d" % i
    if m.ir_version < 4:
        inits = {t.name for t in m.graph.initializer}
        kept = [v for v in m.graph.input if v.name not in inits]
        del m.graph.input[:]
        m.graph.input.extend(kept)
    path = os.path.join(folder, "named.onnx")
    onnx.save(m, path)
    svg = draw(path, "svg")
    frames = svg.find(SVG + "g").findall(SVG + "g")
    want = [wanted(m.graph, set())] + [wanted(f, set(), f.input, f.output) for f in m.functions]
    wrong = None if len(frames) == len(want) else "%d frames, want %d" % (len(frames), len(want))
    for part, frame in zip(want, frames):
        wrong = wrong or differ(part, drawn(frame.find(SVG + "g")), frame.get("data-id"))
    check("boxes and lines of " + name, wrong)
    check("no overlap in " + name, overlaps(svg.find(SVG + "g")))


# ---- models ----

def body(r, n, depth, outer, tag):
    """n random nodes over values of the graphs around; some have subgraphs. Returns nodes and the last value."""
    nodes, values = [], list(outer)
    for i in range(n):
        out, near = "%s_%d" % (tag, i), values[-12:] if r.random() < 0.9 else values
        kind = r.random()
        if depth > 0 and kind < 0.03:
            parts = {}
            for which in ("then_branch", "else_branch"):
                inner, last = body(r, r.randrange(1, 9), depth - 1, values, out + which[0])
                parts[which] = helper.make_graph(inner, which, [], [helper.make_tensor_value_info(last, FLOAT, None)])
            nodes.append(helper.make_node("If", ["flag"], [out], out + "_node", **parts))
        elif kind < 0.1:
            nodes.append(helper.make_node("Twice", [r.choice(near)], [out], out + "_node", domain="own"))
        elif kind < 0.5:
            nodes.append(helper.make_node("Add", [r.choice(near), r.choice(near)], [out], out + "_node"))
        elif kind < 0.6:
            nodes.append(helper.make_node("Mul", [r.choice(near), "scale"], [out], out + "_node"))
        else:
            nodes.append(helper.make_node(r.choice(["Relu", "Sigmoid", "Neg"]), [values[-1]], [out], out + "_node"))
        values.append(out)
    return nodes, values[-1]


def thousand():
    r = random.Random(7)
    nodes, last = body(r, 1000, 2, ["x", "x2"], "t")
    graph = helper.make_graph(
        nodes, "thousand", [helper.make_tensor_value_info("x", FLOAT, ["batch", 8]),
                            helper.make_tensor_value_info("x2", FLOAT, ["batch", 8]),
                            helper.make_tensor_value_info("flag", TensorProto.BOOL, [])],
        [helper.make_tensor_value_info(last, FLOAT, None), helper.make_tensor_value_info("t_500", FLOAT, None)],
        [helper.make_tensor("scale", FLOAT, [8], range(8))])
    twice = helper.make_function("own", "Twice", ["a"], ["b"], [helper.make_node("Add", ["a", "a"], ["b"], "sum")],
                                 [helper.make_opsetid("", 17)])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("own", 1)],
                             functions=[twice], ir_version=8)


BAD = ["</title><script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "]]></script><script>alert(2)</script>",
       "&lt;&#x0;&amp;", "a\x01\x08\x1b[31m\n\tb\x7f", "\ufffe\uffff\u0085", "{{7*7}}${alert(3)}`", "-->", "w" * 5000,
       "\u4e00" * 300, "\U0001f600\u202eabc"]


def hostile():
    """Names as above; bytes that are no UTF-8 are put in afterwards, where a text stood of as many bytes."""
    nodes, last = [], "x"
    for i, name in enumerate(BAD + ["RAWBYTES"]):
        out = "%s%d" % (name, i)
        nodes.append(helper.make_node("Relu", [last], [out], name))
        last = out
    nodes.append(helper.make_node(BAD[0], [last], ["y"], BAD[1], domain=BAD[2], **{"a": BAD[2], "b": "plain"}))
    graph = helper.make_graph(nodes, BAD[0], [helper.make_tensor_value_info("x", FLOAT, [BAD[2], 2])],
                              [helper.make_tensor_value_info("y", FLOAT, None)])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(BAD[2], 1)], ir_version=8)
    return m.SerializeToString().replace(b"RAWBYTES", b"\xff\xfe\xc0\x80\xed\xa0\x80\xf5")


def check_hostile(path):
    plain = draw("examples/digits/digits.onnx", "html", "--dim", "batch=1")
    for ending in ("svg", "html"):
        page = draw(path, ending)
        allowed = {SVG + t for t in ("svg", "style", "g", "path", "rect", "text", "title")}
        if ending == "html":
            allowed |= {e.tag for e in plain.iter()} | {HTML + "p"}
            scripts = [[e.text for e in p.iter(HTML + "script")] for p in (page, plain)]
            check("a hostile name is not in the script", scripts[0] != scripts[1])
        check("no element out of a hostile name, " + ending, {e.tag for e in page.iter()} - allowed)
        bad = [k for e in page.iter() for k in e.attrib if k.startswith("on") or k.endswith(("href", "src"))]
        check("no attribute out of a hostile name, " + ending, bad)
        text = "".join(page.itertext())
        check("hostile names are readable, " + ending, not all(
            x in text for x in (BAD[0], BAD[1], BAD[2], BAD[6], "a???[31m??b?", "????", "\u4e00\u4e00\u2026")))
        check("a text that is no UTF-8, " + ending, "????????" not in text)


def check_unnamed(path):
    """Times and providers stand at nodes without names, too."""
    m = onnx.load(path)
    for n in m.graph.node:
        n.name = ""
    path, times = os.path.join(folder, "unnamed.onnx"), os.path.join(folder, "times.json")
    onnx.save(m, path)
    for level in ("none", "all"):
        with open(times, "wb") as f:
            subprocess.run([cameo, "profile", path, "--dim", "batch=2", "--runs", "2", "--opt", level, "--json"], check=True,
                           stdout=f)
        with open(times, encoding="utf-8") as f:
            profile = json.load(f)
        titles = [e.text for e in draw(path, "svg", "--profile", times).iter(SVG + "title")]
        shown = [float(ms) for t in titles for ms in re.findall(r"^([0-9.]+) ms$", t, re.M)]
        wrong = (len(shown) != len(profile["nodes"]) or
                 abs(sum(shown) - profile["all"]["ms"]) > 1e-4 * len(shown))
        check("times of nodes without names, level " + level, "%s of %s" % (shown, profile) if wrong else None)
    titles = [e.text for e in draw(path, "svg", "--opt", "none", "--colour", "provider").iter(SVG + "title")]
    n = sum("\ncomputed by cpu" in t for t in titles)
    check("providers of nodes without names", None if n == len(m.graph.node) else "%d of %d" % (n, len(m.graph.node)))


def main():
    made = os.path.join(folder, "thousand.onnx")
    onnx.save(thousand(), made)
    for path in [made, *sys.argv[3:]]:
        check_picture(path)
    page = draw(made, "html")
    views = list(page.iter(SVG + "svg"))
    check("the page has the model before and after optimising", None if len(views) == 2 else len(views))
    check("the optimised one is smaller", None if len(list(views[1].iter())) < len(list(views[0].iter())) else "it is not")
    path = os.path.join(folder, "hostile.onnx")
    with open(path, "wb") as f:
        f.write(hostile())
    check_hostile(path)
    check_unnamed("examples/digits/digits.onnx")


if __name__ == "__main__":
    main()
