import { useEffect, useRef } from "react";
import { replaceAddress } from "../browser/address.ts";

/**
 * Redirects to the start page when the user has signed out in any tab, because the next user must not see the current
 * URL.
 */
export function useSignOutRedirect(userId: string | undefined): void {
  const previous = useRef(userId);
  useEffect(() => {
    const previousId = previous.current;
    previous.current = userId;
    if (previousId !== undefined && userId === undefined) replaceAddress("/");
  }, [userId]);
}
