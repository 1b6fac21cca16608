import type { SupabasePlatform } from "@supabase/mcp-server-supabase";
import type { McpContext } from "./context.ts";
import { databaseOperations } from "./operations/database.ts";
import { debuggingOperations } from "./operations/debugging.ts";
import { developmentOperations } from "./operations/development.ts";
import { functionsOperations } from "./operations/functions.ts";
import { storageOperations } from "./operations/storage.ts";
import { withPlainErrors } from "./tool-errors.ts";

/**
 * Returns what the official server's tools do on this project. Accounts, and branches that are merged and rebased,
 * exist only on the hosted service.
 *
 * @param origin where the caller reaches the server
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
