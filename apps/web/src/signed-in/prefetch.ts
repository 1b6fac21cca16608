import { consentPath } from "../auth/consent-path.ts";

/** Loads the signed-in pages, for `lazy`. */
export const loadSignedInPages = () => import("./signed-in.tsx");

/** Prefetches the chunk of the signed-in pages and that of the current address. `lazy` repeats a failed fetch. */
export function prefetchSignedInPages(): void {
  const { pathname } = location;
  const currentPage =
    pathname === consentPath
      ? import("../consent/consent-page.tsx")
      : pathname === "/account"
        ? import("../account/account-page.tsx")
        : import("../notes/index.ts");
  for (const chunk of [loadSignedInPages(), currentPage]) chunk.catch(() => {});
}
