import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GitEnvironment } from "../git-config.ts";
import { type IgnoreConfig, IgnoreRules } from "../ignore-rules.ts";
import { scanProject } from "../scan.ts";
import type { ScanResult } from "../types.ts";

const plainConfig: IgnoreConfig = { ignore: [], externalGitignore: null };

/** A project in a temporary folder, with a home folder of its own so that no setting of this machine shows. */
export class TestProject {
  /** Holds the project and whatever a test puts beside it. */
  readonly parent: string;
  readonly root: string;
  readonly environment: GitEnvironment;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.parent = realpathSync(mkdtempSync(join(tmpdir(), "grepai-scan-")));
    this.root = join(this.parent, "project");
    const home = join(this.parent, "home");
    mkdirSync(this.root);
    mkdirSync(home);
    this.environment = { home, variables: { HOME: home, GIT_CONFIG_NOSYSTEM: "1" } };
    this.write(files);
  }

  write(files: Readonly<Record<string, string | Buffer>>, base = this.root): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), content);
    }
  }

  /** Runs git in the project (or below or beside it) and returns what it prints. */
  git(args: readonly string[], options: { readonly folder?: string; readonly input?: string } = {}): string {
    return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: join(this.root, options.folder ?? "."),
      input: options.input,
      stdio: ["pipe", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: process.env["PATH"],
        ...this.environment.variables,
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
      },
    }).toString();
  }

  /** What git would list: tracked files and those that no rule of its own leaves out. */
  gitFiles(folder?: string): string[] {
    const listed = this.git(["ls-files", "-co", "--exclude-standard", "-z"], folder === undefined ? {} : { folder });
    return [...new Set(listed.split("\0"))].filter((path) => path !== "" && !path.endsWith("/")).sort();
  }

  rules(config: Partial<IgnoreConfig> = {}, folder = "."): IgnoreRules {
    return new IgnoreRules(join(this.root, folder), { ...plainConfig, ...config }, this.environment);
  }

  scan(config: Partial<IgnoreConfig> = {}, folder = ".", maxFileBytes = 2 * 1024 * 1024): Promise<ScanResult> {
    const settings = { ...plainConfig, ...config, index: { maxFileBytes } };
    return scanProject(join(this.root, folder), { config: settings, rules: this.rules(config, folder) });
  }

  async files(config: Partial<IgnoreConfig> = {}, folder?: string): Promise<readonly string[]> {
    return (await this.scan(config, folder)).files.map((file) => file.path);
  }

  remove(): void {
    try {
      rmSync(this.parent, { recursive: true, force: true });
    } catch {
      // A folder that a test locked.
      chmodSync(this.parent, 0o700);
      rmSync(this.parent, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
