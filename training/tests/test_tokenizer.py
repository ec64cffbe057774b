"""The training must cut texts as the product does; the cases are those of src/embed/static/static.test.ts."""

import unittest

from pipeline.tokenizer import Tokenizer

WORDS = ["parse", "http", "response", "a", "x", "2", "404", "user", "users", "name", "un", "abc", "s"]


class Cases(unittest.TestCase):
    def test_parts_and_prefixes(self) -> None:
        cases = {
            "parseHTTPResponse": ["parse", "http", "response"],
            "HTTPResponse_PARSE-a": ["http", "response", "parse", "a"],
            "HTTPs": [],
            "ABCUser": ["abc", "user"],
            "user2name": ["user", "2", "name"],
            "404 40404 4049 12345": ["404"],
            "username": ["user", "name"],
            "usersname": ["users", "name"],
            "zzusernamezz": ["user", "name"],
            "unx": [],
            "naïve café": [],
            "日本 user 😀 name": ["user", "name"],
            "": [],
        }
        tokenizer = Tokenizer(WORDS)
        for text, expected in cases.items():
            with self.subTest(text):
                self.assertEqual([WORDS[token] for token in tokenizer.tokens(text)], expected)


if __name__ == "__main__":
    unittest.main()
