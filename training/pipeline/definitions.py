"""Definitions of a source file with their documentation, by its syntax tree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

from .languages import LANGUAGES, Language

MAX_DEPTH = 12
_WRAPPERS = frozenset({"export_statement", "decorated_definition", "template_declaration", "lexical_declaration", "variable_declaration", "expression_statement"})
_VALUE_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function", "generator_function", "class", "function_definition"})
_NAMES = frozenset(
    {"identifier", "simple_identifier", "type_identifier", "field_identifier", "property_identifier", "word", "constant", "name", "qualified_identifier", "operator_name", "variable"}
)
_ATTRIBUTE_LINE = re.compile(r"\s*(@\w|#!?\[|\[[A-Z]\w*.*\]\s*$)")


@dataclass(frozen=True)
class Definition:
    """One named piece of a file."""

    name: str
    scope: str
    """Names of what it lies in, joined by dots."""
    documentation: str
    """The comment above it or its docstring, as written; empty where there is none."""
    code: str
    """From its attributes to its end, dedented, without its documentation."""
    is_type: bool


@dataclass(frozen=True)
class SourceFile:
    """What pairs are made from."""

    header: str
    """The comment or docstring that describes the whole file, as written."""
    body: str
    """What comes behind the header; all of the file where it has none."""
    definitions: list[Definition]


def read_source(language_name: str, content: bytes) -> SourceFile:
    """Parses a file. Broken files give what can be read of them."""
    language = LANGUAGES[language_name]
    tree = get_parser(language.grammar).parse(content)  # type: ignore[arg-type]
    lines = content.decode("utf-8", "replace").split("\n")
    if language_name == "elixir":
        definitions = list(_elixir(tree.root_node, lines, ""))
        module_doc = re.search(r'@moduledoc\s+(?:~[sS])?"""\n(.*?)"""', "\n".join(lines), re.DOTALL)
        return SourceFile(module_doc.group(1) if module_doc else "", "\n".join(lines), definitions)
    nodes: list[tuple[Node, Node, str]] = []
    comments: dict[int, int] = {}
    _walk(tree.root_node, language, "", nodes, comments, 0)
    definitions = []
    used: set[int] = set()
    previous_signature: Definition | None = None
    for node, outer, scope in nodes:
        definition, comment_end = _definition(node, outer, scope, language, lines, comments)
        if definition is None:
            continue
        if comment_end is not None:
            used.add(comment_end)
        if language_name == "haskell":
            # A function's equations follow its signature and belong to it.
            if node.type in ("function", "bind") and previous_signature is not None and previous_signature.name == definition.name:
                joined = Definition(
                    definition.name, scope, previous_signature.documentation, f"{previous_signature.code}\n{definition.code}", False
                )
                definitions[-1] = previous_signature = joined
                continue
            previous_signature = definition if node.type in ("signature", "function", "bind") else None
        definitions.append(definition)
    header, body = _header(language_name, tree.root_node, lines, comments, used)
    return SourceFile(header, body, definitions)


def _walk(
    node: Node, language: Language, scope: str, nodes: list[tuple[Node, Node, str]], comments: dict[int, int], depth: int
) -> None:
    """Collects definitions with the outermost node that only wraps them, and where comments end and begin (rows)."""
    for child in node.named_children:
        kind = child.type
        if kind in language.comments:
            end = child.end_point[0] - (1 if child.end_point[1] == 0 else 0)
            comments[end] = child.start_point[0]
        elif kind in language.functions:
            if _is_definition(child):
                nodes.append((child, _outer(child), scope))
        elif kind in language.types or kind in language.scopes:
            name = _name(child)
            if kind in language.types and name:
                nodes.append((child, _outer(child), scope))
            if depth < MAX_DEPTH:
                _walk(child, language, f"{scope}.{name}".strip("."), nodes, comments, depth + 1)
        elif depth < MAX_DEPTH and child.named_child_count:
            _walk(child, language, scope, nodes, comments, depth + 1)


def _is_definition(node: Node) -> bool:
    """Whether a node that may be a definition is one: a variable only when it holds a function, for instance."""
    if node.type in ("variable_declarator", "assignment_expression"):
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        return value is not None and value.type in _VALUE_FUNCTIONS
    if node.type == "assignment_statement":
        return any(child.type == "function_definition" for part in node.named_children for child in part.named_children)
    if node.type in ("struct_specifier", "enum_specifier"):
        return node.child_by_field_name("body") is not None
    return True


def _outer(node: Node) -> Node:
    while node.parent is not None and node.parent.type in _WRAPPERS:
        node = node.parent
    return node


def _name(node: Node) -> str:
    """The name a definition goes by; empty where it has none."""
    found = node.child_by_field_name("name") or node.child_by_field_name("left") or node.child_by_field_name("pattern")
    if found is None and node.type == "impl_item":
        found = node.child_by_field_name("type")
    if found is None and node.type == "init_declaration":
        return "init"
    if found is None:
        found = node.child_by_field_name("declarator")
        while found is not None:
            inner = found.child_by_field_name("declarator")
            if inner is None:
                inner = next((c for c in found.named_children if c.type.endswith("_declarator")), None)
            if inner is None:
                break
            found = inner
    if found is None:
        found = next((c for c in node.named_children if c.type in _NAMES), None)
    if found is None and node.named_children:
        # Go's `type X …` and Lua's `M.x = function` name what they define one level down.
        first = node.named_children[0]
        found = first.child_by_field_name("name") or (first if first.type == "variable_list" else None)
    text = found.text if found is not None else None
    name = text.decode("utf-8", "replace") if text is not None else ""
    return name if len(name) <= 80 and "\n" not in name else ""


def _definition(
    node: Node, outer: Node, scope: str, language: Language, lines: list[str], comments: dict[int, int]
) -> tuple[Definition | None, int | None]:
    name = _name(node)
    first, last = outer.start_point[0], min(outer.end_point[0], len(lines) - 1)
    if outer.end_point[1] == 0 and last > first:
        last -= 1
    if not name:
        return None, None
    while first > 0 and _ATTRIBUTE_LINE.match(lines[first - 1]) and first - 1 not in comments:
        first -= 1
    documentation, comment_end = "", None
    at = first - 1
    if at in comments:
        comment_end = at
        top = comments[at]
        while top - 1 in comments and _is_line_comment(lines[top]) and _is_line_comment(lines[top - 1]):
            top = comments[top - 1]
        documentation = "\n".join(lines[top:first])
        for row in range(top, first):
            if row in comments:
                comment_end = row
    code = lines[first : last + 1]
    if language.grammar == "python":
        docstring = _docstring(node)
        if docstring is not None:
            begin, end = docstring.start_point[0] - first, docstring.end_point[0] - first
            documentation = "\n".join(code[begin : end + 1])
            code = code[:begin] + code[end + 1 :]
    is_type = node.type in language.types
    return Definition(name, scope, documentation, _dedent(code), is_type), comment_end


def _docstring(node: Node) -> Node | None:
    body = node if node.type == "module" else node.child_by_field_name("body")
    first = next((c for c in body.named_children if c.type != "comment"), None) if body is not None else None
    if first is None or first.type != "expression_statement" or not first.named_children:
        return None
    return first if first.named_children[0].type == "string" else None


def _is_line_comment(line: str) -> bool:
    return re.match(r"\s*(//|#|--)", line) is not None


def _dedent(lines: list[str]) -> str:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:].rstrip() for line in lines)


def _header(
    language: str, root: Node, lines: list[str], comments: dict[int, int], used: set[int]
) -> tuple[str, str]:
    """The description of a whole file: the first comments that no definition claims, or the module's docstring."""
    if language == "python":
        docstring = _docstring(root)
        if docstring is None:
            return "", "\n".join(lines)
        begin, end = docstring.start_point[0], docstring.end_point[0]
        return "\n".join(lines[begin : end + 1]), "\n".join(lines[end + 1 :])
    blocks: list[list[int]] = []
    for end, start in sorted(comments.items()):
        if end in used or start > 60:
            continue
        if blocks and start == blocks[-1][1] + 1:
            blocks[-1][1] = end
        else:
            blocks.append([start, end])
    for start, end in blocks:
        text = "\n".join(lines[start : end + 1])
        if re.search(r"copyright|licen[cs]e|SPDX|all rights reserved|permission is hereby|redistribut", text, re.IGNORECASE):
            continue
        return text, "\n".join(lines[end + 1 :])
    return "", "\n".join(lines)


