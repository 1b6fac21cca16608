import { expect, test } from "vitest";
import { languageFaults, similarFiles } from "./language.mjs";

test.each([
  ["const told = 1;", "the name told"],
  ["function tellOthers() {}", "the name tellOthers"],
  ["const a = ({ heard }) => heard;", "the name heard"],
  ["interface A { readonly place: string }", "the name place"],
  ["class A { #wished = 1 }", "the name wished"],
  ["// Undefined for what is no number.\nconst a = 1;", "the comment"],
  ["/** JSON text. DeliveryRouter with the same role share it. */\nconst a = 1;", "plural verb"],
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

test.each([
  [["a/worker.ts", "a/workers.ts"]],
  [["a/listen.ts", "a/listening.ts"]],
  [["a/provide.ts", "a/provider.tsx"]],
])("the names %s in one folder are refused", (files) => {
  expect(similarFiles(files)).toHaveLength(1);
});

test("names that differ by a word, by a folder or by a test are accepted", () => {
  const files = ["a/worker.ts", "a/worker-pool.ts", "a/worker.test.ts", "b/workers.ts"];
  expect(similarFiles(files)).toEqual([]);
});
