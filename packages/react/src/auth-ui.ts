/**
 * Everything, for an application whose bundler is told to take this module wherever it imports
 * `@supabase/auth-ui-react` or `@supabase/auth-ui-shared`.
 *
 * Those made their styles as the page ran, so such an application imports no stylesheet. What the
 * package publishes under this name for bundlers imports it for them; Node, which cannot read a
 * stylesheet, is given this module (docs/decisions/0011).
 */
export * from "./index.ts";
