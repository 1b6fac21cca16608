import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ada, bob, openPuzzles, type Puzzles } from "./test/puzzles.ts";
import { testPuzzles } from "./test/table.ts";

let puzzles: Puzzles;

const schema = `
  create table notes (id int primary key, owner_id uuid, title text);
  insert into notes values (1, '${ada}', 'one'), (2, '${ada}', 'two'), (5, '${bob}', 'five');
  alter table notes enable row level security;
  create policy own on notes for select to authenticated using (owner_id = auth.uid());
  create view all_notes as select * from notes;
  create view my_notes with (security_invoker = true) as select * from notes;

  create table locked (id int primary key);
  insert into locked values (1);
  alter table locked enable row level security;

  create table secrets (id int primary key);
  revoke all on secrets from anon, authenticated;
  create table people (id int primary key, name text, salary int);
  insert into people values (1, 'Ada', 100);
  revoke all on people from anon, authenticated;
  grant select (id, name) on people to anon, authenticated;

  create table memberships (org_id int, user_id uuid, primary key (org_id, user_id));
  insert into memberships values (7, '${ada}');
  alter table memberships enable row level security;
  create table projects (id int primary key, org_id int);
  insert into projects values (1, 7);
  alter table projects enable row level security;
  create policy members on projects for select to authenticated
    using (org_id in (select org_id from memberships where user_id = auth.uid()));
  create table plans (id int primary key);
  insert into plans values (1);
  alter table plans enable row level security;
  create policy secret on plans for select using (exists (select from secrets));

  create schema private;
  create table private.things (id int);
  create function private.is_owner(one notes) returns boolean language sql stable security definer
    as 'select one.owner_id = auth.uid()';
  create function private.is_open(id int) returns boolean language sql as 'select id > 1';
  revoke all on schema private from public, anon, authenticated;
  create table tasks (id int primary key);
  insert into tasks values (1);
  alter table tasks enable row level security;
  create policy open on tasks for select using (private.is_open(id));

  create table accounts (id int primary key, owner_id uuid, is_closed boolean not null);
  insert into accounts values (1, '${ada}', true);
  alter table accounts enable row level security;
  create policy own on accounts for select using (owner_id = (select auth.uid()));
  create policy open on accounts as restrictive for select using (not is_closed);

  create table orgs (id int primary key, name text);
  insert into orgs values (1, 'acme');
  alter table orgs enable row level security;
  create policy org on orgs for select using (name = (auth.jwt() ->> 'org'));

  create table teams (id int primary key, name text);
  create table players (id int primary key, team_id int references teams, name text);
  alter table players enable row level security;
  create policy stars on players for select using (name like 'R%');
  insert into teams values (1, 'Red'), (2, 'Blue'), (3, 'Empty');
  insert into players values (1, 1, 'Rosa'), (2, 2, 'Bert');

  create table numbers (id int primary key);
  insert into numbers select generate_series(1, 8);
  create table nothing (id int primary key);
`;

beforeAll(async () => {
  puzzles = await openPuzzles(schema);
}, 60_000);
afterAll(() => puzzles.close());

const ofAda = { as: "ada@example.com" };
const bobIsNotAda = `owner_id = auth.uid() → ${bob} = ${ada} → false`;
const hiddenFive = `notes id=5 is hidden, because the SELECT policy "own" of notes is false: ${bobIsNotAda}.`;

