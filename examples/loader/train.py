"""Makes digits.model, a linear classifier of handwritten digits in LIBLINEAR's text format, and digits_labels.txt.

scikit-learn's LinearSVC is LIBLINEAR (L2R_L2LOSS_SVC); the labels are its predictions for the 50 images of
examples/digits/digits_test.bin, which it was not trained with. pip install numpy scikit-learn
"""
import pathlib

import numpy
from sklearn.datasets import load_digits
from sklearn.svm import LinearSVC

here = pathlib.Path(__file__).parent
images, labels = load_digits(return_X_y=True)
records = numpy.fromfile(here / "../digits/digits_test.bin", numpy.uint8).reshape(-1, 65)
test = records[:, :64]
kept = [i for i, image in enumerate(images) if not (test == image).all(axis=1).any()]
svc = LinearSVC(C=0.01, random_state=0, max_iter=10000).fit(images[kept] / 16, labels[kept])

lines = ["solver_type L2R_L2LOSS_SVC_DUAL", f"nr_class {len(svc.classes_)}",
         "label " + " ".join(str(c) for c in svc.classes_), f"nr_feature {images.shape[1]}", "bias 1", "w"]
rounded = []
for row in numpy.vstack([svc.coef_.T, svc.intercept_]):
    lines.append(" ".join(f"{w:.6g}" for w in row) + " ")
    rounded.append([float(f"{w:.6g}") for w in row])
(here / "digits.model").write_text("\n".join(lines) + "\n")
scores = test / 16 @ numpy.array(rounded)[:-1] + rounded[-1]
gap = numpy.diff(numpy.sort(scores)[:, -2:]).min()
predicted = svc.predict(test / 16)
assert (predicted == svc.classes_[scores.argmax(axis=1)]).all() and gap > 1e-4
(here / "digits_labels.txt").write_text(" ".join(str(p) for p in predicted) + "\n")
print(f"{(predicted == records[:, 64]).sum()} of {len(test)} right, the closest decision by {gap:.4f}")
