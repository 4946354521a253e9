#!/usr/bin/env python3
"""Makes base/math_coef_f32.h and base/math_coef_f64.h, the constants of base/math*.c, and kernels/vec/math_coef.h,
those of kernels/vec/math_tmpl.h.

Every polynomial is a weighted minimax fit, found here by Remez's exchange algorithm (E. Remez, 1934;
J.-M. Muller, Elementary Functions, ch. 3) in 60-digit arithmetic and then rounded coefficient by
coefficient. The weight turns the error of the fit into an error relative to the function's result
(or absolute, where the result is a sum with something larger). The comment above each array gives
the interval and the error of the fit before rounding, as a power of two.

Run: python3 tools/gen_math.py [f32] [f64] [vec]   (needs mpmath; about a minute)
"""
import struct
import sys

from mpmath import lu_solve, matrix, mp, mpf

mp.dps = 60


def remez(f, w, lo, hi, degree):
    """c[0..degree] that minimises max |w(t) * (f(t) - sum c[k] t^k)| on [lo, hi], and that max."""
    lo, hi, n = mpf(lo), mpf(hi), degree + 2
    mid, half = (lo + hi) / 2, (hi - lo) / 2
    eps = mpf(10) ** -12
    ref = [mid - half * (1 - eps) * mp.cos(mp.pi * i / (n - 1)) + half * eps for i in range(n)]
    count = 40 * n
    grid = [mid - half * mp.cos(mp.pi * (i + mpf(1) / 2) / count) for i in range(count)]
    samples = [(t, f(t), w(t)) for t in grid]
    for _ in range(12):
        a, b = matrix(n, n), matrix(n, 1)
        for i, t in enumerate(ref):
            for k in range(degree + 1):
                a[i, k] = t ** k
            a[i, degree + 1] = (-1) ** i / w(t)
            b[i] = f(t)
        c = list(lu_solve(a, b))
        level = abs(c.pop())
        errors = [wt * (ft - mp.polyval(c[::-1], t)) for t, ft, wt in samples]
        picks = []  # one extremum for each run of equal sign
        for i, e in enumerate(errors):
            if picks and (errors[picks[-1]] > 0) == (e > 0):
                if abs(e) > abs(errors[picks[-1]]):
                    picks[-1] = i
            else:
                picks.append(i)
        while len(picks) > n:
            picks.pop(0 if abs(errors[picks[0]]) < abs(errors[picks[-1]]) else -1)
        worst = max(abs(e) for e in errors)
        if len(picks) < n or worst < level * mpf("1.002"):
            break
        ref = [grid[i] for i in picks]
    return c, worst


def hex32(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0].hex().replace("0000000p", "p") + "f"


def hex64(x):
    return float(x).hex()


class Header:
    def __init__(self, name, text, folder="base"):
        self.path = f"{folder}/{name}"
        # In a single-file build vector coefficients are there for processors without vectors, too.
        self.unused = "CM_UNUSED " if folder == "kernels/vec" else ""
        guard = "CM_" + self.path.upper().replace(".", "_").replace("/", "_")
        self.lines = [f"/* {name} — made by tools/gen_math.py; edit that, not this.", f" * {text} */",
                      f"#ifndef {guard}", f"#define {guard}", "", "#include \"base/port.h\"", ""]

    def poly(self, ctype, name, comment, f, w, lo, hi, degree):
        c, err = remez(f, w, lo, hi, degree)
        bits = mp.nstr(mp.log(err, 2), 4)
        print(f"{name}: degree {degree}, 2^{bits}", flush=True)
        fmt = hex32 if ctype == "float" else hex64
        text = f"{comment}; argument in [{float(lo):.4g}, {float(hi):.4g}]; error 2^{bits}."
        self.rows(ctype, name, text, [fmt(v) for v in c], 4 if ctype == "float" else 3)

    def rows(self, ctype, name, comment, texts, per_line):
        self.lines += [f"/* {comment} */", f"static const {self.unused}{ctype} {name}[{len(texts)}] = {{"]
        for i in range(0, len(texts), per_line):
            self.lines.append("    " + ", ".join(texts[i:i + per_line]) + ",")
        self.lines += ["};", ""]

    def define(self, name, text, comment):
        self.lines.append(f"#define {name} {text} /* {comment} */")

    def write(self):
        with open(self.path, "w", encoding="utf-8") as out:
            out.write("\n".join(self.lines).rstrip() + "\n\n#endif\n")


