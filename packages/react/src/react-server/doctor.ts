import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../doctor/index.ts";

export const Doctor = throwInServerComponent("Doctor");
