"""What the command draws and shows beside models: plans, profiles, comparisons; what a terminal sees.

    seen_check.py CAMEO FOLDER

A line "ok" or "FAIL" for each check. Only Python's own library."""
import json
import os
import pty
import re
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

cameo, folder = sys.argv[1:3]
digits = "examples/digits/digits.onnx"
SVG = "{http://www.w3.org/2000/svg}"
HTML = "{http://www.w3.org/1999/xhtml}"


def check(what, good, said=""):
    print(("ok " if good else "FAIL ") + what + ("" if good else ": %.400s" % " ".join(str(said).split())))


def at(name):
    return os.path.join(folder, name)


def run(*args):
    return subprocess.run([cameo, *args], stdout=subprocess.PIPE, check=True, timeout=300).stdout.decode()


# ---- plan ----

said = run("plan", digits, "--dim", "batch=3", "--json", "--svg", at("plan.svg"))
plan = json.loads(said)
boxes = [e for e in ElementTree.parse(at("plan.svg")).getroot().iter(SVG + "rect") if e.get("class") == "buffer"]
check("plan --svg has each buffer", len(boxes) == len(plan["buffers"]) > 3, said)
rows = [line.split() for line in run("plan", digits, "--dim", "batch=3", "--all").split("(the end)\n")[1].splitlines()]
check("plan --json is the text", sorted((int(r[0]), int(r[1])) for r in rows) ==
      sorted((b["offset"], b["bytes"]) for b in plan["buffers"]), said)
live = [sum(b["bytes"] for b in plan["buffers"] if b["begin"] <= k <= b["end"]) for k in range(plan["steps"] + 1)]
check("plan --json: the most in use at one step", max(live) == plan["bound_bytes"], said)
scale = 560 / plan["activation_bytes"]
drawn = sorted((round(float(e.get("y")) + float(e.get("height")), 1), round(float(e.get("height")), 1)) for e in boxes)
check("plan --svg is to scale", drawn == sorted(
    (round(560 - b["offset"] * scale, 1), round(b["bytes"] * scale, 1)) for b in plan["buffers"]), drawn)

# ---- profile ----

profile = json.loads(run("profile", digits, "--dim", "batch=3", "--runs", "2", "--threads", "2", "--json", "--html",
                         at("profile.html")))
page = ElementTree.parse(at("profile.html")).getroot()
tables = [[[c.text or "" for c in row] for row in t.find(HTML + "tbody")] for t in page.iter(HTML + "table")]
check("profile --html has each operator", [r[7] for r in tables[0]] == [o["op"] for o in profile["operators"]], tables)
steps = list(zip(tables[1], profile["nodes"]))
check("profile --html has each step", [(r[7], r[8]) for r, n in steps] == [(n["op"], n["node"]) for r, n in steps] and
      # The page has four decimals and the file six, each rounded from the time itself.
      all(abs(float(r[0]) - n["ms"]) <= 0.00005 + 0.0000006 for r, n in steps), tables)
check("profile --html draws the last run", len(list(page.iter(SVG + "rect"))) >= len(profile["nodes"]))
with open(at("profile.json"), "w") as f:
    json.dump(profile, f)
run("graph", digits, "-o", at("time.svg"), "--profile", at("profile.json"))
times = {}
for i in ElementTree.parse(at("time.svg")).getroot().iter(SVG + "g"):
    if i.get("class").startswith("i node"):
        told = i.find(SVG + "title").text
        shade = re.search(r" t(\d)", i.get("class"))
        times[told.split("\n")[1]] = (float((re.findall(r"([\d.]+) ms", told) or [0])[0]), int(shade.group(1)))
slowest = profile["nodes"][0]
check("graph --profile tells times", all(abs(times[n["node"]][0] - n["ms"]) < 1e-4 for n in profile["nodes"]), times)
check("graph --profile: the slowest is the darkest", times[slowest["node"]][1] == 9 == max(t[1] for t in times.values()),
      times)

# ---- bench --compare ----


def measured(name, median, spread, runs=100):
    with open(at(name), "w") as f:
        json.dump({"model": "a\u001b\"b", "median_ms": median, "p25_ms": median - spread / 2, "runs": runs,
                   "p75_ms": median + spread / 2, "run_bytes": 1000 * median, "rewrites": {"dead": 3}}, f)


for what, median, spread, want in (("slower", 2.2, 0.1, "slower"), ("faster", 1.8, 0.1, "faster"),
                                   ("within noise", 2.2, 1.0, "within noise"), ("the same", 2.0, 0.0, "within noise")):
    measured("a.json", 2.0, spread)
    measured("b.json", median, spread)
    said = run("bench", "--compare", at("a.json"), at("b.json"))
    line = next(x for x in said.splitlines() if x.startswith("median_ms"))
    noise = 1.57 * (spread / 2.0 + spread / median) / 10
    check("bench --compare: " + what, line.split()[3] == "%.3f" % (median / 2) and line.endswith(want) and
          line.split()[5] == "%.3f" % noise and "\x1b" not in said, said)
for name in ("c.json", "d.json"):
    with open(at(name), "w") as f:
        f.write(run("bench", digits, "--json", "--runs", "50"))
figures = json.load(open(at("c.json")))
check("bench --json has quartiles", figures["min_ms"] <= figures["p25_ms"] <= figures["median_ms"] <= figures["p75_ms"],
      figures)
said = run("bench", "--compare", at("c.json"), at("d.json"))
check("bench --compare has each figure", all(k in said for k, v in figures.items() if not isinstance(v, (str, dict))), said)

# ---- terminals ----


def terminal(*args, **env):
    """What the command writes where both of its outputs are a terminal."""
    ours, theirs = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    p = subprocess.Popen([cameo, *args], stdout=theirs, stderr=theirs, env={**clean, "TERM": "xterm", **env})
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):
            said += piece
    except OSError:  # the other end is closed
        pass
    p.wait()
    os.close(ours)
    return said.decode()


bench = ("bench", digits, "--dim", "batch=2000", "--seconds", "1.4")
said = terminal(*bench)
check("bench shows its progress on a terminal", re.search(r"\r%s \d+ %%" % digits, said), said)
check("and wipes it out", "\r\x1b[K" in said and "%" not in said.split("\r\x1b[K")[-1], said)
piped = subprocess.run([cameo, *bench], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout.decode()
check("but not where it is piped", "\r" not in piped and "\x1b" not in piped, piped)
said = terminal("bench", digits, "--runs", "5")
check("nor where it takes less than a second", "\x1b" not in said, said)
said = terminal("run", "/nowhere.onnx")
check("errors are red on a terminal", said.startswith("\x1b[31mcameo:\x1b[0m"), said)
for name, value in (("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "")):
    said = terminal("run", "/nowhere.onnx", **{name: value})
    check(f"but not with {name}={value}", said.startswith("cameo:") and "\x1b" not in said, said)
said = terminal("run", "/nowhere.onnx", NO_COLOR="")
check("an empty NO_COLOR counts for nothing", "\x1b[31m" in said, said)
run("optimize", digits, at("batch.onnx"), "--dim", "batch=2")
said = terminal("diff", digits, at("batch.onnx"))
check("differences have colours", re.search(r"\x1b\[3[123]m[-+~] .*\x1b\[0m", said), said)
