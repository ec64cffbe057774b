"""
Stage 2, extract: pairs of a query and the code that answers it, out of the archives.

usage: python3 -m pipeline.extract DATA [--workers N] [--only REGISTRY,…]

Writes DATA/pairs/<registry>-NN.jsonl.gz, one line a pair, and DATA/pairs/<registry>.tsv: what each package gave. Packages whose
licence is not permissive give nothing; neither do files of benchmark repositories, wherever they are copied to.
"""

import argparse
import gzip
import itertools
import json
import random
import sys
import zlib
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from .archives import source_files
from .definitions import read_source
from .packages import Package, read_packages
from .pairs import Pair, pairs_of

# Variety of packages counts for more than number of pairs, and time is spent on variety.
MAX_FILES = 60
MAX_PAIRS = {"doc": 160, "file": 30, "name": 30, "error": 12, "test": 12}
PACKAGES_PER_SHARD = 1_000

_archives = Path()


def _set_archives(archives: Path) -> None:
    global _archives
    _archives = archives


def extract_package(package: Package) -> tuple[Package, list[dict[str, str]], str]:
    """The pairs of one package, at most so many of each kind, or why there are none."""
    try:
        files = source_files(package, _archives)
    except Exception as error:  # Archives come from anywhere; a broken one is named and left out.
        return package, [], f"{type(error).__name__}: {error}"
    random.Random(zlib.crc32(package.name.encode())).shuffle(files)
    found: dict[str, list[tuple[str, Pair]]] = {kind: [] for kind in MAX_PAIRS}
    for path, language, content in files[:MAX_FILES]:
        for pair in pairs_of(path, read_source(language, content)):
            if len(found[pair.kind]) < 4 * MAX_PAIRS[pair.kind]:
                found[pair.kind].append((language, pair))
    rows = []
    chooser = random.Random(zlib.crc32(package.name.encode()))
    for kind, pairs in found.items():
        for language, pair in chooser.sample(pairs, min(MAX_PAIRS[kind], len(pairs))):
            rows.append(
                {
                    "project": package.source or package.name,
                    "language": language,
                    "kind": kind,
                    "query": pair.query,
                    "path": pair.path,
                    "name": pair.name,
                    "code": pair.code,
                }
            )
    return package, rows, "" if files else "no usable file or licence"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="npm,pypi,go,maven,debian-source,debian")
    arguments = parser.parse_args()
    packages = read_packages()
    # Costs and languages evenly spread over the run.
    random.Random(0).shuffle(packages)
    output = arguments.data / "pairs"
    output.mkdir(exist_ok=True)
    counts: Counter[str] = Counter()
    with Pool(arguments.workers, _set_archives, (arguments.data / "archives",)) as pool:
        for registry in arguments.only.split(","):
            wanted = [p for p in packages if p.registry == registry]
            results = pool.imap(extract_package, wanted, chunksize=8)
            with open(output / f"{registry}.tsv", "w", encoding="utf-8") as used:
                for start in range(0, len(wanted), PACKAGES_PER_SHARD):
                    shard = wanted[start : start + PACKAGES_PER_SHARD]
                    name = f"{registry}-{start // PACKAGES_PER_SHARD:02}.jsonl.gz"
                    with gzip.open(output / name, "wt", encoding="utf-8", compresslevel=3) as file:
                        for package, rows, reason in itertools.islice(results, len(shard)):
                            used.write(f"{package.name}\t{package.version}\t{len(rows)}\t{reason}\n")
                            counts.update(f"{row['kind']} {row['language']}" for row in rows)
                            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                    print(f"{name}: {sum(counts.values())} pairs in all", file=sys.stderr, flush=True)
    for name, count in sorted(counts.items()):
        print(f"{name}\t{count}")


if __name__ == "__main__":
    main()
