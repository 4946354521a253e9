/* bodies.c — operators that are other operators: the text of each body, which ir/import/body.c reads. No kernel
 * runs; the optimiser and the rows of those other operators serve them. A text that is not named is not linked. */
#include "ir/op.h"

#define BODY(name, text)                                                                             \
    static const cm_field body_##name = {"", CM_FIELD_OWN, 0, 0, 0, 0, text};                        \
    const cm_op cm_op_##name = {.id = CM_OP_##name, .flags = CM_OPF_BODY, .fields = &body_##name};
/* A text longer than the 4095 characters that every compiler takes for one: To goes from the first to the second. */
#define BODY_LONG(name, text, more)                                                                  \
    static const cm_field body_##name[2] = {{"", CM_FIELD_OWN, 1, 0, 0, 0, text},                    \
                                            {"", CM_FIELD_OWN, 0, 0, 0, 0, more}};                   \
    const cm_op cm_op_##name = {.id = CM_OP_##name, .flags = CM_OPF_BODY, .fields = body_##name};

/* ---- ai.onnx ---- */

/* Scale and bias are those of groups in version 18, of channels from 21 on. */
BODY(GroupNormalization,
     "g=Reshape(0,[0,num_groups,-1]) s=Shape(0) "
     "?since<21 n=InstanceNormalization(g,1,2;epsilon) "
     "?since<21 A=Reshape(n,s) "
     "!since<21 z=ConstantOfShape([num_groups]) "
     "!since<21 z=CastLike(z,0) "
     "!since<21 o=Add(z,^1) "
     "!since<21 n=InstanceNormalization(g,o,z;epsilon) "
     "!since<21 c=Reshape(0,[0,0,-1]) "
     "!since<21 c=Shape(c) "
     "!since<21 n=Reshape(n,c) "
     "!since<21 w=Unsqueeze(1,[1]) "
     "!since<21 b=Unsqueeze(2,[1]) "
     "!since<21 n=Mul(n,w) "
     "!since<21 n=Add(n,b) "
     "!since<21 A=Reshape(n,s)")

/* Without modifiers it is Attention. Heads of queries that share one of keys are a dim of their own. */
BODY(FlexAttention,
     "!score_mod !prob_mod A=Attention(0,1,2;scale,softmax_precision) "
     "!score_mod !prob_mod End() "
     "h=Shape(1;start=1,end=2) l=Shape(0;start=2) l=Concat([0],h,[-1],l;axis=0) q=Reshape(0,l) "
     "k=Transpose(1;perm=[0,1,3,2]) k=Unsqueeze(k,[2]) v=Unsqueeze(2,[2]) s=MatMul(q,k) "
     "?scale s=Mul(s,^scale) "
     "!scale d=Shape(0;start=3) !scale d=Cast(d;to=1) !scale d=Sqrt(d) !scale d=CastLike(d,0) "
     "!scale s=Div(s,d) "
     "l=Shape(0;start=0,end=3) l=Concat(l,[-1];axis=0) s=Reshape(s,l) "
     "?softmax_precision s=Cast(s;to=softmax_precision) "
     "s=Inline(score_mod,s) p=Softmax(s;axis=-1) p=Inline(prob_mod,p) p=CastLike(p,0) "
     "r=Shape(p;start=2) r=Concat([0],h,[-1],r;axis=0) p=Reshape(p,r) y=MatMul(p,v) A=Reshape(y,l)")

/* Its outputs are more than letters name. */
BODY(Gradient, "Gradient()")

BODY(SwiGLU, "a=Swish(0;alpha=%alpha) A=Mul(a,1)")

/* ---- what onnxruntime keeps in ai.onnx: operators of its first opset, LayerNormalization below 17 ---- */

BODY(ort_Affine, "a=Mul(0,^alpha:1) A=Add(a,^beta:0)")
/* border: left, top, right, bottom; or the left and top one and scale, which is height and width. */
BODY(ort_Crop,
     "s=Shape(0;start=2) e=Sub(s,[border@3,border@2]) ?scale e=Add([border@1,border@0],[scale@0,scale@1]) "
     "A=Slice(0,[border@1,border@0],e,[2,3])")
BODY(ort_DynamicSlice, "A=Slice(0,1,2,3)")
BODY(ort_ImageScaler, "a=Mul(0,^scale) b=Reshape(&bias,[-1,1,1]) b=CastLike(b,0) A=Add(a,b)")
BODY(ort_LayerNormalization,
     "x=CastLike(0,1) !B !C A=LayerNormalization(x,1,2;axis,epsilon,stash_type) !B !C End() "
     "A,B,C=LayerNormalization(x,1,2;axis,epsilon,stash_type)")
/* Below version 9: of images, with attributes in the place of axes. */
BODY(ort_MeanVarianceNormalization,
     "!normalize_variance=0 !across_channels=1 A=MeanVarianceNormalization(0;axes=[0,2,3]) "
     "!normalize_variance=0 ?across_channels=1 A=MeanVarianceNormalization(0;axes=[0,1,2,3]) "
     "!normalize_variance=0 End() "
     "!across_channels=1 m=ReduceMean(0,[0,2,3]) ?across_channels=1 m=ReduceMean(0,[0,1,2,3]) A=Sub(0,m)")
BODY(ort_ParametricSoftplus, "a=Mul(0,^beta) a=Softplus(a) A=Mul(a,^alpha)")
BODY(ort_Scale, "A=Mul(0,^scale)")
BODY(ort_ScaledTanh, "a=Mul(0,^beta) a=Tanh(a) A=Mul(a,^alpha)")
BODY(ort_SimplifiedLayerNormalization, "A=RMSNormalization(0,1;axis,epsilon,stash_type)")
BODY(ort_ThresholdedRelu, "A=ThresholdedRelu(0;alpha)")

/* ---- com.microsoft: activations, products, normalisations ---- */

BODY(ms_BiasAdd, "a=Add(0,1) A=Add(a,2)")
BODY(ms_BiasDropout, "a=Add(0,1) a,m=Dropout(a,3,4;seed) ?2 a=Add(a,2) A=Identity(a) ?B B=Identity(m)")
BODY(ms_BiasGelu, "a=Add(0,1) A=Gelu(a)")
BODY(ms_BiasSplitGelu, "a=Add(0,1) a,b=Split(a;axis=-1,num_outputs=2) b=Gelu(b) A=Mul(a,b)")
/* All dims from the axis on are one. */
BODY(ms_BiasSoftmax, "s=Shape(0) a=Add(0,1) a=Flatten(a;axis=axis) a=Softmax(a;axis=-1) A=Reshape(a,s;allowzero=1)")
BODY(ms_FastGelu, "!1 a=Identity(0) ?1 a=Add(0,1) A=Gelu(a;approximate='tanh')")
BODY(ms_Gelu, "A=Gelu(0)")
BODY(ms_GemmFastGelu, "a=MatMul(0,1) ?2 a=Add(a,2) A=Gelu(a;approximate='tanh')")
BODY(ms_QuickGelu, "A=Swish(0;alpha=%alpha)")
BODY(ms_ScaledSiLU,
     "x=Cast(0;to=1) ?1 s=Cast(1;to=1) ?1 x=Mul(x,s) !1 x=Mul(x,%alpha) x=CastLike(x,0) s=Sigmoid(x) A=Mul(x,s)")
/* Without `up` the gate holds both halves. */
BODY(ms_SwiGLU,
     "?1 g=Identity(0) ?1 u=Identity(1) !1 g,u=Split(0;axis=-1,num_outputs=2) g=Cast(g;to=1) u=Cast(u;to=1) "
     "!limit=0 !limit<0 g=Min(g,%limit) !limit=0 !limit<0 l=Neg(%limit) !limit=0 !limit<0 u=Clip(u,l,%limit) "
     "g=Swish(g;alpha=%activation_alpha) "
     "!round_activation=0 g=CastLike(g,0) !round_activation=0 g=Cast(g;to=1) "
     "!activation_beta=0 u=Add(u,%activation_beta) g=Mul(g,u) A=CastLike(g,0)")
BODY(ms_GatedAdd, "?3 Fail(gate_weight) a=Mul(1,2) A=Add(0,a)")

BODY(ms_SampleOp, "A=Identity(0)")
/* x: [...][branches][width] of streams, which may have both as one; d: those dims; gates may have a number for each
 * branch. */
#define BODY_STREAM_DIMS                                                                                          \
    "?num_branches<0 Fail(num_branches below 0) !num_branches=0 l=Shape(0;end=-1) "                               \
    "!num_branches=0 c=Identity([num_branches]) ?num_branches=0 l=Shape(0;end=-2) "                               \
    "?num_branches=0 c=Shape(0;start=-2,end=-1) d=Concat(l,c,[-1];axis=0) x=Cast(0;to=1) x=Reshape(x,d) "
BODY(ms_HyperConnectionPreMix,
     BODY_STREAM_DIMS "m=Cast(1;to=1) m=Reshape(m,d) x=Mul(x,m) y=ReduceSum(x,[-2];keepdims=0) "
     "y=Mul(y,%reduction_scale) A=CastLike(y,0)")
BODY(ms_HyperConnectionPostMix,
     BODY_STREAM_DIMS "m=Cast(2;to=1) m=Reshape(m,d) b=Cast(1;to=1) b=Unsqueeze(b,[-2]) m=Mul(m,b) ?3 w=Cast(3;to=1) "
     "?3 x=Einsum(w,x;equation='...ck,...ch->...kh') x=Add(x,m) s=Shape(0) x=Reshape(x,s) A=CastLike(x,0)")
/* Streams [...][branches * width]: what a block before gave is added first (its gates are [...][branches]). */
BODY(ms_HyperConnectionLowRankMix,
     "?num_branches<1 Fail(num_branches below 1) ?5 !6 Fail(prev_block_output without prev_post_gate) "
     "?6 !5 Fail(prev_post_gate without prev_block_output) "
     "x=Identity(0) ?5 x=ms.HyperConnectionPostMix(0,5,6;num_branches=num_branches) ?C C=Identity(x) "
     "x=ms.BranchwiseRMSNorm(x,1;num_branches=num_branches,epsilon=%epsilon) g=MatMul(x,2) "
     "g=ms.ScaledSiLU(g;alpha=%silu_alpha) g=MatMul(g,3) g=Sigmoid(g) "
     "A=ms.HyperConnectionPreMix(x,g;num_branches=num_branches,reduction_scale=%reduction_scale) "
     "y=MatMul(x,4) y=Div(y,^gate_div) y=Sigmoid(y) B=Mul(y,^gate_mul)")

#define BODY_ACTIVATION_OTHERS "!activation=Clip !activation=LeakyRelu !activation=HardSigmoid "
BODY(ms_FusedConv,
     "a=Conv(0,1,2;auto_pad,dilations,group,kernel_shape,pads,strides) ?3 a=Add(a,3) "
     "!activation A=Identity(a) "
     "?activation=Clip A=Clip(a,^activation_params@0,^activation_params@1) "
     "?activation=LeakyRelu A=LeakyRelu(a;alpha=%activation_params@0:0.01) "
     "?activation=HardSigmoid A=HardSigmoid(a;alpha=%activation_params@0:0.2,beta=%activation_params@1:0.5) "
     "?activation " BODY_ACTIVATION_OTHERS "A=$activation(a)")
#define BODY_ACTIVATION                                                                            \
    "!activation A=Identity(a) "                                                                   \
    "?activation=LeakyRelu A=LeakyRelu(a;alpha=&activation_alpha) "                                \
    "?activation=HardSigmoid A=HardSigmoid(a;alpha=&activation_alpha,beta=&activation_beta) "      \
    "?activation !activation=LeakyRelu !activation=HardSigmoid A=$activation(a)"
BODY(ms_FusedGemm, "a=Gemm(0,1,2;alpha,beta,transA,transB) " BODY_ACTIVATION)
BODY(ms_FusedMatMulActivation,
     "a=ms.FusedMatMul(0,1;alpha,transA,transB,transBatchA,transBatchB) " BODY_ACTIVATION)
