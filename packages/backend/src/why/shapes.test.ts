import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EvaluatedClause } from "./explanation.ts";
import { ada, bob, openPuzzles, type Puzzles } from "./test/puzzles.ts";

let puzzles: Puzzles;

const schema = `
  create type public.state as enum ('open', 'closed');
  create schema private;
  revoke all on schema private from public, anon, authenticated;
  create table "Order ""Items""" (
    id int primary key, "Order ""Items""" uuid, tags text[], state public.state, data jsonb, since timestamptz,
    amount numeric, bytes bytea, gone int
  );
  alter table "Order ""Items""" drop column gone;
  create function private.is_owner(item "Order ""Items""") returns boolean language sql stable security definer
    as $$ select item."Order ""Items""" = auth.uid() $$;
  create function private.fails(id int) returns boolean language plpgsql as $$ begin raise 'no "luck"'; end $$;
  insert into "Order ""Items""" values
    (1, '${bob}', '{a,"b c",NULL}', 'open', '{"a": "x, (y)"}', 'infinity', 1.50, '\\xff00');
  alter table "Order ""Items""" enable row level security;
`;

beforeAll(async () => {
  puzzles = await openPuzzles(schema);
}, 60_000);
afterAll(() => puzzles.close());

const leavesOf = (
  clause: EvaluatedClause,
): readonly Extract<EvaluatedClause, { kind: "leaf" }>[] =>
  clause.kind === "leaf" ? [clause] : clause.members.flatMap(leavesOf);

/** Conditions that are false for the row, with the values of their leaves, or with the kind of error. */
const shapes: Readonly<Record<string, readonly (boolean | null)[] | "grant" | "database">> = {
  [`private.is_owner("Order ""Items""".*)`]: [false],
  [`"Order ""Items""" = auth.uid() or (state = 'closed' and not (id = any (array[1, 2])))`]: [
    false,
    false,
    true,
  ],
  [`case when id = 1 then state = 'closed' else true end`]: [false],
  [`coalesce((data ->> 'a') = 'z' and id = 1, false)`]: [false],
  [`'b c' = any (tags) and id between 2 and 3`]: [true, false, true],
  [`id in (select i.id + 1 from private.numbers i where i.id > 0 and i.id < 9)`]: [false],
  [`data ? 'b' or tags @> array['(AND)']`]: [false, false],
  [`since is null or amount is distinct from 1.5`]: [false, false],
  [`exists (select 1 from auth.users u where u.id = auth.uid() and u.email like '%AND%')`]: "grant",
  [`(select auth.jwt() -> 'app_metadata' ->> 'role') = 'admin'`]: [null],
  [`private.fails(id)`]: "database",
  [`false`]: [false],
};

describe("conditions of any shape", () => {
  beforeAll(async () => {
    await puzzles.database.script(
      "create table private.numbers (id int); insert into private.numbers values (5); grant select on private.numbers to authenticated",
    );
  });

  test.each(Object.entries(shapes))(
    "%s is evaluated as PostgreSQL evaluates it",
    async (condition, values) => {
      await puzzles.database.script(
        `create policy shape on "Order ""Items""" for select using (${condition})`,
      );
      try {
        const path = `/rest/v1/${encodeURIComponent('Order "Items"')}?select=id`;
        const { rows, cause } = await puzzles.why("GET", path, { as: "ada@example.com" });
        const [policy] = rows[0]?.policies ?? [];
        expect(cause).toBe(typeof values === "string" ? values : "policy");
        if (typeof values === "string") return;
        expect(policy?.value ?? false).toBe(false);
        expect(policy && leavesOf(policy.clause).map(({ value }) => value)).toEqual(values);
        expect(policy && leavesOf(policy.clause).map(({ error }) => error)).toEqual(
          values.map(() => null),
        );
      } finally {
        await puzzles.database.script(`drop policy shape on "Order ""Items"""`);
      }
    },
  );

  test("the owner of a row passes a policy that another user does not pass", async () => {
    await puzzles.database.script(
      `create policy shape on "Order ""Items""" for select using (private.is_owner("Order ""Items""".*))`,
    );
    const path = `/rest/v1/${encodeURIComponent('Order "Items"')}`;
    const { rows } = await puzzles.why("GET", path, { as: "ada@example.com" });
    expect(rows[0]?.row).toMatchObject({ id: 1, 'Order "Items"': bob, state: "open" });
    const ownRequest = await puzzles.why("GET", path, { as: "bob@example.com" });
    expect(ownRequest.cause).toBe("nothing-hidden");
    expect(ownRequest.caller.claims["sub"]).not.toBe(ada);
  });
});
