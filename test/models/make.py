"""
Makes the Model2Vec folders beside it, each with what the Python library makes of 100 texts (reference.json).

usage: python3 make.py    (model2vec==0.10.0, tokenizers==0.21.1 or newer; texts and tokenizers come from Python's own library)

Vocabularies are small and vectors random: what is tested is reading the layouts and cutting texts as the library does.
"""

import json
import random
import sysconfig
from pathlib import Path

import numpy as np
from model2vec import StaticModel
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

HERE = Path(__file__).parent
DIMENSIONS = 16
CORPUS = [path.read_text(encoding="utf-8", errors="ignore") for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))[:60]]
HARD_TEXTS = [
    "where do we check that a user may log in", "naïve café Straße ÀÉÎ", "日本語のコードを検索する", "😀 emoji 👩‍👩‍👧 test",
    "   spaces   and\ttabs\r\nlines", "don't can't it's", "x=1;y+=2;//z", "foo_bar.bazQux->quux::corge", "HTTP/2.0 404 Not Found",
    "https://example.org/a?b=c&d=e", "1234567890 3.14159 1e-9 0xFF", "ﬁ ligature ① ½", "\u200bzero\u200dwidth\ufeff", "ĳ Ǆ İstanbul",
    "мир и Ελλάδα", "עברית العربية", "a" * 150 + " long word", "...!!!???", "[CLS] [SEP] [UNK] <s> </s>", "C# F# C++ .NET @decorator #hash $var %d",
]  # fmt: skip


def texts() -> list[str]:
    chooser = random.Random(0)
    found = list(HARD_TEXTS)
    while len(found) < 100:
        source = chooser.choice(CORPUS)
        at = chooser.randrange(max(1, len(source) - 300))
        found.append(source[at : at + chooser.randrange(20, 300)])
    return found


def trained(kind: str) -> Tokenizer:
    if kind == "wordpiece":
        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.BertNormalizer()
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer = trainers.WordPieceTrainer(vocab_size=1_200, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    elif kind == "bpe":
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        trainer = trainers.BpeTrainer(vocab_size=1_200, special_tokens=["<unk>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    else:
        tokenizer = Tokenizer(models.Unigram())
        tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        trainer = trainers.UnigramTrainer(vocab_size=1_200, special_tokens=["<unk>"], unk_token="<unk>")
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def save(name: str, tokenizer: Tokenizer, vectors: np.ndarray, **extra: np.ndarray) -> None:
    StaticModel(vectors=vectors, tokenizer=tokenizer, config={"normalize": True}, normalize=True, **extra).save_pretrained(HERE / name)
    for needless in ("README.md", "modules.json"):
        (HERE / name / needless).unlink(missing_ok=True)
    model = StaticModel.from_pretrained(HERE / name)
    # Sums of 16-bit floats depend on their order and lose digits; the reference is in 32 bits.
    model.embedding = model.embedding.astype(np.float32)
    encoded = model.encode(texts(), max_length=None, use_multiprocessing=False)
    reference = [{"text": text, "vector": [round(float(value), 6) for value in vector]} for text, vector in zip(texts(), encoded)]
    (HERE / name / "reference.json").write_text(json.dumps(reference, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def main() -> None:
    random_numbers = np.random.default_rng(0)

    def vectors(rows: int) -> np.ndarray:
        return random_numbers.standard_normal((rows, DIMENSIONS)).astype(np.float32)

    wordpiece, bpe, unigram = (trained(kind) for kind in ("wordpiece", "bpe", "unigram"))
    size = wordpiece.get_vocab_size()
    save("wordpiece-f32", wordpiece, vectors(size))
    save("bpe-i8", bpe, np.clip(vectors(bpe.get_vocab_size()) * 40, -127, 127).astype(np.int8))
    save("unigram-f16", unigram, vectors(unigram.get_vocab_size()).astype(np.float16))
    save(
        "wordpiece-mapped",
        wordpiece,
        vectors(300).astype(np.float16),
        weights=(random_numbers.random(size) + 0.1).astype(np.float32),
        token_mapping=random_numbers.integers(0, 300, size),
    )


if __name__ == "__main__":
    main()
