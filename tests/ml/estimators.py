#!/usr/bin/env python3
"""Fits estimators and pipelines of scikit-learn, XGBoost, LightGBM and CatBoost, converts them by their converters, and writes
each with inputs and what is expected, as `cameo test` reads it:

    pip install onnx onnxruntime scikit-learn skl2onnx onnxmltools xgboost lightgbm catboost
    estimators.py FOLDER            all, FOLDER/NAME/model.onnx with
                                    test_data_set_0: what onnxruntime computes
                                    test_data_set_1: what the estimator itself answers, unless the converted model is not the
                                    estimator's: then a NOTE tells how far onnxruntime is from it
    estimators.py --sample FILE     those of SAMPLE, as an archive: tests/ml/cases.tar.xz

tests/long/92_estimators.sh runs the former, tests/parts/35_ml.sh the latter. A converter that refuses is a NOTE, too: the
count at the end is of what was written.
"""
import io
import json
import lzma
import os
import sys
import tarfile
import warnings

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

warnings.filterwarnings("ignore")


def make_node(op_type, inputs, outputs, _make=helper.make_node, **attributes):
    """helper.make_node, which refuses the numbers and booleans of numpy that skl2onnx passes on from trees."""
    plain = {k: [int(i) if isinstance(i, (np.integer, np.bool_, bool)) else i for i in v] if isinstance(v, list) else v for k, v in attributes.items()}
    return _make(op_type, inputs, outputs, **plain)


helper.make_node = make_node

import sklearn.datasets as sets
from sklearn import (calibration, cluster, compose, cross_decomposition, decomposition, discriminant_analysis, ensemble,
                     feature_extraction, feature_selection, gaussian_process, impute, kernel_approximation, linear_model, mixture,
                     model_selection, multiclass, multioutput, naive_bayes, neighbors, neural_network, pipeline, preprocessing,
                     random_projection, svm, tree)
from sklearn.feature_extraction import text as texts
from skl2onnx import to_onnx
from skl2onnx.common.data_types import (BooleanTensorType, DoubleTensorType, FloatTensorType, Int64TensorType, StringTensorType)

SAMPLE = """logistic logistic_zipmap logistic_string_zipmap logistic_columns logistic_raw logistic_int64 logistic_double
    logistic_old linear_svc_int sgd_hinge ridge ridge_double linear_int64 linear_two tree_string tree_paths tree_missing
    tree_bool tree_two forest_old forest_two extra_tree gradient_boosting gradient_boosting_raw hist_missing
    hist_regressor_missing isolation ada_boost gaussian_nb multinomial_nb bernoulli_nb lda qda svc_rbf svc_string svc_binary
    svr_poly svr_double one_class_svm knn knn_string knn_regressor mlp mlp_regressor kmeans gaussian_mixture pls process
    pca_pipeline union_pipeline scaler_robust scaler_normalizer normalizer_max binarizer imputer_mean imputer_string
    onehot_string onehot_unknown onehot_int64 ordinal_string label_encoder label_binarizer k_bins polynomial power
    knn_imputer select_k mixed_columns mixed_columns_zipmap tfidf_logistic count_nb char_tfidf tfidf_ngrams
    dict_vectorizer voting stacking one_vs_rest xgb_binary xgb_multi xgb_regressor_missing lgbm_binary lgbm_multi_zipmap
    lgbm_regressor_missing catboost_binary catboost_multi catboost_regressor""".split()

ROWS = 24
cases = {}
notes = []


def note(name, text):
    notes.append(name)
    print(f"NOTE {name}: {text}", flush=True)


# ---- data sets ----

def split(data, kind=np.float32):
    """Rows to fit, their targets, and rows to answer: every class is in both."""
    x, y = data.data.astype(kind), data.target
    order = np.random.default_rng(1).permutation(len(x))
    return x[order[ROWS:]], y[order[ROWS:]], x[order[:ROWS]]


IRIS, WINE, CANCER = sets.load_iris(), sets.load_wine(), sets.load_breast_cancer()
DIABETES, DIGITS = sets.load_diabetes(), sets.load_digits()


def with_missing(x, share=0.15):
    x = x.copy()
    x[np.random.default_rng(2).random(x.shape) < share] = np.nan
    return x


def documents():
    """Lines of the descriptions of the data sets; the class is the data set."""
    lines, labels = [], []
    for label, data in (("iris", IRIS), ("wine", WINE), ("cancer", CANCER), ("diabetes", DIABETES)):
        for line in data.DESCR.splitlines():
            line = " ".join(w for w in line.split() if w.isascii())
            if len(line) > 20:
                lines.append(line)
                labels.append(label)
    order = np.random.default_rng(3).permutation(len(lines))
    return np.array(lines, dtype=object)[order], np.array(labels)[order]


# ---- writing ----

def tensor_of(value, name, elem_type):
    if elem_type == onnx.TensorProto.STRING:
        return helper.make_tensor(name, elem_type, value.shape, [str(v).encode() for v in value.ravel()])
    return numpy_helper.from_array(np.ascontiguousarray(value, dtype=helper.tensor_dtype_to_np_dtype(elem_type)), name)


def map_of(row, name, maps):
    m = onnx.MapProto(name=name, key_type=maps.key_type)
    if maps.key_type == onnx.TensorProto.STRING:
        m.string_keys.extend(str(k).encode() for k in row)
    else:
        m.keys.extend(int(k) for k in row)
    m.values.elem_type = onnx.SequenceProto.TENSOR
    elem = maps.value_type.tensor_type.elem_type
    m.values.tensor_values.extend(tensor_of(np.asarray(v), "", elem) for v in row.values())
    return m


def value_of(value, name, type_proto):
    """TensorProto, MapProto, or SequenceProto of tensors or maps."""
    if type_proto.HasField("tensor_type"):
        return tensor_of(np.asarray(value), name, type_proto.tensor_type.elem_type)
    if type_proto.HasField("map_type"):
        return map_of(value, name, type_proto.map_type)
    elem = type_proto.sequence_type.elem_type
    if elem.HasField("tensor_type"):
        tensors = [tensor_of(np.asarray(v), "", elem.tensor_type.elem_type) for v in value]
        return onnx.SequenceProto(name=name, elem_type=onnx.SequenceProto.TENSOR, tensor_values=tensors)
    maps = elem.map_type
    sequence = onnx.SequenceProto(name=name, elem_type=onnx.SequenceProto.MAP)
    sequence.map_values.extend(map_of(row, "", maps) for row in value)
    return sequence


