import { Presets, SingleBar } from "cli-progress";
import type { PassReport } from "../index/types.ts";

/** Draws a pass on standard error. */
export interface ProgressDisplay {
  show(report: PassReport): void;
  /** Clears the bar, so that other lines can be written. */
  end(): void;
}

/** Lines in a log are written at this interval at most. */
const lineIntervalMs = 5_000;

const verbs = { scanning: "Scanning", indexing: "Indexing", embedding: "Embedding", saving: "Saving" } as const;

/** A bar with files, chunks a second and the time left, for a terminal. */
function createBar(): ProgressDisplay {
  let bar: SingleBar | null = null;
  let startedAt = Date.now();
  let phase: PassReport["phase"] = "scanning";
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    show(report) {
      if (report.total === 0) return;
      if (bar === null || report.phase !== phase) {
        end();
        phase = report.phase;
        startedAt = Date.now();
        const unit = report.phase === "embedding" ? "chunks" : "files";
        bar = new SingleBar(
          {
            format: `${verbs[phase]} {bar} {percentage}% | {value}/{total} ${unit} | {rate} chunks/s | {eta_formatted} left`,
            stream: process.stderr,
            hideCursor: true,
            clearOnComplete: true,
            fps: 10,
          },
          Presets.rect,
        );
        bar.start(report.total, report.done, { rate: 0 });
      }
      const seconds = Math.max(0.1, (Date.now() - startedAt) / 1000);
      bar.update(report.done, { rate: Math.round(report.chunks / seconds) });
    },
    end,
  };
}

/** A plain line now and then, for logs and pipes. */
function createLines(warn: (line: string) => void): ProgressDisplay {
  let lastAt = Date.now();
  return {
    show(report) {
      if (report.total === 0 || Date.now() - lastAt < lineIntervalMs) return;
      lastAt = Date.now();
      warn(`${verbs[report.phase].toLowerCase()}: ${report.done} of ${report.total}, ${report.chunks} chunks so far`);
    },
    end() {},
  };
}

/** @param isTerminal draw a bar, else write a line every few seconds */
export function createProgress(isTerminal: boolean, warn: (line: string) => void): ProgressDisplay {
  return isTerminal ? createBar() : createLines(warn);
}
