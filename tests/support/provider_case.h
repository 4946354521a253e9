/* provider_case.h — the same model with and without devices, each in memory of the exact size. */
#ifndef CM_TESTS_SUPPORT_PROVIDER_CASE_H
#define CM_TESTS_SUPPORT_PROVIDER_CASE_H

#include "tests/support/exact.h"
#include "tests/support/fake_device.h"
#include "tests/support/onnx_writer.h"

#define PROVIDER_HEAP (1 << 16)

typedef struct provider_case {
    ow o;
    exact cpu, dev;
    const cameo_provider *list[2];
    cameo_options options;
    char log[4096];
} provider_case;

extern cameo_log_level provider_log_level; /* of provider_open */

extern float provider_x[27]; /* [n][3] of input x, n <= 9 */
extern const float provider_weight[3];
/* A model of input x [n][3] and w [3], provider_weight, to which nodes are added; float. */
void provider_begin(ow *o);

/* options: beside the devices; may be NULL. b may be NULL. The status of the first stage that fails with devices. */
cameo_status provider_open_with(provider_case *c, void (*model)(ow *), fake_device *a, fake_device *b,
                                const cameo_dim_binding *dims, size_t n_dims, const cameo_options *options);
cameo_status provider_open(provider_case *c, void (*model)(ow *), fake_device *a, fake_device *b,
                           const cameo_dim_binding *dims, size_t n_dims);
void provider_close(provider_case *c);
cameo_session_info provider_info(const provider_case *c);
cameo_value provider_floats(uint32_t rank, const int64_t *dims, float *data);
bool provider_equal(const cameo_value *a, const cameo_value *b, size_t n);
/* Both ways; the outputs are the same bits, and nothing was written beyond any piece of memory. */
bool provider_same(provider_case *c, cameo_value *in, size_t n_in, size_t n_out);

#endif
