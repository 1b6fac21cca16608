import type { Routes } from "./add-routes.ts";
import type { DeskContext } from "./context.ts";
import { dataRoutes } from "./data-routes.ts";
import { getAdvice, getDoctor, getSizes, getStatements } from "./endpoints/advice.ts";
import { getEnums } from "./endpoints/catalog.ts";
import { postCredentials } from "./endpoints/credentials.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { postMigrationFile, postTestFile } from "./endpoints/files.ts";
import { getFunctionLog, getFunctions } from "./endpoints/functions.ts";
import {
  getJobs,
  postActive,
  postArchive,
  postDeleteMessage,
  postMessages,
  postQueueMessage,
  postRun,
  postRuns,
} from "./endpoints/jobs.ts";
import {
  getMail,
  getMessage,
  getSource,
  postMailDeletion,
  postMailView,
} from "./endpoints/mail.ts";
import { getRequests, postRepeat } from "./endpoints/requests.ts";
import { postApply, postPlan } from "./endpoints/schema.ts";
import {
  getSnippets,
  postDeleteSnippet,
  postReadSnippet,
  postRenameSnippet,
  postSaveSnippet,
} from "./endpoints/snippets.ts";
import {
  postBucketChange,
  postBucketClearing,
  postBucketCreation,
  postBucketDeletion,
  postBuckets,
  postCopy,
  postFolderDeletion,
  postMove,
  postObjectInfo,
  postObjects,
  postObjectsDeletion,
  postPreview,
  postSignedLink,
  postUpload,
} from "./endpoints/storage.ts";
import {
  getSnapshots,
  getTime,
  postClock,
  postLosses,
  postRestore,
  postSnapshot,
  postTrouble,
} from "./endpoints/time.ts";
import {
  getUser,
  getUserReferences,
  postChange,
  postFactorDeletion,
  postInvitation,
  postLink,
  postMessage,
  postPasskeyDeletion,
  postSessionsEnd,
  postUnlinking,
  postUser,
  postUserDeletion,
} from "./endpoints/users.ts";
import { requireDevelopment } from "./find-request.ts";

/** Returns an endpoint that refuses requests on servers that are not for development, even if the desk is exposed. */
const developmentOnly =
  (endpoint: Endpoint): Endpoint =>
  async (context, c) => {
    requireDevelopment(context.recentRequests);
    return endpoint(context, c);
  };

/** The paths of the desk's API, below `/desk/api`, with their endpoints. */
export const routes: Routes<DeskContext> = [
  ...dataRoutes,
  ["GET", "/enums", getEnums],
  ["POST", "/people", postUser],
  ["POST", "/people/invite", postInvitation],
  ["POST", "/people/messages", postMessage],
  ["POST", "/people/link", postLink],
  ["GET", "/people/:id", getUser],
  ["POST", "/people/:id", postChange],
  ["GET", "/people/:id/belongings", getUserReferences],
  ["POST", "/people/:id/delete", postUserDeletion],
  ["POST", "/people/:id/sessions/end", postSessionsEnd],
  ["POST", "/people/:id/factors/delete", postFactorDeletion],
  ["POST", "/people/:id/passkeys/delete", postPasskeyDeletion],
  ["POST", "/people/:id/identities/unlink", postUnlinking],
  ["POST", "/schema/plan", postPlan],
  ["POST", "/schema/apply", postApply],
  ["GET", "/snippets", getSnippets],
  ["POST", "/snippets/read", postReadSnippet],
  ["POST", "/snippets/save", postSaveSnippet],
  ["POST", "/snippets/rename", postRenameSnippet],
  ["POST", "/snippets/delete", postDeleteSnippet],
  ["GET", "/requests", getRequests],
  ["POST", "/requests/:id/repeat", postRepeat],
  ["GET", "/advice", getAdvice],
  ["GET", "/advice/doctor", developmentOnly(getDoctor)],
  ["GET", "/advice/statements", developmentOnly(getStatements)],
  ["GET", "/advice/sizes", developmentOnly(getSizes)],
  ["POST", "/credentials", developmentOnly(postCredentials)],
  ["GET", "/functions", developmentOnly(getFunctions)],
  ["GET", "/functions/log", developmentOnly(getFunctionLog)],
  ["GET", "/jobs", developmentOnly(getJobs)],
  ["POST", "/jobs/runs", developmentOnly(postRuns)],
  ["POST", "/jobs/run", developmentOnly(postRun)],
  ["POST", "/jobs/active", developmentOnly(postActive)],
  ["POST", "/queues/messages", developmentOnly(postMessages)],
  ["POST", "/queues/send", developmentOnly(postQueueMessage)],
  ["POST", "/queues/archive", developmentOnly(postArchive)],
  ["POST", "/queues/delete", developmentOnly(postDeleteMessage)],
  ["GET", "/time", developmentOnly(getTime)],
  ["POST", "/time/clock", developmentOnly(postClock)],
  ["POST", "/time/trouble", developmentOnly(postTrouble)],
  ["GET", "/snapshots", developmentOnly(getSnapshots)],
  ["POST", "/snapshots", developmentOnly(postSnapshot)],
  ["POST", "/snapshots/losses", developmentOnly(postLosses)],
  ["POST", "/snapshots/restore", developmentOnly(postRestore)],
  ["POST", "/storage/buckets/list", postBuckets],
  ["POST", "/storage/buckets/create", postBucketCreation],
  ["POST", "/storage/buckets/update", postBucketChange],
  ["POST", "/storage/buckets/empty", postBucketClearing],
  ["POST", "/storage/buckets/delete", postBucketDeletion],
  ["POST", "/storage/objects/list", postObjects],
  ["POST", "/storage/objects/info", postObjectInfo],
  ["POST", "/storage/objects/preview", postPreview],
  ["POST", "/storage/objects/move", postMove],
  ["POST", "/storage/objects/copy", postCopy],
  ["POST", "/storage/objects/delete", postObjectsDeletion],
  ["POST", "/storage/objects/delete-folder", postFolderDeletion],
  ["POST", "/storage/objects/sign", postSignedLink],
  ["POST", "/storage/upload", postUpload],
  ["GET", "/mail", getMail],
  ["POST", "/mail/delete", postMailDeletion],
  ["GET", "/mail/:id", getMessage],
  ["GET", "/mail/:id/source", getSource],
  ["POST", "/mail/:id/view", postMailView],
  ["POST", "/files/tests", postTestFile],
  ["POST", "/files/migrations", postMigrationFile],
];
