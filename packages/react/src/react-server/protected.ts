import { throwInServerComponent } from "./needs-browser.ts";

export * from "../protected/index.ts";

export const Protected = throwInServerComponent("Protected");
export const SecondFactor = throwInServerComponent("SecondFactor");
