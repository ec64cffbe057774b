"""The product's tokenizer and passage format (src/embed/static/identifier-tokenizer.ts, src/embed/passage.ts)."""

import re
from collections import Counter

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|[0-9]+")
MAX_DIGITS = 4
MIN_PREFIX = 3
MAX_PREFIX = 16
EMPHASIS = 1
"""How often path and name stand before the code. The product repeats them; a model trained so would weigh them less."""


def parts(text: str) -> list[str]:
    """Lower-case parts of identifiers and short numbers, in order, before any vocabulary."""
    return [part.lower() for part in _PARTS.findall(text) if part[0] > "9" or len(part) <= MAX_DIGITS]


def passage_text(path: str, name: str, code: str) -> str:
    """What the product embeds for a chunk."""
    return f"{path} {name}\n" * EMPHASIS + code


class Tokenizer:
    """Token ids of texts by a vocabulary; a part outside it becomes the longest known words it starts with."""

    def __init__(self, words: list[str]) -> None:
        self.ids = {word: at for at, word in enumerate(words)}
        self._cache: dict[str, tuple[int, ...]] = {word: (at,) for word, at in self.ids.items()}

    def _split(self, part: str) -> tuple[int, ...]:
        found: list[int] = []
        start = 0
        while part[0] > "9" and len(part) - start >= MIN_PREFIX:
            for end in range(min(len(part), start + MAX_PREFIX), start + MIN_PREFIX - 1, -1):
                token = self.ids.get(part[start:end])
                if token is not None:
                    found.append(token)
                    start = end
                    break
            else:
                start += 1
        return tuple(found)

    def tokens(self, text: str) -> list[int]:
        found: list[int] = []
        for part in parts(text):
            known = self._cache.get(part)
            if known is None:
                known = self._cache[part] = self._split(part)
            found += known
        return found

    def counts(self, text: str) -> Counter[int]:
        return Counter(self.tokens(text))
