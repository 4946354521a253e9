"""Cases of TreeEnsembleRegressor, TreeEnsembleClassifier and TreeEnsemble for gen_ml.py."""
import numpy as np
from onnx import TensorProto, helper

MODES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"]
POSTS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"]


def grow(rng, n_trees, depth, n_features, modes, missing, shuffle):
    """Rows (tree, id, feature, value, mode, true, false, missing) of random trees; the ids of a tree
    are not its order in the list where shuffle is set. Values are integers, so that equality
    happens."""
    rows = []
    for tree in range(n_trees):
        mine, todo, next_id = [], [(0, 0)], 1
        while todo:
            node, level = todo.pop()
            if level == depth or (level > 0 and rng.random() < 0.2):
                mine.append((tree, node, 0, 0.0, "LEAF", 0, 0, 0))
                continue
            mine.append((tree, node, int(rng.integers(n_features)), float(rng.integers(-3, 4)),
                         modes[rng.integers(len(modes))], next_id, next_id + 1,
                         int(missing and rng.random() < 0.5)))
            todo += [(next_id, level + 1), (next_id + 1, level + 1)]
            next_id += 2
        if shuffle:  # onnxruntime wants the root first
            rest = mine[1:]
            rng.shuffle(rest)
            rest = [tuple(r) for r in rest]
            mine = [mine[0]] + [(int(r[0]), int(r[1]), int(r[2]), float(r[3]), str(r[4]), int(r[5]),
                                 int(r[6]), int(r[7])) for r in rest]
        rows += mine
    return rows


def node_attrs(rows, missing=True, wide=False):
    names = ["nodes_treeids", "nodes_nodeids", "nodes_featureids", "nodes_values", "nodes_modes",
             "nodes_truenodeids", "nodes_falsenodeids", "nodes_missing_value_tracks_true"]
    attrs = dict(zip(names, map(list, zip(*rows))))
    if not missing:
        del attrs["nodes_missing_value_tracks_true"]
    if wide:
        v = attrs.pop("nodes_values")
        attrs["nodes_values_as_tensor"] = helper.make_tensor("v", TensorProto.DOUBLE, [len(v)], v)
    return attrs


def weight_attrs(kind, weights, wide=False):
    names = [f"{kind}_treeids", f"{kind}_nodeids", f"{kind}_ids", f"{kind}_weights"]
    attrs = dict(zip(names, map(list, zip(*weights))))
    if wide:
        w = attrs.pop(f"{kind}_weights")
        attrs[f"{kind}_weights_as_tensor"] = helper.make_tensor("w", TensorProto.DOUBLE, [len(w)], w)
    return attrs


def leaves(rows):
    return [(r[0], r[1]) for r in rows if r[4] == "LEAF"]


def features(rng, n, n_features, dtype, nan):
    x = rng.integers(-4, 5, (n, n_features)).astype(dtype)
    if nan:
        x[rng.random(x.shape) < 0.2] = np.nan
    return x


def regressor(c, rng, title, dtype=np.float32, n_trees=2, depth=2, n_targets=1, modes=MODES,
              shuffle=True, wide=False, rows=7, rank1=False, base=False, **attrs):
    forest = grow(rng, n_trees, depth, 4, modes, np.dtype(dtype).kind == "f", shuffle)
    weights = [(t, n, i, float(np.float32(rng.normal()))) for t, n in leaves(forest)
               for i in range(n_targets)]
    attrs |= node_attrs(forest, wide=wide) | weight_attrs("target", weights, wide)
    if base:
        b = [float(np.float32(rng.normal())) for _ in range(n_targets)]
        attrs |= {"base_values_as_tensor": helper.make_tensor("b", TensorProto.DOUBLE, [len(b)], b)
                  } if wide else {"base_values": b}
    x = features(rng, rows, 4, dtype, np.dtype(dtype).kind == "f")
    if wide and np.dtype(dtype).kind == "f":
        x += 1e-12 * rng.integers(-1, 2, x.shape)
    oracle = [x.astype(np.float32)] if np.dtype(dtype).kind == "i" or rank1 else None
    c.case("TreeEnsembleRegressor", 3, title, [x[0] if rank1 else x], n_targets=n_targets, rtol=1e-5, oracle=oracle,
           **attrs)


