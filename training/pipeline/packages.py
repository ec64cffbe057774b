"""The pinned list of packages that training data is taken from."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """One package of a registry."""

    registry: str
    """debian, debian-source, npm, pypi, go or maven."""
    language: str
    """What most of it is written in; only a hint for reading the list."""
    name: str
    version: str
    source: str
    """Debian's name of the source package a binary package was built from, else empty."""
    homepage: str


LIST = Path(__file__).parent.parent / "packages.tsv"


def read_packages(path: Path = LIST) -> list[Package]:
    """The packages in the list's order. A line holds registry, language, name, version, source and home page."""
    with path.open(encoding="utf-8") as lines:
        return [Package(*(line.rstrip("\n").split("\t") + [""] * 6)[:6]) for line in lines if line.strip()]


def archive_name(package: Package) -> str:
    """The file name that a package's archive has in its registry's folder."""
    version = package.version
    match package.registry:
        case "debian":
            return f"{package.name}_{version.replace(':', '%3a')}"
        case "debian-source":
            return f"{package.name}_{version.split(':')[-1]}.dsc"
        case "npm":
            return f"{package.name.removeprefix('@').replace('/', '-')}-{version}.tgz"
        case "go":
            return f"{package.name.replace('/', '+')}@{version}.zip"
        case "maven":
            return f"{package.name.replace(':', '.')}-{version}-sources.jar"
        case _:
            return f"{package.name}-{version}"
