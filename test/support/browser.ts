import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of an installed Chromium, or null; `GREPAI_CHROMIUM` names one that is not on the path. */
export function findChromium(): string | null {
  const named = process.env["GREPAI_CHROMIUM"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = [
    ...(named === undefined ? [] : [named]),
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ];
  return candidates.find(isExecutable) ?? null;
}

/** Starts it without a window. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}
