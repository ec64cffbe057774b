import type { Colors } from "picocolors/types.js";
import type { StatusReport } from "../status/types.ts";
import { visibleLine } from "./visible.ts";

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** Bytes in the unit that gives one to three digits before the point. */
export function bytesText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

function embedderText({ embedder }: StatusReport): string {
  const name = `${embedder.provider} ${embedder.model}`;
  return embedder.health.status === "connected"
    ? `${name} (connected)`
    : `${name} (unavailable: ${embedder.health.reason})`;
}

function pendingText({ counts, unindexedFiles }: StatusReport): string {
  const parts: string[] = [];
  if (unindexedFiles > 0) parts.push(`${unindexedFiles} files are not indexed yet`);
  if (counts.pendingPassages > 0) {
    parts.push(`${counts.pendingPassages} chunks in ${counts.pendingFiles} files wait for vectors`);
  }
  if (counts.failedPassages > 0) parts.push(`${counts.failedPassages} chunks cannot be embedded`);
  return parts.join(", ") || "none";
}

function daemonText({ daemon }: StatusReport): string {
  return daemon.running ? `running, pid ${daemon.pid}, since ${daemon.startedAt}` : "not running";
}

function rowsOf(report: StatusReport): readonly (readonly [string, string])[] {
  const { counts, store, progress } = report;
  const rows: [string, string][] = [
    ["project", report.project],
    ["embedder", embedderText(report)],
    ["store", `${store.backend} ${store.location} (${bytesText(store.sizeBytes)})`],
    ["vectors", store.vectorSearch],
    ["files", `${counts.files}`],
    ["chunks", `${counts.chunks}`],
    ["symbols", `${counts.symbols} (${counts.references} references)`],
    ["languages", countsText(counts.filesByLanguage) || "none"],
    ["pending", pendingText(report)],
    ["skipped", countsText(counts.skippedByReason) || "none"],
    ["updated", counts.lastUpdated === null ? "never" : counts.lastUpdated.toISOString()],
    ["generation", `${report.generation}`],
    ["watch", daemonText(report)],
  ];
  if (progress !== null) rows.push(["progress", `${progress.filesDone} of ${progress.filesTotal} files`]);
  return rows;
}

function listText(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `\n${title}\n${lines.map((line) => `  ${visibleLine(line)}\n`).join("")}`;
}

function notesText(notes: readonly string[], colours: Colors): string {
  return notes.map((note) => `${colours.yellow("note:")} ${visibleLine(note)}\n`).join("");
}

function detailsText(report: StatusReport): string {
  if (report.details === null) return "";
  const { skipped, partialFiles, failedPassages } = report.details;
  return [
    `\nparsed: ${countsText(report.counts.filesByStatus) || "nothing"}\n`,
    listText(
      "skipped paths",
      skipped.map(({ path, reason, detail }) => `${path}  ${reason}${detail === null ? "" : ` (${detail})`}`),
    ),
    listText("parsed in part, for syntax errors", partialFiles),
    listText(
      "chunks that cannot be embedded",
      failedPassages.map(({ path, startLine, reason }) => `${path}:${startLine}  ${reason}`),
    ),
  ].join("");
}

/** The status for people: one fact a line. */
export function statusText(report: StatusReport, colours: Colors): string {
  const isWell = report.status === "healthy" || report.status === "building";
  const head = `${"status".padEnd(11)} ${(isWell ? colours.green : colours.red)(report.status)}\n`;
  const rows = rowsOf(report).map(([name, value]) => `${colours.dim(name.padEnd(11))} ${visibleLine(value)}\n`);
  return `${head}${rows.join("")}${notesText(report.notes, colours)}${detailsText(report)}`;
}
