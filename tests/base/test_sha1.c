/* test_sha1.c — SHA-1 against the examples of FIPS 180 and sums that Python's hashlib computed. */
#include "base/sha1.h"

#include <stdio.h>

#include "tests/check.h"

/* The sum in hexadecimal digits, of pieces of `piece` bytes. */
static const char *sha1_text(const void *p, size_t n, size_t piece) {
    static char text[41];
    uint8_t sum[20];
    cm_sha1 s;
    cm_sha1_begin(&s);
    for (size_t at = 0; at < n; at += piece) cm_sha1_add(&s, (const uint8_t *)p + at, n - at < piece ? n - at : piece);
    cm_sha1_end(&s, sum);
    for (int i = 0; i < 20; i++) (void)snprintf(text + 2 * i, 3, "%02x", sum[i]);
    return text;
}

void test_sha1(void) {
    static const struct {
        size_t n; /* bytes 0, 1, 2 ... */
        const char *sum;
    } rows[] = {{1, "5ba93c9db0cff93f52b521d7420e43f6eda2784f"},
                {55, "8ae2d46729cfe68ff927af5eec9c7d1b66d65ac2"},
                {56, "636e2ec698dac903498e648bd2f3af641d3c88cb"},
                {63, "6d942da0c4392b123528f2905c713a3ce28364bd"},
                {64, "c6138d514ffa2135bfce0ed0b8fac65669917ec7"},
                {65, "69bd728ad6e13cd76ff19751fde427b00e395746"},
                {119, "41c89d06001bab4ab78736b44efe7ce18ce6ae08"},
                {120, "d3dbd653bd8597b7475321b60a36891278e6a04a"},
                {128, "e6434bc401f98603d7eda504790c98c67385d535"},
                {256, "4916d6bdb7f78e6803698cab32d1586ea457dfc8"}};
    uint8_t bytes[1000];
    CHECK_STR(sha1_text("abc", 3, 3), "a9993e364706816aba3e25717850c26c9cd0d89d");
    CHECK_STR(sha1_text(NULL, 0, 1), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    CHECK_STR(sha1_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, 56),
              "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t piece = 1; piece < 140; piece += 23) CHECK_STR(sha1_text(bytes, rows[i].n, piece), rows[i].sum);
    }
    static char many[1000000];
    memset(many, 'a', sizeof many);
    CHECK_STR(sha1_text(many, sizeof many, 4096), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}
