"""Source files out of packages' archives, with the licence that the archive states."""

import io
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .exclusions import excluded_path, excluded_text
from .languages import language_of
from .licences import debian_permissive, permissive
from .packages import Package, archive_name

MAX_FILE_BYTES = 100_000
MIN_FILE_BYTES = 200
MAX_ARCHIVE_BYTES = 60_000_000

_SKIPPED = re.compile(
    r"(^|/)(node_modules|vendor|vendored|third_party|thirdparty|3rdparty|external|deps|dist|build|_build|debian|\.git|generated|gen|fixtures"
    r"|testdata|locale|locales|i18n|min)/|[._-](min|bundle|generated|pb|g)\.\w+$|_pb2\.py$|\.pb\.go$|zz_generated"
)
_INSTALL_PREFIX = re.compile(
    r"^(\./)?(usr/(share/gocode/src/(?:[^/]+\.[^/]+/)?(?:[^/]+/)?|lib/python3/dist-packages/|lib/python3\.\d+/|share/(?:nodejs|php|javascript|lua/\d\.\d|cargo/registry|java|"
    r"perl5)/|lib/(?:ruby/(?:vendor_ruby|\d\.\d\.\d)/|nodejs/)|share/rubygems-integration/[^/]+/gems/|include/(?:x86_64-linux-gnu/)?))"
)
_FIRST_FOLDER = re.compile(r"^[^/]+/")


def _project_path(path: str, registry: str) -> str:
    """Path as it would be in the project's own repository, as far as the archive's kind tells."""
    if registry == "debian":
        return re.sub(r"^[^/]+-\d[\w.+-]*/", "", _INSTALL_PREFIX.sub("", path))
    if registry in ("npm", "debian-source"):
        return _FIRST_FOLDER.sub("", path.removeprefix("./"))
    if registry == "go":
        return re.sub(r"^.*?@[^/]+/", "", path)
    return path


def _tar_files(stream: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in stream:
        if not member.isfile() or member.size > MAX_FILE_BYTES:
            continue
        if member.size >= MIN_FILE_BYTES or re.search(r"package\.json|copyright|licen[cs]e", member.name, re.IGNORECASE):
            content = stream.extractfile(member)
            if content is not None:
                yield member.name, content.read()


def _zip_files(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir() and info.file_size <= MAX_FILE_BYTES:
                yield info.filename, archive.read(info)


def _files(package: Package, folder: Path) -> Iterator[tuple[str, bytes]]:
    name = archive_name(package)
    if package.registry == "debian":
        found = [path for path in folder.glob(f"{_escape(name)}_*.deb") if path.stat().st_size <= MAX_ARCHIVE_BYTES]
        for path in found[:1]:
            data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
            yield from _tar_files(tarfile.open(fileobj=io.BytesIO(data)))
    elif package.registry == "debian-source":
        # The description lists the archives: upstream's, and Debian's with the licences.
        listed = re.findall(r"^ [0-9a-f]{32} (\d+) (\S+\.tar\.\w+)$", (folder / name).read_text(errors="replace"), re.MULTILINE)
        for size, file in listed:
            if int(size) <= MAX_ARCHIVE_BYTES and (folder / file).exists():
                with tarfile.open(folder / file) as archive:
                    yield from _tar_files(archive)
    elif package.registry == "npm":
        with tarfile.open(folder / name) as archive:
            yield from _tar_files(archive)
    elif package.registry == "pypi":
        normal = re.sub(r"[-_.]+", "_", package.name).lower()
        for path in sorted(folder.iterdir()):
            if path.suffix == ".whl" and path.name.lower().startswith(f"{normal}-"):
                yield from _zip_files(path)
    else:
        yield from _zip_files(folder / name)


def _escape(name: str) -> str:
    return re.sub(r"([\[\]*?])", r"[\1]", name)


def _states_permissive_licence(package: Package, files: dict[str, bytes], folder: Path) -> bool:
    """Whether what the archive says of its licence is permissive; an archive that says nothing is not taken."""

    def texts(pattern: str) -> list[str]:
        return [content.decode("utf-8", "replace") for name, content in files.items() if re.search(pattern, name, re.IGNORECASE)]

    match package.registry:
        case "debian" | "debian-source":
            return any(debian_permissive(text) for text in texts(r"usr/share/doc/[^/]+/copyright$|(^|/)debian/copyright$"))
        case "npm":
            for text in texts(r"^[^/]+/package\.json$"):
                try:
                    licence = json.loads(text).get("license")
                except ValueError:
                    return False
                stated = licence.get("type", "") if isinstance(licence, dict) else licence
                return isinstance(stated, str) and permissive(stated)
            return False
        case "pypi":
            for text in texts(r"\.dist-info/METADATA$"):
                head = text.split("\n\n", 1)[0]
                stated = re.findall(r"^(?:License-Expression|License|Classifier: License ::.*?::): ?(.{1,120})$", head, re.MULTILINE)
                stated += re.findall(r"^Classifier: License :: (?:OSI Approved :: )?(.+)$", head, re.MULTILINE)
                return bool(stated) and any(permissive(licence) for licence in stated) and not any("GPL" in s for s in stated)
            return False
        case "maven":
            # Source archives of Maven seldom hold their POM; what counts is a licence file or the files' own headers.
            stated = texts(r"(^|/)licen[cs]e(\.\w+)?$") + texts(r"\.(java|kt|scala)$")[:30]
            names = {_licence_of_text(text) for text in stated} - {""}
            return bool(names) and all(permissive(name) for name in names)
        case _:
            found = texts(r"@[^/]+/(licen[cs]e|copying)(\.\w+)?$")
            return bool(found) and all(permissive(_licence_of_text(text)) for text in found)


def _licence_of_text(text: str) -> str:
    """A name for a licence's full text, as far as the usual ones go."""
    head = text[:1_500]
    for pattern, name in (
        (r"Mozilla Public", "MPL"),
        (r"GNU (LESSER |AFFERO |)GENERAL PUBLIC", "GPL"),
        (r"Apache License", "Apache-2.0"),
        (r"Permission is hereby granted, free of charge", "MIT"),
        (r"Redistribution and use in source and binary forms", "BSD"),
        (r"Permission to use, copy, modify,? and(/or)? distribute", "ISC"),
        (r"unencumbered software", "Unlicense"),
    ):
        if re.search(pattern, head, re.IGNORECASE):
            return name
    return ""


def source_files(package: Package, archives: Path) -> list[tuple[str, str, bytes]]:
    """
    Path, language and content of a package's source files in order of path; none where its licence does not permit
    the use, nor any that belongs to a benchmark repository, is vendored, generated or minified.
    """
    folder = archives / package.registry
    files = dict(_files(package, folder))
    if not _states_permissive_licence(package, files, folder):
        return []
    found = []
    for path, content in sorted(files.items()):
        own = _project_path(path, package.registry)
        language = language_of(path, content[:4_000])
        # The gocode folder holds a repository a folder, so its path is judged whole.
        if language is None or len(content) < MIN_FILE_BYTES or excluded_path(path) or _SKIPPED.search(own):
            continue
        head = content[:3_000].decode("utf-8", "replace")
        if excluded_text(head) or re.search(r"do not edit|@generated|generated by|autogenerated", head[:1_000], re.IGNORECASE):
            continue
        if max(map(len, content.split(b"\n"))) > 800:
            continue
        found.append((own, language, content))
    return found
