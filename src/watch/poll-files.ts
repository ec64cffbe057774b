import { unwatchFile, watchFile } from "node:fs";

const intervalMs = 2_000;

/** Looks at a few files outside the watched tree now and then; they need not exist. Keeps no process alive. */
export function pollFiles(paths: readonly string[], onChange: () => void): { readonly close: () => void } {
  for (const path of paths) watchFile(path, { interval: intervalMs, persistent: false }, onChange);
  return {
    close: () => {
      for (const path of paths) unwatchFile(path, onChange);
    },
  };
}
