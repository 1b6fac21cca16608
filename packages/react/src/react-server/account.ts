import { throwInServerComponent } from "./needs-browser.ts";

export * from "../account/index.ts";

export const Account = throwInServerComponent("Account");
export const AccountProvider = throwInServerComponent("AccountProvider");
