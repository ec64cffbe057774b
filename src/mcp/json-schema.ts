import * as z from "zod";
import type { Tool } from "./tool.ts";

/** A JSON Schema whose root is an object, as the protocol asks of tools. */
export interface ObjectSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
}

/** Draft 7 without `$schema`: what every client's validator reads, whichever draft it takes for granted. */
function toObjectSchema(schema: z.ZodType, io: "input" | "output"): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-7", io });
  return { ...rest, type: "object" };
}

/** A tool as `tools/list` describes it. */
export function describeTool(tool: Tool) {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toObjectSchema(tool.parameters, "input"),
    outputSchema: toObjectSchema(tool.output, "output"),
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}
