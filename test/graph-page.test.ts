import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "./support/browser.ts";
import { run } from "./support/program.ts";
import { indexedProject, removeFolder } from "./support/sample-project.ts";

const executable = findChromium();
if (executable === null) {
  console.warn("The graph page is not tested: no Chromium found. Install it, or name one in GREPAI_CHROMIUM.");
}

/** A name of a file that would run a script, close the data's element, or forge a placeholder, if it were markup. */
const hostileFile = "lib/<img src=x onerror=\"document.title='OWNED'\"><!--__SCRIPT__&lt;.ts";
const hostileText = "</script><script>document.title='OWNED'</script>";

const files = {
  [hostileFile]: `export function deep() {\n  return tick("${hostileText}");\n}\nfunction tick(text: string) {\n  return text;\n}\n`,
  "lib/store.ts": `import { deep } from "./${hostileFile.slice(4, -3).replaceAll('"', '\\"')}";\nexport function save() {\n  check();\n  check();\n}\nfunction check() {\n  save();\n}\n`,
  "app/main.ts":
    "import { save } from '../lib/store';\nexport function main(thing: any) {\n  save();\n  helper();\n}\nfunction helper() {\n  console.log(1);\n}\n",
};

interface Shown {
  readonly names: readonly string[];
  readonly edges: number;
  readonly matches: readonly string[];
  readonly zoom: number;
}

/** What the graph library draws now, read off the container that it registers itself at. */
function shown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const container = document.getElementById("graph") as unknown as {
      _cyreg: {
        cy: {
          nodes(selector?: string): { map(get: (node: { data(key: string): string }) => string): string[] };
          edges(): { length: number };
          zoom(): number;
        };
      };
    };
    const { cy } = container._cyreg;
    const nameOf = (node: { data(key: string): string }) => node.data("label").split("\n")[0] ?? "";
    return {
      names: cy.nodes().map(nameOf).sort(),
      edges: cy.edges().length,
      matches: cy.nodes(".match").map(nameOf),
      zoom: cy.zoom(),
    };
  });
}

/** Clicks where a node or an edge is drawn. */
async function click(page: Page, selector: string): Promise<void> {
  const at = await page.evaluate((wanted) => {
    const container = document.getElementById("graph") as unknown as HTMLElement & {
      _cyreg: {
        cy: {
          elements(selector: string): {
            isNode(): boolean;
            renderedPosition(): { x: number; y: number };
            renderedMidpoint(): { x: number; y: number };
          };
        };
      };
    };
    const found = container._cyreg.cy.elements(wanted);
    const { left, top } = container.getBoundingClientRect();
    const { x, y } = found.isNode() ? found.renderedPosition() : found.renderedMidpoint();
    return { x: left + x, y: top + y };
  }, selector);
  await page.mouse.click(at.x, at.y);
}

