// Call edges of a TypeScript or JavaScript repository as the type checker sees them.
// usage: node typescript.mjs ROOT [FOLDER...]   (prints the JSON that bench/callgraph/README.md describes)
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const [rootArgument, ...folders] = process.argv.slice(2);
const root = resolve(rootArgument);
const leftOut = /^(node_modules|dist|build|coverage|\.git)$/;

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !leftOut.test(entry.name)) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

const isTest = (path) => /(^|\/)(tests?|__tests__|spec)\/|[.-](test|spec|bench)(-d)?\.[^/]+$/.test(path);
const all = [...walk(root)].map((path) => relative(root, path)).sort();
const sources = all.filter(
  (path) =>
    /\.[cm]?[jt]sx?$/.test(path) &&
    !/\.d\.[cm]?ts$/.test(path) &&
    !isTest(path) &&
    (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`))),
);

/** Packages of the workspace under their names, so that imports between them are found without an install. */
const paths = {};
for (const path of all.filter((path) => basename(path) === "package.json")) {
  const { name } = JSON.parse(readFileSync(join(root, path), "utf8"));
  const folder = join(root, dirname(path));
  if (!name || !existsSync(join(folder, "src"))) continue;
  paths[name] = [join(folder, "src", "index.ts")];
  paths[`${name}/*`] = [join(folder, "src", "*"), join(folder, "src", "unstable-core-do-not-import", "*")];
}
const ownConfig = ts.findConfigFile(root, ts.sys.fileExists);
const parsed = ownConfig === undefined ? {} : ts.readConfigFile(ownConfig, ts.sys.readFile).config?.compilerOptions;
for (const [pattern, targets] of Object.entries(parsed?.paths ?? {})) {
  paths[pattern] = targets.map((target) => join(root, parsed.baseUrl ?? ".", target));
}

const program = ts.createProgram(
  sources.map((path) => join(root, path)),
  {
    allowJs: true,
    checkJs: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths,
  },
);
const checker = program.getTypeChecker();

const unwrapped = (node) =>
  node &&
  (ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node))
    ? unwrapped(node.expression)
    : node;

/** The node that names a definition, or null for what is none: functions and classes with a body and a name. */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return null;
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node)) && node.body) {
    return node.name ?? node;
  }
  if (ts.isClassDeclaration(node)) return node.name ?? node;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node) && !ts.isClassExpression(node)) return null;
  let holder = node.parent;
  while (ts.isParenthesizedExpression(holder) || ts.isAsExpression(holder)) holder = holder.parent;
  if (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder)) {
    return holder.name;
  }
  if (ts.isExportAssignment(holder)) return node;
  if (!ts.isBinaryExpression(holder) || holder.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return null;
  return ts.isPropertyAccessExpression(holder.left) ? holder.left.name : null;
}

const definitions = [];
const byNode = new Map();
const files = sources.map((path) => {
  const source = program.getSourceFile(join(root, path));
  const own = [];
  (function visit(node) {
    const name = nameOf(node);
    if (name !== null && !ts.isObjectBindingPattern(name) && !ts.isArrayBindingPattern(name)) {
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
      byNode.set(node, definitions.length);
      definitions.push(node);
      own.push(`${line} ${name === node ? "default" : (name.text ?? name.getText(source))}`);
    }
    ts.forEachChild(node, visit);
  })(source);
  return { path, source, definitions: own };
});

function callerOf(node, file) {
  for (let at = node.parent; at; at = at.parent) {
    const known = byNode.get(ts.isConstructorDeclaration(at) ? at.parent : at);
    if (known !== undefined) return known;
  }
  return -1 - file;
}

/** Definitions that a symbol stands for; constants that are only another name for something are followed. */
function definitionsOf(symbol, depth = 0) {
  if (symbol === undefined || depth > 8) return { found: [], open: true };
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const found = [];
  let open = target.declarations === undefined;
  for (const declaration of target.declarations ?? []) {
    let node = declaration;
    if (ts.isConstructorDeclaration(node)) node = node.parent;
    if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
      node = unwrapped(node.initializer);
    } else if (ts.isExportAssignment(node)) node = unwrapped(node.expression);
    else if (ts.isBinaryExpression(node)) node = unwrapped(node.right);
    else if (ts.isPropertyAccessExpression(node) && ts.isBinaryExpression(node.parent))
      node = unwrapped(node.parent.right);
    if (node === undefined) continue;
    const known = byNode.get(node);
    if (known !== undefined) found.push(known);
    else if (ts.isShorthandPropertyAssignment(node)) {
      const value = definitionsOf(checker.getShorthandAssignmentValueSymbol(node), depth + 1);
      found.push(...value.found);
      open ||= value.open;
    } else if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
      const value = definitionsOf(checker.getSymbolAtLocation(node), depth + 1);
      found.push(...value.found);
      open ||= value.open;
    } else if (
      !node.getSourceFile().isDeclarationFile &&
      (ts.isMethodSignature(node) || ts.isPropertySignature(node))
    ) {
      // An interface: what is behind it is not known statically.
      open = true;
    }
  }
  return { found, open };
}

const edges = new Map();
const open = new Map();
const note = (table, caller, value) => table.set(caller, (table.get(caller) ?? new Set()).add(value));
for (const [index, { source }] of files.entries()) {
  (function visit(node) {
    let callee = null;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) callee = node.expression;
    else if (ts.isTaggedTemplateExpression(node)) callee = node.tag;
    else if (ts.isJsxOpeningLikeElement(node)) callee = node.tagName;
    else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) callee = node.expression;
    callee = unwrapped(callee);
    if (callee) {
      const caller = callerOf(node, index);
      let name = callee;
      if (ts.isPropertyAccessExpression(callee)) name = callee.name;
      if (callee.kind === ts.SyntaxKind.SuperKeyword) {
        let around = node;
        while (around && !ts.isClassLike(around)) around = around.parent;
        name = around?.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
          ?.expression;
        if (name && ts.isPropertyAccessExpression(name)) name = name.name;
      }
      if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
        const resolved = definitionsOf(checker.getSymbolAtLocation(name));
        for (const target of resolved.found) note(edges, caller, target);
        if (resolved.open) note(open, caller, name.text);
      }
    }
    ts.forEachChild(node, visit);
  })(source);
}
const table = (map) => [...map].sort(([a], [b]) => a - b).map(([caller, values]) => [caller, ...values]);
console.log(
  JSON.stringify({
    oracle: `typescript ${ts.version}`,
    files: files.map(({ path, definitions }) => [path, ...definitions]),
    edges: table(edges),
    open: table(open),
  }),
);
