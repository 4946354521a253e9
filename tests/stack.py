#!/usr/bin/env python3
"""The deepest stack of public calls, from what gcc -fcallgraph-info=su wrote: stack.py FOLDER

Counted are direct calls; a call through a pointer ends a path. The one that matters to a run is exec_task's, of a row's
function: the deepest of those, cm_*_run, is told by itself and stands on cameo_run_advance. Pointers to functions of the caller
(interrupts, clocks, threads, devices, arenas that grow) are his to count; frozen programs name the rows that they need.
A cycle of calls is a failure, and so is a frame of no fixed size."""
import glob
import os
import re
import sys

CALLS = ("cameo_model_measure", "cameo_model_create", "cameo_run_create", "cameo_run_begin", "cameo_run_advance", "cameo_run_end")


def read(folder):
    size, calls, bad = {}, {}, []
    for path in glob.glob(os.path.join(folder, "**", "*.ci"), recursive=True):
        with open(path) as f:
            for line in f:
                m = re.match(r'node: \{ title: "([^"]*)" label: "([^"]*)"', line)
                frame = m and re.search(r"\\n(\d+) bytes \(([^)]*)\)", m[2])
                if frame:
                    size[m[1]] = int(frame[1])
                    if frame[2] == "dynamic":
                        bad.append("%s has a frame of no fixed size" % m[1])
                m = re.match(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"', line)
                if m and m[2] != "__indirect_call":
                    calls.setdefault(m[1], set()).add(m[2])
    return size, calls, bad


def short(name):
    return name.split(":")[-1].split(".")[0]


def deepest(start, size, calls, found, bad):
    """(bytes, path) of each function that start reaches, into found."""
    stack = [(start, iter(sorted(calls.get(start, ()))))]
    on_path = [start]
    best = {start: (0, ())}
    while stack:
        name, rest = stack[-1]
        callee = next(rest, None)
        if callee is None:
            stack.pop()
            on_path.pop()
            found[name] = (size.get(name, 0) + best[name][0], (name,) + best[name][1])
            if on_path:
                best[on_path[-1]] = max(best[on_path[-1]], found[name])
        elif callee in on_path:
            cycle = " ".join(sorted(short(f) for f in on_path[on_path.index(callee):]))
            bad.append("a cycle: " + cycle)
        elif callee in found:
            best[name] = max(best[name], found[callee])
        else:
            stack.append((callee, iter(sorted(calls.get(callee, ())))))
            on_path.append(callee)
            best[callee] = (0, ())
    return found[start]


def main():
    size, calls, bad = read(sys.argv[1])
    found = {}
    runs = [f for f in size if re.match(r"cm_\w+_run$", f)]
    for name in CALLS + tuple(runs):
        if name not in size:
            bad.append("no function " + name)
        elif name not in found:
            deepest(name, size, calls, found, bad)
    for name in CALLS + tuple(sorted((f for f in runs if f in found), key=lambda f: -found[f][0])[:10]):
        if name in found:
            print("%6d bytes  %-22s %s" % (found[name][0], name, " ".join("%s:%d" % (short(f), size.get(f, 0)) for f in found[name][1] if size.get(f, 0) >= 200)))
    for what in sorted(set(bad)):
        print("FAIL " + what)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
