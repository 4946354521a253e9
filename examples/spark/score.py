"""Batch inference by Spark: mapInPandas scores a partitioned data set with Cameo and with onnxruntime, by turns.

    python examples/spark/score.py FOLDER [--rows N] [--workers N] [--rounds N]

FOLDER gets the model and the ratings, unless it has them. Needs pyspark with a Java runtime, pandas, pyarrow, onnx,
onnxruntime, and the package cameo (python/README.md)."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recommender"))
import recommender  # noqa: E402


def main():
    import pandas
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as f

    model, ratings, workers, rounds = recommender.begin(__doc__)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
             .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
             .config("spark.sql.execution.arrow.maxRecordsPerBatch", str(recommender.ROWS_AT_ONCE)).getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(recommender.__file__)
    data = spark.read.parquet(ratings)

    def scores_of(library):
        def scores(frames):
            scorer = recommender.scorer_of_process(model, library)
            for frame in frames:
                yield pandas.DataFrame({"score": scorer(frame.user.to_numpy(), frame.item.to_numpy())})

        return data.mapInPandas(scores, "score float")

    def memory_of(library):
        def memory(frames):
            own = recommender.scorer_of_process(model, library).own_bytes
            for _ in frames:
                time.sleep(0.01)  # so that every worker gets some of it
                pages, share = recommender.mapped_bytes(model)
                yield pandas.DataFrame({"process": [os.getpid()], "own": [own], "pages": [pages], "share": [share]})

        return data.mapInPandas(memory, "process long, own long, pages long, share long")

    def run(library):
        began = time.perf_counter()
        rows, total = scores_of(library).agg(f.count("score"), f.sum("score")).first()
        return rows, total, time.perf_counter() - began

    recommender.compare(run, rounds, workers)
    for library in recommender.LIBRARIES:
        recommender.report_memory(library, {row[0]: row[1:] for row in memory_of(library).collect()})
    spark.stop()


if __name__ == "__main__":
    main()
