#!/usr/bin/env python3
"""Branches and conditions (MC/DC) of the library that were shown, from what `llvm-cov export` writes.

usage: mcdc.py [--open WORD | --closed FOLDERS] ROOT EXPORT    ROOT: the folder that the sources' paths begin with;
    EXPORT: a file, or -
Prints a table by folder: branches, conditions, and how many of those that nothing showed have a reason beside the code,
then these reasons. With --open it prints instead the branches (2T: condition 2 true) and the conditions of files whose
path contains WORD that nothing showed and that have no reason. With --closed it counts these folders alone (base,pb), and
prints and fails for what they have open, and for reasons that are no longer true: of what was shown, or of no condition.
Assertions (CM_ASSERT, and files *_verify.c) are not counted: none may fail.

A branch is one of the two ways out of a condition. A condition of a decision with several is shown where two cases
differ in it alone, of those that were evaluated, and in what comes of the decision. A macro's conditions count for each
place that uses it.

A reason is a comment that begins with "Unshown" and the numbers of the conditions, in the lines before the decision's
first one or behind code in that line:

    /* Unshown 2: a list of inputs is never longer than 2^32 rows. */
    if (n == 0 || n > UINT32_MAX) ...

It covers the branches of these conditions, too. Of a decision with one condition the number is 1; CM_CHECK has that one
around its condition. "Seldom shown" instead of "Unshown" is a reason that stays true where chance shows the condition. For a
file of which nothing can be shown on one machine, "/* Unshown in this file: reason */" stands in it.
"""
import json
import os
import re
import sys

BRANCH, MCDC_BRANCH = 4, 6  # kinds of llvm's regions
EXPANSION = 1
UNSHOWN = re.compile(r"/\* (Unshown|Seldom shown) (in this file|([0-9, ]+)): ")
ASSERTED = re.compile(r"(default: )?CM_ASSERT\(")
FOLDERS = ("base", "pb", "ir", "kernels", "providers", "runtime")


class Decision:
    """One place: the ways out of its conditions that were taken; which conditions were shown (None: there is only one)."""

    def __init__(self, n):
        self.taken = [[False, False] for _ in range(n)]
        self.shown = None
        self.function = ""


def place_of(function, file_id, line, column):
    """Where a region is in the file that the function stands in: the place of the outermost macro around it."""
    places = [(line, column)]
    while file_id != 0:
        r = function["around"].get(file_id)
        if r is None:
            return None
        line, column, file_id = r[0], r[1], r[5]
        places.append((line, column))
    return tuple(reversed(places))


def read_function(f, decisions):
    f["around"] = {r[6]: r for r in f["regions"] if r[7] == EXPANSION}
    path = f["filenames"][0]
    branches = f["branches"]  # of [line, column, end line, end column, true, false, file, -, kind]
    left = {}  # MC/DC branches by file, in order
    for b in branches:
        if b[8] == MCDC_BRANCH:
            left.setdefault(b[6], []).append(b)

    def add(places, bs, shown):
        key = (path, places)
        d = decisions.setdefault(key, Decision(len(bs)))
        d.function = f["name"].split(":")[-1]
        for i, b in enumerate(bs):
            if i < len(d.taken):
                d.taken[i][0] |= b[4] != 0
                d.taken[i][1] |= b[5] != 0
        if shown is not None:
            d.shown = [a or b for a, b in zip(d.shown or [False] * len(shown), shown)]

    for b in branches:
        if b[8] == BRANCH:
            at = place_of(f, b[6], b[0], b[1])
            if at is not None:
                add(at, [b], None)
    for m in f.get("mcdc_records", []):
        begin, end, conditions = (m[0], m[1]), (m[2], m[3]), m[-1]
        for file_id in sorted(left):
            inside = [b for b in left[file_id] if begin <= (b[0], b[1]) and (b[2], b[3]) <= end]
            if inside:
                break
        else:
            continue
        bs = inside[:len(conditions)]
        # Conditions that are macros themselves lie in other files.
        for other in sorted(left):
            while len(bs) < len(conditions) and other > file_id and left[other]:
                bs.append(left[other].pop(0))
        left[file_id] = [b for b in left[file_id] if b not in bs]
        at = place_of(f, file_id, m[0], m[1])
        if at is not None:
            add(at, bs, conditions)


