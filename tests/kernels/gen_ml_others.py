"""Cases of the operators of ai.onnx.ml that are no trees, for gen_ml.py."""
import numpy as np
from onnx import TensorProto, helper

F, D, I, L = np.float32, np.float64, np.int32, np.int64
NAN = float("nan")


def tensor(v, dtype):
    if dtype == TensorProto.STRING:
        v = [s.encode() for s in v]
    return helper.make_tensor("t", dtype, [len(v)], v)


def label_encoder(c):
    def case(version, title, x, **attrs):
        c.case("LabelEncoder", version, title, [np.array(x)], **attrs)
    words = ["pear", "apple", "", "fig", "apple", "kiwi"]
    case(1, "strings", ["apple", "x", "pear", ""], classes_strings=words, default_int64=-3)
    case(1, "integers", [[0, 4], [6, -1], [2, 5]], classes_strings=words, default_string="zz")
    case(1, "defaults", ["no", "fig"], classes_strings=["fig"])
    case(2, "string int64", [["apple"], ["x"]], keys_strings=words, values_int64s=[5, 6, 7, 8, 9, 10])
    case(2, "string float", ["fig", "x"], keys_strings=words, values_floats=[1., 2, 3, 4, 5, 6])
    case(2, "int64 string", [9, -9, 3], keys_int64s=[3, 9, 1], values_strings=["a", "bb", ""])
    case(2, "int64 float", [9, -9], keys_int64s=[9, 9], values_floats=[.5, 2.], default_float=7.)
    case(2, "float int64", np.array([1, NAN, -0., 3], F), keys_floats=[NAN, 1., 0., 1.],
         values_int64s=[1, 2, 3, 4])
    case(2, "float string", np.array([2, 3], F), keys_floats=[3., 1.], values_strings=["x", "y"])
    case(4, "float NaN", np.array([NAN, 1.5, 7], F), keys_floats=[NAN, 1.5, NAN],
         values_strings=["nan", "b", "c"], default_string="none")
    case(4, "double int64", np.array([NAN, 1.5, 7, 1e300], D),
         keys_tensor=tensor([1e300, NAN, 1.5], TensorProto.DOUBLE),
         values_tensor=tensor([1., 2., 3.], TensorProto.DOUBLE),
         default_tensor=tensor([-2.5], TensorProto.DOUBLE))
    case(4, "string tensor int16", ["b", "q"], keys_tensor=tensor(["a", "b"], TensorProto.STRING),
         values_tensor=tensor([3, -4], TensorProto.INT16),
         default_tensor=tensor([42], TensorProto.INT16))
    case(4, "int64 tensor string", [3, 4], keys_tensor=tensor([3, 9], TensorProto.INT64),
         values_tensor=tensor(["three", "nine"], TensorProto.STRING),
         default_tensor=tensor(["other"], TensorProto.STRING))
    # onnxruntime lacks these two pairs of dtypes.
    c.case("LabelEncoder", 4, "int32 tensors", [np.array([3, 4], I)], want=[np.array([-5, -1], I)],
           keys_tensor=tensor([9, 3], TensorProto.INT32), values_tensor=tensor([8, -5], TensorProto.INT32))
    c.case("LabelEncoder", 4, "int16 int64", [np.array([3, 4], np.int16)], want=[np.array([8, -1])],
           keys_tensor=tensor([3], TensorProto.INT16), values_int64s=[8])
    c.case("CategoryMapper", 1, "strings", [np.array(["b", "x", "a"])], cats_int64s=[7, -5],
           cats_strings=["a", "b"], default_int64=99)
    c.case("CategoryMapper", 1, "integers", [np.array([[7, 8, -5]])], cats_int64s=[7, -5],
           cats_strings=["a", "b"], default_string="none")


