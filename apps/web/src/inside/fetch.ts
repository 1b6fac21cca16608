import { consentPath } from "../consent/address.ts";

/** The pages behind the door, for `lazy`. */
export const fetchInside = () => import("./inside.tsx");

/**
 * Fetches the pages behind the door ahead of their time, and the one that the address names with them.
 * What cannot be fetched now is asked for again when it is shown.
 */
export function fetchAhead(): void {
  const { pathname } = location;
  const page =
    pathname === consentPath
      ? import("../consent/consent-page.tsx")
      : pathname === "/account"
        ? import("../account/account-page.tsx")
        : import("../notes/index.ts");
  for (const part of [fetchInside(), page]) part.catch(() => {});
}
