import type { StorageBucket, StorageOperations } from "@supabase/mcp-server-supabase/platform";
import { sql } from "../../database/sql.ts";
import { UsageError } from "../../usage-error.ts";
import type { McpContext } from "../context.ts";
import { sqlShare } from "./run-sql.ts";

/** The operations for buckets and for the settings of Storage. */
export function storageOperations({ config, database }: McpContext): StorageOperations {
  const { storage } = config;
  return {
    async listAllBuckets() {
      const { rows } = await database.withLimits(sqlShare).query<BucketRow>(sql`
        select id, name, coalesce(owner_id, owner::text, '') as owner, created_at, updated_at, public
        from storage.buckets order by id limit 1000`);
      return rows.map(({ created_at, updated_at, ...bucket }) => ({
        ...bucket,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      }));
    },
    getStorageConfig: async () => ({
      fileSizeLimit: storage.file_size_limit,
      features: {
        // Images are transformed if the package `sharp` is installed, regardless of this setting.
        imageTransformation: { enabled: true },
        s3Protocol: { enabled: storage.s3_protocol.enabled },
      },
    }),
    updateStorageConfig: async () => {
      throw new UsageError(
        "These are settings of [storage] in supabase/config.toml. Edit that file instead.",
      );
    },
  };
}

interface BucketRow extends Omit<StorageBucket, "created_at" | "updated_at"> {
  readonly created_at: Date;
  readonly updated_at: Date;
}
