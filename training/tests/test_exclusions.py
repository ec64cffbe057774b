"""What retrieval is measured on must not be trained on, under whatever name it travels."""

import unittest

from pipeline.exclusions import (
    DEVELOPMENT,
    RESERVED,
    REPOSITORIES,
    excluded_address,
    excluded_package,
    excluded_path,
    excluded_text,
)
from pipeline.packages import read_packages


class Repositories(unittest.TestCase):
    def test_all_are_named_once(self) -> None:
        self.assertEqual(len(DEVELOPMENT), 38)
        self.assertEqual(len(RESERVED), 24)
        self.assertEqual(len({repository.address for repository in REPOSITORIES}), 62)

    def test_each_is_known_by_address_and_as_a_vendored_folder(self) -> None:
        for repository in REPOSITORIES:
            with self.subTest(repository.address):
                for address in (repository.address, *repository.aliases):
                    self.assertTrue(excluded_address(f"https://github.com/{address}"))
                    self.assertTrue(excluded_address(f"git+ssh://git@github.com/{address}.git#v1"))
                self.assertTrue(repository.folders)
                for folder in repository.folders:
                    self.assertTrue(excluded_path(f"third_party/{folder}/src/main.c"))
                    self.assertTrue(excluded_path(f"VENDOR\\{folder.upper()}\\main.c"))


class Packages(unittest.TestCase):
    def test_published_names(self) -> None:
        # Names as the registries have them, a few a repository.
        names = """
            aiohttp python3-aiohttp python3-click click asyncclick python3-flask flask python3-fastapi fastapi python3-starlette starlette
            pydantic pydantic-core python3-pydantic python3-pydantic-core librust-pydantic-core-dev model2vec
            golang-github-go-chi-chi-dev github.com/go-chi/chi/v5 golang-github-spf13-cobra-dev github.com/spf13/cobra
            curl libcurl4-openssl-dev libcurl4-gnutls-dev elixir-ecto ecto elixir-phoenix phoenix
            org.jetbrains.exposed:exposed-core org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm io.ktor:ktor-server-core-jvm
            org.typelevel:cats-core_2.13 io.circe:circe-core_3 org.http4s:http4s-core_2.13
            express node-express redux node-redux @trpc/server libfmt-dev nlohmann-json3-dev libuv1-dev
            libjackson2-databind-java com.fasterxml.jackson.core:jackson-databind laravel-framework php-illuminate-support
            php-monolog monolog lua-telescope.nvim telescope.nvim lazy.nvim mini.nvim haskell-aeson libghc-aeson-dev haskell-pandoc
            haskell-pandoc-types libghc-xmonad-dev haskell-xmonad-contrib ruby-rack ruby-sinatra librust-serde-dev librust-serde-derive-dev
            serde snapkit Alamofire MessagePack
            python3-httpx httpx python3-requests requests axios node-axios golang-github-gin-gonic-gin-dev github.com/gin-gonic/gin
            libgoogle-gson-java com.google.code.gson:gson libcommons-lang3-java org.apache.commons:commons-lang3 php-guzzlehttp-guzzle
            ruby-rails ruby-activesupport ruby-activerecord ruby-actionpack ruby-railties librust-tokio-dev librust-tokio-util-dev tokio
            zod librust-axum-dev axum axum-core vitest @vitest/runner libnewtonsoft-json5.0-cil Newtonsoft.Json Dapper vapor elixir-plug
            libabsl-dev abseil redis redis-server valkey bats bats-assert bash-it nvm zls zig-clap
        """.split()
        for name in names:
            with self.subTest(name):
                self.assertTrue(excluded_package(name))

    def test_source_package_and_home_page_count_too(self) -> None:
        self.assertTrue(excluded_package("python3-speedups", source="aiohttp"))
        self.assertTrue(excluded_package("harmless", homepage="https://github.com/KludeX/starlette"))
        self.assertTrue(excluded_package("harmless", homepage="http://gitlab.com/libuv/libuv.git"))

    def test_others_stay(self) -> None:
        names = """
            python3-django golang-github-gorilla-mux-dev ruby-nokogiri librust-rand-dev node-lodash libxml2-dev haskell-containers
            io.vertx:vertx-core org.scala-lang:scala-library lua-socket php-symfony-console fastify koa@2 bash-completion
        """.split()
        for name in names:
            with self.subTest(name):
                self.assertFalse(excluded_package(name))
        self.assertFalse(excluded_package("x", homepage="https://github.com/expressjs/cors"))
        self.assertFalse(excluded_package("x", homepage="https://github.com/rack/rack-test"))

    def test_none_is_in_the_pinned_list(self) -> None:
        packages = read_packages()
        self.assertGreater(len(packages), 10_000)
        found = [p.name for p in packages if excluded_package(p.name, source=p.source, homepage=p.homepage)]
        self.assertEqual(found, [])


class Files(unittest.TestCase):
    def test_vendored_copies(self) -> None:
        paths = """
            pip/_vendor/requests/sessions.py src/vendor/github.com/spf13/cobra/command.go node_modules/express/lib/router.js
            include/nlohmann/json.hpp single_include/json.hpp deps/fmt-9.1.0/include/format.h third_party/fmt@9/format.cc
            vendor/serde-1.0.197/src/lib.rs dist/redux.min.js assets/axios.js ext/absl/strings/str_cat.h
            com/google/gson/Gson.java org/apache/commons/lang3/StringUtils.java com/fasterxml/jackson/databind/ObjectMapper.java
            vendor/guzzlehttp/guzzle/src/Client.php lib/active_support/core_ext.rb deps/redis/src/server.c test/bats/libexec/run
            kotlinx/coroutines/Job.kt io/ktor/server/Application.kt libuv/src/unix/core.c
        """.split()
        for path in paths:
            with self.subTest(path):
                self.assertTrue(excluded_path(path))

    def test_files_that_say_where_they_come_from(self) -> None:
        texts = [
            "package com.google.gson.internal;\nclass A {}",
            "/* licence */\npackage org.apache.commons.lang3.tuple;",
            "<?php\nnamespace Illuminate\\Support;",
            "{-# LANGUAGE CPP #-}\nmodule Data.Aeson.Types where",
            "defmodule Plug.Conn do",
            "namespace Newtonsoft.Json.Linq {",
            "// Copied from https://github.com/axios/axios, MIT\nfunction f() {}",
            "# This file was copied from Rails 5.2\nclass Object; end",
            "/* Adapted with changes from Apache Commons Lang */",
            "-- This is a port of the code in pandoc's readers",
            "# forked from https://github.com/pallets/click.git",
        ]
        for text in texts:
            with self.subTest(text):
                self.assertTrue(excluded_text(text))

    def test_others_stay(self) -> None:
        for path in ["src/requester/session.py", "lib/expression.js", "cmd/formatter/main.go", "src/cobranding.rb", "a/b/tokenizer.rs"]:
            with self.subTest(path):
                self.assertFalse(excluded_path(path))
        self.assertFalse(excluded_text("package org.example.lang;\nclass A {}"))
        self.assertFalse(excluded_text("# Copied from the standard library\nx = 1"))
        self.assertFalse(excluded_text("// Derived from lodash\nx = 1"))
        self.assertFalse(excluded_text("import requests\n\ndef get(): ..."))


if __name__ == "__main__":
    unittest.main()