def features(c):
    x = np.array([[1.5, -2, 3], [4, 0, -6]])
    for t in [F, D, I, L]:
        c.case("Scaler", 1, f"{np.dtype(t).name}", [x.astype(t)], offset=[1., .5, -2], scale=[2., .25, 3])
    c.case("Scaler", 1, "one number", [x.astype(F)], offset=[1.], scale=[.5])
    c.case("Scaler", 1, "vector", [x[0].astype(F)], offset=[1., 2, 3], scale=[2., .5, 1])
    for norm in ["MAX", "L1", "L2"]:
        c.case("Normalizer", 1, norm, [np.array([[1, -2.], [-3, -4], [0, 0], [-1, 0]], F)], norm=norm)
        c.case("Normalizer", 1, f"{norm} int64", [np.array([[1, -2], [-3, -4]])], norm=norm)
    c.case("Normalizer", 1, "vector", [np.array([3, 4], D)], norm="L2")
    c.case("Binarizer", 1, "float", [x.astype(F)], threshold=.5)
    for t in [D, I, L]:
        c.case("Binarizer", 1, np.dtype(t).name, [x.astype(t)], threshold=1.5,
               want=[(x.astype(t) > 1.5).astype(t)])
    c.case("Binarizer", 1, "NaN", [np.array([NAN, 2], F)], want=[np.array([0, 1], F)])
    holes = np.array([[1, NAN], [.5, 2], [NAN, 0]])
    c.case("Imputer", 1, "NaN", [holes.astype(F)], imputed_value_floats=[7., 8],
           replaced_value_float=NAN)
    c.case("Imputer", 1, "one number", [holes.astype(F)], imputed_value_floats=[7.])
    c.case("Imputer", 1, "int64", [np.array([[1, -1], [-1, 5]])], imputed_value_int64s=[7, 1 << 40],
           replaced_value_int64=-1)
    # onnxruntime has float and int64 only.
    c.case("Imputer", 1, "double", [holes], imputed_value_floats=[7., 8], replaced_value_float=NAN,
           want=[np.array([[1, 8], [.5, 2], [7, 0]])])
    c.case("Imputer", 1, "int32", [np.array([[1, 9], [9, 5]], I)], imputed_value_int64s=[-7],
           replaced_value_int64=9, want=[np.array([[1, -7], [-7, 5]], I)])
    y = np.array([[2, 0]])
    for t in [F, D, I, L]:
        c.case("ArrayFeatureExtractor", 1, np.dtype(t).name, [x.astype(t), y])
    c.case("ArrayFeatureExtractor", 1, "vector", [x[0], np.array([1])])
    c.case("ArrayFeatureExtractor", 1, "rank 3", [np.arange(12.).reshape(2, 2, 3), np.array([2, 0, 2])])
    c.case("ArrayFeatureExtractor", 1, "strings", [np.array([["a", "bc"], ["", "d"]]), np.array([1])])
    for t in [L, I, F, D]:
        x1 = np.array([[1, -3], [2, 7]])
        c.case("OneHotEncoder", 1, np.dtype(t).name, [x1.astype(t)], oracle=[x1],
               cats_int64s=[1, 2, -3, 1])
    c.case("OneHotEncoder", 1, "cut off", [np.array([1.7, -3.5], F)], cats_int64s=[1, -3], zeros=0)
    c.case("OneHotEncoder", 1, "beyond integers", [np.array([NAN, 1e30, 1], F)], cats_int64s=[1, 0],
           want=[np.array([[0, 0], [0, 0], [1, 0]], F)])
    c.case("OneHotEncoder", 1, "strings", [np.array(["b", "q"])], cats_strings=["a", "b"])
    a, b = x.astype(F), np.array([[5.], [6]], F)
    c.case("FeatureVectorizer", 1, "two", [a, b], inputdimensions=[3, 1])
    c.case("FeatureVectorizer", 1, "filled and cut", [a, b, b], inputdimensions=[2, 3, 1])
    c.case("FeatureVectorizer", 1, "int64", [a.astype(L)], inputdimensions=[3])
    c.case("FeatureVectorizer", 1, "rank 3", [np.arange(12, dtype=F).reshape(2, 2, 3), b[:2]], inputdimensions=[5, 1])
    c.case("FeatureVectorizer", 1, "vector", [np.array([1, 2], D)], inputdimensions=[2])


def linear(c):
    x = np.array([[1., -1], [2, .5], [0, 0], [-.5, .25]], F)
    two = dict(coefficients=[1., 2, -1, .5], intercepts=[.5, -.25])
    one = dict(coefficients=[.5, 2.], intercepts=[.125])
    for post in ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"]:
        c.case("LinearRegressor", 1, f"2 targets {post}", [x], targets=2, post_transform=post, **two)
        c.case("LinearClassifier", 1, f"2 scores {post}", [x], n_out=2, classlabels_ints=[5, 9],
               post_transform=post, **two)
        c.case("LinearClassifier", 1, f"1 score {post}", [x], n_out=2, classlabels_strings=["a", "b"],
               post_transform=post, **one)
    c.case("LinearRegressor", 1, "PROBIT", [np.array([[.25, 0], [.5, .125]], F)], rtol=1e-5,
           post_transform="PROBIT", **one)
    c.case("LinearRegressor", 1, "no intercepts", [x], coefficients=[1., 2])
    c.case("LinearRegressor", 1, "vector", [np.array([1., 2], F)], **one)
    for t in [D, I, L]:
        c.case("LinearClassifier", 1, np.dtype(t).name, [x.astype(t)], n_out=2, classlabels_ints=[5, 9],
               **two)
        # onnxruntime's regressor has float only.
        c.case("LinearRegressor", 1, np.dtype(t).name, [x.astype(t)], oracle=[x.astype(t).astype(F)],
               targets=2, **two)
    c.case("LinearClassifier", 1, "strings", [x], n_out=2, classlabels_strings=["", "b", "c"],
           coefficients=[1., 2, -1, .5, 3, 3], intercepts=[.5, -.25, 0])


