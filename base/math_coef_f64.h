/* math_coef_f64.h — made by tools/gen_math.py; edit that, not this.
 * Coefficients of base/math.c, the lowest power first. */
#ifndef CM_BASE_MATH_COEF_F64_H
#define CM_BASE_MATH_COEF_F64_H

#include "base/port.h"

#define MATH_LOG2E 0x1.71547652b82fep+0 /* 1/ln 2 */
#define MATH_LN2_HI 0x1.62e42fefa2000p-1 /* 40 bits of ln 2: times an exponent it is exact */
#define MATH_LN2_LO 0x1.9ef35793c7673p-41 /* the rest */
#define MATH_PIO2_HI 0x1.921fb54442d18p+0 /* pi/2 */
#define MATH_PIO2_LO 0x1.1a62633145c07p-54 /* the rest */
#define MATH_PIO4_HI 0x1.921fb54442d18p-1 /* pi/4 */
#define MATH_PIO4_LO 0x1.1a62633145c07p-55 /* the rest */
#define MATH_PIO2_1 0x1.921fb54400000p+0 /* pi/2 in pieces of 33 bits */
#define MATH_PIO2_2 0x1.0b4611a600000p-34 /* pi/2 in pieces of 33 bits */
#define MATH_PIO2_3 0x1.3198a2e000000p-69 /* pi/2 in pieces of 33 bits */
#define MATH_PIO2_4 0x1.b839a252049c1p-104 /* the rest */
#define MATH_2OPI 0x1.45f306dc9c883p-1 /* 2/pi */
#define MATH_THIRD_LO 0x1.5555555555555p-56 /* 1/3 less the double 1/3 */

/* 2/pi, 1216 bits after the point, the highest word first. */
static const uint32_t math_2opi_words[38] = {
    0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u, 0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu, 0xDEBBC561u,
    0xB7246E3Au, 0x424DD2E0u, 0x06492EEAu, 0x09D1921Cu, 0xFE1DEB1Cu, 0xB129A73Eu, 0xE88235F5u, 0x2EBB4484u,
    0xE99C7026u, 0xB45F7E41u, 0x3991D639u, 0x835339F4u, 0x9C845F8Bu, 0xBDF9283Bu, 0x1FF897FFu, 0xDE05980Fu,
    0xEF2F118Bu, 0x5A0A6D1Fu, 0x6D367ECFu, 0x27CB09B7u, 0x4F463F66u, 0x9E5FEA2Du, 0x7527BAC7u, 0xEBE5F17Bu,
    0x3D0739F7u, 0x8A5292EAu, 0x6BFB5FB1u, 0x1F8D5D08u, 0x56033046u, 0xFC7B6BABu,
};

/* e^t = 1 + t + t^2 P(t); argument in [-0.35, 0.35]; error 2^-63.83. */
static const double math_exp_p[11] = {
    0x1.0000000000000p-1, 0x1.555555555555cp-3, 0x1.555555555555fp-5,
    0x1.111111110e8a2p-7, 0x1.6c16c16c13097p-10, 0x1.a01a01b4ed44ap-13,
    0x1.a01a01b5ac7a8p-16, 0x1.71ddec92210fap-19, 0x1.27e4bc960aa13p-22,
    0x1.af72114795af6p-26, 0x1.1fa1ac8406e03p-29,
};

/* log((1+s)/(1-s)) = 2s + s z P(z), z = s^2; argument in [1e-10, 0.02944]; error 2^-64.85. */
static const double math_log_p[8] = {
    0x1.5555555555555p-1, 0x1.9999999999cf6p-2, 0x1.2492492437c52p-2,
    0x1.c71c725113af3p-3, 0x1.745cdf22f8479p-3, 0x1.3b20b50687860p-3,
    0x1.0f58a60728636p-3, 0x1.0f9f755503b45p-3,
};

/* atanh(s)/s = 1 + z/3 + z^2 P(z), z = s^2; argument in [1e-10, 0.02944]; error 2^-71.68. */
static const double math_log_dd_p[8] = {
    0x1.9999999999999p-3, 0x1.249249249279ep-3, 0x1.c71c71c67879cp-4,
    0x1.745d17c2c7118p-4, 0x1.3b137e6378eaep-4, 0x1.111cda7b0550dp-4,
    0x1.dec43d98c16bbp-5, 0x1.e6b6c7c22abbep-5,
};

/* f(x) = x + x^3 P(x^2), f = tanh; argument in [1e-10, 0.1681]; error 2^-63.49. */
static const double math_tanh_p[10] = {
    -0x1.5555555555555p-2, 0x1.1111111111004p-3, -0x1.ba1ba1b9fc6c4p-5,
    0x1.664f48755fbffp-6, -0x1.226e3230c77f2p-7, 0x1.d6d2e6adbbc32p-9,
    -0x1.7d8e143e12f3ap-10, 0x1.341b0e6fb6a54p-11, -0x1.de7affe1b4643p-13,
    0x1.1a20820749b10p-14,
};

