import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createSecondWire, openWire, type Wire, withSetting } from "./wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

/** Returns the titles that a query matches, in the order of the ids. */
async function titles(query: string): Promise<string[]> {
  const response = await wire.send(`/films?select=title&order=id&${query}`);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return z
    .array(z.object({ title: z.string() }))
    .parse(JSON.parse(text))
    .map(({ title }) => title);
}

async function json(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await wire.send(path, { headers })).json();
}

describe("columns", () => {
  test("columns and parts of JSON can be selected, renamed and cast", async () => {
    const query =
      "select=id::text,called:title,length:details->length,details->>length,details->cast->0->>name";
    expect(await json(`/films?id=eq.1&${query}`)).toEqual([
      { id: "1", called: "Cléo from 5 to 7", length: "90", name: "Corinne" },
    ]);
  });

  test("elements of arrays and computed columns can be selected", async () => {
    expect(await json("/films?select=tags->1,decade&id=eq.1")).toEqual([
      { tags: "drama", decade: 1960 },
    ]);
  });

  test("columns may have any name", async () => {
    const name = encodeURIComponent('"weird, \\"name\\"(x)"');
    expect(await json(`/films?select=${name}&${name}=eq.plain&limit=1`)).toEqual([
      { 'weird, "name"(x)': "plain" },
    ]);
  });

  test("columns keep all digits of a number", async () => {
    const response = await wire.send("/films?select=rating&id=eq.5");
    expect(await response.text()).toBe('[{"rating":5.0}]');
  });
});

describe("filters", () => {
  test.each([
    ["id=eq.3", ["Rashomon"]],
    ["id=neq.3&year=gte.1985", ["Vagabond", "Ran"]],
    ["year=gt.1962", ["Vagabond", "Ran"]],
    ["year=lt.1962", ["Rashomon"]],
    ["year=lte.1962&year=gt.1950", ["Cléo from 5 to 7"]],
    ["title=like.*ra*", []],
    ["title=ilike.ra*", ["Rashomon", "Ran"]],
    ["title=match.^R", ["Rashomon", "Ran"]],
    ["title=imatch.^r.n$", ["Ran"]],
    ["id=in.(1,3)", ["Cléo from 5 to 7", "Rashomon"]],
    ["id=in.()", []],
    ["rating=is.null", ["Ran"]],
    ["rating=is.not_null&id=lt.3", ["Cléo from 5 to 7", "Vagabond"]],
    ["rating=not.is.null&id=gt.3", ['Found Footage, "Part (1)"']],
    ["year=isdistinct.1985&id=gt.2", ["Rashomon", 'Found Footage, "Part (1)"']],
    ["tags=cs.{drama}", ["Cléo from 5 to 7", "Rashomon"]],
    ["tags=cd.{french,drama}", ["Cléo from 5 to 7", "Vagabond", 'Found Footage, "Part (1)"']],
    ["tags=ov.{japanese}", ["Rashomon", "Ran"]],
    ["title=fts.ran", ["Ran"]],
    ["title=plfts(english).vagabonds", ["Vagabond"]],
    ["title=wfts.%22from 5%22", ["Cléo from 5 to 7"]],
    ["title=phfts.part 1", ['Found Footage, "Part (1)"']],
    ["details->length=gt.89", ["Cléo from 5 to 7", "Vagabond"]],
    ["details->>length=eq.88", ["Rashomon"]],
    ["details=cs.%7B%22length%22:90%7D", ["Cléo from 5 to 7"]],
    ["title=eq(any).{Ran,Vagabond}", ["Vagabond", "Ran"]],
    ["title=like(all).{R*,*n}", ["Rashomon", "Ran"]],
    ['title=in.("Found Footage, \\"Part (1)\\"",Ran)', ["Ran", 'Found Footage, "Part (1)"']],
    ["or=(id.eq.1,and(year.eq.1985,tags.cs.{japanese}))", ["Cléo from 5 to 7", "Ran"]],
    ["not.or=(id.lt.3,id.gt.3)", ["Rashomon"]],
    ['and=(title.not.eq."Ran",or(id.in.(3,4),rating.is.null))', ["Rashomon"]],
    ["id=eq.1&id=eq.2", []],
    ["decade=eq.1950", ["Rashomon"]],
  ])("the filter %s is applied", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });
});

