import { getAdvice, getDoctor, getSizes, getStatements } from "./endpoints/advice.ts";
import { getNames, getRelations, getStatus, getStructure } from "./endpoints/catalog.ts";
import { postCredentials } from "./endpoints/credentials.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { postMigrationFile, postTestFile } from "./endpoints/files.ts";
import { getFunctionLog, getFunctions } from "./endpoints/functions.ts";
import {
  getJobs,
  postActive,
  postArchive,
  postDeleteMessage,
  postMessage,
  postMessages,
  postRun,
  postRuns,
} from "./endpoints/jobs.ts";
import { getPeople } from "./endpoints/people.ts";
import { getRequests, postRepeat } from "./endpoints/requests.ts";
import { postCell, postDelete, postInsert, postRead, postUpdate } from "./endpoints/rows.ts";
import { postExplain, postSql } from "./endpoints/sql.ts";
import {
  getSnapshots,
  getTime,
  postClock,
  postLosses,
  postRestore,
  postSnapshot,
  postTrouble,
} from "./endpoints/time.ts";
import { postWhy, postWhyTest } from "./endpoints/why.ts";

/** The paths of the desk's API, below `/desk/api`, with their endpoints. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["GET", "/status", getStatus],
  ["GET", "/relations", getRelations],
  ["GET", "/names", getNames],
  ["GET", "/relations/:schema/:name", getStructure],
  ["GET", "/people", getPeople],
  ["POST", "/rows/read", postRead],
  ["POST", "/rows/cell", postCell],
  ["POST", "/rows/insert", postInsert],
  ["POST", "/rows/update", postUpdate],
  ["POST", "/rows/delete", postDelete],
  ["POST", "/sql", postSql],
  ["POST", "/sql/explain", postExplain],
  ["GET", "/requests", getRequests],
  ["POST", "/requests/:id/repeat", postRepeat],
  ["POST", "/why", postWhy],
  ["POST", "/why/test", postWhyTest],
  ["GET", "/advice", getAdvice],
  ["GET", "/advice/doctor", getDoctor],
  ["GET", "/advice/statements", getStatements],
  ["GET", "/advice/sizes", getSizes],
  ["POST", "/credentials", postCredentials],
  ["GET", "/functions", getFunctions],
  ["GET", "/functions/log", getFunctionLog],
  ["GET", "/jobs", getJobs],
  ["POST", "/jobs/runs", postRuns],
  ["POST", "/jobs/run", postRun],
  ["POST", "/jobs/active", postActive],
  ["POST", "/queues/messages", postMessages],
  ["POST", "/queues/send", postMessage],
  ["POST", "/queues/archive", postArchive],
  ["POST", "/queues/delete", postDeleteMessage],
  ["GET", "/time", getTime],
  ["POST", "/time/clock", postClock],
  ["POST", "/time/trouble", postTrouble],
  ["GET", "/snapshots", getSnapshots],
  ["POST", "/snapshots", postSnapshot],
  ["POST", "/snapshots/losses", postLosses],
  ["POST", "/snapshots/restore", postRestore],
  ["POST", "/files/tests", postTestFile],
  ["POST", "/files/migrations", postMigrationFile],
];
