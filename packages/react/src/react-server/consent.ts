import { throwInServerComponent } from "./needs-browser.ts";

export * from "../consent/index.ts";

export const Consent = throwInServerComponent("Consent");
