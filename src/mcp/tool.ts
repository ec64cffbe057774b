import type * as z from "zod";
import type { Reply, ReplyFormat } from "../format/encode.ts";
import type { Project } from "../project/project.ts";
import { parseParameters } from "./parameters.ts";

/** What a tool works with during one call. */
export interface ToolCall {
  /** Opens the project on first use. @throws GrepaiError INDEX_NOT_FOUND */
  readonly project: () => Promise<Project>;
  /** Fires when the client cancels the call. */
  readonly signal: AbortSignal;
}

/** What a tool answers. */
export interface ToolAnswer {
  readonly reply: Reply;
  readonly format: ReplyFormat;
}

/** One tool as the server offers it. All of them only read. */
export interface Tool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For a model that has to choose between the tools. */
  readonly description: string;
  readonly parameters: z.ZodObject;
  /** Everything that `structuredContent` may be. */
  readonly output: z.ZodType;
  /** @throws GrepaiError for wrong arguments and failures */
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolAnswer>;
}

/** A tool whose arguments are checked against its parameters before it runs. */
export function defineTool<Shape extends z.ZodRawShape>(definition: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: z.ZodObject<Shape>;
  readonly output: z.ZodType;
  /** Adds to the arguments of a call what others of them stand for. */
  readonly completed?: (input: unknown) => unknown;
  readonly answer: (parameters: z.output<z.ZodObject<Shape>>, call: ToolCall) => Promise<ToolAnswer>;
}): Tool {
  const { answer, completed = (input) => input, ...description } = definition;
  return {
    ...description,
    run: (input, call) => answer(parseParameters(definition.parameters, completed(input)), call),
  };
}
