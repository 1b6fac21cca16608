import {
  choice,
  flag,
  integer,
  namedTable,
  optionalText,
  port,
  secret,
  table,
  texts,
} from "./setting.ts";

/** Returns the schema of environment variables for functions. Values may be secrets, so messages never contain them. */
function variables() {
  return namedTable(secret()).superRefine((values, context) => {
    for (const [name, value] of Object.entries(values)) {
      const isName = /^[A-Za-z_]\w*$/.test(name);
      if (isName && !value?.includes("\0")) continue;
      const message = isName
        ? "must be text without the character U+0000"
        : "is not the name of an environment variable: letters, digits and underscores";
      context.addIssue({ code: "custom", path: [name], message });
    }
  });
}

/** `[functions.*]`: an Edge Function. Paths are relative to the `supabase` folder. */
const edgeFunction = table({
  enabled: flag().default(true),
  /** Whether a caller needs a project key or a token. */
  verify_jwt: flag().default(true),
  import_map: optionalText(),
  entrypoint: optionalText(),
  /** Patterns of files that the function may read, in addition to those below `supabase/functions`. */
  static_files: texts().default([]),
  env: variables().default({}),
});

/** `[functions]` */
export const functions = namedTable(edgeFunction);

/** `[edge_runtime]` */
export const edgeRuntime = table({
  enabled: flag().default(true),
  policy: choice(["per_worker", "oneshot"]).default("per_worker"),
  inspector_port: port().default(8083),
  deno_version: integer("a major version of Deno", 1, 2).default(2),
  /** Names are converted to upper case, as in the CLI. */
  secrets: variables()
    .transform((values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    )
    .default({}),
});
