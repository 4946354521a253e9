/* demo.c — reads handwritten digits with a linear classifier of LIBLINEAR.
 *
 *     cc -Iinclude examples/loader/demo.c examples/loader/liblinear.c build/libcameo.a -lpthread -lm -o build/linear
 *     build/linear examples
 *
 * The argument is the folder of loader/digits.model, loader/digits_labels.txt (what LIBLINEAR itself says) and
 * digits/digits_test.bin. Exits with 1 if a label differs. */
#include <stdio.h>

#include "liblinear.h"

enum { N_IMAGES = 50, N_PIXELS = 64, RECORD = N_PIXELS + 1 };

static FILE *open_in(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL) fprintf(stderr, "cannot open %s\n", path);
    return f;
}

static bool read_images(const char *folder, float *images, int *digits) {
    unsigned char record[RECORD];
    FILE *f = open_in(folder, "digits/digits_test.bin");
    bool ok = f != NULL;
    for (int i = 0; i < N_IMAGES && ok; i++) {
        ok = fread(record, 1, RECORD, f) == RECORD;
        for (int k = 0; k < N_PIXELS; k++) images[i * N_PIXELS + k] = (float)record[k] / 16.0f;
        digits[i] = record[N_PIXELS];
    }
    if (f != NULL) fclose(f);
    return ok;
}

/* Prints how many labels are right and how many are LIBLINEAR's; 0 if all are the latter. */
static int compare(const char *folder, const int64_t *labels, const int *digits) {
    FILE *f = open_in(folder, "loader/digits_labels.txt");
    int n_right = 0, n_same = 0, want;
    for (int i = 0; f != NULL && i < N_IMAGES && fscanf(f, "%d", &want) == 1; i++) {
        n_right += labels[i] == digits[i];
        n_same += labels[i] == want;
    }
    if (f != NULL) fclose(f);
    printf("%d of %d images read rightly, %d as LIBLINEAR reads them\n", n_right, N_IMAGES, n_same);
    return n_same == N_IMAGES ? 0 : 1;
}

int main(int argc, char **argv) {
    static float images[N_IMAGES * N_PIXELS];
    int digits[N_IMAGES];
    char path[1024];
    const char *folder = argc > 1 ? argv[1] : "examples";
    const cameo_loader *loaders[] = {&liblinear_loader};
    cameo_options options = {.loaders = loaders, .n_loaders = 1};
    cameo_host *net = NULL;
    cameo_error error = {0};
    if (!read_images(folder, images, digits)) return 1;
    snprintf(path, sizeof path, "%s/loader/digits.model", folder);
    cameo_value in = {.name = "x", .kind = CAMEO_KIND_TENSOR}, out[2] = {{0}}; /* scores, label */
    in.tensor = (cameo_tensor){CAMEO_FLOAT, 2, {N_IMAGES, N_PIXELS}, images, sizeof images};
    if (cameo_host_load_file(path, &options, &net, &error) != CAMEO_OK ||
        cameo_host_run(net, &in, 1, out, 2, &error) != CAMEO_OK) {
        fprintf(stderr, "%s: %s\n", cameo_status_name(error.status), error.msg);
        cameo_host_free(net);
        return 1;
    }
    int status = compare(folder, out[1].tensor.data, digits);
    cameo_host_release(net, out, 2);
    cameo_host_free(net);
    return status;
}
