import { needsBrowser } from "./needs-browser.ts";

export * from "../account/index.ts";

export const Account = needsBrowser("Account");
export const AccountProvider = needsBrowser("AccountProvider");
