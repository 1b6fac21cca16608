import type { SupabasePlatform } from "@supabase/mcp-server-supabase";
import type { McpContext } from "./context.ts";
import { databaseOperations } from "./operations/database.ts";
import { debuggingOperations } from "./operations/debugging.ts";
import { developmentOperations } from "./operations/development.ts";
import { functionsOperations } from "./operations/functions.ts";
import { storageOperations } from "./operations/storage.ts";
import { withPlainErrors } from "./tool-errors.ts";

/**
 * Returns the operations that the official server's tools call, for this project. Accounts, and merging and rebasing
 * branches, exist only on the hosted service.
 *
 * @param origin the origin at which the caller reaches the server
 */
export function createPlatform(context: McpContext, origin: string): SupabasePlatform {
  const withoutDetails = <Operations extends object>(operations: Operations) =>
    withPlainErrors(operations, context.log);
  return {
    database: withoutDetails(databaseOperations(context)),
    debugging: withoutDetails(debuggingOperations(context)),
    development: withoutDetails(developmentOperations(context, origin)),
    functions: withoutDetails(functionsOperations(context)),
    storage: withoutDetails(storageOperations(context)),
  };
}
