import { describe, expect, test } from "vitest";
import { parseBody } from "./body.ts";
import { csvToJson } from "./csv.ts";
import { findKeys } from "./json-keys.ts";
import { parsePrefer, preferenceApplied } from "./prefer.ts";
import { parseQuery } from "./query.ts";
import { canonicalQueryString, parseQueryString } from "./query-string.ts";
import {
  allRows,
  intersectRanges,
  parseRangeHeader,
  rangeFromParameters,
  restrictRange,
} from "./range.ts";
import { runInSlices } from "./slices.ts";

const objectOf = (keys: number) =>
  `{${Array.from({ length: keys }, (_, key) => `"a${key}":1`).join()}}`;

describe("query strings", () => {
  test("query strings are parsed leniently", () => {
    expect(parseQueryString("a=1&b=x+y%20z;c&d=%zz&e=%E9&f=%F0%9F%8E%AC=")).toEqual([
      ["a", "1"],
      ["b", "x y z"],
      ["c", null],
      ["d", "%zz"],
      ["e", "\ufffd"],
      ["f", "🎬="],
    ]);
  });

  test("query strings have a canonical form", () => {
    expect(canonicalQueryString(parseQueryString("b=(1)&a=x+y&c"))).toBe("a=x%20y&b=%281%29&c=");
  });

  test("filters, arguments and reserved parameters in query strings are distinguished", () => {
    const pairs = parseQueryString(
      "a=eq.1&c.b=is.null&n=5&select=id&limit=2&c.offset=1&or=(a.eq.1)",
    );
    const query = parseQuery(pairs, { argumentsAllowed: true });
    expect(query.filters.map(({ path, value }) => [path, value.field.name])).toEqual([
      [[], "a"],
      [["c"], "b"],
    ]);
    expect(query.arguments).toEqual([["n", "5"]]);
    expect(query.filterNames).toEqual(["a", "c.b", "n"]);
    expect(query.ranges).toEqual([
      { path: [], value: { lower: 0n, upper: 1n } },
      { path: ["c"], value: { lower: 1n, upper: null } },
    ]);
    expect(() => parseQuery(pairs, { argumentsAllowed: false })).toThrow(
      '"failed to parse filter (5)" (line 1, column 1)',
    );
  });
});

describe("ranges", () => {
  test.each([
    ["0-9", { lower: 0n, upper: 9n }],
    ["5-", { lower: 5n, upper: null }],
    ["bytes=0-1", allRows],
    ["-5", allRows],
    ["", allRows],
  ])("the range header %s is parsed", (header, range) => {
    expect(parseRangeHeader(header)).toEqual(range);
  });

  test.each([
    ["10", null, { lower: 0n, upper: 9n }],
    ["10", "5", { lower: 5n, upper: 14n }],
    [null, "5", { lower: 5n, upper: null }],
    ["0", null, { lower: 0n, upper: -1n }],
    ["ten", null, allRows],
  ])("the range has limit %s and offset %s", (limit, offset, range) => {
    expect(rangeFromParameters(limit, offset)).toEqual(range);
  });

  test("ranges are intersected and limited", () => {
    expect(intersectRanges({ lower: 2n, upper: null }, { lower: 0n, upper: 5n })).toEqual({
      lower: 2n,
      upper: 5n,
    });
    expect(restrictRange({ lower: 10n, upper: null }, 5n)).toEqual({ lower: 10n, upper: 14n });
    expect(restrictRange({ lower: 10n, upper: 11n }, 5n)).toEqual({ lower: 10n, upper: 11n });
  });
});

describe("preferences", () => {
  test("the first preference of a kind applies, and unknown preferences are listed", () => {
    const header =
      "count=exact,  return=minimal , count=planned, tx=rollback, max-affected=3, handling=strict, odd";
    const preferences = parsePrefer(header, { txOverride: true });
    expect(preferences).toMatchObject({
      count: "exact",
      return: "minimal",
      tx: "rollback",
      maxAffected: 3n,
      invalid: ["odd"],
    });
    expect(preferenceApplied(preferences)).toBe(
      "return=minimal, count=exact, tx=rollback, handling=strict, max-affected=3",
    );
    expect(parsePrefer(header, { txOverride: false }).tx).toBeNull();
  });
});

