/* picture_page.c — pictures in a page of HTML that is one file and asks for nothing else. See picture.h.
 *
 * The page is XML as well. Names of the model stand between tags only, never in the script, which reads them as text; a
 * policy in its head forbids the page to load anything. */
#include <inttypes.h>
#include <string.h>

#include "tools/picture.h"

static const char page_style[] =
    "html,body{height:100%;margin:0}\n"
    "body{display:flex;flex-direction:column;font:13px system-ui,sans-serif;color:#112}\n"
    "header{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:6px 10px;border-bottom:1px solid #bbc}\n"
    "h1{font-size:14px;margin:0}\n"
    "main{flex:1;display:flex;min-height:0}\n"
    ".view{flex:1;display:flex;flex-direction:column;min-width:0;border-right:1px solid #bbc}\n"
    ".view h2{font-size:12px;margin:4px 10px}\n"
    ".view svg{flex:1;width:100%;min-height:0;cursor:grab}\n"
    "main.before .view:nth-child(2),main.after .view:nth-child(1){display:none}\n"
    "aside{width:300px;overflow:auto;padding:8px;box-sizing:border-box}\n"
    "aside pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:11px}\n"
    ".found>rect{stroke:#d00;stroke-width:3}\n"
    ".now>rect{stroke:#d0d;stroke-width:5}\n"
    ".foldable>rect{cursor:pointer}\n"
    ".shut>.graph{display:none}\n"
    ".shut>rect{stroke-width:3}\n";