def chop(x, bits):
    """x cut to so many significant bits, and the rest."""
    m, e = mp.frexp(x)
    hi = mp.floor(m * 2 ** bits) * mpf(2) ** (e - bits)
    return hi, x - hi


def root(g):
    """g as a function of t = x^2."""
    return lambda t: g(mp.sqrt(t))


TINY = mpf(10) ** -10
EXP_MAX = mp.log(2) / 2 * mpf("1.01")  # reduced argument of exp
TRIG_MAX2 = (mp.pi / 4 * mpf("1.01")) ** 2  # square of the reduced argument of sin and cos
LOG_LO, LOG_HI = mp.sqrt(mpf(1) / 2) - 1, mp.sqrt(2) - 1


def exp_tail(t):
    return (mp.expm1(t) - t) / t ** 2


def odd(h, ctype, name, f_name, hi, degree):
    """f x = x + x^3 P(x^2), relative error."""
    f = getattr(mp, f_name)
    h.poly(ctype, name, f"f(x) = x + x^3 P(x^2), f = {f_name}", root(lambda x: (f(x) - x) / x ** 3),
           root(lambda x: x ** 3 / f(x)), TINY, hi, degree)


def erf_0(h, ctype, name, hi, degree):
    h.poly(ctype, name, "erf x = x + x P(x^2)", root(lambda x: mp.erf(x) / x - 1),
           root(lambda x: x / mp.erf(x)), TINY, hi, degree)


def gen_f32():
    h = Header("math_coef_f32.h", "Coefficients of base/math_f32.c, the lowest power first.")
    hi, lo = chop(mp.log(2), 15)
    h.define("MATH_F32_LOG2E", hex32(1 / mp.log(2)), "1/ln 2")
    h.define("MATH_F32_LN2_HI", hex32(hi), "15 bits of ln 2: times an exponent it is exact")
    h.define("MATH_F32_LN2_LO", hex32(lo), "the rest")
    h.lines.append("")
    h.poly("float", "math_f32_exp", "e^t = 1 + t + t^2 P(t)", exp_tail, lambda t: t ** 2,
           -EXP_MAX, EXP_MAX, 5)
    h.poly("float", "math_f32_log", "log(1+t) = t - t^2/2 + t^3 P(t)",
           lambda t: (mp.log1p(t) - t + t ** 2 / 2) / t ** 3, lambda t: t ** 3 / mp.log1p(t),
           LOG_LO, LOG_HI, 8)
    odd(h, "float", "math_f32_tanh", "tanh", mpf("0.1681"), 4)
    erf_0(h, "float", "math_f32_erf_0", mpf("0.7057"), 6)
    for k, (a, b, c, d) in enumerate([("0.84", "2", "1.375", 10), ("2", "4", "3", 11)]):
        h.poly("float", f"math_f32_erf_{k + 1}", f"erf x = 1 - P(x - {c})",
               lambda t, c=c: mp.erfc(t + mpf(c)), lambda t: mpf(1), mpf(a) - mpf(c), mpf(b) - mpf(c), d)
    odd(h, "double", "math_f32_sin", "sin", TRIG_MAX2, 3)
    h.poly("double", "math_f32_cos", "cos x = 1 + x^2 P(x^2)", root(lambda x: (mp.cos(x) - 1) / x ** 2),
           root(lambda x: x ** 2), TINY, TRIG_MAX2, 4)
    h.write()


