import { describe, expect, test } from "vitest";
import { rewriteManifest } from "./manifest.ts";

describe("package.json", () => {
  const noPackages = new Set<string>();

  test.each([
    [
      `{\n  "dependencies": {\n    "@supabase/auth-helpers-react": "^0.5.0",\n    "@supabase/auth-ui-react": "0.4.7",\n    "@supabase/auth-ui-shared": "0.1.8",\n    "react": "18"\n  }\n}\n`,
      `{\n  "dependencies": {\n    "@portico/react": "^1.2.3",\n    "react": "18"\n  }\n}\n`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0.4.7"},"devDependencies":{"@supabase/auth-ui-shared":"*","a":"1"}}`,
      `{"dependencies":{"@portico/react":"^1.2.3"},"devDependencies":{"@portico/react":"^1.2.3","a":"1"}}`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0","@supabase/auth-ui-shared":"0","@portico/react":"1","z":"1"}}`,
      `{"dependencies":{"@portico/react":"1","z":"1"}}`,
    ],
    [
      `{\r\n\t"dependencies": {\r\n\t\t"@portico/react": "1",\r\n\t\t"@supabase/auth-ui-react": "0"\r\n\t}\r\n}\r\n`,
      `{\r\n\t"dependencies": {\r\n\t\t"@portico/react": "1"\r\n\t}\r\n}\r\n`,
    ],
  ])(
    "a package.json depends on the new package instead of the archived ones: %s",
    (original, updated) => {
      const rewritten = rewriteManifest(original, "^1.2.3", noPackages);
      expect(rewritten).toBe(updated);
      expect(() => JSON.parse(rewritten)).not.toThrow();
    },
  );

  test("a package.json keeps a package that the sources still import, and its other sections", () => {
    const original = {
      overrides: { "@supabase/auth-ui-react": "1" },
      dependencies: { a: "1", "@supabase/auth-helpers-react": "1" },
    };
    const keptPackages = new Set(["@supabase/auth-helpers-react"]);
    expect(JSON.parse(rewriteManifest(JSON.stringify(original), "^1", keptPackages))).toEqual({
      ...original,
      dependencies: { a: "1", "@portico/react": "^1", "@supabase/auth-helpers-react": "1" },
    });
  });

  test("a package.json that is not JSON is not changed", () => {
    const template = `{ {{name}} "@supabase/auth-ui-react" }`;
    expect(rewriteManifest(template, "^1", noPackages)).toBe(template);
  });
});
