import fc from "fast-check";

/** Tokens from the grammars and from SQL, and unusual characters. */
const token = fc.constantFrom(
  ..."* title owner id notes films secrets eq not in is null and or like cs fts inner count() sum()".split(
    " ",
  ),
  ..."any all asc nullsfirst rpc ... -> ->> :: text . , ( ) { } [ ] ! : \" ' '' \\ ; -- /* $1 $$ %".split(
    " ",
  ),
  ..."%00 + -1 0 99999999999999999999 1e309 select pg_sleep(9) bob_one".split(" "),
  "\u0000",
  "\ud800",
  "\u202e",
  "\u00a0",
  "é",
  "🎬",
  " ",
  "\n",
  "\t",
  "' or 1=1 --",
  '") or true --',
  "; drop table notes",
);

const randomText = fc
  .array(fc.oneof(token, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join(""));

const anyText = fc.oneof(token, randomText);

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

const table = fc.constantFrom("notes", "films", "directors", "roles", "people");
const column = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("id", "title", "owner", "year", "tags", "details", "name", "pinned"),
  },
  { weight: 1, arbitrary: randomText.map(quote) },
);
const step = fc.oneof(
  fc.constantFrom("->a", "->>a", "->0", "->>-1"),
  randomText.map((key) => `->>${quote(key)}`),
);
const field = fc.tuple(column, fc.option(step, { nil: "" })).map((parts) => parts.join(""));

const value = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "1",
      "true",
      "null",
      "{a,b}",
      "[1,2)",
      "2020-01-01",
      '{"a":1}',
      "Ran",
    ),
  },
  { weight: 3, arbitrary: randomText },
);
const operator = fc.constantFrom(
  ..."eq neq gt gte lt lte like ilike match imatch cs cd ov sl sr nxr nxl adj isdistinct".split(
    " ",
  ),
  ..."eq(any) like(all) fts plfts(english) wfts(nope) not.eq not.in.( in.( is not.is".split(" "),
);
const condition = fc.tuple(operator, value).map(([name, operand]) => {
  if (name.endsWith("(")) return `${name}${quote(operand)},1)`;
  if (name.endsWith("is")) return `${name}.null`;
  return `${name}.${operand}`;
});
const treeCondition = fc.tuple(field, operator, value).map(([name, operatorName, operand]) => {
  if (operatorName.endsWith("(")) return `${name}.${operatorName}1,${quote(operand)})`;
  return operatorName.endsWith("is")
    ? `${name}.${operatorName}.null`
    : `${name}.${operatorName}.${quote(operand)}`;
});
const { tree } = fc.letrec<{ tree: string; group: string }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, treeCondition, tie("group")),
  group: fc
    .tuple(
      fc.constantFrom("and", "or", "not.and", "not.or"),
      fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
    )
    .map(([name, members]) => `${name}(${members.join(",")})`),
}));

const { items } = fc.letrec<{ items: string; item: string; plain: string; embed: string }>(
  (tie) => ({
    items: fc.array(tie("item"), { maxLength: 3 }).map((list) => list.join(",")),
    item: fc.oneof({ maxDepth: 3 }, tie("plain"), tie("embed")),
    plain: fc
      .tuple(
        fc.option(
          randomText.map((alias) => `${quote(alias)}:`),
          { nil: "" },
        ),
        fc.oneof(field, fc.constantFrom("*", "count()", "id.sum()", "decade")),
        fc.option(fc.constantFrom("::text", "::int", "::$1", "::a b", "::json"), { nil: "" }),
      )
      .map((parts) => parts.join("")),
    embed: fc
      .tuple(
        fc.option(
          fc.oneof(
            fc.constant("..."),
            randomText.map((alias) => `${quote(alias)}:`),
          ),
          { nil: "" },
        ),
        fc.oneof(table, fc.constantFrom("directors", "films", "manager_id", "directed")),
        fc.option(fc.constantFrom("!inner", "!left", "!manager_id", "!nope!inner"), { nil: "" }),
        tie("items"),
      )
      .map(([head, name, hint, inner]) => `${head}${name}${hint}(${inner})`),
  }),
);

const order = fc
  .tuple(field, fc.constantFrom("", ".asc", ".desc.nullslast", ".nullsfirst"))
  .map((parts) => parts.join(""));
const number = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom("0", "1", "-1", "9".repeat(30), "x"),
);

type Pair = readonly [name: string, value: string];
const parameter: fc.Arbitrary<Pair> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant("select"), items) },
  { weight: 5, arbitrary: fc.tuple(field, condition) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom("and", "or", "films.or"),
      tree.map((text) => `(${text})`),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("order", "films.order"), order) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("limit", "offset", "films.limit"), number) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("columns", "on_conflict"), column) },
  { weight: 1, arbitrary: fc.tuple(anyText, anyText) },
);

const row = fc.dictionary(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("id", "title", "owner", "slug", "name") },
    { weight: 1, arbitrary: randomText },
  ),
  fc.oneof(randomText, fc.jsonValue()),
  { maxKeys: 3 },
);
const body = fc.oneof(
  row.map((operand) => JSON.stringify(operand)),
  fc.array(row, { maxLength: 2 }).map((operand) => JSON.stringify(operand)),
  fc.tuple(randomText, randomText).map(([name, operand]) => `title,${name}\n${operand},1`),
  randomText,
);

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Pair[];
  /** True if the query string is sent without encoding, as far as a URL allows. */
  readonly raw: boolean;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Generates requests. Half of them are nearly valid, and half of those are valid. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"),
  path: fc.oneof(
    { weight: 8, arbitrary: table.map((name) => `/${name}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom("/rpc/echo", "/rpc/films_of", "/rpc/total", "/rpc/add", "/"),
    },
    { weight: 1, arbitrary: anyText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`) },
  ),
  parameters: fc.array(parameter, { maxLength: 4 }),
  raw: fc.constantFrom(false, false, false, true),
  body,
  headers: fc.record({
    "content-type": fc.constantFrom(
      "application/json",
      "application/json",
      "text/csv",
      "application/x-www-form-urlencoded",
      "text/plain",
      "image/png",
    ),
    prefer: fc.constantFrom(
      "return=representation",
      "return=representation, resolution=merge-duplicates",
      "return=headers-only, resolution=ignore-duplicates",
      "count=exact",
      "count=estimated",
      "missing=default, return=representation",
      "handling=strict, max-affected=1",
      "timezone=Nowhere/No",
    ),
    accept: fc.constantFrom(
      "*/*",
      "*/*",
      "text/csv",
      "application/vnd.pgrst.object+json",
      "application/vnd.pgrst.array+json;nulls=stripped",
      "application/geo+json",
      ";;q=",
      "a/b;q=x",
    ),
  }),
});
