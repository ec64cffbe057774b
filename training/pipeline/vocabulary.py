"""
Stage 4, vocabulary: the words that get a vector.

usage: python3 -m pipeline.vocabulary DATA [--size N]

A word counts once a project, so that no project brings its private words; the most wide-spread stay. Writes
DATA/vocab.txt, commonest first.
"""

import argparse
import gzip
import json
from collections import Counter, defaultdict
from pathlib import Path

from .tokenizer import parts

MIN_PROJECTS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--size", type=int, default=32_000)
    arguments = parser.parse_args()
    by_project: dict[str, set[str]] = defaultdict(set)
    with gzip.open(arguments.data / "clean" / "train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            words = by_project[row["project"]]
            words.update(parts(row["query"]))
            words.update(parts(f"{row['path']} {row['name']} {row['code']}"))
    spread = Counter(word for words in by_project.values() for word in words if len(word) <= 24)
    chosen = [word for word, count in sorted(spread.items(), key=lambda item: (-item[1], item[0])) if count >= MIN_PROJECTS]
    chosen = chosen[: arguments.size]
    (arguments.data / "vocab.txt").write_text("".join(f"{word}\n" for word in chosen), encoding="ascii")
    print(f"{len(chosen)} words of {len(spread)}; the last is in {spread[chosen[-1]]} projects")


if __name__ == "__main__":
    main()
