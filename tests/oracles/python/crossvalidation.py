"""Cross-validation tests by mlxtend, on scikit-learn's own classifiers and data.

Run from the root of the repository, with mlxtend and scikit-learn installed:
``python tests/oracles/python/crossvalidation.py``. It writes crossvalidation.csv beside itself:
the scores of both classifiers, and what the other program makes of them.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path


def main() -> None:
    import mlxtend
    import numpy as np
    import scipy
    import sklearn
    from mlxtend.evaluate import combined_ftest_5x2cv, mcnemar, mcnemar_table, paired_ttest_5x2cv
    from scipy.stats import t as student
    from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_moons
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score, train_test_split
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    rows = []

    def put(test: str, case: str, first: object, second: object, /, **found: object) -> None:
        rows.append([test, case, json.dumps(first), json.dumps(second), json.dumps(found)])

    pairs = {
        "tree-discriminant": (DecisionTreeClassifier(random_state=1), LinearDiscriminantAnalysis()),
        "stump-bayes": (DecisionTreeClassifier(max_depth=1, random_state=1), GaussianNB()),
        "knn-tree": (KNeighborsClassifier(), DecisionTreeClassifier(random_state=1)),
    }
    for data, load in {"iris": load_iris, "wine": load_wine, "cancer": load_breast_cancer}.items():
        x, y = load(return_X_y=True)
        for pair, (first, second) in pairs.items():
            for name, function in {"t": paired_ttest_5x2cv, "f": combined_ftest_5x2cv}.items():
                scores: dict[int, list[float]] = {id(first): [], id(second): []}

                def scorer(model, x, y, scores=scores):  # type: ignore[no-untyped-def]
                    scores[id(model)].append(float(model.score(x, y)))
                    return scores[id(model)][-1]

                statistic, pvalue = function(first, second, x, y, scoring=scorer, random_seed=1)
                put(
                    f"5x2-{name}",
                    f"{data} {pair}",
                    scores[id(first)],
                    scores[id(second)],
                    statistic=float(statistic),
                    pvalue=float(pvalue),
                )
            x1, x2, y1, y2 = train_test_split(x, y, test_size=0.5, random_state=1)
            a = first.fit(x1, y1).predict(x2)
            b = second.fit(x1, y1).predict(x2)
            table = mcnemar_table(y2, a, b)
            for exact, corrected in ((True, False), (False, True), (False, False)):
                if table[0, 1] + table[1, 0]:
                    statistic, pvalue = mcnemar(table, exact=exact, corrected=corrected)
                    put(
                        "mcnemar",
                        f"{data} {pair}",
                        a.tolist(),
                        b.tolist(),
                        truth=y2.tolist(),
                        exact=exact,
                        continuity=corrected,
                        statistic=statistic,
                        pvalue=pvalue,
                    )

    # Scikit-learn's example "Statistical comparison of models using grid search", its own formula.
    x, y = make_moons(noise=0.352, random_state=1, n_samples=100)
    folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    rbf, linear = (
        cross_val_score(SVC(kernel=kernel, random_state=0), x, y, cv=folds, scoring="roc_auc")
        for kernel in ("rbf", "linear")
    )
    differences = rbf - linear
    variance = np.var(differences, ddof=1) * (1 / len(differences) + 10 / 90)
    statistic = differences.mean() / np.sqrt(variance)
    put(
        "corrected",
        "moons rbf-linear",
        rbf.tolist(),
        linear.tolist(),
        train=90,
        test=10,
        statistic=float(statistic),
        one_sided=float(student.sf(abs(statistic), len(differences) - 1)),
    )

    path = Path(__file__).with_suffix(".csv")
    with path.open("w", newline="") as stream:
        stream.write(
            f"# mlxtend {mlxtend.__version__}, scikit-learn {sklearn.__version__}, "
            f"scipy {scipy.__version__}\n"
        )
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["test", "case", "first", "second", "found"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
