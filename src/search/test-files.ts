import type { BoostRule, SearchConfig } from "../config/types.ts";
import { isAboutTests, ruleMatcher } from "./path-boost.ts";

/** Folders that hold nothing but tests or what tests need, whatever the language. */
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|mocks?|__mocks__|fixtures?|testdata|[\w.-]+[-._]tests?|\w+Tests?)\//;
const TEST_FOLDER_IN_CAPITALS = /(?:^|\/)(?:Tests?|Specs?|Mocks?|Fixtures?)\//;
/** `a_test.go`, `a.test.ts`, `test_a.py`, `ATest.java`, `ATests.cs`, `ASpec.scala`, `a_spec.rb`, `conftest.py`. */
const TEST_FILE =
  /(?:[-._](?:tests?|spec|mock)\.[^/]*|\/tests?_[^/]*|[\p{Ll}\p{N}](?:Tests?|TestCase|Spec)\.\w+|\/conftest\.py)$/u;

/** Whether a path is that of a test or of what tests need: by the usual names, or by a penalty that is about tests. */
export function testMatcher(boost: SearchConfig["boost"]): (path: string) => boolean {
  const rules = boost.penalties.filter(isAboutTests).map(ruleMatcher);
  return (path) => {
    const rooted = `/${path}`;
    return (
      [TEST_FOLDER, TEST_FOLDER_IN_CAPITALS, TEST_FILE].some((names) => names.test(rooted)) ||
      rules.some((matches) => matches(rooted))
    );
  };
}

/** The same penalties without those that keep tests down. */
export function withoutTestPenalties(boost: SearchConfig["boost"]): SearchConfig["boost"] {
  const isOther = (rule: BoostRule): boolean => !isAboutTests(rule);
  return { ...boost, penalties: boost.penalties.filter(isOther) };
}
