/* make_leaves.c — inputs, constants and attributes of a graph out of the bytes of a fuzzer. See make_graph.h. */
#include "fuzz/make_graph_impl.h"

#include "base/dtype.h"

/* ---- dims ---- */

static int64_t made_dim(made *m) {
    static const uint8_t dims[] = {1, 2, 3, 2, 4, 3, 5, 1, 7, 8, 16, 9, 17, 33, 64, 0};
    return dims[made_byte(m) & 15];
}

/* Dims that go with those of `like`: the same, some of them, of a matrix or of a kernel that fits it. */
static void made_dims(made *m, cameo_tensor *t, const cameo_type *like) {
    uint32_t how = made_below(m, 10), rank = like == NULL || !like->has_shape ? 0 : like->rank;
    int64_t dim[CAMEO_MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) dim[i] = like->dims[i] < 0 ? 2 : like->dims[i];
    t->rank = 0;
    if (rank == 0 || how == 9) {
        t->rank = how == 5 ? 0 : made_below(m, 5);
        for (uint32_t i = 0; i < t->rank; i++) t->dims[i] = made_dim(m);
    } else if (how <= 2) {
        t->rank = rank;
        for (uint32_t i = 0; i < rank; i++) t->dims[i] = how == 1 && made_byte(m) % 4 == 0 ? 1 : dim[i];
    } else if (how <= 4) {
        t->dims[t->rank++] = how == 3 || rank == 1 ? dim[rank - 1] : dim[1];
    } else if (how == 6) {
        t->rank = 2;
        t->dims[0] = dim[rank - 1];
        t->dims[1] = made_dim(m);
    } else if (how == 7) {
        t->rank = rank;
        for (uint32_t i = 0; i < rank; i++) t->dims[i] = i == 1 ? dim[1] : 1 + made_below(m, 4);
    } else if (how == 8) {
        t->dims[t->rank++] = rank;
    }
}

/* Elements; false: too many. */
static bool made_count(const cameo_tensor *t, size_t *n) {
    *n = 1;
    for (uint32_t i = 0; i < t->rank; i++) *n *= (size_t)t->dims[i] <= MADE_MAX_ELEMENTS ? (size_t)t->dims[i] : 0;
    for (uint32_t i = 0; i < t->rank; i++) {
        if (t->dims[i] > MADE_MAX_ELEMENTS) return false;
    }
    return *n <= MADE_MAX_ELEMENTS;
}

/* ---- elements ---- */

static double made_number(made *m, uint32_t style) {
    static const double special[] = {0, -0.0, 1e300 * 1e300, -1e300 * 1e300, 1e-310, 3e38, -1e-40, 1e18};
    uint64_t x = made_noise(m);
    if (style == 1) return (double)(int64_t)(x % 7) - 3;
    if (style == 2 && x % 5 == 0) return x % 45 == 0 ? special[2] - special[2] : special[x / 64 % 8];
    if (style == 3) return (double)made_byte(m);
    return ((double)(x >> 11) * 0x1p-53 - 0.5) * 4;
}

static int64_t made_int(made *m, uint32_t style, size_t i) {
    static const int64_t special[] = {INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, -1, 255, 128, -129};
    uint64_t x = made_noise(m);
    if (style == 0) return (int64_t)(x % 4);
    if (style == 1) return (int64_t)(x % 7) - 3;
    if (style == 2) return x % 4 == 0 ? special[x / 64 % 8] : (int64_t)(x % 256);
    if (style == 3) return (int8_t)made_byte(m);
    return (int64_t)i;
}

static void made_store(cameo_tensor *t, size_t i, double x) {
    switch (t->dtype) {
    case CAMEO_FLOAT: ((float *)t->data)[i] = (float)x; break;
    case CAMEO_DOUBLE: ((double *)t->data)[i] = x; break;
    case CAMEO_FLOAT16: ((uint16_t *)t->data)[i] = cm_f16_from_f64(x); break;
    default: ((uint16_t *)t->data)[i] = cm_bf16_from_f64(x); break;
    }
}

static void made_store_int(cameo_tensor *t, size_t i, size_t size, int64_t x) {
    int32_t x32 = (int32_t)(uint32_t)(uint64_t)x;
    int16_t x16 = (int16_t)(uint16_t)(uint64_t)x;
    int8_t x8 = (int8_t)(uint8_t)(uint64_t)x;
    const void *from = size == 8 ? (void *)&x : size == 4 ? (void *)&x32 : size == 2 ? (void *)&x16 : (void *)&x8;
    memcpy((uint8_t *)t->data + i * size, from, size);
}

