import { needsBrowser } from "./needs-browser.ts";

export * from "../doctor/index.ts";

export const Doctor = needsBrowser("Doctor");
