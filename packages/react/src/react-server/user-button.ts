import { throwInServerComponent } from "./throw-in-server-component.ts";

export * from "../user-button/index.ts";

export const UserButton = throwInServerComponent("UserButton");
