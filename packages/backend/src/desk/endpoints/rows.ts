import { z } from "zod";
import { inTransactionAs } from "../caller.ts";
import { loadStructure } from "../catalog/structure.ts";
import { invalidRequest } from "../errors.ts";
import { maxRows } from "../rows/cells.ts";
import { operators } from "../rows/conditions.ts";
import { countVisible, type VisibleRows } from "../rows/count.ts";
import { insertRows } from "../rows/insert.ts";
import { readCell, readPage } from "../rows/read.ts";
import { deleteRows, updateRow } from "../rows/write.ts";
import {
  type DataEndpoint,
  keyShape,
  nameShape,
  readBody,
  relationShape,
  requestOn,
  runAsShape,
} from "./endpoint.ts";

/** The maximum number of rows in an import, or in its undo. */
const maxImportedRows = 100_000;

const valuesShape = z.record(nameShape, z.string().nullable());

const readShape = relationShape.extend({
  filters: z
    .array(
      z.object({
        column: nameShape,
        operator: z.enum(operators),
        value: z.string().max(10_000).optional(),
      }),
    )
    .max(20)
    .default([]),
  search: z.string().max(1_000).default(""),
  sort: z.object({ column: nameShape, isDescending: z.boolean() }).optional(),
  cursor: z.string().max(100_000).optional(),
  limit: z.int().min(1).max(maxRows).default(100),
});

/** `POST /rows/read`: returns a page of rows as the role sees them. */
export const postRead: DataEndpoint = async (context, c) => {
  const { schema, name, as, ...request } = await readBody(c, readShape);
  const structure = await loadStructure(context.database, schema, name);
  const page = await inTransactionAs(
    context,
    as,
    (connection) => readPage(connection, structure, request),
    {
      ...requestOn("GET", structure),
      readOnly: true,
      isolation: "repeatable read",
      signal: c.req.raw.signal,
    },
  );
  return c.json(page);
};

/** `POST /rows/cell`: returns a complete value. */
export const postCell: DataEndpoint = async (context, c) => {
  const { schema, name, as, key, column } = await readBody(
    c,
    relationShape.extend({ key: keyShape, column: nameShape }),
  );
  const structure = await loadStructure(context.database, schema, name);
  const cell = await inTransactionAs(
    context,
    as,
    (connection) => readCell(connection, structure, { key, column }),
    { ...requestOn("GET", structure), readOnly: true },
  );
  if (!cell) throw invalidRequest("The role does not see this row anymore.");
  return c.json(cell);
};

/** `POST /rows/insert`: inserts all rows, or none. Returns their keys for undo. */
export const postInsert: DataEndpoint = async (context, c) => {
  const { schema, name, as, rows } = await readBody(
    c,
    relationShape.extend({ rows: z.array(valuesShape).min(1).max(maxImportedRows) }),
  );
  const structure = await loadStructure(context.database, schema, name);
  return c.json(
    await inTransactionAs(
      context,
      as,
      (connection) => insertRows(connection, structure, rows),
      requestOn("POST", structure),
    ),
  );
};

/** `POST /rows/update`: changes one row. */
export const postUpdate: DataEndpoint = async (context, c) => {
  const { schema, name, as, key, set } = await readBody(
    c,
    relationShape.extend({ key: keyShape, set: valuesShape }),
  );
  if (Object.keys(set).length === 0) throw invalidRequest("`set` names no column.");
  const structure = await loadStructure(context.database, schema, name);
  const affected = await inTransactionAs(
    context,
    as,
    (connection) => updateRow(connection, structure, { key, set }),
    requestOn("PATCH", structure),
  );
  return c.json({ affected });
};

/** `POST /rows/delete`: deletes rows, and returns them for undo. */
export const postDelete: DataEndpoint = async (context, c) => {
  const { schema, name, as, keys } = await readBody(
    c,
    relationShape.extend({ keys: z.array(keyShape).min(1).max(maxImportedRows) }),
  );
  const structure = await loadStructure(context.database, schema, name);
  return c.json(
    await inTransactionAs(
      context,
      as,
      (connection) => deleteRows(connection, structure, keys),
      requestOn("DELETE", structure),
    ),
  );
};

const countShape = z.object({
  relations: z
    .array(relationShape.omit({ as: true }))
    .min(1)
    .max(20),
  as: runAsShape,
});

/** `POST /rows/count`: returns the number of rows that the role sees in each table, and the number of all rows. */
export const postCount: DataEndpoint = async (context, c) => {
  const { relations, as } = await readBody(c, countShape);
  const counts: VisibleRows[] = [];
  for (const relation of relations) counts.push(await countVisible(context, as, relation));
  return c.json({ counts });
};
