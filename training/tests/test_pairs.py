"""From source files to pairs, in every language."""

import unittest

try:
    from pipeline.definitions import read_source
    from pipeline.pairs import first_paragraph, pairs_of
    from pipeline.fingerprints import Fingerprints
except ModuleNotFoundError as error:  # The grammars come with requirements.txt.
    raise unittest.SkipTest(str(error)) from error

DOC = "Opens the door of the given house slowly."
BODY = "abcdefgh" * 6
SAMPLES = {
    "python": f'class House:\n    def open(self):\n        """{DOC}"""\n        return "{BODY}"\n',
    "javascript": f'class House {{\n  /** {DOC} */\n  open() {{ return "{BODY}"; }}\n}}\n',
    "typescript": f'class House {{\n  /** {DOC} */\n  open(): string {{ return "{BODY}"; }}\n}}\n',
    "go": f'package a\n\n// open {DOC}\nfunc open() string {{ return "{BODY}" }}\n',
    "rust": f'impl House {{\n    /// {DOC}\n    #[inline]\n    fn open(&self) -> &str {{ "{BODY}" }}\n}}\n',
    "java": f'class House {{\n  /** {DOC} */\n  @Override\n  String open() {{ return "{BODY}"; }}\n}}\n',
    "c": f'/* {DOC} */\nstatic char *open(void) {{ return "{BODY}"; }}\n',
    "cpp": f'namespace House {{\n/// {DOC}\ntemplate <class T> T open() {{ return "{BODY}"; }}\n}}\n',
    "csharp": f'class House {{\n  /// <summary>{DOC}</summary>\n  string open() {{ return "{BODY}"; }}\n}}\n',
    "php": f'<?php\nclass House {{\n  /** {DOC} */\n  function open() {{ return "{BODY}"; }}\n}}\n',
    "ruby": f'class House\n  # {DOC}\n  def open\n    "{BODY}"\n  end\nend\n',
    "kotlin": f'class House {{\n  /** {DOC} */\n  fun open(): String = "{BODY}"\n}}\n',
    "scala": f'class House {{\n  /** {DOC} */\n  def open(): String = "{BODY}"\n}}\n',
    "swift": f'class House {{\n  /// {DOC}\n  func open() -> String {{ return "{BODY}" }}\n}}\n',
    "lua": f'--- {DOC}\nlocal function open()\n  return "{BODY}"\nend\n',
    "elixir": f'defmodule House do\n  @doc """\n  {DOC}\n  """\n  @spec open() :: binary\n  def open(), do: "{BODY}"\nend\n',
    "haskell": f'module House where\n\n-- | {DOC}\nopen :: String\nopen = "{BODY}"\n',
    "bash": f'# {DOC}\nopen() {{\n  echo "{BODY}"\n}}\n',
}


class Documentation(unittest.TestCase):
    def test_goes_with_its_definition_in_every_language(self) -> None:
        for language, text in SAMPLES.items():
            with self.subTest(language):
                pairs = list(pairs_of("src/house", read_source(language, text.encode())))
                found = [pair for pair in pairs if pair.kind == "doc"]
                self.assertEqual([pair.query for pair in found], [DOC])
                self.assertIn(BODY, found[0].code)
                self.assertNotIn(DOC, found[0].code)
                self.assertEqual(found[0].name.split(".")[-1].split(":")[-1], "open")

    def test_is_cut_to_its_first_paragraph(self) -> None:
        text = "/**\n * Reads a {@link File} from <b>disk</b>.\n *\n * Much more.\n * @param x what\n */"
        self.assertEqual(first_paragraph(text), "Reads a File from disk .")
        self.assertEqual(first_paragraph('"""\nReads it.\n\nArgs:\n  x: what\n"""'), "Reads it.")


class OtherKinds(unittest.TestCase):
    def test_a_name_is_taken_out_of_its_body(self) -> None:
        code = "def drain_water_tank(x):\n" + "".join(f"    pump({n}, x + {n} * 1000)\n" for n in range(12)) + "    return drain_water_tank(x)\n"
        (pair,) = pairs_of("a.py", read_source("python", code.encode()))
        self.assertEqual((pair.kind, pair.query), ("name", "drain water tank"))
        self.assertNotIn("drain_water_tank", pair.code)

    def test_a_message_is_taken_out_of_the_code_that_raises_it(self) -> None:
        message = "the tank is empty already"
        code = "def f(x):\n" + "".join(f"    pump({n}, x + {n} * 1000)\n" for n in range(12)) + f'    raise ValueError("{message}")\n'
        (pair,) = pairs_of("a.py", read_source("python", code.encode()))
        self.assertEqual((pair.kind, pair.query), ("error", message))
        self.assertNotIn(message, pair.code)

    def test_test_files_give_tests_alone(self) -> None:
        code = "it('closes the tank when it is full', () => {\n  const tank = make();\n  fill(tank);\n  expect(tank.closed).toBe(true);\n});\n"
        (pair,) = pairs_of("test/tank.js", read_source("javascript", code.encode()))
        self.assertEqual((pair.kind, pair.query), ("test", "closes the tank when it is full"))


class Copies(unittest.TestCase):
    def test_are_known_however_indented_or_renamed(self) -> None:
        code = "".join(f"    value_{n} = compute({n}) + offset\n" for n in range(8))
        known = Fingerprints()
        known.add("python", f"def original():\n{code}".encode())
        self.assertTrue(known.hold("def renamed():\n" + code.replace("    ", "\t\t")))
        self.assertFalse(known.hold("def other():\n" + code.replace("compute", "calculate")))


if __name__ == "__main__":
    unittest.main()