def classifier(c, rng, title, n_classes=3, per_leaf=None, dtype=np.float32, positive=False,
               labels=None, base=0, wide=False, modes=MODES, n_trees=2, depth=2, version=3, **attrs):
    """per_leaf: the classes for which each leaf has a weight."""
    forest = grow(rng, n_trees, depth, 4, modes, np.dtype(dtype).kind == "f", True)
    weights = []
    for t, n in leaves(forest):
        for i in per_leaf or range(n_classes):
            w = float(np.float32(rng.normal()))
            weights.append((t, n, i, abs(w) if positive else w))
    attrs |= node_attrs(forest, wide=wide) | weight_attrs("class", weights, wide)
    if base:
        attrs["base_values"] = [float(np.float32(rng.normal())) for _ in range(base)]
    if labels is None:
        attrs["classlabels_int64s"] = [10 * i + 7 for i in range(n_classes)]
    else:
        attrs["classlabels_strings"] = labels
    x = features(rng, 9, 4, dtype, np.dtype(dtype).kind == "f")
    c.case("TreeEnsembleClassifier", version, title, [x], n_out=2, rtol=2e-5, **attrs)


def ensemble(c, rng, title, dtype, tensor, aggregate, post, want=None):
    """Version 5: two trees, one of them with a set."""
    def t(name, v, d=tensor):
        return helper.make_tensor(name, d, [len(v)], v)
    x = np.array([[1.5, -1, 3], [0, 2, 5], [-7, np.nan, 4], [2, 2, np.nan]], dtype)
    c.case("TreeEnsemble", 5, title, [x], want=want, rtol=1e-3 if dtype == np.float16 else 1e-5,
           aggregate_function=aggregate, post_transform=post, n_targets=2, tree_roots=[0, 3],
           nodes_featureids=[0, 1, 0, 2],
           nodes_splits=t("s", [1.0, 2.0, -3.0, 0.0]),
           nodes_modes=helper.make_tensor("m", TensorProto.UINT8, [4], [0, 3, 1, 6]),
           nodes_truenodeids=[1, 0, 2, 4], nodes_trueleafs=[0, 1, 1, 1],
           nodes_falsenodeids=[2, 1, 3, 5], nodes_falseleafs=[0, 1, 1, 1],
           nodes_missing_value_tracks_true=[0, 1, 0, 0],
           membership_values=t("e", [3.0, 4.0, float("nan")]),
           leaf_targetids=[0, 1, 0, 1, 0, 1],
           leaf_weights=t("w", [0.5, -1.25, 2.0, 0.75, 1.0, -0.5]))


def cases(c):
    rng = np.random.default_rng(5)
    for post in POSTS[:4]:
        regressor(c, rng, f"2 targets {post}", n_targets=2, post_transform=post, base=True)
    regressor(c, rng, "one target PROBIT", post_transform="PROBIT", modes=["BRANCH_LEQ"])
    for f in ["AVERAGE", "SUM", "MIN", "MAX"]:
        regressor(c, rng, f"{f}", aggregate_function=f, base=True)
        regressor(c, rng, f"3 targets {f}", aggregate_function=f, n_targets=3, modes=["BRANCH_LT"])
    for dtype in [np.float64, np.int32, np.int64]:
        regressor(c, rng, np.dtype(dtype).name, dtype=dtype)
    regressor(c, rng, "float64 wide", dtype=np.float64, wide=True, base=True)
    regressor(c, rng, "one row", rank1=True, rows=1)
    regressor(c, rng, "no row", rows=0)
    regressor(c, rng, "all leaves", depth=1, n_trees=1, rows=3)
    for post in POSTS[:4]:
        classifier(c, rng, f"{post}", post_transform=post)
        classifier(c, rng, f"binary {post}", n_classes=2, per_leaf=[0], post_transform=post)
        classifier(c, rng, f"binary positive {post}", n_classes=2, per_leaf=[0], positive=True,
                   post_transform=post)
        classifier(c, rng, f"binary second {post}", n_classes=2, per_leaf=[1], post_transform=post)
    classifier(c, rng, "binary base", n_classes=2, per_leaf=[0], base=1, post_transform="LOGISTIC")
    classifier(c, rng, "binary 2 bases", n_classes=2, per_leaf=[0], base=2)
    classifier(c, rng, "bases", n_classes=4, base=4, post_transform="SOFTMAX")
    classifier(c, rng, "strings", labels=["one", "", "three"])
    classifier(c, rng, "version 1", labels=["no", "yes"], n_classes=2, per_leaf=[0], version=1)
    classifier(c, rng, "6 trees", n_trees=6, depth=4, modes=["BRANCH_LT"])
    for dtype in [np.float64, np.int32, np.int64]:
        classifier(c, rng, np.dtype(dtype).name, dtype=dtype)
    classifier(c, rng, "float64 wide", dtype=np.float64, wide=True)
    sums = np.array([[1, 0.75], [0, -1.75], [1.5, 0], [0, 0.25]])
    ensemble(c, rng, "float SUM", np.float32, TensorProto.FLOAT, 1, 0)
    ensemble(c, rng, "double AVERAGE", np.float64, TensorProto.DOUBLE, 0, 0)
    ensemble(c, rng, "float MIN", np.float32, TensorProto.FLOAT, 2, 0)
    ensemble(c, rng, "float MAX", np.float32, TensorProto.FLOAT, 3, 0)
    # onnxruntime has no float16, and its numbers of SOFTMAX and LOGISTIC are not ONNX's.
    ensemble(c, rng, "float16 SUM", np.float16, TensorProto.FLOAT16, 1, 0,
             want=[sums.astype(np.float16)])
    softmax = np.exp(sums) / np.exp(sums).sum(1, keepdims=True)
    ensemble(c, rng, "float SUM SOFTMAX", np.float32, TensorProto.FLOAT, 1, 1,
             want=[softmax.astype(np.float32)])
    ensemble(c, rng, "double SUM LOGISTIC", np.float64, TensorProto.DOUBLE, 1, 2,
             want=[1 / (1 + np.exp(-sums))])


