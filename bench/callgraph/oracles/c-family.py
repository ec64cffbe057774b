"""Call edges of a C or C++ repository as clang sees them.

usage: python3 c-family.py COMPILE_COMMANDS ROOT [FOLDER...]
Needs the package `libclang` of PyPI and gcc's own headers. Prints the JSON that bench/callgraph/README.md describes.
Calls written inside a macro's definition do not count, nor do operators, implicit constructors and destructors.
"""

import bisect
import ctypes
import importlib.metadata
import json
import pathlib
import re
import shlex
import subprocess
import sys

from clang import cindex
from clang.cindex import CursorKind as Kind

commands_path, root_argument, *folders = sys.argv[1:]
root = pathlib.Path(root_argument).resolve()
left_out = re.compile(r"(^|/)(tests?|examples?|docs?|bench(mark)?s?|fuzz(ing)?|build[^/]*|third_party|contrib)/|[_.-]test\.[^/]+$|^test[^/]*\.[^/]+$")
extensions = (".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".hh", ".inl")
paths = sorted(
    path
    for path in (str(found.relative_to(root)) for found in root.rglob("*") if found.suffix in extensions and found.is_file())
    if not left_out.search(path) and (not folders or any(path.startswith(folder + "/") or path == folder for folder in folders))
)
index_of = {path: index for index, path in enumerate(paths)}
texts = [(root / path).read_bytes() for path in paths]
starts = [[0, *(match.end() for match in re.finditer(rb"\n", text))] for text in texts]

library = cindex.conf.lib
library.clang_getFileLocation.argtypes = [cindex.SourceLocation, *[ctypes.c_void_p] * 4]
library.clang_getFileLocation.restype = None


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


library.clang_getAllSkippedRanges.argtypes = [cindex.TranslationUnit]
library.clang_getAllSkippedRanges.restype = ctypes.POINTER(Ranges)
known_files = {}


def place(location):
    """File and byte offset where something is written: the argument of a macro, else where the macro is used."""
    file, offset = cindex.c_object_p(), ctypes.c_uint()
    library.clang_getFileLocation(location, ctypes.byref(file), None, None, ctypes.byref(offset))
    if not file:
        return None
    address = ctypes.cast(file, ctypes.c_void_p).value
    if address not in known_files:
        name = pathlib.Path(cindex.File(file).name)
        resolved = name.resolve()
        known_files[address] = index_of.get(str(resolved.relative_to(root))) if resolved.is_relative_to(root) else None
    index = known_files[address]
    return None if index is None else (index, offset.value)


functions = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION}
classes = {Kind.CLASS_DECL, Kind.STRUCT_DECL, Kind.CLASS_TEMPLATE, Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, Kind.UNION_DECL}
definitions = {}  # (file, offset of the name) -> name; a class stands for its constructors
spans = {}  # (file, start, end) -> key of the definition
by_symbol = {}  # USR -> keys
sites = {}  # (file, offset of the name) -> USRs
open_sites = {}  # (file, offset of the name)
virtual = set()


def key_of(cursor):
    where = place(cursor.location)
    return None if where is None else where


def constructs(cursor):
    return cursor.kind is Kind.CONSTRUCTOR or (cursor.kind is Kind.FUNCTION_TEMPLATE and cursor.spelling.split("<")[0] == cursor.semantic_parent.spelling)


def define(cursor):
    where = key_of(cursor)
    if where is None or not cursor.is_definition():
        return
    start, end = place(cursor.extent.start), place(cursor.extent.end)
    if start is None or end is None or start[0] != where[0] or end[0] != where[0]:
        return
    name = cursor.spelling.split("<")[0]
    if texts[where[0]][where[1] : where[1] + len(name.encode())] != name.encode():
        return
    key = where
    if cursor.kind in functions and constructs(cursor):
        key = ("class", cursor.semantic_parent.get_usr())
    else:
        definitions[where] = name
        by_symbol.setdefault(cursor.get_usr(), set()).add(where)
    spans[(where[0], start[1], end[1])] = key


