import { describe, expect, it } from "vitest";
import type { StoredFile } from "../../store/types.ts";
import { Modules } from "./modules.ts";
import type { Module } from "./types.ts";

function project(files: Readonly<Record<string, string>>) {
  const paths = Object.keys(files).sort();
  const stored = new Map<string, StoredFile>(
    paths.map((path, id) => [path, { id, path, language: "typescript", status: "parsed" }]),
  );
  const modules = new Modules({
    fileAt: (path) => stored.get(path) ?? null,
    pathsWhere: (test) => paths.filter(test),
    readProjectFile: (path) => files[path] ?? null,
  });
  const where = (module: Module) => (module.kind === "file" ? module.file.path : `${module.folder}/`);
  const from = (path: string) => stored.get(path) as StoredFile;
  return {
    ecmascript: (specifier: string, path: string) => shown(modules.ecmascript(specifier, from(path))),
    python: (specifier: string, path: string) => shown(modules.python(specifier, from(path))),
    go: (specifier: string, path: string) => shown(modules.go(specifier, from(path))),
  };
  function shown(resolution: ReturnType<Modules["go"]>): string | null {
    return resolution.kind === "external" ? null : where(resolution.module);
  }
}

describe("ECMAScript modules", () => {
  it("maps JavaScript extensions to sources and prefers TypeScript over a built file beside it", () => {
    const { ecmascript } = project({
      "main.ts": "",
      "lib/scale.ts": "",
      "lib/scale.js": "",
      "lib/m.mts": "",
      "lib/v.tsx": "",
      "lib/plain.js": "",
      "lib/dotted.service.ts": "",
    });
    expect(ecmascript("./lib/scale.js", "main.ts")).toBe("lib/scale.ts");
    expect(ecmascript("./lib/m.mjs", "main.ts")).toBe("lib/m.mts");
    expect(ecmascript("./lib/v.js", "main.ts")).toBe("lib/v.tsx");
    expect(ecmascript("./lib/plain.js", "main.ts")).toBe("lib/plain.js");
    expect(ecmascript("./lib/dotted.service", "main.ts")).toBe("lib/dotted.service.ts");
    expect(ecmascript("./lib/absent.js", "main.ts")).toBeNull();
  });

  it("finds index files, also of the folder itself and above", () => {
    const { ecmascript } = project({ "ui/index.ts": "", "ui/deep/more.ts": "", "index.ts": "", "app.ts": "" });
    expect(ecmascript("./ui", "app.ts")).toBe("ui/index.ts");
    expect(ecmascript(".", "ui/deep/more.ts")).toBeNull();
    expect(ecmascript("..", "ui/deep/more.ts")).toBe("ui/index.ts");
    expect(ecmascript(".", "app.ts")).toBe("index.ts");
    expect(ecmascript("../../../x", "ui/deep/more.ts")).toBeNull();
  });

  it("follows paths, baseUrl, extends and references of tsconfig", () => {
    const { ecmascript } = project({
      "tsconfig.base.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["libs/*/src"], }, } } // end',
      "web/tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      "web/tsconfig.app.json":
        '{ "extends": "../tsconfig.base.json", "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
      "web/src/page.ts": "",
      "web/src/store/cart.ts": "",
      "libs/money/src/index.ts": "",
      "api/server.ts": "",
    });
    expect(ecmascript("~/store/cart", "web/src/page.ts")).toBe("web/src/store/cart.ts");
    expect(ecmascript("@lib/money", "web/src/page.ts")).toBe("libs/money/src/index.ts");
    expect(ecmascript("libs/money/src", "web/src/page.ts")).toBe("libs/money/src/index.ts");
    expect(ecmascript("~/store/cart", "api/server.ts")).toBeNull();
  });

  it("finds packages of the workspace by name, back from what they build", () => {
    const { ecmascript } = project({
      "packages/core/package.json":
        '{ "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" }, "./*": "./dist/*.js" } }',
      "packages/core/src/index.ts": "",
      "packages/core/src/tax.ts": "",
      "packages/web/package.json": '{ "name": "web", "imports": { "#lib/*": "./src/lib/*.ts" } }',
      "packages/web/src/app.ts": "",
      "packages/web/src/lib/fmt.ts": "",
    });
    expect(ecmascript("@acme/core", "packages/web/src/app.ts")).toBe("packages/core/src/index.ts");
    expect(ecmascript("@acme/core/tax", "packages/web/src/app.ts")).toBe("packages/core/src/tax.ts");
    expect(ecmascript("#lib/fmt", "packages/web/src/app.ts")).toBe("packages/web/src/lib/fmt.ts");
    expect(ecmascript("react", "packages/web/src/app.ts")).toBeNull();
    expect(ecmascript("node:fs", "packages/web/src/app.ts")).toBeNull();
  });
});

describe("Python modules", () => {
  const files = {
    "src/shop/__init__.py": "",
    "src/shop/cart.py": "",
    "src/shop/tax/rates.py": "",
    "src/shop/tax/__init__.py": "",
    "tools/run.py": "",
    "tools/plain/helper.py": "",
    "logging.py": "",
  };

  it("resolves relative imports", () => {
    const { python } = project(files);
    expect(python(".", "src/shop/cart.py")).toBe("src/shop/__init__.py");
    expect(python(".tax", "src/shop/cart.py")).toBe("src/shop/tax/__init__.py");
    expect(python("..cart", "src/shop/tax/rates.py")).toBe("src/shop/cart.py");
  });

  it("resolves absolute imports from the package root, the sources folder and beside a script", () => {
    const { python } = project(files);
    expect(python("shop.tax.rates", "src/shop/cart.py")).toBe("src/shop/tax/rates.py");
    expect(python("shop.cart", "tools/run.py")).toBe("src/shop/cart.py");
    expect(python("plain.helper", "tools/run.py")).toBe("tools/plain/helper.py");
    expect(python("plain", "tools/run.py")).toBe("tools/plain/");
    expect(python("numpy", "tools/run.py")).toBeNull();
  });
});

describe("Go packages", () => {
  it("maps import paths through the nearest and through other go.mod files", () => {
    const { go } = project({
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "cmd/main.go": "",
      "cart/cart.go": "",
      "plugins/tax/go.mod": "module example.com/tax/v2\n",
      "plugins/tax/rates/rates.go": "",
    });
    expect(go("example.com/shop/cart", "cmd/main.go")).toBe("cart/");
    expect(go("example.com/tax/v2/rates", "cmd/main.go")).toBe("plugins/tax/rates/");
    expect(go("example.com/shopping", "cmd/main.go")).toBeNull();
    expect(go("fmt", "cmd/main.go")).toBeNull();
  });
});
