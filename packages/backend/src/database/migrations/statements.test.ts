import { expect, test } from "vitest";
import { splitStatements } from "./statements.ts";

const split = (script: string) => splitStatements(script).map(({ text }) => text);

test.each([
  ["select 1; select 2", ["select 1", "select 2"]],
  [";;  -- nothing\n /* a; /* b; */ c; */ ;", []],
  ["-- first\nselect 1 -- why; so\n+ 1;", ["select 1 -- why; so\n+ 1"]],
  ["select 'a;b''c;', E'\\';', \"d;\"\"e\"; x", ["select 'a;b''c;', E'\\';', \"d;\"\"e\"", "x"]],
  ["select 'a\\'; select 2", ["select 'a\\'", "select 2"]],
  ["do $$ begin; end $$; do $a$ $$;$$ $a$; x", ["do $$ begin; end $$", "do $a$ $$;$$ $a$", "x"]],
  ["select a$1; select $1; select b$x$", ["select a$1", "select $1", "select b$x$"]],
  [
    "create rule r as on insert to t do (delete from a; delete from b); x",
    ["create rule r as on insert to t do (delete from a; delete from b)", "x"],
  ],
  [
    "create function f() returns int begin atomic select case when true then 1 end; select 2; end; x",
    [
      "create function f() returns int begin atomic select case when true then 1 end; select 2; end",
      "x",
    ],
  ],
  ["begin; select 1; end; x", ["begin", "select 1", "end", "x"]],
  ["\\restrict abc\nselect 1;\n\\unrestrict abc\n", ["select 1"]],
  ["select 'never closed; x", ["select 'never closed; x"]],
])("the script %j is split into its statements", (script, expected) => {
  expect(split(script)).toEqual(expected);
});

test("a statement has its position in the file", () => {
  expect(splitStatements("-- a\nselect 1;\n  select 2").map(({ start }) => start)).toEqual([5, 17]);
});

test("literals, names and comments of twelve megabytes are parsed like short ones", () => {
  const longText = "x".repeat(12e6);
  const escapes = "''".repeat(6e6);
  const script = [
    `-- ${longText}\nselect '${longText}'`,
    `select '${escapes}'`,
    `select E'${"\\'".repeat(6e6)}'`,
    `select "${longText}"`,
    `select ${longText}`,
    `/* ${longText} */ do $$${longText}$$`,
    `${"-- a line\n".repeat(1e6)}select 1`,
  ];
  expect(splitStatements(script.join(";")).map(({ text }) => text.length)).toEqual([
    12e6 + 9,
    12e6 + 9,
    12e6 + 10,
    12e6 + 9,
    12e6 + 7,
    12e6 + 7,
    8,
  ]);
});