/* The batch dims lie between the two of the matrix with transBatch. */
BODY(ms_FusedMatMul,
     "a=Identity(0) b=Identity(1) "
     "?transBatchA=1 a=Einsum(0;equation='i...j->...ij') ?transBatchB=1 b=Einsum(1;equation='i...j->...ij') "
     "!transA=1 !transB=1 y=MatMul(a,b) "
     "?transA=1 !transB=1 y=Einsum(a,b;equation='...ji,...jk->...ik') "
     "!transA=1 ?transB=1 y=Einsum(a,b;equation='...ij,...kj->...ik') "
     "?transA=1 ?transB=1 y=Einsum(a,b;equation='...ji,...kj->...ik') "
     "!alpha=1 y=Mul(y,^alpha) A=Identity(y)")

BODY(ms_SkipLayerNormalization,
     "a=Add(0,1) ?4 a=Add(a,4) "
     "!B !C A=LayerNormalization(a,2,3;epsilon=%epsilon) "
     "?B A,B,C=LayerNormalization(a,2,3;epsilon=%epsilon) "
     "?C !B A,B,C=LayerNormalization(a,2,3;epsilon=%epsilon) "
     "?D D=Identity(a)")
BODY(ms_SkipSimplifiedLayerNormalization,
     "a=Add(0,1) ?3 a=Add(a,3) A=RMSNormalization(a,2;epsilon=%epsilon) ?D D=Identity(a)")
/* Groups of as many elements as the scale has. */
BODY(ms_GatedRMSNorm,
     "!activation=silu !activation=swish !activation=sigmoid Fail(activation) "
     "s=Shape(0) n=Shape(1) l=Shape(0;start=0,end=-1) m=Concat(l,[-1],n;axis=0) x=Cast(0;to=1) x=Reshape(x,m) "
     "w=Cast(1;to=1) x=RMSNormalization(x,w;epsilon=%epsilon) x=Reshape(x,s) g=Cast(2;to=1) "
     "?activation=sigmoid g=Sigmoid(g) !activation=sigmoid g=Swish(g) x=Mul(x,g) A=CastLike(x,0)")
/* [...][branches][width], or both as one; the scale is one of the branches, or of all. */
BODY(ms_BranchwiseRMSNorm,
     "s=Shape(0) x=Cast(0;to=1) l=Shape(0;start=0,end=-1) "
     "!num_branches=0 l=Concat(l,[num_branches,-1];axis=0) !num_branches=0 x=Reshape(x,l) "
     "q=Mul(x,x) q=ReduceMean(q,[-1]) q=Add(q,%epsilon) q=Sqrt(q) x=Div(x,q) "
     "?1 h=Shape(x;start=-1) ?1 h=Concat([-1],h;axis=0) ?1 w=Reshape(1,h) ?1 w=Cast(w;to=1) ?1 x=Mul(x,w) "
     "x=Reshape(x,s) A=CastLike(x,0)")
/* The length of each sequence, of a mask. */
#define BODY_MASK_INDEX                                                                                    \
    "?B ?7 B=ReduceSum(7,[1];keepdims=0) "                                                                 \
    "?B !7 n=Shape(0;start=0,end=1) ?B !7 n=ConstantOfShape(n) ?B !7 B=CastLike(n,0) "
BODY(ms_EmbedLayerNormalization,
     "a=Gather(2,0) "
     "?8 b=Gather(3,8) "
     "!8 s=Shape(0;start=1,end=2) !8 b=Slice(3,[0],s,[0]) "
     "a=Add(a,b) ?1 ?4 c=Gather(4,1) ?1 ?4 a=Add(a,c) "
     "A=LayerNormalization(a,5,6;epsilon=%epsilon) " BODY_MASK_INDEX "?C C=Identity(a)")
BODY(ms_QEmbedLayerNormalization,
     "a=Gather(2,0) a=DequantizeLinear(a,8,13) s=Shape(0;start=1,end=2) b=Slice(3,[0],s,[0]) "
     "b=DequantizeLinear(b,9,14) a=Add(a,b) ?1 ?4 c=Gather(4,1) ?1 ?4 c=DequantizeLinear(c,10,15) ?1 ?4 a=Add(a,c) "
     "g=DequantizeLinear(5,11,16) b=DequantizeLinear(6,12,17) A=LayerNormalization(a,g,b;epsilon=%epsilon) "
     BODY_MASK_INDEX)
/* v: its rows by their root mean square, times a scale of [branches][width]. */
#define BODY_RMS(if, v, scale)                                                                            \
    if "r=Mul(" v "," v ") " if "r=ReduceMean(r,[-1]) " if "r=Add(r,%epsilon) " if "r=Sqrt(r) "           \
    if v "=Div(" v ",r) " if "s=Cast(" scale ";to=1) " if v "=Mul(" v ",s) "
BODY(ms_EngramGate,
     "?B !5 Fail(gated_value_normed without conv_norm_scale) "
     "k=Cast(0;to=1) " BODY_RMS("", "k", "3") "q=Cast(1;to=1) " BODY_RMS("", "q", "4")
     "d=Mul(k,q) d=ReduceSum(d,[-1]) h=Shape(0;start=-1) h=Cast(h;to=1) h=Sqrt(h) d=Div(d,h) "
     "g=Abs(d) g=Max(g,%0.000001) g=Sqrt(g) d=Sign(d) g=Mul(g,d) g=Sigmoid(g) "
     "v=Cast(2;to=1) v=Unsqueeze(v,[2]) y=Mul(g,v) A=CastLike(y,0) " BODY_RMS("?B ", "y", "5")
     "?B B=CastLike(y,0)")
BODY(ms_GroupNorm,
     "x=Identity(0) ?channels_last=1 x=Transpose(0;perm=[0,3,1,2]) "
     "s=CastLike(1,0) b=CastLike(2,0) y=GroupNormalization(x,s,b;num_groups=groups,epsilon=%epsilon) "
     "?activation=1 y=Swish(y) "
     "?channels_last=1 A=Transpose(y;perm=[0,2,3,1]) !channels_last=1 A=Identity(y)")
/* skip is [N][C], [N][1][1][C] or X's; sums are made of [N][places][C]. */
BODY(ms_SkipGroupNorm,
     "?channels_last=0 Fail(SkipGroupNorm with channels_last 0) "
     "n=Shape(0;start=0,end=1) c=Shape(0;start=3) s=Concat(n,[-1],c;axis=0) "
     "a=Reshape(0,s) b=Reshape(3,s) a=Add(a,b) ?4 a=Add(a,4) s=Shape(0) a=Reshape(a,s) "
     "A=ms.GroupNorm(a,1,2;activation,channels_last,epsilon,groups) ?B B=Identity(a)")
/* Pads cut off the result, whatever they are; the bias comes afterwards, for negative ones add to it. */
#define BODY_DYNAMIC_PADS "dilations,group,kernel_shape,output_padding,strides)"
BODY(ms_ConvTransposeWithDynamicPads,
     "?auto_pad=SAME_UPPER A=ConvTranspose(0,1,3;auto_pad," BODY_DYNAMIC_PADS " ?auto_pad=SAME_UPPER End() "
     "?auto_pad=SAME_LOWER A=ConvTranspose(0,1,3;auto_pad," BODY_DYNAMIC_PADS " ?auto_pad=SAME_LOWER End() "
     "!2 A=ConvTranspose(0,1,3;" BODY_DYNAMIC_PADS " !2 End() "
     "y=ConvTranspose(0,1;" BODY_DYNAMIC_PADS " r=Shape(0) r=Size(r) r=Range(#2,r,#1) p=Neg(2) y=Pad(y,p,_,r) "
     "?3 r=Sub(r,#1) ?3 b=Unsqueeze(3,r) ?3 y=Add(y,b) A=Identity(y)")
BODY(ms_NhwcConv,
     "x=Transpose(0;perm=[0,3,1,2]) y=Conv(x,1,2;auto_pad,dilations,group,kernel_shape,pads,strides) "
     "A=Transpose(y;perm=[0,2,3,1])")
BODY(ms_NhwcMaxPool,
     "x=Transpose(0;perm=[0,3,1,2]) y=MaxPool(x;auto_pad,ceil_mode,dilations,kernel_shape,pads,strides) "
     "A=Transpose(y;perm=[0,2,3,1])")
BODY(ms_NhwcFusedConv,
     "x=Transpose(0;perm=[0,3,1,2]) ?3 z=Transpose(3;perm=[0,3,1,2]) "
     "y=ms.FusedConv(x,1,2,z;activation,activation_params,auto_pad,dilations,group,kernel_shape,pads,strides) "
     "A=Transpose(y;perm=[0,2,3,1])")
/* As onnxruntime writes it for channels last; weights of rank 3 and 5 are of one and three dims. */
#define BODY_QLINEARCONV "=QLinearConv(x,1,2,3,4,5,6,7,8;auto_pad,dilations,group,kernel_shape,pads,strides) "
BODY(ms_QLinearConv,
     "x=Identity(0) !channels_last=1 A" BODY_QLINEARCONV "!channels_last=1 End() "
     "?rank3=3 x=Transpose(0;perm=[0,2,1]) ?rank3=5 x=Transpose(0;perm=[0,4,1,2,3]) "
     "!rank3=3 !rank3=5 x=Transpose(0;perm=[0,3,1,2]) y" BODY_QLINEARCONV
     "?rank3=3 A=Transpose(y;perm=[0,2,1]) ?rank3=5 A=Transpose(y;perm=[0,2,3,4,1]) "
     "!rank3=3 !rank3=5 A=Transpose(y;perm=[0,2,3,1])")

/* ---- com.microsoft: attention ---- */

/* q, k, v are [batch][rows][heads * width], m is the mask, x and y are past keys and values. */
#define BODY_ATTENTION_HEADS "q_num_heads=num_heads,kv_num_heads=num_heads,scale!"
#define BODY_ATTENTION_ATTRIBUTES BODY_ATTENTION_HEADS ",is_causal=unidirectional"
#define BODY_ATTENTION                                                   \
    "!B A=Attention(q,k,v,m,x,y;" BODY_ATTENTION_ATTRIBUTES ") "         \
    "?B A,k,v=Attention(q,k,v,m,x,y;" BODY_ATTENTION_ATTRIBUTES ") "
/* Presents of one tensor: keys, then values. */
#define BODY_PRESENT "?B k=Unsqueeze(k,[0]) ?B v=Unsqueeze(v,[0]) ?B B=Concat(k,v;axis=0)"

BODY(ms_Attention,
     "?past_present_share_buffer=1 Fail(past_present_share_buffer) ?do_rotary=1 Fail(do_rotary) "
     "p=MatMul(0,1) ?2 p=Add(p,2) "
     "?qkv_hidden_sizes q,k,v=Split(p,[qkv_hidden_sizes@0,qkv_hidden_sizes@1,qkv_hidden_sizes@2];axis=-1) "
     "!qkv_hidden_sizes q,k,v=Split(p;axis=-1,num_outputs=3) "
     "?4 x=Gather(4,#0) ?4 y=Gather(4,#1) "
     "?3 m=cameo.MaskBias(0,k,x,3;filter=%mask_filter_value:-10000) "
     "?5 !3 m=Identity(5) ?5 ?3 m=Add(m,5) " BODY_ATTENTION BODY_PRESENT)
BODY(ms_QAttention,
     "?past_present_share_buffer=1 Fail(past_present_share_buffer) ?do_rotary=1 Fail(do_rotary) "
     "p=MatMulInteger(0,1,6,7) p=CastLike(p,3) s=Mul(3,4) p=Mul(p,s) p=Add(p,2) "
     "q,k,v=Split(p;axis=-1,num_outputs=3) ?8 x=Gather(8,#0) ?8 y=Gather(8,#1) "
     "?5 m=cameo.MaskBias(q,k,x,5;filter=%mask_filter_value:-10000) " BODY_ATTENTION BODY_PRESENT)
