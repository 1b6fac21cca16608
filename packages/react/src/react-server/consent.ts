import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../consent/index.ts";

export const Consent = throwInServerComponent("Consent");