def bad(c):
    """A stump with one mistake each."""
    x = np.zeros((1, 2), np.float32)
    rows = [(0, 0, 1, 0.5, "BRANCH_LEQ", 1, 2, 0), (0, 1, 0, 0.0, "LEAF", 0, 0, 0),
            (0, 2, 0, 0.0, "LEAF", 0, 0, 0)]
    good = node_attrs(rows) | weight_attrs("target", [(0, 1, 0, 1.0), (0, 2, 0, 2.0)])

    def refuse(title, status, text, at_run=False, version=3, x=x, **change):
        attrs = {k: v for k, v in (good | {"n_targets": 1} | change).items() if v is not None}
        c.bad("TreeEnsembleRegressor", version, title, x, 1, status, text, at_run, **attrs)

    m = "E_MALFORMED"
    refuse("cycle of its own", m, "1 of 1 nodes are not reached",
           nodes_truenodeids=[0, 0, 0])
    more = node_attrs(rows + [(0, 3, 0, 0.0, "BRANCH_LT", 4, 3, 0), (0, 4, 0, 0.0, "LEAF", 0, 0, 0)])
    refuse("cycle beside the root", m, "are not reached from a root", **more)
    refuse("missing child", m, "its child 9 does not exist", nodes_falsenodeids=[9, 0, 0])
    refuse("negative child", m, "its child -1 does not exist", nodes_falsenodeids=[-1, 0, 0])
    refuse("two parents", m, "has two parents", nodes_falsenodeids=[1, 0, 0])
    refuse("two roots", m, "has 2 nodes without parent",
           **node_attrs(rows + [(0, 7, 0, 0.0, "LEAF", 0, 0, 0)]))
    refuse("given twice", m, "node 2 of tree 0 is given twice", nodes_nodeids=[0, 2, 2])
    refuse("no nodes", m, "the ensemble has no nodes", nodes_treeids=None)
    refuse("fewer ids", m, "nodes_nodeids has 2 numbers for 3 nodes", nodes_nodeids=[0, 1])
    refuse("fewer features", m, "nodes_featureids has", nodes_featureids=[0])
    refuse("fewer values", m, "nodes_values has 1 numbers", nodes_values=[0.5])
    refuse("fewer modes", m, "nodes_modes has 2 names", nodes_modes=["LEAF", "LEAF"])
    refuse("more children", m, "nodes_truenodeids has 4", nodes_truenodeids=[1, 0, 0, 0])
    refuse("fewer tracks", m, "has 1 numbers", nodes_missing_value_tracks_true=[1])
    refuse("unknown mode", m, "unknown mode", nodes_modes=["BRANCH_SET", "LEAF", "LEAF"])
    refuse("negative feature", m, "looks at feature -1", nodes_featureids=[-1, 0, 0])
    refuse("huge feature", m, "looks at feature 4294967296", nodes_featureids=[1 << 32, 0, 0])
    refuse("target out of range", m, "is for target 1 of 1", target_ids=[0, 1])
    refuse("negative target", m, "is for target -1 of 1", target_ids=[0, -1])
    refuse("weight of no node", m, "which does not exist", target_nodeids=[1, 5])
    refuse("fewer weights", m, "1 weights with 2 trees", target_weights=[1.0])
    refuse("no n_targets", m, "n_targets is missing", n_targets=None)
    refuse("n_targets 0", m, "n_targets is 0", n_targets=0)
    refuse("bases", m, "2 base_values for 1 targets", base_values=[1.0, 2.0])
    refuse("values twice", m, "are both given",
           nodes_values_as_tensor=helper.make_tensor("v", TensorProto.FLOAT, [3], [0.5, 0, 0]))
    refuse("values of strings", "E_UNSUPPORTED", "has elements of string", nodes_values=None,
           nodes_values_as_tensor=helper.make_tensor("v", TensorProto.STRING, [3], [b"", b"", b""]))
    refuse("unknown transform", "E_UNSUPPORTED", "post_transform", post_transform="SIGMOID")
    refuse("unknown aggregate", "E_UNSUPPORTED", "aggregate_function", aggregate_function="MEDIAN")
    refuse("rank 3", "E_SHAPE", "X has rank 3", x=np.zeros((1, 1, 2), np.float32))
    refuse("too few features", "E_SHAPE", "X has 1 features, the trees look at 2", at_run=True,
           x=np.zeros((1, 1), np.float32))
    labels = node_attrs(rows) | weight_attrs("class", [(0, 1, 0, 1.0), (0, 2, 1, 2.0)])
    for title, text, extra in [
            ("no labels", "0 classlabels_int64s and 0 classlabels_strings", {}),
            ("labels twice", "want one of them",
             dict(classlabels_int64s=[1, 2], classlabels_strings=["a", "b"])),
            ("class out of range", "is for target 1 of 1", dict(classlabels_int64s=[1]))]:
        c.bad("TreeEnsembleClassifier", 3, title, x, 2, m, text, **(labels | extra))
    bad_v5(c, x)


