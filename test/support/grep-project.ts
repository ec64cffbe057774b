import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files in every form that a text search meets, by path. */
export const grepFiles: Readonly<Record<string, string | Buffer>> = {
  ".gitignore": "ignored/\n*.log\n",
  "src/orders.ts": `export function placeOrder(total: number): string {
  // TODO: refuse negative totals
  if (total > limit) return "too much";
  return submit(total);
}
`,
  "src/windows.ts": "const crlf = 1;\r\nconst last = 2;\r\n",
  "src/deep/orders.go": "package deep\n\n// TODO: log\nfunc PlaceOrder() {}\n",
  "docs/Guide.md": "# Guide\n\nTODO write this\n",
  "utf16le.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("eins\nTODO größer\n", "utf16le")]),
  "utf16be.txt": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("TODO größer\n", "utf16le").swap16()]),
  "latin1.txt": Buffer.from("eins\nTODO größer\n", "latin1"),
  "utf8-bom.txt": `\ufeffTODO größer\n`,
  "data.dat": Buffer.concat([Buffer.from("TODO\n"), Buffer.alloc(64), Buffer.from("TODO\n")]),
  "package-lock.json": '{ "TODO": 1 }\n',
  "dist-free/app.min.js": `${"x".repeat(5_000)}TODO${"y".repeat(5_000)}\n`,
  "ignored/a.ts": "// TODO ignored\n",
  "build.log": "TODO ignored\n",
  ".env": "SECRET=TODO\n",
  id_rsa: "-----BEGIN TODO-----\n",
  "-dash.txt": "TODO dash\n",
  "we ird [x]{y}!#.txt": "TODO weird\n",
  "empty.txt": "",
  "no-newline.txt": "TODO at the end",
};

/** Writes {@link grepFiles} below a folder, with a link that leads in a circle. */
export async function writeGrepProject(root: string): Promise<void> {
  for (const [path, content] of Object.entries(grepFiles)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await mkdir(join(root, ".git", "objects"), { recursive: true });
  await writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(root, ".git", "config"), "[core]\n\tTODO = 1\n");
  await symlink("..", join(root, "src", "loop"));
}
