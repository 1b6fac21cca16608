import { describe, expect, test } from "vitest";
import { DeskError } from "../api/call.ts";
import type { Column } from "../api/catalog.ts";
import { errorWithLine, guessMapping, valuesOf } from "./import-mapping.ts";

const column = (name: string, parts: Partial<Column> = {}): Column => ({
  name,
  type: "text",
  category: "S",
  isNullable: true,
  default: null,
  isIdentity: false,
  isGenerated: false,
  comment: null,
  labels: null,
  keyPosition: null,
  references: null,
  ...parts,
});
const columns = [
  column("id"),
  column("first_name"),
  column("body", { type: "jsonb", category: "U" }),
  column("length", { isGenerated: true }),
];

describe("an import", () => {
  test("fields are mapped to the columns of the same name, each at most once", () => {
    expect(guessMapping(["ID", "First name", "first_name", "length", null], columns)).toEqual([
      "id",
      "first_name",
      "",
      "",
      "",
    ]);
  });

  test("fields are converted to values, and the line and column of a mistake are reported", () => {
    const rows = [
      { line: 2, cells: ["1", '{"a": 1}'] },
      { line: 7, cells: ["2", "{"] },
    ];
    expect(valuesOf(rows.slice(0, 1), ["id", "body"], columns)).toEqual([
      { id: "1", body: '{"a": 1}' },
    ]);
    expect(() => valuesOf(rows, ["id", "body"], columns)).toThrow(/^Line 7, body: Not JSON/);
    const refusal = new DeskError(400, { message: "duplicate key", row: 1, column: "id" });
    expect(errorWithLine(refusal, rows).message).toBe("Line 7, id: duplicate key");
  });
});
