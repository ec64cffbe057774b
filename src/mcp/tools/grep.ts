import * as z from "zod";
import { GrepaiError } from "../../errors.ts";
import { compactGrepReply, fullGrepReply } from "../../format/grep-reply.ts";
import { assistantLimits } from "../../format/limits.ts";
import { assistantBudget } from "../../grep/grep.ts";
import { defaultPage, maxContextLines, maxPage } from "../../grep/request.ts";
import {
  asList,
  flag,
  optionalChoice,
  optionalFlag,
  optionalText,
  optionalWholeNumber,
  requiredText,
  textList,
  wholeNumber,
} from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, formatParameter, notesOutput } from "./common.ts";

const usualLineChars = 200;
/** Results further on are found by narrowing the search. */
const maxSkip = 1_000_000;

const contextOutput = z.array(z.object({ line: z.int(), text: z.string() })).optional();

const matchOutput = z.object({
  engine: z.string(),
  file: z.string(),
  line: z.int(),
  end_line: z.int(),
  column: z.int().describe("from 1, in UTF-16 units"),
  text: z.string().describe("the matching line or lines as they are on disk"),
  symbol: z.string().optional().describe("definition around the match, from the index; good for grepai_trace_*"),
  kind: z.string().optional(),
  rule: z.string().optional(),
  metavariables: z.record(z.string(), z.string()).optional(),
  document_label: z
    .string()
    .optional()
    .describe("in FreeCAD documents and notebooks, where lines are those of the record"),
  object_name: z.string().optional().describe('"" for the document itself'),
  object_label: z.string().optional(),
  type_id: z.string().optional(),
  record_kind: z.string().optional().describe('"document" or "object"'),
  field_path: z.string().optional().describe("e.g. Sketch.Geometry[1].radius"),
  before: contextOutput,
  after: contextOutput,
  retrieve: z
    .object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .describe("the call that shows the place with what is around it"),
});

const fullOutput = z.object({
  query: z.string(),
  mode: z.string(),
  regex: z.boolean(),
  case_sensitive: z.boolean(),
  elapsed_ms: z.number(),
  index_ms: z.number().describe("finding the files in scope and reading documents"),
  search_ms: z.number(),
  engines_used: z.array(z.string()),
  engines_unavailable: z.array(z.string()),
  engine_errors: z.record(z.string(), z.string()),
  documents_in_scope: z.int(),
  documents_searched: z.int(),
  documents_with_matches: z.int(),
  documents_unreadable: z.int(),
  objects_searched: z.int().describe("objects of FreeCAD documents and cells of notebooks"),
  documents_skipped: z.record(z.string(), z.int()).describe("paths left out, by reason; a folder counts once"),
  match_count: z.int().describe("matching lines, before skip and limit"),
  returned_count: z.int(),
  truncated: z.boolean(),
  scan_capped: z.boolean().describe("an engine was ended early: match_count is a lower bound"),
  paging: z.object({ skip: z.int(), take: z.int(), returned: z.int(), total: z.int() }),
  matches: z.array(matchOutput),
  hints: z.object({
    next_steps: z.array(z.string()),
    scope_note: z.string().nullable(),
    no_match_note: z.string().nullable(),
    unreadable_note: z.string().nullable(),
  }),
  notes: z.array(z.string()),
});

const compactOutput = z.object({
  q: z.string(),
  r: z.array(
    z.object({
      f: z.string(),
      l: z.int(),
      s: z.string().optional().describe("symbol around it"),
      p: z.string().optional().describe("field path in a document"),
    }),
  ),
  t: z.int().describe("matches in all"),
  notes: notesOutput,
});

/** `pattern` is another name of `query`. */
function withQuery(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { pattern = null, ...rest } = input as { readonly pattern?: unknown; readonly query?: unknown };
  if (pattern === null) return rest;
  if ((rest.query ?? null) !== null && rest.query !== pattern) {
    throw new GrepaiError("INVALID_PARAMETERS", "Parameter 'pattern' is another name of 'query'; give one of them.");
  }
  return { ...rest, query: pattern };
}

