"""Batch inference by Ray Data: map_batches scores a partitioned data set with Cameo and with onnxruntime, by turns.

    python examples/ray/score.py FOLDER [--rows N] [--workers N] [--rounds N]

FOLDER gets the model and the ratings, unless it has them. Needs ray with pandas and pyarrow, onnx, onnxruntime, and the
package cameo (python/README.md)."""
import os
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recommender"))
import recommender  # noqa: E402


class Worker:
    """An actor of Ray: a session for all batches that it gets."""

    def __init__(self, model, library):
        self.model = model
        self.scorer = recommender.Scorer(model, library)

    def __call__(self, batch):
        began = time.perf_counter()
        score = self.scorer(batch["user"], batch["item"])
        seconds = time.perf_counter() - began
        pages, share = recommender.mapped_bytes(self.model)
        told = {"rows": len(score), "sum": score.sum(dtype=np.float64), "seconds": seconds, "process": os.getpid(),
                "own": self.scorer.own_bytes, "pages": pages, "share": share}
        return {name: np.array([value]) for name, value in told.items()}


def main():
    import ray

    model, ratings, workers, rounds = recommender.begin(__doc__)
    paths = os.pathsep.join([os.path.dirname(recommender.__file__), os.path.dirname(os.path.abspath(__file__))])
    ray.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, logging_level="error",
             runtime_env={"env_vars": {"PYTHONPATH": paths}})
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.wait_for_min_actors_s = 600  # all actors are there before the first batch is scored
    seen = {library: {} for library in recommender.LIBRARIES}

    def run(library):
        told = (ray.data.read_parquet(ratings)
                .map_batches(Worker, fn_constructor_args=(model, library), batch_size=recommender.ROWS_AT_ONCE,
                             compute=ray.data.ActorPoolStrategy(size=workers), num_cpus=1).take_all())
        seen[library] = {row["process"]: (row["own"], row["pages"], row["share"]) for row in told}
        rows, total, seconds = (sum(row[name] for row in told) for name in ("rows", "sum", "seconds"))
        return rows, total, seconds / workers  # without the start of the actors, which takes longer than the rest

    recommender.compare(run, rounds, workers)
    for library in recommender.LIBRARIES:
        recommender.report_memory(library, seen[library])
    ray.shutdown()


if __name__ == "__main__":
    main()
