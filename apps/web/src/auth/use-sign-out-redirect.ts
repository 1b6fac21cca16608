import { useEffect, useRef } from "react";
import { replaceAddress } from "../browser/address.ts";

/** Goes to the start page when the user has signed out, in any tab: the next user must not see their address. */
export function useSignOutRedirect(person: string | undefined): void {
  const before = useRef(person);
  useEffect(() => {
    const previous = before.current;
    before.current = person;
    if (previous !== undefined && person === undefined) replaceAddress("/");
  }, [person]);
}
