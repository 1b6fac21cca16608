import type { DataContext } from "./context.ts";
import { noRequest, onlyInDevelopment } from "./errors.ts";

/** Returns a recent request with the claims of its caller. @throws {DeskError} if the server no longer keeps it */
export function findRequest({ recentRequests }: Pick<DataContext, "recentRequests">, id: number) {
  const found = requireDevelopment(recentRequests).find(id);
  if (!found) throw noRequest();
  return found;
}

/** Returns a value that only a development server has. @throws {DeskError} on other servers */
export function requireDevelopment<Value>(value: Value | undefined): Value {
  if (value === undefined) throw onlyInDevelopment();
  return value;
}

export type FoundRequest = ReturnType<typeof findRequest>;
