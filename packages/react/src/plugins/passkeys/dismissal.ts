/** Where the browser keeps who does not want to be asked: the user's id, nothing that names them. */
const key = (user: string) => `portico.no-passkey.${user}`;

/** Whether somebody said no: for good, or for as long as the tab is open. */
export function isDismissed(user: string): boolean {
  try {
    return (localStorage.getItem(key(user)) ?? sessionStorage.getItem(key(user))) !== null;
  } catch {
    return false;
  }
}

/** @param forGood and not only for as long as the tab is open */
export function rememberDismissal(user: string, forGood: boolean): void {
  try {
    (forGood ? localStorage : sessionStorage).setItem(key(user), "no");
  } catch {
    // A browser that keeps nothing asks again.
  }
}