static void made_strings(made *m, cameo_tensor *t, size_t n) {
    static const char *const texts[] = {"", "a", "ab", "12", "-3.5", "a b  c", "1e9", "\xc3\xa4\xe2\x82\xac", "A,b;c"};
    for (size_t i = 0; i < n; i++) {
        cm_str s = cm_str_from_c(texts[made_noise(m) % (sizeof texts / sizeof *texts)]);
        ((cameo_string *)t->data)[i] = (cameo_string){s.p, s.n};
    }
}

bool made_fill(made *m, cameo_tensor *t) {
    uint32_t style = made_below(m, 5), bits = cameo_dtype_bits(t->dtype);
    size_t n;
    if (!made_count(t, &n)) return false;
    t->bytes = t->dtype == CAMEO_STRING ? n * sizeof(cameo_string) : (n * bits + 7) / 8;
    t->data = made_alloc(m, t->bytes);
    if (t->data == NULL) return false;
    if (t->dtype == CAMEO_STRING) {
        made_strings(m, t, n);
    } else if (t->dtype == CAMEO_FLOAT || t->dtype == CAMEO_DOUBLE || t->dtype == CAMEO_FLOAT16 ||
               t->dtype == CAMEO_BFLOAT16) {
        for (size_t i = 0; i < n; i++) made_store(t, i, made_number(m, style));
    } else if (t->dtype == CAMEO_BOOL) {
        for (size_t i = 0; i < n; i++) ((uint8_t *)t->data)[i] = style == 4 || made_noise(m) % 2 == 0;
    } else if (bits < 8 || bits > 64) {
        for (size_t i = 0; i < t->bytes; i++) ((uint8_t *)t->data)[i] = (uint8_t)made_noise(m);
        /* Padding bits of the last byte are 0. */
        if (n * bits % 8 != 0) ((uint8_t *)t->data)[t->bytes - 1] &= (uint8_t)((1u << n * bits % 8) - 1);
    } else {
        for (size_t i = 0; i < n; i++) made_store_int(t, i, bits / 8, made_int(m, style, i));
    }
    return true;
}

/* One of the dtypes: mostly float, if it is among them, else int64, else the one that a byte chooses. */
static cameo_dtype made_dtype(made *m, uint32_t dtypes) {
    uint32_t how = made_byte(m), n = 0;
    if (how < 128 && (dtypes >> CAMEO_FLOAT & 1) != 0) return CAMEO_FLOAT;
    if (how < 160 && (dtypes >> CAMEO_INT64 & 1) != 0) return CAMEO_INT64;
    for (uint32_t d = 0; d < 32; d++) n += dtypes >> d & 1;
    if (n == 0) return CAMEO_UNDEFINED;
    how %= n;
    for (uint32_t d = 0; d < 32; d++) {
        if ((dtypes >> d & 1) != 0 && how-- == 0) return (cameo_dtype)d;
    }
    return CAMEO_UNDEFINED;
}

uint32_t made_leaf(made *m, uint32_t dtypes, uint32_t like) {
    made_graph *g = &m->g;
    cameo_dtype dtype = made_dtype(m, dtypes);
    if (dtype == CAMEO_UNDEFINED || g->n_values == MADE_MAX_VALUES) return MADE_NONE;
    made_value *v = &g->value[g->n_values];
    memset(v, 0, sizeof *v);
    v->tensor.dtype = dtype;
    made_dims(m, &v->tensor, like == MADE_NONE ? NULL : &g->value[like].type);
    if (!made_fill(m, &v->tensor)) return MADE_NONE;
    uint32_t how = made_byte(m);
    v->kind = (how & 1) != 0 || (dtype == CAMEO_INT64 && (how & 2) != 0) ? MADE_CONST : MADE_INPUT;
    v->type = (cameo_type){.kind = CAMEO_KIND_TENSOR, .dtype = dtype, .has_shape = true, .rank = v->tensor.rank};
    for (uint32_t d = 0; d < v->tensor.rank; d++) {
        bool is_free = v->kind == MADE_INPUT && how % 32 >= 28;
        v->type.dims[d] = is_free ? -1 : v->tensor.dims[d];
    }
    return g->n_values++;
}

/* ---- attributes ---- */