class Reason:
    """A comment: the lines of decisions that it covers, its numbers (None: all of the file), whether it excused anything."""

    def __init__(self, line, covers, numbers, seldom, text):
        self.line, self.covers, self.numbers, self.text = line, covers, numbers, text
        self.used = {n: seldom for n in numbers or [0]}

    def excuses(self, line, number):
        return self.numbers is None or (line in self.covers and number in self.numbers)


class Source:
    """A file: its lines, and the reasons in it."""

    def __init__(self, path):
        self.lines = open(path).read().split("\n")
        self.reasons = []
        for i, line in enumerate(self.lines):
            m = UNSHOWN.search(line)
            if m:
                end = i
                while "*/" not in self.lines[end]:
                    end += 1
                text = " ".join(x.strip() for x in self.lines[i:end + 1])
                text = text[text.index("/*"):]
                covers = range(i + 1, end + 2) if line[:m.start()].strip() else range(end + 2, end + 3)
                numbers = None if m.group(3) is None else {int(n) for n in m.group(3).replace(",", " ").split()}
                self.reasons.append(Reason(i + 1, covers, numbers, m.group(1) != "Unshown", text[:text.index("*/") + 2]))

    def excuses(self, line, number):
        """A reason for what was not shown."""
        found = [r for r in self.reasons if r.excuses(line, number)]
        for r in found:
            r.used[0 if r.numbers is None else number] = True
        return bool(found)


def main(args):
    word, folders, closed = None, FOLDERS, args[0] == "--closed"
    if args[0] == "--open":
        word = args[1]
    elif closed:
        folders = args[1].split(",")
    root, name = args[-2:]
    data = json.load(sys.stdin if name == "-" else open(name))["data"][0]
    decisions, sources, table, listed = {}, {}, {}, []
    for f in data["functions"]:
        read_function(f, decisions)
    for (path, places), d in sorted(decisions.items()):
        path = os.path.relpath(path, root)
        if not path.startswith(tuple(f + "/" for f in folders)) or path.endswith("_verify.c"):
            continue
        if path not in sources:
            sources[path] = Source(os.path.join(root, path))
        source = sources[path]
        line, column = places[0]
        text = source.lines[line - 1]
        if ASSERTED.match(text[column - 1:]):
            continue
        row = table.setdefault(os.path.dirname(path), [0] * 6)
        open_branches, open_conditions = [], []
        for n, ways in enumerate(d.taken, 1):
            row[0] += 2
            row[1] += sum(ways)
            left = [f"{n}{way}" for way, taken in zip("TF", ways) if not taken]
            if left and source.excuses(line, n):
                row[2] += len(left)
            else:
                open_branches += left
        for n, shown in enumerate(d.shown or [], 1):
            row[3] += 1
            row[4] += shown
            if not shown and source.excuses(line, n):
                row[5] += 1
            elif not shown:
                open_conditions.append(str(n))
        if (closed or word is not None and word in path) and (open_branches or open_conditions):
            listed.append(f"{path}:{line}: {d.function}: branches {','.join(open_branches) or '-'}, conditions "
                          f"{','.join(open_conditions) or '-'}: {text.strip()}")
    if word is not None:
        print("\n".join(listed))
        return
    share = lambda a, b: f"{100 * a / b:6.2f}%" if b else "      -"
    print("branches reason   MC/DC reason")
    for folder, r in sorted(table.items()) + [("all", [sum(c) for c in zip(*table.values())])]:
        print(f" {share(r[1], r[0])} {r[2]:6d} {share(r[4], r[3])} {r[5]:6d}  {folder}")
    for path, source in sorted(sources.items()):
        for r in source.reasons:
            print(f"{path}:{r.line}: {r.text}")
            if not all(r.used.values()):
                what = ", ".join(str(n) for n, used in sorted(r.used.items()) if not used)
                listed.append(f"{path}:{r.line}: the reason is of what was shown, or of no condition ({what}): {r.text}")
    if closed:
        for line in listed:
            print("open:", line)
        sys.exit(1 if listed else 0)


main(sys.argv[1:])
