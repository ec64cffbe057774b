"""
Stage 3, clean: one set of pairs without repetitions, copies of benchmark code or flooding projects.

usage: python3 -m pipeline.clean DATA --benchmark CHECKOUTS

CHECKOUTS are those of the retrieval benchmark (bench/retrieval/checkout.sh): pairs whose code is found there are
dropped, whatever their package is called. Writes DATA/clean/train.jsonl.gz and DATA/clean/heldout.jsonl.gz (whole
projects, 2 %), and DATA/clean/counts.tsv.
"""

import argparse
import gzip
import json
import random
import re
import zlib
from collections import Counter, defaultdict
from pathlib import Path

from .exclusions import excluded_path, excluded_text
from .fingerprints import Fingerprints, hash_of

MAX_OF_PROJECT = {"doc": 200, "file": 40, "name": 30, "error": 15, "test": 15}
MAX_OF_LANGUAGE = {"doc": 70_000, "file": 10_000, "name": 12_000, "error": 8_000, "test": 8_000}
HELD_OUT_SHARE = 50
"""One project in so many is held out."""

# Words that documentation of anything shares; a query of nothing else has no answer of its own.
_EMPTY_QUERY = re.compile(
    r"(returns?|gets?|sets?|creates?|constructors?|destructors?|default|initiali[sz]es?|the|a|an|this|new|instance|of|object|value|class|method|function|data|and|or|is|to|for"
    r"|given|with|from|by|in|name|type|string|list|result|getter|setter|see|module|internal|helper|test|copy|operator|overload|\W)+",
    re.IGNORECASE,
)


def is_held_out(project: str) -> bool:
    return zlib.crc32(project.encode()) % HELD_OUT_SHARE == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--benchmark", type=Path, required=True)
    arguments = parser.parse_args()
    benchmark = Fingerprints.of_folder(arguments.benchmark)
    if len(benchmark) < 1_000:
        raise SystemExit(f"{arguments.benchmark} holds no checkouts")
    dropped: Counter[str] = Counter()
    queries: set[int] = set()
    codes: set[int] = set()
    by_kind: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    of_project: Counter[tuple[str, str]] = Counter()
    for shard in sorted((arguments.data / "pairs").glob("*.jsonl.gz")):
        with gzip.open(shard, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        random.Random(shard.name).shuffle(rows)
        for row in rows:
            kind, code = row["kind"], row["code"]
            query = hash_of(re.sub(r"\W+", " ", row["query"].lower()))
            body = hash_of("".join(code.split()))
            if of_project[row["project"], kind] >= MAX_OF_PROJECT[kind]:
                dropped["project is full"] += 1
            elif _EMPTY_QUERY.fullmatch(row["query"]):
                dropped["says nothing"] += 1
            elif query in queries or body in codes:
                dropped["repeated"] += 1
            elif excluded_path(row["path"]) or excluded_text(code):
                dropped["benchmark by name"] += 1
            elif benchmark.hold(code):
                dropped["benchmark by code"] += 1
            else:
                queries.add(query)
                codes.add(body)
                of_project[row["project"], kind] += 1
                by_kind[kind, row["language"]].append(row)
    kept: list[dict[str, str]] = []
    counts: Counter[tuple[str, str]] = Counter()
    for (kind, language), rows in sorted(by_kind.items()):
        random.Random(f"{kind} {language}").shuffle(rows)
        taken = rows[: MAX_OF_LANGUAGE[kind]]
        dropped["language is full"] += len(rows) - len(taken)
        counts[language, kind] = len(taken)
        kept += taken
    random.Random(0).shuffle(kept)
    output = arguments.data / "clean"
    output.mkdir(exist_ok=True)
    held_out = 0
    with gzip.open(output / "train.jsonl.gz", "wt", encoding="utf-8", compresslevel=3) as train, gzip.open(
        output / "heldout.jsonl.gz", "wt", encoding="utf-8"
    ) as heldout:
        for row in kept:
            is_out = is_held_out(row["project"])
            held_out += is_out
            (heldout if is_out else train).write(json.dumps(row, ensure_ascii=False) + "\n")
    with open(output / "counts.tsv", "w", encoding="utf-8") as file:
        for (language, kind), count in sorted(counts.items()):
            file.write(f"{language}\t{kind}\t{count}\n")
        for reason, count in sorted(dropped.items()):
            file.write(f"dropped\t{reason}\t{count}\n")
    print((output / "counts.tsv").read_text())
    print(f"{len(kept) - held_out} for training, {held_out} held out")


if __name__ == "__main__":
    main()
