import { needsBrowser } from "./needs-browser.ts";

export * from "../auth-helpers/index.ts";

export const SessionContextProvider = needsBrowser("SessionContextProvider");
