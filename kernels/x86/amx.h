/* amx.h — the tiles of Intel AMX, for the variants `amx`: eight registers of 16 rows of 64 bytes. Processes ask Linux
 * before they use them (base/cpu.h). */
#ifndef CM_KERNELS_X86_AMX_H
#define CM_KERNELS_X86_AMX_H

#include "base/port.h"

#if CM_ARCH_X86

#include <immintrin.h>

#define AMX_TARGET \
    CM_TARGET("avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,amx-tile,amx-bf16,amx-int8")
#define AMX_FN AMX_TARGET CM_INLINE

enum {
    AMX_ROWS = 16,  /* of a tile */
    AMX_TILE = 1024 /* bytes of a tile */
};

/* Every function that uses tiles begins and ends so: all tiles have all rows and bytes. */
AMX_FN void amx_begin(void) {
    struct {
        uint8_t palette, start_row, reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } c = {.palette = 1};
    for (int i = 0; i < 8; i++) c.row_bytes[i] = AMX_TILE / AMX_ROWS, c.rows[i] = AMX_ROWS;
    _tile_loadconfig(&c);
}
AMX_FN void amx_end(void) { _tile_release(); }

#endif
#endif
