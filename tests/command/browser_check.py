"""Pages of `cameo graph` in a browser: whether texts fit their boxes, folding, searching, views, colours.

    browser_check.py CAMEO CHROMIUM FOLDER

A script behind the page's own clicks what a reader would and writes what it finds into the document, which the browser dumps;
then a screenshot is taken. A line "ok" or "FAIL" for each check."""
import html
import json
import os
import re
import struct
import subprocess
import sys
import zlib

cameo, chromium, folder = sys.argv[1:4]
WIDTH, HEIGHT = 1500, 1000
PROBE = """
const probe = report => {
const shown = document.querySelectorAll('.view svg');
const places = () => Array.from(document.querySelectorAll('.i')).map(i => {
  const r = i.getBoundingClientRect();
  return [i.dataset.id, +i.querySelector('rect').getAttribute('height'), ...at(i)];
});
const pick = (s, v) => { $(s)[0].value = v; $(s)[0].dispatchEvent(new Event('change')); };
const far = (a, b) => Math.max(...a.map((x, i) => Math.max(...x.slice(1).map((n, k) => Math.abs(n - b[i][k + 1])))));
report.nodes = Array.from(shown).map(v => v.querySelectorAll('.node').length);
report.texts = 0;
report.wide = [];
for (const i of document.querySelectorAll('.i')) {
  const w = +i.querySelector(':scope>rect').getAttribute('width');
  for (const t of i.querySelectorAll(':scope>text')) {
    report.texts++;
    if (t.getBBox().x + t.getBBox().width > w) report.wide.push([t.textContent, t.getBBox().width, w]);
  }
}
report.clipped = [];
for (const v of shown) {
  const first = v.querySelector('.input').getBoundingClientRect(), r = v.getBoundingClientRect();
  if (first.left < r.left || first.right > r.right || first.top < r.top || first.bottom > r.bottom)
    report.clipped.push([first.left, first.top, r.left, r.top]);
  report.scale = v.clientWidth / v.viewBox.baseVal.width;
}
const before = places();
const whole = size(shown[0]).height;
layAll();
report.again = far(before, places());
$('#fold')[0].click();
report.shut = document.querySelectorAll('.shut').length;
report.foldable = document.querySelectorAll('.foldable').length - shown.length;
report.folded = size(shown[0]).height / whole;
report.hidden = Array.from(document.querySelectorAll('.shut .i')).every(i => i.getBoundingClientRect().width === 0);
$('#unfold')[0].click();
report.unfolded = far(before, places());
$('#search')[0].value = 'SIGMOID';
$('#search')[0].dispatchEvent(new Event('input'));
report.found = document.querySelectorAll('.found').length;
report.count = $('#count')[0].textContent;
$('#fold')[0].click();
for (let k = 0; k < 40; k++) $('#search')[0].dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
const now = document.querySelectorAll('.now');
const seen = now[0].getBoundingClientRect(), around = now[0].closest('.view').getBoundingClientRect();
report.now = now.length;
report.inView = seen.width > 0 && seen.left >= around.left && seen.right <= around.right && seen.top >= around.top &&
  seen.bottom <= around.bottom;
report.told = $('#told')[0].textContent;
$('#unfold')[0].click();
pick('#colour', 'bytes');
report.colours = new Set(Array.from(shown[0].querySelectorAll('.node:not(.foldable)>rect')).map(
  r => getComputedStyle(r).fill)).size;
pick('#which', 'after');
report.views = Array.from(document.querySelectorAll('.view')).map(v => v.clientWidth > 0);
pick('#which', 'both');
$('#fit')[0].click();
report.fits = Array.from(shown).every(v => {
  const b = v.querySelector('.frame').getBoundingClientRect(), r = v.getBoundingClientRect();
  return b.top >= r.top - 1 && b.bottom <= r.bottom + 1 && b.left >= r.left - 1 && b.right <= r.right + 1;
});
$('#home')[0].click();
};
const report = {};
try {
  probe(report);
} catch (e) {
  report.error = String(e);
}
const pre = document.createElement('pre');
pre.id = 'report';
pre.textContent = JSON.stringify(report);
document.body.append(pre);
"""


