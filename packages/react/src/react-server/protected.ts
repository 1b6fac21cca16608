import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../protected/index.ts";

export const Protected = throwInServerComponent("Protected");
export const SecondFactor = throwInServerComponent("SecondFactor");
