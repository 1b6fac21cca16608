import { describe, expect, test } from "vitest";
import { rewriteManifest } from "./manifest.ts";

describe("package.json", () => {
  const none = new Set<string>();

  test.each([
    [
      `{\n  "dependencies": {\n    "@supabase/auth-helpers-react": "^0.5.0",\n    "@supabase/auth-ui-react": "0.4.7",\n    "@supabase/auth-ui-shared": "0.1.8",\n    "react": "18"\n  }\n}\n`,
      `{\n  "dependencies": {\n    "@portico/react": "^1.2.3",\n    "react": "18"\n  }\n}\n`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0.4.7"},"devDependencies":{"@supabase/auth-ui-shared":"*","a":"1"}}`,
      `{"dependencies":{"@portico/react": "^1.2.3"},"devDependencies":{"@portico/react": "^1.2.3","a":"1"}}`,
    ],
    [
      `{"dependencies":{"@supabase/auth-ui-react":"0","@supabase/auth-ui-shared":"0","@portico/react":"1","z":"1"}}`,
      `{"dependencies":{"@portico/react":"1","z":"1"}}`,
    ],
    [
      `{"dependencies":{"@portico/react":"1", "@supabase/auth-ui-react":"0", "@supabase/auth-ui-shared":"0"}}`,
      `{"dependencies":{"@portico/react":"1"}}`,
    ],
  ])("%s", (before, after) => {
    const rewritten = rewriteManifest(before, "^1.2.3", none);
    expect(rewritten).toBe(after);
    expect(() => JSON.parse(rewritten)).not.toThrow();
  });

  test("keeps what the sources still use beside ours, and everything of another section", () => {
    const source = `{"overrides":{"@supabase/auth-ui-react":"1"},"dependencies":{\n  "@supabase/auth-helpers-react":"1"\n}}`;
    expect(rewriteManifest(source, "^1", new Set(["@supabase/auth-helpers-react"]))).toBe(
      source.replace(`"@supabase/auth-h`, `"@portico/react": "^1",\n  "@supabase/auth-h`),
    );
  });
});
