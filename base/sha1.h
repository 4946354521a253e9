/* sha1.h — SHA-1, as external data of models names it (`checksum`). It finds files that were damaged or mixed up; who
 * wants to deceive can make two files of one sum. Source: FIPS 180-4, section 6.1. */
#ifndef CM_BASE_SHA1_H
#define CM_BASE_SHA1_H

#include "base/port.h"

typedef struct cm_sha1 {
    uint32_t h[5];
    uint64_t n; /* bytes so far */
    uint8_t block[64];
} cm_sha1;

void cm_sha1_begin(cm_sha1 *s);
/* The next n bytes; p may be NULL when n is 0. */
void cm_sha1_add(cm_sha1 *s, const void *p, size_t n);
/* The sum of all bytes; s wants cm_sha1_begin afterwards. */
void cm_sha1_end(cm_sha1 *s, uint8_t sum[20]);

#endif
