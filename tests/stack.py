#!/usr/bin/env python3
"""The deepest stack of public calls on a Cortex-M, from what gcc -fcallgraph-info=su wrote: stack.py FOLDER

Direct calls are edges of the graph. A call through a pointer has no target there, but its place in the source: from the text
at that place follow the functions that it can reach (TARGETS), a slot's portable variant, say. Pointers to functions of the caller
(CALLERS) are his to count.

Rows are those of the kernel table as it is for this target, less those that name processor features, which it has none of. Runs
have no graph and no table of expressions (ir/infer/dim.h: NULL at run), so that algebra and demands are left out of their paths;
that they never make one is checked. Devices and operators of the caller are his.

A failure is a bound that is exceeded, a cycle of calls, a frame of no fixed size, a pointer without a known target."""
import glob
import os
import re
import sys

# Most bytes that each call may need, as gcc 12.2 compiles it with -Os.
MOST = {"cameo_model_measure": 3856, "cameo_model_create": 4072, "cameo_run_create": 664, "cameo_run_begin": 1032,
        "cameo_run_advance": 1912, "cameo_run_end": 500}

# What the caller of the library gives, and what only packing is told. exec_work is handed to his threads, which have stacks of their own.
# What runs of devices call reaches the provider's; weights that a run packs are the host helper's alone.
CALLERS = re.compile(r"CM_LOG\(|->clock_ns\(|interrupt\.fn\(|->external\(|threads->parallel\(|->is_awake\(|->more\(|user->(?:shape|cost)\("
                     r"|options->log\(|(?:p|provider|d)->(?:alloc|free|upload|download|run|poll|cancel)\(|^(?:z->)?spent\("
                     r"|devices->calls->\w+\(|row_pack->pack\(&k|ir->(?:spent|touch)\(")