def far(got, want):
    """How far apart two outputs are; inf: not comparable."""
    if isinstance(want, list):
        if len(got) != len(want):
            return np.inf
        if not isinstance(want[0], dict):
            return max(far(g, w) for g, w in zip(got, want))
        return max((far(np.array(list(g.values())), np.array([w[k] for k in g])) for g, w in zip(got, want)), default=0)
    got, want = np.asarray(got), np.asarray(want)
    if got.size != want.size or (got.dtype.kind in "OUS") != (want.dtype.kind in "OUS") or isinstance(got.flat[0], dict):
        return np.inf
    got, want = got.reshape(want.shape), want
    if want.dtype.kind in "OUS":
        return np.inf if (got.astype(str) != want.astype(str)).any() else 0
    got, want = got.astype(np.float64), want.astype(np.float64)
    if (np.isnan(got) != np.isnan(want)).any():
        return np.inf
    d = np.abs(got - want)
    return float(np.nanmax(d / (np.abs(want) + max(1e-3, 1e-2 * np.nanmax(np.abs(want), initial=0))), initial=0))


def without_locale(model):
    """The bytes of the model; onnxruntime wants the locale of StringNormalizer to be installed, which ASCII does not need."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    for node in model.graph.node:
        if node.op_type == "StringNormalizer":
            node.attribute.extend([helper.make_attribute("locale", "C")])
    return model.SerializeToString()


def add(name, model, feed, own=None, rtol=1e-3, of_own=1e-3):
    """model: converted; feed: dict of arrays; own: the estimator's answers in the order of outputs, None where it has none."""
    data = model.SerializeToString()
    model = onnx.ModelProto.FromString(data)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    results = None
    try:
        session = onnxruntime.InferenceSession(without_locale(model), options, providers=["CPUExecutionProvider"])
        results = session.run(None, feed)
    except Exception as e:
        note(name, "onnxruntime refuses it: " + str(e).splitlines()[0][:150])
        if "NOT_IMPLEMENTED" not in str(e):
            return  # the file is wrong; what onnxruntime has no kernel for is judged by the estimator alone
    files = {"model.onnx": data, "data.json": json.dumps({"rtol": rtol, "atol": 1e-5}).encode()}
    outputs = list(model.graph.output)

    def put(k, values):
        for i, v in enumerate(model.graph.input):
            proto = value_of(feed[v.name], v.name, v.type)
            files[f"test_data_set_{k}/input_{i}.pb"] = proto.SerializeToString()
        for i, (v, value) in enumerate(zip(outputs, values)):
            if value is not None:
                files[f"test_data_set_{k}/output_{i}.pb"] = value_of(value, v.name, v.type).SerializeToString()

    if results is not None:
        put(0, results)
    if own is not None:
        own = list(own) + [None] * (len(outputs) - len(own))
        shaped = []
        for i, value in enumerate(own):
            if value is None or (outputs[i].type.HasField("sequence_type") and not isinstance(value, list)):
                shaped.append(None)
                continue
            if results is not None:
                d = far(results[i], value)
                if not d <= of_own:
                    note(name, f"onnxruntime is {d:.2g} from the estimator in output {i}: a matter of the converter")
                    shaped.append(None)
                    continue
                if not isinstance(value, list):
                    value = np.asarray(value).reshape(np.asarray(results[i]).shape)
            elif np.ndim(value) == 1:
                value = np.reshape(value, (-1, 1))
            shaped.append(value)
        if any(v is not None for v in shaped):
            put(1, shaped)
            files["data.json"] = json.dumps({"rtol": max(rtol, 2 * of_own), "atol": 1e-5 if of_own <= 1e-3 else 1e-3}).encode()
    if len(files) > 2:
        cases[name] = files


def array(v):
    return v.toarray() if hasattr(v, "toarray") else v


TYPES = {"f4": FloatTensorType, "f8": DoubleTensorType, "i8": Int64TensorType, "b1": BooleanTensorType, "O": StringTensorType}


def type_of(x):
    key = "O" if x.dtype.kind in "OUS" else x.dtype.str[1:]
    return TYPES[key]([None] + list(x.shape[1:]))


def sk(name, est, x, y=None, q=None, options=None, ask=None, opset=None, of_own=1e-3, zipmap=False, rtol=1e-3):
    """Fits est on x, y, converts it and asks it for q. options: of the converter; ask: methods that give the outputs, by
    default predict and what scores a classifier; zipmap: False, True."""
    try:
        est.fit(x) if y is None else est.fit(x, y)
        last = est.steps[-1][1] if isinstance(est, pipeline.Pipeline) else est
        methods = ask
        if methods is None:
            methods = ["transform"] if not hasattr(est, "predict") else ["predict"]
            if methods == ["predict"] and hasattr(last, "classes_") and not isinstance(last.classes_, list):
                methods.append("predict_proba" if hasattr(est, "predict_proba") else "decision_function")
        opts = dict(options or {})
        mapped = hasattr(last, "classes_") and not isinstance(est, (svm.LinearSVC, feature_selection.RFE))
        if mapped and hasattr(est, "predict"):
            opts.setdefault("zipmap", zipmap)
        model = to_onnx(est, initial_types=[("X", type_of(q))], options={id(est): opts} if opts else None, target_opset=opset or 21)
        own = [array(getattr(est, m)(q)) for m in methods]
        if opts.get("zipmap") is True and len(own) > 1:
            own[1] = [dict(zip(last.classes_, row)) for row in own[1]]
    except Exception as e:
        note(name, f"{type(e).__name__}: " + " ".join(str(e).split())[:150])
        return
    add(name, model, {"X": q}, own, of_own=of_own, rtol=rtol)


# ---- estimators ----