describe("bodies", () => {
  const parse = (body: string, forFunction = false) =>
    parseBody(new TextEncoder().encode(body), {
      type: { kind: "json" },
      forFunction,
      hasColumns: false,
    });

  test("a JSON body has its original text and its keys", async () => {
    expect(await parse(' {"b":1.10,"a":2}')).toEqual({
      kind: "json",
      text: ' {"b":1.10,"a":2}',
      keys: ["a", "b"],
    });
    expect(await parse("[]")).toEqual({ kind: "json", text: "[]", keys: [] });
    expect(await parse("5")).toEqual({ kind: "json", text: "[]", keys: [] });
    expect(await parse("", true)).toEqual({ kind: "json", text: "{}", keys: [] });
  });

  test.each(["", "{", '[{"a":1},{"b":1}]', '[{"a":1},5]', "[5]"])(
    "the JSON %s is refused",
    async (body) => {
      await expect(parse(body)).rejects.toThrow(/json|All object keys must match/);
    },
  );

  test("a body that is not UTF-8 is refused", async () => {
    const reading = { type: { kind: "json" }, forFunction: false, hasColumns: false } as const;
    await expect(parseBody(new Uint8Array([0x22, 0xff, 0x22]), reading)).rejects.toThrow();
  });

  test("a CSV body is parsed by RFC 4180", async () => {
    const csv = (text: string) => runInSlices(csvToJson(text));
    const text = 'a,b\r\n1,"x, ""y""\nz"\r\n\r\nNULL,\r\n';
    const payload = await csv(text);
    expect(payload.names).toEqual(["a", "b"]);
    expect(JSON.parse(payload.text)).toEqual([
      { a: "1", b: 'x, "y"\nz' },
      { a: null, b: "" },
    ]);
    expect((await csv("a,b,a\n1,2,3\n")).text).toBe('[{"a":"3","b":"2"}]');
    expect((await csv("a\n")).text).toBe("[]");
    await expect(csv("a,b\n1")).rejects.toThrow("same number of fields");
    await expect(csv('a\n"open')).rejects.toThrow("not closed");
    await expect(csv('a\n"x"y')).rejects.toThrow("after a quoted field");
    await expect(csv("")).rejects.toThrow("no header");
  });

  test("a CSV body may contain any number of quotes", async () => {
    for (const quotes of [9_999, 10_000, 10_001, 25_000]) {
      const csv = `a,b\n"x${'""'.repeat(quotes)}y",1\n`;
      const { text } = await runInSlices(csvToJson(csv));
      expect(JSON.parse(text)).toEqual([{ a: `x${'"'.repeat(quotes)}y`, b: "1" }]);
    }
  });

  const million = 1_000_000;
  test.each([
    ["a line of a million fields", () => csvToJson(`a\n${"1,".repeat(million)}\n`)],
    ["a header of a million fields", () => csvToJson(`${"a,".repeat(million)}\n`)],
    ["a field of a million quotes", () => csvToJson(`a\n"${'""'.repeat(million)}"`)],
    [
      "an object of a million keys",
      () => findKeys(objectOf(million), { maxDepth: 9, needsKeys: true }),
    ],
  ])("other requests are handled during the parsing of %s", (_, work) => {
    let steps = 0;
    const generator = work();
    try {
      while (!generator.next().done) steps++;
    } catch (error) {
      expect(error).toHaveProperty("message", "The CSV has too many columns");
    }
    expect(steps).toBeGreaterThan(90);
  });

  test("the keys of a body are read up to a limit, which is above the number of columns of any table", async () => {
    const otherRow = objectOf(20_000).replace('"a1"', '"b1"');
    const payload = await parse(`[${objectOf(20_000)},${otherRow}]`);
    expect(payload).toMatchObject({ kind: "json", keys: { length: 2_000 } });
  });

  test("a repeated key of a body counts once", async () => {
    const repeatedKeys = '"a":1,'.repeat(20_000);
    expect(
      await parse(`[{${repeatedKeys}"b":2},{"b":1,"a":1},{${repeatedKeys}"\\u0062":3}]`),
    ).toMatchObject({
      keys: ["a", "b"],
    });
    await expect(parse(`[{${repeatedKeys}"b":2},{"b":1}]`)).rejects.toThrow(
      "All object keys must match",
    );
    await expect(parse(`[{${repeatedKeys}"b":2},{${repeatedKeys}"c":1}]`)).rejects.toThrow(
      "must match",
    );
    const twoThousand = '"a":1,'.repeat(1_999);
    const differing = `[{${repeatedKeys}"b":2},{${twoThousand}"a":1}]`;
    await expect(parse(differing)).rejects.toThrow("must match");
  });
});
