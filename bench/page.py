"""What bench/models.py and bench/operators.py share: rows kept in a file, and sections of docs/BENCHMARKS.md."""
import json
import os
import platform
import re
import subprocess


class Rows:
    """Rows of figures in a JSON file, which is written after each row: a run that is stopped loses nothing."""

    def __init__(self, path, keys):
        self.path, self.keys, self.rows, self.peak = path, keys, [], None
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                stored = json.load(f)
            self.rows, self.peak = stored["rows"], stored["peak"]

    def key(self, row):
        return tuple(row[k] for k in self.keys)

    def has(self, *key):
        return any(self.key(row) == key for row in self.rows)

    def add(self, row):
        self.rows = [r for r in self.rows if self.key(r) != self.key(row)] + [row]
        if self.path:
            with open(self.path + ".part", "w", encoding="utf-8") as f:
                json.dump({"peak": self.peak, "rows": self.rows}, f, indent=1)
            os.replace(self.path + ".part", self.path)


def peak(cameo, threads=1, options=()):
    """What the machine does at best: cameo bench --peak."""
    said = subprocess.run([cameo, "bench", "--peak", "--json", "--threads", str(threads), *options], capture_output=True,
                          text=True, check=True)
    return json.loads(said.stdout)


def machine(figures):
    """A sentence on processor, system, compiler and peaks."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            name = re.search(r"model name\s*: (.*)", f.read()).group(1)
    except (OSError, AttributeError):
        name = platform.processor() or platform.machine()
    compiler = subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True, text=True, check=False)
    compiler = compiler.stdout.splitlines()[0] if compiler.stdout else "cc"
    text = f"{name.strip()}, {os.cpu_count()} processors, {platform.system()}, {compiler} -O2"
    if figures:
        least, most = figures["copy"][-1][1], max(rate for _, rate in figures["copy"])
        text += (f"; one thread: {figures['gflops']:.0f} GFLOP/s of float32 ({figures['isa']}), copies of {least:.0f} GB/s in "
                 f"memory to {most:.0f} GB/s in caches, read and written")
    return text + "."


def as_markdown(head, lines, words):
    """A table; columns whose title is in words are aligned left."""
    rule = ["---" if h in words else "---:" for h in head]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *lines])


def fill(path, section, text):
    """Puts the text between the lines `<!-- section -->` and `<!-- /section -->` of a page."""
    with open(path, encoding="utf-8") as f:
        page = f.read()
    begin, end = f"<!-- {section} -->\n", f"<!-- /{section} -->"
    if begin not in page or end not in page:
        raise SystemExit(f"{path} has no section {section}")
    head, rest = page.split(begin, 1)
    page = head + begin + "\n" + text.strip() + "\n\n" + end + rest.split(end, 1)[1]
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
