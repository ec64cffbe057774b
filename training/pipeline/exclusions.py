"""What may not be in the training data: the repositories that retrieval is measured on.

Each benchmark repository is named once, with its address and every name its code travels under: package names
in the registries, module paths, and the folders that other projects vendor it into. `excluded_package` judges a
package before it is fetched, `excluded_path` each file of a package, `excluded_text` a file that says where it
comes from.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Repository:
    """A benchmark repository and the names its code travels under."""

    address: str
    """Owner and name, in lower case; former owners are in `aliases`."""
    packages: str = ""
    """Regular expression of a whole package name in any registry, lower case, without a registry's prefix."""
    folders: tuple[str, ...] = ()
    """Path parts that show a vendored copy, as `name` or `owner/name`, lower case."""
    aliases: tuple[str, ...] = ()
    """Other addresses of the same code."""


DEVELOPMENT = (
    Repository("aio-libs/aiohttp", r"aiohttp", ("aiohttp",), ("keplersj/aiohttp",)),
    Repository("alamofire/alamofire", r"alamofire.*", ("alamofire",)),
    Repository("pallets/click", r"(asyncclick|rich-click)|click", ("click",), ("mitsuhiko/click",)),
    Repository("pallets/flask", r"flask|quart", ("flask",), ("mitsuhiko/flask",)),
    Repository("fastapi/fastapi", r"fastapi.*", ("fastapi",), ("tiangolo/fastapi",)),
    Repository("encode/starlette", r"starlette", ("starlette",), ("kludex/starlette",)),
    Repository("pydantic/pydantic", r"pydantic(-core|_core)?", ("pydantic", "pydantic_core"), ("samuelcolvin/pydantic",)),
    Repository("minishlab/model2vec", r"model2vec", ("model2vec",)),
    Repository("typelevel/cats", r"(org\.typelevel:)?(cats|alleycats)-(core|kernel|laws|free|testkit|kernel-laws).*", ("cats",), ("non/cats",)),
    Repository("circe/circe", r"(io\.circe:)?circe.*", ("circe",), ("travisbrown/circe",)),
    Repository("go-chi/chi", r"github-go-chi-chi|github\.com/go-chi/chi(/v\d+)?|github\.com/pressly/chi|github-pressly-chi", ("go-chi", "pressly/chi"), ("pressly/chi",)),
    Repository("spf13/cobra", r"github-spf13-cobra|github\.com/spf13/cobra", ("spf13/cobra", "cobra")),
    Repository("curl/curl", r"curl|libcurl\d*-?.*", ("curl", "libcurl"), ("bagder/curl",)),
    Repository("elixir-ecto/ecto", r"(elixir-)?ecto(-sql)?", ("ecto",), ("elixir-lang/ecto",)),
    Repository("phoenixframework/phoenix", r"(elixir-)?phoenix", ("phoenixframework",)),
    Repository("jetbrains/exposed", r"(org\.jetbrains\.exposed:)?exposed-.*", ("exposed",)),
    Repository("kotlin/kotlinx.coroutines", r"(org\.jetbrains\.kotlinx:)?kotlinx[.-]coroutines.*", ("kotlinx.coroutines", "kotlinx-coroutines", "kotlinx/coroutines")),
    Repository("ktorio/ktor", r"(io\.ktor:)?ktor-.*", ("ktor",), ("kotlin/ktor",)),
    Repository("expressjs/express", r"express|express-?\d", ("express",), ("visionmedia/express", "strongloop/express")),
    Repository("reduxjs/redux", r"redux", ("redux",), ("rackt/redux", "reactjs/redux", "gaearon/redux")),
    Repository("trpc/trpc", r"@trpc/.*|trpc.*", ("trpc",)),
    Repository("fmtlib/fmt", r"fmt(lib)?|libfmt.*", ("fmt", "fmtlib"), ("cppformat/cppformat",)),
    Repository("nlohmann/json", r"nlohmann-json.*", ("nlohmann", "nlohmann_json", "nlohmann-json")),
    Repository("libuv/libuv", r"(lib)?uv1?(-dev)?", ("libuv",), ("joyent/libuv",)),
    Repository("fasterxml/jackson-databind", r"(lib)?((com\.fasterxml|tools)\.jackson\.core:)?jackson2?-databind.*", ("jackson-databind", "jackson/databind")),
    Repository("messagepack-csharp/messagepack-csharp", r"messagepack(-csharp)?", ("messagepack-csharp", "messagepack.unityclient"), ("neuecc/messagepack-csharp",)),
    Repository("laravel/framework", r"(php-)?(laravel|illuminate)-.*|laravel", ("illuminate", "laravel/framework")),
    Repository("seldaek/monolog", r"(php-)?monolog(-monolog)?", ("monolog",)),
    Repository("folke/lazy.nvim", r"lazy\.nvim", ("lazy.nvim",)),
    Repository("echasnovski/mini.nvim", r"mini\.nvim", ("mini.nvim",), ("nvim-mini/mini.nvim",)),
    Repository("nvim-telescope/telescope.nvim", r"telescope\.nvim", ("telescope.nvim", "telescope")),
    Repository("haskell/aeson", r"(haskell-|libghc-)?aeson", ("aeson",), ("bos/aeson",)),
    Repository("jgm/pandoc", r"(haskell-|libghc-)?pandoc(-types|-lua-.*)?", ("pandoc",)),
    Repository("xmonad/xmonad", r"(haskell-|libghc-)?xmonad(-contrib|-extras)?", ("xmonad", "xmonad-contrib")),
    Repository("rack/rack", r"(ruby-)?rack", ("rack",), ("chneukirchen/rack",)),
    Repository("sinatra/sinatra", r"(ruby-)?(sinatra(-contrib)?|rack-protection)", ("sinatra", "rack-protection"), ("bmizerany/sinatra",)),
    Repository("serde-rs/serde", r"serde(-derive|_derive|-core|_core|-derive-internals|_derive_internals)?(-\d.*)?", ("serde", "serde_derive", "serde_core"), ("erickt/rust-serde",)),
    Repository("snapkit/snapkit", r"snapkit", ("snapkit",)),
)