def callee_of(call):
    """The name of a call and what it refers to."""
    referenced = call.referenced
    if referenced is not None and referenced.kind in (Kind.CONSTRUCTOR,):
        return call, referenced
    at = next(call.get_children(), None)
    while at is not None and at.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR):
        at = next(at.get_children(), None)
    return at, referenced


def note_call(call):
    at, referenced = callee_of(call)
    if at is None:
        return
    if referenced is not None and constructs(referenced) and referenced.kind is Kind.CONSTRUCTOR:
        name, symbol = referenced.semantic_parent.spelling.split("<")[0], referenced.semantic_parent
        template = library.clang_getSpecializedCursorTemplate(symbol)
        symbol = template if template is not None and template.kind.is_declaration() else symbol
        for candidate in (call.location, call.extent.start):
            if note(candidate, name, symbol.get_usr()):
                return
        return
    if referenced is None or referenced.kind not in functions:
        name = at.spelling
        where = place(at.location)
        if name and where is not None and texts[where[0]][where[1] :].startswith(name.encode()):
            open_sites[where] = name
        return
    template = library.clang_getSpecializedCursorTemplate(referenced)
    target = template if template is not None and template.kind.is_declaration() else referenced
    name = target.spelling.split("<")[0]
    if name.startswith("operator") or target.kind is Kind.DESTRUCTOR:
        return
    if library.clang_CXXMethod_isPureVirtual(target):
        virtual.add(target.get_usr())
    note(at.location, name, target.get_usr())


def note(location, name, symbol):
    where = place(location)
    if where is None:
        return False
    text = texts[where[0]]
    offset = where[1]
    if not text.startswith(name.encode(), offset):
        # Qualified (`a::b::name`) or a member named after its object.
        line_end = text.find(b"\n", offset)
        match = re.compile(rb"[\w:<>,\s]*?::\s*(" + re.escape(name.encode()) + rb")\b").match(text, offset, line_end)
        if match is None:
            return False
        offset = match.start(1)
    sites.setdefault((where[0], offset), set()).add(symbol)
    return True


def walk(unit):
    stack = [unit.cursor]
    while stack:
        cursor = stack.pop()
        if cursor.kind is Kind.MACRO_DEFINITION:
            where = place(cursor.location)
            if where is not None and texts[where[0]][where[1] + len(cursor.spelling) :].startswith(b"("):
                definitions[where] = cursor.spelling
                by_symbol.setdefault(f"macro {cursor.spelling} {where}", set()).add(where)
            continue
        if cursor.kind is Kind.MACRO_INSTANTIATION:
            where, macro = place(cursor.location), cursor.referenced
            target = None if macro is None else place(macro.location)
            if where is not None and target is not None and texts[where[0]].startswith(cursor.spelling.encode(), where[1]):
                sites.setdefault(where, set()).add(f"macro {cursor.spelling} {target}")
            continue
        if cursor.kind is not Kind.TRANSLATION_UNIT and cursor.kind is not Kind.NAMESPACE and cursor.kind.is_declaration():
            if cursor.semantic_parent is not None and cursor.lexical_parent is not None and cursor.lexical_parent.kind in (Kind.TRANSLATION_UNIT, Kind.NAMESPACE, Kind.LINKAGE_SPEC):
                if place(cursor.location) is None:
                    continue
            if cursor.kind in functions or cursor.kind in classes:
                define(cursor)
        elif cursor.kind is Kind.CALL_EXPR:
            note_call(cursor)
        stack.extend(cursor.get_children())


headers = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
skipped = set()
index = cindex.Index.create()
listed = {}
for entry in json.loads(pathlib.Path(commands_path).read_text()):
    listed.setdefault(str((pathlib.Path(entry["directory"]) / entry["file"]).resolve()), entry)
