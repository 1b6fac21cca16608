import * as access from "./access-sql.ts";
import * as enums from "./enum-sql.ts";
import * as keys from "./key-sql.ts";
import type { SchemaChange } from "./shapes.ts";
import { migrationName } from "./sql-text.ts";
import * as tables from "./table-sql.ts";

/** Returns a change's statements, without semicolons. */
export function statementsOfChange(change: SchemaChange): readonly string[] {
  switch (change.kind) {
    case "create table":
      return tables.createTable(change);
    case "rename table":
      return tables.renameTable(change);
    case "drop table":
      return tables.dropTable(change);
    case "add column":
      return tables.addColumn(change);
    case "change column":
      return tables.changeColumn(change);
    case "drop column":
      return tables.dropColumn(change);
    case "add key":
      return keys.addKey(change);
    case "add foreign key":
      return keys.addForeignKey(change);
    case "add check":
      return keys.addCheck(change);
    case "drop constraint":
      return keys.dropConstraint(change);
    case "create index":
      return keys.createIndex(change);
    case "drop index":
      return keys.dropIndex(change);
    case "create policy":
      return access.createPolicy(change);
    case "change policy":
      return access.changePolicy(change);
    case "drop policy":
      return access.dropPolicy(change);
    case "set row security":
      return access.setRowSecurity(change);
    case "grant":
      return access.grant(change);
    case "revoke":
      return access.revoke(change);
    case "set trigger":
      return access.setTrigger(change);
    case "create enum":
      return enums.createEnum(change);
    case "add enum value":
      return enums.addEnumValue(change);
    case "rename enum value":
      return enums.renameEnumValue(change);
    case "drop enum":
      return enums.dropEnum(change);
  }
}

/** Returns the name for a change's migration, such as `add_column_notes_due`. */
export function nameOfChange(change: SchemaChange): string {
  const part =
    change.kind === "add column"
      ? change.column.name
      : "column" in change
        ? change.column
        : "policy" in change
          ? change.policy
          : "constraint" in change
            ? (change.constraint ?? "")
            : "role" in change
              ? change.role
              : "";
  return migrationName(change.kind, change.name, part);
}
