import { throwInServerComponent } from "./needs-browser.ts";

export * from "../user-button/index.ts";

export const UserButton = throwInServerComponent("UserButton");
