import { expect, test } from "vitest";
import { languageFaults } from "./language.mjs";

test.each([
  ["const told = 1;", "the name told"],
  ["function tellOthers() {}", "the name tellOthers"],
  ["const a = ({ heard }) => heard;", "the name heard"],
  ["interface A { readonly place: string }", "the name place"],
  ["class A { #wished = 1 }", "the name wished"],
  ["// Undefined for what is no number.\nconst a = 1;", "the comment"],
  ["/** In seconds: how long it lasts. */\nconst a = 1;", "put the unit into the name"],
])("%s is refused", (text, fault) => {
  expect(languageFaults("a.ts", text).join()).toContain(fault);
});

test.each([
  "const placeholder = wholesale + afterAll;",
  "/** Returns undefined when the text is not a number. */\nconst timeoutSeconds = 1;",
  "// The request is no longer needed.\nimport { after } from 'vitest';",
])("%s is accepted", (text) => {
  expect(languageFaults("a.ts", text)).toEqual([]);
});