describe("policies of reads", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a row of another user is hidden by the clause that is false",
        request: ["GET", "/rest/v1/notes?id=eq.5", ofAda],
        cause: "policy",
        verdict: `200, no rows: ${hiddenFive}`,
      },
      {
        title: "a list that lacks rows of others names the first of them",
        request: ["GET", "/rest/v1/notes", ofAda],
        cause: "policy",
        verdict: `200, 2 rows: only 2 of the 3 rows that match are visible; ${hiddenFive}`,
      },
      {
        title: "a request for a single object is explained like a list",
        request: [
          "GET",
          "/rest/v1/notes?id=eq.5",
          { ...ofAda, headers: { accept: "application/vnd.pgrst.object+json" } },
        ],
        cause: "policy",
        verdict: `406: ${hiddenFive}`,
      },
      {
        title:
          "a request for a single object that matches several rows is explained by their number",
        request: [
          "GET",
          "/rest/v1/notes?id=lt.5",
          { ...ofAda, headers: { accept: "application/vnd.pgrst.object+json" } },
        ],
        cause: "request",
        verdict: "406: the request is for a single object, and 2 rows match.",
      },
      {
        title: "a policy for another role is named with its role",
        request: ["GET", "/rest/v1/notes"],
        cause: "no-policy",
        verdict:
          '200, no rows: notes has row-level security and no policy that lets anon select from it ("own" is for authenticated).',
      },
      {
        title: "a table with row-level security and no policy hides every row",
        request: ["GET", "/rest/v1/locked", ofAda],
        cause: "no-policy",
        verdict:
          "200, no rows: locked has row-level security and no policy that lets authenticated select from it.",
      },
      {
        title: "the secret key sees every row",
        request: ["GET", "/rest/v1/notes", { as: "service_role" }],
        cause: "nothing-hidden",
        verdict: "200, 3 rows: every row that matches is returned.",
      },
      {
        title: "a restrictive policy is named as one",
        request: ["GET", "/rest/v1/accounts", ofAda],
        cause: "policy",
        verdict:
          '200, no rows: accounts id=1 is hidden, because the restrictive SELECT policy "open" of accounts is false: not is_closed → false.',
      },
      {
        title: "a sub-select that row-level security empties is named with its table",
        request: ["GET", "/rest/v1/projects", ofAda],
        cause: "policy",
        verdict:
          '200, no rows: projects id=1 is hidden, because the SELECT policy "members" of projects is false: org_id IN ( SELECT memberships.org_id FROM memberships WHERE (memberships.user_id = auth.uid())) → false (the sub-select on memberships returns no row, because memberships has row-level security and no SELECT policy for authenticated).',
      },
      {
        title: "a policy that reads a table without a grant is named with the table",
        request: ["GET", "/rest/v1/plans", ofAda],
        cause: "grant",
        verdict:
          '403: the policy "secret" of plans reads secrets, and authenticated has no SELECT privilege on it.',
      },
      {
        title: "a policy calls a function of a schema that the caller may not use",
        request: ["GET", "/rest/v1/tasks", ofAda],
        cause: "policy",
        verdict:
          '200, no rows: tasks id=1 is hidden, because the SELECT policy "open" of tasks is false: private.is_open(id) → private.is_open(1) → false.',
      },
      {
        title: "a claim that the token lacks makes its clause null",
        request: ["GET", "/rest/v1/orgs", ofAda],
        cause: "policy",
        verdict:
          "200, no rows: orgs id=1 is hidden, because the SELECT policy \"org\" of orgs is null: name = (auth.jwt() ->> 'org') → acme = null → null.",
      },
      {
        title: "a claim that is given makes the clause true",
        request: ["GET", "/rest/v1/orgs", { ...ofAda, claims: { org: "acme" } }],
        cause: "nothing-hidden",
        verdict: "200, 1 row: every row that matches is returned.",
      },
      {
        title: "a view without security_invoker shows what its owner sees",
        request: ["GET", "/rest/v1/all_notes"],
        cause: "nothing-hidden",
        verdict: "200, 3 rows: every row that matches is returned.",
      },
      {
        title: "a view with security_invoker hides what the policies of its table hide",
        request: ["GET", "/rest/v1/my_notes", ofAda],
        cause: "policy",
        verdict: `200, 2 rows: only 2 of the 3 rows that match are visible; my_notes is a view with security_invoker, so that the policies of its tables apply: ${hiddenFive}`,
      },
    ],
  );

  test("the clauses of a policy are listed with their values for each row", async () => {
    const { rows, caller, policies } = await puzzles.why("GET", "/rest/v1/notes?id=eq.5", ofAda);
    expect(caller).toMatchObject({ role: "authenticated", claims: { sub: ada } });
    expect(policies).toMatchObject([{ name: "own", roles: ["authenticated"], applies: true }]);
    expect(rows).toMatchObject([
      {
        row: { id: 5, owner_id: bob },
        passes: false,
        policies: [
          {
            policy: "own",
            value: false,
            clause: {
              text: "owner_id = auth.uid()",
              operands: [
                { text: "owner_id", value: bob },
                { text: "auth.uid()", value: ada },
              ],
            },
          },
        ],
      },
    ]);
  });
});