def classifiers():
    x, y, q = split(IRIS)
    names = IRIS.target_names[y].astype(str)
    wx, wy, wq = split(WINE)
    cx, cy, cq = split(CANCER)
    logistic = linear_model.LogisticRegression
    sk("logistic", logistic(max_iter=500), x, y, q)
    sk("logistic_zipmap", logistic(max_iter=500), x, y, q, zipmap=True)
    sk("logistic_string", logistic(max_iter=500), x, names, q)
    sk("logistic_string_zipmap", logistic(max_iter=500), x, names, q, zipmap=True)
    sk("logistic_columns", logistic(max_iter=500), x, names, q, options={"zipmap": "columns"}, ask=["predict"])
    sk("logistic_raw", logistic(max_iter=500), x, y, q, options={"raw_scores": True}, ask=["predict", "decision_function"])
    sk("logistic_binary", logistic(max_iter=5000), cx, cy, cq)
    sk("logistic_nocl", logistic(max_iter=500), x, names, q, options={"nocl": True}, ask=[])
    sk("logistic_double", logistic(max_iter=500), x, y, q.astype(np.float64))
    sk("logistic_int64", logistic(max_iter=500), x.astype(np.int64), y, q.astype(np.int64))
    sk("logistic_old", logistic(max_iter=500), x, y, q, opset={"": 9, "ai.onnx.ml": 1})
    sk("logistic_cv", linear_model.LogisticRegressionCV(Cs=3, max_iter=500), x, y, q)
    for kind, est in (("", svm.LinearSVC()), ("_hinge", linear_model.SGDClassifier(random_state=1)),
                      ("_ridge", linear_model.RidgeClassifier()), ("_perceptron", linear_model.Perceptron(random_state=1)),
                      ("_passive", linear_model.PassiveAggressiveClassifier(random_state=1))):
        sk("linear_svc" + kind, est, wx, wy, wq, of_own=1e-2)
    sk("linear_svc_int", svm.LinearSVC(), x.astype(np.int64), y, q.astype(np.int64))
    sk("sgd_hinge", linear_model.SGDClassifier(random_state=1), x, y, q)
    sk("sgd_log", linear_model.SGDClassifier(loss="log_loss", random_state=1), x, y, q)
    sk("sgd_huber", linear_model.SGDClassifier(loss="modified_huber", random_state=1), x, y, q)
    for name, est in (("gaussian_nb", naive_bayes.GaussianNB()), ("multinomial_nb", naive_bayes.MultinomialNB()),
                      ("bernoulli_nb", naive_bayes.BernoulliNB(binarize=1.5)), ("complement_nb", naive_bayes.ComplementNB()),
                      ("lda", discriminant_analysis.LinearDiscriminantAnalysis()),
                      ("qda", discriminant_analysis.QuadraticDiscriminantAnalysis()),
                      ("knn", neighbors.KNeighborsClassifier()),
                      ("knn_distance", neighbors.KNeighborsClassifier(weights="distance", n_neighbors=4)),
                      ("knn_manhattan", neighbors.KNeighborsClassifier(metric="manhattan")),
                      ("radius", neighbors.RadiusNeighborsClassifier(radius=5.0)),
                      ("nca_knn", pipeline.make_pipeline(neighbors.NeighborhoodComponentsAnalysis(random_state=1),
                                                         neighbors.KNeighborsClassifier())),
                      ("mlp", neural_network.MLPClassifier((9, 5), max_iter=300, random_state=1)),
                      ("mlp_tanh", neural_network.MLPClassifier((7,), activation="tanh", max_iter=300, random_state=1)),
                      ("mlp_logistic", neural_network.MLPClassifier((7,), activation="logistic", max_iter=300, random_state=1)),
                      ("svc_rbf", svm.SVC(probability=True, random_state=1)),
                      ("svc_linear", svm.SVC(kernel="linear", probability=True, random_state=1)),
                      ("svc_poly", svm.SVC(kernel="poly", degree=2, coef0=0.5, probability=True, random_state=1)),
                      ("svc_sigmoid", svm.SVC(kernel="sigmoid", gamma=0.01, probability=True, random_state=1)),
                      ("nu_svc", svm.NuSVC(probability=True, random_state=1)),
                      ("svc_scores", svm.SVC(random_state=1)),
                      ("svc_scores_ovo", svm.SVC(random_state=1, decision_function_shape="ovo")),
                      ("gaussian_process", gaussian_process.GaussianProcessClassifier()),
                      ("calibrated", calibration.CalibratedClassifierCV(svm.LinearSVC(), cv=3)),
                      ("calibrated_isotonic", calibration.CalibratedClassifierCV(naive_bayes.GaussianNB(), method="isotonic",
                                                                                 cv=3)),
                      ("one_vs_rest", multiclass.OneVsRestClassifier(logistic(max_iter=500))),
                      ("one_vs_one", multiclass.OneVsOneClassifier(logistic(max_iter=500)))):
        own = 5e-2 if "svc" in name or "nu_" in name else 5e-3
        sk(name, est, x, y, q, of_own=own)
    sk("svc_string", svm.SVC(probability=True, random_state=1), x, names, q, of_own=5e-2)
    sk("svc_binary", svm.SVC(probability=True, random_state=1), x[y < 2], y[y < 2], q, of_own=5e-2)
    sk("svc_binary_scores", svm.SVC(), x[y < 2], y[y < 2], q, of_own=5e-2)
    sk("svc_binary_raw", svm.SVC(probability=True, random_state=1), x[y < 2], y[y < 2], q, options={"raw_scores": True},
       ask=["predict"], of_own=5e-2)
    sk("svc_double", svm.SVC(probability=True, random_state=1), x, y, q.astype(np.float64), of_own=5e-2)
    sk("knn_string", neighbors.KNeighborsClassifier(), x, names, q)
    sk("knn_optimized", neighbors.KNeighborsClassifier(), x, y, q, options={"optim": "cdist"}, of_own=5e-3)


