import { flag, ignored, named, optionalText, table } from "./setting.ts";

/** `[functions.*]`: an Edge Function. Paths are relative to the `supabase` folder. */
const edgeFunction = table({
  enabled: flag().default(true),
  /** Whether a caller needs a key of the project or a token. */
  verify_jwt: flag().default(true),
  import_map: optionalText(),
  entrypoint: optionalText(),
  static_files: ignored(),
  env: ignored(),
});

/** `[functions]` */
export const functions = named(edgeFunction);