describe("privileges, tokens and schemas of reads", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a missing grant leads to 403 for a user",
        request: ["GET", "/rest/v1/secrets", ofAda],
        cause: "grant",
        verdict: "403: authenticated has no SELECT privilege on the table secrets.",
      },
      {
        title: "a missing grant leads to 401 for the publishable key",
        request: ["GET", "/rest/v1/secrets"],
        cause: "grant",
        verdict: "401: anon has no SELECT privilege on the table secrets.",
      },
      {
        title: "a column without a grant is named",
        request: ["GET", "/rest/v1/people", ofAda],
        cause: "grant",
        verdict: "403: authenticated has no SELECT privilege on the column salary of people.",
      },
      {
        title: "the columns with a grant are read",
        request: ["GET", "/rest/v1/people?select=id,name", ofAda],
        cause: "nothing-hidden",
        verdict: "200, 1 row: every row that matches is returned.",
      },
      {
        title: "an expired token is refused",
        request: ["GET", "/rest/v1/notes", { ...ofAda, claims: { exp: 1 } }],
        cause: "token",
        verdict: "401: JWT expired.",
      },
      {
        title: "a schema that is not exposed is refused",
        request: ["GET", "/rest/v1/things", { headers: { "accept-profile": "private" } }],
        cause: "schema-not-exposed",
        verdict: "406: Invalid schema: private.",
      },
      {
        title: "a table of another schema is found there",
        request: ["GET", "/rest/v1/things"],
        cause: "schema-not-exposed",
        verdict: "404: it exists in the schema private, which is not exposed.",
      },
    ],
  );
});

describe("filters, joins and ranges of reads", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a filter that excludes every row is named",
        request: ["GET", "/rest/v1/teams?name=eq.Green&id=gt.0"],
        cause: "filter",
        verdict:
          "200, no rows: the filter name=eq.Green excludes every row of teams; without it, 3 rows would match.",
      },
      {
        title: "filters that exclude every row only together are listed",
        request: [
          "GET",
          "/rest/v1/notes?id=eq.1&title=eq.two&owner_id=is.null",
          { as: "service_role" },
        ],
        cause: "filter",
        verdict:
          "200, no rows: no single filter decides: each of id=eq.1, title=eq.two, owner_id=is.null excludes the rows that the others leave.",
      },
      {
        title: "an inner join without rows is named",
        request: ["GET", "/rest/v1/teams?id=eq.3&select=name,players!inner(name)"],
        cause: "filter",
        verdict:
          "200, no rows: the filter id=eq.3 excludes every row of teams; without it, 2 rows would match.",
      },
      {
        title: "an inner join of a table whose rows are hidden names its policy",
        request: ["GET", "/rest/v1/teams?id=eq.2&select=name,players!inner(name)"],
        cause: "policy",
        verdict:
          "200, no rows: the inner join players!inner finds no visible row; players id=2 is hidden, because the SELECT policy \"stars\" of players is false: name ~~ 'R%' → Bert ~~ 'R%' → false.",
      },
      {
        title: "an embed that is empty names the policy that hides its rows",
        request: ["GET", "/rest/v1/teams?id=eq.2&select=name,players(name)"],
        cause: "policy",
        verdict:
          "200, 1 row: in 1 of them, players is empty; players id=2 is hidden, because the SELECT policy \"stars\" of players is false: name ~~ 'R%' → Bert ~~ 'R%' → false.",
      },
      {
        title: "a page beyond the end is named",
        request: ["GET", "/rest/v1/numbers?offset=20"],
        cause: "range",
        verdict: "200, no rows: the offset 20 is beyond the 8 rows that match.",
      },
      {
        title: "a page beyond a counted end is refused",
        request: ["GET", "/rest/v1/numbers?offset=20", { headers: { prefer: "count=exact" } }],
        cause: "range",
        verdict: "416: the offset 20 is beyond the 8 rows that match.",
      },
      {
        title: "the largest page of the project is named",
        request: ["GET", "/rest/v1/numbers"],
        cause: "range",
        verdict: "200, 5 rows: [api] max_rows limits each answer to 5 of the 8 rows that match.",
      },
      {
        title: "a limit is named",
        request: ["GET", "/rest/v1/numbers?limit=2"],
        cause: "range",
        verdict: "200, 2 rows: limit and offset select rows 0 to 1 of the 8 rows that match.",
      },
      {
        title: "a table without rows is named as one",
        request: ["GET", "/rest/v1/nothing"],
        cause: "empty-table",
        verdict: "200, no rows: nothing has no rows at all.",
      },
    ],
  );
});