def forests():
    x, y, q = split(IRIS)
    names = IRIS.target_names[y].astype(str)
    cx, cy, cq = split(CANCER)
    dx, dy, dq = split(DIABETES)
    hold = with_missing(x), with_missing(q)
    ml3 = {"": 21, "ai.onnx.ml": 3}
    small = {"n_estimators": 7, "max_depth": 4, "random_state": 1}
    for name, est in (("tree", tree.DecisionTreeClassifier(max_depth=5, random_state=1)),
                      ("extra_tree", tree.ExtraTreeClassifier(max_depth=5, random_state=1)),
                      ("forest", ensemble.RandomForestClassifier(**small)),
                      ("extra_forest", ensemble.ExtraTreesClassifier(**small)),
                      ("gradient_boosting", ensemble.GradientBoostingClassifier(n_estimators=6, random_state=1)),
                      ("hist_gradient_boosting", ensemble.HistGradientBoostingClassifier(max_iter=6, random_state=1)),
                      ("ada_boost", ensemble.AdaBoostClassifier(n_estimators=6, random_state=1)),
                      ("bagging", ensemble.BaggingClassifier(n_estimators=4, random_state=1))):
        sk(name, est, x, y, q, of_own=5e-3)
        sk(name + "_binary", est, cx, cy, cq, of_own=5e-3)
        sk(name + "_string", est, x, names, q, of_own=5e-3, zipmap=True)
    sk("tree_double", tree.DecisionTreeClassifier(max_depth=5), x, y, q.astype(np.float64))
    sk("tree_int64", tree.DecisionTreeClassifier(max_depth=5), x.astype(np.int64), y, q.astype(np.int64))
    sk("tree_paths", tree.DecisionTreeClassifier(max_depth=3), x, y, q, options={"decision_path": True, "decision_leaf": True})
    sk("tree_bool", tree.DecisionTreeClassifier(max_depth=3), x > 2, y, q > 2)
    sk("tree_missing", tree.DecisionTreeClassifier(max_depth=5, random_state=1), hold[0], y, hold[1])
    sk("forest_missing", ensemble.RandomForestClassifier(**small), hold[0], y, hold[1])
    sk("forest_old", ensemble.RandomForestClassifier(**small), x, y, q, opset={"": 11, "ai.onnx.ml": 1})
    sk("gradient_boosting_raw", ensemble.GradientBoostingClassifier(n_estimators=6, random_state=1), x, y, q,
       options={"raw_scores": True}, ask=["predict", "decision_function"])
    sk("gradient_boosting_exponential", ensemble.GradientBoostingClassifier(loss="exponential", n_estimators=6), cx, cy, cq)
    sk("hist_missing", ensemble.HistGradientBoostingClassifier(max_iter=5), hold[0], y, hold[1])
    sk("isolation", ensemble.IsolationForest(n_estimators=6, random_state=1), x, None, q, opset=ml3, ask=["predict", "decision_function"])
    sk("isolation_score", ensemble.IsolationForest(n_estimators=6, random_state=1), x, None, q,
       options={"score_samples": True}, opset=ml3, ask=["predict", "decision_function", "score_samples"])
    sk("outlier_factor", neighbors.LocalOutlierFactor(novelty=True), x, None, q, ask=["predict", "decision_function"], of_own=1e-2)
    sk("one_class_svm", svm.OneClassSVM(), x, None, q, ask=["predict", "decision_function"], of_own=1e-2)
    sk("sgd_one_class", linear_model.SGDOneClassSVM(random_state=1), x, None, q, ask=["predict", "decision_function"])
    sk("embedding", ensemble.RandomTreesEmbedding(n_estimators=3, max_depth=3, random_state=1), x, None, q)
    for name, est in (("tree_regressor", tree.DecisionTreeRegressor(max_depth=4, random_state=1)),
                      ("extra_tree_regressor", tree.ExtraTreeRegressor(max_depth=4, random_state=1)),
                      ("forest_regressor", ensemble.RandomForestRegressor(**small)),
                      ("extra_forest_regressor", ensemble.ExtraTreesRegressor(**small)),
                      ("gradient_boosting_regressor", ensemble.GradientBoostingRegressor(n_estimators=6, random_state=1)),
                      ("hist_regressor", ensemble.HistGradientBoostingRegressor(max_iter=5)),
                      ("hist_regressor_poisson", ensemble.HistGradientBoostingRegressor(max_iter=5, loss="poisson")),
                      ("ada_regressor", ensemble.AdaBoostRegressor(n_estimators=5, random_state=1)),
                      ("bagging_regressor", ensemble.BaggingRegressor(n_estimators=3, random_state=1))):
        sk(name, est, dx, dy, dq, of_own=5e-3)
        sk(name + "_double", est, dx, dy, dq.astype(np.float64), of_own=5e-3)
    sk("hist_regressor_missing", ensemble.HistGradientBoostingRegressor(max_iter=5), with_missing(dx), dy, with_missing(dq))


