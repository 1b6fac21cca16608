import type { SupabasePlatform } from "@supabase/mcp-server-supabase";
import { UsageError } from "../usage-error.ts";

/** The query parameters of the hosted service's server: https://supabase.com/docs/guides/ai-tools/mcp#configuration-options. */
export interface UrlOptions {
  readonly readOnly: boolean;
  /** The groups of tools. If undefined, the official server uses its default. */
  readonly features?: string[];
}

/** The texts that the official server accepts as a boolean (Zod, `stringbool`). */
const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  y: true,
  enabled: true,
  false: false,
  0: false,
  no: false,
  off: false,
  n: false,
  disabled: false,
};

/**
 * Reads the options in the query of the URL.
 *
 * @throws {UsageError} if a value is invalid
 */
export function readOptions(query: URLSearchParams, platform: SupabasePlatform): UrlOptions {
  const readOnly = booleans[(query.get("read_only") ?? "false").toLowerCase()];
  // Refuse unknown values, because a typo must not give write access.
  if (readOnly === undefined || query.getAll("read_only").length > 1) {
    throw new UsageError("read_only must be true or false.");
  }
  const featureList = query.get("features");
  if (featureList === null) return { readOnly };
  const available = ["docs", ...Object.keys(platform)];
  const features = featureList
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    // `debug` is the former name, which the official server also accepts.
    .map((name) => (name === "debug" ? "debugging" : name));
  const unknownFeature = features.find((name) => !available.includes(name));
  if (unknownFeature !== undefined) {
    throw new UsageError(
      `This server has no feature group "${unknownFeature.slice(0, 50)}". It has: ${available.join(", ")}.`,
    );
  }
  return { readOnly, features: [...new Set(features)] };
}
