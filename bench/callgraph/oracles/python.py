"""Call edges of a Python repository as pyright's language server sees them.

usage: python3 python.py PYRIGHT_LANGSERVER ROOT [FOLDER...]
PYRIGHT_LANGSERVER is the path of `langserver.index.js` of the npm package `pyright`.
Prints the JSON that bench/callgraph/README.md describes. Run it where the package under test is not installed.
"""

import ast
import json
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse

server_path, root_argument, *folders = sys.argv[1:]
root = pathlib.Path(root_argument).resolve()
test = re.compile(r"(^|/)(tests?|docs|examples|benchmarks)/|(^|/)(test_[^/]*|conftest|noxfile|setup)\.py$")
paths = sorted(
    str(path.relative_to(root))
    for path in root.rglob("*.py")
    if not test.search(str(path.relative_to(root)))
    and (not folders or any(str(path.relative_to(root)).startswith(folder + "/") for folder in folders))
)


class Server:
    """A language server over its standard input and output."""

    def __init__(self):
        self.process = subprocess.Popen(["node", server_path, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers = {}
        self.arrived = threading.Condition()
        self.next_id = 0
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        while True:
            length = None
            while line := self.process.stdout.readline().strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                return
            message = json.loads(self.process.stdout.read(length))
            if "method" in message:
                if "id" in message:
                    wanted = message["params"].get("items", []) if message["params"] else []
                    self.send({"id": message["id"], "result": [None for _ in wanted] or None})
                continue
            with self.arrived:
                self.answers[message["id"]] = message.get("result")
                self.arrived.notify_all()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def start(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def wait(self, identifier):
        with self.arrived:
            self.arrived.wait_for(lambda: identifier in self.answers)
            return self.answers.pop(identifier)


class Walker(ast.NodeVisitor):
    """Definitions and call sites of one file, with the definition that each site stands in."""

    def __init__(self, text, file_index):
        self.lines = text.split("\n")
        self.file_index = file_index
        self.around = [-1 - file_index]
        self.sites = []
        self.own = []
        # Class by the first parameter of the class methods around.
        self.classes = {}

    def define(self, node):
        line = node.lineno
        number = len(definitions)
        definitions.append((self.file_index, line, node.name))
        head = self.lines[line - 1]
        by_place[(self.file_index, line, re.compile(rf"\b{node.name}\b").search(head, node.col_offset + 3).start())] = number
        self.own.append(f"{line} {node.name}")
        return number

    def visit_decorators(self, node):
        """Decorators count as calls of what they decorate."""
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self.site(decorator)
            self.visit(decorator)

    def visit_function(self, node):
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        outer = self.around[-1]
        self.around.append(self.define(node))
        constructor[self.around[-1]] = outer if node.name in ("__init__", "__new__") else None
        marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
        if node.args.args and ("classmethod" in marks or node.name in ("__new__", "__init_subclass__")):
            self.classes[node.args.args[0].arg] = outer
        self.visit_decorators(node)
        for statement in node.body:
            self.visit(statement)
        self.around.pop()
        if node.args.args:
            self.classes.pop(node.args.args[0].arg, None)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_ClassDef(self, node):
        for base in node.bases:
            self.visit(base)
        self.around.append(self.define(node))
        self.visit_decorators(node)
        for statement in node.body:
            self.visit(statement)
        self.around.pop()

    def visit_Call(self, node):
        self.site(node.func)
        self.generic_visit(node)

    def visit_Assign(self, node):
        for target in node.targets:
            self.alias(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.alias(node.target, node.value)
        self.generic_visit(node)

    def alias(self, target, value):
        """A name, attribute or field that is given another name for something."""
        held, given = self.place(target), self.place(value)
        if held is not None and given is not None:
            aliases[(self.file_index, *held[1:])] = given

    def place(self, node):
        """A name or attribute: its last name and where that stands."""
        if isinstance(node, ast.Name):
            return node.id, node.lineno, node.col_offset
        if isinstance(node, ast.Attribute):
            line = self.lines[node.end_lineno - 1].encode()
            column = node.end_col_offset - len(node.attr.encode())
            return node.attr, node.end_lineno, len(line[:column].decode())
        return None

    def site(self, node):
        if isinstance(node, ast.Name) and self.classes.get(node.id, -1) >= 0:
            edges.setdefault(self.around[-1], {})[self.classes[node.id]] = True
        elif (place := self.place(node)) is not None:
            self.sites.append((self.around[-1], *place))


definitions, by_place, aliases, constructor, files, walkers = [], {}, {}, {}, [], []
edges, unseen = {}, {}
for index, path in enumerate(paths):
    text = (root / path).read_text()
    walker = Walker(text, index)
    walker.visit(ast.parse(text))
    walkers.append((path, text, walker))
    files.append([path, *walker.own])

server = Server()
uri = lambda path: (root / path).as_uri()
server.wait(
    server.start(
        "initialize",
        {"processId": None, "rootUri": root.as_uri(), "capabilities": {}, "workspaceFolders": [{"uri": root.as_uri(), "name": "root"}]},
    )
)
server.notify("initialized", {})
file_of = {uri(path): index for index, path in enumerate(paths)}


def place_of(location):
    target = location.get("targetUri") or location["uri"]
    span = location.get("targetSelectionRange") or location["range"]
    # Servers may quote more characters than Python does.
    plain = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(target).path)).as_uri()
    return file_of.get(plain), span["start"]["line"] + 1, span["start"]["character"]


def ask(path, line, column):
    position = {"line": line - 1, "character": column}
    return server.start("textDocument/definition", {"textDocument": {"uri": uri(path)}, "position": position})


def answer(identifier):
    locations = server.wait(identifier) or []
    return [locations] if isinstance(locations, dict) else locations


def follow(locations, depth=0):
    """Numbers of the definitions at some places; names for other names are followed."""
    for place in map(place_of, locations):
        if place in by_place:
            yield by_place[place]
        elif place in aliases and depth < 4:
            _, line, column = aliases[place]
            yield from follow(answer(ask(paths[place[0]], line, column)), depth + 1)


for path, text, walker in walkers:
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri(path), "languageId": "python", "version": 1, "text": text}})
    asked = [(caller, name, ask(path, line, column)) for caller, name, line, column in walker.sites]
    for caller, name, identifier in asked:
        locations = answer(identifier)
        if not locations:
            unseen.setdefault(caller, {})[name] = True
        for number in follow(locations):
            edges.setdefault(caller, {})[number] = True
    server.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

# A class and its constructor are one: calls lead to the class, and come from it.
merged = {}
owner = lambda number: constructor.get(number) if number >= 0 and constructor.get(number) is not None and constructor[number] >= 0 else number
for caller, targets in edges.items():
    for target in targets:
        merged.setdefault(owner(caller), {})[owner(target)] = True
opened = {}
for caller, names in unseen.items():
    opened.setdefault(owner(caller), {}).update(names)
version = json.loads((pathlib.Path(server_path).parent / "package.json").read_text())["version"]
json.dump(
    {
        "oracle": f"pyright {version}",
        "files": files,
        "edges": [[caller, *merged[caller]] for caller in sorted(merged)],
        "open": [[caller, *opened[caller]] for caller in sorted(opened)],
    },
    sys.stdout,
    separators=(",", ":"),
)
server.process.kill()