describe("order", () => {
  test.each([
    ["order=rating", [4, 5].toReversed()],
    ["order=rating.desc", [4, 3]],
    ["order=rating.desc.nullslast", [3, 1]],
    ["order=rating.nullsfirst", [4, 5]],
    ["order=year.desc,id.desc&year=not.is.null", [4, 2]],
    ["order=details->length.desc.nullslast", [2, 1]],
  ])("the order %s is applied", async (query, firstTwo) => {
    const order = query === "order=rating" ? [5, 2] : firstTwo;
    expect(await json(`/films?select=id&limit=2&${query}`)).toEqual(order.map((id) => ({ id })));
  });
});

describe("pages", () => {
  test("Content-Range describes a page, and the status is 206 if it does not have all rows", async () => {
    const exact = { Prefer: "count=exact" };
    const partOfRows = await wire.send("/films?limit=2&offset=1", { headers: exact });
    expect(partOfRows.status).toBe(206);
    expect(partOfRows.headers.get("content-range")).toBe("1-2/5");
    expect(partOfRows.headers.get("preference-applied")).toBe("count=exact");
    const allRows = await wire.send("/films", { headers: exact });
    expect([allRows.status, allRows.headers.get("content-range")]).toEqual([200, "0-4/5"]);
    const uncounted = await wire.send("/films?limit=2");
    expect([uncounted.status, uncounted.headers.get("content-range")]).toEqual([200, "0-1/*"]);
    const noRows = await wire.send("/films?id=eq.0", { headers: exact });
    expect([noRows.status, noRows.headers.get("content-range")]).toEqual([200, "*/0"]);
  });

  test("pages can be requested by the Range header", async () => {
    const response = await wire.send("/films?select=id&order=id", {
      headers: { Range: "1-2", "Range-Unit": "items" },
    });
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }]);
    expect(response.headers.get("content-range")).toBe("1-2/*");
  });

  test("pages that start after the last row are refused", async () => {
    const response = await wire.send("/films?offset=100", { headers: { Prefer: "count=exact" } });
    expect(response.status).toBe(416);
    expect(await response.json()).toEqual({
      code: "PGRST103",
      details: "An offset of 100 was requested, but there are only 5 rows.",
      hint: null,
      message: "Requested range not satisfiable",
    });
  });

  test("pages may be empty but not negative", async () => {
    expect(await json("/films?limit=0")).toEqual([]);
    expect(await json("/films?limit=-1")).toMatchObject({ code: "PGRST103" });
    expect(await json("/films", { Range: "5-1" })).toMatchObject({ code: "PGRST103" });
  });

  test("pages have at most max_rows rows, but all rows are counted", async () => {
    const limitedWire = createSecondWire(wire, { max_rows: 2 });
    const response = await limitedWire.send("/films?select=id,roles(film_id)", {
      headers: { Prefer: "count=exact" },
    });
    expect(await response.json()).toHaveLength(2);
    expect(response.headers.get("content-range")).toBe("0-1/5");
    await limitedWire.close();
  });

  test("pages can be counted by plan or by estimate", async () => {
    const plannedCount = await wire.send("/films", { headers: { Prefer: "count=planned" } });
    expect(plannedCount.headers.get("content-range")).toMatch(/^0-4\/\d+$/);
    const estimatedCount = await wire.send("/films", { headers: { Prefer: "count=estimated" } });
    expect(estimatedCount.headers.get("content-range")).toBe("0-4/5");
  });
});

