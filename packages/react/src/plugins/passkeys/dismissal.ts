import { readStored, store } from "../../storage.ts";

/** Where the browser keeps who does not want to be asked: the user's id, nothing that names them. */
const key = (user: string) => `portico.no-passkey.${user}`;

/** True when the user said no: for good, or for as long as the tab is open. */
export function isDismissed(user: string): boolean {
  const kept = readStored("localStorage", key(user)) ?? readStored("sessionStorage", key(user));
  return kept !== undefined;
}

/** @param forGood and not only for as long as the tab is open */
export function rememberDismissal(user: string, forGood: boolean): void {
  store(forGood ? "localStorage" : "sessionStorage", key(user), "no");
}