/* Query alone is [batch][rows][heads][3][width]; query and key alone: the key is [batch][rows][heads][2][width].
 * Keys and values of rank 4 have the heads in front, as a past has. The bias is that of query, key and value, one
 * behind the other. With unidirectional onnxruntime shows all keys to the last query, which is seen where there is no
 * past. */
BODY(ms_MultiHeadAttention,
     "?8 Fail(past_sequence_length) ?9 Fail(cache_indirection) "
     "q=Identity(0) ?1 k=Identity(1) ?2 v=Identity(2) "
     "!1 q=Gather(0,#0;axis=3) !1 q=Reshape(q,[0,0,-1]) "
     "!1 k=Gather(0,#1;axis=3) !1 k=Reshape(k,[0,0,-1]) !1 v=Gather(0,#2;axis=3) !1 v=Reshape(v,[0,0,-1]) "
     "?1 !2 k=Gather(1,#0;axis=3) ?1 !2 k=Reshape(k,[0,0,-1]) "
     "?1 !2 v=Gather(1,#1;axis=3) ?1 !2 v=Reshape(v,[0,0,-1]) "
     "?3 h=Shape(q;start=2) ?3 b=Slice(3,[0],h) ?3 q=Add(q,b) "
     "?3 !rank1=4 i=Add(h,h) ?3 !rank1=4 b=Slice(3,h,i) ?3 !rank1=4 k=Add(k,b) "
     "?3 !rank1=4 b=Slice(3,i,[9000000000000000]) ?3 !rank1=4 v=Add(v,b) "
     "?4 m=cameo.MaskBias(q,k,6,4;filter=%mask_filter_value:-10000) "
     "?5 !4 m=Identity(5) ?5 ?4 m=Add(m,5) ?unidirectional=0 To(all) ?6 To(all) ?strict=1 To(all) "
     "!rank1=4 t=Shape(k;start=1,end=2) ?rank1=4 t=Shape(k;start=2,end=3) t=Squeeze(t) t=Range(#0,t,#1) "
     "s=Shape(q;start=1,end=2) "
     "r=Squeeze(s) r=Range(#0,r,#1) r=Unsqueeze(r,[1]) o=LessOrEqual(t,r) r=Add(r,#1) r=Equal(r,s) o=Or(o,r) "
     "o=Cast(o;to=1) "
     "o=Log(o) o=CastLike(o,0) !4 !5 m=Identity(o) ?4 m=Add(m,o) !4 ?5 m=Add(m,o) "
     "!B !C A=Attention(q,k,v,m;" BODY_ATTENTION_HEADS ") !B !C End() "
     "A,B,C=Attention(q,k,v,m;" BODY_ATTENTION_HEADS ") End() "
     ":all ?6 x=Identity(6) ?7 y=Identity(7) "
     "!B !C A=Attention(q,k,v,m,x,y;" BODY_ATTENTION_ATTRIBUTES ") "
     "!B !C End() "
     "A,B,C=Attention(q,k,v,m,x,y;" BODY_ATTENTION_ATTRIBUTES ")")
/* With one buffer for past and present the past is its first past_sequence_length rows. */
BODY(ms_DecoderMaskedMultiHeadAttention,
     "?9 Fail(cache_indirection) "
     "q=Identity(0) ?1 k=Identity(1) ?2 v=Identity(2) "
     "?10 h=Shape(q;start=2) ?10 b=Slice(10,[0],h) ?10 q=Add(q,b) "
     "?10 !rank1=4 i=Add(h,h) ?10 !rank1=4 b=Slice(10,h,i) ?10 !rank1=4 k=Add(k,b) "
     "?10 !rank1=4 b=Slice(10,i,[9000000000000000]) ?10 !rank1=4 v=Add(v,b) "
     "?5 x=Identity(5) ?6 y=Identity(6) "
     "?past_present_share_buffer=1 p=Cast(7;to=7) ?past_present_share_buffer=1 p=Reshape(p,[1]) "
     "?past_present_share_buffer=1 x=Slice(5,[0],p,[2]) ?past_present_share_buffer=1 y=Slice(6,[0],p,[2]) "
     "?3 m=cameo.MaskBias(q,k,x,3;filter=%mask_filter_value:-10000) "
     "?4 !3 m=Identity(4) ?4 ?3 m=Add(m,4) "
     "A,k,v=Attention(q,k,v,m,x,y;q_num_heads=num_heads,kv_num_heads=num_heads,scale!) "
     "?past_present_share_buffer=1 p=Add(p,[1]) "
     "?past_present_share_buffer=1 x=Slice(5,p,[9000000000000000],[2]) "
     "?past_present_share_buffer=1 y=Slice(6,p,[9000000000000000],[2]) "
     "?past_present_share_buffer=1 k=Concat(k,x;axis=2) ?past_present_share_buffer=1 v=Concat(v,y;axis=2) "
     "?B B=Identity(k) ?C C=Identity(v)")
/* Sequences without their padding, one behind the other. A token's offset is its place among rows with padding; those
 * of padding come behind all others. */
BODY(ms_RemovePadding,
     "s=Shape(0;start=1,end=2) s=Squeeze(s) r=Range(#0,s,#1) c=Cast(1;to=7) u=Unsqueeze(c,[1]) m=Less(r,u) n=Shape(m) "
     "m=Reshape(m,[-1]) i=NonZero(m) i=Reshape(i,[-1]) m=Not(m) j=NonZero(m) j=Reshape(j,[-1]) "
     "h=Shape(0;start=2) h=Concat([-1],h;axis=0) x=Reshape(0,h) A=Gather(x,i) "
     "i=Concat(i,j;axis=0) i=Reshape(i,n) B=Cast(i;to=6) c=CumSum(c,#0) c=Concat([0],c;axis=0) C=Cast(c;to=6) "
     "D=ReduceMax(1,[0])")
BODY(ms_RestorePadding,
     "i=Reshape(1,[-1]) t=Shape(0;start=0,end=1) i=Slice(i,[0],t) i=Cast(i;to=7) i=Unsqueeze(i,[-1]) "
     "n=Size(1) n=Reshape(n,[1]) h=Shape(0;start=1) s=Concat(n,h;axis=0) z=ConstantOfShape(s) z=CastLike(z,0) "
     "y=ScatterND(z,i,0) s=Shape(1) s=Concat(s,h;axis=0) A=Reshape(y,s)")
/* m: lengths from their running sums; then y's rows of tokens that are no padding. */
#define BODY_PACKED_LENGTHS(sums) "c=Slice(" sums ",[1],[9000000000000000]) d=Slice(" sums ",[0],[-1]) m=Sub(c,d) "
#define BODY_PACK_AGAIN(offsets)                                                                          \
    "h=Shape(y;start=2) h=Concat([-1],h;axis=0) y=Reshape(y,h) i=Reshape(" offsets ",[-1]) "              \
    "n=Shape(0;start=0,end=1) i=Slice(i,[0],n) A=Gather(y,i)"
BODY(ms_PackedAttention,
     "x=ms.RestorePadding(0,3) " BODY_PACKED_LENGTHS("4")
     "y=ms.Attention(x,1,2,m,_,5;num_heads,qkv_hidden_sizes,scale) " BODY_PACK_AGAIN("3"))
BODY(ms_PackedMultiHeadAttention,
     "q=ms.RestorePadding(0,4) ?1 k=ms.RestorePadding(1,4) ?2 v=ms.RestorePadding(2,4) " BODY_PACKED_LENGTHS("5")
     "y=ms.MultiHeadAttention(q,k,v,3,m,6;mask_filter_value,num_heads,scale) " BODY_PACK_AGAIN("4"))
/* Queries are [batch][rows][heads * width], or packed. */
BODY(ms_GatedRelativePositionBias,
     "q=Add(0,1) ?6 q=ms.RestorePadding(q,6) q=Reshape(q,[0,0,num_heads,-1]) q=Transpose(q;perm=[0,2,1,3]) "
     "g=MatMul(q,3) g=Add(g,4) g=Reshape(g,[0,0,0,2,-1]) g=ReduceSum(g,[-1];keepdims=0) g=Sigmoid(g) "
     "u,r=Split(g;axis=-1,num_outputs=2) r=Mul(r,5) r=Sub(r,^1) u=Mul(u,r) u=Add(u,^2) A=Mul(u,2)")
/* Buckets of T5: near distances have one each, far ones by their logarithm. The table lies in memory as
 * [heads][buckets], whatever its dims say. */
BODY(ms_RelativePositionBias,
     "n=Shape(0;start=0,end=1) h=Shape(0;start=1) h=Concat(h,n;axis=0) t=Reshape(0,h) "
     "q=Reshape(1,[]) q=Range(#0,q,#1) q=Unsqueeze(q,[1]) k=Reshape(2,[]) k=Range(#0,k,#1) d=Sub(k,q) "
     "?is_bidirectional=1 n=Div(n,[2]) ?is_bidirectional=1 z=Greater(d,#0) ?is_bidirectional=1 z=Cast(z;to=7) "
     "?is_bidirectional=1 z=Mul(z,n) ?is_bidirectional=1 d=Abs(d) "
     "!is_bidirectional=1 d=Neg(d) !is_bidirectional=1 d=Max(d,#0) "
     "e=Div(n,[2]) f=Cast(e;to=11) x=Max(d,#1) x=Cast(x;to=11) x=Div(x,f) x=Log(x) "
     "m=Cast(#max_distance;to=11) m=Div(m,f) m=Log(m) x=Div(x,m) r=Sub(n,e) r=Cast(r;to=11) x=Mul(x,r) "
     "x=Cast(x;to=7) x=Add(x,e) r=Sub(n,[1]) x=Min(x,r) s=Less(d,e) d=Where(s,d,x) "
     "?is_bidirectional=1 d=Add(d,z) y=Gather(t,d;axis=1) A=Unsqueeze(y,[0])")
BODY(ms_GemmaRotaryEmbedding,
     "s=Sin(0) s=CastLike(s,1) s=Unsqueeze(s,[1]) c=Cos(0) c=CastLike(c,1) c=Unsqueeze(c,[1]) "
     "a=Mul(1,c) b=Mul(2,s) A=Add(a,b) a=Mul(3,c) b=Mul(4,s) B=Add(a,b)")
/* v: the rows of a cache, one for each token, whose columns are those of three streams of positions (t, h, w), as many
 * of each as mrope_section says: side by side, or (i, j) every third one of the second and third stream. */
#define BODY_STREAMS(v, cache)                                                                                  \
    "a,b,c=Split(" cache ",z;axis=1) ?mrope_layout=1 a=Identity(" cache ") ?mrope_layout=1 b=Identity(a) "      \
    "?mrope_layout=1 c=Identity(a) a=Gather(a,t) b=Gather(b,h) c=Gather(c,w) "                                  \
    "!mrope_layout=1 " v "=Concat(a,b,c;axis=-1) "                                                              \
    "?mrope_layout=1 " v "=Where(i,b,a) ?mrope_layout=1 " v "=Where(j,c," v ") "                                \
    v "=Reshape(" v ",d;allowzero=1) "
#define BODY_THIRD(v, at, item)                                                                                 \
    "?mrope_layout=1 " v "=Equal(m," at ") ?mrope_layout=1 e=Mul(#" item ",#3) ?mrope_layout=1 e=Less(k,e) "    \
    "?mrope_layout=1 " v "=And(" v ",e) "
/* Each token has a row of the caches to itself, which is its position for RotaryEmbedding. Gather would count negative
 * positions from the end. */
