"""Makes nnls.txt and extents.txt: what an independent implementation over NumPy and SciPy says of the same problems.

Run it in this directory. The tests make the same problems from the same numbers of SplitMix64.
"""
import numpy as np
from scipy.optimize import nnls
from scipy.stats import hypergeom

MASK = (1 << 64) - 1


def mix(x):
    x &= MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Stream:
    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return (mix(self.state) >> 11) * 2.0**-53


def problem(seed):
    """Columns that are nearly parallel, as those of the model are, and a goal that none of them reaches."""
    s = Stream(seed)
    rows = 3 + int(s.next() * 12)
    columns = 2 + int(s.next() * 120)
    centre = [s.next() * rows for _ in range(rows)]
    b = np.empty((rows, columns))
    for j in range(columns):
        for i in range(rows):
            b[i, j] = 1 / (1 + abs(i - rows * j / columns) + centre[i]) + 0.1 * s.next()
    y = np.array([10 * s.next() - 2 for _ in range(rows)])
    return b, y


EDGES = [1, 2, 3, 4, 5, 7, 11, 19, 35, 67, 131, 259, 515, 1027, 2051, 4099]
ROUND = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048]


def chunks(kind, n):
    """The numbers of the chunks of one kind of data, -1 for zeros."""
    u = [(mix(k + 1) >> 11) * 2.0**-53 for k in range(n)]
    if kind == 'none':
        return list(range(n))
    if kind == 'pairs':
        return [mix(k % (n // 2)) % n if k < n // 2 else mix(int(u[k] * (n // 2))) % n for k in range(n)]
    if kind == 'zipf':
        return [int(n**x) for x in u]
    if kind == 'half':
        return [0 if u[k] < 0.5 else k for k in range(n)]
    if kind == 'local':
        return [k // 2 for k in range(n)]
    if kind == 'backups':
        return [k % (n // 14) if (mix(k // 8 + 77) % 50) else k for k in range(n)]
    if kind == 'zeros':
        return [-1 if u[k // 500] < 0.9 else k // 2 for k in range(n)]
    raise ValueError(kind)


def estimate(kind, n_chunks, per_extent, share, z, c):
    ids = chunks(kind, n_chunks)
    m = n_chunks // per_extent
    sampled = [e for e in range(m) if (mix(e * 0x9E3779B97F4A7C15 + 5) >> 11) * 2.0**-53 < share]
    n = len(sampled)
    local = [sorted({i for i in ids[e * per_extent:(e + 1) * per_extent] if i >= 0}) for e in sampled]
    count = {}
    for chunk_ids in local:
        for i in chunk_ids:
            count[i] = count.get(i, 0) + 1
    most = max(count.values())
    r = min(int(np.searchsorted(EDGES, most, 'right')) + 1, len(EDGES))
    edges = EDGES[:r]
    bin_of = lambda i: min(int(np.searchsorted(EDGES, i, 'right')) - 1, r - 1) if i else -1
    t = np.zeros(r + 1)
    d = np.zeros((n, r + 1))
    for i in count.values():
        t[bin_of(i)] += 4096
        t[r] += 4096 * i
    for e, chunk_ids in enumerate(local):
        for i in chunk_ids:
            a, b = bin_of(count[i]), bin_of(count[i] - 1)
            if a != b:
                d[e, a] += 4096
                if b >= 0:
                    d[e, b] -= 4096
            d[e, r] += 4096
    d -= d.mean(0)
    extent = per_extent * 4096.
    cov = (1 - n / m) * n / (n - 1) * d.T @ d + (c * extent)**2 * np.eye(r + 1)
    seen_most = min(n, next((x for x in ROUND if x >= most), n))
    lo, hi = min(seen_most, m), m
    while lo < hi:
        mid = (lo + hi + 1) // 2
        if hypergeom.cdf(seen_most, m, mid, n) >= 1e-3:
            lo = mid
        else:
            hi = mid - 1
    j = list(range(1, min(101, lo + 1)))
    x = 101.
    while x < lo:
        j.append(int(x))
        x = max(x + 1, x * 1.05)
    if j[-1] < lo:
        j.append(lo)
    j = np.array(j)
    tail = np.array([hypergeom.sf(e - 1, m, j, n) for e in edges])
    p = tail.copy()
    p[:-1] -= tail[1:]
    a = np.vstack([p, n * j / m])
    low = np.linalg.cholesky(cov)
    y = np.linalg.solve(low, t)
    b = np.linalg.solve(low, a) / j
    norm = np.linalg.norm(b, axis=0)
    b /= norm
    g = 1 / j / norm
    best, s = nnls(b, y, maxiter=100 * len(j))
    limit = s * s + z * z
    seen = 4096. * len(count)
    most_bytes = seen + (m - n) * extent
    u0 = min(max(g @ best, seen), most_bytes)
    big = 1e4 * max(1, np.linalg.norm(y))

    def f(u):
        return nnls(np.vstack([b, big / u * g]), np.append(y, big), maxiter=100 * len(j))[1]**2

    def edge(inside, outside):
        if f(outside) <= limit:
            return outside
        while abs(outside - inside) > 1e-6 * max(inside, outside):
            mid = (inside + outside) / 2
            if f(mid) <= limit:
                inside = mid
            else:
                outside = mid
        return inside

    return edge(u0, seen), edge(u0, most_bytes), u0


with open('nnls.txt', 'w') as out:
    for seed in range(1000):
        b, y = problem(seed)
        out.write('%.12g\n' % nnls(b, y, maxiter=100 * b.shape[1])[1])
with open('extents.txt', 'w') as out:
    for kind in ['none', 'pairs', 'zipf', 'half', 'local', 'backups', 'zeros']:
        for share in [0.05, 0.1, 0.25, 0.5]:
            out.write('%s %g %.10g %.10g %.10g\n' % ((kind, share) + estimate(kind, 65536, 32, share, 2.24, 1.96)))
