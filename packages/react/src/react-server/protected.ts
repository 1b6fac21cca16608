import { needsBrowser } from "./needs-browser.ts";

export * from "../protected/index.ts";

export const Protected = needsBrowser("Protected");
export const SecondFactor = needsBrowser("SecondFactor");