describe.skipIf(executable === null)("the page of a call graph", () => {
  let root: string;
  let browser: Browser;

  beforeAll(async () => {
    root = await indexedProject(files);
    browser = await launchChromium(executable as string);
  });

  afterAll(async () => {
    await browser?.close();
    if (root !== undefined) await removeFolder(root);
  });

  /** Writes the page of a graph and opens it; fails on errors of the page and on any request but the page itself. */
  async function open(symbol: string, ...args: readonly string[]): Promise<{ page: Page; problems: string[] }> {
    const path = join(root, ".grepai", "graph.html");
    const { code, stderr } = await run(["trace", "graph", symbol, ...args, "--format", "html", "-o", path], {
      cwd: root,
    });
    expect([code, stderr.includes("grepai: Cannot")]).toEqual([0, false]);
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    const problems: string[] = [];
    const url = pathToFileURL(path).href;
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("request", (request) => request.url() !== url && problems.push(`request: ${request.url()}`));
    await page.goto(url);
    return { page, problems };
  }

  it("draws the graph without any request, and leaves no blank picture", async () => {
    const { page, problems } = await open("main", "--depth", "4");
    expect(await shown(page)).toMatchObject({
      names: ["check", "console.log", "helper", "main", "save"],
      edges: 5,
    });
    expect(await page.title()).toBe("main – call graph");
    const picture = await page.locator("#graph").screenshot();
    const blank = await page.evaluate(() => {
      const canvas = [...document.querySelectorAll("canvas")];
      const pixels = canvas.map((each) => each.getContext("2d")?.getImageData(0, 0, each.width, each.height).data);
      return pixels.every((data) => data === undefined || data.every((value) => value === 0));
    });
    expect(blank).toBe(false);
    const folder = process.env["GREPAI_SCREENSHOTS"];
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "graph-page.png"), picture);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  it("shows and hides what a symbol leads to when it is clicked, and tells of it", async () => {
    const { page, problems } = await open("main", "--depth", "4");
    const node = await page.evaluate(
      () =>
        (
          JSON.parse(document.getElementById("data")?.textContent ?? "") as { nodes: { id: number; name: string }[] }
        ).nodes.find(({ name }) => name === "save")?.id,
    );
    await click(page, `#n${node}`);
    expect((await shown(page)).names).toEqual(["console.log", "helper", "main", "save"]);
    const details = page.locator("#details");
    await expect.poll(() => details.textContent()).toContain("lib/store.ts:2");
    expect(await details.textContent()).toContain("Called by (2)");
    expect(await details.textContent()).toContain("save();");
    await click(page, `#n${node}`);
    expect((await shown(page)).names).toContain("check");
    await page.locator("#details button", { hasText: "main" }).click();
    await expect.poll(() => details.locator("h2").textContent()).toBe("main");
    expect(problems).toEqual([]);
    await page.close();
  });

  it("tells the call sites of an edge that is clicked", async () => {
    const { page, problems } = await open("lib/store.ts:save", "--depth", "1");
    await click(page, "edge");
    await expect.poll(() => page.locator("#details h2").textContent()).toBe("save → check");
    expect(await page.locator("#details code").allTextContents()).toEqual(["check();", "check();"]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("finds symbols, also those that are folded away, and zooms", async () => {
    const { page, problems } = await open("main", "--depth", "4");
    await page.locator("#collapse").click();
    expect((await shown(page)).names).toEqual(["helper", "main", "save"]);
    await page.locator("#search").fill("check");
    expect(await page.locator("#found").textContent()).toBe("1 found");
    await page.locator("#search").press("Enter");
    expect(await shown(page)).toMatchObject({ names: ["check", "helper", "main", "save"], matches: ["check"] });
    expect(await page.locator("#details h2").textContent()).toBe("check");
    const before = (await shown(page)).zoom;
    await page.locator("#zoom-in").click();
    expect((await shown(page)).zoom).toBeCloseTo(before * 1.3);
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => (await shown(page)).zoom).toBeLessThan(before * 1.3);
    await page.locator("#expand").click();
    expect((await shown(page)).names).toHaveLength(5);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("takes names and source lines for text, whatever they hold", async () => {
    const { page, problems } = await open("deep", "--depth", "2");
    expect((await shown(page)).names).toEqual(["deep", "tick"]);
    await page.locator("#search").fill("onerror");
    await page.locator("#search").press("Enter");
    await expect.poll(() => page.locator("#details").textContent()).toContain(hostileFile);
    expect(await page.locator("#details").textContent()).toContain(hostileText);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("deep – call graph");
    expect(problems).toEqual([]);
    await page.close();
  });

  it("forbids everything but its own script", async () => {
    const { page } = await open("main");
    const injected = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'OWNED'";
      document.body.append(script);
      return document.title;
    });
    expect(injected).toBe("main – call graph");
    expect(await readFile(join(root, ".grepai", "graph.html"), "utf8")).not.toMatch(/(?:src|href)="?https?:/);
    await page.close();
  });
});

describe("formats of a graph", () => {
  it("are refused beside --json, and a file that cannot be written is told", async () => {
    const root = await indexedProject({ "a.ts": "export function a() { b(); }\nfunction b() {}\n" });
    const both = await run(["trace", "graph", "a", "--format", "dot", "--json"], { cwd: root });
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
    const missing = await run(["trace", "graph", "a", "--format", "dot", "-o", "no/such/a.dot"], { cwd: root });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("Name a file in a folder that exists")]);
    const dot = await run(["trace", "graph", "a", "--format", "dot"], { cwd: root });
    expect(dot.stdout).toContain('n0 -> n1 [label="1"];');
    const mermaid = await run(["trace", "graph", "a", "--format", "mermaid"], { cwd: root });
    expect(mermaid.stdout).toContain('n0 -->|"1"| n1');
    await removeFolder(root);
  });
});
