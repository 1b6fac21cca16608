/** The SQL that the backend brings, put in the bundle by `tsdown.config.ts`. */
declare module "portico:scripts" {
  export const system: readonly { readonly name: string; readonly text: string }[];
  export const extensions: Readonly<Record<string, string>>;
}
