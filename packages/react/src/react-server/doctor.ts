import { throwInServerComponent } from "./needs-browser.ts";

export * from "../doctor/index.ts";

export const Doctor = throwInServerComponent("Doctor");