# Text of a call: pattern of the names that it can reach; \1 is what the text's group says. In capitals: lists of Pointers.
TARGETS = (
    (r"CM_PRIM\([^,]+, (\w+)\)", r"cm_\1_\w+"),
    (r"CM_STAGE\([^,]+, (\w+)\)", r"cm_stage_\1_portable"),
    (r"CM_LOOP\([^,]+, (\w+)\)", r"cm_loop_\1_portable"),
    (r"^CAST_HALF\((\w+),", r"cm_loop_f32_\1_portable"),
    (r"^CAST_LOOP\((\w+),", r"cm_loop_\1_portable"),
    (r"^loop\(", r"cm_loop_\w+_portable"),
    (r"^(max|min)\(&", r"cm_loop_\1_\w+_portable"),
    (r"^UNARY_NEG_RUN\(", r"cm_loop_sub_\d+_portable"),
    (r"^p->fill\(p\)", r"affine_fill"),
    (r"^stage\(|prims->stage\[|^g->stage\(|^stage_run_find\(", r"cm_stage_\w+_portable"),
    (r"services->(\w+)\(", r"services_\1"),
    (r"dyn->take\(", r"cm_run_take_boxed"),
    (r"dyn->(give_\w+)\(", r"cm_run_\1"),
    (r"dyn->heap_init\(", r"cm_heap_init"),
    (r"dyn->(\w+)\(", r"dynamic_\1"),
    (r"->run\(&w->k", r"ROWS"),
    (r"->setup\(", r"SETUPS"),
    (r"op->shape\(", r"\w+_shape(_\w+)?"),
    (r"op->cost\(", r"(?!cm_dynamic_)\w+_cost"),
    (r"->piece\(", r"PIECES"),
    (r"g->pack_[ab]\(", r"convtranspose_gather|cm_im2col_f32|matmul_view_pack|nbits_pack_[ab]"),
    (r"^pack\(|^fill\(", r"cm_gemm_f32_pack_portable"),
    (r"job->isa->store\(", r"cm_gemm_f32_store_portable"),
    (r"^isa->panel\(&p\)", r"gemm_f64_panel"),
    (r"^isa->(sum|dot)\(&v\)", r"gemm_f64_\1"),
    (r"^isa->end\(g,", r"gemm_f64_end_panel"),
    (r"^isa->transpose\(b,", r"cm_transpose_64_portable"),
    (r"^(?:job->)?isa->tile\((?:job->)?[gt]\b|^isa->tile\(g", r"gemm_tile_portable"),
    (r"job->isa->(gemv_[nt])\[elem\]\(", r"gemm_\1_portable"),
    (r"^isa->(pack_b|tile)\(&", r"gemm_i8_\1"),
    (r"s->gather\(", r"cm_im2col_i8"),
    (r"^cells\[half\]\(", r"(lstm|gru|rnn_op)_cell_\w+"),
    (r"^block\(", r"softmax_\w*block_\w+"),
    (r"^store\(", r"qlinearconv_store_\w+"),
    (r"^w->fn\(", r"binary_(?!shape|parse|elem)\w+|where_row_\w+"),
    (r"^fn\(&block\)", r"binary_\w+_f32"),
    (r"^fn\(s, x, n\)", r"(binary|variadic|where)_elem\w*"),
    (r"^op\(s->dims, d\)", r"unary_dim_\w+"),
    (r"^b->fill\(", r"cm_gemm_f32_pack_portable"),
    (r"^rows\(f,", r"tree_rows_\w+"),
    (r"^row\(\(const uint8_t", r"argmax_row_[fiu]\d+"),
    (r"^f->(rows|columns)\(", r"reduce_(slot_|f64_)?\1_\w+"),
    (r"^f->fold\(", r"reduce_(slot_|f64_)?rows_(?!\w*(_half|exps))\w+"),
    (r"^f->(clear|finish)\(", r"reduce_\1_\w+"),
    (r"^fn\(k, acc \+ r", r"reduce_(slot_rows_(?!exps)\w+|rows_(?!exps)\w+_f32)"),
    (r"^fn\(k, acc, piece, 1,", r"reduce_(slot_columns_(?!exps)\w+|columns_(?!exps)\w+_f32)"),
    (r"^fn\(k, result, acc,", r"reduce_finish_(widened|\w+_f64)"),
    (r"^REDUCE_SLOT_KINDS\(", r"cm_reduce_(rows|columns)_f(32|64)_portable"),
    (r"^o->op\(", r"reduce_dim_\w+"),
    (r"^fn\(k, at, p\)", r"(de)?quantize_piece_\w+"),
    (r"^(DE)?QUANTIZE_LEAF\(", r"cm_(de)?quantize_\w+_portable"),
    (r"^NORMALIZE_USE_ROW\(", r"cm_norm_row_f32_portable"),
    (r"^row\(&d", r"cm_depthwise_portable"),
    (r"^fn\(src, t->col_src", r"cm_transpose_\d+_portable"),
    (r"t->fn(_8)?\(\(const", r"cm_taps_\w+_portable"),
)


