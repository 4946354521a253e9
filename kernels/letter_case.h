/* letter_case.h — letters of other case by Unicode, one by one. The tables are linked where an operator on strings is
 * named, and nowhere else. */
#ifndef CM_KERNELS_LETTER_CASE_H
#define CM_KERNELS_LETTER_CASE_H

#include "base/port.h"

/* c in lower or upper case; c where it has none of one letter. Any number may be given. */
uint32_t cm_letter_case(uint32_t c, bool upper);
/* The letters, at most three, 0 behind the last, that c becomes where it is more than one; else NULL. */
const uint16_t *cm_letter_several(uint32_t c, bool upper);

#endif