def regressors():
    x, y, q = split(DIABETES)
    two = np.stack([y, y * 0.5 + x[:, 0]], 1)
    positive = y / y.max() + 0.1
    for name, est in (("linear", linear_model.LinearRegression()), ("ridge", linear_model.Ridge()),
                      ("ridge_cv", linear_model.RidgeCV()), ("lasso", linear_model.Lasso(0.1)),
                      ("lasso_cv", linear_model.LassoCV(cv=3)), ("elastic", linear_model.ElasticNet(0.1)),
                      ("bayesian", linear_model.BayesianRidge()), ("ard", linear_model.ARDRegression()),
                      ("huber", linear_model.HuberRegressor(max_iter=1000)), ("lars", linear_model.Lars()),
                      ("omp", linear_model.OrthogonalMatchingPursuit()), ("theil", linear_model.TheilSenRegressor(random_state=1)),
                      ("sgd_regressor", linear_model.SGDRegressor(random_state=1)),
                      ("ransac", linear_model.RANSACRegressor(random_state=1)),
                      ("quantile", linear_model.QuantileRegressor(alpha=0.01)),
                      ("svr", svm.SVR()), ("svr_poly", svm.SVR(kernel="poly", degree=2)), ("nu_svr", svm.NuSVR()),
                      ("linear_svr", svm.LinearSVR(random_state=1)), ("knn_regressor", neighbors.KNeighborsRegressor()),
                      ("radius_regressor", neighbors.RadiusNeighborsRegressor(radius=2.0)),
                      ("mlp_regressor", neural_network.MLPRegressor(hidden_layer_sizes=(6,), max_iter=300, random_state=1)),
                      ("pls", cross_decomposition.PLSRegression(3)),
                      ("process", gaussian_process.GaussianProcessRegressor(
                          gaussian_process.kernels.RBF(1.0) + gaussian_process.kernels.WhiteKernel(1.0))),
                      ("process_matern", gaussian_process.GaussianProcessRegressor(
                          gaussian_process.kernels.RationalQuadratic() * gaussian_process.kernels.ConstantKernel(2.0), alpha=1.0)),
                      ("transformed_target", compose.TransformedTargetRegressor(linear_model.Ridge())),
                      ("stacking_regressor", ensemble.StackingRegressor([("a", linear_model.Ridge()), ("b", svm.SVR())], cv=3)),
                      ("voting_regressor", ensemble.VotingRegressor([("a", linear_model.Ridge()), ("b", svm.SVR())]))):
        sk(name, est, x, y, q, of_own=1e-2)
        sk(name + "_double", est, x, y, q.astype(np.float64), of_own=1e-2)
    for name, est in (("poisson", linear_model.PoissonRegressor()), ("gamma", linear_model.GammaRegressor()),
                      ("tweedie", linear_model.TweedieRegressor(power=1.5))):
        sk(name, est, x, positive, q, of_own=1e-2)
    sk("linear_int64", linear_model.LinearRegression(), (x * 100).astype(np.int64), y, (q * 100).astype(np.int64), of_own=1e-2)
    sk("linear_two", linear_model.LinearRegression(), x, two, q)
    sk("tree_two", tree.DecisionTreeRegressor(max_depth=4, random_state=1), x, two, q)
    sk("forest_two", ensemble.RandomForestRegressor(n_estimators=5, max_depth=4, random_state=1), x, two, q)
    sk("mlp_two", neural_network.MLPRegressor(hidden_layer_sizes=(6,), max_iter=300, random_state=1), x, two, q, of_own=1e-2)
    sk("multi_output_regressor", multioutput.MultiOutputRegressor(linear_model.Ridge()), x, two, q)
    sk("process_std", gaussian_process.GaussianProcessRegressor(gaussian_process.kernels.RBF(1.0), alpha=1.0), x, y,
       q.astype(np.float64), options={"return_std": True}, ask=["predict"], of_own=1e-2)


def transformers():
    x, _, q = split(IRIS)
    _, y, _ = split(IRIS)
    dx, _, dq = split(DIGITS)
    wine = split(WINE)
    pre = preprocessing
    for name, est in (("scaler", pre.StandardScaler()), ("scaler_robust", pre.RobustScaler()), ("scaler_min_max", pre.MinMaxScaler()),
                      ("scaler_clip", pre.MinMaxScaler(clip=True)), ("scaler_max_abs", pre.MaxAbsScaler()),
                      ("scaler_normalizer", pre.Normalizer()), ("normalizer_l1", pre.Normalizer("l1")),
                      ("normalizer_max", pre.Normalizer("max")), ("binarizer", pre.Binarizer(threshold=1.5)),
                      ("polynomial", pre.PolynomialFeatures(2)), ("polynomial_3", pre.PolynomialFeatures(3, interaction_only=True)),
                      ("power", pre.PowerTransformer()), ("power_box_cox", pre.PowerTransformer("box-cox")),
                      ("k_bins", pre.KBinsDiscretizer(4, encode="ordinal")), ("k_bins_onehot", pre.KBinsDiscretizer(4)),
                      ("quantile_transformer", pre.QuantileTransformer(n_quantiles=20)),
                      ("function", pre.FunctionTransformer()), ("spline", pre.SplineTransformer(3)),
                      ("kernel_centerer", pre.KernelCenterer()),
                      ("variance", feature_selection.VarianceThreshold(0.3)),
                      ("pca", decomposition.PCA(2)), ("pca_whiten", decomposition.PCA(2, whiten=True)),
                      ("incremental_pca", decomposition.IncrementalPCA(2)), ("kernel_pca", decomposition.KernelPCA(2, kernel="rbf")),
                      ("svd", decomposition.TruncatedSVD(2, random_state=1)), ("nystroem", kernel_approximation.Nystroem(
                          n_components=10, random_state=1)),
                      ("random_projection", random_projection.GaussianRandomProjection(3, random_state=1)),
                      ("kmeans", cluster.KMeans(3, n_init=2, random_state=1)),
                      ("mini_kmeans", cluster.MiniBatchKMeans(3, n_init=2, random_state=1)),
                      ("knn_imputer", impute.KNNImputer(n_neighbors=3)),
                      ("gaussian_mixture", mixture.GaussianMixture(3, random_state=1)),
                      ("gaussian_mixture_tied", mixture.GaussianMixture(3, covariance_type="tied", random_state=1)),
                      ("gaussian_mixture_diag", mixture.GaussianMixture(3, covariance_type="diag", random_state=1)),
                      ("gaussian_mixture_sphere", mixture.GaussianMixture(3, covariance_type="spherical", random_state=1)),
                      ("bayesian_mixture", mixture.BayesianGaussianMixture(n_components=3, random_state=1))):
        data, ask = (x, q), None
        if "kmeans" in name:
            ask = ["predict", "transform"]
        if "mixture" in name:
            ask = ["predict", "predict_proba"]
        if name == "kernel_centerer":
            data = x[:4], q
        if "imputer" in name:
            scaler = pre.StandardScaler().fit(wine[0])  # no neighbours that float32 cannot tell apart
            data = with_missing(scaler.transform(wine[0])), with_missing(scaler.transform(wine[2]))
        sk(name, est, data[0], None, data[1], ask=ask, of_own=1e-2)
        sk(name + "_double", est, data[0].astype(np.float64), None, data[1].astype(np.float64), ask=ask, of_own=1e-2)
    holes = with_missing(x), with_missing(q)
    for strategy in ("mean", "median", "most_frequent", "constant"):
        sk("imputer_" + strategy, impute.SimpleImputer(strategy=strategy), holes[0], None, holes[1])
    sk("imputer_value", impute.SimpleImputer(missing_values=1.5, strategy="mean"), x, None, q)
    sk("imputer_int64", impute.SimpleImputer(missing_values=1, strategy="most_frequent"), x.astype(np.int64), None,
       q.astype(np.int64))
    sk("imputer_indicator", impute.SimpleImputer(add_indicator=True), holes[0], None, holes[1])
    words = np.array([["red", "S"], ["green", "M"], ["blue", "L"], ["red", "XL"], ["blue", "M"]], dtype=object)
    more = np.array([["blue", "S"], ["red", "M"], ["red", "L"]], dtype=object)
    strange = np.array([["blue", "S"], ["pink", "M"], ["red", "??"]], dtype=object)
    sk("imputer_string", impute.SimpleImputer(missing_values="", strategy="most_frequent"),
       np.array([["a", ""], ["a", "b"], ["", "b"]], dtype=object), None, np.array([["", "x"], ["c", ""]], dtype=object))
    sk("onehot_string", pre.OneHotEncoder(), words, None, more)
    sk("onehot_unknown", pre.OneHotEncoder(handle_unknown="ignore"), words, None, strange)
    sk("onehot_drop", pre.OneHotEncoder(drop="first"), words, None, more)
    sk("onehot_infrequent", pre.OneHotEncoder(min_frequency=2, handle_unknown="infrequent_if_exist"), words, None, strange)
    sk("onehot_int64", pre.OneHotEncoder(), x.astype(np.int64), None, x.astype(np.int64)[:9])
    sk("onehot_float", pre.OneHotEncoder(handle_unknown="ignore"), np.round(x), None, np.round(q))
    sk("ordinal_string", pre.OrdinalEncoder(), words, None, more)
    sk("ordinal_unknown", pre.OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), words, None, strange)
    sk("ordinal_int64", pre.OrdinalEncoder(), x.astype(np.int64), None, x.astype(np.int64)[:9])
    labels = np.array(["a", "c", "b", "a"], dtype=object)
    sk("label_encoder", pre.LabelEncoder(), labels, None, np.array(["b", "a"], dtype=object))
    sk("label_encoder_int", pre.LabelEncoder(), np.array([5, 9, 7], np.int64), None, np.array([9, 5], np.int64))
    sk("label_binarizer", pre.LabelBinarizer(), np.array([5, 9, 7], np.int64), None, np.array([9, 5, 7], np.int64))
    sk("target_encoder", pre.TargetEncoder(random_state=1), x.astype(np.int64), (y == 1).astype(np.int64), q.astype(np.int64))
    for name, est in (("select_k", feature_selection.SelectKBest(k=2)), ("select_percentile", feature_selection.SelectPercentile(
            percentile=50)), ("select_fpr", feature_selection.SelectFpr()), ("rfe", feature_selection.RFE(
                linear_model.LogisticRegression(max_iter=500), n_features_to_select=2)),
                      ("select_model", feature_selection.SelectFromModel(linear_model.LogisticRegression(max_iter=500)))):
        sk(name, est, x, y, q, ask=["transform"])
    sk("select_int64", feature_selection.SelectKBest(k=2), x.astype(np.int64), y, q.astype(np.int64), ask=["transform"])
    sk("pca_digits", decomposition.PCA(8), dx, None, dq)


