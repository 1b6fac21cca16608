/** The backend's SQL files. `tsdown.config.ts` puts them into the bundle. */
declare module "portico:scripts" {
  export const system: readonly { readonly name: string; readonly text: string }[];
  export const extensions: Readonly<Record<string, string>>;
}