def check(what, good, said=""):
    print(("ok " if good else "FAIL ") + what + ("" if good else ": %.400s" % " ".join(str(said).split())))


def browse(path, *options):
    return subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=20000",
         "--user-data-dir=" + os.path.join(folder, "chromium"), "--window-size=%d,%d" % (WIDTH, HEIGHT), *options,
         "file://" + os.path.abspath(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
        timeout=900).stdout.decode()


def pixels(path):
    """Width, height, and how many bytes of a screenshot's lines differ from white: RGB or RGBA, 8 bits."""
    data = open(path, "rb").read()
    width, height = struct.unpack(">II", data[16:24])
    packed = b"".join(data[m + 4:m + 4 + struct.unpack(">I", data[m - 4:m])[0]] for m in
                      (x.start() for x in re.finditer(b"IDAT", data)))
    lines = zlib.decompress(packed)
    return width, height, len(lines) - lines.count(b"\0") - lines.count(b"\xff")


def check_page(name, model, nodes, sigmoids):
    page = os.path.join(folder, name + ".html")
    subprocess.run([cameo, "graph", model, "-o", page, "--log", "none"], check=True)
    text = open(page, encoding="utf-8").read()
    probed = os.path.join(folder, name + "_probed.html")
    with open(probed, "w", encoding="utf-8") as f:
        f.write(text.replace("//]]>", PROBE + "//]]>"))
    found = re.search(r'<pre id="report">(.*?)</pre>', browse(probed, "--dump-dom"), re.S)
    if not found:
        check(name + ": the page's script comes to its end", False)
        return
    r = json.loads(html.unescape(found.group(1)))
    print("NOTE", name, {k: v for k, v in r.items() if k != "told"})
    if "error" in r:
        check(name + ": the page's script has no error", False, r["error"])
        return
    check(name + ": every node is there", r["nodes"][0] == nodes and 0 < r["nodes"][1] <= nodes, r["nodes"])
    check(name + ": texts fit their boxes", r["texts"] > 2 * nodes and not r["wide"], r["wide"])
    check(name + ": it begins at the first input, in its own size", not r["clipped"] and abs(r["scale"] - 1) < 0.01, r["clipped"])
    check(name + ": the page lays out as the command does", r["again"] < 1.5, r["again"])
    check(name + ": all boxes with graphs fold", r["shut"] == r["foldable"] and r["hidden"], (r["shut"], r["foldable"]))
    check(name + ": folded it is smaller", r["folded"] < 1 or r["foldable"] == 0, r["folded"])
    check(name + ": unfolded it is as before", r["unfolded"] < 1.5, r["unfolded"])
    check(name + ": what is searched is found", r["found"] == sum(sigmoids) and r["count"] == "%d found" % r["found"], r["found"])
    check(name + ": and shown", r["now"] == 1 and r["inView"] and "Sigmoid" in r["told"], (r["now"], r["inView"]))
    check(name + ": shades of bytes", r["colours"] > 1, r["colours"])
    check(name + ": one view alone", r["views"] == [False, True], r["views"])
    check(name + ": the whole fits", r["fits"])
    shot = os.path.join(folder, name + ".png")
    browse(page, "--screenshot=" + shot)
    width, height, ink = pixels(shot)
    check(name + ": a screenshot", (width, height) == (WIDTH, HEIGHT) and ink > 50000, (width, height, ink))


def main():
    import onnx
    sys.argv = ["", cameo, folder]
    import graph_check
    model = os.path.join(folder, "thousand.onnx")
    made = graph_check.thousand()
    onnx.save(made, model)
    smaller = os.path.join(folder, "smaller.onnx")
    subprocess.run([cameo, "optimize", model, smaller, "--log", "none"], check=True, stdout=subprocess.DEVNULL)
    nodes = [n for part in (made.graph, *made.functions) for n in graph_check.all_nodes(part.node)]
    after = list(graph_check.all_nodes(onnx.load(smaller).graph.node))
    sigmoids = [sum(n.op_type == "Sigmoid" for n in part) for part in (nodes, after)]
    check_page("thousand", model, len(nodes), sigmoids)


main()
