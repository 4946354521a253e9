/* value_compare.h — whether a computed value is the expected one, as ONNX's backend tests judge. */
#ifndef CM_TOOLS_VALUE_COMPARE_H
#define CM_TOOLS_VALUE_COMPARE_H

#include "tools/value_io.h"

/* What was found so far; zeroed before the first comparison. */
typedef struct tool_difference {
    double
        worst; /* largest |a - b| of finite elements of all compared tensors; infinite if a NaN or
                        an infinity stands where the other does not */
    char why[224]; /* of the first difference; empty: none */
} tool_difference;

/* tool_compare — is `got` equal enough to `want`?
 *   Kind, dtype, rank, dims and texts must be equal. Elements a, b of numbers agree if
 *   |a - b| <= rtol*|b| + atol + atol_of_max*m, with m the largest finite |b| of the tensor; NaN
 *   agrees with NaN, an infinity with the same infinity; of complex numbers |.| is the modulus.
 *   Sequences agree element by element, maps key by key in any order.
 *   shape_only   random values: the elements are not looked at
 * Returns whether they agree; the first difference stays in *d. */
bool tool_compare(const cameo_value *got, const cameo_value *want, const tool_tolerance *tolerance,
                  bool shape_only, tool_difference *d);

#endif
