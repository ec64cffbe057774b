"""
Stage 6, quantize: the folder that the product loads.

usage: python3 -m pipeline.quantize DATA TABLE.npy FOLDER [--name NAME]

Each word's vector becomes 8-bit integers and one scale. Writes model.safetensors, vocab.txt, config.json and
reference.json: texts with their tokens and the first values of their vectors, for the tests of the loader.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from .encode import read_words
from .tokenizer import Tokenizer

REFERENCE_TEXTS = (
    "where do we check that a user may log in",
    "func validateOrder(id string) error {\n\treturn nil\n}",
    "parseHTTPResponse2xx",
    "snake_case_name kebab-case ABCDef",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", default="code-static")
    arguments = parser.parse_args()
    words = read_words(arguments.data)
    table = np.load(arguments.table).astype(np.float32)
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12) / 127
    rows = np.round(table / scales[:, None]).astype(np.int8)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    save_file({"embeddings": rows, "scales": scales.astype(np.float32)}, arguments.folder / "model.safetensors")
    shutil.copy(arguments.data / "vocab.txt", arguments.folder / "vocab.txt")
    config = {
        "name": arguments.name,
        "dimensions": table.shape[1],
        "vocabulary_size": len(words),
        "tokenizer": "identifier-parts",
        "pooling": "sqrt-count",
        "embedding_dtype": "int8",
        "normalize": True,
    }
    (arguments.folder / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    tokenizer, used = Tokenizer(words), rows * scales[:, None]
    references = []
    for text in REFERENCE_TEXTS:
        counts = tokenizer.counts(text)
        vector = sum(count**0.5 * used[token] for token, count in counts.items())
        vector /= np.linalg.norm(vector)
        references.append({"text": text, "ids": tokenizer.tokens(text), "first8": [round(float(v), 5) for v in vector[:8]]})
    (arguments.folder / "reference.json").write_text(json.dumps(references, indent=2) + "\n")
    error = np.linalg.norm(used - table, axis=1) / np.linalg.norm(table, axis=1)
    print(f"{len(words)} words, {rows.nbytes / 1e6:.1f} MB, mean relative error of a vector {error.mean():.4f}")


if __name__ == "__main__":
    main()
