import { expect, test } from "vitest";
import { contentType, mediaTypeName, parseAccept, parseMediaType } from "./media-type.ts";

test.each([
  ["application/json; charset=utf-8", { kind: "json" }],
  ["APPLICATION/vnd.PgRsT.object+json", { kind: "object", nullsStripped: false }],
  ["application/vnd.pgrst.object+json;nulls=stripped", { kind: "object", nullsStripped: true }],
  ["application/vnd.pgrst.array+json", { kind: "json" }],
  ["application/vnd.pgrst.array;nulls=stripped", { kind: "arrayNullsStripped" }],
  [
    'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|analyze;',
    { kind: "plan", for: { kind: "csv" }, format: "json", options: ["analyze", "verbose"] },
  ],
  ["application/vnd.twkb", { kind: "other", name: "application/vnd.twkb" }],
])("the media type %s is parsed", (text, type) => {
  expect(parseMediaType(text)).toEqual(type);
});

test("types are accepted in the order of their qualities, and then of their specificity", () => {
  expect(
    parseAccept("*/*, text/csv;q=0.5, application/json, text/plain;q=2").map(mediaTypeName),
  ).toEqual(["text/plain", "application/json", "*/*", "text/csv"]);
  expect(parseAccept(null)).toEqual([{ kind: "any" }]);
});

test("Content-Type contains the charset of types that have one", () => {
  expect(contentType({ kind: "json" })).toBe("application/json; charset=utf-8");
  expect(contentType({ kind: "octets" })).toBe("application/octet-stream");
});
