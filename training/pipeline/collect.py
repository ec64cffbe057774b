"""
Stage 1, collect: fetches the packages of the pinned list through their registries' own clients.

usage: python3 -m pipeline.collect DATA [--only REGISTRY,…]

Archives go to DATA/archives/<registry>/, one a package; what was fetched is skipped, what fails is named in
DATA/missing.tsv and left out. Needs, for the registries used: apt-get, npm, pip, go, mvn.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .exclusions import excluded_package
from .packages import Package, archive_name, read_packages

WORKERS = 4


def _run(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> bool:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, capture_output=True, text=True, errors="replace"
    )
    return done.returncode == 0


def _in_batches(command: list[str], names: list[str], size: int, folder: Path, environment: dict[str, str]) -> None:
    """Fetches names in batches, a few at once. Clients fail as a whole on one unknown name, so then one by one."""

    def fetch(batch: list[str]) -> None:
        if not _run([*command, *batch], folder, environment):
            for name in batch:
                _run([*command, name], folder, environment)

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(fetch, [names[at : at + size] for at in range(0, len(names), size)]))


def _debian(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    names = [f"{p.name}={p.version}" for p in packages]
    _in_batches(["apt-get", "-qq", "download"], names, 60, folder, environment)


def _debian_sources(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    names = [f"{p.name}={p.version}" for p in packages]
    _in_batches(["apt-get", "-qq", "source", "--download-only"], names, 20, folder, environment)


def _npm(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    names = [f"{p.name}@{p.version}" for p in packages]
    _in_batches(["npm", "pack", "--silent", "--ignore-scripts"], names, 25, folder, environment)


def _pypi(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    for package in packages:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", "."]
        _run([*command, f"{package.name}=={package.version}"], folder, environment)


def _go(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as cache:
        settings = {**environment, "GOMODCACHE": cache, "GOFLAGS": "-mod=mod -modcacherw"}
        for package in packages:
            _run(["go", "mod", "download", f"{package.name}@{package.version}"], folder, settings)
            escaped = re.sub(r"[A-Z]", lambda m: "!" + m.group().lower(), package.name)
            archive = Path(cache, "cache", "download", escaped, "@v", f"{package.version}.zip")
            if archive.exists():
                shutil.copy(archive, folder / archive_name(package))
            shutil.rmtree(Path(cache), ignore_errors=True)


def _maven(packages: list[Package], folder: Path, environment: dict[str, str]) -> None:
    """
    Every package as a dependency of a project of its own making, without what it depends on in turn; their source
    archives are copied, and packages without one passed over. A package that cannot be had at all stops Maven, so
    those it names are dropped and the rest asked again.
    """
    left = list(packages)
    while left:
        wanted = "".join(
            "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version><exclusions><exclusion>"
            "<groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>".format(*p.name.split(":"), p.version)
            for p in left
        )
        (folder / "pom.xml").write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId>'
            f"<artifactId>x</artifactId><version>1</version><dependencies>{wanted}</dependencies></project>"
        )
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
        options = ["-Dclassifier=sources", "-Dmdep.failOnMissingClassifierArtifact=false", "-Dmdep.prependGroupId=true", "-DoutputDirectory=."]
        done = subprocess.run(
            ["mvn", "-B", goal, *options], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, errors="replace"
        )
        said = done.stdout + done.stderr
        missing = {p for p in left if re.search(rf"{re.escape(p.name)}:(\w+:)?{re.escape(p.version)}", said)} if done.returncode else set()
        if not missing:
            if done.returncode:
                print(said[-2_000:], file=sys.stderr)
            return
        left = [p for p in left if p not in missing]


FETCHERS = {
    "debian": _debian,
    "debian-source": _debian_sources,
    "npm": _npm,
    "pypi": _pypi,
    "go": _go,
    "maven": _maven,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", default=",".join(FETCHERS))
    parser.add_argument("--apt-config", default="", help="configuration of apt-get whose sources include deb-src")
    arguments = parser.parse_args()
    wanted = read_packages()
    for package in wanted:
        if excluded_package(package.name, source=package.source, homepage=package.homepage):
            raise SystemExit(f"{package.name} belongs to a benchmark repository")
    for registry in arguments.only.split(","):
        folder = arguments.data / "archives" / registry
        folder.mkdir(parents=True, exist_ok=True)
        present = {re.sub(r"_[a-z0-9]+\.deb$", "", name) for name in os.listdir(folder)}
        todo = [p for p in wanted if p.registry == registry and archive_name(p) not in present]
        # In no order, so that also a part of them is a fair sample.
        random.Random(0).shuffle(todo)
        environment = {"APT_CONFIG": arguments.apt_config} if registry == "debian-source" and arguments.apt_config else {}
        FETCHERS[registry](todo, folder, environment)
        print(registry, len(os.listdir(folder)), "files", flush=True)


if __name__ == "__main__":
    main()
