/* images.c — inputs and printed outputs of the programs of tests/emul. */
#include "tests/emul/images.h"

#include "base/port.h"

static const uint8_t images[][IMAGES_RECORD] = {
#include EMUL_RECORDS
};

void images_fill(float *x, size_t n, size_t image) {
    for (size_t i = 0; i < n; i++) x[i] = (float)images[image][i % IMAGES_PIXELS] / 16.0f;
}

int images_label(size_t image) { return images[image][IMAGES_PIXELS]; }

void images_print(const cameo_value *v) {
    const cameo_tensor *t = &v->tensor;
    size_t n = 1, width = cameo_dtype_bits(t->dtype) / 8;
    board_puts(cameo_dtype_name(t->dtype));
    for (uint32_t i = 0; i < t->rank; i++) {
        n *= (size_t)t->dims[i];
        board_puts("[");
        board_put_number((uint64_t)t->dims[i]);
        board_puts("]");
    }
    /* Less than a byte: packed, and bits that no element has are printed, too. */
    size_t bits = cameo_dtype_bits(t->dtype);
    for (size_t i = 0; bits < 8 && i < (n * bits + 7) / 8; i++) {
        board_puts(" ");
        board_put_hex(((const uint8_t *)t->data)[i], 2);
    }
    for (size_t i = 0; bits >= 8 && i < n; i++) {
        uint32_t w = 0;
        uint64_t d = 0;
        board_puts(" ");
        if (width == 8) {
            memcpy(&d, (const uint8_t *)t->data + 8 * i, 8);
            board_put_hex(d, 16);
        } else if (width == 4) {
            memcpy(&w, (const uint8_t *)t->data + 4 * i, 4);
            board_put_hex(w, 8);
        } else {
            board_puts("?");
        }
    }
    board_puts("\n");
}

int images_fail(const char *what, const cameo_error *e) {
    board_puts(what);
    board_puts(": ");
    board_puts(cameo_status_name(e->status));
    board_puts(" ");
    board_puts(e->msg);
    board_puts("\n");
    return 1;
}

void images_note(const char *what, size_t n) {
    board_puts("# ");
    board_puts(what);
    board_puts(" ");
    board_put_number(n);
    board_puts("\n");
}
