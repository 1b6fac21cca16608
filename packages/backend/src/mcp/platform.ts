import type { SupabasePlatform } from "@supabase/mcp-server-supabase";
import type { McpContext } from "./context.ts";
import { databaseOperations } from "./operations/database.ts";
import { debuggingOperations } from "./operations/debugging.ts";
import { developmentOperations } from "./operations/development.ts";
import { functionsOperations } from "./operations/functions.ts";
import { storageOperations } from "./operations/storage.ts";
import { withPlainErrors } from "./tool-errors.ts";

/**
 * Returns the operations that the official server's tools call, for this project. Accounts, and merging and rebasing of
 * branches, only exist on the hosted service.
 *
 * @param origin the origin at which the caller reaches the server
 */
export function createPlatform(context: McpContext, origin: string): SupabasePlatform {
  const plain = <Operations extends object>(operations: Operations) =>
    withPlainErrors(operations, context.log);
  return {
    database: plain(databaseOperations(context)),
    debugging: plain(debuggingOperations(context)),
    development: plain(developmentOperations(context, origin)),
    functions: plain(functionsOperations(context)),
    storage: plain(storageOperations(context)),
  };
}
