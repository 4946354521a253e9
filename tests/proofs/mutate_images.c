/* mutate_images.c — damaged images for the decoders of the command: `mutate_images N FILE.pb ...` changes the bytes of
 * each tensor of uint8 N times, a few at a time, and gives them to every decoder. They may come out as anything, or not
 * at all; the sanitizers of build/asan watch. Files are those of tests/images. Prints how many were decoded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/image.h"
#include "tools/tool.h"

static bool (*const decoders[])(const uint8_t *, size_t, image *) = {
    image_bmp, image_pnm, image_jpeg, image_png, image_webp, image_tiff, image_jp2};

static uint32_t mutate_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* A copy of exactly n bytes, so that reading beyond them is found. */
static uint8_t *mutate_copy(const uint8_t *bytes, size_t n, uint64_t *state, size_t *left) {
    *left = mutate_random(state) % 4 == 0 ? mutate_random(state) % (n + 1) : n;
    uint8_t *copy = malloc(*left == 0 ? 1 : *left);
    if (copy == NULL) exit(1);
    memcpy(copy, bytes, *left);
    for (uint32_t k = mutate_random(state) % 6; k > 0 && *left > 2; k--) {
        size_t head = *left < 64 || mutate_random(state) % 2 == 0 ? *left : 64;
        uint32_t how = mutate_random(state);
        copy[2 + mutate_random(state) % (head - 2)] = (uint8_t)(how % 3 == 0 ? 255 : how % 3 == 1 ? 0 : how >> 8);
    }
    return copy;
}

/* Where the image begins in a TensorProto of tests/images: behind its name, a tag and a length. */
static size_t mutate_start(const tool_bytes *file) {
    static const char name[] = "encodedJ";
    for (size_t i = 0; i + sizeof name < file->n; i++) {
        if (memcmp(file->p + i, name, sizeof name - 1) != 0) continue;
        i += sizeof name - 1;
        while (i < file->n && (file->p[i] & 0x80) != 0) i++;
        return i < file->n ? i + 1 : file->n;
    }
    return file->n;
}

int main(int argc, char **argv) {
    unsigned long times = argc < 2 ? 0 : strtoul(argv[1], NULL, 10), decoded = 0, all = 0;
    uint64_t state = 1;
    for (int i = 2; i < argc; i++) {
        tool_bytes file;
        if (tool_read_file(argv[i], &file, NULL) != CAMEO_OK) return 1;
        size_t start = mutate_start(&file), n;
        for (unsigned long k = 0; k < times; k++, all++) {
            uint8_t *copy = mutate_copy(file.p + start, file.n - start, &state, &n);
            for (size_t d = 0; d < sizeof decoders / sizeof *decoders && n >= 2; d++) {
                image to = {0};
                decoded += decoders[d](copy, n, &to);
                free(to.rgb);
            }
            free(copy);
        }
        free(file.p);
    }
    printf("%lu of %lu decoded\n", decoded, all);
    return 0;
}