/* lay computes what picture_layout.c's last step does, after boxes were folded. */
static const char page_script[] =
    "//<![CDATA[\n"
    "'use strict';\n"
    "const $ = (s, e) => Array.from((e || document).querySelectorAll(s));\n"
    "const kids = (e, c) => Array.from(e.children).filter(k => k.classList.contains(c));\n"
    "const nums = s => s ? s.split(' ').map(Number) : [];\n"
    "const at = e => nums(e.getAttribute('transform').slice(10, -1));\n"
    "const move = (e, x, y) => e.setAttribute('transform', `translate(${x} ${y})`);\n"
    "const curve = (x, y, to, below) => `C${x} ${(y + below) / 2} ${to} ${(y + below) / 2} ${to} ${below}`;\n"
    "// Heights of a graph's boxes, then the places of its layers and lines; the graph's new height.\n"
    "function lay(g) {\n"
    "  const ends = nums(g.dataset.l), n = ends.length / 2, high = new Array(n).fill(0), items = kids(g, 'i');\n"
    "  const box = {}, top = [], bottom = [];\n"
    "  for (const i of items) {\n"
    "    const inner = kids(i, 'graph'), b = box[i.dataset.id] = {l: +i.dataset.l, h: +i.dataset.h};\n"
    "    if (inner.length) {\n"
    "      const y = at(inner[0])[1];\n"
    "      b.h = i.classList.contains('shut') ? y : y + 8 + Math.max(...inner.map(lay));\n"
    "    }\n"
    "    high[b.l] = Math.max(high[b.l], b.h + +i.dataset.e);\n"
    "  }\n"
    "  let y = n ? ends[0] : 0;\n"
    "  for (let l = 0; l < n; l++) {\n"
    "    top[l] = y;\n"
    "    bottom[l] = y + high[l];\n"
    "    y = bottom[l] + (l + 1 < n ? ends[2 * l + 2] - ends[2 * l + 1] : 0);\n"
    "  }\n"
    "  for (const i of items) {\n"
    "    const b = box[i.dataset.id];\n"
    "    move(i, at(i)[0], top[b.l]);\n"
    "    kids(i, 'out').forEach(o => move(o, 0, b.h));\n"
    "    $(':scope>rect', i)[0].setAttribute('height', b.h);\n"
    "  }\n"
    "  for (const w of kids(g, 'w')) {\n"
    "    const b = box[w.dataset.f], xs = nums(w.dataset.p);\n"
    "    let d = `M${xs[0]} ${top[b.l] + b.h}V${bottom[b.l]}`;\n"
    "    for (let k = 1, l = b.l + 1; k < xs.length; k++, l++)\n"
    "      d += curve(xs[k - 1], bottom[l - 1], xs[k], top[l]) + `V${bottom[l]}`;\n"
    "    w.setAttribute('d', d);\n"
    "  }\n"
    "  for (const e of kids(g, 'e')) {\n"
    "    const [x, l, to, k] = nums(e.dataset.p);\n"
    "    e.setAttribute('d', `M${x} ${bottom[l]}` + curve(x, bottom[l], to, top[k]) + 'm-3 -6l3 6l3 -6');\n"
    "  }\n"
    "  return y;\n"
    "}\n"
    "const views = $('.view svg');\n"
    "const layAll = () => views.forEach(v => lay($(':scope>.graph', v)[0]));\n"
    "function see(v, x, y, w, h) {\n"
    "  v.see = [x, y, w, h];\n"
    "  v.wide = v.clientWidth;\n"
    "  v.setAttribute('viewBox', v.see.join(' '));\n"
    "}\n"
    "const size = v => $(':scope>.graph', v)[0].getBBox();\n"
    "// In its own size: all of its width, else where its first input stands.\n"
    "function home(v) {\n"
    "  const b = size(v), w = v.clientWidth, first = $('.input', v)[0];\n"
    "  const middle = first ? at(first)[0] + first.getBBox().width / 2 - w / 2 : 0;\n"
    "  const x = Math.max(b.x - 8, Math.min(middle, b.x + b.width + 8 - w));\n"
    "  see(v, w > b.width ? b.x + (b.width - w) / 2 : x, b.y - 8, w, v.clientHeight);\n"
    "}\n"
    "function fit(v) {\n"
    "  const b = size(v), s = Math.max(b.width / v.clientWidth, b.height / v.clientHeight) * 1.02;\n"
    "  const w = v.clientWidth * s, h = v.clientHeight * s;\n"
    "  see(v, b.x + (b.width - w) / 2, b.y + (b.height - h) / 2, w, h);\n"
    "}\n"
    "for (const v of views) {\n"
    "  let from = null, moved = false;\n"
    "  v.addEventListener('wheel', e => {\n"
    "    e.preventDefault();\n"
    "    const [x, y, w, h] = v.see, r = v.getBoundingClientRect(), s = Math.exp(e.deltaY / 500);\n"
    "    const px = (e.clientX - r.left) / r.width, py = (e.clientY - r.top) / r.height;\n"
    "    see(v, x + px * w * (1 - s), y + py * h * (1 - s), w * s, h * s);\n"
    "  }, {passive: false});\n"
    "  v.addEventListener('pointerdown', e => { from = [e.clientX, e.clientY, ...v.see]; moved = false; });\n"
    "  addEventListener('pointerup', () => { from = null; });\n"
    "  v.addEventListener('pointermove', e => {\n"
    "    if (!from) return;\n"
    "    const s = v.see[2] / v.clientWidth, dx = e.clientX - from[0], dy = e.clientY - from[1];\n"
    "    moved = moved || Math.abs(dx) + Math.abs(dy) > 4;\n"
    "    see(v, from[2] - dx * s, from[3] - dy * s, from[4], from[5]);\n"
    "  });\n"
    "  v.addEventListener('click', e => {\n"
    "    const i = e.target.closest('.i'), t = e.target.closest('path') || i;\n"
    "    if (moved || !t) return;\n"
    "    const told = $(':scope>title', t)[0];\n"
    "    if (told) $('#told')[0].textContent = told.textContent;\n"
    "    if (t === i && i.classList.contains('foldable')) { i.classList.toggle('shut'); layAll(); }\n"
    "  });\n"
    "  home(v);\n"
    "  new ResizeObserver(() => {\n"
    "    const s = v.see[2] / v.wide;\n"
    "    if (v.clientWidth && v.wide) see(v, v.see[0], v.see[1], v.clientWidth * s, v.clientHeight * s);\n"
    "  }).observe(v);\n"
    "}\n"
    "// Boxes of the main graph stay open.\n"
    "function foldAll(shut) {\n"
    "  for (const i of $('.foldable')) if (i.dataset.id !== 'f0') i.classList.toggle('shut', shut);\n"
    "  layAll();\n"
    "}\n"
    "let found = [], now = -1;\n"
    "function search(text) {\n"
    "  $('.found').forEach(i => i.classList.remove('found', 'now'));\n"
    "  const shown = i => i.closest('.view').clientWidth && (text = text.toLowerCase()) &&\n"
    "    $(':scope>title', i).some(t => t.textContent.toLowerCase().includes(text));\n"
    "  found = $('.i').filter(shown);\n"
    "  now = -1;\n"
    "  found.forEach(i => i.classList.add('found'));\n"
    "  $('#count')[0].textContent = text ? found.length + ' found' : '';\n"
    "}\n"
    "function next() {\n"
    "  if (!found.length) return;\n"
    "  if (now >= 0) found[now].classList.remove('now');\n"
    "  const i = found[now = (now + 1) % found.length], v = i.closest('svg');\n"
    "  for (let e = i.parentElement; e !== v; e = e.parentElement) e.classList.remove('shut');\n"
    "  layAll();\n"
    "  i.classList.add('now');\n"
    "  const r = i.getBoundingClientRect(), q = v.getBoundingClientRect(), s = v.see[2] / q.width;\n"
    "  see(v, v.see[0] + (r.left + r.width / 2 - q.left - q.width / 2) * s,\n"
    "    v.see[1] + (r.top + r.height / 2 - q.top - q.height / 2) * s, v.see[2], v.see[3]);\n"
    "  $('#told')[0].textContent = $(':scope>title', i)[0].textContent;\n"
    "}\n"
    "$('#search')[0].addEventListener('input', e => search(e.target.value));\n"
    "$('#search')[0].addEventListener('keydown', e => { if (e.key === 'Enter') next(); });\n"
    "$('#fold')[0].addEventListener('click', () => foldAll(true));\n"
    "$('#unfold')[0].addEventListener('click', () => foldAll(false));\n"
    "$('#fit')[0].addEventListener('click', () => views.filter(v => v.clientWidth).forEach(fit));\n"
    "$('#home')[0].addEventListener('click', () => views.filter(v => v.clientWidth).forEach(home));\n"
    "$('#colour')[0].addEventListener('change', e => views.forEach(v =>\n"
    "  v.setAttribute('class', 'picture by-' + e.target.value)));\n"
    "$('#which')[0].addEventListener('change', e => {\n"
    "  $('main')[0].className = e.target.value;\n"
    "  views.filter(v => v.clientWidth).forEach(home);\n"
    "});\n"
    "//]]>\n";

