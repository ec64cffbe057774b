import { describe, expect, it } from "vitest";
import { analyseQuery, nameKey } from "./query.ts";

describe("analyseQuery", () => {
  it.each([
    ["parseRequest", "parserequest", []],
    ["basic_json", "basicjson", []],
    ["Sinatra::Application", "application", ["sinatra"]],
    ["Picker:move_selection", "moveselection", ["picker"]],
    ["app.set", "set", ["app"]],
    ["close()", "close", []],
    ["#each", "each", []],
    ["parser", "parser", []],
  ])("takes %s as a name", (query, key, scopeKeys) => {
    const analysed = analyseQuery(query);
    expect(analysed.isName).toBe(true);
    expect(analysed.names).toEqual([expect.objectContaining({ key, scopeKeys })]);
  });

  it("finds names within prose and leaves its plain words alone", () => {
    const analysed = analyseQuery("how Picker:move_selection changes the format_error row of JsonFormatter");
    expect(analysed.isName).toBe(false);
    expect(analysed.names.map(({ key }) => key)).toEqual(["moveselection", "formaterror", "jsonformatter"]);
    expect(analyseQuery("where is the retry policy").names).toEqual([]);
  });

  it("gives one key to all spellings of a name", () => {
    expect(new Set(["parse_response", "parseResponse", "ParseResponse", "PARSE_RESPONSE"].map(nameKey)).size).toBe(1);
  });
});