/* Words that an attribute may be, as the operators' documentation lists them. */
static const struct {
    const char *attr, *word;
} made_words[] = {
    {"auto_pad", "SAME_UPPER"}, {"auto_pad", "SAME_LOWER"}, {"auto_pad", "VALID"}, {"auto_pad", "NOTSET"},
    {"mode", "reflect"}, {"mode", "edge"}, {"mode", "wrap"}, {"mode", "constant"}, {"mode", "linear"},
    {"mode", "cubic"}, {"mode", "nearest"}, {"mode", "bilinear"}, {"mode", "CRD"}, {"mode", "DCR"}, {"mode", "max"},
    {"mode", "avg"}, {"mode", "TF"}, {"mode", "IDF"}, {"mode", "TFIDF"},
    {"coordinate_transformation_mode", "asymmetric"}, {"coordinate_transformation_mode", "align_corners"},
    {"coordinate_transformation_mode", "half_pixel"}, {"coordinate_transformation_mode", "pytorch_half_pixel"},
    {"coordinate_transformation_mode", "half_pixel_symmetric"}, {"coordinate_transformation_mode", "output_half_pixel"},
    {"coordinate_transformation_mode", "tf_crop_and_resize"},
    {"nearest_mode", "floor"}, {"nearest_mode", "ceil"}, {"nearest_mode", "round_prefer_ceil"},
    {"keep_aspect_ratio_policy", "not_larger"}, {"keep_aspect_ratio_policy", "not_smaller"},
    {"direction", "reverse"}, {"direction", "bidirectional"}, {"direction", "RIGHT"}, {"direction", "LEFT"},
    {"reduction", "add"}, {"reduction", "mul"}, {"reduction", "max"}, {"reduction", "min"}, {"reduction", "sum"},
    {"reduction", "mean"}, {"reduction", "none"}, {"padding_mode", "border"}, {"padding_mode", "reflection"},
    {"padding_mode", "zeros"}, {"approximate", "tanh"}, {"activation", "Relu"}, {"activation", "LeakyRelu"},
    {"activation", "swish"}, {"activation", "Sigmoid"}, {"activations", "Relu"}, {"activations", "Tanh"},
    {"activations", "Sigmoid"}, {"activations", "HardSigmoid"}, {"activations", "Softsign"},
    {"equation", "ij,jk->ik"}, {"equation", "...ij->...ji"}, {"equation", "ii->i"}, {"equation", "i,j->ij"},
    {"equation", "bij,bjk"}, {"equation", "ij->"}, {"equation", "...,..."},
    {"post_transform", "SOFTMAX"}, {"post_transform", "LOGISTIC"}, {"post_transform", "SOFTMAX_ZERO"},
    {"post_transform", "PROBIT"}, {"case_change_action", "LOWER"}, {"case_change_action", "UPPER"}, {"norm", "L1"},
    {"norm", "L2"}, {"norm", "MAX"}, {"kernel_type", "RBF"}, {"kernel_type", "POLY"}, {"kernel_type", "SIGMOID"},
    {"aggregate_function", "MIN"}, {"aggregate_function", "AVERAGE"}, {"cast_to", "TO_FLOAT"}, {"cast_to", "TO_STRING"},
    {"cast_to", "TO_INT64"}, {"pattern", "a|b+"}, {"pattern", ".*"}, {"delimiter", ","}, {"locale", "C"},
};

static cameo_string made_word(made *m, const char *attr) {
    uint32_t n = 0, how = made_byte(m);
    const uint32_t all = sizeof made_words / sizeof *made_words;
    for (uint32_t i = 0; i < all; i++) n += cm_str_is(cm_str_from_c(attr), made_words[i].attr);
    for (uint32_t i = 0, k = n == 0 ? 0 : how % n; n != 0 && i < all; i++) {
        if (!cm_str_is(cm_str_from_c(attr), made_words[i].attr)) continue;
        if (k-- == 0) return (cameo_string){made_words[i].word, cm_str_from_c(made_words[i].word).n};
    }
    return (cameo_string){&"ab,c"[how % 5], 4 - how % 5};
}

static int64_t made_attr_int(made *m, const char *name) {
    static const int64_t numbers[] = {0,  1, -1, 2, 3, 4,  -2, 5,         8,         7,         16, -3,
                                      32, 6, 64, 9, 1, 10, 0,  INT64_MAX, INT64_MIN, INT32_MAX, 2,  1};
    uint32_t how = made_byte(m);
    cm_str s = cm_str_from_c(name);
    if (cm_str_is(s, "to") || cm_str_is(s, "dtype") || cm_str_is(s, "output_dtype") || cm_str_is(s, "stash_type") ||
        cm_str_is(s, "output_datatype"))
        return how % 27;
    return how >= 240 ? (int64_t)how - 248 : numbers[how % (sizeof numbers / sizeof *numbers)];
}

