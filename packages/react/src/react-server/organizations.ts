import { throwInServerComponent } from "./needs-browser.ts";

export * from "../organizations/index.ts";

export const OrganizationSwitcher = throwInServerComponent("OrganizationSwitcher");
