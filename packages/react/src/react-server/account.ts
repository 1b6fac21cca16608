import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../account/index.ts";

export const Account = throwInServerComponent("Account");
export const AccountProvider = throwInServerComponent("AccountProvider");
