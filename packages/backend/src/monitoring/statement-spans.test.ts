import { expect, test } from "vitest";
import { summaryOf } from "./statement-spans.ts";

test.each([
  ["select id from auth.users where id = $1", "SELECT auth.users"],
  [
    "  insert into portico.rate_limits as limits (bucket) values ($1)",
    "INSERT portico.rate_limits",
  ],
  [
    "with claimed as (update portico.outgoing_messages set x = 1) select 1",
    "UPDATE portico.outgoing_messages",
  ],
  ['WITH pgrst_source AS (SELECT "public"."notes".* FROM "public"."notes")', "SELECT public.notes"],
  ['DELETE FROM "a b"."c""d" WHERE true', "DELETE a_b.cd"],
  ["select extract(epoch from now()) from portico.sending_clocks", "SELECT portico.sending_clocks"],
  ["select set_config('role', $1, true)", "SELECT"],
  ["begin read only", "BEGIN"],
  ["", "OTHER"],
])("a statement is summarized by its operation and table: %s", (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});

test.each([
  'SELECT "title" AS "x FROM ""secret"".""ada""" FROM "public"."notes"',
  `SELECT 'from secret.ada' FROM "public"."notes"`,
  `SELECT 'it''s from secret.ada', "public"."notes"."id" AS "from secret.ada" FROM "public"."notes"`,
])("the summary of a statement contains no literals and aliases: %s", (text) => {
  expect(summaryOf(text)).toBe("SELECT public.notes");
});