def machines(c):
    x = np.array([[1, 2], [.5, -1], [0, 0], [-2, .25]], F)
    params = dict(kernel_params=[.5, .25, 3.])
    for kind in ["LINEAR", "POLY", "RBF", "SIGMOID"]:
        machine = dict(kernel_type=kind, **params)
        regressor = dict(n_supports=2, coefficients=[1., -.5], support_vectors=[1., 2, .3, .4], rho=[.1])
        c.case("SVMRegressor", 1, kind, [x], rtol=1e-5, **regressor, **machine)
        c.case("SVMRegressor", 1, f"{kind} one class", [x], one_class=1, **regressor, **machine)
        three = dict(coefficients=[1., -.5, -.75, .3, .2, .4, -.6, -.3], rho=[.1, -.2, .05],
                     support_vectors=[1., 2, .3, .4, -1, 0, .5, .5], vectors_per_class=[1, 2, 1])
        c.case("SVMClassifier", 1, f"3 classes {kind}", [x], n_out=2, rtol=1e-5,
               classlabels_strings=["a", "b", "c"], **three, **machine)
    rbf = dict(kernel_type="RBF", **params)
    proba = dict(prob_a=[-1., -2, -.5], prob_b=[.2, .1, 0])
    c.case("SVMRegressor", 1, "linear", [x], coefficients=[1., -.5], rho=[.1], **params)
    c.case("SVMClassifier", 1, "3 probabilities", [x], n_out=2, rtol=1e-5, classlabels_ints=[4, 5, 6],
           **three, **proba, **rbf)
    for post in ["NONE", "LOGISTIC", "SOFTMAX"]:
        two = dict(coefficients=[1., -.5, -.75], support_vectors=[1., 2, .3, .4, -1, 0],
                   vectors_per_class=[1, 2], rho=[.1], classlabels_ints=[5, 9], post_transform=post)
        c.case("SVMClassifier", 1, f"2 classes {post}", [x], n_out=2, rtol=1e-5, **two, **rbf)
        c.case("SVMClassifier", 1, f"2 probabilities {post}", [x], n_out=2, rtol=1e-5, prob_a=[-1.],
               prob_b=[.2], **two, **rbf)
        c.case("SVMClassifier", 1, f"linear {post}", [x], n_out=2, rtol=1e-5, post_transform=post,
               classlabels_ints=[5, 9, 7], coefficients=[1., 2, -1, .5, .3, .4], rho=[.1], **params)
    c.case("SVMClassifier", 1, "linear 2", [x], n_out=2, classlabels_ints=[5, 9], rho=[.1],
           coefficients=[1., 2, -1, .5], **params)
    for t in [D, I, L]:
        c.case("SVMClassifier", 1, np.dtype(t).name, [x.astype(t)], n_out=2, rtol=1e-5,
               classlabels_ints=[4, 5, 6], **three, **rbf)
        # onnxruntime's regressor has float only.
        c.case("SVMRegressor", 1, np.dtype(t).name, [x.astype(t)], oracle=[x.astype(t).astype(F)],
               rtol=1e-5, **regressor, **rbf)


