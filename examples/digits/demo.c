/* demo.c — reads handwritten digits with a small ONNX model and shows what it saw.
 *
 *     build/digits examples/digits
 *
 * The argument is the folder of digits.onnx, digits_test.bin and digits_expected.bin (README.md
 * there has their formats). Exits with 1 if the answers are not those of ONNX Runtime. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _WIN32
#include <windows.h>
#endif

#include "include/cameo.h"

enum {
    SIDE = 8,             /* pixels of an image, each way */
    N_PIXELS = SIDE * SIDE,
    N_DIGITS = 10,
    N_IMAGES = 50,
    RECORD = N_PIXELS + 1, /* bytes in digits_test.bin: pixels, label */
    N_ROUNDS = 20,         /* timed runs of each image */
    N_SHOWN = 4,           /* images drawn, besides those that are read wrongly */
    BAR = 12               /* columns of a bar for probability 1 */
};

/* Rounding differs between libraries: of the exponential, and the order of the sums. */
#define MAX_DIFFERENCE 1e-5f

typedef struct digit {
    uint8_t pixel[N_PIXELS]; /* [row][column], 0 = paper .. 16 = ink */
    int label;
    int answer;
    float probability[N_DIGITS];
} digit;

static float magnitude(float x) { return x < 0 ? -x : x; }

static int fail(const char *what, const cameo_error *error) {
    fprintf(stderr, "%s: %s: %s\n", what, cameo_status_name(error->status), error->msg);
    return 1;
}

/* Path of `name` in `folder`: false if it does not fit. */
static bool join(char path[1024], const char *folder, const char *name) {
    int n = snprintf(path, 1024, "%s/%s", folder, name);
    return n > 0 && n < 1024;
}

static bool read_bytes(const char *folder, const char *name, void *bytes, size_t size) {
    char path[1024];
    FILE *f = join(path, folder, name) ? fopen(path, "rb") : NULL;
    bool ok = f != NULL && fread(bytes, 1, size, f) == size;
    if (f != NULL) fclose(f);
    if (!ok) fprintf(stderr, "cannot read %s/%s\n", folder, name);
    return ok;
}

static bool read_digits(const char *folder, digit digits[N_IMAGES]) {
    uint8_t bytes[N_IMAGES * RECORD];
    if (!read_bytes(folder, "digits_test.bin", bytes, sizeof bytes)) return false;
    for (int i = 0; i < N_IMAGES; i++) {
        memcpy(digits[i].pixel, bytes + i * RECORD, N_PIXELS);
        digits[i].label = bytes[i * RECORD + N_PIXELS];
    }
    return true;
}

/* Fills the digit's answer and its probabilities. */
static cameo_status classify(cameo_host *net, digit *d, cameo_error *error) {
    float image[N_PIXELS];
    for (int i = 0; i < N_PIXELS; i++) image[i] = (float)d->pixel[i] / 16.0f;
    cameo_value input = {
        .name = "image",
        .kind = CAMEO_KIND_TENSOR,
        .tensor = {CAMEO_FLOAT, 4, {1, 1, SIDE, SIDE}, image, sizeof image},
    };
    cameo_value output = {
        .kind = CAMEO_KIND_TENSOR,
        .tensor = {.data = d->probability, .bytes = sizeof d->probability},
    };
    cameo_status status = cameo_host_run(net, &input, 1, &output, 1, error);
    if (status != CAMEO_OK) return status;
    d->answer = 0;
    for (int k = 1; k < N_DIGITS; k++)
        if (d->probability[k] > d->probability[d->answer]) d->answer = k;
    return CAMEO_OK;
}

/* ---- drawing ------------------------------------------------------------------------------- */

/* One pixel, two columns wide, since characters are about twice as high as wide. */
static void draw_pixel(uint8_t ink) {
    static const char *const shade[5] = {"  ", "░░", "▒▒", "▓▓", "██"};
    fputs(shade[ink > 16 ? 4 : (ink + 3) / 4], stdout);
}

/* Line `line` of N_DIGITS: a row of the image (centred), then the bar of digit `line`. */
static void draw_line(const digit *d, int line) {
    int row = line - (N_DIGITS - SIDE) / 2;
    bool inside = row >= 0 && row < SIDE;
    for (int c = 0; c < SIDE; c++) draw_pixel(inside ? d->pixel[row * SIDE + c] : 0);
    float p = d->probability[line];
    int full = (int)(p * BAR + 0.5f);
    printf("  %c%d ", line == d->answer ? '>' : ' ', line);
    for (int c = 0; c < BAR; c++) fputs(c < full ? "█" : "·", stdout);
    printf(" %5.1f %%", 100 * (double)p);
}