BODY(ms_MRotaryEmbedding,
     "!is_packed_batching=0 Fail(is_packed_batching) !mrope_layout=0 !mrope_layout=1 Fail(mrope_layout) "
     "z=Reshape(&mrope_section,[3]) b=Less(1,#0) b=Where(b,#9000000000000000,1) t,h,w=Split(b,[1,1,1];axis=0) "
     "t=Squeeze(t,[0]) h=Squeeze(h,[0]) w=Squeeze(w,[0]) "
     "y=Shape(t) n=ReduceProd(y,[0]) g=ReduceSum(z,[0]) d=Concat(n,g;axis=0) "
     "?mrope_layout=1 k=Squeeze(g) ?mrope_layout=1 k=Range(#0,k,#1) ?mrope_layout=1 m=Mod(k,#3) "
     BODY_THIRD("i", "#1", "mrope_section@1") BODY_THIRD("j", "#2", "mrope_section@2")
     BODY_STREAMS("r", "2") BODY_STREAMS("s", "3")
     "n=Squeeze(n) t=Range(#0,n,#1) t=Reshape(t,y;allowzero=1) "
     "A=ms.RotaryEmbedding(0,t,r,s;interleaved,num_heads,rotary_embedding_dim,scale)")
BODY(ms_LinearAttention,
     "!state_window=0 Fail(state_window) "
     "A,B=LinearAttention(0,1,2,3,4,5;chunk_size,kv_num_heads,q_num_heads,scale,update_rule)")
BODY(ms_LinearAttentionGate,
     "a=Cast(0;to=1) a=Add(a,1) a=Softplus(a) a=Mul(a,2) A=CastLike(a,0) ?B B=Sigmoid(3)")
BODY(ms_CausalConvWithState,
     "!ndim=1 Fail(ndim) !dilation=1 Fail(dilation) !channels_last=0 Fail(channels_last) "
     "!state_window=0 Fail(state_window) !state_length=0 Fail(state_length) "
     "!state_channels_last=-1 !state_channels_last=0 Fail(state_channels_last) "
     "!state_update_capacity=0 Fail(state_update_capacity) "
     "!input_channels=0 Fail(input_channels) A,B=CausalConvWithState(0,1,2,3;activation)")
/* i: the row of x for the place `place` of the sequence `sequence`; f: where that begins; places below 0 are rows of
 * its state, k of them, behind the t rows of tokens. */
#define BODY_VARLEN_ROWS(place, sequence)                                                                \
    "a=Gather(f," sequence ") a=Add(a," place ") b=Add(" sequence ",#1) b=Mul(b,k) b=Add(b," place ") "  \
    "b=Add(b,t) r=Less(" place ",#0) i=Where(r,b,a) "
/* f, e: where sequences begin and end; o, l: for each of t tokens its sequence and its place there, as a column. */
#define BODY_SEQUENCES(sums)                                                                              \
    "c=Cast(" sums ";to=7) f=Slice(c,[0],[-1]) e=Slice(c,[1],[9000000000000000]) "                         \
    "l=Range(#0,t,#1) l=Unsqueeze(l,[1]) o=LessOrEqual(e,l) o=Cast(o;to=7) o=ReduceSum(o,[1]) "            \
    "a=Gather(f,o) l=Sub(l,a) "
BODY(ms_VarlenCausalConvWithState,
     "?6 Fail(kernel_delta) ?7 Fail(previous_mask) ?dilation<1 Fail(dilation below 1) "
     "!activation=none !activation=silu !activation=swish Fail(activation) "
     "t=Shape(0;end=1) t=Squeeze(t) " BODY_SEQUENCES("2")
     "k=Shape(4;start=2) k=Squeeze(k) h=Shape(0;start=1) h=Concat([-1],h;axis=0) x=Cast(0;to=1) "
     "s=Cast(4;to=1) s=Transpose(s;perm=[0,2,1]) s=Reshape(s,h) x=Concat(x,s;axis=0) "
     "n=Shape(1;start=2) n=Squeeze(n) n=Sub(n,#1) j=Range(n,#-1,#-1) j=Mul(j,#dilation) p=Sub(l,j) "
     BODY_VARLEN_ROWS("p", "o")
     "y=Gather(x,i) w=Cast(1;to=1) w=Squeeze(w,[1]) w=Transpose(w;perm=[1,0]) y=Mul(y,w) y=ReduceSum(y,[1];keepdims=0) "
     "?3 b=Cast(3;to=1) ?3 y=Add(y,b) !activation=none y=Swish(y) A=CastLike(y,0) "
     "n=Sub(e,f) n=Unsqueeze(n,[1]) p=Range(#0,k,#1) p=Add(n,p) p=Sub(p,k) q=Shape(e) q=Squeeze(q) q=Range(#0,q,#1) "
     "q=Unsqueeze(q,[1]) " BODY_VARLEN_ROWS("p", "q")
     "z=Gather(x,i) z=Transpose(z;perm=[0,2,1]) B=CastLike(z,0) !C End() "
     "!5 Fail(state_update without capture_count) "
     "p=Range(#0,#state_update_capacity,#1) g=Cast(5;to=7) g=Unsqueeze(g,[1]) g=Min(g,n) g=Less(p,g) "
     "f=Unsqueeze(f,[1]) i=Add(f,p) t=Sub(t,#1) i=Min(i,t) z=Gather(x,i) g=Unsqueeze(g,[2]) z=Where(g,z,%0) "
     "C=CastLike(z,0)")
/* v: [tokens][heads][width] to [batch * heads][rows][width]: i has the row of each place, which behind the end of a
 * sequence is one of zeros that leaves a state as it is. */
#define BODY_DELTA_ROWS(if, v)                                                                            \
    if "z=Shape(" v ";start=1) " if "z=ConstantOfShape(z) " if "z=Unsqueeze(z,[0]) "                       \
    if v "=Concat(" v ",z;axis=0) " if v "=Gather(" v ",i) " if v "=Transpose(" v ";perm=[0,2,1,3]) "      \
    if "z=Shape(" v ";start=2) " if "z=Concat([-1],z;axis=0) " if v "=Reshape(" v ",z) "
#define BODY_DELTA_NORM(v)                                                                                \
    "?qk_l2_norm=1 x=Mul(" v "," v ") ?qk_l2_norm=1 x=ReduceSum(x,[-1]) ?qk_l2_norm=1 x=Add(x,%0.000001) "  \
    "?qk_l2_norm=1 x=Sqrt(x) ?qk_l2_norm=1 " v "=Div(" v ",x) "
/* Each head of values is a batch of LinearAttention. Packed queries, keys and values have as many columns as the state
 * says; a head of queries and keys serves several of values. w: the values, [tokens][heads][width], n: those dims. */
BODY_LONG(ms_GatedDeltaNet,
     "!state_update_capacity=0 Fail(state_update_capacity) ?C Fail(state_update) "
     "!beta_activation=none !beta_activation=sigmoid Fail(beta_activation) "
     "!1 ?2 Fail(a value without a key) ?1 !2 Fail(a key without a value) !1 !6 Fail(packed queries without a state) "
     "?rank0=3 !3 !6 Fail(neither cu_seqlens nor initial_state) "
     "?1 q=Cast(0;to=1) ?1 k=Cast(1;to=1) ?1 v=Cast(2;to=1) ?1 To(heads) "
     "a=Shape(6;start=1,end=2) v=Shape(6;start=2,end=3) d=Shape(6;start=3) b=Mul(a,v) e=Shape(0;start=-1) "
     "e=Sub(e,b) e=Div(e,[2]) b=Concat(e,e,b;axis=0) x=Cast(0;to=1) q,k,v=Split(x,b;axis=-1) l=Shape(0;end=-1) "
     "h=Concat(l,[-1],d;axis=0) q=Reshape(q,h) k=Reshape(k,h) h=Concat(l,a,[-1];axis=0) v=Reshape(v,h) "
     ":heads " BODY_DELTA_NORM("q") BODY_DELTA_NORM("k")
     "h=Shape(v;start=-2) d=Concat([-1],h;axis=0) w=Reshape(v,d) n=Shape(w;end=2) n=Concat(n,[-1];axis=0) "
     "a=Shape(v;start=-2,end=-1) e=Shape(q;start=-2,end=-1) r=Div(a,e) r=Concat(r,[1];axis=0) "
     "q=Unsqueeze(q,[-2]) q=Expand(q,r) q=Reshape(q,n) k=Unsqueeze(k,[-2]) k=Expand(k,r) k=Reshape(k,n) "
     "?update_rule=linear To(more) ?update_rule=delta To(beta) !4 Fail(update_rule without decay) "
     "g=Cast(4;to=1) g=Reshape(g,n) ?gate_activation=none To(gated) "
     "!7 Fail(gate_activation without a_log) x=Concat(a,[-1];axis=0) ?8 y=Reshape(8,x) ?8 g=Add(g,y) "
     "x=Exp(7) x=Unsqueeze(x,[-1]) ?gate_activation=sigmoid To(kda) ?gate_activation=kda To(kda) "
     "!gate_activation=softplus !gate_activation=qwen Fail(gate_activation) g=Softplus(g) g=Mul(g,x) g=Neg(g) "
     "To(gated) "
     ":kda g=Mul(g,x) g=Sigmoid(g) g=Mul(g,%gate_lower_bound) "
     ":gated ?update_rule=gated To(more) "
     ":beta !5 Fail(update_rule without beta) b=Cast(5;to=1) b=Reshape(b,n) ?beta_activation=sigmoid b=Sigmoid(b) "
     "To(more) ",
     ":more t=Shape(w;end=1) t=Squeeze(t) ?3 To(ragged) ?6 x=Shape(6;end=1) !6 x=Shape(0;end=1) "
     "x=Concat(x,[-1];axis=0) "
     "i=Range(#0,t,#1) i=Reshape(i,x) To(state) "
     ":ragged " BODY_SEQUENCES("3") "m=Sub(e,f) s=ReduceMax(m,[0];keepdims=0) p=Range(#0,s,#1) m=Unsqueeze(m,[1]) "
     "m=Less(p,m) u=Unsqueeze(f,[1]) i=Add(u,p) i=Where(m,i,t) o=Mul(o,s) o=Add(o,l) o=Squeeze(o,[1]) "
     ":state " BODY_DELTA_ROWS("", "q") BODY_DELTA_ROWS("", "k") BODY_DELTA_ROWS("", "w")
     BODY_DELTA_ROWS("!update_rule=linear !update_rule=delta ", "g")
     BODY_DELTA_ROWS("!update_rule=linear !update_rule=gated ", "b")
     "?6 j=Transpose(6;perm=[0,1,3,2]) ?6 y=Shape(j;start=2) ?6 y=Concat([-1,1],y;axis=0) ?6 j=Reshape(j,y) "
     "y,z=LinearAttention(q,k,w,j,g,b;q_num_heads=1,kv_num_heads=1,update_rule,scale) "
     "x=Shape(i;end=1) a,e=Split(h,[1,1];axis=0) d=Concat(x,a,[-1],e;axis=0) y=Reshape(y,d) "
     "y=Transpose(y;perm=[0,2,1,3]) "
     "?3 d=Concat([-1],h;axis=0) ?3 y=Reshape(y,d) ?3 y=Gather(y,o) d=Shape(v) y=Reshape(y,d) A=CastLike(y,0) "
     "?B z=Transpose(z;perm=[0,1,3,2]) ?B d=Shape(z;start=2) ?B d=Concat(x,a,d;axis=0) ?B B=Reshape(z,d)")
#define BODY_GROUP_QUERY                                                                                     \
    "3,4,5,6,10,z;num_heads,kv_num_heads,scale!,softcap,causal,window=&local_window_size"
/* A query alone holds keys and values, too. Row i of a batch has position past + i, the past being what seqlens_k
 * leaves. */
