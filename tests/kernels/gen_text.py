#!/usr/bin/env python3
"""Writes tests/kernels/text_vectors.h: patterns with the texts that RE2 says they match, patterns that RE2 refuses, and
texts in other case as Python has them.

    python3 tests/kernels/gen_text.py [RANDOM_PATTERNS [SEED]] > tests/kernels/text_vectors.h

Needs google-re2.
"""
import random
import sys

import re2

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
TEXTS = 8
GIVEN = [
    (r"www\.[\w.-]+\.\w+", ["www.google.com", "www.a-b.c", "wwwXgoogle.com", "", "www..", "www.é.com", "www.a.b ", "www.a.b_"]),
    (r"(\W|^)[\w.\-]{0,25}@(yahoo|gmail)\.com(\W|$)", ["account@gmail.com", "@yahoo.com", "not email", "a@gmail.com ",
     " a@gmail.com", "xx a@gmail.com", "a" * 26 + "@gmail.com", "a@gmail_com"]),
    ("", ["", "a"]), ("a{0}", ["", "a"]), ("a{2,3}b{0,2}", ["aa", "aaa", "aaaa", "aabb", "aabbb", "a", "aab", "b"]),
    ("(ab){2,}c?", ["abab", "ababab", "ab", "ababc", "abc", "", "ababcc", "abcab"]),
    (r"[^a-c\d]+", ["xyz", "a", "x1", "", "é", "\n", "-", "x-y"]), (r"[]a]+", ["]a]", "b", "]"]), (r"[a\]-]+", ["a]-", "b"]),
    (r"[[:alpha:]_][[:alnum:]]*", ["_a1", "1a", "a", "_", "", "é", "aé", "Zz9"]), (r"[[:^digit:]]", ["a", "1", "é"]),
    ("(?i)straße|ΣΊΣΥ", ["STRASSE", "Straße", "STRAßE", "σίσυ", "σΊσΥ", "straſe", "Σ", ""]),
    ("(?i)[k-m]x", ["KX", "kx", "Mx", "nx", "LX", "jx", "lX", "m"]), ("a(?i:b)c", ["aBc", "abc", "ABc", "aBC"]),
    ("(?s).*x.*", ["a\nx\nb", "x", "\n"]), (".*x.*", ["a\nx", "x", "axb"]), ("(?m)^a$\n^b$", ["a\nb", "a b", "a\n\nb"]),
    (r"\Aa\z|\bb\b|c\Bd|\Be", ["a", "b", "cd", "e", "ab", "c", "d", ""]), (r"x*\b\s\by*", ["x y", " ", "x ", " y", "xx  yy"]),
    (r"\Qa.b*\Ec", ["a.b*c", "axbbc"]), (r"\x41\x{1F600}\101\t", ["A\U0001F600A\t", "A", "A\U0001F601A\t"]),
    ("(?P<year>\\d{4})-(?<m>\\d\\d)", ["2026-01", "226-01", "2026-1", "2026-011"]), ("a{,2}", ["a{,2}", "aa", ""]),
    ("(a|b|)(|c)", ["", "a", "b", "c", "ac", "bc", "cc", "ab"]), ("((a*)*)*b", ["aab", "b", "a", "aabb", "a" * 40]),
    ("(x+x+)+y", ["x" * 30, "x" * 30 + "y", "xy"]), ("(a?){30}a{30}", ["a" * 30, "a" * 29, "a" * 60, "a" * 61]),
    (".", ["é", "\U0001F600", "ab", "", "\n", "a"]), ("[à-ü]+", ["éü", "e", "ÿ"]), ("a**", []), ("é*?|(?U)a+?", ["éé", "aaa"]),
]
BAD = ["(", ")", "a)", "(a", "[", "[a", "[b-a]", "*", "a**", "a{2}{3}", "|*", "(*)", "a{1001}", "a{3,2}", "\\", "\\1",
       "(?P<>a)", "(?P<a", "(?x)a", "[[:nope:]]", "\\xg", "\\x{110000}", "\\q", "(?i", "a\\"]


def pattern(depth):
    kind = rng.randrange(10) if depth > 0 else rng.randrange(3)
    if kind < 2:
        return rng.choice("abc")
    if kind == 2:
        return rng.choice([".", "[ab]", "[^a]", r"\w", r"\W", "[b-c]", "^", "$", r"\b", r"\B", " "])
    if kind < 6:
        return pattern(depth - 1) + pattern(depth - 1)
    if kind < 8:
        return f"({pattern(depth - 1)}|{pattern(depth - 1)})"
    return f"(?:{pattern(depth - 1)}){rng.choice(['*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?', '{0}'])}"


def text():
    return "".join(rng.choice("aabbc ") for _ in range(rng.randrange(8)))


def quoted(s):
    out = ""
    for b in s.encode():
        c = chr(b)
        out += c if 32 <= b < 127 and c not in '"\\?' else f"\\{b:03o}"
    return f'"{out}"'


def main():
    cases = [(p, t) for p, t in GIVEN if t]
    cases += [(pattern(4), [text() for _ in range(TEXTS)]) for _ in range(COUNT)]
    print(f"""/* Made by tests/kernels/gen_text.py: do not edit. */
#ifndef CM_TESTS_KERNELS_TEXT_VECTORS_H
#define CM_TESTS_KERNELS_TEXT_VECTORS_H

typedef struct text_regex {{
    const char *pattern;
    const char *texts[{TEXTS}]; /* NULL: no more */
    const char *want;     /* a digit for each */
}} text_regex;

static const text_regex text_regexes[] = {{""")
    for p, texts in cases:
        want = "".join(str(int(re2.fullmatch(p, t) is not None)) for t in texts)
        print(f"    {{{quoted(p)}, {{{', '.join(map(quoted, texts))}}}, \"{want}\"}},")
    print("};\n\n/* What RE2 refuses. */\nstatic const char *const text_bad_regexes[] = {")
    for p in BAD:
        try:
            re2.compile(p)
            raise SystemExit(f"RE2 takes {p}")
        except re2.error:
            print(f"    {quoted(p)},")
    print("};\n\n/* As they are, in lower case, in upper case. */\nstatic const char *const text_cases[][3] = {")
    for s in ["Abc-Z", "ÀÉÿŸ", "Straße ŉ ﬃ", "ΣΊΣΥ σα", "ДЖ ёЇ", "İıſK", "ǅǆǄ", "ȺɐꭰᲀႠⴀ", "\U00010400\U00010428Å", "日本 123"]:
        print(f"    {{{quoted(s)}, {quoted(s.lower())}, {quoted(s.upper())}}},")
    print("};\n\n#endif")


main()
