import { expect, test } from "vitest";
import { parseBearer } from "./bearer.ts";

test.each([
  ["Bearer a.b.c", "a.b.c"],
  ["bearer a.b.c", "a.b.c"],
  ["BEARER   sb_secret_x", "sb_secret_x"],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Bearer a b", undefined],
  ["Bearera.b.c", undefined],
  [" Bearer a.b.c", undefined],
  ["Bearer\ta.b.c", undefined],
  ["Basic YTpi", undefined],
  ["a.b.c", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("the bearer token of the header %j is %j", (header, token) => {
  expect(parseBearer(header)).toBe(token);
});

test.each([
  ["spaces", `Bearer${" ".repeat(1_000_000)}`],
  ["characters before a space", `Bearer ${"a".repeat(1_000_000)} `],
])("a long header of %s is refused in linear time", (_, header) => {
  expect(parseBearer(header)).toBeUndefined();
});
