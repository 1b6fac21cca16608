import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, inject, test } from "vitest";
import { weigh } from "../weigh.ts";

const { home } = inject("packed");

test("a page with every view and three providers stays within its budget", async () => {
  const { script, style } = await weigh(
    `export { Auth } from "@portico/react"; import "@portico/react/styles.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(9_450);
  expect(style).toBeLessThan(4_900);
});

test("a page with one hook loads neither other views nor markup", async () => {
  const { script } = await weigh(`export { useSignIn } from "@portico/react";`, { root: home });
  expect(script).toBeLessThan(3_400);
});

test("a form that works without its script loads at most 1.4 kB more", async () => {
  const weighEntry = async (names: string) => {
    const code = `export { ${names} } from "@portico/react/plugins";`;
    return (await weigh(code, { root: home })).script;
  };
  expect((await weighEntry("Auth, authHandler")) - (await weighEntry("Auth"))).toBeLessThan(1_400);
});

test("a page in one file may exclude the icons of other providers", async () => {
  const entry = join(home, "one-file.js");
  writeFileSync(
    entry,
    `export { Auth } from "@portico/react";
     export { default as discord } from "@portico/react/icons/discord";`,
  );
  const result = await build({
    root: home,
    configFile: false,
    logLevel: "error",
    define: { "globalThis.PORTICO_OWN_ICONS": "true" },
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        external: /^(react|react-dom)(\/|$)/,
        output: { codeSplitting: false },
      },
    },
  });
  if (!("output" in result)) throw new Error("The build has no output.");
  const [script] = result.output;
  expect(result.output.length).toBe(1);
  expect(gzipSync(script.code, { level: 9 }).length).toBeLessThan(9_750);
});

test.each([
  ["identifierFirst", 3_900],
  ["oauthPopup", 600],
  ["googleOneTap", 900],
])("the plugin %s adds at most %i bytes to a page with plugins", async (name, maxBytes) => {
  const entry = "@portico/react/plugins";
  const without = await weigh(`export { Auth } from "${entry}";`, { root: home });
  const page = await weigh(`export { Auth, ${name} } from "${entry}";`, { root: home });
  expect(page.script - without.script).toBeLessThan(maxBytes);
});
