"""What each language's syntax tree calls definitions and comments, and which files are read as what."""

from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Language:
    """The node types of a tree-sitter grammar that pairs are made of."""

    grammar: str
    """Name in tree-sitter-language-pack."""
    functions: frozenset[str]
    """Definitions whose inside holds no further definition worth a pair."""
    types: frozenset[str]
    """Definitions that are walked into; their names make the scope of what is inside."""
    scopes: frozenset[str] = frozenset()
    """Nodes that only lend their name to the scope."""
    comments: frozenset[str] = frozenset({"comment", "line_comment", "block_comment", "multiline_comment", "haddock"})


def _language(grammar: str, functions: str, types: str, scopes: str = "") -> Language:
    return Language(grammar, frozenset(functions.split()), frozenset(types.split()), frozenset(scopes.split()))


_SCRIPT_FUNCTIONS = "function_declaration generator_function_declaration method_definition variable_declarator assignment_expression"
_C_FUNCTIONS = "function_definition declaration type_definition preproc_function_def field_declaration alias_declaration"

LANGUAGES = {
    "python": _language("python", "function_definition", "class_definition"),
    "javascript": _language("javascript", _SCRIPT_FUNCTIONS, "class_declaration class"),
    "typescript": _language(
        "typescript",
        f"{_SCRIPT_FUNCTIONS} interface_declaration type_alias_declaration enum_declaration",
        "class_declaration class abstract_class_declaration",
        "internal_module module",
    ),
    "tsx": _language(
        "tsx", f"{_SCRIPT_FUNCTIONS} interface_declaration type_alias_declaration", "class_declaration class abstract_class_declaration"
    ),
    "go": _language("go", "function_declaration method_declaration type_declaration", ""),
    "rust": _language(
        "rust",
        "function_item struct_item enum_item macro_definition function_signature_item type_item union_item",
        "trait_item",
        "impl_item mod_item",
    ),
    "java": _language(
        "java",
        "method_declaration constructor_declaration",
        "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
    ),
    "c": _language("c", f"{_C_FUNCTIONS} struct_specifier enum_specifier", ""),
    "cpp": _language("cpp", f"{_C_FUNCTIONS} enum_specifier", "class_specifier struct_specifier", "namespace_definition"),
    "csharp": _language(
        "csharp",
        "method_declaration constructor_declaration property_declaration delegate_declaration enum_declaration",
        "class_declaration interface_declaration struct_declaration record_declaration",
        "namespace_declaration",
    ),
    "php": _language(
        "php",
        "function_definition method_declaration",
        "class_declaration interface_declaration trait_declaration enum_declaration",
    ),
    "ruby": _language("ruby", "method singleton_method", "class module"),
    "kotlin": _language("kotlin", "function_declaration property_declaration", "class_declaration object_declaration"),
    "scala": _language(
        "scala",
        "function_definition function_declaration val_definition type_definition",
        "class_definition object_definition trait_definition enum_definition",
    ),
    "swift": _language(
        "swift",
        "function_declaration init_declaration property_declaration protocol_function_declaration",
        "class_declaration protocol_declaration",
    ),
    "lua": _language("lua", "function_declaration assignment_statement", ""),
    "elixir": _language("elixir", "", ""),
    "haskell": _language("haskell", "signature function bind data_type newtype type_synonym", "class"),
    "bash": _language("bash", "function_definition", ""),
}

_EXTENSIONS = {
    ".py": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascript",
    ".ts": "typescript",
    ".mts": "typescript",
    ".tsx": "tsx",
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
    ".c": "c",
    ".h": "c",
    ".cc": "cpp",
    ".cpp": "cpp",
    ".cxx": "cpp",
    ".hh": "cpp",
    ".hpp": "cpp",
    ".hxx": "cpp",
    ".cs": "csharp",
    ".php": "php",
    ".rb": "ruby",
    ".kt": "kotlin",
    ".scala": "scala",
    ".swift": "swift",
    ".lua": "lua",
    ".ex": "elixir",
    ".exs": "elixir",
    ".hs": "haskell",
    ".sh": "bash",
    ".bash": "bash",
}


def language_of(path: str, head: bytes) -> str | None:
    """The language of a file by its name, or by its first line where it has no extension; None for others."""
    name = PurePosixPath(path).name.lower()
    if name.endswith((".d.ts", ".d.mts", ".min.js")):
        return None
    language = _EXTENSIONS.get(PurePosixPath(name).suffix)
    if language == "c" and any(word in head for word in (b"namespace ", b"template <", b"template<", b"class ", b"public:")):
        return "cpp"
    if language is None and "." not in name and head.startswith(b"#!") and b"sh\n" in head[:40]:
        return "bash"
    return language