BODY(ms_GroupQueryAttention,
     "?12 Fail(k_scale) ?13 Fail(v_scale) ?14 Fail(q_norm_weight) ?15 Fail(k_norm_weight) "
     "?16 Fail(query_seqlens) "
     "?sliding_window_cache=1 Fail(sliding_window_cache) "
     "q=Identity(0) ?1 k=Identity(1) ?2 v=Identity(2) "
     "!1 n=Add(#num_heads,#kv_num_heads) !1 n=Add(n,#kv_num_heads) !1 d=Shape(0;start=2) !1 d=Div(d,n) "
     "!1 a=Mul(d,#num_heads) !1 b=Mul(d,#kv_num_heads) !1 a=Concat(a,b,b;axis=0) !1 q,k,v=Split(0,a;axis=2) "
     "?do_rotary=1 ?9 t=Identity(9) "
     "?do_rotary=1 !9 s=Shape(q;start=1,end=2) ?do_rotary=1 !9 t=Cast(5;to=7) ?do_rotary=1 !9 t=Add(t,#1) "
     "?do_rotary=1 !9 t=Sub(t,s) ?do_rotary=1 !9 t=Max(t,#0) ?do_rotary=1 !9 t=Reshape(t,[-1,1]) "
     "?do_rotary=1 !9 s=Squeeze(s) ?do_rotary=1 !9 s=Range(#0,s,#1) ?do_rotary=1 !9 t=Add(t,s) "
     "?do_rotary=1 q=ms.RotaryEmbedding(q,t,7,8;interleaved=rotary_interleaved,num_heads=num_heads) "
     "?do_rotary=1 k=ms.RotaryEmbedding(k,t,7,8;interleaved=rotary_interleaved,num_heads=kv_num_heads) "
     "?smooth_softmax=1 !11 z=ConstantOfShape([num_heads]) ?smooth_softmax=1 !11 z=CastLike(z,0) "
     "?11 z=Identity(11) "
     "!B !C A=cameo.GroupQuery(q,k,v," BODY_GROUP_QUERY ") "
     "!B !C End() "
     "A,B,C=cameo.GroupQuery(q,k,v," BODY_GROUP_QUERY ")")

/* A mask of blocks for each layout, of which the heads take one after the other; z: [layouts][rows][columns], of its
 * CSR form, whose column -1 stands for none. Query i of a batch has position past + i. */
BODY(ms_SparseAttention,
     "?sparse_block_size<1 Fail(sparse_block_size below 1) "
     "l=Shape(5;end=1) m=Shape(5;start=1) m=Sub(m,[1]) p=Slice(5,[1],[9000000000000000],[1]) p=Cast(p;to=7) "
     "p=Unsqueeze(p,[2]) j=Shape(6;start=1) j=Squeeze(j) j=Range(#0,j,#1) r=LessOrEqual(p,j) r=Cast(r;to=7) "
     "r=ReduceSum(r,[1];keepdims=0) c=Cast(6;to=7) b=Less(c,#0) n=Mul(m,m) e=GreaterOrEqual(r,m) b=Or(b,e) r=Mul(r,m) "
     "r=Add(r,c) r=Where(b,n,r) d=Add(n,[1]) d=Concat(l,d;axis=0) z=ConstantOfShape(d) u=Equal(r,r) u=Cast(u;to=1) "
     "z=ScatterElements(z,r,u;axis=1) z=Slice(z,[0],n,[1]) d=Concat(l,m,m;axis=0) z=Reshape(z,d) m=Sub(m,[1]) "
     "s=Shape(0;start=1,end=2) t=Cast(8;to=7) t=Sub(t,s) t=Max(t,#0) t=Unsqueeze(t,[1]) q=Squeeze(s) q=Range(#0,q,#1) "
     "q=Add(t,q) q=Div(q,#sparse_block_size) q=Min(q,m) k=Cast(7;to=7) k=Reshape(k,[]) k=Range(#0,k,#1) "
     "k=Div(k,#sparse_block_size) k=Min(k,m) z=Gather(z,q;axis=1) z=Gather(z,k;axis=3) z=Transpose(z;perm=[1,0,2,3]) "
     "h=Range(#0,#num_heads,#1) h=Mod(h,l) z=Gather(z,h;axis=1) z=Log(z) z=CastLike(z,0) x=CastLike(#1,8) x=Sub(8,x) "
     "A,B,C=ms.GroupQueryAttention(0,1,2,3,4,x,7,9,10,_,z;do_rotary,kv_num_heads,num_heads,rotary_interleaved,scale)")
/* One direction, whose weights lie in [from, to) of theirs. x: the rows; l: how many each sequence has; v: the memory,
 * m: what of it there is, e: its keys; h, c, a: the state and what was attended to. */
#define BODY_ATTN_LSTM(from, to, y, last_h, last_c)                                                               \
    "w=Slice(1," from "," to ") r=Slice(2," from "," to ") ?3 b=Slice(3," from "," to ") "                        \
    "?5 h=Slice(5," from "," to ") !5 d=Concat([1],n,u;axis=0) !5 h=ConstantOfShape(d) !5 h=CastLike(h,0) "       \
    "?6 c=Slice(6," from "," to ") !6 d=Concat([1],n,u;axis=0) !6 c=ConstantOfShape(d) !6 c=CastLike(c,0) "       \
    "?7 p=Slice(7," from "," to ") e=Slice(9," from "," to ") e=MatMul(v,e) "                                     \
    "?13 d=Shape(13;start=2) !13 d=Shape(11;start=2) d=Concat(n,d;axis=0) a=ConstantOfShape(d) a=CastLike(a,0) "  \
    "d=Shape(0;end=1) d=Squeeze(d) Loop(d,_,k;h,c,a) "                                                            \
    "q=Gather(x,k) q=Concat(q,a;axis=-1) q=Unsqueeze(q,[0]) "                                                     \
    "_,i,j=LSTM(q,w,r,b,_,h,c,p;activation_alpha,activation_beta,activations,clip,hidden_size,input_forget) "     \
    "g=Unsqueeze(l,[1]) g=Less(k,g) h=Where(g,i,h) c=Where(g,j,c) j=CastLike(#0,0) j=Where(g,i,j) j=Squeeze(j,[0]) " \
    "i=Squeeze(i,[0]) q=Slice(8," from "," to ") q=Squeeze(q,[0]) q=MatMul(i,q) q=Unsqueeze(q,[1]) q=Add(q,e) "   \
    "q=Tanh(q) z=Slice(10," from "," to ") q=Mul(q,z) q=ReduceSum(q,[-1];keepdims=0) ?12 z=Log(m) ?12 q=Add(q,z) " \
    "q=Softmax(q;axis=-1) q=Unsqueeze(q,[1]) q=MatMul(q,v) a=Squeeze(q,[1]) "                                     \
    "?13 z=Slice(13," from "," to ") ?13 z=Squeeze(z,[0]) ?13 a=Concat(i,a;axis=-1) ?13 a=MatMul(a,z) "           \
    "g=Equal(k,k) Next(g;j) " y "=Identity(j) " last_h "=Identity(h) " last_c "=Identity(c) "
BODY_LONG(ms_AttnLSTM,
     "?direction=bidirectional ?activations Fail(activations of two directions) !8 Fail(no QW) !9 Fail(no MW) "
     "!10 Fail(no V) "
     "!11 Fail(no M) n=Shape(0;start=1,end=2) u=Shape(2;start=2) t=Shape(0;end=1) "
     "?4 l=Cast(4;to=7) !4 l=Expand(t,n) x=Identity(0) v=Identity(11) "
     "?12 d=Shape(11;start=1,end=2) ?12 d=Squeeze(d) ?12 d=Range(#0,d,#1) ?12 m=Cast(12;to=7) ?12 m=Unsqueeze(m,[1]) "
     "?12 m=Less(d,m) ?12 m=CastLike(m,0) ?12 d=Unsqueeze(m,[-1]) ?12 v=Mul(v,d) "
     "?direction=reverse To(back) " BODY_ATTN_LSTM("[0]", "[1]", "f", "s", "t")
     "!direction=bidirectional To(one) To(back) ",
     ":back x=ReverseSequence(0,l;batch_axis=1,time_axis=0) "
     "" BODY_ATTN_LSTM("[-1]", "[9000000000000000]", "o", "y", "z")
     "o=ReverseSequence(o,l;batch_axis=1,time_axis=0) ?direction=bidirectional To(two) "
     "f=Identity(o) s=Identity(y) t=Identity(z) "
     ":one ?A A=Unsqueeze(f,[1]) ?B B=Identity(s) ?C C=Identity(t) End() "
     ":two ?A f=Unsqueeze(f,[1]) ?A o=Unsqueeze(o,[1]) ?A A=Concat(f,o;axis=1) ?B B=Concat(s,y;axis=0) "
     "?C C=Concat(t,z;axis=0)")

/* ---- com.microsoft: text from a decoder ---- */

/* n: max_length. e: steps, by way of a shape that nothing negative can be: a search begins with fewer ids. */
#define BODY_STEPS(begins)                                                                                  \
    "n=Cast(1;to=7) n=Reshape(n,[1]) " begins " e=Sub(n,e) e=Sub(e,[1]) e=ConstantOfShape(e) e=Size(e) e=Add(e,#1) "
/* p: positions of the ids that are no padding, 0 of others; u: the one behind them; m: 0 where they are padding, or the
 * mask that is given. */
#define BODY_NO_PADDING "m=CastLike(#pad_token_id,0) m=Equal(0,m) m=Not(m) m=Cast(m;to=6) "
#define BODY_GPT_POSITIONS(mask)                                                                            \
    BODY_NO_PADDING "p=CumSum(m,#1;exclusive=1) p=Mul(p,m) u=ReduceSum(m,[1]) ?" mask " m=Identity(" mask ") "
/* i: the ids t that were found; the mask and the positions are those of them. */
#define BODY_GPT_NEXT                                                                                       \
    "i=Unsqueeze(t,[1]) p=Identity(u) x=Cast(#1;to=6) u=Add(u,x) x=Equal(i,i) x=Cast(x;to=6) m=Concat(m,x;axis=1) "
/* x: is one of the batches not done? */
#define BODY_GO_ON "x=Not(d) x=Cast(x;to=6) x=ReduceMax(x,[0];keepdims=0) x=Cast(x;to=9) "

/* l: the scores of tokens, of logits that may be halves, or have columns behind vocab_size. */
#define BODY_SCORES(step, penalty, masks, attributes)                                                       \
    "l=Cast(l;to=1) !vocab_size<1 l=Slice(l,[0],[vocab_size],[2]) ?" penalty " x=Cast(" penalty ";to=1) "   \
    "?" penalty " l=cameo.TokenScores(l,s," step ",2,x," masks ";eos_token_id,no_repeat_ngram_size" attributes ") " \
    "!" penalty " l=cameo.TokenScores(l,s," step ",2,_," masks ";eos_token_id,no_repeat_ngram_size" attributes ") "
/* Of logits l in step k, t: the ids that are found; d: which rows have ended; s: all ids. */
#define BODY_GREEDY_STEP(step)                                                                              \
    BODY_SCORES(step, "3", "4,5", "")                                                                       \
    "t=ArgMax(l;axis=-1,keepdims=0) x=Equal(t,#eos_token_id) d=Or(d,x) t=Cast(t;to=6) t=Where(d,f,t) "      \
    BODY_GPT_NEXT "s=Concat(s,i;axis=1) "
/* What init_decoder is there for is the first step. */
BODY(ms_GreedySearch,
     "!model_type=0 Fail(model_type) " BODY_STEPS("e=Shape(0;start=1,end=2)") BODY_GPT_POSITIONS("6")
     "i=Identity(0) s=Identity(0) b=Shape(0;end=1) d=ConstantOfShape(b) d=Cast(d;to=9) f=Cast(#pad_token_id;to=6) "
     "?init_decoder To(first) Empty(decoder,1,b) j=Identity(#0) To(steps) "
     ":first Empty(init_decoder,1,b) Call(init_decoder,i,p,m,*;l,*) " BODY_GREEDY_STEP("#0")
     "e=Sub(e,#1) j=Identity(#1) "
     ":steps Loop(e,decoder,k;i,p,m,u,s,d) Call(decoder,i,p,m,*;l,*) k=Add(k,j) " BODY_GREEDY_STEP("k")
     BODY_GO_ON "Next(x) x=Shape(s;start=1) x=Sub(n,x) x=Concat([0,0,0],x;axis=0) A=Pad(s,x,f)")

