/* gpt2.h — a network like GPT-2, made with the builder: for one token and what came before it. */
#ifndef EXAMPLES_DECODE_GPT2_H
#define EXAMPLES_DECODE_GPT2_H

#include "cameo.h"

enum { GPT2_MAX_LAYERS = 64 };

typedef struct gpt2_sizes {
    int64_t layers; /* 1 to GPT2_MAX_LAYERS */
    int64_t width;  /* a multiple of heads */
    int64_t heads;
    int64_t words;   /* tokens there are */
    int64_t context; /* positions there are */
} gpt2_sizes;

/* Floats of all weights. */
size_t gpt2_n_weights(const gpt2_sizes *z);

/* Builds the network up to cameo_builder_finish; `weights` [gpt2_n_weights] is filled with numbers of chance, the same
 * ones each time, and must stay until the last use of what was built.
 *
 *   inputs    token int64 [1][1], position int64 [1], and for each layer i
 *             past_key_i, past_value_i float [1][heads][past][width / heads]
 *   outputs   logits float [1][1][words], present_key_i, present_value_i: the past and one row more
 *
 * What goes wrong is said by cameo_builder_finish. Source: A. Radford et al., "Language Models are Unsupervised
 * Multitask Learners", 2019; the last matrix is one of its own here. */
void gpt2_build(const gpt2_sizes *z, float *weights, cameo_builder *b);

#endif