def gen_f64_constants(h):
    hi, lo = chop(mp.log(2), 40)
    h.define("MATH_LOG2E", hex64(1 / mp.log(2)), "1/ln 2")
    h.define("MATH_LN2_HI", hex64(hi), "40 bits of ln 2: times an exponent it is exact")
    h.define("MATH_LN2_LO", hex64(lo), "the rest")
    for name, v in (("PIO2", mp.pi / 2), ("PIO4", mp.pi / 4)):
        h.define(f"MATH_{name}_HI", hex64(v), f"pi/{name[-1]}")
        h.define(f"MATH_{name}_LO", hex64(v - float(v)), "the rest")
    rest = mp.pi / 2
    for i in range(3):
        piece, rest = chop(rest, 33)
        h.define(f"MATH_PIO2_{i + 1}", hex64(piece), "pi/2 in pieces of 33 bits")
    h.define("MATH_PIO2_4", hex64(rest), "the rest")
    h.define("MATH_2OPI", hex64(2 / mp.pi), "2/pi")
    third = mpf(1) / 3
    h.define("MATH_THIRD_LO", hex64(third - float(third)), "1/3 less the double 1/3")
    h.lines.append("")
    with mp.workdps(400):
        bits = int(mp.floor(2 / mp.pi * mpf(2) ** 1216))
    words = [f"0x{bits >> (1216 - 32 * (i + 1)) & 0xFFFFFFFF:08X}u" for i in range(38)]
    h.rows("uint32_t", "math_2opi_words", "2/pi, 1216 bits after the point, the highest word first.",
           words, 8)


def gen_f64():
    h = Header("math_coef_f64.h", "Coefficients of base/math.c, the lowest power first.")
    gen_f64_constants(h)
    h.poly("double", "math_exp_p", "e^t = 1 + t + t^2 P(t)", exp_tail, lambda t: t ** 2,
           -EXP_MAX, EXP_MAX, 10)
    s2 = mpf("0.17158") ** 2
    h.poly("double", "math_log_p", "log((1+s)/(1-s)) = 2s + s z P(z), z = s^2",
           root(lambda x: (2 * mp.atanh(x) / x - 2) / x ** 2), root(lambda x: x ** 2), TINY, s2, 7)
    h.poly("double", "math_log_dd_p", "atanh(s)/s = 1 + z/3 + z^2 P(z), z = s^2",
           root(lambda x: (mp.atanh(x) / x - 1 - x ** 2 / 3) / x ** 4), root(lambda x: x ** 4),
           TINY, s2, 7)
    odd(h, "double", "math_tanh_p", "tanh", mpf("0.1681"), 9)
    odd(h, "double", "math_sinh_p", "sinh", 1, 6)
    odd(h, "double", "math_sin_p", "sin", TRIG_MAX2, 6)
    h.poly("double", "math_cos_p", "cos x = 1 - x^2/2 + x^4 P(x^2)",
           root(lambda x: (mp.cos(x) - 1 + x ** 2 / 2) / x ** 4), root(lambda x: x ** 4),
           TINY, TRIG_MAX2, 5)
    odd(h, "double", "math_asin_p", "asin", mpf("0.2501"), 13)
    odd(h, "double", "math_atan_p", "atan", mpf("0.1718"), 10)
    erf_0(h, "double", "math_erf_0_p", 1, 11)

    def inv(t):
        return 2 * (1 + t) / (1 - t)

    # Absolute error, since erf = 1 - erfc.
    h.poly("double", "math_erf_1_p", "erfc x = e^(-x^2) P((x-2)/(x+2)), x in [1, 6]",
           lambda t: mp.exp(inv(t) ** 2) * mp.erfc(inv(t)), lambda t: mp.exp(-inv(t) ** 2),
           mpf(-1) / 3, mpf(1) / 2, 14)
    h.write()


