import { consentPath } from "../auth/consent-address.ts";

/** The pages behind the door, for `lazy`. */
export const loadSignedInPages = () => import("./signed-in.tsx");

/**
 * Fetches the pages behind the door ahead of their time, and the one that the address names with them.
 * A failed fetch is repeated when the page is shown.
 */
export function prefetchSignedInPages(): void {
  const { pathname } = location;
  const page =
    pathname === consentPath
      ? import("../consent/consent-page.tsx")
      : pathname === "/account"
        ? import("../account/account-page.tsx")
        : import("../notes/index.ts");
  for (const part of [loadSignedInPages(), page]) part.catch(() => {});
}