def bad_v5(c, x):
    def f(name, v):
        return helper.make_tensor(name, TensorProto.FLOAT, [len(v)], v)

    def modes(v):
        return helper.make_tensor("m", TensorProto.UINT8, [len(v)], v)
    good = dict(n_targets=1, tree_roots=[0], nodes_featureids=[0, 1], nodes_splits=f("s", [1.0, 2.0]),
                nodes_modes=modes([0, 0]), nodes_truenodeids=[1, 0], nodes_trueleafs=[0, 1],
                nodes_falsenodeids=[0, 1], nodes_falseleafs=[1, 1], leaf_targetids=[0, 0],
                leaf_weights=f("w", [1.0, 2.0]))
    for title, text, change in [
            ("cycle", "node 0 is reached twice", dict(nodes_trueleafs=[0, 0])),
            ("two parents", "node 1 is reached twice", dict(tree_roots=[0, 1])),
            ("node out of range", "has child 2 of 2", dict(nodes_truenodeids=[2, 0])),
            ("leaf out of range", "has child 2 of 2", dict(nodes_falsenodeids=[2, 0])),
            ("root out of range", "root 2 does not exist", dict(tree_roots=[2])),
            ("no root", "tree_roots has 0", dict(tree_roots=[])),
            ("mode", "unknown mode 7", dict(nodes_modes=modes([0, 7]))),
            ("modes of floats", "want uint8", dict(nodes_modes=f("m", [0, 0]))),
            ("set without end", "membership_values ends before",
             dict(nodes_modes=modes([0, 6]), membership_values=f("e", [1.0]))),
            ("fewer leaf weights", "1 leaf_weights for 2 leaves", dict(leaf_weights=f("w", [1.0]))),
            ("target", "is for target 1 of 1", dict(leaf_targetids=[0, 1])),
            ("aggregate", "aggregate_function is 4", dict(aggregate_function=4)),
            ("transform", "post_transform is -1", dict(post_transform=-1))]:
        attrs = {k: v for k, v in (good | change).items() if not (isinstance(v, list) and not v)}
        text = "attribute tree_roots is missing" if title == "no root" else text
        c.bad("TreeEnsemble", 5, title, x, 1, "E_MALFORMED", text, **attrs)


def random_cases(c, n, seed):
    rng = np.random.default_rng(seed)
    for i in range(n):
        dtype = [np.float32, np.float64, np.int32, np.int64][rng.integers(4)]
        wide = bool(dtype == np.float64 and rng.random() < 0.5)
        modes = [MODES, ["BRANCH_LEQ"], ["BRANCH_LT"]][rng.integers(3)]
        size = dict(n_trees=int(rng.integers(1, 30)), modes=modes, dtype=dtype, wide=wide)
        if rng.random() < 0.5:
            regressor(c, rng, f"random {i}", n_targets=int(rng.integers(1, 5)),
                      depth=int(rng.integers(1, 8)), rows=int(rng.integers(1, 60)),
                      base=bool(rng.integers(2)), post_transform=POSTS[rng.integers(4)],
                      aggregate_function=["SUM", "AVERAGE", "MIN", "MAX"][rng.integers(4)], **size)
        else:
            n = int(rng.integers(2, 6))
            per_leaf = [int(rng.integers(2))] if n == 2 else None
            # onnxruntime's base values of the second class alone are left out: see kernels/tree.c.
            base = 0 if wide else int(rng.integers(2)) * (n if n > 2 else 1)
            classifier(c, rng, f"random {i}", n_classes=n, per_leaf=per_leaf, base=base,
                       positive=bool(rng.integers(2)), post_transform=POSTS[rng.integers(4)], **size)
