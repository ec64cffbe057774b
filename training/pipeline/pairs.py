"""Pairs of a query and the passage that answers it, of several kinds, from one source file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .definitions import Definition, SourceFile

KINDS = ("doc", "file", "name", "error", "test")
MAX_CODE = 1_500
"""Characters of code in a passage, as in the chunks of the product."""


@dataclass(frozen=True)
class Pair:
    kind: str
    """doc: documentation to its definition; file: a file's description to the file; name: a name to the body without
    it; error: a message to the code that raises it without it; test: a test's title to its body."""
    query: str
    path: str
    name: str
    """Scope and name as the product puts them before the code."""
    code: str


_MARKERS = re.compile(r"^\s*(?:///?!?|/\*\*?!?|\*/|\*(?!\*)|#+!?|--+\s?[|^]?|\{-+\s?\|?|-\}|;;+|\"\"\"|'''|[rRuUbB]{0,2}(?:\"\"\"|'''|\"|'))\s?")
_TAG = re.compile(
    r"^\s*(?:[@\\](?:param|params|returns?|retval|throws?|exception|see|since|author|version|deprecated|example|type|typedef|template|tparam|arg|class|namespace"
    r"|fn|file|ingroup|defgroup|internal|api|private|public|access|package|module|name|memberof|static|constructor|usage|option|property|note|todo|warning|overload|yield)"
    r"|:(?:param|type|returns?|rtype|raises?)\b|(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields|Examples?|Attributes|Usage|See Also|Notes?|References|Safety|Panics|Errors)\s*:?\s*$"
    r"|# (?:Examples?|Panics|Safety|Errors|Arguments)|-{3,}|={3,}|```|>>>)",
    re.IGNORECASE,
)
_KEPT_TAG = re.compile(r"^\s*[@\\](?:brief|short|description|desc|summary|details|fileoverview|overview)\b\s*", re.IGNORECASE)
_USELESS = re.compile(
    r"copyright|licen[cs]e|all rights reserved|\btodo\b|\bfixme\b|\bxxx\b|eslint|noqa|nolint|pylint|prettier-ignore|istanbul|shellcheck|clang-format|"
    r"inherit[dD]oc|auto-?generated|do not edit|vim:|-\*-|sourcemappingurl|frozen_string_literal|\bpragma\b",
    re.IGNORECASE,
)


def first_paragraph(documentation: str) -> str:
    """The first paragraph of a comment or docstring as plain words: no markers, tags, links or markup."""
    text = documentation
    if "<summary>" in text:
        text = text.split("<summary>", 1)[1].split("</summary>", 1)[0]
    kept: list[str] = []
    for line in text.split("\n"):
        bare = _MARKERS.sub("", _MARKERS.sub("", line)).strip()
        bare = re.sub(r"\*+/\s*$|-\}\s*$|(\"\"\"|''')\s*$", "", bare).strip()
        bare = _KEPT_TAG.sub("", bare)
        if not bare or re.fullmatch(r"[\W_]+", bare):
            if kept:
                break
            continue
        if _TAG.match(bare):
            break
        kept.append(bare)
    joined = " ".join(kept)
    joined = re.sub(r"\{@\w+\s+([^}]*)\}", r"\1", joined)
    joined = re.sub(r"<see\w* \w+=\"(?:\w:)?([^\"]*)\"\s*/>", r"\1", joined)
    joined = re.sub(r"</?[a-zA-Z][^>]{0,60}>", " ", joined)
    joined = re.sub(r"https?://\S+|\[([^\]]*)\]\([^)]*\)", r"\1", joined)
    joined = re.sub(r":\w+:`([^`]*)`", r"\1", joined)
    return re.sub(r"\s+", " ", joined).strip()[:400]


def is_telling(query: str) -> bool:
    """Whether a text reads like a sentence about code: some words, mostly letters, no licence, no marker for tools."""
    words = re.findall(r"[A-Za-z]{2,}", query)
    if not 3 <= len(words) <= 80 or _USELESS.search(query):
        return False
    letters = sum(c.isascii() and (c.isalpha() or c == " ") for c in query)
    return letters >= 0.75 * len(query) and not re.search(r"[{};]\s*$|=>|\breturn\b.*;", query)


def _qualified(definition: Definition) -> str:
    return f"{definition.scope}.{definition.name}" if definition.scope else definition.name


def _words(name: str) -> list[str]:
    return [w.lower() for w in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


_ERROR = re.compile(
    r"(?:\braise\b|\bthrow\b|\bpanic!?\(|errors?\.New\(|Errorf?\(|\bdie\b|\babort\w*\(|\bbail!\(|\bfail\w*[( ]|log\w*\.\w*(?:err|warn)\w*\()[^\"'`\n]{0,80}([\"'`])([^\"'`\n]{15,140})\1"
)
_TEST_TITLE = re.compile(r"\b(?:it|test|specify|scenario|should|Fact|context)\b[ (]\s*([\"'`])([^\"'`\n]{15,120})\1[^\n]*\n((?:.*\n){2,40})")
_TEST_PATH = re.compile(r"(^|[/_.-])(tests?|specs?|__tests__|testing|testsuite)([/_.-]|$)|Tests?\.\w+$|(^|/)(examples?|samples?|benches|benchmarks?)/", re.IGNORECASE)


def pairs_of(path: str, source: SourceFile) -> Iterator[Pair]:
    """All pairs a file gives. Test files give only tests."""
    if _TEST_PATH.search(path):
        for found in _TEST_TITLE.finditer(source.body):
            if is_telling(found.group(2)):
                yield Pair("test", found.group(2), "", "", found.group(3)[:MAX_CODE])
        for definition in source.definitions:
            words = [w for w in _words(definition.name) if w not in ("test", "tests", "should", "it")]
            if len(words) >= 3 and re.match(r"test|should|it_|Test", definition.name):
                code = definition.code.replace(definition.name, " ")
                if len(code) > 80:
                    yield Pair("test", " ".join(words), "", "", code[:MAX_CODE])
        return
    header = first_paragraph(source.header)
    if is_telling(header) and len(header.split()) >= 4 and len(source.body) > 200:
        yield Pair("file", header, path, "", source.body.strip()[:MAX_CODE])
    for definition in source.definitions:
        code = definition.code[:MAX_CODE]
        if len(code) < 40:
            continue
        # Go's habit of starting with the name would give the answer away.
        query = first_paragraph(definition.documentation).removeprefix(f"{definition.name} ")
        if is_telling(query):
            yield Pair("doc", query, path, _qualified(definition), code)
            continue
        words = _words(definition.name)
        if len(code) < 150 or definition.is_type:
            continue
        message = _ERROR.search(code)
        if message is not None and is_telling(message.group(2)):
            yield Pair("error", message.group(2), path, _qualified(definition), code.replace(message.group(2), " "))
        elif 2 <= len(words) <= 8:
            bare = re.sub(rf"\b{re.escape(definition.name)}\b", " ", code)
            yield Pair("name", " ".join(words), path, definition.scope, bare)
