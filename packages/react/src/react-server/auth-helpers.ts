import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../auth-helpers/index.ts";

export const SessionContextProvider = throwInServerComponent("SessionContextProvider");
