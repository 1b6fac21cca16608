import { describe, expect, test } from "vitest";
import { logicTree } from "./logic.ts";
import { jsonPath } from "./names.ts";
import { condition } from "./operators.ts";
import { orderTerms } from "./order.ts";
import { Scanner, SyntaxRefusal } from "./scanner.ts";
import { selectItems } from "./select.ts";

/** Returns the value that a grammar parses, or an error such as `(line 1, column 5) message`. */
function read(grammar: (scanner: Scanner) => unknown, text: string): unknown {
  const scanner = new Scanner(text);
  try {
    return scanner.parse(() => grammar(scanner));
  } catch (error) {
    if (error instanceof SyntaxRefusal) return `${error.position} ${error.message}`;
    throw error;
  }
}

const emptyField = { alias: null, cast: null, aggregate: null, aggregateCast: null };
const column = (name: string) => ({ ...emptyField, kind: "field", field: { name, path: [] } });

// The texts, positions and messages are from PostgREST's documentation and parser tests.

describe("select", () => {
  test("the select parser reads fields with aliases, casts, paths and aggregates", () => {
    expect(read(selectItems, 'a:"b c"->d->>-1::int, count()::text ,x.sum()::float')).toEqual([
      {
        ...emptyField,
        kind: "field",
        alias: "a",
        field: {
          name: "b c",
          path: [
            { arrow: "->", by: "key", value: "d" },
            { arrow: "->>", by: "index", value: "-1" },
          ],
        },
        cast: "int",
      },
      { ...column("*"), aggregate: "count", aggregateCast: "text" },
      { ...column("x"), aggregate: "sum", aggregateCast: "float" },
    ]);
    expect(read(selectItems, "")).toEqual([]);
    expect(read(selectItems, "inner-dash, no trailing ")).toEqual([
      column("inner-dash"),
      column("no trailing"),
    ]);
  });

  test("the select parser reads relations and spreads", () => {
    expect(read(selectItems, "a:r!inner!hint(*,...s!left(id)),empty()")).toEqual([
      {
        kind: "relation",
        name: "r",
        alias: "a",
        hint: "hint",
        join: "inner",
        items: [
          column("*"),
          { kind: "spread", name: "s", hint: null, join: "left", items: [column("id")] },
        ],
      },
      { kind: "relation", name: "empty", alias: null, hint: null, join: null, items: [] },
    ]);
  });

  test.each([
    [
      "id,clients(name[])",
      '(line 1, column 16) unexpected \'[\' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
    ],
    [
      "data->>-78xy",
      '(line 1, column 11) unexpected \'x\' expecting digit, "->", "::", ".", "," or end of input',
    ],
    ["name::", "(line 1, column 7) unexpected end of input expecting letter or digit"],
  ])("the select parser refuses %s", (text, refusal) => {
    expect(read(selectItems, text)).toBe(refusal);
  });
});

describe("json paths", () => {
  test("keys in a JSON path may contain anything that is not reserved", () => {
    expect(read(jsonPath, "->!@#$%^&*_a->>0")).toEqual([
      { arrow: "->", by: "key", value: "!@#$%^&*_a" },
      { arrow: "->>", by: "index", value: "+0" },
    ]);
  });

  test.each([
    ["->>--34", '(line 1, column 5) unexpected "-" expecting digit'],
    ["->>-xy-4", '(line 1, column 5) unexpected "x" expecting digit'],
  ])("the JSON path %s is refused", (text, refusal) => {
    expect(read(jsonPath, text)).toBe(refusal);
  });
});

