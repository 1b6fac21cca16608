import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWire, type Wire } from "./wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

async function json(path: string): Promise<unknown> {
  return (await wire.send(path)).json();
}

describe("relations", () => {
  test("relations are embedded as to-one, to-many, many-to-many, one-to-one and nested", async () => {
    const query = "select=name,films(title,film_notes(text),actors(name))&films.order=id&id=eq.2";
    expect(await json(`/directors?${query}`)).toEqual([
      {
        name: "Akira Kurosawa",
        films: [
          {
            title: "Rashomon",
            film_notes: { text: "four views" },
            actors: expect.arrayContaining([{ name: "Toshiro Mifune" }, { name: "Machiko Kyō" }]),
          },
          { title: "Ran", film_notes: null, actors: [] },
        ],
      },
    ]);
    expect(await json("/films?select=title,by:directors(name)&id=in.(3,5)&order=id")).toEqual([
      { title: "Rashomon", by: { name: "Akira Kurosawa" } },
      { title: 'Found Footage, "Part (1)"', by: null },
    ]);
  });

  test("relations are chosen by a column or constraint", async () => {
    const query = "select=billing_id(street),to:addresses!orders_shipping(street)";
    expect(await json(`/orders?${query}`)).toEqual([
      { billing_id: { street: "Rue Daguerre" }, to: { street: "Setagaya" } },
    ]);
  });

  test("relations can embed a table in itself in both directions", async () => {
    expect(
      await json(
        "/people?select=name,manager_id(name),reports:people!manager_id(name)&id=in.(1,3)&order=id",
      ),
    ).toEqual([
      { name: "Root", manager_id: null, reports: [{ name: "Left" }, { name: "Right" }] },
      { name: "Right", manager_id: { name: "Root" }, reports: [] },
    ]);
  });

  test("relations are embedded through views and by functions", async () => {
    expect(await json("/recent_films?select=title,directors(name)&title=eq.Ran")).toEqual([
      { title: "Ran", directors: { name: "Akira Kurosawa" } },
    ]);
    expect(
      await json("/directors?select=name,directed(title)&id=eq.1&directed.order=title"),
    ).toEqual([
      { name: "Agnès Varda", directed: [{ title: "Cléo from 5 to 7" }, { title: "Vagabond" }] },
    ]);
  });
});

describe("an embedded relation", () => {
  test("an embedded relation has its own filters, order and limit", async () => {
    const query =
      "select=name,films(title)&films.year=gt.1950&films.order=year.desc&films.limit=1&order=id";
    expect(await json(`/directors?${query}`)).toEqual([
      { name: "Agnès Varda", films: [{ title: "Vagabond" }] },
      { name: "Akira Kurosawa", films: [{ title: "Ran" }] },
      { name: "Nobody Yet", films: [] },
    ]);
    expect(
      await json("/directors?select=id,f:films(title)&f.or=(id.eq.1,id.eq.3)&id=lt.3&order=id"),
    ).toEqual([
      { id: 1, f: [{ title: "Cléo from 5 to 7" }] },
      { id: 2, f: [{ title: "Rashomon" }] },
    ]);
  });

  test("an embedded relation filters its parent with !inner or is.null", async () => {
    const innerJoin = await wire.send(
      "/directors?select=id,films!inner(title)&films.year=eq.1950",
      {
        headers: { Prefer: "count=exact" },
      },
    );
    expect(await innerJoin.json()).toEqual([{ id: 2, films: [{ title: "Rashomon" }] }]);
    expect(innerJoin.headers.get("content-range")).toBe("0-0/1");
    expect(await json("/directors?select=id,films()&films=is.null")).toEqual([{ id: 3 }]);
    expect(await json("/directors?select=id,films()&films=not.is.null&order=id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(
      await json(
        "/directors?select=id,films()&films.year=gt.1980&or=(films.not.is.null,id.eq.3)&order=id",
      ),
    ).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("an embedded to-one relation orders its parent", async () => {
    expect(
      await json(
        "/films?select=id,directors(name)&order=directors(name).desc,id&director_id=not.is.null",
      ),
    ).toMatchObject([{ id: 3 }, { id: 4 }, { id: 1 }, { id: 2 }]);
    expect(await json("/directors?select=id,films(id)&order=films(id)")).toMatchObject({
      code: "PGRST118",
      message: "A related order on 'films' is not possible",
    });
  });

  test("an embedded relation can be spread into its parent's columns", async () => {
    expect(await json("/films?select=title,...directors(director:name)&id=eq.1")).toEqual([
      { title: "Cléo from 5 to 7", director: "Agnès Varda" },
    ]);
    expect(
      await json("/directors?select=name,...films(titles:title)&films.order=year.desc&id=eq.1"),
    ).toEqual([{ name: "Agnès Varda", titles: ["Vagabond", "Cléo from 5 to 7"] }]);
  });
});

describe("refusals", () => {
  test("a missing relation is refused with a suggestion", async () => {
    expect(await json("/directors?select=flims(*)")).toEqual({
      code: "PGRST200",
      details:
        "Searched for a foreign key relationship between 'directors' and 'flims' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'films' instead of 'flims'.",
      message: "Could not find a relationship between 'directors' and 'flims' in the schema cache",
    });
  });

  test("an ambiguous relation is refused with a list of candidates", async () => {
    const response = await wire.send("/orders?select=addresses(*)");
    expect(response.status).toBe(300);
    expect(await response.json()).toEqual({
      code: "PGRST201",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "orders with addresses",
          relationship: "orders_billing using orders(billing_id) and addresses(id)",
        },
        {
          cardinality: "many-to-one",
          embedding: "orders with addresses",
          relationship: "orders_shipping using orders(shipping_id) and addresses(id)",
        },
      ],
      hint: "Try changing 'addresses' to one of the following: 'addresses!orders_billing', 'addresses!orders_shipping'. Find the desired relationship in the 'details' key.",
      message:
        "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
    });
  });

  test("a filter on a relation that is not embedded is refused", async () => {
    expect(await json("/directors?films.id=eq.1")).toEqual({
      code: "PGRST108",
      details: null,
      hint: "Verify that 'films' is included in the 'select' query parameter.",
      message: "'films' is not an embedded resource in this request",
    });
  });

  test("nesting beyond the limit is refused", async () => {
    const deepSelect = `${"people!manager_id(".repeat(60)}id${")".repeat(60)}`;
    expect(await json(`/people?select=${deepSelect}`)).toMatchObject({ code: "PGRST100" });
    const deepTree = `${"and(".repeat(60)}id.eq.1${")".repeat(60)}`;
    expect(await json(`/people?and=(${deepTree})`)).toMatchObject({ code: "PGRST100" });
  });
});
