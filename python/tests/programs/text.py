"""Sentence embeddings: a tokenizer of transformers with a vocabulary of its own, a BERT with random weights, served by
onnxruntime in batches of sentences of like length. Prints similarities as JSON.

    python text.py MODEL

Needs: numpy, onnx, onnxscript, torch, tokenizers, transformers"""
import json
import os
import sys

import numpy as np
import onnxruntime as ort

SENTENCES = ["the cat sat on the mat", "a dog sat on the mat", "the price of bread rose again", "bread",
             "nobody knows the price of a cat", "the weather is fine"]


def tokenizer():
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + sorted({w for s in SENTENCES for w in s.split()} - {"weather", "rose"})
    pieces = [*words, "wea", "##ther", "r", "##ose"]
    t = Tokenizer(models.WordPiece({w: i for i, w in enumerate(pieces)}, unk_token="[UNK]"))
    t.normalizer, t.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    t.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", pieces.index("[CLS]")), ("[SEP]", pieces.index("[SEP]"))])
    return PreTrainedTokenizerFast(tokenizer_object=t, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
                                   sep_token="[SEP]", model_input_names=["input_ids", "token_type_ids", "attention_mask"])


def export(path, tokens):
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    net = BertModel(BertConfig(vocab_size=len(tokens), hidden_size=64, num_hidden_layers=3, num_attention_heads=4,
                               intermediate_size=128), add_pooling_layer=False).eval()
    sample = tokens(SENTENCES[:2], padding=True, return_tensors="pt")
    names = ["input_ids", "attention_mask", "token_type_ids"]
    free = {0: torch.export.Dim("batch"), 1: torch.export.Dim("sequence")}
    torch.onnx.export(net, (), path, kwargs={n: sample[n] for n in names}, input_names=names,
                      output_names=["last_hidden_state"], dynamic_shapes={n: free for n in names}, dynamo=True,
                      external_data=False)


def main(path):
    tokens = tokenizer()
    if not os.path.exists(path):
        export(path, tokens)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    with open(path, "rb") as f:
        session = ort.InferenceSession(f.read(), options, providers=ort.get_available_providers())
    wanted = {i.name for i in session.get_inputs()}

    vectors = np.zeros((len(SENTENCES), 64), np.float32)
    order = np.argsort([len(s) for s in SENTENCES])
    for at in range(0, len(order), 2):
        batch = order[at:at + 2]
        encoded = tokens([SENTENCES[i] for i in batch], padding=True, return_tensors="np")
        (hidden,) = session.run(["last_hidden_state"], {k: v for k, v in encoded.items() if k in wanted})
        mask = encoded["attention_mask"][:, :, None]
        vectors[batch] = (hidden * mask).sum(axis=1) / mask.sum(axis=1)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    print(json.dumps({"inputs": sorted(wanted), "similarities": (vectors @ vectors.T).tolist()}))


main(sys.argv[1])
