import type { DeskContext } from "./context.ts";
import { noRequest } from "./errors.ts";

/** Returns a recent request with the claims of its caller. @throws {DeskError} if it has been forgotten */
export function findRequest({ recentRequests }: Pick<DeskContext, "recentRequests">, id: number) {
  const found = recentRequests.find(id);
  if (!found) throw noRequest();
  return found;
}

export type FoundRequest = ReturnType<typeof findRequest>;