static float made_attr_float(made *m) {
    static const float numbers[] = {0, 1, 0.5f, -1, 2, 0.1f, 1e-5f, -0.0f, 3, 6, 1e30f, -2.5f};
    uint32_t how = made_byte(m);
    return how == 255 ? 3e38f * 10 : how == 254 ? (3e38f * 10) * 0 : numbers[how % (sizeof numbers / sizeof *numbers)];
}

/* How many numbers a list has: as many as operand 0 has dims, less those of batch and channels, or twice as many. */
static size_t made_list(made *m, const made_node *n) {
    uint32_t rank = 0, how = made_below(m, 6);
    if (n->n_in > 0 && n->in[0] != MADE_NONE) rank = m->g.value[n->in[0]].type.rank;
    uint32_t spatial = rank > 2 ? rank - 2 : 0;
    return how == 0 ? rank : how <= 2 ? spatial : how == 3 ? spatial * 2 : how == 4 ? 1 : made_below(m, 6);
}

static bool made_attr_list(made *m, const made_node *n, cameo_attr *a) {
    a->n = made_list(m, n);
    int64_t *ints = made_alloc(m, (a->n + 1) * sizeof *ints);
    float *floats = made_alloc(m, (a->n + 1) * sizeof *floats);
    cameo_string *strings = made_alloc(m, (a->n + 1) * sizeof *strings);
    if (ints == NULL || floats == NULL || strings == NULL) return false;
    bool count_up = made_byte(m) % 4 == 3;
    for (size_t i = 0; i < a->n; i++) {
        if (a->type == CAMEO_ATTR_INTS) ints[i] = count_up ? (int64_t)(a->n - 1 - i) : made_attr_int(m, a->name);
        if (a->type == CAMEO_ATTR_FLOATS) floats[i] = made_attr_float(m);
        if (a->type == CAMEO_ATTR_STRINGS) strings[i] = made_word(m, a->name);
    }
    a->ints = ints;
    a->floats = floats;
    a->strings = strings;
    return true;
}

static bool made_attr_tensor(made *m, cameo_attr *a) {
    static const cameo_dtype dtypes[] = {CAMEO_FLOAT, CAMEO_INT64, CAMEO_BOOL,    CAMEO_INT32,
                                         CAMEO_UINT8, CAMEO_DOUBLE, CAMEO_STRING, CAMEO_FLOAT16};
    cameo_tensor *t = made_alloc(m, sizeof *t);
    if (t == NULL) return false;
    t->dtype = dtypes[made_byte(m) & 7];
    made_dims(m, t, NULL);
    a->tensors = t;
    return made_fill(m, t);
}

/* The value of an attribute of a->type; false: none of that type can be made. */
static bool made_attr_value(made *m, const made_node *n, cameo_attr *a) {
    switch (a->type) {
    case CAMEO_ATTR_FLOAT: a->f = made_attr_float(m); return true;
    case CAMEO_ATTR_INT: a->i = made_attr_int(m, a->name); return true;
    case CAMEO_ATTR_STRING: a->s = made_word(m, a->name); return true;
    case CAMEO_ATTR_FLOATS:
    case CAMEO_ATTR_INTS:
    case CAMEO_ATTR_STRINGS: return made_attr_list(m, n, a);
    case CAMEO_ATTR_TENSOR: return made_attr_tensor(m, a);
    default: return a->type == CAMEO_ATTR_GRAPH; /* made_write writes a body */
    }
}

bool made_attrs(made *m, made_node *n) {
    uint32_t bodies = 0;
    for (uint32_t i = 0; i < n->schema->n_attrs; i++) {
        const cm_schema_attr *s = cm_schema_get_attr(n->schema, i);
        bool required = cm_schema_attr_required(s);
        if (!required && (made_byte(m) & 3) != 3) continue;
        if (n->n_attrs == MADE_MAX_ATTRS) return !required;
        cm_str name = cm_schema_attr_name(s);
        char *copy = made_alloc(m, name.n + 1);
        cameo_attr *a = &n->attr[n->n_attrs];
        if (copy == NULL) return false;
        memcpy(copy, name.p, name.n);
        *a = (cameo_attr){.name = copy, .type = (cameo_attr_type)cm_schema_attr_type(s)};
        if (a->type == CAMEO_ATTR_GRAPH) {
            if (bodies == MADE_MAX_BODIES || m->g.n_values == 0) return false;
            n->body_op[bodies] = made_byte(m);
            n->body_reads[bodies++] = made_below(m, m->g.n_values);
        }
        if (made_attr_value(m, n, a)) n->n_attrs++;
        else if (required) return false;
    }
    return true;
}
