"""What the examples with Spark and Ray share: a recommender whose tables of users and items are most of its weights,
ratings to score as Parquet files, and a scorer for each worker.

The weights are numbers of chance, made by numpy from a fixed seed."""
import argparse
import os
import statistics

import numpy as np

LIBRARIES = ("cameo", "onnxruntime")

USERS, ITEMS, WIDTH, HIDDEN = 200_000, 50_000, 64, 128
ROWS_AT_ONCE = 10_000


def write_model(path):
    """Scores of pairs: user [rows] int64, item [rows] int64 -> score [rows] float32."""
    from onnx import TensorProto, helper, numpy_helper, save

    random = np.random.default_rng(1)

    def weight(name, *dims, scale=1.0):
        return numpy_helper.from_array(random.standard_normal(dims, np.float32) * np.float32(scale), name)

    nodes = [
        helper.make_node("Gather", ["users", "user"], ["u"]),
        helper.make_node("Gather", ["items", "item"], ["i"]),
        helper.make_node("Concat", ["u", "i"], ["both"], axis=1),
        helper.make_node("Gemm", ["both", "w0", "b0"], ["h0"]),
        helper.make_node("Relu", ["h0"], ["r0"]),
        helper.make_node("Gemm", ["r0", "w1", "b1"], ["h1"]),
        helper.make_node("Sigmoid", ["h1"], ["column"]),
        helper.make_node("Squeeze", ["column", "one"], ["score"]),
    ]
    weights = [weight("users", USERS, WIDTH), weight("items", ITEMS, WIDTH), weight("w0", 2 * WIDTH, HIDDEN, scale=0.1),
               weight("b0", HIDDEN), weight("w1", HIDDEN, 1, scale=0.1), weight("b1", 1),
               numpy_helper.from_array(np.array([1]), "one")]
    graph = helper.make_graph(
        nodes, "recommender",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["rows"]) for name in ("user", "item")],
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, ["rows"])], weights)
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def write_ratings(folder, rows, files):
    """Parquet files with the columns user and item."""
    import pyarrow
    import pyarrow.parquet

    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(2)
    for at in range(files):
        table = pyarrow.table({"user": random.integers(0, USERS, rows // files),
                               "item": random.integers(0, ITEMS, rows // files)})
        pyarrow.parquet.write_table(table, os.path.join(folder, f"{at}.parquet"))


class Scorer:
    """A session of one thread; a worker keeps one and scores all of its rows with it. own_bytes: private memory that
    the session and its first run took."""

    def __init__(self, model, library):
        if library == "cameo":
            import cameo as runtime
        else:
            import onnxruntime as runtime
        before = private_bytes()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = runtime.InferenceSession(model, options)
        self(np.zeros(ROWS_AT_ONCE, np.int64), np.zeros(ROWS_AT_ONCE, np.int64))
        self.own_bytes = private_bytes() - before

    def __call__(self, user, item):
        """user, item: arrays of int64, of one length, at least 1; float32 scores, as many."""
        pieces = [slice(at, at + ROWS_AT_ONCE) for at in range(0, len(user), ROWS_AT_ONCE)]
        return np.concatenate([self.session.run(None, {"user": user[piece], "item": item[piece]})[0]
                               for piece in pieces])


def scorer_of_process(model, library, kept={}):
    """The one scorer of this process; kept holds it from one task to the next."""
    if (model, library) not in kept:
        kept[model, library] = Scorer(model, library)
    return kept[model, library]


def begin(description):
    """From the command line: paths of the model and of the ratings, which are written where they are not there, the
    number of workers, and that of rounds."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    folder = os.path.abspath(args.folder)
    model, ratings = os.path.join(folder, "model.onnx"), os.path.join(folder, f"ratings_{args.rows}")
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(model):
        write_model(model)
    if not os.path.exists(ratings):
        write_ratings(ratings, args.rows, 8)
    return model, ratings, workers_that_fit(model, args.workers), args.rounds


def workers_that_fit(model, wanted):
    """How many of the wanted workers the free memory holds, one at least: the file is there once, and what a session
    and a run of ROWS_AT_ONCE rows take is known to the byte before a worker starts. An interpreter with its packages is
    counted as 200 MB."""
    import cameo

    with open("/proc/meminfo") as lines:
        free = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    needs = cameo.InferenceSession(model).get_memory({"rows": ROWS_AT_ONCE}).total
    fit = (free - os.path.getsize(model)) // (needs + 200_000_000)
    workers = max(1, min(wanted, fit))
    print(f"a worker takes {needs:,} bytes beside the file of {os.path.getsize(model):,}: "
          f"{fit} fit, {workers} are taken")
    return workers


def private_bytes():
    """Bytes that this process wrote and shares with no other."""
    with open("/proc/self/smaps_rollup") as whole:
        return next(int(line.split()[1]) << 10 for line in whole if line.startswith("Private_Dirty:"))


def mapped_bytes(model):
    """Resident pages of the model's file in this process, and its share of them, in bytes: each page divided by the
    number of processes that map it."""
    pages = share = 0
    mine = False
    with open("/proc/self/smaps") as maps:
        for line in maps:
            words = line.split()
            if not words[0].endswith(":"):
                mine = words[-1] == os.path.realpath(model)
            elif mine and words[0] == "Rss:":
                pages += int(words[1]) << 10
            elif mine and words[0] == "Pss:":
                share += int(words[1]) << 10
    return pages, share


def compare(run, rounds, workers):
    """run(library) scores all rows and answers their number, their sum, and the seconds that it took. The libraries
    take turns, once before what counts; the medians are printed. ValueError where sums differ by more than a
    millionth."""
    seconds = {library: [] for library in LIBRARIES}
    for turn in range(rounds + 1):
        sums = []
        for library in LIBRARIES:
            rows, total, took = run(library)
            if turn > 0:
                seconds[library].append(took)
            sums.append(total)
        if not np.allclose(*sums, rtol=1e-6):
            raise ValueError(f"the libraries differ: {sums}")
    for library in LIBRARIES:
        print(f"{library}: {rows / statistics.median(seconds[library]) / workers:,.0f} rows per second and worker")


def report_memory(library, workers):
    """workers: own_bytes, then what mapped_bytes tells, by process."""
    for process, (own, pages, share) in sorted(workers.items()):
        line = f"{library}: worker {process} has {own / 1e6:.1f} MB of its own"
        if library == "cameo":
            line += f"; of the model's file {pages / 1e6:.1f} MB are resident, {share / 1e6:.1f} MB its share"
        print(line)
