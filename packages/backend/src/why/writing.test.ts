import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../database/sql.ts";
import { ada, bob, openPuzzles, type Puzzles } from "./test/puzzles.ts";
import { testPuzzles } from "./test/table.ts";

let puzzles: Puzzles;

const schema = `
  create table notes (id int primary key, owner_id uuid default auth.uid(), title text not null);
  insert into notes values (1, '${ada}', 'one'), (5, '${bob}', 'five');
  alter table notes enable row level security;
  create policy own on notes to authenticated
    using (owner_id = auth.uid()) with check (owner_id = auth.uid());

  create table messages (id int primary key);
  alter table messages enable row level security;
  create policy write on messages for insert to anon with check (true);

  create table drafts (id int primary key, owner_id uuid, is_public boolean);
  insert into drafts values (1, '${ada}', true);
  alter table drafts enable row level security;
  create policy look on drafts for select using (is_public);
  create policy change on drafts for update using (true);
  create policy remove on drafts for delete using (owner_id = auth.uid());

  create table log (id int primary key);
  alter table log enable row level security;
  create table orders (id int primary key);
  create function write_log() returns trigger language plpgsql
    as $$ begin insert into log values (new.id); return new; end $$;
  create trigger log after insert on orders for each row execute function write_log();

  create table catalog (id int primary key);
  revoke insert on catalog from anon, authenticated;

  create function as_owner() returns setof notes language sql security definer as 'select * from notes';
  create function as_caller() returns setof notes language sql as 'select * from notes';
  create function closed() returns int language sql as 'select 1';
  revoke execute on function closed() from public, anon, authenticated;
`;

beforeAll(async () => {
  puzzles = await openPuzzles(schema);
}, 60_000);
afterAll(() => puzzles.close());

const ofAda = { as: "ada@example.com" };
const bobIsNotAda = `owner_id = auth.uid() → ${bob} = ${ada} → false`;