def pipelines():
    x, y, q = split(WINE)
    names = WINE.target_names[y].astype(str)
    dx, dy, dq = split(DIGITS)
    logistic = linear_model.LogisticRegression(max_iter=1000)
    make = pipeline.make_pipeline
    sk("pca_pipeline", make(preprocessing.StandardScaler(), decomposition.PCA(4), logistic), x, y, q)
    sk("union_pipeline", make(pipeline.make_union(decomposition.PCA(2), preprocessing.MinMaxScaler()), logistic), x, y, q,
       of_own=1e-2)
    sk("digits_forest", ensemble.RandomForestClassifier(n_estimators=9, max_depth=7, random_state=1), dx, dy, dq)
    sk("digits_svc", make(preprocessing.StandardScaler(), svm.SVC(gamma=0.01)), dx[:300], dy[:300], dq, of_own=5e-2)
    sk("digits_mlp", make(preprocessing.MinMaxScaler(), neural_network.MLPClassifier((32,), max_iter=60, random_state=1)), dx, dy, dq)
    sk("grid", model_selection.GridSearchCV(logistic, {"C": [0.1, 1.0]}, cv=3), x, y, q, of_own=1e-2)
    voters = [("a", logistic), ("b", tree.DecisionTreeClassifier(max_depth=3, random_state=1)), ("c", naive_bayes.GaussianNB())]
    for vote in ("soft", "hard"):
        sk("voting" if vote == "soft" else "voting_hard", ensemble.VotingClassifier(voters, voting=vote, flatten_transform=False), x, y, q,
           ask=["predict", "predict_proba"] if vote == "soft" else ["predict"], of_own=5e-3)
    sk("voting_string", ensemble.VotingClassifier(voters, voting="soft", flatten_transform=False), x, names, q, of_own=5e-3, zipmap=True)
    sk("stacking", ensemble.StackingClassifier(voters, final_estimator=logistic, cv=3), x, y, q, of_own=5e-3)
    sk("bagging_svc", ensemble.BaggingClassifier(svm.SVC(), n_estimators=3, random_state=1), x, y, q, of_own=5e-2)
    both = np.stack([y, (y + 1) % 2], 1)
    est = multioutput.MultiOutputClassifier(logistic).fit(x, both)
    try:
        model = to_onnx(est, initial_types=[("X", type_of(q))], options={id(est): {"zipmap": False}}, target_opset=21)
        add("multi_output", model, {"X": q}, [est.predict(q), est.predict_proba(q)])
    except Exception as e:
        note("multi_output", str(e)[:150])
    mixed_columns()
    feature_dicts()


