import { describe, expect, test } from "vitest";
import { rewrite } from "./source.ts";

describe("a mock", () => {
  const used = { used: new Set(["Auth", "ThemeSupa"]) };

  test("of each kit becomes one of both", () => {
    const { text, remarks } = rewrite(
      "a.test.tsx",
      `vi.mock('@supabase/auth-ui-react', () => ({\n  Auth: () => <p />,\n}));\n\nvi.mock('@supabase/auth-ui-shared', () => ({\n  ThemeSupa: {},\n}));\ntest("a", b);\n`,
      used,
    );
    expect(text).toBe(
      `vi.mock('@portico/react', () => ({\n  Auth: () => <p />, ThemeSupa: {},\n}));\n\ntest("a", b);\n`,
    );
    expect(remarks).toEqual([]);
  });

  test.each([
    [
      "a.test.tsx",
      `vi.mock("@supabase/auth-ui-react", () => ({ Auth: () => null }));`,
      `vi.mock("@portico/react", async () => ({ ...(await vi.importActual<object>("@portico/react")), Auth: () => null }));`,
    ],
    [
      "a.test.js",
      `jest.mock("@supabase/auth-ui-react", () => ({ Auth: () => null }));`,
      `jest.mock("@portico/react", () => ({ ...jest.requireActual("@portico/react"), Auth: () => null }));`,
    ],
  ])("of one kit lets through what files have from the other: %s", (file, source, after) => {
    expect(rewrite(file, source, used)).toMatchObject({ text: after, remarks: [] });
  });

  test.each([
    `vi.mock("@supabase/auth-ui-react", () => ({ Auth, ThemeSupa }));`,
    `vi.mock("@supabase/auth-ui-react");`,
    `vi.mock("@supabase/auth-ui-react", async (load) => ({ ...(await load()), Auth }));`,
  ])("that has all of it stays as it is: %s", (source) => {
    const after = source.replace("@supabase/auth-ui-react", "@portico/react");
    expect(rewrite("a.test.js", source, used)).toMatchObject({ text: after, remarks: [] });
  });

  test("that cannot be merged is told of", () => {
    const { remarks } = rewrite(
      "a.test.js",
      `jest.mock("@supabase/auth-ui-react", f);\njest.mock("@supabase/auth-ui-shared", g);`,
      used,
    );
    expect(remarks).toEqual([{ line: 2, text: expect.stringContaining("merge them") }]);
  });
});
