import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../plugins/index.ts";

export const Auth = throwInServerComponent("Auth");
export const ConfirmLink = throwInServerComponent("ConfirmLink");
export const PasskeyOffer = throwInServerComponent("PasskeyOffer");
export const AnonymousUpgrade = throwInServerComponent("AnonymousUpgrade");
