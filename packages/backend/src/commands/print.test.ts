import { expect, test } from "vitest";
import { asTable } from "./output.ts";
import { print } from "./print.ts";

const hostile = "\x1b]0;title\x07 \x9b2J \r over\ttab\r\nline\n";

function written(isTTY: boolean): string {
  const parts: unknown[] = [];
  print(hostile, { isTTY, write: (part: unknown) => parts.push(part) > 0 });
  return parts.join("");
}

test("a terminal is shown the control characters of a text, and obeys none", () => {
  expect(written(true)).toBe("\\x1b]0;title\\x07 \\x9b2J \\x0d over\ttab\r\nline\n");
});

test("a program gets a text as it is", () => {
  expect(written(false)).toBe(hostile);
});

test("a table has no control characters, and its columns are as wide as what is shown", () => {
  expect(
    asTable([
      ["\x1b[2J", "b"],
      ["a", "b"],
    ]),
  ).toBe("\\x1b[2J   b\na         b\n");
});