def mixed_columns():
    """Columns of several types, each an input of its own, as a data frame has them."""
    import pandas
    g = np.random.default_rng(5)
    n = 200
    frame = pandas.DataFrame({"age": g.integers(18, 80, n).astype(np.float32), "fare": g.gamma(2, 10, n).astype(np.float32),
                              "class": g.integers(1, 4, n).astype(np.int64), "sex": g.choice(["m", "f"], n),
                              "port": g.choice(["S", "C", "Q"], n)})
    frame.loc[g.random(n) < 0.1, "age"] = np.nan
    y = np.where((frame.sex == "f") ^ (frame.fare > 25), "yes", "no")
    types = [("age", FloatTensorType([None, 1])), ("fare", FloatTensorType([None, 1])), ("class", Int64TensorType([None, 1])),
             ("sex", StringTensorType([None, 1])), ("port", StringTensorType([None, 1]))]
    numbers = pipeline.make_pipeline(impute.SimpleImputer(strategy="median"), preprocessing.StandardScaler())
    columns = compose.ColumnTransformer([("n", numbers, ["age", "fare"]),
                                         ("c", preprocessing.OneHotEncoder(handle_unknown="ignore"), ["class"]),
                                         ("s", preprocessing.OneHotEncoder(handle_unknown="ignore"), ["sex", "port"])])
    feed = {name: frame[name].to_numpy()[:ROWS].reshape(-1, 1) for name in frame}
    feed = {k: v.astype(object) if k in ("sex", "port") else v for k, v in feed.items()}
    for name, last, zipmap in (("mixed_columns", linear_model.LogisticRegression(), False),
                               ("mixed_columns_zipmap", linear_model.LogisticRegression(), True),
                               ("mixed_forest", ensemble.RandomForestClassifier(n_estimators=5, max_depth=4, random_state=1), True),
                               ("mixed_boosting", ensemble.GradientBoostingClassifier(n_estimators=5), False)):
        try:
            est = pipeline.make_pipeline(columns, last).fit(frame, y)
            model = to_onnx(est, initial_types=types, options={id(est): {"zipmap": zipmap}}, target_opset=21)
            scores = est.predict_proba(frame[:ROWS])
            own = [est.predict(frame[:ROWS]), [dict(zip(est.classes_, r)) for r in scores] if zipmap else scores]
            add(name, model, feed, own)
        except Exception as e:
            note(name, str(e)[:150])


def feature_dicts():
    from skl2onnx.common.data_types import DictionaryType
    est = feature_extraction.DictVectorizer(sparse=False)
    rows = [{"a": 1.0, "b": 2.0}, {"b": 3.0, "c": 4.0}]
    est.fit(rows)
    try:
        model = to_onnx(est, initial_types=[("X", DictionaryType(StringTensorType([1]), FloatTensorType([1])))], target_opset=21)
    except Exception as e:
        note("dict_vectorizer", str(e)[:150])
        return
    add("dict_vectorizer", model, {"X": {"b": 5.0, "c": 1.5}}, [est.transform([{"b": 5.0, "c": 1.5}])])


def text_models():
    lines, labels = documents()
    fit, y, q = lines[ROWS:], labels[ROWS:], lines[:ROWS]
    tfidf, count, tfidf_transformer = texts.TfidfVectorizer, texts.CountVectorizer, texts.TfidfTransformer
    words = {"token_pattern": "[a-zA-Z0-9_]+", "max_features": 60}
    make = pipeline.make_pipeline
    for name, est in (("count", count(**words)), ("count_binary", count(binary=True, **words)),
                      ("count_default", count(max_features=60)), ("tfidf", tfidf(**words)),
                      ("tfidf_default", tfidf(max_features=60)), ("tfidf_ngrams", tfidf(ngram_range=(1, 2), **words)),
                      ("tfidf_sublinear", tfidf(sublinear_tf=True, norm="l1", **words)),
                      ("tfidf_case", tfidf(lowercase=False, use_idf=False, **words)),
                      ("tfidf_stop", tfidf(stop_words=["the", "of"], **words)),
                      ("char_tfidf", tfidf(analyzer="char", ngram_range=(1, 2), max_features=60)),
                      ("char_wb", tfidf(analyzer="char_wb", max_features=40)), ("hashing", texts.HashingVectorizer(n_features=64)),
                      ("tfidf_svd", make(tfidf(**words), decomposition.TruncatedSVD(4, random_state=1)))):
        sk(name, est, fit, None, q)
    forest = ensemble.RandomForestClassifier(n_estimators=5, max_depth=4, random_state=1)
    for name, est in (("tfidf_logistic", make(tfidf(**words), linear_model.LogisticRegression(max_iter=500))),
                      ("count_nb", make(count(**words), naive_bayes.MultinomialNB())),
                      ("count_bernoulli", make(count(**words), naive_bayes.BernoulliNB())),
                      ("tfidf_sgd", make(tfidf(**words), linear_model.SGDClassifier(random_state=1))),
                      ("tfidf_forest", make(tfidf(**words), forest)),
                      ("count_tfidf_nb", make(count(**words), tfidf_transformer(), naive_bayes.ComplementNB()))):
        sk(name, est, fit, y, q)


# ---- boosters by converters of their own ----