def maps(c):
    x = np.array([[.25, .75], [1, 0]], F)
    c.case("ZipMap", 1, "int64", [x], classlabels_int64s=[-4, 9])
    c.case("ZipMap", 1, "strings", [x], classlabels_strings=["", "no"])
    # onnxruntime sorts the keys.
    c.case("ZipMap", 1, "order of labels", [x], classlabels_strings=["no", ""],
           want=[[{"no": .25, "": .75}, {"no": 1.0, "": 0.0}]])
    c.case("ZipMap", 1, "vector", [x[0]], classlabels_int64s=[1, 2])
    c.case("DictVectorizer", 1, "int64 float", [{5: 1.5, -1: 2.5, 7: 3.5}], int64_vocabulary=[7, 6, 5])
    c.case("DictVectorizer", 1, "string float", [{"b": 1.5, "": 2.5}], string_vocabulary=["", "a", "b"])
    # onnxruntime's Python takes maps to float only.
    c.case("DictVectorizer", 1, "string int64", [{"b": 4, "a": -5}], string_vocabulary=["b", "x"],
           want=[np.array([[4, 0]])])
    c.case("DictVectorizer", 1, "int64 double", [{3: D(1e300)}], int64_vocabulary=[3, 4],
           want=[np.array([[1e300, 0]])])
    c.case("DictVectorizer", 1, "int64 string", [{3: "x", 9: "yy"}], int64_vocabulary=[9, 4],
           want=[np.array([["yy", ""]])])
    c.case("DictVectorizer", 1, "words twice", [{3: 2.5}], int64_vocabulary=[3, 4, 3],
           want=[np.array([[2.5, 0, 2.5]], F)])
    row = {3: 1.5, 0: -2.75, 5: 1e10}
    for form in ["DENSE", "SPARSE"]:
        for to in ["TO_FLOAT", "TO_INT64"]:
            c.case("CastMap", 1, f"{form} {to}", [row], map_form=form, cast_to=to, max_map=6)
    # Text as Cast writes and reads it; onnxruntime's Python takes maps to float only.
    c.case("CastMap", 1, "text", [row], map_form="DENSE", cast_to="TO_STRING",
           want=[np.array([["-2.75", "1.5", "1e+10"]])])
    c.case("CastMap", 1, "sparse text", [{2: 0.5, 1: -3.0}], map_form="SPARSE", cast_to="TO_STRING", max_map=4,
           want=[np.array([["0", "-3", "0.5", "0"]])])
    c.case("CastMap", 1, "from text", [{9: "12", -4: "-7.5"}], cast_to="TO_INT64", want=[np.array([[-7, 12]])])
    c.case("CastMap", 1, "text to float", [{1: "0.1", 0: "inf"}], want=[np.array([[np.inf, 0.1]], F)])
    c.case("CastMap", 1, "text to text", [{1: "b", 0: "a"}], cast_to="TO_STRING", want=[np.array([["a", "b"]])])


def cases(c):
    label_encoder(c)
    features(c)
    linear(c)
    machines(c)
    maps(c)


