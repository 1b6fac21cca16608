import { useEffect, useRef } from "react";
import { replaceAddress } from "../browser/address.ts";

/** Goes to the start page when the user has signed out, in any tab: the next user must not see their address. */
export function useSignOutRedirect(userId: string | undefined): void {
  const previous = useRef(userId);
  useEffect(() => {
    const previousId = previous.current;
    previous.current = userId;
    if (previousId !== undefined && userId === undefined) replaceAddress("/");
  }, [userId]);
}