/** Finds exact text, regular expressions and code shapes. */
export const grepTool = defineTool({
  name: "grepai_grep",
  title: "Text and structural search",
  description:
    "Find every place where a text, a regular expression or a code shape occurs in the project's files as they are on " +
    "disk now, complete and exact, with the symbol around each match. Use it when you know the wording (a name, a " +
    "message, a config key) or must prove that something is or is not there; use grepai_search when you only know what " +
    "the code does. An answer without matches tells how much was searched.",
  parameters: z.strictObject({
    query: requiredText(
      "query",
      "What to find, 2,000 characters at most: text, a regular expression, or a code shape.",
    ),
    pattern: optionalText("pattern", "Another name of query."),
    mode: optionalChoice(
      "mode",
      '"text" (usual): text or regular expression. "structural": a code shape as ast-grep writes it, e.g. ' +
        '"if ($COND) return $$$REST"; $NAME is any one node, $$$NAME any number. "both": text and structure. "semgrep": a ' +
        "semgrep pattern, where semgrep is installed.",
      ["text", "structural", "semgrep", "both"],
    ),
    regex: flag("regex", "Text mode: the query is a regular expression in ripgrep's syntax, not literal text."),
    case_sensitive: flag("case_sensitive", "Text mode: upper and lower case differ."),
    word: flag("word", "Text mode: matches begin and end at word boundaries."),
    multiline: flag("multiline", "Text mode: matches may span lines."),
    location: optionalText(
      "location",
      'A file, a folder, a file\'s name without its ending, a part of a path, or the label of a document or of an object in one ("part.FCStd#Sketch"); letter case does not count. "*" (usual) for everywhere.',
    ),
    documents: optionalFlag(
      "documents",
      "FreeCAD documents and notebooks are searched object by object, as Python literals (usual); false for the files as they are.",
    ),
    glob: textList("glob", 'Only files that match, e.g. "**/*.{ts,tsx}"; with a leading "!" those that do not.'),
    language: textList("language", 'Only files of this language, e.g. "go", "typescript", "python".'),
    context: wholeNumber("context", "Lines to show before and after each match.", {
      from: 0,
      to: maxContextLines,
      usual: 0,
      isLenientAbove: false,
    }),
    skip: wholeNumber("skip", "Results to pass over; their order is stable.", {
      from: 0,
      to: maxSkip,
      usual: 0,
      isLenientAbove: false,
    }),
    take: optionalWholeNumber("take", "Another name of limit, as in paging.", {
      from: 1,
      to: maxPage,
      isLenientAbove: false,
    }),
    limit: optionalWholeNumber("limit", "Results at most.", {
      from: 1,
      to: maxPage,
      isLenientAbove: false,
      usual: defaultPage,
    }),
    max_line_chars: wholeNumber("max_line_chars", "Characters of a line that are shown; 0 for all.", {
      from: 0,
      to: 1_000_000,
      usual: usualLineChars,
      isLenientAbove: false,
    }),
    path_style: optionalChoice("path_style", '"relative" to the project root (usual), or "absolute".', [
      "relative",
      "absolute",
    ]),
    compact: compactParameter("lines of source"),
    format: formatParameter,
  }),
  output: z.union([fullOutput, compactOutput]),
  completed: withQuery,
  async answer(parameters, { project, signal }) {
    const { skip, compact, format } = parameters;
    const opened = await project();
    const answer = await opened.grep({
      query: parameters.query,
      mode: parameters.mode ?? "text",
      isRegex: parameters.regex,
      isCaseSensitive: parameters.case_sensitive,
      isWord: parameters.word,
      isMultiline: parameters.multiline,
      asRecords: parameters.documents ?? true,
      location: parameters.location ?? "*",
      globs: asList(parameters.glob),
      languages: asList(parameters.language),
      contextLines: parameters.context,
      skip,
      limit: Math.min(parameters.take ?? maxPage, parameters.limit ?? parameters.take ?? defaultPage),
      budget: assistantBudget,
      signal,
    });
    const options = { maxLineChars: parameters.max_line_chars, pathStyle: parameters.path_style ?? "relative" };
    const reply = (compact ? compactGrepReply : fullGrepReply)(answer, options, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
