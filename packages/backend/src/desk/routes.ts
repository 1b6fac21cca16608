import { getAdvice } from "./endpoints/advice.ts";
import {
  getDiagram,
  getEnums,
  getNames,
  getRelations,
  getStatus,
  getStructure,
} from "./endpoints/catalog.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { postMigrationFile, postTestFile } from "./endpoints/files.ts";
import { getPeople } from "./endpoints/people.ts";
import { getRequests, postRepeat } from "./endpoints/requests.ts";
import { postCell, postDelete, postInsert, postRead, postUpdate } from "./endpoints/rows.ts";
import { postApply, postPlan } from "./endpoints/schema.ts";
import {
  getSnippets,
  postDeleteSnippet,
  postReadSnippet,
  postRenameSnippet,
  postSaveSnippet,
} from "./endpoints/snippets.ts";
import { postExplain, postSql } from "./endpoints/sql.ts";
import { postWhy, postWhyTest } from "./endpoints/why.ts";

/** The paths of the desk's API, below `/desk/api`, with their endpoints. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["GET", "/status", getStatus],
  ["GET", "/relations", getRelations],
  ["GET", "/names", getNames],
  ["GET", "/relations/:schema/:name", getStructure],
  ["GET", "/people", getPeople],
  ["GET", "/enums", getEnums],
  ["GET", "/diagram/:schema", getDiagram],
  ["POST", "/schema/plan", postPlan],
  ["POST", "/schema/apply", postApply],
  ["POST", "/rows/read", postRead],
  ["POST", "/rows/cell", postCell],
  ["POST", "/rows/insert", postInsert],
  ["POST", "/rows/update", postUpdate],
  ["POST", "/rows/delete", postDelete],
  ["POST", "/sql", postSql],
  ["POST", "/sql/explain", postExplain],
  ["GET", "/snippets", getSnippets],
  ["POST", "/snippets/read", postReadSnippet],
  ["POST", "/snippets/save", postSaveSnippet],
  ["POST", "/snippets/rename", postRenameSnippet],
  ["POST", "/snippets/delete", postDeleteSnippet],
  ["GET", "/requests", getRequests],
  ["POST", "/requests/:id/repeat", postRepeat],
  ["POST", "/why", postWhy],
  ["POST", "/why/test", postWhyTest],
  ["GET", "/advice", getAdvice],
  ["POST", "/files/tests", postTestFile],
  ["POST", "/files/migrations", postMigrationFile],
];
