import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectPaths } from "../src/config/paths.ts";
import { projectLockHolder } from "../src/store/project-lock.ts";
import { connectClient, reply } from "./support/mcp.ts";
import { run, startProgram } from "./support/program.ts";
import { removeFolder, temporaryFolder, writeFiles } from "./support/sample-project.ts";
import { eventually, startWatching } from "./support/watching.ts";

let root: string;
let clients: Client[] = [];

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, ".git"));
  await writeFiles(root, {
    "a.ts": "export function firstThing() {\n  return 1;\n}\n",
    ".grepai/config.yaml": "version: 1\nmcp: { auto_watch: true }\n",
  });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  await eventually("nothing is left running", () => (holder() === null ? true : null));
  await removeFolder(root);
});

const holder = () => projectLockHolder(projectPaths(root));

async function connect(): Promise<Client> {
  const client = await connectClient({ cwd: root });
  clients.push(client);
  return client;
}

const finds = async (client: Client, name: string) => {
  const answer = await reply(client, "grepai_search", { query: name, limit: 1 });
  return JSON.stringify(answer).includes(`function ${name}(`);
};
const found = (client: Client, name: string) =>
  eventually(`${name} is found`, async () => ((await finds(client, name)) ? true : null));

describe("a server with mcp.auto_watch", () => {
  it("is enough: it indexes, follows saves, and takes its watching process with it when it is killed", async () => {
    const server = startProgram(["mcp-serve", root], { cwd: root });
    await eventually("it watches", () => (holder()?.purpose === "serve" ? true : null));
    const former = holder()?.pid;
    const client = await connect();
    await found(client, "firstThing");
    await writeFiles(root, { "b.ts": "export function secondThing() {\n  return 2;\n}\n" });
    await found(client, "secondThing");
    expect(await reply(client, "grepai_index_status")).toMatchObject({ status: "healthy", daemon: { running: true } });
    const stop = await run(["watch", "--stop", root], { cwd: root });
    expect(stop.code).toBe(2);
    expect(stop.stderr).toContain("mcp.auto_watch");
    server.kill("SIGKILL");
    await once(server, "exit");
    await eventually("its watching process has ended", () => (holder()?.pid !== former ? true : null));
  });

  it("hands over to a watch that starts later, and watches again when that has ended", async () => {
    const client = await connect();
    await found(client, "firstThing");
    expect(holder()?.purpose).toBe("serve");
    const watching = await startWatching(root);
    try {
      expect(holder()).toMatchObject({ purpose: "watch", pid: watching.child.pid });
      expect((await run(["index", root], { cwd: root })).code).toBe(2);
    } finally {
      await watching.stop();
    }
    expect((await run(["index", root], { cwd: root })).code).toBe(0);
    await eventually("the server watches again", () => (holder()?.purpose === "serve" ? true : null));
    await writeFiles(root, { "c.ts": "export function thirdThing() {\n  return 3;\n}\n" });
    await found(client, "thirdThing");
  });

  it("is one of twenty of which one watches, while fifty searches are answered at once", async () => {
    await Promise.all(Array.from({ length: 20 }, connect));
    const [first] = clients;
    if (first === undefined) throw new Error("no client");
    await found(first, "firstThing");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => finds(clients[index % 20] ?? first, "firstThing")),
    );
    expect(answers).toEqual(new Array(50).fill(true));
    const former = holder()?.pid ?? 0;
    process.kill(former, "SIGKILL");
    await eventually("another takes over", () => {
      const now = holder();
      return now !== null && now.pid !== former && now.pid !== 0 ? true : null;
    });
    await writeFiles(root, { "d.ts": "export function fourthThing() {\n  return 4;\n}\n" });
    await Promise.all(clients.map((client) => found(client, "fourthThing")));
  });
});