describe("writes", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a row of one's own may be inserted",
        request: ["POST", "/rest/v1/notes", { ...ofAda, body: { id: 9, title: "x" } }],
        cause: "allowed",
        verdict: "201, 1 row: the policies let every row be written.",
      },
      {
        title: "a row of another user is refused by with check",
        request: [
          "POST",
          "/rest/v1/notes",
          { ...ofAda, body: { id: 9, title: "x", owner_id: bob } },
        ],
        cause: "with-check",
        verdict: `403: notes id=9 may not be written, because the INSERT policy "own" of notes is false: ${bobIsNotAda}.`,
      },
      {
        title: "an insert of the publishable key needs a policy for it",
        request: ["POST", "/rest/v1/notes", { body: { id: 9, title: "x" } }],
        cause: "no-policy",
        verdict:
          '401: notes has row-level security and no policy that lets anon insert into it ("own" is for authenticated).',
      },
      {
        title: "an insert that is returned needs a policy for SELECT",
        request: [
          "POST",
          "/rest/v1/messages",
          { headers: { prefer: "return=representation" }, body: { id: 9 } },
        ],
        cause: "no-policy",
        verdict:
          "401: the row may be inserted, but not be read back: messages has row-level security and no policy that lets anon select from it.",
      },
      {
        title: "an insert that is not returned needs none",
        request: ["POST", "/rest/v1/messages", { body: { id: 9 } }],
        cause: "allowed",
        verdict: "201, 1 row: the policies let every row be written.",
      },
      {
        title: "a constraint is not a question of rights",
        request: ["POST", "/rest/v1/notes", { ...ofAda, body: { id: 9 } }],
        cause: "database",
        verdict:
          '400: PostgreSQL refuses the statement: null value in column "title" of relation "notes" violates not-null constraint.',
      },
      {
        title: "an insert without a grant is refused",
        request: ["POST", "/rest/v1/catalog", { body: { id: 1 } }],
        cause: "grant",
        verdict: "401: anon has no INSERT privilege on the table catalog.",
      },
      {
        title: "an update of another user's row changes nothing",
        request: ["PATCH", "/rest/v1/notes?id=eq.5", { ...ofAda, body: { title: "x" } }],
        cause: "policy",
        verdict: `204, no rows: notes id=5 is not updated, because the UPDATE policy "own" of notes is false: ${bobIsNotAda}.`,
      },
      {
        title: "an update that gives a row away is refused by with check",
        request: ["PATCH", "/rest/v1/notes?id=eq.1", { ...ofAda, body: { owner_id: bob } }],
        cause: "with-check",
        verdict: `403: notes id=1 may not become as requested, because the UPDATE policy "own" of notes is false: ${bobIsNotAda}.`,
      },
      {
        title: "an update that hides its row from the caller is refused by the policy for SELECT",
        request: ["PATCH", "/rest/v1/drafts?id=eq.1", { ...ofAda, body: { is_public: false } }],
        cause: "with-check",
        verdict:
          '403: drafts id=1 may not become as requested, because the SELECT policy "look" of drafts, which a written row has to pass too, is false: is_public → false.',
      },
      {
        title: "an update whose filter matches nothing is explained by the filter",
        request: ["PATCH", "/rest/v1/notes?id=eq.77", { ...ofAda, body: { title: "x" } }],
        cause: "filter",
        verdict:
          "204, no rows: the filter id=eq.77 excludes every row of notes; without it, 2 rows would match.",
      },
      {
        title: "a deletion of another user's row deletes nothing",
        request: ["DELETE", "/rest/v1/drafts?id=eq.1", { as: "bob@example.com" }],
        cause: "policy",
        verdict: `204, no rows: drafts id=1 is not deleted, because the DELETE policy "remove" of drafts is false: owner_id = auth.uid() → ${ada} = ${bob} → false.`,
      },
      {
        title: "an upsert of another user's row is refused by the policy for UPDATE",
        request: [
          "POST",
          "/rest/v1/notes?on_conflict=id",
          {
            ...ofAda,
            headers: { prefer: "resolution=merge-duplicates" },
            body: { id: 5, title: "x" },
          },
        ],
        cause: "policy",
        verdict: `403: the row exists already; notes id=5 is not updated, because the UPDATE policy "own" of notes is false: ${bobIsNotAda}.`,
      },
      {
        title: "a trigger that writes to a table without a policy is named with the table",
        request: ["POST", "/rest/v1/orders", { body: { id: 1 } }],
        cause: "with-check",
        verdict:
          "401: the statement also writes log, by a trigger or a rule, and the policies of that table refuse the row.",
      },
    ],
  );

  test("an explanation rolls back everything that it writes", async () => {
    await puzzles.why("POST", "/rest/v1/orders", { as: "service_role", body: { id: 1 } });
    const { rows } = await puzzles.database.query<{ kept: boolean }>(sql`
      select exists (select from orders) or exists (select from log)
        or exists (select from pg_namespace where nspname = 'portico_why') as kept`);
    expect(rows).toEqual([{ kept: false }]);
  });
});

describe("functions", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a function with security definer returns what its owner sees",
        request: ["POST", "/rest/v1/rpc/as_owner", { body: {} }],
        cause: "nothing-hidden",
        verdict: "200, 2 rows: the function's whole result is returned.",
      },
      {
        title: "a function with security invoker returns what the caller sees",
        request: ["POST", "/rest/v1/rpc/as_caller", { body: {} }],
        cause: "function",
        verdict:
          "200, no rows: as_caller() is security invoker and returns 0 of 2 rows, because row-level security applies to the tables that it reads: notes has no SELECT policy for anon.",
      },
      {
        title: "a function without a grant is refused",
        request: ["POST", "/rest/v1/rpc/closed", { ...ofAda, body: {} }],
        cause: "grant",
        verdict: "403: authenticated has no EXECUTE privilege on the function closed().",
      },
      {
        title: "a filter of a function's rows is named",
        request: ["GET", "/rest/v1/rpc/as_owner?id=eq.99"],
        cause: "filter",
        verdict:
          "200, no rows: the filter id=eq.99 excludes every row of as_owner; without it, 2 rows would match.",
      },
    ],
  );
});
