import { describe, expect, it } from "vitest";
import { parameterType, principalType, resultType } from "./type-name.ts";

describe("principalType", () => {
  it.each([
    ["*pkg.Box[int]", "pkg.Box"],
    ["Printer | null", "Printer"],
    ["Promise<User | undefined>", "User"],
    ['Optional["Node"]', "Node"],
    ["(*Server, error)", "Server"],
    ["(s *Server, err error)", "Server"],
    ["&mut Parser", "Parser"],
    ["?Crate", "Crate"],
    ["ArrayList<String>", "ArrayList"],
    ["Printer?", "Printer"],
  ])("finds the type in %s", (written, expected) => {
    expect(principalType(written)).toBe(expected);
  });

  it.each(["Printer[]", "A | B", "any", "(a: string) => void", "[]Server", "T", "interface{}"])(
    "finds none in %s",
    (written) => {
      expect(principalType(written)).toBeNull();
    },
  );
});

describe("parameterType", () => {
  it.each([
    ["feed(out: Printer, n: number): void", "out", "Printer"],
    ["def run(self, job: Job = None)", "job", "Job"],
    ["func (s *Server) Run(ctx context.Context) error", "s", "*Server"],
    ["func (s *Server) Run(ctx context.Context) error", "ctx", "context.Context"],
    ["int total(final Cart cart, int n)", "cart", "Cart"],
    ["function load(Crate $crate)", "$crate", "Crate"],
  ])("in %s, %s", (signature, name, expected) => {
    expect(parameterType(signature, name)).toBe(expected);
  });

  it("is unknown for a parameter without a type", () => {
    expect(parameterType("function run(job)", "job")).toBeNull();
  });
});

describe("resultType", () => {
  it("looks into the wrapper that the stored name leaves empty", () => {
    expect(resultType("Promise", "async function load(): Promise<Cart>")).toBe("Cart");
  });
});
