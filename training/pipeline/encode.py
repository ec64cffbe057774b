"""Texts as sparse rows: token ids with the root of their counts, which is what the product weighs them by."""

import gzip
import json
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from .tokenizer import Tokenizer, passage_text

Row = tuple[list[int], list[float]]


@dataclass(frozen=True)
class Texts:
    """Sparse rows laid end to end: row i is [starts[i], starts[i + 1])."""

    starts: np.ndarray
    tokens: np.ndarray
    weights: np.ndarray

    @staticmethod
    def of_rows(rows: list[Row]) -> "Texts":
        starts = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(tokens) for tokens, _ in rows], out=starts[1:])
        tokens = np.fromiter((t for row, _ in rows for t in row), np.int32, starts[-1])
        weights = np.fromiter((w for _, row in rows for w in row), np.float32, starts[-1])
        return Texts(starts, tokens, weights)

    def select(self, rows: np.ndarray) -> "Texts":
        """These rows, in this order."""
        lengths = self.starts[rows + 1] - self.starts[rows]
        starts = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        places = np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], lengths)
        return Texts(starts, self.tokens[places], self.weights[places])

    def without(self, share: float, random: np.random.Generator) -> "Texts":
        """The same rows with a share of their tokens dropped at random."""
        kept = random.random(len(self.tokens), np.float32) >= share
        counted = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(kept, out=counted[1:])
        return Texts(counted[self.starts], self.tokens[kept], self.weights[kept])


_tokenizer = Tokenizer([])


def _start(words: list[str]) -> None:
    global _tokenizer
    _tokenizer = Tokenizer(words)


def _row(text: str) -> Row:
    counts = _tokenizer.counts(text)
    return list(counts), [count**0.5 for count in counts.values()]


def _both(line: str) -> tuple[Row, Row]:
    row = json.loads(line)
    return _row(row["query"]), _row(passage_text(row["path"], row["name"], row["code"]))


@dataclass(frozen=True)
class PairSet:
    queries: Texts
    passages: Texts
    languages: list[str]
    kinds: list[str]


def encode_pairs(path: Path, words: list[str], workers: int = 2) -> PairSet:
    """A file of pairs as sparse rows."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = file.readlines()
    with Pool(workers, _start, (words,)) as pool:
        rows = pool.map(_both, lines, chunksize=2_000)
    heads = [json.loads(line) for line in lines]
    return PairSet(
        Texts.of_rows([query for query, _ in rows]),
        Texts.of_rows([passage for _, passage in rows]),
        [row["language"] for row in heads],
        [row["kind"] for row in heads],
    )


def read_words(data: Path) -> list[str]:
    return (data / "vocab.txt").read_text(encoding="ascii").split()