def read(folder):
    """Bytes of frames, direct calls, places of calls through pointers, complaints."""
    size, calls, places, bad = {}, {}, {}, []
    for path in glob.glob(os.path.join(folder, "**", "*.ci"), recursive=True):
        with open(path) as f:
            for line in f:
                m = re.match(r'node: \{ title: "([^"]*)" label: "([^"]*)"', line)
                frame = m and re.search(r"\\n(\d+) bytes \(([^)]*)\)", m[2])
                if frame:
                    size[m[1]] = int(frame[1])
                    if frame[2] == "dynamic":
                        bad.append("%s has a frame of no fixed size" % m[1])
                m = re.match(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")?', line)
                if m and m[2] != "__indirect_call":
                    calls.setdefault(m[1], set()).add(m[2])
                elif m:
                    places.setdefault(m[1], set()).add(m[3])
    return size, calls, places, bad


def short(name):
    return name.split(":")[-1].split(".")[0]


class Pointers:
    """What calls through pointers reach."""

    def __init__(self, folder, size):
        self.folder, self.text, self.by_name = folder, {}, {}
        for f in size:
            self.by_name.setdefault(short(f), set()).add(f)
        self.pieces = set()
        for path in glob.glob("kernels/*.c"):
            with open(path) as f:
                self.pieces |= set(re.findall(r"cm_str (\w+)\(const void \*\w+, size_t \w+, uint32_t \w+\)", f.read()))
        self.rows, self.setups = self.table()

    def table(self):
        """Functions of the rows without features, from the preprocessed kernel table: run, setup."""
        with open(os.path.join(self.folder, "rows.i")) as f:
            text = re.sub(r"\s+", " ", re.sub(r"^#.*", "", f.read(), flags=re.M))
        text = re.sub(r"&\(const cm_row_pack\) ?\{[^{}]*\}", "pack", text)
        rows, setups = set(), set()
        for row in re.findall(r"\{ ?CM_OP_\w+ ?,([^{}]*)\}", text):
            field = [x.strip() for x in row.split(",")]
            if len(field) > 7 and field[4] == "0" and re.fullmatch(r"cm_\w+_run", field[7]):
                rows.add(field[7])
                setups.add(field[6])
        return rows, setups

    def source(self, place):
        path, line, column = place.rsplit(":", 2)
        if path not in self.text:
            with open(path) as f:
                self.text[path] = f.read().split("\n")
        lines = self.text[path]
        return (lines[int(line) - 1][int(column) - 1:] + " " + " ".join(s.strip() for s in lines[int(line):int(line) + 2]))

    def reached(self, place):
        text = self.source(place)
        if CALLERS.search(text[:160]):
            return set()
        for pattern, want in TARGETS:
            m = re.search(pattern, text[:100])
            if not m:
                continue
            if want in ("PIECES", "ROWS", "SETUPS"):
                names = {"PIECES": self.pieces, "ROWS": self.rows, "SETUPS": self.setups}[want]
                return {f for n in names for f in self.by_name.get(n, ())}
            want = re.compile(want.replace(r"\1", m[1] or "" if m.groups() else ""))
            return {f for n, all_of in self.by_name.items() if want.fullmatch(n) for f in all_of}
        return set()


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


def reach(start, calls):
    seen, todo = set(), list(start)
    while todo:
        f = todo.pop()
        if f not in seen:
            seen.add(f)
            todo += calls.get(f, ())
    return seen


def main():
    folder = sys.argv[1]
    size, calls, places, bad = read(folder)
    bad += ["no function " + f for f in MOST if f not in size]
    pointers = Pointers(folder, size)
    # Resolve what the calls reach, round by round, since what pointers reach calls pointers.
    todo, done = set(MOST), set()
    while todo:
        for f in todo:
            for place in places.get(f, ()):
                targets = pointers.reached(place)
                if not targets and not CALLERS.search(pointers.source(place)[:160]):
                    bad.append("%s calls a pointer without a known target: %s" % (short(f), place))
                calls.setdefault(f, set()).update(targets - {f})
        done |= todo
        todo = reach(MOST, calls) - done
    runs = [f for f in MOST if f.startswith("cameo_run")]
    if "cm_dims_new" in reach(runs, calls):
        bad.append("a run makes a table of expressions")
    found = {}
    numbers = {f: [t for t in to if not t.startswith(("cm_dims_", "cm_demand_"))] for f, to in calls.items()}
    for name in MOST:
        if name in size and name not in found:
            deepest(name, size, numbers if name in runs else calls, found, bad)
    rows = sorted((f for f in pointers.rows if f in found), key=lambda f: -found[f][0])
    for name in list(MOST) + rows[:10]:
        if name in found:
            print("%6d bytes  %-22s %s" % (found[name][0], name, " ".join("%s:%d" % (short(f), size.get(f, 0))
                                                                          for f in found[name][1] if size.get(f, 0) >= 100)))
            if found[name][0] > MOST.get(name, found[name][0]):
                bad.append("%s needs %d bytes, want at most %d" % (name, found[name][0], MOST[name]))
    print("%d rows" % len(rows))
    for what in sorted(set(bad)):
        print("FAIL " + what)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
