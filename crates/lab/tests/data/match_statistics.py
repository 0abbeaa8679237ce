#!/usr/bin/env python3
"""The figures of match_statistics.json, computed in another way than the lab does it (Python's standard library only).

Run it as `python3 match_statistics.py > match_statistics.json`; it takes a minute or two.

- Means and errors: the results are written out one by one and given to the module `statistics`.
- Likelihood ratio: no theory of Lagrange. Distributions are written as weights 1, e^a, e^b, e^c, e^d; d is found by
  bisection so that the hypothesis holds, and the likelihood is maximised over a, b, c by the simplex search of Nelder and
  Mead, begun anew until nothing more is gained. A result that never occurred counts as a thousandth.
"""
import json
import math
from statistics import NormalDist, fmean, stdev

UNIT = 800 / math.log(10)
# Each set with bounds for the ratio. Pairs by half points 0..4, or games lost, drawn and won.
SETS = [
    ([365, 16618, 36229, 16974, 390], (0.0, 2.0)),
    ([127, 4883, 10712, 5150, 104], (-1.75, 0.25)),
    ([223, 9863, 21279, 10037, 246], (0.5, 2.5)),
    ([34, 54, 63, 64, 75], (0.0, 10.0)),
    ([332, 433, 498, 333, 334], (-5.0, 5.0)),
    ([7895, 8757, 5685, 568, 9999], (0.0, 2.0)),
    ([2, 11, 40, 31, 16], (0.0, 50.0)),
    ([0, 3, 44, 9, 0], (0.0, 5.0)),
    ([39, 8843, 26675, 9240, 44], (0.5, 2.5)),
    ([0, 0, 1, 7, 12], (0.0, 100.0)),
    ([36027, 68692, 36433], (0.0, 2.0)),
    ([96, 111, 136], (0.0, 10.0)),
]


def simplex_search(f, start, size):
    """The least value of f, by Nelder and Mead."""
    n = len(start)
    points = [list(start)] + [[v + (size if i == j else 0) for j, v in enumerate(start)] for i in range(n)]
    ranked = sorted((f(p), p) for p in points)
    for _ in range(1500):
        if ranked[-1][0] - ranked[0][0] < 1e-10:
            break
        center = [fmean(p[j] for _, p in ranked[:-1]) for j in range(n)]
        worst = ranked[-1][1]

        def at(k):
            p = [c + k * (w - c) for c, w in zip(center, worst)]
            return f(p), p

        new = at(-1.0)
        if new[0] < ranked[0][0]:
            new = min(new, at(-2.0))
        elif new[0] >= ranked[-2][0]:
            new = min(at(-0.5), at(0.5))
        if new[0] < ranked[-1][0]:
            ranked[-1] = new
        else:
            best = ranked[0][1]
            shrunk = [[(a + b) / 2 for a, b in zip(p, best)] for _, p in ranked[1:]]
            ranked[1:] = [(f(p), p) for p in shrunk]
        ranked.sort()
    return ranked[0]


def log_likelihood(counts, holds):
    """The greatest log-likelihood of the counts among the distributions for which holds(p) = 0."""
    n = len(counts)
    values = [i / (n - 1) for i in range(n)]
    counts = [max(c, 1e-3) for c in counts]

    def distribution(free):
        weights = [1.0] + [math.exp(max(-60.0, min(60.0, v))) for v in free]

        def with_last(d):
            w = weights + [math.exp(d)]
            total = math.fsum(w)
            return [v / total for v in w]

        low, high = -60.0, 60.0
        if holds(with_last(low), values) > 0 or holds(with_last(high), values) < 0:
            return None
        for _ in range(90):
            middle = (low + high) / 2
            if holds(with_last(middle), values) < 0:
                low = middle
            else:
                high = middle
        return with_last((low + high) / 2)

    def loss(free):
        p = distribution(free)
        return 1e300 if p is None else -math.fsum(c * math.log(q) for c, q in zip(counts, p))

    # Begin at the counts, tilted so that the hypothesis holds.
    low, high = -60.0, 60.0
    for _ in range(90):
        tilt = (low + high) / 2
        weights = [c * math.exp(tilt * x) for c, x in zip(counts, values)]
        if holds([w / sum(weights) for w in weights], values) < 0:
            low = tilt
        else:
            high = tilt
    point = [math.log(c / counts[0]) + tilt * x for c, x in zip(counts, values)][1:-1]
    best = math.inf
    size = 0.5
    for _ in range(60):
        value, point = simplex_search(loss, point, size)
        if best - value < 1e-9 and size < 0.01:
            break
        best = min(best, value)
        size = size / 2 if size > 0.005 else 0.5
    return -best


def ratio(counts, bounds, model):
    def logistic(elo):
        score = 1 / (1 + 10 ** (-elo / 400))
        return lambda p, x: sum(q * v for q, v in zip(p, x)) - score

    def normalized(elo):
        t = elo / UNIT * math.sqrt(2 if len(counts) == 5 else 1)

        def holds(p, x):
            mean = sum(q * v for q, v in zip(p, x))
            return mean - 0.5 - t * math.sqrt(sum(q * (v - mean) ** 2 for q, v in zip(p, x)))

        return holds

    at = logistic if model == "logistic" else normalized
    low, high = (log_likelihood(counts, at(elo)) for elo in bounds)
    return high - low


def elo(score):
    return -400 * math.log10(1 / score - 1)


def figures(counts, bounds):
    n = len(counts)
    results = [i / (n - 1) for i, count in enumerate(counts) for _ in range(count)]
    games = len(results) * (2 if n == 5 else 1)
    score, deviation = fmean(results), stdev(results)
    error = deviation / math.sqrt(len(results))
    z = NormalDist().inv_cdf(0.975)
    per_game = deviation * math.sqrt(2 if n == 5 else 1)
    return {
        "counts": counts,
        "bounds": bounds,
        "score": score,
        "error": error,
        "elo": [elo(score - z * error), elo(score), elo(score + z * error)],
        "normalized": [
            (score - 0.5) / per_game * UNIT + k * z * UNIT / math.sqrt(games) for k in (-1, 0, 1)
        ],
        "los": NormalDist().cdf((score - 0.5) / error),
        "llr_logistic": ratio(counts, bounds, "logistic"),
        "llr_normalized": ratio(counts, bounds, "normalized"),
    }


if __name__ == "__main__":
    lines = [json.dumps(figures(*of)) for of in SETS]
    print("[\n" + ",\n".join(lines) + "\n]")