def boosters():
    import catboost
    import lightgbm
    import xgboost
    from onnxmltools import convert_lightgbm, convert_xgboost
    from onnxmltools.convert.common.data_types import FloatTensorType as MlFloat
    x, y, q = split(IRIS)
    cx, cy, cq = split(CANCER)
    dx, dy, dq = split(DIABETES)
    holes = with_missing(dx), with_missing(dq)
    gaps = with_missing(cx), with_missing(cq)
    few = {"n_estimators": 6, "max_depth": 4}

    def xgb(name, est, data, proba, **more):
        est.fit(data[0], data[1])
        own = [est.predict(data[2])] + ([est.predict_proba(data[2])] if proba else [])
        convert(name, lambda: convert_xgboost(est, initial_types=[("X", MlFloat([None, data[0].shape[1]]))], target_opset=15),
                data[2], own)

    xgb("xgb_binary", xgboost.XGBClassifier(**few), (cx, cy, cq), True)
    xgb("xgb_binary_missing", xgboost.XGBClassifier(**few), (gaps[0], cy, gaps[1]), True)
    xgb("xgb_multi", xgboost.XGBClassifier(**few), (x, y, q), True)
    xgb("xgb_dart", xgboost.XGBClassifier(booster="dart", **few), (cx, cy, cq), True)
    xgb("xgb_forest", xgboost.XGBRFClassifier(**few), (cx, cy, cq), True)
    xgb("xgb_regressor", xgboost.XGBRegressor(**few), (dx, dy, dq), False)
    xgb("xgb_regressor_missing", xgboost.XGBRegressor(**few), (holes[0], dy, holes[1]), False)
    xgb("xgb_poisson", xgboost.XGBRegressor(objective="count:poisson", **few), (dx, dy, dq), False)
    xgb("xgb_gamma", xgboost.XGBRegressor(objective="reg:gamma", **few), (dx, dy, dq), False)
    xgb("xgb_squared_log", xgboost.XGBRegressor(objective="reg:squaredlogerror", **few), (dx, dy, dq), False)
    xgb("xgb_logistic", xgboost.XGBRegressor(objective="reg:logistic", **few), (cx, cy, cq), False)
    xgb("xgb_linear", xgboost.XGBRegressor(booster="gblinear", n_estimators=5), (dx, dy, dq), False)

    def lgbm(name, est, data, proba, zipmap=False, **more):
        est.fit(data[0], data[1])
        own = [est.predict(data[2])]
        if proba:
            scores = est.predict_proba(data[2])
            own.append([dict(zip(est.classes_, r)) for r in scores] if zipmap else scores)
        convert(name, lambda: convert_lightgbm(est, initial_types=[("X", MlFloat([None, data[0].shape[1]]))], target_opset=15,
                                               zipmap=zipmap, **more), data[2], own)

    tiny = {"n_estimators": 6, "num_leaves": 7, "verbose": -1}
    names = IRIS.target_names[y].astype(str)
    lgbm("lgbm_binary", lightgbm.LGBMClassifier(**tiny), (cx, cy, cq), True)
    lgbm("lgbm_binary_missing", lightgbm.LGBMClassifier(**tiny), (gaps[0], cy, gaps[1]), True)
    lgbm("lgbm_multi", lightgbm.LGBMClassifier(**tiny), (x, y, q), True)
    lgbm("lgbm_multi_zipmap", lightgbm.LGBMClassifier(**tiny), (x, y, q), True, zipmap=True)
    lgbm("lgbm_string_zipmap", lightgbm.LGBMClassifier(**tiny), (x, names, q), True, zipmap=True)
    lgbm("lgbm_forest", lightgbm.LGBMClassifier(boosting_type="rf", bagging_freq=1, bagging_fraction=0.7, **tiny), (cx, cy, cq), True)
    lgbm("lgbm_regressor", lightgbm.LGBMRegressor(**tiny), (dx, dy, dq), False)
    lgbm("lgbm_regressor_split", lightgbm.LGBMRegressor(**tiny), (dx, dy, dq), False, split=2)
    lgbm("lgbm_regressor_missing", lightgbm.LGBMRegressor(**tiny), (holes[0], dy, holes[1]), False)
    lgbm("lgbm_poisson", lightgbm.LGBMRegressor(objective="poisson", **tiny), (dx, dy, dq), False)
    lgbm("lgbm_zero_missing", lightgbm.LGBMRegressor(zero_as_missing=True, **tiny), (np.round(dx, 1), dy, np.round(dq, 1)), False)
    kinds = np.concatenate([np.round(cx[:, :2]) % 7, cx[:, 2:6]], 1)
    asked = np.concatenate([np.round(cq[:, :2]) % 7, cq[:, 2:6]], 1)
    est = lightgbm.LGBMClassifier(**tiny)
    est.fit(kinds, cy, categorical_feature=[0, 1])
    convert("lgbm_categories", lambda: convert_lightgbm(est, initial_types=[("X", MlFloat([None, 6]))], target_opset=15, zipmap=False),
            asked, [est.predict(asked), est.predict_proba(asked)])

    def cat(name, est, data, proba):
        est.fit(data[0], data[1])
        own = [est.predict(data[2])]
        if proba:
            own.append([dict(zip(est.classes_, r)) for r in est.predict_proba(data[2])])

        def save():
            path = "/tmp/cameo_catboost_%d.onnx" % os.getpid()
            est.save_model(path, format="onnx")
            model = onnx.load(path)
            os.remove(path)
            return model
        convert(name, save, data[2], own)

    quiet = {"iterations": 6, "depth": 3, "verbose": 0, "allow_writing_files": False, "random_seed": 1}
    cat("catboost_binary", catboost.CatBoostClassifier(**quiet), (cx, cy, cq), True)
    cat("catboost_multi", catboost.CatBoostClassifier(**quiet), (x, y, q), True)
    cat("catboost_string", catboost.CatBoostClassifier(**quiet), (x, names, q), True)
    cat("catboost_regressor", catboost.CatBoostRegressor(**quiet), (dx, dy, dq), False)
    cat("catboost_missing", catboost.CatBoostRegressor(**quiet), (holes[0], dy, holes[1]), False)


def convert(name, make, q, own):
    try:
        model = make()
    except Exception as e:
        note(name, f"{type(e).__name__}: " + " ".join(str(e).split())[:150])
        return
    for v in list(model.graph.input)[1:]:
        model.graph.input.remove(v)
    add(name, model, {model.graph.input[0].name: q}, own, of_own=5e-3)


# ---- files ----

def write_folder(root):
    for name, files in cases.items():
        for file, data in files.items():
            path = os.path.join(root, name, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(data)


def write_archive(path):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        for name in SAMPLE:
            for file, data in cases[name].items():
                info = tarfile.TarInfo(f"ml_{name}/{file}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    with open(path, "wb") as f:
        f.write(lzma.compress(raw.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def main():
    for make in (classifiers, forests, regressors, transformers, pipelines, text_models, boosters):
        make()
    if sys.argv[1] == "--sample":
        lost = [name for name in SAMPLE if name not in cases]
        if lost:
            sys.exit("not made: " + " ".join(lost))
        write_archive(sys.argv[2])
    else:
        write_folder(sys.argv[1])
    print(f"{len(cases)} estimators, {len(notes)} notes")


if __name__ == "__main__":
    main()
