/** What people meet around the form: each is loaded by those alone who import it. */
export type { ClientWith } from "./client.ts";
export type { Extra } from "./extra.ts";
export type { AroundLocale, AroundVariables, AroundWords } from "./words.ts";
