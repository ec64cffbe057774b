import { describe, expect, it } from "vitest";
import { defaultConfig } from "../config/defaults.ts";
import { testMatcher, withoutTestPenalties } from "./test-files.ts";

const { boost } = defaultConfig.search;

describe("testMatcher", () => {
  it.each([
    "tests/test_api.py",
    "pkg/server_test.go",
    "src/app.test.ts",
    "src/__tests__/app.ts",
    "src/test/java/com/acme/OrderTest.java",
    "Acme.Tests/OrderTests.cs",
    "Tests/AcmeTests/OrderTests.swift",
    "core/src/OrderSpec.scala",
    "spec/order_spec.rb",
    "conftest.py",
    "test_order.py",
    "pkg/testdata/order.json",
    "web/fixtures/order.json",
  ])("knows %s for a test", (path) => {
    expect(testMatcher(boost)(path)).toBe(true);
  });

  it.each([
    "src/latest.ts",
    "src/contest.go",
    "src/attestation/verify.py",
    "src/Latest.java",
    "src/inspector.rb",
    "src/protest/a.c",
  ])("takes %s for code", (path) => {
    expect(testMatcher(boost)(path)).toBe(false);
  });

  it("also goes by the penalties that are about tests", () => {
    const own = { ...boost, penalties: [{ pattern: "qa-specs/", factor: 0.5 }] };
    expect(testMatcher(own)("qa-specs/order.ts")).toBe(true);
    expect(testMatcher(boost)("qa-specs/order.ts")).toBe(false);
    expect(testMatcher({ ...boost, penalties: [{ pattern: "*.mocked.ts", factor: 0.5 }] })("a/b.mocked.ts")).toBe(true);
  });
});

describe("withoutTestPenalties", () => {
  it("keeps the penalties that are about something else", () => {
    const patterns = withoutTestPenalties(boost).penalties.map(({ pattern }) => pattern);
    expect(patterns).toContain("/generated/");
    expect(patterns).toContain("/docs/");
    expect(patterns.filter((pattern) => /test|spec|mock|fixture/.test(pattern))).toEqual([]);
  });
});