_ELIXIR_DEFINITIONS = frozenset({"def", "defmacro", "defp", "defmacrop", "defguard"})


def _elixir(node: Node, lines: list[str], scope: str) -> Iterator[Definition]:
    """Elixir writes documentation as an attribute before the definition, and definitions as calls."""
    documentation = ""
    first: int | None = None
    for child in node.named_children:
        text = (child.text or b"").decode("utf-8", "replace")
        if child.type == "unary_operator" and text.startswith("@doc"):
            found = re.match(r'@doc\s+(?:~[sS])?(?:"""(.*?)"""|"(.*?)")', text, re.DOTALL)
            documentation, first = (found.group(1) or found.group(2) or "") if found else "", None
            continue
        if child.type == "unary_operator":
            first = child.start_point[0] if first is None else first
            continue
        target = child.child_by_field_name("target") if child.type == "call" else None
        keyword = (target.text or b"").decode() if target is not None else ""
        if keyword in ("defmodule", "defprotocol", "defimpl"):
            name = re.match(r"\w+\s+([\w.]+)", text)
            for inner in child.named_children:
                if inner.type == "do_block":
                    yield from _elixir(inner, lines, f"{scope}.{name.group(1)}".strip(".") if name else scope)
        elif keyword in _ELIXIR_DEFINITIONS:
            name = re.match(r"\w+\s+([\w?!]+)", text)
            if name is not None:
                start = child.start_point[0] if first is None else first
                yield Definition(name.group(1), scope, documentation, _dedent(lines[start : child.end_point[0] + 1]), False)
        documentation, first = "", None