/* As GREEDY, but t is drawn; z: the state of the generator; the scores of which the last are drawn: l. */
#define BODY_SAMPLING_STEP(step)                                                                            \
    BODY_SCORES(step, "3", "4,5", "")                                                                       \
    "!temperature=1 l=Div(l,%temperature) ?7 x=Cast(7;to=1) ?7 x=Mul(x,%presence_penalty) ?7 l=Sub(l,x) "   \
    "t,z,l=cameo.SampleToken(l,z;custom,filter_value,min_tokens_to_keep,top_p) "                            \
    "x=Equal(t,#eos_token_id) d=Or(d,x) t=Cast(t;to=6) t=Where(d,f,t) " BODY_GPT_NEXT "s=Concat(s,i;axis=1) "
BODY(ms_Sampling,
     "!model_type=0 Fail(model_type) " BODY_STEPS("e=Shape(0;start=1,end=2)") BODY_GPT_POSITIONS("6")
     "i=Identity(0) s=Identity(0) b=Shape(0;end=1) d=ConstantOfShape(b) d=Cast(d;to=9) f=Cast(#pad_token_id;to=6) "
     "?8 z=Cast(8;to=7) ?8 z=Reshape(z,[]) !8 z=RandomUniform(;shape=[1],low=%1,high=%2147483646) !8 z=Cast(z;to=7) "
     "!8 z=Reshape(z,[]) "
     "?init_decoder To(first) Empty(decoder,1,b) j=Identity(#0) To(steps) "
     ":first Empty(init_decoder,1,b) Call(init_decoder,i,p,m,*;l,*) " BODY_SAMPLING_STEP("#0") "e=Sub(e,#1) "
     "j=Identity(#1) "
     ":steps Loop(e,decoder,k;i,p,m,u,s,d,z) Call(decoder,i,p,m,*;l,*) k=Add(k,j) " BODY_SAMPLING_STEP("k")
     BODY_GO_ON "!B Next(x) ?B Next(x;l) ?B B=Gather(l,#-1) "
     "x=Shape(s;start=1) x=Sub(n,x) x=Concat([0,0,0],x;axis=0) A=Pad(s,x,f)")

/* w: beams of each batch, b: batches, g: the batch of each beam, q: the scores of the beams, of which all but the first
 * begin so low that they are not taken; y, z, v, d: hypotheses, their lengths and scores, which batches are done. */
#define BODY_BEAMS                                                                                          \
    "w=Cast(3;to=7) w=Reshape(w,[1]) b=Shape(0;end=1) f=Mul(b,w) x=Reshape(f,[]) x=Range(#0,x,#1) g=Div(x,w) " \
    "q=Mod(x,w) q=Min(q,#1) q=Cast(q;to=1) q=Mul(q,%-1000000000) "                                          \
    "x=Concat(b,w,n;axis=0) y=ConstantOfShape(x) y=Cast(y;to=6) x=Concat(b,w;axis=0) v=ConstantOfShape(x) " \
    "z=Cast(v;to=6) d=ConstantOfShape(b) d=Cast(d;to=9) "
/* Of logits l in step k, t: the ids that are found, r: the beams that they follow; all: the scores of which those are
 * the best, [batch][beams][tokens]. */
#define BODY_BEAM_STEP(step, all)                                                                                \
    BODY_SCORES(step, "6", "7,8", ",log=1") "?14 x=Cast(14;to=1) ?14 l=Div(l,x) "                           \
    "x=Unsqueeze(q,[1]) l=Add(l,x) ?C x=Concat(b,w,[-1];axis=0) ?C " all "=Reshape(l,x) "                   \
    "o=Shape(l;start=1) x=Mul(w,o) x=Concat(b,x;axis=0) l=Reshape(l,x) "                                    \
    "x=Add(w,w) l,a=TopK(l,x;axis=1) t=Mod(a,o) a=Div(a,o) "                                                \
    "?5 x=Cast(5;to=1) "                                                                                    \
    "?5 q,t,r,y,z,v,d=cameo.BeamStep(l,t,a,s,y,z,v,d,x;early_stopping,eos_token_id,pad_token_id) "          \
    "!5 q,t,r,y,z,v,d=cameo.BeamStep(l,t,a,s,y,z,v,d;early_stopping,eos_token_id,pad_token_id) "            \
    "s=Gather(s,r;axis=0) x=Unsqueeze(t,[1]) s=Concat(s,x;axis=1) "
/* all: the scores of all turns, of n - begins; first: those of the turn before the Loop, where there was one. */
#define BODY_BEAM_SCORES(all, if_first, first, begins)                                                      \
    if_first "?C " all "=Concat(" first "," all ";axis=0) ?C x=Shape(" all ";end=1) ?C o=Sub(n," begins ") " \
    "?C o=Sub(o,x) ?C o=Concat([0,0,0,0],o,[0,0,0];axis=0) ?C x=Pad(" all ",o) "                            \
    "?C !5 C=Identity(x) ?C ?5 C=CastLike(x,5) "
#define BODY_BEAM_END                                                                                       \
    "?5 x=Cast(5;to=1) ?5 x,y=cameo.BeamEnd(s,q,y,z,v,d,x;pad_token_id) ?5 y=CastLike(y,5) "                \
    "!5 x,y=cameo.BeamEnd(s,q,y,z,v,d;pad_token_id) r=Cast(4;to=7) r=Reshape(r,[1]) o=Sub(w,r) "            \
    "o=Concat(r,o;axis=0) A,_=Split(x,o;axis=1) ?B B,_=Split(y,o;axis=1)"
/* The beams of a batch begin with its ids; those of a T5, an encoder and a decoder, with one id. Its encoder gives keys
 * and values of what it was given; in an older form also those of the first id, and the logits that follow it. Only
 * padding in front is none for it. A decoder whose ids are not declared as one each takes all of them; it may want what
 * the encoder was given. Files older than WhisperBeamSearch have its model_type here. */
#define BODY_AS_WHISPER                                                                                      \
    "ms.WhisperBeamSearch(0,1,2,3,4,5,6,7,8,9,10,11;decoder,decoder_start_token_id,early_stopping,encoder,"  \
    "eos_token_id,model_type,no_repeat_ngram_size,pad_token_id,vocab_size) "
BODY_LONG(ms_BeamSearch,
     "?model_type=2 !C A,B=" BODY_AS_WHISPER "?model_type=2 ?C A,B,C=" BODY_AS_WHISPER "?model_type=2 End() "
     "!model_type=0 !model_type=1 Fail(model_type) ?10 Fail(decoder_input_ids) ?11 Fail(logits_processor) "
     "?model_type=1 To(T5) " BODY_STEPS("e=Shape(0;start=1,end=2)") BODY_GPT_POSITIONS("9") BODY_BEAMS
     "s=Gather(0,g;axis=0) i=Identity(s) m=Gather(m,g;axis=0) p=Gather(p,g;axis=0) u=Gather(u,g;axis=0) "
     "?init_decoder To(first) Empty(decoder,1,f) j=Identity(#0) To(next) "
     ":first Empty(init_decoder,1,f) Call(init_decoder,i,p,m,*;l,*) " BODY_BEAM_STEP("#0", "c") "?C h=Unsqueeze(c,[0]) "
     "@Gather(@,r;axis=1) " BODY_GPT_NEXT "e=Sub(e,#1) j=Identity(#1) "
     ":next Loop(e,decoder,k;i,p,m,u,s,q,y,z,v,d) Call(decoder,i,p,m,*;l,*) k=Add(k,j) " BODY_BEAM_STEP("k", "c")
     "@Gather(@,r;axis=1) " BODY_GPT_NEXT BODY_GO_ON "!C Next(x) ?C Next(x;c) ?C j=Shape(0;start=1,end=2) "
     BODY_BEAM_SCORES("c", "?init_decoder ", "h", "j") BODY_BEAM_END " End() ",
     ":T5 ?decoder_start_token_id<0 Fail(decoder_start_token_id) " BODY_STEPS("e=Identity([1])") BODY_BEAMS
     BODY_NO_PADDING "m=CumSum(m,#1) x=Cast(#1;to=6) m=Min(m,x) ?9 m=Identity(9) "
     "x=Concat(b,[1];axis=0) s=Cast(#decoder_start_token_id;to=6) s=Expand(s,x) !encoder=3 To(new) "
     "Call(encoder,0,m,s;l,h,+) @Gather(@,g;axis=0) l=Gather(l,g;axis=0) h=Gather(h,g;axis=0) s=Gather(s,g;axis=0) "
     BODY_BEAM_STEP("#0", "u") "?C p=Unsqueeze(u,[0]) @Gather(@,r;axis=0) i=Unsqueeze(t,[1]) "
     "e=Sub(e,#1) j=Identity(#1) To(steps) "
     ":new Call(encoder,0,m;+) @Gather(@,g;axis=0) Empty(decoder,2,f) "
     "s=Gather(s,g;axis=0) i=Identity(s) j=Identity(#0) "
     ":steps m=Gather(m,g;axis=0) ?decoder.encoder_input_ids c=Gather(0,g;axis=0) "
     "Loop(e,decoder,k;i,s,q,y,z,v,d) !decoder@1=1 i=Identity(s) "
     "?decoder.encoder_input_ids Call(decoder,i,c,m,h?,*;l,*) !decoder.encoder_input_ids Call(decoder,i,m,h?,*;l,*) "
     "k=Add(k,j) " BODY_BEAM_STEP("k", "u")
     "@Gather(@,r;axis=0) i=Unsqueeze(t,[1]) " BODY_GO_ON "!C Next(x) ?C Next(x;u) "
     BODY_BEAM_SCORES("u", "?encoder=3 ", "p", "[1]") BODY_BEAM_END)

/* As a T5 whose encoder gives the logits, too, but for sound instead of ids, and any number of first ids. */
BODY(ms_WhisperBeamSearch,
     "!model_type=2 Fail(model_type) ?11 Fail(logits_processor) ?13 Fail(extra_decoding_ids) ?D Fail(cross_qk) "
     "?E Fail(non_speech_probs) !encoder=2 Fail(an encoder without decoder_input_ids) "
     "!10 ?decoder_start_token_id<0 Fail(decoder_start_token_id) "
     "x=Shape(0;end=1) x=Concat(x,[1];axis=0) !10 s=Cast(#decoder_start_token_id;to=6) !10 s=Expand(s,x) "
     "?10 s=Identity(10) c=Shape(s;start=1) " BODY_STEPS("e=Identity(c)") BODY_BEAMS
     "Call(encoder,0,s;l,h,+) @Gather(@,g;axis=0) l=Gather(l,g;axis=0) h=Gather(h,g;axis=0) s=Gather(s,g;axis=0) "
     BODY_BEAM_STEP("#0", "u") "?C p=Unsqueeze(u,[0]) @Gather(@,r;axis=0) i=Unsqueeze(t,[1]) e=Sub(e,#1) "
     "j=Identity(#1) "
     "Loop(e,decoder,k;i,s,q,y,z,v,d) !decoder@1=1 i=Identity(s) Call(decoder,i,h?,*;l,*) "
     "k=Add(k,j) " BODY_BEAM_STEP("k", "u")
     "@Gather(@,r;axis=0) i=Unsqueeze(t,[1]) " BODY_GO_ON "!C Next(x) ?C Next(x;u) "
     BODY_BEAM_SCORES("u", "", "p", "c") BODY_BEAM_END)

/* ---- com.microsoft: integers ---- */

#define BODY_Q_BINARY(op)                                                                  \
    "a=DequantizeLinear(0,1,2) b=DequantizeLinear(3,4,5) a=" op "(a,b) "                    \
    "?7 z=Identity(7) !7 z=CastLike(#0,0) A=QuantizeLinear(a,6,z)"
