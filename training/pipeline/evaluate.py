"""
Stage 7, evaluate: how well a model finds the passage of a held-out query among 2,000 of its language.

usage: python3 -m pipeline.evaluate DATA MODEL-FOLDER

Prints the mean reciprocal rank by language and by kind. It tells whether a training worked; which model finds files
better only retrieval tells (npm run bench -- retrieval --mode static --model MODEL-FOLDER).
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from .encode import PairSet, Texts, encode_pairs

CANDIDATES = 2_000


def _vectors(table: torch.Tensor, texts: Texts) -> torch.Tensor:
    matrix = torch.sparse_csr_tensor(
        torch.from_numpy(texts.starts), torch.from_numpy(texts.tokens.astype(np.int64)), torch.from_numpy(texts.weights), (len(texts.starts) - 1, table.shape[0])
    )
    return torch.nn.functional.normalize(matrix @ table, dim=1)


def mean_reciprocal_rank(table: torch.Tensor, pairs: PairSet, kind: str, language: str | None = None) -> float:
    """Over queries of a kind (and language), each among at most 2,000 passages; NaN where there are none."""
    kinds, languages = np.asarray(pairs.kinds), np.asarray(pairs.languages)
    rows = np.flatnonzero((kinds == kind) & (languages == language if language is not None else True))[:CANDIDATES]
    if len(rows) == 0:
        return float("nan")
    scores = _vectors(table, pairs.queries.select(rows)) @ _vectors(table, pairs.passages.select(rows)).T
    own = scores.diagonal()[:, None]
    ranks = (scores > own).sum(dim=1) + 1
    return float((1 / ranks).mean())


def read_model(folder: Path) -> tuple[list[str], torch.Tensor]:
    """Words and table of a model folder."""
    from safetensors.numpy import load_file

    tensors = load_file(folder / "model.safetensors")
    table = tensors["embeddings"].astype(np.float32) * tensors["scales"][:, None]
    return (folder / "vocab.txt").read_text(encoding="ascii").split(), torch.from_numpy(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path)
    arguments = parser.parse_args()
    words, table = read_model(arguments.model)
    pairs = encode_pairs(arguments.data / "clean" / "heldout.jsonl.gz", words)
    found: list[float] = []
    print("language\tpairs\tMRR")
    for language in sorted(set(pairs.languages)):
        count = sum(k == "doc" and own == language for k, own in zip(pairs.kinds, pairs.languages))
        rank = mean_reciprocal_rank(table, pairs, "doc", language)
        if count >= 50:
            found.append(rank)
        print(f"{language}\t{min(count, CANDIDATES)}\t{rank:.3f}")
    print(f"mean of languages with 50 pairs or more\t\t{np.mean(found):.3f}")
    for kind in sorted(set(pairs.kinds)):
        print(f"all languages, {kind}\t{min(pairs.kinds.count(kind), CANDIDATES)}\t{mean_reciprocal_rank(table, pairs, kind):.3f}")


if __name__ == "__main__":
    main()
