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
    """One project asks for all; what a run cannot find is dropped by name and the rest asked again."""
    left = list(packages)
    for _ in range(60):
        items = "".join(
            "<artifactItem><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>"
            "<classifier>sources</classifier><type>jar</type></artifactItem>".format(*p.name.split(":"), p.version)
            for p in left
        )
        project = (
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId>'
            "<artifactId>x</artifactId><version>1</version><build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>"
            "<artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version><configuration><outputDirectory>."
            f"</outputDirectory><prependGroupId>true</prependGroupId><artifactItems>{items}</artifactItems></configuration>"
            "</plugin></plugins></build></project>"
        )
        (folder / "pom.xml").write_text(project)
        done = subprocess.run(
            ["mvn", "-q", "-B", "dependency:copy"],
            cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, errors="replace",
        )
        if done.returncode == 0:
            return
        missing = {
            p for p in left if re.search(re.escape(p.name) + r":(java-source|jar):sources:" + re.escape(p.version), done.stdout + done.stderr)
        }
        if not missing:
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
