import { describe, expect, test } from "vitest";
import { type Clause, parseClauses } from "./policy-clauses.ts";

const leaves = (clause: Clause): readonly string[] =>
  clause.kind === "leaf" ? [clause.text] : clause.members.flatMap(leaves);

const leaf = (text: string) => {
  const clause = parseClauses(text);
  if (clause.kind !== "leaf") throw new Error(`${text} is not a leaf.`);
  return clause;
};

describe("clauses of a condition", () => {
  test("a condition is split at AND, OR and NOT, but not inside quotes and queries", () => {
    const clause = parseClauses(
      `((a = 'x AND y'::text) AND ((NOT ("b AND c" = 1)) OR (EXISTS ( SELECT 1 FROM m WHERE ((m.a = 1) AND (m.b = 2))))))`,
    );
    expect(clause).toMatchObject({
      kind: "and",
      members: [{ kind: "leaf" }, { kind: "or", members: [{ kind: "not" }, { kind: "leaf" }] }],
    });
    expect(leaves(clause)).toEqual([
      "a = 'x AND y'",
      '"b AND c" = 1',
      "EXISTS ( SELECT 1 FROM m WHERE ((m.a = 1) AND (m.b = 2)))",
    ]);
  });

  test("the operands of a comparison do not include constants", () => {
    expect(leaf("(auth.uid() = owner_id)").operands).toEqual(["auth.uid()", "owner_id"]);
    expect(leaf("((auth.jwt() ->> 'org'::text) = 'a'::text)").operands).toEqual([
      "(auth.jwt() ->> 'org'::text)",
    ]);
    expect(leaf("(status = ANY (ARRAY['a'::text, 'b'::text]))").operands).toEqual(["status"]);
    expect(leaf("(name IS NOT NULL)").operands).toEqual(["name"]);
  });

  test("the arguments of a function are its operands", () => {
    expect(leaf("private.is_member(org_id, auth.uid(), 'x'::text)").operands).toEqual([
      "org_id",
      "auth.uid()",
    ]);
  });

  test("a query that reads a table is a sub-select, and one that only calls a function is an operand", () => {
    expect(leaf("(org_id IN ( SELECT m.org_id FROM m WHERE (m.a = 1)))")).toMatchObject({
      operands: ["org_id"],
      subselects: ["SELECT m.org_id FROM m WHERE (m.a = 1)"],
    });
    expect(leaf("(( SELECT auth.uid() AS uid) = owner_id)")).toMatchObject({
      text: "(select auth.uid()) = owner_id",
      operands: ["( SELECT auth.uid() AS uid)", "owner_id"],
      subselects: [],
    });
  });
});