def bad(c):
    x = np.array([[1., 2]], F)
    m = "E_MALFORMED"

    def refuse(op, title, status, text, x=x, version=1, n_out=1, **attrs):
        at_run = status.endswith("*")
        c.bad(op, version, title, x, n_out, status.rstrip("*"), text, at_run, **attrs)
    refuse("Scaler", "features", "E_SHAPE*", "offset has 3 numbers for 2 features", offset=[1., 2, 3])
    refuse("Imputer", "features", "E_SHAPE*", "imputed_value_floats has 3 numbers for 2 features",
           imputed_value_floats=[1., 2, 3])
    refuse("Imputer", "no values", m + "*", "imputed_value_floats is missing", imputed_value_int64s=[1])
    refuse("Normalizer", "rank 3", "E_SHAPE", "X has rank 3", x=np.zeros((1, 1, 1), F))
    refuse("Normalizer", "norm", "E_UNSUPPORTED", "attribute norm is", norm="L3")
    refuse("OneHotEncoder", "unknown", "E_SHAPE*", "element 1 is none of the categories",
           cats_int64s=[1], zeros=0)
    refuse("OneHotEncoder", "no categories", m, "neither cats_int64s nor cats_strings")
    refuse("OneHotEncoder", "both", m, "is given beside another", cats_int64s=[1], cats_strings=["a"])
    refuse("OneHotEncoder", "types", "E_TYPE", "the categories are string", cats_strings=["a"])
    refuse("FeatureVectorizer", "dimensions", m, "inputdimensions has 2 numbers for 1 inputs",
           inputdimensions=[1, 2])
    refuse("FeatureVectorizer", "scalar", "E_SHAPE", "input 0 is a scalar", x=np.array(1, F), inputdimensions=[1])
    refuse("FeatureVectorizer", "negative", m, "inputdimensions has -1", inputdimensions=[-1])
    refuse("LinearRegressor", "coefficients", "E_SHAPE*", "1 coefficients for 2 features",
           coefficients=[1.])
    refuse("LinearRegressor", "intercepts", "E_SHAPE*", "2 intercepts for 1 scores",
           coefficients=[1., 2], intercepts=[1., 2])
    refuse("LinearRegressor", "none", m, "there are no coefficients")
    refuse("LinearRegressor", "targets", m, "targets is 0", coefficients=[1., 2], targets=0)
    refuse("LinearClassifier", "no labels", m, "neither classlabels_ints", n_out=2,
           coefficients=[1., 2])
    refuse("LinearClassifier", "labels", "E_SHAPE*", "2 coefficients for 2 features and 3 outputs",
           n_out=2, coefficients=[1., 2], classlabels_ints=[1, 2, 3])
    refuse("LinearClassifier", "both", m, "is given beside another", n_out=2, coefficients=[1., 2],
           classlabels_ints=[1, 2], classlabels_strings=["a", "b"])
    refuse("ZipMap", "no labels", m, "neither classlabels_int64s")
    refuse("ZipMap", "labels", "E_SHAPE*", r'dim 1 is 2, ZipMap \"y0\" wants 3', classlabels_int64s=[1, 2, 3])
    refuse("CastMap", "key", "E_SHAPE*", "key 3 is beyond a row of 3", x={3: 1.5}, map_form="SPARSE", max_map=3)
    refuse("CastMap", "negative", "E_SHAPE*", "key -1 is beyond", x={-1: 1.5}, map_form="SPARSE", max_map=3)
    refuse("CastMap", "no number", "E_TYPE*", "is no number", x={1: "x"})
    refuse("DictVectorizer", "no words", m, "want one of them", x={1: 1.5})
    refuse("DictVectorizer", "types", "E_TYPE", "the vocabulary is string", x={1: 1.5},
           string_vocabulary=["a"])
    machine = dict(coefficients=[1., 2], support_vectors=[1., 2, 3, 4], rho=[0.], n_supports=2)
    refuse("SVMRegressor", "kernel_params", m, "kernel_params has 2", kernel_params=[1., 2], **machine)
    refuse("SVMRegressor", "no kernel_params", m, "kernel_params is missing", kernel_type="RBF", **machine)
    for name, change, text in [
            ("coefficients", dict(coefficients=[1.]), "1 coefficients, want 2"),
            ("vectors", dict(support_vectors=[1.]), "1 numbers of support vectors, want 4"),
            ("supports", dict(n_supports=3), "2 coefficients, want 3")]:
        refuse("SVMRegressor", name, "E_SHAPE*", text, **(machine | change))
    refuse("SVMRegressor", "no rho", m, "coefficients or rho are missing", coefficients=[1.])
    machine = dict(coefficients=[1., 2], support_vectors=[1., 2, 3, 4], rho=[0.],
                   vectors_per_class=[1, 1], classlabels_ints=[1, 2])
    for name, change, text in [
            ("coefficients", dict(coefficients=[1.]), "1 coefficients, want 2"),
            ("negative", dict(vectors_per_class=[3, -1]), "class 0 has 3 vectors, 2 are left"),
            ("too few", dict(vectors_per_class=[1, 0]), "1 vectors belong to no class"),
            ("classes", dict(vectors_per_class=[2]), "vectors_per_class has 1 numbers for 2 classes"),
            ("vectors", dict(support_vectors=[1., 2, 3]), "want 1"),
            ("prob_b", dict(prob_a=[1.]), "1 numbers of prob_a and 0 of prob_b, want 1")]:
        refuse("SVMClassifier", name, "E_SHAPE*", text, n_out=2, **(machine | change))
    refuse("SVMClassifier", "no labels", m, "neither classlabels_ints", n_out=2, coefficients=[1.],
           rho=[0.])
    words = np.array(["a"])
    refuse("LabelEncoder", "no keys", m, "0 of keys_strings", x=words, version=2, values_int64s=[1])
    refuse("LabelEncoder", "two keys", m, "2 of keys_strings", x=words, version=2, values_int64s=[1],
           keys_strings=["a"], keys_int64s=[1])
    refuse("LabelEncoder", "lengths", m, "2 keys and 1 values", x=words, version=2,
           values_int64s=[1], keys_strings=["a", "b"])
    refuse("LabelEncoder", "no classes", m, "classes_strings is empty", x=words)
    refuse("LabelEncoder", "types", "E_TYPE", "X is string, the keys are int64", x=words, version=2,
           values_int64s=[1], keys_int64s=[1])
    refuse("LabelEncoder", "default", m, "default_tensor is 1 elements of float", x=words, version=4,
           values_int64s=[1], keys_strings=["a"], default_tensor=tensor([1.], TensorProto.FLOAT))
    refuse("CategoryMapper", "lengths", m, "2 cats_strings and 1 cats_int64s", x=words,
           cats_strings=["a", "b"], cats_int64s=[1])