RESERVED = (
    Repository("encode/httpx", r"httpx", ("httpx",), ("tomchristie/httpx",)),
    Repository("psf/requests", r"requests", ("requests",), ("kennethreitz/requests",)),
    Repository("axios/axios", r"axios", ("axios",), ("mzabriskie/axios",)),
    Repository("gin-gonic/gin", r"github-gin-gonic-gin|github\.com/gin-gonic/gin", ("gin-gonic",)),
    Repository("google/gson", r"(lib|google-|libgoogle-)?(com\.google\.code\.gson:)?gson(-java)?", ("gson",)),
    Repository("apache/commons-lang", r"(lib)?(org\.apache\.commons:)?commons-lang3?(:commons-lang)?(-java)?|commons-lang:commons-lang", ("commons-lang", "commons-lang3", "commons/lang", "commons/lang3")),
    Repository("guzzle/guzzle", r"(php-)?guzzle(http-guzzle|-guzzle|http)?", ("guzzle", "guzzlehttp/guzzle", "guzzlehttp"), ("guzzlehttp/guzzle",)),
    Repository("rails/rails", r"(ruby-)?(rails|railties|active(support|record|model|job|storage|resource)|action(pack|view|mailer|cable|text|mailbox)|@rails/.*)", ("rails/rails", "activesupport", "active_support", "activerecord", "active_record", "activemodel", "active_model", "actionpack", "action_dispatch", "action_controller", "actionview", "action_view", "actionmailer", "action_mailer", "actioncable", "activejob", "active_job", "activestorage", "railties", "actiontext", "actionmailbox"), ("dhh/rails",)),
    Repository("tokio-rs/tokio", r"tokio(-(util|stream|macros|test|core|io|reactor|executor|threadpool|timer|sync|fs|codec|uds|udp|tcp|current-thread))?(-\d.*)?", ("tokio", "tokio-util", "tokio-stream", "tokio-macros", "tokio-test")),
    Repository("colinhacks/zod", r"zod|@zod/.*", ("zod",), ("vriad/zod",)),
    Repository("tokio-rs/axum", r"axum(-(core|extra|macros))?(-\d.*)?", ("axum", "axum-core", "axum-extra")),
    Repository("vitest-dev/vitest", r"vitest|@vitest/.*|vite-node", ("vitest", "@vitest")),
    Repository("jamesnk/newtonsoft.json", r"newtonsoft[.-]json|lib(mono-)?newtonsoft-json.*|.*newtonsoft.*", ("newtonsoft", "newtonsoft.json", "newtonsoft-json")),
    Repository("dapperlib/dapper", r"dapper", ("dapper",), ("stackexchange/dapper", "samsaffron/dapper-dot-net", "stackexchange/dapper-dot-net")),
    Repository("http4s/http4s", r"(org\.http4s:)?http4s.*", ("http4s",)),
    Repository("vapor/vapor", r"vapor", ("vapor",)),
    Repository("elixir-plug/plug", r"(elixir-)?plug", ("plug",), ("elixir-lang/plug",)),
    Repository("abseil/abseil-cpp", r"abseil(-cpp)?|libabsl.*", ("absl", "abseil", "abseil-cpp")),
    Repository("redis/redis", r"redis|redis-server|valkey.*|keydb.*", ("redis/redis", "redis/src", "valkey"), ("antirez/redis", "valkey-io/valkey", "snapchat/keydb", "eqalpha/keydb")),
    Repository("bats-core/bats-core", r"bats(-.*)?", ("bats", "bats-core"), ("sstephenson/bats",)),
    Repository("nvm-sh/nvm", r"nvm", ("nvm", ".nvm"), ("creationix/nvm",)),
    Repository("bash-it/bash-it", r"bash-it", ("bash-it", "bash_it"), ("revans/bash-it",)),
    Repository("zigtools/zls", r"zls", ("zls",)),
    Repository("hejsil/zig-clap", r"zig-clap", ("zig-clap",)),
)

