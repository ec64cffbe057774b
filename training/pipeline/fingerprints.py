"""Code of the benchmark's checkouts by fingerprints, so that copies are found under any name."""

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from .definitions import read_source
from .languages import language_of

WINDOW = 4
"""Lines in a fingerprint."""
MIN_LINE = 8
"""Shorter lines (`}`, `else`) say nothing."""


def _telling_lines(code: str) -> list[str]:
    lines = ["".join(line.split()) for line in code.split("\n")]
    return [line for line in lines if len(line) >= MIN_LINE]


def windows(code: str) -> list[int]:
    """Fingerprints of every few consecutive lines, without white space and short lines."""
    lines = _telling_lines(code)
    return [hash_of("\n".join(lines[at : at + WINDOW])) for at in range(len(lines) - WINDOW + 1)]


def hash_of(text: str) -> int:
    data = text.encode("utf-8", "replace")
    return zlib.crc32(data) << 32 | zlib.adler32(data)


def whole(code: str) -> int | None:
    """Fingerprint of a definition too short for a window; None where it is too short to tell."""
    text = "".join(_telling_lines(code))
    return hash_of(text) if len(text) >= 60 else None


class Fingerprints:
    """Whether code is a copy of something in a set of checkouts."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def add(self, language: str, content: bytes) -> None:
        """Takes in a source file."""
        self._known.update(windows(content.decode("utf-8", "replace")))
        for definition in read_source(language, content).definitions:
            short = whole(definition.code)
            if short is not None:
                self._known.add(short)

    @staticmethod
    def of_folder(folder: Path) -> "Fingerprints":
        """All source files below a folder."""
        found = Fingerprints()
        for path in _files(folder):
            content = path.read_bytes()
            language = language_of(path.name, content[:4_000])
            if language is not None and len(content) < 1_000_000:
                found.add(language, content)
        return found

    def __len__(self) -> int:
        return len(self._known)

    def hold(self, code: str) -> bool:
        """Whether code is known: half of its windows, or all of it where it is short."""
        found = windows(code)
        if found:
            return sum(window in self._known for window in found) * 2 >= len(found)
        short = whole(code)
        return short is not None and short in self._known


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if path.is_file() and not path.is_symlink():
                yield path