describe("conditions", () => {
  const wholeCondition = (scanner: Scanner) => condition(scanner, () => scanner.rest());

  test.each([
    ["eq.a,b", { kind: "quantifiable", operator: "eq", quantifier: null, value: "a,b" }],
    ["gte(any).{1}", { kind: "quantifiable", operator: "gte", quantifier: "any", value: "{1}" }],
    ["cs.{1}", { kind: "simple", operator: "cs", value: "{1}" }],
    ['in.(a,"b,)\\"",,"c"d)', { kind: "in", values: ["a", 'b,)"', "", '"c"d'] }],
    ["is.NULL", { kind: "is", value: "null" }],
    ["is.not_null", { kind: "is", value: "not_null" }],
    ["isdistinct.5", { kind: "isdistinct", value: "5" }],
    ["wfts(fr).a", { kind: "textSearch", operator: "wfts", language: "fr", value: "a" }],
  ])("the condition %s is parsed", (text, operation) => {
    expect(read(wholeCondition, text)).toEqual({ negated: false, operation });
    expect(read(wholeCondition, `not.${text}`)).toEqual({ negated: true, operation });
  });

  test.each([
    ["noop.0", '(line 1, column 1) unexpected "o" expecting "not" or operator (eq, gt, ...)'],
    ["fts().value", '(line 1, column 5) unexpected ")" expecting operator (eq, gt, ...)'],
    ["eq().value", '(line 1, column 4) unexpected ")" expecting operator (eq, gt, ...)'],
    ["is().value", '(line 1, column 3) unexpected "(" expecting operator (eq, gt, ...)'],
    ["in.(1,2", '(line 1, column 8) unexpected end of input expecting "," or ")"'],
  ])("the condition %s is refused", (text, refusal) => {
    expect(read(wholeCondition, text)).toBe(refusal);
  });
});

describe("logic trees", () => {
  const equals = (name: string, value: string) => ({
    kind: "filter",
    field: { name, path: [] },
    condition: {
      negated: false,
      operation: { kind: "quantifiable", operator: "eq", quantifier: null, value },
    },
  });

  test("logic trees can be nested, with negation, quotes, lists and arrays", () => {
    expect(read(logicTree, 'and(a.eq."x,y", not.or(b.eq.{1,2},c.in.(1,2)))')).toEqual({
      kind: "group",
      negated: false,
      operator: "and",
      members: [
        equals("a", "x,y"),
        {
          kind: "group",
          negated: true,
          operator: "or",
          members: [
            equals("b", "{1,2}"),
            {
              ...equals("c", ""),
              condition: { negated: false, operation: { kind: "in", values: ["1", "2"] } },
            },
          ],
        },
      ],
    });
  });

  test.each([
    [
      "or()",
      '(line 1, column 4) unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ["or(id.in.1,2,id.eq.3)", '(line 1, column 10) unexpected "1" expecting "("'],
    ["or)(", '(line 1, column 3) unexpected ")" expecting "("'],
    ["and(ord(id.eq.1,id.eq.1),id.eq.2)", '(line 1, column 7) unexpected "d" expecting "("'],
    [
      "or(id.eq.1,not.xor(id.eq.2,id.eq.3))",
      '(line 1, column 16) unexpected "x" expecting logic operator (and, or)',
    ],
  ])("the logic tree %s is refused", (text, refusal) => {
    expect(read(logicTree, text)).toBe(refusal);
  });
});

describe("order", () => {
  const name = { name: "name", path: [] };

  test("the order parser reads columns, paths and columns of relations", () => {
    expect(read(orderTerms, "name.desc.nullsfirst,clients(name),d->a.nullslast")).toEqual([
      { relation: null, field: name, direction: "desc", nulls: "nullsfirst" },
      { relation: "clients", field: name, direction: null, nulls: null },
      {
        relation: null,
        field: { name: "d", path: [{ arrow: "->", by: "key", value: "a" }] },
        direction: null,
        nulls: "nullslast",
      },
    ]);
  });

  test.each([
    [
      "clients(name,id)",
      '(line 1, column 8) unexpected \'(\' expecting letter, digit, "-", "->>", "->", delimiter (.), "," or end of input',
    ],
    [
      "id.ac",
      '(line 1, column 4) unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    [
      "id.descc",
      "(line 1, column 8) unexpected 'c' expecting delimiter (.), \",\" or end of input",
    ],
    ["id.asc.nlsfst", '(line 1, column 8) unexpected "l" expecting "nullsfirst" or "nullslast"'],
    ["id.asc.nullslasttt", "(line 1, column 17) unexpected 't' expecting \",\" or end of input"],
  ])("the order %s is refused", (text, refusal) => {
    expect(read(orderTerms, text)).toBe(refusal);
  });
});
