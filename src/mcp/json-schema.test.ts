import { describe, expect, it } from "vitest";
import { describeTool } from "./json-schema.ts";
import { tools } from "./tools/index.ts";

const described = tools.map(describeTool);

describe("describeTool", () => {
  it("offers the five documented tools with their documented parameters and defaults", () => {
    const parameters = Object.fromEntries(
      described.map(({ name, inputSchema }) => [
        name,
        Object.fromEntries(
          Object.entries(inputSchema["properties"] as Record<string, { type?: string; default?: unknown }>).map(
            ([parameter, { type, default: fallback }]) => [parameter, [type, fallback]],
          ),
        ),
      ]),
    );
    expect(parameters).toMatchObject({
      grepai_search: {
        query: ["string", undefined],
        limit: ["integer", 10],
        compact: ["boolean", false],
        format: ["string", "json"],
      },
      grepai_trace_callers: { symbol: ["string", undefined], compact: ["boolean", false], format: ["string", "json"] },
      grepai_trace_callees: { symbol: ["string", undefined], compact: ["boolean", false], format: ["string", "json"] },
      grepai_trace_graph: {
        symbol: ["string", undefined],
        depth: ["integer", 2],
        compact: ["boolean", false],
        format: ["string", "json"],
      },
      grepai_index_status: { verbose: ["boolean", false], format: ["string", "json"] },
    });
    expect(Object.keys(parameters)).toHaveLength(5);
  });

  it.each(described)("$name: objects at the root, required parameters, read-only", (tool) => {
    expect(tool.inputSchema.type).toBe("object");
    expect(tool.outputSchema.type).toBe("object");
    expect(tool.inputSchema["additionalProperties"]).toBe(false);
    expect(tool.inputSchema["anyOf"]).toBeUndefined();
    expect(tool.inputSchema["required"] ?? []).toEqual(
      tool.name === "grepai_search" ? ["query"] : tool.name === "grepai_index_status" ? [] : ["symbol"],
    );
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  });
});