/* f(x) = x + x^3 P(x^2), f = sinh; argument in [1e-10, 1]; error 2^-62.44. */
static const double math_sinh_p[7] = {
    0x1.5555555555556p-3, 0x1.11111111110b5p-7, 0x1.a01a01a028038p-13,
    0x1.71de3a4645733p-19, 0x1.ae64677d474bdp-26, 0x1.611a1896eaaebp-33,
    0x1.b4df51675b0a7p-41,
};

/* f(x) = x + x^3 P(x^2), f = sin; argument in [1e-10, 0.6292]; error 2^-67.62. */
static const double math_sin_p[7] = {
    -0x1.5555555555555p-3, 0x1.111111111110bp-7, -0x1.a01a01a018a66p-13,
    0x1.71de3a53171f8p-19, -0x1.ae645255b88a1p-26, 0x1.61205e79057aep-33,
    -0x1.aa87e58bb36a7p-41,
};

/* cos x = 1 - x^2/2 + x^4 P(x^2); argument in [1e-10, 0.6292]; error 2^-62.32. */
static const double math_cos_p[6] = {
    0x1.5555555555553p-5, -0x1.6c16c16c16010p-10, 0x1.a01a019dfb7e5p-16,
    -0x1.27e4f8dd872bfp-22, 0x1.1eea6a0b445f8p-29, -0x1.8fe757cc1eabap-37,
};

/* f(x) = x + x^3 P(x^2), f = asin; argument in [1e-10, 0.2501]; error 2^-62.86. */
static const double math_asin_p[14] = {
    0x1.5555555555554p-3, 0x1.33333333336c0p-4, 0x1.6db6db6d71bdcp-5,
    0x1.f1c71c9918200p-6, 0x1.6e8b9c92e7422p-6, 0x1.1c4f6906201ffp-6,
    0x1.c983724060ad3p-7, 0x1.7b903250f103ep-7, 0x1.372bb79edfdd8p-7,
    0x1.46a5646401abcp-7, 0x1.905ca8e765271p-11, 0x1.95b79f90e954ap-6,
    -0x1.ad563c376efd4p-6, 0x1.14774656a9e58p-5,
};

/* f(x) = x + x^3 P(x^2), f = atan; argument in [1e-10, 0.1718]; error 2^-58.5. */
static const double math_atan_p[11] = {
    -0x1.5555555555549p-2, 0x1.9999999996de1p-3, -0x1.249249231139dp-3,
    0x1.c71c7101b485cp-4, -0x1.745cfae9ed78fp-4, 0x1.3b112e205d02cp-4,
    -0x1.10ec14ae841a5p-4, 0x1.df0d97604528bp-5, -0x1.9cb0c60d32359p-5,
    0x1.3747129e890a5p-5, -0x1.23c9deb4a7d9bp-6,
};

/* erf x = x + x P(x^2); argument in [1e-10, 1]; error 2^-56.93. */
static const double math_erf_0_p[12] = {
    0x1.06eba8214db68p-3, -0x1.812746b0379bdp-2, 0x1.ce2f21a040d16p-4,
    -0x1.b82ce311fa963p-6, 0x1.565bccf92b890p-8, -0x1.c02db03de596ep-11,
    0x1.f9a2baaa6a252p-14, -0x1.f4ca4d85bcbddp-17, 0x1.b97fd4bc13a36p-20,
    -0x1.5c072c6ce96bbp-23, 0x1.d71b355137ea2p-27, -0x1.abaebb71f5c6ap-31,
};

/* erfc x = e^(-x^2) P((x-2)/(x+2)), x in [1, 6]; argument in [-0.3333, 0.5]; error 2^-66.3. */
static const double math_erf_1_p[15] = {
    0x1.058671b52c776p-2, -0x1.b57034efd3f72p-2, 0x1.eeea7dc8a78c2p-3,
    -0x1.437f0b68c1070p-4, 0x1.e94715971f354p-9, 0x1.ca95ed543e072p-8,
    -0x1.bc25a398eedaep-11, -0x1.016b5bf034d3fp-10, 0x1.6d5d05aaf9d21p-15,
    0x1.6da6e9b670020p-13, 0x1.cde7b7c19f9f5p-16, -0x1.cd299074463b4p-16,
    -0x1.cfe8b18d8916ap-17, 0x1.fc23efa4d175bp-21, 0x1.294e7205ecd3ap-19,
};

#endif