#define BODY_Q_IN "a=DequantizeLinear(0,1,2) "
#define BODY_Q_OUT " ?4 z=Identity(4) !4 z=CastLike(#0,0) A=QuantizeLinear(a,3,z)"
BODY(ms_QLinearAdd, BODY_Q_BINARY("Add"))
BODY(ms_QLinearMul, BODY_Q_BINARY("Mul"))
BODY(ms_QLinearSigmoid, BODY_Q_IN "a=Sigmoid(a)" BODY_Q_OUT)
BODY(ms_QLinearLeakyRelu, BODY_Q_IN "a=LeakyRelu(a;alpha=%alpha)" BODY_Q_OUT)
/* Below opset 13 all dims from the axis on are one. */
BODY(ms_QLinearSoftmax,
     BODY_Q_IN "!opset<13 a=Softmax(a;axis=axis) "
               "?opset<13 s=Shape(a) ?opset<13 a=Flatten(a;axis=axis) ?opset<13 a=Softmax(a;axis=-1) "
               "?opset<13 a=Reshape(a,s)" BODY_Q_OUT)
BODY(ms_QLinearReduceMean, BODY_Q_IN "a=ReduceMean(a,&axes;keepdims)" BODY_Q_OUT)
#define BODY_Q_FIRST "?channels_last=1 a=Transpose(a;perm=[0,3,1,2]) "
#define BODY_Q_LAST " ?channels_last=1 a=Transpose(a;perm=[0,2,3,1])"
BODY(ms_QLinearAveragePool,
     BODY_Q_IN BODY_Q_FIRST
     "a=AveragePool(a;auto_pad,ceil_mode,count_include_pad,kernel_shape,pads,strides)" BODY_Q_LAST BODY_Q_OUT)
BODY(ms_QLinearGlobalAveragePool, BODY_Q_IN BODY_Q_FIRST "a=GlobalAveragePool(a)" BODY_Q_LAST BODY_Q_OUT)
BODY(ms_QLinearConcat, "*2/3 DequantizeLinear(+0,+1,+2) a=Concat(*;axis=axis) A=QuantizeLinear(a,0,1)")
BODY(ms_QLinearWhere,
     "a=DequantizeLinear(1,2,3) b=DequantizeLinear(4,5,6) a=Where(0,a,b) A=QuantizeLinear(a,7,8)")
BODY(ms_DequantizeLinear, "A=DequantizeLinear(0,1,2;axis)")
/* onnxruntime divides float16 in float. */
BODY(ms_QuantizeLinear, "A=QuantizeLinear(0,1,2;axis,precision=1)")
BODY(ms_DynamicQuantizeMatMul,
     "a,s,z=DynamicQuantizeLinear(0) y=MatMulInteger(a,1,z,3) y=Cast(y;to=1) s=Mul(s,2) y=Mul(y,s) "
     "?4 y=Add(y,4) A=Identity(y)")
BODY(ms_MatMulIntegerToFloat,
     "y=MatMulInteger(0,1,4,5) y=CastLike(y,2) s=Mul(2,3) y=Mul(y,s) ?6 y=Add(y,6) A=Identity(y)")
BODY(ms_MatMulInteger16, "a=Cast(0;to=6) b=Cast(1;to=6) A=MatMul(a,b)")
BODY(ms_MulInteger,
     "a=Cast(0;to=6) ?1 z=Cast(1;to=6) ?1 a=Sub(a,z) b=Cast(2;to=6) ?3 z=Cast(3;to=6) ?3 b=Sub(b,z) A=Mul(a,b)")
/* a: the upper four bits of each byte of input 1, b: the lower ones, both [...][1]. */
#define BODY_HALVES                                                                                \
    "a=CastLike(#4,1) a=BitShift(1,a;direction='RIGHT') b=CastLike(#15,1) b=BitwiseAnd(1,b) "      \
    "a=Unsqueeze(a,[-1]) b=Unsqueeze(b,[-1]) "
/* Numbers of 4 bits, the upper half of a byte first, index a table of floats: FP4 or NF4 of bitsandbytes. */
BODY(ms_MatMulBnb4,
     "!quant_type=0 !quant_type=1 Fail(quant_type) "
     "?quant_type=0 t=Identity({0,0.005208333333,0.6666666667,1,0.3333333333,0.5,0.1666666667,0.25,"
     "-0,-0.005208333333,-0.6666666667,-1,-0.3333333333,-0.5,-0.1666666667,-0.25}) "
     "?quant_type=1 t=Identity({-1,-0.6961928009986877,-0.5250730514526367,-0.39491748809814453,-0.28444138169288635,"
     "-0.18477343022823334,-0.09105003625154495,0,0.07958029955625534,0.16093020141124725,0.24611230194568634,"
     "0.33791524171829224,0.44070982933044434,0.5626170039176941,0.7229568362236023,1}) "
     BODY_HALVES "w=Concat(a,b;axis=-1) w=Reshape(w,[-1]) w=Cast(w;to=7) w=Gather(t,w) "
     "s=Reshape(2,[-1,1]) s=Expand(s,[1,block_size]) s=Reshape(s,[-1]) s=Cast(s;to=1) "
     "n=Mul(#N,#K) n=Reshape(n,[1]) w=Slice(w,[0],n) s=Slice(s,[0],n) w=Mul(w,s) w=Reshape(w,[N,K]) w=CastLike(w,0) "
     "!transB=0 w=Transpose(w;perm=[1,0]) A=MatMul(0,w)")
/* The blob has, for each column and each 32 rows of it, a float32 scale, with type 1 a zero point, and 16 bytes: the
 * lower halves are the first elements, the upper ones the others. */
BODY(ms_MatMulFpQ4,
     "!blk_quant_type=0 !blk_quant_type=1 Fail(blk_quant_type) "
     "k=Slice(2,[0],[1]) n=Slice(2,[1],[2]) ?blk_quant_type=0 d=Concat(n,[-1,20];axis=0) "
     "?blk_quant_type=1 d=Concat(n,[-1,21];axis=0) b=Reshape(1,d) ?blk_quant_type=0 s,b=Split(b,[4,16];axis=2) "
     "?blk_quant_type=0 z=Identity(%8) ?blk_quant_type=1 s,z,b=Split(b,[4,1,16];axis=2) ?blk_quant_type=1 "
     "z=Cast(z;to=1) "
     "s=Cast(s;to=12) u=Cast([1,256,65536,16777216];to=12) s=Mul(s,u) s=ReduceSum(s,[2]) s=BitCast(s;to=1) "
     "a=CastLike(#15,1) a=BitwiseAnd(b,a) c=CastLike(#4,1) c=BitShift(b,c;direction='RIGHT') b=Concat(a,c;axis=2) "
     "b=Cast(b;to=1) "
     "b=Sub(b,z) b=Mul(b,s) d=Concat(n,[-1];axis=0) b=Reshape(b,d) b=Slice(b,[0],k,[1]) b=Transpose(b;perm=[1,0]) "
     "A=MatMul(0,b)")
/* w: weights [N][K] times their scales s, one for each block_size of a row, in the dtype of input 0. */
#define BODY_BLOCK_PRODUCT                                                                         \
    "n=Shape(w;end=1) k=Shape(w;start=1) c=Sub(k,[1]) c=Div(c,[block_size]) c=Add(c,[1]) "         \
    "d=Concat(n,c,[1];axis=0) s=Reshape(s,d) s=Expand(s,[1,1,block_size]) s=Reshape(s,[0,-1]) "    \
    "s=Slice(s,[0],k,[1]) w=Mul(w,s) w=CastLike(w,0) w=Transpose(w;perm=[1,0]) "
/* Bytes of two numbers of 4 bits, the lower half first: a sign, two bits of exponent, one of mantissa. */
BODY(ms_MatMulBlockQuantizedFp4Weight,
     "?block_size<1 Fail(block_size below 1) t=Identity({0,0.5,1,1.5,2,3,4,6,-0,-0.5,-1,-1.5,-2,-3,-4,-6}) "
     BODY_HALVES "w=Concat(b,a;axis=-1) w=Reshape(w,[0,-1]) w=Cast(w;to=7) w=Gather(t,w) "
     "s=BitCast(2;to=17) s=Cast(s;to=1) g=Reshape(3,[]) s=Mul(s,g) " BODY_BLOCK_PRODUCT
     "y=MatMul(0,w) ?5 y=Add(y,5) A=Identity(y)")
BODY(ms_MatMulBlockQuantizedFp8Weight,
     "?block_size<1 Fail(block_size below 1) w=Cast(1;to=1) s=Identity(2) " BODY_BLOCK_PRODUCT
     "x=Identity(0) ?3 z=Reshape(3,[]) ?3 x=Cast(0;to=1) ?3 x=Div(x,z) ?3 x=Cast(x;to=17) ?3 x=Cast(x;to=1) "
     "?3 x=Mul(x,z) ?3 x=CastLike(x,0) y=MatMul(x,w) ?4 y=Add(y,4) A=Identity(y)")
/* x: input 0, plus input 1, normalized where there is input 2. */
#define BODY_NBITS_NORM(sum)                                                                       \
    "a=Identity(0) ?1 a=Add(0,1) !1 ?" sum " Fail(input_skip_bias_sum without skip) "              \
    "?" sum " " sum "=Identity(a) x=Identity(a) ?2 x=RMSNormalization(a,2;epsilon=%epsilon) "
BODY(ms_MatMulNBitsMlp,
     "!activation=silu Fail(activation) ?1 !2 Fail(skip without norm_scale) " BODY_NBITS_NORM("B")
     "g=ms.MatMulNBits(x,3,4,_,_,5;K,N,accuracy_level,bits,block_size) g=Swish(g) "
     "u=ms.MatMulNBits(x,6,7,_,_,8;K,N,accuracy_level,bits,block_size) A=Mul(g,u)")
BODY(ms_MatMulNBitsQkv,
     BODY_NBITS_NORM("D")
     "A=ms.MatMulNBits(x,3,4,_,_,5;K,N=Nq,accuracy_level,bits,block_size) "
     "B=ms.MatMulNBits(x,6,7,_,_,8;K,N=Nkv,accuracy_level,bits,block_size) "
     "C=ms.MatMulNBits(x,9,10,_,_,11;K,N=Nkv,accuracy_level,bits,block_size)")
BODY(ms_QGemm,
     "a=Identity(0) b=Identity(3) ?transA=1 a=Transpose(0;perm=[1,0]) ?transB=1 b=Transpose(3;perm=[1,0]) "
     "y=MatMulInteger(a,b,2,5) ?6 y=Add(y,6) y=Cast(y;to=1) s=Mul(1,4) s=Mul(s,%alpha) y=Mul(y,s) "
     "?7 A=QuantizeLinear(y,7,8) !7 A=Identity(y)")
/* Weights are [directions][input][4 * hidden] with a scale for each direction or column. x is multiplied for all
 * directions at once; the state is rounded to more bits than onnxruntime rounds it to. */
BODY(ms_DynamicQuantizeLSTM,
     "h=Shape(1;start=-1) e=Concat([1],h;axis=0) w=Transpose(1;perm=[1,0,2]) w=Reshape(w,[0,-1]) "
     "s=Reshape(8,[0,-1]) s=Expand(s,e) s=Reshape(s,[-1]) z=Reshape(9,[0,-1]) z=Expand(z,e) z=Reshape(z,[-1]) "
     "a,b,c=DynamicQuantizeLinear(0) x=MatMulInteger(a,w,c,z) x=Cast(x;to=1) s=Mul(s,b) x=Mul(x,s) "
     "?3 b=Reshape(3,[0,2,-1]) ?3 b=ReduceSum(b,[1];keepdims=0) ?3 b=Reshape(b,[-1]) ?3 x=Add(x,b) "
     "r=Transpose(2;perm=[0,2,1]) s=Reshape(10,[0,-1]) s=Expand(s,e) s=Reshape(s,[-1]) "
     "z=Reshape(11,[0,-1]) z=Expand(z,e) z=Reshape(z,[-1]) "
     "A,B,C=cameo.LSTMInteger(x,_,r,_,4,5,6,7,s,z;"
     "activation_alpha,activation_beta,activations,clip,direction,hidden_size,input_forget)")

/* ---- com.microsoft: mixtures of experts ---- */

/* Columns of the first weights: the router's, then gates, then what they are multiplied with. */
BODY(ms_RouterGateUpProj,
     "!activation=swiglu Fail(activation) y=MatMul(0,1) n=Shape(1;start=-1) n=Sub(n,[router_size]) "
     "n=Concat([router_size],n;axis=0) A,x=Split(y,n;axis=-1) B=ms.SwiGLU(x;activation_alpha,activation_beta,limit)")
