import { needsBrowser } from "./needs-browser.ts";

export * from "../plugins/index.ts";

export const Auth = needsBrowser("Auth");
export const ConfirmLink = needsBrowser("ConfirmLink");
export const PasskeyOffer = needsBrowser("PasskeyOffer");
export const AnonymousUpgrade = needsBrowser("AnonymousUpgrade");
