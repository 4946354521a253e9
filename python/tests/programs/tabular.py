"""A classifier of customers: trained by scikit-learn, served by onnxruntime. Prints its answers as JSON.

    python tabular.py MODEL

Needs: numpy, onnx, sklearn, skl2onnx"""
import json
import os
import sys

import numpy as np
import onnxruntime as ort

TOWNS = ["Aachen", "Bremen", "Celle", "Dresden"]


def customers(n, seed):
    """Ages, incomes and towns of n customers, and who of them buys."""
    rng = np.random.default_rng(seed)
    age, income = rng.uniform(18, 80, n).astype(np.float32), rng.normal(40, 12, n).astype(np.float32)
    town = rng.choice(TOWNS, n)
    score = (age - 45) / 20 + (income - 40) / 12 + np.where(town == "Celle", 1.0, 0.0)
    return age, income, town, np.where(score + rng.normal(0, 0.3, n) > 0, "buys", "leaves")


def train(path):
    from skl2onnx import to_onnx
    from skl2onnx.common.data_types import FloatTensorType, StringTensorType
    from sklearn.compose import ColumnTransformer
    from sklearn.ensemble import GradientBoostingClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    age, income, town, buys = customers(2000, 1)
    columns = ColumnTransformer([("numbers", StandardScaler(), [0, 1]),
                                 ("town", OneHotEncoder(handle_unknown="ignore"), [2])])
    model = make_pipeline(columns, GradientBoostingClassifier(n_estimators=40, random_state=0))
    model.fit(np.stack([age, income, town.astype(object)], axis=1), buys)
    types = [("age", FloatTensorType([None, 1])), ("income", FloatTensorType([None, 1])),
             ("town", StringTensorType([None, 1]))]
    made = to_onnx(model, initial_types=types, target_opset={"": 18, "ai.onnx.ml": 3})
    made.metadata_props.add(key="trained", value="2000 customers")
    with open(path, "wb") as f:
        f.write(made.SerializeToString())


def main(path):
    if not os.path.exists(path):
        train(path)
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(path, sess_options=options, providers=["CPUExecutionProvider"])
    described = [[a.name, a.type, a.shape] for a in session.get_inputs() + session.get_outputs()]

    age, income, town, buys = customers(200, 2)
    town[:5] = "Elsewhere"
    feed = {"age": age[:, None], "income": income[:, None], "town": town[:, None].astype(object)}
    labels, chances = session.run([o.name for o in session.get_outputs()], feed)
    one = session.run(None, {name: column[:1] for name, column in feed.items()})
    try:
        session.run(None, {"age": age[:, None]})
        refused = False
    except Exception:  # whatever the library calls it
        refused = True
    print(json.dumps({
        "inputs and outputs": described, "metadata": session.get_modelmeta().custom_metadata_map,
        "labels": labels.tolist(), "right": int(np.sum(labels == buys)), "chances": [dict(c) for c in chances],
        "one": [one[0].tolist(), one[1]], "a missing input is refused": refused}))


main(sys.argv[1])