static void page_choice(FILE *f, const char *value, const char *text, bool chosen) {
    fprintf(f, "<option value=\"%s\"%s>%s</option>", value, chosen ? " selected=\"selected\"" : "", text);
}

static void page_head(const picture *p, bool both, const char *name, picture_colour colour, FILE *f) {
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n<title>",
          f);
    picture_write_text(f, name);
    fprintf(f, "</title><style>\n%s%s</style></head>\n<body><header><h1>", picture_style, page_style);
    picture_write_text(f, name);
    fputs("</h1>\n<label>search <input id=\"search\" placeholder=\"operator, name, shape; Enter: next\" size=\"30\"/>"
          "</label><span id=\"count\"></span>\n<label>show <select id=\"which\">",
          f);
    page_choice(f, "before", "before optimising", !both);
    if (both) page_choice(f, "after", "after", false);
    if (both) page_choice(f, "both", "before and after", true);
    fputs("</select></label>\n<label>colour by <select id=\"colour\">", f);
    for (picture_colour c = PICTURE_BY_OPERATOR; c <= PICTURE_BY_BYTES; c++) {
        if (c == PICTURE_BY_PROVIDER && p->facts->n_providers == 0) continue;
        if (c == PICTURE_BY_TIME && p->facts->most_ms <= 0) continue;
        page_choice(f, picture_colours[c], picture_colours[c], c == colour);
    }
    fputs("</select></label>\n<button id=\"fold\">fold all</button><button id=\"unfold\">unfold all</button>"
          "<button id=\"fit\">whole</button><button id=\"home\">1:1</button></header>\n",
          f);
}

static void page_view(const picture *p, const char *what, picture_colour colour, FILE *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_items; i++) n += p->items[i].kind == PICTURE_NODE;
    fprintf(f, "<div class=\"view\"><h2>%s: %" PRIu32 " nodes</h2>\n", what, n);
    picture_write_svg(p, colour, false, f);
    fputs("</div>\n", f);
}

void picture_write_page(const picture *before, const picture *after, const char *why, const char *name,
                        picture_colour colour, FILE *f) {
    page_head(before, after != NULL, name, colour, f);
    fprintf(f, "<main class=\"%s\">", after != NULL ? "both" : "before");
    page_view(before, "before", colour, f);
    if (after != NULL) page_view(after, "after", colour, f);
    fputs("<aside>Click a box or a line to see all of it; drag to move, turn the wheel to zoom. A box with a graph in "
          "it folds.",
          f);
    if (after == NULL) {
        fputs("<p>There is no picture after optimising: ", f);
        picture_write_text(f, why);
        fputs("</p>", f);
    }
    if (before->facts->most_ms > 0) fprintf(f, "<p>The most time at one name: %.4f ms</p>", before->facts->most_ms);
    fprintf(f, "<p>The most bytes of one node: %" PRIu64 "</p>", before->most_bytes);
    if (before->facts->n_providers != 0) {
        fputs("<ul>", f);
        for (uint32_t i = 0; i < before->facts->n_providers; i++) {
            fputs("<li>", f);
            picture_write_text(f, before->facts->providers[i]);
            fputs("</li>", f);
        }
        fputs("</ul>", f);
    }
    fprintf(f, "<pre id=\"told\"></pre></aside></main>\n<script>\n%s</script></body></html>\n", page_script);
}
