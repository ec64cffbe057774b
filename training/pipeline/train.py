"""
Stage 5, train: a vector a word, by telling the passage of a query from all others of its batch.

usage: python3 -m pipeline.train DATA OUTPUT.npy [options]

Both sides share one table. The loss is InfoNCE in both directions (van den Oord et al., 2018) over in-batch negatives;
part of the batches hold one language only, as a repository does. A part of the words is dropped at random. The table
starts random, frequent words shortened (Arora et al., 2017). Every epoch the table is saved and the held-out pairs
are ranked.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from .encode import PairSet, Texts, encode_pairs, read_words
from .evaluate import mean_reciprocal_rank


class SparseRows(torch.autograd.Function):
    """Sparse rows times the table: a product of sparse and dense matrices both ways, many times faster than bags."""

    @staticmethod
    def forward(context, table: torch.Tensor, texts: Texts) -> torch.Tensor:  # type: ignore[override]
        context.texts, context.words = texts, table.shape[0]
        return _matrix(texts, table.shape[0]) @ table

    @staticmethod
    def backward(context, gradient: torch.Tensor):  # type: ignore[override]
        texts: Texts = context.texts
        order = np.argsort(texts.tokens, kind="stable")
        rows = np.repeat(np.arange(len(texts.starts) - 1), np.diff(texts.starts))
        starts = np.zeros(context.words + 1, np.int64)
        np.cumsum(np.bincount(texts.tokens, minlength=context.words), out=starts[1:])
        transposed = torch.sparse_csr_tensor(
            torch.from_numpy(starts), torch.from_numpy(rows[order]), torch.from_numpy(texts.weights[order]), (context.words, len(texts.starts) - 1)
        )
        return transposed @ gradient, None


def _matrix(texts: Texts, words: int) -> torch.Tensor:
    return torch.sparse_csr_tensor(
        torch.from_numpy(texts.starts), torch.from_numpy(texts.tokens.astype(np.int64)), torch.from_numpy(texts.weights), (len(texts.starts) - 1, words)
    )


def unit_vectors(table: torch.Tensor, texts: Texts) -> torch.Tensor:
    """Unit vectors of texts, as the product computes them."""
    return torch.nn.functional.normalize(SparseRows.apply(table, texts), dim=1)


def initial_table(pairs: PairSet, words: int, dimensions: int) -> torch.Tensor:
    frequency = np.bincount(pairs.passages.tokens, minlength=words) + np.bincount(pairs.queries.tokens, minlength=words)
    share = torch.from_numpy(frequency / frequency.sum()).float()
    generator = torch.Generator().manual_seed(0)
    # Chosen so that a text's vector is about as long as one step of the optimiser times its words.
    table = torch.randn(words, dimensions, generator=generator) / dimensions**0.5
    return table * torch.sqrt(1e-3 / (1e-3 + share))[:, None]


def batches(pairs: PairSet, chosen: np.ndarray, size: int, single_language: float, random: np.random.Generator):
    """Rows of one epoch in batches; this share of the pairs in batches of one language."""
    order = random.permutation(chosen)
    cut = int(len(order) * single_language)
    languages = np.asarray(pairs.languages)
    found = []
    alone = order[:cut]
    rest = [order[cut:]]
    for language in np.unique(languages[alone]):
        rows = alone[languages[alone] == language]
        whole = len(rows) // size * size
        found += list(rows[:whole].reshape(-1, size))
        rest.append(rows[whole:])
    mixed = random.permutation(np.concatenate(rest))
    found += list(mixed[: len(mixed) // size * size].reshape(-1, size))
    return [found[at] for at in random.permutation(len(found))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch", type=int, default=2_048)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--single-language", type=float, default=0.5)
    parser.add_argument("--drop-passage", type=float, default=0.25)
    parser.add_argument("--drop-query", type=float, default=0.1)
    parser.add_argument("--kinds", default="doc,file")
    parser.add_argument("--sample", type=int, default=0, help="train on so many pairs only, for trying things out")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    words = read_words(options.data)
    pairs = _cached(options.data, "train", words)
    heldout = _cached(options.data, "heldout", words)
    random = np.random.default_rng(0)
    is_wanted = np.isin(pairs.kinds, options.kinds.split(","))
    chosen = np.flatnonzero(is_wanted & (np.diff(pairs.queries.starts) > 0) & (np.diff(pairs.passages.starts) > 0))
    if options.sample:
        chosen = random.permutation(chosen)[: options.sample]
    table = initial_table(pairs, len(words), options.dimensions).requires_grad_()
    optimizer = torch.optim.SparseAdam([table], lr=options.rate)
    steps = options.epochs * len(batches(pairs, chosen, options.batch, options.single_language, np.random.default_rng(0)))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.0, 1 - step / steps))
    print(f"{len(chosen)} pairs, {len(words)} words, {steps} steps", flush=True)
    target = torch.arange(options.batch)
    for epoch in range(options.epochs):
        started, losses = time.time(), []
        for rows in batches(pairs, chosen, options.batch, options.single_language, random):
            sides = (
                pairs.queries.select(rows).without(options.drop_query, random),
                pairs.passages.select(rows).without(options.drop_passage, random),
            )
            queries, passages = (unit_vectors(table, side) for side in sides)
            scores = queries @ passages.T / options.temperature
            loss = (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            # Words outside the batch stay as they are: rare ones keep what is particular to them.
            used = torch.from_numpy(np.unique(np.concatenate([side.tokens for side in sides])).astype(np.int64))
            table.grad = torch.sparse_coo_tensor(used[None], table.grad[used], table.shape)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        found = table.detach()
        np.save(options.output, found.numpy())
        rank = mean_reciprocal_rank(found, heldout, "doc")
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, held-out MRR {rank:.3f}, {time.time() - started:.0f} s", flush=True)


def _cached(data: Path, name: str, words: list[str]) -> PairSet:
    """Pairs as sparse rows, kept beside the pairs as long as neither they nor the vocabulary change."""
    source, cache = data / "clean" / f"{name}.jsonl.gz", data / "clean" / f"{name}.npz"
    if cache.exists() and cache.stat().st_mtime > max(source.stat().st_mtime, (data / "vocab.txt").stat().st_mtime):
        kept = np.load(cache)
        texts = [Texts(kept[f"{side}_starts"], kept[f"{side}_tokens"], kept[f"{side}_weights"]) for side in ("q", "p")]
        return PairSet(texts[0], texts[1], kept["languages"].tolist(), kept["kinds"].tolist())
    pairs = encode_pairs(source, words)
    sides = {
        f"{side}_{part}": getattr(texts, part)
        for side, texts in (("q", pairs.queries), ("p", pairs.passages))
        for part in ("starts", "tokens", "weights")
    }
    np.savez(cache, **sides, languages=np.asarray(pairs.languages), kinds=np.asarray(pairs.kinds))
    return pairs


if __name__ == "__main__":
    main()
