import { throwInServerComponent } from "./needs-browser.ts";

export * from "../auth-helpers/index.ts";

export const SessionContextProvider = throwInServerComponent("SessionContextProvider");
