import type { RecordedRequest } from "../api/requests.ts";
import { safeDecode } from "../export/safe-decode.ts";

export const isWrite = ({ method, wire, path }: RecordedRequest) =>
  !["GET", "HEAD", "OPTIONS"].includes(method) && !isList({ wire, path });

/** Listing the objects of a bucket is a POST, although it only reads. */
const isList = ({ wire, path }: Pick<RecordedRequest, "wire" | "path">) =>
  wire === "storage" && path.startsWith("/storage/v1/object/list/");

export const callerName = ({ caller }: RecordedRequest) =>
  caller.email ?? caller.user ?? caller.role ?? "no key";

/** Returns whether "Why?" can explain more than the response itself says. */
export const isExplainable = ({ wire, method }: RecordedRequest) =>
  (wire === "rest" || wire === "storage") && method !== "OPTIONS";

/** Returns whether the client did not wait for the response, for example because the user left its page. */
const isCancelled = ({ status }: RecordedRequest) => status === 499;

export const isRefusedOrEmpty = (request: RecordedRequest) =>
  isExplainable(request) &&
  !isCancelled(request) &&
  (request.rows === 0 || (request.status >= 400 && request.status < 500));

export const resultText = ({ errorCode, rows }: RecordedRequest) =>
  errorCode ?? (rows === null ? "" : rows === 1 ? "1 row" : `${rows} rows`);

/** The groups of statuses to filter by. */
export const statusGroups = [
  ["all", "All statuses"],
  ["problems", "Refused, failed or empty"],
  ["2", "Success (2xx)"],
  ["4", "Refused (4xx)"],
  ["5", "Failed (5xx)"],
] as const;

export type StatusGroup = (typeof statusGroups)[number][0];

export function matchesStatusGroup(request: RecordedRequest, group: StatusGroup): boolean {
  if (group === "all") return true;
  if (isCancelled(request)) return false;
  if (group === "problems") return request.status >= 400 || request.rows === 0;
  return String(request.status).startsWith(group);
}

export function matchesSearch(request: RecordedRequest, text: string): boolean {
  const { method, path, errorCode, body, caller } = request;
  return [method, path, safeDecode(path), errorCode, body, caller.role, caller.email, caller.user]
    .join("\n")
    .toLowerCase()
    .includes(text.trim().toLowerCase());
}

export const clockTime = (at: number) => new Date(at).toLocaleTimeString("en-GB");
