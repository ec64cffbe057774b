import { describe, expect, it } from "vitest";
import { describeTool } from "./json-schema.ts";
import { tools } from "./tools/index.ts";

const described = tools.map(describeTool);

/** Required parameters of the tools that ask for no symbol. */
const required: Readonly<Record<string, readonly string[]>> = {
  grepai_search: ["query"],
  grepai_grep: ["query"],
  grepai_impact: [],
  grepai_index_status: [],
};

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
  });

  it.each(described)("$name: objects at the root, required parameters, read-only", (tool) => {
    expect(tool.inputSchema.type).toBe("object");
    expect(tool.outputSchema.type).toBe("object");
    expect(tool.inputSchema["additionalProperties"]).toBe(false);
    expect(tool.inputSchema["anyOf"]).toBeUndefined();
    expect(tool.inputSchema["required"] ?? []).toEqual(required[tool.name] ?? ["symbol"]);
    expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  });
});