seen_ranges = None
for file, entry in listed.items():
    if not pathlib.Path(file).is_relative_to(root) or left_out.search(str(pathlib.Path(file).relative_to(root))):
        continue
    words = entry.get("arguments") or shlex.split(entry["command"])
    kept, skip = [], False
    for word in words[1:]:
        if skip or word in ("-c", file, entry["file"]):
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ"):
            skip = True
        elif re.match(r"-I.", word):
            kept.append("-I" + str((pathlib.Path(entry["directory"]) / word[2:]).resolve()))
        elif re.match(r"-(D|U|std|isystem|include|x)", word) or not word.startswith("-"):
            kept.append(word)
    if file.endswith((".cc", ".cpp", ".cxx")):
        version = subprocess.run(["gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()
        kept += ["-isystem", f"/usr/include/c++/{version}", "-isystem", f"/usr/include/x86_64-linux-gnu/c++/{version}"]
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | cindex.TranslationUnit.PARSE_INCOMPLETE
    unit = index.parse(file, [*kept, "-isystem", headers, "-ferror-limit=0"], options=options)
    known_files.clear()
    for problem in unit.diagnostics:
        if problem.severity >= 3:
            print(file, problem.spelling, file=sys.stderr)
    ranges = library.clang_getAllSkippedRanges(unit).contents
    here = set()
    for at in range(ranges.count):
        start, end = place(ranges.ranges[at].start), place(ranges.ranges[at].end)
        if start is not None and end is not None and start[0] == end[0]:
            here.add((start[0], start[1], end[1]))
    skipped |= here
    walk(unit)

# A class stands for its constructors, which may be defined elsewhere.
resolved_spans = []
for (file, start, end), key in spans.items():
    if key[0] == "class":
        keys = by_symbol.get(key[1])
        if not keys:
            continue
        key = min(keys)
    resolved_spans.append((file, start, end, key))
by_file = [[] for _ in paths]
for file, start, end, key in resolved_spans:
    by_file[file].append((start, end, key))
ordered = sorted(definitions)
number_of = {key: number for number, key in enumerate(ordered)}


def caller_at(file, offset):
    """The innermost definition around a place; macros before the name of a function belong to its outside."""
    around = [(end - start, key) for start, end, key in by_file[file] if start <= offset < end and (key[0] != file or offset >= key[1] or key[1] >= end)]
    return number_of[min(around)[1]] if around else -1 - file


line_of = lambda key: bisect.bisect_right(starts[key[0]], key[1])
edges, opened = {}, {}
for (file, offset), symbols in sites.items():
    caller = caller_at(file, offset)
    for symbol in symbols:
        keys = by_symbol.get(symbol)
        if keys:
            for key in keys:
                edges.setdefault(caller, set()).add(number_of[key])
        elif symbol in virtual:
            name = re.compile(rb"\w+").match(texts[file], offset)
            if name:
                opened.setdefault(caller, set()).add(name.group().decode())
for (file, offset), name in open_sites.items():
    if (file, offset) not in sites:
        opened.setdefault(caller_at(file, offset), set()).add(name)
# Branches that this configuration leaves out, and files that nothing of it reads, are not judged.
reached = {file for file, _ in definitions} | {file for file, _ in sites}
for file, start, end in [*skipped, *((file, 0, len(texts[file])) for file in range(len(paths)) if file not in reached)]:
    for match in re.finditer(rb"([A-Za-z_]\w*)\s*[({]", texts[file][start:end]):
        opened.setdefault(caller_at(file, start + match.start()), set()).add(match.group(1).decode())

files = [[path] for path in paths]
for key in ordered:
    files[key[0]].append(f"{line_of(key)} {definitions[key]}")
json.dump(
    {
        "oracle": f"libclang {importlib.metadata.version('libclang')}",
        "files": files,
        "edges": [[caller, *sorted(edges[caller])] for caller in sorted(edges)],
        "open": [[caller, *sorted(opened[caller])] for caller in sorted(opened)],
    },
    sys.stdout,
    separators=(",", ":"),
)
