import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../organizations/index.ts";

export const OrganizationSwitcher = throwInServerComponent("OrganizationSwitcher");