/* Side by side; b may be NULL. */
static void draw_pair(const digit *a, const digit *b) {
    const digit *pair[2] = {a, b};
    for (int k = 0; k < 2 && pair[k] != NULL; k++) {
        bool right = pair[k]->answer == pair[k]->label;
        printf("%sread %d, written %d%-24s", k ? "   " : "", pair[k]->answer, pair[k]->label,
               right ? "" : ": wrong");
    }
    putchar('\n');
    for (int line = 0; line < N_DIGITS; line++) {
        draw_line(a, line);
        if (b != NULL) {
            fputs("   ", stdout);
            draw_line(b, line);
        }
        putchar('\n');
    }
    putchar('\n');
}

static void draw(const digit digits[N_IMAGES]) {
    const digit *waiting = NULL;
    for (int i = 0; i < N_IMAGES; i++) {
        if (i >= N_SHOWN && digits[i].answer == digits[i].label) continue;
        if (waiting != NULL) draw_pair(waiting, &digits[i]);
        waiting = waiting == NULL ? &digits[i] : NULL;
    }
    if (waiting != NULL) draw_pair(waiting, NULL);
}

/* ---- figures ------------------------------------------------------------------------------- */

static double now_us(void) {
#ifdef _WIN32 /* whose C library may lack timespec_get */
    LARGE_INTEGER now, per_second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&per_second);
    return (double)now.QuadPart * 1e6 / (double)per_second.QuadPart;
#else
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
#endif
}

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs every image N_ROUNDS times; median_us: microseconds of a run with its input and output. */
static cameo_status classify_all(cameo_host *net, digit digits[N_IMAGES], double *median_us,
                                 cameo_error *error) {
    double us[N_ROUNDS * N_IMAGES];
    for (int i = 0; i < N_ROUNDS * N_IMAGES; i++) {
        double start = now_us();
        cameo_status status = classify(net, &digits[i % N_IMAGES], error);
        us[i] = now_us() - start;
        if (status != CAMEO_OK) return status;
    }
    qsort(us, N_ROUNDS * N_IMAGES, sizeof us[0], compare_times);
    *median_us = us[N_ROUNDS * N_IMAGES / 2];
    return CAMEO_OK;
}

/* Largest difference of any probability from ONNX Runtime's; negative if the file cannot be read or
 * a probability is not a number. */
static float worst_difference(const char *folder, const digit digits[N_IMAGES]) {
    uint8_t bytes[N_IMAGES * N_DIGITS * 4];
    if (!read_bytes(folder, "digits_expected.bin", bytes, sizeof bytes)) return -1;
    float worst = 0;
    for (int i = 0; i < N_IMAGES * N_DIGITS; i++) {
        const uint8_t *b = bytes + i * 4;
        uint32_t bits = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                        (uint32_t)b[3] << 24;
        float want;
        memcpy(&want, &bits, sizeof want);
        float d = magnitude(digits[i / N_DIGITS].probability[i % N_DIGITS] - want);
        if (!(d <= 2)) return -1;
        if (d > worst) worst = d;
    }
    return worst;
}

static void print_memory(const cameo_host *net) {
    cameo_host_info info = {.size = sizeof info};
    cameo_host_get_info(net, &info);
    printf("memory: model %zu, session %zu, plan %zu, run %zu bytes\n", info.model_bytes,
           info.session_bytes, info.plan_bytes, info.run_bytes);
}

/* Returns the exit status. */
static int show(cameo_host *net, const char *folder, digit digits[N_IMAGES]) {
    cameo_error error = {0};
    double median_us = 0;
    if (classify_all(net, digits, &median_us, &error) != CAMEO_OK) return fail("run", &error);
    draw(digits);
    int n_right = 0;
    for (int i = 0; i < N_IMAGES; i++) n_right += digits[i].answer == digits[i].label;
    float worst = worst_difference(folder, digits);
    printf("%d of %d right; %.1f us for an image (median of %d, one thread)\n", n_right, N_IMAGES,
           median_us, N_ROUNDS * N_IMAGES);
    print_memory(net);
    if (worst < 0 || worst > MAX_DIFFERENCE) {
        printf("the probabilities differ from ONNX Runtime's by %g\n", (double)worst);
        return 1;
    }
    printf("largest difference from ONNX Runtime's probabilities: %.1e\n", (double)worst);
    return 0;
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "examples/digits";
    char path[1024];
    if (!join(path, folder, "digits.onnx")) {
        fprintf(stderr, "the path is too long\n");
        return 1;
    }
    digit digits[N_IMAGES] = {0};
    if (!read_digits(folder, digits)) return 1;
    cameo_options options = {.size = sizeof options, .n_threads = 1};
    cameo_error error = {0};
    cameo_host *net = NULL;
    if (cameo_host_load_file(path, &options, &net, &error) != CAMEO_OK) return fail(path, &error);
    int result = show(net, folder, digits);
    cameo_host_free(net);
    return result;
}
