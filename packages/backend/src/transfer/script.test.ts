import { expect, test } from "vitest";
import { splitScript } from "./script.ts";

test("a script with a literal of twelve megabytes is split into its statements", () => {
  const script = [
    "-- a comment\n".repeat(1e6),
    `INSERT INTO public.texts VALUES ('${"x''".repeat(4e6)}');`,
    "select 1 \\gset",
    "create function f() returns void begin atomic select 1; end;",
    "COPY public.texts (text) FROM stdin;",
    `${"y".repeat(12e6)}`,
    "\\.",
    "select 2;",
  ].join("\n");
  expect(
    [...splitScript(script)].map((step) => ("text" in step ? step.text.slice(0, 30) : step.kind)),
  ).toEqual([
    "INSERT INTO public.texts VALUE",
    "select 1 \\gset",
    "create function f() returns vo",
    "COPY public.texts (text) FROM ",
    "select 2;",
  ]);
});