describe("formats", () => {
  const object = { Accept: "application/vnd.pgrst.object+json" };

  test("a single object is returned, or refused with the number of rows", async () => {
    expect(await json("/films?id=eq.4&select=id", object)).toEqual({ id: 4 });
    const severalObjects = await wire.send("/films?id=in.(1,2)", { headers: object });
    expect(severalObjects.status).toBe(406);
    expect(await severalObjects.json()).toEqual({
      code: "PGRST116",
      details: "The result contains 2 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
    expect(await json("/films?id=eq.0", object)).toMatchObject({
      details: "The result contains 0 rows",
    });
  });

  test("rows can be read as CSV", async () => {
    const response = await wire.send("/films?select=id,title&id=gte.4&order=id", {
      headers: { Accept: "text/csv" },
    });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await response.text()).toBe('id,title\n4,Ran\n5,"Found Footage, ""Part (1)"""');
  });

  test("nulls=stripped removes members that are null", async () => {
    const query = "/films?select=id,rating&id=eq.4";
    const strippedType = "application/vnd.pgrst.array+json;nulls=stripped";
    expect(await json(query, { Accept: strippedType })).toEqual([{ id: 4 }]);
    expect(await json(query, { Accept: `${object.Accept};nulls=stripped` })).toEqual({ id: 4 });
  });

  test("the first acceptable type is used, and an unknown type is refused", async () => {
    const browser = { Accept: "text/html,application/json;q=0.9" };
    expect(await json("/films?id=eq.4&select=id", browser)).toEqual([{ id: 4 }]);
    const refusal = await wire.send("/films", { headers: { Accept: "image/png" } });
    expect(refusal.status).toBe(406);
    expect(await refusal.json()).toMatchObject({
      code: "PGRST107",
      message: "None of these media types are available: image/png",
    });
    expect(
      (await wire.send("/films", { headers: { Accept: "application/vnd.pgrst.plan" } })).status,
    ).toBe(406);
  });

  test("HEAD has the headers of GET and no body", async () => {
    const response = await wire.send("/films?limit=2", {
      method: "HEAD",
      headers: { Prefer: "count=exact" },
    });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "0-1/5"]);
    expect(await response.text()).toBe("");
  });
});

describe("schemas", () => {
  test("Accept-Profile chooses a schema, and Content-Profile contains it", async () => {
    const response = await wire.send("/items", { headers: { "Accept-Profile": "shop" } });
    expect(response.headers.get("content-profile")).toBe("shop");
    expect(await response.json()).toEqual([{ id: 1, name: "lamp" }]);
  });

  test("the names of schemas may contain characters beyond ASCII", async () => {
    const otherWire = createSecondWire(wire, { schemas: ["public", "läden"] });
    const name = Buffer.from("läden").toString("latin1");
    const response = await otherWire.send("/dinge", { headers: { "Accept-Profile": name } });
    expect([response.status, response.headers.get("content-profile")]).toEqual([200, name]);
    await otherWire.close();
  });

  test("schemas that are not exposed are refused", async () => {
    const response = await wire.send("/things", { headers: { "Accept-Profile": "hidden" } });
    expect(response.status).toBe(406);
    expect(await response.json()).toEqual({
      code: "PGRST106",
      details: null,
      hint: "Only the following schemas are exposed: public, shop",
      message: "Invalid schema: hidden",
    });
  });
});

test("aggregates group rows, but are refused unless the project allows them", async () => {
  expect(await json("/films?select=id.count()")).toMatchObject({ code: "PGRST123" });
  await withSetting(wire, "db_aggregates_enabled", "true", async () => {
    expect(
      await json(
        "/films?select=director_id,films:count(),rating.max()&director_id=not.is.null&order=director_id",
      ),
    ).toEqual([
      { director_id: 1, films: 2, max: 7.8 },
      { director_id: 2, films: 2, max: 8.2 },
    ]);
    expect(await json("/films?select=...directors(name),count()&director_id=eq.1")).toEqual([
      { name: "Agnès Varda", count: 2 },
    ]);
  });
});

test("the plan is returned only if the project allows it", async () => {
  const plan = { Accept: 'application/vnd.pgrst.plan+json; for="application/json"' };
  expect((await wire.send("/films", { headers: plan })).status).toBe(406);
  await withSetting(wire, "db_plan_enabled", "true", async () => {
    expect(await json("/films", plan)).toMatchObject([{ Plan: { "Node Type": "Aggregate" } }]);
  });
});

test("a stored text with very deep nesting is refused as JSON, without an effect on other requests", async () => {
  await wire.database.script(`
    create table documents (id int primary key, body text);
    insert into documents values (1, repeat('[', 300000));
    grant select on documents to authenticated`);
  await wire.rest.reload();
  const responses = await Promise.all(
    ["json", "jsonb"].flatMap((type) => [
      wire.send(`/documents?select=body::${type}`, { as: "ada" }),
      wire.send("/documents?select=id", { as: "ada" }),
    ]),
  );
  expect(responses.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
  expect(await responses[0]?.json()).toMatchObject({
    code: "54001",
    message: "stack depth limit exceeded",
  });
});
