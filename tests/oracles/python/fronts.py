"""Hypervolume and IGD+ of random sets of two costs by moocore 0.3.2 and pymoo 0.6.2.

Run ``python fronts.py > fronts.json`` where both are installed.
"""

import json


def main() -> None:
    """Print the cases."""
    from importlib.metadata import version

    import moocore
    import numpy as np
    from pymoo.indicators.hv import HV
    from pymoo.indicators.igd_plus import IGDPlus

    random = np.random.default_rng(35)
    cases = []
    for size in (1, 2, 7, 40):
        points = random.random((size, 2)).round(3) * 1.3
        front = random.random((9, 2)).round(3)
        reference = np.array([1.1, 1.1])
        cases.append(
            {
                "points": points.tolist(),
                "front": front.tolist(),
                "hypervolume": [
                    float(moocore.hypervolume(points, ref=reference)),
                    float(HV(reference)(points)),
                ],
                "igd_plus": [
                    float(moocore.igd_plus(points, ref=front)),
                    float(IGDPlus(front)(points)),
                ],
                "non_dominated": points[moocore.is_nondominated(points)].tolist(),
            }
        )
    versions = {name: version(name) for name in ("moocore", "pymoo")}
    print(json.dumps({"versions": versions, "cases": cases}, indent=1))


if __name__ == "__main__":
    main()
