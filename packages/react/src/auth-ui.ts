/**
 * Exports everything, for applications whose bundler resolves `@supabase/auth-ui-react` and `@supabase/auth-ui-shared`
 * to this module.
 *
 * Those packages created their styles at run time, so such an application imports no style sheet. The bundled version
 * of this entry imports the style sheet; Node, which cannot import CSS, resolves to this module (docs/decisions/0011).
 */
export * from "./index.ts";
