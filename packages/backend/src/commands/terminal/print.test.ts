import { expect, test } from "vitest";
import { asTable } from "./output.ts";
import { print } from "./print.ts";

const hostileText = "\x1b]0;title\x07 \x9b2J \r over\ttab\r\nline\n";

function printToString(isTTY: boolean): string {
  const parts: unknown[] = [];
  print(hostileText, { isTTY, write: (part: unknown) => parts.push(part) > 0 });
  return parts.join("");
}

test("print shows control characters in a terminal, which then does not execute them", () => {
  expect(printToString(true)).toBe("\\x1b]0;title\\x07 \\x9b2J \\x0d over\ttab\r\nline\n");
});

test("print writes the exact text to a program", () => {
  expect(printToString(false)).toBe(hostileText);
});

test("a printed table has no control characters, and its columns fit the shown text", () => {
  expect(
    asTable([
      ["\x1b[2J", "b"],
      ["a", "b"],
    ]),
  ).toBe("\\x1b[2J   b\na         b\n");
});
