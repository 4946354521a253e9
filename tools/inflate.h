/* inflate.h — what .npz files are made of: the deflate format and its checksum. */
#ifndef CM_TOOLS_INFLATE_H
#define CM_TOOLS_INFLATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

/* The n_from bytes at from, in the deflate format, become exactly n_to bytes at to. false: they are damaged, or make
 * another number of bytes. Format: RFC 1951. */
bool tool_inflate(const uint8_t *from, size_t n_from, uint8_t *to, size_t n_to);

/* The CRC-32 of zip files (RFC 1952, section 8). */
uint32_t tool_crc32(const uint8_t *p, size_t n);

#endif
