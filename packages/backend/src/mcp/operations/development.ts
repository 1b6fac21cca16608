import type { DevelopmentOperations } from "@supabase/mcp-server-supabase/platform";
import { generateTypes } from "../../generate-types.ts";
import { withUrl } from "../../schema-diff/folder-database.ts";
import type { McpContext } from "../context.ts";

/** The operations for the development of an application: the project's URL, its public keys, and its types. */
export function developmentOperations(
  { config, database, keys }: McpContext,
  origin: string,
): DevelopmentOperations {
  return {
    getProjectUrl: async () => origin,
    getPublishableKeys: async () => [
      { name: "anon", type: "legacy", api_key: keys.anon },
      { name: "default", type: "publishable", api_key: keys.publishable },
    ],
    async generateTypescriptTypes() {
      const schemas = [...new Set(["public", ...config.api.schemas])];
      const types = await withUrl(database, (url) => generateTypes(url, "typescript", schemas));
      return { types };
    },
  };
}
