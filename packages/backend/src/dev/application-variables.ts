import type { ProjectKeys } from "../keys/project.ts";

/** The prefixes that frameworks require for variables in the browser. */
const publicPrefixes = [
  "NEXT_PUBLIC_",
  "VITE_",
  "PUBLIC_",
  "NUXT_PUBLIC_",
  "EXPO_PUBLIC_",
  "REACT_APP_",
];

/**
 * Returns the environment variables that connect an application to the backend, under the names that Supabase's guides
 * use. Only server code receives the secret key.
 */
export function applicationVariables({
  origin,
  keys,
}: {
  readonly origin: string;
  readonly keys: Pick<ProjectKeys, "publishable" | "secret" | "serviceRole">;
}): Readonly<Record<string, string>> {
  const shared = {
    SUPABASE_URL: origin,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_ANON_KEY: keys.publishable,
  };
  const browserVariables = publicPrefixes.flatMap((prefix) =>
    Object.entries(shared).map(([name, value]) => [`${prefix}${name}`, value] as const),
  );
  return {
    ...shared,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRole,
    ...Object.fromEntries(browserVariables),
  };
}