/* All experts are computed: weights of those that a token does not take are 0. */
BODY(ms_MoE,
     "?use_sparse_mixer=1 Fail(use_sparse_mixer) "
     "?swiglu_limit_after_activation=1 Fail(swiglu_limit_after_activation) "
     "s=Shape(0) h=Shape(0;start=-1) h=Concat([-1],h;axis=0) x=Reshape(0,h) "
     "p=Softmax(1;axis=-1) v,i=TopK(p,[k];axis=-1) "
     "?normalize_routing_weights=1 n=ReduceSum(v,[-1]) ?normalize_routing_weights=1 v=Div(v,n) "
     "z=Shape(p) z=ConstantOfShape(z) z=CastLike(z,p) w=ScatterElements(z,i,v;axis=-1) "
     "a=Einsum(x,2;equation='th,eih->tei') ?3 a=Add(a,3) "
     "?6 c=Einsum(x,6;equation='th,eih->tei') ?7 c=Add(c,7) "
     "?activation_type=swiglu !6 ?swiglu_fusion<2 g=Slice(a,[0],[9000000000000000],[-1],[2]) "
     "?activation_type=swiglu !6 ?swiglu_fusion<2 c=Slice(a,[1],[9000000000000000],[-1],[2]) "
     "?activation_type=swiglu !6 !swiglu_fusion<2 g,c=Split(a;axis=-1,num_outputs=2) "
     "?activation_type=swiglu ?6 g=Identity(a) "
     "?activation_type=swiglu ?swiglu_limit g=Min(g,^swiglu_limit) "
     "?activation_type=swiglu ?swiglu_limit l=Neg(^swiglu_limit) "
     "?activation_type=swiglu ?swiglu_limit c=Clip(c,l,^swiglu_limit) "
     "?activation_type=swiglu a=Swish(g;alpha=%activation_alpha) "
     "?activation_type=swiglu c=Add(c,^activation_beta) "
     "?activation_type=swiglu a=Mul(a,c) "
     "?activation_type=relu a=Relu(a) ?activation_type=gelu a=Gelu(a;approximate='tanh') "
     "?activation_type=silu a=Swish(a) "
     "!activation_type=swiglu ?6 a=Mul(a,c) "
     "y=Einsum(a,4;equation='tei,ehi->teh') ?5 y=Add(y,5) y=Einsum(y,w;equation='teh,te->th') A=Reshape(y,s)")

/* Bytes of two elements, low one first, to one each. */
#define BODY_NIBBLES(v, if)                                                                                          \
    if "a=CastLike(#15," v ") " if "a=BitwiseAnd(" v ",a) " if "b=CastLike(#4," v ") "                               \
    if "b=BitShift(" v ",b;direction='RIGHT') " if "a=Unsqueeze(a,[-1]) " if "b=Unsqueeze(b,[-1]) "                  \
    if v "=Concat(a,b;axis=-1) " if v "=Reshape(" v ",[0,0,-1]) "
/* w of input `from`, [experts][rows][bytes]; scales are [experts][rows] or [experts][rows][blocks], zero points
 * packed as weights. */
#define BODY_EXPERTS(w, from, scales, zeros)                                                                         \
    w "=Identity(" from ") " BODY_NIBBLES(w, "?expert_weight_bits=4 ")                                               \
    "s=Reshape(" scales ",[0,0,-1]) n=Shape(s) m=Concat(n,[-1];axis=0) " w "=CastLike(" w ",s) "                     \
    w "=Reshape(" w ",m) ?expert_weight_bits=4 z=CastLike(#8,s) !expert_weight_bits=4 z=CastLike(#128,s) "           \
    "?" zeros " z=Identity(" zeros ") " BODY_NIBBLES("z", "?" zeros " ?expert_weight_bits=4 ")                       \
    "?" zeros " z=Reshape(z,[0,0,-1]) ?" zeros " z=Slice(z,[0,0,0],n) ?" zeros " z=CastLike(z,s) "                   \
    "?" zeros " z=Unsqueeze(z,[-1]) "                                                                                \
    w "=Sub(" w ",z) s=Unsqueeze(s,[-1]) " w "=Mul(" w ",s) " w "=Reshape(" w ",[0,0,-1]) " w "=CastLike(" w ",0) "
/* onnxruntime's routing weights add up to 1 here, whatever normalize_routing_weights says. */
BODY(ms_QMoE,
     "!quant_type=int Fail(quant_type) ?14 Fail(router_weights) ?8 Fail(fc3_experts_weights) "
     "!expert_weight_bits=4 !expert_weight_bits=8 Fail(expert_weight_bits) "
     BODY_EXPERTS("w", "2", "3", "11") BODY_EXPERTS("r", "5", "6", "12")
     "A=ms.MoE(0,1,w,4,r,7;k,activation_type,activation_alpha,activation_beta,normalize_routing_weights=1,"
     "swiglu_fusion,swiglu_limit,swiglu_limit_after_activation,use_sparse_mixer)")

/* s: the scores of experts, c: with their bias, by which groups of them and then they are chosen. */
BODY(ms_MoEGroupRouter,
     "?n_group<1 Fail(n_group below 1) "
     "h=Shape(0;start=-1) h=Concat([-1],h;axis=0) x=Cast(0;to=1) x=Reshape(x,h) "
     "?2 w=Cast(2;to=1) ?2 w=Transpose(w;perm=[1,0]) ?2 x=MatMul(x,w) s=Sigmoid(x) c=Add(s,1) "
     "?B B=Identity(c) ?C C=Identity(s) !A End() "
     "g=Reshape(c,[0,n_group,-1]) k=Shape(g;start=2) k=Min(k,[group_topk]) t,_=TopK(g,k;axis=-1) "
     "t=ReduceSum(t,[-1]) _,i=TopK(t,[topk_group];axis=1) z=Mul(t,%0) u=Cast(i;to=1) u=Mul(u,%0) u=Add(u,%1) "
     "z=ScatterElements(z,i,u;axis=1) z=Log(z) g=Add(g,z) g=Reshape(g,[0,-1]) _,i=TopK(g,[top_k];axis=-1) "
     "v=GatherElements(s,i;axis=-1) v=Max(v,%0.00000000000000000001) v=Log(v) d=Shape(s) y=Expand(%router_sentinel,d) "
     "y=ScatterElements(y,i,v;axis=-1) A=CastLike(y,0)")

/* ---- com.microsoft: others ---- */

/* Numbers lie as [...][real, imaginary]. */
#define BODY_COMPLEX_MUL(real, imaginary)                                                          \
    "a,b=Split(0,[1,1];axis=-1) c,d=Split(1,[1,1];axis=-1) p=Mul(a,c) q=Mul(b,d) x=" real "(p,q) "  \
    "p=Mul(b,c) q=Mul(a,d) y=" imaginary "(p,q) A=Concat(x,y;axis=-1)"
BODY(ms_ComplexMul, BODY_COMPLEX_MUL("Sub", "Add"))
BODY(ms_ComplexMulConj, BODY_COMPLEX_MUL("Add", "Sub"))
BODY(ms_ExpandDims, "a=Cast(1;to=7) a=Reshape(a,[1]) A=Unsqueeze(0,a)")
BODY(ms_GridSample, "A=GridSample(0,1;align_corners,mode,padding_mode)")
BODY(ms_GatherND, "i=Cast(1;to=7) A=GatherND(0,i)")
/* A number minus itself is NaN unless it is finite. */
BODY(ms_IsAllFinite,
     "!isinf_only=0 !isnan_only=0 Fail(isinf_only and isnan_only) ?isinf_only=0 ?isnan_only=0 *0/1 Sub(+0,+0) "
     "?isinf_only=0 ?isnan_only=0 @IsNaN(@) !isinf_only=0 *0/1 IsInf(+0) !isnan_only=0 *0/1 IsNaN(+0) "
     "@ReduceMax(@;keepdims=0) @Cast(@;to=7) y=Max(*) A=Equal(y,#0)")
BODY(ms_Rfft,
     "!signal_ndim=1 Fail(signal_ndim) !onesided=1 Fail(onesided) !normalized=0 Fail(normalized) "
     "x=Unsqueeze(0,[-1]) A=DFT(x,_,#-2;onesided=1)")
/* The other half of the spectrum is the conjugate of the first, backwards. */
BODY(ms_Irfft,
     "!signal_ndim=1 Fail(signal_ndim) !onesided=1 Fail(onesided) !normalized=0 Fail(normalized) "
     "c=CastLike({1,-1},0) t=Slice(0,[-2],[0],[-2],[-1]) t=Mul(t,c) x=Concat(0,t;axis=-2) "
     "y=DFT(x,_,#-2;inverse=1) y=Gather(y,#0;axis=-1) A=Identity(y)")
BODY(ms_SparseToDenseMatMul, "A=ms.FusedMatMul(0,1;alpha,transA,transB)")
/* In double: a Gaussian process solves by a factor whose condition is that of its kernel. */
BODY(ms_Solve,
     "a=Cast(0;to=11) y=Cast(1;to=11) a=ms.Inverse(a) ?transposed=1 a=Einsum(a;equation='...ij->...ji') x=MatMul(a,y) "
     "A=CastLike(x,0)")
BODY(ms_TorchEmbedding, "A=Gather(0,1)")
BODY(ms_TransposeMatMul, "A=ms.FusedMatMul(0,1;alpha,transA,transB)")
BODY(ms_Trilu, "A=Trilu(0,1;upper)")
/* [before][dim][behind] gives [before][windows][behind][size]. k is the number of steps, by way of a shape that
 * nothing negative can be. */
BODY(ms_UnfoldTensor,
     "?size<1 Fail(size below 1) ?step<1 Fail(step below 1) "
     "s=Shape(0) n=Gather(s,[dim]) r=Size(s) r=Reshape(r,[1]) e=Add([dim],r) e=Mod(e,r) f=Add(e,[1]) "
     "b=Slice(s,[0],e) c=Slice(s,f,[9000000000000000]) p=ReduceProd(b,[0]) q=ReduceProd(c,[0]) "
     "d=Concat(p,n,q;axis=0) x=Reshape(0,d;allowzero=1) "
     "k=Sub(n,[size]) k=ConstantOfShape(k) k=Size(k) k=Add(k,#1) i=Range(#0,k,#step) j=Range(#0,#size,#1) "
     "i=Unsqueeze(i,[1]) y=Add(i,j) x=Gather(x,y;axis=1) x=Transpose(x;perm=[0,1,3,2]) "
     "i=Shape(y;end=1) d=Concat(b,i,c,[size];axis=0) A=Reshape(x,d;allowzero=1)")
BODY(ms_Unique, "A,_,B,C=Unique(0;sorted=0)")
BODY(ms_Pad, "p=Reshape(1,[-1]) A=Pad(0,p,2;mode)")
BODY(ms_Range, "?2 A=Range(0,1,2) !2 A=Range(0,1,^1)")
/* Rows of characters, of which those up to 0 are none. Words shorter than the window are as long as it; of a word that
 * begins with none nothing is said: zeros. */
BODY(ms_WordConvEmbedding,
     "z=CastLike(#0,0) p=Greater(0,z) n=Cast(p;to=7) n=ReduceSum(n,[1]) p=Slice(p,[0],[1],[1]) "
     "w=Shape(1;start=2,end=3) "
     "n=Max(n,w) n=Sub(n,w) x=Gather(3,0) x=Unsqueeze(x,[1]) y=Conv(x,1,2) y=Squeeze(y,[3]) y=Tanh(y) "
     "r=Shape(y;start=2) "
     "r=Squeeze(r) r=Range(#0,r,#1) r=LessOrEqual(r,n) r=Unsqueeze(r,[1]) y=Where(r,y,%-1000000000000) "
     "y=ReduceMax(y,[2];keepdims=0) A=Where(p,y,%0)")
