import { describe, expect, test } from "vitest";
import { rewriteConfiguration } from "./configuration.ts";

describe("a configuration", () => {
  test.each([
    [
      `manualChunks: { supabase: ['@supabase/supabase-js', '@supabase/auth-ui-react', '@supabase/auth-ui-shared'] }`,
      `manualChunks: { supabase: ['@supabase/supabase-js', '@portico/react'] }`,
    ],
    [
      `manualChunks: { auth: [\n  "@supabase/auth-ui-shared",\n  "@supabase/auth-ui-react",\n  "@supabase/auth-helpers-react",\n] }`,
      `manualChunks: { auth: [\n  "@portico/react",\n  "@portico/react/auth-helpers",\n] }`,
    ],
    [
      `manualChunks(id) { if (id.includes("node_modules/@supabase/auth-ui-react")) return "auth" }`,
      `manualChunks(id) { if (id.includes("node_modules/@portico/react")) return "auth" }`,
    ],
    [
      `optimizeDeps: { include: ["react", "@supabase/auth-ui-react", "date-fns", "@supabase/auth-ui-shared"] }`,
      `optimizeDeps: { include: ["react", "@portico/react", "date-fns"] }`,
    ],
    [
      `transpilePackages: ["@supabase/auth-helpers-react", "@supabase/auth-ui-react"]`,
      `transpilePackages: ["@portico/react"]`,
    ],
    [`external: ["@supabase/auth-ui-react"]`, `external: ["@portico/react"]`],
    [
      `moduleNameMapper: { "^@supabase/auth-ui-react$": "<rootDir>/auth.js" }`,
      `moduleNameMapper: { "^@portico/react$": "<rootDir>/auth.js" }`,
    ],
    [
      `transformIgnorePatterns: ["node_modules/(?!(@supabase/auth-ui-react|x)/)"]`,
      `transformIgnorePatterns: ["node_modules/(?!(@portico/react|x)/)"]`,
    ],
    [`ssr: { noExternal: ["@supabase/auth-ui-react"] }`, `ssr: { noExternal: ["@portico/react"] }`],
  ])("names the new package: %s", (before, after) => {
    const { text, remarks } = rewriteConfiguration(
      "vite.config.js",
      `export default { ${before} };`,
    );
    expect(text).toBe(`export default { ${after} };`);
    expect(remarks).toEqual([]);
  });

  test.each([
    [`alias: { "@supabase/auth-ui-react": path.resolve("a") }`, "Nothing imports"],
    [
      `resolveAlias: { "@supabase/auth-ui-shared": "./node_modules/@supabase/auth-ui-shared/dist/x.js" }`,
      "Nothing imports",
    ],
    [String.raw`manualChunks: (id) => /@supabase\/auth-ui/.test(id) && "a"`, "has moved"],
    [`manualChunks: (id) => id.includes("@supabase/auth-ui") && "a"`, "has moved"],
  ])("says what a person has to look at: %s", (config, said) => {
    const source = `export default { ${config} };`;
    const { text, remarks } = rewriteConfiguration("vite.config.js", source);
    expect(text).toBe(source);
    expect(remarks).toEqual([{ line: 1, text: expect.stringContaining(said) }]);
  });
});