REPOSITORIES = DEVELOPMENT + RESERVED

_PACKAGE_PREFIX = re.compile(r"^(python3?-|golang-|node-|ruby-|librust-|php-|haskell-|rust-|elixir-|lua-)")
_PACKAGE_SUFFIX = re.compile(r"-dev$|-java$")
_PACKAGES = re.compile("|".join(f"(?:{r.packages})" for r in REPOSITORIES if r.packages))
_ADDRESSES = tuple(a for r in REPOSITORIES for a in (r.address, *r.aliases))
_ADDRESS = re.compile(
    r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|hex\.pm)[/:](?:"
    + "|".join(re.escape(a) for a in _ADDRESSES)
    + r")(?:\.git|[/#@\s\"'>),;]|$)"
)
_SINGLE = frozenset(f for r in REPOSITORIES for f in r.folders if "/" not in f)
_PAIRS = tuple(f for r in REPOSITORIES for f in r.folders if "/" in f)
_FILES = re.compile(
    r"(^|/)(json(_fwd)?\.hpp|nvm\.sh|bash_it\.sh|bats|dapper\.cs|sqlmapper\.cs|gson.*\.java|redis\.lua)$"
)
_ORIGIN = re.compile(
    r"(?:^|\n)\s*(?:package (?:com\.google\.gson|org\.apache\.commons\.lang3?|com\.fasterxml\.jackson\.databind|io\.ktor"
    r"|kotlinx\.coroutines|org\.jetbrains\.exposed|cats|io\.circe|org\.http4s)\b"
    r"|namespace (?:newtonsoft\.json|dapper|messagepack|guzzlehttp|monolog|illuminate|nlohmann|absl)\b"
    r"|module (?:data\.aeson|text\.pandoc|xmonad)\b|defmodule (?:plug|ecto|phoenix)\b)"
)


_NAMES = tuple(
    sorted(
        {r.address.split("/")[1] for r in REPOSITORIES if r.address not in ("nlohmann/json", "haskell/aeson")}
        | {"aeson", "nlohmann", "activesupport", "active support", "activerecord", "actionpack", "newtonsoft", "commons lang", "abseil", "kotlinx"}
    )
)
_COPIED = re.compile(
    r"(?:copied|borrowed|taken|adapted|ported|port|derived|backport\w*|extracted|stolen|lifted|vendored|based|forked|fork|imported|copy)"
    r"(?: \w+){0,2} (?:from|of|on)\b[^\n]{0,40}?\b(?:" + "|".join(map(re.escape, _NAMES)) + r")\b"
)


def excluded_package(name: str, *, source: str = "", homepage: str = "") -> bool:
    """Whether a package may be a benchmark repository, judged by its names and its project's address."""
    for candidate in (name, source):
        lowered = candidate.lower()
        bare = _PACKAGE_SUFFIX.sub("", _PACKAGE_PREFIX.sub("", lowered))
        if candidate and (_PACKAGES.fullmatch(lowered) or _PACKAGES.fullmatch(bare)):
            return True
    return bool(homepage) and excluded_address(homepage)


def excluded_address(text: str) -> bool:
    """Whether a text names a benchmark repository's address, as a project's home page or origin would."""
    return _ADDRESS.search(text.lower()) is not None


def excluded_path(path: str) -> bool:
    """Whether a file's path shows a copy of a benchmark repository, as vendored folders do."""
    lowered = "/" + path.lower().replace("\\", "/")
    parts = lowered.split("/")
    # A version behind the name does not hide a copy: serde-1.0.197, fmt@9, redux.min.js.
    if any(part in _SINGLE or re.sub(r"([-_@]v?\d[\w.-]*)?(\.(min|umd|esm|cjs|prod))*(\.[a-z]{1,4})?$", "", part) in _SINGLE for part in parts):
        return True
    return any(f"/{pair}/" in lowered for pair in _PAIRS) or _FILES.search(lowered) is not None


def excluded_text(text: str) -> bool:
    """Whether a source file says that it is part of a benchmark repository: its package, or its origin at the top."""
    head = text[:3_000].lower()
    return _ORIGIN.search(head) is not None or _COPIED.search(head) is not None or excluded_address(head[:1_200])
