import type { Routes } from "./add-routes.ts";
import type { DataContext } from "./context.ts";
import {
  getDiagram,
  getNames,
  getRelations,
  getStatus,
  getStructure,
} from "./endpoints/catalog.ts";
import { getUsers } from "./endpoints/list-users.ts";
import {
  postCell,
  postCount,
  postDelete,
  postInsert,
  postRead,
  postUpdate,
} from "./endpoints/rows.ts";
import { postExplain, postSql } from "./endpoints/sql.ts";
import { postWhy, postWhyTest } from "./endpoints/why.ts";

/** The paths of the desk's API that need only the database. A browser tab has these and no others. */
export const dataRoutes: Routes<DataContext> = [
  ["GET", "/status", getStatus],
  ["GET", "/relations", getRelations],
  ["GET", "/names", getNames],
  ["GET", "/relations/:schema/:name", getStructure],
  ["GET", "/people", getUsers],
  ["GET", "/diagram/:schema", getDiagram],
  ["POST", "/rows/read", postRead],
  ["POST", "/rows/cell", postCell],
  ["POST", "/rows/insert", postInsert],
  ["POST", "/rows/update", postUpdate],
  ["POST", "/rows/delete", postDelete],
  ["POST", "/rows/count", postCount],
  ["POST", "/sql", postSql],
  ["POST", "/sql/explain", postExplain],
  ["POST", "/why", postWhy],
  ["POST", "/why/test", postWhyTest],
];