def gen_vec():
    """Argument ranges are a little wider than the reductions leave them. With a fused multiply-add the reduction by a
    constant in pieces of 24 bits is exact but for the last piece."""
    h = Header("math_coef.h", "Coefficients of kernels/vec/math_tmpl.h, the lowest power first.", "kernels/vec")
    for name, v, count in (("LN2", mp.log(2), 2), ("PIO2", mp.pi / 2, 3)):
        for i in range(count):
            piece, v = chop(v, 24)
            h.define(f"VEC_{name}_{i + 1}", hex32(piece), f"{name.lower()} in pieces of 24 bits")
    h.define("VEC_LN2", hex32(mp.log(2)), "ln2 to the nearest")
    h.define("VEC_LOG2E", hex32(1 / mp.log(2)), "1/ln 2")
    h.define("VEC_2OPI", hex32(2 / mp.pi), "2/pi")
    for name, v in (("PIO2", mp.pi / 2), ("PI", mp.pi)):
        high = mpf(float.fromhex(hex32(v)[:-1]))
        h.define(f"VEC_{name}_HIGH", hex32(high), f"{name.lower()} to the nearest")
        h.define(f"VEC_{name}_LOW", hex32(v - high), "the rest")
    h.lines.append("")
    h.poly("float", "vec_exp_p", "e^t = 1 + t + t^2 P(t)", exp_tail, lambda t: t ** 2, -EXP_MAX, EXP_MAX, 4)
    h.poly("float", "vec_log_p", "log(1+t) = t - t^2/2 + t^3 P(t)",
           lambda t: (mp.log1p(t) - t + t ** 2 / 2) / t ** 3, lambda t: t ** 3 / mp.log1p(t), LOG_LO, LOG_HI, 8)
    h.poly("float", "vec_atanh_p", "2 atanh s = 2s + s^3 P(s^2)", root(lambda x: (2 * mp.atanh(x) / x - 2) / x ** 2),
           root(lambda x: x ** 2), TINY, mpf("0.1112"), 4)
    erf_0(h, "float", "vec_erf_p", mpf("0.7057"), 5)
    # Absolute error of erfc.
    h.poly("float", "vec_erfc_p", "erfc x = 2^P(x)", lambda x: mp.log(mp.erfc(x), 2),
           lambda x: mp.erfc(x) * mp.log(2), mpf("0.84"), 4, 7)
    # Absolute error of the normal distribution's upper tail; beyond 4 it goes on falling.
    upper = lambda x: mp.erfc(x / mp.sqrt(2)) / 2
    h.poly("float", "vec_upper_p", "erfc(x / sqrt 2) / 2 = 2^P(x)", lambda x: mp.log(upper(x), 2),
           lambda x: upper(x) * mp.log(2), 0, 4, 8)
    h.poly("float", "vec_exp2_p", "2^t = 1 + t P(t)", lambda t: (mpf(2) ** t - 1) / t, lambda t: t * mpf(2) ** -t,
           mpf("-0.501"), mpf("0.501"), 5)
    odd(h, "float", "vec_sin_p", "sin", TRIG_MAX2, 2)
    h.poly("float", "vec_cos_p", "cos x = 1 - x^2/2 + x^4 P(x^2)",
           root(lambda x: (mp.cos(x) - 1 + x ** 2 / 2) / x ** 4), root(lambda x: x ** 4), mpf("1e-4"), TRIG_MAX2, 2)
    odd(h, "float", "vec_tan_p", "tan", TRIG_MAX2, 6)
    odd(h, "float", "vec_asin_p", "asin", mpf("0.2501"), 4)
    odd(h, "float", "vec_atan_p", "atan", 1, 8)
    odd(h, "float", "vec_sinh_p", "sinh", mpf("1.001"), 3)
    odd(h, "float", "vec_asinh_p", "asinh", mpf("0.2501"), 4)
    odd(h, "float", "vec_atanh_x_p", "atanh", mpf("0.2501"), 5)
    h.poly("float", "vec_acosh_p", "acosh(1 + t) = sqrt(2t) (1 + t P(t))",
           lambda t: (mp.acosh(1 + t) / mp.sqrt(2 * t) - 1) / t, lambda t: t * mp.sqrt(2 * t) / mp.acosh(1 + t),
           TINY, mpf("0.501"), 4)
    h.write()


for made in sys.argv[1:] or ["f32", "f64", "vec"]:
    {"f32": gen_f32, "f64": gen_f64, "vec": gen_vec}[made]()
